//! That each kind of violation is found, and nothing in a history without any.

use super::*;
use serde_json::json;

/// White captures a stone in a ko, asks for an undo and gets it, then resigns.
fn log() -> Log {
    let setup = json!({"size":{"width":4,"height":4},"rules":{"ko":"positional"},
        "time":{"system":"absolute","main":10_000}});
    let mut log = Log { events: Vec::new(), head: "h1".into() };
    let mut board = crate::board::Position::new(crate::board::Board::new(4, 4));
    let mut clocks = [10_000_u64; 2];
    let push = |log: &mut Log, t: u64, event: Value| {
        let seq = log.events.len() + 1;
        log.events.push(json!({"seq":seq,"t":t,"prev":format!("h{}", seq - 1),"event":event}));
        log.head = format!("h{seq}");
    };
    push(&mut log, 0, json!({"kind":"created","setup":setup}));
    push(&mut log, 10, json!({"kind":"arrived","by":"black","id":"b0"}));
    push(&mut log, 100, json!({"kind":"arrived","by":"white","id":"w0"}));
    let mut t = 100;
    for (ply, vertex) in ["B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2"].into_iter().enumerate() {
        let by = ["black", "white"][ply % 2];
        clocks[ply % 2] -= 40;
        t += 50;
        let captures = board.play(vertex, by).unwrap();
        push(
            &mut log,
            t,
            json!({"kind":"play","by":by,"id":format!("{by}-{ply}"),"vertex":vertex,"used":40,"lag":5,
            "captures":captures,"clock":{"main":clocks[ply % 2]},"hash":board.board().hash()}),
        );
    }
    push(&mut log, 600, json!({"kind":"undo_requested","by":"white","id":"w9","moves":1}));
    board.undo(1);
    push(
        &mut log,
        700,
        json!({"kind":"undo_answered","by":"black","id":"b9","undone":{"moves":1,
        "board":board.board().rows(),"hash":board.board().hash(),"to_move":"white",
        "black":{"main":9_840 - 190},"white":{"main":9_840}}}),
    );
    push(&mut log, 800, json!({"kind":"resigned","by":"white","id":"w10","outcome":{}}));
    log
}

/// The move that captures.
const CAPTURE: usize = 10;

fn changed(change: impl FnOnce(&mut Vec<Value>)) -> Log {
    let mut log = log();
    change(&mut log.events);
    log
}

fn sent(log: &Log, seq: u64) -> Seen {
    let mut event = at(log, seq).clone();
    event["head"] = head_after(log, seq).into();
    Seen::Event(event)
}

fn acknowledged(id: &str, seq: u64) -> Seen {
    Seen::Acknowledged { id: id.into(), seq }
}

fn stands(seq: u64, head: &str) -> Seen {
    Seen::Standing { seq, head: head.into() }
}

fn back(seq: u64, head: &str) -> Seen {
    Seen::RolledBack { seq, head: head.into() }
}

fn asked(id: &str, after: u64) -> Seen {
    Seen::Sent { id: id.into(), after, head: format!("h{after}") }
}

fn refused(code: &str, seq: u64, head: &str) -> Seen {
    Seen::Refused { id: "c".into(), code: code.into(), seq, head: head.into() }
}

fn must_find(what: &str, found: &[String]) {
    assert!(found.iter().any(|one| one.contains(what)), "{what}: {found:?}");
}

#[test]
fn a_good_history_has_no_violation() {
    let log = log();
    let client = vec![
        stands(2, "h2"),
        sent(&log, 3),
        asked("black-0", 3),
        acknowledged("black-0", 4),
        sent(&log, 4),
        sent(&log, 5),
        acknowledged("black-0", 4),
        asked("c", 4),
        refused("stale", 5, "h5"),
        stands(9, "h9"),
        sent(&log, 10),
    ];
    assert_eq!(violations(&log, &[client]), Vec::<String>::new());
}

#[test]
fn what_clients_saw_otherwise_is_found() {
    let log = log();
    for (client, what) in [
        (vec![sent(&log, 1), sent(&log, 3)], "does not follow"),
        (vec![sent(&log, 1), sent(&log, 2), sent(&log, 2)], "does not follow"),
        (vec![stands(2, "other")], "not of this log"),
        (vec![sent(&log, 4), stands(3, "h3")], "nothing was said of a loss"),
        (vec![sent(&log, 4), back(3, "h3")], "was taken back"),
        (vec![acknowledged("lost", 14)], "is not event 14"),
        (vec![acknowledged("black-0", 4), acknowledged("black-0", 5)], "in two ways"),
        (vec![asked("black-0", 7), acknowledged("black-0", 4)], "was made for what came after event 7"),
        (vec![asked("c", 5), refused("stale", 5, "h5")], "was the last event"),
        (vec![asked("c", 5), refused("stale", 6, "other")], "not of this log"),
        (vec![asked("c", 5), refused("rollback", 4, "h4")], "nothing may be lost"),
    ] {
        must_find(what, &violations(&log, &[client]));
    }
}

#[test]
fn a_lost_tail_must_be_said() {
    let log = log();
    let mut lost = at(&log, 6).clone();
    (lost["event"]["id"], lost["head"]) = ("lost".into(), "x6".into());
    let told = vec![sent(&log, 5), Seen::Event(lost.clone()), acknowledged("lost", 6), back(5, "h5")];
    let found = violations_of(&log, std::slice::from_ref(&told), Promise::TailMayBeLost);
    assert_eq!(found, Vec::<String>::new());
    must_find("another one in the log", &violations_of(&log, &[told[..3].to_vec()], Promise::TailMayBeLost));
    let elsewhere = vec![told[0].clone(), told[1].clone(), told[2].clone(), back(6, "h6")];
    must_find("another one in the log", &violations_of(&log, &[elsewhere], Promise::TailMayBeLost));
    must_find("was taken back", &violations(&log, &[told]));
}

#[test]
fn a_log_that_is_wrong_in_itself_is_found() {
    let set = |seq: usize, field: &str, value: Value| changed(|events| events[seq]["event"][field] = value);
    for (log, what) in [
        (set(CAPTURE, "hash", "00000000".into()), "the board has hash"),
        (set(CAPTURE, "captures", json!([])), "captures"),
        (set(CAPTURE, "vertex", "C2".into()), "no empty point"),
        (set(CAPTURE, "by", "black".into()), "it is not black's turn"),
        (set(CAPTURE, "used", 20_000.into()), "after the flag"),
        (set(CAPTURE, "used", 39.into()), "is not"),
        (set(CAPTURE, "used", 60.into()), "charged"),
        (set(CAPTURE, "lag", 400.into()), "of lag were given back"),
        (set(CAPTURE, "id", "white-1".into()), "is there twice"),
        (changed(|events| events[CAPTURE]["t"] = 460.into()), "charged"),
        (changed(|events| events.iter_mut().skip(CAPTURE).for_each(|event| event["t"] = 90_000.into())), "neither"),
        (changed(|events| events[CAPTURE]["t"] = 1.into()), "went back"),
        (changed(|events| events.swap(CAPTURE, CAPTURE + 3)), "a move after the end"),
        (changed(|events| drop(events.remove(2))), "a move while no clock runs"),
    ] {
        must_find(what, &violations(&log, &[]));
    }
}

#[test]
fn a_wrong_undo_is_found() {
    let set = |field: &str, value: Value| changed(|events| events[CAPTURE + 2]["event"]["undone"][field] = value);
    for (log, what) in [
        (set("moves", 2.into()), "another board"),
        (set("moves", 99.into()), "cannot be taken back"),
        (set("board", "X...............".into()), "another board"),
        (set("to_move", "black".into()), "white moves after"),
        (set("black", json!({"main": 9_841})), "black's clock went"),
        (set("black", json!({"main": 9_000})), "black's clock went"),
        (set("white", json!({"main": 9_839})), "white's clock went"),
    ] {
        must_find(what, &violations(&log, &[]));
    }
}

#[test]
fn a_repeated_position_is_found_and_one_that_was_undone_is_none() {
    let again = json!({"seq":14,"t":750,"prev":"h13","event":at(&log(), 11)["event"].clone()});
    let found = violations(&changed(|events| events[CAPTURE + 3] = again), &[]);
    assert!(!found.iter().any(|one| one.contains("before")), "{found:?}");
    let repeats = changed(|events| {
        events.truncate(11);
        let event = json!({"kind":"play","by":"black","id":"k","vertex":"C2","captures":["B2"],"used":40,
            "clock":{"main":9_800},"hash":""});
        events.push(json!({"seq":12,"t":600,"prev":"h11","event":event}));
    });
    must_find("a position that was there before", &violations(&repeats, &[]));
}

#[test]
fn handicap_stones_and_flags_are_judged() {
    let play = |by: &str, vertex: &str, t: u64| {
        let event = json!({"kind":"play","by":by,"vertex":vertex,"used":10,"clock":{"main":0}});
        json!({"seq":4,"t":t,"prev":"h3","event":event})
    };
    let fixed = changed(|events| {
        events.truncate(3);
        events[0]["event"]["stones"] = json!(["B2", "C3"]);
        events.push(play("black", "A1", 150));
    });
    must_find("it is not black's turn", &violations(&fixed, &[]));
    let free = changed(|events| {
        events.truncate(3);
        (events[0]["event"]["setup"]["handicap"], events[0]["event"]["setup"]["placement"]) = (2.into(), "free".into());
        events.push(play("white", "A1", 150));
    });
    must_find("it is not white's turn", &violations(&free, &[]));
    let flag = |by: &str, t: u64| {
        changed(|events| {
            events.truncate(3);
            events.push(json!({"seq":4,"t":t,"prev":"h3","event":{"kind":"timed_out","by":by,"outcome":{}}}));
        })
    };
    assert_eq!(violations(&flag("black", 10_150), &[]), Vec::<String>::new());
    must_find("flag fell after 9999 ms", &violations(&flag("black", 10_099), &[]));
    must_find("whose clock does not run", &violations(&flag("white", 90_000), &[]));
}

#[test]
fn time_that_led_to_a_pass_or_to_one_more_period_is_judged() {
    let overran = |led_to: &str, used: u64, t: u64| {
        changed(|events| {
            events.truncate(3);
            events[0]["event"]["setup"]["time"] = json!({"system":"byo_yomi","main":1_000,"periods":2,"period":500});
            let clock = json!({"main":0,"periods":1,"period":500});
            let hash = events[0]["event"]["hash"].clone();
            let event = json!({"kind":"overran","by":"black","led_to":led_to,"used":used,"clock":clock,"hash":hash});
            events.push(json!({"seq":4,"t":t,"prev":"h3","event":event}));
        })
    };
    for led_to in ["pass", "penalty"] {
        let found = violations(&overran(led_to, 2_000, 2_450), &[]);
        assert!(found.iter().all(|wrong| wrong.contains("has hash")), "all but the hash is right: {found:?}");
        must_find("ran out of time after 1999 ms", &violations(&overran(led_to, 1_999, 2_450), &[]));
        must_find("flag fell after 1999 ms", &violations(&overran(led_to, 2_000, 2_099), &[]));
    }
}

#[test]
fn time_that_nobody_can_have_had_is_found() {
    let log = changed(|events| events.iter_mut().skip(CAPTURE).for_each(|event| event["t"] = 5_000.into()));
    let took = |ms| vec![vec![acknowledged("white-7", 11), Seen::Took { seq: 11, ms }]];
    must_find("were nobody's, and its way took 7 ms", &violations(&log, &took(7)));
    let found = violations(&log, &took(4_400));
    assert!(!found.iter().any(|one| one.contains("nobody's")), "{found:?}");
    let credited = changed(|events| {
        events.truncate(3);
        events.push(json!({"seq":4,"t":500,"prev":"h3","event":{"kind":"credited","to":"black","ms":401}}));
        events.push(json!({"seq":5,"t":500,"prev":"h4","event":{"kind":"credited","to":"white","ms":1}}));
    });
    let found = violations(&credited, &[]);
    must_find("more was given back than had gone by", &found);
    must_find("not to move", &found);
}

#[test]
fn other_clocks_are_known() {
    let of = |time: Value, used: u64, clock: Value| {
        let log = changed(|events| {
            events.truncate(3);
            events[0]["event"]["setup"]["time"] = time;
            let board = crate::board::Position::new(crate::board::Board::new(4, 4)).board().hash();
            let event = json!({"kind":"pass","by":"black","used":used,"clock":clock,"hash":board});
            events.push(json!({"seq":4,"t":100 + used,"prev":"h3","event":event}));
        });
        violations(&log, &[])
    };
    let byo_yomi = json!({"system":"byo_yomi","main":1_000,"periods":3,"period":500});
    let fischer = json!({"system":"fischer","main":1_000,"increment":300,"cap":1_100});
    for (time, used, clock) in [
        (&byo_yomi, 999, json!({"main":1,"periods":3,"period":500})),
        (&byo_yomi, 1_499, json!({"main":0,"periods":3,"period":500})),
        (&byo_yomi, 1_500, json!({"main":0,"periods":2,"period":500})),
        (&byo_yomi, 2_499, json!({"main":0,"periods":1,"period":500})),
        (&fischer, 100, json!({"main":1_100})),
        (&fischer, 999, json!({"main":301})),
        (&json!({"system":"simple","allowance":500}), 499, json!({"main":500})),
        (&json!({"system":"none"}), 0, Value::Null),
    ] {
        assert_eq!(of(time.clone(), used, clock), Vec::<String>::new(), "{time} {used}");
    }
    must_find("after the flag", &of(byo_yomi.clone(), 2_500, json!({"main":0,"periods":0,"period":0})));
    must_find("is not", &of(byo_yomi, 1_600, json!({"main":0,"periods":3,"period":500})));
    must_find("is not", &of(fischer, 100, json!({"main":1_200})));
}
