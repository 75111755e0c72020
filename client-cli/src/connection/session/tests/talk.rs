//! Talk beside a followed game.

use super::*;
use tengen_protocol::{EndReason, Event, Outcome};

fn line(n: u64) -> Value {
    json!({ "n": n, "at": 1_000 + n, "by": "a9", "name": "Cyd", "text": format!("line {n}") })
}

fn lines(of: &[u64], upto: u64) -> Value {
    json!({ "lines": of.iter().map(|n| line(*n)).collect::<Vec<_>>(), "upto": upto })
}

impl Rig {
    /// Somebody (`a1`, unless there is no account) follows the game and wants to hear.
    fn hearing(script: &Script, account: Option<&str>) -> Self {
        let mut rig = Self::new();
        rig.session = Session::new(Arc::new(Ids::new("p".into())), true);
        rig.open_as(account);
        rig.follow(script);
        rig
    }

    fn open_as(&mut self, account: Option<&str>) {
        self.session.opened(Some("token".into()));
        self.pump();
        let (_, id) = self.last();
        self.ok(&id, json!({ "server": "s", "games": [], "account": account }));
    }

    /// What the newest question asks.
    fn asked(&self) -> (String, Value, Value) {
        let (last, id) = self.last();
        assert_eq!(last["type"], "talk", "{last}");
        (last["channel"].as_str().unwrap().to_owned(), last["after"].clone(), id)
    }

    fn say(&mut self, channel: &str, n: u64) {
        self.receive(&json!({ "notice": "talk", "game": "g1", "channel": channel, "line": line(n) }));
    }

    fn heard(&self) -> Vec<(Channel, u64)> {
        let heard = |update: &Update| match update {
            Update::Talk { channel, line, .. } => Some((*channel, line.n)),
            _ => None,
        };
        self.told.iter().filter_map(heard).collect()
    }
}

use tengen_protocol::Channel::{self, Players, Spectators};

#[test]
fn a_player_asks_for_his_channel_and_after_the_end_for_the_other_one() {
    let mut script = Script::playing(9);
    let mut rig = Rig::hearing(&script, Some("a1"));
    let (channel, after, id) = rig.asked();
    assert_eq!((channel.as_str(), after), ("players", Value::Null));
    assert_eq!(rig.sent_of("talk").len(), 1, "the other one is not open");
    rig.ok(&id, lines(&[1, 2], 2));
    rig.say("players", 3);
    assert_eq!(rig.heard(), [(Players, 1), (Players, 2), (Players, 3)]);
    let outcome =
        Outcome { result: "W+R".into(), reason: EndReason::Resignation, winner: Some(Colour::White), count: None };
    let event = script.append(Event::Resigned { by: Colour::Black, id: "x-1".parse().unwrap(), outcome }).clone();
    rig.event(&event);
    let (channel, after, id) = rig.asked();
    assert_eq!((channel.as_str(), after), ("spectators", Value::Null));
    rig.ok(&id, lines(&[7], 7));
    rig.say("spectators", 8);
    assert_eq!(rig.heard()[3..], [(Spectators, 7), (Spectators, 8)]);
}

#[test]
fn whoever_does_not_play_hears_the_spectators() {
    for account in [Some("a7"), None] {
        let rig = Rig::hearing(&Script::playing(9), account);
        assert_eq!(rig.asked().0, "spectators");
        assert_eq!(rig.sent_of("talk").len(), 1);
    }
}

#[test]
fn every_line_is_told_once_whatever_is_missed_or_repeated() {
    let script = Script::playing(9);
    let mut rig = Rig::hearing(&script, Some("a7"));
    // one that comes before the answer is in it
    rig.say("spectators", 2);
    let (.., id) = rig.asked();
    rig.ok(&id, lines(&[1, 2], 2));
    rig.say("spectators", 2);
    assert_eq!(rig.heard(), [(Spectators, 1), (Spectators, 2)]);
    // 3 is missing; 4 and 5 come with the answer
    rig.say("spectators", 4);
    let (_, after, id) = rig.asked();
    rig.say("spectators", 5);
    assert_eq!(after, 2);
    rig.ok(&id, json!({ "lines": [line(3), line(4)], "upto": 4, "more": true }));
    let (_, after, id) = rig.asked();
    assert_eq!(after, 4);
    rig.ok(&id, lines(&[5], 5));
    // after a new connection only what is new
    rig.cut();
    rig.open_as(Some("a7"));
    let (join, id) = rig.last();
    assert_eq!(join["type"], "join");
    rig.ok(&id, json!({ "join": "up_to_date", "seq": script.view().seq, "head": script.view().head, "now": 1 }));
    let (_, after, id) = rig.asked();
    assert_eq!(after, 5);
    rig.ok(&id, lines(&[6], 6));
    assert_eq!(rig.heard(), (1..=6).map(|n| (Spectators, n)).collect::<Vec<_>>());
}

#[test]
fn talk_that_begins_anew_is_heard() {
    let mut rig = Rig::hearing(&Script::playing(9), Some("a7"));
    let (.., id) = rig.asked();
    rig.ok(&id, lines(&[4], 4));
    let anew = json!({ "n": 1, "at": 9_000, "by": "a9", "name": "Cyd", "text": "again" });
    rig.receive(&json!({ "notice": "talk", "game": "g1", "channel": "spectators", "line": anew }));
    let (_, after, id) = rig.asked();
    assert_eq!(after, 4);
    rig.ok(&id, json!({ "lines": [anew], "upto": 1 }));
    rig.say("spectators", 2);
    assert_eq!(rig.heard(), [(Spectators, 4), (Spectators, 1), (Spectators, 2)]);
}

#[test]
fn a_server_without_talk_is_asked_once_and_a_busy_one_again() {
    let script = Script::playing(9);
    let mut rig = Rig::hearing(&script, Some("a1"));
    let (.., id) = rig.asked();
    rig.refuse(&id, json!({ "code": "unavailable", "message": "", "retry_after": 1_000 }));
    assert_eq!(rig.sent_of("talk").len(), 1);
    rig.now += Duration::from_secs(2);
    assert!(rig.session.next_due().is_some_and(|due| due <= rig.now));
    rig.session.due(rig.now);
    rig.pump();
    let (.., id) = rig.asked();
    rig.refuse(&id, json!({ "code": "talk_off", "message": "" }));
    rig.session.due(rig.now);
    rig.pump();
    assert_eq!((rig.sent_of("talk").len(), rig.heard().len()), (2, 0));
    assert!(rig.session.next_due().is_none());
}

#[test]
fn a_program_that_plays_hears_nothing() {
    let mut rig = Rig::new();
    rig.open();
    rig.follow(&Script::playing(9));
    rig.say("players", 1);
    assert!(rig.sent_of("talk").is_empty() && rig.heard().is_empty());
}

#[test]
fn answers_that_lead_no_further_are_not_asked_for_in_a_tight_circle() {
    let script = Script::playing(9);
    let mut rig = Rig::hearing(&script, Some("a1"));
    let more = |upto: u64| json!({ "lines": [], "upto": upto, "more": true });
    let (_, _, id) = rig.asked();
    rig.ok(&id, more(5));
    let (_, after, id) = rig.asked();
    assert_eq!(after, json!(5));
    rig.ok(&id, more(3));
    assert_eq!(rig.sent_of("talk").len(), 2, "a channel that begins anew is read after a wait");
    let due = rig.session.next_due().unwrap();
    assert!(due > rig.now);
    rig.session.due(due);
    rig.pump();
    let (_, after, id) = rig.asked();
    assert_eq!(after, json!(3));
    rig.ok(&id, more(3));
    assert_eq!((rig.sent_of("talk").len(), rig.session.next_due()), (3, None), "it leads no further");
}
