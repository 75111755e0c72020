//! How bouts, games, results, pairs, members, systems and paces are written on the command line. Pure.

use crate::words::when;
use std::str::FromStr;
use tengen_protocol::{
    BoutKind, BoutRef, DrawBy, EntryNo, GameId, GameScore, NewMember, Pace, Pairing, ParseError, Score, Scores, System,
    TimeControl,
};

fn bad(text: &str, write: &str) -> ParseError {
    ParseError(format!("'{text}': write {write}"))
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A number of an entry, `3` or `#3`.
pub(crate) fn entry_number(text: &str) -> Option<EntryNo> {
    number(text.strip_prefix('#').unwrap_or(text)).map(EntryNo)
}

/// A bout: `1.2.3`.
pub(super) fn bout(text: &str) -> Result<BoutRef, ParseError> {
    match place(text) {
        Some((bout, None)) => Ok(bout),
        _ => Err(bad(text, "stage.round.table, as 1.2.3")),
    }
}

/// A bout with or without a board behind it, each from 1.
fn place(text: &str) -> Option<(BoutRef, Option<u32>)> {
    let numbers: Option<Vec<u32>> = text.split('.').map(|part| number(part).filter(|n| *n > 0)).collect();
    match *numbers?.as_slice() {
        [stage, round, table] => Some((BoutRef { stage, round, table }, None)),
        [stage, round, table, board] => Some((BoutRef { stage, round, table }, Some(board))),
        _ => None,
    }
}

/// A game by its id, or by where it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameArg {
    /// Its id.
    Id(GameId),
    /// The bout, and of a match of teams the board.
    At(BoutRef, Option<u32>),
}

impl FromStr for GameArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match place(text) {
            Some((bout, board)) => Ok(Self::At(bout, board)),
            None => text.parse().map(Self::Id),
        }
    }
}

/// A result: `2:0`, `0:0f`, `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoreArg(pub(crate) GameScore);

impl FromStr for ScoreArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let lower = text.to_lowercase().replace('：', ":");
        if lower == "none" {
            return Ok(Self(GameScore { scores: None }));
        }
        let (points, forfeit) = lower.strip_suffix('f').map_or((lower.as_str(), false), |points| (points, true));
        let scores = match (points, forfeit) {
            ("2:0", _) => Scores { forfeit, ..Scores::played(Score::Win) },
            ("0:2", _) => Scores { forfeit, ..Scores::played(Score::Loss) },
            ("1:1", false) => Scores::played(Score::Draw),
            ("0:0", _) => Scores::both_lose(forfeit),
            _ => return Err(bad(text, "2:0, 1:1, 0:2, 0:0, with f for a forfeit, or none")),
        };
        Ok(Self(GameScore { scores: Some(scores) }))
    }
}

/// Two who meet: `3-7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairArg(pub(crate) Pairing);

impl FromStr for PairArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let pair = text
            .split_once('-')
            .and_then(|(first, second)| Some(Pairing { first: entry_number(first)?, second: entry_number(second)? }));
        pair.map(Self).ok_or_else(|| bad(text, "two numbers of entries, as 3-7, Black first"))
    }
}

/// Entries that are named together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entries(pub(crate) Vec<EntryNo>);

/// Numbers of entries with spaces between.
pub(super) fn entries(text: &str) -> Result<Entries, ParseError> {
    let numbers: Option<Vec<EntryNo>> = text.split_whitespace().map(entry_number).collect();
    numbers.map(Entries).ok_or_else(|| bad(text, "numbers of entries with spaces between"))
}

/// A member of a team: `Li Ming`, `Li Ming=lm`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberArg(pub(crate) NewMember);

impl FromStr for MemberArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (name, account) = match text.split_once('=') {
            Some((name, account)) => (name, Some(account.trim().to_owned())),
            None => (text, None),
        };
        let name = name.trim();
        if name.is_empty() || account.as_ref().is_some_and(String::is_empty) {
            return Err(bad(text, "a name, or a name and an account, as NAME=ACCOUNT"));
        }
        Ok(Self(NewMember { name: name.to_owned(), account, rank: None, rating: None }))
    }
}

/// How the field is drawn: `seed`, `rating`, `rank`, `lot`, `seeded:8`.
pub(super) fn draw_by(text: &str) -> Result<DrawBy, ParseError> {
    let lower = text.to_lowercase();
    match (lower.as_str(), lower.strip_prefix("seeded:").and_then(number)) {
        ("seed", _) => Ok(DrawBy::Seed),
        ("rating", _) => Ok(DrawBy::Rating),
        ("rank", _) => Ok(DrawBy::Rank),
        ("lot", _) => Ok(DrawBy::Lot),
        (_, Some(seeded)) => Ok(DrawBy::Seeded { seeded }),
        _ => Err(bad(text, "seed, rating, rank, lot, or seeded:8")),
    }
}

/// A system: `swiss:5`, `round-robin:2`, `elimination:1`, `swiss-elimination:2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SystemArg(pub(crate) System);

impl FromStr for SystemArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let lower = text.to_lowercase();
        let (name, n) = lower.split_once(':').map_or((lower.as_str(), None), |(name, n)| (name, Some(n)));
        let few = |otherwise| n.map_or(Some(otherwise), number);
        let system = match name {
            "swiss" => n.and_then(number).map(|rounds| System::Swiss { rounds }),
            "round-robin" => few(1).map(|laps| System::RoundRobin { laps }),
            "elimination" => few(1).map(|losses| System::Elimination { losses }),
            "swiss-elimination" => n.and_then(number).map(|losses| System::SwissElimination { losses }),
            _ => None,
        };
        let write = "swiss:5, round-robin:2, elimination:1 or swiss-elimination:2";
        system.map(Self).ok_or_else(|| bad(text, write))
    }
}

/// What a bout is made of: `game`, `best-of-3`, `boards:5`, `win-and-continue`, `win-and-continue:both-out`.
pub(super) fn bout_kind(text: &str) -> Result<BoutKind, ParseError> {
    let lower = text.to_lowercase();
    let games = lower.strip_prefix("best-of-").and_then(number);
    let boards = lower.strip_prefix("boards:").and_then(number);
    match (lower.as_str(), games, boards) {
        ("game", ..) => Ok(BoutKind::Game),
        ("win-and-continue", ..) => Ok(BoutKind::WinAndContinue { draw_both_out: false }),
        ("win-and-continue:both-out", ..) => Ok(BoutKind::WinAndContinue { draw_both_out: true }),
        (_, Some(games), _) => Ok(BoutKind::BestOf { games }),
        (_, _, Some(boards)) => Ok(BoutKind::Boards { boards }),
        _ => Err(bad(text, "game, best-of-3, boards:5, win-and-continue or win-and-continue:both-out")),
    }
}

/// When rounds begin, the times of a timetable still as they were written: their zone is said apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PaceArg {
    /// Each by an organiser.
    ByHand,
    /// Each so many ms after the one before.
    AtOnce(u64),
    /// At these times.
    At(Vec<String>),
}

impl FromStr for PaceArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(times) = text.strip_prefix("at:") {
            let times: Vec<String> = times.split(',').map(|time| time.trim().to_owned()).collect();
            return Ok(Self::At(times));
        }
        let lower = text.to_lowercase();
        match (lower.as_str(), lower.strip_prefix("at-once:")) {
            ("by-hand", _) => Ok(Self::ByHand),
            ("at-once", _) | (_, Some("0")) => Ok(Self::AtOnce(0)),
            (_, Some(pause)) => match pause.parse() {
                Ok(TimeControl::Absolute { main }) => Ok(Self::AtOnce(main)),
                _ => Err(bad(text, "a pause as 60s or 5m")),
            },
            _ => Err(bad(text, "by-hand, at-once, at-once:5m or at:2026-12-05 10:00,2026-12-05 14:00")),
        }
    }
}

impl PaceArg {
    /// As it goes to the server, the times read in `zone`, by its IANA name, or in that of the machine.
    ///
    /// # Errors
    /// The time that is none.
    pub(crate) fn pace(&self, zone: Option<&str>) -> Result<Pace, String> {
        let times = match self {
            Self::ByHand => return Ok(Pace::ByHand),
            Self::AtOnce(pause) => return Ok(Pace::AtOnce { pause: *pause }),
            Self::At(times) => times,
        };
        let times: Result<Vec<u64>, String> =
            times.iter().map(|time| when::instant(time, zone).ok_or_else(|| time.clone())).collect();
        let zone = zone.map(str::to_owned).or_else(when::own_zone);
        Ok(Pace::At { times: times?, zone })
    }
}

/// An instant, ms since 1970.
pub(super) fn instant(text: &str) -> Result<u64, ParseError> {
    when::instant(text, None).ok_or_else(|| bad(text, "a time as 2027-12-01 or 2027-12-01 10:00 Asia/Shanghai"))
}
