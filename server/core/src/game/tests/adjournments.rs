//! Adjournments with a sealed move.

use super::*;
use crate::timing::Time;
use tengen_protocol::Why;

const HOUR: u64 = 3_600_000;

fn at(ms: u64) -> Option<ResumeAt> {
    Some(ResumeAt { resume_at: ms, zone: Some("Asia/Shanghai".into()) })
}

/// Agreed in the third turn, Black being to move, to go on an hour later.
fn agreed(time: &str) -> Table {
    let mut table = Table::new(&terms("9", time));
    table.plays("E5 C3");
    let resume_at = at(table.now + HOUR);
    table.propose_at(WHITE, Proposal::Adjourn, resume_at).event();
    let Event::AdjournmentAgreed { .. } = table.reply(BLACK, true).event() else { panic!() };
    table
}

fn never_named(table: &Table, vertex: &str) {
    let snapshot = serde_json::to_string(&table.game.snapshot(Sides::default())).unwrap();
    let secret = table.secret.as_ref().unwrap();
    let (nonce, _) = secret.split_once(' ').unwrap();
    let debug = format!("{:?}", table.game);
    for text in table.stored.iter().map(|stored| String::from_utf8_lossy(stored)).chain([snapshot.into(), debug.into()])
    {
        assert!(!text.contains(vertex) && !text.contains(nonce), "{text}");
    }
}

#[test]
fn a_sealed_move_is_hidden_until_the_game_goes_on() {
    let mut table = agreed("10m+3x30s");
    table.wait(30_000);
    let Event::Sealed { time, digest, .. } = table.seal(BLACK, "J9").event() else { panic!() };
    // printf '07070707070707070707070707070707 J9' | sha256sum
    assert_eq!(digest, "716b1c815d68be301b5094ebab22c458e018717a7de68e081564f72ac186652f");
    assert_eq!((time.used, table.clock(BLACK).main, table.game.phase()), (30_000, 570_000, Phase::Adjourned));
    never_named(&table, "J9");
    table.wait(5_000);
    let Event::Unsealed { by: Some(WHITE), sealed_by: BLACK, vertex, .. } = table.agree(Proposal::GoOn) else {
        panic!()
    };
    assert_eq!(vertex, "J9".parse().unwrap());
    let snapshot = table.game.snapshot(Sides::default());
    assert_eq!((snapshot.moves.as_str(), snapshot.to_move, snapshot.adjournment), ("E5 C3 J9", WHITE, None));
    assert_eq!(snapshot.clocks.unwrap().running, Some(WHITE));
    table.wait(7_000);
    table.plays("C4");
    assert_eq!((table.clock(BLACK).main, table.clock(WHITE).main), (570_000, 593_000));
    table.check_replay();
}

#[test]
fn at_the_set_time_the_game_goes_on_by_itself() {
    let mut table = agreed("10m");
    let set = table.now + HOUR;
    table.wait(60_000);
    table.seal(BLACK, "G7").event();
    let due = table.due.unwrap();
    assert_eq!((due.time, due.when), (Time::Wall, When::At(set)));
    table.now = set - 1;
    assert_eq!(table.time_acts(), Ended::Time);
    table.now = set;
    let Event::Unsealed { by: None, id: None, .. } = table.time_acts().event() else { panic!() };
    // nobody is there: the clock of the side to move runs
    table.wait(600_000 + LAG_QUOTA_MS + FLAG_GRACE_MS);
    let Event::TimedOut { by: WHITE, .. } = table.time_acts().event() else { panic!() };
    assert_eq!(table.outcome(), "B+T");
    table.check_replay();
}

#[test]
fn only_the_right_secret_opens_it() {
    let mut table = agreed("10m");
    table.seal(BLACK, "G7").event();
    let secret = table.secret.clone().unwrap();
    table.game = Game::load(&table.stored).unwrap();
    assert!(table.game.lacks_secret() && table.game.time_acts().is_none());
    table.propose(BLACK, Proposal::GoOn).event();
    let refusal = table.reply(WHITE, true).refusal();
    assert_eq!((refusal.code, refusal.retry_after.is_some()), (Code::Unavailable, true));
    let other = SealedMove::from_secret(secret.replace("G7", "G6").as_bytes()).unwrap();
    assert_eq!(table.game.show_secret(other), Err(NotSealed));
    for broken in ["", "G7", " G7", "07 G7", &secret[..secret.len() - 1], &secret.replace(' ', "")] {
        assert_eq!(SealedMove::from_secret(broken.as_bytes()), Err(NotSealed), "{broken}");
    }
    table.game.show_secret(SealedMove::from_secret(secret.as_bytes()).unwrap()).unwrap();
    table.reply(WHITE, true).event();
    table.check_replay();
    // an event that opens another move is not read
    let opened = String::from_utf8(table.stored.last().unwrap().clone()).unwrap();
    let kept = table.stored.len() - 1;
    let mut game = Game::load(&table.stored[..kept]).unwrap();
    assert!(matches!(game.apply(opened.replace("G7", "G6").as_bytes()), Err(Unreadable::Broken { .. })));
}

#[test]
fn a_sealed_move_is_judged_as_every_move() {
    let mut table = agreed("10m");
    let before = table.game.position();
    assert_eq!(table.seal(WHITE, "G7").refused(), Code::NotYourTurn);
    assert_eq!(table.seal(BLACK, "E5").refused(), Code::Occupied);
    assert_eq!(table.seal(BLACK, "K1").refused(), Code::OffBoard);
    assert_eq!(table.game.position(), before);
    // openly nothing is played any more
    assert_eq!(table.play(BLACK, "G7").refused(), Code::SealMove);
    assert_eq!(table.play(BLACK, "pass").refused(), Code::SealMove);
    let undo = Command::RequestUndo { moves: 1, after: before.seq, head: before.head };
    assert_eq!(table.say(BLACK, undo).refused(), Code::SealMove);
    assert_eq!(table.propose(BLACK, Proposal::Pause).refused(), Code::SealMove);
    let mut open = Table::new(&terms("9", "10m"));
    assert_eq!(open.seal(BLACK, "G7").refused(), Code::NotSealing);
    // superko: B1 was just taken at C1
    let mut ko = Table::new(&terms("9", "10m"));
    ko.plays("A2 B1 B2 C2 B3 D1 A3 A1 C1");
    ko.agree(Proposal::Adjourn);
    assert_eq!(ko.seal(WHITE, "B1").refusal().repeats_move, Some(7));
    ko.seal(WHITE, "J9").event();
}

#[test]
fn the_flag_falls_while_nothing_is_sealed() {
    let mut table = agreed("1m");
    table.wait(60_000);
    assert_eq!(table.seal(BLACK, "G7"), Ended::Late);
    table.wait(LAG_QUOTA_MS + FLAG_GRACE_MS);
    let Event::TimedOut { by: BLACK, .. } = table.time_acts().event() else { panic!() };
    table.check_replay();
}

#[test]
fn a_sealed_pass_may_stop_play() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("E5 pass");
    table.agree(Proposal::Adjourn);
    table.seal(BLACK, "pass").event();
    table.wait(1_000);
    let Event::Unsealed { vertex: Vertex::Pass, stop: Some(_), .. } = table.agree(Proposal::GoOn) else { panic!() };
    assert_eq!(table.game.phase(), Phase::Scoring);
    table.check_replay();
    let mut raw = terms("9", "10m");
    raw.rules = Preset::TrompTaylor;
    let mut table = Table::new(&raw);
    table.plays("E5 pass");
    table.agree(Proposal::Adjourn);
    table.seal(BLACK, "pass").event();
    let Event::Unsealed { outcome: Some(_), .. } = table.agree(Proposal::GoOn) else { panic!() };
    assert_eq!(table.outcome(), "B+73.5");
    table.check_replay();
}

#[test]
fn one_can_resign_while_adjourned_and_nothing_is_opened() {
    let mut table = agreed("10m");
    table.seal(BLACK, "J9").event();
    assert_eq!(table.play(WHITE, "C4").refused(), Code::Adjourned);
    assert_eq!(table.propose(BLACK, Proposal::Pause).refused(), Code::Adjourned);
    table.say(WHITE, Command::Resign).event();
    assert_eq!(table.outcome(), "B+R");
    never_named(&table, "J9");
    table.check_replay();
}

#[test]
fn another_time_is_agreed_on_while_adjourned() {
    let mut table = agreed("10m");
    table.seal(BLACK, "G7").event();
    let later = table.now + 48 * HOUR;
    table.propose_at(WHITE, Proposal::Adjourn, at(later)).event();
    let Event::AdjournmentAgreed { .. } = table.reply(BLACK, true).event() else { panic!() };
    assert_eq!(table.due.unwrap().when, When::At(later));
    table.now = later;
    let Event::Unsealed { .. } = table.time_acts().event() else { panic!() };
    table.check_replay();
}

#[test]
fn the_set_time_has_limits() {
    let mut table = Table::new(&terms("9", "10m"));
    let now = table.now;
    for bad in [0, now, now + limits::ADJOURNED_MS + 1] {
        let refusal = table.propose_at(BLACK, Proposal::Adjourn, at(bad)).refusal();
        assert_eq!((refusal.code, refusal.why), (Code::BadResumeAt, Some(Why::OutOfRange)), "{bad}");
    }
    for zone in ["", "Asia/Shang hai", "\u{202e}", &"x".repeat(limits::ZONE_BYTES + 1)] {
        let resume_at = Some(ResumeAt { resume_at: now + 1, zone: Some(zone.to_owned()) });
        assert_eq!(table.propose_at(BLACK, Proposal::Adjourn, resume_at).refused(), Code::BadResumeAt);
    }
    assert_eq!(table.propose_at(BLACK, Proposal::Pause, at(now + 1)).refused(), Code::BadResumeAt);
    table.propose_at(BLACK, Proposal::Adjourn, at(now + limits::ADJOURNED_MS)).event();
    // nothing said: 30 days
    let mut table = Table::new(&terms("9", "10m"));
    let Event::AdjournmentAgreed { resume_at, .. } = table.agree(Proposal::Adjourn) else { panic!() };
    assert_eq!(resume_at, ResumeAt { resume_at: table.now + limits::ADJOURNED_DEFAULT_MS, zone: None });
}

#[test]
fn only_games_with_a_live_clock_are_adjourned() {
    for time in ["none", "3d/move"] {
        let mut table = Table::new(&terms("9", time));
        assert_eq!(table.propose(BLACK, Proposal::Adjourn).refused(), Code::AdjournOff);
    }
}

#[test]
fn a_sealed_move_gets_its_increment_and_an_undo_takes_it_back() {
    let mut table = agreed("10m+10s/move");
    table.wait(3_000);
    table.seal(BLACK, "G7").event();
    assert_eq!(table.clock(BLACK).main, 617_000);
    table.agree(Proposal::GoOn);
    let at = table.game.position();
    table.say(BLACK, Command::RequestUndo { moves: 1, after: at.seq, head: at.head }).event();
    let at = table.game.position();
    table.say(WHITE, Command::AnswerUndo { accept: true, after: at.seq, head: at.head }).event();
    assert_eq!((table.clock(BLACK).main, table.game.to_move()), (607_000, BLACK));
    table.check_replay();
}

#[test]
fn a_sealed_move_that_is_sent_again_is_known() {
    let mut table = agreed("10m");
    let at = table.game.position();
    let sealed = SealedMove::new([1; NONCE_BYTES], "G7".parse().unwrap());
    let command = Command::Seal { sealed, after: at.seq, head: at.head };
    let id: CommandId = "s-1".parse().unwrap();
    table.say_as(BLACK, &id, command).event();
    let seq = table.game.position().seq;
    // the nonce is another one each time that it is read
    let again = SealedMove::new([2; NONCE_BYTES], "G7".parse().unwrap());
    let again = Command::Seal { sealed: again, after: at.seq, head: at.head };
    assert_eq!(table.game.repeat(BLACK, &id, &again), Some(Ok(seq)));
    assert_eq!(table.game.repeat(BLACK, &id, &Command::Resign).unwrap().unwrap_err().code, Code::IdReused);
}
