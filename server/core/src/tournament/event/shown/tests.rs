//! Little events whose numbers are worked out by hand.

use crate::tournament::event::{
    Asker, Command, Office, Tournament,
    tests::{Desk, account, act, settings, stage},
};
use crate::tournament::{event::shown::pairing_why, standings};
use tengen_protocol::{
    Colour, DrawBy, EntryNo, EventSettings, GameScore, Pace, Pairing, Reason, Sanction, Score, Scores, StageSettings,
    System, bracket,
    pairing::Why,
    standings::Exact,
    tournament_view::{Cell, NextStep, Prize, Step, TournamentPhase, You},
};

const fn pair(first: u32, second: u32) -> Pairing {
    Pairing { first: EntryNo(first), second: EntryNo(second) }
}

fn by_hand(desk: &mut Desk, pairs: &[Pairing], bye: u32, scores: &[Scores]) {
    let (act, seed) = (act(Reason::Other), desk.seed());
    let command = Command::PairByHand { pairs: pairs.into(), byes: vec![EntryNo(bye)], act, seed };
    desk.ask("org", command).unwrap();
    let seed = desk.seed();
    desk.ask("org", Command::Begin { seed }).unwrap();
    for (pair, scores) in pairs.iter().zip(scores) {
        let (game, seed) = (desk.game_of(pair.first.0, pair.second.0), desk.seed());
        let score = GameScore { scores: Some(*scores) };
        desk.ask("org", Command::Announce { game, score, act: None, seed }).unwrap();
    }
}

/// Five players, two rounds:
///
/// ```text
/// 1  1 over 2, 3 over 4, 5 has a bye
/// 2  3 and 1 draw, 5 over 2 who does not come, 4 has a bye
/// ```
fn five() -> Desk {
    let order = Some(standings::swiss_by_points());
    let mut desk = Desk::started(settings(vec![StageSettings { order, ..stage(System::Swiss { rounds: 2 }) }]), 5);
    by_hand(&mut desk, &[pair(1, 2), pair(3, 4)], 5, &[Scores::played(Score::Win), Scores::played(Score::Win)]);
    by_hand(&mut desk, &[pair(3, 1), pair(5, 2)], 4, &[Scores::played(Score::Draw), Scores::forfeited(Score::Win)]);
    desk
}

/// The same as it stands.
pub(in crate::tournament) fn five_players() -> Tournament {
    five().event
}

#[test]
fn standings_have_the_cross_table_beside_them() {
    let desk = five();
    let view = desk.event.standings_view(1).unwrap();
    assert_eq!((view.stage, view.rounds, view.seq), (1, 2, desk.event.position().seq));
    // points, then the opponents': a bye and a forfeit count one's own
    let numbers: Vec<_> = view.rows.iter().map(|line| (line.row.entry.0, line.row.place, line.row.points)).collect();
    assert_eq!(numbers, [(5, Some(1), 4), (3, Some(2), 3), (1, Some(3), 3), (4, Some(4), 2), (2, Some(5), 0)]);
    let sos: Vec<_> = view.rows.iter().map(|line| line.row.values[1].number.unwrap()).collect();
    assert_eq!(sos, [8, 5, 3, 5, 3].map(Exact::whole));
    let met = |opponent, colour, score, forfeit| Cell::Met { opponent: EntryNo(opponent), colour, score, forfeit };
    let of = |no: u32| view.rows.iter().find(|line| line.row.entry == EntryNo(no)).unwrap().cells.clone();
    assert_eq!(of(5), [Cell::Bye, met(2, Colour::Black, Some(Score::Win), true)]);
    assert_eq!(
        of(1),
        [met(2, Colour::Black, Some(Score::Win), false), met(3, Colour::White, Some(Score::Draw), false)]
    );
    assert_eq!(of(4), [met(3, Colour::White, Some(Score::Loss), false), Cell::Bye]);
    assert!(desk.event.standings_view(2).is_none() && desk.event.standings_view(0).is_none());
}

#[test]
fn a_place_is_explained_and_so_is_a_pairing_that_a_system_made() {
    let desk = five();
    let view = desk.event.explained(1, EntryNo(3)).unwrap();
    assert_eq!((view.place.place, view.place.rounds), (Some(2), 2));
    assert_eq!(view.place.points.iter().map(|term| term.counts).collect::<Vec<_>>(), [2, 1].map(Exact::whole));
    let opponents: i64 = view.place.figures[1].terms.iter().map(|term| term.counts.n).sum();
    assert_eq!(opponents, 2 + 3);
    assert!(desk.event.explained(1, EntryNo(6)).is_none());
    assert_eq!(desk.event.pairings_of(1, EntryNo(3)), [0; 0], "paired by hand");

    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 2 })]), 5);
    let paired = desk.pair().unwrap();
    let seq = desk.event.position().seq;
    for no in (1..=5).map(EntryNo) {
        assert_eq!(desk.event.pairings_of(1, no), [seq]);
        let why = pairing_why(&paired, no).unwrap();
        assert_eq!(why.round, 1);
        let sides = match &why.why {
            Why::Pair { first, second, .. } => vec![first.entry, second.entry],
            Why::Bye { side, .. } => vec![side.entry],
        };
        assert!(sides.contains(&no), "{no}: {:?}", why.why);
    }
    assert_eq!(pairing_why(&paired, EntryNo(6)), None);
}

#[test]
fn a_round_shows_its_tables_and_games() {
    let desk = five();
    let view = desk.event.round_view(1, 2).unwrap();
    assert_eq!((view.bouts.len(), view.byes.clone()), (2, vec![EntryNo(4)]));
    assert_eq!((view.begun, view.complete), (Some(desk.now), Some(desk.now)));
    assert_eq!(view.by_hand.unwrap().reason, Reason::Other);
    let last = &view.bouts[1];
    assert_eq!((last.table, last.first, last.second), (2, EntryNo(5), EntryNo(2)));
    assert_eq!(last.result, Some(Scores::forfeited(Score::Win)));
    assert_eq!((last.games.len(), last.games[0].black.entry, last.games[0].elsewhere), (1, EntryNo(5), false));
    assert!(desk.event.round_view(1, 3).is_none() && desk.event.round_view(2, 1).is_none());
}

#[test]
fn only_a_single_elimination_has_a_bracket() {
    let mut desk = Desk::started(settings(vec![stage(System::Elimination { losses: 1 })]), 4);
    desk.pair().unwrap();
    let first = desk.at(1, 1, 1).clone();
    desk.beats(first.second.0, first.first.0);
    let view = desk.event.bracket_view(1).unwrap();
    assert_eq!(view.bracket.layers.len(), 2);
    assert_eq!(view.bracket.layers[0].matches[0].outcome, bracket::Outcome::Won { entry: first.second });
    assert_eq!(view.bracket.layers[1].matches[0].upper, bracket::Place::Taken { entry: first.second });
    assert_eq!(view.bracket.outcome, bracket::Outcome::Open);
    assert!(five().event.bracket_view(1).is_none());
    let twice = Desk::started(settings(vec![stage(System::Elimination { losses: 2 })]), 4);
    assert!(twice.event.bracket_view(1).is_none());
}

#[test]
fn the_whole_says_who_one_is_and_what_time_does_next() {
    let timed = StageSettings {
        pace: Pace::At { times: vec![5_000, 9_000], zone: None },
        ..stage(System::Swiss { rounds: 2 })
    };
    let mut desk = Desk::new(EventSettings { referees: vec![account("ref")], ..settings(vec![timed]) });
    desk.enter(3);
    let asker = |name: &str| Asker { account: account(name), office: None, after: None };
    let view = desk.event.shown(None, 7).unwrap();
    assert_eq!((view.phase, view.now, view.entries.len()), (TournamentPhase::Entry, 7, 3));
    assert!(view.draw.is_none() && view.next.is_none() && view.you.is_nobody());
    assert_eq!(view.officials.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["org", "ref"]);
    let seed = desk.seed();
    desk.ask("org", Command::Draw { by: DrawBy::Lot, seed: seed.clone() }).unwrap();
    desk.ask("p2", Command::Withdraw { entry: EntryNo(2), in_play: false, seed: seed.clone() }).unwrap();
    let view = desk.event.shown(Some(&asker("p2")), 7).unwrap();
    assert_eq!(view.you, You { organiser: false, referee: false, entry: Some(EntryNo(2)) });
    assert!(view.entries[1].gone);
    let draw = view.draw.unwrap();
    assert_eq!((draw.how, draw.seed, draw.stale, draw.order.len()), (DrawBy::Lot, seed, true, 2));
    assert_eq!(view.next, Some(NextStep { step: Step::Start, at: 5_000 }));
    desk.ask("org", Command::Start).unwrap();
    let view = desk.event.shown(Some(&asker("ref")), 7).unwrap();
    assert_eq!((view.you.organiser, view.you.referee), (false, true));
    assert_eq!((view.stages[0].stage, view.stages[0].rounds, view.stages[0].field.len()), (1, 0, 2));
    assert_eq!(view.next, Some(NextStep { step: Step::Next, at: 5_000 }));
    let anywhere = Asker { office: Some(Office::Organiser), ..asker("zoe") };
    assert!(desk.event.you(&anywhere).organiser);
}

#[test]
fn prizes_follow_the_places_are_shared_with_them_and_lowered_by_a_ruling() {
    let prizes = ["cup", "500", "300", "100"].map(str::to_owned).to_vec();
    let order = Some(standings::swiss_by_points());
    let stage = StageSettings { order, ..stage(System::Swiss { rounds: 1 }) };
    let mut desk = Desk::started(EventSettings { prizes, ..settings(vec![stage]) }, 5);
    // 1 and 2 have won, 5 was free: two points each; the last two none
    by_hand(&mut desk, &[pair(1, 3), pair(2, 4)], 5, &[Scores::played(Score::Win), Scores::played(Score::Win)]);
    let of = |desk: &Desk| {
        let rows = desk.event.standings_view(1).unwrap().rows.into_iter();
        let told = rows.map(|line| {
            let prize = line.prize.unwrap_or(Prize { prizes: Vec::new(), shared_by: 0, lowered: false });
            (line.row.entry.0, line.row.place, prize.prizes, prize.shared_by, prize.lowered)
        });
        told.collect::<Vec<_>>()
    };
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    // a bye counts one's own points: 5 has 2 of opponents, 1 and 2 none
    let before = of(&desk);
    assert_eq!(before[0], (5, Some(1), texts(&["cup"]), 1, false));
    assert_eq!(before[1], (1, Some(2), texts(&["500", "300"]), 2, false));
    assert_eq!(before[2], (2, Some(2), texts(&["500", "300"]), 2, false));
    // two share the fourth and the fifth place, and there are four prizes
    assert_eq!(before[3].1, Some(4));
    assert_eq!((&before[3].2, before[3].3), (&texts(&["100"]), 2));
    for entry in [5, 1] {
        let sanction = Sanction::LowerPrize { entry: EntryNo(entry) };
        desk.ask("org", Command::Sanction { sanction, act: act(Reason::Ceremony) }).unwrap();
    }
    let after = of(&desk);
    assert_eq!(after[0], (5, Some(1), texts(&["500"]), 1, true), "the place stays");
    assert_eq!(after[1], (1, Some(2), texts(&["100"]), 1, true));
    assert_eq!(after[2], before[2], "nobody else gets another one");
    let results = desk.event.results(1).unwrap();
    let csv = crate::tournament::export::csv(&results).unwrap();
    assert!(csv.starts_with("place,no,name,rank,rating,club,points,"), "{csv}");
    assert!(csv.lines().nth(3).unwrap().contains(",\"500 + 300, shared by 2\","), "{csv}");
    let text = crate::tournament::export::text(&results);
    assert!(text.lines().nth(4).unwrap().ends_with("500 + 300, shared by 2"), "{text}");
}
