use super::*;

/// Every system, with the allowance of its first move.
const SYSTEMS: &[(&str, u64)] = &[
    ("1m", 60_000),
    ("1m+3x10s", 90_000),
    ("1m+5/20s", 80_000),
    ("1m+5s/move", 60_000),
    ("7s/move", 7_000),
    ("2d/move", 2 * 86_400_000),
];

#[test]
fn a_move_is_in_time_until_the_last_millisecond() {
    for (time, allowance) in SYSTEMS {
        for (take, in_time) in [(allowance - 1, true), (*allowance, false), (allowance + 1, false)] {
            let mut table = Table::new(&terms("9", time));
            table.wait(take);
            match table.play(BLACK, "E5") {
                Ended::Committed(_) => assert!(in_time, "{time} after {take}"),
                Ended::Late => assert!(!in_time, "{time} after {take}"),
                other => panic!("{time} after {take}: {other:?}"),
            }
        }
    }
}

#[test]
fn no_flag_is_early_and_none_needs_a_client() {
    for (time, allowance) in SYSTEMS {
        let mut table = Table::new(&terms("9", time));
        let quota = if table.game.time() == Time::Logical { LAG_QUOTA_MS } else { 0 };
        let grace = FLAG_GRACE_MS + quota;
        table.wait(allowance + grace - 1);
        assert_eq!(table.time_acts(), Ended::Time, "{time}");
        table.wait(1);
        assert_eq!(table.due.map(|due| due.when), Some(When::At(table.now)), "{time}: the store looks then");
        let Event::TimedOut { by: BLACK, .. } = table.time_acts().event() else { panic!("{time}") };
        assert_eq!(table.outcome(), "W+T");
        assert_eq!(table.play(BLACK, "E5").refused(), Code::GameOver);
    }
}

#[test]
fn the_first_deadline_a_move_has_is_full_each_time() {
    let mut table = Table::new(&terms("9", "1m+3x10s"));
    for vertex in ["C3", "G7", "C4", "G6"] {
        table.wait(65_000 / 4);
        table.plays(vertex);
    }
    // 32.5 s each are used; Black goes into byo-yomi.
    table.wait(30_000);
    table.plays("C5");
    assert_eq!(table.clock(BLACK).periods, Some(3), "a move within a full period is free");
    assert_eq!(table.clock(BLACK).main, 0);
    table.plays("G5");
    table.wait(20_000);
    table.plays("C6");
    assert_eq!(table.clock(BLACK).periods, Some(1));
    assert_eq!(table.clock(BLACK).period, Some(10_000), "the period is full again after a move");
}

#[test]
fn lag_is_given_back_only_as_far_as_it_is_explained() {
    let cases = [
        // claimed, measured, used, given
        (0, Some(200), 1_000, 0),
        (100, None, 1_000, 0),
        (100, Some(0), 1_000, 100),
        (10_000, Some(10), 1_000, 150),
        (10_000, Some(10_000), 1_000, LAG_QUOTA_MS),
        (10_000, Some(10_000), 50, 50),
    ];
    for (claimed, measured, thought, given) in cases {
        let mut table = Table::new(&terms("9", "1m"));
        table.claimed_lag = claimed;
        table.measured_rtt = measured;
        table.wait(thought);
        let Event::Play { time, .. } = table.play(BLACK, "E5").event() else { panic!() };
        assert_eq!((time.lag, time.used), (given, thought - given), "{claimed} {measured:?} {thought}");
        assert_eq!(table.clock(BLACK).main, 60_000 - time.used);
    }
}

#[test]
fn the_quota_loses_what_is_used_and_gains_a_little_each_move() {
    let mut table = Table::new(&terms("9", "1m"));
    table.claimed_lag = 10_000;
    table.measured_rtt = Some(10_000);
    let mut given = Vec::new();
    for n in 1..=6 {
        table.wait(1_000);
        let by = table.game.to_move();
        let Event::Play { time, .. } = table.play(by, &format!("{}{n}", if by == BLACK { 'C' } else { 'G' })).event()
        else {
            panic!()
        };
        given.push(time.lag);
    }
    assert_eq!(given, [300, 300, 100, 100, 100, 100]);
}

#[test]
fn a_move_that_arrived_in_time_is_in_time_however_slow_the_store_is() {
    let mut table = Table::new(&terms("9", "1m"));
    table.wait(59_999);
    let at = table.game.position();
    let command = Command::Play { vertex: "E5".parse().unwrap(), after: at.seq, head: at.head };
    let arrival = Arrival { logical: table.now, wall: table.now, claimed_lag: 0, measured_rtt: None };
    let decision = table.game.decide(BLACK, &"x".parse().unwrap(), &command, arrival).unwrap();
    table.wait(ARRIVAL_WINDOW_MS);
    let Event::Play { time, .. } = table.append(decision).event() else { panic!() };
    assert_eq!(time.used, 59_999, "he is charged up to his arrival");
    assert_eq!(table.game.since, table.now, "the opponent's clock starts at the commit");
}

#[test]
fn a_credit_moves_the_start_of_the_clock() {
    let mut table = Table::new(&terms("9", "1m"));
    table.wait(30_000);
    let credited = Event::Credited { to: BLACK, ms: 8_000 };
    let due =
        Due { time: Time::Logical, when: When::At(table.game.since + 8_000 + 60_000 + LAG_QUOTA_MS + FLAG_GRACE_MS) };
    table.append(Decision { event: credited, guard: Guard::None, due: Some(due), lifecycle: false }).event();
    table.wait(10_000);
    table.plays("E5");
    assert_eq!(table.clock(BLACK).main, 60_000 - 32_000);
    table.check_replay();
}

#[test]
fn a_game_without_a_clock_ends_when_nobody_touches_it() {
    let mut table = Table::new(&terms("9", "none"));
    table.wait(ABANDONED_AFTER_MS - 1);
    table.plays("E5");
    table.wait(ABANDONED_AFTER_MS - 1);
    assert_eq!(table.time_acts(), Ended::Time);
    table.wait(1);
    table.time_acts().event();
    assert_eq!(table.outcome(), "Void");
}

#[test]
fn a_seat_elsewhere_waits_longer() {
    // The store adds it; here only that the two graces are what the wire's documents say.
    assert_eq!((FLAG_GRACE_MS, FLAG_GRACE_ELSEWHERE_MS), (50, 10_000));
}

#[test]
fn a_snapshot_at_any_instant_is_right() {
    let mut table = Table::new(&terms("9", "1m+3x10s"));
    table.wait(75_000);
    let snapshot = table.game.snapshot(Sides::default());
    let clocks = snapshot.clocks.unwrap();
    let control: TimeControl = snapshot.setup.time;
    let shown = crate::clock::running(&control, &clocks.black, table.now - clocks.since);
    assert_eq!((shown.main, shown.periods, shown.period), (0, Some(2), Some(5_000)));
    assert_eq!(clocks.running, Some(BLACK));
}

fn shown(table: &Table) -> Sides<Clock> {
    let clocks = table.game.snapshot(Sides::default()).clocks.unwrap();
    assert_eq!((clocks.running, clocks.since), (None, table.game.since));
    Sides { black: clocks.black, white: clocks.white }
}

#[test]
fn a_game_that_ends_in_a_turn_shows_the_time_that_was_left_then() {
    let mut table = Table::new(&terms("9", "1m+3x10s"));
    table.wait(20_000);
    table.plays("E5");
    table.wait(75_000);
    // White thinks in his second period; Black resigns meanwhile.
    table.say(BLACK, Command::Resign).event();
    let clocks = shown(&table);
    assert_eq!((clocks.black.main, clocks.black.periods), (40_000, Some(3)), "Black's clock stood");
    assert_eq!((clocks.white.main, clocks.white.periods, clocks.white.period), (0, Some(2), Some(5_000)));
    table.wait(50_000);
    assert_eq!(shown(&table), clocks, "nothing runs any more");
    table.check_replay();
}

#[test]
fn the_side_to_move_that_resigns_has_the_time_of_its_thinking_charged() {
    let mut table = Table::new(&terms("9", "1m+5s/move"));
    table.wait(10_000);
    table.plays("E5");
    table.wait(12_345);
    table.say(WHITE, Command::Resign).event();
    assert_eq!((shown(&table).black.main, shown(&table).white.main), (55_000, 47_655));
}

#[test]
fn a_clock_shows_nothing_after_its_flag_has_fallen() {
    for (time, allowance) in SYSTEMS {
        let mut table = Table::new(&terms("9", time));
        let white = table.clock(WHITE);
        table.wait(allowance + LAG_QUOTA_MS + FLAG_GRACE_MS);
        table.time_acts().event();
        let Sides { black, white: stood } = shown(&table);
        assert_eq!(stood, white, "{time}");
        assert_eq!((black.main, black.periods.unwrap_or(0), black.period.unwrap_or(0)), (0, 0, 0), "{time}");
        assert_eq!(crate::clock::allowance(&table.game.setup.time, &black), Some(0), "{time}");
        table.check_replay();
    }
}

#[test]
fn a_stop_leaves_the_clocks_as_the_pass_left_them() {
    for (time, _) in SYSTEMS {
        let mut table = Table::new(&terms("9", time));
        table.wait(3_000);
        table.plays("pass");
        table.wait(4_000);
        table.plays("pass");
        let clocks = Sides { black: table.clock(BLACK), white: table.clock(WHITE) };
        assert_eq!(shown(&table), clocks, "{time}");
        table.wait(60_000);
        table.say(BLACK, Command::Accept { revision: 0 }).event();
        table.say(WHITE, Command::Accept { revision: 0 }).event();
        assert_eq!(shown(&table), clocks, "{time}: nobody's clock ran while stones were marked");
    }
}

#[test]
fn sizes_are_read_as_people_write_them() {
    assert_eq!("13x9".parse::<Size>().unwrap(), Size::new(13, 9).unwrap());
}

#[test]
fn placing_handicap_stones_runs_the_clock_but_makes_no_move() {
    for (time, left) in [("10m+15s/move", None), ("0s+5/60s", Some(5))] {
        let mut free = terms("9", time);
        (free.handicap, free.placement) = (2, Placement::Free);
        let mut table = Table::new(&free);
        table.claimed_lag = 10_000;
        table.measured_rtt = Some(10_000);
        let mut given = Vec::new();
        for vertex in ["C3", "G7"] {
            table.wait(2_300);
            let Event::Handicap { time, .. } = table.play(BLACK, vertex).event() else { panic!() };
            given.push(time.lag);
        }
        assert_eq!(given, [LAG_QUOTA_MS, 0], "{time}: a stone gains no quota");
        let black = table.clock(BLACK);
        let spent = if black.main > 0 { 600_000 - black.main } else { 60_000 - black.period.unwrap() };
        assert_eq!(spent, 4_300, "{time}: the time runs");
        assert_eq!(black.stones, left, "{time}: no move of the block is made");
        table.check_replay();
    }
}
