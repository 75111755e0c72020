//! Whether the moves of a record are legal, by the one path on which every move is judged.
//!
//! Stones that are set up during a game begin a new history, as a referee's edit does: repetition
//! looks back to there.

use super::{
    diagram::Diagram,
    record::{Record, Step, Target},
};
use crate::rules::{Illegal, Position, SetupError};
use tengen_protocol::{Colour, Ko, Suicide};

/// Why a record is not a game under these rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The move is refused. Moves that it names are counted as those of the record.
    Illegal(Illegal),
    /// It was the other side's turn.
    OutOfTurn,
    /// The stones that were set up before it cannot stand so.
    SetUp(SetupError),
}

/// The first thing that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The move's number, from 1, passes counted; of stones that are set up, the number of moves before.
    pub number: u32,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// A record under rules.
#[derive(Clone, Debug)]
pub struct Judged {
    /// After all moves, or before the one that is wrong.
    pub position: Position,
    /// How many moves were made.
    pub moves: u32,
    /// Stones of Black and of White that were captured in all.
    pub captured: [u32; 2],
    /// What is wrong, if anything.
    pub fault: Option<Fault>,
}

/// Plays the main line.
#[must_use]
pub fn judge(record: &Record, ko: Ko, suicide: Suicide) -> Judged {
    let first = record.moves().next().map(|played| played.by);
    let said = record.steps.iter().take_while(|step| step.moves.is_empty()).filter_map(|step| step.to_move).last();
    let to_move = first.or(said).unwrap_or(Colour::Black);
    let position = Position::with_stones(record.size, ko, suicide, &[], to_move)
        .unwrap_or_else(|_| Position::new(record.size, ko, suicide));
    let mut judging = Judging { ko, suicide, edited: None, before: 0, captured: [0; 2], position };
    let mut moves = 0;
    let mut fault = None;
    'record: for step in &record.steps {
        judging.edit(step);
        for played in &step.moves {
            if let Err(wrong) = judging.play(played.by, &played.at, moves) {
                let number = if matches!(wrong, Wrong::SetUp(_)) { moves } else { moves + 1 };
                fault = Some(Fault { number, wrong });
                break 'record;
            }
            moves += 1;
        }
    }
    if fault.is_none() {
        let to_move = judging.position.to_move();
        fault = judging.settle(to_move, moves).err().map(|wrong| Fault { number: moves, wrong });
    }
    let captured = [Colour::Black, Colour::White]
        .map(|colour| judging.captured[colour.index()].saturating_add(judging.position.prisoners(colour)));
    Judged { position: judging.position, moves, captured, fault }
}

struct Judging {
    ko: Ko,
    suicide: Suicide,
    /// The board with stones that were set up since the last move.
    edited: Option<Diagram>,
    /// Moves before the position's history began.
    before: u32,
    /// Stones that were captured before that.
    captured: [u32; 2],
    position: Position,
}

impl Judging {
    fn edit(&mut self, step: &Step) {
        if step.set_up.is_empty() {
            return;
        }
        let board = self.position.board();
        let edited = self.edited.get_or_insert_with(|| {
            let mut diagram = Diagram::empty(board.size());
            let stones = board.stones().map(|(colour, point)| (Some(colour), point)).collect();
            diagram.set_up(&Step { set_up: stones, ..Step::default() });
            diagram
        });
        edited.set_up(step);
    }

    /// Begins a new history if stones were set up.
    fn settle(&mut self, to_move: Colour, moves: u32) -> Result<(), Wrong> {
        let Some(edited) = self.edited.take() else { return Ok(()) };
        let stones: Vec<_> = edited.stones().collect();
        let position = Position::with_stones(edited.size(), self.ko, self.suicide, &stones, to_move);
        for colour in [Colour::Black, Colour::White] {
            self.captured[colour.index()] += self.position.prisoners(colour);
        }
        self.position = position.map_err(Wrong::SetUp)?;
        self.before = moves;
        Ok(())
    }

    fn play(&mut self, by: Colour, at: &Target, moves: u32) -> Result<(), Wrong> {
        // After an edit of the position anybody may go on.
        self.settle(by, moves)?;
        if by != self.position.to_move() {
            return Err(Wrong::OutOfTurn);
        }
        let Target::Vertex(vertex) = at else { return Err(Wrong::Illegal(Illegal::OffBoard)) };
        match self.position.play(*vertex) {
            Ok(_) => Ok(()),
            Err(Illegal::Superko { repeats_move }) => {
                let repeats_move = repeats_move.saturating_add(self.before);
                Err(Wrong::Illegal(Illegal::Superko { repeats_move }))
            }
            Err(illegal) => Err(Wrong::Illegal(illegal)),
        }
    }
}
