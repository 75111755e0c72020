//! What the tests of the rules share: folders, short forms, records of real games.

use std::{fs, path::PathBuf};
use tengen_core::rules::Position;
use tengen_protocol::{Ko, Point, Size, Suicide, Vertex};

/// A file of real records, if `TENGEN_VECTORS` names their folder.
pub(crate) fn real(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("TENGEN_VECTORS") else {
        println!("skipped without TENGEN_VECTORS: {file}");
        return None;
    };
    let path = PathBuf::from(folder).join(file);
    Some(fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

pub(crate) fn size(text: &str) -> Size {
    text.parse().unwrap()
}

pub(crate) fn point(text: &str) -> Point {
    text.parse().unwrap()
}

pub(crate) fn vertex(text: &str) -> Vertex {
    text.parse().unwrap()
}

/// An empty board after these plies, each by the side to move.
pub(crate) fn played(size_text: &str, ko: Ko, suicide: Suicide, plies: &str) -> Position {
    let mut position = Position::new(size(size_text), ko, suicide);
    play_all(&mut position, plies);
    position
}

pub(crate) fn play_all(position: &mut Position, plies: &str) {
    for text in plies.split_whitespace() {
        let ply = position.ply() + 1;
        position.play(vertex(text)).unwrap_or_else(|e| panic!("{text} at ply {ply}: {e}"));
    }
}

/// A vertex of a 19x19 SGF record: letters from the upper left; empty is a pass.
pub(crate) fn sgf_vertex(text: &str) -> Vertex {
    match text.as_bytes() {
        [] => Vertex::Pass,
        [column, row] => Vertex::Point(Point::new(column - b'a', 18 - (row - b'a')).unwrap()),
        _ => panic!("bad SGF point {text}"),
    }
}

/// The moves of a record such as `;B[pd];W[]`: letter of the side and vertex.
pub(crate) fn sgf_moves(record: &str) -> Vec<(char, Vertex)> {
    record
        .split(';')
        .filter(|node| !node.is_empty())
        .map(|node| {
            let side = node.chars().next().unwrap();
            let inside = node[1..].trim_matches(['[', ']']);
            (side, sgf_vertex(inside))
        })
        .collect()
}
