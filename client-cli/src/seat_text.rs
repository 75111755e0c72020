//! What a player is told beside the board: who he is, that it is his move, what to type after two
//! passes, and what goes on when he leaves. Pure.

use crate::{
    game_view::GameView,
    t,
    text::printable,
    words::{
        Words,
        clock::within,
        game::{phase, proposed, side, suspended},
        lapse,
    },
};
use std::time::Instant;
use tengen_protocol::{Colour, Event, GameId, Phase, TimeControl};

/// What is told when the game is seen first.
pub(crate) fn welcome(words: Words, view: &GameView, game: &GameId, me: Colour) -> String {
    let (game, side, opponent) = (game.as_str(), side(me), printable(view.names.of(me.other())));
    let text = match view.phase {
        Phase::Finished => return t!(words, "seat-welcome-over", game = game, side = side, opponent = opponent),
        _ => t!(words, "seat-welcome", game = game, side = side, opponent = opponent),
    };
    let lapses = lapse::settings(words, &view.setup.regulations);
    lapses.into_iter().fold(text, |terms, next| t!(words, "terms-and", terms = terms, next = next))
}

/// Whether an event changes what the board shows; the others are told in words.
pub(crate) const fn is_on_the_board(event: &Event) -> bool {
    !matches!(event, Event::Created { .. } | Event::Arrived { .. })
}

/// What is asked of the player now.
pub(crate) fn turn(words: Words, view: &GameView, me: Colour) -> Option<String> {
    if view.undo_request.is_some_and(|request| request.by == me.other()) {
        return Some(t!(words, "seat-undo"));
    }
    if let Some(asked) = view.proposal.as_ref().filter(|asked| asked.by == me.other()) {
        let asked = proposed(words, asked.by, asked.proposal, asked.resume_at.as_ref());
        return Some(t!(words, "seat-proposal", asked = asked));
    }
    let mine = view.to_move == me;
    match view.phase {
        Phase::Waiting if !view.arrived.of(me.other()) => Some(t!(words, "seat-opponent-away")),
        Phase::Playing if mine && view.handicap_left > 0 => Some(t!(words, "seat-place")),
        Phase::Playing if mine && view.is_sealing() => Some(t!(words, "seat-seal")),
        Phase::Playing if mine => Some(t!(words, "seat-move")),
        Phase::Paused if view.is_suspended() => Some(suspended(words, view)),
        Phase::Paused | Phase::Adjourned => Some(t!(words, "seat-go-on")),
        Phase::Waiting | Phase::Playing | Phase::Scoring | Phase::Finished => None,
    }
}

/// What can be done after two passes, and what happens otherwise.
pub(crate) fn stop(words: Words, view: &GameView, at: Instant) -> String {
    let Some(left) = view.until_deadline(at) else { return phase(words, view.phase) };
    let left = within(words, left);
    if view.stop_is_final() {
        t!(words, "seat-stop-final", within = left)
    } else {
        t!(words, "seat-stop", within = left)
    }
}

/// What goes on when a player leaves.
pub(crate) fn farewell(words: Words, view: Option<&GameView>, game: &GameId) -> String {
    let game = game.as_str();
    if view.is_some_and(GameView::is_suspended) {
        return t!(words, "leave-suspended", game = game);
    }
    match view.map(|view| (view.phase, view.setup.time)) {
        Some((Phase::Finished, _)) => t!(words, "leave-over"),
        Some((Phase::Waiting, _)) => t!(words, "leave-waiting", game = game),
        Some((Phase::Scoring, _)) => t!(words, "leave-scoring", game = game),
        Some((Phase::Paused, _)) => t!(words, "leave-paused", game = game),
        Some((Phase::Adjourned, _)) => t!(words, "leave-adjourned", game = game),
        Some((Phase::Playing, TimeControl::None)) => t!(words, "leave-no-clock", game = game),
        Some((Phase::Playing, _)) | None => t!(words, "leave-playing", game = game),
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
        let text = welcome(Words::english(), script.view(), &game_id(), Colour::White);
        assert!(text.starts_with("game g1: you play White against Ann; "), "{text}");
        assert_eq!(turn(Words::english(), script.view(), Colour::Black).as_deref(), Some("your move"));
        assert_eq!(turn(Words::english(), script.view(), Colour::White), None);
        script.play("D4");
        script.append(Event::UndoRequested { by: Colour::Black, id: command_id(), moves: 1 });
        assert!(turn(Words::english(), script.view(), Colour::White).unwrap().starts_with("type yes"));
        assert_eq!(turn(Words::english(), script.view(), Colour::Black), None);
        let waiting = Script::with(9, |snapshot| {
            snapshot.phase = Phase::Waiting;
            snapshot.arrived = Sides { black: true, white: false };
        });
        assert_eq!(turn(Words::english(), waiting.view(), Colour::White), None);
        assert!(turn(Words::english(), waiting.view(), Colour::Black).unwrap().contains("not arrived"));
        script.resign(Colour::Black);
        assert_eq!(
            welcome(Words::english(), script.view(), &game_id(), Colour::White),
            "game g1: you played White against Ann"
        );
    }

    #[test]
    fn after_two_passes_one_knows_what_to_type_and_what_the_deadline_does() {
        let mut script = Script::playing(9);
        script.stop(1);
        let text = stop(Words::english(), script.view(), script.at());
        for part in ["`dead D4`", "`accept`", "`resume` plays on", "within 5 minutes, play goes on"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let mut script = Script::playing(9);
        script.stop(2);
        let text = stop(Words::english(), script.view(), script.at());
        assert!(text.contains("both must ask") && text.contains("all stones count as alive"), "{text}");
    }

    #[test]
    fn a_player_is_not_offered_to_end_what_a_referee_has_suspended() {
        let mut script = Script::playing(9);
        let authority = tengen_protocol::Authority {
            referee: "ref".parse().unwrap(),
            id: command_id(),
            reason: tengen_protocol::Reason::Other,
            text: None,
            order: tengen_protocol::Head::EMPTY,
        };
        let time = tengen_protocol::MoveTime { used: 0, lag: 0, clock: None };
        let ruling = tengen_protocol::Ruling::Suspended { time, until: 1_800_000_000_000 };
        script.append(Event::Ruled { authority, ruling });
        assert!(script.view().is_suspended());
        for me in [Colour::Black, Colour::White] {
            assert!(turn(Words::english(), script.view(), me).unwrap().starts_with("the referee has suspended"));
        }
        let bye = farewell(Words::english(), Some(script.view()), &game_id());
        assert!(bye.contains("until the referee lets it go on"), "{bye}");
        let typed = crate::typed::Typed::Resume;
        let meant = crate::typed::meaning(Words::english(), typed, script.view(), &game_id(), Colour::Black, false);
        assert!(matches!(meant, crate::typed::Meaning::Say(_)), "nothing is asked of the server");
    }

    #[test]
    fn who_leaves_is_told_what_goes_on() {
        let mut script = Script::playing(9);
        let bye = |script: &Script| farewell(Words::english(), Some(script.view()), &game_id());
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
