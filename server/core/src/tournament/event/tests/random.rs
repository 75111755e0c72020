//! Whatever people ask, in whatever order: the log gives its state, nobody is paired twice, results are
//! those of the games, and an organiser can always bring the event to an end.

use super::{
    whole::{random_outcome, systems},
    *,
};
use crate::tournament::bout::{self, Lineups, Step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use tengen_protocol::{BoutKind, DrawBy, LineupOrder, Member, Pairing, Qualifying, Sanction};

const STEPS: usize = 220;

fn events() -> u64 {
    if std::env::var_os("TENGEN_LONG").is_some() { 1_000 } else { 40 }
}

/// Who asks: an organiser who does not play, one who may, a referee who may, players, nobody.
const ASKERS: [&str; 9] = ["org", "org", "org", "p1", "p2", "p3", "p4", "p7", "zoe"];

struct Run {
    desk: Desk,
    rng: ChaCha8Rng,
    teams: bool,
    accepted: usize,
}

fn act_of() -> Act {
    act(Reason::Other)
}

impl Run {
    fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let teams = rng.random_range(0..3) == 0;
        let mut stages = vec![stage(systems(&mut rng))];
        if rng.random() {
            let from = Some(Qualifying { first: rng.random_range(2..5), carry_points: rng.random() });
            stages.push(StageSettings { from, ..stage(systems(&mut rng)) });
        }
        for stage in &mut stages {
            stage.bout = match (teams, rng.random_range(0..3)) {
                (true, 0) => BoutKind::WinAndContinue { draw_both_out: rng.random() },
                (true, boards) => BoutKind::Boards { boards },
                (false, 0) => BoutKind::BestOf { games: 3 },
                (false, _) => BoutKind::Game,
            };
            stage.lineups = if rng.random() { LineupOrder::Kept } else { LineupOrder::Free };
            stage.pace = match rng.random_range(0..4) {
                0 => Pace::AtOnce { pause: 50 },
                1 => Pace::At { times: vec![2_000, 4_000, 9_000], zone: None },
                _ => Pace::ByHand,
            };
        }
        let settings = EventSettings {
            organisers: vec![account("org"), account("p1")],
            referees: vec![account("p2")],
            teams,
            hosted: rng.random_range(0..4) > 0,
            entry_limit: 12,
            ..settings(stages)
        };
        Self { desk: Desk::new(settings), rng, teams, accepted: 0 }
    }

    fn number(&mut self) -> EntryNo {
        EntryNo(self.rng.random_range(1..=8))
    }

    fn scores(&mut self) -> Scores {
        match self.rng.random_range(0..6) {
            0 => Scores::both_lose(self.rng.random()),
            1 => Scores::played(Score::Draw),
            2 => Scores::forfeited(Score::Loss),
            3 => Scores { first: Score::Win, second: Score::Win, forfeit: false },
            _ => Scores::played(if self.rng.random() { Score::Win } else { Score::Loss }),
        }
    }

    fn bout(&mut self) -> BoutRef {
        let stage = number(self.desk.event.stages().len().max(1));
        let round = self.desk.event.stages().last().map_or(1, StageState::round).max(1);
        let (back, table) = (self.rng.random_range(0..2), self.rng.random_range(1..=3));
        BoutRef {
            stage: if self.rng.random_range(0..5) == 0 { 1 } else { stage },
            round: round - back.min(round - 1),
            table,
        }
    }

    fn any_game(&mut self) -> GameId {
        let known: Vec<GameId> = self.desk.event.all_games().map(|(_, game)| game.id.clone()).collect();
        match known.len() {
            0 => "none".parse().unwrap(),
            len => known[self.rng.random_range(0..len)].clone(),
        }
    }

    fn entry(&mut self) -> Entry {
        let name = format!("p{}", self.rng.random_range(1..=9));
        let from_round = if self.rng.random_range(0..4) == 0 { self.rng.random_range(1..=4) } else { 1 };
        let mut new = Entry { from_round, ..entry(&name) };
        if self.teams {
            let member = |m: u32| Member {
                name: format!("{name}m{m}"),
                account: Some(account(&if m == 1 { name.clone() } else { format!("{name}m{m}") })),
                rank: None,
                rating: None,
            };
            new.members = (1..=self.rng.random_range(1..=3)).map(member).collect();
            new.account = None;
        }
        new
    }

    fn command(&mut self) -> Command {
        let (seed, act, in_play) = (self.desk.seed(), act_of(), self.rng.random());
        match self.rng.random_range(0..30) {
            0..5 => Command::Enter(Box::new(self.entry())),
            5 => Command::Withdraw { entry: self.number(), in_play, seed },
            6 => Command::Exclude { entry: self.number(), act, in_play, seed },
            7 => Command::Readmit { entry: self.number(), act },
            8 => Command::Draw { by: DrawBy::Lot, seed },
            9 => Command::Start,
            10 => Command::Begin { seed },
            11..14 => match self.desk.event.propose() {
                Ok(proposal) => Command::Pair { proposal: Box::new(proposal), begin: self.rng.random(), seed },
                Err(_) => Command::Begin { seed },
            },
            14 => self.by_hand(seed),
            15 => Command::Swap { bout: self.bout(), act },
            16 | 17 => {
                let score = GameScore { scores: self.rng.random::<bool>().then(|| self.scores()) };
                Command::Announce { game: self.any_game(), score, act: None, seed }
            }
            18 => Command::Replay { game: self.any_game(), act, seed },
            19 => {
                let score = GameScore { scores: self.rng.random::<bool>().then(|| self.scores()) };
                Command::Overturn { ruled: Ruled::Game(self.any_game(), score), act, seed }
            }
            20 | 21 => Command::Overturn { ruled: Ruled::Bout(self.bout(), self.scores()), act, seed },
            22 => Command::CloseRound,
            23 => Command::NextStage {
                chosen: self.rng.random::<bool>().then(|| (0..3).map(|_| self.number()).collect()),
            },
            24 => Command::LineUp {
                entry: self.number(),
                members: (0..self.rng.random_range(1..3)).map(|_| self.rng.random_range(1..=3)).collect(),
                absent: if self.rng.random() { vec![1] } else { Vec::new() },
            },
            25 => Command::MemberLeaves { entry: self.number(), member: self.rng.random_range(1..=3), in_play, seed },
            26 => self.change(),
            27 => self.settings(),
            28 => Command::Sanction {
                sanction: Sanction::Ban { account: account("p5"), until: 3_000, everywhere: false },
                act,
            },
            _ if self.rng.random_range(0..30) == 0 => Command::Finish,
            _ => Command::CloseRound,
        }
    }

    fn by_hand(&mut self, seed: String) -> Command {
        let mut all: Vec<EntryNo> = (1..=8).map(EntryNo).collect();
        if let Some(stage) = self.desk.event.stages().last().filter(|_| self.rng.random_range(0..4) > 0) {
            let next = stage.round() + 1;
            let plays = |placed: &&Placed| placed.until_round.is_none() && placed.from_round <= next;
            all = stage.field.iter().filter(plays).map(|placed| placed.entry).collect();
        }
        for at in (1..all.len()).rev() {
            all.swap(at, self.rng.random_range(0..=at));
        }
        let byes = if all.len() % 2 == 1 { vec![all.remove(0)] } else { Vec::new() };
        let pairs = all.chunks(2).map(|two| Pairing { first: two[0], second: two[1] }).collect();
        Command::PairByHand { pairs, byes, act: act_of(), seed }
    }

    fn change(&mut self) -> Command {
        let mut change = Change { rating: Some(Some(7)), ..Change::default() };
        if self.rng.random() && !self.teams {
            change.account = Some(account(&format!("p{}", self.rng.random_range(1..=9))));
        }
        Command::ChangeEntry(self.number(), change)
    }

    fn settings(&mut self) -> Command {
        let mut settings = self.desk.event.settings().unwrap().clone();
        match self.rng.random_range(0..4) {
            0 => settings.stages[0].pace = Pace::AtOnce { pause: 20 },
            1 => settings.stages[0].system = System::Swiss { rounds: self.rng.random_range(1..5) },
            2 => {
                settings.stages[0].order = self
                    .desk
                    .event
                    .order(1)
                    .map(|order| tengen_protocol::standings::Order { drawn: vec![self.number()], ..order })
            }
            _ => settings.entry_limit = self.rng.random_range(2..=12),
        }
        Command::Settings(Box::new(settings))
    }

    /// Games end, or say again how they ended; time passes.
    fn world(&mut self) {
        if self.rng.random() {
            let going_on = self.desk.going_on();
            let game = match going_on.len() {
                0 => self.any_game(),
                len => going_on[self.rng.random_range(0..len)].clone(),
            };
            let (outcome, seq) = (random_outcome(&mut self.rng), self.rng.random_range(1..100));
            self.desk.end(&game, seq, outcome);
        } else {
            let games: Vec<GameId> = self.desk.event.uncreated().map(|(game, _)| game.clone()).collect();
            if let Some(created) = self.desk.event.created(&games, self.desk.now).unwrap() {
                self.desk.append(&created);
            }
        }
        self.desk.now += self.rng.random_range(0..100);
        time::let_time_act(&mut self.desk);
    }

    /// Chance alone would hardly ever begin anything.
    fn goes_on(&mut self, step: usize) {
        let command = match step {
            20..30 => Command::Enter(Box::new(Entry { from_round: 1, ..self.entry() })),
            30 => Command::Draw { by: DrawBy::Lot, seed: self.desk.seed() },
            31 => Command::Start,
            _ if step.is_multiple_of(12) => match self.desk.event.propose() {
                Ok(proposal) => Command::Pair { proposal: Box::new(proposal), begin: true, seed: self.desk.seed() },
                Err(_) => Command::Begin { seed: self.desk.seed() },
            },
            _ => return,
        };
        self.accepted += usize::from(self.desk.ask("org", command).is_ok());
    }

    fn step(&mut self) {
        if self.rng.random_range(0..5) < 2 {
            self.world();
        } else {
            let by = ASKERS[self.rng.random_range(0..ASKERS.len())];
            let command = self.command();
            match self.desk.ask(by, command.clone()) {
                Ok(_) => self.accepted += 1,
                Err(refused @ (Refused::Unwritable(_) | Refused::Id(_))) => panic!("{command:?}: {refused}"),
                Err(_) => {}
            }
        }
        sound(&self.desk.event);
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap()
}

/// What holds of every event, whatever was asked.
fn sound(event: &Tournament) {
    assert_eq!(event.places.len(), event.all_games().count(), "no id is given twice");
    let mut accounts = HashSet::new();
    for entered in event.entries().iter().filter(|entered| !entered.gone) {
        let members = entered.entry.members.iter().filter_map(|member| member.account.as_ref());
        for account in entered.entry.account.iter().chain(members) {
            assert!(accounts.insert(account), "{account} plays for one entry");
        }
    }
    for (at, stage) in (1..).zip(event.stages()) {
        for (n, round) in (1..).zip(&stage.rounds) {
            let mut seen = HashSet::new();
            let paired = round.bouts.iter().flat_map(|bout| [bout.first, bout.second]);
            for no in paired.chain(round.byes.iter().copied()) {
                assert!(seen.insert(no) && stage.placed(no).is_some(), "{no} is paired once in {at}.{n}");
            }
            assert_eq!(round.complete.is_some(), round.is_complete());
            assert!(n == stage.round() || round.is_complete(), "the next round waits for {at}.{n}");
            for bout in &round.bouts {
                agrees(event, at, bout);
            }
        }
    }
    for (_, setup) in event.uncreated() {
        setup.unwrap();
    }
    let uncreated: HashSet<_> = event.uncreated().map(|(game, _)| game).collect();
    assert!(event.pointless().all(|game| !uncreated.contains(game)));
}

/// A bout's result is what its games say, unless somebody fixed it.
fn agrees(event: &Tournament, stage: u32, bout: &BoutState) {
    let settings = event.stage_settings(stage).unwrap();
    let usual = || Lineups {
        first: event.state.lineup(bout.first, settings.bout),
        second: event.state.lineup(bout.second, settings.bout),
    };
    if bout.fixed || bout.games.is_empty() {
        return;
    }
    let lineups = bout.lineups.clone().unwrap_or_else(usual);
    match bout::step(settings.bout, &bout.seen(), &lineups, flow::rules(settings), &bout.seed) {
        Step::Decided(scores) => assert_eq!(bout.result, Some(scores)),
        Step::Wait => {}
        Step::Play(_) | Step::Rule => {}
    }
}

/// An organiser who does not play ends the event, both ways.
fn ends(desk: &Desk) {
    let mut cancelled = desk.clone();
    if !matches!(desk.event.phase(), Phase::Finished | Phase::Cancelled) {
        cancelled.ask("org", Command::Cancel { act: act_of() }).unwrap();
        for game in cancelled.event.all_games().map(|(_, game)| game.id.clone()).collect::<Vec<_>>() {
            cancelled.end(&game, 1_000, void()).unwrap();
        }
        assert_eq!(cancelled.event.pointless().count(), 0);
        sound(&cancelled.event);
    }
    let mut finished = desk.clone();
    if desk.event.phase() != Phase::Running {
        return;
    }
    let _ = finished.ask("org", Command::Begin { seed: "e0".into() });
    let (stage, state) = (number(desk.event.stages().len()), finished.event.stages().last().unwrap().clone());
    let round = state.round();
    for (table, bout) in (1..).zip(state.rounds.last().map_or(&[][..], |round| &round.bouts)) {
        if bout.result.is_none() {
            let ruled = Ruled::Bout(BoutRef { stage, round, table }, Scores::played(Score::Win));
            finished.ask("org", Command::Overturn { ruled, act: act_of(), seed: "e1".into() }).unwrap();
        }
    }
    finished.ask("org", Command::Finish).unwrap();
    sound(&finished.event);
    finished.check();
}

#[test]
fn whatever_is_asked_the_log_is_sound_and_the_event_can_be_ended() {
    let mut accepted = 0;
    let mut kinds = HashSet::new();
    for seed in 0..events() {
        let mut run = Run::new(seed);
        for step in 0..STEPS {
            run.step();
            run.goes_on(step);
            if step % 10 == 9 {
                ends(&run.desk);
            }
        }
        run.desk.check();
        accepted += run.accepted;
        for stored in &run.desk.stored {
            let value: serde_json::Value = serde_json::from_slice(stored).unwrap();
            kinds.insert(value["event"]["what"]["kind"].as_str().unwrap().to_owned());
        }
    }
    assert!(accepted > 20 * usize::try_from(events()).unwrap(), "{accepted} commands were accepted");
    assert!(kinds.len() >= 21, "nearly everything happens: {kinds:?}");
}
