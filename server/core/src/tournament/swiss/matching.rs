//! The perfect matching of least cost in any graph, with all that says which others are as cheap.
//!
//! Edmonds' blossom algorithm in its primal-dual form, O(V^3): every vertex has a dual value, every
//! blossom (an odd set that is matched within but for one vertex) another one that is never
//! negative, and an edge may be used when it is *tight*: when its cost equals what the duals of its
//! ends and of the blossoms around both add up to. Stage after stage a forest of alternating trees
//! grows from all unmatched vertices at once over tight edges until it joins two of them; where it
//! cannot grow the duals change. A vertex at an even distance from its root is *outer*, at an odd
//! one *inner*, in no tree *free*.
//!
//! [`Optimum`] says more than one matching. By complementary slackness a perfect matching costs the
//! least exactly if all its edges are tight and it leaves each blossom of positive dual by one edge
//! only. Since it cannot leave an odd set by fewer, the optimal matchings are those of the tight
//! edges with the fewest *crossings* of such blossoms in all: what a further criterion has to keep,
//! in numbers far smaller than the costs.
//!
//! Costs are not negative, and their sum over any matching is at most [`LIMIT`](super::optimum::LIMIT).
//! With that sum S, duals begin between 0 and 4 S; each change raises the value of the dual problem,
//! 4 S at most, by twice as much or more, so that in all they change by 2 S. Where there is no
//! perfect matching they stop within 30 S. Nothing that is counted comes near the end of the integers.

mod blossom;
mod search;

use super::optimum::Cost;
use search::Search;

/// No vertex, no node.
const NONE: usize = usize::MAX;

/// An edge of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The ends.
    pub(super) ends: (usize, usize),
    /// What it costs, at least 0.
    pub(super) cost: Cost,
}

/// An edge that an optimal matching may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tight {
    /// The ends.
    pub(super) ends: (usize, usize),
    /// How many blossoms of positive dual it crosses.
    pub(super) crossings: Cost,
}

/// A perfect matching of least cost, and what all of them have in common.
#[derive(Debug)]
pub(super) struct Optimum {
    /// To whom each vertex is matched.
    pub(super) mate: Vec<usize>,
    /// The edges that optimal matchings may use, in the order of the graph.
    pub(super) tight: Vec<Tight>,
    /// More crossings than this no matching has.
    pub(super) most_crossings: Cost,
}

/// Solves a graph of `n` vertices without parallel edges; `None` if it has no perfect matching.
pub(super) fn solve(n: usize, edges: &[Edge]) -> Option<Optimum> {
    if n % 2 == 1 {
        return None;
    }
    let mut search = Search::new(n, edges);
    search.run().then(|| search.optimum(edges))
}

#[cfg(test)]
mod tests;
