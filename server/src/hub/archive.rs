//! Finished games leave for the archive: after a while the events of one make way for one packed piece,
//! and everything else that the store kept for it goes.
//!
//! The commit that ends a game says when that is due, so whichever node sees it does it; the store
//! compares, so it is done once, and to nothing that has gone on. Reading stays the same
//! (`calls.rs` unpacks), and what is appended later, such as a ruling, stands after the packed events
//! until all of it is packed again.

use super::{actor::Actor, packed};
use crate::store::StoreError;
use std::time::Duration;
use tengen_core::{
    game::Decision,
    timing::{Due, Time, When},
};
use tengen_protocol::Phase;

/// A finished game for which no permit was free is loaded again after this time ..
const PUT_OFF: Duration = Duration::from_secs(30);

/// .. and one that cannot be packed after this.
const PUT_OFF_UNFIT: Duration = Duration::from_secs(3_600);

/// When a finished game is due to leave: so long after its last event, if at all.
pub(super) fn due(decision: &Decision, phase: Phase, archive_after: Option<Duration>) -> Option<Due> {
    let finished = decision.event.outcome().is_some() || phase == Phase::Finished;
    match archive_after {
        Some(after) if finished && decision.due.is_none() => {
            Some(Due { time: Time::Wall, when: When::After(super::ms(after)) })
        }
        _ => decision.due,
    }
}

impl Actor {
    /// Packs a finished game, if the store says too that it is time.
    pub(super) async fn archive(&mut self) {
        let Some(journal) = self.journal.as_ref().filter(|journal| journal.game().phase() == Phase::Finished) else {
            return;
        };
        if self.unfit_for_archive {
            return;
        }
        let Some(_archiving) = self.hub.0.waking.archiving() else { return self.put_off(PUT_OFF) };
        let (stream, position) = (journal.stream().clone(), journal.position());
        let calls = &self.hub.0.calls;
        let packed = match calls.read(&stream, 0).await {
            Ok(log) if log.end == position => packed::pack(&log.events, position),
            // it goes on
            Ok(_) => return,
            Err(error) => return tracing::debug!(%error, "a finished game could not be read for the archive yet"),
        };
        let packed = match packed {
            Ok(packed) => packed,
            Err(error) => {
                tracing::error!(%error, "a finished game cannot be packed and stays as it is");
                self.unfit_for_archive = true;
                return self.put_off(PUT_OFF_UNFIT);
            }
        };
        let bytes = packed.len();
        match calls.archive(&stream, position, packed).await {
            Ok(true) => {
                tracing::debug!(seq = position.seq, bytes, "a finished game went to the archive");
                self.forget_if_alone();
            }
            Ok(false) => tracing::debug!("a finished game goes on, or its time has not come"),
            Err(error) => tracing::debug!(%error, "a finished game could not go to the archive yet"),
        }
    }

    fn put_off(&mut self, time: Duration) {
        self.hub.0.waking.put_off(&self.id, time);
        self.forget_if_alone();
    }

    /// Whom nobody watches was loaded for the archive alone.
    fn forget_if_alone(&mut self) {
        if self.watchers.is_empty() {
            self.forget_fold();
        }
    }
}

/// The events of a log whose beginning is packed: as if it were not, up to `limit` after `after`.
pub(super) fn unpacked(
    place: &str,
    tail: crate::store::Tail,
    after: u64,
    limit: u64,
) -> Result<crate::store::Tail, StoreError> {
    let Some((position, snapshot)) = tail.snapshot.as_ref().filter(|(_, snapshot)| packed::is_packed(snapshot)) else {
        return Ok(tail);
    };
    let archived = packed::unpack(snapshot, *position)
        .map_err(|fault| StoreError::Damaged { place: place.to_owned(), what: fault.to_string() })?;
    let skip = usize::try_from(after).unwrap_or(usize::MAX);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let events = archived.into_iter().skip(skip).chain(tail.events).take(limit).collect();
    Ok(crate::store::Tail { end: tail.end, snapshot: None, events })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::timing::Guard;
    use tengen_protocol::{Authority, EndReason, Event, Head, Outcome, Reason, Ruling};

    fn authority() -> Authority {
        let (referee, id) = ("r".parse().unwrap(), "r-1".parse().unwrap());
        Authority { referee, id, reason: Reason::Late, text: None, order: Head::EMPTY }
    }

    fn decision(event: Event, due: Option<Due>) -> Decision {
        Decision { event, guard: Guard::None, due, lifecycle: false }
    }

    #[test]
    fn what_ends_a_game_or_comes_after_the_end_says_when_it_leaves() {
        let after = Some(Duration::from_secs(60));
        let leaves = Some(Due { time: Time::Wall, when: When::After(60_000) });
        let outcome = || Outcome { result: "Void".into(), reason: EndReason::Ruling, winner: None, count: None };
        let ended = decision(Event::Cancelled { outcome: outcome() }, None);
        assert_eq!(due(&ended, Phase::Playing, after), leaves);
        assert_eq!(due(&ended, Phase::Playing, None), None);
        let ruling = Ruling::Result { outcome: outcome(), dead: None };
        let ruled = decision(Event::Ruled { authority: authority(), ruling }, None);
        assert_eq!(due(&ruled, Phase::Finished, after), leaves);
        // a game that goes on keeps what its clocks say
        let flag = Some(Due { time: Time::Logical, when: When::After(5) });
        let credited = |due| decision(Event::Credited { to: tengen_protocol::Colour::Black, ms: 1 }, due);
        assert_eq!(due(&credited(flag), Phase::Playing, after), flag);
        assert_eq!(due(&credited(None), Phase::Playing, after), None);
    }
}
