//! Results of whole games: handicap, warnings, and what AGA rules promise.

use super::*;
use crate::rules::handicap::compensation_points;
use proptest::prelude::*;
use tengen_protocol::{EndReason, Point};

/// A referee's warning, as an event: its command comes with the referees.
fn warn(table: &mut Table, warned: Colour, outcome: Option<Outcome>) {
    let (authority, now) = (authority(Reason::Device), table.now);
    let decision = match outcome {
        None => table.game.warns(warned, authority, Arrival { logical: now, wall: now, ..Arrival::default() }),
        outcome => table.game.ends(Event::Warned { warned, authority, revised: None, outcome }),
    };
    table.append(decision).event();
}

/// Both accept the marks as they stand.
fn agree(table: &mut Table) {
    let revision = table.game.snapshot(Sides::default()).scoring.unwrap().revision;
    for by in [BLACK, WHITE] {
        table.say(by, Command::Accept { revision }).event();
    }
}

fn margin(table: &Table) -> i32 {
    table.game.outcome().unwrap().count.unwrap().quarter_zi
}

#[test]
fn white_is_compensated_for_handicap_stones_as_the_preset_says() {
    // What White gets for 0, 1, 2 and 9 stones, points.
    for (preset, compensation) in [
        (Preset::Chinese, [0, 0, 2, 9]),
        (Preset::Chinese1988, [0, 0, 2, 9]),
        (Preset::Aga, [0, 0, 1, 8]),
        (Preset::NewZealand, [0, 0, 0, 0]),
        (Preset::TrompTaylor, [0, 0, 0, 0]),
    ] {
        for (handicap, points) in [0, 1, 2, 9].into_iter().zip(compensation) {
            let mut given = terms("9", "none");
            (given.rules, given.handicap, given.komi) = (preset, handicap, Some("0".parse().unwrap()));
            let mut table = Table::new(&given);
            table.plays(if handicap < 2 { "E5 pass pass" } else { "pass pass" });
            if table.game.phase() == Phase::Scoring {
                agree(&mut table);
            }
            // Black has the whole board: 81 points against 40 1/2.
            assert_eq!(margin(&table), 162 - 2 * points, "{preset} H{handicap}");
        }
    }
}

#[test]
fn stones_that_were_placed_freely_are_compensated_too() {
    let mut given = terms("2x3", "none");
    (given.handicap, given.placement) = (2, Placement::Free);
    let mut table = Table::new(&given);
    for vertex in ["A1", "B1"] {
        table.play(BLACK, vertex).event();
    }
    // Black's row below, White's above, two points between: 3 points each, of which White has 2 more.
    table.plays("A3 pass B3 pass pass");
    agree(&mut table);
    assert_eq!((table.outcome(), margin(&table)), ("W+2", -4));
}

#[test]
fn warnings_of_either_side_cost_a_zi() {
    for (warned, change) in [(None, 0), (Some(BLACK), -4), (Some(WHITE), 4)] {
        let mut table = Table::new(&terms("9", "none"));
        table.plays("E5");
        if let Some(side) = warned {
            warn(&mut table, side, None);
        }
        table.plays("pass pass");
        agree(&mut table);
        assert_eq!(margin(&table), 4 * 81 - 162 - 15 + change, "{warned:?}");
        table.check_replay();
    }
}

#[test]
fn a_warning_during_scoring_voids_acceptances() {
    let mut table = Table::new(&terms("9", "none"));
    table.plays("E5 pass pass");
    table.say(BLACK, Command::Accept { revision: 0 }).event();
    warn(&mut table, BLACK, None);
    let scoring = table.game.snapshot(Sides::default()).scoring.unwrap();
    assert_eq!(scoring.accepted, Sides { black: false, white: false });
    table.say(WHITE, Command::Accept { revision: 1 }).event();
    assert_eq!(table.game.phase(), Phase::Scoring, "Black accepted before he knew");
    table.say(BLACK, Command::Accept { revision: 1 }).event();
    assert_eq!(margin(&table), 4 * 81 - 162 - 15 - 4);
    table.check_replay();
}

#[test]
fn the_second_warning_loses() {
    let mut table = Table::new(&terms("9", "10m"));
    table.plays("E5");
    warn(&mut table, WHITE, None);
    warn(&mut table, BLACK, None);
    assert_eq!(table.game.phase(), Phase::Playing, "one each loses nothing");
    warn(&mut table, WHITE, Some(count::win(BLACK, EndReason::Forfeit)));
    assert_eq!((table.game.phase(), table.outcome()), (Phase::Finished, "B+F"));
    assert_eq!(table.game.snapshot(Sides::default()).warnings, Sides { black: 1, white: 2 });
    assert_eq!(table.play(WHITE, "A1").refused(), Code::GameOver);
    table.check_replay();
}

/// Territory with prisoners: empty points that one side alone surrounds, and the stones that it took
/// or was given by passes. Counted from the rows, without the code that counts area.
fn territory_margin(table: &Table, dead: &[Point]) -> i32 {
    let snapshot = table.game.snapshot(Sides::default());
    let size = snapshot.setup.size;
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let mut rows = snapshot.board.into_bytes();
    let index = |point: &Point| (height - 1 - usize::from(point.row())) * width + usize::from(point.column());
    let passes = snapshot.pass_stones.unwrap();
    let sided = |colour| i32::try_from(*snapshot.captures.of(colour) + *passes.of(colour.other())).unwrap();
    let mut margin = sided(BLACK) - sided(WHITE);
    for point in dead {
        margin += if rows[index(point)] == b'O' { 1 } else { -1 };
        rows[index(point)] = b'.';
    }
    let mut seen = vec![false; rows.len()];
    for start in 0..rows.len() {
        let (mut region, mut borders, mut open) = (0, Vec::new(), vec![start]);
        while let Some(at) = open.pop() {
            if rows[at] != b'.' {
                borders.push(rows[at]);
                continue;
            }
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            region += 1;
            let (row, column) = (at / width, at % width);
            open.extend((row > 0).then(|| at - width));
            open.extend((row + 1 < height).then(|| at + width));
            open.extend((column > 0).then(|| at - 1));
            open.extend((column + 1 < width).then(|| at + 1));
        }
        if region > 0 {
            let (black, white) = (borders.contains(&b'X'), borders.contains(&b'O'));
            margin += region * (i32::from(black && !white) - i32::from(white && !black));
        }
    }
    margin
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// AGA: each pass gives a prisoner and White passes last, so both ways of counting agree: territory
    /// with prisoners is the difference of area less the compensation for handicap stones.
    #[test]
    fn under_aga_rules_territory_and_area_agree(
        handicap in prop::sample::select(vec![0_u16, 2, 5]),
        moves in prop::collection::vec((0..9_u8, 0..9_u8), 0..160),
        resumed in any::<bool>(),
        marked in prop::collection::vec((0..9_u8, 0..9_u8), 0..6),
    ) {
        let mut aga = terms("9", "none");
        (aga.rules, aga.handicap, aga.komi) = (Preset::Aga, handicap, Some("0".parse().unwrap()));
        let mut table = Table::new(&aga);
        let (early, late) = moves.split_at(if resumed { moves.len() / 2 } else { moves.len() });
        for part in [early, late] {
            for (x, y) in part {
                let by = table.game.to_move();
                let vertex = if *x == 8 && *y < 2 { "pass".into() } else { Point::new(*x, *y).unwrap().to_string() };
                // an illegal one is left out, and the first stop ends the part
                if table.game.phase() == Phase::Playing {
                    table.play(by, &vertex);
                }
            }
            while table.game.phase() == Phase::Playing {
                let by = table.game.to_move();
                table.play(by, "pass").event();
            }
            if resumed && table.game.snapshot(Sides::default()).scoring.unwrap().stop == 1 {
                table.say(BLACK, Command::Resume).event();
            }
        }
        for (x, y) in marked {
            let revision = table.game.snapshot(Sides::default()).scoring.unwrap().revision;
            let vertex = Point::new(x, y).unwrap();
            // a point without a stone, or of a chain that is marked already, is left out
            let _left_out = table.say(BLACK, Command::Mark { vertex, dead: true, revision });
        }
        let dead = table.game.snapshot(Sides::default()).scoring.unwrap().dead;
        let territory = territory_margin(&table, &dead);
        agree(&mut table);
        let count = table.game.outcome().unwrap().count.unwrap();
        let compensation = i32::from(compensation_points(table.game.setup().rules.compensation, handicap));
        let area = i32::from(count.black) - i32::from(count.white);
        prop_assert_eq!(territory, area - compensation);
        // margins in quarter zi are twice those in points
        prop_assert_eq!(margin(&table), 2 * (area - compensation));
    }
}
