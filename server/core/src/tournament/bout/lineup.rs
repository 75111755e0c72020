//! Who plays for the two sides of a bout.

use std::collections::BTreeSet;
use tengen_protocol::LineupOrder;

/// Members of a team, substitutes included.
pub const MOST_MEMBERS: usize = 30;

/// Who plays for one side, in order: by boards, or as they come in a win-and-continue match.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lineup {
    /// Members by their number in the team's list, from 1; of an individual, only 0.
    pub members: Vec<u32>,
    /// Those of them who are not there, or have left: what they have played stands, the rest they
    /// forfeit (S1.26).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub absent: BTreeSet<u32>,
}

impl Lineup {
    /// A player of an individual event.
    #[must_use]
    pub fn individual() -> Self {
        Self { members: vec![0], absent: BTreeSet::new() }
    }

    /// Members of a team, all of them there. See [`Lineup::check`].
    #[must_use]
    pub const fn team(members: Vec<u32>) -> Self {
        Self { members, absent: BTreeSet::new() }
    }

    /// The line-up of a team that has named none: the first of its list, as many as there are places, or
    /// all of them where there is no number of places. Those behind them are substitutes.
    #[must_use]
    pub fn usual(team: u32, places: Option<u8>) -> Self {
        Self::team((1..=places.map_or(team, |places| team.min(places.into()))).collect())
    }

    /// The same with nobody there any more: what is not played is forfeited.
    #[must_use]
    pub fn gone(mut self) -> Self {
        self.absent = self.members.iter().copied().collect();
        self
    }

    /// Whether a member is there.
    #[must_use]
    pub fn has(&self, member: u32) -> bool {
        self.members.contains(&member) && !self.absent.contains(&member)
    }

    /// Whether a team with so many members in its list may play so.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self, team: usize, places: Option<u8>, order: LineupOrder) -> Result<(), BadLineup> {
        let most = places.map_or(MOST_MEMBERS, usize::from);
        if self.members.len() > most {
            return Err(BadLineup::TooMany { given: self.members.len(), most });
        }
        if self.members.is_empty() {
            return Err(BadLineup::Empty);
        }
        let mut seen = BTreeSet::new();
        let mut before = 0;
        for member in self.members.iter().copied() {
            if member == 0 || usize::try_from(member).map_or(true, |member| member > team) {
                return Err(BadLineup::NoSuchMember { member, team });
            }
            if !seen.insert(member) {
                return Err(BadLineup::Twice(member));
            }
            if order == LineupOrder::Kept && member < before {
                return Err(BadLineup::Order { member, before });
            }
            before = member;
        }
        match self.absent.iter().find(|absent| !seen.contains(absent)) {
            Some(stranger) => Err(BadLineup::AbsentStranger(*stranger)),
            None => Ok(()),
        }
    }
}

/// The line-ups of the two sides of a bout.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lineups {
    /// Of the side named first.
    pub first: Lineup,
    /// Of the other.
    pub second: Lineup,
}

impl Lineups {
    /// Two players.
    #[must_use]
    pub fn individual() -> Self {
        Self { first: Lineup::individual(), second: Lineup::individual() }
    }
}

/// What is wrong with a line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLineup {
    /// Nobody is in it.
    #[error("a line-up names at least one member")]
    Empty,
    /// More than there are places.
    #[error("{given} members for {most} places")]
    TooMany {
        /// How many are named.
        given: usize,
        /// How many there may be.
        most: usize,
    },
    /// Not a number of the team's list.
    #[error("no member {member}: the team's list has 1 to {team}")]
    NoSuchMember {
        /// What was named.
        member: u32,
        /// How many the team has.
        team: usize,
    },
    /// Named twice.
    #[error("member {0} is named twice")]
    Twice(u32),
    /// The event keeps the order of the team's list.
    #[error("member {member} sits behind {before}: this event keeps the order of the team's list")]
    Order {
        /// Who.
        member: u32,
        /// Behind whom.
        before: u32,
    },
    /// Absent, but not in it.
    #[error("member {0} is called absent but is not in the line-up")]
    AbsentStranger(u32),
}
