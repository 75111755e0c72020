//! What the opponent asks of a player, and whether it went away before he has answered. Pure.
//!
//! A yes that is being typed just then must not answer the next question, which he may not have read.

use crate::game_view::GameView;
use tengen_protocol::{Colour, Event, Proposed, UndoRequest};

/// What waits for a player's answer.
#[derive(PartialEq, Eq)]
enum Asked<'a> {
    Undo(UndoRequest),
    Proposal(&'a Proposed),
}

/// What is asked of this side: that is what its yes answers.
fn of(view: &GameView, me: Colour) -> Option<Asked<'_>> {
    let undo = view.undo_request.filter(|request| request.by != me).map(Asked::Undo);
    undo.or_else(|| view.proposal.as_ref().filter(|asked| asked.by != me).map(Asked::Proposal))
}

/// Whether what was asked of this side is not asked any more, and that by nothing that it did itself.
/// `event` is what has happened, if it is known.
pub(crate) fn went_away(before: &GameView, now: &GameView, event: Option<&Event>, me: Colour) -> bool {
    let was = of(before, me);
    let own = event.and_then(Event::command).is_some_and(|(by, _)| by == me);
    was.is_some() && was != of(now, me) && !own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Script, command_id};
    use tengen_protocol::Proposal;

    #[test]
    fn a_question_that_is_withdrawn_went_away_and_one_that_was_answered_did_not() {
        for (answered_by, away) in [(Colour::White, true), (Colour::Black, false)] {
            let mut script = Script::playing(9);
            let proposed =
                Event::Proposed { by: Colour::White, id: command_id(), proposal: Proposal::Pause, resume_at: None };
            let before = script.view().clone();
            let event = script.append(proposed).recorded.event.clone();
            assert!(!went_away(&before, script.view(), Some(&event), Colour::Black), "it came");
            let before = script.view().clone();
            let event = script.append(Event::Declined { by: answered_by, id: command_id() }).recorded.event.clone();
            assert_eq!(went_away(&before, script.view(), Some(&event), Colour::Black), away);
            assert!(!went_away(&before, script.view(), Some(&event), Colour::White), "he was not asked");
            assert!(went_away(&before, script.view(), None, Colour::Black));
        }
    }
}
