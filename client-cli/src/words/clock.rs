//! Time in words: time controls, what a clock shows, and what a time keeper calls out. Pure.

use super::Words;
use crate::t;
use tengen_protocol::{Clock, TimeControl};

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Below this a duration is said in seconds: players say "60 seconds" and not "1 minute".
const SECONDS_BELOW: u64 = 2 * MINUTE;

/// A duration of a setting, in ms: `10 min`, `1 h 30 min`, `60 s`.
pub(crate) fn duration(words: Words, ms: u64) -> String {
    if ms == 0 {
        return t!(words, "duration-seconds", n = 0);
    }
    let (mut left, mut said): (u64, Option<String>) = (ms, None);
    for unit in [DAY, HOUR, MINUTE, SECOND, 1] {
        let n = left / unit;
        if n == 0 || (ms < SECONDS_BELOW && unit > SECOND) {
            continue;
        }
        left %= unit;
        let part = match unit {
            DAY => t!(words, "duration-days", n = n),
            HOUR => t!(words, "duration-hours", n = n),
            MINUTE => t!(words, "duration-minutes", n = n),
            SECOND => t!(words, "duration-seconds", n = n),
            _ => t!(words, "duration-milliseconds", n = n),
        };
        said = Some(match said {
            Some(larger) => t!(words, "duration-and", larger = larger, smaller = part),
            None => part,
        });
    }
    said.unwrap_or_default()
}

/// How long something may last, in ms, rounded up to what one counts it in: `5 minutes`, `90 seconds`.
pub(crate) fn within(words: Words, ms: u64) -> String {
    let seconds = ms.div_ceil(SECOND);
    match seconds {
        0..=180 => t!(words, "within-seconds", n = seconds),
        181..=10_800 => t!(words, "within-minutes", n = seconds.div_ceil(60)),
        10_801..=259_200 => t!(words, "within-hours", n = seconds.div_ceil(3_600)),
        _ => t!(words, "within-days", n = seconds.div_ceil(86_400)),
    }
}

/// A time control for people: `10 min + 3x30 s`, `10 分，读秒 3 次×30 秒`.
pub(crate) fn time_control(words: Words, time: &TimeControl) -> String {
    let last = |ms: u64| duration(words, ms);
    match *time {
        TimeControl::None => t!(words, "time-none"),
        TimeControl::Absolute { main } => t!(words, "time-absolute", main = last(main)),
        TimeControl::ByoYomi { main: 0, periods, period } => {
            t!(words, "time-byo_yomi-only", periods = periods, period = last(period))
        }
        TimeControl::ByoYomi { main, periods, period } => {
            t!(words, "time-byo_yomi", main = last(main), periods = periods, period = last(period))
        }
        TimeControl::Canadian { main: 0, stones, block } => {
            t!(words, "time-canadian-only", stones = stones, block = last(block))
        }
        TimeControl::Canadian { main, stones, block } => {
            t!(words, "time-canadian", main = last(main), stones = stones, block = last(block))
        }
        TimeControl::Fischer { main, increment, cap: None } => {
            t!(words, "time-fischer", main = last(main), increment = last(increment))
        }
        TimeControl::Fischer { main, increment, cap: Some(cap) } => {
            t!(words, "time-fischer-cap", main = last(main), increment = last(increment), cap = last(cap))
        }
        TimeControl::Simple { allowance } => t!(words, "time-simple", allowance = last(allowance)),
        TimeControl::Correspondence { allowance } => {
            t!(words, "time-correspondence", allowance = last(allowance))
        }
    }
}

/// What a clock shows, seconds rounded up: `29:59 (5x1:00)` in main time, then `5x0:43`, periods left
/// with the running one; Canadian `12/4:31`, moves and time of the block; days in words.
pub(crate) fn clock(words: Words, clock: &Clock) -> String {
    let seconds = clock.main.div_ceil(SECOND);
    let days = seconds / 86_400;
    if days == 0 {
        return clock.to_string();
    }
    let time = format!("{}:{:02}:{:02}", seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    let main = t!(words, "clock-days", days = days, time = time);
    if clock.periods.is_none() && clock.stones.is_none() {
        return main;
    }
    format!("{main} ({})", Clock { main: 0, ..*clock })
}

/// What a time keeper calls out in byo-yomi (读秒).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Main time is over.
    Begins {
        /// How many periods there are.
        periods: u32,
    },
    /// So many seconds of the period have gone.
    Seconds(u64),
    /// A period was lost.
    Left {
        /// How many are left, the running one included.
        periods: u32,
    },
    /// So many seconds are left of the last period, at most ten.
    Last(u64),
}

/// What is left of a period, in seconds, when the seconds that have gone are called: of a minute 30,
/// 40, 50, 55 and 58 s.
const CALLED_AT_LEFT: [u64; 5] = [30, 20, 10, 5, 2];

/// The seconds of the last period that are counted one by one.
const COUNTED: u64 = 10;

/// What is to be called between two looks at the same side's running clock. When several calls of one
/// period have passed between them, because nobody looked, only the last is due.
pub(crate) fn calls(time: &TimeControl, before: &Clock, now: &Clock) -> Vec<Call> {
    let TimeControl::ByoYomi { period, .. } = *time else { return Vec::new() };
    let (Some(had), Some(has), Some(left)) = (before.periods, now.periods, now.period) else { return Vec::new() };
    if now.main > 0 || has == 0 {
        return Vec::new();
    }
    let mut due = Vec::new();
    if has < had {
        due.push(Call::Left { periods: has });
    } else if before.main > 0 {
        due.push(Call::Begins { periods: has });
    }
    // A period that began in between was whole; after a move it is whole again.
    let was = if due.is_empty() { before.period.unwrap_or(period) } else { period };
    let passed = |seconds: u64| left <= seconds * SECOND && seconds * SECOND < was && seconds * SECOND < period;
    let counted = (1..=COUNTED).find(|seconds| has == 1 && passed(*seconds)).map(Call::Last);
    let gone = |left: u64| Call::Seconds((period - left * SECOND) / SECOND);
    let called =
        || CALLED_AT_LEFT.into_iter().rev().find(|left| passed(*left) && (has > 1 || *left > COUNTED)).map(gone);
    due.extend(counted.or_else(called));
    due
}

/// A call in words: `30 seconds`, `2 periods left`, `nine`.
pub(crate) fn call(words: Words, call: Call) -> String {
    match call {
        Call::Begins { periods } => t!(words, "call-begins", periods = periods),
        Call::Seconds(seconds) => t!(words, "call-seconds", seconds = seconds),
        Call::Left { periods } => t!(words, "call-left", periods = periods),
        Call::Last(seconds) => t!(words, "call-last", seconds = seconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    fn minute() -> (TimeControl, impl Fn(u64) -> Clock) {
        let time: TimeControl = "10s+3x60s".parse().unwrap();
        (time, move |elapsed| time.running(&time.initial().unwrap(), elapsed))
    }

    /// All calls of a clock that is looked at every 200 ms, with the seconds since the start.
    fn heard(until: u64) -> Vec<(u64, Call)> {
        let (time, at) = minute();
        let steps = (0..until).step_by(200);
        steps
            .flat_map(|ms| calls(&time, &at(ms), &at(ms + 200)).into_iter().map(move |call| ((ms + 200) / 1000, call)))
            .collect()
    }

    #[test]
    fn a_period_is_called_as_the_regulations_say() {
        let of_a_period = |start: u64| [30, 40, 50, 55, 58].map(|s| (start + s, Call::Seconds(s))).to_vec();
        let mut expected = vec![(10, Call::Begins { periods: 3 })];
        expected.extend(of_a_period(10));
        expected.push((70, Call::Left { periods: 2 }));
        expected.extend(of_a_period(70));
        expected.push((130, Call::Left { periods: 1 }));
        expected.extend([30, 40].map(|s| (130 + s, Call::Seconds(s))));
        expected.extend((1..=10).rev().map(|left| (190 - left, Call::Last(left))));
        assert_eq!(heard(200_000), expected);
    }

    #[test]
    fn nothing_is_called_twice_late_or_after_a_move() {
        let (time, at) = minute();
        assert_eq!(calls(&time, &at(0), &at(9_999)), []);
        assert_eq!(calls(&time, &at(40_000), &at(40_000)), []);
        assert_eq!(calls(&time, &at(11_000), &at(66_000)), [Call::Seconds(55)], "only the last of several");
        assert_eq!(calls(&time, &at(0), &at(190_000)), [], "the flag has fallen");
        let (spent, whole) = (at(65_000), at(10_000));
        assert_eq!(calls(&time, &spent, &whole), [], "a move has made the period whole again");
        let other: TimeControl = "10s+3/60s".parse().unwrap();
        assert_eq!(calls(&other, &at(0), &at(40_000)), []);
    }

    #[test]
    fn short_periods_have_the_calls_that_fit() {
        let time: TimeControl = "0+2x20s".parse().unwrap();
        let at = |elapsed| time.running(&time.initial().unwrap(), elapsed);
        let heard: Vec<Call> = (0..40_000).step_by(500).flat_map(|ms| calls(&time, &at(ms), &at(ms + 500))).collect();
        let mut expected = vec![Call::Seconds(10), Call::Seconds(15), Call::Seconds(18), Call::Left { periods: 1 }];
        expected.extend((1..=10).rev().map(Call::Last));
        assert_eq!(heard, expected);
    }

    #[test]
    fn calls_and_clocks_are_said_in_each_language() {
        let [english, simplified, traditional] = Language::ALL.map(|language| Words::of(language, false));
        assert_eq!([1, 30].map(|seconds| call(english, Call::Seconds(seconds))), ["1 second", "30 seconds"]);
        assert_eq!(call(english, Call::Left { periods: 1 }), "1 period left");
        assert_eq!([call(english, Call::Last(9)), call(simplified, Call::Last(9))], ["nine", "九"]);
        assert_eq!(call(simplified, Call::Left { periods: 2 }), "还有 2 次读秒");
        assert_eq!(call(traditional, Call::Begins { periods: 5 }), "開始讀秒，共 5 次");
        for (short, en, hans) in [
            ("none", "no clock", "不限时"),
            ("1h30m", "1 h 30 min", "每方 1 小时 30 分"),
            ("10m+3x30s", "10 min + 3x30 s", "10 分，读秒 3 次×30 秒"),
            ("0+5x60s", "5x60 s", "读秒 5 次×60 秒"),
            ("20m+25/10m", "20 min + 25 moves in 10 min", "20 分，之后每 10 分 25 手"),
            ("10m+15s/move<20m", "10 min + 15 s a move, at most 20 min", "10 分，每手加 15 秒，最多 20 分"),
            ("500ms/move", "500 ms a move", "每手 500 毫秒"),
            ("3d/move", "3 days a move", "每手 3 天"),
        ] {
            let time: TimeControl = short.parse().unwrap();
            assert_eq!((time_control(english, &time).as_str(), time_control(simplified, &time).as_str()), (en, hans));
        }
        let shown = Clock { main: 2 * DAY - 1, ..Clock::default() };
        assert_eq!([clock(english, &shown), clock(simplified, &shown)], ["2d 0:00:00", "2 天 0:00:00"]);
        let shown = Clock { main: 0, periods: Some(3), stones: None, period: Some(42_001) };
        assert_eq!(clock(traditional, &shown), "3x0:43");
        let times = [1_000, 90_000, 300_000, 7_200_000, 14_400_000, 1_296_000_000].map(|ms| within(english, ms));
        assert_eq!(times, ["1 second", "90 seconds", "5 minutes", "120 minutes", "4 hours", "15 days"]);
    }
}
