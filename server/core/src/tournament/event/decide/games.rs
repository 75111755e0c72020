//! Results of games: as they come by themselves, announced, replayed, overturned.

use super::{
    super::flow::{Draft, Settle},
    check_act,
    rounds::settling,
};
use crate::tournament::{
    event::{
        Asker, Decision, Refused, Ruled, Tournament,
        state::{BoutState, GameState, Place},
    },
    system,
};
use tengen_protocol::{
    Act, BoutRef, Changes, Colour, EndReason, GameId, GameScore, Happened, Outcome, Score, Scores, StageSettings,
    TournamentEvent,
};

/// What a game says when it ends, or when its result is overturned there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The game.
    pub game: GameId,
    /// The event of the game that says so.
    pub seq: u64,
    /// How.
    pub outcome: Outcome,
    /// It was begun: both had arrived, and their lateness had not lost it. Else nobody played for its result.
    pub played: bool,
    /// Warnings of Black and White.
    pub warnings: [u8; 2],
}

/// How an outcome counts, Black first. Whoever did not come loses by forfeit, both if neither came;
/// any other void game had no result.
fn score_of(outcome: &Outcome, played: bool) -> GameScore {
    let forfeit = outcome.reason == EndReason::NoShow || !played;
    let scores = match (outcome.winner, outcome.result.as_str(), outcome.reason) {
        (Some(winner), _, _) => {
            let black = if winner == Colour::Black { Score::Win } else { Score::Loss };
            Some(Scores { first: black, second: black.opposite(), forfeit })
        }
        (None, "0", _) => Some(Scores::played(Score::Draw)),
        (None, _, EndReason::NoShow) => Some(Scores::both_lose(true)),
        (None, _, EndReason::BothLose) => Some(Scores::both_lose(!played)),
        (None, ..) => None,
    };
    GameScore { scores }
}

/// There are two points in a game: a ruling may take any of them away, and gives no further one.
fn check_score(score: &GameScore) -> Result<(), Refused> {
    match score.scores {
        Some(scores) if scores.first.points() + scores.second.points() > Score::Win.points() => {
            Err(Refused::Settings("both sides together have at most the points of a win"))
        }
        _ => Ok(()),
    }
}

impl Tournament {
    /// A game ended. Nothing if as much is known of it already.
    ///
    /// # Errors
    /// The game is unknown so far ([`Refused::NoSuchGame`]): whoever has not read the log to its end reads on
    /// and asks again. Or a limit is reached. The tournament stays as it was.
    pub fn game_ended(&self, end: GameEnd, seed: &str, now: u64) -> Result<Option<Decision>, Refused> {
        let (place, bout, game) = self.find(&end.game)?;
        if end.seq <= game.counted {
            return Ok(None);
        }
        // whoever left has lost it, whatever is played on there
        let lost_before = game.counted == 0 && game.score.is_some();
        let changes = if game.ruled || bout.fixed || lost_before {
            Changes::default()
        } else {
            // it has happened: where the event has no room for another game the bout waits for a ruling
            let mut draft = Draft::new(&self.state, self.settings_of(place.bout)?, seed);
            draft.ended(place, &end.outcome, score_of(&end.outcome, end.played))?;
            self.settled(draft, place.bout)?.changes
        };
        let GameEnd { game, seq, outcome, warnings, .. } = end;
        let what = Happened::Counted { game, seq, outcome, warnings, changes };
        self.decision(TournamentEvent { asked: None, what }, now).map(Some)
    }

    /// Games' own logs exist. Nothing if that is known of all of them, or if they are not of this event.
    ///
    /// # Errors
    /// The event cannot be written.
    pub fn created(&self, games: &[GameId], now: u64) -> Result<Option<Decision>, Refused> {
        let news = |game: &&GameId| self.find(game).is_ok_and(|(_, _, game)| !game.created);
        let games: Vec<_> = games.iter().filter(news).cloned().collect();
        if games.is_empty() {
            return Ok(None);
        }
        self.decision(TournamentEvent { asked: None, what: Happened::GamesCreated { games } }, now).map(Some)
    }

    fn find(&self, game: &GameId) -> Result<(Place, &BoutState, &GameState), Refused> {
        let unknown = || Refused::NoSuchGame(game.clone());
        let place = self.places.get(game).copied().ok_or_else(unknown)?;
        let bout = self.state.bout(place.bout).ok_or_else(unknown)?;
        Ok((place, bout, bout.games.get(place.game).ok_or_else(unknown)?))
    }

    fn settings_of(&self, at: BoutRef) -> Result<&StageSettings, Refused> {
        self.stage_settings(at.stage).ok_or(Refused::NoSuchBout(at))
    }

    /// What another score of a game makes of its bout.
    fn scored<'a>(&'a self, place: Place, score: GameScore, seed: &'a str) -> Result<Draft<'a>, Refused> {
        let mut draft = Draft::new(&self.state, self.settings_of(place.bout)?, seed);
        draft.score(place, score)?;
        self.settled(draft, place.bout)
    }

    fn settled<'a>(&self, mut draft: Draft<'a>, at: BoutRef) -> Result<Draft<'a>, Refused> {
        draft.settle(at, settling(self, at))?;
        self.dropped(&mut draft, at);
        Ok(draft)
    }

    /// Whoever was absent twice leaves only the stage that is going on.
    fn dropped(&self, draft: &mut Draft<'_>, at: BoutRef) {
        if self.is_live(at) {
            draft.drop_absent(at.stage);
        }
    }

    pub(super) fn announce(
        &self,
        asker: &Asker,
        game: GameId,
        score: GameScore,
        act: Option<Act>,
        seed: &str,
    ) -> Result<Happened, Refused> {
        act.as_ref().map_or(Ok(()), check_act)?;
        let (place, bout, state) = self.find(&game)?;
        self.must_rule(asker, bout)?;
        if state.score.is_some() || bout.fixed {
            return Err(Refused::HasResult(game));
        }
        if !self.is_live(place.bout) {
            return Err(Refused::RoundOver);
        }
        check_score(&score)?;
        let changes = self.scored(place, score, seed)?.whole()?;
        Ok(Happened::Announced { game, act, changes })
    }

    pub(super) fn replay(&self, asker: &Asker, game: GameId, act: Act, seed: &str) -> Result<Happened, Refused> {
        check_act(&act)?;
        let (place, bout, _) = self.find(&game)?;
        self.must_rule(asker, bout)?;
        if !self.is_live(place.bout) {
            return Err(Refused::RoundOver);
        }
        let mut draft = Draft::new(&self.state, self.settings_of(place.bout)?, seed);
        draft.unfix(place.bout)?;
        draft.rule(place, GameScore { scores: None })?;
        draft.settle(place.bout, Settle::Live)?;
        let bout = draft.bout(place.bout)?;
        let replays = bout.result.is_some() || bout.games.iter().any(|game| game.score.is_none());
        let most = bout.games.len();
        let changes = draft.whole()?;
        if replays {
            Ok(Happened::ReplayOrdered { game, act, changes })
        } else {
            Err(Refused::Limit { what: "games in such a bout", most })
        }
    }

    pub(super) fn overturn(&self, asker: &Asker, ruled: Ruled, act: Act, seed: &str) -> Result<Happened, Refused> {
        check_act(&act)?;
        let at = match &ruled {
            Ruled::Game(game, _) => self.find(game)?.0.bout,
            Ruled::Bout(at, _) => *at,
        };
        let bout = self.bout(at).ok_or(Refused::NoSuchBout(at))?;
        self.must_rule(asker, bout)?;
        let settings = self.settings_of(at)?;
        let mut draft = Draft::new(&self.state, settings, seed);
        match ruled {
            Ruled::Game(game, score) => {
                let (place, _, _) = self.find(&game)?;
                check_score(&score)?;
                draft.unfix(at)?;
                draft.rule(place, score)?;
                draft.settle(at, settling(self, at))?;
            }
            Ruled::Bout(_, scores) => {
                check_score(&GameScore { scores: Some(scores) })?;
                if system::needs_winner(settings.system) && !system::leaves_one_or_none(scores) {
                    return Err(Refused::NoDraws);
                }
                draft.fix(at, scores)?;
            }
        }
        self.dropped(&mut draft, at);
        Ok(Happened::Overturned { act, changes: draft.whole()? })
    }
}
