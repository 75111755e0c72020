//! What the rest of the node asks of its tournaments: those that are due or have results to count, connections that
//! follow, the list, and whether news were missed.

use super::{
    super::{CHECK_BATCH, Hub, Link, Membership, Ticket, busy, lock},
    desk,
    way::{Ask, Handle},
};
use crate::store::{StoreError, Stream};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tengen_core::{
    log::Position,
    tournament::event::{GameEnd, Tournament},
};
use tengen_protocol::{
    Code, Done, EndReason, GameId, Outcome, Recorded, Snapshot, TournamentEvent, TournamentId, WireError,
};
use tokio::{sync::oneshot, time::timeout};

/// Tournaments that a node has in memory at once; where there are more, whichever was not asked for the longest makes
/// room unless somebody follows it.
pub(in crate::hub) const LOADED: usize = if cfg!(test) { 12 } else { 256 };

/// How long the sweep waits for a tournament to count a result; it asks again.
const COUNT_WITHIN: Duration = Duration::from_secs(4);

/// How long it may take until the list tells of one; it is tried again.
const LIST_WITHIN: Duration = Duration::from_secs(4);

/// Whether somebody has played for its result: both had come, and nobody had lost it before the first move by
/// coming too late or by a ruling.
fn is_played(snapshot: &Snapshot, outcome: &Outcome) -> bool {
    let has_come = snapshot.arrived.black && snapshot.arrived.white;
    let is_untouched = snapshot.moves.is_empty() && snapshot.start.is_none();
    let without_play = matches!(outcome.reason, EndReason::Forfeit | EndReason::BothLose) && is_untouched;
    has_come && !without_play
}

impl Hub {
    pub(super) fn desk(&self, id: &TournamentId) -> Result<Handle, WireError> {
        let mut open = lock(&self.0.desks.open);
        let turn = self.0.desks.turns.fetch_add(1, Ordering::Relaxed);
        if let Some(handle) = open.get(id).filter(|handle| handle.is_open()) {
            handle.shared.used.store(turn, Ordering::Relaxed);
            return Ok(handle.clone());
        }
        if open.len() >= LOADED {
            // its task ends when nobody has the way to it any more
            let idle = open.iter().filter(|(_, handle)| handle.is_idle());
            let longest = idle.min_by_key(|(_, handle)| handle.shared.used.load(Ordering::Relaxed));
            let Some(longest) = longest.map(|(id, _)| id.clone()) else {
                self.0.metrics.queue_drop("tournaments");
                return Err(busy("too many tournaments are in use on this node"));
            };
            open.remove(&longest);
        }
        let handle = desk::spawn(self, id);
        handle.shared.used.store(turn, Ordering::Relaxed);
        open.insert(id.clone(), handle.clone());
        Ok(handle)
    }

    /// A tournament that is in memory.
    pub(super) fn loaded(&self, id: &TournamentId) -> Option<Arc<Tournament>> {
        let handle = if self.has_desk(id) { self.desk(id).ok()? } else { return None };
        handle.shared.fold().filter(|fold| fold.position().seq > 0)
    }

    fn has_desk(&self, id: &TournamentId) -> bool {
        lock(&self.0.desks.open).get(id).is_some_and(Handle::is_open)
    }

    /// Asks the store before a task is begun, so that what does not exist takes nobody's place. Should the store not
    /// answer, the task says so.
    pub(super) async fn must_exist(&self, id: &TournamentId) -> Result<(), WireError> {
        if self.has_desk(id) {
            return Ok(());
        }
        let ends = self.0.calls.positions(std::slice::from_ref(&Stream::tournament(id))).await;
        let is_nothing = ends.is_ok_and(|ends| ends.first().is_none_or(|end| end.seq == 0));
        if is_nothing { Err(super::no_such_tournament()) } else { Ok(()) }
    }

    /// Asks a tournament's task, and waits for room in its queue.
    pub(super) async fn ask_desk(&self, id: &TournamentId, ask: Ask) {
        let mut ask = ask;
        // one that is just ending takes nothing any more: the next one is asked then
        for _ in 0..3 {
            let handle = match self.desk(id) {
                Ok(handle) => handle,
                Err(error) => return ask.refuse(&error),
            };
            match handle.send(ask).await {
                Ok(()) => return,
                Err(back) => ask = back,
            }
        }
        ask.refuse(&busy("the tournament is being loaded"));
    }

    /// A connection wants to hear of a tournament, or no more.
    pub fn follow_tournament(&self, id: &TournamentId, follow: bool, member: Arc<Membership>, ticket: Ticket) {
        let (hub, id) = (self.clone(), id.clone());
        let link: Arc<Link> = Arc::clone(ticket.link());
        let ask = if follow {
            Ask::Follow { link, member, ticket }
        } else {
            // the two may overtake one another on their way
            member.leave();
            if !self.has_desk(&id) {
                return ticket.answer(Ok(Done::Nothing {}));
            }
            Ask::Unfollow { connection: link.id(), member, ticket }
        };
        self.spawn(async move {
            match hub.must_exist(&id).await {
                Ok(()) => hub.ask_desk(&id, ask).await,
                Err(error) => ask.refuse(&error),
            }
        });
    }

    /// Time may act on a tournament, or something is left to be done.
    pub(in crate::hub) fn tournament_acts(&self, id: &TournamentId) {
        match self.desk(id) {
            Ok(handle) => handle.time_acts(),
            // the next look finds it again
            Err(error) => tracing::debug!(%error, tournament = %id, "a tournament that is due waits"),
        }
    }

    /// A game that is finished is counted by its tournament; false if it must be told again.
    pub(in crate::hub) async fn is_counted(&self, game: &GameId, snapshot: &Snapshot) -> bool {
        let (Some(place), Some(outcome)) = (&snapshot.setup.tournament, &snapshot.outcome) else { return true };
        let played = is_played(snapshot, outcome);
        let warnings = [snapshot.warnings.black, snapshot.warnings.white];
        let end = GameEnd { game: game.clone(), seq: snapshot.seq, outcome: outcome.clone(), played, warnings };
        let (reply, answer) = oneshot::channel();
        let asked = async {
            self.ask_desk(&place.tournament, Ask::GameEnded { end, reply }).await;
            answer.await
        };
        matches!(timeout(COUNT_WITHIN, asked).await, Ok(Ok(true)))
    }

    /// Makes the list tell of a tournament what its log says now; gives the event up to which it does.
    pub(in crate::hub) async fn listed_until(&self, id: &TournamentId) -> Option<u64> {
        match timeout(LIST_WITHIN, self.note_tournament_now(id)).await {
            Ok(Ok(seq)) => Some(seq),
            Ok(Err(error)) if error.retryable() => {
                tracing::debug!(%error, tournament = %id, "a tournament could not be noted yet");
                None
            }
            Ok(Err(error)) => {
                tracing::error!(%error, tournament = %id, "a tournament cannot be noted and will be missing in lists");
                Some(u64::MAX)
            }
            Err(_) => None,
        }
    }

    /// Notes a tournament for the list; gives the event after which it was noted.
    pub(super) async fn note_tournament_now(&self, id: &TournamentId) -> Result<u64, StoreError> {
        let away = |error: WireError| StoreError::Unavailable(error.message);
        let fold = match self.tournaments().get(id).await {
            Ok(fold) => fold,
            // a failover took it back
            Err(error) if error.code == Code::NotFound => return Ok(u64::MAX),
            Err(error) => return Err(away(error)),
        };
        let first = self.0.calls.read_page(&Stream::tournament(id), 0, 1).await?;
        // a failover took it back just now
        let Some(first) = first.events.first() else { return Ok(u64::MAX) };
        let damaged = |what: String| StoreError::Damaged { place: id.to_string(), what };
        let first: Recorded<TournamentEvent> =
            serde_json::from_slice(first).map_err(|error| damaged(error.to_string()))?;
        let asked = first.event.asked.ok_or_else(|| damaged("nobody made it".into()))?;
        self.note_tournament(&fold, first.at, &asked.by).await?;
        Ok(fold.position().seq)
    }

    /// Compares the ends of the tournaments that are loaded here with the store's: news are a hint.
    pub(in crate::hub) async fn check_tournaments(&self) -> Result<(), StoreError> {
        let open: Vec<_> = lock(&self.0.desks.open).iter().map(|(id, handle)| (id.clone(), handle.clone())).collect();
        let loaded: Vec<_> = open.into_iter().filter(|(_, handle)| handle.shared.position().seq > 0).collect();
        for batch in loaded.chunks(CHECK_BATCH) {
            let before: Vec<Position> = batch.iter().map(|(_, handle)| handle.shared.position()).collect();
            let streams: Vec<Stream> = batch.iter().map(|(id, _)| Stream::tournament(id)).collect();
            let ends = self.0.calls.positions(&streams).await?;
            for (((_, handle), before), end) in batch.iter().zip(before).zip(ends) {
                let now = handle.shared.position();
                let differs = end.seq == now.seq && end.head != now.head;
                if end.seq > now.seq || end.seq < before.seq || differs {
                    handle.hint(Ask::Check(end));
                }
            }
        }
        Ok(())
    }
}
