//! What officials lay on people beside results: bans, prizes, reprimands (S1.13, 14, 18, 19).

use super::{check_act, check_text};
use crate::tournament::event::{Asker, Entered, Refused, Tournament};
use tengen_protocol::{Act, Happened, Sanction, tournament_limits as limits};

impl Tournament {
    pub(super) fn sanction(&self, asker: &Asker, sanction: Sanction, act: Act) -> Result<Happened, Refused> {
        self.must_officiate(asker)?;
        check_act(&act)?;
        if self.state.sanctions.len() >= limits::SANCTIONS {
            return Err(Refused::Limit { what: "sanctions", most: limits::SANCTIONS });
        }
        let entry = match &sanction {
            Sanction::Ban { .. } => None,
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
}
