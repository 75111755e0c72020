//! Against all matchings of small graphs.

use super::*;
use proptest::prelude::*;

/// All perfect matchings as lists of pairs, lowest first.
fn all(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    fn extend(
        n: usize,
        edges: &[(usize, usize)],
        list: &mut Vec<(usize, usize)>,
        found: &mut Vec<Vec<(usize, usize)>>,
    ) {
        let is_free = |v: usize, list: &[(usize, usize)]| list.iter().all(|&(a, b)| v != a && v != b);
        let Some(a) = (0..n).find(|&v| is_free(v, list)) else {
            found.push(list.clone());
            return;
        };
        for &(one, b) in edges {
            if one == a && is_free(b, list) {
                list.push((a, b));
                extend(n, edges, list, found);
                list.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(n, edges, &mut Vec::new(), &mut found);
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("TENGEN_LONG").is_some() { 20_000 } else { 1_000 }, ..ProptestConfig::default() })]

    /// Criteria that are small (many equal), and one so large that it must be packed by itself.
    #[test]
    fn criteria_and_the_lowest_list_decide_in_order(
        half in 1..=4_usize,
        most in 0..3_i64,
        density in 60..=100_u32,
        drawn in prop::collection::vec((0..100_u32, 0..=2_i64, 0..=2_i64, 0..=2_i64), 28),
    ) {
        let n = 2 * half;
        let every: Vec<_> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
        let edges: Vec<_> = every.iter().zip(&drawn).filter(|(_, drawn)| drawn.0 < density).map(|(ends, _)| *ends).collect();
        let costs = |ends: (usize, usize)| {
            let drawn = drawn[every.iter().position(|pair| *pair == ends).unwrap()];
            [drawn.1.min(most), drawn.2.min(most) << 50, drawn.3.min(most)]
        };
        let sums = |list: &[(usize, usize)]| {
            let mut sums = [0; 3];
            for ends in list {
                for (sum, cost) in sums.iter_mut().zip(costs(*ends)) {
                    *sum += cost;
                }
            }
            sums
        };
        let expected = all(n, &edges).into_iter().min_by_key(|list| (sums(list), list.clone()));
        let found = best(n, edges.iter().copied(), costs);
        let found = found.map(|mate| (0..n).filter(|&a| a < mate[a]).map(|a| (a, mate[a])).collect::<Vec<_>>());
        prop_assert_eq!(found, expected);
    }
}

/// With nothing but the list to decide, thousands of digits are needed; the answer is plain.
#[test]
fn the_lowest_list_of_a_whole_graph_pairs_neighbours() {
    let n = 60;
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let mate = best(n, pairs, |_| [0]).unwrap();
    assert!((0..n).all(|v| mate[v] == v ^ 1), "{mate:?}");
}
