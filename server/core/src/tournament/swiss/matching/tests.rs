//! Against all matchings of small graphs, and against another program on larger ones.

use super::*;
use proptest::prelude::*;

/// All perfect matchings of the vertices from `matched` on, with their costs.
fn all(n: usize, cost: &[Vec<Option<Cost>>], mate: &mut Vec<usize>, found: &mut Vec<(Cost, Vec<usize>)>, sum: Cost) {
    let Some(a) = (0..n).find(|&v| mate[v] == NONE) else {
        found.push((sum, mate.clone()));
        return;
    };
    for b in a + 1..n {
        if let (Some(more), NONE) = (cost[a][b], mate[b]) {
            (mate[a], mate[b]) = (b, a);
            all(n, cost, mate, found, sum + more);
            (mate[a], mate[b]) = (NONE, NONE);
        }
    }
}

fn matrix(n: usize, edges: &[Edge]) -> Vec<Vec<Option<Cost>>> {
    let mut cost = vec![vec![None; n]; n];
    for edge in edges {
        cost[edge.ends.0][edge.ends.1] = Some(edge.cost);
    }
    cost
}

fn graph(n: usize, most: Cost, density: u32) -> impl Strategy<Value = (usize, Vec<Edge>)> {
    let pairs: Vec<_> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let edges = prop::collection::vec((0..=most, 0..100_u32), pairs.len());
    edges.prop_map(move |drawn| {
        let kept = pairs.iter().zip(drawn).filter(|(_, (_, chance))| *chance < density);
        (n, kept.map(|(&ends, (cost, _))| Edge { ends, cost }).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("TENGEN_LONG").is_some() { 20_000 } else { 1_000 }, ..ProptestConfig::default() })]

    /// The least cost, and exactly the optimal matchings: tight edges and fewest crossings.
    #[test]
    fn small_graphs_are_solved_as_by_trying_all(
        (n, edges) in (1..=4_usize, 0..4_usize, prop::sample::select(vec![50, 80, 100]))
            .prop_flat_map(|(half, most, density)| graph(2 * half, [0, 1, 5, 1_000][most], density))
    ) {
        let mut found = Vec::new();
        all(n, &matrix(n, &edges), &mut vec![NONE; n], &mut found, 0);
        let least = found.iter().map(|(cost, _)| *cost).min();
        let solved = solve(n, &edges);
        prop_assert_eq!(solved.is_some(), least.is_some());
        let Some(optimum) = solved else { return Ok(()) };
        let crossings = |mate: &[usize]| -> Option<Cost> {
            let pairs = (0..n).filter(|&a| a < mate[a]).map(|a| (a, mate[a]));
            pairs.map(|ends| optimum.tight.iter().find(|edge| edge.ends == ends).map(|edge| edge.crossings)).sum()
        };
        let fewest = found.iter().filter_map(|(_, mate)| crossings(mate)).min();
        for (cost, mate) in &found {
            let optimal = crossings(mate).is_some() && crossings(mate) == fewest;
            prop_assert_eq!(optimal, Some(*cost) == least);
            prop_assert!(crossings(mate).is_none_or(|crossings| crossings <= optimum.most_crossings));
        }
        prop_assert!(found.contains(&(least.unwrap_or(0), optimum.mate)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("TENGEN_LONG").is_some() { 2_000 } else { 60 }, ..ProptestConfig::default() })]

    /// Whole graphs of up to 60: the same cost as another program finds.
    #[test]
    fn larger_graphs_cost_what_another_program_finds(
        (n, edges) in (3..=30_usize, 0..4_usize).prop_flat_map(|(half, most)| graph(2 * half, [1, 4, 50, 1 << 40][most], 100))
    ) {
        let mut costs = vec![0; n * n];
        for edge in &edges {
            costs[edge.ends.0 * n + edge.ends.1] = edge.cost;
        }
        let sum = |mate: &[usize]| (0..n).filter(|&a| a < mate[a]).map(|a| costs[a * n + mate[a]]).sum::<Cost>();
        let other = integer_blossom::min_weight_perfect_matching(&costs, n);
        let ours = solve(n, &edges).map(|optimum| sum(&optimum.mate));
        prop_assert_eq!(ours, Some(sum(&other)));
    }
}
