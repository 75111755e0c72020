//! What an engine is told about time: settings once a game, what is left before each move.
//!
//! Engines count whole seconds: everything is rounded down, so an engine never believes that it has
//! more than it has, and nothing is negative. Plain GTP knows absolute time and Canadian overtime
//! only; other systems are told as the Canadian one that never promises too much, unless the engine
//! lists a command that can say it.

use tengen_protocol::{Clock, Colour, TimeControl};

/// How an engine understands byo-yomi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByoYomi {
    /// Only Canadian: a period is a block of one move.
    AsCanadian,
    /// `kgs-time_settings byoyomi`; the last number of `time_left` is that of the periods.
    Kgs,
}

/// An engine that plays by days would think by days: it is told so much for a move, seconds.
const CORRESPONDENCE_SECONDS: u64 = 60;

/// The command that tells the time control.
pub(crate) fn settings(control: &TimeControl, can_kgs: bool) -> (String, ByoYomi) {
    let canadian =
        |main: u64, block: u64, stones: u32| format!("time_settings {} {} {stones}", main / 1000, block / 1000);
    let command = match *control {
        TimeControl::None if can_kgs => "kgs-time_settings none".into(),
        // Overtime of no moves means no limit (GTP 2, 4.2).
        TimeControl::None => "time_settings 0 1 0".into(),
        TimeControl::Absolute { main } => canadian(main, 0, 0),
        TimeControl::ByoYomi { main, periods, period } if can_kgs => {
            let command = format!("kgs-time_settings byoyomi {} {} {periods}", main / 1000, period / 1000);
            return (command, ByoYomi::Kgs);
        }
        TimeControl::ByoYomi { main, period, .. } => canadian(main, period, 1),
        TimeControl::Canadian { main, stones, block } => canadian(main, block, stones),
        TimeControl::Fischer { main, increment, .. } => canadian(main.saturating_sub(increment), increment, 1),
        TimeControl::Simple { allowance } => canadian(0, allowance, 1),
        TimeControl::Correspondence { .. } => format!("time_settings 0 {CORRESPONDENCE_SECONDS} 1"),
    };
    (command, ByoYomi::AsCanadian)
}

/// The command that tells what a side has left; nothing without a clock.
pub(crate) fn left(control: &TimeControl, clock: &Clock, colour: Colour, byo_yomi: ByoYomi) -> Option<String> {
    let (ms, stones) = match *control {
        TimeControl::None => return None,
        TimeControl::Absolute { .. } => (clock.main, 0),
        TimeControl::ByoYomi { .. } | TimeControl::Canadian { .. } if clock.main > 0 => (clock.main, 0),
        TimeControl::ByoYomi { .. } => {
            let stones = match byo_yomi {
                ByoYomi::Kgs => clock.periods.unwrap_or(1),
                ByoYomi::AsCanadian => 1,
            };
            (clock.period.unwrap_or(0), stones)
        }
        TimeControl::Canadian { .. } => (clock.period.unwrap_or(0), clock.stones.unwrap_or(1)),
        TimeControl::Fischer { increment, .. } if clock.main > increment => (clock.main - increment, 0),
        TimeControl::Fischer { .. } | TimeControl::Simple { .. } => (clock.main, 1),
        TimeControl::Correspondence { .. } => (clock.main.min(CORRESPONDENCE_SECONDS * 1000), 1),
    };
    Some(format!("time_left {colour} {} {stones}", ms / 1000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn settings_of_every_system() {
        for (text, kgs, command) in [
            ("none", false, "time_settings 0 1 0"),
            ("none", true, "kgs-time_settings none"),
            ("1h", false, "time_settings 3600 0 0"),
            ("30m+5x60s", false, "time_settings 1800 60 1"),
            ("30m+5x60s", true, "kgs-time_settings byoyomi 1800 60 5"),
            ("20m+25/10m", true, "time_settings 1200 600 25"),
            ("10m+15s/move", false, "time_settings 585 15 1"),
            ("5s/move", false, "time_settings 0 5 1"),
            ("3d/move", false, "time_settings 0 60 1"),
        ] {
            assert_eq!(settings(&control(text), kgs).0, command, "{text}");
        }
    }

    #[test]
    fn what_is_left_is_rounded_down() {
        let byo_yomi = control("30m+5x60s");
        let clock = Clock { main: 1999, periods: Some(5), stones: None, period: Some(60_000) };
        let told = |clock: &Clock, how| left(&byo_yomi, clock, Colour::Black, how);
        assert_eq!(told(&clock, ByoYomi::Kgs).unwrap(), "time_left black 1 0");
        let over = Clock { main: 0, periods: Some(3), period: Some(59_999), stones: None };
        assert_eq!(told(&over, ByoYomi::Kgs).unwrap(), "time_left black 59 3");
        assert_eq!(told(&over, ByoYomi::AsCanadian).unwrap(), "time_left black 59 1");
        let fischer = Clock { main: 20_500, ..Clock::default() };
        let told = left(&control("10m+15s/move"), &fischer, Colour::White, ByoYomi::AsCanadian);
        assert_eq!(told.unwrap(), "time_left white 5 0");
        assert_eq!(left(&TimeControl::None, &clock, Colour::Black, ByoYomi::Kgs), None);
    }

    proptest! {
        /// Whatever the clock, an engine hears of no more time than there is, and never of less
        /// than nothing.
        #[test]
        fn never_too_much_and_never_negative(ms in 0u64..4_000_000, system in 0usize..7) {
            let text = ["1h", "30m+5x60s", "20m+25/10m", "10m+15s/move", "5s/move", "3d/move", "2h(5x60s)"][system];
            let control = control(text);
            let Some(start) = control.initial() else { return Ok(()) };
            let clock = control.running(&start, ms);
            let told = left(&control, &clock, Colour::Black, ByoYomi::Kgs).unwrap();
            let seconds: u64 = told.split(' ').nth(2).unwrap().parse().unwrap();
            prop_assert!(seconds * 1000 <= control.allowance(&clock).unwrap(), "{told} of {clock:?}");
        }
    }
}
