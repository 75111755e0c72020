//! Who is entered: players, or teams with their members.

use super::EntryNo;
use crate::{
    ids::AccountId,
    point::{ParseError, as_text},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};

/// Somebody who is entered in a tournament: a player, or in a team event a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// The number.
    pub no: EntryNo,
    /// The name of the player or the team, as on lists of results.
    pub name: String,
    /// The account that plays; a club may enter people before they have one. Never of a team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// The rank (段位), if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// The rating (等级分), on whatever scale the event uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// The club or team (队) that a player belongs to; of a team the club or place that sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// The seed number (种子号), from 1; each is given once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The first round in which he may be paired: later than 1 for a late entry.
    #[serde(default = "first_round", skip_serializing_if = "is_first_round")]
    pub from_round: u32,
    /// The members of a team in its order, substitutes last; of a player none. Member 1 is the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// A member of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The account that plays, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// The rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// The rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

const fn first_round() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
const fn is_first_round(round: &u32) -> bool {
    *round == 1
}

/// A rank, written `12k`, `5d` or `9p`. In order of strength: a stronger one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// 级, 30 to 1.
    Kyu(u8),
    /// 段, 1 to 9 (amateur).
    Dan(u8),
    /// 职业段位, 1 to 9.
    Pro(u8),
}

impl Rank {
    /// Whether there is such a rank.
    #[must_use]
    pub const fn exists(self) -> bool {
        match self {
            Self::Kyu(n) => matches!(n, 1..=30),
            Self::Dan(n) | Self::Pro(n) => matches!(n, 1..=9),
        }
    }

    /// Steps above 30 kyu; professionals stand above all amateurs.
    const fn strength(self) -> u8 {
        match self {
            Self::Kyu(n) => 30_u8.saturating_sub(n),
            Self::Dan(n) => n.saturating_add(29),
            Self::Pro(n) => n.saturating_add(38),
        }
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.strength().cmp(&other.strength())
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kyu(n) => write!(f, "{n}k"),
            Self::Dan(n) => write!(f, "{n}d"),
            Self::Pro(n) => write!(f, "{n}p"),
        }
    }
}

impl FromStr for Rank {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || ParseError("rank: write 30k to 1k, 1d to 9d, or 1p to 9p".into());
        let mut digits = text.chars();
        let unit = digits.next_back().ok_or_else(bad)?;
        let digits = digits.as_str();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad());
        }
        let n = digits.parse().map_err(|_| bad())?;
        let rank = match unit {
            'k' | 'K' => Self::Kyu(n),
            'd' | 'D' => Self::Dan(n),
            'p' | 'P' => Self::Pro(n),
            _ => return Err(bad()),
        };
        if rank.exists() { Ok(rank) } else { Err(bad()) }
    }
}

as_text!(
    Rank,
    "^(([1-9]|[12][0-9]|30)[Kk]|[1-9][DdPp])$",
    "A rank: 30k to 1k, 1d to 9d, or 1p to 9p for professionals."
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_written_and_ordered() {
        let ranks = ["30k", "12k", "1k", "1d", "5d", "9d", "1p", "9p"];
        let read: Vec<Rank> = ranks.iter().map(|text| text.parse().unwrap()).collect();
        assert!(read.is_sorted_by(|weaker, stronger| weaker < stronger));
        assert!(read.iter().zip(ranks).all(|(rank, text)| rank.to_string() == text));
        assert_eq!("5D".parse(), Ok(Rank::Dan(5)));
        for bad in ["", "d", "0d", "10d", "31k", "0k", "+5d", "5", "5x", "段", "300k", "5dd"] {
            assert!(bad.parse::<Rank>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_entry_says_no_more_than_it_knows() {
        let json = r#"{"no":3,"name":"Li Ming"}"#;
        let entry: Entry = serde_json::from_str(json).unwrap();
        assert_eq!((entry.no, entry.from_round, entry.rank), (EntryNo(3), 1, None));
        assert_eq!(serde_json::to_string(&entry).unwrap(), json);
        let whole = r#"{"no":1,"name":"Li Ming","account":"a1","rank":"5d","rating":-20,"club":"West","seed":2,"from_round":3}"#;
        let entry: Entry = serde_json::from_str(whole).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), whole);
    }
}
