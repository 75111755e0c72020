//! The fast board against the slow one, over random games on small boards.

use crate::{
    slow::{self, SlowGame, Stones},
    tiers::long_tier,
};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use std::cell::Cell;
use tengen_core::rules::{Illegal, Position, count};
use tengen_protocol::{Colour, Ko, Point, Size, Suicide, Vertex};

#[derive(Clone, Debug)]
enum Step {
    /// The n-th of the legal points, or a pass where there is none.
    Play(usize),
    Pass,
    Undo(usize),
    /// The n-th of the plays that bring about a board again, or of all where there is none.
    Repeat(usize),
    /// The side to move, or the other, may repeat nothing any more.
    Forbid(bool),
}

#[derive(Clone, Debug)]
struct Game {
    size: (u8, u8),
    ko: Ko,
    suicide: Suicide,
    first: Colour,
    /// Where stones are tried at the start: those without liberties are left out.
    start: Vec<(Colour, usize)>,
    steps: Vec<Step>,
}

/// Games under these settings, on boards with up to so many columns and rows.
fn game(settings: &'static [Ko], (columns, rows): (u8, u8)) -> impl Strategy<Value = Game> {
    let colour = || prop_oneof![Just(Colour::Black), Just(Colour::White)];
    let step = prop_oneof![
        20 => (0..1000_usize).prop_map(Step::Play),
        2 => Just(Step::Pass),
        1 => (1..8_usize).prop_map(Step::Undo),
        10 => (0..1000_usize).prop_map(Step::Repeat),
    ];
    let step = prop_oneof![200 => step, 1 => any::<bool>().prop_map(Step::Forbid)];
    (
        (1..=columns, 1..=rows),
        prop::sample::select(settings),
        prop_oneof![Just(Suicide::No), Just(Suicide::Multi)],
        colour(),
        proptest::collection::vec((colour(), 0..25_usize), 0..8),
        proptest::collection::vec(step, 1..80),
    )
        .prop_map(|(size, ko, suicide, first, start, steps)| Game { size, ko, suicide, first, start, steps })
}

/// How often each refusal was met, so that the test shows that it looks at the hard cases.
#[derive(Default)]
struct Met {
    suicide: Cell<u32>,
    ko: Cell<u32>,
    superko: Cell<u32>,
    /// Boards of balanced cycles, for the second time and for the third or more.
    second: Cell<u32>,
    third: Cell<u32>,
}

impl Met {
    fn count(&self, result: Result<(), Illegal>) {
        let counter = match result {
            Err(Illegal::Suicide) => &self.suicide,
            Err(Illegal::Ko) => &self.ko,
            Err(Illegal::Superko { .. }) => &self.superko,
            _ => return,
        };
        counter.set(counter.get() + 1);
    }

    fn repeated(&self, times: usize) {
        let counter = if times == 2 { &self.second } else { &self.third };
        counter.set(counter.get() + 1);
    }
}

#[test]
fn agrees_with_a_slow_and_obvious_board() {
    let (cases, met) = compared(&[Ko::Positional, Ko::Situational, Ko::Simple], (5, 5));
    let met = [&met.suicide, &met.ko, &met.superko].map(Cell::get);
    println!("{cases} games; refused as suicide, ko, superko: {met:?}");
    assert!(met.iter().all(|n| *n >= cases / 3), "too few hard cases: {met:?}");
}

#[test]
fn agrees_on_cycles_that_a_referee_rules_on() {
    let (cases, met) = compared(&[Ko::Referee], (4, 3));
    let met = [&met.superko, &met.second, &met.third].map(Cell::get);
    println!("{cases} games; refused as superko, boards for the second time, for the third or more: {met:?}");
    assert!(met.iter().all(|n| *n >= cases / 3), "too few balanced cycles: {met:?}");
}

/// Compares in many games, and gives how many and what was met in them.
fn compared(settings: &'static [Ko], board: (u8, u8)) -> (u32, Met) {
    let cases = if long_tier("10,000 games against the slow board instead of 300") { 10_000 } else { 300 };
    let met = Met::default();
    let mut runner =
        TestRunner::new(Config { cases, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() });
    runner
        .run(&game(settings, board), |game| {
            compare(&game, &met);
            Ok(())
        })
        .unwrap();
    (cases, met)
}

/// Plays one game on both boards and compares all that can be seen after each step.
fn compare(game: &Game, met: &Met) {
    let (mut fast, mut slow) = begin(game);
    same(&fast, &slow, met);
    for step in &game.steps {
        match step {
            Step::Play(n) | Step::Repeat(n) => {
                let mut legal: Vec<Point> = fast.board().points().filter(|p| slow.check(*p).is_ok()).collect();
                let repeat: Vec<Point> =
                    legal.iter().copied().filter(|p| slow.recurrence(*p).is_ok_and(|of| of.is_some())).collect();
                if matches!(step, Step::Repeat(_)) && !repeat.is_empty() {
                    legal = repeat;
                }
                if legal.is_empty() {
                    slow.pass();
                    fast.play(Vertex::Pass).unwrap();
                } else {
                    let point = legal[n % legal.len()];
                    let (foreseen, captures) = fast.board_after(point).unwrap();
                    let mut taken: Vec<Point> = fast.play(Vertex::Point(point)).unwrap().collect();
                    assert_eq!(foreseen.rows(), fast.board().rows(), "{game:?}");
                    assert_eq!(captures, taken, "{game:?}");
                    taken.sort();
                    assert_eq!(taken, slow.play(point).unwrap(), "{game:?}");
                }
            }
            Step::Pass => {
                slow.pass();
                fast.play(Vertex::Pass).unwrap();
            }
            Step::Forbid(mover) => {
                let side = if *mover { slow.to_move() } else { slow.to_move().other() };
                slow.bound.push(side);
                fast.forbid_repetition(side);
            }
            Step::Undo(plies) => {
                let plies = (*plies).min(slow.ply());
                slow.undo(plies);
                fast.undo(u32::try_from(plies).unwrap()).unwrap();
            }
        }
        same(&fast, &slow, met);
    }
}

fn begin(game: &Game) -> (Position, SlowGame) {
    let (width, height) = game.size;
    let size = Size::new(width, height).unwrap();
    let points: Vec<Point> = Position::new(size, game.ko, game.suicide).board().points().collect();
    let mut board: Stones = vec![vec!['.'; width.into()]; height.into()];
    let mut stones = Vec::new();
    for (colour, n) in &game.start {
        let point = points[n % points.len()];
        stones.push((*colour, point));
        let set_up = Position::with_stones(size, game.ko, game.suicide, &stones, game.first);
        if set_up.is_err() {
            stones.pop();
        }
    }
    for (colour, point) in &stones {
        board[usize::from(point.row())][usize::from(point.column())] = match colour {
            Colour::Black => 'X',
            Colour::White => 'O',
        };
    }
    let fast = Position::with_stones(size, game.ko, game.suicide, &stones, game.first).unwrap();
    let slow = SlowGame::new(board, game.ko, game.suicide, game.first);
    (fast, slow)
}

fn same(fast: &Position, slow: &SlowGame, met: &Met) {
    assert_eq!(fast.board().rows(), slow::rows(slow.board()));
    assert_eq!(fast.ply() as usize, slow.ply());
    assert_eq!(fast.to_move(), slow.to_move());
    for colour in [Colour::Black, Colour::White] {
        let prisoners = slow.prisoners[slow.ply()][colour.index()];
        assert_eq!(fast.prisoners(colour), prisoners, "{colour}");
    }
    for point in fast.board().points() {
        let expected = slow.check(point);
        met.count(expected);
        let board = fast.board();
        assert_eq!(fast.check(point), expected, "{point} {board:?}");
        assert_eq!(fast.board_after(point).err(), expected.err(), "{point} {board:?}");
        let recurrence = slow.recurrence(point);
        if let Ok(Some((_, times))) = recurrence {
            met.repeated(times);
        }
        let fast = fast.recurrence_after(point).map(|of| of.map(|of| (of.of_move as usize, of.occurrence as usize)));
        assert_eq!(fast, recurrence, "{point} {board:?}");
        assert_eq!(board.chain(point), slow.chain(point), "{point} {board:?}");
        let dead = board.chain(point);
        assert_eq!(count::area(board, &dead), slow::area(slow.board(), &dead));
    }
}
