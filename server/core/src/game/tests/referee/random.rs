//! Games in which a referee rules as he likes, between whatever the players do.

use super::*;
use proptest::{
    prelude::*,
    sample::select,
    test_runner::{Config, TestRunner},
};
use tengen_protocol::{ColourChoice, GivenResult, Ko, Repetition};

#[derive(Clone, Debug)]
enum Step {
    Play(u8, u8),
    Pass,
    /// So many plies of the cycle that the small board begins with, as far as they go.
    Cycle(u8),
    Accept,
    Resume,
    Wait(u64),
    Time,
    /// What it is made for is so many events old.
    Rule(Order, u64),
}

fn order() -> impl Strategy<Value = Order> {
    let side = || prop_oneof![Just(BLACK), Just(WHITE)];
    let stones = || proptest::collection::vec((0..5_u8, 0..5_u8), 0..4).prop_map(on_board);
    let result =
        || select(vec!["B+3.5", "W+R", "0", "Void", "both_lose"]).prop_map(|it| it.parse::<GivenResult>().unwrap());
    let clock = || {
        let new = (prop::option::of(0..700_000_u64), prop::option::of(0..4_u32));
        prop::option::of(new.prop_map(|(main, periods)| NewClock { main, periods }))
    };
    prop_oneof![
        2 => side().prop_map(|side| Order::Warn { side }),
        1 => select(vec![Loser::Black, Loser::White, Loser::Both]).prop_map(|side| Order::Lose { side }),
        1 => (result(), any::<bool>()).prop_map(|(result, force_majeure)| Order::Adjudicate { result, force_majeure }),
        1 => stones().prop_map(|dead| Order::AdjudicateCount { dead, force_majeure: false }),
        3 => result().prop_map(|result| Order::Overturn { result }),
        4 => stones().prop_map(|dead| Order::LifeAndDeath { dead }),
        4 => (clock(), clock()).prop_map(|(black, white)| Order::Clocks { black, white }),
        6 => (0..5_u32, clock(), clock()).prop_map(|(moves, black, white)| Order::TakeBack { moves, black, white }),
        8 => (stones(), stones(), stones(), prop::option::of(side()))
            .prop_map(|(remove, black, white, to_move)| Order::Edit { remove, black, white, to_move }),
        2 => Just(Order::Restart),
        1 => Just(Order::Replay),
        1 => Just(Order::ColoursWrong),
        4 => Just(Order::Suspend),
        6 => Just(Order::Resume),
        8 => select(Repetition::ALL.to_vec()).prop_map(|ruling| Order::Repetition { ruling }),
    ]
}

fn on_board(points: Vec<(u8, u8)>) -> Vec<Point> {
    points.into_iter().filter_map(|(column, row)| Point::new(column, row)).collect()
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        20 => (0..5_u8, 0..5_u8).prop_map(|(x, y)| Step::Play(x, y)),
        6 => Just(Step::Pass),
        10 => (1..10_u8).prop_map(Step::Cycle),
        3 => Just(Step::Accept),
        3 => Just(Step::Resume),
        6 => (0..400_000_u64).prop_map(Step::Wait),
        2 => Just(Step::Time),
        14 => (order(), 0..3_u64).prop_map(|(order, behind)| Step::Rule(order, behind)),
    ]
}

/// Terms, the limit of moves, and what happens.
fn games() -> impl Strategy<Value = (Terms, Option<u32>, Vec<Step>)> {
    let time = select(vec!["none", "10m", "10m+3x30s", "10m+5/2m", "1m+5s/move", "30s/move", "3d/move"]);
    let free = any::<bool>();
    let cycles = (any::<bool>(), prop::option::of(Just(limits::MOVE_LIMIT_LEAST)));
    let steps = proptest::collection::vec(step(), 1..60);
    (time, 0..3_u16, free, cycles, steps).prop_map(|(time, handicap, free, (cycles, limit), steps)| {
        // on the small one an eternal life is set up
        let mut given = terms(if cycles { "4x3" } else { "5x4" }, time);
        given.ko = cycles.then_some(Ko::Referee);
        // fixed handicap needs a larger board
        given.handicap = if free { handicap } else { 0 };
        given.placement = if free { Placement::Free } else { Placement::Fixed };
        given.colour = ColourChoice::Black;
        (given, limit, steps)
    })
}

/// What everybody sees of it.
fn seen(table: &Table) -> (String, Option<Due>) {
    (serde_json::to_string(&table.game.snapshot(Sides::default())).unwrap(), table.game.due())
}

fn act(table: &mut Table, step: &Step, heads: &[log::Position]) -> Option<Ended> {
    let to_move = table.game.to_move();
    let play = |table: &mut Table, vertex: Vertex| {
        let at = table.game.position();
        table.say(to_move, Command::Play { vertex, after: at.seq, head: at.head })
    };
    Some(match step {
        Step::Play(x, y) => play(table, Vertex::Point(Point::new(*x, *y)?)),
        Step::Pass => play(table, Vertex::Pass),
        Step::Cycle(plies) => {
            for at in ["A3", "D3", "B3", "C3"].into_iter().cycle().take(usize::from(*plies)) {
                let (at, by) = (at.parse().unwrap(), table.game.to_move());
                let seen = table.game.position();
                table.say(by, Command::Play { vertex: Vertex::Point(at), after: seen.seq, head: seen.head });
            }
            return None;
        }
        Step::Accept => {
            let revision = table.game.snapshot(Sides::default()).scoring?.revision;
            table.say(WHITE, Command::Accept { revision });
            table.say(BLACK, Command::Accept { revision })
        }
        Step::Resume => table.say(BLACK, Command::Resume),
        Step::Wait(ms) => {
            table.wait(*ms);
            return None;
        }
        Step::Time => table.time_acts(),
        Step::Rule(order, behind) => {
            let seen = heads[heads.len().saturating_sub(1 + usize::try_from(*behind).unwrap())];
            table.commands += 1;
            let id = format!("r{}", table.commands).parse().unwrap();
            let rule =
                Rule { order: order.clone(), reason: Reason::Other, text: None, after: seen.seq, head: seen.head };
            let ended = table.rule_as("ref", &id, &rule);
            if let Ended::Committed(_) = ended {
                let again = table.game.repeated_rule(&"ref".parse().unwrap(), &id, &rule);
                assert_eq!(again, Some(Ok(table.game.position().seq)), "it is known when it is sent again");
            }
            ended
        }
    })
}

#[test]
fn whatever_a_referee_orders_the_log_is_the_game_and_every_game_ends() {
    let cases = if std::env::var_os("TENGEN_LONG").is_some() { 4_000 } else { 150 };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let met = [const { std::cell::Cell::new(0_u32) }; 2];
    runner
        .run(&games(), |(terms, limit, steps)| {
            let mut table = game_of(&terms, limit);
            let mut heads = vec![table.game.position()];
            for step in &steps {
                let before = seen(&table);
                let ended = act(&mut table, step, &heads);
                if heads.last() != Some(&table.game.position()) {
                    heads.push(table.game.position());
                }
                let Some(ended) = ended else { continue };
                if !matches!(ended, Ended::Committed(_)) && !matches!(step, Step::Accept) {
                    prop_assert_eq!(seen(&table), before, "a refusal changes nothing: {:?}", step);
                }
                let board = table.game.board_position().board();
                prop_assert_eq!(table.game.snapshot(Sides::default()).hash, board.rows_hash());
                // no chain stands without a liberty, whatever was set up
                let stones: Vec<_> = board.stones().collect();
                let size = table.game.setup().size;
                let rules = table.game.setup().rules;
                let stands = crate::rules::Position::with_stones(size, rules.ko, rules.suicide, &stones, BLACK);
                prop_assert!(stands.is_ok(), "{:?}", stands.err());
                if let Some(on) = table.game.awaits() {
                    met[on as usize].set(met[on as usize].get() + 1);
                }
            }
            table.check_replay();
            // nobody does anything any more: time ends it
            for _ in 0..6 {
                let Some(Due { when: When::At(at), .. }) = table.game.due() else { break };
                table.now = table.now.max(at);
                table.time_acts();
            }
            prop_assert_eq!(table.game.phase(), Phase::Finished);
            table.check_replay();
            Ok(())
        })
        .unwrap();
    let met = met.map(|met| met.get());
    println!("a ruling was awaited on repetition, on the limit of moves: {met:?}");
    assert!(met.iter().all(|met| *met > cases / 15), "too few rulings were awaited: {met:?}");
}

/// Both have come to a game that names its referee.
fn game_of(terms: &Terms, limit: Option<u32>) -> Table {
    let players = Sides { black: "ann".parse().unwrap(), white: "bob".parse().unwrap() };
    let mut setup = settle(terms, players, None, None).unwrap();
    setup.regulations.referees = vec!["ref".parse().unwrap()];
    setup.regulations.move_limit = limit;
    let mut table = Table::created(setup);
    table.say(BLACK, Command::Arrive).event();
    table.say(WHITE, Command::Arrive).event();
    if terms.ko == Some(Ko::Referee) && terms.handicap == 0 {
        let edit = Order::Edit { remove: vec![], black: points("C2 D2"), white: points("C3 A2 B2"), to_move: None };
        table.rule(edit).event();
    }
    table
}
