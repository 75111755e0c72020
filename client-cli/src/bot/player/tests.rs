use super::*;
use crate::{
    bot::testing::FakeEngine,
    testing::{Script, points, vertex},
};

async fn think(player: &mut Player, script: &Script) -> Thought {
    think_again(player, script, "").await
}

async fn think_again(player: &mut Player, script: &Script, refused: &str) -> Thought {
    let colour = script.view().to_move;
    player.work(script.view(), &Job::Move { colour, refused: points(refused) }).await.unwrap()
}

fn moves(text: &str) -> Thought {
    Thought::Move(vertex(text))
}

#[tokio::test]
async fn an_engine_is_set_up_once_and_then_told_what_is_new() {
    let fake = FakeEngine::playing("E5 C3");
    let mut player = Player::new(fake.command());
    let mut script = Script::playing(9);
    script.play("D4");
    assert_eq!(think(&mut player, &script).await, moves("E5"));
    let log = fake.log();
    assert_eq!(log[..4], ["boardsize 9", "komi 7.5", "time_settings 60 10 1", "clear_board"]);
    assert_eq!(log[4], "play black D4");
    assert!(log[5].starts_with("time_left white "), "{log:?}");
    assert_eq!(log[6], "genmove white");
    script.play("E5");
    script.play("F6");
    assert_eq!(think(&mut player, &script).await, moves("C3"));
    let log = fake.log();
    assert_eq!((log[7].as_str(), log.len()), ("play black F6", 10));
    player.quit().await;
}

#[tokio::test]
async fn time_left_is_what_is_left_when_it_is_told() {
    let fake = FakeEngine::playing("E5 C3");
    let mut player = Player::new(fake.command());
    let mut script = Script::playing(9);
    script.play("D4");
    // White has thought for 65 s when the engine is asked: 5 s of the first period are used.
    let mut view = script.view().clone();
    view.sync(script.t + 65_000, Instant::now());
    let job = Job::Move { colour: Colour::White, refused: Vec::new() };
    player.work(&view, &job).await.unwrap();
    let told = fake.log().into_iter().find(|line| line.starts_with("time_left")).unwrap();
    let seconds: u64 = told.split(' ').nth(2).unwrap().parse().unwrap();
    assert!(seconds <= 5 && told.ends_with(" 1"), "{told}");
}

#[tokio::test]
async fn an_engine_that_dies_or_talks_nonsense_is_started_again_with_the_position() {
    let fake = FakeEngine::playing("nonsense E5").with_file("die", "die");
    fake.touch("die");
    let mut player = Player::new(fake.command());
    let mut script = Script::playing(9);
    script.play("D4");
    assert_eq!(think(&mut player, &script).await, moves("E5"));
    assert_eq!(fake.starts(), 3);
    let replays = fake.log().iter().filter(|line| *line == "play black D4").count();
    assert_eq!(replays, 3);
}

#[tokio::test]
async fn an_engine_that_always_dies_is_given_up() {
    let dead = EngineCommand::read("sh -c 'exit 7'").unwrap();
    let mut player = Player::new(dead);
    let script = Script::playing(9);
    let job = Job::Move { colour: Colour::Black, refused: Vec::new() };
    let failure = player.work(script.view(), &job).await.unwrap_err();
    assert_eq!(failure.exit_code(), 5);
    let missing = EngineCommand::read("/no/such/engine").unwrap();
    assert!(Player::new(missing).warm_up().await.is_err());
}

#[tokio::test]
async fn when_a_move_is_refused_the_position_is_set() {
    for (features, sgf) in [("loadsgf", true), ("undo", false)] {
        let fake = FakeEngine::playing("C3").with("refuse=F6").with(&format!("features={features}"));
        let mut player = Player::new(fake.command());
        let mut script = Script::playing(9);
        for at in ["D4", "E4", "A1", "D5"] {
            script.play(at);
        }
        script.capture("E5", &["E4", "D5"]);
        // The engine does not take the last move, by ko or otherwise, until the opponent has captured it.
        script.play("F6");
        script.capture("G7", &["F6"]);
        assert_eq!(think(&mut player, &script).await, moves("C3"));
        let log = fake.log();
        if sgf {
            assert!(log.iter().any(|line| line.starts_with("loadsgf ") && line.ends_with(".sgf")), "{log:?}");
        } else {
            let cleared = log.iter().rposition(|line| line == "clear_board").unwrap();
            let mut stones = log[cleared + 1..].to_vec();
            stones.retain(|line| line.starts_with("play"));
            stones.sort();
            assert_eq!(stones, ["play black A1", "play black D4", "play black E5", "play black G7"]);
        }
    }
}

#[test]
fn a_position_is_written_as_set_up_stones() {
    let mut script = Script::playing(9);
    script.play("A9");
    script.play("J1");
    assert_eq!(position_sgf(script.view()), "(;GM[1]FF[4]SZ[9]KM[7.5]AB[aa]AW[ii]PL[B])");
}

#[tokio::test]
async fn after_a_refusal_by_the_server_another_move_is_wanted() {
    // An engine that can be told where not to play.
    let fake = FakeEngine::playing("E5 C3").with("features=undo,restricted_genmove");
    let mut player = Player::new(fake.command());
    let mut script = Script::playing(9);
    script.play("D4");
    assert_eq!(think(&mut player, &script).await, moves("E5"));
    assert_eq!(think_again(&mut player, &script, "E5").await, moves("C3"));
    let log = fake.log();
    assert!(log.contains(&"undo".to_owned()), "{log:?}");
    let restricted = log.last().unwrap();
    assert!(restricted.starts_with("restricted_genmove white ") && !restricted.contains(" E5"), "{restricted}");
    assert_eq!(restricted.split(' ').count(), 2 + 81 - 2);
    // One that cannot, and insists: it passes.
    let fake = FakeEngine::playing("E5 E5");
    let mut player = Player::new(fake.command());
    assert_eq!(think(&mut player, &script).await, moves("E5"));
    assert_eq!(think_again(&mut player, &script, "E5").await, moves("pass"));
    let clears = fake.log().iter().filter(|line| *line == "clear_board").count();
    assert_eq!(clears, 2, "without undo the position is replayed");
}

#[tokio::test]
async fn after_a_resumed_stop_everything_is_played_out() {
    let fake = FakeEngine::playing("C3").with("features=kgs-genmove_cleanup");
    let mut player = Player::new(fake.command());
    let mut script = Script::playing(9);
    script.play("D4");
    script.stop(1);
    script.append(tengen_protocol::Event::Resumed {
        by: None,
        id: None,
        to_move: Colour::White,
        next_stop_final: true,
    });
    assert_eq!(think(&mut player, &script).await, moves("C3"));
    assert_eq!(fake.log().last().unwrap(), "kgs-genmove_cleanup white");
}

#[tokio::test]
async fn handicap_stones_are_set_and_placed() {
    let fake = FakeEngine::playing("E5").with("features=set_free_handicap");
    let mut player = Player::new(fake.command());
    let given = Script::with(9, |snapshot| {
        snapshot.handicap_stones = points("C3 G7");
        snapshot.board.replace_range(24..25, "X");
        snapshot.board.replace_range(56..57, "X");
        snapshot.to_move = Colour::White;
    });
    assert_eq!(think(&mut player, &given).await, moves("E5"));
    assert!(fake.log().contains(&"set_free_handicap C3 G7".to_owned()));
    let free = Script::with(9, |snapshot| snapshot.handicap_left = 3);
    // The engine may place fewer than it was asked to (GTP 2, 6.3.1): the star points fill up.
    let fake = FakeEngine::playing("").with("features=place_free_handicap").with("free=D4,D4,Z25");
    let mut player = Player::new(fake.command());
    let Thought::Handicap(stones) = player.work(free.view(), &Job::Handicap).await.unwrap() else { panic!() };
    assert_eq!(stones, points("D4 C3 G3"));
}

#[tokio::test]
async fn resigning_and_dead_stones_are_understood() {
    let fake = FakeEngine::playing("RESIGN").with("features=final_status_list").with("dead=A1,B2");
    let mut player = Player::new(fake.command());
    let script = Script::playing(9);
    assert_eq!(think(&mut player, &script).await, Thought::Resign);
    assert_eq!(player.work(script.view(), &Job::Dead).await.unwrap(), Thought::Dead(points("A1 B2")));
    // One that cannot judge says that all stones live.
    let fake = FakeEngine::playing("");
    let mut player = Player::new(fake.command());
    assert_eq!(player.work(script.view(), &Job::Dead).await.unwrap(), Thought::Dead(Vec::new()));
}

/// GNU Go itself: the one engine that is always at hand.
#[tokio::test]
async fn gnu_go_plays() {
    let path = std::path::Path::new("/usr/games/gnugo");
    assert!(path.exists(), "this test needs GNU Go: install the package gnugo");
    let command = EngineCommand::read("/usr/games/gnugo --mode gtp --level 1 --chinese-rules").unwrap();
    let mut player = Player::new(command);
    assert!(player.plays_on(Size::square(9).unwrap()).await.unwrap());
    assert!(!player.plays_on(Size::new(13, 9).unwrap()).await.unwrap());
    let mut script = Script::playing(9);
    script.play("E5");
    let Thought::Move(Vertex::Point(point)) = think(&mut player, &script).await else { panic!("a stone") };
    assert_ne!(point, "E5".parse().unwrap());
    let Thought::Move(Vertex::Point(other)) = think_again(&mut player, &script, &point.to_string()).await else {
        panic!("another stone")
    };
    assert_ne!(other, point);
    player.quit().await;
}
