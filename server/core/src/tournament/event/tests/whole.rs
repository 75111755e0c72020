//! Whole events of every system with random results, absences, withdrawals, rulings and repeats.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tengen_protocol::{BoutKind, Member, Qualifying};

/// Events that are played through.
fn events() -> u64 {
    if std::env::var_os("TENGEN_LONG").is_some() { 2_000 } else { 60 }
}

pub(super) fn systems(rng: &mut ChaCha8Rng) -> System {
    match rng.random_range(0..4) {
        0 => System::RoundRobin { laps: rng.random_range(1..=2) },
        1 => System::Swiss { rounds: rng.random_range(1..=5) },
        2 => System::Elimination { losses: rng.random_range(1..=3) },
        _ => System::SwissElimination { losses: rng.random_range(1..=2) },
    }
}

pub(super) fn random_outcome(rng: &mut ChaCha8Rng) -> Outcome {
    match rng.random_range(0..20) {
        0..8 => won(Colour::Black),
        8..15 => won(Colour::White),
        15 => drawn(),
        16 => void(),
        17 => no_show(Some(Colour::Black)),
        18 => no_show(Some(Colour::White)),
        _ => no_show(None),
    }
}

struct Run {
    desk: Desk,
    rng: ChaCha8Rng,
    entries: u32,
}

impl Run {
    fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let teams = rng.random_range(0..3) == 0;
        let mut stages = vec![stage(systems(&mut rng))];
        if rng.random_range(0..3) == 0 {
            let from = Some(Qualifying { first: 2, carry_points: rng.random() });
            stages.push(StageSettings { from, ..stage(systems(&mut rng)) });
        }
        for stage in &mut stages {
            stage.bout = match (teams, rng.random_range(0..2)) {
                (true, 0) => BoutKind::Boards { boards: 2 },
                (true, _) => BoutKind::WinAndContinue { draw_both_out: rng.random() },
                (false, 0) => BoutKind::BestOf { games: 3 },
                (false, _) => BoutKind::Game,
            };
        }
        let mut desk = Desk::new(EventSettings { teams, ..settings(stages) });
        let entries = rng.random_range(2..=9);
        for n in 1..=entries {
            let mut new = entry(&format!("p{n}"));
            if teams {
                let member = |m| Member {
                    name: format!("m{m}"),
                    account: Some(account(&format!("p{n}m{m}"))),
                    rank: None,
                    rating: None,
                };
                new.members = (1..=3).map(member).collect();
                new.account = None;
            }
            desk.ask("org", Command::Enter(Box::new(new))).unwrap();
        }
        let seed = desk.seed();
        desk.ask("org", Command::Draw { by: tengen_protocol::DrawBy::Lot, seed }).unwrap();
        desk.ask("org", Command::Start).unwrap();
        Self { desk, rng, entries }
    }

    /// Something that happens beside the games.
    fn meddle(&mut self) {
        let entry = EntryNo(self.rng.random_range(1..=self.entries));
        let in_play = self.rng.random();
        let command = match self.rng.random_range(0..24) {
            0 => Command::Withdraw { entry, in_play, seed: "1eaf".into() },
            1 => Command::Exclude { entry, act: act(Reason::Talking), in_play, seed: "1eaf".into() },
            2 => Command::Readmit { entry, act: act(Reason::Other) },
            3 => Command::MemberLeaves { entry, member: self.rng.random_range(1..=3), in_play, seed: "1eaf".into() },
            4 | 5 => {
                let stage = self.rng.random_range(1..=2);
                let bout = BoutRef { stage, round: self.rng.random_range(1..=3), table: self.rng.random_range(1..=2) };
                let scores = if self.rng.random() { Scores::both_lose(false) } else { Scores::played(Score::Win) };
                Command::Overturn {
                    ruled: Ruled::Bout(bout, scores),
                    act: act(Reason::Cheating),
                    seed: self.desk.seed(),
                }
            }
            6 => Command::CloseRound,
            7 => Command::Start,
            _ => return,
        };
        // refused or not: a refusal changes nothing, which the desk looks at
        let _ = self.desk.ask("org", command);
    }

    /// A game ends, or its end is overturned.
    fn play(&mut self, game: &GameId) {
        let outcome = random_outcome(&mut self.rng);
        let seq = self.rng.random_range(1..=100);
        self.desk.end(game, seq, outcome);
    }

    /// A referee gives a bout that cannot end by itself a winner.
    fn rule(&mut self) {
        let stage = number_of(self.desk.event.stages().len());
        let round = self.desk.event.stages().last().unwrap().round();
        let bouts = self.desk.event.stages().last().unwrap().rounds.last().unwrap().bouts.clone();
        for (table, bout) in (1..).zip(bouts) {
            if bout.result.is_none() && bout.games.iter().all(|game| game.score.is_some()) {
                let ruled = Ruled::Bout(BoutRef { stage, round, table }, Scores::played(Score::Win));
                let seed = self.desk.seed();
                self.desk.ask("org", Command::Overturn { ruled, act: act(Reason::Other), seed }).unwrap();
            }
        }
    }

    fn play_through(&mut self) {
        for _ in 0..200 {
            match self.desk.pair() {
                Ok(_) => {}
                Err(Refused::StageOver | Refused::NotYet(_)) => {
                    let chosen = {
                        let rows = self.desk.event.standings(number_of(self.desk.event.stages().len())).unwrap();
                        let there = |no: &EntryNo| !self.desk.event.entry(*no).unwrap().gone;
                        rows.iter().map(|row| row.entry).filter(there).take(2).collect()
                    };
                    if self.desk.ask("org", Command::NextStage { chosen: Some(chosen) }).is_err() {
                        self.desk.ask("org", Command::Finish).unwrap();
                        return;
                    }
                    continue;
                }
                Err(other) => panic!("{other}"),
            }
            for _ in 0..2_000 {
                let games = self.desk.going_on();
                let round = self.desk.event.stages().last().unwrap().rounds.last().unwrap();
                if round.is_complete() {
                    break;
                }
                if games.is_empty() {
                    self.rule();
                    continue;
                }
                let game = games[self.rng.random_range(0..games.len())].clone();
                self.play(&game);
                self.meddle();
            }
            // a result is overturned in its game after the round
            let known: Vec<GameId> = self.desk.event.all_games().map(|(_, game)| game.id.clone()).collect();
            if let Some(game) = known.get(self.rng.random_range(0..known.len().max(1))) {
                let game = game.clone();
                self.desk.end(&game, 200, won(Colour::White));
                self.rule_if_open();
            }
        }
        panic!("the event does not end");
    }

    /// An overturned result may have opened a bout of the last round again.
    fn rule_if_open(&mut self) {
        for _ in 0..2_000 {
            if self.desk.event.stages().last().unwrap().rounds.last().unwrap().is_complete() {
                return;
            }
            match self.desk.going_on().first().cloned() {
                Some(game) => self.play(&game),
                None => self.rule(),
            }
        }
    }
}

fn number_of(count: usize) -> u32 {
    u32::try_from(count).unwrap()
}

#[test]
fn every_event_comes_to_its_end_and_its_log_gives_its_state() {
    for seed in 0..events() {
        let mut run = Run::new(seed);
        run.play_through();
        run.desk.check();
        assert_eq!(run.desk.event.phase(), Phase::Finished, "{seed}");
        assert_eq!(run.desk.event.uncreated().count(), 0);
        let ids: std::collections::HashSet<_> = run.desk.event.all_games().map(|(_, game)| &game.id).collect();
        assert_eq!(ids.len(), run.desk.event.places.len(), "no id is given twice");
        for round in run.desk.event.stages().iter().flat_map(|stage| &stage.rounds) {
            assert!(round.is_complete(), "{seed}: every round was decided");
            let mut seen = std::collections::HashSet::new();
            let paired = round.bouts.iter().flat_map(|bout| [bout.first, bout.second]);
            assert!(paired.chain(round.byes.iter().copied()).all(|no| seen.insert(no)), "{seed}: nobody twice");
        }
    }
}
