//! Searches over many games, held to a plain filter over all of them; what is noted twice, late or by two
//! nodes at once; what a failover takes back.

use super::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::cmp::Reverse;
use tengen_protocol::{Colour, Outcome, Setup, Sides, Snapshot, Visibility};

/// A game that is finished, as a node would read it.
#[derive(Clone)]
struct Played {
    game: GameId,
    snapshot: Snapshot,
    ended_at: u64,
}

impl Played {
    fn result(&self, player: &str) -> Option<PlayerResult> {
        let players = &self.snapshot.setup.players;
        let colour = match (players.black.as_str() == player, players.white.as_str() == player) {
            (true, _) => Colour::Black,
            (_, true) => Colour::White,
            _ => return None,
        };
        Some(match self.snapshot.outcome.as_ref().unwrap().winner {
            None => PlayerResult::Other,
            Some(winner) if winner == colour => PlayerResult::Won,
            Some(_) => PlayerResult::Lost,
        })
    }

    /// What a search says of it, one condition after the other.
    fn is_found(&self, search: &Search, viewer: Option<&str>) -> bool {
        let plays = |who: &str| self.result(who).is_some();
        let listed = self.snapshot.setup.visibility == Visibility::Public;
        let seen = listed || (search.player.is_some() && viewer.is_some_and(plays));
        let result = |player: &String| search.result.is_none_or(|result| self.result(player) == Some(result));
        seen && search.player.as_deref().is_none_or(plays)
            && search.opponent.as_deref().is_none_or(plays)
            && search.size.is_none_or(|size| size == self.snapshot.setup.size)
            && search.player.as_ref().is_none_or(result)
    }
}

fn outcome(rng: &mut StdRng) -> Outcome {
    let winner = [Some(Colour::Black), Some(Colour::White), None][rng.random_range(0..3)];
    let result = winner.map_or("0", |winner| if winner == Colour::Black { "B+R" } else { "W+R" });
    serde_json::from_value(json!({"result": result, "reason": "resignation", "winner": winner})).unwrap()
}

/// So many games of four players, several of which end at the same instant.
async fn played(memory: &Arc<Memory>, template: &Snapshot, count: usize, rng: &mut StdRng) -> Vec<Played> {
    let names = ["ann", "bob", "cyd", "dan"];
    let mut games = Vec::new();
    for n in 0..count {
        let (black, white) = (rng.random_range(0..4), rng.random_range(1..4));
        let white = (black + white) % 4;
        let side = [9, 13, 19][rng.random_range(0..3)];
        let visibility = [Visibility::Public, Visibility::Public, Visibility::Unlisted, Visibility::Private];
        let setup = Setup {
            size: Size::square(side).unwrap(),
            visibility: visibility[rng.random_range(0..4)],
            players: Sides { black: names[black].parse().unwrap(), white: names[white].parse().unwrap() },
            ..template.setup.clone()
        };
        let game: GameId = format!("g{n}").parse().unwrap();
        memory.append(&Stream::game(&game), RULED);
        let last = memory.events(&Stream::game(&game)).remove(0);
        let position = memory.end(&Stream::game(&game));
        let snapshot =
            Snapshot { seq: position.seq, head: position.head, setup, outcome: Some(outcome(rng)), ..template.clone() };
        games.push(Played { game, snapshot, ended_at: last["at"].as_u64().unwrap() });
        tokio::time::sleep(Duration::from_millis(rng.random_range(0..2))).await;
    }
    games
}

/// How a game of this kind is told.
async fn template(node: &Node) -> Snapshot {
    let (mut alice, mut bob) = (node.login("alice").await, node.login("bob").await);
    let game = offer_and_accept(&mut alice, &mut bob, json!({"system": "none"})).await;
    node.hub.view(&game).await.unwrap().snapshot
}

#[tokio::test(start_paused = true)]
async fn what_a_failover_takes_back_is_found_as_it_is_then() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let template = template(&node).await;
    let game = played(&memory, &template, 1, &mut StdRng::seed_from_u64(1)).await.remove(0);
    let stream = Stream::game(&game.game);
    let told = async |outcome: Value| {
        let end = memory.end(&stream);
        let setup = Setup { visibility: Visibility::Public, ..game.snapshot.setup.clone() };
        let outcome = Some(serde_json::from_value(outcome).unwrap());
        let snapshot = Snapshot { seq: end.seq, head: end.head, setup, outcome, ..game.snapshot.clone() };
        node.hub.note_ended(&game.game, &snapshot).await.unwrap();
        snapshot
    };
    let black = game.snapshot.setup.players.black.to_string();
    let first = told(json!({"result": "B+R", "reason": "resignation", "winner": "black"})).await;
    assert_eq!(counts(&node.hub, &black).await, [1, 1, 0, 0]);
    memory.append(&stream, RULED);
    told(json!({"result": "W+F", "reason": "forfeit", "winner": "white"})).await;
    assert_eq!(counts(&node.hub, &black).await, [1, 0, 1, 0]);
    // what was heard before the ruling changes nothing while the log has it
    node.hub.note_ended(&game.game, &first).await.unwrap();
    assert_eq!(counts(&node.hub, &black).await, [1, 0, 1, 0]);
    memory.lose_last(&stream);
    node.hub.note_ended(&game.game, &first).await.unwrap();
    assert_eq!(counts(&node.hub, &black).await, [1, 1, 0, 0]);
    // the same number, another event
    memory.append(&stream, RULED);
    told(json!({"result": "0", "reason": "ruling"})).await;
    assert_eq!(counts(&node.hub, &black).await, [1, 0, 0, 1]);
}

fn any_search(rng: &mut StdRng) -> (Search, Option<&'static str>) {
    let mut name = || [None, Some("ann"), Some("bob"), Some("cyd"), Some("dan")][rng.random_range(0..5)];
    let (player, opponent, viewer) = (name(), name(), name());
    let opponent = player.and(opponent.filter(|opponent| Some(*opponent) != player));
    let results = [None, None, Some(PlayerResult::Won), Some(PlayerResult::Lost), Some(PlayerResult::Other)];
    let size = [None, None, Some(9), Some(13)][rng.random_range(0..4)];
    let search = Search {
        player: player.map(str::to_owned),
        opponent: opponent.map(str::to_owned),
        size: size.map(|side| Size::square(side).unwrap()),
        result: player.and(results[rng.random_range(0..5)]),
        limit: rng.random_range(1..30),
        ..finished()
    };
    (search, viewer)
}

#[tokio::test(start_paused = true)]
async fn every_search_finds_what_a_plain_filter_finds() {
    for seed in 0..4 {
        let mut rng = StdRng::seed_from_u64(seed);
        let memory = Memory::new();
        let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
        let template = template(&one).await;
        let mut games = played(&memory, &template, 150, &mut rng).await;
        for game in &mut games {
            let note = |node: &Node, snapshot: Snapshot| {
                let (hub, game) = (node.hub.clone(), game.game.clone());
                async move { hub.note_ended(&game, &snapshot).await.unwrap() }
            };
            let before = game.snapshot.clone();
            if rng.random_range(0..3) == 0 {
                // a referee, whom one node knows of before the other one has noted the end
                memory.append(&Stream::game(&game.game), RULED);
                let end = memory.end(&Stream::game(&game.game));
                (game.snapshot.seq, game.snapshot.head) = (end.seq, end.head);
                game.snapshot.outcome = Some(outcome(&mut rng));
            }
            let now = game.snapshot.clone();
            match rng.random_range(0..3) {
                0 => drop(tokio::join!(note(&one, before), note(&two, now))),
                1 => {
                    note(&one, now).await;
                    note(&two, before).await;
                }
                _ => {
                    note(&two, before).await;
                    note(&one, now.clone()).await;
                    note(&two, now).await;
                }
            }
        }
        games.sort_by_key(|played| Reverse((played.ended_at, format!("{}.", played.game))));
        for _ in 0..150 {
            let (search, viewer) = any_search(&mut rng);
            let expected = games.iter().filter(|played| played.is_found(&search, viewer));
            let expected: Vec<_> = expected.map(|played| (&played.game, played.snapshot.outcome.as_ref())).collect();
            let found = pages(&two.hub, &search, viewer).await;
            let found: Vec<_> = found.iter().map(|found| (&found.game, found.outcome.as_ref())).collect();
            assert_eq!(found, expected, "seed {seed}: {search:?} by {viewer:?}");
        }
        for player in ["ann", "bob", "cyd", "dan"] {
            let listed = |played: &&Played| played.snapshot.setup.visibility == Visibility::Public;
            let count =
                |result| games.iter().filter(listed).filter(|played| played.result(player) == Some(result)).count();
            let [won, lost, other] = [PlayerResult::Won, PlayerResult::Lost, PlayerResult::Other].map(count);
            let expected = [won + lost + other, won, lost, other].map(|count| count as u64);
            assert_eq!(counts(&one.hub, player).await, expected, "seed {seed}: {player}");
        }
    }
}
