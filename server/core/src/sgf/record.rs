//! A game of a [`Tree`] as Go: its information and the moves of its main line.
//!
//! What a value means is judged here and nowhere else; what cannot be understood is left out and
//! noted. Whether moves are legal is the rules' question ([`judge`](super::judge)).

mod komi;
mod number;
mod points;
mod reading;
mod rule_names;
mod verdict;

use super::{
    note::{Notes, Oddity, Place, Places, ReadError},
    tree::Tree,
};
use reading::{Reading, size_of};
use tengen_protocol::{Colour, Komi, Point, Rules, Sides, Size, Vertex};
pub use verdict::{How, Verdict};

/// Points that one game may set up along its main line.
pub const MOST_SET_UP: usize = 1_000_000;

/// A game: what is said about it, and the nodes of its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board; 19x19 where nothing is said.
    pub size: Size,
    /// `PB`, `PW`.
    pub names: Sides<Option<String>>,
    /// `BR`, `WR`.
    pub ranks: Sides<Option<String>>,
    /// `BT`, `WT`.
    pub teams: Sides<Option<String>>,
    /// `DT`.
    pub date: Option<String>,
    /// `EV`.
    pub event: Option<String>,
    /// `RO`.
    pub round: Option<String>,
    /// `PC`.
    pub place: Option<String>,
    /// `GN`.
    pub name: Option<String>,
    /// `GC`.
    pub comment: Option<String>,
    /// `RU` as it is written.
    pub rules: Option<String>,
    /// `KM`.
    pub komi: Option<Komi>,
    /// `HA`; 0 and 1 are no stones.
    pub handicap: Option<u16>,
    /// `RE` as it is written.
    pub result: Option<String>,
    /// `RE`, where it was understood.
    pub verdict: Option<Verdict>,
    /// `TM`, ms.
    pub main_time: Option<u64>,
    /// `OT` as it is written.
    pub overtime: Option<String>,
    /// The nodes of the main line.
    pub steps: Vec<Step>,
    /// `TB` and `TW` of the last node: whose territory a point is.
    pub territory: Vec<(Colour, Point)>,
    /// Variations that are not in the main line.
    pub variations: u32,
    /// What was odd, the text's first.
    pub notes: Notes,
}

/// A node of the main line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// What is put on the board or taken off it (`AB`, `AW`, `AE`) before the moves.
    pub set_up: Vec<(Option<Colour>, Point)>,
    /// `PL`: who is to move after that.
    pub to_move: Option<Colour>,
    /// Its moves; one, unless the record is odd.
    pub moves: Vec<Move>,
    /// `C`.
    pub comment: Option<String>,
}

/// A move, judged by nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose.
    pub by: Colour,
    /// Where.
    pub at: Target,
    /// `BL` or `WL` after it, ms.
    pub left: Option<u64>,
    /// `OB` or `OW` after it: moves or periods left.
    pub overtime_left: Option<u32>,
    /// Where it stands in the file.
    pub place: Place,
}

/// Where a move goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A point of the board, or a pass.
    Vertex(Vertex),
    /// No point of this board; the value as it is written.
    Beyond(String),
}

impl Record {
    /// The games of a file count from 1.
    ///
    /// # Errors
    /// When there is no such game, it is not Go, its board is not one of ours, or it sets up more points
    /// than [`MOST_SET_UP`].
    pub fn read(tree: &Tree, game: usize) -> Result<Self, ReadError> {
        let games = tree.games().len();
        let root = game.checked_sub(1).and_then(|index| tree.games().get(index));
        let root = *root.ok_or(ReadError::NoSuchGame { asked: game, games })?;
        let record = Self::empty(size_of(tree, root)?, tree.notes().clone());
        let mut reading = Reading { tree, record, places: Places::new(&tree.text), set_up: 0 };
        for node in tree.main_line(root) {
            reading.node(node)?;
        }
        let mut record = reading.record;
        record.move_handicap_to_setup();
        record.check_handicap(tree);
        Ok(record)
    }

    const fn empty(size: Size, notes: Notes) -> Self {
        Self {
            size,
            names: Sides { black: None, white: None },
            ranks: Sides { black: None, white: None },
            teams: Sides { black: None, white: None },
            date: None,
            event: None,
            round: None,
            place: None,
            name: None,
            comment: None,
            rules: None,
            komi: None,
            handicap: None,
            result: None,
            verdict: None,
            main_time: None,
            overtime: None,
            steps: Vec::new(),
            territory: Vec::new(),
            variations: 0,
            notes,
        }
    }

    /// All moves, passes included, in their order: the first is move 1.
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.steps.iter().flat_map(|step| &step.moves)
    }

    /// The rules that `RU` names, where Tengen has them, with what it says was set otherwise.
    #[must_use]
    pub fn known_rules(&self) -> Option<Rules> {
        self.rules.as_deref().and_then(rule_names::read)
    }

    /// The stones that were set up before the first move.
    pub fn first_stones(&self) -> impl Iterator<Item = (Colour, Point)> + '_ {
        let before = self.steps.iter().take_while(|step| step.moves.is_empty());
        let with_move = self.steps.iter().find(|step| !step.moves.is_empty());
        before
            .chain(with_move)
            .flat_map(|step| &step.set_up)
            .filter_map(|(colour, point)| colour.map(|it| (it, *point)))
    }

    /// Some programs write handicap stones as Black's first moves. They are set up instead: as many as
    /// `HA` says, if nothing else was set up and White did not move between them.
    fn move_handicap_to_setup(&mut self) {
        let stones = usize::from(self.handicap.unwrap_or(0));
        if stones < 2 || self.first_stones().next().is_some() {
            return;
        }
        let mut points: Vec<Point> = Vec::new();
        for played in self.moves().take(stones) {
            match played.at {
                Target::Vertex(Vertex::Point(point)) if played.by == Colour::Black && !points.contains(&point) => {
                    points.push(point);
                }
                _ => return,
            }
        }
        let white_next = self.moves().nth(stones).is_none_or(|played| played.by == Colour::White);
        if points.len() != stones || !white_next {
            return;
        }
        for step in &mut self.steps {
            for played in std::mem::take(&mut step.moves) {
                match (points.first().copied(), &played.at) {
                    (Some(point), Target::Vertex(Vertex::Point(at))) if *at == point => {
                        step.set_up.push((Some(Colour::Black), point));
                        points.remove(0);
                    }
                    _ => step.moves.push(played),
                }
            }
            if points.is_empty() {
                return;
            }
        }
    }

    fn check_handicap(&mut self, tree: &Tree) {
        let Some(handicap) = self.handicap.filter(|handicap| *handicap >= 2) else { return };
        let mut black: Vec<Point> =
            self.first_stones().filter(|(colour, _)| *colour == Colour::Black).map(|(_, point)| point).collect();
        black.sort_unstable();
        black.dedup();
        let stones = u32::try_from(black.len()).unwrap_or(u32::MAX);
        if stones != u32::from(handicap) {
            self.notes.add(&tree.text, 0, Oddity::Handicap { handicap, stones });
        }
    }
}

#[cfg(test)]
mod tests;
