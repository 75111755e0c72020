//! A log of format 1 as it was written: it must be read for ever, and gives the same state.
//!
//! `TENGEN_UPDATE=1` writes it anew, which only a change of format before the first release may need.

use super::*;
use std::path::PathBuf;
use tengen_protocol::{DrawBy, Pairing, Sanction};

fn file(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "src/tournament/event/tests", name].iter().collect()
}

fn golden(name: &str, made: &str) -> String {
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        std::fs::write(file(name), made).unwrap();
    }
    std::fs::read_to_string(file(name)).unwrap()
}

fn played() -> Desk {
    let mut desk = Desk::new(settings(vec![stage(System::Swiss { rounds: 2 })]));
    let ask = |desk: &mut Desk, command| desk.ask("org", command).unwrap();
    let renamed = EventSettings { name: "Spring cup".into(), ..desk.event.settings().unwrap().clone() };
    ask(&mut desk, Command::Settings(Box::new(renamed)));
    desk.enter(4);
    let change = Change { rating: Some(Some(2_100)), ..Change::default() };
    ask(&mut desk, Command::ChangeEntry(EntryNo(3), change));
    ask(&mut desk, Command::Draw { by: DrawBy::Rating, seed: "00112233445566778899aabbccddeeff".into() });
    ask(&mut desk, Command::Start);
    let pairs =
        vec![Pairing { first: EntryNo(1), second: EntryNo(2) }, Pairing { first: EntryNo(3), second: EntryNo(4) }];
    let act = |reason| Act { reason, text: "as announced".into() };
    let seed = || String::from("5eed");
    ask(&mut desk, Command::PairByHand { pairs, byes: vec![], act: act(Reason::Other), seed: seed() });
    ask(&mut desk, Command::Swap { bout: BoutRef { stage: 1, round: 1, table: 1 }, act: act(Reason::Other) });
    ask(&mut desk, Command::Begin { seed: seed() });
    let games = desk.going_on();
    let created = desk.event.created(&games, desk.now).unwrap().unwrap();
    desk.append(&created);
    desk.end(&games[0], 40, won(Colour::Black)).unwrap();
    let replay = Command::Replay { game: games[1].clone(), act: act(Reason::Disturbance), seed: "a1".into() };
    ask(&mut desk, replay);
    let again = desk.going_on()[0].clone();
    let score = GameScore { scores: Some(Scores::played(Score::Draw)) };
    ask(&mut desk, Command::Announce { game: again, score, act: None, seed: "a2".into() });
    desk.pair().unwrap();
    ask(&mut desk, Command::Withdraw { entry: EntryNo(4), in_play: true, seed: "1eaf".into() });
    ask(&mut desk, Command::Readmit { entry: EntryNo(4), act: act(Reason::Withdrawal) });
    let ruled = Ruled::Bout(BoutRef { stage: 1, round: 1, table: 1 }, Scores::both_lose(false));
    ask(&mut desk, Command::Overturn { ruled, act: act(Reason::Cheating), seed: "a3".into() });
    ask(&mut desk, Command::CloseRound);
    ask(&mut desk, Command::Finish);
    ask(
        &mut desk,
        Command::Sanction { sanction: Sanction::LowerPrize { entry: EntryNo(2) }, act: act(Reason::Ceremony) },
    );
    desk
}

#[test]
fn a_log_of_format_1_is_read_and_written_as_ever() {
    let desk = played();
    let log: Vec<_> = desk.stored.iter().map(|stored| String::from_utf8(stored.clone()).unwrap()).collect();
    let written = golden("golden_1.jsonl", &(log.join("\n") + "\n"));
    let snapshot = String::from_utf8(desk.event.snapshot().unwrap()).unwrap();
    let state = golden("golden_1_state.json", &(snapshot + "\n"));
    let mut read = Tournament::new("t1".parse().unwrap());
    for line in written.lines() {
        read.apply(line.as_bytes()).unwrap();
    }
    assert_eq!(String::from_utf8(read.snapshot().unwrap()).unwrap() + "\n", state);
    assert_eq!(log, written.lines().collect::<Vec<_>>(), "the same commands make the same events");
    let newer = written.lines().next().unwrap().replace("\"v\":1", "\"v\":2");
    let refused = Tournament::new("t1".parse().unwrap()).apply(newer.as_bytes());
    assert_eq!(refused, Err(Unreadable::Newer(2)));
}
