//! What officials rule: by hand, replays, overturned results, absences, withdrawals, sanctions.

use super::*;
use tengen_protocol::{Pairing, Sanction};

fn swiss(rounds: u32) -> EventSettings {
    EventSettings { referees: vec![account("ref")], ..settings(vec![stage(System::Swiss { rounds })]) }
}

fn robin() -> EventSettings {
    EventSettings { referees: vec![account("ref")], ..settings(vec![stage(System::RoundRobin { laps: 1 })]) }
}

fn scores(first: Score) -> Scores {
    Scores::played(first)
}

#[test]
fn a_result_overturned_in_its_game_replaces_the_first_and_counts_once() {
    let mut desk = Desk::started(swiss(3), 4);
    desk.pair().unwrap();
    let game = desk.at(1, 1, 1).games[0].id.clone();
    desk.end(&game, 100, won(Colour::Black)).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(scores(Score::Win)));
    assert!(desk.end(&game, 99, won(Colour::White)).is_none(), "what came earlier changes nothing");
    desk.end(&game, 101, won(Colour::White)).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(scores(Score::Loss)));
    let stranger: GameId = "stranger".parse().unwrap();
    let end = GameEnd { game: stranger.clone(), seq: 1, outcome: drawn(), played: true, warnings: [0, 0] };
    let unknown = desk.event.game_ended(end, "00", desk.now);
    assert_eq!(unknown, Err(Refused::NoSuchGame(stranger)), "which is not the same as known already");
    let other = desk.at(1, 1, 2).games[0].id.clone();
    desk.end(&other, 5, won(Colour::Black)).unwrap();
    desk.pair().unwrap();
    // after the next round was paired: standings change, pairings stand
    let pairs: Vec<_> = desk.event.stages()[0].rounds[1].bouts.iter().map(|bout| (bout.first, bout.second)).collect();
    desk.end(&game, 102, won(Colour::Black)).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(scores(Score::Win)));
    let after: Vec<_> = desk.event.stages()[0].rounds[1].bouts.iter().map(|bout| (bout.first, bout.second)).collect();
    assert_eq!(pairs, after);
    desk.check();
}

#[test]
fn a_game_without_result_is_replayed_and_a_draw_only_where_somebody_must_win() {
    let mut desk = Desk::started(swiss(2), 2);
    desk.pair().unwrap();
    let first = desk.at(1, 1, 1).games[0].clone();
    let event = desk.end(&first.id, 5, void()).unwrap();
    let Happened::Counted { changes, .. } = event.what else { panic!("{event:?}") };
    assert_eq!(changes.games.len(), 1, "the replay is announced in the same event");
    let again = desk.at(1, 1, 1).games[1].clone();
    assert_eq!((again.black, again.white), (first.black, first.white), "with the same colours");
    desk.end(&again.id, 5, drawn()).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(scores(Score::Draw)));

    let mut desk = Desk::started(settings(vec![stage(System::Elimination { losses: 1 })]), 2);
    desk.pair().unwrap();
    let first = desk.at(1, 1, 1).games[0].clone();
    desk.end(&first.id, 5, drawn()).unwrap();
    let again = desk.at(1, 1, 1).games[1].clone();
    assert_eq!((again.black, again.white), (first.white, first.black), "colours are swapped");
    assert_eq!(desk.ask("org", Command::CloseRound), Err(Refused::NoDraws));
    desk.end(&again.id, 5, won(Colour::White)).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(scores(Score::Win)), "White was the first-named");
    desk.check();
}

#[test]
fn two_absences_in_a_row_end_ones_pairings() {
    let mut desk = Desk::started(swiss(4), 6);
    for round in 1..=2 {
        desk.pair().unwrap();
        for game in desk.going_on() {
            let (_, state) = desk.event.game(&game).unwrap();
            let outcome = match (state.black.entry.0, state.white.entry.0) {
                (6, _) => no_show(Some(Colour::White)),
                (_, 6) => no_show(Some(Colour::Black)),
                _ => won(Colour::Black),
            };
            let event = desk.end(&game, 1, outcome).unwrap();
            let Happened::Counted { changes, .. } = event.what else { panic!("{event:?}") };
            let left: Vec<_> = changes.left.iter().map(|left| (left.entry.0, left.until_round)).collect();
            let twice = round == 2 && (state_has(&desk, &game, 6));
            assert_eq!(left, if twice { vec![(6, 2)] } else { vec![] });
        }
    }
    desk.pair().unwrap();
    let round = &desk.event.stages()[0].rounds[2];
    assert!(round.bouts.iter().all(|bout| !bout.has(EntryNo(6))) && !round.byes.contains(&EntryNo(6)));
    let readmit = Command::Readmit { entry: EntryNo(6), act: act(Reason::Other) };
    desk.ask("ref", readmit.clone()).unwrap();
    assert_eq!(desk.ask("ref", readmit), Err(Refused::NoSuchEntry(EntryNo(6))));
    desk.check();
}

fn state_has(desk: &Desk, game: &GameId, no: u32) -> bool {
    let (bout, _) = desk.event.game(game).unwrap();
    desk.event.bout(bout).unwrap().has(EntryNo(no))
}

#[test]
fn neither_came_both_lose() {
    let mut desk = Desk::started(swiss(2), 2);
    desk.pair().unwrap();
    let game = desk.going_on()[0].clone();
    desk.end(&game, 1, no_show(None)).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(Scores::both_lose(true)));
    assert_eq!(desk.event.standings(1).unwrap().iter().map(|row| row.points).sum::<u32>(), 0);
}

#[test]
fn a_round_is_paired_by_hand_swapped_and_begun() {
    let mut desk = Desk::started(swiss(3), 4);
    let by_hand = |pairs: &[(u32, u32)], byes: &[u32]| Command::PairByHand {
        pairs: pairs.iter().map(|(a, b)| Pairing { first: EntryNo(*a), second: EntryNo(*b) }).collect(),
        byes: byes.iter().copied().map(EntryNo).collect(),
        act: act(Reason::Other),
        seed: "5eed".into(),
    };
    for (pairs, byes) in [(&[(1, 2), (2, 3)][..], &[][..]), (&[(1, 1)], &[]), (&[(1, 9)], &[]), (&[(1, 2)], &[1])] {
        let refused = desk.ask("ref", by_hand(pairs, byes)).unwrap_err();
        assert!(matches!(refused, Refused::BadPairing { .. }), "{refused}");
    }
    desk.ask("ref", by_hand(&[(1, 2), (3, 4)], &[])).unwrap();
    desk.ask("ref", by_hand(&[(1, 4), (3, 2)], &[])).unwrap();
    assert_eq!(desk.event.stages()[0].rounds.len(), 1, "the one that waited was paired anew");
    let at = BoutRef { stage: 1, round: 1, table: 2 };
    desk.ask("ref", Command::Swap { bout: at, act: act(Reason::Other) }).unwrap();
    assert_eq!(desk.at(1, 1, 2).first, EntryNo(2));
    assert!(desk.going_on().is_empty());
    desk.ask("ref", Command::Begin { seed: "01".into() }).unwrap();
    assert_eq!(desk.at(1, 1, 2).games[0].black.entry, EntryNo(2));
    assert_eq!(desk.ask("ref", Command::Begin { seed: "02".into() }), Err(Refused::NothingToBegin));
    assert_eq!(desk.ask("ref", Command::Swap { bout: at, act: act(Reason::Other) }), Err(Refused::RoundBegun(1)));
    assert_eq!(desk.ask("ref", by_hand(&[(1, 2), (3, 4)], &[])), Err(Refused::RoundOpen(1)));
    desk.check();

    let mut desk = Desk::started(robin(), 4);
    let refused = desk.ask("ref", by_hand(&[(1, 2)], &[])).unwrap_err();
    assert!(matches!(refused, Refused::BadPairing { .. }), "a round robin leaves nobody out: {refused}");
}

#[test]
fn results_are_announced_replayed_and_overturned_by_officials() {
    let elsewhere = EventSettings { hosted: false, ..swiss(2) };
    let mut desk = Desk::started(elsewhere, 4);
    desk.pair().unwrap();
    assert_eq!(desk.event.uncreated().count(), 0, "nothing is played here");
    let games = desk.going_on();
    let announce = |game: &GameId, first| Command::Announce {
        game: game.clone(),
        score: GameScore { scores: Some(scores(first)) },
        act: None,
        seed: "a1".into(),
    };
    assert_eq!(desk.ask("p1", announce(&games[0], Score::Win)), Err(Refused::NotAnOfficial));
    desk.ask("ref", announce(&games[0], Score::Win)).unwrap();
    assert_eq!(desk.ask("ref", announce(&games[0], Score::Win)), Err(Refused::HasResult(games[0].clone())));
    let replay = Command::Replay { game: games[0].clone(), act: act(Reason::Disturbance), seed: "a2".into() };
    desk.ask("ref", replay).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, None);
    let again = desk.at(1, 1, 1).games[1].id.clone();
    desk.ask("ref", announce(&again, Score::Loss)).unwrap();
    desk.ask("ref", announce(&games[1], Score::Draw)).unwrap();
    desk.pair().unwrap();
    // S1.13: both lose, after the next round was drawn
    let ruled = Ruled::Bout(BoutRef { stage: 1, round: 1, table: 2 }, Scores::both_lose(false));
    let overturn = |ruled| Command::Overturn { ruled, act: act(Reason::Cheating), seed: "a3".into() };
    let stale = Asker { account: account("ref"), office: None, after: Some(1) };
    let refused = desk.event.decide(&stale, &"x1".parse().unwrap(), overturn(ruled.clone()), 5).unwrap_err();
    assert!(matches!(refused, Refused::Stale { after: 1, .. }), "another official acted since: {refused}");
    desk.ask("ref", overturn(ruled)).unwrap();
    assert_eq!(desk.at(1, 1, 2).result, Some(Scores::both_lose(false)));
    let game = Ruled::Game(again, GameScore { scores: Some(scores(Score::Win)) });
    desk.ask("ref", overturn(game)).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(scores(Score::Win)));
    let own = Command::Settings(Box::new(EventSettings {
        referees: vec![account("ref"), account("p1")],
        ..desk.event.settings().unwrap().clone()
    }));
    desk.ask("org", own).unwrap();
    let table = (1..).zip(&desk.event.stages()[0].rounds[0].bouts).find(|(_, bout)| bout.has(EntryNo(1))).unwrap().0;
    let own = Ruled::Bout(BoutRef { stage: 1, round: 1, table }, Scores::both_lose(false));
    assert_eq!(desk.ask("p1", overturn(own)), Err(Refused::OwnBout));
    desk.check();
}

/// S1.24 in a round robin of eight: 7 rounds. Who has played 3 has no results, who has played 4 keeps
/// them, and what is left he forfeits.
#[test]
fn who_leaves_a_round_robin_before_half_of_it_leaves_no_results() {
    for (played, void) in [(3, true), (4, false)] {
        let mut desk = Desk::started(robin(), 8);
        let leaver = EntryNo(1);
        for _ in 0..played {
            desk.pair().unwrap();
            for game in desk.going_on() {
                let (_, state) = desk.event.game(&game).unwrap();
                let colour = if state.white.entry == leaver { Colour::White } else { Colour::Black };
                desk.end(&game, 9, won(colour)).unwrap();
            }
        }
        desk.ask("p1", Command::Withdraw { entry: leaver, in_play: false, seed: "1eaf".into() }).unwrap();
        for _ in played..7 {
            desk.pair().unwrap();
            let round = desk.event.stages()[0].rounds.last().unwrap();
            let own = round.bouts.iter().find(|bout| bout.has(leaver)).unwrap();
            let lost = Scores::forfeited(if own.first == leaver { Score::Loss } else { Score::Win });
            assert_eq!(own.result, Some(lost), "forfeited as it is paired");
            assert!(own.games.iter().all(|game| game.elsewhere), "no game is made of it");
            for game in desk.going_on() {
                desk.end(&game, 9, won(Colour::Black)).unwrap();
            }
        }
        assert_eq!(desk.pair(), Err(Refused::StageOver));
        let rows = desk.event.standings(1).unwrap();
        let own = rows.iter().find(|row| row.entry == leaver).unwrap();
        if void {
            assert_eq!(own.place, None, "his results are void");
        } else {
            assert_eq!(own.points, 2 * played, "what he won stands");
        }
        desk.check();
    }
}

#[test]
fn who_leaves_a_swiss_loses_the_game_that_he_plays_and_is_not_paired_any_more() {
    for in_play in [true, false] {
        let mut desk = Desk::started(swiss(3), 4);
        desk.pair().unwrap();
        let games = desk.going_on();
        let created = desk.event.created(&games, desk.now).unwrap().unwrap();
        desk.append(&created);
        let excluded = Command::Exclude { entry: EntryNo(2), act: act(Reason::Smoking), in_play, seed: "1eaf".into() };
        desk.ask("ref", excluded.clone()).unwrap();
        assert_eq!(desk.ask("ref", excluded), Err(Refused::NoSuchEntry(EntryNo(2))));
        let own = desk.event.stages()[0].rounds[0].bouts.iter().find(|bout| bout.has(EntryNo(2))).unwrap().clone();
        let first = if own.first == EntryNo(2) { Score::Loss } else { Score::Win };
        assert_eq!(own.result, Some(Scores { forfeit: !in_play, ..Scores::played(first) }));
        assert_eq!(desk.event.pointless().collect::<Vec<_>>(), [&own.games[0].id], "to be ended there");
        // what the game says afterwards does not bring him back
        let (id, his) = (own.games[0].id.clone(), own.games[0].black.entry == EntryNo(2));
        desk.end(&id, 50, won(if his { Colour::Black } else { Colour::White })).unwrap();
        let now = desk.event.stages()[0].rounds[0].bouts.iter().find(|bout| bout.has(EntryNo(2))).unwrap();
        assert_eq!(now.result, own.result);
        assert_eq!(desk.event.pointless().count(), 0);
        for game in desk.going_on() {
            desk.end(&game, 3, won(Colour::Black)).unwrap();
        }
        desk.pair().unwrap();
        assert!(desk.event.stages()[0].rounds[1].bouts.iter().all(|bout| !bout.has(EntryNo(2))));
        desk.check();
    }
}

#[test]
fn an_unfinished_round_is_closed_one_to_one() {
    let mut desk = Desk::started(swiss(2), 4);
    desk.pair().unwrap();
    let games = desk.going_on();
    desk.end(&games[0], 3, won(Colour::Black)).unwrap();
    desk.ask("ref", Command::CloseRound).unwrap();
    assert_eq!(desk.at(1, 1, 1).result, Some(scores(Score::Win)));
    assert_eq!(desk.at(1, 1, 2).result, Some(scores(Score::Draw)));
    desk.end(&games[1], 3, won(Colour::White)).unwrap();
    assert_eq!(desk.at(1, 1, 2).result, Some(scores(Score::Draw)), "too late");
    assert_eq!(desk.ask("ref", Command::CloseRound), Err(Refused::NoRound));
    desk.pair().unwrap();
    desk.check();
}

#[test]
fn bans_prizes_and_reprimands_are_on_record_after_the_end_too() {
    let mut desk = Desk::new(swiss(2));
    desk.now = 5_000;
    let sanction = |sanction| Command::Sanction { sanction, act: act(Reason::Ceremony) };
    let ban = Sanction::Ban { account: account("p2"), until: 9_000, everywhere: false };
    assert_eq!(desk.ask("p1", sanction(ban.clone())), Err(Refused::NotAnOfficial));
    desk.ask("ref", sanction(ban)).unwrap();
    let enter = Command::Enter(Box::new(entry("p2")));
    let banned = Refused::Banned { account: account("p2"), until: 9_000 };
    assert_eq!(desk.ask("p2", enter.clone()), Err(banned));
    desk.now = 9_000;
    desk.ask("p2", enter).unwrap();
    desk.ask("org", Command::Cancel { act: act(Reason::Other) }).unwrap();
    desk.ask("ref", sanction(Sanction::LowerPrize { entry: EntryNo(1) })).unwrap();
    let none = sanction(Sanction::LowerPrize { entry: EntryNo(2) });
    assert_eq!(desk.ask("ref", none), Err(Refused::NoSuchEntry(EntryNo(2))));
    let loud = Sanction::Reprimand { entry: None, name: "A spectator".into() };
    desk.ask("ref", sanction(loud)).unwrap();
    let on_record = desk.event.sanctions();
    assert_eq!(on_record.len(), 3);
    assert_eq!((on_record[0].by.as_ref(), on_record[0].at), (Some(&account("ref")), 5_000));
    desk.check();
}

#[test]
fn a_ban_from_everywhere_is_for_officials_of_the_whole_server_and_can_be_lifted() {
    let mut desk = Desk::new(swiss(2));
    let ban = |until, everywhere| Sanction::Ban { account: account("p2"), until, everywhere };
    let lift = || Sanction::LiftBan { account: account("p2") };
    let sanction = |sanction| Command::Sanction { sanction, act: act(Reason::Cheating) };
    assert_eq!(desk.ask("ref", sanction(ban(9_000, true))), Err(Refused::NotOfTheServer));
    desk.office = Some(Office::Referee);
    desk.ask("chief", sanction(ban(9_000, true))).unwrap();
    desk.ask("chief", sanction(ban(7_000, true))).unwrap();
    desk.office = None;
    desk.ask("ref", sanction(ban(9_500, false))).unwrap();
    let everywhere = |desk: &Desk| desk.event.bans_everywhere().remove(&account("p2"));
    assert_eq!(everywhere(&desk), Some(Some(9_000)), "the longer of two, and none of this event alone");
    let enter = || Command::Enter(Box::new(entry("p2")));
    assert_eq!(desk.ask("p2", enter()), Err(Refused::Banned { account: account("p2"), until: 9_500 }));
    assert_eq!(desk.ask("ref", sanction(lift())), Err(Refused::NotOfTheServer));
    desk.office = Some(Office::Organiser);
    assert_eq!(desk.ask("p2", sanction(lift())), Err(Refused::OwnBout));
    desk.ask("chief", sanction(lift())).unwrap();
    desk.office = None;
    assert_eq!(everywhere(&desk), Some(None));
    desk.ask("p2", enter()).unwrap();
    desk.ask("ref", sanction(ban(9_000, false))).unwrap();
    desk.ask("ref", sanction(lift())).unwrap();
    desk.check();
}
