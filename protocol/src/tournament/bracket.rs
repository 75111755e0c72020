//! The bracket of a single elimination, as it is drawn.

use super::EntryNo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A bracket, from the first layer to the final.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bracket {
    /// Layers from the first to the final; each usually has half as many matches as the one before, and
    /// match i (from 0) of a layer gets the winners of the matches 2i and 2i + 1 of the layer before.
    pub layers: Vec<Layer>,
    /// How the whole ended.
    pub outcome: Outcome,
}

/// One layer of a bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Layer {
    /// The round of the stage in which it was paired. Absent before that, and for a layer that is passed
    /// over because nobody in it has an opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// From top to bottom.
    pub matches: Vec<Match>,
}

/// One match of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Match {
    /// Who comes from above.
    pub upper: Place,
    /// Who comes from below.
    pub lower: Place,
    /// Who goes on.
    pub outcome: Outcome,
}

/// Who is in one place of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "place", rename_all = "snake_case")]
pub enum Place {
    /// Not known yet.
    Open,
    /// Nobody comes: a bye in the first layer, later because both lost.
    Empty,
    /// This entrant.
    Taken {
        /// Who.
        entry: EntryNo,
    },
    /// This entrant got here, but may not play here any more: withdrawn, excluded, or a win of his was
    /// overturned. It counts as empty.
    Left {
        /// Who.
        entry: EntryNo,
    },
}

/// How a match, or the whole, ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Not yet.
    #[default]
    Open,
    /// This entrant goes on (of the whole: has won), by a bout or because the other place is empty.
    Won {
        /// Who.
        entry: EntryNo,
    },
    /// Nobody: both lost, or both places are empty. Of the whole: nobody is left without a loss.
    Nobody,
}
