//! Folding rulings: what was decided is taken.

use crate::{
    game::{Game, LAG_QUOTA_MS},
    rules::Position,
};
use tengen_protocol::{Clock, Colour, Pause, Phase, Point, Replaced, Ruling, Sides, Size, Start, Vertex};

impl Game {
    pub(in crate::game) fn fold_ruling(&mut self, ruling: &Ruling, seq: u64, now: u64) -> Result<(), String> {
        match ruling {
            Ruling::Result { dead, .. } => {
                if let (Some(marks), Some(dead)) = (&mut self.scoring, dead) {
                    marks.dead.clone_from(dead);
                }
                Ok(())
            }
            Ruling::Clocks { black, white } => {
                self.take_clocks(Some(*black), Some(*white));
                self.since = now;
                Ok(())
            }
            Ruling::Suspended { time, until } => {
                let awaits = self.awaits();
                self.end_pause(now);
                let pause = Pause { since: now, until: None, suspended_until: Some(*until), awaits };
                self.fold_paused(*time, pause, seq, now);
                Ok(())
            }
            Ruling::Resumed { .. } => {
                self.passes_limit();
                self.fold_went_on(seq, now)
            }
            Ruling::TakenBack { undone, forbids } => {
                self.play_continues(now);
                if let Some(side) = forbids {
                    self.position.forbid_repetition(*side);
                }
                self.fold_undone(undone, seq, now)
            }
            Ruling::Edited { replaced } => {
                let plays = self.position.moves().filter(|(_, vertex)| *vertex != Vertex::Pass).count();
                let before = self.played_before.saturating_add(u32::try_from(plays).unwrap_or(u32::MAX));
                self.moves_before = self.moves_before.saturating_add(self.position.ply());
                self.passes_limit();
                self.fold_replaced(replaced, seq, now)?;
                self.played_before = before;
                self.start = Some(Start { board: replaced.board.clone(), to_move: replaced.to_move });
                Ok(())
            }
            Ruling::Restarted { replaced } => {
                self.fold_replaced(replaced, seq, now)?;
                self.handicap_stones = self.position.board().stones().map(|(_, point)| point).collect();
                self.handicap_stones.sort_unstable();
                self.handicap_left = replaced.handicap_left;
                self.quota = Sides { black: LAG_QUOTA_MS, white: LAG_QUOTA_MS };
                (self.start, self.played_before) = (None, 0);
                (self.moves_before, self.beyond_limit) = (0, false);
                // they were the price of time on clocks that are full again
                self.penalties = Sides::default();
                (self.resumed_stops, self.next_stop_final) = (0, false);
                self.start_clock(now);
                Ok(())
            }
        }
    }

    fn take_clocks(&mut self, black: Option<Clock>, white: Option<Clock>) {
        if let (Some(clocks), Some(black), Some(white)) = (&mut self.clocks, black, white) {
            *clocks = Sides { black, white };
        }
    }

    /// Moves are made again, whatever was asked or marked.
    fn play_continues(&mut self, now: u64) {
        self.phase = Phase::Playing;
        self.scoring = None;
        self.undo = None;
        self.end_pause(now);
        self.breaks.end();
    }

    fn fold_replaced(&mut self, replaced: &Replaced, seq: u64, now: u64) -> Result<(), String> {
        let stones = stones_of(self.setup.size, &replaced.board)?;
        let rules = &self.setup.rules;
        let mut position = Position::with_stones(self.setup.size, rules.ko, rules.suicide, &stones, replaced.to_move)
            .map_err(|error| error.to_string())?;
        for side in [Colour::Black, Colour::White] {
            if self.position.is_repetition_forbidden(side) {
                position.forbid_repetition(side);
            }
        }
        self.position = position;
        self.check_board(replaced.hash)?;
        self.play_continues(now);
        self.given.clear();
        self.resumed_at.clear();
        self.take_clocks(replaced.black, replaced.white);
        self.turn_began = seq;
        self.start_clock(now);
        Ok(())
    }
}

/// The stones of a board in rows from the top.
fn stones_of(size: Size, rows: &str) -> Result<Vec<(Colour, Point)>, String> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    if rows.len() != width * height {
        return Err(format!("the board has {} points, not {}", rows.len(), width * height));
    }
    let mut stones = Vec::new();
    for (index, letter) in rows.bytes().enumerate() {
        let colour = match letter {
            b'X' => Colour::Black,
            b'O' => Colour::White,
            b'.' => continue,
            _ => return Err(format!("the board has a letter {letter}")),
        };
        let (column, row) = (index % width, height - 1 - index / width);
        let point =
            u8::try_from(column).ok().zip(u8::try_from(row).ok()).and_then(|(column, row)| Point::new(column, row));
        stones.push((colour, point.ok_or("the board is larger than there are points")?));
    }
    Ok(stones)
}
