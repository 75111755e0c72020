//! Who is entered, what is changed of an entry, and what an official lays on somebody.

use super::values::{self, MemberArg};
use crate::args::Why;
use clap::{Args, Subcommand, ValueEnum};
use tengen_protocol::{Cleared, Rank, TournamentId};

/// As the parser would write it, it is wider than a terminal.
const BAN_USAGE: &str = "tengen tournament sanction <T> ban <WHO> --until <TIME> --reason <REASON>";

/// The same.
const LIFT_BAN_USAGE: &str = "tengen tournament sanction <T> lift-ban <WHO> --reason <REASON>";

/// The same.
const LOWER_PRIZE_USAGE: &str = "tengen tournament sanction <T> lower-prize <ENTRY> --reason <REASON>";

/// The same.
const REPRIMAND_USAGE: &str = "tengen tournament sanction <T> reprimand <PERSON> --reason <REASON>";

/// Who is entered.
#[derive(Args, Debug)]
pub(crate) struct EnterArgs {
    /// The tournament.
    #[arg(value_name = "T")]
    pub(crate) tournament: TournamentId,
    /// The name on lists [default: your own].
    #[arg(long = "name", value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The account that plays, its name or id, as an organiser for somebody else.
    #[arg(long, value_name = "ACCOUNT")]
    pub(crate) account: Option<String>,
    /// As an organiser: you play yourself.
    #[arg(long, conflicts_with = "account")]
    pub(crate) myself: bool,
    /// Rank: 30k to 1k, 1d to 9d, 1p to 9p.
    #[arg(long)]
    pub(crate) rank: Option<Rank>,
    /// Rating.
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) rating: Option<i32>,
    /// Club or team.
    #[arg(long)]
    pub(crate) club: Option<String>,
    /// Seed number, as an organiser.
    #[arg(long)]
    pub(crate) seed: Option<u32>,
    /// The first round in which he may be paired [default: the next].
    #[arg(long, value_name = "ROUND")]
    pub(crate) from_round: Option<u32>,
    /// A member of a team, once for each, substitutes last: NAME, or NAME=ACCOUNT.
    #[arg(long = "member", value_name = "NAME[=ACCOUNT]")]
    pub(crate) team: Vec<MemberArg>,
}

/// What is changed of an entry.
#[derive(Args, Debug)]
pub(crate) struct EditArgs {
    /// The tournament.
    #[arg(value_name = "T")]
    pub(crate) tournament: TournamentId,
    /// The entry: its number or its name.
    pub(crate) entry: String,
    /// Another name.
    #[arg(long = "name", value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The account that plays, its name or id.
    #[arg(long, value_name = "ACCOUNT")]
    pub(crate) account: Option<String>,
    /// Rank: 30k to 1k, 1d to 9d, 1p to 9p.
    #[arg(long)]
    pub(crate) rank: Option<Rank>,
    /// Rating.
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) rating: Option<i32>,
    /// Club or team.
    #[arg(long)]
    pub(crate) club: Option<String>,
    /// Seed number, as an organiser.
    #[arg(long)]
    pub(crate) seed: Option<u32>,
    /// All members of the team anew, once for each, substitutes last: NAME, or NAME=ACCOUNT.
    #[arg(long = "member", value_name = "NAME[=ACCOUNT]")]
    pub(crate) team: Vec<MemberArg>,
    /// What is taken away.
    #[arg(long, value_enum, ignore_case = true, value_delimiter = ',')]
    pub(crate) clear: Vec<ClearArg>,
}

/// What an official lays on somebody.
#[derive(Subcommand, Debug)]
pub(crate) enum SanctionArg {
    /// Let somebody not enter before a time.
    #[command(override_usage = BAN_USAGE)]
    Ban {
        /// Whom: the number or the name of an entry, or @ and an account's id.
        #[arg(value_name = "WHO")]
        whom: String,
        /// Until when: 2027-12-01, 2027-12-01 10:00, with a zone behind it or as RFC 3339.
        #[arg(long, value_name = "TIME", value_parser = values::instant)]
        until: u64,
        /// From every tournament of the server, as an official of the whole server.
        #[arg(long)]
        everywhere: bool,
        #[command(flatten)]
        why: Why,
    },
    /// Lift the bans that this tournament has laid on somebody.
    #[command(override_usage = LIFT_BAN_USAGE)]
    LiftBan {
        /// From whom: the number or the name of an entry, or @ and an account's id.
        #[arg(value_name = "WHO")]
        whom: String,
        #[command(flatten)]
        why: Why,
    },
    /// Give somebody the prize of the next lower place.
    #[command(override_usage = LOWER_PRIZE_USAGE)]
    LowerPrize {
        /// The entry: its number or its name.
        entry: String,
        #[command(flatten)]
        why: Why,
    },
    /// Reprimand somebody in public, who need not play.
    #[command(override_usage = REPRIMAND_USAGE)]
    Reprimand {
        /// The name as it is to be read out.
        person: String,
        /// The entry: its number or its name.
        #[arg(long)]
        entry: Option<String>,
        #[command(flatten)]
        why: Why,
    },
}

/// What is taken away from an entry.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClearArg {
    Rank,
    Rating,
    Club,
    Seed,
}

impl ClearArg {
    /// As the server knows it.
    pub(crate) const fn value(self) -> Cleared {
        match self {
            Self::Rank => Cleared::Rank,
            Self::Rating => Cleared::Rating,
            Self::Club => Cleared::Club,
            Self::Seed => Cleared::Seed,
        }
    }
}
