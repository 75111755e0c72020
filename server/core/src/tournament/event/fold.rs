//! The fold: what each event of the log does to the state. It computes nothing that an event says.

use super::{
    COMMANDS_REMEMBERED, Done, Entered, GameState, Phase, Placed, RoundState, Sanctioned, StageState, Tournament,
    command::bout_seed,
    state::{BoutState, Drawn, Place, Remembered, State, index, number},
};
use crate::{
    log,
    tournament::bout::{Lineup, Lineups},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use tengen_protocol::{
    BoutKind, BoutRef, Changes, EntryNo, GameId, Happened, Left, LineupOrder, Recorded, TOURNAMENT_FORMAT,
    TournamentEvent, TournamentId,
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
            Happened::StageStarted { field, .. } => {
                let from = |no: EntryNo| self.entered(no).map_or(1, |entered| entered.entry.from_round);
                let first = self.stages.is_empty();
                let placed = |starter: &tengen_protocol::Starter| Placed {
                    entry: starter.entry,
                    seed: starter.seed,
                    carried: starter.carried,
                    from_round: if first { from(starter.entry) } else { 1 },
                    until_round: None,
                    away: Vec::new(),
                };
                let field = field.iter().map(placed).collect();
                let before = self.team_matches();
                self.stages.push(StageState { field, began: at, ..StageState::default() });
                self.phase = Phase::Running;
                self.redraw = false;
                self.forget_lineups(before);
            }
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
            }
            Happened::MemberLeft { entry, member, changes } => {
                self.member_left(*entry, *member)?;
                self.ruled(places, changes, at)?;
            }
            Happened::Readmitted { entry, .. } => {
                let back = self.entry_mut(*entry)?;
                back.gone = false;
                back.excluded = None;
                self.void_draw();
                let paired = self.stage().map_or(0, StageState::round);
                if let Some(placed) = self.placed_mut(*entry)
                    && let Some(until) = placed.until_round.take()
                    && until < paired
                {
                    placed.away.push(until + 1..=paired);
                }
            }
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
        let by_players = matches!(
            event.what,
            Happened::Entered { .. }
                | Happened::EntryChanged { .. }
                | Happened::Withdrew { excluded: None, .. }
                | Happened::LinedUp { .. }
                | Happened::MemberLeft { .. }
        );
        if !by_players {
            self.acted = seq;
        }
        if let Some(stage) = self.stages.last_mut() {
            stage.held = None;
        }
        let done = Done { seq, entries };
        let (by, id, said) = (asked.by.clone(), asked.id.clone(), asked.said.clone());
        self.commands.push_back(Remembered { by, id, said, done });
        if self.commands.len() > COMMANDS_REMEMBERED {
            self.commands.pop_front();
        }
    }

    /// Somebody more takes part: the order is to be drawn anew.
    fn void_draw(&mut self) {
        if self.phase == Phase::Drawn {
            self.draw = None;
            self.phase = Phase::Entry;
        }
    }

    /// What decides how teams line up in the stage going on, or in the first.
    fn team_matches(&self) -> Option<(BoutKind, LineupOrder)> {
        let stage = index(number(self.stages.len()).max(1));
        self.settings.as_ref()?.stages.get(stage).map(|stage| (stage.bout, stage.lineups))
    }

    /// What teams said of other matches than those to come does not hold for these.
    fn forget_lineups(&mut self, before: Option<(BoutKind, LineupOrder)>) {
        if before != self.team_matches() {
            for entered in &mut self.entries {
                entered.lineup = None;
            }
        }
    }

    fn enter(&mut self, entries: &[tengen_protocol::Entry]) -> Result<(), String> {
        self.void_draw();
        for entry in entries {
            if let Some(stage) = self.stages.last_mut() {
                // a late entry, seeded behind everybody
                let seed = stage.field.iter().map(|placed| placed.seed).max().unwrap_or(0) + 1;
                let from_round = entry.from_round;
                let (until_round, away) = (None, Vec::new());
                stage.field.push(Placed { entry: entry.no, seed, carried: 0, from_round, until_round, away });
            }
            let entered = Entered::new(entry.clone());
            let next = index(entry.no.0) == self.entries.len();
            match self.entries.get_mut(index(entry.no.0)) {
                Some(known) => *known = Entered { again: known.again + 1, ..entered },
                None if next => self.entries.push(entered),
                None => return Err(format!("entry {} does not follow", entry.no)),
            }
        }
        Ok(())
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

    /// Who plays for two teams that begin now; nothing for players.
    fn lined_up(&self, at: BoutRef) -> Option<Lineups> {
        let settings = self.settings.as_ref().filter(|settings| settings.teams)?;
        let (kind, bout) = (settings.stages.get(index(at.stage))?.bout, self.bout(at)?);
        Some(Lineups { first: self.lineup(bout.first, kind), second: self.lineup(bout.second, kind) })
    }

    /// A member of a team is not there any more.
    fn member_left(&mut self, no: EntryNo, member: u32) -> Result<(), String> {
        self.entry_mut(no)?.left.insert(member);
        let bouts = self.stages.last_mut().and_then(|stage| stage.rounds.last_mut()).map(|round| &mut round.bouts);
        for bout in bouts.into_iter().flatten().filter(|bout| bout.has(no)) {
            let first = bout.first == no;
            if let Some(lineups) = bout.lineups.as_mut() {
                let lineup = if first { &mut lineups.first } else { &mut lineups.second };
                if lineup.members.contains(&member) {
                    lineup.absent.insert(member);
                }
            }
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
