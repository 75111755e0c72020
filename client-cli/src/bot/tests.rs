use super::{testing::FakeEngine, *};
use crate::args::{Cli, Command};
use crate::testing::{
    Script, command_id, head_of,
    server::{DEADLINE, FakeServer, FakeSocket},
};
use serde_json::{Value, json};
use tengen_protocol::{Colour, EndReason, Event, IllegalMove, IllegalPlay, MoveTime, Overtime, Stop};
use tokio::task::JoinHandle;

/// A bot that plays one game as account `a1`.
fn bot(client: Client, engine: &FakeEngine, finding: Finding) -> JoinHandle<Result<(), Failure>> {
    let orders = Orders { engine: engine.command(), finding, games: Some(1), form: Form::Human };
    let mut client = client;
    tokio::spawn(async move { run(&mut client, orders, std::future::pending()).await })
}

async fn end(bot: JoinHandle<Result<(), Failure>>) -> Result<(), Failure> {
    time::timeout(DEADLINE, bot).await.unwrap().unwrap()
}

/// A bot in the middle of the script's game.
async fn at_table(engine: &FakeEngine, script: &Script) -> (FakeServer, FakeSocket, JoinHandle<Result<(), Failure>>) {
    let (server, client) = FakeServer::start().await;
    let bot = bot(client, engine, Finding::AcceptAny(Wanted::default()));
    let mut socket = server.accept_with(&["g1"]).await;
    socket.answer_join(script).await;
    (server, socket, bot)
}

/// Does a play and tells it.
async fn commit(socket: &mut FakeSocket, script: &mut Script, play: &Value) {
    let (at, id) = (play["vertex"].as_str().unwrap(), play["id"].as_str().unwrap());
    socket.event(script.play_as(at, &[], id)).await;
    socket.ok(play, json!({ "seq": script.view().seq })).await;
}

fn made_for(script: &Script) -> (Value, Value) {
    (json!(script.view().seq), json!(script.view().head))
}

#[tokio::test]
async fn a_game_is_played_once_whatever_is_cut() {
    let engine = FakeEngine::playing("D4 F6");
    let mut script = Script::playing(9);
    let (server, mut socket, bot) = at_table(&engine, &script).await;
    let play = socket.expect("play").await;
    assert_eq!(
        (play["vertex"].as_str(), (play["after"].clone(), play["head"].clone())),
        (Some("D4"), made_for(&script))
    );
    // Cut before the acknowledgement; the move was not committed.
    drop(socket);
    let mut socket = server.accept_with(&["g1"]).await;
    socket.answer_up_to_date(&script).await;
    assert_eq!(socket.expect("play").await, play);
    commit(&mut socket, &mut script, &play).await;
    socket.event(&script.append(Event::UndoRequested { by: Colour::White, id: command_id(), moves: 1 }).clone()).await;
    let answer = socket.expect("answer_undo").await;
    assert_eq!(answer["accept"], false);
    socket
        .event(&script.append(Event::UndoAnswered { by: Colour::Black, id: command_id(), undone: None }).clone())
        .await;
    socket.ok(&answer, json!({ "seq": script.view().seq })).await;
    socket.event(&script.play("E5").clone()).await;
    let play = socket.expect("play").await;
    assert_eq!(play["vertex"], "F6");
    // Cut after the commit and before the acknowledgement.
    let event = script.play_as("F6", &[], play["id"].as_str().unwrap()).clone();
    drop(socket);
    let mut socket = server.accept_with(&["g1"]).await;
    let join = socket.expect("join").await;
    socket.ok(&join, json!({ "join": "events", "seq": 8, "head": head_of(8), "now": script.t })).await;
    socket.event(&event).await;
    assert_eq!(socket.expect("play").await, play);
    socket.ok(&play, json!({ "seq": 8 })).await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
    let thoughts = engine.log().iter().filter(|line| line.starts_with("genmove")).count();
    assert_eq!((thoughts, engine.starts()), (2, 1), "one engine, one thought a move: {:?}", engine.log());
}

#[tokio::test]
async fn a_late_thought_is_played_once_if_still_to_move() {
    let engine = FakeEngine::playing("D4").with_file("until", "go");
    let mut script = Script::playing(9);
    let (server, socket, bot) = at_table(&engine, &script).await;
    engine.asked("genmove").await;
    drop(socket);
    let mut socket = server.accept_with(&["g1"]).await;
    socket.answer_up_to_date(&script).await;
    engine.touch("go");
    let play = socket.expect("play").await;
    commit(&mut socket, &mut script, &play).await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
    assert_eq!(engine.starts(), 1);
}

#[tokio::test]
async fn a_thought_about_another_position_is_thrown_away() {
    let engine = FakeEngine::playing("D4 C3").with_file("until", "go");
    let mut script = Script::playing(9);
    script.play("E5");
    script.play("E6");
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    engine.asked("genmove").await;
    // The game was read again and is another one.
    let mut other = Script::playing(9);
    other.play("E5");
    other.play("G7");
    let snapshot = json!({ "notice": "resync", "game": "g1", "now": other.t, "snapshot": other.snapshot() });
    socket.send(snapshot).await;
    // Its snapshot has arrived when the session answers what comes after it.
    socket.event(&other.append(Event::UndoRequested { by: Colour::White, id: command_id(), moves: 1 }).clone()).await;
    socket.expect("answer_undo").await;
    engine.touch("go");
    let play = socket.expect("play").await;
    assert_eq!(play["vertex"], "C3", "the first answer was about the other position");
    assert!(engine.log().contains(&"play white G7".to_owned()), "{:?}", engine.log());
    commit(&mut socket, &mut other, &play).await;
    socket.event(&other.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn a_refused_move_is_followed_by_another() {
    let engine = FakeEngine::playing("D4 C3").with("features=undo");
    let mut script = Script::playing(9);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    let play = socket.expect("play").await;
    let error = json!({ "code": "superko", "message": "", "repeats_move": 1 });
    socket.send(json!({ "re": play["id"], "error": error })).await;
    let play = socket.expect("play").await;
    assert_eq!(play["vertex"], "C3");
    commit(&mut socket, &mut script, &play).await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

/// A play that the rules refuse, and what the event has made of it.
async fn lapse(socket: &mut FakeSocket, script: &mut Script, play: &Value, led_to: IllegalMove) {
    let event = Event::Illegal {
        by: script.view().to_move,
        id: play["id"].as_str().unwrap().parse().unwrap(),
        vertex: play["vertex"].as_str().unwrap().parse().unwrap(),
        code: IllegalPlay::Superko,
        repeats_move: Some(1),
        led_to,
        time: MoveTime::default(),
        hash: script.hash(),
        stop: None,
        awaits: None,
        outcome: None,
    };
    socket.event(&script.append(event).clone()).await;
    socket.ok(play, json!({ "seq": script.view().seq })).await;
}

#[tokio::test]
async fn a_play_that_was_warned_is_followed_by_another() {
    let engine = FakeEngine::playing("D4 C3").with("features=undo");
    let mut script = Script::playing(9);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    let play = socket.expect("play").await;
    lapse(&mut socket, &mut script, &play, IllegalMove::Warn).await;
    let play = socket.expect("play").await;
    assert_eq!((play["vertex"].as_str(), play["after"].clone()), (Some("C3"), json!(script.view().seq)));
    commit(&mut socket, &mut script, &play).await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn a_play_that_became_a_pass_is_a_pass_for_the_engine_too() {
    let engine = FakeEngine::playing("D4 C3").with("features=undo");
    let mut script = Script::playing(9);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    let play = socket.expect("play").await;
    assert_eq!(play["vertex"], "D4");
    lapse(&mut socket, &mut script, &play, IllegalMove::Pass).await;
    socket.event(&script.play("G7").clone()).await;
    let play = socket.expect("play").await;
    assert_eq!(play["vertex"], "C3");
    let asked = engine.log();
    let anew = asked.iter().rposition(|line| line == "clear_board").unwrap();
    let rest: Vec<&str> = asked[anew..].iter().filter(|line| line.starts_with("play")).map(String::as_str).collect();
    assert_eq!(rest, ["play black pass", "play white G7"], "the position is built anew");
    commit(&mut socket, &mut script, &play).await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn a_move_after_the_flag_is_thought_of_anew_in_the_further_period() {
    let engine = FakeEngine::playing("D4 C3").with("features=undo");
    let mut script = Script::playing(9);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    let play = socket.expect("play").await;
    socket.refuse(&play, "late").await;
    let by = script.view().to_move;
    let (time, hash) = (MoveTime::default(), script.hash());
    let event = Event::Overran { by, led_to: Overtime::Penalty, time, hash, stop: None, awaits: None, outcome: None };
    socket.event(&script.append(event).clone()).await;
    let play = socket.expect("play").await;
    assert_eq!(play["after"], json!(script.view().seq));
    commit(&mut socket, &mut script, &play).await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn an_engine_that_insists_passes() {
    let engine = FakeEngine::playing("D4 E5 F6 G7").with("features=undo");
    let mut script = Script::playing(9);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    for at in ["D4", "E5", "F6", "pass"] {
        let play = socket.expect("play").await;
        assert_eq!(play["vertex"], at);
        if at == "pass" {
            socket.event(&script.pass(None).clone()).await;
            socket.ok(&play, json!({ "seq": script.view().seq })).await;
        } else {
            socket.refuse(&play, "suicide").await;
        }
    }
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn a_stale_move_is_decided_anew() {
    let engine = FakeEngine::playing("D4 C3").with("features=undo");
    let mut script = Script::playing(9);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    let play = socket.expect("play").await;
    socket.refuse(&play, "stale").await;
    socket.answer_up_to_date(&script).await;
    let play = socket.expect("play").await;
    commit(&mut socket, &mut script, &play).await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

fn accepted(by: Colour, revision: u32, finished: bool) -> Event {
    let outcome = finished.then(|| Outcome {
        result: "W+7.5".into(),
        reason: EndReason::Count,
        winner: Some(Colour::White),
        count: None,
    });
    Event::Accepted { by, id: command_id(), revision, outcome }
}

#[tokio::test]
async fn dead_stones_are_marked_and_accepted() {
    let engine = FakeEngine::playing("pass").with("features=final_status_list").with("dead=D4");
    let mut script = Script::playing(9);
    script.play("D4");
    script.play("E5");
    script.play("A1");
    script.pass(None);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    let pass = socket.expect("play").await;
    assert_eq!(pass["vertex"], "pass");
    let stop = Some(Stop { number: 1, is_final: false, revision: 0, deadline: 300_000, closing_pass: false });
    socket.event(&script.pass(stop).clone()).await;
    socket.ok(&pass, json!({ "seq": script.view().seq })).await;
    let mark = socket.expect("mark").await;
    assert_eq!((&mark["vertex"], &mark["dead"], &mark["revision"]), (&json!("D4"), &json!(true), &json!(0)));
    // The opponent was faster: the bot looks at his mark and names the new revision.
    socket.send(json!({ "re": mark["id"], "error": { "code": "stale_marks", "message": "", "revision": 1 } })).await;
    socket.event(&script.mark(Colour::White, &["E5"], true).clone()).await;
    let mark = socket.expect("mark").await;
    assert_eq!((&mark["vertex"], &mark["revision"]), (&json!("D4"), &json!(1)));
    socket.event(&script.mark(Colour::Black, &["D4"], true).clone()).await;
    socket.ok(&mark, json!({ "seq": script.view().seq })).await;
    // E5 is not dead for its engine: it plays on.
    let resume = socket.expect("resume").await;
    socket
        .event(
            &script
                .append(Event::Resumed {
                    by: Some(Colour::Black),
                    id: Some(command_id()),
                    to_move: Colour::White,
                    next_stop_final: true,
                })
                .clone(),
        )
        .await;
    socket.ok(&resume, json!({ "seq": script.view().seq })).await;
    socket.event(&script.pass(None).clone()).await;
    let pass = socket.expect("play").await;
    let stop = Some(Stop { number: 2, is_final: true, revision: 0, deadline: 300_000, closing_pass: false });
    socket.event(&script.pass(stop).clone()).await;
    socket.ok(&pass, json!({ "seq": script.view().seq })).await;
    let mark = socket.expect("mark").await;
    socket.event(&script.mark(Colour::Black, &["D4"], true).clone()).await;
    socket.ok(&mark, json!({ "seq": script.view().seq })).await;
    let accept = socket.expect("accept").await;
    assert_eq!(accept["revision"], 1);
    socket.event(&script.append(accepted(Colour::Black, 1, false)).clone()).await;
    socket.ok(&accept, json!({ "seq": script.view().seq })).await;
    socket.event(&script.append(accepted(Colour::White, 1, true)).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn a_bot_does_not_fight_for_its_seat() {
    let engine = FakeEngine::playing("D4").with_file("until", "never");
    let script = Script::playing(9);
    let (_server, mut socket, bot) = at_table(&engine, &script).await;
    socket.send(json!({ "notice": "seat_taken", "game": "g1" })).await;
    assert_eq!(end(bot).await.unwrap_err().exit_code(), 6);
}

fn offer(id: &str, by: &str, size: Value) -> Value {
    json!({
        "offer": id, "by": by, "name": by, "at": 1,
        "terms": { "size": size, "time": { "system": "absolute", "main": 60000 } },
    })
}

#[tokio::test]
async fn the_next_offer_that_can_be_played_is_taken() {
    let engine = FakeEngine::playing("D4");
    let mut script = Script::playing(9);
    let (server, client) = FakeServer::start().await;
    let bot = bot(client, &engine, Finding::AcceptAny(Wanted::default()));
    let mut socket = server.accept().await;
    let asked = socket.expect("offers").await;
    socket.ok(&asked, json!({ "offers": [] })).await;
    let asked = socket.expect("offers").await;
    let nine = json!({ "width": 9, "height": 9 });
    let offers = json!([
        offer("own", "a1", nine.clone()),
        offer("oblong", "a2", json!({ "width": 13, "height": 9 })),
        offer("taken", "a2", nine.clone()),
        offer("good", "a3", nine),
    ]);
    socket.ok(&asked, json!({ "offers": offers })).await;
    let accept = socket.expect("accept_offer").await;
    assert_eq!(accept["offer"], "taken");
    socket.refuse(&accept, "no_such_offer").await;
    let accept = socket.expect("accept_offer").await;
    assert_eq!(accept["offer"], "good");
    socket.send(json!({ "notice": "game_started", "game": "g1", "offer": "good" })).await;
    socket.ok(&accept, json!({ "game": "g1", "offer": "good" })).await;
    socket.answer_join(&script).await;
    socket.find("play").await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn only_offers_that_have_what_is_wanted_are_taken() {
    let engine = FakeEngine::playing("D4");
    let mut script = Script::playing(9);
    let (server, client) = FakeServer::start().await;
    let line = "tengen bot --engine x --accept --size 9".split(' ').map(Into::into);
    let Some(Command::Bot(args)) = Cli::read(line).unwrap().command else { panic!("no bot") };
    let bot = bot(client, &engine, Finding::AcceptAny(args.wanted()));
    let mut socket = server.accept().await;
    let asked = socket.expect("offers").await;
    let square = |side: u8| json!({ "width": side, "height": side });
    let offers = json!([offer("large", "a2", square(19)), offer("small", "a2", square(9))]);
    socket.ok(&asked, json!({ "offers": offers })).await;
    let accept = socket.expect("accept_offer").await;
    assert_eq!(accept["offer"], "small");
    socket.ok(&accept, json!({ "game": "g1", "offer": "small" })).await;
    socket.answer_join(&script).await;
    socket.find("play").await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

#[tokio::test]
async fn a_game_that_began_during_a_cut_is_found() {
    let engine = FakeEngine::playing("D4");
    let mut script = Script::playing(9);
    let (server, client) = FakeServer::start().await;
    let size = "9".parse().unwrap();
    let terms = serde_json::from_value(json!({ "size": size_json(size), "time": { "system": "none" } })).unwrap();
    let bot = bot(client, &engine, Finding::Offer(Box::new(terms)));
    let mut socket = server.accept().await;
    let offered = socket.expect("offer").await;
    assert_eq!(offered["terms"]["colour"], "nigiri");
    socket.ok(&offered, json!({ "offer": "o1" })).await;
    drop(socket);
    let mut socket = server.accept_with(&["g1"]).await;
    socket.answer_join(&script).await;
    socket.expect("play").await;
    socket.event(&script.resign(Colour::White).clone()).await;
    assert!(end(bot).await.is_ok());
}

fn size_json(size: tengen_protocol::Size) -> Value {
    serde_json::to_value(size).unwrap()
}

#[tokio::test]
async fn an_interrupted_bot_takes_its_offer_back() {
    let engine = FakeEngine::playing("D4");
    let (server, client) = FakeServer::start().await;
    let terms = json!({ "size": { "width": 9, "height": 9 }, "time": { "system": "none" } });
    let finding = Finding::Offer(Box::new(serde_json::from_value(terms).unwrap()));
    let orders = Orders { engine: engine.command(), finding, games: None, form: Form::Json };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let mut client = client;
    let bot = tokio::spawn(async move { run(&mut client, orders, async { drop(stopped.await) }).await });
    let mut socket = server.accept().await;
    let offered = socket.expect("offer").await;
    socket.ok(&offered, json!({ "offer": "o1" })).await;
    stop.send(()).unwrap();
    let withdrawn = socket.expect("withdraw_offer").await;
    assert_eq!(withdrawn["offer"], "o1");
    socket.ok(&withdrawn, json!({})).await;
    assert_eq!(end(bot).await.unwrap_err().exit_code(), 130);
}
