//! A bot in a tournament: it waits for its games there until the tournament is over.

use super::{Finding, Lobby};
use crate::{
    connection::TournamentNews, context::Context, failure::Failure, output::say, t, text, tournament::phase,
    words::Words,
};
use std::time::Duration;
use tengen_protocol::{GameId, Request, TournamentId, tournament_view::TournamentPhase};

/// A tournament is looked at so often while nothing is heard of it.
const LOOK_AT_TOURNAMENT: Duration = Duration::from_secs(60);

/// A tournament, and where it is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    /// Which.
    pub(crate) tournament: TournamentId,
    /// Of its server.
    pub(crate) context: Context,
}

impl Lobby<'_> {
    /// The next game of a tournament; nothing when it is over.
    pub(super) async fn of_tournament(&mut self, entered: &Entered) -> Result<Option<GameId>, Failure> {
        let tournament = &entered.tournament;
        say(t!(Words::current(), "bot-tournament-waits", tournament = tournament.as_str()));
        loop {
            // Heard of at once where the server tells it; looked at for what nobody heard.
            let follow = Request::FollowTournament { tournament: tournament.clone(), follow: true };
            if let Err(error) = self.ask(follow).await? {
                say(text::refusal(&error));
            }
            match phase(&entered.context, tournament).await {
                Ok(phase) => self.over |= is_over(phase),
                Err(failure @ (Failure::NotLoggedIn(_) | Failure::Refused(_))) => return Err(failure),
                // The connection says when the server is there again.
                Err(_) => {}
            }
            if let Some(game) = self.made() {
                return Ok(Some(game));
            }
            if self.over {
                say(t!(Words::current(), "bot-tournament-over", tournament = tournament.as_str()));
                return Ok(None);
            }
            if let Some(game) = self.listen(LOOK_AT_TOURNAMENT).await? {
                return Ok(Some(game));
            }
        }
    }

    /// Whether it is the end of the tournament that the bot plays in.
    pub(super) fn is_end(&self, news: &TournamentNews) -> bool {
        matches!(&self.orders.finding, Finding::Tournament(entered) if entered.tournament == news.tournament)
            && is_over(news.phase)
    }
}

const fn is_over(phase: TournamentPhase) -> bool {
    matches!(phase, TournamentPhase::Finished | TournamentPhase::Cancelled)
}
