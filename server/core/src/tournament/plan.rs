//! What a system says comes next: a round, or that the stage is over.

use tengen_protocol::EntryNo;

/// Two who are to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Has Black (on the odd boards of a team match).
    pub first: EntryNo,
    /// The other.
    pub second: EntryNo,
}

/// A round as a system proposes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Who meets whom, in the order of the tables.
    pub pairs: Vec<Pair>,
    /// Who has a bye (轮空).
    pub byes: Vec<EntryNo>,
    /// What the organiser must be told: rules that this field makes impossible to keep.
    pub remarks: Vec<Remark>,
}

/// A rule that could not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A bye for somebody who has had one.
    ByeAgain {
        /// Who.
        entry: EntryNo,
        /// Which bye it is for him, from 2.
        times: usize,
    },
    /// Two meet who have met.
    Rematch {
        /// They.
        pair: Pair,
        /// Which meeting it is, from 2.
        times: usize,
    },
}

/// What comes next in a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Pair this round.
    Round(Plan),
    /// The stage is over.
    Over,
}

/// Why nothing can be said yet, or at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotYet {
    /// A bout of the last round has no result.
    #[error("round {round} has undecided bouts: {undecided}; enter or wait for their results")]
    Undecided {
        /// The round.
        round: u32,
        /// How many bouts.
        undecided: usize,
    },
    /// Fewer than two can be paired.
    #[error("{0} of the field can be paired: at least 2 are needed")]
    TooFew(usize),
    /// More than this system takes.
    #[error("{given} entrants: this system takes up to {most}")]
    TooMany {
        /// How many there are.
        given: usize,
        /// How many are allowed.
        most: usize,
    },
    /// Whoever is there has met everybody else: no further round is possible.
    #[error("no round without a rematch is possible any more: end the stage here")]
    Exhausted,
}
