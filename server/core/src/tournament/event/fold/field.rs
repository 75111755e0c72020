//! The fold of who takes part: entries, fields of stages, teams and who plays for them.

use super::super::{
    Entered, Phase, Placed, StageState,
    state::{State, index, number},
};
use crate::tournament::bout::Lineups;
use tengen_protocol::{BoutKind, BoutRef, Entry, EntryNo, LineupOrder, Starter};

impl State {
    /// Somebody more takes part: the order is to be drawn anew.
    fn void_draw(&mut self) {
        if self.phase == Phase::Drawn {
            self.draw = None;
            self.phase = Phase::Entry;
        }
    }

    /// What decides how teams line up in the stage going on, or in the first.
    pub(super) fn team_matches(&self) -> Option<(BoutKind, LineupOrder)> {
        let stage = index(number(self.stages.len()).max(1));
        self.settings.as_ref()?.stages.get(stage).map(|stage| (stage.bout, stage.lineups))
    }

    /// What teams said of other matches than those to come does not hold for these.
    pub(super) fn forget_lineups(&mut self, before: Option<(BoutKind, LineupOrder)>) {
        if before != self.team_matches() {
            for entered in &mut self.entries {
                entered.lineup = None;
            }
        }
    }

    pub(super) fn enter(&mut self, entries: &[Entry]) -> Result<(), String> {
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
                Some(known) => *known = Entered { again: known.again + 1, lined_up: known.lined_up, ..entered },
                None if next => self.entries.push(entered),
                None => return Err(format!("entry {} does not follow", entry.no)),
            }
        }
        Ok(())
    }

    pub(super) fn start_stage(&mut self, field: &[Starter], at: u64) {
        let from = |no: EntryNo| self.entered(no).map_or(1, |entered| entered.entry.from_round);
        let first = self.stages.is_empty();
        let placed = |starter: &Starter| Placed {
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

    pub(super) fn readmit(&mut self, no: EntryNo) -> Result<(), String> {
        let back = self.entry_mut(no)?;
        back.gone = false;
        back.excluded = None;
        self.void_draw();
        let paired = self.stage().map_or(0, StageState::round);
        if let Some(placed) = self.placed_mut(no)
            && let Some(until) = placed.until_round.take()
            && until < paired
        {
            placed.away.push(until + 1..=paired);
        }
        Ok(())
    }

    /// Who plays for two teams that begin now; nothing for players.
    pub(super) fn lined_up(&self, at: BoutRef) -> Option<Lineups> {
        let settings = self.settings.as_ref().filter(|settings| settings.teams)?;
        let (kind, bout) = (settings.stages.get(index(at.stage))?.bout, self.bout(at)?);
        Some(Lineups { first: self.lineup(bout.first, kind), second: self.lineup(bout.second, kind) })
    }

    /// A member of a team is not there any more.
    pub(super) fn member_left(&mut self, no: EntryNo, member: u32) -> Result<(), String> {
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
}
