//! Repetition under each setting: vectors, real games, passes, undo, set-up stones.

use crate::support::{play_all, played, point, real, sgf_moves, size, vertex};
use tengen_core::rules::{Illegal, Position};
use tengen_protocol::{Colour, Ko, Suicide, Vertex};

const SETTINGS: [Ko; 3] = [Ko::Positional, Ko::Situational, Ko::Simple];

/// A one-stone ko on 9x9: Black has just taken D4 by E4, White may want it back.
const KO: &str = "C4 E5 D5 E3 D3 F4 J9 D4 H9 pass E4";

#[test]
fn a_repetition_through_a_capture_of_two() {
    let plies = "A2 B1 B2 C2 B3 D1 A3 A1 C1";
    let game = |ko| played("9", ko, Suicide::No, plies);
    let refused = Err(Illegal::Superko { repeats_move: 7 });
    assert_eq!(game(Ko::Positional).check(point("B1")), refused);
    for ko in [Ko::Situational, Ko::Simple] {
        let mut game = game(ko);
        play_all(&mut game, "B1 pass");
        let expected = match ko {
            Ko::Simple => Ok(()),
            _ => Err(Illegal::Superko { repeats_move: 8 }),
        };
        assert_eq!(game.check(point("A1")), expected, "{ko:?}");
    }
}

#[test]
fn an_immediate_retake_is_named_ko_under_every_setting() {
    for ko in SETTINGS {
        let game = played("9", ko, Suicide::No, KO);
        assert_eq!(game.check(point("D4")), Err(Illegal::Ko), "{ko:?}");
    }
}

#[test]
fn a_pass_lifts_the_ko_only_under_simple() {
    for ko in SETTINGS {
        // White passes, Black passes: now any ply lies between.
        let mut game = played("9", ko, Suicide::No, KO);
        play_all(&mut game, "pass pass");
        let expected = match ko {
            Ko::Simple => Ok(()),
            // The board of plies 8 with H9: first after ply 9, again after the pass of ply 10.
            _ => Err(Illegal::Superko { repeats_move: 10 }),
        };
        assert_eq!(game.check(point("D4")), expected, "{ko:?}");
    }
}

#[test]
fn a_ko_may_be_retaken_after_a_threat_and_its_answer() {
    for ko in SETTINGS {
        let mut game = played("9", ko, Suicide::No, KO);
        play_all(&mut game, "A9 B9 D4");
        assert_eq!(game.last_captures().collect::<Vec<_>>(), [point("E4")]);
        assert_eq!(game.check(point("E4")), Err(Illegal::Ko), "{ko:?}");
    }
}

#[test]
fn passes_alone_never_repeat() {
    for ko in SETTINGS {
        let mut game = played("9", ko, Suicide::No, "E5");
        for passes in 1..200 {
            assert!(game.play(Vertex::Pass).is_ok());
            assert_eq!(game.consecutive_passes(), passes);
        }
    }
}

#[test]
fn undone_positions_are_forgotten() {
    for ko in SETTINGS {
        let mut game = played("9", ko, Suicide::No, KO);
        // Without E4 White has nothing to retake: Black may take again, and the board that this
        // leads to was seen only in the ply taken back.
        game.undo(1).unwrap();
        assert_eq!(game.check(point("E4")), Ok(()), "{ko:?}");
        // Nor is the board after ply 8 remembered once D4 is taken back.
        game.undo(3).unwrap();
        assert_eq!(game.ply(), 7);
        play_all(&mut game, "D4 H9 pass E4");
        assert_eq!(game.check(point("D4")), Err(Illegal::Ko), "{ko:?}");
    }
}

#[test]
fn the_initial_position_counts() {
    // Black D4 stands in White's mouth at the start; White takes it, Black may not retake, and a
    // retake through passes is the repetition of move 0.
    let stones = [
        (Colour::Black, "C4"),
        (Colour::Black, "D5"),
        (Colour::Black, "D3"),
        (Colour::Black, "E4"),
        (Colour::White, "E5"),
        (Colour::White, "E3"),
        (Colour::White, "F4"),
    ]
    .map(|(colour, at)| (colour, point(at)));
    for ko in SETTINGS {
        let mut game = Position::with_stones(size("9"), ko, Suicide::No, &stones, Colour::White).unwrap();
        play_all(&mut game, "D4");
        assert_eq!(game.check(point("E4")), Err(Illegal::Ko), "{ko:?}");
        play_all(&mut game, "pass pass");
        let expected = match ko {
            Ko::Simple => Ok(()),
            _ => Err(Illegal::Superko { repeats_move: 0 }),
        };
        assert_eq!(game.check(point("E4")), expected, "{ko:?}");
    }
}

#[test]
fn the_position_before_the_handicap_is_not_part_of_history() {
    // One row of three: were the empty board part of history, the suicide of three would repeat it.
    let mut game = Position::new(size("3x1"), Ko::Positional, Suicide::Multi);
    game.place(Colour::Black, &[point("B1")]).unwrap();
    assert_eq!(game.to_move(), Colour::White);
    play_all(&mut game, "pass A1 pass C1");
    assert_eq!(game.board().rows(), "...");
    assert_eq!(game.prisoners(Colour::Black), 3);
}

#[test]
fn a_cycle_of_more_than_thirty_plies_is_refused() {
    // Some programs look back thirty positions only: forty passes are more.
    let mut game = played("9", Ko::Positional, Suicide::No, KO);
    for _ in 0..20 {
        play_all(&mut game, "pass pass");
    }
    let refused = Err(Illegal::Superko { repeats_move: 10 });
    assert_eq!(game.check(point("D4")), refused);
    assert_eq!(game.ply(), 51);
}

/// The first row of a game under a setting: the ply, what it repeats, whether it is a basic ko.
struct Row {
    ply: u32,
    repeats: u32,
    legal: [bool; 3],
}

fn expected_rows(table: &str, id: &str) -> Vec<Row> {
    let rows = table.lines().filter(|line| !line.starts_with(['#', 'g']));
    rows.map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|fields| fields[0] == id)
        .map(|fields| Row {
            ply: fields[1].parse().unwrap(),
            repeats: fields[2].parse().unwrap(),
            legal: [3, 4, 5].map(|i| fields[i] == "legal"),
        })
        .collect()
}

#[test]
fn real_games_that_repeat() {
    let Some(games) = real("real_repetitions.tsv") else {
        return;
    };
    let Some(table) = real("real_repetitions_expected.tsv") else {
        return;
    };
    let mut seen = [0; 3];
    for game in games.lines() {
        let fields: Vec<&str> = game.split('\t').collect();
        let rows = expected_rows(&table, fields[0]);
        assert!(!rows.is_empty(), "{game}");
        for (setting, ko) in SETTINGS.into_iter().enumerate() {
            let refused = rows.iter().find(|row| !row.legal[setting]);
            replay(fields[0], fields[4], ko, refused);
            seen[setting] += usize::from(refused.is_some());
        }
    }
    assert_eq!(seen, [14, 12, 5], "games refused under each setting");
}

/// Replays until the row, which must be refused with its code, or to the end.
fn replay(id: &str, record: &str, ko: Ko, refused: Option<&Row>) {
    let mut position = Position::new(size("19"), ko, Suicide::No);
    for (side, vertex) in sgf_moves(record) {
        let ply = position.ply() + 1;
        assert_eq!(side, position.to_move().letter(), "{id} ply {ply}");
        let result = position.play(vertex).map(|_| ());
        let Some(row) = refused.filter(|row| row.ply == ply) else {
            assert_eq!(result, Ok(()), "{id} ply {ply} {ko:?}");
            continue;
        };
        let code = if row.legal[2] { Illegal::Superko { repeats_move: row.repeats } } else { Illegal::Ko };
        assert_eq!(result, Err(code), "{id} ply {ply} {ko:?}");
        return;
    }
    assert!(refused.is_none(), "{id}: the row was not reached");
}

#[test]
fn a_refused_play_changes_nothing() {
    let mut game = played("9", Ko::Positional, Suicide::No, KO);
    let before = game.board().rows();
    for (text, why) in
        [("D4", Illegal::Ko), ("E4", Illegal::Occupied), ("K1", Illegal::OffBoard), ("A10", Illegal::OffBoard)]
    {
        assert_eq!(game.play(vertex(text)).map(|_| ()), Err(why), "{text}");
    }
    assert_eq!((game.board().rows(), game.ply()), (before, 11));
    assert_eq!(game.to_move(), Colour::White);
}
