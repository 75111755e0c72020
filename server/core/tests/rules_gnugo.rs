//! GNU Go as an independent judge: `is_legal` at each empty point of thousands of positions.
//!
//! The games are random but crowded: captures are preferred, so that most of each game is ko,
//! snapback and suicide; passes and undo are thrown in. The program is `TENGEN_GNUGO`, or
//! `/usr/games/gnugo`.
#![cfg(test)]

#[path = "rules/random.rs"]
mod random;
#[path = "rules/tiers.rs"]
mod tiers;

use random::Random;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    thread,
};
use tengen_core::rules::{Illegal, Position};
use tengen_protocol::{Ko, Point, Size, Suicide, Vertex};

/// GNU Go forgets what lies further back, so games are shorter.
const MOST_PLIES: u32 = 450;

/// A question: the command's number, the point, and our answer.
struct Question {
    id: usize,
    point: Point,
    expected: Result<(), Illegal>,
    game: usize,
    ply: u32,
}

/// Commands for GNU Go, written in one go, and what we expect.
#[derive(Default)]
struct Script {
    commands: String,
    sent: usize,
    questions: Vec<Question>,
    positions: usize,
}

impl Script {
    fn send(&mut self, command: std::fmt::Arguments<'_>) {
        self.sent += 1;
        writeln!(self.commands, "{} {command}", self.sent).unwrap();
    }

    fn ask(&mut self, position: &Position, game: usize) {
        self.positions += 1;
        let colour = position.to_move();
        for point in position.board().points() {
            if position.board().get(point).is_some() {
                continue;
            }
            self.send(format_args!("is_legal {colour} {point}"));
            self.questions.push(Question {
                id: self.sent,
                point,
                expected: position.check(point),
                game,
                ply: position.ply(),
            });
        }
    }
}

/// Plays random games on one size until enough positions were asked about, one in `every`.
fn write_script(side: u8, positions: usize, every: usize, random: &mut Random) -> Script {
    let mut script = Script::default();
    let size = Size::square(side).unwrap();
    let points: Vec<Point> = Position::new(size, Ko::Positional, Suicide::No).board().points().collect();
    let mut game = 0;
    while script.positions < positions {
        game += 1;
        script.send(format_args!("boardsize {side}"));
        script.send(format_args!("clear_board"));
        let mut position = Position::new(size, Ko::Positional, Suicide::No);
        let length = 2 * u32::from(size.points());
        while position.ply() < length.min(MOST_PLIES) && script.positions < positions {
            if position.ply() > 10 && random.below(40) == 0 {
                let plies = u32::try_from(1 + random.below(6)).unwrap();
                position.undo(plies).unwrap();
                (0..plies).for_each(|_| script.send(format_args!("undo")));
            } else {
                let colour = position.to_move();
                let vertex = choose(&position, &points, random);
                position.play(vertex).unwrap();
                script.send(format_args!("play {colour} {vertex}"));
            }
            if position.last_captures().len() == 1 || random.below(every) == 0 {
                script.ask(&position, game);
            }
        }
    }
    script
}

/// A legal play, rather one that takes a ko, else one that takes a few stones. Passes mostly
/// follow such a capture or another pass, so that retaking is judged at once and after passes.
fn choose(position: &Position, points: &[Point], random: &mut Random) -> Vertex {
    let is_quiet = position.last_move() != Some(Vertex::Pass) && position.last_captures().len() != 1;
    if random.below(if is_quiet { 50 } else { 2 }) == 0 {
        return Vertex::Pass;
    }
    let mut best = (0, Vertex::Pass);
    for _ in 0..60 {
        let point = points[random.below(points.len())];
        if position.check(point).is_err() {
            continue;
        }
        let mut after = position.clone();
        let taken: Vec<Point> = after.play(Vertex::Point(point)).unwrap().collect();
        let worth = match taken[..] {
            [one] if after.check(one) == Err(Illegal::Ko) => 3,
            [_, ..] if taken.len() < 4 => 2,
            _ => 1,
        };
        if worth > best.0 {
            best = (worth, Vertex::Point(point));
        }
    }
    best.1
}

fn gnugo() -> Command {
    let path = std::env::var_os("TENGEN_GNUGO").unwrap_or_else(|| "/usr/games/gnugo".into());
    let mut command = Command::new(path);
    command.args(["--mode", "gtp", "--chinese-rules", "--positional-superko"]);
    command
}

/// All answers by command number.
fn run(commands: String) -> BTreeMap<usize, String> {
    let mut child = gnugo()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("GNU Go is needed (Debian: apt-get install gnugo; or set TENGEN_GNUGO): {e}"));
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(commands.as_bytes()));
    let mut answers = BTreeMap::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        assert!(!line.starts_with('?'), "GNU Go refused a command: {line}");
        if let Some((id, answer)) = line.strip_prefix('=').and_then(|rest| rest.split_once(' ')) {
            answers.insert(id.parse().unwrap(), answer.to_owned());
        }
    }
    writer.join().unwrap().unwrap();
    child.wait().unwrap();
    answers
}

#[test]
fn gnugo_agrees_about_every_empty_point() {
    // (side, positions in the short tier, one asked about in so many beside the kos)
    let sizes = [(9, 4_000, 4), (13, 3_500, 6), (19, 3_000, 8)];
    let is_long = tiers::long_tier("nine tenths of the positions that GNU Go judges");
    let times = if is_long { 10 } else { 1 };
    let mut random = Random(0x60_601);
    let mut total = 0;
    for (side, positions, every) in sizes {
        let script = write_script(side, positions * times, every, &mut random);
        let answers = run(script.commands);
        let mut met = BTreeMap::<&str, u32>::new();
        let mut differences = Vec::new();
        for question in &script.questions {
            let kind = match question.expected {
                Ok(()) => "legal",
                Err(Illegal::Suicide) => "suicide",
                Err(Illegal::Ko) => "ko",
                Err(Illegal::Superko { .. }) => "superko",
                Err(other) => panic!("an empty point is {other}"),
            };
            *met.entry(kind).or_default() += 1;
            let is_legal = answers.get(&question.id).map(String::as_str);
            if is_legal != Some(if question.expected.is_ok() { "1" } else { "0" }) {
                differences.push(format!(
                    "{side}x{side} game {} ply {} {}: {:?}, GNU Go says {is_legal:?}",
                    question.game, question.ply, question.point, question.expected
                ));
            }
        }
        println!("{side}x{side}: {} positions, {met:?}", script.positions);
        assert!(differences.is_empty(), "{} differences: {differences:#?}", differences.len());
        assert!(["suicide", "ko", "superko"].iter().all(|kind| met.contains_key(kind)), "{met:?}");
        total += script.positions;
    }
    assert!(total >= 10_000 * times, "{total}");
}
