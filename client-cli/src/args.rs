//! The command line: one definition drives parsing, help and completions.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use tengen_protocol::{
    AccountId, ColourChoice, GameId, Ko, Komi, OfferId, Placement, Preset, Size, Suicide, Terms, TimeControl,
    Visibility,
};

/// The server when none is named.
pub(crate) const DEFAULT_SERVER: &str = "http://127.0.0.1:9191";

const EXAMPLES: &str = "\
Examples:
  tengen guest                                 become a guest and be known as such from now on
  tengen play --offer --size 9 --time 10m      offer a game and play it here
  tengen offers                                who wants to play?
  tengen play --accept OFFER                   play with one of them
  tengen watch GAME                            watch a game
  tengen bot --engine \"gnugo --mode gtp --chinese-rules\" --accept
                                               let an engine take the next open offer
  TENGEN_TOKEN_FILE=bot.token tengen bot --engine \"katago gtp\" --offer --time 10m+5x30s --games 3

";

const AFTER: &str = "\
Data is written to stdout, messages to stderr. With --json each line of stdout is one JSON object.
Colours appear on a terminal only, and never when NO_COLOR is set.

Whose token is used: TENGEN_TOKEN, else the file named by TENGEN_TOKEN_FILE, else the profile.
Profiles are kept in the user's configuration directory (tengen/NAME.toml, readable by you alone).

Exit codes:
  0    done
  1    refused by the server, or something of this machine failed
  2    the command line makes no sense
  3    the server cannot be reached
  4    not logged in, or the login has ended
  5    the engine does not start, or fails again and again
  6    another connection of this account plays the game
  130  interrupted";

/// Play Go on a Tengen server, watch, or run a bot.
#[derive(Parser, Debug)]
#[command(name = "tengen", version, before_help = EXAMPLES, after_help = AFTER, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command knows.
#[derive(Args, Debug)]
pub(crate) struct Global {
    /// Address of the server [default: the profile's, else http://127.0.0.1:9191].
    #[arg(long, global = true, env = "TENGEN_SERVER", value_name = "URL")]
    pub(crate) server: Option<String>,
    /// Who you are: a named login on this machine.
    #[arg(long, global = true, env = "TENGEN_PROFILE", default_value = "default", value_name = "NAME")]
    pub(crate) profile: String,
    /// One JSON object a line on stdout.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// A token; from the environment only, since flags are seen by everybody on the machine.
    #[arg(skip)]
    pub(crate) token: Option<String>,
    /// A file with a token; from the environment only.
    #[arg(skip)]
    pub(crate) token_file: Option<PathBuf>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Make an account; the password is asked for, or read from stdin.
    Register {
        /// Its name, 2 to 24 characters of any script.
        name: String,
    },
    /// Log in; the password is asked for, or read from stdin.
    Login {
        /// The account's name.
        name: String,
    },
    /// Become a guest: an account without a name of its own choice.
    Guest,
    /// Log out: forget the login on this machine and end it on the server.
    Logout,
    /// Say who you are.
    Whoami,
    /// Named tokens, for bots and other machines.
    #[command(subcommand)]
    Token(TokenCommand),
    /// Offer a game, to be played later with `tengen play`.
    Offer(TermsArgs),
    /// List open offers.
    Offers,
    /// Accept an offer, to be played later with `tengen play`.
    Accept {
        /// The offer, as `tengen offers` lists it.
        offer: OfferId,
    },
    /// List games, newest first.
    Games,
    /// Print the record of a game.
    Sgf {
        /// The game.
        game: GameId,
    },
    /// Play a game here.
    Play(PlayArgs),
    /// Watch a game until it is finished.
    Watch {
        /// The game.
        game: GameId,
        /// With --json: print snapshots too, as they came.
        #[arg(long)]
        snapshot: bool,
    },
    /// Let a GTP engine play.
    Bot(BotArgs),
    /// Print shell completions.
    Completions {
        /// For which shell.
        shell: clap_complete::Shell,
    },
}

/// What to do with named tokens.
#[derive(Subcommand, Debug)]
pub(crate) enum TokenCommand {
    /// Make a token and print it; it is never shown again.
    Make {
        /// What it is for.
        label: String,
        /// Days until it ends, 1 to 400 [default: 90].
        #[arg(long)]
        days: Option<u16>,
    },
    /// List tokens.
    List,
    /// Revoke a token; its connections are closed.
    Revoke {
        /// Its id, as `tengen token list` shows it.
        id: String,
    },
}

/// What is offered.
#[derive(Args, Debug, Clone)]
pub(crate) struct TermsArgs {
    /// Board: 19, or 13x9 for 13 columns and 9 rows.
    #[arg(long, default_value = "19")]
    pub(crate) size: Size,
    /// Time: 30m+5x60s (byo-yomi), 2h(5x60s), 20m+25/10m (Canadian), 10m+15s/move (Fischer), 1h, 5s/move,
    /// 3d/move, none.
    #[arg(long, default_value = "30m+5x30s")]
    pub(crate) time: TimeControl,
    /// Rules: chinese, chinese-1988, aga, new-zealand, tromp-taylor.
    #[arg(long, default_value = "chinese")]
    pub(crate) rules: Preset,
    /// Komi in points [default: that of the rules; 0 with a handicap].
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) komi: Option<Komi>,
    /// Handicap stones.
    #[arg(long, default_value_t = 0)]
    pub(crate) handicap: u16,
    /// Black places the handicap stones where he likes.
    #[arg(long)]
    pub(crate) free_placement: bool,
    /// Your colour; needed with a handicap.
    #[arg(long, value_enum, default_value_t = ColourArg::Nigiri)]
    pub(crate) colour: ColourArg,
    /// Ko setting other than that of the rules.
    #[arg(long, value_enum)]
    pub(crate) ko: Option<KoArg>,
    /// Suicide setting other than that of the rules.
    #[arg(long, value_enum)]
    pub(crate) suicide: Option<SuicideArg>,
    /// No move can be taken back.
    #[arg(long)]
    pub(crate) no_undo: bool,
    /// Who may watch.
    #[arg(long, value_enum, default_value_t = VisibilityArg::Public)]
    pub(crate) visibility: VisibilityArg,
    /// The one account that may accept.
    #[arg(long, value_name = "ACCOUNT")]
    pub(crate) to: Option<AccountId>,
}

impl TermsArgs {
    /// As they go to the server.
    pub(crate) fn terms(&self) -> Terms {
        Terms {
            size: self.size,
            rules: self.rules,
            ko: self.ko.map(KoArg::value),
            suicide: self.suicide.map(SuicideArg::value),
            compensation: None,
            komi: self.komi,
            handicap: self.handicap,
            placement: if self.free_placement { Placement::Free } else { Placement::Fixed },
            time: self.time,
            colour: self.colour.value(),
            undo: !self.no_undo,
            visibility: self.visibility.value(),
            to: self.to.clone(),
        }
    }
}

/// Which game to play.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("which").required(true).args(["game", "offer", "accept"]))]
pub(crate) struct PlayArgs {
    /// A game of yours that has begun.
    pub(crate) game: Option<GameId>,
    /// Offer a game and play it when somebody accepts.
    #[arg(long)]
    pub(crate) offer: bool,
    /// Accept this offer and play.
    #[arg(long, value_name = "OFFER")]
    pub(crate) accept: Option<OfferId>,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
}

/// What a bot does.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("finding").required(true).args(["offer", "accept"]))]
#[command(after_help = BOT_NOTES)]
pub(crate) struct BotArgs {
    /// The command that starts the engine, quoted as for a shell (no shell is run).
    #[arg(long, value_name = "CMD")]
    pub(crate) engine: String,
    /// Offer games.
    #[arg(long)]
    pub(crate) offer: bool,
    /// Accept this offer, or without one the next open offer of somebody else.
    #[arg(long, value_name = "OFFER", num_args = 0..=1)]
    pub(crate) accept: Option<Option<OfferId>>,
    /// End after so many finished games; unfinished games of the account are played first and count
    /// [default: without end].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
}

const BOT_NOTES: &str = "\
The engine must be started with the rules of the game (gnugo needs --chinese-rules); KataGo is told.
When the server refuses a move (superko, suicide) the engine is asked for another one; after three
refusals, or when it insists, the bot passes. Dead stones are the engine's list: the bot marks what
differs once, accepts marks that equal its list, else plays on after a first stop and waits at a final
one. Requests to take moves back are answered with no.";

/// The offerer's colour.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColourArg {
    /// You play Black.
    Black,
    /// You play White.
    White,
    /// The server draws.
    Nigiri,
}

impl ColourArg {
    const fn value(self) -> ColourChoice {
        match self {
            Self::Black => ColourChoice::Black,
            Self::White => ColourChoice::White,
            Self::Nigiri => ColourChoice::Nigiri,
        }
    }
}

/// Which repetitions are refused.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum KoArg {
    /// No board twice.
    Positional,
    /// No board twice with the same side to move.
    Situational,
    /// Only the immediate recapture.
    Simple,
}

impl KoArg {
    const fn value(self) -> Ko {
        match self {
            Self::Positional => Ko::Positional,
            Self::Situational => Ko::Situational,
            Self::Simple => Ko::Simple,
        }
    }
}

/// Whether one's own stones may be removed.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum SuicideArg {
    /// Never.
    No,
    /// Two or more.
    Multi,
}

impl SuicideArg {
    const fn value(self) -> Suicide {
        match self {
            Self::No => Suicide::No,
            Self::Multi => Suicide::Multi,
        }
    }
}

/// Who may watch.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum VisibilityArg {
    /// Everybody.
    Public,
    /// Whoever knows the game's id.
    Unlisted,
    /// The players.
    Private,
}

impl VisibilityArg {
    const fn value(self) -> Visibility {
        match self {
            Self::Public => Visibility::Public,
            Self::Unlisted => Visibility::Unlisted,
            Self::Private => Visibility::Private,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_bot_offers_or_accepts() {
        let parse = |line: &str| Cli::try_parse_from(line.split(' '));
        assert!(parse("tengen bot --engine x").is_err());
        assert!(parse("tengen bot --engine x --offer --accept").is_err());
        assert!(parse("tengen bot --engine x --accept --games 0").is_err());
        let Command::Bot(bot) = parse("tengen bot --engine x --accept --games 2").unwrap().command else { panic!() };
        assert_eq!((bot.accept, bot.games), (Some(None), Some(2)));
        let Command::Bot(bot) = parse("tengen bot --engine x --accept o1").unwrap().command else { panic!() };
        assert_eq!(bot.accept, Some(Some("o1".parse().unwrap())));
        let line = "tengen bot --engine x --offer --size 9 --time 1m+3x10s --komi -3.5 --colour black --json";
        let cli = parse(line).unwrap();
        assert!(cli.global.json);
        let Command::Bot(bot) = cli.command else { panic!() };
        let terms = bot.terms.terms();
        assert_eq!(terms.size.to_string(), "9x9");
        assert_eq!(terms.time.to_string(), "60s+3x10s");
        assert_eq!(terms.komi.unwrap().half_points(), -7);
        assert_eq!(terms.colour, ColourChoice::Black);
    }

    #[test]
    fn examples_come_first() {
        let help = Cli::command().render_long_help().to_string();
        assert!(help.starts_with("Examples:"), "{help}");
        assert!(help.contains("Exit codes:"));
    }
}
