//! What a list of entries holds, as `POST /api/v1/tournaments/{id}/entries.csv?check=true` answers.

use crate::error::{Limit, Why};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A list of entries that was only looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryListCheck {
    /// How many it would enter; 0 when something is wrong with it.
    pub entries: u32,
    /// The encoding that was found, by its usual name; absent when it could not be read at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Heads of columns that are passed over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
    /// Everything that is wrong with it, by lines: at most 20. With none of them it can be imported, if
    /// accounts that it names exist and are not entered already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<EntryListProblem>,
}

/// Something that is wrong with a list of entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryListProblem {
    /// The line on which the row begins, from 1; absent when it is the whole list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column, from 1, if there is one for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// What it is about; absent when it is the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<EntryField>,
    /// What is wrong.
    pub why: Why,
    /// The number that is out of its range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The same for developers.
    pub message: String,
}

/// What a column of a list of entries holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryField {
    /// The number of the entry.
    No,
    /// The name of the team.
    Team,
    /// The name of the player or member.
    Name,
    /// The account that plays.
    Account,
    /// The rank.
    Rank,
    /// The rating.
    Rating,
    /// The club.
    Club,
    /// The seed number.
    Seed,
    /// The first round of a late entry.
    FromRound,
}
