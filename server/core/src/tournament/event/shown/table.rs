//! Who stands where and why, and the bracket.

use crate::tournament::{
    elimination,
    event::{
        BoutState, RoundState, Tournament,
        state::{Sanctioned, index, number},
    },
    standings,
};
use std::collections::HashMap;
use tengen_protocol::{
    Colour, EntryNo, Happened, Sanction, System, TournamentEvent,
    standings::Row,
    tournament_view::{BracketView, Cell, ExplainView, PairingWhy, Prize, StandingsRow, StandingsView},
};

/// Which prizes each one gets.
type Prizes = HashMap<EntryNo, Prize>;

impl Tournament {
    /// Who gets which prizes as a stage stands; nobody but in the last one.
    fn prizes(&self, stage: u32, rows: &[Row]) -> Prizes {
        let Some(settings) = self.settings() else { return Prizes::new() };
        if settings.prizes.is_empty() || index(stage) + 1 != settings.stages.len() {
            return Prizes::new();
        }
        let lowered = |no| {
            let of = |ruled: &&Sanctioned| ruled.sanction == Sanction::LowerPrize { entry: no };
            self.sanctions().iter().filter(of).count()
        };
        let mut prizes = Prizes::new();
        for sharing in rows.chunk_by(|one, next| one.place == next.place) {
            let Some(place) = sharing[0].place else { continue };
            let (first, behind) = (index(place), index(place) + sharing.len());
            for row in sharing {
                let (from, to, shared_by) = match lowered(row.entry) {
                    0 => (first, behind, number(sharing.len())),
                    lowered => (behind + lowered - 1, behind + lowered, 1),
                };
                let to = to.min(settings.prizes.len());
                if let Some(own) = settings.prizes.get(from..to).filter(|own| !own.is_empty()) {
                    let prize = Prize { prizes: own.to_vec(), shared_by, lowered: from >= behind };
                    prizes.insert(row.entry, prize);
                }
            }
        }
        prizes
    }

    /// The standings of a stage with what they were made of; nothing for one that has not begun.
    #[must_use]
    pub fn standings_view(&self, stage: u32) -> Option<StandingsView> {
        let state = self.stages().get(index(stage))?;
        let (history, order) = (self.history(stage)?, self.order(stage)?);
        let mut cells = cells(&state.rounds, &state.field.iter().map(|placed| placed.entry).collect::<Vec<_>>());
        let rows = standings::standings(&history, &order);
        let mut prizes = self.prizes(stage, &rows);
        let line = |row: Row| {
            let (cells, prize) = (cells.remove(&row.entry).unwrap_or_default(), prizes.remove(&row.entry));
            StandingsRow { row, cells, prize }
        };
        let rows = rows.into_iter().map(line).collect();
        Some(StandingsView {
            tournament: self.id().clone(),
            seq: self.position().seq,
            stage,
            rounds: completed(&state.rounds),
            order,
            rows,
        })
    }

    /// How a place came about; nothing for somebody who is not in the stage. Why he met whom he met is in
    /// the events that [`Tournament::pairings_of`] names.
    #[must_use]
    pub fn explained(&self, stage: u32, entry: EntryNo) -> Option<ExplainView> {
        let place = standings::explain(&self.history(stage)?, &self.order(stage)?, entry)?;
        let (tournament, seq) = (self.id().clone(), self.position().seq);
        Some(ExplainView { tournament, seq, stage, place, pairings: Vec::new() })
    }

    /// The events that paired somebody in a stage, by its system and not by hand, oldest first.
    #[must_use]
    pub fn pairings_of(&self, stage: u32, entry: EntryNo) -> Vec<u64> {
        let rounds = self.stages().get(index(stage)).map(|state| state.rounds.as_slice()).unwrap_or_default();
        let has = |round: &&RoundState| round.byes.contains(&entry) || round.bouts.iter().any(|bout| bout.has(entry));
        rounds.iter().filter(|round| round.by_hand.is_none()).filter(has).map(|round| round.seq).collect()
    }

    /// The bracket of a stage; nothing for one that has not begun or is no single elimination.
    #[must_use]
    pub fn bracket_view(&self, stage: u32) -> Option<BracketView> {
        let settings = self.stage_settings(stage)?;
        if settings.system != (System::Elimination { losses: 1 }) {
            return None;
        }
        let bracket = elimination::bracket(&self.history(stage)?);
        Some(BracketView { tournament: self.id().clone(), seq: self.position().seq, stage, bracket })
    }
}

/// Why somebody met whom he met, from the event that paired the round; nothing where the system does not
/// explain itself.
#[must_use]
pub fn pairing_why(event: &TournamentEvent, entry: EntryNo) -> Option<PairingWhy> {
    let Happened::Paired { round, pairs, byes, why: Some(why), .. } = &event.what else { return None };
    let table = pairs.iter().position(|pair| pair.first == entry || pair.second == entry);
    let at = table.or_else(|| byes.iter().position(|no| *no == entry).map(|bye| pairs.len() + bye))?;
    Some(PairingWhy { round: *round, why: why.get(at)?.clone() })
}

/// Rounds that are complete, from the first on.
fn completed(rounds: &[RoundState]) -> u32 {
    let complete = rounds.iter().take_while(|round| round.complete.is_some()).count();
    number(complete)
}

/// Each one's rounds. One pass through the bouts: nobody is looked for.
fn cells(rounds: &[RoundState], field: &[EntryNo]) -> HashMap<EntryNo, Vec<Cell>> {
    let mut cells: HashMap<EntryNo, Vec<Cell>> =
        field.iter().map(|no| (*no, vec![Cell::Absent; rounds.len()])).collect();
    let mut put = |no, at: usize, cell| {
        if let Some(place) = cells.get_mut(&no).and_then(|cells| cells.get_mut(at)) {
            *place = cell;
        }
    };
    for (at, round) in rounds.iter().enumerate() {
        for bout in &round.bouts {
            put(bout.first, at, met(bout, Colour::Black));
            put(bout.second, at, met(bout, Colour::White));
        }
        for no in &round.byes {
            put(*no, at, Cell::Bye);
        }
    }
    cells
}

/// A bout seen from the side that has this colour in its first game.
fn met(bout: &BoutState, colour: Colour) -> Cell {
    let opponent = if colour == Colour::Black { bout.second } else { bout.first };
    let score = bout.result.map(|scores| if colour == Colour::Black { scores.first } else { scores.second });
    Cell::Met { opponent, colour, score, forfeit: bout.result.is_some_and(|scores| scores.forfeit) }
}
