//! What officials lay on people beside results: bans, prizes, reprimands (S1.13, 14, 18, 19).

use super::{check_act, check_text};
use crate::tournament::event::{Asker, Entered, Refused, Tournament, state::Sanctioned};
use std::collections::BTreeMap;
use tengen_protocol::{AccountId, Act, Happened, Sanction, tournament_limits as limits};

impl Tournament {
    pub(super) fn sanction(&self, asker: &Asker, sanction: Sanction, act: Act) -> Result<Happened, Refused> {
        self.must_officiate(asker)?;
        check_act(&act)?;
        if self.state.sanctions.len() >= limits::SANCTIONS {
            return Err(Refused::Limit { what: "sanctions", most: limits::SANCTIONS });
        }
        let entry = match &sanction {
            Sanction::Ban { everywhere, .. } => {
                must_be_of_the_server(asker, *everywhere)?;
                None
            }
            Sanction::LiftBan { account } => {
                self.may_lift(asker, account)?;
                None
            }
            Sanction::LowerPrize { entry } => Some(*entry),
            Sanction::Reprimand { entry, name } => {
                check_text("name", name, 1, limits::NAME_CHARS)?;
                *entry
            }
        };
        // whoever takes part gains by another's lower prize
        let plays = |entered: &Entered| !entered.gone && self.is_of(entered.entry.no, &asker.account);
        if matches!(sanction, Sanction::LowerPrize { .. }) && self.entries().iter().any(plays) {
            return Err(Refused::OwnBout);
        }
        match entry {
            Some(no) if self.entry(no).is_none() => Err(Refused::NoSuchEntry(no)),
            _ => Ok(Happened::Sanctioned { sanction, act }),
        }
    }

    /// Nobody lifts his own ban, and one from everywhere is lifted by whoever could have laid it.
    fn may_lift(&self, asker: &Asker, account: &AccountId) -> Result<(), Refused> {
        if asker.account == *account {
            return Err(Refused::OwnBout);
        }
        let is_everywhere = self.bans_everywhere().get(account).is_some_and(Option::is_some);
        must_be_of_the_server(asker, is_everywhere)
    }

    /// A ban is for entries from now on (S1.13, 14, 18): nobody comes in, or back, before it is over.
    pub(super) fn must_not_be_banned(&self, account: &AccountId, now: u64) -> Result<(), Refused> {
        match bans(&self.state.sanctions, |_| true).remove(account).flatten().filter(|until| now < *until) {
            Some(until) => Err(Refused::Banned { account: account.clone(), until }),
            None => Ok(()),
        }
    }

    /// Until when each account that this tournament has banned from every tournament is banned, ms since 1970; `None`
    /// where that was lifted again.
    #[must_use]
    pub fn bans_everywhere(&self) -> BTreeMap<AccountId, Option<u64>> {
        bans(&self.state.sanctions, |everywhere| everywhere)
    }
}

fn must_be_of_the_server(asker: &Asker, must: bool) -> Result<(), Refused> {
    if must && asker.office.is_none() { Err(Refused::NotOfTheServer) } else { Ok(()) }
}

/// What is left of the bans that count: the longest since one was lifted.
fn bans(sanctions: &[Sanctioned], counts: impl Fn(bool) -> bool) -> BTreeMap<AccountId, Option<u64>> {
    let mut bans: BTreeMap<AccountId, Option<u64>> = BTreeMap::new();
    for ruled in sanctions {
        match &ruled.sanction {
            Sanction::Ban { account, until, everywhere } if counts(*everywhere) => {
                let banned = bans.entry(account.clone()).or_default();
                *banned = (*banned).max(Some(*until));
            }
            Sanction::LiftBan { account } => {
                if let Some(banned) = bans.get_mut(account) {
                    *banned = None;
                }
            }
            Sanction::Ban { .. } | Sanction::LowerPrize { .. } | Sanction::Reprimand { .. } => {}
        }
    }
    bans
}
