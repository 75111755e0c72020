//! What `tengen tournament` is asked to do.

mod order;
mod people;
mod settings;
mod values;

pub(crate) use people::{EditArgs, EnterArgs, SanctionArg};
pub(crate) use settings::{CreateArgs, NoSettings, SettingsArgs};
pub(crate) use values::{GameArg, MemberArg, entry_number};

use super::referee::Why;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use tengen_protocol::{BoutRef, DrawBy, Reason, TournamentId, tournament_view::TournamentPhase};
use values::{PairArg, ScoreArg, bout, draw_by, entries};

const EXAMPLES: &str = "\
Examples:
  tengen tournament presets                                what one can begin from
  tengen tournament create \"Club open\" --preset chinese-2002 --rounds 5
  tengen tournament import T players.csv --check           is the list in order?
  tengen tournament enter T --rank 3d                      take part
  tengen tournament draw T --by rating
  tengen tournament start T
  tengen tournament pair T --begin
  tengen tournament pairings T
  tengen tournament result T 1.1.3 2:0                     stage 1, round 1, table 3: Black has won
  tengen tournament standings T --crosstable
  tengen tournament explain T \"Li Ming\"                    why he has this place
  tengen tournament export T --format h9 -o open.h9

T is the tournament's id, as `tengen tournament list` shows it. An entry is its number or its name. A
result is written as points of the event, Black first: 2:0, 1:1, 0:2, 0:0, with an f behind it when nobody
played for it. What an official orders is kept for good with his account, the reason and his words.";

const CREATE_EXAMPLES: &str = "\
Examples:
  tengen tournament create \"Club open\" --preset chinese-2002 --rounds 5 --time 30m+5x30s
  tengen tournament create Bots --preset cgos --size 9 --pace at-once:10s
  tengen tournament create Cup --stage swiss:7 --stage elimination:1,best-of-3,first:8
  tengen tournament create League --system round-robin:2 --pace \"at:2026-12-05 10:00,2026-12-12 10:00\" \\
         --zone Asia/Shanghai
  tengen tournament create Teams --teams --system round-robin:1 --bout boards:5 --elsewhere
  tengen tournament create Cup --preset uec --print > cup.json
  tengen tournament create Cup --settings cup.json

Systems: swiss:ROUNDS, round-robin:LAPS, elimination:LOSSES, swiss-elimination:LOSSES. Bouts: game,
best-of-3, boards:5, win-and-continue. Behind the system of a --stage stand, with commas between, its bout,
first:N (who comes from the stage before), carry (they bring their points), draws:stands or draws:replay.";

/// A tournament.
#[derive(Args, Debug)]
#[command(disable_help_subcommand = true, after_help = EXAMPLES)]
pub(crate) struct TournamentArgs {
    #[command(subcommand)]
    pub(crate) order: TournamentOrder,
}

/// What is to be done.
#[derive(Subcommand, Debug)]
pub(crate) enum TournamentOrder {
    /// Make a tournament, as its organiser.
    #[command(after_help = CREATE_EXAMPLES)]
    Create(Box<CreateArgs>),
    /// Change settings: everything before the start, later a few; what is not said stays.
    Change {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// Another name.
        #[arg(long = "name", value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        settings: Box<SettingsArgs>,
        /// Print the settings as JSON and send nothing.
        #[arg(long)]
        print: bool,
    },
    /// List settings that one can begin from.
    Presets,
    /// List tournaments, newest first.
    List {
        /// Only those that are there.
        #[arg(long, value_enum, ignore_case = true)]
        phase: Option<PhaseArg>,
        /// Go on where a list ended: with what it named at its end.
        #[arg(long, value_name = "NEXT")]
        before: Option<String>,
        /// At most so many, 1 to 200 [default: 50].
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
        limit: Option<u32>,
    },
    /// Show a tournament: its settings, officials, and how far it is.
    Show {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
    },
    /// Enter oneself; as an organiser somebody else.
    Enter(Box<EnterArgs>),
    /// List who is entered.
    Entries {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// As a list that can be imported.
        #[arg(long)]
        csv: bool,
    },
    /// Enter a list, all or none, as an organiser.
    Import {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The list as CSV: the first line names the columns; - is stdin.
        file: PathBuf,
        /// Only say whether the list is in order.
        #[arg(long)]
        check: bool,
    },
    /// Change an entry, as an organiser.
    Edit(Box<EditArgs>),
    /// Withdraw, oneself or as an official somebody else.
    Withdraw {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The entry: its number or its name [default: your own].
        entry: Option<String>,
        /// Do not ask whether it is to be done.
        #[arg(long)]
        yes: bool,
    },
    /// Exclude somebody, as an official.
    Exclude {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The entry: its number or its name.
        entry: String,
        #[command(flatten)]
        why: Why,
    },
    /// Let somebody be paired again who had left, as an official.
    Readmit {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The entry: its number or its name.
        entry: String,
        #[command(flatten)]
        why: Why,
    },
    /// Say who plays for a team from the next bout on.
    LineUp {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The entry: its number or its name.
        entry: String,
        /// Members by their number in the team's list, in the order of the boards.
        #[arg(required = true)]
        members: Vec<u32>,
        /// Those of them who are not there and forfeit.
        #[arg(long, value_name = "MEMBER")]
        absent: Vec<u32>,
    },
    /// Say that a member of a team leaves.
    MemberLeaves {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The entry: its number or its name.
        entry: String,
        /// The member's number in the team's list.
        member: u32,
        /// Do not ask whether it is to be done.
        #[arg(long)]
        yes: bool,
    },
    /// Draw the order of the field, as often as one likes before the start.
    Draw {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// By seed, rating, rank or lot; seeded:8 draws lots for all but the first eight.
        #[arg(long, default_value = "seed", value_parser = draw_by)]
        by: DrawBy,
    },
    /// Begin the first stage.
    Start {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
    },
    /// Pair the next round.
    Pair {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// Begin it at once.
        #[arg(long)]
        begin: bool,
    },
    /// Pair the next round by hand, as an official, or the one that waits to begin anew.
    PairByHand {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// Who meets whom, by numbers: 3-7, Black first.
        #[arg(required = true, value_name = "B-W")]
        pairs: Vec<PairArg>,
        /// Who has a bye, by numbers with spaces between.
        #[arg(long, default_value = "", value_name = "ENTRIES", value_parser = entries)]
        byes: values::Entries,
        #[command(flatten)]
        why: Why,
    },
    /// Begin the round that is paired.
    Begin {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
    },
    /// Exchange the colours of a bout that has not begun, as an official.
    Swap {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The bout: stage.round.table, as 1.2.3.
        #[arg(value_parser = bout)]
        bout: BoutRef,
        #[command(flatten)]
        why: Why,
    },
    /// Show the pairings of a round and how they ended.
    #[command(visible_alias = "round")]
    Pairings {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The stage [default: the newest].
        #[arg(long)]
        stage: Option<u32>,
        /// The round [default: the newest].
        #[arg(long)]
        round: Option<u32>,
    },
    /// Announce the result of a game that is not played on this server.
    Result {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The game: its id, or stage.round.table, with .board behind it in a match of teams.
        game: GameArg,
        /// Points of the event, Black first: 2:0, 1:1, 0:2, 0:0, 2:0f by forfeit; none to be replayed.
        score: ScoreArg,
        /// Why: late, cheating, consulting, talking, device, smoking, disturbance, withdrawal, ceremony, other.
        #[arg(long)]
        reason: Option<Reason>,
        /// Why, in your words, up to 300 characters; everybody reads them.
        #[arg(long, requires = "reason")]
        text: Option<String>,
    },
    /// Have a game of this round played again, as an official.
    Replay {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The game: its id, or stage.round.table, with .board behind it in a match of teams.
        game: GameArg,
        #[command(flatten)]
        why: Why,
    },
    /// Give a game or a whole bout another result, as an official, also after later rounds.
    Overturn {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The game by its id, or the bout by stage.round.table.
        #[arg(value_name = "GAME")]
        which: GameArg,
        /// Points of the event, Black first: 2:0, 1:1, 0:2, 0:0, 2:0f by forfeit; none to be replayed.
        score: ScoreArg,
        #[command(flatten)]
        why: Why,
    },
    /// Close the round: bouts without a result are drawn, or as their games stand.
    CloseRound {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// Do not ask whether it is to be done.
        #[arg(long)]
        yes: bool,
    },
    /// Begin the next stage.
    NextStage {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// Who goes on, by numbers with spaces between, the first seed first [default: by the standings].
        #[arg(long, value_name = "ENTRIES", value_parser = entries)]
        chosen: Option<values::Entries>,
        /// Do not ask whether it is to be done.
        #[arg(long)]
        yes: bool,
    },
    /// Show the standings.
    Standings {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The stage [default: the newest].
        #[arg(long)]
        stage: Option<u32>,
        /// With each round of everybody.
        #[arg(long)]
        crosstable: bool,
    },
    /// Draw the bracket of an elimination.
    Bracket {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The stage [default: the newest].
        #[arg(long)]
        stage: Option<u32>,
    },
    /// Explain somebody's place and pairings, number by number.
    Explain {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// The entry: its number or its name.
        entry: String,
        /// The stage [default: the newest].
        #[arg(long)]
        stage: Option<u32>,
    },
    /// Ban, lower a prize or reprimand, as an official.
    Sanction {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        #[command(subcommand)]
        sanction: SanctionArg,
    },
    /// Say that the tournament is over.
    Finish {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// Do not ask whether it is to be done.
        #[arg(long)]
        yes: bool,
    },
    /// Call the tournament off, as an official.
    Cancel {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        #[command(flatten)]
        why: Why,
    },
    /// Print the results, or all games, for other programs.
    Export {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// csv (results), h9 (results for the European Go Federation), txt (results to print), sgf (all games).
        #[arg(long, value_enum, ignore_case = true)]
        format: FormatArg,
        /// The stage [default: the newest; of games all].
        #[arg(long)]
        stage: Option<u32>,
        /// Of games: only those of this round of the stage.
        #[arg(long, requires = "stage")]
        round: Option<u32>,
        /// Write it to this file [default: stdout].
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print what has happened: who did what, when and why.
    Log {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
        /// From this event on.
        #[arg(long, value_name = "N", default_value_t = 1)]
        from: u64,
    },
    /// Print the standings as they change, until the tournament is over.
    Follow {
        /// The tournament.
        #[arg(value_name = "T")]
        tournament: TournamentId,
    },
}

/// Where a tournament is.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhaseArg {
    Entry,
    Drawn,
    Running,
    Finished,
    Cancelled,
}

impl PhaseArg {
    /// As the server knows it.
    pub(crate) const fn value(self) -> TournamentPhase {
        match self {
            Self::Entry => TournamentPhase::Entry,
            Self::Drawn => TournamentPhase::Drawn,
            Self::Running => TournamentPhase::Running,
            Self::Finished => TournamentPhase::Finished,
            Self::Cancelled => TournamentPhase::Cancelled,
        }
    }
}

/// How results are written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormatArg {
    Csv,
    H9,
    Txt,
    Sgf,
}

impl FormatArg {
    /// The end of its address.
    pub(crate) const fn file(self) -> &'static str {
        match self {
            Self::Csv => "results.csv",
            Self::H9 => "results.h9",
            Self::Txt => "results.txt",
            Self::Sgf => "games.sgf",
        }
    }
}

#[cfg(test)]
mod tests;
