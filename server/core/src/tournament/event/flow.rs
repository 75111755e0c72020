//! From games to bouts: what a change of one game makes of its bout, and what the bout needs next.

use super::{
    Refused,
    command::{Ids, bout_seed},
    state::{BoutState, GameState, Place, State, index, number},
};
use crate::tournament::{
    Bout,
    bout::{self, Lineup, Lineups, Step},
    system,
};
use std::collections::BTreeMap;
use tengen_protocol::{
    BoutKind, BoutRef, BoutResult, Changes, DrawRule, EntryNo, GameScore, Left, NewGame, Outcome, Score, Scored,
    Scores, Seat, StageSettings, System, tournament_limits as limits,
};

/// How a bout is computed from its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settle {
    /// Its round is played: it may begin games, and be open again.
    Live,
    /// Its round is over: it is closed as its games stand.
    Closed,
    /// The event ended while it was played: what is decided counts, and what is not stays open.
    Left,
}

/// Consequences that are being gathered: bouts as they would be, and what must be told of it.
pub(super) struct Draft<'a> {
    state: &'a State,
    settings: &'a StageSettings,
    bouts: BTreeMap<BoutRef, BoutState>,
    ids: Ids<'a>,
    games: usize,
    /// A game was due and could not begin: the event has all that it may have.
    full: bool,
    /// Somebody who leaves with this step.
    leaving: Option<EntryNo>,
    pub(super) changes: Changes,
}

impl<'a> Draft<'a> {
    /// For bouts of a stage; `seed` is what ids of new games are made from.
    pub(super) fn new(state: &'a State, settings: &'a StageSettings, seed: &'a str) -> Self {
        let (bouts, games) = (BTreeMap::new(), state.games);
        let ids = Ids::new(seed);
        Self { state, settings, bouts, ids, games, full: false, leaving: None, changes: Changes::default() }
    }

    /// The same while somebody leaves: what he has not played he forfeits.
    pub(super) fn without(mut self, no: EntryNo) -> Self {
        self.leaving = Some(no);
        self
    }

    /// A bout that the state does not have yet, of a round with this seed.
    pub(super) fn add(&mut self, at: BoutRef, first: EntryNo, second: EntryNo, seed: &str) {
        self.bouts.insert(at, BoutState::new(first, second, bout_seed(seed, at.table)));
    }

    /// A bout as it would be.
    pub(super) fn bout(&mut self, at: BoutRef) -> Result<&mut BoutState, Refused> {
        if !self.bouts.contains_key(&at) {
            let known = self.state.bout(at).ok_or(Refused::NoSuchBout(at))?;
            self.bouts.insert(at, known.clone());
        }
        self.bouts.get_mut(&at).ok_or(Refused::NoSuchBout(at))
    }

    /// What came of it, for whoever can be refused: every game that was due could begin.
    pub(super) fn whole(self) -> Result<Changes, Refused> {
        if self.full {
            return Err(Refused::Limit { what: "games", most: limits::GAMES });
        }
        Ok(self.changes)
    }

    /// Gives a game another score.
    pub(super) fn score(&mut self, place: Place, score: GameScore) -> Result<(), Refused> {
        let bout = self.bout(place.bout)?;
        let game = bout.games.get(place.game).ok_or(Refused::NoSuchBout(place.bout))?;
        if game.score == Some(score) { Ok(()) } else { self.rule(place, score) }
    }

    /// How a game ended, as it says itself, and how that counts.
    pub(super) fn ended(&mut self, place: Place, outcome: &Outcome, score: GameScore) -> Result<(), Refused> {
        let bout = self.bout(place.bout)?;
        let game = bout.games.get_mut(place.game).ok_or(Refused::NoSuchBout(place.bout))?;
        game.outcome = Some(outcome.clone());
        self.score(place, score)
    }

    /// Says how a game counts, also when it counted so before: from now on that is a ruling.
    pub(super) fn rule(&mut self, place: Place, score: GameScore) -> Result<(), Refused> {
        let bout = self.bout(place.bout)?;
        let game = bout.games.get_mut(place.game).ok_or(Refused::NoSuchBout(place.bout))?;
        game.score = Some(score);
        let game = game.id.clone();
        self.changes.scored.push(Scored { game, score });
        Ok(())
    }

    /// Decides a bout, whatever its games say.
    pub(super) fn fix(&mut self, at: BoutRef, scores: Scores) -> Result<(), Refused> {
        let bout = self.bout(at)?;
        bout.fixed = true;
        bout.result = Some(scores);
        self.tell(at, Some(scores), true);
        Ok(())
    }

    /// Lets a bout's games decide it again.
    pub(super) fn unfix(&mut self, at: BoutRef) -> Result<(), Refused> {
        let bout = self.bout(at)?;
        if bout.fixed {
            bout.fixed = false;
            let scores = bout.result;
            self.tell(at, scores, false);
        }
        Ok(())
    }

    /// Tells the newest result of a bout, once.
    fn tell(&mut self, bout: BoutRef, scores: Option<Scores>, fixed: bool) {
        self.changes.results.retain(|told| told.bout != bout);
        self.changes.results.push(BoutResult { bout, scores, fixed });
    }

    /// Computes a bout from its games. It stays without a result where none can be told: somebody must go
    /// on and nobody leads, or the event may have no more games.
    pub(super) fn settle(&mut self, at: BoutRef, how: Settle) -> Result<(), Refused> {
        let (kind, rules) = (self.settings.bout, rules(self.settings));
        let known = self.bout(at)?.clone();
        if known.fixed {
            return Ok(());
        }
        let lineups = self.lineups(&known);
        let mut seen = known.seen();
        let result = match (how, bout::step(kind, &seen, &lineups, rules, &known.seed)) {
            (Settle::Live, Step::Play(_)) => {
                let advance = bout::advance(kind, &mut seen, &lineups, rules, &known.seed);
                if self.begin(at, advance.begun)? { seen.result } else { None }
            }
            (_, Step::Decided(scores)) => Some(scores),
            (Settle::Live, _) => None,
            // where nobody leads what was decided stands until an official rules
            (Settle::Closed, _) => bout::close(kind, &seen, &lineups, rules).or(known.result),
            (Settle::Left, _) => known.result,
        };
        let bout = self.bout(at)?;
        if bout.result != result {
            bout.result = result;
            self.tell(at, result, false);
        }
        Ok(())
    }

    /// Whether there was room for these games.
    fn begin(&mut self, at: BoutRef, games: Vec<bout::NewGame>) -> Result<bool, Refused> {
        if self.games + games.len() > limits::GAMES {
            self.full = true;
            return Ok(false);
        }
        self.games += games.len();
        for begun in games {
            let seat = |player: crate::tournament::Player| Seat { entry: player.entry, member: player.member };
            let (black, white) = (seat(begun.black), seat(begun.white));
            let (has, is) = (self.state.account_of(black), self.state.account_of(white));
            let hosted = self.state.settings.as_ref().is_some_and(|settings| settings.hosted);
            let nigiri = match begun.why {
                bout::Why::Nigiri { seed, .. } => Some(seed),
                _ => None,
            };
            let elsewhere = !hosted || has.is_none() || is.is_none() || has == is || begun.forfeit.is_some();
            let (game, board) = (self.ids.game()?, begun.board);
            let new = NewGame { bout: at, game, board, black, white, nigiri, elsewhere };
            let bout = self.bout(at)?;
            bout.games.push(GameState::from(&new));
            let place = Place { bout: at, game: bout.games.len() - 1 };
            self.changes.games.push(new);
            if let Some(scores) = begun.forfeit {
                self.score(place, GameScore { scores: Some(scores) })?;
            }
        }
        Ok(true)
    }

    /// Who plays for the two sides: as they lined up when the bout began, or would now.
    fn lineups(&self, bout: &BoutState) -> Lineups {
        let side = |no: EntryNo, lined_up: Option<&Lineup>| {
            let lineup = lined_up.cloned().unwrap_or_else(|| self.state.lineup(no, self.settings.bout));
            let gone = self.leaving == Some(no) || self.state.entered(no).is_none_or(|entered| entered.gone);
            if gone { lineup.gone() } else { lineup }
        };
        let lined_up = bout.lineups.as_ref();
        Lineups {
            first: side(bout.first, lined_up.map(|lineups| &lineups.first)),
            second: side(bout.second, lined_up.map(|lineups| &lineups.second)),
        }
    }

    /// Whoever has not come twice in a row in a stage paired by the Swiss system is not paired any more.
    pub(super) fn drop_absent(&mut self, stage: u32) {
        let swiss = matches!(self.settings.system, System::Swiss { .. } | System::SwissElimination { .. });
        let Some(state) = self.state.stages.get(index(stage)).filter(|_| swiss) else { return };
        let (round, known) = (state.round(), &self.bouts);
        let mut dropped = Vec::new();
        for told in self.changes.results.iter().filter(|told| told.bout.stage == stage) {
            let Some(bout) = known.get(&told.bout) else { continue };
            for no in [bout.first, bout.second] {
                let mut last = last_bouts(self.state, stage, round, no)
                    .map(|(at, bout)| known.get(&at).unwrap_or(bout))
                    .map(|bout| was_absent(bout, no));
                let gone = state.placed(no).is_some_and(|placed| placed.until_round.is_some());
                let twice = last.next() == Some(true) && last.next() == Some(true);
                if twice && !gone && !dropped.contains(&no) {
                    dropped.push(no);
                }
            }
        }
        self.changes.left.extend(dropped.into_iter().map(|entry| Left { entry, until_round: round }));
    }
}

impl State {
    /// A bout of a stage as standings see it, with what its games count.
    pub(super) fn seen_with_counts(&self, stage: u32, bout: &BoutState) -> Bout {
        let mut seen = bout.seen();
        if let Some(settings) = self.settings.as_ref().and_then(|settings| settings.stages.get(index(stage))) {
            let lineup = |no| self.lineup(no, settings.bout);
            let now = || Lineups { first: lineup(bout.first), second: lineup(bout.second) };
            let lineups = bout.lineups.clone().unwrap_or_else(now);
            seen.counted = bout::counted(settings.bout, &seen, &lineups, rules(settings));
        }
        seen
    }

    /// Who would play for an entry now: a player himself; of a team those whom it named, else the first
    /// of its list.
    pub(super) fn lineup(&self, no: EntryNo, kind: BoutKind) -> Lineup {
        let Some(entered) = self.entered(no) else { return Lineup::default() };
        match kind {
            BoutKind::Game | BoutKind::BestOf { .. } => Lineup::individual(),
            BoutKind::Boards { .. } | BoutKind::WinAndContinue { .. } => {
                let usual = || Lineup::usual(number(entered.entry.members.len()), places(kind));
                let mut lineup = entered.lineup.clone().unwrap_or_else(usual);
                lineup.absent.extend(lineup.members.iter().filter(|member| entered.left.contains(member)));
                lineup
            }
        }
    }
}

/// How many members of a team play in a bout, where that is fixed.
pub(super) const fn places(kind: BoutKind) -> Option<u8> {
    match kind {
        BoutKind::Boards { boards } => Some(boards),
        _ => None,
    }
}

pub(super) fn rules(settings: &StageSettings) -> bout::Rules {
    let draws = if system::needs_winner(settings.system) { DrawRule::Replay } else { settings.draws };
    bout::Rules { draws, colours: settings.colours }
}

/// An entrant's bouts, newest first.
fn last_bouts(
    state: &State,
    stage: u32,
    rounds: u32,
    no: EntryNo,
) -> impl Iterator<Item = (BoutRef, &BoutState)> + use<'_> {
    (1..=rounds).rev().filter_map(move |round| {
        let played = state.round(BoutRef { stage, round, table: 1 })?;
        let (table, bout) = (1..).zip(&played.bouts).find(|(_, bout)| bout.has(no))?;
        Some((BoutRef { stage, round, table }, bout))
    })
}

/// Lost without playing.
fn was_absent(bout: &BoutState, no: EntryNo) -> bool {
    bout.result.is_some_and(|scores| {
        let own = if bout.first == no { scores.first } else { scores.second };
        scores.forfeit && own == Score::Loss
    })
}

/// The tables of a round.
pub(super) fn tables(stage: u32, round: u32, bouts: usize) -> impl Iterator<Item = BoutRef> {
    (1..=number(bouts)).map(move |table| BoutRef { stage, round, table })
}
