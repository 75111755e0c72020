//! Whole events, played through.

mod boards;
mod counts;
mod fair;
mod golden;
mod life;
mod limits;
mod officials;
mod random;
mod rulings;
mod teams;
mod time;
mod whole;

use super::*;
use tengen_protocol::{
    AccountId, Act, BoutRef, Colour, EndReason, Entry, EntryNo, EventSettings, GameScore, Happened, Outcome, Pace,
    Reason, Score, Scores, StageSettings, System, TOURNAMENT_FORMAT, TournamentEvent,
};

pub(super) fn account(name: &str) -> AccountId {
    name.parse().unwrap()
}

pub(super) fn act(reason: Reason) -> Act {
    Act { reason, text: String::new() }
}

pub(super) use presets::stage;

pub(super) fn settings(stages: Vec<StageSettings>) -> EventSettings {
    EventSettings { stages, ..EventPreset::Chinese2002.settings("Spring").unwrap() }
}

pub(super) fn won(winner: Colour) -> Outcome {
    let result = if winner == Colour::Black { "B+R" } else { "W+R" };
    Outcome { result: result.into(), reason: EndReason::Resignation, winner: Some(winner), count: None }
}

/// Who did not come lost.
pub(super) fn no_show(winner: Option<Colour>) -> Outcome {
    let result = match winner {
        Some(Colour::Black) => "B+F",
        Some(Colour::White) => "W+F",
        None => "Void",
    };
    Outcome { result: result.into(), reason: EndReason::NoShow, winner, count: None }
}

pub(super) fn void() -> Outcome {
    Outcome { result: "Void".into(), reason: EndReason::Ruling, winner: None, count: None }
}

pub(super) fn drawn() -> Outcome {
    Outcome { result: "0".into(), reason: EndReason::Count, winner: None, count: None }
}

/// A tournament whose log is a list; after every step the log folded anew, and a snapshot, must give
/// the same state, and a refusal must have changed nothing.
#[derive(Clone)]
pub(super) struct Desk {
    pub(super) event: Tournament,
    pub(super) stored: Vec<Vec<u8>>,
    pub(super) now: u64,
    /// An office on the whole server of whoever asks.
    pub(super) office: Option<Office>,
    commands: u32,
    seeds: u32,
}

impl Desk {
    pub(super) fn new(settings: EventSettings) -> Self {
        let event = Tournament::new("t1".parse().unwrap());
        let mut desk = Self { event, stored: Vec::new(), now: 1_000, office: None, commands: 0, seeds: 0 };
        desk.ask("org", Command::Create(Box::new(settings))).unwrap();
        desk
    }

    pub(super) fn seed(&mut self) -> String {
        self.seeds += 1;
        format!("{:032x}", self.seeds)
    }

    pub(super) fn ask(&mut self, by: &str, command: Command) -> Result<TournamentEvent, Refused> {
        self.commands += 1;
        let id = format!("c{}", self.commands).parse().unwrap();
        let asker = Asker { account: account(by), office: self.office, after: None };
        assert!(self.event.repeat(&asker.account, &id, &command).is_none());
        let before = self.event.state.clone();
        let decision = self.event.decide(&asker, &id, command.clone(), self.now);
        assert_eq!(self.event.state, before, "judging changes nothing");
        let event = self.append(&decision?);
        let done = self.event.repeat(&asker.account, &id, &command).unwrap().unwrap();
        assert_eq!(done.seq, self.event.position().seq);
        Ok(event)
    }

    pub(super) fn append(&mut self, decision: &Decision) -> TournamentEvent {
        let body = log::body(TOURNAMENT_FORMAT, &decision.event).unwrap();
        let stored = log::stored(self.event.position(), 0, self.now, &body);
        let after = self.event.after(&decision.event, self.now).unwrap();
        let folded = self.event.apply(&stored).unwrap();
        assert_eq!(folded, decision.event);
        assert_eq!(self.event.state, after.state);
        assert_eq!(self.event.due(), decision.due);
        self.stored.push(stored);
        folded
    }

    /// The log folded anew, and a snapshot, give this state.
    pub(super) fn check(&self) {
        let mut again = Tournament::new(self.event.id().clone());
        for stored in &self.stored {
            again.apply(stored).unwrap();
        }
        assert_eq!(again.state, self.event.state);
        let snapshot = self.event.snapshot().unwrap();
        let again = Tournament::from_snapshot(self.event.id().clone(), self.event.position(), &snapshot).unwrap();
        assert_eq!((&again.state, &again.places), (&self.event.state, &self.event.places));
    }

    pub(super) fn enter(&mut self, players: u32) {
        for n in 1..=players {
            let name = format!("p{n}");
            self.ask(&name, Command::Enter(Box::new(entry(&name)))).unwrap();
        }
    }

    pub(super) fn started(settings: EventSettings, players: u32) -> Self {
        let mut desk = Self::new(settings);
        desk.enter(players);
        let seed = desk.seed();
        desk.ask("org", Command::Draw { by: tengen_protocol::DrawBy::Seed, seed }).unwrap();
        desk.ask("org", Command::Start).unwrap();
        desk
    }

    /// Pairs the next round and begins it.
    pub(super) fn pair(&mut self) -> Result<TournamentEvent, Refused> {
        let (proposal, seed) = (Box::new(self.event.propose()?), self.seed());
        self.ask("org", Command::Pair { proposal, begin: true, seed })
    }

    pub(super) fn end(&mut self, game: &GameId, seq: u64, outcome: Outcome) -> Option<TournamentEvent> {
        let seed = self.seed();
        let end =
            GameEnd { game: game.clone(), seq, played: outcome.reason != EndReason::NoShow, outcome, warnings: [0, 0] };
        let decision = match self.event.game_ended(end.clone(), &seed, self.now) {
            Err(Refused::NoSuchGame(_)) => return None,
            judged => judged.unwrap()?,
        };
        let event = self.append(&decision);
        let again = self.event.game_ended(end, &seed, self.now).unwrap();
        assert!(again.is_none(), "a result counts once");
        Some(event)
    }

    /// The games that are going on.
    pub(super) fn going_on(&self) -> Vec<GameId> {
        let running = |(bout, game): &(&BoutState, &GameState)| game.score.is_none() && bout.result.is_none();
        self.event.all_games().filter(running).map(|(_, game)| game.id.clone()).collect()
    }

    pub(super) fn at(&self, stage: u32, round: u32, table: u32) -> &BoutState {
        self.event.bout(BoutRef { stage, round, table }).unwrap()
    }

    /// The newest game of these two.
    pub(super) fn game_of(&self, one: u32, other: u32) -> GameId {
        let (one, other) = (EntryNo(one), EntryNo(other));
        let of_both = |(bout, _): &(&BoutState, &GameState)| bout.has(one) && bout.has(other);
        self.event.all_games().filter(of_both).last().map(|(_, game)| game.id.clone()).unwrap()
    }

    /// The newest game of these two ends with a win of the first.
    pub(super) fn beats(&mut self, one: u32, other: u32) {
        let id = self.game_of(one, other);
        let (_, game) = self.event.game(&id).unwrap();
        let colour = if game.black.entry == EntryNo(one) { Colour::Black } else { Colour::White };
        self.end(&id, 10, won(colour)).unwrap();
    }
}

pub(super) fn entry(name: &str) -> Entry {
    Entry {
        no: EntryNo(0),
        name: name.into(),
        account: Some(account(name)),
        rank: None,
        rating: None,
        club: None,
        seed: None,
        from_round: 1,
        members: Vec::new(),
    }
}
