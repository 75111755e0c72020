//! Each boundary of each system by name, at -1, 0 and +1 ms; each test that begins with `seen_`
//! stands for a fault reported of another server.

use super::*;

const MINUTE: u64 = 60_000;

fn control(text: &str) -> TimeControl {
    text.parse().expect("a valid short form")
}

/// A clock in its last stretch before `spent` ms: the side's clock at the start, after thinking.
fn after_thinking(control: &TimeControl, spent: u64) -> Clock {
    interrupted(control, &initial(control).expect("a clock"), spent)
}

fn byo_yomi_clock(main: u64, periods: u32, period: u64) -> Clock {
    Clock { main, periods: Some(periods), stones: None, period: Some(period) }
}

fn canadian_clock(main: u64, stones: u32, period: u64) -> Clock {
    Clock { main, periods: None, stones: Some(stones), period: Some(period) }
}

const fn undone(moves: u32, added: u64) -> Undone {
    Undone { moves, added }
}

fn main_clock(main: u64) -> Clock {
    Clock { main, ..Clock::default() }
}

/// The flag's boundary, whatever the system: 1 ms before is in time, at and after it are not.
fn assert_flag_at(control: &TimeControl, clock: &Clock, end: u64) {
    assert_eq!(allowance(control, clock), Some(end));
    assert!(after_move(control, clock, end - 1).is_ok());
    for late in [end, end + 1] {
        let flag = Flag { allowance_ms: end, elapsed_ms: late };
        assert_eq!(after_move(control, clock, late), Err(flag));
        assert_eq!(allowance(control, &running(control, clock, late)), Some(0));
    }
}

#[test]
fn initial_clocks() {
    assert_eq!(initial(&TimeControl::None), None);
    for (text, clock) in [
        ("1h", main_clock(60 * MINUTE)),
        ("10m+15s/move", main_clock(10 * MINUTE)),
        ("5s/move", main_clock(5_000)),
        ("3d/move", main_clock(3 * 24 * 60 * MINUTE)),
        ("2h(5x60s)", byo_yomi_clock(115 * MINUTE, 5, MINUTE)),
        ("20m+25/10m", canadian_clock(20 * MINUTE, 25, 10 * MINUTE)),
    ] {
        assert_eq!(initial(&control(text)), Some(clock), "{text}");
    }
}

#[test]
fn the_flag_of_every_system() {
    for (text, end) in [
        ("1h", 60 * MINUTE),
        ("10m+15s/move", 10 * MINUTE),
        ("5s/move", 5_000),
        ("3d/move", 3 * 24 * 60 * MINUTE),
        ("30m+5x60s", 35 * MINUTE),
        ("0+1x30s", 30_000),
        ("20m+25/10m", 30 * MINUTE),
        ("0+1/1s", 1_000),
    ] {
        let control = control(text);
        assert_flag_at(&control, &initial(&control).expect("a clock"), end);
    }
}

#[test]
fn no_clock_never_falls() {
    let control = TimeControl::None;
    let clock = Clock::default();
    assert_eq!(allowance(&control, &clock), None);
    assert_eq!(after_move(&control, &clock, u64::MAX), Ok(clock));
}

#[test]
fn absolute_only_counts_down() {
    let control = control("1h");
    let clock = initial(&control).expect("a clock");
    let clock = after_move(&control, &clock, 59 * MINUTE).expect("in time");
    assert_eq!(clock, main_clock(MINUTE));
    let clock = after_move(&control, &clock, 0).expect("in time");
    assert_eq!(clock, main_clock(MINUTE));
    assert_flag_at(&control, &clock, MINUTE);
}

#[test]
fn a_move_under_a_full_minute_is_free() {
    let control = control("30m+5x60s");
    let clock = byo_yomi_clock(0, 5, MINUTE);
    for (elapsed, periods) in [
        (0, 5),
        (59_999, 5),
        (60_000, 4),
        (60_001, 4),
        (119_999, 4),
        (120_000, 3),
        (120_001, 3),
        (239_999, 2),
        (240_000, 1),
        (299_999, 1),
    ] {
        assert_eq!(after_move(&control, &clock, elapsed), Ok(byo_yomi_clock(0, periods, MINUTE)), "{elapsed}");
    }
    assert_flag_at(&control, &clock, 300_000);
    assert_flag_at(&control, &byo_yomi_clock(0, 1, MINUTE), MINUTE);
}

#[test]
fn only_the_excess_counts_where_main_time_ends() {
    let control = control("30m+5x60s");
    let clock = byo_yomi_clock(10_000, 5, MINUTE);
    for (elapsed, left) in [
        (9_999, byo_yomi_clock(1, 5, MINUTE)),
        (10_000, byo_yomi_clock(0, 5, MINUTE)),
        (10_001, byo_yomi_clock(0, 5, MINUTE)),
        (69_999, byo_yomi_clock(0, 5, MINUTE)),
        (70_000, byo_yomi_clock(0, 4, MINUTE)),
        (75_000, byo_yomi_clock(0, 4, MINUTE)),
    ] {
        assert_eq!(after_move(&control, &clock, elapsed), Ok(left), "{elapsed}");
    }
}

#[test]
fn a_canadian_block_starts_when_main_time_ends() {
    let control = control("20m+25/10m");
    let block = 10 * MINUTE;
    let clock = canadian_clock(5_000, 25, block);
    for (elapsed, left) in [
        (4_999, canadian_clock(1, 25, block)),
        (5_000, canadian_clock(0, 24, block)),
        (5_001, canadian_clock(0, 24, block - 1)),
    ] {
        assert_eq!(after_move(&control, &clock, elapsed), Ok(left), "{elapsed}");
    }
}

#[test]
fn the_last_move_of_a_canadian_block_brings_a_fresh_one() {
    let control = control("20m+3/10m");
    let block = 10 * MINUTE;
    let mut clock = canadian_clock(0, 3, block);
    for left in [canadian_clock(0, 2, 9 * MINUTE), canadian_clock(0, 1, 8 * MINUTE), canadian_clock(0, 3, block)] {
        clock = after_move(&control, &clock, MINUTE).expect("in time");
        assert_eq!(clock, left);
    }
    let last = canadian_clock(0, 1, 2_000);
    assert_flag_at(&control, &last, 2_000);
    assert_eq!(after_move(&control, &last, 1_999), Ok(canadian_clock(0, 3, block)));
}

#[test]
fn a_canadian_block_of_one_move() {
    let control = control("0+1/30s");
    let clock = initial(&control).expect("a clock");
    assert_eq!(after_move(&control, &clock, 29_999), Ok(clock));
    assert_flag_at(&control, &clock, 30_000);
}

#[test]
fn fischer_adds_after_every_move_the_first_too() {
    let control = control("10m+15s/move");
    let clock = initial(&control).expect("a clock");
    let clock = after_move(&control, &clock, 5_000).expect("in time");
    assert_eq!(clock, main_clock(10 * MINUTE + 10_000));
    assert_eq!(after_move(&control, &main_clock(1_000), 999), Ok(main_clock(15_001)));
    assert_flag_at(&control, &main_clock(1_000), 1_000);
}

#[test]
fn a_fischer_cap_bounds_the_increment_but_takes_nothing() {
    let capped = control("10m+15s/move<20m");
    let cap = 20 * MINUTE;
    for (had, elapsed, left) in [
        (cap - 15_001, 0, cap - 1),
        (cap - 15_000, 0, cap),
        (cap - 14_999, 0, cap),
        (cap - 1, 0, cap),
        (cap, 0, cap),
        (cap + 1, 0, cap + 1),
        (cap + 1, 1, cap),
        (cap + 1, 2, cap),
    ] {
        let clock = after_move(&capped, &main_clock(had), elapsed);
        assert_eq!(clock, Ok(main_clock(left)), "{had} {elapsed}");
    }
}

#[test]
fn simple_gives_the_full_allowance_to_each_move() {
    for text in ["5s/move", "3d/move"] {
        let control = control(text);
        let full = initial(&control).expect("a clock");
        for elapsed in [0, 1, full.main - 1] {
            assert_eq!(after_move(&control, &full, elapsed), Ok(full));
        }
        assert_flag_at(&control, &full, full.main);
    }
}

#[test]
fn seen_a_clock_below_zero() {
    for text in ["1s", "1s+1x1s", "1s+1/1s", "1s+1s/move", "1s/move", "1d/move"] {
        let control = control(text);
        let clock = initial(&control).expect("a clock");
        let shown = running(&control, &clock, u64::MAX);
        assert_eq!((shown.main, shown.period.unwrap_or(0)), (0, 0), "{text}");
        assert_eq!(shown.periods.unwrap_or(0), 0);
        assert_eq!(allowance(&control, &shown), Some(0));
    }
}

#[test]
fn seen_a_period_that_was_not_reset_after_a_move_in_time() {
    let control = control("0+3x30s");
    let mut clock = initial(&control).expect("a clock");
    for _ in 0..100 {
        clock = after_move(&control, &clock, 29_999).expect("in time");
        assert_eq!(clock, byo_yomi_clock(0, 3, 30_000));
    }
    clock = after_move(&control, &clock, 30_000).expect("in time");
    assert_eq!(clock, byo_yomi_clock(0, 2, 30_000));
}

#[test]
fn seen_periods_that_were_not_rolled_over_in_a_snapshot() {
    let control = control("10s+5x60s");
    let clock = initial(&control).expect("a clock");
    for (elapsed, shown) in [
        (9_999, byo_yomi_clock(1, 5, MINUTE)),
        (10_000, byo_yomi_clock(0, 5, MINUTE)),
        (10_001, byo_yomi_clock(0, 5, MINUTE - 1)),
        (69_999, byo_yomi_clock(0, 5, 1)),
        (70_000, byo_yomi_clock(0, 4, MINUTE)),
        (70_001, byo_yomi_clock(0, 4, MINUTE - 1)),
        (250_000, byo_yomi_clock(0, 1, MINUTE)),
        (309_999, byo_yomi_clock(0, 1, 1)),
        (310_000, byo_yomi_clock(0, 0, 0)),
        (310_001, byo_yomi_clock(0, 0, 0)),
    ] {
        assert_eq!(running(&control, &clock, elapsed), shown, "{elapsed}");
    }
}

#[test]
fn seen_a_pause_that_refilled_or_froze_the_wrong_thing() {
    for (text, thought, left) in [
        ("1h", MINUTE, main_clock(59 * MINUTE)),
        ("10m+15s/move", MINUTE, main_clock(9 * MINUTE)),
        ("5s/move", 4_999, main_clock(1)),
        ("1d/move", 1, main_clock(24 * 60 * MINUTE - 1)),
        ("10s+5x60s", 80_000, byo_yomi_clock(0, 4, 50_000)),
        ("10s+3/60s", 30_000, canadian_clock(0, 3, 40_000)),
    ] {
        let control = control(text);
        let paused = after_thinking(&control, thought);
        assert_eq!(paused, left, "{text}");
        assert_eq!(interrupted(&control, &paused, 0), paused, "{text}");
    }
    let control = control("10s+5x60s");
    let paused = after_thinking(&control, 80_000);
    for (elapsed, periods) in [(49_999, 4), (50_000, 3), (50_001, 3)] {
        assert_eq!(
            after_move(&control, &paused, elapsed),
            Ok(byo_yomi_clock(0, periods, MINUTE)),
            "the started period goes on after the pause"
        );
    }
}

#[test]
fn seen_an_undo_that_killed_or_refilled_a_clock_in_byo_yomi() {
    let control = control("10s+5x60s");
    let thinking = after_thinking(&control, 80_000);
    for moves in [0, 1, 200] {
        assert_eq!(
            after_undo(&control, &thinking, undone(moves, 0)),
            byo_yomi_clock(0, 4, MINUTE),
            "a full period, no period back, no main time back"
        );
    }
    let last = byo_yomi_clock(0, 1, 1);
    assert_eq!(after_undo(&control, &last, undone(1, 0)), byo_yomi_clock(0, 1, MINUTE));
    let in_main = byo_yomi_clock(7_000, 5, MINUTE);
    assert_eq!(after_undo(&control, &in_main, undone(3, 0)), in_main);
}

#[test]
fn an_undo_asks_for_the_canadian_moves_again() {
    let control = control("10s+5/60s");
    for (left, moves, again) in [(3, 0, 3), (3, 1, 4), (3, 2, 5), (3, 3, 5), (3, u32::MAX, 5)] {
        let clock = canadian_clock(0, left, 20_000);
        assert_eq!(after_undo(&control, &clock, undone(moves, 0)), canadian_clock(0, again, 20_000));
    }
}

#[test]
fn an_undo_takes_fischer_increments_back_but_not_the_game() {
    let plain = control("10m+15s/move");
    for (had, added, left) in [
        (MINUTE, 0, MINUTE),
        (MINUTE, 15_000, 45_000),
        (MINUTE, 45_000, 15_000),
        (MINUTE, 60_000, 15_000),
        (29_999, 15_000, 15_000),
        (30_000, 15_000, 15_000),
        (30_001, 15_000, 15_001),
        (4_000, 15_000, 4_000),
        (MINUTE, u64::MAX, 15_000),
    ] {
        assert_eq!(after_undo(&plain, &main_clock(had), undone(9, added)), main_clock(left), "{had} {added}");
    }
}

#[test]
fn under_a_cap_only_what_was_added_is_taken_back() {
    let capped = control("10m+15s/move<10m");
    // The first move is instant and adds nothing, the second took 4 s and adds 4 s.
    let full = main_clock(10 * MINUTE);
    let mut given = 0;
    let mut clock = full;
    for elapsed in [0, 4_000] {
        let after = after_move(&capped, &clock, elapsed).expect("in time");
        given += added(&clock, elapsed, &after);
        clock = after;
    }
    assert_eq!((clock, given), (full, 4_000));
    assert_eq!(after_undo(&capped, &clock, undone(2, given)), main_clock(10 * MINUTE - 4_000));
    // Above the cap nothing is ever added.
    let above = main_clock(11 * MINUTE);
    let after = after_move(&capped, &above, 1_000).expect("in time");
    assert_eq!(added(&above, 1_000, &after), 0);
}

#[test]
fn a_handicap_stone_is_no_move() {
    for (text, clock, elapsed, after) in [
        ("10m", main_clock(10 * MINUTE), 4_000, main_clock(596_000)),
        ("10m+15s/move", main_clock(10 * MINUTE), 4_000, main_clock(596_000)),
        ("5s/move", main_clock(5_000), 4_000, main_clock(5_000)),
        ("3d/move", main_clock(3 * 24 * 60 * MINUTE), 4_000, main_clock(3 * 24 * 60 * MINUTE)),
        ("0s+5x60s", byo_yomi_clock(0, 5, MINUTE), 59_999, byo_yomi_clock(0, 5, MINUTE)),
        ("0s+5x60s", byo_yomi_clock(0, 5, MINUTE), 60_000, byo_yomi_clock(0, 4, MINUTE)),
        ("0s+5/60s", canadian_clock(0, 5, MINUTE), 4_000, canadian_clock(0, 5, 56_000)),
    ] {
        assert_eq!(after_stone(&control(text), &clock, elapsed), Ok(after), "{text}");
    }
    assert!(after_stone(&control("5s/move"), &main_clock(5_000), 5_000).is_err());
}

#[test]
fn an_undo_changes_nothing_where_moves_give_nothing() {
    let clock = main_clock(1_000);
    assert_eq!(after_undo(&control("1h"), &clock, undone(9, 0)), clock);
    assert_eq!(after_undo(&TimeControl::None, &clock, undone(9, 0)), clock);
    assert_eq!(after_undo(&control("5s/move"), &clock, undone(9, 0)), main_clock(5_000));
}

#[test]
fn a_clock_with_main_time_only_has_all_its_overtime() {
    let ruled = main_clock(1_000);
    assert_flag_at(&control("10s+5x60s"), &ruled, 301_000);
    assert_flag_at(&control("10s+5/60s"), &ruled, 61_000);
}
