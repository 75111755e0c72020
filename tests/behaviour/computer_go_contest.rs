//! A computer-Go contest: four GNU Go of different strength play a double round robin (S2) while an engine
//! hangs and dies, the power fails, a referee adjudicates and warns, and a program leaves. At the end every
//! number of the standings is what the results of the games make it.

mod expected;
mod hall;
mod swiss;

use crate::StoreKind;
use anyhow::{Context, ensure};
use expected::{Bout, SCHEDULE, standings, the_clocks_add_up, the_count_is_right};
use hall::{Contest, LIMIT};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_tests::{cli::json, wait_for};
use tokio::process::Command;

/// Levels of the programs, in the order of their seeds; entry n is the n-th of them.
const LEVELS: [u32; 4] = [1, 3, 5, 8];
/// Of both laps.
const ROUNDS: usize = 6;
/// Main time of each side, ms.
const MAIN: i64 = 600_000;
/// The length of the power cut, ms, and how much of it may count as somebody's time.
const POWER_CUT: u64 = 3_000;
const COUNTS_AT_MOST: i64 = 1_500;
/// How long an engine hangs at the least, by its own clock, ms.
const HANGS: u64 = 1_000;

#[tokio::test(flavor = "multi_thread")]
async fn the_results_of_a_program_that_leaves_at_half_the_rounds_stand() -> anyhow::Result<()> {
    a_contest(StoreKind::Embedded, 3).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_results_of_a_program_that_leaves_earlier_are_void() -> anyhow::Result<()> {
    // four engines play for a while: once is enough for every change
    if std::env::var_os("TENGEN_LONG").is_none() {
        return Ok(());
    }
    a_contest(StoreKind::Redis, 2).await
}

/// Entry 2 withdraws while it plays in this round: in round 2 its results are void, in round 3 the game that
/// it leaves is the third that it has played, and that is half of the rounds.
async fn a_contest(kind: StoreKind, leaves_in: usize) -> anyhow::Result<()> {
    let mut contest = Contest::open(kind, &LEVELS, &[]).await?;
    contest.hold(1)?;
    contest.done("Olga", &["start", &contest.t]).await?;

    // round 1: an engine hangs and is killed; its own clock runs until another one has its position
    let game = contest.held(1, 1).await?;
    contest.over(&contest.game(1, 2).await?).await?;
    contest.hold(2)?;
    contest.hold(3)?;
    let hung_at = contest.engine_dies(1, &game).await?;
    contest.over(&game).await?;
    let log = contest.log(&game).await?;
    let next = log.iter().skip(hung_at).find(|line| is_move(line)).context("no move after the death")?;
    ensure!(next["event"]["used"].as_u64() >= Some(HANGS), "the time of the dead engine: {next}");

    // round 2: the power fails in the middle of both games
    let cut = [contest.held(2, 3).await?, contest.held(2, 2).await?];
    let lengths = contest.power_fails(&cut).await?;
    if leaves_in == 2 {
        contest.leaves(&cut[1]).await?;
    } else {
        contest.release(2)?;
    }
    contest.over(&cut[1]).await?;
    contest.hold(1)?;
    contest.hold(2)?;
    contest.release(3)?;
    contest.over(&cut[0]).await?;
    // a game that was left then has no move after the cut
    let went_on = if leaves_in == 2 { &cut[..1] } else { &cut[..] };
    for (game, length) in went_on.iter().zip(lengths) {
        the_cut_cost_nobody_time(&contest.log(game).await?, length)?;
    }

    // round 3: one game is adjudicated
    if leaves_in == 3 {
        let game = contest.held(3, 2).await?;
        contest.leaves(&game).await?;
    }
    let game = contest.held(3, 1).await?;
    contest.hold(4)?;
    contest.is_adjudicated(&game).await?;
    contest.release(1)?;
    contest.release(2)?;

    // round 4: a warning costs the game
    let game = contest.held(4, 4).await?;
    contest.is_lost_by_a_warning(&game).await?;

    // rounds 5 and 6, and the end, come by themselves
    wait_for("the end of the contest", LIMIT, || async {
        (contest.get(&format!("/tournaments/{}", contest.t)).await.ok()?["phase"] == "finished").then_some(())
    })
    .await?;
    let bouts = contest.bouts().await?;
    contest.everything_adds_up(&bouts, leaves_in).await?;
    contest.close(&bouts).await
}

impl Contest {
    /// The engine of an entry hangs for a while and dies. How long the log was then.
    async fn engine_dies(&self, entry: usize, game: &str) -> anyhow::Result<usize> {
        wait_for("time of the hanging engine", LIMIT, || async {
            let view = self.get(&format!("/games/{game}")).await.ok()?;
            (view["now"].as_u64()? >= view["snapshot"]["clocks"]["since"].as_u64()? + HANGS).then_some(())
        })
        .await?;
        let length = self.log(game).await?.len();
        let process = std::fs::read_to_string(self.beside(entry, ".pid"))?;
        let killed = Command::new("kill").args(["-s", "KILL", process.trim()]).status().await?;
        ensure!(killed.success(), "kill {process}: {killed}");
        self.release(entry)?;
        wait_for("another engine", LIMIT, || async {
            let another = std::fs::read_to_string(self.beside(entry, ".pid")).ok()?;
            (!another.trim().is_empty() && another != process).then_some(())
        })
        .await?;
        Ok(length)
    }

    /// The server is killed and comes back at the same address. How long the logs were.
    async fn power_fails(&mut self, games: &[String]) -> anyhow::Result<Vec<usize>> {
        let mut before = Vec::new();
        for game in games {
            let asked = Instant::now();
            before.push((asked, self.get(&format!("/games/{game}")).await?, self.log(game).await?));
        }
        self.server.kill().await?;
        tokio::time::sleep(Duration::from_millis(POWER_CUT)).await;
        self.server.start_again().await?;
        for (game, (asked, was, log)) in games.iter().zip(&before) {
            let is = self.get(&format!("/games/{game}")).await?;
            let passed = i64::try_from(asked.elapsed().as_millis())?;
            ensure!(self.log(game).await?.starts_with(log), "an event is lost or another one");
            for side in ["black", "white"] {
                let clock = |view: &Value| view["snapshot"]["clocks"][side].clone();
                ensure!(clock(&is) == clock(was) && clock(&is).is_object(), "{is} {was}");
            }
            // not before what is in the log, and beyond what ran before only by what counts
            let now = |view: &Value| view["now"].as_i64().context("no time");
            ensure!(now(&is)? >= log.last().and_then(|line| line["t"].as_i64()).context("no log")?, "{is}");
            let ran = now(&is)? - now(was)?;
            ensure!(ran <= passed - i64::try_from(POWER_CUT)? + COUNTS_AT_MOST, "{ran} of {passed} ms");
        }
        Ok(before.into_iter().map(|(.., log)| log.len()).collect())
    }

    async fn leaves(&self, game: &str) -> anyhow::Result<()> {
        self.done("Level3", &["withdraw", &self.t, "--yes"]).await?;
        let outcome = self.over(game).await?;
        let view = self.get(&format!("/games/{game}")).await?;
        let own = if view["snapshot"]["names"]["black"] == "Level3" { "black" } else { "white" };
        ensure!(outcome["winner"].is_string() && outcome["winner"] != own, "who leaves has lost: {outcome}");
        Ok(())
    }

    async fn is_adjudicated(&self, game: &str) -> anyhow::Result<()> {
        let (code, _, said) = self.rules(game, &["adjudicate", "B+3.5"]).await?;
        ensure!(code == Some(1) && said.contains("more than 150 stones"), "S2, rule 3: {said}");
        self.ruled(game, &["adjudicate", "B+3.5", "--not-force-majeure"]).await?;
        let outcome = self.over(game).await?;
        ensure!(outcome["result"] == "B+3.5" && outcome["reason"] == "ruling", "{outcome}");
        Ok(())
    }

    /// A position without a move left is set up, in which Black has won by 3/4 zi; a warning costs one.
    async fn is_lost_by_a_warning(&self, game: &str) -> anyhow::Result<()> {
        self.ruled(game, &["suspend"]).await?;
        let view = self.get(&format!("/games/{game}")).await?;
        let rows = view["snapshot"]["board"].as_str().context("no board")?;
        let points = (1..=9).rev().flat_map(|row| "ABCDEFGHJ".chars().map(move |column| format!("{column}{row}")));
        let mut stones = [const { Vec::new() }; 3];
        for (point, now) in points.zip(rows.chars()) {
            if now != '.' {
                stones[0].push(point.clone());
            }
            if ["A1", "A9", "J1", "J9"].contains(&point.as_str()) {
                continue;
            }
            let is_black = point.as_str() < "E" || (point.starts_with('E') && point != "E9");
            stones[if is_black { 1 } else { 2 }].push(point);
        }
        let [now, black, white] = stones.map(|points| points.join(" "));
        let edit = ["edit", "--remove", &now, "--black", &black, "--white", &white, "--to-move", "black"];
        self.ruled(game, &["warn", "black"]).await?;
        self.ruled(game, &edit).await?;
        self.release(4)?;
        let outcome = self.over(game).await?;
        let given = json!({ "black": 1, "white": 0 });
        let count = json!({ "black": 44, "white": 37, "neutral": 0, "quarter_zi": -1, "penalties": given });
        ensure!(outcome["result"] == "W+0.5" && outcome["count"] == count, "{outcome}");
        Ok(())
    }

    /// All bouts as their games ended. Entry 2 has forfeited those for which no game was made.
    async fn bouts(&self) -> anyhow::Result<Vec<Bout>> {
        let mut bouts = Vec::new();
        for (round, pairs) in (1..).zip(SCHEDULE) {
            let view = self.get(&format!("/tournaments/{}/rounds/1/{round}", self.t)).await?;
            let tables = view["bouts"].as_array().context("no bouts")?;
            ensure!(tables.len() == pairs.len(), "{view}");
            for (table, (black, white)) in tables.iter().zip(pairs) {
                ensure!(table["first"] == black && table["second"] == white, "round {round}: {table}");
                let bout = self.bout([black, white], &table["games"]).await?;
                let [first, second] = if bout.winner == black { ["win", "loss"] } else { ["loss", "win"] };
                let mut result = json!({ "first": first, "second": second });
                if !bout.played {
                    result["forfeit"] = true.into();
                }
                ensure!(table["result"] == result, "{table} is {result}");
                bouts.push(bout);
            }
        }
        Ok(bouts)
    }

    async fn bout(&self, sides: [usize; 2], games: &Value) -> anyhow::Result<Bout> {
        let games: Vec<_> = games.as_array().into_iter().flatten().filter(|game| game["created"] == true).collect();
        let Some(of_bout) = games.first() else {
            ensure!(sides.contains(&2), "nobody else has left");
            let winner = if sides[0] == 2 { sides[1] } else { sides[0] };
            return Ok(Bout { sides, winner, played: false, warnings: [0; 2], report: None });
        };
        ensure!(games.len() == 1, "one game each: {games:?}");
        let game = of_bout["game"].as_str().context("no id")?;
        let (log, view) = (self.log(game).await?, self.get(&format!("/games/{game}")).await?);
        let (snapshot, outcome) = (&view["snapshot"], &view["snapshot"]["outcome"]);
        let warnings = ["black", "white"].map(|side| snapshot["warnings"][side].as_u64().unwrap_or(0));
        ensure!(of_bout["outcome"] == *outcome && of_bout["warnings"] == json!(warnings), "{of_bout} {outcome}");
        if outcome["reason"] == "count" {
            the_count_is_right(outcome, warnings)?;
        }
        the_clocks_add_up(&log)?;
        let winner = match outcome["winner"].as_str() {
            Some("black") => sides[0],
            Some("white") => sides[1],
            _ => anyhow::bail!("komi of 5.5 leaves no draw: {outcome}"),
        };
        let played = log.iter().filter(|line| line["event"]["kind"] == "arrived").count() == 2;
        let report = json!({ "game": game, "result": outcome["result"], "reason": outcome["reason"],
            "winner": outcome["winner"] });
        Ok(Bout { sides, winner, played, warnings, report: Some(report) })
    }

    async fn everything_adds_up(&self, bouts: &[Bout], leaves_in: usize) -> anyhow::Result<()> {
        let made = bouts.iter().filter(|bout| bout.report.is_some()).count();
        ensure!(made == 6 + leaves_in, "{made} games");
        let command = self.client("Ann", &["tournament", "--json", "standings", &self.t])?;
        let view = json(command).await?.into_iter().next().context("no standings")?;
        let expected = standings(bouts, 2);
        ensure!(view["rounds"] == ROUNDS && view["rows"].as_array().map(Vec::len) == Some(4), "{view}");
        let list = self.done("Ann", &["export", &self.t, "--format", "txt"]).await?;
        let printed: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().collect()).collect();
        ensure!(printed.len() == 6 && printed[0] == ["Programs"], "{list}");
        let heads = ["place", "no", "name", "points", "beaten_opponents", "warnings"];
        ensure!(printed[1].starts_with(&heads) && printed[1].len() == heads.len() + ROUNDS, "{list}");
        for line in &expected {
            let row = view["rows"].as_array().into_iter().flatten().find(|row| row["entry"] == line.entry);
            ensure!(row == Some(&line.json()), "{row:?} is {}", line.json());
            let columns = line.columns(&format!("Level{}", LEVELS[line.entry - 1]));
            ensure!(printed.iter().any(|printed| *printed == columns), "{columns:?} is not in {list}");
        }
        let places = view["rows"].as_array().into_iter().flatten().map(|row| row["place"].as_u64().unwrap_or(u64::MAX));
        ensure!(places.is_sorted(), "the best first: {view}");
        Ok(())
    }

    /// The bots end with the contest, and each has reported its games as they ended.
    async fn close(self, bouts: &[Bout]) -> anyhow::Result<()> {
        for (entry, bot) in (1..).zip(self.bots) {
            let (said, well) = tokio::time::timeout(Duration::from_secs(LIMIT), bot.rest()).await??;
            let reports: Vec<_> =
                bouts.iter().filter(|bout| bout.has(entry)).filter_map(|bout| bout.report.clone()).collect();
            ensure!(well && said == reports, "entry {entry}: {said:?} is {reports:?}");
        }
        Ok(())
    }
}

fn is_move(line: &Value) -> bool {
    line["event"]["kind"] == "play" || line["event"]["kind"] == "pass"
}

/// `length` events were there when the power failed.
fn the_cut_cost_nobody_time(log: &[Value], length: usize) -> anyhow::Result<()> {
    let last = &log[length - 1];
    let next = log.iter().skip(length).find(|line| is_move(line)).context("no move after the cut")?;
    let passed = |field: &str| Some(next[field].as_i64()? - last[field].as_i64()?);
    let (wall, logical) = passed("at").zip(passed("t")).context("no times")?;
    ensure!(wall - logical >= i64::try_from(POWER_CUT)? - COUNTS_AT_MOST, "the cut counts as time: {last} {next}");
    Ok(())
}
