//! How fast a game is read again: 300 moves from their stored events, parsing and head chain
//! included, as a node does when it loads a game.
//!
//! `cargo bench -p tengen-core --bench fold`. The game is drawn from a fixed seed.

use rand::{RngExt as _, SeedableRng as _};
use std::{
    error::Error,
    hint::black_box,
    io::{Write, stdout},
    time::{Duration, Instant},
};
use tengen_core::{
    game::{Arrival, Command, Decision, Game, settle},
    log,
};
use tengen_protocol::{ColourChoice, EVENT_FORMAT, Point, Sides, Size, Terms, Vertex};

/// Moves of the game.
const MOVES: u32 = 300;

/// How long each measurement runs at least.
const LEAST: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let stored = stored_game()?;
    let bytes: usize = stored.iter().map(Vec::len).sum();
    let mut out = stdout();
    writeln!(out, "{MOVES} moves, {} events, {bytes} bytes, {} bytes an event", stored.len(), bytes / stored.len())?;
    let mut times = Vec::new();
    for _ in 0..5 {
        let (began, mut rounds) = (Instant::now(), 0_u32);
        while began.elapsed() < LEAST {
            black_box(Game::load(black_box(&stored))?);
            rounds += 1;
        }
        times.push(began.elapsed() / rounds);
    }
    times.sort_unstable();
    writeln!(out, "one fold: median {:?}, {:?} to {:?}", times[2], times[0], times[4])?;
    Ok(())
}

fn append(game: &mut Option<Game>, stored: &mut Vec<Vec<u8>>, decision: &Decision) -> Result<(), Box<dyn Error>> {
    let at = game.as_ref().map_or_else(log::Position::default, Game::position);
    let body = log::body(EVENT_FORMAT, &decision.event)?;
    let t = 1_000 * (stored.len() as u64 + 1);
    let event = log::stored(at, t, 1_796_000_000_000 + t, &body);
    match game {
        Some(game) => drop(game.apply(&event)?),
        None => *game = Some(Game::load([&event])?),
    }
    stored.push(event);
    Ok(())
}

fn stored_game() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let terms = Terms { colour: ColourChoice::Black, ..Terms::new(Size::square(19)?, "30m+5x60s".parse()?) };
    let players = Sides { black: "k3v9x0c2m4q8r1s5".parse()?, white: "a7t2m5w8z1b4n6p9".parse()? };
    let (mut game, mut stored) = (None, Vec::new());
    append(&mut game, &mut stored, &Game::create(settle(&terms, players, None, None)?)?)?;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let mut ids = 0_u32;
    let mut moves = 0;
    while moves < MOVES {
        let Some(now) = &game else { break };
        ids += 1;
        let id = format!("3125e68b1234-{ids}").parse()?;
        let at = now.position();
        let arrived = now.has_arrived(tengen_protocol::Colour::Black);
        let (by, command) = match now.phase() {
            tengen_protocol::Phase::Waiting if arrived => (tengen_protocol::Colour::White, Command::Arrive),
            tengen_protocol::Phase::Waiting => (tengen_protocol::Colour::Black, Command::Arrive),
            _ => {
                let point = Point::new(rng.random_range(0..19), rng.random_range(0..19)).ok_or("a point")?;
                (now.to_move(), Command::Play { vertex: Vertex::Point(point), after: at.seq, head: at.head })
            }
        };
        let logical = 1_000 * (stored.len() as u64 + 1);
        let arrival = Arrival { logical, wall: logical, claimed_lag: 0, measured_rtt: None };
        let Ok(decision) = now.decide(by, &id, &command, arrival) else { continue };
        moves += u32::from(matches!(command, Command::Play { .. }));
        append(&mut game, &mut stored, &decision)?;
    }
    Ok(stored)
}
