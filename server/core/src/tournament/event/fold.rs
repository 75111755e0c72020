//! The fold: what each event of the log does to the state. It computes nothing that an event says.

mod field;

use super::{
    COMMANDS_OF_A_PLAYER, COMMANDS_OF_AN_OFFICIAL, COMMANDS_REMEMBERED, Done, Entered, GameState, Phase, Placed,
    RoundState, Sanctioned, Tournament,
    command::bout_seed,
    decide::accounts,
    state::{BoutState, Drawn, Place, Remembered, State, index, number},
};
use crate::{log, tournament::bout::Lineup};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use tengen_protocol::{
    AccountId, BoutRef, Changes, Entry, EntryNo, GameId, Happened, Left, Recorded, TOURNAMENT_FORMAT, TournamentEvent,
    TournamentId,
};

/// Why a tournament's log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Not an event or snapshot of this format.
    #[error("the tournament's log after event {after} cannot be read: {what}")]
    Malformed {
        /// The last event that could be read.
        after: u64,
        /// What is wrong.
        what: String,
    },
    /// It was written by a newer server.
    #[error("the tournament's log has format {0}, this server reads up to {TOURNAMENT_FORMAT}: update it")]
    Newer(u32),
}

#[derive(Serialize, Deserialize)]
struct Compacted<S> {
    v: u32,
    state: S,
}

impl Tournament {
    /// From a compacted log's snapshot.
    ///
    /// # Errors
    /// When the snapshot cannot be read.
    pub fn from_snapshot(id: TournamentId, at: log::Position, snapshot: &[u8]) -> Result<Self, Unreadable> {
        let malformed = |error: serde_json::Error| Unreadable::Malformed { after: at.seq, what: error.to_string() };
        let compacted: Compacted<serde_json::Value> = serde_json::from_slice(snapshot).map_err(malformed)?;
        if compacted.v > TOURNAMENT_FORMAT {
            return Err(Unreadable::Newer(compacted.v));
        }
        let state: State = serde_json::from_value(compacted.state).map_err(malformed)?;
        let places = state.places();
        Ok(Self { id, at, state, places })
    }

    /// What the log can be compacted to at [`Tournament::position`].
    ///
    /// # Errors
    /// When it cannot be serialised.
    pub fn snapshot(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&Compacted { v: TOURNAMENT_FORMAT, state: &self.state })
    }

    /// Folds the next stored event.
    ///
    /// # Errors
    /// When it cannot be read or is not the one that follows.
    pub fn apply(&mut self, stored: &[u8]) -> Result<TournamentEvent, Unreadable> {
        let after = self.at.seq;
        let malformed = |what: String| Unreadable::Malformed { after, what };
        let recorded: Recorded<serde_json::Value> =
            serde_json::from_slice(stored).map_err(|error| malformed(error.to_string()))?;
        if recorded.v > TOURNAMENT_FORMAT {
            return Err(Unreadable::Newer(recorded.v));
        }
        if recorded.seq != after + 1 || recorded.prev != self.at.head {
            let what = format!("event {} with head before {} does not follow", recorded.seq, recorded.prev);
            return Err(malformed(what));
        }
        let event: TournamentEvent =
            serde_json::from_value(recorded.event).map_err(|error| malformed(error.to_string()))?;
        self.state.fold(&mut self.places, &event, recorded.seq, recorded.at).map_err(malformed)?;
        self.at = log::Position { seq: recorded.seq, head: log::head_after(self.at.head, stored) };
        Ok(event)
    }

    /// As it will stand after an event at wall time `now`.
    pub(super) fn after(&self, event: &TournamentEvent, now: u64) -> Result<Self, String> {
        let mut after = self.clone();
        after.at.seq += 1;
        after.state.fold(&mut after.places, event, after.at.seq, now)?;
        Ok(after)
    }
}

/// What the event's other limits do not bound.
const fn can_be_repeated(what: &Happened) -> bool {
    matches!(
        what,
        Happened::Changed { .. }
            | Happened::Entered { .. }
            | Happened::EntryChanged { .. }
            | Happened::Readmitted { .. }
            | Happened::LinedUp { .. }
            | Happened::Drawn { .. }
            | Happened::Paired { by_hand: Some(_), .. }
            | Happened::Swapped { .. }
            | Happened::ReplayOrdered { .. }
            | Happened::Overturned { .. }
    )
}

type Places = HashMap<GameId, Place>;

impl State {
    fn places(&self) -> Places {
        let mut places = Places::new();
        for (stage, state) in (1..).zip(&self.stages) {
            for (round, played) in (1..).zip(&state.rounds) {
                for (table, bout) in (1..).zip(&played.bouts) {
                    for (game, state) in bout.games.iter().enumerate() {
                        places.insert(state.id.clone(), Place { bout: BoutRef { stage, round, table }, game });
                    }
                }
            }
        }
        places
    }

    /// Folds one event; an event that speaks of what is not there is refused, and the state is then
    /// not to be used any more.
    fn fold(&mut self, places: &mut Places, event: &TournamentEvent, seq: u64, at: u64) -> Result<(), String> {
        self.remember(event, seq);
        let what = &event.what;
        self.steps += usize::from(can_be_repeated(what));
        if !matches!(
            what,
            Happened::GamesCreated { .. }
                | Happened::Sanctioned { .. }
                | Happened::Held { .. }
                | Happened::LinedUp { .. }
        ) {
            self.paired_from = seq;
        }
        match what {
            Happened::Created { settings } | Happened::Changed { settings } => {
                let before = self.team_matches();
                self.settings = Some((**settings).clone());
                self.forget_lineups(before);
            }
            Happened::Entered { entries } => self.enter(entries)?,
            Happened::EntryChanged { entry } => {
                let known = self.entry_mut(entry.no)?;
                let members = number(entry.members.len());
                known.lineup.take_if(|lineup| lineup.members.iter().any(|member| *member > members));
                known.entry = entry.clone();
            }
            Happened::Drawn { how, seed, order } => {
                self.draw = Some(Drawn { how: *how, seed: seed.clone(), order: order.clone() });
                self.redraw = false;
                self.phase = Phase::Drawn;
            }
            Happened::StageStarted { field, .. } => self.start_stage(field, at),
            Happened::Paired { .. } => self.pair(places, what, seq, at)?,
            Happened::Swapped { bout, .. } => {
                let bout = self.bout_mut(*bout).ok_or_else(|| format!("no bout {bout}"))?;
                std::mem::swap(&mut bout.first, &mut bout.second);
                bout.result = bout.result.map(tengen_protocol::Scores::swapped);
            }
            Happened::Begun { stage, round, changes } => {
                self.round_mut(*stage, *round)?.begun = Some(at);
                self.change(places, changes, at)?;
            }
            Happened::GamesCreated { games } => {
                for game in games {
                    self.game_mut(places, game)?.created = true;
                }
            }
            Happened::Counted { game, seq, outcome, warnings, changes } => {
                let counted = self.game_mut(places, game)?;
                counted.created = true;
                counted.counted = *seq;
                counted.outcome = Some(outcome.clone());
                counted.warnings = *warnings;
                self.change(places, changes, at)?;
            }
            Happened::Announced { game, changes, .. } | Happened::ReplayOrdered { game, changes, .. } => {
                self.game_mut(places, game)?.ruled = true;
                self.change(places, changes, at)?;
            }
            Happened::Overturned { changes, .. } => self.ruled(places, changes, at)?,
            Happened::Withdrew { entry, excluded, changes } => {
                let gone = self.entry_mut(*entry)?;
                gone.gone = true;
                gone.excluded.clone_from(excluded);
                if let Some(draw) = self.draw.as_mut().filter(|_| self.phase == Phase::Drawn) {
                    draw.order.retain(|no| no != entry);
                    self.redraw = true;
                }
                self.ruled(places, changes, at)?;
            }
            Happened::LinedUp { entry, members, absent } => {
                let absent: BTreeSet<u32> = absent.iter().copied().collect();
                let team = self.entry_mut(*entry)?;
                team.left.retain(|member| !members.contains(member) || absent.contains(member));
                team.lineup = Some(Lineup { members: members.clone(), absent });
                team.lined_up += 1;
            }
            Happened::MemberLeft { entry, member, changes } => {
                self.member_left(*entry, *member)?;
                self.ruled(places, changes, at)?;
            }
            Happened::Readmitted { entry, .. } => self.readmit(*entry)?,
            Happened::RoundClosed { stage, round, changes } => {
                self.round_mut(*stage, *round)?.closed = true;
                self.change(places, changes, at)?;
            }
            Happened::Held { round, .. } => {
                if let Some(stage) = self.stages.last_mut() {
                    stage.held = Some(*round);
                }
            }
            Happened::Sanctioned { sanction, act } => {
                let by = event.asked.as_ref().map(|asked| asked.by.clone());
                self.sanctions.push(Sanctioned { by, at, sanction: sanction.clone(), act: act.clone() });
            }
            Happened::Finished => self.phase = Phase::Finished,
            Happened::Cancelled { .. } => self.phase = Phase::Cancelled,
        }
        Ok(())
    }

    fn remember(&mut self, event: &TournamentEvent, seq: u64) {
        let Some(asked) = &event.asked else { return };
        let entries = match &event.what {
            Happened::Entered { entries } => entries.iter().map(|entry| entry.no).collect(),
            _ => Vec::new(),
        };
        if !self.is_players_own(&asked.by, &event.what) {
            self.acted = seq;
        }
        // who lines up gives time nothing to try again for
        if let Some(stage) = self.stages.last_mut().filter(|_| !matches!(event.what, Happened::LinedUp { .. })) {
            stage.held = None;
        }
        let done = Done { seq, entries };
        let (by, id, said) = (asked.by.clone(), asked.id.clone(), asked.said.clone());
        self.commands.push_back(Remembered { by, id, said, done });
        self.forget(&asked.by);
    }

    /// What somebody did for himself or his team. Whoever does the same for others is an official.
    fn is_players_own(&self, by: &AccountId, what: &Happened) -> bool {
        let plays_for = |entry: &Entry| accounts(entry).any(|account| account == by);
        match what {
            Happened::Entered { entries } => entries.iter().all(plays_for),
            Happened::EntryChanged { entry: Entry { no: entry, .. } }
            | Happened::Withdrew { entry, excluded: None, .. }
            | Happened::LinedUp { entry, .. }
            | Happened::MemberLeft { entry, .. } => {
                self.entered(*entry).is_some_and(|entered| plays_for(&entered.entry))
            }
            _ => false,
        }
    }

    /// Commands beyond those that are remembered: an account's own oldest go first, then players' before
    /// officials', so that nobody can make the answer to another's be forgotten.
    fn forget(&mut self, by: &AccountId) {
        let most = if self.officiates(by) { COMMANDS_OF_AN_OFFICIAL } else { COMMANDS_OF_A_PLAYER };
        let mut own = self.commands.iter().enumerate().filter(|(_, known)| known.by == *by);
        if let Some((oldest, _)) = own.next().filter(|_| own.count() >= most) {
            self.commands.remove(oldest);
        }
        if self.commands.len() > COMMANDS_REMEMBERED {
            let oldest = self.commands.iter().position(|known| !self.officiates(&known.by)).unwrap_or(0);
            self.commands.remove(oldest);
        }
    }

    fn officiates(&self, account: &AccountId) -> bool {
        let officials = self.settings.iter().flat_map(|known| known.organisers.iter().chain(&known.referees));
        officials.into_iter().any(|official| official == account)
    }

    fn pair(&mut self, places: &mut Places, what: &Happened, seq: u64, at: u64) -> Result<(), String> {
        let Happened::Paired {
            stage, round, by_hand, seed: seed_of_round, pairs, byes, remarks, begun, changes, ..
        } = what
        else {
            return Ok(());
        };
        let seeds = (1..).map(|table| bout_seed(seed_of_round, table));
        let bouts = pairs.iter().zip(seeds).map(|(pair, seed)| BoutState::new(pair.first, pair.second, seed)).collect();
        let paired = RoundState {
            seq,
            paired: at,
            begun: begun.then_some(at),
            complete: None,
            closed: false,
            by_hand: by_hand.clone(),
            bouts,
            byes: byes.clone(),
            remarks: remarks.clone(),
        };
        let rounds = &mut self.stages.get_mut(index(*stage)).ok_or_else(|| format!("no stage {stage}"))?.rounds;
        if *round == number(rounds.len()) {
            rounds.pop();
        }
        if *round != number(rounds.len()) + 1 {
            return Err(format!("round {round} does not follow"));
        }
        rounds.push(paired);
        self.change(places, changes, at)
    }

    /// As [`State::change`]; what games say themselves does not change their scores any more.
    fn ruled(&mut self, places: &mut Places, changes: &Changes, at: u64) -> Result<(), String> {
        self.change(places, changes, at)?;
        changes.scored.iter().try_for_each(|scored| {
            self.game_mut(places, &scored.game)?.ruled = true;
            Ok(())
        })
    }

    fn change(&mut self, places: &mut Places, changes: &Changes, at: u64) -> Result<(), String> {
        for new in &changes.games {
            let lineups = self.lined_up(new.bout);
            let bout = self.bout_mut(new.bout).ok_or_else(|| format!("no bout {}", new.bout))?;
            let place = Place { bout: new.bout, game: bout.games.len() };
            if places.insert(new.game.clone(), place).is_some() {
                return Err(format!("there is a game {} already", new.game));
            }
            bout.games.push(GameState::from(new));
            bout.lineups = bout.lineups.take().or(lineups);
            self.games += 1;
        }
        for scored in &changes.scored {
            self.game_mut(places, &scored.game)?.score = Some(scored.score);
        }
        for result in &changes.results {
            let bout = self.bout_mut(result.bout).ok_or_else(|| format!("no bout {}", result.bout))?;
            bout.result = result.scores;
            bout.fixed = result.fixed;
        }
        for Left { entry, until_round } in &changes.left {
            if let Some(placed) = self.placed_mut(*entry) {
                placed.until_round = Some(*until_round);
            }
        }
        if let Some(round) = self.stages.last_mut().and_then(|stage| stage.rounds.last_mut()) {
            round.complete = if round.is_complete() { round.complete.or(Some(at)) } else { None };
        }
        Ok(())
    }

    fn round_mut(&mut self, stage: u32, round: u32) -> Result<&mut RoundState, String> {
        let state = self.stages.get_mut(index(stage)).and_then(|stage| stage.rounds.get_mut(index(round)));
        state.ok_or_else(|| format!("no round {stage}.{round}"))
    }

    fn entry_mut(&mut self, no: EntryNo) -> Result<&mut Entered, String> {
        self.entries.get_mut(index(no.0)).ok_or_else(|| format!("no entry {no}"))
    }

    fn placed_mut(&mut self, no: EntryNo) -> Option<&mut Placed> {
        self.stages.last_mut()?.field.iter_mut().find(|placed| placed.entry == no)
    }

    fn game_mut(&mut self, places: &Places, game: &GameId) -> Result<&mut GameState, String> {
        let place = places.get(game);
        let state = place.and_then(|place| self.bout_mut(place.bout)?.games.get_mut(place.game));
        state.ok_or_else(|| format!("no game {game}"))
    }
}

impl From<&tengen_protocol::NewGame> for GameState {
    fn from(new: &tengen_protocol::NewGame) -> Self {
        Self {
            id: new.game.clone(),
            board: new.board,
            black: new.black,
            white: new.white,
            nigiri: new.nigiri.clone(),
            elsewhere: new.elsewhere,
            created: false,
            counted: 0,
            outcome: None,
            score: None,
            ruled: false,
            warnings: [0, 0],
        }
    }
}

impl BoutState {
    pub(super) const fn new(first: EntryNo, second: EntryNo, seed: String) -> Self {
        Self { first, second, games: Vec::new(), result: None, fixed: false, seed, lineups: None }
    }
}
