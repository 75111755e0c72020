//! What stands on the clocks' faces, and when it changes. Pure.
//!
//! Seconds are rounded up, so that nobody loses with a second showing; periods include the running one.

use super::{GameScreen, Link};
use crate::{
    game_view::GameView,
    screen::Effect,
    t,
    words::{
        Words,
        clock::{call, calls},
    },
};
use std::time::{Duration, Instant};
use tengen_protocol::{Clock, Colour, Phase};

/// A second in ms.
const SECOND: u64 = 1_000;

/// Time that is left, rounded up: `1:02:03`, `12:34`, `0:07`.
pub(super) fn left(ms: u64) -> String {
    face(ms.div_ceil(SECOND))
}

/// Time that a move took, rounded down: `0:07`, `1h02`.
pub(super) fn used(ms: u64) -> String {
    let seconds = ms / SECOND;
    match seconds / 3_600 {
        0 => face(seconds),
        hours => format!("{hours}h{:02}", seconds / 60 % 60),
    }
}

fn face(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// A clock in few cells: main time and what follows it, or what is left of the overtime.
pub(super) fn text(words: Words, clock: &Clock) -> String {
    let main = left(clock.main);
    match (clock.period, clock.periods, clock.stones) {
        // The flag has fallen.
        (_, Some(0), _) => main,
        (Some(period), Some(periods), _) if clock.main > 0 => {
            t!(words, "screen-clock-main-periods", main = main, periods = periods, period = left(period))
        }
        (Some(period), Some(periods), _) => {
            t!(words, "screen-clock-periods", periods = periods, period = left(period))
        }
        (Some(block), None, Some(stones)) if clock.main > 0 => {
            t!(words, "screen-clock-main-block", main = main, stones = stones, block = left(block))
        }
        (Some(block), None, Some(stones)) => t!(words, "screen-clock-block", stones = stones, block = left(block)),
        _ => main,
    }
}

/// How long until a face that shows this time changes.
fn until_change(ms: u64) -> Duration {
    Duration::from_millis(match ms {
        0 => SECOND,
        ms => (ms - 1) % SECOND + 1,
    })
}

/// The running time of a game: of the clock that runs, or until dead stones must be confirmed.
fn running(view: &GameView, now: Instant) -> Option<u64> {
    if view.phase == Phase::Scoring {
        return view.until_deadline(now);
    }
    let clocks = view.clocks(now)?;
    let clock = clocks.of(view.running()?);
    Some(if clock.main > 0 { clock.main } else { clock.period.unwrap_or(0) })
}

impl GameScreen {
    /// The clock that runs, and whose it is.
    fn running_clock(&self, now: Instant) -> Option<(Colour, Clock)> {
        let view = self.view.as_ref()?;
        let side = view.running()?;
        Some((side, *view.clocks(now)?.of(side)))
    }

    /// From now on calls are due of what the clock shows later.
    pub(super) fn start_calling(&mut self, now: Instant) {
        self.looked = self.running_clock(now);
        self.call = None;
    }

    /// Calls the time that has come since the last look; the bell rings for one's own.
    pub(super) fn call_time(&mut self, now: Instant) -> Vec<Effect> {
        let looked = self.running_clock(now);
        let before = std::mem::replace(&mut self.looked, looked);
        let (Some(view), Some((was, before)), Some((side, clock))) = (&self.view, before, looked) else {
            return Vec::new();
        };
        let due = if was == side { calls(&view.setup.time, &before, &clock) } else { Vec::new() };
        if due.is_empty() {
            return Vec::new();
        }
        let said: Vec<String> = due.into_iter().map(|due| call(self.look.words, due)).collect();
        self.call = Some((side, said.join("  ")));
        if self.me() == Some(side) { vec![Effect::Bell] } else { Vec::new() }
    }
}

/// When the screen must be drawn again by itself.
pub(super) fn next_tick(screen: &GameScreen, now: Instant) -> Option<Duration> {
    let game = screen.view.as_deref().and_then(|view| running(view, now)).map(until_change);
    let link = match &screen.link {
        Link::Lost { retry_at, .. } if *retry_at > now => {
            let ms = u64::try_from(retry_at.duration_since(now).as_millis()).unwrap_or(u64::MAX);
            Some(until_change(ms))
        }
        Link::Lost { .. } | Link::Up => None,
    };
    game.into_iter().chain(link).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_rounded_up_and_time_used_down() {
        for (ms, shown) in [(0, "0:00"), (1, "0:01"), (1_000, "0:01"), (1_001, "0:02"), (60_000, "1:00")] {
            assert_eq!(left(ms), shown, "{ms}");
        }
        assert_eq!((left(3_599_001), left(3_600_001)), ("1:00:00".into(), "1:00:01".into()));
        assert_eq!([used(59_999), used(60_000), used(3_723_000)], ["0:59", "1:00", "1h02"]);
    }

    #[test]
    fn a_face_is_drawn_again_when_it_changes() {
        for (ms, wait) in [(2_500, 500), (2_000, 1_000), (2_001, 1), (0, 1_000), (1, 1)] {
            assert_eq!(until_change(ms), Duration::from_millis(wait), "{ms}");
        }
    }

    #[test]
    fn clocks_say_what_is_left_of_each_part() {
        let words = Words::english();
        let byo_yomi =
            |main, periods, period| Clock { main, periods: Some(periods), stones: None, period: Some(period) };
        assert_eq!(text(words, &byo_yomi(59_001, 3, 30_000)), "1:00 + 3x0:30");
        assert_eq!(text(words, &byo_yomi(0, 3, 12_500)), "0:13, 3 periods");
        assert_eq!(text(words, &byo_yomi(0, 1, 12_500)), "0:13, last period");
        assert_eq!(text(words, &byo_yomi(0, 0, 0)), "0:00");
        let canadian = |main| Clock { main, periods: None, stones: Some(25), period: Some(600_000) };
        assert_eq!(text(words, &canadian(1_000)), "0:01 + 25 in 10:00");
        assert_eq!(text(words, &canadian(0)), "10:00 for 25 moves");
        assert_eq!(text(words, &Clock { main: 5_000, ..Clock::default() }), "0:05");
    }
}
