//! What the embedded store keeps in memory: time, what is due, seats and subscribers.
//!
//! All of it is rebuilt at the start from small tables, or starts empty. What a commit changes here
//! is changed after it is durable; only time goes on before.

use super::clock::Now;
use crate::store::{News, PARTITIONS, Partition, Seat, Stamp, Tick};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tengen_core::{partition::PartitionClock, timing::Time};
use tengen_protocol::Colour;
use tokio::sync::mpsc::{self, error::TrySendError};

/// At most so many due streams are named in one look at a partition.
pub(super) const LOOK_MAX: usize = 1_000;

/// No start has this for its run.
const NO_RUN: &str = "none";

/// When time may act on a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DueAt {
    pub(super) time: Time,
    pub(super) at: u64,
}

/// One partition.
#[derive(Default)]
pub(super) struct Part {
    clock: Option<PartitionClock>,
    /// The steady time at which the clock was last written.
    written: u64,
    logical: BTreeSet<(u64, Arc<str>)>,
    wall: BTreeSet<(u64, Arc<str>)>,
    due_of: HashMap<Arc<str>, DueAt>,
    outbox: u64,
}

impl Part {
    pub(super) fn load_clock(&mut self, clock: PartitionClock) {
        self.clock = Some(clock);
    }

    /// The clock as it stands, without advancing it.
    pub(super) const fn clock(&self) -> Option<&PartitionClock> {
        self.clock.as_ref()
    }

    /// Advances time and gives the clock.
    pub(super) fn advance(&mut self, now: Now, run: &str) -> &PartitionClock {
        let anything_due = !self.logical.is_empty();
        let clock = self.clock.get_or_insert_with(|| PartitionClock::new(now.steady, run));
        clock.advance(now.steady, run, anything_due);
        clock
    }

    pub(super) fn stamp(&self, wall: u64) -> Stamp {
        let (logical, hold) = self.clock.as_ref().map_or((0, 0), |clock| (clock.logical, clock.hold));
        Stamp { logical, hold, wall }
    }

    /// Whether the clock must be written now: each `every_ms` while a logical clock is running.
    pub(super) fn write_is_due(&self, now: Now, every_ms: u64) -> bool {
        !self.logical.is_empty() && now.steady.saturating_sub(self.written) >= every_ms
    }

    pub(super) const fn mark_written(&mut self, now: Now) {
        self.written = now.steady;
    }

    /// Forgets what lies in the file too; time and who listens stay.
    fn forget_rows(&mut self) {
        self.logical.clear();
        self.wall.clear();
        self.due_of.clear();
        self.outbox = 0;
    }

    pub(super) fn set_due(&mut self, stream: &Arc<str>, due: Option<DueAt>) {
        if let Some(old) = self.due_of.remove(stream) {
            self.set_of(old.time).remove(&(old.at, stream.clone()));
        }
        if let Some(due) = due {
            self.due_of.insert(stream.clone(), due);
            self.set_of(due.time).insert((due.at, stream.clone()));
        }
    }

    const fn set_of(&mut self, time: Time) -> &mut BTreeSet<(u64, Arc<str>)> {
        match time {
            Time::Logical => &mut self.logical,
            Time::Wall => &mut self.wall,
        }
    }

    pub(super) const fn add_outbox(&mut self, entries: u64) {
        self.outbox = self.outbox.saturating_add(entries);
    }

    pub(super) const fn take_outbox(&mut self) {
        self.outbox = self.outbox.saturating_sub(1);
    }

    /// What time may act on. By logical time nothing while the partition is quiet.
    pub(super) fn look(&self, wall: u64) -> Tick {
        let logical = match &self.clock {
            Some(clock) if clock.may_time_out() => Some(clock.logical),
            _ => None,
        };
        let until = |set: &BTreeSet<(u64, Arc<str>)>, now: u64| -> Vec<Arc<str>> {
            set.iter().take_while(|(at, _)| *at <= now).take(LOOK_MAX).map(|(_, id)| id.clone()).collect()
        };
        let mut due = logical.map_or_else(Vec::new, |now| until(&self.logical, now));
        due.extend(until(&self.wall, wall));
        due.truncate(LOOK_MAX);
        Tick { due, running: !self.logical.is_empty(), outbox: self.outbox }
    }
}

struct Listener {
    number: u64,
    news: mpsc::Sender<News>,
    lost: Arc<AtomicBool>,
}

/// All of it, behind one lock that is never held over I/O.
pub(super) struct State {
    parts: Vec<Part>,
    seats: HashMap<Arc<str>, [Option<Seat>; 2]>,
    listeners: HashMap<Arc<str>, Vec<Listener>>,
    next_listener: u64,
    /// The writer is working on a batch, or its last one found no room. Reads do not advance time
    /// then: a disk that hangs or is full looks like the outage that it is, and costs no player his
    /// time.
    pub(super) committing: bool,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            parts: (0..=PARTITIONS).map(|_| Part::default()).collect(),
            seats: HashMap::new(),
            listeners: HashMap::new(),
            next_listener: 0,
            committing: false,
        }
    }

    /// Takes what is due and what waits in the outbox from the file, whatever was known before.
    pub(super) fn take_rows(&mut self, due: Vec<(String, Partition, DueAt)>, outbox: Vec<Partition>) {
        self.parts.iter_mut().for_each(Part::forget_rows);
        for (stream, partition, due) in due {
            self.part(partition).set_due(&stream.into(), Some(due));
        }
        for partition in outbox {
            self.part(partition).add_outbox(1);
        }
    }

    /// Makes the next step of each partition's time the end of an outage, however short it was: what
    /// should have been committed since the step before was refused.
    pub(super) fn interrupt(&mut self) {
        for clock in self.parts.iter_mut().filter_map(|part| part.clock.as_mut()) {
            NO_RUN.clone_into(&mut clock.run);
        }
    }

    /// Advances the time of each partition that was ever touched, and names them.
    pub(super) fn advance_all(&mut self, now: Now, run: &str) -> Vec<Partition> {
        let touched: Vec<_> = Partition::all().filter(|partition| self.part(*partition).clock.is_some()).collect();
        for partition in &touched {
            self.part(*partition).advance(now, run);
        }
        touched
    }

    pub(super) fn part(&mut self, partition: Partition) -> &mut Part {
        &mut self.parts[partition.index()]
    }

    /// The time in the reply to a read.
    pub(super) fn read_stamp(&mut self, partition: Partition, now: Now, run: &str) -> Stamp {
        let committing = self.committing;
        let part = self.part(partition);
        if !committing {
            part.advance(now, run);
        }
        part.stamp(now.wall)
    }

    pub(super) fn subscribe(&mut self, stream: &Arc<str>, news: mpsc::Sender<News>, lost: Arc<AtomicBool>) -> u64 {
        self.next_listener += 1;
        let number = self.next_listener;
        self.listeners.entry(stream.clone()).or_default().push(Listener { number, news, lost });
        number
    }

    pub(super) fn unsubscribe(&mut self, stream: &Arc<str>, number: u64) {
        if let Some(listeners) = self.listeners.get_mut(stream) {
            listeners.retain(|listener| listener.number != number);
            if listeners.is_empty() {
                self.listeners.remove(stream);
            }
        }
    }

    /// Tells subscribers; waits for none of them.
    pub(super) fn publish(&self, stream: &Arc<str>, news: &News) {
        for listener in self.listeners.get(stream).into_iter().flatten() {
            match listener.news.try_send(news.clone()) {
                Err(TrySendError::Full(_)) => listener.lost.store(true, Ordering::Release),
                // whoever dropped the receiver drops the subscription too
                Ok(()) | Err(TrySendError::Closed(_)) => {}
            }
        }
    }

    /// After the store failed or was opened anew: what is missing cannot be told from here.
    pub(super) fn mark_all_lost(&self) {
        for listener in self.listeners.values().flatten() {
            listener.lost.store(true, Ordering::Release);
        }
    }

    pub(super) fn take_seat(&mut self, game: &Arc<str>, colour: Colour, seat: Seat) {
        self.seats.entry(game.clone()).or_default()[side(colour)] = Some(seat.clone());
        self.publish(game, &News::Seat(colour, seat));
    }

    pub(super) fn leave_seat(&mut self, game: &Arc<str>, colour: Colour, seat: &Seat) {
        if let Some(seats) = self.seats.get_mut(game) {
            if seats[side(colour)].as_ref() == Some(seat) {
                seats[side(colour)] = None;
            }
            if seats.iter().all(Option::is_none) {
                self.seats.remove(game);
            }
        }
    }

    /// Nobody sits there any more.
    pub(super) fn forget_seats(&mut self, game: &str) {
        self.seats.remove(game);
    }

    pub(super) fn seats(&self, game: &str) -> [Option<Seat>; 2] {
        self.seats.get(game).cloned().unwrap_or_default()
    }

    /// Whether the seat names another node than `node`.
    pub(super) fn sits_elsewhere(&self, game: &str, colour: Colour, node: &str) -> bool {
        let seat = self.seats.get(game).and_then(|seats| seats[side(colour)].as_ref());
        seat.is_some_and(|seat| &*seat.node != node)
    }
}

const fn side(colour: Colour) -> usize {
    match colour {
        Colour::Black => 0,
        Colour::White => 1,
    }
}
