//! The values of the nodes of a main line, each by the meaning of its property.

use super::{MOST_SET_UP, Move, Record, Step, Target, komi, number, points, verdict};
use crate::sgf::{
    note::{Counted, Expected, Oddity, Places, ReadError},
    tree::{NodeId, Property, Tree, Value},
};
use std::borrow::Cow;
use tengen_protocol::{Colour, Point, Sides, Size};

/// `GM` and `SZ` of the root: without them nothing else can be read.
pub(super) fn size_of(tree: &Tree, root: NodeId) -> Result<Size, ReadError> {
    let value = |name: &str| {
        let mut found = tree.properties(root).filter(|property| property.name() == name);
        found.next().and_then(|property| property.values().next())
    };
    if let Some(game) = value("GM").filter(|game| !["", "1"].contains(&game.raw().trim())) {
        return Err(ReadError::OtherGame { number: cut(game.raw()), at: game.place() });
    }
    match value("SZ").filter(|size| !size.raw().trim().is_empty()) {
        Some(size) => {
            points::size(size.raw()).ok_or_else(|| ReadError::Size { written: cut(size.raw()), at: size.place() })
        }
        None => Ok(Size::square(19).expect("invariant: 19x19 is a board")),
    }
}

/// A value for a message: at most 40 characters.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A game that is being read.
pub(super) struct Reading<'a> {
    pub(super) tree: &'a Tree,
    pub(super) record: Record,
    pub(super) places: Places<'a>,
    /// Points that were set up so far.
    pub(super) set_up: usize,
}

impl Reading<'_> {
    fn note(&mut self, offset: usize, what: Oddity) {
        self.record.notes.add(&self.tree.text, offset, what);
    }

    /// Notes that a value was left out.
    fn odd(&mut self, property: &str, value: Value<'_>, expected: Expected) {
        let what = Oddity::Value { property: cut(property), value: cut(value.raw()), expected };
        self.note(value.offset(), what);
    }

    /// Takes a node of the main line.
    pub(super) fn node(&mut self, node: NodeId) -> Result<(), ReadError> {
        let further = self.tree.children(node).skip(1).count();
        self.record.variations = self.record.variations.saturating_add(u32::try_from(further).unwrap_or(u32::MAX));
        let mut step = Step::default();
        let mut left = Sides { black: (None, None), white: (None, None) };
        self.record.territory.clear();
        for property in self.tree.properties(node) {
            let name = property.name();
            let Some(first) = property.values().next() else { continue };
            match &*name {
                "B" => self.moves(Colour::Black, property, &mut step),
                "W" => self.moves(Colour::White, property, &mut step),
                "AB" => self.points(property, &name, |point| step.set_up.push((Some(Colour::Black), point)))?,
                "AW" => self.points(property, &name, |point| step.set_up.push((Some(Colour::White), point)))?,
                "AE" => self.points(property, &name, |point| step.set_up.push((None, point)))?,
                "TB" | "TW" => {
                    let side = if &*name == "TB" { Colour::Black } else { Colour::White };
                    let mut territory = std::mem::take(&mut self.record.territory);
                    let read = self.points(property, &name, |point| territory.push((side, point)));
                    self.record.territory = territory;
                    read?;
                }
                "PL" => match colour(first.raw()) {
                    Some(colour) => step.to_move = Some(colour),
                    None => self.odd(&name, first, Expected::Colour),
                },
                "BL" => left.black.0 = self.seconds(&name, first),
                "WL" => left.white.0 = self.seconds(&name, first),
                "OB" => left.black.1 = self.number(&name, first),
                "OW" => left.white.1 = self.number(&name, first),
                "C" => step.comment = Some(first.text()).filter(|text| !text.trim().is_empty()),
                _ => self.information(&name, first),
            }
        }
        if step.moves.len() > 1 || (!step.moves.is_empty() && !step.set_up.is_empty()) {
            let offset = self.tree.nodes.get(node.0 as usize).map_or(0, |links| links.offset as usize);
            let several = step.moves.len() > 1;
            self.note(offset, if several { Oddity::SeveralMoves } else { Oddity::SetupAndMove });
        }
        for played in &mut step.moves {
            (played.left, played.overtime_left) = *left.of(played.by);
        }
        self.record.steps.push(step);
        Ok(())
    }

    fn moves(&mut self, by: Colour, property: Property<'_>, step: &mut Step) {
        for value in property.values() {
            let at = points::vertex(value.raw(), self.record.size).map(Target::Vertex).unwrap_or_else(|| {
                self.odd(&by.letter().to_string(), value, Expected::Point);
                Target::Beyond(cut(value.raw()))
            });
            let place = self.places.of(value.offset());
            step.moves.push(Move { by, at, left: None, overtime_left: None, place });
        }
    }

    /// The points of a property; an empty list sets nothing, as some programs write it.
    fn points(&mut self, property: Property<'_>, name: &str, mut put: impl FnMut(Point)) -> Result<(), ReadError> {
        for value in property.values().filter(|value| !value.raw().trim().is_empty()) {
            match points::points(value.raw(), self.record.size) {
                None => self.odd(name, value, Expected::Points),
                Some(points) => {
                    for point in points {
                        if self.set_up >= MOST_SET_UP {
                            let (what, most) = (Counted::SetUp, MOST_SET_UP);
                            return Err(ReadError::TooMany { what, most, at: value.place() });
                        }
                        self.set_up += 1;
                        put(point);
                    }
                }
            }
        }
        Ok(())
    }

    fn seconds(&mut self, name: &str, value: Value<'_>) -> Option<u64> {
        let text = value.simple_text();
        // Some clocks went below zero.
        let negative = text.starts_with('-');
        let ms = number::scaled(number::plain(text.trim_start_matches('-')).trim_end_matches('s').trim(), 3)
            .or_else(|| decimals_cut(&text))
            .and_then(|ms| u64::try_from(ms).ok());
        match ms {
            Some(_) if negative => Some(0),
            Some(ms) => Some(ms),
            None if text.is_empty() => None,
            None => {
                self.odd(name, value, Expected::Seconds);
                None
            }
        }
    }

    fn number<N: std::str::FromStr>(&mut self, name: &str, value: Value<'_>) -> Option<N> {
        let text = number::plain(&value.simple_text());
        let digits: String =
            text.chars().skip_while(|letter| !letter.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        let number = digits.parse().ok().filter(|_| !text.contains('-'));
        if number.is_none() && !text.is_empty() {
            self.odd(name, value, Expected::Number);
        }
        number
    }

    /// What is said about the game; the first word on each matter counts.
    fn information(&mut self, name: &str, value: Value<'_>) {
        let record = &mut self.record;
        let text = || Some(value.simple_text()).filter(|text| !text.is_empty());
        let keep = |slot: &mut Option<String>| {
            if slot.is_none() {
                *slot = text();
            }
        };
        match name {
            "PB" => keep(&mut record.names.black),
            "PW" => keep(&mut record.names.white),
            "BR" => keep(&mut record.ranks.black),
            "WR" => keep(&mut record.ranks.white),
            "BT" => keep(&mut record.teams.black),
            "WT" => keep(&mut record.teams.white),
            "DT" => keep(&mut record.date),
            "EV" => keep(&mut record.event),
            "RO" => keep(&mut record.round),
            "PC" => keep(&mut record.place),
            "GN" => keep(&mut record.name),
            "RU" => keep(&mut record.rules),
            "OT" => keep(&mut record.overtime),
            "GC" if record.comment.is_none() => {
                record.comment = Some(value.text()).filter(|text| !text.trim().is_empty());
            }
            "HA" if record.handicap.is_none() => self.record.handicap = self.number(name, value),
            "TM" if record.main_time.is_none() => self.record.main_time = self.seconds(name, value),
            "KM" if record.komi.is_none() => self.komi(value),
            "RE" if record.result.is_none() => {
                record.result = text();
                record.verdict = verdict::read(&value.simple_text());
                if record.verdict.is_none() {
                    self.odd(name, value, Expected::Result);
                }
            }
            _ => {}
        }
    }

    fn komi(&mut self, value: Value<'_>) {
        let text = value.simple_text();
        match komi::read(&text) {
            Some((komi, guessed)) => {
                self.record.komi = Some(komi);
                if guessed {
                    self.note(value.offset(), Oddity::Komi { value: cut(&text), komi });
                }
            }
            None if text.is_empty() => {}
            None => self.odd("KM", value, Expected::Komi),
        }
    }
}

/// Seconds with more digits than ms: what is below a ms is cut off.
fn decimals_cut(text: &str) -> Option<i64> {
    let (whole, part) = text.trim_start_matches('-').split_once('.')?;
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    let part: String = part.chars().take(3).collect();
    digits.then(|| number::scaled(&format!("{whole}.{part}"), 3)).flatten()
}

fn colour(text: &str) -> Option<Colour> {
    let text: Cow<'_, str> = text.trim().to_ascii_lowercase().into();
    match &*text {
        "b" | "black" | "1" => Some(Colour::Black),
        "w" | "white" | "2" => Some(Colour::White),
        _ => None,
    }
}
