//! When an adjourned game goes on, as people say it: RFC 3339 with an offset or, by RFC 9557, a zone.
//!
//! Here is the database of time zones; behind it there are only ms. What is said must be one instant: a
//! time that a change to daylight-saving time skips, and an offset that the zone has not then, are refused.

use jiff::{Timestamp, ZonedDateTime};
use tengen_protocol::{Code, ResumeAt, Why, WireError, limits};

/// Reads it; whether it is in the future is for the game to say.
pub(super) fn read(text: &str) -> Result<ResumeAt, WireError> {
    if text.len() > limits::RESUME_AT_BYTES {
        return Err(bad("it is too long"));
    }
    let (instant, zone) = if text.contains('[') {
        let zoned: ZonedDateTime = text.parse().map_err(bad)?;
        (zoned.timestamp(), zoned.time_zone().iana_name().map(str::to_owned))
    } else {
        (text.parse::<Timestamp>().map_err(bad)?, None)
    };
    let resume_at = u64::try_from(instant.as_millisecond()).map_err(|_| bad("it is before 1970"))?;
    Ok(ResumeAt { resume_at, zone })
}

fn bad(why: impl std::fmt::Display) -> WireError {
    let message = format!("a time is RFC 3339 with an offset, as 2026-12-01T10:00:00+08:00[Asia/Shanghai]: {why}");
    WireError::new(Code::BadResumeAt, message).why(Why::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds since 1970, from `date -u -d .. +%s`.
    fn read_s(text: &str) -> Result<(u64, Option<String>), Code> {
        read(text).map(|read| (read.resume_at / 1000, read.zone)).map_err(|error| error.code)
    }

    #[test]
    fn a_time_is_read_with_its_offset_or_zone() {
        for (text, seconds, zone) in [
            ("2026-12-01T10:00:00+08:00", 1_796_090_400, None),
            ("2026-12-01T02:00:00Z", 1_796_090_400, None),
            ("2026-12-01T10:00:00+08:00[Asia/Shanghai]", 1_796_090_400, Some("Asia/Shanghai")),
        ] {
            assert_eq!(read_s(text), Ok((seconds, zone.map(str::to_owned))), "{text}");
        }
        assert_eq!(read("2026-12-01T02:00:00.250Z").unwrap().resume_at, 1_796_090_400_250);
    }

    #[test]
    fn across_a_change_to_and_from_daylight_saving_time() {
        let berlin = || Some("Europe/Berlin".to_owned());
        // 2027-03-28 02:00 CET is 03:00 CEST; 2027-10-31 03:00 CEST is 02:00 CET
        assert_eq!(read_s("2027-03-28T01:59:59+01:00[Europe/Berlin]"), Ok((1_806_195_599, berlin())));
        assert_eq!(read_s("2027-03-28T03:00:00+02:00[Europe/Berlin]"), Ok((1_806_195_600, berlin())));
        assert_eq!(read_s("2027-03-28T02:30:00+01:00[Europe/Berlin]"), Err(Code::BadResumeAt), "skipped");
        assert_eq!(read_s("2027-03-28T10:00:00+01:00[Europe/Berlin]"), Err(Code::BadResumeAt), "not its offset then");
        assert_eq!(read_s("2027-10-31T02:30:00+02:00[Europe/Berlin]"), Ok((1_824_942_600, berlin())), "the first");
        assert_eq!(read_s("2027-10-31T02:30:00+01:00[Europe/Berlin]"), Ok((1_824_946_200, berlin())), "the second");
    }

    #[test]
    fn what_is_no_instant_is_refused() {
        let long = format!("2026-12-01T10:00:00+08:00[{}]", "x".repeat(limits::RESUME_AT_BYTES));
        for bad in [
            "",
            "tomorrow",
            "2026-12-01T10:00:00",
            "2026-12-01",
            "2026-13-01T10:00:00Z",
            "1969-12-31T23:59:59Z",
            "2026-12-01T10:00:00+08:00[Nowhere/City]",
            "2026-12-01T10:00:00[",
            &long,
        ] {
            let error = read(bad).unwrap_err();
            assert_eq!((error.code, error.why), (Code::BadResumeAt, Some(Why::Malformed)), "{bad}");
        }
    }
}
