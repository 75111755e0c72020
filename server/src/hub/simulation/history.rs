//! What happened, and what must hold of it: judged by true time and by what clients were told, never
//! by what a node believes.

use crate::store::Stream;
use bytes::Bytes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hasher as _;
use tengen_core::{
    game::Game,
    log::Position,
    partition::{HICCUP_OVER_MS, HOLD_MS, OUTAGE_OVER_MS, QUIET_MS},
    timing::{FLAG_GRACE_MS, Guard},
};
use tengen_protocol::{Colour, Event, Head, IllegalMove, MoveTime, Recorded, TimeControl};

/// What must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Invariant {
    /// An acknowledged event stays, except for a failover.
    Stays,
    /// A command counts once, and only for the position that it was made for.
    Position,
    /// Clocks run in non-outage time alone, and no flag falls early.
    Charged,
    /// Charged and nobody's are what has passed; lag credit is within its quota.
    Conserved,
    /// After an outage or a hiccup no flag falls for a while.
    Quiet,
    /// A frame that arrived in time is not flagged and not late.
    InTime,
    /// Every command is answered, and every game ends.
    Ends,
    /// Each client sees each event once, or is told of a jump; boards agree.
    Seen,
}

/// One event of a game as it was committed.
struct Entry {
    /// True time, ms.
    at: u64,
    head: Head,
    raw: Bytes,
    recorded: Recorded,
}

/// A frame that has arrived at a living node and is not answered.
pub(super) struct Frame {
    pub(super) by: Colour,
    pub(super) after: u64,
    pub(super) head: Head,
    /// True logical time of its arrival.
    pub(super) arrived: u64,
    /// True time, ms.
    pub(super) at: u64,
    /// Failovers before its sender took the seat.
    pub(super) failovers: u64,
}

/// A game's true log.
#[derive(Default)]
pub(super) struct Truth {
    entries: Vec<Entry>,
    pub(super) game: Option<Game>,
    /// Acknowledged: id, number.
    acks: FxHashMap<String, u64>,
    /// Ids that a failover lost.
    lost: FxHashSet<String>,
    frames: FxHashMap<String, Frame>,
}

/// The store was away from .. to, true time, and clocks stood for the hold after it.
struct Outage {
    from: u64,
    to: u64,
}

/// The history of one run.
#[derive(Default)]
pub(super) struct History {
    pub(super) lines: Vec<String>,
    pub(super) violations: Vec<(Invariant, String)>,
    pub(super) truths: FxHashMap<Stream, Truth>,
    outages: Vec<Outage>,
    /// Ends of silences that are followed by quiet.
    hiccups: Vec<u64>,
    pub(super) failovers: u64,
    pub(super) acknowledged: u64,
    pub(super) flags: u64,
    /// Flags that led to something else than a loss.
    pub(super) overruns: u64,
    /// Plays that the rules refused and that led to something.
    pub(super) illegal: u64,
}

impl Truth {
    /// The last event that is older than this.
    pub(super) fn newest_before(&self, at: u64) -> u64 {
        self.entries.iter().filter(|entry| entry.at < at).count() as u64
    }

    /// When the clock that runs runs out, by logical time, and the quota of lag credit that a flag waits
    /// for.
    pub(super) fn flag(&self) -> Option<(u64, u64)> {
        match self.game.as_ref()?.time_acts()?.guard {
            Guard::Due { at, flag: Some((_, quota)), .. } => Some((at, quota)),
            _ => None,
        }
    }

    /// Who played the last event, if it is a move.
    pub(super) fn mover(&self) -> Option<Colour> {
        match self.entries.last()?.recorded.event {
            Event::Play { by, .. } => Some(by),
            _ => None,
        }
    }

    /// The head after an event.
    pub(super) fn head(&self, seq: u64) -> Option<Head> {
        self.entries.get(usize::try_from(seq).ok()?.checked_sub(1)?).map(|entry| entry.head)
    }
}

/// What a move was charged and given is what has passed, and lag credit is within its quota.
fn judge_move(truth: &Truth, game: &Game, (by, time): (Colour, MoveTime), t: u64, bad: &mut Vec<(Invariant, String)>) {
    let start = game.charge_start().unwrap_or_default();
    let before = game.snapshot(tengen_protocol::Sides::default()).clocks;
    let elapsed = t.saturating_sub(start);
    if time.used + time.lag > elapsed || elapsed - time.used - time.lag > 10_000 {
        bad.push((Invariant::Conserved, format!("{time:?} of {elapsed} ms")));
    }
    if let (TimeControl::Absolute { .. }, Some(before), Some(after)) = (game.setup().time, before, time.clock) {
        let had = if by == Colour::Black { before.black } else { before.white };
        if had.main != after.main + time.used {
            bad.push((Invariant::Conserved, format!("{had:?} became {after:?} by {time:?}")));
        }
    }
    let (mut given, mut moves) = (time.lag, 0);
    for entry in &truth.entries {
        if let Event::Play { by: mover, time, .. }
        | Event::Pass { by: mover, time, .. }
        | Event::Illegal { by: mover, led_to: IllegalMove::Pass, time, .. } = &entry.recorded.event
            && *mover == by
        {
            given += time.lag;
            moves += 1;
        }
    }
    if given > 300 + 100 * moves {
        bad.push((Invariant::Conserved, format!("{by} was given {given} ms in {moves} moves before")));
    }
}

impl History {
    pub(super) fn note(&mut self, now: u64, line: String) {
        self.lines.push(format!("{now:>7} {line}"));
    }

    pub(super) fn violated(&mut self, now: u64, invariant: Invariant, what: String) {
        self.note(now, format!("VIOLATION {invariant:?}: {what}"));
        self.violations.push((invariant, what));
    }

    /// A hash of all that happened.
    pub(super) fn hash(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.lines.iter().for_each(|line| hasher.write(line.as_bytes()));
        hasher.finish()
    }

    /// The store stood, or its clock jumped, or it is another process now.
    pub(super) fn away(&mut self, from: u64, to: u64, other_run: bool) {
        if other_run || to - from > OUTAGE_OVER_MS {
            self.outages.push(Outage { from, to });
        }
        if other_run || to - from > HICCUP_OVER_MS {
            self.hiccups.push(to);
        }
    }

    /// At most so much logical time passes between two true instants.
    fn fair(&self, from: u64, to: u64) -> u64 {
        let mut stood = 0;
        let mut until = from;
        let mut allowed = 0;
        for outage in self.outages.iter().filter(|outage| outage.to + HOLD_MS > from && outage.from < to) {
            let (start, end) = (outage.from.max(until), (outage.to + HOLD_MS).min(to));
            stood += end.saturating_sub(start);
            until = until.max(end);
            // how far the store was from its last touch
            allowed += OUTAGE_OVER_MS;
        }
        (to - from).saturating_sub(stood) + allowed.min(stood)
    }

    pub(super) fn committed(&mut self, now: u64, stream: &Stream, position: Position, stored: &Bytes) {
        let text = String::from_utf8_lossy(stored).into_owned();
        if stream == &Stream::lobby() {
            return;
        }
        let recorded: Recorded = match serde_json::from_str(&text) {
            Ok(recorded) => recorded,
            Err(_) => return,
        };
        self.note(now, format!("{} commit {text}", stream.id()));
        let mut bad = Vec::new();
        self.judge(now, stream, &recorded, &mut bad);
        let truth = self.truths.entry(stream.clone()).or_default();
        let folded = match &mut truth.game {
            Some(game) => game.apply(stored).map(|_| ()).map_err(|error| error.to_string()),
            None => Game::load([stored]).map(|game| truth.game = Some(game)).map_err(|error| error.to_string()),
        };
        if let Err(error) = folded {
            bad.push((Invariant::Position, format!("the log cannot be folded: {error}")));
        }
        if let (
            Event::Play { hash, .. }
            | Event::Pass { hash, .. }
            | Event::Illegal { hash, .. }
            | Event::Overran { hash, .. },
            Some(game),
        ) = (&recorded.event, &truth.game)
        {
            let rows = game.board_position().board().rows();
            if tengen_protocol::BoardHash::of_rows(rows.as_bytes()) != *hash {
                bad.push((Invariant::Seen, format!("event {} has another board's hash", recorded.seq)));
            }
        }
        truth.entries.push(Entry { at: now, head: position.head, raw: stored.clone(), recorded });
        for (invariant, what) in bad {
            self.violated(now, invariant, format!("{}: {what}", stream.id()));
        }
    }

    fn judge(&mut self, now: u64, stream: &Stream, recorded: &Recorded, bad: &mut Vec<(Invariant, String)>) {
        let Some(truth) = self.truths.get(stream) else { return };
        let Some(game) = &truth.game else { return };
        if let Some(last) = truth.entries.last() {
            let (passed, fair) = (recorded.t.saturating_sub(last.recorded.t), self.fair(last.at, now));
            if passed > fair || recorded.t < last.recorded.t {
                bad.push((Invariant::Charged, format!("{passed} ms were counted, {fair} ms are fair")));
            }
        }
        if let Some((by, id)) = recorded.event.command() {
            let same = |entry: &&Entry| entry.recorded.event.command() == Some((by, id));
            if let Some(first) = truth.entries.iter().find(same) {
                bad.push((Invariant::Position, format!("{id} is event {} and {}", first.recorded.seq, recorded.seq)));
            }
            if let Some(frame) = truth.frames.get(id.as_str())
                && truth.head(frame.after) != Some(frame.head)
            {
                bad.push((Invariant::Position, format!("{id} was made for another position")));
            }
        }
        if let Event::Illegal { .. } = recorded.event {
            self.illegal += 1;
        }
        match &recorded.event {
            Event::Play { by, time, .. }
            | Event::Pass { by, time, .. }
            | Event::Illegal { by, led_to: IllegalMove::Pass, time, .. } => {
                judge_move(truth, game, (*by, *time), recorded.t, bad);
            }
            Event::TimedOut { by, .. } => {
                self.flags += 1;
                self.judge_flag(now, stream, *by, recorded.t, bad);
            }
            Event::Overran { by, time, .. } => {
                self.overruns += 1;
                let start = game.charge_start().unwrap_or_default();
                let deadline = truth.flag().map_or(0, |(deadline, _)| deadline);
                if (time.used, time.lag) != (deadline.saturating_sub(start), 0) {
                    bad.push((Invariant::Conserved, format!("{time:?} from {start} to {deadline}")));
                }
                self.judge_flag(now, stream, *by, recorded.t, bad);
            }
            _ => {}
        }
    }

    /// No flag falls early, too soon after the store was away, or over a frame that is in time; whatever it leads to.
    fn judge_flag(&self, now: u64, stream: &Stream, by: Colour, t: u64, bad: &mut Vec<(Invariant, String)>) {
        let Some(truth) = self.truths.get(stream) else { return };
        let Some((deadline, quota)) = truth.flag() else { return };
        if t < deadline + quota + FLAG_GRACE_MS {
            bad.push((Invariant::Charged, format!("{by} was flagged before {deadline} and the grace")));
        }
        if self.hiccups.iter().any(|end| now < end + QUIET_MS) {
            bad.push((Invariant::Quiet, format!("{by} was flagged at {now}, too soon after the store was away")));
        }
        for (id, frame) in &truth.frames {
            if frame.by == by && self.in_time(truth, frame, deadline) {
                let arrived = frame.arrived;
                bad.push((Invariant::InTime, format!("{id} arrived at {arrived} before {deadline}: flagged")));
            }
        }
    }

    fn in_time(&self, truth: &Truth, frame: &Frame, deadline: u64) -> bool {
        let ours = truth.entries.last().is_some_and(|last| last.head == frame.head && last.recorded.seq == frame.after);
        let near = |outage: &&Outage| outage.to + 30_000 > frame.at;
        let margin = 5 + OUTAGE_OVER_MS * self.outages.iter().filter(near).count() as u64;
        ours && frame.failovers == self.failovers && frame.arrived + margin < deadline
    }

    pub(super) fn arrived(&mut self, stream: &Stream, id: &str, frame: Frame) {
        self.truths.entry(stream.clone()).or_default().frames.insert(id.to_owned(), frame);
    }

    /// Nothing is known of it any more: the connection is gone.
    pub(super) fn forget(&mut self, stream: &Stream, id: &str) {
        self.truths.entry(stream.clone()).or_default().frames.remove(id);
    }

    /// A command was answered: as which event, or by which code it was refused.
    pub(super) fn answered(&mut self, now: u64, stream: &Stream, id: &str, answer: Result<u64, &str>) {
        self.note(now, format!("{} {id} answered {answer:?}", stream.id()));
        let Some(truth) = self.truths.get_mut(stream) else { return };
        let frame = truth.frames.remove(id);
        match answer {
            Ok(seq) => {
                self.acknowledged += 1;
                let other = truth.acks.insert(id.to_owned(), seq).filter(|other| *other != seq);
                let was_lost = truth.lost.contains(id);
                if let Some(other) = other.filter(|_| !was_lost) {
                    self.violated(now, Invariant::Stays, format!("{id} was acknowledged as {other} and {seq}"));
                }
                self.stays(now, stream);
            }
            Err("late") => {
                let truth = &self.truths[stream];
                let deadline = truth.game.as_ref().and_then(Game::time_acts).map(|decision| decision.guard);
                if let (Some(frame), Some(Guard::Due { at, flag: Some(_), .. })) = (frame, deadline)
                    && self.in_time(truth, &frame, at)
                {
                    let what = format!("{id} arrived at {} before {at}: late", frame.arrived);
                    self.violated(now, Invariant::InTime, what);
                }
            }
            Err(_) => {}
        }
    }

    /// Whether each acknowledged event is where it was.
    pub(super) fn stays(&mut self, now: u64, stream: &Stream) {
        let truth = &self.truths[stream];
        let mut gone = Vec::new();
        for (id, seq) in &truth.acks {
            let entry = truth.entries.get((*seq as usize).wrapping_sub(1));
            let there =
                entry.and_then(|entry| entry.recorded.event.command()).is_some_and(|(_, known)| known.as_str() == id);
            if !there && !truth.lost.contains(id) {
                gone.push(format!("{id} was acknowledged as event {seq} and is not there"));
            }
        }
        for what in gone {
            self.violated(now, Invariant::Stays, what);
        }
    }

    /// A replica took over that has so many events of the log.
    pub(super) fn lost_tail(&mut self, stream: &Stream, end: Position) {
        let Some(truth) = self.truths.get_mut(stream) else { return };
        let lost = truth.entries.split_off((end.seq as usize).min(truth.entries.len()));
        truth.lost.extend(lost.iter().filter_map(|entry| Some(entry.recorded.event.command()?.1.to_string())));
        // an answer of the new log may come again
        truth.acks.retain(|id, _| !truth.lost.contains(id));
        truth.game = Game::load(truth.entries.iter().map(|entry| &entry.raw)).ok();
    }
}
