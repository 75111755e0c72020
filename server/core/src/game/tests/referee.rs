//! What a referee orders, with the numbers of the regulations.

mod colours;
mod random;
mod repetition;

use super::*;
use tengen_protocol::{EndReason, GivenResult, Loser, NewClock, Order, Point, Rule, Ruling, limits};

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|point| point.parse().unwrap()).collect()
}

impl Table {
    fn rule(&mut self, order: Order) -> Ended {
        self.commands += 1;
        let at = self.game.position();
        let id = format!("r{}", self.commands).parse().unwrap();
        self.rule_as("ref", &id, &Rule { order, reason: Reason::Device, text: None, after: at.seq, head: at.head })
    }

    fn rule_as(&mut self, referee: &str, id: &CommandId, rule: &Rule) -> Ended {
        let arrival = Arrival { logical: self.now, wall: self.now, ..Arrival::default() };
        match self.game.rule(&referee.parse().unwrap(), id, rule, arrival) {
            Ok(decision) => self.append(decision),
            Err(refusal) => Ended::Refused(Box::new(refusal)),
        }
    }

    /// The same game at another table.
    fn copy(&self) -> Self {
        let (game, stored, secret) = (self.game.clone(), self.stored.clone(), self.secret.clone());
        Self { game, stored, secret, ..*self }
    }

    fn result(&self) -> (&str, EndReason) {
        let outcome = self.game.outcome().expect("finished");
        (&outcome.result, outcome.reason)
    }

    /// Two passes, resumed by one side, and two again: a final stop.
    fn final_stop(&mut self) {
        self.plays("pass pass");
        self.say(BLACK, Command::Resume).event();
        self.plays("pass pass");
    }
}

fn game(time: &str) -> Table {
    Table::new(&terms("9", time))
}

#[test]
fn the_second_warning_loses_and_only_that_of_the_same_side() {
    let mut table = game("10m");
    table.rule(Order::Warn { side: BLACK }).event();
    table.rule(Order::Warn { side: WHITE }).event();
    assert_eq!(table.game.phase(), Phase::Playing);
    table.rule(Order::Warn { side: BLACK }).event();
    assert_eq!(table.result(), ("W+F", EndReason::Forfeit));
    table.check_replay();
    assert_eq!(table.rule(Order::Warn { side: WHITE }).refused(), Code::GameOver);
}

#[test]
fn black_with_185_points_and_a_warning_loses_by_half_a_point() {
    // 19x19: column K is Black's with everything to its left and 14 points of the next: 185 to 176.
    let mut table = Table::new(&terms("19", "none"));
    let black = (1..=19).map(|row| format!("J{row}")).chain((1..=14).map(|row| format!("K{row}")));
    let white = (1..=19).map(|row| format!("L{row}")).chain((15..=19).map(|row| format!("K{row}")));
    table.plays("A1 pass");
    let (black, white) = (black.collect::<Vec<_>>().join(" "), white.collect::<Vec<_>>().join(" "));
    let edit = Order::Edit { remove: points("A1"), black: points(&black), white: points(&white), to_move: Some(BLACK) };
    table.rule(edit).event();
    for warned in [false, true] {
        let mut table = table.copy();
        if warned {
            table.rule(Order::Warn { side: BLACK }).event();
        }
        table.plays("pass pass");
        let revision = table.game.snapshot(Sides::default()).scoring.unwrap().revision;
        for by in [BLACK, WHITE] {
            table.say(by, Command::Accept { revision }).event();
        }
        assert_eq!(table.game.outcome().unwrap().count.unwrap().black, 185);
        assert_eq!(table.outcome(), if warned { "W+0.5" } else { "B+1.5" });
        table.check_replay();
    }
}

#[test]
fn a_warning_voids_what_was_accepted() {
    let mut table = game("10m");
    table.plays("E5 pass pass");
    table.say(BLACK, Command::Accept { revision: 0 }).event();
    table.wait(299_000);
    let before = table.game.snapshot(Sides::default()).scoring.unwrap();
    table.rule(Order::Warn { side: WHITE }).event();
    let scoring = table.game.snapshot(Sides::default()).scoring.unwrap();
    assert_eq!((scoring.revision, scoring.accepted), (1, Sides::default()));
    assert_eq!(scoring.deadline, before.deadline + 59_000, "there is time to look at it");
    // acceptances of before it, on their way
    for by in [WHITE, BLACK] {
        let refusal = table.say(by, Command::Accept { revision: 0 }).refusal();
        assert_eq!((refusal.code, refusal.revision), (Code::StaleMarks, Some(1)));
    }
    assert_eq!(table.game.phase(), Phase::Scoring);
    // a mark goes on from there, and so does the next stop
    table.say(BLACK, Command::Mark { vertex: "E5".parse().unwrap(), dead: true, revision: 1 }).event();
    table.say(BLACK, Command::Resume).event();
    table.plays("pass pass");
    assert_eq!(table.game.snapshot(Sides::default()).scoring.unwrap().revision, 3);
    table.rule(Order::Warn { side: BLACK }).event();
    for by in [WHITE, BLACK] {
        table.say(by, Command::Accept { revision: 4 }).event();
    }
    assert_eq!(table.game.phase(), Phase::Finished);
    table.check_replay();
}

#[test]
fn a_warning_leaves_no_stop_longer_than_ten_minutes() {
    let mut table = game("10m");
    table.plays("E5 pass pass");
    let began = table.now;
    for warned in [BLACK, WHITE] {
        table.wait(295_000);
        table
            .say(
                BLACK,
                Command::Mark {
                    vertex: "E5".parse().unwrap(),
                    dead: warned == BLACK,
                    revision: if warned == BLACK { 0 } else { 2 },
                },
            )
            .event();
        table.rule(Order::Warn { side: warned }).event();
    }
    assert!(table.game.snapshot(Sides::default()).scoring.unwrap().deadline <= began + 600_000);
    table.check_replay();
}

#[test]
fn a_referee_who_lets_play_go_on_from_a_pause_leaves_it_paid_for() {
    let edit = || Order::Edit { remove: vec![], black: vec![], white: vec![], to_move: None };
    for order in [edit(), Order::Restart, Order::TakeBack { moves: 1, black: None, white: None }, Order::Resume] {
        let mut table = game("10m");
        table.plays("E5");
        let before = table.game.breaks.pause_left;
        table.agree(Proposal::Pause);
        table.wait(60_000);
        table.rule(order.clone()).event();
        let left = table.game.snapshot(Sides::default()).pause_left;
        assert_eq!((table.game.phase(), left), (Phase::Playing, before - 60_000), "{order:?}");
        table.plays("D5");
        // what a referee has stopped costs nothing, and a pause is paid for as far as it went
        table.agree(Proposal::Pause);
        table.wait(5_000);
        table.rule(Order::Suspend).event();
        table.wait(3_600_000);
        table.rule(order.clone()).event();
        assert_eq!(table.game.snapshot(Sides::default()).pause_left, before - 65_000, "{order:?}");
        table.check_replay();
    }
}

#[test]
fn a_game_has_so_many_rulings_and_can_then_still_be_ended() {
    let mut table = game("10m");
    table.rule(Order::Warn { side: BLACK }).event();
    table.rule(Order::Suspend).event();
    while table.game.rulings < limits::RULINGS {
        table.rule(Order::Clocks { black: None, white: None }).event();
    }
    let refusal = table.rule(Order::Clocks { black: None, white: None }).refusal();
    assert_eq!((refusal.code, refusal.limit.unwrap().max), (Code::GameLimit, limits::RULINGS.into()));
    assert_eq!(table.rule(Order::Warn { side: WHITE }).refused(), Code::GameLimit);
    table.rule(Order::Resume).event();
    table.plays("E5");
    assert_eq!(table.rule(Order::Suspend).refused(), Code::GameLimit);
    let mut second = table.copy();
    second.rule(Order::Warn { side: BLACK }).event();
    assert_eq!(second.game.phase(), Phase::Finished);
    let mut counted = table.copy();
    counted.rule(Order::AdjudicateCount { dead: vec![], force_majeure: false }).event();
    table.rule(Order::Lose { side: Loser::White }).event();
    table.rule(Order::Overturn { result: "W+F".parse().unwrap() }).event();
    table.check_replay();
}

#[test]
fn one_side_loses_or_both() {
    for (side, result) in [
        (Loser::Black, ("W+F", EndReason::Forfeit)),
        (Loser::White, ("B+F", EndReason::Forfeit)),
        (Loser::Both, ("Void", EndReason::BothLose)),
    ] {
        for phase in [Phase::Waiting, Phase::Playing, Phase::Scoring] {
            let mut table = match phase {
                Phase::Waiting => Table::waiting(&terms("9", "10m")),
                _ => game("10m"),
            };
            if phase == Phase::Scoring {
                table.plays("pass pass");
            }
            table.rule(Order::Lose { side }).event();
            assert_eq!(table.result(), result, "{phase:?}");
            table.check_replay();
        }
    }
}

/// Plays so many stones that nothing is captured: rows from below, the colours on their own halves.
fn stones(table: &mut Table, count: usize) {
    let column = |n: usize| &"ABCDEFGHJKLMNOPQRST"[n..=n];
    for n in 0..count {
        // Black below, White above, each leaves the first column free
        let (half, n) = (n % 2, n / 2);
        let (column, row) = (column(1 + n % 18), 1 + n / 18 + if half == 0 { 0 } else { 10 });
        table.plays(&format!("{column}{row}"));
    }
}

#[test]
fn for_force_majeure_a_game_is_adjudicated_from_the_151st_stone_on() {
    let mut table = Table::new(&terms("19", "1h"));
    let given: GivenResult = "B+3.5".parse().unwrap();
    let adjudicate = |force_majeure| Order::Adjudicate { result: given, force_majeure };
    stones(&mut table, 150);
    table.plays("pass");
    let refusal = table.rule(adjudicate(true)).refusal();
    assert_eq!(refusal.code, Code::RulingMoves, "passes are no stones");
    let limit = refusal.limit.unwrap();
    assert_eq!((limit.min, limit.given), (Some(151), Some(150)));
    let count = Order::AdjudicateCount { dead: vec![], force_majeure: true };
    assert_eq!(table.rule(count).refused(), Code::RulingMoves);
    let mut other = table.copy();
    other.rule(adjudicate(false)).event();
    assert_eq!(other.result(), ("B+3.5", EndReason::Ruling));
    table.plays("T19");
    table.rule(adjudicate(true)).event();
    assert_eq!(table.result(), ("B+3.5", EndReason::Ruling));
    table.check_replay();
}

#[test]
fn an_adjudication_by_count_removes_the_dead_chains() {
    let mut table = game("10m");
    table.plays("E5 C3 pass C4");
    let count = |dead: &str| Order::AdjudicateCount { dead: points(dead), force_majeure: false };
    assert_eq!(table.rule(count("A1")).refused(), Code::NoStone);
    assert_eq!(table.rule(count("K1")).refused(), Code::OffBoard);
    table.rule(count("C3 C4")).event();
    // all 81 points are Black's: 81 - 7.5
    assert_eq!(table.result(), ("B+73.5", EndReason::Count));
    table.check_replay();
}

#[test]
fn a_result_is_overturned_after_the_end_and_the_old_one_stays_in_the_log() {
    let mut table = game("10m");
    let overturn = |result: &str| Order::Overturn { result: result.parse().unwrap() };
    assert_eq!(table.rule(overturn("W+F")).refused(), Code::NotNow);
    table.say(BLACK, Command::Resign).event();
    for (result, expected) in [
        ("B+2.5", ("B+2.5", EndReason::Ruling)),
        ("0", ("0", EndReason::Ruling)),
        ("Void", ("Void", EndReason::Ruling)),
        ("both_lose", ("Void", EndReason::BothLose)),
        ("B+F", ("B+F", EndReason::Forfeit)),
    ] {
        table.rule(overturn(result)).event();
        assert_eq!(table.result(), expected);
    }
    table.check_replay();
    let log = String::from_utf8(table.stored.concat()).unwrap();
    assert!(log.contains("W+R") && log.contains("B+2.5"), "{log}");
}

#[test]
fn life_and_death_is_ruled_on_at_a_final_stop_only() {
    let mut table = game("10m");
    table.plays("E5 C3");
    let rule = |dead: &str| Order::LifeAndDeath { dead: points(dead) };
    assert_eq!(table.rule(rule("C3")).refused(), Code::NotNow);
    table.plays("pass pass");
    assert_eq!(table.rule(rule("C3")).refused(), Code::NotNow);
    table.say(WHITE, Command::Resume).event();
    table.plays("pass pass");
    table.rule(rule("C3")).event();
    assert_eq!(table.result(), ("B+73.5", EndReason::Count));
    assert_eq!(table.game.snapshot(Sides::default()).scoring.unwrap().dead, points("C3"));
    table.check_replay();
}

#[test]
fn clocks_are_set_and_what_is_not_set_stays() {
    let mut table = game("10m+3x30s");
    table.plays("E5");
    table.wait(60_000);
    let minute = |main, periods| Some(NewClock { main, periods });
    table.rule(Order::Clocks { black: minute(Some(0), Some(1)), white: None }).event();
    assert_eq!(
        (table.clock(BLACK).main, table.clock(BLACK).periods, table.clock(BLACK).period),
        (0, Some(1), Some(30_000))
    );
    assert_eq!((table.clock(WHITE).main, table.clock(WHITE).periods), (540_000, Some(3)), "his minute is charged");
    table.wait(10_000);
    table.plays("pass");
    assert_eq!(table.clock(WHITE).main, 530_000, "and charged once");
    // Black's only period runs now, and a move that was on its way is not made stale
    table.wait(29_999);
    let seen = table.game.position();
    table.rule(Order::Clocks { black: None, white: minute(Some(1_000), None) }).event();
    table.say(BLACK, Command::Play { vertex: "C3".parse().unwrap(), after: seen.seq, head: seen.head }).event();
    for (clock, code) in [
        (NewClock { main: Some(24 * 3_600_000 + 1), periods: None }, Code::BadClock),
        (NewClock { main: None, periods: Some(61) }, Code::BadClock),
        (NewClock { main: Some(0), periods: Some(0) }, Code::BadClock),
    ] {
        assert_eq!(table.rule(Order::Clocks { black: Some(clock), white: None }).refused(), code, "{clock:?}");
    }
    table.check_replay();
    let mut none = game("none");
    assert_eq!(none.rule(Order::Clocks { black: None, white: None }).refused(), Code::NotNow);
    let mut absolute = game("10m");
    assert_eq!(absolute.rule(Order::Clocks { black: minute(None, Some(2)), white: None }).refused(), Code::NotNow);
}

#[test]
fn moves_are_taken_back_even_after_the_flag_and_out_of_a_stop() {
    let mut table = game("10m");
    table.plays("E5 C3 D4");
    table.wait(700_000);
    let white = Some(NewClock { main: Some(300_000), periods: None });
    table.rule(Order::TakeBack { moves: 2, black: None, white }).event();
    assert_eq!((table.game.to_move(), table.game.board_position().ply()), (WHITE, 1));
    assert_eq!(table.clock(WHITE).main, 300_000);
    table.plays("pass pass");
    assert_eq!(table.game.phase(), Phase::Scoring);
    table.rule(Order::TakeBack { moves: 2, black: None, white: None }).event();
    assert_eq!((table.game.phase(), table.game.to_move()), (Phase::Playing, WHITE));
    assert_eq!(table.rule(Order::TakeBack { moves: 2, black: None, white: None }).refused(), Code::NoSuchMoves);
    table.plays("C4 pass pass");
    table.check_replay();
}

#[test]
fn an_edited_position_begins_a_new_history() {
    let mut table = game("none");
    // a ko at B1: Black has taken at move 7 what White would retake
    table.plays("A2 B1 B2 C2 B3 D1 A3 A1 C1");
    assert_eq!(table.play(WHITE, "B1").refused(), Code::Superko);
    table.rule(Order::Edit { remove: vec![], black: vec![], white: vec![], to_move: None }).event();
    table.plays("B1");
    table.check_replay();
    let snapshot = table.game.snapshot(Sides::default());
    assert_eq!((snapshot.moves.as_str(), snapshot.start.as_ref().map(|start| start.to_move)), ("B1", Some(WHITE)));
    let edit = |remove: &str, black: &str, white: &str| Order::Edit {
        remove: points(remove),
        black: points(black),
        white: points(white),
        to_move: Some(BLACK),
    };
    assert_eq!(table.rule(edit("J9", "", "")).refused(), Code::NoStone);
    assert_eq!(table.rule(edit("", "A2", "")).refused(), Code::Occupied);
    assert_eq!(table.rule(edit("", "", "K1")).refused(), Code::OffBoard);
    assert_eq!(table.rule(edit("", "J9", "H9 J8")).refused(), Code::Suicide);
    // a stone may be put where one is taken away
    table.rule(edit("A2", "J9", "A2 J8")).event();
    assert_eq!(table.game.to_move(), BLACK);
    assert_eq!(table.play(BLACK, "H9").event().outcome(), None);
    table.check_replay();
}

#[test]
fn stones_before_an_edit_count_for_force_majeure() {
    let mut table = Table::new(&terms("19", "1h"));
    stones(&mut table, 150);
    table.rule(Order::Edit { remove: vec![], black: vec![], white: vec![], to_move: None }).event();
    table.plays("T19");
    table.rule(Order::AdjudicateCount { dead: vec![], force_majeure: true }).event();
    table.check_replay();
}

#[test]
fn a_game_is_restarted_with_full_clocks_and_its_warnings() {
    for (handicap, placement) in [(0, Placement::Fixed), (3, Placement::Fixed), (3, Placement::Free)] {
        let mut given = terms("9", "10m+3x30s");
        (given.handicap, given.placement) = (handicap, placement);
        let mut table = Table::new(&given);
        let first = table.game.snapshot(Sides::default());
        if placement == Placement::Free {
            for vertex in ["A1", "B1", "C1"] {
                table.play(BLACK, vertex).event();
            }
        }
        table.rule(Order::Warn { side: WHITE }).event();
        table.wait(60_000);
        table.plays("E9 E8 pass");
        table.rule(Order::Restart).event();
        let again = table.game.snapshot(Sides::default());
        assert_eq!((again.board, again.to_move, again.moves), (first.board, first.to_move, first.moves));
        assert_eq!(again.handicap_left, first.handicap_left);
        assert_eq!(again.clocks.map(|clocks| (clocks.black, clocks.white)), first.clocks.map(|c| (c.black, c.white)));
        assert_eq!(again.warnings.white, 1);
        table.check_replay();
        if placement == Placement::Free {
            table.play(BLACK, "A1").event();
        }
    }
}

#[test]
fn a_replay_is_ordered() {
    let mut table = game("10m");
    table.rule(Order::Replay).event();
    assert_eq!(table.result(), ("Void", EndReason::Replay));
}

#[test]
fn nobody_rules_in_his_own_game_nor_says_what_may_not_be_said() {
    let mut table = game("10m");
    let at = table.game.position();
    let mut rule = Rule { order: Order::Replay, reason: Reason::Other, text: None, after: at.seq, head: at.head };
    let id = "r".parse().unwrap();
    assert_eq!(table.rule_as("ann", &id, &rule).refused(), Code::Forbidden);
    rule.text = Some("x".repeat(301));
    assert_eq!(table.rule_as("ref", &id, &rule).refused(), Code::BadText);
    rule.text = Some("停电".repeat(150));
    table.rule_as("ref", &id, &rule).event();
    table.check_replay();
}

#[test]
fn of_two_referees_the_second_must_have_seen_what_the_first_did() {
    let mut table = game("10m");
    let at = table.game.position();
    let warn =
        Rule { order: Order::Warn { side: BLACK }, reason: Reason::Talking, text: None, after: at.seq, head: at.head };
    let id = "r".parse().unwrap();
    table.plays("E5");
    table.rule_as("ref", &id, &warn).event();
    assert_eq!(table.rule_as("umpire", &id, &warn).refused(), Code::Stale);
    assert_eq!(table.game.snapshot(Sides::default()).warnings.black, 1);
    // the same order again is known, another one under its id is not
    let referee = "ref".parse().unwrap();
    let seq = table.game.position().seq;
    assert_eq!(table.game.repeated_rule(&referee, &id, &warn), Some(Ok(seq)));
    let other = Rule { order: Order::Warn { side: WHITE }, ..warn.clone() };
    assert_eq!(table.game.repeated_rule(&referee, &id, &other).unwrap().unwrap_err().code, Code::IdReused);
    assert_eq!(table.game.repeated_rule(&"umpire".parse().unwrap(), &id, &warn), None);
    // what depends on the position needs the one that was seen
    let take_back = Order::TakeBack { moves: 1, black: None, white: None };
    let now = table.game.position();
    table.plays("C3");
    let rule = Rule { order: take_back, reason: Reason::Other, text: None, after: now.seq, head: now.head };
    assert_eq!(table.rule_as("ref", &"s".parse().unwrap(), &rule).refused(), Code::Stale);
}

#[test]
fn a_referee_rules_at_the_limit_of_events() {
    let mut table = game("10m");
    while table.game.position().seq < limits::GAME_EVENTS {
        table.rule(Order::Clocks { black: None, white: None }).event();
        // of which there may be fewer than events
        table.game.rulings = 0;
    }
    assert_eq!(table.play(BLACK, "E5").refused(), Code::GameLimit);
    table.rule(Order::Warn { side: BLACK }).event();
    table.rule(Order::Lose { side: Loser::Both }).event();
}

#[test]
fn a_final_stop_goes_on_where_a_referee_edits_it() {
    let mut table = game("10m");
    table.plays("E5");
    table.final_stop();
    table.rule(Order::Edit { remove: vec![], black: vec![], white: points("C3"), to_move: Some(BLACK) }).event();
    assert_eq!((table.game.phase(), table.game.to_move()), (Phase::Playing, BLACK));
    table.plays("pass pass");
    assert!(table.game.snapshot(Sides::default()).scoring.unwrap().is_final);
    table.check_replay();
}

#[test]
fn a_suspended_game_stands_exactly_and_only_a_referee_lets_it_go_on() {
    let mut table = game("10m+3x30s");
    table.plays("E5");
    table.wait(615_000);
    table.rule(Order::Suspend).event();
    let pause = table.game.snapshot(Sides::default()).pause.unwrap();
    assert_eq!((pause.until, pause.suspended_until), (None, Some(table.now + limits::SUSPENDED_MS)));
    let stands = table.clock(WHITE);
    assert_eq!((stands.main, stands.periods, stands.period), (0, Some(3), Some(15_000)));
    table.wait(3_600_000);
    assert_eq!(table.play(WHITE, "C3").refused(), Code::Paused);
    let at = table.game.position();
    let go_on = Command::Propose { proposal: Proposal::GoOn, resume_at: None, after: at.seq, head: at.head };
    assert_eq!(table.say(WHITE, go_on).refused(), Code::NotNow);
    assert_eq!(table.rule(Order::Suspend).refused(), Code::NotNow);
    let left = table.game.breaks.pause_left;
    table.rule(Order::Resume).event();
    assert_eq!(table.clock(WHITE), stands, "no period is filled again");
    assert_eq!(table.game.breaks.pause_left, left, "the players' budget is theirs");
    table.wait(14_999);
    table.plays("C3");
    assert_eq!(table.clock(WHITE).periods, Some(3));
    assert_eq!(table.rule(Order::Resume).refused(), Code::NotNow);
    table.check_replay();
}

#[test]
fn suspended_play_that_is_forgotten_goes_on_by_itself() {
    let mut table = game("10m");
    table.rule(Order::Suspend).event();
    assert_eq!(table.due.unwrap().time, crate::timing::Time::Wall, "no clock has to be kept for it");
    table.wait(limits::SUSPENDED_MS - 1);
    assert_eq!(table.time_acts(), Ended::Time);
    table.wait(1);
    table.time_acts().event();
    assert_eq!(table.game.phase(), Phase::Playing);
    assert_eq!(table.game.breaks.pause_left, table.game.setup().pause_budget);
    table.check_replay();
}
