//! Each trouble at a real game, and their order.

use super::*;
use crate::game::{
    Arrival, Command,
    tests::{BLACK, Table, WHITE, terms},
};
use tengen_protocol::{EntryNo, Matter, Order, Proposal, Reason, ResumeAt, Rule, Seat};

/// The wall shows so much more than the game's clock.
const AHEAD: u64 = 5_000_000;

const BOTH: Sides<bool> = Sides { black: true, white: true };

fn board(table: u32, trouble: Trouble) -> BoardView {
    let seat = |entry| Seat { entry: EntryNo(entry), member: 0 };
    BoardView {
        stage: 1,
        round: 1,
        table,
        board: 1,
        game: "k3j9x2m4p7q8r5t6".parse().unwrap(),
        black: seat(1),
        white: seat(2),
        phase: None,
        trouble,
        since: None,
        until: None,
        absent: Vec::new(),
        warnings: Sides::default(),
        moves: 0,
        clocks: None,
        game_now: 0,
    }
}

fn game() -> Table {
    Table::new(&terms("9", "10m+3x30s"))
}

fn order(table: &mut Table, order: Order) {
    let at = table.game.position();
    let rule = Rule { order, reason: Reason::Other, text: None, after: at.seq, head: at.head };
    let arrival = Arrival { logical: table.now, wall: table.now, ..Arrival::default() };
    let id = format!("r{}", at.seq).parse().unwrap();
    let decision = table.game.rule(&"ref".parse().unwrap(), &id, &rule, arrival).unwrap();
    table.append(decision).event();
}

fn seen_with(table: &Table, here: Sides<bool>) -> Option<BoardView> {
    let snapshot = table.game.snapshot(Sides::default());
    let (game_now, now, stopped) = (table.now, table.now + AHEAD, table.game.stopped_at());
    seen(board(1, Trouble::Unread), &Sight { snapshot: &snapshot, game_now, now, stopped, here })
}

fn look(table: &Table) -> (Trouble, Option<u64>, Option<u64>) {
    let board = seen_with(table, BOTH).unwrap();
    (board.trouble, board.since, board.until)
}

#[test]
fn somebody_has_not_come() {
    let mut table = Table::waiting(&terms("9", "10m"));
    let created = table.game.created_at();
    let ends = created + table.game.setup().arrive_within;
    assert_eq!(look(&table), (Trouble::Late, Some(created), Some(ends)));
    assert_eq!(seen_with(&table, BOTH).unwrap().absent, [BLACK, WHITE], "a connection is no arrival");
    table.say(BLACK, Command::Arrive).event();
    assert_eq!(seen_with(&table, BOTH).unwrap().absent, [WHITE]);
    table.say(WHITE, Command::Arrive).event();
    assert_eq!(look(&table), (Trouble::Playing, None, None));
}

#[test]
fn somebody_has_no_connection_while_it_is_played() {
    let mut table = game();
    table.plays("E5 C3 pass");
    let board = seen_with(&table, Sides { black: false, white: true }).unwrap();
    assert_eq!((board.trouble, board.absent, board.moves), (Trouble::Disconnected, vec![BLACK], 3));
    assert_eq!((board.phase, board.game_now), (Some(Phase::Playing), table.now));
    assert!(board.clocks.is_some());
    table.agree(Proposal::Pause);
    assert_eq!(seen_with(&table, Sides::default()).unwrap().absent, [], "nobody need be there in a pause");
    let days = Table::new(&terms("9", "3d/move"));
    let board = seen_with(&days, Sides::default()).unwrap();
    assert_eq!((board.trouble, board.absent), (Trouble::Playing, vec![]), "he has days for a move");
}

#[test]
fn a_warning_stays_visible_and_what_is_worse_hides_it() {
    let mut table = game();
    order(&mut table, Order::Warn { side: WHITE });
    let board = seen_with(&table, BOTH).unwrap();
    assert_eq!((board.trouble, board.warnings), (Trouble::Warned, Sides { black: 0, white: 1 }));
    assert_eq!(seen_with(&table, Sides { black: true, white: false }).unwrap().trouble, Trouble::Disconnected);
    order(&mut table, Order::Suspend);
    assert_eq!(look(&table).0, Trouble::Suspended);
}

#[test]
fn a_pause_ends_by_itself_and_a_suspension_by_a_referee() {
    let mut table = game();
    table.agree(Proposal::Pause);
    let began = table.now + AHEAD;
    table.wait(60_000);
    let (trouble, since, until) = look(&table);
    assert_eq!((trouble, since), (Trouble::Paused, Some(began)));
    assert_eq!(until, Some(began + table.game.setup().pause_budget));
    table.agree(Proposal::GoOn);
    order(&mut table, Order::Suspend);
    let until = table.game.snapshot(Sides::default()).pause.unwrap().suspended_until;
    assert!(until.is_some());
    assert_eq!(look(&table), (Trouble::Suspended, Some(table.now + AHEAD), until));
}

#[test]
fn an_adjourned_game_goes_on_at_its_time() {
    let mut table = game();
    let resume_at = table.now + 3_600_000;
    table.propose_at(WHITE, Proposal::Adjourn, Some(ResumeAt { resume_at, zone: None })).event();
    table.reply(BLACK, true).event();
    table.seal(BLACK, "J9").event();
    assert_eq!(look(&table), (Trouble::Adjourned, None, Some(resume_at)));
}

#[test]
fn a_stop_is_looked_at_when_it_is_long_or_final() {
    let mut table = game();
    table.plays("E5 C3 pass pass");
    let began = table.now + AHEAD;
    table.wait(LONG_SCORING_MS);
    let (trouble, since, until) = look(&table);
    assert_eq!((trouble, since), (Trouble::Scoring, Some(began)));
    assert!(until.is_some_and(|until| until > began));
    table.wait(1);
    assert_eq!((look(&table).0, look(&table).1), (Trouble::LongScoring, Some(began)));
    table.say(BLACK, Command::Resume).event();
    assert_eq!(look(&table).0, Trouble::Playing);
    table.plays("pass pass");
    assert_eq!((look(&table).0, look(&table).1), (Trouble::FinalStop, Some(table.now + AHEAD)));
}

#[test]
fn what_waits_for_a_ruling_is_told_apart_from_a_suspension() {
    let mut table = game();
    order(&mut table, Order::Suspend);
    for (matter, trouble) in [(Matter::Repetition, Trouble::Repetition), (Matter::MoveLimit, Trouble::MoveLimit)] {
        let mut snapshot = table.game.snapshot(Sides::default());
        snapshot.pause.as_mut().unwrap().awaits = Some(matter);
        let sight = Sight { snapshot: &snapshot, game_now: table.now, now: table.now, stopped: None, here: BOTH };
        assert_eq!(seen(board(1, Trouble::Playing), &sight).unwrap().trouble, trouble);
    }
}

#[test]
fn a_game_that_is_over_is_none_to_look_at() {
    let mut table = game();
    table.say(BLACK, Command::Resign).event();
    assert!(seen_with(&table, BOTH).is_none());
}

#[test]
fn the_worst_comes_first_and_then_the_table() {
    let mut boards: Vec<_> = (1..).zip(Trouble::ALL.into_iter().rev()).map(|(n, trouble)| board(n, trouble)).collect();
    boards.push(board(0, Trouble::Late));
    worst_first(&mut boards);
    let order: Vec<_> = boards.iter().map(|board| board.trouble).collect();
    let mut expected = Trouble::ALL.to_vec();
    let late = expected.iter().position(|trouble| *trouble == Trouble::Late).unwrap();
    expected.insert(late, Trouble::Late);
    assert_eq!(order, expected);
    assert_eq!(boards.iter().find(|board| board.trouble == Trouble::Late).unwrap().table, 0);
    for trouble in Trouble::ALL {
        assert_eq!(serde_json::to_string(&trouble).unwrap(), format!("\"{}\"", trouble.as_str()));
    }
}
