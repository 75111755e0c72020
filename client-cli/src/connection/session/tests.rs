mod talk;

use super::{followed::KEPT_MOVES, *};
use crate::testing::{START, Script, game_id, head_of, vertex};
use proptest::prelude::*;
use serde_json::{Value, json};
use tengen_protocol::{Colour, GameEvent, limits::HAVE_HEADS};

/// A session, what it sent and what it told.
struct Rig {
    session: Session,
    now: Instant,
    sent: Vec<Value>,
    told: Vec<Update>,
    other: Vec<Effect>,
}

impl Rig {
    fn new() -> Self {
        let session = Session::new(Arc::new(Ids::new("p".into())), false);
        Self { session, now: Instant::now(), sent: Vec::new(), told: Vec::new(), other: Vec::new() }
    }

    fn pump(&mut self) {
        while let Some(effect) = self.session.poll() {
            match effect {
                Effect::Send(text) => self.sent.push(serde_json::from_str(&text).unwrap()),
                Effect::Tell(update) => self.told.push(update),
                other => self.other.push(other),
            }
        }
    }

    fn receive(&mut self, message: &Value) {
        self.session.received(&message.to_string(), self.now, 0);
        self.pump();
    }

    fn ok(&mut self, re: &Value, ok: Value) {
        self.receive(&json!({ "re": re, "ok": ok }));
    }

    fn refuse(&mut self, re: &Value, error: Value) {
        self.receive(&json!({ "re": re, "error": error }));
    }

    fn event(&mut self, event: &GameEvent) {
        self.receive(&serde_json::to_value(event).unwrap());
    }

    /// The last frame that was sent, and its id.
    fn last(&self) -> (&Value, Value) {
        let last = self.sent.last().unwrap();
        (last, last["id"].clone())
    }

    fn sent_of(&self, kind: &str) -> Vec<&Value> {
        self.sent.iter().filter(|frame| frame["type"] == kind).collect()
    }

    /// Opens a connection and is welcome.
    fn open(&mut self) {
        self.session.opened(Some("token".into()));
        self.pump();
        let (hello, id) = self.last();
        assert_eq!(hello["type"], "hello");
        self.ok(&id, json!({ "server": "s", "games": [], "account": "a1", "name": "Ann" }));
    }

    fn cut(&mut self) {
        self.session.closed();
        self.pump();
    }

    fn follow(&mut self, script: &Script) {
        self.session.ask(Ask::Follow(game_id()));
        self.pump();
        self.answer_join(script);
    }

    fn answer_join(&mut self, script: &Script) {
        let (join, id) = self.last();
        assert_eq!(join["type"], "join", "{join}");
        self.ok(&id, json!({ "join": "snapshot", "now": script.t, "snapshot": script.snapshot() }));
    }

    fn submit(&mut self, id: &str, request: Request) {
        self.session.ask(Ask::Submit(id.parse().unwrap(), request));
        self.pump();
    }

    fn play(&mut self, id: &str, at: &str, script: &Script) {
        let view = script.view();
        let (after, head) = (view.seq, view.head);
        self.submit(id, Request::Play { game: game_id(), vertex: vertex(at), after, head, lag: None });
    }

    fn answers(&self) -> Vec<(String, bool)> {
        let answer = |update: &Update| match update {
            Update::Answer { id, result } => Some((id.to_string(), result.is_ok())),
            _ => None,
        };
        self.told.iter().filter_map(answer).collect()
    }

    fn seqs(&self) -> Vec<u64> {
        let event = |update: &Update| match update {
            Update::Game { news: News::Event { event, .. }, .. } => Some(event.recorded.seq),
            _ => None,
        };
        self.told.iter().filter_map(event).collect()
    }
}

fn playing() -> (Rig, Script) {
    let script = Script::playing(9);
    let mut rig = Rig::new();
    rig.open();
    rig.follow(&script);
    (rig, script)
}

#[test]
fn nothing_is_sent_before_the_welcome() {
    let mut rig = Rig::new();
    rig.submit("c1", Request::Offers);
    rig.session.ask(Ask::Follow(game_id()));
    rig.pump();
    assert!(rig.sent.is_empty());
    rig.open();
    let kinds: Vec<_> = rig.sent.iter().map(|frame| frame["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["hello", "join", "offers"]);
}

#[test]
fn a_cut_before_the_acknowledgement_sends_the_same_command_again_once() {
    let (mut rig, mut script) = playing();
    rig.play("c1", "D4", &script);
    let first = rig.last().0.clone();
    // The server has committed it, but neither event nor answer arrive.
    script.play("D4");
    rig.cut();
    rig.open();
    assert_eq!(rig.sent_of("play").len(), 1, "not before the game is joined");
    let join = rig.last().0.clone();
    assert_eq!(join["have"], json!({ "seq": 3, "head": head_of(3) }));
    let id = join["id"].clone();
    rig.ok(&id, json!({ "join": "events", "seq": 4, "head": head_of(4), "now": script.t }));
    let event = script.events[0].clone();
    rig.event(&event);
    assert_eq!(rig.sent_of("play"), [&first, &first], "same id, same body");
    rig.ok(&json!("c1"), json!({ "seq": 4 }));
    rig.ok(&json!("c1"), json!({ "seq": 4 }));
    assert_eq!(rig.answers(), [("c1".to_owned(), true)]);
    assert_eq!(rig.seqs(), [4]);
}

#[test]
fn a_cut_after_the_acknowledgement_sends_nothing_again() {
    let (mut rig, script) = playing();
    rig.play("c1", "D4", &script);
    rig.ok(&json!("c1"), json!({ "seq": 4 }));
    rig.cut();
    rig.open();
    rig.answer_join(&script);
    assert_eq!(rig.sent_of("play").len(), 1);
    assert_eq!(rig.answers().len(), 1);
}

#[test]
fn a_command_made_without_a_connection_is_sent_later() {
    let (mut rig, script) = playing();
    rig.cut();
    rig.play("c1", "D4", &script);
    rig.open();
    assert!(rig.sent_of("play").is_empty());
    rig.answer_join(&script);
    assert_eq!(rig.sent_of("play").len(), 1);
}

#[test]
fn a_hundred_resumes_in_a_row() {
    let (mut rig, mut script) = playing();
    rig.play("c1", "D4", &script);
    for _ in 0..100 {
        rig.cut();
        rig.open();
        let id = rig.last().1;
        let (seq, head) = (script.view().seq, script.view().head);
        rig.ok(&id, json!({ "join": "up_to_date", "seq": seq, "head": head, "now": START }));
    }
    let plays = rig.sent_of("play");
    assert_eq!(plays.len(), 101);
    assert!(plays.iter().all(|play| *play == plays[0]));
    let event = script.play("D4").clone();
    rig.event(&event);
    rig.ok(&json!("c1"), json!({ "seq": 4 }));
    assert_eq!((rig.seqs(), rig.answers().len()), (vec![4], 1));
}

#[test]
fn events_are_told_once_and_in_order() {
    let (mut rig, mut script) = playing();
    let events: Vec<_> = ["D4", "E5", "F6", "G7"].map(|at| script.play(at).clone()).into();
    rig.event(&events[0]);
    rig.event(&events[0]);
    // A gap: the session asks for what it lacks and tells nothing of what is beyond.
    rig.event(&events[2]);
    rig.event(&events[3]);
    assert_eq!(rig.seqs(), [4]);
    let (join, id) = rig.last();
    let have = json!({ "seq": 4, "head": head_of(4), "heads": [head_of(3)] });
    assert_eq!((&join["type"], &join["have"]), (&json!("join"), &have));
    assert_eq!(rig.sent_of("join").len(), 2, "one question for one gap");
    rig.ok(&id, json!({ "join": "events", "seq": 7, "head": head_of(7), "now": script.t }));
    events.iter().skip(1).for_each(|event| rig.event(event));
    assert_eq!(rig.seqs(), [4, 5, 6, 7]);
}

#[test]
fn repeated_events_do_not_turn_the_clock_back() {
    let (mut rig, mut script) = playing();
    let event = script.play("D4").clone();
    rig.cut();
    rig.open();
    let id = rig.last().1;
    // White has been thinking for 7 s when the connection is back.
    let now = script.t + 7_000;
    rig.ok(&id, json!({ "join": "events", "seq": 4, "head": head_of(4), "now": now }));
    rig.event(&event);
    let Some(Update::Game { view, .. }) = rig.told.last() else { panic!() };
    assert_eq!(view.clocks(rig.now).unwrap().white.main, 53_000);
}

#[test]
fn another_board_leads_to_a_snapshot() {
    let (mut rig, mut script) = playing();
    let mut wrong = script.play("D4").clone();
    let tengen_protocol::Event::Play { vertex, .. } = &mut wrong.recorded.event else { panic!() };
    *vertex = "A1".parse().unwrap();
    rig.event(&wrong);
    assert!(rig.seqs().is_empty());
    let join = rig.last().0;
    assert!(join["type"] == "join" && join.get("have").is_none(), "{join}");
    rig.answer_join(&script);
    let Some(Update::Game { view, news: News::Snapshot { .. }, .. }) = rig.told.last() else { panic!() };
    assert_eq!(view.seq, 4);
}

#[test]
fn a_server_that_never_fits_is_not_asked_in_a_tight_circle() {
    let (mut rig, mut script) = playing();
    let mut wrong = script.play("D4").clone();
    wrong.recorded.prev = head_of(77);
    let view = Script::playing(9);
    for _ in 0..10 {
        rig.event(&wrong);
        let (last, id) = rig.last();
        if last["type"] == "join" {
            rig.ok(&id, json!({ "join": "up_to_date", "seq": 3, "head": view.view().head, "now": START }));
        }
    }
    assert!(rig.sent_of("join").len() <= 4, "{}", rig.sent_of("join").len());
    let due = rig.session.next_due().expect("it asks again later");
    assert!(due > rig.now);
    rig.now = due;
    let before = rig.sent_of("join").len();
    rig.session.due(due);
    rig.pump();
    assert_eq!(rig.sent_of("join").len(), before + 1);
}

#[test]
fn an_answer_that_makes_no_game_is_said_once_and_not_asked_for_in_a_tight_circle() {
    let mut rig = Rig::new();
    rig.open();
    rig.session.ask(Ask::Follow(game_id()));
    rig.pump();
    for _ in 0..10 {
        let (last, id) = rig.last();
        assert_eq!(last["type"], "join");
        rig.ok(&id, json!({ "join": "in_a_new_way" }));
        if let Some(due) = rig.session.next_due() {
            rig.now = due;
            rig.session.due(due);
            rig.pump();
        }
    }
    let notes: Vec<_> = rig.told.iter().filter_map(Update::message).collect();
    assert_eq!(notes, ["the server says nothing of game g1 that can be understood; asking again"]);
    assert!(rig.session.is_waiting());
    let (_, id) = rig.last();
    rig.ok(&id, json!({ "join": "in_a_new_way" }));
    assert!(rig.session.next_due().is_some_and(|due| due - rig.now >= Duration::from_secs(1)));
}

#[test]
fn a_server_that_asks_for_no_wait_is_not_asked_in_a_tight_circle() {
    let (mut rig, _) = playing();
    rig.submit("c1", Request::Offers);
    rig.refuse(&json!("c1"), json!({ "code": "unavailable", "message": "", "retry_after": 0 }));
    assert!(rig.session.next_due().is_some_and(|due| due - rig.now >= Duration::from_millis(100)));
}

#[test]
fn an_unknown_event_is_told_as_it_came_and_the_game_read_again() {
    let (mut rig, mut script) = playing();
    let text =
        r#"{"game":"g1","head":"00000000000000aa","seq":4,"t":1,"at":1,"prev":"00","v":9,"event":{"kind":"new"}}"#;
    rig.session.received(text, rig.now, 0);
    rig.pump();
    let unknown = rig.told.iter().find_map(|update| match update {
        Update::Unknown { seq, raw } => Some((*seq, raw.to_string())),
        _ => None,
    });
    assert_eq!(unknown, Some((4, text.to_owned())));
    assert!(rig.last().0.get("have").is_none());
    script.play("D4");
    rig.answer_join(&script);
    assert!(matches!(rig.told.last(), Some(Update::Game { news: News::Snapshot { .. }, .. })));
}

#[test]
fn after_a_rollback_the_first_lost_own_move_is_sent_again() {
    let (mut rig, mut script) = playing();
    let before = script.clone();
    rig.play("c1", "D4", &script);
    let mine = rig.last().0.clone();
    let event = script.play_as("D4", &[], "c1").clone();
    rig.event(&event);
    rig.ok(&json!("c1"), json!({ "seq": 4 }));
    let event = script.play("E5").clone();
    rig.event(&event);
    rig.play("c2", "F6", &script);
    let event = script.play_as("F6", &[], "c2").clone();
    rig.event(&event);
    rig.ok(&json!("c2"), json!({ "seq": 6 }));
    // The store has lost everything after the first event.
    rig.receive(&json!({
        "notice": "rollback", "game": "g1", "seq": 3, "head": head_of(3), "now": START,
        "snapshot": before.snapshot(),
    }));
    let Some(Update::Game { view, news: News::Snapshot { lost, .. }, .. }) = rig.told.last() else { panic!() };
    assert_eq!((view.seq, lost.as_slice()), (3, &[vertex("F6")][..]), "the later one is shown");
    assert_eq!(rig.sent_of("play").last(), Some(&&mine), "the first lost one is sent with its old id");
    rig.refuse(&json!("c1"), json!({ "code": "late", "message": "" }));
    assert_eq!(rig.answers().last(), Some(&("c1".to_owned(), false)), "and its end is told");
}

/// The log has lost the own move and what followed, and something else has come since that does not
/// change the position.
#[test]
fn a_lost_move_is_sent_again_though_the_log_has_gone_on() {
    let (mut rig, mut script) = playing();
    rig.play("c1", "D4", &script);
    let mine = rig.last().0.clone();
    for (at, id) in [("D4", "c1"), ("E5", "x")] {
        let event = script.play_as(at, &[], id).clone();
        rig.event(&event);
    }
    // the answer was lost too: the move is sent with the join, and again when the loss is known
    rig.cut();
    rig.open();
    let join = rig.last().0.clone();
    assert_eq!(join["have"], json!({ "seq": 5, "head": head_of(5), "heads": [head_of(4), head_of(3)] }));
    let other = Script::with(9, |snapshot| (snapshot.seq, snapshot.head) = (4, head_of(44)));
    rig.ok(
        &join["id"].clone(),
        json!({
            "join": "rollback", "seq": 3, "head": head_of(3), "now": START, "snapshot": other.snapshot(),
        }),
    );
    assert_eq!(rig.sent_of("play"), [&mine, &mine], "not acknowledged, so it waits for its answer");
    rig.ok(&json!("c1"), json!({ "seq": 5 }));
    // acknowledged, and lost again
    rig.receive(&json!({
        "notice": "rollback", "game": "g1", "seq": 3, "head": head_of(3), "now": START,
        "snapshot": other.snapshot(),
    }));
    assert_eq!(rig.sent_of("play"), [&mine, &mine, &mine]);
    rig.cut();
    rig.open();
    assert_eq!(rig.last().0["have"], json!({ "seq": 4, "head": head_of(44) }), "heads before a snapshot are not known");
}

#[test]
fn so_many_heads_are_sent_and_no_more() {
    let (mut rig, mut script) = playing();
    for n in 0..30_u8 {
        let at = format!("{}{}", ['A', 'B', 'C', 'D', 'E', 'F', 'G'][usize::from(n % 7)], 1 + n / 7);
        let event = script.play(&at).clone();
        rig.event(&event);
    }
    rig.cut();
    rig.open();
    let heads: Vec<_> = (33 - HAVE_HEADS as u64..33).rev().map(head_of).collect();
    assert_eq!(rig.last().0["have"], json!({ "seq": 33, "head": head_of(33), "heads": heads }));
}

#[test]
fn a_move_for_another_head_is_not_sent_again() {
    let (mut rig, mut script) = playing();
    rig.play("c1", "D4", &script);
    let event = script.play_as("D4", &[], "c1").clone();
    rig.event(&event);
    rig.ok(&json!("c1"), json!({ "seq": 4 }));
    let other = Script::with(9, |snapshot| snapshot.head = head_of(55));
    rig.receive(&json!({
        "notice": "rollback", "game": "g1", "seq": 3, "head": head_of(55), "now": START,
        "snapshot": other.snapshot(),
    }));
    assert_eq!(rig.sent_of("play").len(), 1);
    let Some(Update::Game { news: News::Snapshot { lost, .. }, .. }) = rig.told.last() else { panic!() };
    assert_eq!(lost, &[vertex("D4")]);
}

#[test]
fn a_server_that_asks_for_patience_gets_the_same_command_later() {
    let (mut rig, script) = playing();
    for (code, wait) in [("rate_limited", 500), ("unavailable", 100)] {
        rig.play(code, "D4", &script);
        let first = rig.last().0.clone();
        rig.refuse(&json!(code), json!({ "code": code, "message": "", "retry_after": wait }));
        let due = rig.session.next_due().unwrap();
        assert!(due >= rig.now + Duration::from_millis(wait));
        rig.session.due(due);
        rig.pump();
        assert_eq!(rig.last().0, &first);
        rig.ok(&json!(code), json!({ "seq": 4 }));
    }
    assert_eq!(rig.answers().len(), 2);
}

#[test]
fn a_command_that_needs_a_join_gets_one() {
    let (mut rig, script) = playing();
    rig.play("c1", "D4", &script);
    rig.refuse(&json!("c1"), json!({ "code": "not_joined", "message": "" }));
    assert_eq!(rig.last().0["type"], "join");
    rig.answer_join(&script);
    assert_eq!(rig.sent_of("play").len(), 2);
    for _ in 0..JOIN_TRIES {
        rig.refuse(&json!("c1"), json!({ "code": "not_joined", "message": "" }));
        if rig.last().0["type"] == "join" {
            rig.answer_join(&script);
        }
    }
    assert_eq!(rig.answers(), [("c1".to_owned(), false)], "but not for ever");
}

#[test]
fn a_stale_command_is_told_and_there_is_news_to_decide_from() {
    let (mut rig, script) = playing();
    rig.play("c1", "D4", &script);
    rig.refuse(&json!("c1"), json!({ "code": "stale", "message": "", "seq": 4, "head": head_of(4) }));
    assert_eq!(rig.answers(), [("c1".to_owned(), false)]);
    let (join, id) = rig.last();
    assert_eq!(join["have"]["seq"], 3);
    rig.ok(&id, json!({ "join": "up_to_date", "seq": 3, "head": head_of(3), "now": START }));
    assert!(matches!(rig.told.last(), Some(Update::Game { news: News::UpToDate, .. })));
}

#[test]
fn a_game_that_cannot_be_followed_is_told() {
    let mut rig = Rig::new();
    rig.open();
    rig.session.ask(Ask::Follow(game_id()));
    rig.pump();
    let id = rig.last().1;
    rig.refuse(&id, json!({ "code": "no_such_game", "message": "" }));
    assert!(matches!(rig.told.last(), Some(Update::NotFollowed { .. })));
    // A game that a newer server has written is asked for again later.
    rig.session.ask(Ask::Follow(game_id()));
    rig.pump();
    let id = rig.last().1;
    rig.refuse(&id, json!({ "code": "unreadable", "message": "", "retry_after": 2000 }));
    assert_eq!(rig.session.next_due(), Some(rig.now + Duration::from_secs(2)));
}

#[test]
fn tokens_are_renewed_on_the_open_connection() {
    let mut rig = Rig::new();
    rig.open();
    rig.receive(&json!({ "notice": "token_expiring", "expires_at": 5 }));
    assert!(matches!(rig.other.pop(), Some(Effect::FetchToken)));
    rig.session.refreshed("newer".into());
    rig.pump();
    assert_eq!((&rig.last().0["type"], &rig.last().0["token"]), (&json!("refresh"), &json!("newer")));
}

#[test]
fn a_refused_hello_says_what_to_do() {
    for (code, effect) in [("unauthorized", 0), ("going_away", 1), ("not_supported", 2)] {
        let mut rig = Rig::new();
        rig.session.opened(None);
        rig.pump();
        let (hello, id) = rig.last();
        assert_eq!(hello["anonymous"], true);
        rig.refuse(&id, json!({ "code": code, "message": "", "retry_after": 700 }));
        let found = match rig.other.pop() {
            Some(Effect::TokenRefused(_)) => 0,
            Some(Effect::Close(Some(wait))) if wait == Duration::from_millis(700) => 1,
            Some(Effect::Fatal(_)) => 2,
            other => panic!("{other:?}"),
        };
        assert_eq!(found, effect, "{code}");
    }
}

#[test]
fn notices_are_told() {
    let (mut rig, script) = playing();
    rig.receive(&json!({ "notice": "seat_taken", "game": "g1" }));
    assert!(matches!(rig.told.last(), Some(Update::SeatTaken { .. })));
    rig.receive(&json!({ "notice": "game_started", "game": "g2", "offer": "o1" }));
    assert!(matches!(rig.told.last(), Some(Update::Started { .. })));
    rig.receive(&json!({ "notice": "resync", "game": "g1", "now": START, "snapshot": script.snapshot() }));
    assert!(matches!(rig.told.last(), Some(Update::Game { news: News::Snapshot { .. }, .. })));
    rig.receive(&json!({ "notice": "closing", "code": "going_away", "retry_after": 900 }));
    assert!(matches!(rig.other.last(), Some(Effect::Close(Some(wait))) if *wait == Duration::from_millis(900)));
    rig.session.received("{nonsense", rig.now, 0);
    rig.pump();
    assert!(matches!(rig.told.last(), Some(Update::Note(_))));
}

#[test]
fn what_a_server_says_is_told_without_its_escapes() {
    let mut rig = Rig::new();
    rig.open();
    let bad = json!({ "code": "bad_message", "message": "\u{1b}]0;pwn\u{7}\u{1b}[2J\u{202e}x" });
    rig.receive(&json!({ "re": null, "error": bad }));
    rig.session.refreshed("t2".into());
    rig.pump();
    let (_, id) = rig.last();
    rig.refuse(&id, bad);
    rig.receive(&json!({ "notice": "\u{9b}2J\u{202e}" }));
    let notes: Vec<_> = rig.told.iter().filter_map(Update::message).collect();
    assert_eq!(notes.len(), 3, "{notes:?}");
    for note in &notes {
        assert_eq!(crate::text::printable(note), *note);
    }
    assert!(notes[0].contains("pwn") && notes[1].contains("pwn"), "{notes:?}");
}

#[test]
fn so_many_commands_may_wait_and_no_more() {
    let mut rig = Rig::new();
    for n in 0..=PENDING {
        rig.submit(&format!("c{n}"), Request::Ping);
    }
    assert_eq!(rig.answers(), [(format!("c{PENDING}"), false)]);
}

#[test]
fn so_many_own_moves_are_kept_for_a_rollback() {
    let (mut rig, script) = playing();
    for n in 0..=KEPT_MOVES {
        rig.play(&format!("c{n}"), "D4", &script);
        rig.ok(&json!(format!("c{n}")), json!({ "seq": 4 + n }));
    }
    let kept = rig.session.games.get(&game_id()).unwrap().moves.len();
    assert_eq!(kept, KEPT_MOVES);
}

/// A server that does each command once, by its id, and a wire that may be cut at any frame.
#[derive(Default)]
struct Model {
    done: Vec<String>,
}

impl Model {
    /// The answer to a frame.
    fn serve(&mut self, frame: &Value) -> Value {
        let id = frame["id"].as_str().unwrap().to_owned();
        let ok = match frame["type"].as_str().unwrap() {
            "hello" => json!({ "server": "s", "games": [] }),
            _ => {
                if !self.done.contains(&id) {
                    self.done.push(id.clone());
                }
                json!({})
            }
        };
        json!({ "re": id, "ok": ok })
    }
}

proptest! {
    /// Wherever the wire is cut, each command is done once, in order, and answered once.
    #[test]
    fn no_command_is_lost_or_doubled(steps in prop::collection::vec(0u8..6, 1..200)) {
        let mut rig = Rig::new();
        let mut model = Model::default();
        let mut open = false;
        let (mut to_server, mut to_client) = (VecDeque::new(), VecDeque::new());
        let mut submitted = Vec::new();
        let mut taken = 0;
        for step in steps.into_iter().chain(std::iter::repeat_n(9, 1)) {
            match step {
                0 => {
                    let id = format!("c{}", submitted.len());
                    rig.submit(&id, Request::Ping);
                    submitted.push(id);
                }
                1 if open => {
                    rig.cut();
                    to_server.clear();
                    to_client.clear();
                    open = false;
                }
                1 | 2 if !open => {
                    rig.session.opened(None);
                    rig.pump();
                    open = true;
                }
                3 => if let Some(frame) = to_server.pop_front() {
                    to_client.push_back(model.serve(&frame));
                },
                4 => if let Some(answer) = to_client.pop_front() {
                    rig.receive(&answer);
                },
                9 => {
                    if !open {
                        rig.session.opened(None);
                        rig.pump();
                    }
                    to_server.extend(rig.sent.drain(..).skip(taken));
                    loop {
                        if let Some(answer) = to_client.pop_front() {
                            rig.receive(&answer);
                            to_server.append(&mut rig.sent.drain(..).collect());
                        } else if let Some(frame) = to_server.pop_front() {
                            to_client.push_back(model.serve(&frame));
                        } else {
                            break;
                        }
                    }
                    break;
                }
                _ => {}
            }
            to_server.extend(rig.sent.iter().skip(taken).cloned());
            taken = rig.sent.len();
        }
        let answered: Vec<_> = rig.answers().into_iter().map(|(id, _)| id).collect();
        prop_assert_eq!(&model.done, &submitted);
        prop_assert_eq!(&answered, &submitted);
    }
}

#[test]
fn a_players_side_is_found_by_account() {
    let script = Script::playing(9);
    assert_eq!(script.view().side_of(&"a2".parse().unwrap()), Some(Colour::White));
    assert_eq!(script.view().side_of(&"a3".parse().unwrap()), None);
}
