//! What `tengen games` lists.

use crate::http::GameQuery;
use clap::{Args, ValueEnum};
use tengen_protocol::{Size, http::PlayerResult};

/// Which games are listed.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Only your own that are not finished.
    #[arg(long, conflicts_with_all = ["player", "finished", "size", "before"])]
    pub(crate) mine: bool,
    /// Only games of this player: a name, or an account's id.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games that both played: the other player's name or id.
    #[arg(long, value_name = "NAME", requires = "player")]
    opponent: Option<String>,
    /// Only finished games; the one that ended last comes first.
    #[arg(long)]
    finished: bool,
    /// Only finished games that the player won or lost, or that were drawn or void (other).
    #[arg(long, value_enum, ignore_case = true, requires = "player")]
    result: Option<ResultArg>,
    /// Only games on this board: 19, or 13x9 for 13 columns and 9 rows.
    #[arg(long)]
    size: Option<Size>,
    /// Go on where a list of finished games ended: with what it named at its end.
    #[arg(long, value_name = "NEXT")]
    before: Option<String>,
    /// At most so many, 1 to 200 [default: the server's, 50].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) limit: Option<u32>,
}

/// How a game ended for a player.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum ResultArg {
    Won,
    Lost,
    Other,
}

impl GamesArgs {
    /// Whether something is looked for, so that it matters where the list ends.
    pub(crate) const fn searches(&self) -> bool {
        self.finished || self.player.is_some() || self.size.is_some() || self.before.is_some()
    }

    /// As it goes to the server.
    pub(crate) fn query(&self) -> GameQuery {
        GameQuery {
            finished: self.finished,
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            size: self.size,
            result: self.result.map(|result| match result {
                ResultArg::Won => PlayerResult::Won,
                ResultArg::Lost => PlayerResult::Lost,
                ResultArg::Other => PlayerResult::Other,
            }),
            before: self.before.clone(),
            limit: self.limit,
        }
    }
}
