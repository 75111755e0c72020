//! Pauses and counting by agreement.

use super::*;
use crate::timing::Time;

#[test]
fn a_pause_holds_what_the_running_clock_has_used() {
    let mut table = Table::new(&terms("9", "1m+3x30s"));
    table.plays("E5");
    table.wait(70_000);
    table.propose(BLACK, Proposal::Pause).event();
    table.wait(2_000);
    let Event::Paused { time, lasts, .. } = table.reply(WHITE, true).event() else { panic!() };
    assert_eq!((time.used, time.lag, lasts), (72_000, 0, 30 * 60_000));
    // 60 s of main time, 12 s of the first period: what is left of it is neither lost nor refilled
    let stands = Clock { main: 0, periods: Some(3), stones: None, period: Some(18_000) };
    assert_eq!((table.clock(WHITE), table.game.phase()), (stands, Phase::Paused));
    assert_eq!(table.game.snapshot(Sides::default()).clocks.unwrap().running, None);
    table.wait(600_000);
    assert_eq!(table.clock(WHITE), stands);
    let Event::WentOn { to_move, .. } = table.agree(Proposal::GoOn) else { panic!() };
    assert_eq!(to_move, WHITE);
    table.wait(17_999);
    table.plays("C3");
    assert_eq!(table.clock(WHITE), Clock { period: Some(30_000), ..stands }, "within the period");
    table.check_replay();
}

#[test]
fn a_pause_splits_a_period_and_gives_nothing() {
    // The same move with and without a pause costs the same.
    for (before, after, periods) in [(10_000, 19_999, 3), (10_000, 20_000, 2), (29_999, 1, 2), (59_000, 1_000, 1)] {
        let mut table = Table::new(&terms("9", "0s+3x30s"));
        table.wait(before);
        table.agree(Proposal::Pause);
        table.wait(1_000);
        table.agree(Proposal::GoOn);
        table.wait(after);
        table.plays("E5");
        let left = Clock { main: 0, periods: Some(periods), stones: None, period: Some(30_000) };
        assert_eq!(table.clock(BLACK), left, "{before} + {after}");
    }
}

#[test]
fn a_pause_is_over_when_the_budget_is_used_up() {
    let mut short = terms("9", "1m");
    short.pause_budget = Some(60_000);
    let mut table = Table::new(&short);
    table.wait(5_000);
    table.agree(Proposal::Pause);
    table.wait(20_000);
    table.agree(Proposal::GoOn);
    assert_eq!(table.game.snapshot(Sides::default()).pause_left, 40_000);
    table.wait(1_000);
    table.plays("E5");
    table.agree(Proposal::Pause);
    table.wait(39_999);
    assert_eq!(table.time_acts(), Ended::Time);
    table.wait(1);
    let Event::WentOn { by: None, to_move, .. } = table.time_acts().event() else { panic!() };
    assert_eq!((to_move, table.clock(WHITE).main), (WHITE, 60_000));
    let refusal = table.propose(BLACK, Proposal::Pause).refusal();
    assert_eq!((refusal.code, refusal.limit.unwrap().max), (Code::PauseOff, 60_000));
    assert_eq!(table.clock(BLACK).main, 54_000);
    table.check_replay();
}

#[test]
fn budgets_have_limits() {
    let with = |time, budget| Terms { pause_budget: Some(budget), ..terms("9", time) };
    assert!(check_terms(&with("1m", limits::PAUSE_BUDGET_MS)).is_ok());
    let beyond = Refusal::from(&check_terms(&with("1m", limits::PAUSE_BUDGET_MS + 1)).unwrap_err());
    assert_eq!((beyond.code, beyond.limit.unwrap().max), (Code::BadTerms, limits::PAUSE_BUDGET_MS));
    for time in ["none", "1d/move"] {
        assert!(check_terms(&with(time, 0)).is_ok());
        assert!(check_terms(&with(time, 1)).is_err(), "{time}");
        let mut table = Table::new(&terms("9", time));
        assert_eq!(table.propose(BLACK, Proposal::Pause).refused(), Code::PauseOff);
    }
    let mut none = Table::new(&with("1m", 0));
    assert_eq!(none.propose(WHITE, Proposal::Pause).refused(), Code::PauseOff);
}

#[test]
fn a_move_cancels_a_proposal_and_so_does_an_undo() {
    let mut table = Table::new(&terms("9", "1m"));
    table.propose(WHITE, Proposal::Pause).event();
    table.plays("E5");
    assert_eq!(table.reply(BLACK, true).refused(), Code::NoRequest);
    table.propose(WHITE, Proposal::Count).event();
    let at = table.game.position();
    table.say(BLACK, Command::RequestUndo { moves: 1, after: at.seq, head: at.head }).event();
    let at = table.game.position();
    table.say(WHITE, Command::AnswerUndo { accept: true, after: at.seq, head: at.head }).event();
    assert_eq!(table.reply(BLACK, true).refused(), Code::NoRequest);
    assert_eq!(table.game.snapshot(Sides::default()).proposal, None);
    table.check_replay();
}

#[test]
fn proposals_are_answered_by_the_opponent_and_withdrawn_by_whoever_made_them() {
    let mut table = Table::new(&terms("9", "1m"));
    let before = table.game.position();
    table.propose(BLACK, Proposal::Pause).event();
    let unseen = Command::Answer { accept: true, after: before.seq, head: before.head };
    assert_eq!(table.say(WHITE, unseen).refused(), Code::NoRequest, "he has not seen it");
    assert_eq!(table.reply(BLACK, true).refused(), Code::NoRequest);
    assert_eq!(table.propose(WHITE, Proposal::Count).refused(), Code::AlreadyRequested);
    table.reply(WHITE, false).event();
    assert_eq!(table.propose(BLACK, Proposal::Pause).refused(), Code::AlreadyRequested, "once a turn");
    table.propose(BLACK, Proposal::Count).event();
    table.reply(BLACK, false).event();
    assert_eq!(table.reply(WHITE, true).refused(), Code::NoRequest);
    table.plays("E5");
    table.propose(BLACK, Proposal::Pause).event();
    assert_eq!(table.propose(BLACK, Proposal::GoOn).refused(), Code::NotPaused);
    assert_eq!(table.game.requests, Sides { black: 3, white: 0 });
}

#[test]
fn proposals_count_to_the_requests_of_a_player() {
    let mut table = Table::new(&terms("9", "10m"));
    for _ in 0..limits::REQUESTS / 2 {
        table.propose(BLACK, Proposal::Pause).event();
        table.reply(BLACK, false).event();
        table.propose(BLACK, Proposal::Count).event();
        table.reply(WHITE, false).event();
        let at = table.game.position();
        table.plays("pass");
        table
            .say(WHITE, Command::RequestUndo { moves: 1, after: at.seq + 1, head: table.game.position().head })
            .event();
        let at = table.game.position();
        table.say(BLACK, Command::AnswerUndo { accept: true, after: at.seq, head: at.head }).event();
    }
    let refusal = table.propose(BLACK, Proposal::Pause).refusal();
    assert_eq!((refusal.code, refusal.limit.unwrap().of), (Code::GameLimit, tengen_protocol::Limited::Requests));
}

#[test]
fn nothing_but_going_on_and_resigning_works_in_a_pause() {
    let mut table = Table::new(&terms("9", "1m"));
    table.plays("E5");
    table.agree(Proposal::Pause);
    let at = table.game.position();
    assert_eq!(table.play(WHITE, "C3").refused(), Code::Paused);
    let undo = Command::RequestUndo { moves: 1, after: at.seq, head: at.head };
    assert_eq!(table.say(BLACK, undo).refused(), Code::Paused);
    for proposal in [Proposal::Pause, Proposal::Count, Proposal::Adjourn] {
        assert_eq!(table.propose(BLACK, proposal).refused(), Code::Paused);
    }
    assert_eq!(table.seal(WHITE, "C3").refused(), Code::Paused);
    assert_eq!(table.say(BLACK, Command::Resume).refused(), Code::NotInScoring);
    table.propose(WHITE, Proposal::GoOn).event();
    table.reply(BLACK, false).event();
    table.propose(WHITE, Proposal::GoOn).event();
    table.say(WHITE, Command::Resign).event();
    assert_eq!((table.outcome(), table.game.snapshot(Sides::default()).proposal), ("B+R", None));
    table.check_replay();
}

#[test]
fn a_pause_that_is_accepted_after_the_flag_comes_too_late() {
    let mut table = Table::new(&terms("9", "1m"));
    table.propose(BLACK, Proposal::Pause).event();
    table.wait(60_000);
    assert_eq!(table.reply(WHITE, true), Ended::Late);
    let mut table = Table::new(&terms("9", "1d/move"));
    table.propose(BLACK, Proposal::Count).event();
    table.wait(86_400_000);
    assert_eq!(table.reply(WHITE, true), Ended::Late);
}

#[test]
fn time_between_arrival_and_commit_is_nobodys() {
    let mut table = Table::new(&terms("9", "1m"));
    table.wait(10_000);
    table.propose(BLACK, Proposal::Pause).event();
    let at = table.game.position();
    let arrival = Arrival { logical: table.now, wall: table.now, ..Arrival::default() };
    let command = Command::Answer { accept: true, after: at.seq, head: at.head };
    let decision = table.game.decide(WHITE, &"x".parse().unwrap(), &command, arrival).unwrap();
    table.wait(9_000);
    table.append(decision).event();
    assert_eq!(table.clock(BLACK).main, 50_000);
}

#[test]
fn an_agreed_count_stops_play_without_passes() {
    let mut table = Table::new(&terms("9", "1m"));
    table.plays("E5 C3 E4");
    table.wait(4_000);
    let Event::CountAgreed { time, stop: Some(stop), outcome: None, .. } = table.agree(Proposal::Count) else {
        panic!()
    };
    assert_eq!((time.used, stop.number, stop.is_final, stop.closing_pass), (4_000, 1, false, false));
    let snapshot = table.game.snapshot(Sides::default());
    assert_eq!((snapshot.phase, snapshot.moves.as_str()), (Phase::Scoring, "E5 C3 E4"));
    assert_eq!(table.propose(BLACK, Proposal::Pause).refused(), Code::InScoring);
    table.wait(30_000);
    let Event::Resumed { to_move, .. } = table.say(BLACK, Command::Resume).event() else { panic!() };
    assert_eq!((to_move, table.clock(WHITE).main), (WHITE, 56_000), "who was to move moves, clocks as they stood");
    table.plays("pass");
    assert_eq!(table.game.phase(), Phase::Playing, "the first pass of all");
    table.plays("pass");
    let scoring = table.game.snapshot(Sides::default()).scoring.unwrap();
    assert_eq!((scoring.stop, scoring.is_final), (2, true));
    table.check_replay();
}

#[test]
fn an_agreed_count_is_counted() {
    let mut table = Table::new(&terms("9", "1d/move"));
    table.plays("E5");
    table.agree(Proposal::Count);
    table.say(BLACK, Command::Accept { revision: 0 }).event();
    table.say(WHITE, Command::Accept { revision: 0 }).event();
    assert_eq!(table.outcome(), "B+73.5");
    let mut raw = terms("9", "1m");
    raw.rules = Preset::TrompTaylor;
    let mut table = Table::new(&raw);
    table.plays("E5");
    let Event::CountAgreed { stop: None, outcome: Some(_), .. } = table.agree(Proposal::Count) else { panic!() };
    assert_eq!(table.outcome(), "B+73.5");
    table.check_replay();
}

#[test]
fn an_agreed_count_does_not_touch_superko() {
    // A ko in the corner: W retakes at once or not, whatever was agreed in between.
    let mut table = Table::new(&terms("9", "none"));
    table.plays("A2 B1 B2 C2 B3 D1 A3 A1 C1");
    table.agree(Proposal::Count);
    table.say(BLACK, Command::Resume).event();
    assert_eq!(table.play(WHITE, "B1").refused(), Code::Superko);
    table.check_replay();
}

#[test]
fn counting_waits_for_handicap_stones() {
    let mut free = terms("9", "1m");
    (free.handicap, free.placement) = (2, Placement::Free);
    let mut table = Table::new(&free);
    table.plays("C3");
    let refusal = table.propose(WHITE, Proposal::Count).refusal();
    assert_eq!((refusal.code, refusal.handicap_left), (Code::PassWhilePlacing, Some(1)));
    assert_eq!(table.propose(WHITE, Proposal::Adjourn).refused(), Code::PassWhilePlacing);
    table.wait(10_000);
    table.agree(Proposal::Pause);
    table.wait(10_000);
    let Event::WentOn { to_move, .. } = table.agree(Proposal::GoOn) else { panic!() };
    assert_eq!((to_move, table.clock(BLACK).main), (BLACK, 50_000));
    table.plays("G7 E5");
    table.check_replay();
}

#[test]
fn a_pause_waits_by_the_games_own_time() {
    let mut table = Table::new(&terms("9", "1m"));
    table.agree(Proposal::Pause);
    assert_eq!(table.due.unwrap().time, Time::Logical, "an outage of the store is no pause");
}
