//! Records in SGF: writing a game of this server, and reading what anybody has written.
//!
//! [`write`](fn@write) makes a record of file format 4 from the log, so that each move has the time that
//! was left after it. Moves that were taken back are not in it.
//!
//! Reading goes from bytes to a [`Tree`] ([`parse`]: encodings and grammar, leniently), from a game of it
//! to a [`Record`] (what the values mean), and from that to a board ([`show`]) or to the rules' word on
//! each move ([`judge`](fn@judge)). What was odd is noted with its place; nothing here makes text for
//! people.

mod diagram;
mod encoding;
mod judge;
mod note;
mod read;
mod record;
mod tree;

pub(crate) use encoding::decode_plain;

pub use diagram::{Diagram, Shown, show};
pub use judge::{Fault, Judged, Wrong, judge};
pub use note::{Counted, Expected, MOST_NOTES, Note, Notes, Oddity, Place, ReadError};
pub use read::{Limits, parse, parse_as};
pub use record::{How, MOST_SET_UP, Move, Record, Step, Target, Verdict};
pub use tree::{NodeId, Property, Tree, Value};

use crate::game::{self, Unreadable};
use std::fmt::Write as _;
use tengen_protocol::{
    Clock, Colour, Compensation, Event, IllegalMove, Ko, Komi, Outcome, Overtime, Placement, Point, Preset, Recurrence,
    Replaced, Rules, Ruling, Setup, Sides, Stop, Suicide, TimeControl, Vertex,
};

/// Seconds as SGF's real numbers have them: ms, without trailing zeros.
fn seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A node of the main line.
enum Node {
    Move(Played),
    /// A referee has set up this board, rows from the top, with that side to move.
    SetUp(Replaced),
}

struct Played {
    by: Colour,
    vertex: Vertex,
    clock: Option<Clock>,
    /// Why it was a pass, and what was made of refused plays and of overtime after it.
    comment: Vec<String>,
}

/// What the log says so far.
struct Told {
    setup: Setup,
    created_at: u64,
    stones: Vec<Point>,
    nodes: Vec<Node>,
    /// What the seal of a move left on its player's clock, until the move is opened.
    sealed_clock: Option<Clock>,
    /// The same before the first move.
    comment: Vec<String>,
    outcome: Option<Outcome>,
}

/// The record of a game from its stored events; `names` are the players' now.
///
/// # Errors
/// The first event that cannot be read.
pub fn write(events: impl IntoIterator<Item = impl AsRef<[u8]>>, names: &Sides<String>) -> Result<String, Unreadable> {
    let mut record: Option<Told> = None;
    for (seq, stored) in (1..).zip(events) {
        let broken = |what: String| Unreadable::Broken { seq, what };
        let recorded = game::parse(stored.as_ref(), seq)?;
        if recorded.seq != seq {
            return Err(broken(format!("it is event {}", recorded.seq)));
        }
        record = match (record, recorded.event) {
            (None, Event::Created { setup, stones }) => Some(Told {
                setup,
                created_at: recorded.at,
                stones,
                nodes: Vec::new(),
                sealed_clock: None,
                comment: Vec::new(),
                outcome: None,
            }),
            (None, _) => return Err(broken("a log begins with `created`".into())),
            (Some(mut record), event) => {
                record.fold(event);
                Some(record)
            }
        };
    }
    record.map(|record| record.text(names)).ok_or(Unreadable::Empty)
}

impl Told {
    fn fold(&mut self, event: Event) {
        if let Some(outcome) = event.outcome() {
            self.outcome = Some(outcome.clone());
        }
        match event {
            Event::Handicap { vertex, .. } => self.stones.push(vertex),
            Event::Play { by, vertex, time, repeats, .. } => {
                self.played(by, Vertex::Point(vertex), time.clock, None);
                self.repeated(repeats);
            }
            Event::Pass { by, time, stop, .. } => self.played(by, Vertex::Pass, time.clock, stop),
            Event::Illegal { .. } | Event::Overran { .. } => self.lapsed(event),
            Event::Sealed { time, .. } => self.sealed_clock = time.clock,
            Event::Unsealed { sealed_by, vertex, stop, repeats, .. } => {
                let clock = self.sealed_clock.take();
                self.played(sealed_by, vertex, clock, stop);
                self.repeated(repeats);
            }
            Event::UndoAnswered { undone: Some(undone), .. }
            | Event::Ruled { ruling: Ruling::TakenBack { undone, .. }, .. } => {
                let kept = self.nodes.len().saturating_sub(undone.moves as usize);
                self.nodes.truncate(kept);
            }
            Event::Ruled { ruling: Ruling::Edited { replaced }, .. } => self.nodes.push(Node::SetUp(replaced)),
            Event::Ruled { ruling: Ruling::Restarted { .. }, .. } => {
                self.nodes.clear();
                self.comment.clear();
                if self.setup.placement == Placement::Free {
                    self.stones.clear();
                }
            }
            _ => {}
        }
    }

    /// A refused play, or overtime: a pass is a move with a comment, anything else a comment on what stood then.
    fn lapsed(&mut self, event: Event) {
        let at = match event {
            Event::Illegal { by, led_to: IllegalMove::Pass, time, stop, .. }
            | Event::Overran { by, led_to: Overtime::Pass, time, stop, .. } => {
                self.played(by, Vertex::Pass, time.clock, stop);
                self.nodes.len().saturating_sub(if stop.is_some_and(|stop| stop.closing_pass) { 2 } else { 1 })
            }
            _ => self.nodes.len().saturating_sub(1),
        };
        let text = match event {
            Event::Illegal { by, vertex, code, led_to, .. } => {
                format!("{by} played {vertex}, illegal ({}): {}", code.as_str(), led_to.as_str())
            }
            Event::Overran { by, led_to: Overtime::Pass, .. } => format!("{by} ran out of time: pass"),
            Event::Overran { by, .. } => format!("{by} ran out of time: one more period for one zi"),
            _ => return,
        };
        match self.nodes.get_mut(at) {
            Some(Node::Move(played)) => played.comment.push(text),
            Some(Node::SetUp(_)) | None => self.comment.push(text),
        }
    }

    fn played(&mut self, by: Colour, vertex: Vertex, clock: Option<Clock>, stop: Option<Stop>) {
        self.nodes.push(Node::Move(Played { by, vertex, clock, comment: Vec::new() }));
        if stop.is_some_and(|stop| stop.closing_pass) {
            self.nodes.push(Node::Move(Played {
                by: by.other(),
                vertex: Vertex::Pass,
                clock: None,
                comment: Vec::new(),
            }));
        }
    }

    /// The last move has brought about a board that there was before.
    fn repeated(&mut self, repeats: Option<Recurrence>) {
        if let (Some(Node::Move(last)), Some(Recurrence { of_move, occurrence })) = (self.nodes.last_mut(), repeats) {
            last.comment.push(format!("Occurrence {occurrence} of this position, last after move {of_move}."));
        }
    }

    fn text(&self, names: &Sides<String>) -> String {
        let mut sgf = String::from("(;GM[1]FF[4]CA[UTF-8]");
        let mut put = |name: &str, value: &str| {
            let _infallible = write!(sgf, "{name}[{value}]");
        };
        put("AP", concat!("Tengen:", env!("CARGO_PKG_VERSION")));
        let (width, height) = (self.setup.size.width(), self.setup.size.height());
        put("SZ", &if width == height { width.to_string() } else { format!("{width}:{height}") });
        put("PB", &escaped(&names.black));
        put("PW", &escaped(&names.white));
        if let Some(date) = date(self.created_at) {
            put("DT", &date);
        }
        put("RU", &rules(&self.setup.rules));
        put("KM", &komi(self.setup.komi));
        if self.setup.handicap >= 2 {
            put("HA", &self.setup.handicap.to_string());
        }
        if let Some((main, overtime)) = time(&self.setup.time) {
            put("TM", &main);
            if let Some(overtime) = overtime {
                put("OT", &overtime);
            }
        }
        if let Some(outcome) = &self.outcome {
            put("RE", &escaped(&outcome.result));
        }
        if !self.stones.is_empty() {
            let points: Vec<String> = self.stones.iter().map(|point| self.letters(*point)).collect();
            put("AB", &points.join("]["));
        }
        if self.setup.handicap >= 2 {
            let placing =
                self.setup.placement == Placement::Free && self.stones.len() < usize::from(self.setup.handicap);
            put("PL", if placing { "B" } else { "W" });
        }
        if !self.comment.is_empty() {
            put("C", &escaped(&self.comment.join("; ")));
        }
        for node in &self.nodes {
            match node {
                Node::Move(played) => self.move_text(played, &mut sgf),
                Node::SetUp(replaced) => self.set_up_text(replaced, &mut sgf),
            }
        }
        sgf.push_str(")\n");
        sgf
    }

    /// Every point of the board is said: what is there, or that it is empty.
    fn set_up_text(&self, replaced: &Replaced, sgf: &mut String) {
        sgf.push_str("\n;");
        let width = usize::from(self.setup.size.width());
        let letter = |n: usize| u8::try_from(n).map_or('?', |n| char::from(b'a' + n));
        for (property, stone) in [("AB", 'X'), ("AW", 'O'), ("AE", '.')] {
            let at = replaced.board.chars().enumerate().filter(|(_, there)| *there == stone);
            let points: Vec<String> =
                at.map(|(n, _)| [letter(n % width), letter(n / width)].iter().collect()).collect();
            if !points.is_empty() {
                let _infallible = write!(sgf, "{property}[{}]", points.join("]["));
            }
        }
        let _infallible = write!(sgf, "PL[{}]", replaced.to_move.letter());
    }

    fn move_text(&self, node: &Played, sgf: &mut String) {
        let at = match node.vertex {
            Vertex::Point(point) => self.letters(point),
            Vertex::Pass => String::new(),
        };
        let by = node.by.letter();
        let _infallible = write!(sgf, "\n;{by}[{at}]");
        if !node.comment.is_empty() {
            let _infallible = write!(sgf, "C[{}]", escaped(&node.comment.join("; ")));
        }
        let Some(clock) = node.clock else { return };
        let in_main = clock.main > 0 || (clock.periods.is_none() && clock.stones.is_none());
        let left = if in_main { clock.main } else { clock.period.unwrap_or(0) };
        let _infallible = write!(sgf, "{by}L[{}]", seconds(left));
        if let (false, Some(left)) = (in_main, clock.periods.or(clock.stones)) {
            let _infallible = write!(sgf, "O{by}[{left}]");
        }
    }

    /// Two letters, columns from the left and rows from the top.
    fn letters(&self, point: Point) -> String {
        let letter = |n: u8| char::from(b'a' + n);
        let from_top = self.setup.size.height().saturating_sub(point.row() + 1);
        [letter(point.column()), letter(from_top)].iter().collect()
    }
}

/// `KM`: whole komi from 100 on has a decimal point, else it would be taken for hundredths.
fn komi(komi: Komi) -> String {
    let (text, half) = (komi.to_string(), komi.half_points());
    if half % 2 == 0 && half.abs() >= 200 { text + ".0" } else { text }
}

/// `RU`: the name of the preset, and in words what was set otherwise, so that nobody replays the game
/// under rules that would refuse its moves: `Chinese, simple ko, multi-stone suicide`.
fn rules(rules: &Rules) -> String {
    let preset = rules.preset.rules();
    let mut text = String::from(match rules.preset {
        Preset::Chinese | Preset::Chinese1988 => "Chinese",
        Preset::Aga => "AGA",
        Preset::NewZealand => "NZ",
        Preset::TrompTaylor => "Tromp-Taylor",
    });
    let ko = match rules.ko {
        Ko::Positional => ", positional superko",
        Ko::Situational => ", situational superko",
        Ko::Simple => ", simple ko",
        Ko::Referee => ", a referee rules on repetition",
    };
    let suicide = match rules.suicide {
        Suicide::No => ", no suicide",
        Suicide::Multi => ", multi-stone suicide",
    };
    let compensation = match rules.compensation {
        Compensation::N => ", White gets N points for N stones",
        Compensation::NMinusOne => ", White gets N-1 points for N stones",
        Compensation::None => ", White gets no points for stones",
    };
    let otherwise = [
        (rules.ko != preset.ko).then_some(ko),
        (rules.suicide != preset.suicide).then_some(suicide),
        (rules.compensation != preset.compensation).then_some(compensation),
    ];
    text.extend(otherwise.into_iter().flatten());
    text
}

/// A day (UTC) as `2026-11-30`, of ms since 1970.
pub(crate) fn date(ms: u64) -> Option<String> {
    let timestamp = jiff::Timestamp::from_millisecond(i64::try_from(ms).ok()?).ok()?;
    Some(timestamp.strftime("%Y-%m-%d").to_string())
}

/// `TM` and `OT`.
fn time(control: &TimeControl) -> Option<(String, Option<String>)> {
    let (main, overtime) = match *control {
        TimeControl::None => return None,
        TimeControl::Absolute { main } => (main, None),
        TimeControl::ByoYomi { main, periods, period } => {
            (main, Some(format!("{periods}x{} byo-yomi", seconds(period))))
        }
        TimeControl::Canadian { main, stones, block } => (main, Some(format!("{stones}/{} Canadian", seconds(block)))),
        TimeControl::Fischer { main, increment, .. } => (main, Some(format!("{} Fischer", seconds(increment)))),
        TimeControl::Simple { allowance } | TimeControl::Correspondence { allowance } => {
            (0, Some(format!("{} per move", seconds(allowance))))
        }
    };
    Some((seconds(main), overtime))
}

/// SimpleText: `]`, `\` and `:` are escaped, line breaks are spaces.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ']' | '\\' | ':' => out.extend(['\\', letter]),
            _ if letter.is_control() => out.push(' '),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests;
