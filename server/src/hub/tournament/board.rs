//! Who follows a tournament on this node, and what they are told: that it goes on, where it is, and the standings
//! when they are others than before.
//!
//! Events close to one another are told as one. A connection that does not read is told nothing until it has read
//! what waits, and then the newest.

use super::super::{Link, Membership, Ticket, to_text};
use rustc_hash::FxHashMap;
use std::{sync::Arc, time::Duration};
use tengen_core::tournament::event::Tournament;
use tengen_protocol::{Done, Notice, TournamentId, standings::Row};
use tokio::time::Instant;

/// Events are told at most so often.
const TELL_EVERY: Duration = Duration::from_millis(1_000);

/// Connections that have gone are looked for so often.
const LET_GO_EVERY: Duration = Duration::from_secs(30);

/// Lines of the standings in a notice.
const LINES: usize = 100;

struct Follower {
    link: Arc<Link>,
    member: Arc<Membership>,
    /// The last event that it was told of.
    told: u64,
    /// The standings that it was told, by their number on this board.
    standings: u64,
}

pub(super) struct Board {
    id: TournamentId,
    followers: FxHashMap<u64, Follower>,
    /// The newest standings that were computed here, and after which event.
    standings: Vec<Row>,
    /// Counts changes of them; 0 before they are computed.
    version: u64,
    computed: u64,
    told_at: Option<Instant>,
    /// Somebody is still to be told something.
    pending: bool,
}

/// The stage going on and its newest round; 0 before the first.
pub(super) fn stage_and_round(fold: &Tournament) -> (u32, u32) {
    let stage = u32::try_from(fold.stages().len()).unwrap_or(u32::MAX);
    (stage, fold.stages().last().map_or(0, |stage| stage.round()))
}

impl Board {
    pub(super) fn new(id: TournamentId) -> Self {
        let (followers, standings) = (FxHashMap::default(), Vec::new());
        Self { id, followers, standings, version: 0, computed: 0, told_at: None, pending: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.followers.is_empty()
    }

    /// When somebody is to be told something, or looked for, since this was last done; nothing while nobody follows.
    pub(super) fn next_look(&self, looked_at: Instant) -> Option<Instant> {
        match (self.followers.is_empty(), self.pending) {
            (true, _) => None,
            (false, true) => Some(self.told_at.map_or(looked_at, |at| at.max(looked_at)) + TELL_EVERY),
            // whoever has gone is let go of now and then
            (false, false) => Some(looked_at + LET_GO_EVERY),
        }
    }

    pub(super) fn follow(&mut self, fold: &Tournament, link: Arc<Link>, member: &Arc<Membership>, ticket: Ticket) {
        let seq = fold.position().seq;
        if link.has_ended() {
            member.leave();
        } else if !member.is_out() {
            member.enter(false);
            let (member, told) = (Arc::clone(member), seq);
            // the standings as they are now are read, those to come are told
            let standings = if self.computed == seq { self.version } else { 0 };
            self.followers.insert(link.id(), Follower { link, member, told, standings });
        }
        ticket.answer(Ok(Done::Following { tournament: self.id.clone(), seq }));
    }

    pub(super) fn unfollow(&mut self, connection: u64, member: &Arc<Membership>, ticket: Ticket) {
        if self.followers.get(&connection).is_some_and(|follower| Arc::ptr_eq(&follower.member, member)) {
            self.followers.remove(&connection);
        }
        ticket.answer(Ok(Done::Nothing {}));
    }

    /// Tells everybody who has not been told of the newest event, unless that was just done.
    pub(super) async fn tell(&mut self, fold: &Arc<Tournament>) {
        if self.followers.is_empty() {
            return;
        }
        self.followers.retain(|_, follower| !follower.link.has_ended() && !follower.member.is_out());
        let seq = fold.position().seq;
        let is_due = self.told_at.is_none_or(|at| at.elapsed() >= TELL_EVERY);
        self.pending = self.followers.values().any(|follower| follower.told != seq);
        if !is_due || !self.pending {
            return;
        }
        self.told_at = Some(Instant::now());
        self.compute(fold).await;
        let (stage, round) = stage_and_round(fold);
        let notice = |standings| Notice::Tournament {
            tournament: self.id.clone(),
            seq,
            phase: fold.phase(),
            stage,
            round,
            standings,
        };
        let short = to_text(&notice(None));
        let whole = if self.version == 0 { None } else { to_text(&notice(Some(self.standings.clone()))) };
        self.pending = false;
        for follower in self.followers.values_mut().filter(|follower| follower.told != seq) {
            let text = if follower.standings == self.version { short.as_ref() } else { whole.as_ref() };
            let Some(text) = text.or(short.as_ref()) else { continue };
            if follower.link.passing(text) {
                (follower.told, follower.standings) = (seq, self.version);
            } else {
                self.pending = true;
            }
        }
    }

    async fn compute(&mut self, fold: &Arc<Tournament>) {
        let (stage, _) = stage_and_round(fold);
        let seq = fold.position().seq;
        if stage == 0 || self.computed == seq {
            return;
        }
        let fold = Arc::clone(fold);
        let computed = super::elsewhere(move || {
            let mut rows = fold.standings(stage).unwrap_or_default();
            rows.truncate(LINES);
            rows
        });
        match computed.await {
            Ok(rows) => {
                self.computed = seq;
                if self.version == 0 || rows != self.standings {
                    self.standings = rows;
                    self.version += 1;
                }
            }
            Err(what) => tracing::error!(what, "standings could not be computed"),
        }
    }
}
