//! What the numbers of a double round robin of four must be, worked out from its games alone.

use super::{MAIN, ROUNDS, is_move};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::cmp::Reverse;

/// Who meets whom, Black first: Berger's table for four, and again with the other colours.
pub(super) const SCHEDULE: [[(usize, usize); 2]; ROUNDS] =
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)], [(4, 1), (3, 2)], [(3, 4), (2, 1)], [(4, 2), (1, 3)]];

/// A bout and how it ended.
pub(super) struct Bout {
    /// Black's entry and White's.
    pub(super) sides: [usize; 2],
    /// The winner's entry.
    pub(super) winner: usize,
    /// Both had come to it.
    pub(super) played: bool,
    /// Warnings of Black and White.
    pub(super) warnings: [u64; 2],
    /// The game as a bot must have reported it; none where none was made.
    pub(super) report: Option<Value>,
}

impl Bout {
    pub(super) fn has(&self, entry: usize) -> bool {
        self.sides.contains(&entry)
    }

    pub(super) fn other(&self, entry: usize) -> usize {
        if self.sides[0] == entry { self.sides[1] } else { self.sides[0] }
    }
}

/// A line of the standings.
pub(super) struct Line {
    pub(super) entry: usize,
    /// None where all results are void.
    place: Option<usize>,
    points: usize,
    /// Points of beaten opponents.
    beaten: usize,
    warnings: u64,
    rounds: Vec<Bouted>,
}

/// A bout from one side.
struct Bouted {
    opponent: usize,
    is_black: bool,
    won: bool,
    played: bool,
}

/// The best first. Entry `left` has withdrawn: with fewer games played than half of the rounds its results
/// are void for both sides, and its warnings are kept (S1.24). Places go by points, then by the points of
/// beaten opponents, then by fewer warnings; who are level in all share one (S1.28).
pub(super) fn standings(bouts: &[Bout], left: usize) -> Vec<Line> {
    let played = bouts.iter().filter(|bout| bout.has(left) && bout.played).count();
    let is_void = |entry| entry == left && 2 * played < ROUNDS;
    let counts = |bout: &&Bout| !bout.sides.iter().any(|entry| is_void(*entry));
    let won = |entry| bouts.iter().filter(counts).filter(move |bout| bout.winner == entry);
    let points = |entry| 2 * won(entry).count();
    let mut lines: Vec<Line> = (1..=4)
        .map(|entry| Line {
            entry,
            place: None,
            points: points(entry),
            beaten: won(entry).map(|bout| points(bout.other(entry))).sum(),
            warnings: bouts.iter().map(|bout| if bout.sides[0] == entry { bout.warnings[0] } else { 0 }).sum::<u64>()
                + bouts.iter().map(|bout| if bout.sides[1] == entry { bout.warnings[1] } else { 0 }).sum::<u64>(),
            rounds: bouts.iter().filter(|bout| bout.has(entry)).map(|bout| bouted(bout, entry)).collect(),
        })
        .collect();
    let rank = |line: &Line| (is_void(line.entry), Reverse(line.points), Reverse(line.beaten), line.warnings);
    let ranks: Vec<_> = lines.iter().map(rank).collect();
    for line in lines.iter_mut().filter(|line| !is_void(line.entry)) {
        line.place = Some(1 + ranks.iter().filter(|better| **better < ranks[line.entry - 1]).count());
    }
    lines.sort_by_key(rank);
    lines
}

fn bouted(bout: &Bout, entry: usize) -> Bouted {
    let (opponent, is_black) = (bout.other(entry), bout.sides[0] == entry);
    Bouted { opponent, is_black, won: bout.winner == entry, played: bout.played }
}

impl Line {
    /// As `standings --json` says it.
    pub(super) fn json(&self) -> Value {
        let value = |criterion: &str, n: Value| json!({ "criterion": criterion, "number": { "n": n } });
        let cells = self.rounds.iter().map(|round| {
            let colour = if round.is_black { "black" } else { "white" };
            let score = if round.won { "win" } else { "loss" };
            let mut cell = json!({ "cell": "met", "opponent": round.opponent, "colour": colour, "score": score });
            if !round.played {
                cell["forfeit"] = true.into();
            }
            cell
        });
        let mut line = json!({
            "entry": self.entry,
            "points": self.points,
            "values": [
                value("points", self.points.into()),
                value("beaten_opponents", self.beaten.into()),
                value("warnings", self.warnings.into()),
            ],
            "cells": cells.collect::<Vec<_>>(),
        });
        if let Some(place) = self.place {
            line["place"] = place.into();
        }
        line
    }

    /// The columns of the printed list; an empty one is not seen.
    pub(super) fn columns(&self, name: &str) -> Vec<String> {
        let rounds = self.rounds.iter().map(|round| {
            let sign = if round.won { "+" } else { "-" };
            let forfeit = if round.played { "" } else { "!" };
            let colour = if round.is_black { "b" } else { "w" };
            format!("{}{sign}{forfeit}{colour}", round.opponent)
        });
        let place = self.place.map(|place| place.to_string());
        let numbers = [self.points.to_string(), self.beaten.to_string(), self.warnings.to_string()];
        place.into_iter().chain([self.entry.to_string(), name.to_owned()]).chain(numbers).chain(rounds).collect()
    }
}

/// A count on 9x9 with komi 5.5 is what area and warnings make it, in quarter zi, and so is the result.
pub(super) fn the_count_is_right(outcome: &Value, warnings: [u64; 2]) -> anyhow::Result<()> {
    let count = &outcome["count"];
    let number = |field: &str| count[field].as_i64().with_context(|| format!("no {field}: {outcome}"));
    let [black, white] = [i64::try_from(warnings[0])?, i64::try_from(warnings[1])?];
    let area = 4 * number("black")? + 2 * number("neutral")?;
    ensure!(number("black")? + number("white")? + number("neutral")? == 81, "{outcome}");
    let margin = area - 2 * 81 - 11 - 4 * black + 4 * white;
    ensure!(number("quarter_zi")? == margin, "{outcome}, warnings {warnings:?}");
    let (side, colour) = if margin > 0 { ("B", "black") } else { ("W", "white") };
    let halves = margin.unsigned_abs();
    let points = if halves % 2 == 0 { format!("{}", halves / 2) } else { format!("{}.5", halves / 2) };
    ensure!(outcome["result"] == format!("{side}+{points}") && outcome["winner"] == colour, "{outcome}");
    Ok(())
}

/// Until a referee rules, each move takes from the mover's clock what it says, and no more than passed since
/// it was his turn.
pub(super) fn the_clocks_add_up(log: &[Value]) -> anyhow::Result<()> {
    let mut left = [MAIN; 2];
    let mut since = 0;
    for line in log.iter().take_while(|line| line["event"]["kind"] != "ruled") {
        let (event, t) = (&line["event"], line["t"].as_i64().context("no time")?);
        let side = usize::from(event["by"] == "white");
        if let Some(clocks) = event["late"]["clocks"].as_object() {
            left = ["black", "white"].map(|side| clocks[side]["main"].as_i64().unwrap_or(-1));
        }
        if is_move(line) {
            let used = event["used"].as_i64().unwrap_or(0);
            left[side] -= used;
            ensure!(event["clock"]["main"].as_i64() == Some(left[side]), "{line}: {} ms are left", left[side]);
            ensure!((0..=t - since).contains(&used), "since {since}: {line}");
        }
        if is_move(line) || event["kind"] == "arrived" || event["kind"] == "resumed" {
            since = t;
        }
    }
    Ok(())
}
