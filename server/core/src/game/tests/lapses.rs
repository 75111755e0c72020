//! What an event makes of plays that the rules refuse, and of time that has run out.

use super::*;
use tengen_protocol::{EndReason, IllegalMove, IllegalPlay, MoveTime, Order, Overtime, Rule};

fn game(time: &str, illegal_move: IllegalMove, overtime: Overtime) -> Table {
    under(&terms("9", time), illegal_move, overtime)
}

fn under(terms: &Terms, illegal_move: IllegalMove, overtime: Overtime) -> Table {
    let mut table = Table::waiting_under(terms, &Regulations { illegal_move, overtime, ..Regulations::default() });
    table.say(BLACK, Command::Arrive).event();
    table.say(WHITE, Command::Arrive).event();
    table
}

impl Table {
    fn order(&mut self, order: Order) -> Ended {
        let at = self.game.position();
        let rule = Rule { order, reason: Reason::Other, text: None, after: at.seq, head: at.head };
        let arrival = Arrival { logical: self.now, wall: self.now, ..Arrival::default() };
        let id = format!("o{}", at.seq).parse().unwrap();
        match self.game.rule(&"ref".parse().unwrap(), &id, &rule, arrival) {
            Ok(decision) => self.append(decision),
            Err(refusal) => Ended::Refused(Box::new(refusal)),
        }
    }

    /// Whoever is to move lets his time run out.
    fn overruns(&mut self) -> Event {
        let Some(Due { when: When::At(at), .. }) = self.due else { panic!("nothing is due") };
        self.now = at;
        self.time_acts().event()
    }

    fn ended(&self) -> (&str, EndReason) {
        let outcome = self.game.outcome().expect("finished");
        (&outcome.result, outcome.reason)
    }

    fn moves(&self) -> String {
        self.game.snapshot(Sides::default()).moves
    }
}

/// Positions in which the side to move may not play there, and by which rule.
const ILLEGAL: [(&str, &str, IllegalPlay, Option<u32>); 4] = [
    ("E5", "E5", IllegalPlay::Occupied, None),
    ("A2 J9 B1", "A1", IllegalPlay::Suicide, None),
    ("D5 E5 C4 F4 D3 E3 E4 D4", "E4", IllegalPlay::Ko, None),
    ("A2 B1 B2 C2 B3 D1 A3 A1 C1", "B1", IllegalPlay::Superko, Some(7)),
];

#[test]
fn by_each_rule_and_setting_a_refused_play_leads_to_what_is_set() {
    for (moves, at, rule, repeats) in ILLEGAL {
        for led in IllegalMove::ALL {
            let mut table = game("10m", led, Overtime::Lose);
            table.plays(moves);
            let (by, before, mut plies) = (table.game.to_move(), table.game.position(), table.moves());
            table.wait(7_000);
            let ended = table.play(by, at);
            if led == IllegalMove::Reject {
                assert_eq!(ended.refused(), rule.code(), "{at}");
                assert_eq!(table.game.position(), before);
                continue;
            }
            let event = ended.event();
            let Event::Illegal { vertex, code, repeats_move, led_to, time, ref outcome, .. } = event else {
                panic!("{event:?}")
            };
            assert_eq!((vertex.to_string().as_str(), code, repeats_move, led_to), (at, rule, repeats, led));
            match led {
                IllegalMove::Reject => unreachable!(),
                IllegalMove::Pass => {
                    plies.push_str(" pass");
                    assert_eq!((time.used, table.game.to_move()), (7_000, by.other()));
                    assert_eq!(table.clock(by).main, 593_000);
                }
                IllegalMove::Warn => {
                    assert_eq!((time, table.game.to_move()), (MoveTime::default(), by));
                    assert_eq!((*table.game.warnings.of(by), table.game.running), (1, Some(by)));
                    assert!(outcome.is_none());
                }
                IllegalMove::Lose => {
                    let result = format!("{}+F", by.other().letter());
                    assert_eq!(table.ended(), (result.as_str(), EndReason::Forfeit));
                }
            }
            assert_eq!(table.moves(), plies);
            table.check_replay();
        }
    }
}

#[test]
fn whatever_else_is_refused_is_refused_alone() {
    let mut free = terms("9", "10m");
    (free.handicap, free.placement) = (2, Placement::Free);
    for led in IllegalMove::ALL {
        let mut table = game("10m", led, Overtime::Lose);
        table.plays("E5");
        assert_eq!(table.play(WHITE, "K1").refused(), Code::OffBoard);
        assert_eq!(table.play(BLACK, "E5").refused(), Code::NotYourTurn);
        let command = Command::Play { vertex: "E5".parse().unwrap(), after: 1, head: Head::EMPTY };
        assert_eq!(table.say(WHITE, command).refused(), Code::Stale);
        table.agree(Proposal::Adjourn);
        assert_eq!(table.play(WHITE, "E5").refused(), Code::SealMove);
        assert_eq!(table.seal(WHITE, "E5").refused(), Code::Occupied, "nobody learns of a move that is to be sealed");
        table.seal(WHITE, "C3").event();
        let mut table = under(&free, led, Overtime::Lose);
        table.play(BLACK, "C3").event();
        assert_eq!(table.play(BLACK, "C3").refused(), Code::Occupied, "a handicap stone is no move");
        let mut table = game("10m", led, Overtime::Lose);
        table.plays("E5 pass pass");
        assert_eq!(table.play(WHITE, "E5").refused(), Code::InScoring);
    }
}

#[test]
fn a_forced_pass_is_a_pass_like_any_other() {
    let mut table = game("10m", IllegalMove::Pass, Overtime::Lose);
    table.plays("E5");
    table.play(WHITE, "E5").event();
    // with the other's pass play stops
    let Event::Pass { stop: Some(_), .. } = table.play(BLACK, "pass").event() else { panic!() };
    table.say(WHITE, Command::Resume).event();
    table.plays("C3 pass");
    let Event::Illegal { stop: Some(stop), outcome: None, .. } = table.play(WHITE, "C3").event() else { panic!() };
    assert!(stop.is_final);
    assert_eq!(table.game.phase(), Phase::Scoring);
    table.check_replay();
    // where the board counts as it stands it is the end
    let tromp_taylor = Terms { rules: Preset::TrompTaylor, ..terms("9", "10m") };
    let mut table = under(&tromp_taylor, IllegalMove::Pass, Overtime::Lose);
    table.plays("E5 pass");
    let Event::Illegal { outcome: Some(_), .. } = table.play(BLACK, "E5").event() else { panic!() };
    assert_eq!(table.ended(), ("B+73.5", EndReason::Count));
    // and White passes last under AGA rules
    let mut table = under(&Terms { rules: Preset::Aga, ..terms("9", "10m") }, IllegalMove::Pass, Overtime::Lose);
    table.plays("E5 pass");
    let Event::Illegal { stop: Some(stop), .. } = table.play(BLACK, "E5").event() else { panic!() };
    assert!(stop.closing_pass);
    table.check_replay();
}

#[test]
fn a_forced_pass_is_taken_back_like_any_other() {
    let mut terms = terms("9", "10m+10s/move");
    terms.undo = true;
    let mut table = under(&terms, IllegalMove::Pass, Overtime::Lose);
    table.plays("E5");
    table.wait(1_000);
    table.play(WHITE, "E5").event();
    assert_eq!(table.clock(WHITE).main, 609_000);
    table.plays("C3");
    let at = table.game.position();
    table.say(WHITE, Command::RequestUndo { moves: 2, after: at.seq, head: at.head }).event();
    let at = table.game.position();
    table.say(BLACK, Command::AnswerUndo { accept: true, after: at.seq, head: at.head }).event();
    assert_eq!((table.moves().as_str(), table.game.to_move()), ("E5", WHITE));
    assert_eq!(table.clock(WHITE).main, 599_000, "and so is what it gave");
    table.check_replay();
}

#[test]
fn the_second_warning_of_any_kind_loses() {
    for by_referee in [false, true] {
        let mut table = game("10m", IllegalMove::Warn, Overtime::Lose);
        table.plays("E5 C3");
        if by_referee {
            table.order(Order::Warn { side: BLACK }).event();
        } else {
            table.play(BLACK, "E5").event();
        }
        assert_eq!(table.game.phase(), Phase::Playing);
        table.plays("C4 C5");
        table.play(BLACK, "E5").event();
        assert_eq!(table.ended(), ("W+F", EndReason::Forfeit));
        table.check_replay();
    }
}

#[test]
fn a_warning_for_an_illegal_move_costs_a_zi_and_gives_no_time() {
    let mut table = game("10m", IllegalMove::Warn, Overtime::Lose);
    table.plays("E5");
    table.wait(20_000);
    table.play(WHITE, "E5").event();
    table.wait(5_000);
    table.play(WHITE, "pass").event();
    assert_eq!(table.clock(WHITE).main, 575_000);
    table.plays("pass");
    for by in [BLACK, WHITE] {
        table.say(by, Command::Accept { revision: 0 }).event();
    }
    // 81 - 7.5, and a zi of White's
    assert_eq!(table.outcome(), "B+75.5");
    assert_eq!(table.game.outcome().unwrap().count.unwrap().penalties, Sides { black: 0, white: 1 });
}

#[test]
fn a_refused_play_that_is_sent_again_is_answered_as_the_first_time() {
    for led in [IllegalMove::Pass, IllegalMove::Warn, IllegalMove::Lose] {
        let mut table = game("10m", led, Overtime::Lose);
        table.plays("E5");
        let at = table.game.position();
        let id: CommandId = "again".parse().unwrap();
        let command = |vertex: &str| Command::Play { vertex: vertex.parse().unwrap(), after: at.seq, head: at.head };
        table.say_as(WHITE, &id, command("E5")).event();
        let game = Game::load(&table.stored).unwrap();
        assert_eq!(game.repeat(WHITE, &id, &command("E5")), Some(Ok(at.seq + 1)));
        assert_eq!(game.repeat(WHITE, &id, &command("pass")).unwrap().unwrap_err().code, Code::IdReused);
    }
}

#[test]
fn a_refused_play_after_the_flag_is_late() {
    for led in [IllegalMove::Pass, IllegalMove::Warn, IllegalMove::Lose] {
        let mut table = game("1m", led, Overtime::Lose);
        table.plays("E5");
        table.wait(60_000);
        assert_eq!(table.play(WHITE, "E5"), Ended::Late, "{led:?}");
    }
}

#[test]
fn at_the_limit_of_events_an_illegal_move_leads_to_nothing_and_the_game_ends_by_passes() {
    for led in IllegalMove::ALL {
        let mut table = game("10m", led, Overtime::Lose);
        table.plays("E5");
        super::life::with_events(&mut table, limits::GAME_EVENTS);
        assert_eq!(table.play(WHITE, "E5").refused(), Code::GameLimit);
        table.plays("pass pass");
        assert_eq!(table.game.phase(), Phase::Scoring);
    }
    let mut table = game("0s+1x10s", IllegalMove::Reject, Overtime::Pass);
    table.plays("E5");
    super::life::with_events(&mut table, limits::GAME_EVENTS);
    table.overruns();
    let Event::Overran { stop: Some(stop), .. } = table.overruns() else { panic!() };
    assert!(stop.is_final);
    let Event::Settled { .. } = table.overruns() else { panic!() };
}

#[test]
fn time_that_runs_out_is_a_pass_and_the_last_period_is_full_again() {
    let mut table = game("5s+2x10s", IllegalMove::Reject, Overtime::Pass);
    table.plays("E5");
    let quota = *table.game.quota.of(WHITE);
    table.wait(25_000);
    assert_eq!(table.play(WHITE, "C3"), Ended::Late, "25 s are used up");
    assert_eq!(table.time_acts(), Ended::Time, "and still no flag is early");
    let event = table.overruns();
    let Event::Overran { by: WHITE, led_to: Overtime::Pass, time, stop: None, outcome: None, .. } = event else {
        panic!("{event:?}")
    };
    let full = Clock { main: 0, periods: Some(1), period: Some(10_000), stones: None };
    assert_eq!(time, MoveTime { used: 25_000, lag: 0, clock: Some(full) });
    assert_eq!((table.moves().as_str(), table.game.to_move()), ("E5 pass", BLACK));
    assert_eq!((table.clock(WHITE), *table.game.quota.of(WHITE)), (full, quota));
    assert_eq!((table.game.running, table.game.since), (Some(BLACK), table.now), "the rest is nobody's");
    table.plays("C4");
    table.wait(9_999);
    table.plays("C3");
    assert_eq!(table.clock(WHITE), full);
    table.check_replay();
}

#[test]
fn a_pass_that_time_has_made_is_taken_back_like_any_other() {
    let mut table = game("0s+2x10s", IllegalMove::Reject, Overtime::Pass);
    table.plays("E5");
    table.overruns();
    table.plays("C3");
    table.wait(4_000);
    table.order(Order::TakeBack { moves: 2, black: None, white: None }).event();
    assert_eq!((table.moves().as_str(), table.game.to_move()), ("E5", WHITE));
    let full = Clock { main: 0, periods: Some(1), period: Some(10_000), stones: None };
    assert_eq!(table.clock(WHITE), full, "no time comes back but the period that had begun");
    table.check_replay();
    let Event::Overran { by: WHITE, .. } = table.overruns() else { panic!() };
}

#[test]
fn a_game_that_both_have_left_ends_by_passes_and_deadlines() {
    let mut table = game("10s+1x10s", IllegalMove::Reject, Overtime::Pass);
    table.plays("E5");
    let kinds: Vec<String> = std::iter::from_fn(|| {
        (table.game.phase() != Phase::Finished).then(|| {
            let event = serde_json::to_value(table.overruns()).unwrap();
            format!("{}{}", event["kind"].as_str().unwrap(), if event["stop"].is_null() { "" } else { "!" })
        })
    })
    .collect();
    assert_eq!(kinds, ["overran", "overran!", "resumed", "overran", "overran!", "settled"]);
    assert_eq!(table.ended(), ("B+73.5", EndReason::Count));
    table.check_replay();
}

#[test]
fn one_more_period_costs_a_zi_twice_and_then_the_game() {
    let mut table = game("0s+2x10s", IllegalMove::Reject, Overtime::Penalty);
    table.plays("E5");
    for penalty in 1..=2 {
        let began = (table.game.turn_began, table.game.since);
        let event = table.overruns();
        let Event::Overran { by: WHITE, led_to: Overtime::Penalty, time, stop: None, outcome: None, .. } = event else {
            panic!("{event:?}")
        };
        let had = if penalty == 1 { 20_000 } else { 10_000 };
        assert_eq!((time.used, time.clock.unwrap().period), (had, Some(10_000)));
        assert_eq!(table.game.penalties, Sides { black: 0, white: penalty });
        assert_eq!((table.game.turn_began, table.game.to_move()), (began.0, WHITE), "it is the same turn");
        assert!(table.game.since > began.1 && table.game.since == table.now, "the rest is nobody's");
        table.check_replay();
    }
    let mut lost = Table { game: table.game.clone(), stored: table.stored.clone(), secret: None, ..table };
    let Event::TimedOut { by: WHITE, .. } = lost.overruns() else { panic!() };
    assert_eq!(lost.ended(), ("B+T", EndReason::Time));
    // who plays in time has it at the cost of the zi: no warnings, and 4 quarters each
    table.plays("C3 pass pass");
    for by in [BLACK, WHITE] {
        table.say(by, Command::Accept { revision: 0 }).event();
    }
    let snapshot = table.game.snapshot(Sides::default());
    assert_eq!((snapshot.warnings, snapshot.penalties), (Sides::default(), Sides { black: 0, white: 2 }));
    let count = snapshot.outcome.unwrap().count.unwrap();
    assert_eq!((count.black, count.white, count.neutral), (1, 1, 79));
    // q = 4 * 40.5 - 162 - 15 + 4 * 2
    assert_eq!((count.quarter_zi, count.penalties, table.outcome()), (-7, Sides { black: 0, white: 2 }, "W+3.5"));
}

#[test]
fn a_move_on_its_way_when_a_further_period_is_given_is_charged_from_there() {
    let mut table = game("0s+1x10s", IllegalMove::Reject, Overtime::Penalty);
    table.plays("E5");
    let at = table.game.position();
    table.overruns();
    let given = table.now;
    table.wait(4_000);
    // made for the position before the event, which has not changed
    let command = Command::Play { vertex: "C3".parse().unwrap(), after: at.seq, head: at.head };
    let Event::Play { time, .. } = table.say(WHITE, command).event() else { panic!() };
    assert_eq!(time.used, table.now - given);
}

#[test]
fn whoever_should_seal_a_move_and_lets_his_time_run_out_passes_openly_and_the_other_seals() {
    let mut table = game("0s+1x10s", IllegalMove::Reject, Overtime::Pass);
    table.plays("E5");
    table.agree(Proposal::Adjourn);
    let Event::Overran { by: WHITE, .. } = table.overruns() else { panic!() };
    assert!(table.game.is_sealing() && table.game.to_move() == BLACK);
    let mut sealed = Table { game: table.game.clone(), stored: table.stored.clone(), secret: None, ..table };
    sealed.seal(BLACK, "C3").event();
    assert_eq!(sealed.game.phase(), Phase::Adjourned);
    let Event::Overran { by: BLACK, stop: Some(_), .. } = table.overruns() else { panic!() };
    assert_eq!(table.game.phase(), Phase::Scoring);
    table.check_replay();
    for by in [BLACK, WHITE] {
        table.say(by, Command::Accept { revision: 0 }).event();
    }
    assert!(table.game.snapshot(Sides::default()).adjournment.is_none());
}

#[test]
fn whoever_places_handicap_stones_does_not_pass() {
    let mut terms = terms("9", "0s+1x10s");
    (terms.handicap, terms.placement) = (2, Placement::Free);
    let mut table = under(&terms, IllegalMove::Reject, Overtime::Pass);
    let Event::TimedOut { by: BLACK, .. } = table.overruns() else { panic!() };
    let mut table = under(&terms, IllegalMove::Reject, Overtime::Penalty);
    let Event::Overran { by: BLACK, .. } = table.overruns() else { panic!() };
    table.play(BLACK, "C3").event();
}

#[test]
fn a_game_that_begins_anew_owes_nothing_for_its_old_clocks() {
    let mut table = game("0s+1x10s", IllegalMove::Reject, Overtime::Penalty);
    table.overruns();
    table.order(Order::Restart).event();
    assert_eq!(table.game.penalties, Sides::default());
    table.check_replay();
}

#[test]
fn without_periods_time_that_runs_out_can_only_lose() {
    let players = || Sides { black: "ann".parse().unwrap(), white: "bob".parse().unwrap() };
    for time in ["none", "1m", "1m+5/20s", "1m+5s/move", "7s/move", "2d/move"] {
        for overtime in [Overtime::Pass, Overtime::Penalty] {
            let mut setup = settle(&terms("9", time), players(), None, None).unwrap();
            setup.regulations.overtime = overtime;
            assert_eq!(Game::create(setup), Err(SetupError::Overtime(overtime)), "{time}");
        }
    }
}
