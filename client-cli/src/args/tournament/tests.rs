use super::*;
use crate::args::{Cli, Command};
use std::ffi::OsString;
use tengen_protocol::{
    BoutKind, DrawRule, EntryNo, EntryRule, EventSettings, IllegalMove, Ko, LatenessRule, Overtime, Pace, Score,
    Scores, System, UnruledRepetition,
    standings::{Criterion, Highest, Unplayed, Withdrawals},
};

fn order(words: &[&str]) -> Result<TournamentOrder, clap::Error> {
    let line = ["tengen", "tournament"].iter().chain(words).map(OsString::from);
    Cli::read(line).map(|cli| match cli.command {
        Some(Command::Tournament(args)) => args.order,
        other => panic!("{words:?}: {other:?}"),
    })
}

fn base() -> EventSettings {
    serde_json::from_value(serde_json::json!({
        "name": "base",
        "stages": [{ "system": { "system": "swiss", "rounds": 7 }, "bout": { "bout": "game" } }],
        "terms": { "size": { "width": 19, "height": 19 }, "time": { "system": "none" } },
    }))
    .unwrap()
}

/// The settings that a line makes of the ones above.
fn settings(line: &[&str]) -> Result<EventSettings, NoSettings> {
    let words: Vec<&str> = ["create", "Cup"].iter().chain(line).copied().collect();
    let TournamentOrder::Create(args) = order(&words).unwrap() else { panic!("{line:?}") };
    let mut settings = base();
    args.settings.apply(&mut settings)?;
    Ok(settings)
}

#[test]
fn what_is_said_replaces_what_a_preset_has() {
    assert_eq!(settings(&[]).unwrap(), base());
    let said = settings(&[
        "--rounds",
        "5",
        "--size",
        "9",
        "--time",
        "10m",
        "--rules",
        "AGA",
        "--komi",
        "-0.5",
        "--teams",
        "--elsewhere",
        "--lateness",
        "quarter-hour",
        "--illegal-move",
        "pass",
        "--overtime",
        "penalty",
        "--entering",
        "organiser",
        "--entry-limit",
        "32",
        "--pace",
        "at-once:10s",
        "--bout",
        "boards:5",
        "--description",
        "Hall 2",
    ])
    .unwrap();
    assert_eq!(said.terms.size.to_string(), "9x9");
    assert_eq!(said.terms.komi.map(|komi| komi.half_points()), Some(-1));
    assert!(said.teams && !said.hosted && said.description == "Hall 2");
    assert_eq!((said.lateness, said.entry, said.entry_limit), (LatenessRule::QuarterHour, EntryRule::Organiser, 32));
    assert_eq!((said.illegal_move, said.overtime), (IllegalMove::Pass, Overtime::Penalty));
    let [stage] = said.stages.as_slice() else { panic!("{:?}", said.stages) };
    assert_eq!((stage.system, stage.bout), (System::Swiss { rounds: 5 }, BoutKind::Boards { boards: 5 }));
    assert_eq!(stage.pace, Pace::AtOnce { pause: 10_000 });
}

#[test]
fn what_a_referee_rules_on_is_said_and_taken_back() {
    let mut said = settings(&["--ko", "referee", "--unruled-repetition", "draw", "--move-limit", "400"]).unwrap();
    assert_eq!(said.terms.ko, Some(Ko::Referee));
    assert_eq!((said.unruled_repetition, said.move_limit), (UnruledRepetition::Draw, Some(400)));
    let none = order(&["create", "x", "--move-limit", "0"]).unwrap();
    let TournamentOrder::Create(none) = none else { panic!() };
    none.settings.apply(&mut said).unwrap();
    assert_eq!((said.terms.ko, said.move_limit), (Some(Ko::Referee), None));
}

#[test]
fn stages_follow_one_another() {
    let said = settings(&["--stage", "swiss:7", "--stage", "elimination:1,best-of-3,first:8,carry", "--bout", "game"]);
    let stages = said.unwrap().stages;
    let [swiss, cup] = stages.as_slice() else { panic!("{stages:?}") };
    assert_eq!((swiss.system, swiss.draws), (System::Swiss { rounds: 7 }, DrawRule::Stands));
    assert_eq!((cup.bout, cup.draws), (BoutKind::BestOf { games: 3 }, DrawRule::Replay));
    assert_eq!(cup.from.map(|from| (from.first, from.carry_points)), Some((8, true)));
    assert_eq!(settings(&["--stage", "swiss:7", "--stage", "elimination"]), Err(NoSettings::NobodyComes(2)));
    assert_eq!(settings(&["--stage", "swiss:3,draws:replay"]).unwrap().stages[0].draws, DrawRule::Replay);
    let system = |said: &str| settings(&["--system", said]).unwrap().stages[0].system;
    assert_eq!(system("Round-Robin:2"), System::RoundRobin { laps: 2 });
    assert_eq!(system("elimination"), System::Elimination { losses: 1 });
    assert_eq!(system("swiss-elimination:2"), System::SwissElimination { losses: 2 });
    for wrong in [
        &["--stage", "swiss:7", "--rounds", "5"][..],
        &["--system", "swiss:5", "--stage", "swiss:7"],
        &["--system", "swiss"],
        &["--stage", "elimination:1,carry"],
        &["--bout", "best"],
        &["--pace", "soon"],
    ] {
        let words: Vec<&str> = ["create", "Cup"].iter().chain(wrong).copied().collect();
        assert!(order(&words).is_err(), "{wrong:?}");
    }
}

#[test]
fn places_are_decided_by_what_is_said() {
    let of =
        |order: &str, system: &str| settings(&["--system", system, "--order", order]).unwrap().stages[0].order.clone();
    let swiss = of("Points, sos,direct-encounter,unplayed:none,highest:best-actual", "swiss:5").unwrap();
    assert_eq!(swiss.criteria, [Criterion::Points, Criterion::Sos, Criterion::DirectEncounter]);
    assert_eq!((swiss.unplayed, swiss.highest, swiss.bye_points), (Unplayed::None, Highest::BestActual, 2));
    let robin = of("points,wins-on-board:2", "round-robin").unwrap();
    assert_eq!((robin.criteria[1], robin.bye_points), (Criterion::WinsOnBoard { board: 2 }, 0));
    assert_eq!(robin.withdrawals, Withdrawals::VoidBelowHalf { rounds: 0 });
    assert_eq!(of("points", "elimination"), None, "who went out later is better");
    let continues = settings(&["--bout", "win-and-continue:both-out"]).unwrap().stages[0].bout;
    assert_eq!(continues, BoutKind::WinAndContinue { draw_both_out: true });
    for wrong in ["", "unplayed:none", "points;sos", "wins-on-board:x"] {
        assert!(order(&["create", "Cup", "--order", wrong]).is_err(), "{wrong}");
    }
}

#[test]
fn a_timetable_is_read_in_its_zone() {
    let times = "at:2026-12-01 10:00, 2026-12-01T03:00:00Z";
    let stages = settings(&["--pace", times, "--zone", "Asia/Shanghai"]).unwrap().stages;
    let zone = Some("Asia/Shanghai".to_owned());
    assert_eq!(stages[0].pace, Pace::At { times: vec![1_796_090_400_000, 1_796_094_000_000], zone });
    // the night between has 23 hours, and in October 25
    for (nights, hours) in [("2027-03-27 10:00, 2027-03-28 10:00", 23), ("2027-10-30 10:00, 2027-10-31 10:00", 25)] {
        let stages = settings(&["--pace", &format!("at:{nights}"), "--zone", "Europe/Berlin"]).unwrap().stages;
        let Pace::At { times, .. } = &stages[0].pace else { panic!("{stages:?}") };
        assert_eq!(times[1] - times[0], hours * 3_600_000, "{nights}");
    }
    assert_eq!(settings(&["--pace", "at:noon"]), Err(NoSettings::NoTime("noon".into())));
    let two = ["--stage", "swiss:1", "--stage", "elimination,first:2", "--pace", "at:2026-12-01 10:00"];
    let stages = settings(&two).unwrap().stages;
    assert!(matches!(stages[0].pace, Pace::At { .. }) && stages[1].pace == Pace::ByHand);
    let two = ["--stage", "swiss:1", "--stage", "elimination,first:2", "--pace", "at-once"];
    assert!(settings(&two).unwrap().stages.iter().all(|stage| stage.pace == Pace::AtOnce { pause: 0 }));
}

#[test]
fn results_are_written_as_people_write_them() {
    let score = |text: &str| text.parse::<ScoreArg>().ok().map(|score| score.0.scores);
    assert_eq!(score("2:0"), Some(Some(Scores::played(Score::Win))));
    assert_eq!(score("1：1"), Some(Some(Scores::played(Score::Draw))));
    assert_eq!(score("0:2F"), Some(Some(Scores::forfeited(Score::Loss))));
    assert_eq!(score("0:0"), Some(Some(Scores::both_lose(false))));
    assert_eq!(score("0:0f"), Some(Some(Scores::both_lose(true))));
    assert_eq!(score("None"), Some(None));
    for bad in ["", "1:0", "2:2", "1:1f", "B+R", "2-0", "f"] {
        assert_eq!(score(bad), None, "{bad}");
    }
}

#[test]
fn games_bouts_and_pairs_are_named() {
    let at = |stage, round, table| BoutRef { stage, round, table };
    assert_eq!("1.2.3".parse(), Ok(GameArg::At(at(1, 2, 3), None)));
    assert_eq!("1.2.3.4".parse(), Ok(GameArg::At(at(1, 2, 3), Some(4))));
    assert_eq!("g1".parse(), Ok(GameArg::Id("g1".parse().unwrap())));
    for bad in ["1.2", "1.0.3", "1.2.3.4.5", "1.2.x", ""] {
        assert!(bad.parse::<GameArg>().is_err(), "{bad}");
    }
    let TournamentOrder::PairByHand { pairs, byes, .. } =
        order(&["pair-by-hand", "t1", "3-7", "#1-#2", "--byes", "5 #6", "--reason", "other"]).unwrap()
    else {
        panic!()
    };
    let pairs: Vec<_> = pairs.iter().map(|pair| (pair.0.first.0, pair.0.second.0)).collect();
    assert_eq!((pairs, byes.0), (vec![(3, 7), (1, 2)], vec![EntryNo(5), EntryNo(6)]));
    for wrong in [
        &["pair-by-hand", "t1", "3-7"][..],
        &["pair-by-hand", "t1", "3", "--reason", "other"],
        &["swap", "t1", "g1", "--reason", "other"],
        &["result", "t1", "g1", "2:0", "--text", "no reason"],
        &["exclude", "t1", "3"],
        &["export", "t1"],
        &["sanction", "t1", "ban", "3", "--reason", "cheating"],
        &["draw", "t1", "--by", "luck"],
    ] {
        assert!(order(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn every_order_is_read() {
    for line in [
        "presets",
        "list --phase Running --limit 5",
        "show t1",
        "enter t1 --rank 5D --rating -20 --club West --member Ann --member Bob=bob",
        "entries t1 --csv",
        "import t1 - --check",
        "edit t1 3 --rank 1d --clear club,seed",
        "withdraw t1",
        "withdraw t1 #3 --yes",
        "exclude t1 3 --reason cheating --text why --yes",
        "readmit t1 3 --reason other",
        "line-up t1 3 1 2 4 --absent 4",
        "member-leaves t1 3 2 --yes",
        "draw t1 --by seeded:8",
        "start t1",
        "pair t1 --begin",
        "begin t1",
        "swap t1 1.2.3 --reason other",
        "pairings t1 --round 2 --stage 1",
        "round t1",
        "result t1 1.1.3 2:0f --reason late",
        "replay t1 g1 --reason disturbance",
        "overturn t1 1.1.3 0:2 --reason cheating",
        "close-round t1 --yes",
        "standings t1 --crosstable",
        "bracket t1",
        "explain t1 Ann --stage 2",
        "sanction t1 ban @a1 --until 2027-12-01 --reason cheating",
        "sanction t1 lower-prize 3 --reason ceremony",
        "sanction t1 reprimand Cyd --reason disturbance",
        "finish t1",
        "cancel t1 --reason other",
        "export t1 --format h9 -o x.h9",
        "follow t1",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        order(&words).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    let TournamentOrder::NextStage { chosen: Some(chosen), .. } =
        order(&["next-stage", "t1", "--chosen", "3 1 2", "--yes"]).unwrap()
    else {
        panic!()
    };
    assert_eq!(chosen.0, [3, 1, 2].map(EntryNo));
    let member = |text: &str| text.parse::<MemberArg>().map(|it| (it.0.name, it.0.account));
    assert_eq!(member("Li Ming = lm"), Ok(("Li Ming".into(), Some("lm".into()))));
    assert!(member("=lm").is_err() && member("Li=").is_err());
}
