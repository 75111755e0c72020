//! What a run says at its end.

use crate::game::Verdict;
use serde::Serialize;
use std::{collections::BTreeMap, fmt::Write, time::Duration};

/// Violations that are printed; the rest is counted.
const SHOWN: usize = 50;

/// Three of many durations, in ms, to a tenth.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Spread {
    pub(crate) count: usize,
    pub(crate) median_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) worst_ms: f64,
}

impl Spread {
    pub(crate) fn of(mut all: Vec<Duration>) -> Self {
        all.sort_unstable();
        let at = |percent: usize| {
            let index = (all.len() * percent).div_ceil(100);
            let one = all.get(index.saturating_sub(1)).copied().unwrap_or_default();
            (one.as_secs_f64() * 10_000.0).round() / 10.0
        };
        Self { count: all.len(), median_ms: at(50), p99_ms: at(99), worst_ms: at(100) }
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let time = |ms: f64| if ms < 1_000.0 { format!("{ms:.1} ms") } else { format!("{:.2} s", ms / 1_000.0) };
        let (median, p99, worst) = (time(self.median_ms), time(self.p99_ms), time(self.worst_ms));
        format!("{} times: {median} median, {p99} 99th, {worst} worst", self.count)
    }
}

/// See the module.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    pub(crate) seed: u64,
    pub(crate) seconds: u64,
    pub(crate) nodes: usize,
    pub(crate) tables: usize,
    /// How often what was broken.
    pub(crate) faults: BTreeMap<&'static str, u64>,
    /// Games that were played to their end and judged.
    pub(crate) games: u64,
    pub(crate) moves_acknowledged_and_checked: u64,
    pub(crate) events: u64,
    /// Time-outs of players who had stopped playing; any other is a violation.
    pub(crate) flags: u64,
    /// Times given back to players whose node had gone.
    pub(crate) credits: u64,
    /// From the fault, or the last frame if that is later, on a connection that was lost, until the game is
    /// followed on another one: what is broken for long is included.
    pub(crate) resumed: Spread,
    pub(crate) resumed_by_fault: BTreeMap<&'static str, Spread>,
    pub(crate) violations: Vec<String>,
    /// Where the logs of finished games ended.
    #[serde(skip)]
    pub(crate) ends: Vec<(String, u64, String)>,
}

impl Report {
    /// Adds a game, or why there is none.
    pub(crate) fn add(&mut self, judged: anyhow::Result<Verdict>) {
        match judged {
            Ok(verdict) => {
                self.games += 1;
                self.moves_acknowledged_and_checked += verdict.moves;
                self.events += verdict.events;
                self.flags += u64::from(verdict.flagged);
                self.credits += verdict.credits;
                self.violations.extend(verdict.violations);
                self.ends.push((verdict.game, verdict.end.0, verdict.end.1));
            }
            Err(error) => self.violations.push(format!("{error:#}")),
        }
    }

    /// Adds times to resume.
    pub(crate) fn resumed(&mut self, all: BTreeMap<&'static str, Vec<Duration>>) {
        self.resumed = Spread::of(all.values().flatten().copied().collect());
        self.resumed_by_fault = all.into_iter().map(|(fault, times)| (fault, Spread::of(times))).collect();
    }

    /// For people; the last line sums up.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let names = self.faults.keys().chain(self.resumed_by_fault.keys());
        for name in names.collect::<std::collections::BTreeSet<_>>() {
            let times = self.faults.get(name).map_or_else(String::new, u64::to_string);
            let back = self.resumed_by_fault.get(name);
            let back = back.map_or_else(|| "nobody was sent away".into(), |back| format!("back {}", back.text()));
            let _infallible = writeln!(text, "{name:>18} {times:>4}  {back}");
        }
        for violation in self.violations.iter().take(SHOWN) {
            let _infallible = writeln!(text, "VIOLATION {violation}");
        }
        let faults: u64 = self.faults.values().sum();
        let _infallible = write!(
            text,
            "seed {}, {} s: {faults} faults, {} moves acknowledged and checked in {} games, {} flags, all due, {} \
             credits, back {}; {} violations",
            self.seed,
            self.seconds,
            self.moves_acknowledged_and_checked,
            self.games,
            self.flags,
            self.credits,
            self.resumed.text(),
            self.violations.len()
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_of_what_was_there() {
        let all = (1..=200).rev().map(Duration::from_millis).collect();
        let spread = Spread::of(all);
        assert_eq!(spread.text(), "200 times: 100.0 ms median, 198.0 ms 99th, 200.0 ms worst");
        let one = Spread::of(vec![Duration::from_millis(2_345)]).text();
        assert_eq!(one, "1 times: 2.35 s median, 2.35 s 99th, 2.35 s worst");
        assert_eq!(Spread::of(Vec::new()).text(), "0 times: 0.0 ms median, 0.0 ms 99th, 0.0 ms worst");
    }
}
