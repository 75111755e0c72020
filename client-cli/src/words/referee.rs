//! What is the matter at the boards of a tournament, for its referees.

use super::{Words, clock, game};
use crate::t;
use tengen_protocol::tournament_view::{BoardView, Trouble};

/// What is the matter.
pub(crate) fn trouble(words: Words, trouble: Trouble) -> String {
    match trouble {
        Trouble::Repetition => t!(words, "trouble-repetition"),
        Trouble::MoveLimit => t!(words, "trouble-move-limit"),
        Trouble::FinalStop => t!(words, "trouble-final-stop"),
        Trouble::Suspended => t!(words, "trouble-suspended"),
        Trouble::LongScoring => t!(words, "trouble-long-scoring"),
        Trouble::Late => t!(words, "trouble-late"),
        Trouble::Disconnected => t!(words, "trouble-disconnected"),
        Trouble::Unread => t!(words, "trouble-unread"),
        Trouble::Missing => t!(words, "trouble-missing"),
        Trouble::Paused => t!(words, "trouble-paused"),
        Trouble::Adjourned => t!(words, "trouble-adjourned"),
        Trouble::Scoring => t!(words, "trouble-scoring"),
        Trouble::Warned => t!(words, "trouble-warned"),
        Trouble::Playing => t!(words, "trouble-playing"),
    }
}

/// How long it has been so, or how long it will; nothing where that is not known. `now`: ms since 1970.
pub(crate) fn how_long(words: Words, board: &BoardView, now: u64) -> String {
    match (board.until, board.since) {
        // what was set for a day is no hurry, and what has begun says more
        (Some(until), since) if since.is_none() || until.saturating_sub(now) < DAY_MS => {
            t!(words, "trouble-left", time = clock::duration(words, coarse(until.saturating_sub(now))))
        }
        (_, Some(since)) => {
            t!(words, "trouble-for", time = clock::duration(words, coarse(now.saturating_sub(since))))
        }
        _ => String::new(),
    }
}

const DAY_MS: u64 = 86_400_000;

/// Nobody needs the seconds of hours, nor the minutes of days.
const fn coarse(ms: u64) -> u64 {
    let unit = match ms {
        ..3_600_000 => 1_000,
        3_600_000..DAY_MS => 60_000,
        _ => 3_600_000,
    };
    ms / unit * unit
}

/// Who is not there.
pub(crate) fn absent(words: Words, board: &BoardView) -> String {
    match board.absent.as_slice() {
        [] => String::new(),
        [one] => t!(words, "trouble-absent", who = game::colour(words, *one)),
        _ => t!(words, "trouble-absent-both"),
    }
}

/// Table, and the board where a bout has several.
pub(crate) fn table(board: &BoardView, several: bool) -> String {
    if several { format!("{}.{}", board.table, board.board) } else { board.table.to_string() }
}
