//! What others may see of a tournament, and the games that must exist.

use super::{
    Phase, Tournament,
    state::{BoutState, Entered, GameState, Sanctioned, StageState, index, number},
};
use crate::{
    clock,
    game::{ARRIVE_WITHIN_SLOW_MS, SetupError, settle},
    tournament::History,
};
use tengen_protocol::{BoutRef, EntryNo, EventSettings, GameId, Lateness, LatenessRule, Setup, Sides, StageSettings};

/// An hour, ms (S1.12).
const HOUR_MS: u64 = 3_600_000;

impl Tournament {
    /// Its settings; absent before the first event.
    #[must_use]
    pub const fn settings(&self) -> Option<&EventSettings> {
        self.state.settings.as_ref()
    }

    /// Where it is in its life.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Everybody who was ever entered, by number.
    #[must_use]
    pub fn entries(&self) -> &[Entered] {
        &self.state.entries
    }

    /// One entry.
    #[must_use]
    pub fn entry(&self, no: EntryNo) -> Option<&Entered> {
        self.state.entered(no)
    }

    /// The stages that have begun.
    #[must_use]
    pub fn stages(&self) -> &[StageState] {
        &self.state.stages
    }

    /// The settings of a stage, by its number from 1.
    #[must_use]
    pub fn stage_settings(&self, stage: u32) -> Option<&StageSettings> {
        self.settings()?.stages.get(index(stage))
    }

    /// A stage as pairing and standings see it; nothing for one that has not begun.
    #[must_use]
    pub fn history(&self, stage: u32) -> Option<History> {
        self.state.history(stage)
    }

    /// One bout.
    #[must_use]
    pub fn bout(&self, at: BoutRef) -> Option<&BoutState> {
        self.state.bout(at)
    }

    /// One game and its bout.
    #[must_use]
    pub fn game(&self, game: &GameId) -> Option<(BoutRef, &GameState)> {
        let place = self.places.get(game)?;
        Some((place.bout, self.state.bout(place.bout)?.games.get(place.game)?))
    }

    /// Bans, prizes, reprimands, oldest first.
    #[must_use]
    pub fn sanctions(&self) -> &[Sanctioned] {
        &self.state.sanctions
    }

    /// Somebody left after the draw: it should be drawn again if time allows (S1.24).
    #[must_use]
    pub const fn should_redraw(&self) -> bool {
        self.state.redraw
    }

    pub(super) fn all_games(&self) -> impl Iterator<Item = (&BoutState, &GameState)> {
        let rounds = self.state.stages.iter().flat_map(|stage| &stage.rounds);
        rounds.flat_map(|round| &round.bouts).flat_map(|bout| bout.games.iter().map(move |game| (bout, game)))
    }

    /// Whether this bout may begin games: its round is the newest of the stage going on, and open.
    pub(super) fn is_live(&self, at: BoutRef) -> bool {
        let stage = self.state.stage().filter(|_| at.stage == number(self.state.stages.len()));
        let newest = stage.filter(|stage| stage.round() == at.round).and_then(|stage| stage.rounds.last());
        self.state.phase == Phase::Running && newest.is_some_and(|round| round.begun.is_some() && !round.closed)
    }

    /// Games of the round going on whose own log may not exist yet, with their settings.
    pub fn uncreated(&self) -> impl Iterator<Item = (&GameId, Result<Setup, SetupError>)> {
        let stage = self.state.stage().filter(|_| self.state.phase == Phase::Running);
        let round = stage.and_then(|stage| stage.rounds.last()).filter(|round| !round.closed);
        let bouts = round.into_iter().flat_map(|round| &round.bouts).filter(|bout| bout.result.is_none());
        let games = bouts.flat_map(|bout| bout.games.iter().map(move |game| (bout, game)));
        let missing = |(_, game): &(&BoutState, &GameState)| !game.elsewhere && !game.created && game.score.is_none();
        let games = games.filter(missing);
        games.filter_map(|(bout, game)| Some((&game.id, self.setup_of(bout, game)?)))
    }

    /// Games whose own log exists and goes on although nothing hangs on it any more: to be ended there.
    pub fn pointless(&self) -> impl Iterator<Item = &GameId> {
        let over = matches!(self.state.phase, Phase::Finished | Phase::Cancelled);
        let pointless = move |(bout, game): &(&BoutState, &GameState)| {
            game.created
                && game.outcome.is_none()
                && (over || game.ruled || game.score.is_some() || bout.result.is_some())
        };
        self.all_games().filter(pointless).map(|(_, game)| &game.id)
    }

    /// Officials who play in the bout, for either side, are no referees of its games.
    fn setup_of(&self, bout: &BoutState, game: &GameState) -> Option<Result<Setup, SetupError>> {
        let account = |seat| self.state.account_of(seat).cloned();
        let players = Sides { black: account(game.black)?, white: account(game.white)? };
        let settings = self.settings()?;
        Some(settle(&settings.terms, players, None, None).map(|mut setup| {
            let officials = settings.organisers.iter().chain(&settings.referees);
            let judges = officials.filter(|official| !self.plays_in(official, bout));
            setup.regulations.referees = judges.cloned().collect();
            let (lateness, arrive_within) = lateness(settings.lateness, &setup);
            setup.regulations.lateness = lateness;
            setup.arrive_within = arrive_within;
            setup.regulations.unruled_repetition = settings.unruled_repetition;
            setup.regulations.move_limit = settings.move_limit;
            setup.regulations.illegal_move = settings.illegal_move;
            setup.regulations.overtime = settings.overtime;
            setup
        }))
    }
}

/// What an event's rule for lateness is for a game, and how long that waits for its players, ms. Games
/// that run for days wait for days.
fn lateness(rule: LatenessRule, setup: &Setup) -> (Lateness, u64) {
    let within = |ms| if setup.time.runs_on_wall_time() { ARRIVE_WITHIN_SLOW_MS } else { ms };
    match rule {
        LatenessRule::Doubled => (Lateness::Doubled, within(HOUR_MS)),
        LatenessRule::QuarterHour => (Lateness::Forfeit, within(HOUR_MS / 4)),
        LatenessRule::None => {
            let allowance = clock::initial(&setup.time).and_then(|clock| clock::allowance(&setup.time, &clock));
            // in time is less than the allowance, and up to the time to come
            (Lateness::Counted, allowance.map_or(ARRIVE_WITHIN_SLOW_MS, |ms| ms.saturating_sub(1)))
        }
    }
}
