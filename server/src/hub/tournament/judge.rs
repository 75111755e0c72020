//! The way into a tournament's log: judged against the fold, appended by compare, judged again when another
//! writer was first.
//!
//! Judging may take seconds (a round of a thousand players), so it is done on a thread where that holds up
//! nobody. A commit without an answer is neither done nor not done: the log is read, the command's id looked for,
//! and it is tried again for a bounded time.

use super::{
    super::{busy, calls::Backoff, draw},
    Changed,
    bans::Ban,
    desk::Desk,
    follow::Trouble,
    games,
    list::line_of,
    wish::Wish,
};
use crate::store::{Commit, Outcome};
use bytes::Bytes;
use std::{sync::Arc, time::Duration};
use tengen_core::{
    log,
    timing::{Due, Guard, Time, When},
    tournament::event::{Asker, Decision, Done, GameEnd, Refused, Ripe, Tournament},
};
use tengen_protocol::{CommandId, GameId, Happened, TOURNAMENT_FORMAT, TournamentEvent, WireError};
use tokio::time::Instant;

/// How long a command is tried while the store does not answer.
const SETTLE_WITHIN: Duration = Duration::from_secs(8);

/// How often a command is judged again because another writer was first.
const ROUNDS: u32 = 32;

/// When something is left to be done (games to create or to end), whoever sees it looks again after this, ms.
const LOOK_AGAIN_MS: u64 = 3_000;

/// How a command is judged.
pub(super) enum Verdict {
    /// It was accepted before.
    Known(Done),
    /// It is an event.
    Append(Box<Decision>),
    /// There is nothing to do.
    Nothing,
}

impl From<Option<Decision>> for Verdict {
    fn from(decision: Option<Decision>) -> Self {
        decision.map_or(Self::Nothing, |decision| Self::Append(Box::new(decision)))
    }
}

/// Judges at a wall time; asked again when the log has gone on.
type Judge = Arc<dyn Fn(&Tournament, u64) -> Result<Verdict, Refused> + Send + Sync>;

/// A verdict, ready for the store.
enum Prepared {
    Known(Done),
    Append(Box<Append>),
    Nothing,
}

struct Append {
    commit: Commit,
    done: Done,
}

enum Stop {
    Refused(Refused),
    Trouble(Trouble),
}

/// How judging ended without an event.
enum Failure {
    /// The tournament refuses it, now and for ever.
    Refused(Refused),
    /// It is not known yet: the same may be asked again.
    Unsettled(WireError),
}

impl From<Failure> for WireError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refused) => Self::from(&refused),
            Failure::Unsettled(error) => error,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::Unsettled(error) => f.write_str(&error.message),
        }
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Desk {
    pub(super) async fn command(
        &mut self,
        asker: Asker,
        id: CommandId,
        wish: Arc<Wish>,
        bans: Vec<Ban>,
    ) -> Result<Done, WireError> {
        let in_play = match wish.leaves() {
            Some(entry) => {
                let fold = self.get().await?;
                // whoever may not is refused below, and no game is asked for him
                let may =
                    wish.known(&fold, &asker, &id).is_none() && wish.stands(&fold, &asker, &id, self.wall()).is_ok();
                may && games::is_in_play(&self.hub, &fold, entry).await?
            }
            None => false,
        };
        let judge = move |fold: &Tournament, now| {
            if let Some(known) = wish.known(fold, &asker, &id) {
                return Ok(Verdict::Known(known?.clone()));
            }
            wish.stands(fold, &asker, &id, now)?;
            bans.iter().try_for_each(|ban| ban.check(now))?;
            let command = wish.command(fold, &asker, in_play)?;
            fold.decide(&asker, &id, command, now).map(|decision| Verdict::from(Some(decision)))
        };
        match self.settle(Arc::new(judge), false).await {
            Ok(Some(done)) => Ok(done),
            // a command is always an event or a refusal
            Ok(None) => Err(busy("the command came to nothing")),
            Err(failure) => Err(failure.into()),
        }
    }

    /// Whether the log has it now, or never will.
    pub(super) async fn game_ended(&mut self, end: GameEnd) -> bool {
        let (game, seed) = (end.game.clone(), seed());
        let judge = move |fold: &Tournament, now| {
            let decision = fold.game_ended(end.clone(), &seed, now)?;
            Ok(Verdict::from(decision))
        };
        match self.settle(Arc::new(judge), false).await {
            Ok(_) => true,
            Err(Failure::Unsettled(error)) => {
                tracing::debug!(%error, %game, "a result could not be counted yet");
                false
            }
            Err(Failure::Refused(refused)) => {
                tracing::error!(%refused, %game, "a result cannot be counted: an official must announce it");
                true
            }
        }
    }

    pub(super) async fn games_created(&mut self, games: Vec<GameId>) {
        let judge = move |fold: &Tournament, now| {
            let decision = fold.created(&games, now)?;
            Ok(Verdict::from(decision))
        };
        if let Err(error) = self.settle(Arc::new(judge), false).await {
            // found again when it is due
            tracing::debug!(%error, "it could not be noted yet that games exist");
        }
    }

    /// Time acts, if it may; says whether something was appended.
    pub(super) async fn time_acts(&mut self) -> bool {
        let is_ripe = |fold: Arc<Tournament>| fold.ripe(self.wall()).is_some();
        if !self.shared.fold().is_some_and(is_ripe) {
            return false;
        }
        let seed = seed();
        let judge = move |fold: &Tournament, now| {
            let proposal = (fold.ripe(now) == Some(Ripe::Next)).then(|| fold.propose());
            let decision = fold.time_acts(proposal.as_ref(), &seed, now)?;
            Ok(Verdict::from(decision))
        };
        match self.settle(Arc::new(judge), true).await {
            Ok(done) => done.is_some(),
            Err(error) => {
                // the next look tries again
                tracing::warn!(%error, "time could not act on a tournament");
                false
            }
        }
    }

    /// Judges and appends until it is known how it ended; nothing if there was nothing to do.
    async fn settle(&mut self, judge: Judge, timed: bool) -> Result<Option<Done>, Failure> {
        let until = Instant::now() + SETTLE_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
        let mut looked = false;
        for _ in 0..ROUNDS {
            match self.try_to_settle(&judge, timed, &mut looked).await {
                Ok(Prepared::Known(done)) => return Ok(Some(done)),
                Ok(Prepared::Append(append)) => return Ok(Some(append.done)),
                Ok(Prepared::Nothing) => return Ok(None),
                Err(None) => {}
                Err(Some(Stop::Refused(refused))) => return Err(Failure::Refused(refused)),
                Err(Some(Stop::Trouble(error))) if error.retryable() && Instant::now() < until => {
                    self.behind = true;
                    backoff.wait().await;
                }
                Err(Some(Stop::Trouble(error))) => return Err(Failure::Unsettled(self.fails(&error))),
            }
        }
        Err(Failure::Unsettled(busy("others were first too often")))
    }

    /// One try; an error without a reason is worth another one.
    async fn try_to_settle(&mut self, judge: &Judge, timed: bool, looked: &mut bool) -> Result<Prepared, Option<Stop>> {
        self.ensure().await.map_err(stop)?;
        let fold = self.shared.fold().ok_or_else(|| stop(Trouble::OtherLog))?;
        let (now, judge, stream) = (self.wall(), Arc::clone(judge), self.stream.clone());
        let judged = super::elsewhere(move || {
            Ok(match judge(&fold, now)? {
                Verdict::Known(done) => Prepared::Known(done),
                Verdict::Nothing => Prepared::Nothing,
                Verdict::Append(decision) => {
                    let guard = if timed { Guard::Due { time: Time::Wall, at: now, flag: None } } else { Guard::None };
                    let unwritable = |what: String| Refused::Unwritable(what);
                    let (body, due, lifecycle) = prepare(&fold, &decision, now).map_err(unwritable)?;
                    let done = done(fold.position().seq + 1, &decision.event);
                    let expect = fold.position();
                    let commit = Commit { stream, expect, body, guard, due, lifecycle, secret: None };
                    Prepared::Append(Box::new(Append { commit, done }))
                }
            })
        });
        match judged.await.map_err(|what| stop(Trouble::Broken(what)))? {
            Ok(Prepared::Append(append)) => self.append(append).await,
            Ok(settled) => {
                self.confirm().await.map_err(stop)?;
                Ok(settled)
            }
            Err(refused) if *looked => Err(Some(Stop::Refused(refused))),
            // What another node has acknowledged may not have been heard here yet.
            Err(refused) => match self.read_on().await.map_err(stop)? {
                false => Err(Some(Stop::Refused(refused))),
                true => {
                    *looked = true;
                    Err(None)
                }
            },
        }
    }

    async fn append(&mut self, append: Box<Append>) -> Result<Prepared, Option<Stop>> {
        let lifecycle = append.commit.lifecycle.is_some();
        let reply = self.hub.0.calls.commit(append.commit.clone()).await;
        match reply.map_err(|error| stop(error.into()))?.value {
            Outcome::Committed { event, .. } => {
                self.own = true;
                if lifecycle {
                    self.hub.0.sweeps.want(self.stream.partition());
                }
                self.absorb(&event).map_err(stop)?;
                Ok(Prepared::Append(append))
            }
            Outcome::Conflict(_) => {
                self.behind = true;
                Err(None)
            }
            Outcome::Reload(_) => {
                self.forget_fold();
                Err(None)
            }
            // by the store's clock it is too early
            Outcome::Late | Outcome::Time => Ok(Prepared::Nothing),
        }
    }
}

fn stop(trouble: Trouble) -> Option<Stop> {
    Some(trouble.into())
}

/// What is stored, when somebody must look at it next, and what is told of it to the list.
fn prepare(fold: &Tournament, decision: &Decision, now: u64) -> Result<(Bytes, Option<Due>, Option<Bytes>), String> {
    let body = log::body(TOURNAMENT_FORMAT, &decision.event).map_err(|error| error.to_string())?;
    let mut after = fold.clone();
    let stored = log::stored(fold.position(), 0, now, &body);
    after.apply(&stored).map_err(|error| error.to_string())?;
    let mut due = decision.due;
    if !games::Work::of(&after).is_empty() {
        let again = now.saturating_add(LOOK_AGAIN_MS);
        let at = match due {
            Some(Due { time: Time::Wall, when: When::At(at) }) => at.min(again),
            _ => again,
        };
        due = Some(Due { time: Time::Wall, when: When::At(at) });
    }
    let changed = line_of(&after, 0) != line_of(fold, 0) || after.bans_everywhere() != fold.bans_everywhere();
    let entry = Changed { tournament: fold.id().clone(), seq: after.position().seq };
    let lifecycle = changed.then(|| serde_json::to_vec(&entry).map(Bytes::from));
    Ok((body.into(), due, lifecycle.transpose().map_err(|error| error.to_string())?))
}

fn done(seq: u64, event: &TournamentEvent) -> Done {
    let entries = match &event.what {
        Happened::Entered { entries } => entries.iter().map(|entry| entry.no).collect(),
        _ => Vec::new(),
    };
    Done { seq, entries }
}

/// 16 random bytes as hex.
pub(super) fn seed() -> String {
    format!("{:032x}", draw::bits())
}
