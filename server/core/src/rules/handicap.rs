//! Handicap: where fixed stones stand, how many there may be, and what White gets for them.
//!
//! The sources are silent on it; this is the common practice. One "stone" of handicap is no stone
//! at all: Black moves first without komi and without compensation.

use tengen_protocol::{Compensation, Komi, Point, Preset, Size};

/// Why a handicap is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// This board has no places for so many.
    #[error("a {size} board has places for at most {most} fixed handicap stones")]
    TooManyFixed {
        /// The board.
        size: Size,
        /// The most that are possible, 0 where there are none.
        most: u8,
        /// What was asked.
        given: u16,
    },
    /// So many stones leave no point empty.
    #[error("at most {most} handicap stones fit on a {size} board")]
    TooManyFree {
        /// The board.
        size: Size,
        /// All points but one.
        most: u16,
        /// What was asked.
        given: u16,
    },
}

/// How many fixed stones a board has places for: 9 on odd squares from 9, 4 on even ones from 8
/// and on 7, none on smaller boards and rectangles.
#[must_use]
pub const fn max_fixed(size: Size) -> u8 {
    let side = size.width();
    if side != size.height() || side < 7 {
        0
    } else if side.is_multiple_of(2) || side == 7 {
        4
    } else {
        9
    }
}

/// How many stones may be placed freely: one point must stay empty.
#[must_use]
pub const fn max_free(size: Size) -> u16 {
    size.points() - 1
}

/// The places of `stones` fixed handicap stones, in the order in which they are added; none for 0
/// and 1.
///
/// # Errors
/// When the board has not so many.
pub fn fixed(size: Size, stones: u16) -> Result<Vec<Point>, HandicapError> {
    if stones < 2 {
        return Ok(Vec::new());
    }
    let most = max_fixed(size);
    if stones > most.into() {
        return Err(HandicapError::TooManyFixed { size, most, given: stones });
    }
    let side = size.width();
    let low = if side < 13 { 2 } else { 3 };
    let high = side - 1 - low;
    let middle = side / 2;
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let centre = (middle, middle);
    let n = usize::from(stones);
    let mut places: Vec<(u8, u8)> = corners[..n.min(4)].to_vec();
    if n > 4 {
        // Pairs on the sides; an odd stone stands in the centre.
        places.extend(&sides[..(n - 4) / 2 * 2]);
        places.extend((n % 2 == 1).then_some(centre));
    }
    Ok(places.into_iter().filter_map(|(column, row)| Point::new(column, row)).collect())
}

/// Whether so many stones may be placed freely.
///
/// # Errors
/// When they would leave no point empty.
pub const fn check_free(size: Size, stones: u16) -> Result<(), HandicapError> {
    let most = max_free(size);
    if stones > most {
        return Err(HandicapError::TooManyFree { size, most, given: stones });
    }
    Ok(())
}

/// What White gets in the count, in points: nothing below two stones.
#[must_use]
pub const fn compensation_points(compensation: Compensation, stones: u16) -> u16 {
    match compensation {
        _ if stones < 2 => 0,
        Compensation::N => stones,
        Compensation::NMinusOne => stones - 1,
        Compensation::None => 0,
    }
}

/// Komi where none was set: the preset's in an even game, else 0.
#[must_use]
pub const fn default_komi(preset: Preset, stones: u16) -> Komi {
    if stones == 0 { preset.komi() } else { Komi::from_half_points(0) }
}
