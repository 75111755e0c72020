//! The short form of time controls, read and printed, and clocks as people read them.

use super::{Clock, DAY, HOUR, MINUTE, SECOND, TimeControl, TimeControlError, TimeSetting, time_limits};
use std::{fmt, str::FromStr};

/// The units of a duration, the largest first.
const UNITS: [(&str, u64); 5] = [("d", DAY), ("h", HOUR), ("m", MINUTE), ("s", SECOND), ("ms", 1)];

/// Below this a duration is printed in seconds: players say "60 seconds", not "1 minute".
const SECONDS_BELOW: u64 = 2 * MINUTE;

/// A duration as the short form prints it, without days.
pub(super) struct Shown(pub(super) u64);

/// A duration with its days, however few.
struct Days(u64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = if self.0 < SECONDS_BELOW { &UNITS[3..] } else { &UNITS[1..] };
        if self.0 == 0 {
            return f.write_str("0s");
        }
        write_units(f, self.0, units)
    }
}

impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d", self.0 / DAY)?;
        write_units(f, self.0 % DAY, &UNITS[1..])
    }
}

fn write_units(f: &mut fmt::Formatter<'_>, mut left: u64, units: &[(&str, u64)]) -> fmt::Result {
    for &(name, unit) in units {
        if left >= unit {
            write!(f, "{}{name}", left / unit)?;
            left %= unit;
        }
    }
    Ok(())
}

impl fmt::Display for TimeControl {
    /// The short form; reading it again gives the same control.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::Absolute { main } => write!(f, "{}", Shown(main)),
            Self::ByoYomi { main, periods, period } => write!(f, "{}+{periods}x{}", Shown(main), Shown(period)),
            Self::Canadian { main, stones, block } => write!(f, "{}+{stones}/{}", Shown(main), Shown(block)),
            Self::Fischer { main, increment, cap } => {
                write!(f, "{}+{}/move", Shown(main), Shown(increment))?;
                cap.map_or(Ok(()), |cap| write!(f, "<{}", Shown(cap)))
            }
            Self::Simple { allowance } => write!(f, "{}/move", Shown(allowance)),
            Self::Correspondence { allowance } => write!(f, "{}/move", Days(allowance)),
        }
    }
}

/// The short form that people type.
///
/// | short form | system | meaning |
/// | --- | --- | --- |
/// | `none` | `none` | no clock |
/// | `1h` | `absolute` | one hour for the whole game |
/// | `30m+5x60s` | `byo_yomi` | 30 minutes, then five periods of 60 s |
/// | `2h(5x60s)` | `byo_yomi` | a limit of 2 h with five periods of 60 s reserved inside it; the same as `1h55m+5x60s`, and printed so |
/// | `20m+25/10m` | `canadian` | 20 minutes, then 25 moves in each block of 10 minutes |
/// | `10m+15s/move` | `fischer` | 10 minutes, 15 s are added after each own move |
/// | `10m+15s/move<20m` | `fischer` | the same; an increment never lifts the clock beyond 20 minutes |
/// | `5s/move` | `simple` | 5 s for each move |
/// | `3d/move` | `correspondence` | 3 days for each move; the unit `d` makes the difference |
///
/// A duration is a sum of whole numbers with the units `d`, `h`, `m`, `s` and `ms`, the largest
/// first (`1h30m`), or a bare `0`. Printed, a duration below two minutes stands in seconds (`60s`),
/// and days are used for correspondence only.
impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads a short form and checks its limits.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let text = text.trim();
        if text.len() > time_limits::TEXT {
            return Err(TimeControlError::TooLong);
        }
        let control = read(text)?;
        control.validate()?;
        Ok(control)
    }
}

/// Reads a short form without looking at limits.
pub(super) fn read(text: &str) -> Result<TimeControl, TimeControlError> {
    if text == "none" {
        return Ok(TimeControl::None);
    }
    if let Some((limit, periods)) = text.split_once('(') {
        let periods = periods.strip_suffix(')').ok_or_else(|| form(text))?;
        return read_reserve(text, limit, periods);
    }
    if let Some((main, overtime)) = text.split_once('+') {
        return read_overtime(text, duration(main)?, overtime);
    }
    if let Some(allowance) = text.strip_suffix("/move") {
        return read_per_move(allowance);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(form(text));
    }
    Ok(TimeControl::Absolute { main: duration(text)? })
}

/// `2h(5x60s)`: the periods are taken out of the limit (S2 article 12).
fn read_reserve(text: &str, limit: &str, inside: &str) -> Result<TimeControl, TimeControlError> {
    let (periods, period) = inside.split_once('x').ok_or_else(|| form(text))?;
    let limit = duration(limit)?;
    let (periods, period) = (count(periods)?, duration(period)?);
    let reserve = period.saturating_mul(u64::from(periods));
    if reserve >= limit {
        return Err(TimeControlError::Reserve { reserve, limit });
    }
    Ok(TimeControl::ByoYomi { main: limit - reserve, periods, period })
}

/// What follows the `+`: periods, a block or an increment.
fn read_overtime(text: &str, main: u64, overtime: &str) -> Result<TimeControl, TimeControlError> {
    let (body, cap) = match overtime.split_once('<') {
        Some((body, cap)) => (body, Some(duration(cap)?)),
        None => (overtime, None),
    };
    if let Some(increment) = body.strip_suffix("/move") {
        return Ok(TimeControl::Fischer { main, increment: duration(increment)?, cap });
    }
    if cap.is_some() {
        return Err(form(text));
    }
    if let Some((periods, period)) = body.split_once('x') {
        return Ok(TimeControl::ByoYomi { main, periods: count(periods)?, period: duration(period)? });
    }
    let (stones, block) = body.split_once('/').ok_or_else(|| form(text))?;
    Ok(TimeControl::Canadian { main, stones: count(stones)?, block: duration(block)? })
}

/// `5s/move` or `3d/move`: whoever writes days means correspondence.
fn read_per_move(allowance: &str) -> Result<TimeControl, TimeControlError> {
    let ms = duration(allowance)?;
    Ok(if allowance.contains('d') {
        TimeControl::Correspondence { allowance: ms }
    } else {
        TimeControl::Simple { allowance: ms }
    })
}

fn form(text: &str) -> TimeControlError {
    TimeControlError::Form(text.to_owned())
}

/// Reads `1h30m` as ms: each unit at most once, the largest first.
fn duration(text: &str) -> Result<u64, TimeControlError> {
    let bad = || TimeControlError::Duration(text.to_owned());
    let too_long = || TimeControlError::TooLongDuration(text.to_owned());
    if text == "0" {
        return Ok(0);
    }
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(TimeControlError::NoUnit(text.to_owned()));
    }
    let mut rest = text;
    let mut units = UNITS.iter();
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let (number, after) = split_while(rest, |c| c.is_ascii_digit());
        let (name, after) = split_while(after, |c| c.is_ascii_lowercase());
        if number.is_empty() {
            return Err(bad());
        }
        let &(_, unit) = units.find(|(unit, _)| *unit == name).ok_or_else(bad)?;
        let part = number.parse().ok().and_then(|number: u64| number.checked_mul(unit));
        total = part.and_then(|part| total.checked_add(part)).ok_or_else(too_long)?;
        rest = after;
    }
    if text.is_empty() { Err(bad()) } else { Ok(total) }
}

/// Splits off the longest prefix of characters that satisfy the predicate.
fn split_while(text: &str, keep: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !keep(c)).unwrap_or(text.len()))
}

/// Reads a count; digits only, since the standard parser also takes a sign.
fn count(text: &str) -> Result<u32, TimeControlError> {
    let bad = || TimeControlError::Count(text.to_owned());
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(bad());
    }
    text.parse().map_err(|_| bad())
}

impl TimeSetting {
    /// A value of this setting with its unit.
    pub(super) fn show(self, value: u64) -> String {
        match self {
            Self::Periods | Self::Stones => value.to_string(),
            Self::Correspondence => Days(value).to_string(),
            _ => Shown(value).to_string(),
        }
    }
}

impl fmt::Display for TimeSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Main => "main time",
            Self::Periods => "the number of periods",
            Self::Period => "a period",
            Self::Stones => "the moves of a block",
            Self::Block => "a block",
            Self::Increment => "an increment",
            Self::Cap => "the cap",
            Self::Simple => "the time for a move (write days for correspondence)",
            Self::Correspondence => "the time for a correspondence move",
        })
    }
}

/// A time left as on a clock's face: `0:05`, `29:59`, `1:29:59`, `2d 23:59:59`, rounded up to whole
/// seconds, so that `0:00` means that nothing is left.
struct Face(u64);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.div_ceil(SECOND);
        let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24);
        let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
        match (days, hours) {
            (0, 0) => write!(f, "{minutes}:{seconds:02}"),
            (0, _) => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
            _ => write!(f, "{days}d {hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

/// Overtime as on a clock's face: `5x1:00` or `25/10:00`.
struct Overtime<'a>(&'a Clock);

impl fmt::Display for Overtime<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let face = Face(self.0.period.unwrap_or(0));
        match (self.0.periods, self.0.stones) {
            (Some(periods), _) => write!(f, "{periods}x{face}"),
            (None, Some(stones)) => write!(f, "{stones}/{face}"),
            (None, None) => Ok(()),
        }
    }
}

impl fmt::Display for Clock {
    /// For people: `29:59 (5x1:00)` in main time, then `5x0:43`: periods left, the running one
    /// included. Canadian: `19:30 (25/10:00)`, then `12/4:31`: moves and time left in the block.
    /// Other systems `29:59`. Seconds are rounded up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_overtime = self.periods.is_some() || self.stones.is_some();
        match (has_overtime, self.main) {
            (false, main) => write!(f, "{}", Face(main)),
            (true, 0) => write!(f, "{}", Overtime(self)),
            (true, main) => write!(f, "{} ({})", Face(main), Overtime(self)),
        }
    }
}
