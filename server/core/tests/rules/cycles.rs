//! Cycles under the setting in which a referee rules on them.

use crate::support::{play_all, played, point, size};
use tengen_core::rules::{Illegal, Position};
use tengen_protocol::{Colour, Ko, Recurrence, Suicide};

/// Stones at the start, Black's and White's.
fn set_up(board: &str, black: &str, white: &str) -> Position {
    let stones = |colour, text: &str| text.split(' ').map(|at| (colour, point(at))).collect::<Vec<_>>();
    let stones = [stones(Colour::Black, black), stones(Colour::White, white)].concat();
    Position::with_stones(size(board), Ko::Referee, Suicide::No, &stones, Colour::Black).unwrap()
}

/// Three kos at the edges; White can take the one in the middle of the cycle, Black the two others.
fn triple_ko() -> Position {
    set_up("9", "A1 B2 F1 G2 H1 A9 B8", "B1 C2 D1 H2 J1 B9 C8 D9")
}

/// Every play of the cycle takes one stone: six bring the board about again.
const ROUND: &str = "C1 G1 C9 B1 H1 B9";

fn occurrence(of_move: u32, occurrence: u32) -> Result<Option<Recurrence>, Illegal> {
    Ok(Some(Recurrence { of_move, occurrence }))
}

#[test]
fn triple_ko_goes_round_and_each_board_is_noted() {
    let mut game = triple_ko();
    for (ply, at) in ROUND.split(' ').cycle().take(20).enumerate() {
        let of = game.recurrence_after(point(at));
        // six plies are a round, and the board at the start is that after each of them
        let ply = u32::try_from(ply).unwrap() + 1;
        match ply.checked_sub(6) {
            None => assert_eq!(of, Ok(None), "{ply}"),
            Some(before) => assert_eq!(of, occurrence(before, ply / 6 + 1), "{ply}"),
        }
        play_all(&mut game, at);
    }
    assert_eq!([Colour::Black, Colour::White].map(|side| game.prisoners(side)), [10, 10]);
}

#[test]
fn the_ko_itself_is_refused_and_passes_make_it_no_cycle() {
    let mut game = triple_ko();
    play_all(&mut game, "C1");
    assert_eq!(game.check(point("B1")), Err(Illegal::Ko));
    play_all(&mut game, "pass pass");
    assert_eq!(game.check(point("B1")), Err(Illegal::Superko { repeats_move: 0 }), "one play each");
}

#[test]
fn passes_in_a_cycle_are_no_plays_and_no_occurrences() {
    let mut game = triple_ko();
    play_all(&mut game, "C1 G1 pass pass C9 B1 H1");
    assert_eq!(game.recurrence_after(point("B9")), occurrence(0, 2));
    play_all(&mut game, "B9 pass pass C1 G1 C9 B1 H1");
    // the latest ply with that board is the second pass
    assert_eq!(game.recurrence_after(point("B9")), occurrence(10, 3));
    // two plays each through two kos, whatever was passed; a pass at first has the board of the start
    for (plies, last, latest) in [("pass G1 C1 pass H1", "B1", 1), ("C1 pass pass G1 pass B1", "H1", 0)] {
        let mut game = triple_ko();
        play_all(&mut game, plies);
        assert_eq!(game.recurrence_after(point(last)), occurrence(latest, 2), "{plies}");
    }
}

#[test]
fn a_cycle_in_which_one_side_plays_more_is_refused() {
    // Sending two, returning one: White would capture again, his second play against one of Black's.
    let game = played("9", Ko::Referee, Suicide::No, "A2 B1 B2 C2 B3 D1 A3 A1 C1");
    assert_eq!(game.check(point("B1")), Err(Illegal::Superko { repeats_move: 7 }));
}

#[test]
fn eternal_life_is_a_balanced_cycle() {
    // Each side in turn plays in beside a stone and loses both: four plies, two stones each.
    let mut game = set_up("4x3", "C2 D2", "C3 A2 B2");
    for round in 1..=3 {
        play_all(&mut game, "A3 D3 B3");
        assert_eq!(game.recurrence_after(point("C3")), occurrence(4 * (round - 1), round + 1));
        play_all(&mut game, "C3");
        assert_eq!(game.last_captures().len(), 2);
    }
}

#[test]
fn who_is_forbidden_to_repeat_may_not_and_the_other_may() {
    let mut game = triple_ko();
    play_all(&mut game, ROUND);
    game.undo(1).unwrap();
    game.forbid_repetition(Colour::White);
    assert_eq!(game.check(point("B9")), Err(Illegal::Superko { repeats_move: 0 }));
    game.undo(2).unwrap();
    assert!(game.is_repetition_forbidden(Colour::White), "nothing that is taken back changes it");
    // moonshine life: a threat and its answer make one more round, in which Black still may repeat
    play_all(&mut game, "B1 H1 E5 F5 B9 C1 G1 C9 B1");
    assert_eq!(game.recurrence_after(point("H1")), occurrence(7, 2));
    play_all(&mut game, "H1");
    assert_eq!(game.check(point("B9")), Err(Illegal::Superko { repeats_move: 8 }));
}

#[test]
fn what_is_taken_back_has_not_come_about() {
    let mut game = triple_ko();
    play_all(&mut game, ROUND);
    play_all(&mut game, "C1 G1 C9 B1 H1");
    assert_eq!(game.recurrence_after(point("B9")), occurrence(6, 3));
    game.undo(6).unwrap();
    assert_eq!(game.ply(), 5);
    assert_eq!(game.recurrence_after(point("B9")), occurrence(0, 2));
}

#[test]
fn no_other_setting_notes_what_repeats() {
    let mut game = played("9", Ko::Simple, Suicide::No, "A2 B1 B2 C2 B3 D1 A3 A1 C1");
    assert_eq!(game.recurrence_after(point("B1")), Ok(None));
    play_all(&mut game, "B1");
}
