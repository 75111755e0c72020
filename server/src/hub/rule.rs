//! A referee's order on its way into the log.
//!
//! It comes from a connection that follows the game, like a player's command. Who has the office is
//! asked for each order anew: whoever has lost it rules no more, and needs no new connection to get it.

use super::{Arrived, Ticket, actor::Actor, busy, judge::Asked};
use tengen_protocol::{AccountId, Code, Done, Rule, Visibility, WireError};

impl Actor {
    pub(super) async fn rule(&mut self, connection: u64, rule: &Rule, arrived: Arrived, ticket: Ticket) {
        let result = self.judge_rule(connection, rule, arrived, &ticket).await;
        if let Err(error) = &result {
            tracing::debug!(%error, "a ruling was refused");
        }
        ticket.answer(result.map(|seq| Done::Committed { seq }));
    }

    async fn judge_rule(
        &mut self,
        connection: u64,
        rule: &Rule,
        arrived: Arrived,
        ticket: &Ticket,
    ) -> Result<u64, WireError> {
        if self.watchers.get(connection).is_none() {
            return Err(WireError::new(Code::NotJoined, "send `join` for this game on this connection first"));
        }
        let forbidden = || WireError::new(Code::Forbidden, "only a referee rules");
        let referee = ticket.link().account().cloned().ok_or_else(forbidden)?;
        if !self.is_referee(&referee).await? {
            return Err(forbidden());
        }
        let id = ticket.id().ok_or_else(|| WireError::new(Code::BadMessage, "a command needs an id"))?;
        let arrival = self.arrival(arrived);
        self.settle(&Asked::Referee(&referee, rule), id, arrival).await
    }

    /// Whether the account may rule here: the game names it, or it has the role.
    async fn is_referee(&self, account: &AccountId) -> Result<bool, WireError> {
        let game = self.journal.as_ref().ok_or_else(|| busy("the game is being read again"))?.game();
        if game.is_referee(account) {
            return Ok(true);
        }
        self.hub.directory().is_referee(account).await
    }

    /// Whether the account may follow the game: a private one is for its players and referees.
    pub(super) async fn may_follow(&self, account: Option<&AccountId>) -> Result<bool, WireError> {
        let game = self.journal.as_ref().ok_or_else(|| busy("the game is being read again"))?.game();
        match (game.setup().visibility, account) {
            (Visibility::Public | Visibility::Unlisted, _) => Ok(true),
            (Visibility::Private, Some(account)) if game.player(account).is_some() => Ok(true),
            (Visibility::Private, Some(account)) => self.is_referee(account).await,
            (Visibility::Private, None) => Ok(false),
        }
    }
}
