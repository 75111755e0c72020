//! Writing a game as SGF, file format 4.
//!
//! The record is made from the log, so that each move has the time that was left after it. Moves
//! that were taken back are not in it. Reading what others write is not here.

use crate::game::{Unreadable, parse};
use std::fmt::Write as _;
use tengen_protocol::{
    Clock, Colour, Compensation, Event, Ko, Outcome, Placement, Point, Preset, Rules, Setup, Sides, Suicide,
    TimeControl, Vertex,
};

/// Seconds as SGF's real numbers have them: ms, without trailing zeros.
fn seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A move of the main line.
struct Node {
    by: Colour,
    vertex: Vertex,
    clock: Option<Clock>,
}

/// What the log says so far.
struct Record {
    setup: Setup,
    created_at: u64,
    stones: Vec<Point>,
    nodes: Vec<Node>,
    outcome: Option<Outcome>,
}

/// The record of a game from its stored events; `names` are the players' now.
///
/// # Errors
/// The first event that cannot be read.
pub fn write(events: impl IntoIterator<Item = impl AsRef<[u8]>>, names: &Sides<String>) -> Result<String, Unreadable> {
    let mut record: Option<Record> = None;
    for (seq, stored) in (1..).zip(events) {
        let broken = |what: String| Unreadable::Broken { seq, what };
        let recorded = parse(stored.as_ref(), seq)?;
        if recorded.seq != seq {
            return Err(broken(format!("it is event {}", recorded.seq)));
        }
        record = match (record, recorded.event) {
            (None, Event::Created { setup, stones }) => {
                Some(Record { setup, created_at: recorded.at, stones, nodes: Vec::new(), outcome: None })
            }
            (None, _) => return Err(broken("a log begins with `created`".into())),
            (Some(mut record), event) => {
                record.fold(event);
                Some(record)
            }
        };
    }
    record.map(|record| record.text(names)).ok_or(Unreadable::Empty)
}

impl Record {
    fn fold(&mut self, event: Event) {
        if let Some(outcome) = event.outcome() {
            self.outcome = Some(outcome.clone());
        }
        match event {
            Event::Handicap { vertex, .. } => self.stones.push(vertex),
            Event::Play { by, vertex, time, .. } => {
                self.nodes.push(Node { by, vertex: Vertex::Point(vertex), clock: time.clock });
            }
            Event::Pass { by, time, stop, .. } => {
                self.nodes.push(Node { by, vertex: Vertex::Pass, clock: time.clock });
                if stop.is_some_and(|stop| stop.closing_pass) {
                    self.nodes.push(Node { by: by.other(), vertex: Vertex::Pass, clock: None });
                }
            }
            Event::UndoAnswered { undone: Some(undone), .. } => {
                let kept = self.nodes.len().saturating_sub(undone.moves as usize);
                self.nodes.truncate(kept);
            }
            _ => {}
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
        put("KM", &self.setup.komi.to_string());
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
        for node in &self.nodes {
            self.move_text(node, &mut sgf);
        }
        sgf.push_str(")\n");
        sgf
    }

    fn move_text(&self, node: &Node, sgf: &mut String) {
        let at = match node.vertex {
            Vertex::Point(point) => self.letters(point),
            Vertex::Pass => String::new(),
        };
        let by = node.by.letter();
        let _infallible = write!(sgf, "\n;{by}[{at}]");
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

fn date(ms: u64) -> Option<String> {
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
