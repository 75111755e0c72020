//! The best whole round by many criteria, one after the other, and by the lowest list of pairs.
//!
//! As many criteria as fit are packed into one integer, each with room for its largest sum in this
//! field, and the least sum is found by [`matching`](super::matching). What remains is the graph of
//! the pairs that an optimum may hold: with it the next criteria are packed and solved. So nothing
//! can overflow, however many criteria there are, and later steps have ever fewer edges.
//!
//! The last criterion, the lowest list of pairs, goes the same way: for each vertex in turn its
//! possible partners above it are counted from the lowest, and the counts of as many vertices as
//! fit are packed as digits.

use super::matching::{Edge, Tight, solve};

/// Sums of costs.
pub(in crate::tournament) type Cost = i64;

/// Every sum of packed costs over a round stays below this, in each part of the graph by itself: the
/// matching counts in up to a few hundred times as much.
pub(super) const LIMIT: Cost = 1 << 53;

/// The best perfect matching of `n` vertices: to whom each is matched. `pairs` are the allowed
/// ones in ascending order, the lower vertex first; `costs` gives what a pair costs by each
/// criterion, none below 0. `None` if the allowed pairs leave somebody alone.
pub(in crate::tournament) fn best<const CRITERIA: usize>(
    n: usize,
    pairs: impl Iterator<Item = (usize, usize)>,
    costs: impl Fn((usize, usize)) -> [Cost; CRITERIA],
) -> Option<Vec<usize>> {
    let mut left = Left { n, edges: pairs.map(|ends| Tight { ends, crossings: 0 }).collect(), most_crossings: 0 };
    let mut next = 0;
    while next < CRITERIA {
        let mut rooms = [0; CRITERIA];
        for edge in &left.edges {
            for (room, cost) in rooms.iter_mut().zip(costs(edge.ends)) {
                *room = cost.max(*room);
            }
        }
        let most_pairs = Cost::try_from(n / 2).unwrap_or(Cost::MAX);
        for room in &mut rooms {
            *room = room.saturating_mul(most_pairs).saturating_add(1);
        }
        let (mut end, mut unit) = (next, 1);
        while end < CRITERIA && (end == next || left.fits(unit, rooms[end])) {
            unit = rooms[end].saturating_mul(unit);
            end += 1;
        }
        left.solve(unit, |ends| {
            let costs = costs(ends);
            (next..end).fold(0, |sum, at| sum * rooms[at] + costs[at])
        })?;
        next = end;
    }
    left.lowest_list()
}

/// The pairs that optimal matchings may hold.
struct Left {
    n: usize,
    edges: Vec<Tight>,
    most_crossings: Cost,
}

impl Left {
    /// Whether sums below `unit` can be multiplied by this.
    fn fits(&self, unit: Cost, by: Cost) -> bool {
        let whole = self.most_crossings.saturating_add(1).saturating_mul(unit);
        whole.saturating_mul(by) <= LIMIT
    }

    /// Leaves those pairs that are optimal by a further cost, whose sums stay below `unit`.
    fn solve(&mut self, unit: Cost, cost: impl Fn((usize, usize)) -> Cost) -> Option<Vec<usize>> {
        let edge = |edge: &Tight| Edge { ends: edge.ends, cost: edge.crossings * unit + cost(edge.ends) };
        let edges: Vec<_> = self.edges.iter().map(edge).collect();
        let optimum = solve(self.n, &edges)?;
        self.edges = optimum.tight;
        self.most_crossings = optimum.most_crossings;
        Some(optimum.mate)
    }

    /// Of the optimal matchings the one with the lowest list of pairs.
    fn lowest_list(mut self) -> Option<Vec<usize>> {
        loop {
            self.drop_beside_forced();
            if self.edges.len() <= self.n / 2 {
                break;
            }
            let digits = Digits::of(&self);
            let mate = self.solve(digits.unit, |ends| digits.cost(ends))?;
            let mut settled = vec![false; self.n];
            for vertex in (0..self.n).filter(|&vertex| digits.scales[vertex] > 0) {
                settled[vertex] = true;
                settled[mate[vertex]] = true;
            }
            self.edges.retain(|edge| {
                let (a, b) = edge.ends;
                mate[a] == b || !(settled[a] || settled[b])
            });
        }
        let mut mate = vec![None; self.n];
        for edge in &self.edges {
            let (a, b) = edge.ends;
            (mate[a], mate[b]) = (Some(b), Some(a));
        }
        mate.into_iter().collect()
    }

    /// Who has one possible partner only is paired with him: the other pairs of that partner go.
    fn drop_beside_forced(&mut self) {
        let mut around = vec![Vec::new(); self.n];
        for (index, edge) in self.edges.iter().enumerate() {
            around[edge.ends.0].push(index);
            around[edge.ends.1].push(index);
        }
        let mut degrees: Vec<_> = around.iter().map(Vec::len).collect();
        let mut gone = vec![false; self.edges.len()];
        let mut forced: Vec<_> = (0..self.n).filter(|&vertex| degrees[vertex] == 1).collect();
        while let Some(vertex) = forced.pop() {
            let Some(&only) = around[vertex].iter().find(|&&index| !gone[index]) else { continue };
            let partner = self.edges[only].other_than(vertex);
            for &index in around[partner].iter().filter(|&&index| index != only) {
                if !gone[index] {
                    gone[index] = true;
                    let freed = self.edges[index].other_than(partner);
                    degrees[freed] -= 1;
                    if degrees[freed] == 1 {
                        forced.push(freed);
                    }
                }
            }
            degrees[partner] = 1;
        }
        let mut gone = gone.into_iter();
        self.edges.retain(|_| gone.next() == Some(false));
    }
}

impl Tight {
    const fn other_than(self, vertex: usize) -> usize {
        if self.ends.0 == vertex { self.ends.1 } else { self.ends.0 }
    }
}

/// Numbers to pack choices of partners, the choice of the lowest vertex heaviest.
struct Digits {
    /// For each edge, in order: its ends, and the place of the second among those above the first.
    places: Vec<((usize, usize), Cost)>,
    /// What the place of a vertex's partner is multiplied by; 0 for vertices that come later.
    scales: Vec<Cost>,
    /// More than any sum of them.
    unit: Cost,
}

impl Digits {
    /// For as many of the lowest vertices as fit. Parts of the graph that no edge connects are
    /// independent of each other, and begin anew.
    fn of(left: &Left) -> Self {
        let mut places: Vec<((usize, usize), Cost)> = Vec::with_capacity(left.edges.len());
        let mut choices = vec![0; left.n];
        for edge in &left.edges {
            places.push((edge.ends, choices[edge.ends.0]));
            choices[edge.ends.0] += 1;
        }
        let part_of = parts(left);
        let mut products: Vec<Cost> = vec![1; left.n];
        let mut full = vec![false; left.n];
        let mut scales = vec![0; left.n];
        for vertex in (0..left.n).filter(|&vertex| choices[vertex] > 0) {
            let part = part_of[vertex];
            full[part] |= !left.fits(products[part], choices[vertex]);
            if !full[part] {
                products[part] *= choices[vertex];
                scales[vertex] = products[part];
            }
        }
        for (scale, part) in scales.iter_mut().zip(part_of).filter(|(scale, _)| **scale > 0) {
            *scale = products[part] / *scale;
        }
        Self { places, scales, unit: products.into_iter().max().unwrap_or(1) }
    }

    fn cost(&self, ends: (usize, usize)) -> Cost {
        let place = self.places.binary_search_by_key(&ends, |place| place.0);
        place.map_or(0, |index| self.places[index].1 * self.scales[ends.0])
    }
}

/// A number for each vertex, the same for those that edges connect.
fn parts(left: &Left) -> Vec<usize> {
    let mut parts: Vec<_> = (0..left.n).collect();
    let root = |parts: &[usize], mut vertex: usize| {
        while parts[vertex] != vertex {
            vertex = parts[vertex];
        }
        vertex
    };
    for edge in &left.edges {
        let (a, b) = (root(&parts, edge.ends.0), root(&parts, edge.ends.1));
        parts[a.max(b)] = a.min(b);
        // Shorter ways for the next ones.
        parts[edge.ends.0] = a.min(b);
        parts[edge.ends.1] = a.min(b);
    }
    (0..left.n).map(|vertex| root(&parts, vertex)).collect()
}

#[cfg(test)]
mod tests;
