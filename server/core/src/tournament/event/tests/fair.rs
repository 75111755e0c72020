//! Nobody rules on himself, enters others, or takes more numbers than his own.

use super::*;
use tengen_protocol::{BoutKind, DrawBy, Member, Pairing, Sanction, standings::Order};

/// `p1` plays and is an organiser, `ref` does not play.
fn playing_official() -> Desk {
    let settings = EventSettings {
        organisers: vec![account("org"), account("p1")],
        referees: vec![account("ref")],
        ..settings(vec![stage(System::Swiss { rounds: 3 })])
    };
    let mut desk = Desk::started(settings, 4);
    desk.pair().unwrap();
    desk
}

fn opponent_of(desk: &Desk, no: EntryNo) -> (u32, EntryNo) {
    let round = desk.event.stages().last().unwrap().rounds.last().unwrap();
    let (table, bout) = (1..).zip(&round.bouts).find(|(_, bout)| bout.has(no)).unwrap();
    (table, if bout.first == no { bout.second } else { bout.first })
}

#[test]
fn an_official_who_plays_rules_on_nothing_of_his_own() {
    let mut desk = playing_official();
    let (table, opponent) = opponent_of(&desk, EntryNo(1));
    let other = (2..=4).map(EntryNo).find(|no| *no != opponent).unwrap();
    let exclude = |entry| Command::Exclude { entry, act: act(Reason::Late), in_play: false, seed: "01".into() };
    let withdraw = |entry| Command::Withdraw { entry, in_play: false, seed: "02".into() };
    let rename = |entry| Command::ChangeEntry(entry, Change { rating: Some(Some(5)), ..Change::default() });
    for own in [exclude(opponent), withdraw(opponent), rename(opponent), Command::CloseRound] {
        assert_eq!(desk.ask("p1", own.clone()), Err(Refused::OwnBout), "{own:?}");
    }
    let own = desk.at(1, 1, table).games[0].id.clone();
    let replay = Command::Replay { game: own.clone(), act: act(Reason::Other), seed: "03".into() };
    assert_eq!(desk.ask("p1", replay), Err(Refused::OwnBout));
    let lower = Command::Sanction { sanction: Sanction::LowerPrize { entry: other }, act: act(Reason::Ceremony) };
    assert_eq!(desk.ask("p1", lower.clone()), Err(Refused::OwnBout));
    desk.ask("ref", lower).unwrap();
    // of others he does
    desk.ask("p1", rename(other)).unwrap();
    desk.ask("p1", exclude(other)).unwrap();
    let back = |entry| Command::Readmit { entry, act: act(Reason::Other) };
    desk.ask("p1", back(other)).unwrap();
    desk.ask("org", exclude(EntryNo(1))).unwrap();
    assert_eq!(desk.ask("p1", back(EntryNo(1))), Err(Refused::OwnBout), "nobody readmits himself");
    desk.ask("ref", back(EntryNo(1))).unwrap();
    for game in desk.going_on() {
        desk.end(&game, 3, won(Colour::Black)).unwrap();
    }
    let named = |nos: &[u32]| Command::NextStage { chosen: Some(nos.iter().copied().map(EntryNo).collect()) };
    assert_eq!(desk.ask("p1", named(&[1, 2])), Err(Refused::OwnBout));
    desk.check();
}

#[test]
fn an_official_who_plays_pairs_by_hand_only_others() {
    let mut desk = playing_official();
    for game in desk.going_on() {
        desk.end(&game, 3, won(Colour::Black)).unwrap();
    }
    let by_hand = |pairs: &[(EntryNo, EntryNo)]| Command::PairByHand {
        pairs: pairs.iter().map(|(first, second)| Pairing { first: *first, second: *second }).collect(),
        byes: Vec::new(),
        act: act(Reason::Other),
        seed: "5eed".into(),
    };
    let all = [EntryNo(1), EntryNo(2), EntryNo(3), EntryNo(4)];
    assert_eq!(desk.ask("p1", by_hand(&[(all[0], all[1]), (all[2], all[3])])), Err(Refused::OwnBout));
    assert_eq!(desk.ask("p1", by_hand(&[(all[2], all[3])])), Err(Refused::OwnBout), "nor does he leave himself out");
    let (proposal, seed) = (Box::new(desk.event.propose().unwrap()), desk.seed());
    desk.ask("p1", Command::Pair { proposal, begin: false, seed }).unwrap();
    let (table, opponent) = opponent_of(&desk, EntryNo(1));
    let own = desk.at(1, 2, table).clone();
    let others: Vec<_> = all.into_iter().filter(|no| *no != EntryNo(1) && *no != opponent).collect();
    let swap = Command::Swap { bout: BoutRef { stage: 1, round: 2, table }, act: act(Reason::Other) };
    assert_eq!(desk.ask("p1", swap), Err(Refused::OwnBout));
    let turned = by_hand(&[(own.second, own.first), (others[0], others[1])]);
    assert_eq!(desk.ask("p1", turned), Err(Refused::OwnBout));
    desk.ask("p1", by_hand(&[(others[1], others[0]), (own.first, own.second)])).unwrap();
    desk.check();
}

#[test]
fn a_number_is_taken_back_before_the_start_and_not_after_an_exclusion() {
    let mut desk = Desk::new(settings(vec![stage(System::Swiss { rounds: 3 })]));
    desk.enter(3);
    let enter = || Command::Enter(Box::new(entry("p2")));
    let withdraw = || Command::Withdraw { entry: EntryNo(2), in_play: false, seed: "02".into() };
    for _ in 0..10 {
        desk.ask("p2", withdraw()).unwrap();
        let event = desk.ask("p2", enter()).unwrap();
        let Happened::Entered { entries } = event.what else { panic!("{event:?}") };
        assert_eq!(entries[0].no, EntryNo(2));
    }
    desk.ask("p2", withdraw()).unwrap();
    assert_eq!(desk.ask("p2", enter()), Err(Refused::Limit { what: "entries of one account", most: 10 }));
    assert_eq!(desk.event.entries().len(), 3);
    desk.ask("org", enter()).unwrap();
    let exclude = Command::Exclude { entry: EntryNo(2), act: act(Reason::Cheating), in_play: false, seed: "03".into() };
    desk.ask("org", exclude).unwrap();
    let excluded = Err(Refused::WasEntered { account: account("p2"), entry: EntryNo(2) });
    assert_eq!(desk.ask("p2", enter()), excluded.clone());
    assert_eq!(desk.ask("org", enter()), excluded);
    let other = Change { account: Some(account("p2")), ..Change::default() };
    assert!(desk.ask("org", Command::ChangeEntry(EntryNo(3), other)).is_err(), "nor as somebody else's account");
    desk.ask("org", Command::Readmit { entry: EntryNo(2), act: act(Reason::Other) }).unwrap();
    desk.ask("org", Command::Draw { by: DrawBy::Seed, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    desk.pair().unwrap();
    desk.ask("p2", withdraw()).unwrap();
    let mut late = entry("p2");
    late.from_round = 2;
    let played = Err(Refused::WasEntered { account: account("p2"), entry: EntryNo(2) });
    assert_eq!(desk.ask("org", Command::Enter(Box::new(late))), played, "what he has played stays his");
    desk.check();
}

#[test]
fn who_comes_back_by_a_ruling_is_in_the_next_draw() {
    let mut desk = Desk::new(settings(vec![stage(System::Swiss { rounds: 3 })]));
    desk.enter(3);
    let draw = || Command::Draw { by: DrawBy::Seed, seed: "00".into() };
    desk.ask("org", draw()).unwrap();
    let withdraw = Command::Withdraw { entry: EntryNo(2), in_play: false, seed: "02".into() };
    desk.ask("p2", withdraw).unwrap();
    desk.ask("org", Command::Readmit { entry: EntryNo(2), act: act(Reason::Other) }).unwrap();
    assert_eq!(desk.event.phase(), Phase::Entry);
    desk.ask("org", draw()).unwrap();
    desk.ask("org", Command::Start).unwrap();
    assert_eq!(desk.event.stages()[0].field.len(), 3);
    desk.check();
}

#[test]
fn a_ban_is_for_entries_until_it_is_over() {
    let mut desk = Desk::new(settings(vec![stage(System::Swiss { rounds: 3 })]));
    desk.enter(3);
    desk.now = 5_000;
    for name in ["p2", "zoe"] {
        let sanction = Sanction::Ban { account: account(name), until: 9_000, everywhere: false };
        desk.ask("org", Command::Sanction { sanction, act: act(Reason::Cheating) }).unwrap();
    }
    let zoe = || Command::ChangeEntry(EntryNo(1), Change { account: Some(account("zoe")), ..Change::default() });
    let banned = |name: &str| Err(Refused::Banned { account: account(name), until: 9_000 });
    assert_eq!(desk.ask("org", zoe()), banned("zoe"));
    // who takes part is not put out by it, and stays changeable
    desk.ask("org", Command::ChangeEntry(EntryNo(2), Change { rating: Some(Some(9)), ..Change::default() })).unwrap();
    desk.ask("p2", Command::Withdraw { entry: EntryNo(2), in_play: false, seed: "02".into() }).unwrap();
    let back = || Command::Readmit { entry: EntryNo(2), act: act(Reason::Other) };
    assert_eq!(desk.ask("org", back()), banned("p2"));
    desk.now = 9_000;
    desk.ask("org", back()).unwrap();
    desk.ask("org", zoe()).unwrap();
    desk.check();
}

#[test]
fn people_enter_their_own_team_alone_and_one_of_it_speaks_for_it() {
    let stage = StageSettings { bout: BoutKind::Boards { boards: 2 }, ..stage(System::Swiss { rounds: 2 }) };
    let mut desk = Desk::new(EventSettings { teams: true, ..settings(vec![stage]) });
    let member =
        |name: &str, of: Option<&str>| Member { name: name.into(), account: of.map(account), rank: None, rating: None };
    let team = |members| Command::Enter(Box::new(Entry { account: None, members, ..entry("East") }));
    let others = team(vec![member("Ann", Some("ann")), member("Bob", Some("bob"))]);
    assert_eq!(desk.ask("ann", others.clone()), Err(Refused::NotYourself), "bob has not been asked");
    assert_eq!(desk.ask("ann", team(vec![member("Ann", None), member("Bob", None)])), Err(Refused::NotYourself));
    desk.ask("ann", team(vec![member("Ann", Some("ann")), member("Bob", None)])).unwrap();
    let members = Some(vec![member("Ann", Some("ann")), member("Bob", Some("bob"))]);
    desk.ask("org", Command::ChangeEntry(EntryNo(1), Change { members, ..Change::default() })).unwrap();
    let withdraw = || Command::Withdraw { entry: EntryNo(1), in_play: false, seed: "02".into() };
    assert_eq!(desk.ask("bob", withdraw()), Err(Refused::NotAnOfficial), "one member does not withdraw the team");
    desk.ask("ann", withdraw()).unwrap();
    desk.check();
}

#[test]
fn lots_are_put_on_record_whatever_the_order_of_places() {
    let mut desk = playing_official();
    let usual = desk.event.order(1).unwrap();
    let drawn = |nos: &[u32], desk: &Desk| {
        let mut settings = desk.event.settings().unwrap().clone();
        let drawn = nos.iter().copied().map(EntryNo).collect();
        settings.stages[0].order = Some(Order { drawn, ..usual.clone() });
        Command::Settings(Box::new(settings))
    };
    assert_eq!(desk.event.settings().unwrap().stages[0].order, None);
    assert_eq!(desk.ask("p1", drawn(&[1, 2], &desk)), Err(Refused::OwnBout), "nobody draws his own lot");
    assert_eq!(desk.ask("org", drawn(&[1, 9], &desk)), Err(Refused::NoSuchEntry(EntryNo(9))));
    assert!(matches!(desk.ask("org", drawn(&[2, 2], &desk)), Err(Refused::Order(_))), "drawn twice");
    desk.ask("org", drawn(&[2, 1], &desk)).unwrap();
    desk.ask("org", drawn(&[3, 2, 4], &desk)).unwrap();
    let mut other = desk.event.settings().unwrap().clone();
    other.stages[0].order.as_mut().unwrap().criteria.pop();
    assert_eq!(desk.ask("org", Command::Settings(Box::new(other))), Err(Refused::Fixed));
    desk.ask("org", Command::CloseRound).unwrap();
    desk.ask("org", Command::Finish).unwrap();
    desk.ask("org", drawn(&[4, 3, 2, 1], &desk)).unwrap();
    assert_eq!(desk.event.standings(1).unwrap()[0].entry, EntryNo(4), "all are level but for the lot");
    desk.check();
}

#[test]
fn officials_are_no_referees_of_games_of_their_own_bouts() {
    let organisers = vec![account("org"), account("p1")];
    let referees = vec![account("ref"), account("p2")];
    let event = EventSettings { organisers, referees, ..settings(vec![stage(System::Swiss { rounds: 2 })]) };
    let mut desk = Desk::started(event, 4);
    desk.pair().unwrap();
    let setups: Vec<_> = desk.event.uncreated().map(|(_, setup)| setup.unwrap()).collect();
    assert_eq!(setups.len(), 2);
    for setup in setups {
        let players = [&setup.players.black, &setup.players.white];
        let all = ["org", "p1", "ref", "p2"].map(account);
        let others: Vec<_> = all.into_iter().filter(|official| !players.contains(&official)).collect();
        assert_eq!(setup.regulations.referees, others);
    }

    // nor of those of their own team, on whatever board
    let member = |name: &str| Member { name: name.into(), account: Some(account(name)), rank: None, rating: None };
    let team = |name: &str, members: [&str; 2]| Entry {
        account: None,
        members: members.into_iter().map(member).collect(),
        ..entry(name)
    };
    let boards = StageSettings { bout: BoutKind::Boards { boards: 2 }, ..stage(System::Swiss { rounds: 1 }) };
    let event = EventSettings { teams: true, referees: vec![account("ref")], ..settings(vec![boards]) };
    let mut desk = Desk::new(event);
    desk.ask("org", Command::Enter(Box::new(team("East", ["east1", "ref"])))).unwrap();
    desk.ask("org", Command::Enter(Box::new(team("West", ["west1", "west2"])))).unwrap();
    desk.ask("org", Command::Draw { by: DrawBy::Seed, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    desk.pair().unwrap();
    let referees: Vec<_> = desk.event.uncreated().map(|(_, setup)| setup.unwrap().regulations.referees).collect();
    assert_eq!(referees, [vec![account("org")], vec![account("org")]]);
}

#[test]
fn what_officials_do_for_others_is_a_ruling_and_what_players_do_for_themselves_is_none() {
    let referees = vec![account("ref")];
    let mut desk = Desk::new(EventSettings { referees, ..settings(vec![stage(System::Swiss { rounds: 3 })]) });
    let acted = |desk: &Desk| desk.event.state.acted == desk.event.position().seq;
    let withdraw = |entry| Command::Withdraw { entry: EntryNo(entry), in_play: false, seed: "00".into() };
    let rename = |no| Command::ChangeEntry(EntryNo(no), Change { rating: Some(Some(2_000)), ..Change::default() });
    let mut steps = Vec::new();
    for (by, command) in [
        ("org", Command::Enter(Box::new(entry("q1")))),
        ("q2", Command::Enter(Box::new(entry("q2")))),
        ("org", rename(1)),
        ("q2", withdraw(2)),
        ("ref", withdraw(1)),
    ] {
        desk.ask(by, command).unwrap();
        steps.push(acted(&desk));
    }
    assert_eq!(steps, [true, false, true, false, true]);
    let before = desk.event.position().seq - 1;
    let asker = Asker { account: account("org"), office: None, after: Some(before) };
    let readmit = Command::Readmit { entry: EntryNo(1), act: act(Reason::Other) };
    let stale = desk.event.decide(&asker, &"late".parse().unwrap(), readmit, desk.now);
    assert_eq!(stale, Err(Refused::Stale { after: before, acted: before + 1 }), "a withdrawal that he has not seen");
}

#[test]
fn a_member_keeps_his_account_while_a_game_of_his_is_to_be_made() {
    let member = |name: &str, account: Option<&str>| Member {
        name: name.into(),
        account: account.map(self::account),
        rank: None,
        rating: None,
    };
    let team = |name: &str| {
        let (one, other) = (format!("{name}1"), format!("{name}2"));
        let members = vec![member(&one, Some(&one)), member(&other, Some(&other))];
        Entry { account: None, members, ..entry(name) }
    };
    let boards = StageSettings { bout: BoutKind::Boards { boards: 2 }, ..stage(System::Swiss { rounds: 1 }) };
    let mut desk = Desk::new(EventSettings { teams: true, ..settings(vec![boards]) });
    for name in ["east", "west"] {
        desk.ask("org", Command::Enter(Box::new(team(name)))).unwrap();
    }
    desk.ask("org", Command::Draw { by: DrawBy::Seed, seed: "00".into() }).unwrap();
    desk.ask("org", Command::Start).unwrap();
    desk.pair().unwrap();
    let without = || {
        let members = Some(vec![member("east1", Some("east1")), member("east2", None)]);
        Command::ChangeEntry(EntryNo(1), Change { members, ..Change::default() })
    };
    assert!(matches!(desk.ask("org", without()), Err(Refused::Settings(_))));
    let games: Vec<GameId> = desk.event.uncreated().map(|(game, _)| game.clone()).collect();
    assert_eq!(games.len(), 2, "none of them is lost from what is to be made");
    let created = desk.event.created(&games, desk.now).unwrap().unwrap();
    desk.append(&created);
    desk.ask("org", without()).unwrap();
    desk.check();
}
