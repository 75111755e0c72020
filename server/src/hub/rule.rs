//! A referee's order on its way into the log.
//!
//! It comes from a connection that follows the game, like a player's command. Who has the office is
//! asked for each order anew: whoever has lost it rules no more, and needs no new connection to get it.

use super::{Arrived, Ticket, actor::Actor, ask::EventOrder, busy, judge::Asked};
use tengen_core::log::Position;
use tengen_protocol::{AccountId, Code, CommandId, Done, Order, Phase, Reason, Rule, Visibility, WireError};

/// How often a game that goes on meanwhile is tried to be ended in one go.
const END_TRIES: u32 = 8;

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

    /// Ends the game in the name of its event, which has no place to see it from: it is made for the position
    /// that the log has. A game that is over stays as it is.
    pub(super) async fn end_for_event(&mut self, order: EventOrder, arrived: Arrived) {
        let EventOrder { referee, order, reply } = order;
        let ended = self.try_to_end(&referee, order, arrived).await;
        // whoever asked may have gone
        let _gone = reply.send(ended);
    }

    async fn try_to_end(&mut self, referee: &AccountId, order: Order, arrived: Arrived) -> Result<(), WireError> {
        let mut tries = 0;
        loop {
            let game = self.journal.as_ref().ok_or_else(|| busy("the game is being read again"))?.game();
            if game.phase() == Phase::Finished {
                return Ok(());
            }
            let Position { seq: after, head } = game.position();
            // a log that went on meanwhile needs another order, which is not the same command again
            let id = format!("end-{after}").parse::<CommandId>();
            let id = id.map_err(|error| WireError::new(Code::Internal, error.to_string()))?;
            let rule = Rule { order: order.clone(), reason: Reason::Other, text: None, after, head };
            let arrival = self.arrival(arrived);
            match self.settle(&Asked::Referee(referee, &rule), &id, arrival).await {
                Ok(_) => return Ok(()),
                Err(error) if error.code == Code::Stale && tries < END_TRIES => tries += 1,
                Err(error) => return Err(error),
            }
        }
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
