//! The time that each move of a game took, as the game's log tells it: a snapshot has the moves alone. Pure.

use super::{GameScreen, moves};
use crate::{
    game_view::GameView,
    screen::{Effect, Query},
};
use tengen_protocol::{Colour, Event, IllegalMove, Overtime, Ruling, Vertex};

/// A move that stands, and the ms that it took; nothing where the server passed by itself.
pub(crate) type Timed = ((Colour, Vertex), Option<u64>);

/// Folds the next event of a log into the moves that stand.
pub(crate) fn tell(moves: &mut Vec<Timed>, event: &Event) {
    match event {
        Event::Play { by, vertex, time, .. } => moves.push(((*by, Vertex::Point(*vertex)), Some(time.used))),
        Event::Pass { by, time, stop, .. }
        | Event::Illegal { by, led_to: IllegalMove::Pass, time, stop, .. }
        | Event::Overran { by, led_to: Overtime::Pass, time, stop, .. } => {
            moves.push(((*by, Vertex::Pass), Some(time.used)));
            if stop.as_ref().is_some_and(|stop| stop.closing_pass) {
                moves.push(((by.other(), Vertex::Pass), None));
            }
        }
        Event::Unsealed { sealed_by, vertex, stop, .. } => {
            moves.push(((*sealed_by, *vertex), None));
            if stop.as_ref().is_some_and(|stop| stop.closing_pass) {
                moves.push(((sealed_by.other(), Vertex::Pass), None));
            }
        }
        Event::Ruled { ruling: Ruling::Edited { .. } | Ruling::Restarted { .. }, .. } => moves.clear(),
        Event::UndoAnswered { undone: Some(undone), .. }
        | Event::Ruled { ruling: Ruling::TakenBack { undone, .. }, .. } => {
            let back = usize::try_from(undone.moves).unwrap_or(usize::MAX);
            moves.truncate(moves.len().saturating_sub(back));
        }
        _ => {}
    }
}

impl GameScreen {
    /// Asks for the log after a snapshot with moves whose time nobody has told; once for the same moves.
    pub(super) fn ask_times(&mut self, view: &GameView) -> Option<Effect> {
        let unknown = self.used.iter().skip(self.times_asked).any(Option::is_none);
        if !unknown || !moves::are_timed(view) {
            return None;
        }
        self.times_asked = view.moves.len();
        Some(Effect::Ask(Query::Times { game: self.game.clone() }))
    }

    /// Takes what the log tells, as far as it has the moves of the game as it stands now.
    pub(super) fn take_times(&mut self, told: &[Timed]) {
        let Some(view) = &self.view else { return };
        for ((used, made), (move_of_log, time)) in self.used.iter_mut().zip(&view.moves).zip(told) {
            if made != move_of_log {
                break;
            }
            *used = used.or(*time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Script, command_id};
    use tengen_protocol::{Stop, Undone};

    #[test]
    fn a_log_tells_the_times_of_the_moves_that_stand() {
        let mut script = Script::playing(9);
        let before = script.snapshot();
        script.play("D4");
        let undone = Undone {
            moves: 1,
            board: before.board.clone(),
            hash: before.hash,
            to_move: Colour::Black,
            black: None,
            white: None,
        };
        script.set("D4", b'.');
        script.append(Event::UndoAnswered { by: Colour::White, id: command_id(), undone: Some(undone) });
        script.play("E5");
        script.pass(None);
        script.play("C3");
        script.pass(Some(Stop { number: 1, is_final: true, revision: 0, deadline: 300_000, closing_pass: true }));
        let mut told = Vec::new();
        script.events.iter().for_each(|event| tell(&mut told, &event.recorded.event));
        let moves: Vec<_> = told.iter().map(|(made, _)| *made).collect();
        assert_eq!(moves, script.view().moves, "as the view folds them");
        let times: Vec<_> = told.iter().map(|(_, time)| *time).collect();
        assert_eq!(times, [Some(2_000), Some(2_000), Some(2_000), Some(2_000), None]);
    }
}
