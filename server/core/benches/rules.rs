//! How fast real games are replayed with every play judged: legality and positional superko over
//! the whole game, on one thread.
//!
//! `TENGEN_VECTORS=FOLDER cargo bench -p tengen-core --bench rules` reads `real_games.jsonl` there.

use std::{
    error::Error,
    fs,
    hint::black_box,
    io::{Write, stdout},
    path::PathBuf,
    time::{Duration, Instant},
};
use tengen_core::rules::{Position, count::area};
use tengen_protocol::{Ko, Point, Size, Suicide, Vertex};

/// How long each measurement runs at least.
const LEAST: Duration = Duration::from_secs(1);

/// Measurements; the median is the result, the others show how steady it is.
const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    let Some(folder) = std::env::var_os("TENGEN_VECTORS") else {
        writeln!(out, "skipped without TENGEN_VECTORS: replay of real games")?;
        return Ok(());
    };
    let text = fs::read_to_string(PathBuf::from(folder).join("real_games.jsonl"))?;
    let games = text.lines().map(moves).collect::<Result<Vec<_>, _>>()?;
    let plies: usize = games.iter().map(Vec::len).sum();
    writeln!(out, "{} games, {plies} moves", games.len())?;

    let size = Size::square(19)?;
    let mut rates = Vec::new();
    for _ in 0..RUNS {
        rates.push(rate(plies, || {
            for game in &games {
                black_box(replay(size, game));
            }
        }));
    }
    report(&mut out, "moves/s", &mut rates)?;

    let finals: Vec<Position> = games.iter().map(|game| replay(size, game)).collect();
    let mut rates = Vec::new();
    for _ in 0..RUNS {
        rates.push(rate(finals.len(), || {
            for position in &finals {
                black_box(area(position.board(), &[]));
            }
        }));
    }
    report(&mut out, "counts/s", &mut rates)
}

/// Every move judged and played.
fn replay(size: Size, game: &[Vertex]) -> Position {
    let mut position = Position::new(size, Ko::Positional, Suicide::No);
    for vertex in game {
        let result = position.play(*vertex);
        assert!(result.is_ok(), "a real game has an illegal move");
    }
    position
}

/// Things a second, if `work` does so many at once.
fn rate(things: usize, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut rounds = 0_u32;
    while start.elapsed() < LEAST {
        work();
        rounds += 1;
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more")]
    let things = things as f64;
    things * f64::from(rounds) / start.elapsed().as_secs_f64()
}

fn report(out: &mut impl Write, unit: &str, rates: &mut [f64]) -> Result<(), Box<dyn Error>> {
    rates.sort_by(f64::total_cmp);
    let [least, .., most] = rates else {
        return Err("no measurement".into());
    };
    let (least, most) = (*least, *most);
    let median = rates[rates.len() / 2];
    writeln!(out, "{median:>12.0} {unit} (median of {RUNS}; {least:.0} to {most:.0})")?;
    Ok(())
}

/// The moves of a record such as `;B[pd];W[]`: SGF letters from the upper left.
fn moves(line: &str) -> Result<Vec<Vertex>, Box<dyn Error>> {
    let game: serde_json::Value = serde_json::from_str(line)?;
    let record = game["sgf"].as_str().ok_or("a game without sgf")?;
    let nodes = record.split(';').filter(|node| !node.is_empty());
    nodes
        .map(|node| match node[1..].trim_matches(['[', ']']).as_bytes() {
            [] => Ok(Vertex::Pass),
            [column @ b'a'..=b's', row @ b'a'..=b's'] => {
                let point = Point::new(column - b'a', b's' - row);
                Ok(Vertex::Point(point.ok_or("off the board")?))
            }
            _ => Err(format!("bad move {node}").into()),
        })
        .collect()
}
