//! Whether an account has the role `referee`, asked of the directory beside the game.
//!
//! The directory may have to read the account from the store. Players do not wait for that: the game's task
//! goes on, and only what the same connection asks meanwhile is held, in its order.

use super::{Hub, actor::Actor, ask::Ask, busy};
use std::collections::{BTreeMap, VecDeque};
use tengen_protocol::{AccountId, Visibility, WireError};
use tokio::task::JoinSet;

/// Asks of one connection that wait for its look-up, the one that needs it among them.
const HELD: usize = 64;

/// What the directory said about the account of a connection.
pub(super) type Known = (u64, Result<bool, WireError>);

/// Look-ups under way, and what waits for each.
#[derive(Default)]
pub(super) struct Offices {
    lookups: JoinSet<Known>,
    /// By connection; first what needs the answer.
    held: BTreeMap<u64, VecDeque<Ask>>,
}

impl Offices {
    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// The next answer of the directory; never while none is awaited.
    pub(super) async fn next(&mut self) -> Known {
        loop {
            match self.lookups.join_next().await {
                Some(Ok(known)) => return known,
                Some(Err(error)) => {
                    tracing::error!(%error, "an account could not be looked up");
                    self.refuse_all();
                }
                None => std::future::pending().await,
            }
        }
    }

    /// The ask, unless earlier ones of its connection wait.
    pub(super) fn in_turn(&mut self, ask: Ask) -> Option<Ask> {
        let Some(held) = ask.connection().and_then(|connection| self.held.get_mut(&connection)) else {
            return Some(ask);
        };
        // that a connection has left is heard however many wait
        if held.len() < HELD || matches!(ask, Ask::Leave { .. }) {
            held.push_back(ask);
        } else {
            ask.refuse(&busy("too much waits for the account to be read"));
        }
        None
    }

    fn refuse_all(&mut self) {
        for ask in std::mem::take(&mut self.held).into_values().flatten() {
            ask.refuse(&busy("the account could not be read"));
        }
    }

    fn look_up(&mut self, hub: Hub, connection: u64, account: AccountId, ask: Ask) {
        self.held.insert(connection, VecDeque::from([ask]));
        self.lookups.spawn(async move { (connection, hub.directory().is_referee(&account).await) });
    }
}

impl Drop for Offices {
    /// Whatever ends the task, nobody waits for it in vain.
    fn drop(&mut self) {
        self.refuse_all();
    }
}

impl Actor {
    /// The ask, unless it is not known yet whether the account has the office that it needs.
    pub(super) fn with_office(&mut self, ask: Ask) -> Option<Ask> {
        match self.office_needed(&ask) {
            Some((connection, account)) => {
                self.offices.look_up(self.hub.clone(), connection, account, ask);
                None
            }
            None => Some(ask),
        }
    }

    /// Whose role decides about the ask: nobody's where the game itself says who may.
    fn office_needed(&self, ask: &Ask) -> Option<(u64, AccountId)> {
        let game = self.journal.as_ref()?.game();
        let (connection, account) = match ask {
            Ask::Join { link, office: None, .. } if game.setup().visibility == Visibility::Private => {
                (link.id(), link.account()?)
            }
            Ask::Rule { connection, office: None, ticket, .. } => {
                self.watchers.get(*connection)?;
                (*connection, ticket.link().account()?)
            }
            _ => return None,
        };
        let known = game.player(account).is_some() || game.is_referee(account);
        (!known).then(|| (connection, account.clone()))
    }

    /// The directory has answered: what waited is asked in its order.
    pub(super) async fn office_known(&mut self, (connection, known): Known) {
        let mut held = self.offices.held.remove(&connection).unwrap_or_default();
        match (held.pop_front(), known) {
            (Some(ask), Ok(office)) => self.take(ask.of_office(office)).await,
            (Some(ask), Err(error)) => ask.refuse(&error),
            (None, _) => {}
        }
        for ask in held {
            // what comes before it may need another answer
            if let Some(ask) = self.offices.in_turn(ask) {
                self.take(ask).await;
            }
        }
    }
}
