//! Days and times for people, in the time zone of their machine; and reading what they type.

use jiff::{Timestamp, ZonedDateTime, civil::DateTime, tz::TimeZone};
use tengen_protocol::ResumeAt;

/// A set time: as it is where this person is, and as it was said where that is another time of day.
pub(crate) fn shown(at: &ResumeAt) -> String {
    let here = TimeZone::system();
    // a zone that this machine does not know says nothing to this person
    let there = at.zone.as_deref().and_then(|name| TimeZone::get(name).ok());
    shown_in(at.resume_at, here, there)
}

fn shown_in(ms: u64, here: TimeZone, there: Option<TimeZone>) -> String {
    let local = in_zone(ms, here);
    let name = there.as_ref().and_then(TimeZone::iana_name).map(str::to_owned);
    match there.map(|zone| in_zone(ms, zone)).zip(name) {
        Some((said, zone)) if said != local => format!("{local} ({said} {zone})"),
        _ => local,
    }
}

/// An instant, ms since 1970, as it is where this person is.
pub(crate) fn local(ms: u64) -> String {
    in_zone(ms, TimeZone::system())
}

/// The name of this machine's time zone, where it has one.
pub(crate) fn own_zone() -> Option<String> {
    TimeZone::system().iana_name().map(str::to_owned)
}

/// The instant, ms since 1970, that a person writes: RFC 3339, or a day with or without a time, in the zone
/// that follows, else in `zone` by its IANA name, else here. Nothing if it is none.
pub(crate) fn instant(text: &str, zone: Option<&str>) -> Option<u64> {
    let text = text.trim();
    let exact = text.parse::<Timestamp>().or_else(|_| text.parse::<ZonedDateTime>().map(|at| at.timestamp()));
    let at = match exact {
        Ok(at) => at,
        Err(_) => {
            let (written, zone) = match text.rsplit_once(' ') {
                Some((written, named)) if !named.starts_with(|first: char| first.is_ascii_digit()) => {
                    (written.trim_end(), Some(named))
                }
                _ => (text, zone),
            };
            let zone = zone.map_or_else(|| Ok(TimeZone::system()), TimeZone::get).ok()?;
            let at: DateTime = written.parse().ok()?;
            at.to_zoned_datetime(zone).ok()?.timestamp()
        }
    };
    u64::try_from(at.as_millisecond()).ok()
}

fn in_zone(ms: u64, zone: TimeZone) -> String {
    let instant = i64::try_from(ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    // no other instant is made by a server
    instant.map_or_else(
        || format!("{ms} ms"),
        |instant| instant.to_zoned_datetime(zone).strftime("%Y-%m-%d %H:%M %:z").to_string(),
    )
}

/// A time as it is sent: RFC 3339 as it is, or `2026-12-01 10:00` here or in the zone that follows.
/// Nothing if it is none.
pub(crate) fn typed(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (day, time, zone) = match *words.as_slice() {
        [whole] => {
            let is_day = whole.starts_with(|first: char| first.is_ascii_digit());
            return (is_day && whole.contains(['T', 't'])).then(|| whole.to_owned());
        }
        [day, time] => (day, time, TimeZone::system()),
        [day, time, zone] => (day, time, TimeZone::get(zone).ok()?),
        _ => return None,
    };
    let at: DateTime = format!("{day}T{time}").parse().ok()?;
    Some(at.to_zoned_datetime(zone).ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_typed_with_or_without_a_zone() {
        assert_eq!(
            typed("2026-12-01 10:00 Asia/Shanghai").as_deref(),
            Some("2026-12-01T10:00:00+08:00[Asia/Shanghai]")
        );
        assert_eq!(typed("2026-12-01T10:00:00Z").as_deref(), Some("2026-12-01T10:00:00Z"));
        assert!(typed("2026-12-01 10:00").is_some());
        for bad in ["tomorrow", "10:00", "2026-12-01 25:00", "2026-12-01 10:00 Nowhere/City", "a b c d"] {
            assert_eq!(typed(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_instant_is_written_in_a_zone_of_its_own_or_of_others() {
        let ten = Some(1_796_090_400_000);
        for (text, zone) in [
            ("2026-12-01T02:00:00Z", None),
            ("2026-12-01T10:00:00+08:00", Some("Europe/Berlin")),
            ("2026-12-01 10:00", Some("Asia/Shanghai")),
            ("2026-12-01 10:00 Asia/Shanghai", Some("Europe/Berlin")),
            ("2026-12-01T10:00:00+08:00[Asia/Shanghai]", None),
        ] {
            assert_eq!(instant(text, zone), ten, "{text}");
        }
        assert_eq!(instant("2026-12-01", Some("Asia/Shanghai")), ten.map(|ms| ms - 36_000_000));
        for bad in ["", "tomorrow", "10:00", "2026-12-01 25:00", "2026-12-01 10:00 Nowhere/City", "1950-01-01"] {
            assert_eq!(instant(bad, None), None, "{bad}");
        }
        assert_eq!(instant("2026-12-01 10:00", Some("Nowhere/City")), None);
    }

    #[test]
    fn a_time_is_shown_across_daylight_saving_time() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        assert_eq!(in_zone(1_806_195_599_000, berlin.clone()), "2027-03-28 01:59 +01:00");
        assert_eq!(in_zone(1_806_195_600_000, berlin), "2027-03-28 03:00 +02:00");
    }

    #[test]
    fn a_time_is_also_shown_as_it_was_said() {
        let zone = |name: &str| TimeZone::get(name).unwrap();
        let shown = |there| shown_in(1_796_090_400_000, zone("Europe/Berlin"), there);
        assert_eq!(shown(None), "2026-12-01 03:00 +01:00");
        let said = "2026-12-01 03:00 +01:00 (2026-12-01 10:00 +08:00 Asia/Shanghai)";
        assert_eq!(shown(Some(zone("Asia/Shanghai"))), said);
        assert_eq!(shown(Some(zone("Europe/Paris"))), "2026-12-01 03:00 +01:00", "the same time of day");
    }
}
