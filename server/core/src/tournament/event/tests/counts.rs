//! What of the log reaches pairings and places: games that count, absences, points for byes.

use super::*;
use crate::tournament::standings;
use tengen_protocol::{
    BoutKind, Member,
    pairing::Why,
    standings::{Counted, Criterion, Order, Withdrawals},
};

fn numbers(desk: &Desk, no: u32) -> Vec<i64> {
    let rows = desk.event.standings(1).unwrap();
    let row = rows.iter().find(|row| row.entry == EntryNo(no)).unwrap();
    row.values.iter().filter_map(|value| value.number).map(|number| number.n).collect()
}

#[test]
fn board_points_are_those_of_a_match_that_was_closed() {
    let robin = StageSettings { bout: BoutKind::Boards { boards: 3 }, ..stage(System::RoundRobin { laps: 1 }) };
    let mut desk = Desk::new(EventSettings { teams: true, ..settings(vec![robin]) });
    for (seed, name) in (1..).zip(["east", "west"]) {
        let member = |n| Member { name: format!("{name}{n}"), account: None, rank: None, rating: None };
        let members = (1..=3).map(member).collect();
        let entry = Entry { account: None, seed: Some(seed), members, ..entry(name) };
        desk.ask("org", Command::Enter(Box::new(entry))).unwrap();
    }
    desk.ask("org", Command::Draw { by: tengen_protocol::DrawBy::Seed, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    desk.pair().unwrap();
    let first = desk.at(1, 1, 1).first.0;
    let game = desk.at(1, 1, 1).games[0].id.clone();
    desk.end(&game, 4, won(Colour::Black)).unwrap();
    desk.ask("org", Command::CloseRound).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(Scores::played(Score::Win)));
    // Match points, board points: a win and two boards at 1:1.
    assert_eq!(numbers(&desk, first)[..2], [2, 4]);
    assert_eq!(numbers(&desk, 3 - first)[..2], [0, 2]);
}

#[test]
fn whoever_is_readmitted_was_away_in_between() {
    let order = Order { criteria: vec![Criterion::Points, Criterion::Sos], ..standings::swiss() };
    let swiss = StageSettings { order: Some(order), ..stage(System::Swiss { rounds: 5 }) };
    let mut desk = Desk::started(settings(vec![swiss]), 5);
    let play = |desk: &mut Desk| {
        desk.pair().unwrap();
        for game in desk.going_on() {
            desk.end(&game, 4, won(Colour::Black)).unwrap();
        }
    };
    play(&mut desk);
    let at = desk.event.state.stages[0].field.iter().position(|placed| placed.entry == EntryNo(1)).unwrap();
    desk.event.state.stages[0].field[at].until_round = Some(1);
    desk.event.state.entries[0].gone = true;
    play(&mut desk);
    let act = act(Reason::Other);
    desk.ask("org", Command::Readmit { entry: EntryNo(1), act }).unwrap();
    assert_eq!(desk.event.state.stages[0].field[at].away, [2..=2]);
    play(&mut desk);
    let history = desk.event.history(1).unwrap();
    assert_eq!([1, 2, 3].map(|round| history.entrants[0].plays_in(round)), [true, false, true]);
    let told = standings::explain(&history, &desk.event.order(1).unwrap(), EntryNo(1)).unwrap();
    let why: Vec<_> = told.figures[1].terms.iter().map(|term| term.why).collect();
    assert_eq!((why[1], why.len()), (Counted::AfterLeaving, 3));
}

#[test]
fn an_order_of_ones_own_for_a_round_robin_needs_no_number_of_rounds() {
    let order = standings::round_robin(0);
    let robin = StageSettings { order: Some(order), ..stage(System::RoundRobin { laps: 2 }) };
    let desk = Desk::started(settings(vec![robin]), 4);
    assert_eq!(desk.event.order(1).unwrap().withdrawals, Withdrawals::VoidBelowHalf { rounds: 6 });
}

#[test]
fn a_swiss_round_is_paired_by_the_points_that_its_places_give_for_byes() {
    let opponents = |bye_points| {
        let order = Order { bye_points, ..standings::swiss_by_points() };
        let swiss = StageSettings { order: Some(order), ..stage(System::Swiss { rounds: 3 }) };
        let mut desk = Desk::started(settings(vec![swiss]), 3);
        desk.pair().unwrap();
        let bye = desk.event.history(1).unwrap().rounds[0].byes[0];
        for game in desk.going_on() {
            desk.end(&game, 4, drawn()).unwrap();
        }
        let why = desk.event.propose().unwrap().why.unwrap();
        let sides = why.iter().flat_map(|why| match why {
            Why::Pair { first, second, .. } => vec![first, second],
            Why::Bye { side, .. } => vec![side],
        });
        sides.into_iter().find(|side| side.entry == bye).unwrap().points
    };
    assert_eq!([0, 1, 2].map(opponents), [0, 1, 2]);
}
