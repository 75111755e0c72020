//! A referee's order on its way into the log.
//!
//! It comes from a connection that follows the game, like a player's command. Who has the office is
//! asked for each order anew: whoever has lost it rules no more, and needs no new connection to get it.

use super::{Arrived, Ticket, actor::Actor, busy, judge::Asked};
use tengen_protocol::{AccountId, Code, Done, Rule, Visibility, WireError};

impl Actor {
    pub(super) async fn rule(&mut self, connection: u64, rule: &Rule, arrived: Arrived, office: bool, ticket: Ticket) {
        let result = self.judge_rule(connection, rule, arrived, office, &ticket).await;
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
        office: bool,
        ticket: &Ticket,
    ) -> Result<u64, WireError> {
        if self.watchers.get(connection).is_none() {
            return Err(WireError::new(Code::NotJoined, "send `join` for this game on this connection first"));
        }
        let forbidden = || WireError::new(Code::Forbidden, "only a referee rules");
        let referee = ticket.link().account().cloned().ok_or_else(forbidden)?;
        let game = self.journal.as_ref().ok_or_else(|| busy("the game is being read again"))?.game();
        if !(office || game.is_referee(&referee)) {
            return Err(forbidden());
        }
        let id = ticket.id().ok_or_else(|| WireError::new(Code::BadMessage, "a command needs an id"))?;
        let arrival = self.arrival(arrived);
        self.settle(&Asked::Referee(&referee, rule), id, arrival).await
    }

    /// Whether the account may follow the game: a private one is for its players and referees. `office` is
    /// whether it has the role.
    pub(super) fn may_follow(&self, account: Option<&AccountId>, office: bool) -> Result<bool, WireError> {
        let game = self.journal.as_ref().ok_or_else(|| busy("the game is being read again"))?.game();
        Ok(match (game.setup().visibility, account) {
            (Visibility::Public | Visibility::Unlisted, _) => true,
            (Visibility::Private, Some(account)) => {
                office || game.player(account).is_some() || game.is_referee(account)
            }
            (Visibility::Private, None) => false,
        })
    }
}
