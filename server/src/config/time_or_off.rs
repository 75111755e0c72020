//! A time or none, as an operator writes it: `7d`, `36h`, or `off`.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};

/// What may stand behind the number, and its seconds; the largest first.
const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

/// The longest time: ten years.
const MOST_SECONDS: u64 = 3_650 * 86_400;

/// How long something takes or lasts, if it is done at all: when finished games leave for the archive after
/// their last event, how long talk is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOrOff {
    /// After this time, 1 s to 3650 days.
    After(Duration),
    /// It is not done.
    Off,
}

impl TimeOrOff {
    /// When finished games leave for the archive, unless it is said otherwise.
    pub const ARCHIVE_AFTER: Self = Self::After(Duration::from_secs(7 * 86_400));

    /// How long talk is kept, unless it is said otherwise.
    pub const TALK_KEEP: Self = Self::After(Duration::from_secs(30 * 86_400));

    /// The time, if there is one.
    #[must_use]
    pub const fn duration(self) -> Option<Duration> {
        match self {
            Self::After(time) => Some(time),
            Self::Off => None,
        }
    }
}

impl FromStr for TimeOrOff {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if matches!(text, "off" | "0") {
            return Ok(Self::Off);
        }
        let read = || {
            let unit = text.chars().next_back()?;
            let (_, seconds) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
            let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
            number.checked_mul(seconds).filter(|seconds| (1..=MOST_SECONDS).contains(seconds))
        };
        let time = read().map(|seconds| Self::After(Duration::from_secs(seconds)));
        time.ok_or_else(|| "write a whole number with d, h, m or s, such as 7d, up to 3650d; or off".to_owned())
    }
}

impl fmt::Display for TimeOrOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::After(time) = self else { return f.write_str("off") };
        let seconds = time.as_secs();
        let fits = UNITS.into_iter().find(|(_, unit)| seconds.is_multiple_of(*unit));
        let (name, unit) = fits.unwrap_or(('s', 1));
        write!(f, "{}{name}", seconds / unit)
    }
}

impl Serialize for TimeOrOff {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeOrOff {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_printed() {
        for (text, seconds) in [("1s", 1), ("90s", 90), ("36h", 129_600), ("7d", 604_800), ("3650d", MOST_SECONDS)] {
            let time: TimeOrOff = text.parse().unwrap();
            assert_eq!(time.duration(), Some(Duration::from_secs(seconds)));
            assert_eq!(time.to_string(), text);
        }
        assert_eq!("24h".parse::<TimeOrOff>().unwrap().to_string(), "1d");
        for off in ["off", "0"] {
            let off: TimeOrOff = off.parse().unwrap();
            assert_eq!((off.duration(), off.to_string().as_str()), (None, "off"));
        }
        assert_eq!([TimeOrOff::ARCHIVE_AFTER, TimeOrOff::TALK_KEEP].map(|time| time.to_string()), ["7d", "30d"]);
        for bad in ["", "7", "d", "0s", "3651d", "-1d", "1.5h", "1h30m", "7 d", "7天", "99999999999999999999s"] {
            assert!(bad.parse::<TimeOrOff>().is_err(), "{bad}");
        }
    }
}
