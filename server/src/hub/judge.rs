//! The way of a command into the log: judged against the fold, appended by compare, judged again
//! when another writer was first.
//!
//! A commit without an answer is neither done nor not done: the log is read and the command's id
//! looked for, then it is tried again, for a bounded time. The arrival stays that of the first time.

use super::{Arrived, Ticket, actor::Actor, archive, busy, calls::Backoff, draw, journal::Journal, seal};
use crate::store::{Commit, Outcome, Secret, Stamp, StoreError, Stream};
use bytes::Bytes;
use std::{collections::VecDeque, sync::atomic::Ordering, time::Duration};
use tengen_core::{
    game::{Arrival, Command, Decision, Game},
    log,
    partition::arrival_again,
    timing::{Due, FLAG_GRACE_MS, Guard, Time},
};
use tengen_protocol::{AccountId, Code, Colour, CommandId, Done, EVENT_FORMAT, Event, Phase, Rule, WireError};
use tokio::{sync::OwnedSemaphorePermit, time::Instant};

/// How long a command is tried while the store does not answer.
const SETTLE_WITHIN: Duration = Duration::from_secs(8);

/// How often a command is judged again because another writer was first, or its time did not fit.
const ROUNDS: u32 = 16;

/// Commands without a known end whose first arrival is remembered, the newest ones.
const UNSETTLED: usize = 16;

/// By wall time a time-out needs the node's own clock so near to the store's, ms.
const WALL_CLOCKS_APART_MS: u64 = 30_000;

/// First arrivals of commands that were answered `unavailable`: when they are sent again, the first
/// arrival counts.
#[derive(Default)]
pub(super) struct Unsettled(VecDeque<(Colour, CommandId, Arrival)>);

impl Unsettled {
    /// In place of the oldest one, whose sender may never come back.
    fn remember(&mut self, by: Colour, id: &CommandId, arrival: Arrival) {
        if self.0.len() == UNSETTLED {
            self.0.pop_front();
        }
        self.0.push_back((by, id.clone(), arrival));
    }

    /// Its first arrival, if it was left without a known end.
    fn take(&mut self, by: Colour, id: &CommandId) -> Option<Arrival> {
        let index = self.0.iter().position(|(other, known, _)| (*other, known) == (by, id))?;
        self.0.remove(index).map(|(.., arrival)| arrival)
    }
}

/// How one try ended.
pub(super) enum Step {
    Done(u64),
    /// Another event was first.
    Again,
    Late,
    /// The instants did not fit the store's time.
    Time(Stamp),
}

impl Actor {
    pub(super) async fn command(
        &mut self,
        connection: u64,
        command: &Command,
        arrived: Arrived,
        read_at: Instant,
        ticket: Ticket,
    ) {
        let result = self.judge(connection, command, arrived, &ticket).await;
        if let Command::Play { .. } = command {
            self.hub.0.metrics.move_seconds.observe(read_at.elapsed().as_secs_f64());
        }
        if let Err(error) = &result {
            // the message names the point, which nobody may be told of a move that was to be sealed
            match command {
                Command::Seal { .. } => tracing::debug!(code = %error.code, "refused"),
                _ => tracing::debug!(%error, "refused"),
            }
        }
        ticket.answer(result.map(|seq| Done::Committed { seq }));
    }

    async fn judge(
        &mut self,
        connection: u64,
        command: &Command,
        arrived: Arrived,
        ticket: &Ticket,
    ) -> Result<u64, WireError> {
        let Some(watcher) = self.watchers.get(connection) else {
            return Err(WireError::new(Code::NotJoined, "send `join` for this game on this connection first"));
        };
        let Some(by) = watcher.colour else {
            return Err(WireError::new(Code::NotAPlayer, "you watch this game; only its players may do that"));
        };
        let Some(id) = ticket.id() else {
            return Err(WireError::new(Code::BadMessage, "a command needs an id"));
        };
        let plays = watcher.plays;
        let game = self.journal.as_ref().ok_or_else(|| busy("the game is being read again"))?.game();
        // what was accepted is answered as the first time, from wherever it is asked again
        let (repeat, finished) = (game.repeat(by, id, command).transpose()?, game.phase() == Phase::Finished);
        let watches = !plays && !finished;
        if let Some(seq) = repeat {
            match self.confirm(seq).await {
                Ok(Step::Done(seq)) => return Ok(seq),
                Err(_) if watches => return Err(busy("the store does not answer")),
                // what the log has lost is made anew, but only by who plays
                _ => {}
            }
        }
        if watches {
            let text = "another connection of yours plays this game; send `take_seat` to play from here";
            return Err(WireError::new(Code::SeatTaken, text));
        }
        let arrival = self.arrival(arrived);
        self.settle(&Asked::Player(by, command), id, arrival).await
    }

    pub(super) fn arrival(&self, arrived: Arrived) -> Arrival {
        let partition = Stream::game(&self.id).partition();
        let times = self.hub.times();
        let logical = arrived.logical.or_else(|| times.logical(partition)).unwrap_or_default();
        let wall = arrived.wall.or_else(|| times.wall(partition)).unwrap_or_default();
        Arrival { logical, wall, claimed_lag: arrived.claimed_lag, measured_rtt: arrived.round_trip }
    }

    /// Judges and commits until it is known how it ended.
    pub(super) async fn settle(
        &mut self,
        asked: &Asked<'_>,
        id: &CommandId,
        arrival: Arrival,
    ) -> Result<u64, WireError> {
        let player = asked.player();
        let mut arrival = player.and_then(|by| self.unsettled.take(by, id)).unwrap_or(arrival);
        let first = arrival;
        let until = Instant::now() + SETTLE_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
        let mut rounds = 0;
        loop {
            let tried = match self.journal.as_ref() {
                None => self.ensure().await.map(|()| Step::Again).map_err(Trouble::Wire),
                Some(_) if self.behind => self.catch_up().await.map(|()| Step::Again).map_err(Trouble::Wire),
                Some(journal) => match asked.repeat(journal.game(), id).transpose()? {
                    Some(seq) => self.confirm(seq).await.map_err(Trouble::Store),
                    None if asked.command().is_some_and(|command| seal::opens(command, journal.game())) => {
                        self.read_seal().await.map(|()| Step::Again).map_err(Trouble::Store)
                    }
                    None => {
                        let decision = asked.decide(journal.game(), id, arrival)?;
                        let secret = asked.command().and_then(seal::secret_of);
                        self.commit_with(decision, secret).await.map_err(Trouble::Store)
                    }
                },
            };
            match tried {
                Ok(Step::Done(seq)) => return Ok(seq),
                Ok(Step::Late) if player.is_some_and(|by| self.may_have_been_absent(by)) => {
                    // he may get time back, in which the command came; its arrival stays
                    backoff.wait().await;
                    if let Some(by) = player {
                        self.look_at_absence(by).await;
                    }
                    continue;
                }
                Ok(Step::Late) => {
                    let game = self.journal.as_ref().map(Journal::game);
                    return Err(game.map_or_else(|| busy("the game is being read again"), Game::late));
                }
                Ok(Step::Again) => {}
                Ok(Step::Time(stamp)) => {
                    let start = self.journal.as_ref().and_then(|journal| journal.game().charge_start());
                    arrival.logical = arrival_again(start.unwrap_or_default(), arrival.logical, stamp.logical);
                    arrival.wall = arrival.wall.min(stamp.wall);
                }
                Err(Trouble::Store(error)) if !error.retryable() => return Err(self.give_up(&error)),
                Err(Trouble::Wire(error)) if error.retry_after.is_none() || error.code == Code::Unreadable => {
                    return Err(error);
                }
                Err(trouble) => {
                    // neither done nor not done: the log says which, once it can be read
                    self.behind = true;
                    if Instant::now() >= until {
                        tracing::warn!(%trouble, "a command was given up without knowing its end");
                        self.remember(player, id, first);
                        return Err(busy("the store does not answer"));
                    }
                    backoff.wait().await;
                    continue;
                }
            }
            rounds += 1;
            if rounds >= ROUNDS {
                self.remember(player, id, first);
                return Err(busy("others were first too often"));
            }
        }
    }

    fn remember(&mut self, player: Option<Colour>, id: &CommandId, first: Arrival) {
        if let Some(by) = player {
            self.unsettled.remember(by, id, first);
        }
    }

    /// What is in the fold as event `seq` is done, if the store has it as safely as what it appends.
    async fn confirm(&mut self, seq: u64) -> Result<Step, StoreError> {
        let Some(journal) = &self.journal else { return Ok(Step::Again) };
        if self.hub.0.calls.confirm(journal.stream(), journal.position()).await? {
            return Ok(Step::Done(seq));
        }
        self.drop_fold("the store's log does not hold what was heard of it");
        Ok(Step::Again)
    }

    /// One try to append.
    pub(super) async fn commit(&mut self, decision: Decision) -> Result<Step, StoreError> {
        self.commit_with(decision, None).await
    }

    /// The same with what is kept beside the log from then on.
    async fn commit_with(&mut self, decision: Decision, secret: Option<Secret>) -> Result<Step, StoreError> {
        let Some(journal) = &self.journal else { return Ok(Step::Again) };
        let mut commit = prepare(&self.id, journal.stream().clone(), journal.position(), &decision)?;
        commit.secret = secret;
        commit.due = archive::due(&decision, journal.game().phase(), self.hub.0.archive_after);
        let partition = commit.stream.partition();
        let reply = self.hub.0.calls.commit(commit).await?;
        match reply.value {
            Outcome::Committed { position, event, .. } => {
                if let Some(Due { time: Time::Logical, .. }) = decision.due {
                    self.hub.0.running.add(partition);
                }
                if decision.lifecycle {
                    self.hub.0.sweeps.want(partition);
                }
                // otherwise the fold was dropped or lacks something; the next ask reads it
                let _folded = self.absorb(&event);
                Ok(Step::Done(position.seq))
            }
            Outcome::Conflict(_) => {
                self.behind = true;
                Ok(Step::Again)
            }
            Outcome::Reload(position) => {
                self.drop_fold(&format!("the store's log ends otherwise, at event {}", position.seq));
                Ok(Step::Again)
            }
            Outcome::Late => Ok(Step::Late),
            Outcome::Time => Ok(Step::Time(reply.stamp)),
        }
    }

    /// Time acts, if it may yet: whoever tries, one commits. When it does not work it is asked for
    /// again. A finished game leaves for the archive, and others may be loaded meanwhile.
    pub(super) async fn time_acts(&mut self, waking: Option<OwnedSemaphorePermit>) {
        if let Err(error) = self.read_seal().await {
            return tracing::debug!(%error, "an adjourned game cannot go on yet");
        }
        let Some(decision) = self.journal.as_ref().and_then(|journal| journal.game().time_acts()) else {
            drop(waking);
            return self.archive().await;
        };
        if let Guard::Due { time: Time::Wall, .. } = decision.guard
            && !self.wall_clocks_agree()
        {
            return;
        }
        if let Guard::Due { flag: Some((colour, _)), .. } = decision.guard
            && self.may_have_been_absent(colour)
        {
            return;
        }
        // what came while this was waiting is settled first; then it is looked again
        if self.is_early(&decision.guard) || !self.inbox.moves.is_empty() {
            return;
        }
        let event = kind(&decision.event);
        match self.commit(decision).await {
            Ok(Step::Done(seq)) => tracing::info!(seq, event, "time acted"),
            Ok(Step::Again) => {
                if let Err(error) = self.ensure().await {
                    tracing::debug!(%error, "missing events could not be read yet");
                }
            }
            Ok(Step::Late | Step::Time(_)) => tracing::debug!(event, "it is not time yet"),
            Err(error) if error.retryable() => {
                self.behind = true;
                tracing::debug!(%error, "time could not act yet");
            }
            Err(error) => {
                self.give_up(&error);
            }
        }
    }

    /// Whether this node itself thinks that it is not time yet. The store would say so too, but only when
    /// it is asked: an attempt that is long on its way must not overtake a frame that comes in time
    /// meanwhile.
    fn is_early(&self, guard: &Guard) -> bool {
        #[cfg(test)]
        if draw::seeded::is_bold() {
            return false;
        }
        let Guard::Due { time, at, flag } = *guard else { return false };
        let (times, partition) = (self.hub.times(), Stream::game(&self.id).partition());
        let now = match time {
            Time::Logical => times.logical(partition),
            Time::Wall => times.wall(partition),
        };
        let grace = flag.map_or(0, |(_, quota)| quota.saturating_add(FLAG_GRACE_MS));
        now.is_some_and(|now| now < at.saturating_add(grace))
    }

    fn wall_clocks_agree(&self) -> bool {
        let Some(store) = self.hub.times().wall(Stream::game(&self.id).partition()) else { return false };
        let own = draw::wall();
        let apart = own.abs_diff(store);
        let agree = apart <= WALL_CLOCKS_APART_MS;
        // each game that is due asks at each look: it is said when it begins and when it ends
        match (self.hub.0.clocks_apart.swap(!agree, Ordering::AcqRel), agree) {
            (false, false) => {
                tracing::warn!(apart_ms = apart, "this node's clock is too far from the store's for time-outs in days");
            }
            (true, true) => tracing::info!("this node's clock agrees with the store's again"),
            _ => {}
        }
        agree
    }

    /// Notes in the log that a player has come.
    pub(super) async fn arrive(&mut self, colour: Colour, id: &CommandId) {
        let arrival = self.arrival(Arrived::default());
        match self.settle(&Asked::Player(colour, &Command::Arrive), id, arrival).await {
            Ok(_) => {}
            Err(error) if error.code == Code::AlreadyDone => {}
            Err(error) => tracing::debug!(%error, %colour, "a player's arrival could not be recorded yet"),
        }
    }
}

/// What is judged, and of whom.
pub(super) enum Asked<'a> {
    Player(Colour, &'a Command),
    Referee(&'a AccountId, &'a Rule),
}

impl Asked<'_> {
    const fn player(&self) -> Option<Colour> {
        match self {
            Self::Player(by, _) => Some(*by),
            Self::Referee(..) => None,
        }
    }

    const fn command(&self) -> Option<&Command> {
        match self {
            Self::Player(_, command) => Some(command),
            Self::Referee(..) => None,
        }
    }

    fn repeat(&self, game: &Game, id: &CommandId) -> Option<Result<u64, WireError>> {
        match self {
            Self::Player(by, command) => game.repeat(*by, id, command),
            Self::Referee(referee, rule) => game.repeated_rule(referee, id, rule),
        }
    }

    fn decide(&self, game: &Game, id: &CommandId, arrival: Arrival) -> Result<Decision, WireError> {
        match self {
            Self::Player(by, command) => game.decide(*by, id, command, arrival),
            Self::Referee(referee, rule) => game.rule(referee, id, rule, arrival),
        }
    }
}

enum Trouble {
    Store(StoreError),
    Wire(WireError),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Wire(error) => error.fmt(f),
        }
    }
}

/// What happened to a game, for other logs: an entry of the outbox.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lifecycle {
    /// The game.
    pub game: tengen_protocol::GameId,
    /// Its event.
    pub seq: u64,
    /// What.
    pub kind: LifecycleKind,
}

/// What it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LifecycleKind {
    /// The game exists.
    Created,
    /// It is finished, or its result has changed.
    Finished,
}

/// The append of a decision.
pub(super) fn prepare(
    game: &tengen_protocol::GameId,
    stream: Stream,
    expect: log::Position,
    decision: &Decision,
) -> Result<Commit, StoreError> {
    let unwritable =
        |error: serde_json::Error| StoreError::Damaged { place: game.to_string(), what: error.to_string() };
    let body = log::body(EVENT_FORMAT, &decision.event).map_err(unwritable)?;
    let kind = match decision.event {
        Event::Created { .. } => LifecycleKind::Created,
        _ => LifecycleKind::Finished,
    };
    let entry = Lifecycle { game: game.clone(), seq: expect.seq + 1, kind };
    let lifecycle = match decision.lifecycle {
        true => Some(Bytes::from(serde_json::to_vec(&entry).map_err(unwritable)?)),
        false => None,
    };
    let (guard, due) = (decision.guard.clone(), decision.due);
    Ok(Commit { stream, expect, body: body.into(), guard, due, lifecycle, secret: None })
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::TimedOut { .. } => "timed_out",
        Event::Overran { .. } => "overran",
        Event::Cancelled { .. } => "cancelled",
        Event::Settled { .. } => "settled",
        Event::Resumed { .. } => "resumed",
        Event::WentOn { .. } => "went_on",
        Event::Unsealed { .. } => "unsealed",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_arrivals_of_the_newest_commands_are_remembered() {
        let mut unsettled = Unsettled::default();
        let id = |n: usize| format!("c-{n}").parse::<CommandId>().unwrap();
        let at = |n: usize| Arrival { logical: n as u64, ..Arrival::default() };
        for n in 0..=UNSETTLED {
            unsettled.remember(Colour::Black, &id(n), at(n));
        }
        assert!(unsettled.take(Colour::Black, &id(0)).is_none());
        assert!(unsettled.take(Colour::White, &id(1)).is_none());
        for n in 1..=UNSETTLED {
            assert_eq!(unsettled.take(Colour::Black, &id(n)).map(|arrival| arrival.logical), Some(n as u64));
        }
        assert!(unsettled.take(Colour::Black, &id(1)).is_none());
    }
}
