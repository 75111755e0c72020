//! What `tengen referee` orders.

use clap::{Args, Subcommand, ValueEnum};
use tengen_protocol::{
    Colour, GivenResult, Loser, NewClock, Order, ParseError, Point, Reason, Repetition, TimeControl, TimeControlError,
};

const EXAMPLES: &str = "\
Examples:
  tengen referee GAME warn black --reason talking
  tengen referee GAME lose both --reason cheating --text \"the game was arranged\"
  tengen referee GAME adjudicate B+3.5 --reason other --text \"power cut\"
  tengen referee GAME count --dead \"D4 Q16\" --reason other
  tengen referee GAME overturn W+F --reason consulting
  tengen referee GAME clocks --black-main 20m --black-periods 5 --reason other
  tengen referee GAME take-back 2 --reason other
  tengen referee GAME suspend --reason other --text \"power cut\"
  tengen referee GAME repetition draw --reason other
  tengen referee GAME edit --remove \"D4\" --white \"D5\" --to-move black --reason other --yes
  tengen referee EVENT                                  the console: boards in trouble first
  tengen referee EVENT boards                           the same as lines, --json for programs
  tengen referee EVENT suspend-all --reason other --text \"power cut\"

An order about the position (count, take-back, edit ..) is refused if a move was made since the game was
shown to you, every order if another one was given since. It is kept in the game's log for good, with
your account, the reason and the text, and told to the players and to everybody who watches.";

/// A ruling in a game, or the console of an event.
#[derive(Args, Debug)]
#[command(disable_help_subcommand = true, after_help = EXAMPLES)]
pub(crate) struct RefereeArgs {
    /// The game that the order is for; of the console and of orders to all boards the tournament.
    #[arg(value_name = "ID")]
    pub(crate) of: String,
    #[command(subcommand)]
    pub(crate) order: Option<RefereeOrder>,
}

/// What is ordered, in a game or at all boards of a tournament.
#[derive(Subcommand, Debug)]
pub(crate) enum RefereeOrder {
    #[command(flatten)]
    Game(OrderArg),
    /// List the boards of a tournament, those in trouble first.
    Boards,
    /// Let play stand still at all boards of a tournament: a power cut.
    SuspendAll {
        #[command(flatten)]
        why: Why,
    },
    /// Let play go on at all boards of a tournament that a referee has suspended.
    ResumeAll {
        #[command(flatten)]
        why: Why,
    },
}

/// Why, and whether it is asked again.
#[derive(Args, Debug)]
pub(crate) struct Why {
    /// Why: late, cheating, consulting, talking, device, smoking, disturbance, withdrawal, ceremony, other.
    #[arg(long)]
    pub(crate) reason: Reason,
    /// Why, in your words, up to 300 characters; everybody reads them.
    #[arg(long)]
    pub(crate) text: Option<String>,
    /// Do not ask whether it is to be done.
    #[arg(long)]
    pub(crate) yes: bool,
}

/// What is ordered.
#[derive(Subcommand, Debug)]
pub(crate) enum OrderArg {
    /// Warn a side: one zi in the count; the second warning loses the game.
    Warn {
        /// Whom.
        side: SideArg,
        #[command(flatten)]
        why: Why,
    },
    /// Let a side lose, or both.
    Lose {
        /// Who loses.
        side: LoserArg,
        #[command(flatten)]
        why: Why,
    },
    /// End the game with a result.
    Adjudicate {
        /// The result: B+3.5 (points), B+R, B+T, B+F, the same for W, 0 (draw), Void, both_lose.
        result: GivenResult,
        /// It is not for force majeure: fewer than 151 stones may have been played.
        #[arg(long)]
        not_force_majeure: bool,
        #[command(flatten)]
        why: Why,
    },
    /// End the game with the count of the board as it stands.
    Count {
        /// A stone of each dead chain, with spaces between.
        #[arg(long, default_value = "", value_name = "VERTICES", value_parser = vertices)]
        dead: Points,
        /// It is not for force majeure: fewer than 151 stones may have been played.
        #[arg(long)]
        not_force_majeure: bool,
        #[command(flatten)]
        why: Why,
    },
    /// Give a finished game another result.
    Overturn {
        /// The result: B+3.5 (points), B+R, B+T, B+F, the same for W, 0 (draw), Void, both_lose.
        result: GivenResult,
        #[command(flatten)]
        why: Why,
    },
    /// Rule at a final stop which stones are dead; the game is counted.
    LifeAndDeath {
        /// A stone of each dead chain, with spaces between.
        #[arg(long, default_value = "", value_name = "VERTICES", value_parser = vertices)]
        dead: Points,
        #[command(flatten)]
        why: Why,
    },
    /// Set clocks; what is not named stays.
    Clocks {
        #[command(flatten)]
        clocks: ClocksArg,
        #[command(flatten)]
        why: Why,
    },
    /// Take back moves.
    TakeBack {
        /// How many, passes counted.
        moves: u32,
        #[command(flatten)]
        clocks: ClocksArg,
        #[command(flatten)]
        why: Why,
    },
    /// Change the stones on the board and let play go on.
    Edit {
        /// Stones to take away, with spaces between.
        #[arg(long, default_value = "", value_name = "VERTICES", value_parser = vertices)]
        remove: Points,
        /// Points for black stones, with spaces between.
        #[arg(long, default_value = "", value_name = "VERTICES", value_parser = vertices)]
        black: Points,
        /// Points for white stones, with spaces between.
        #[arg(long, default_value = "", value_name = "VERTICES", value_parser = vertices)]
        white: Points,
        /// Who moves next [default: whose turn it is].
        #[arg(long)]
        to_move: Option<SideArg>,
        #[command(flatten)]
        why: Why,
    },
    /// Begin the game anew with full clocks; warnings stay.
    Restart {
        #[command(flatten)]
        why: Why,
    },
    /// End the game without a result, to be played again.
    Replay {
        #[command(flatten)]
        why: Why,
    },
    /// Have the game begin anew with the other colours: up to the tenth stone.
    ColoursWrong {
        #[command(flatten)]
        why: Why,
    },
    /// Let play stand still, clocks too.
    Suspend {
        #[command(flatten)]
        why: Why,
    },
    /// Let suspended or paused play go on.
    Resume {
        #[command(flatten)]
        why: Why,
    },
    /// Rule on a repetition for which play has stopped.
    Repetition {
        /// How.
        ruling: RepetitionArg,
        #[command(flatten)]
        why: Why,
    },
}

/// Clocks that are set.
#[derive(Args, Debug)]
pub(crate) struct ClocksArg {
    /// Black's main time, as 20m or 1h30m; 0 for none.
    #[arg(long, value_name = "TIME", value_parser = main_time)]
    pub(crate) black_main: Option<u64>,
    /// Black's byo-yomi periods.
    #[arg(long, value_name = "N")]
    pub(crate) black_periods: Option<u32>,
    /// White's main time.
    #[arg(long, value_name = "TIME", value_parser = main_time)]
    pub(crate) white_main: Option<u64>,
    /// White's byo-yomi periods.
    #[arg(long, value_name = "N")]
    pub(crate) white_periods: Option<u32>,
}

impl ClocksArg {
    fn clocks(&self) -> [Option<NewClock>; 2] {
        let clock = |main: Option<u64>, periods: Option<u32>| {
            (main.is_some() || periods.is_some()).then_some(NewClock { main, periods })
        };
        [clock(self.black_main, self.black_periods), clock(self.white_main, self.white_periods)]
    }
}

/// A side.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum SideArg {
    Black,
    White,
}

impl SideArg {
    const fn colour(self) -> Colour {
        match self {
            Self::Black => Colour::Black,
            Self::White => Colour::White,
        }
    }
}

/// Who loses.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum LoserArg {
    Black,
    White,
    Both,
}

/// How a repetition is ruled on.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum RepetitionArg {
    /// A draw.
    Draw,
    /// No result.
    NoResult,
    /// No result, to be played again.
    Replay,
    /// The move is taken back, and its side may repeat no position any more.
    Forbid,
    /// Play goes on, until the position comes about once more.
    Continue,
}

impl RepetitionArg {
    const fn value(self) -> Repetition {
        match self {
            Self::Draw => Repetition::Draw,
            Self::NoResult => Repetition::NoResult,
            Self::Replay => Repetition::Replay,
            Self::Forbid => Repetition::Forbid,
            Self::Continue => Repetition::Continue,
        }
    }
}

/// Points that are named together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Points(Vec<Point>);

fn vertices(text: &str) -> Result<Points, ParseError> {
    text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map(Points)
}

/// A main time, ms, written as in a time control.
fn main_time(text: &str) -> Result<u64, ParseError> {
    if text == "0" {
        return Ok(0);
    }
    match text.parse().map_err(|error: TimeControlError| ParseError(error.to_string()))? {
        TimeControl::Absolute { main } => Ok(main),
        _ => Err(ParseError(format!("time '{text}': write a main time alone, as 20m or 1h30m"))),
    }
}

impl OrderArg {
    /// As it goes to the server, and why.
    pub(crate) fn order(self) -> (Order, Why) {
        match self {
            Self::Warn { side, why } => (Order::Warn { side: side.colour() }, why),
            Self::Lose { side, why } => {
                let side = match side {
                    LoserArg::Black => Loser::Black,
                    LoserArg::White => Loser::White,
                    LoserArg::Both => Loser::Both,
                };
                (Order::Lose { side }, why)
            }
            Self::Adjudicate { result, not_force_majeure, why } => {
                (Order::Adjudicate { result, force_majeure: !not_force_majeure }, why)
            }
            Self::Count { dead, not_force_majeure, why } => {
                (Order::AdjudicateCount { dead: dead.0, force_majeure: !not_force_majeure }, why)
            }
            Self::Overturn { result, why } => (Order::Overturn { result }, why),
            Self::LifeAndDeath { dead, why } => (Order::LifeAndDeath { dead: dead.0 }, why),
            Self::Clocks { clocks, why } => {
                let [black, white] = clocks.clocks();
                (Order::Clocks { black, white }, why)
            }
            Self::TakeBack { moves, clocks, why } => {
                let [black, white] = clocks.clocks();
                (Order::TakeBack { moves, black, white }, why)
            }
            Self::Edit { remove, black, white, to_move, why } => {
                let to_move = to_move.map(SideArg::colour);
                (Order::Edit { remove: remove.0, black: black.0, white: white.0, to_move }, why)
            }
            Self::Restart { why } => (Order::Restart, why),
            Self::Replay { why } => (Order::Replay, why),
            Self::ColoursWrong { why } => (Order::ColoursWrong, why),
            Self::Suspend { why } => (Order::Suspend, why),
            Self::Resume { why } => (Order::Resume, why),
            Self::Repetition { ruling, why } => (Order::Repetition { ruling: ruling.value() }, why),
        }
    }
}
