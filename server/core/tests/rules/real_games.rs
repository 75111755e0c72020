//! 200 real games between professionals: legality, area, neutral points and result.

use crate::support::{real, sgf_moves, sgf_vertex, size};
use serde_json::Value;
use tengen_core::rules::{
    Position,
    count::{Area, Terms, area, score},
};
use tengen_protocol::{Ko, Point, Suicide, Vertex};

#[test]
fn areas_neutral_points_and_results() {
    let Some(games) = real("real_games.jsonl") else {
        return;
    };
    let (mut count, mut plies) = (0, 0);
    for line in games.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let id = game["id"].as_str().unwrap();
        let mut position = Position::new(size("19"), Ko::Positional, Suicide::No);
        for (side, vertex) in sgf_moves(game["sgf"].as_str().unwrap()) {
            assert_eq!(side, position.to_move().letter(), "{id}");
            position.play(vertex).unwrap_or_else(|e| panic!("{id} {vertex}: {e}"));
        }
        assert_eq!(u64::from(position.ply()), game["moves"].as_u64().unwrap(), "{id}");
        let dead: Vec<Point> = game["dead"]
            .as_array()
            .unwrap()
            .iter()
            .map(|at| match sgf_vertex(at.as_str().unwrap()) {
                Vertex::Point(point) => point,
                Vertex::Pass => panic!("{id}: a dead pass"),
            })
            .collect();
        let number = |key: &str| u16::try_from(game[key].as_u64().unwrap()).unwrap();
        let expected = Area { black: number("black"), white: number("white"), neutral: number("neutral") };
        let counted = area(position.board(), &dead);
        assert_eq!(counted, expected, "{id}");
        let terms = Terms { komi: game["komi"].to_string().parse().unwrap(), ..Terms::default() };
        assert_eq!(score(counted, terms).to_string(), game["re"].as_str().unwrap(), "{id}");
        count += 1;
        plies += position.ply();
    }
    assert_eq!((count, plies), (200, 55_946));
}
