//! One game under chaos, from the offer to the verdict.

use crate::{
    client::{Client, Side},
    run::{Run, lock},
};
use anyhow::{Context, ensure};
use rand::{RngExt, rngs::StdRng};
use serde_json::{Value, json};
use std::{collections::HashMap, ops::RangeInclusive, sync::Arc, time::Duration};
use tengen_tests::{
    history::{Log, Seen, violations},
    lobby::{Guest, arrange},
};
use tokio::time::{Instant, timeout};

/// A game that is not over by then is stuck: faults of a minute included.
const OVER_WITHIN: Duration = Duration::from_secs(300);

/// A step of the wall clock, a stop of the store or a failover costs a player at most 1.5 s; the rest is
/// for this process being slow to look at its clock.
const CHARGED_BEYOND: Duration = Duration::from_millis(2_000);

/// How a game is meant to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Whose turn it is resigns.
    Resigned,
    /// Both pass and accept the count.
    Counted,
    /// Whose turn it is stops playing, until his time is up.
    Flag,
}

/// How a game is meant to go.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) size: u8,
    /// Each player's time, ms.
    pub(crate) main_ms: u64,
    /// Before each move.
    pub(crate) thinks_ms: RangeInclusive<u64>,
    /// After so many moves it ends.
    pub(crate) plies: usize,
    pub(crate) ending: Ending,
}

impl Plan {
    /// One of many.
    pub(crate) fn draw(rng: &mut StdRng) -> Self {
        let ending = match rng.random_range(0..10) {
            0..6 => Ending::Resigned,
            6..8 => Ending::Counted,
            _ => Ending::Flag,
        };
        let flag = ending == Ending::Flag;
        let (main_ms, plies) = if flag { (20_000, 4..=14) } else { (120_000, 10..=90) };
        let size = if rng.random_bool(0.7) { 9 } else { 13 };
        Self { size, main_ms, thinks_ms: 20..=500, plies: rng.random_range(plies), ending }
    }

    /// For an offer.
    pub(crate) fn terms(&self) -> Value {
        json!({"size": {"width": self.size, "height": self.size},
            "time": {"system": "absolute", "main": self.main_ms}})
    }
}

/// True times, of this machine's monotonic clock: when commands were first sent, and when events were first
/// seen by anybody.
#[derive(Default)]
pub(crate) struct Stamps {
    pub(crate) sent: HashMap<String, Instant>,
    pub(crate) seen: HashMap<u64, Instant>,
}

/// What came of a game.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// The game, and where its log ended.
    pub(crate) game: String,
    pub(crate) end: (u64, String),
    /// Moves that were acknowledged; each was looked up in the log.
    pub(crate) moves: u64,
    pub(crate) events: u64,
    pub(crate) credits: u64,
    pub(crate) flagged: bool,
    pub(crate) violations: Vec<String>,
}

/// Makes the game, plays it and judges it.
///
/// # Errors
/// When it cannot be made, played or read: that is a violation too.
pub(crate) async fn play(
    run: &Arc<Run>,
    guests: [&Guest; 3],
    plan: &Plan,
    name: &str,
    rng: &mut StdRng,
) -> anyhow::Result<Verdict> {
    let mut nodes = run.nodes.clone();
    nodes.rotate_left(rng.random_range(0..run.nodes.len()));
    let game = arrange(&nodes, [guests[0], guests[1]], plan.terms(), name).await.context("a game cannot be made")?;
    let stamps = Arc::default();
    let mut clients = [Side::Black, Side::White, Side::Spectator].map(|side| {
        let token = guests[side as usize].token.as_str();
        Client::new(run, &stamps, plan, (token, &game), side, rng.random())
    });
    let [black, white, spectator] = &mut clients;
    let playing = async { tokio::try_join!(black.play(), white.play(), spectator.play()) };
    match timeout(OVER_WITHIN, playing).await {
        Ok(played) => played.map(|_| ())?,
        Err(_) => anyhow::bail!("game {game} is not over after {} s: {plan:?}", OVER_WITHIN.as_secs()),
    }
    let stamps = std::mem::take(&mut *lock(&stamps));
    let (mut verdict, log) = judge(run, &game, &clients, &stamps).await?;
    if let Some(wrong) = wrong_end(&log, plan, run.is_ending()) {
        verdict.violations.push(format!("game {game}: {wrong}"));
    }
    Ok(verdict)
}

/// Reads the log, and judges it and what the clients saw.
///
/// # Errors
/// When no node gives it.
pub(crate) async fn judge(
    run: &Run,
    game: &str,
    clients: &[Client],
    stamps: &Stamps,
) -> anyhow::Result<(Verdict, Log)> {
    let page = run.get(&format!("/api/v1/games/{game}/log")).await?;
    let events = page["events"].as_array().context("events")?.clone();
    let log = Log { events, head: page["head"].as_str().context("head")?.to_owned() };
    ensure!(page["seq"] == log.events.len(), "game {game} has more events than a page");
    let records: Vec<Vec<Seen>> = clients.iter().map(|client| client.seen.clone()).collect();
    let mut found = violations(&log, &records);
    found.extend(unfair(&log, stamps));
    let count = |kind: &str| log.events.iter().filter(|event| event["event"]["kind"] == kind).count() as u64;
    let verdict = Verdict {
        game: game.to_owned(),
        end: (log.events.len() as u64, log.head.clone()),
        moves: clients.iter().map(|client| client.moves).sum(),
        events: log.events.len() as u64,
        credits: count("credited"),
        flagged: count("timed_out") > 0,
        violations: found.into_iter().map(|what| format!("game {game}: {what}")).collect(),
    };
    Ok((verdict, log))
}

/// Nobody is charged more than has truly passed, and no flag falls before its time: by true times, which
/// know nothing of wall clocks and outages.
fn unfair(log: &Log, stamps: &Stamps) -> Vec<String> {
    let mut found = Vec::new();
    // a clock starts at a commit, which is not before its command was sent
    let mut began: Option<Instant> = None;
    let mut left: HashMap<&str, u64> = HashMap::new();
    for recorded in &log.events {
        let (event, seq) = (&recorded["event"], recorded["seq"].as_u64().unwrap_or_default());
        let (kind, by) = (event["kind"].as_str().unwrap_or_default(), event["by"].as_str().unwrap_or_default());
        let passed = began.zip(stamps.seen.get(&seq)).map(|(began, seen)| seen.duration_since(began) + CHARGED_BEYOND);
        if let Some(main) = event["setup"]["time"]["main"].as_u64() {
            left.extend([("black", main), ("white", main)]);
        }
        if matches!(kind, "play" | "pass") {
            let used = Duration::from_millis(event["used"].as_u64().unwrap_or_default());
            if let Some(passed) = passed.filter(|passed| used > *passed) {
                found.push(format!("event {seq}: charged {used:?} where at most {passed:?} have passed"));
            }
            if let Some(main) = event["clock"]["main"].as_u64() {
                left.insert(by, main);
            }
        }
        if kind == "timed_out"
            && let (Some(passed), Some(left)) = (passed, left.get(by))
            && passed < Duration::from_millis(*left)
        {
            found.push(format!("event {seq}: {left} ms were left, and the flag fell after {passed:?} at most"));
        }
        if matches!(kind, "play" | "pass" | "arrived") {
            began = event["id"].as_str().and_then(|id| stamps.sent.get(id)).copied();
        }
    }
    found
}

/// How the game ended, if it was not meant to.
fn wrong_end(log: &Log, plan: &Plan, ending: bool) -> Option<String> {
    let moves = log.events.iter().filter(|one| matches!(one["event"]["kind"].as_str(), Some("play" | "pass"))).count();
    let last = &log.events.last()?["event"];
    let meant = match last["kind"].as_str().unwrap_or_default() {
        "timed_out" => plan.ending == Ending::Flag && moves >= plan.plies,
        // who has no point left to play passes
        "accepted" => last["outcome"].is_object(),
        "resigned" => plan.ending == Ending::Resigned || ending,
        _ => false,
    };
    (!meant).then(|| format!("ended by {last} after {moves} moves: {plan:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's first move, a minute after the game's start, and White's flag.
    fn game() -> (Log, Stamps) {
        let event = |seq: u64, event: Value| json!({"seq": seq, "event": event});
        let arrived = json!({"kind": "arrived", "by": "white", "id": "join"});
        let play = json!({"kind": "play", "by": "black", "id": "play", "used": 60_000,
            "clock": {"main": 60_000}});
        let whites = json!({"kind": "play", "by": "white", "id": "whites", "used": 0, "clock": {"main": 20_000}});
        let blacks = json!({"kind": "play", "by": "black", "id": "blacks", "used": 0, "clock": {"main": 60_000}});
        let flag = json!({"kind": "timed_out", "by": "white", "outcome": {}});
        let events = [arrived, play, whites, blacks, flag];
        let log = Log {
            events: events.into_iter().enumerate().map(|(n, one)| event(n as u64 + 1, one)).collect(),
            head: String::new(),
        };
        let start = Instant::now();
        let at = |s: u64| start + Duration::from_secs(s);
        let sent = [("join", 0), ("play", 60), ("whites", 61), ("blacks", 62)];
        let seen = [(1, 0), (2, 60), (3, 61), (4, 62), (5, 82)];
        let stamps = Stamps {
            sent: sent.into_iter().map(|(id, s)| (id.to_owned(), at(s))).collect(),
            seen: seen.into_iter().map(|(seq, s)| (seq, at(s))).collect(),
        };
        (log, stamps)
    }

    #[test]
    fn a_fair_game_is_fair() {
        let (log, stamps) = game();
        assert_eq!(unfair(&log, &stamps), Vec::<String>::new());
    }

    #[test]
    fn too_much_time_charged_and_an_early_flag_are_found() {
        let (mut log, stamps) = game();
        log.events[1]["event"]["used"] = 62_500.into();
        let found = unfair(&log, &stamps);
        assert!(found.len() == 1 && found[0].contains("charged"), "{found:?}");
        let (log, mut stamps) = game();
        stamps.seen.entry(5).and_modify(|at| *at -= Duration::from_secs(3));
        let found = unfair(&log, &stamps);
        assert!(found.len() == 1 && found[0].contains("the flag fell"), "{found:?}");
    }

    #[test]
    fn an_end_that_was_not_meant_is_found() {
        let (log, _) = game();
        let plan = |ending, plies| Plan { size: 9, main_ms: 1, thinks_ms: 0..=0, plies, ending };
        assert_eq!(wrong_end(&log, &plan(Ending::Flag, 3), false), None);
        assert!(wrong_end(&log, &plan(Ending::Flag, 4), false).is_some(), "he was still playing");
        assert!(wrong_end(&log, &plan(Ending::Resigned, 3), false).is_some());
        let mut resigned = log;
        resigned.events[4]["event"] = json!({"kind": "resigned", "by": "white", "outcome": {}});
        assert_eq!(wrong_end(&resigned, &plan(Ending::Resigned, 3), false), None);
        assert!(wrong_end(&resigned, &plan(Ending::Counted, 3), false).is_some());
        assert_eq!(wrong_end(&resigned, &plan(Ending::Counted, 3), true), None, "the run ended");
    }
}
