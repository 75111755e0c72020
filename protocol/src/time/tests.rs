//! The short form there and back, the limits on both sides of each edge, and the clock's face.

use super::{text::read, *};
use proptest::prelude::*;

fn parsed(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn error(text: &str) -> String {
    text.parse::<TimeControl>().unwrap_err().to_string()
}

const fn byo_yomi(main: u64, periods: u32, period: u64) -> TimeControl {
    TimeControl::ByoYomi { main, periods, period }
}

#[test]
fn every_system_has_a_short_form() {
    let table = [
        ("none", TimeControl::None),
        ("1h", TimeControl::Absolute { main: HOUR }),
        ("1s", TimeControl::Absolute { main: SECOND }),
        ("30m+5x60s", byo_yomi(30 * MINUTE, 5, MINUTE)),
        ("1h55m+5x60s", byo_yomi(115 * MINUTE, 5, MINUTE)),
        ("0s+3x30s", byo_yomi(0, 3, 30 * SECOND)),
        ("20m+25/10m", TimeControl::Canadian { main: 20 * MINUTE, stones: 25, block: 10 * MINUTE }),
        ("10m+15s/move", TimeControl::Fischer { main: 10 * MINUTE, increment: 15 * SECOND, cap: None }),
        ("10m+1s500ms/move<20m", TimeControl::Fischer { main: 10 * MINUTE, increment: 1_500, cap: Some(20 * MINUTE) }),
        ("5s/move", TimeControl::Simple { allowance: 5_000 }),
        ("3d/move", TimeControl::Correspondence { allowance: 3 * DAY }),
        ("1d12h/move", TimeControl::Correspondence { allowance: 36 * HOUR }),
    ];
    for (text, control) in table {
        assert_eq!(parsed(text), control);
        assert_eq!(control.to_string(), text);
    }
}

#[test]
fn other_spellings_are_read_and_printed_plainly() {
    for (text, plain) in [
        ("2h(5x60s)", "1h55m+5x60s"),
        ("2h(5x1m)", "1h55m+5x60s"),
        ("120m(5x60s)", "1h55m+5x60s"),
        ("90m", "1h30m"),
        ("1m", "60s"),
        ("0+5x30s", "0s+5x30s"),
        ("0m+10/5m", "0s+10/5m"),
        (" 1d ", "24h"),
        ("3600000ms", "1h"),
    ] {
        assert_eq!(parsed(text).to_string(), plain);
    }
}

#[test]
fn days_make_a_correspondence_game() {
    for (text, wall) in [("1d/move", true), ("none", true), ("1h/move", false), ("1h", false), ("1h+5x60s", false)] {
        assert_eq!(parsed(text).runs_on_wall_time(), wall, "{text}");
    }
    assert!(error("24h/move").contains("write days for correspondence"));
}

#[test]
fn a_reserve_as_long_as_the_limit_is_refused() {
    assert_eq!(parsed("5m1ms(5x60s)"), byo_yomi(1, 5, MINUTE));
    assert_eq!(error("5m(5x60s)"), "the reserved 5m must be shorter than the limit of 5m");
    assert!(matches!("4m(5x60s)".parse::<TimeControl>(), Err(TimeControlError::Reserve { .. })));
    assert!(matches!("1h(4294967295x5000000000h)".parse::<TimeControl>(), Err(TimeControlError::Reserve { .. })));
}

#[test]
fn nonsense_is_refused_with_what_to_write() {
    for text in [
        "",
        "-1s",
        "1",
        "h",
        "1h1h",
        "1s1m",
        "5x60s",
        "30m+",
        "30m+5",
        "30m+x60s",
        "30m+5x",
        "30m+5x60",
        "30m+-5x60s",
        "30m++5x60s",
        "30m+5x60s<1h",
        "10m+15s",
        "10m+/move",
        "/move",
        "10m+15s/move<",
        "10m<20m",
        "2h(5x60s",
        "2h5x60s)",
        "2h()",
        "1.5h",
        "1H",
        "30 m",
        "+5x60s",
        "１h",
        "None",
        "20m+25/",
        "20m+/10m",
        "30m+4294967296x60s",
        "18446744073709551616ms",
        "5124095576031h",
        "1h/move/move",
    ] {
        let said = error(text);
        assert!(said.contains("write"), "{text}: {said}");
    }
    assert_eq!(
        error("30m+5x1.5h"),
        "duration '1.5h': write whole numbers with d, h, m, s or ms, the largest unit first, like 1h30m"
    );
    assert_eq!(error("10"), "duration '10': write its unit; did you mean 10m or 10s?");
    assert_eq!(error("30m+5x60"), "duration '60': write its unit; did you mean 60m or 60s?");
    for long in ["18446744073709551616ms", "5124095576031h", "99999999999999999999999999h1m"] {
        assert_eq!(
            error(long),
            format!("duration '{long}' is too long: write 24h at most, or up to 30d for each move")
        );
    }
    assert_eq!(error(&"1".repeat(65)), "a time control may have at most 64 characters");
    assert!(error(&"1".repeat(64)).starts_with("duration"));
}

#[test]
fn limits_hold_at_both_edges() {
    for (inside, outside, setting) in [
        ("1s", "999ms", TimeSetting::Main),
        ("24h", "24h1ms", TimeSetting::Main),
        ("1s", "0", TimeSetting::Main),
        ("24h+1x1s", "24h1ms+1x1s", TimeSetting::Main),
        ("0+1x1s", "0+0x1s", TimeSetting::Periods),
        ("0+60x1s", "0+61x1s", TimeSetting::Periods),
        ("0+1x1s", "0+1x999ms", TimeSetting::Period),
        ("0+1x1h", "0+1x1h1ms", TimeSetting::Period),
        ("24h+1/1s", "24h1ms+1/1s", TimeSetting::Main),
        ("0+1/1s", "0+0/1s", TimeSetting::Stones),
        ("0+100/1s", "0+101/1s", TimeSetting::Stones),
        ("0+1/1s", "0+1/999ms", TimeSetting::Block),
        ("0+1/4h", "0+1/4h1ms", TimeSetting::Block),
        ("1s+1s/move", "999ms+1s/move", TimeSetting::Main),
        ("24h+1s/move", "24h1ms+1s/move", TimeSetting::Main),
        ("1s+100ms/move", "1s+99ms/move", TimeSetting::Increment),
        ("1s+1h/move", "1s+1h1ms/move", TimeSetting::Increment),
        ("1s+1s/move<1s", "1s+1s/move<999ms", TimeSetting::Cap),
        ("1s+1s/move<24h", "1s+1s/move<24h1ms", TimeSetting::Cap),
        ("100ms/move", "99ms/move", TimeSetting::Simple),
        ("1h/move", "1h1ms/move", TimeSetting::Simple),
        ("1d/move", "0d23h/move", TimeSetting::Correspondence),
        ("30d/move", "30d1ms/move", TimeSetting::Correspondence),
    ] {
        assert_eq!(parsed(inside).validate(), Ok(()));
        match outside.parse::<TimeControl>() {
            Err(TimeControlError::Limit { setting: seen, .. }) => {
                assert_eq!(seen, setting, "{outside}");
            }
            other => panic!("{outside}: {other:?}"),
        }
    }
}

#[test]
fn limit_errors_name_the_value_and_what_is_allowed() {
    for (text, said) in [
        ("0", "main time must be 1s to 24h, not 0s"),
        ("25h", "main time must be 1s to 24h, not 25h"),
        ("1h+61x60s", "the number of periods must be 1 to 60, not 61"),
        ("1h+5x10ms", "a period must be 1s to 1h, not 10ms"),
        ("1h+0/10m", "the moves of a block must be 1 to 100, not 0"),
        ("1h+5s/move<25h", "the cap must be 1s to 24h, not 25h"),
        ("31d/move", "the time for a correspondence move must be 1d to 30d, not 31d"),
    ] {
        assert_eq!(error(text), said);
    }
}

#[test]
fn a_stored_control_outside_the_limits_is_still_read() {
    let json = r#"{"system":"absolute","main":999999999999}"#;
    let control: TimeControl = serde_json::from_str(json).unwrap();
    assert!(control.validate().is_err());
    assert_eq!(serde_json::to_string(&control).unwrap(), json);
}

#[test]
fn the_face_of_a_clock() {
    let main = |main| Clock { main, ..Clock::default() };
    for (ms, face) in [
        (0, "0:00"),
        (1, "0:01"),
        (1_000, "0:01"),
        (1_001, "0:02"),
        (59_001, "1:00"),
        (1_799_000, "29:59"),
        (3_599_001, "1:00:00"),
        (5_399_000, "1:29:59"),
        (3 * DAY, "3d 0:00:00"),
        (3 * DAY - 1_000, "2d 23:59:59"),
    ] {
        assert_eq!(main(ms).to_string(), face);
    }
    let mut clock = Clock { main: 1_798_001, periods: Some(5), stones: None, period: Some(MINUTE) };
    assert_eq!(clock.to_string(), "29:59 (5x1:00)");
    (clock.main, clock.period) = (0, Some(42_001));
    assert_eq!(clock.to_string(), "5x0:43");
    (clock.periods, clock.period) = (Some(0), Some(0));
    assert_eq!(clock.to_string(), "0x0:00");
    (clock.periods, clock.stones, clock.period) = (None, Some(12), Some(271_000));
    assert_eq!(clock.to_string(), "12/4:31");
    clock.main = 1;
    assert_eq!(clock.to_string(), "0:01 (12/4:31)");
    let _ = main(u64::MAX).to_string();
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    let ms = || prop_oneof![any::<u64>(), 0..200_000_000_u64, (0..5_000_u64).prop_map(|s| s * SECOND)];
    prop_oneof![
        Just(TimeControl::None),
        ms().prop_map(|main| TimeControl::Absolute { main }),
        (ms(), any::<u32>(), ms()).prop_map(|(main, periods, period)| byo_yomi(main, periods, period)),
        (ms(), any::<u32>(), ms()).prop_map(|(main, stones, block)| TimeControl::Canadian { main, stones, block }),
        (ms(), ms(), proptest::option::of(ms()))
            .prop_map(|(main, increment, cap)| { TimeControl::Fischer { main, increment, cap } }),
        ms().prop_map(|allowance| TimeControl::Simple { allowance }),
        ms().prop_map(|allowance| TimeControl::Correspondence { allowance }),
    ]
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(control in any_control()) {
        let text = control.to_string();
        prop_assert_eq!(read(&text), Ok(control));
        if control.validate().is_ok() {
            prop_assert!(text.len() < 48, "{}", text);
            prop_assert_eq!(text.parse(), Ok(control));
        } else {
            prop_assert!(text.parse::<TimeControl>().is_err());
        }
    }

    #[test]
    fn json_is_read_back(control in any_control()) {
        let json = serde_json::to_string(&control).unwrap();
        prop_assert_eq!(serde_json::from_str::<TimeControl>(&json).unwrap(), control);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}|[0-9dhmsx/+<()a-z]{0,30}") {
        let _ = text.parse::<TimeControl>();
    }
}
