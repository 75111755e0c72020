//! What a player is told beside the board: who he is, that it is his move, what to type after two
//! passes, and what goes on when he leaves. Pure.

use crate::{
    game_view::GameView,
    text::{count, printable},
};
use std::time::Instant;
use tengen_protocol::{Colour, Event, GameId, Phase, TimeControl};

/// A colour at the beginning of a sentence.
const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// What is told when the game is seen first.
pub(crate) fn welcome(view: &GameView, game: &GameId, me: Colour) -> String {
    let opponent = printable(view.names.of(me.other()));
    match view.phase {
        Phase::Finished => format!("game {game}: you played {} against {opponent}", name(me)),
        _ => format!("game {game}: you play {} against {opponent}; type `help` to see what can be typed", name(me)),
    }
}

/// What is told when both have come.
pub(crate) const BEGINS: &str = "both players are here: the game begins";

/// Whether an event changes what the board shows; the others are told in words.
pub(crate) const fn is_on_the_board(event: &Event) -> bool {
    !matches!(event, Event::Created { .. } | Event::Arrived { .. })
}

/// What is asked of the player now.
pub(crate) fn turn(view: &GameView, me: Colour) -> Option<String> {
    if view.undo_request.is_some_and(|request| request.by == me.other()) {
        return Some("type yes to let the moves be taken back, or no".into());
    }
    let mine = view.to_move == me;
    match view.phase {
        Phase::Waiting if !view.arrived.of(me.other()) => {
            Some("your opponent has not arrived yet: the clocks stand".into())
        }
        Phase::Playing if mine && view.handicap_left > 0 => Some("your move: place a handicap stone".into()),
        Phase::Playing if mine => Some("your move".into()),
        Phase::Waiting | Phase::Playing | Phase::Scoring | Phase::Finished => None,
    }
}

/// What can be done after two passes, and what happens otherwise.
pub(crate) fn stop(view: &GameView, at: Instant) -> String {
    let within = view.until_deadline(at).map_or_else(String::new, |ms| format!(" within {}", lasting(ms)));
    let (alone, deadline) = if view.stop_is_final() {
        ("`resume` asks to play on, and both must ask", "all stones count as alive")
    } else {
        ("`resume` plays on", "play goes on")
    };
    format!(
        "two passes: agree on the dead stones. `dead D4` marks a chain (dead stones are shown small, x and o), `alive \
         D4` takes that back; `accept` when the marks are right; {alone}. If you do not both accept{within}, {deadline}."
    )
}

/// A time for people: whole days, hours, minutes or seconds.
fn lasting(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    match seconds {
        0..=180 => count(seconds, "second"),
        181..=10_800 => count(seconds.div_ceil(60), "minute"),
        10_801..=259_200 => count(seconds.div_ceil(3_600), "hour"),
        _ => count(seconds.div_ceil(86_400), "day"),
    }
}

/// What goes on when a player leaves.
pub(crate) fn farewell(view: Option<&GameView>, game: &GameId) -> String {
    let back = format!("`tengen play {game}` comes back");
    match view.map(|view| (view.phase, view.setup.time)) {
        Some((Phase::Finished, _)) => "the game is over".into(),
        Some((Phase::Waiting, _)) => format!("you leave before the game has begun; {back}"),
        Some((Phase::Scoring, _)) => format!("you leave while the dead stones are agreed on; {back}"),
        Some((Phase::Playing, TimeControl::None)) => format!("you leave; the game waits, {back}"),
        Some((Phase::Playing, _)) | None => format!("you leave; the game and your clock go on, {back}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Script, command_id, game_id};
    use tengen_protocol::Sides;

    #[test]
    fn a_player_is_told_his_colour_and_his_turn() {
        let mut script = Script::playing(9);
        let text = welcome(script.view(), &game_id(), Colour::White);
        assert!(text.starts_with("game g1: you play White against Ann; "), "{text}");
        assert_eq!(turn(script.view(), Colour::Black).as_deref(), Some("your move"));
        assert_eq!(turn(script.view(), Colour::White), None);
        script.play("D4");
        script.append(Event::UndoRequested { by: Colour::Black, id: command_id(), moves: 1 });
        assert!(turn(script.view(), Colour::White).unwrap().starts_with("type yes"));
        assert_eq!(turn(script.view(), Colour::Black), None);
        let waiting = Script::with(9, |snapshot| {
            snapshot.phase = Phase::Waiting;
            snapshot.arrived = Sides { black: true, white: false };
        });
        assert_eq!(turn(waiting.view(), Colour::White), None);
        assert!(turn(waiting.view(), Colour::Black).unwrap().contains("not arrived"));
        script.resign(Colour::Black);
        assert_eq!(welcome(script.view(), &game_id(), Colour::White), "game g1: you played White against Ann");
    }

    #[test]
    fn after_two_passes_one_knows_what_to_type_and_what_the_deadline_does() {
        let mut script = Script::playing(9);
        script.stop(1);
        let text = stop(script.view(), script.at());
        for part in ["`dead D4`", "`accept`", "`resume` plays on", "within 5 minutes, play goes on"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let mut script = Script::playing(9);
        script.stop(2);
        let text = stop(script.view(), script.at());
        assert!(text.contains("both must ask") && text.contains("all stones count as alive"), "{text}");
        let times = [1_000, 90_000, 300_000, 7_200_000, 14_400_000, 1_296_000_000].map(lasting);
        assert_eq!(times, ["1 second", "90 seconds", "5 minutes", "120 minutes", "4 hours", "15 days"]);
    }

    #[test]
    fn who_leaves_is_told_what_goes_on() {
        let mut script = Script::playing(9);
        let bye = |script: &Script| farewell(Some(script.view()), &game_id());
        assert_eq!(bye(&script), "you leave; the game and your clock go on, `tengen play g1` comes back");
        let slow = Script::with(9, |snapshot| snapshot.setup.time = TimeControl::None);
        assert!(bye(&slow).contains("the game waits"));
        let waiting = Script::with(9, |snapshot| snapshot.phase = Phase::Waiting);
        assert!(bye(&waiting).contains("before the game has begun"));
        script.stop(1);
        assert!(bye(&script).contains("dead stones"));
        script.resign(Colour::Black);
        assert_eq!(bye(&script), "the game is over");
    }
}
