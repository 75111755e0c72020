//! The number of move sequences of each length, against `tests/vectors/perft.tsv`.

use crate::{support::size, tiers::long_tier};
use std::{fs, path::Path};
use tengen_core::rules::Position;
use tengen_protocol::{Ko, Suicide, Vertex};

/// Plies with more nodes run in the long tier only.
const SHORT_TIER_NODES: u64 = 10_000_000;

#[test]
fn sequences_of_each_length() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/perft.tsv");
    let table = fs::read_to_string(path).unwrap();
    let is_long = long_tier("plies of perft.tsv with more than 10,000,000 nodes");
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [board, ko, suicide, nodes] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("row of perft.tsv: {line}");
        };
        let ko = match ko {
            "positional" => Ko::Positional,
            "situational" => Ko::Situational,
            "simple" => Ko::Simple,
            other => panic!("ko {other}"),
        };
        let suicide = if suicide == "multi" { Suicide::Multi } else { Suicide::No };
        let expected: Vec<u64> = nodes.split(' ').map(|n| n.parse().unwrap()).collect();
        let within: Vec<u64> = expected.into_iter().take_while(|nodes| is_long || *nodes <= SHORT_TIER_NODES).collect();
        let mut counted = vec![0; within.len()];
        // `1x3` in the table is one row of three points.
        let (rows_text, columns_text) = board.split_once('x').unwrap();
        let board = size(&format!("{columns_text}x{rows_text}"));
        count(&mut Position::new(board, ko, suicide), &mut counted);
        assert_eq!(counted, within, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 36, "every row was read");
}

/// Adds this node to `nodes[0]` and the nodes below to the rest.
fn count(position: &mut Position, nodes: &mut [u64]) {
    let Some((here, below)) = nodes.split_first_mut() else {
        return;
    };
    *here += 1;
    if below.is_empty() || position.consecutive_passes() == 2 {
        return;
    }
    if let [leaves] = below {
        // Leaves need only be judged.
        let legal = position.board().points().filter(|p| position.check(*p).is_ok());
        *leaves += 1 + legal.count() as u64;
        return;
    }
    let points = position.board().points().map(Vertex::Point);
    for vertex in points.chain([Vertex::Pass]) {
        if position.play(vertex).is_ok() {
            count(position, below);
            position.undo(1).unwrap();
        }
    }
}
