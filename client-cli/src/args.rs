//! The command line: one definition drives parsing, help and completions.

mod games;
pub(crate) mod localised;
mod referee;
mod tournament;

pub(crate) use games::GamesArgs;
pub(crate) use referee::{OrderArg, RefereeArgs, RefereeOrder, Why};
pub(crate) use tournament::{
    CreateArgs, EditArgs, EnterArgs, FormatArg, GameArg, MemberArg, NoSettings, SanctionArg, SettingsArgs,
    TournamentArgs, TournamentOrder, entry_number,
};

use crate::words::{Language, Words};
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
    builder::FalseyValueParser,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use std::{ffi::OsString, path::PathBuf};
use tengen_protocol::{
    AccountId, Channel, ColourChoice, GameId, Ko, Komi, OfferId, Placement, Point, Preset, Size, Suicide, Terms,
    TimeControl, TournamentId, Visibility,
};

/// The server when none is named.
pub(crate) const DEFAULT_SERVER: &str = "http://127.0.0.1:9191";

const AFTER: &str = "\
Examples:
  tengen                                       the lobby: who offers a game, what is played
  tengen guest                                 become a guest and be known as such from now on
  tengen play --offer --size 9 --time 10m      offer a game and play it here
  tengen --profile friend guest                a second player on the same machine
  tengen offers                                who wants to play?
  tengen play --accept OFFER                   play with one of them
  tengen play                                  go on with the game in progress
  tengen watch GAME                            watch a game
  tengen bot --engine \"gnugo --mode gtp --chinese-rules\" --accept
                                               let an engine take the next open offer
  TENGEN_TOKEN_FILE=bot.token tengen bot --engine \"katago gtp\" --offer --time 10m+5x30s --games 3

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

const SGF_EXAMPLES: &str = "\
Examples:
  tengen sgf GAME > game.sgf          keep the record
  tengen sgf GAME --json | jq -r .sgf the same for a program
  tengen sgf show game.sgf --move 50  the board of a record after 50 moves
  tengen sgf check game.sgf           whether its moves are legal";

const SGF_SHOW_EXAMPLES: &str = "\
Examples:
  tengen sgf show game.sgf             what is said of the game, and the board at its end
  tengen sgf show game.sgf --move 50   the board after 50 moves, passes counted
  tengen sgf GAME | tengen sgf show -  a game of the server

Records of other programs are read as far as they can be; what was odd is told on stderr.";

const SGF_CHECK_EXAMPLES: &str = "\
Examples:
  tengen sgf check game.sgf                         under the rules that it names
  tengen sgf check game.sgf --rules aga --ko simple under others
  tengen sgf check game.sgf --dead \"D4 Q16\"        count it without the chains on D4 and Q16
  tengen sgf check game.sgf --dead \"\"              count it, no stone is dead

The exit code is 0 when all moves are legal, else 1. The result of the count does not change it.";

const WATCH_EXAMPLES: &str = "\
Examples:
  tengen watch GAME                    the board after each move
  tengen watch GAME --json             each event as one line, as it comes
  tengen watch GAME --json --snapshot  first the game as it stands, then events

With --json a game in progress gives the events from now on: who comes in the middle sees what was
before in --snapshot, or over HTTP. A finished game gives its whole log, from event 1.";

/// Play Go on a Tengen server, watch, or run a bot.
#[derive(Parser, Debug)]
#[command(name = "tengen", version, after_help = AFTER, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    /// Without one: the lobby, on a terminal.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Cli {
    /// The definition with what the derived one cannot say: settings of an offer belong to an offer.
    pub(crate) fn definition() -> clap::Command {
        let is = |arg: &clap::Arg, ids: &[&str]| ids.contains(&arg.get_id().as_str());
        Self::command()
            .mut_subcommand("play", |play| {
                play.mut_args(|arg| match is(&arg, &SETTINGS) {
                    // `requires` alone holds nothing where the offer is excluded already.
                    true => arg.requires("offer").conflicts_with_all(["game", "accept", "in_tournament"]),
                    false => arg,
                })
            })
            .mut_subcommand("bot", |bot| {
                bot.mut_args(|arg| match (is(&arg, &SETTINGS), is(&arg, &FILTERS)) {
                    (true, true) => arg.conflicts_with("in_tournament"),
                    (true, false) => arg.conflicts_with_all(["accept", "in_tournament"]),
                    (false, _) => arg,
                })
            })
    }

    /// Reads a command line.
    ///
    /// # Errors
    /// What is wrong with it, or the help that was asked for.
    pub(crate) fn read(line: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let matches = Self::definition().try_get_matches_from(line)?;
        let mut cli = Self::from_arg_matches(&matches)?;
        if let (Some(Command::Bot(bot)), Some(matches)) = (&mut cli.command, matches.subcommand_matches("bot")) {
            bot.said = FILTERS
                .into_iter()
                .filter(|id| matches.value_source(id).is_some_and(|source| source != ValueSource::DefaultValue))
                .collect();
        }
        if let Some(Command::Sgf(SgfArgs { game: Some(game), command: Some(_) })) = &cli.command {
            let mut conflict = clap::Error::new(ErrorKind::ArgumentConflict).with_cmd(&Self::definition());
            conflict.insert(ContextKind::InvalidArg, ContextValue::String(game.to_string()));
            conflict.insert(ContextKind::PriorArg, ContextValue::String("show, check".into()));
            return Err(conflict);
        }
        Ok(cli)
    }
}

/// The arguments of [`TermsArgs`], by their ids.
const SETTINGS: [&str; 13] = [
    "size",
    "time",
    "rules",
    "komi",
    "handicap",
    "free_placement",
    "colour",
    "ko",
    "suicide",
    "no_undo",
    "pauses",
    "visibility",
    "to",
];

/// Those of which a bot that accepts can say what offers it wants.
const FILTERS: [&str; 4] = ["size", "time", "rules", "handicap"];

/// What every command knows.
#[derive(Args, Debug)]
pub(crate) struct Global {
    /// Address of the server [default: the profile's, else http://127.0.0.1:9191].
    #[arg(long, global = true, env = "TENGEN_SERVER", value_name = "URL")]
    pub(crate) server: Option<String>,
    /// Who you are: a named login on this machine.
    #[arg(long, global = true, env = "TENGEN_PROFILE", default_value = "default", value_name = "NAME")]
    pub(crate) profile: String,
    /// A file with an authority (PEM) whose certificates are believed beside the machine's; kept with a
    /// login, until one without it.
    #[arg(long, global = true, env = "TENGEN_CA", value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    /// One JSON object a line on stdout.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The language that you are spoken to in: en, zh-Hans, zh-Hant [default: this machine's, else en].
    #[arg(long, global = true, env = "TENGEN_LANGUAGE", value_name = "LANGUAGE", value_parser = language)]
    pub(crate) language: Option<Language>,
    /// Draw boards, frames and fractions in ASCII.
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Print lines instead of a full screen: for screen readers.
    #[arg(long, global = true, env = "TENGEN_LINES", value_parser = FalseyValueParser::new())]
    pub(crate) lines: bool,
    /// Ring the terminal's bell when it is your turn or time runs out (full screen).
    #[arg(long, global = true, env = "TENGEN_BELL", value_parser = FalseyValueParser::new())]
    pub(crate) bell: bool,
    /// A token; from the environment only, since flags are seen by everybody on the machine.
    #[arg(skip)]
    pub(crate) token: Option<String>,
    /// A file with a token; from the environment only.
    #[arg(skip)]
    pub(crate) token_file: Option<PathBuf>,
}

impl Global {
    /// What its user is spoken to with. ASCII is about drawing: the language stays the user's own.
    pub(crate) fn words(&self) -> Words {
        words(self.language, self.ascii)
    }
}

fn words(language: Option<Language>, ascii: bool) -> Words {
    Words::of(language.unwrap_or_else(Language::of_user), ascii)
}

fn language(name: &str) -> Result<Language, String> {
    let known: Vec<&str> = Language::ALL.into_iter().map(Language::tag).collect();
    Language::read(name).ok_or_else(|| format!("there are {}", known.join(", ")))
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Make an account; the password is asked for, or read from stdin.
    Register {
        /// Its name, 2 to 24 characters of any script.
        name: String,
        #[command(flatten)]
        saving: Saving,
    },
    /// Log in; the password is asked for, or read from stdin.
    Login {
        /// The account's name.
        name: String,
        #[command(flatten)]
        saving: Saving,
    },
    /// Become a guest: an account without a name of its own choice.
    Guest {
        #[command(flatten)]
        saving: Saving,
        /// Print the token of a new guest and touch no profile: for a bot or another machine.
        #[arg(long, conflicts_with = "replace")]
        print: bool,
    },
    /// Log out: forget the login on this machine and end it on the server.
    Logout,
    /// Say who you are.
    Whoami,
    /// Named tokens, for bots and other machines.
    #[command(subcommand)]
    Token(TokenCommand),
    /// Offer a game, to be played later with `tengen play`.
    Offer(TermsArgs),
    /// List open offers; your own are marked.
    Offers,
    /// Withdraw an offer of yours.
    Withdraw {
        /// The offer, as `tengen offers` lists it.
        offer: OfferId,
    },
    /// Accept an offer, to be played later with `tengen play`.
    Accept {
        /// The offer, as `tengen offers` lists it.
        offer: OfferId,
    },
    /// List games, newest first.
    Games(GamesArgs),
    /// Print the record of a game; show or check a record in a file.
    Sgf(SgfArgs),
    /// Play a game here; without arguments the one that is in progress.
    Play(PlayArgs),
    /// Watch a game until it is finished.
    #[command(after_help = WATCH_EXAMPLES)]
    Watch {
        /// The game.
        game: GameId,
        /// With --json: print snapshots too, as they came.
        #[arg(long)]
        snapshot: bool,
    },
    /// Say something beside a game: to the players if you play it, else to those who watch; to all when it
    /// is over.
    Say {
        /// The game.
        game: GameId,
        /// What to say, up to 300 characters.
        #[arg(required = true, num_args = 1..)]
        text: Vec<String>,
        /// To whom: players or spectators [default: before the end the only one that is open to you].
        #[arg(long, value_name = "CHANNEL")]
        channel: Option<Channel>,
    },
    /// Hear no more what an account says, in any game.
    Mute(MuteArgs),
    /// Hear again what an account says.
    Unmute(MuteArgs),
    /// Rule in a game, or watch over the boards of a tournament, as a referee.
    Referee(RefereeArgs),
    /// Tournaments: make one, take part, see pairings and standings, rule.
    Tournament(Box<TournamentArgs>),
    /// Let a GTP engine play.
    Bot(BotArgs),
    /// Print shell completions.
    Completions {
        /// For which shell.
        shell: clap_complete::Shell,
    },
}

/// Whom to mute, or to hear again.
#[derive(Args, Debug)]
pub(crate) struct MuteArgs {
    /// Whom: @ and the account's id; or its name, if you have muted it or name a game.
    #[arg(value_name = "NAME|@ID")]
    pub(crate) who: String,
    /// Look for the name among those who play this game or talk beside it.
    #[arg(long, value_name = "GAME")]
    pub(crate) beside: Option<GameId>,
}

/// A record of the server, or one in a file.
#[derive(Args, Debug)]
#[command(subcommand_negates_reqs = true, disable_help_subcommand = true, after_help = SGF_EXAMPLES)]
pub(crate) struct SgfArgs {
    /// The game.
    #[arg(required = true)]
    pub(crate) game: Option<GameId>,
    #[command(subcommand)]
    pub(crate) command: Option<SgfCommand>,
}

/// What to do with a record in a file. No server is needed.
#[derive(Subcommand, Debug)]
pub(crate) enum SgfCommand {
    /// Show a record: what is said of the game, and the board.
    #[command(after_help = SGF_SHOW_EXAMPLES)]
    Show {
        #[command(flatten)]
        file: SgfFile,
        /// The board after so many moves, passes counted [default: all].
        #[arg(long = "move", value_name = "N")]
        number: Option<usize>,
    },
    /// Check a record: whether its moves are legal, and what its end counts.
    #[command(after_help = SGF_CHECK_EXAMPLES)]
    Check {
        #[command(flatten)]
        file: SgfFile,
        /// Rules: chinese, chinese-1988, aga, new-zealand, tromp-taylor [default: those that the record
        /// names, else chinese].
        #[arg(long, value_parser = preset)]
        rules: Option<Preset>,
        /// Ko setting other than that of the rules.
        #[arg(long, value_enum, ignore_case = true)]
        ko: Option<KoArg>,
        /// Suicide setting other than that of the rules.
        #[arg(long, value_enum, ignore_case = true)]
        suicide: Option<SuicideArg>,
        /// A stone of each dead chain, with spaces between: the area is counted without them [default:
        /// the stones in the territory of the other side that the record marks].
        #[arg(long, value_name = "VERTICES", value_parser = vertices)]
        dead: Option<Dead>,
    },
}

/// Where a record is.
#[derive(Args, Debug)]
pub(crate) struct SgfFile {
    /// The file; - is stdin.
    pub(crate) file: PathBuf,
    /// Which game of the file, from 1.
    #[arg(long = "game", value_name = "N", default_value_t = 1)]
    pub(crate) which: usize,
    /// Its encoding, whatever it says itself: UTF-8, GB18030, Big5, Shift_JIS ..
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
}

/// Stones that are named dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dead(pub(crate) Vec<Point>);

fn vertices(text: &str) -> Result<Dead, tengen_protocol::ParseError> {
    text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map(Dead)
}

/// Where a login goes.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct Saving {
    /// Replace the login that the profile has; of a guest nothing is left then.
    #[arg(long)]
    pub(crate) replace: bool,
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
    /// Board: 19, or 13x9 for 13 columns and 9 rows; up to 25.
    #[arg(long, default_value = "19")]
    pub(crate) size: Size,
    /// Time: 30m+5x60s (byo-yomi), '2h(5x60s)' (in quotes), 20m+25/10m (Canadian), 10m+15s/move
    /// (Fischer), 1h, 5s/move, 3d/move, none.
    #[arg(long, default_value = "30m+5x30s")]
    pub(crate) time: TimeControl,
    /// Rules: chinese, chinese-1988, aga, new-zealand, tromp-taylor.
    #[arg(long, default_value = "chinese", value_parser = preset)]
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
    #[arg(long, value_enum, ignore_case = true, default_value_t = ColourArg::Nigiri)]
    pub(crate) colour: ColourArg,
    /// Ko setting other than that of the rules.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) ko: Option<KoArg>,
    /// Suicide setting other than that of the rules.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) suicide: Option<SuicideArg>,
    /// No move can be taken back.
    #[arg(long)]
    pub(crate) no_undo: bool,
    /// How long all pauses together may last, as 30m; 0 for none.
    #[arg(long, value_name = "TIME", value_parser = pauses)]
    pub(crate) pauses: Option<u64>,
    /// Who may watch.
    #[arg(long, value_enum, ignore_case = true, default_value_t = VisibilityArg::Public)]
    pub(crate) visibility: VisibilityArg,
    /// The one account that may accept: its id, which `tengen whoami` prints in brackets, not its name.
    #[arg(long, value_name = "ACCOUNT-ID")]
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
            pause_budget: self.pauses,
            visibility: self.visibility.value(),
            to: self.to.clone(),
        }
    }
}

/// A duration in ms, as time controls are written.
fn pauses(text: &str) -> Result<u64, tengen_protocol::ParseError> {
    if text == "0" {
        return Ok(0);
    }
    match text.parse() {
        Ok(TimeControl::Absolute { main }) => Ok(main),
        _ => Err(tengen_protocol::ParseError("write a time such as 30m or 90s, or 0".into())),
    }
}

/// The names of rules in any case.
fn preset(text: &str) -> Result<Preset, tengen_protocol::ParseError> {
    text.to_lowercase().parse()
}

/// Which game to play.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("which").args(["game", "offer", "accept", "in_tournament"]))]
pub(crate) struct PlayArgs {
    /// A game of yours that has begun.
    pub(crate) game: Option<GameId>,
    /// Offer a game and play it when somebody accepts.
    #[arg(long)]
    pub(crate) offer: bool,
    /// Accept this offer and play.
    #[arg(long, value_name = "OFFER")]
    pub(crate) accept: Option<OfferId>,
    /// Wait for your next game of this tournament and play it.
    #[arg(long = "tournament", value_name = "TOURNAMENT")]
    pub(crate) in_tournament: Option<TournamentId>,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
}

/// What a bot does.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("finding").required(true).args(["offer", "accept", "in_tournament"]))]
#[command(after_help = BOT_NOTES, override_usage = BOT_USAGE)]
pub(crate) struct BotArgs {
    /// The command that starts the engine, quoted as for a shell (no shell is run).
    #[arg(long, value_name = "CMD")]
    pub(crate) engine: String,
    /// Offer games.
    #[arg(long)]
    pub(crate) offer: bool,
    /// Accept this offer, or without one the next open offer of somebody else; with --size, --time,
    /// --rules or --handicap the next one that has these.
    #[arg(long, value_name = "OFFER", num_args = 0..=1)]
    pub(crate) accept: Option<Option<OfferId>>,
    /// Play one's games of this tournament until it is over.
    #[arg(long = "tournament", value_name = "TOURNAMENT")]
    pub(crate) in_tournament: Option<TournamentId>,
    /// Enter that tournament first, unless one is entered.
    #[arg(long, requires = "in_tournament", conflicts_with_all = ["offer", "accept"])]
    pub(crate) enter: bool,
    /// End after so many finished games; unfinished games of the account are played first and count
    /// [default: without end].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// Seconds that the engine may take to say its name when it is started: raise it for one that
    /// tunes itself.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) start_within: u64,
    #[command(flatten)]
    pub(crate) terms: TermsArgs,
    /// Which settings were said.
    #[arg(skip)]
    pub(crate) said: Vec<&'static str>,
}

impl BotArgs {
    /// What an offer must have to be accepted: the settings that were said.
    pub(crate) fn wanted(&self) -> Wanted {
        let said = |id| self.said.contains(&id);
        Wanted {
            size: said("size").then_some(self.terms.size),
            time: said("time").then_some(self.terms.time),
            rules: said("rules").then_some(self.terms.rules),
            handicap: said("handicap").then_some(self.terms.handicap),
        }
    }
}

/// What an offer must have to be accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    size: Option<Size>,
    time: Option<TimeControl>,
    rules: Option<Preset>,
    handicap: Option<u16>,
}

impl Wanted {
    /// Whether an offer has it.
    pub(crate) fn takes(&self, terms: &Terms) -> bool {
        self.size.is_none_or(|size| size == terms.size)
            && self.time.is_none_or(|time| time == terms.time)
            && self.rules.is_none_or(|rules| rules == terms.rules)
            && self.handicap.is_none_or(|handicap| handicap == terms.handicap)
    }
}

/// On one line it is wider than a terminal.
const BOT_USAGE: &str = "\
tengen bot [OPTIONS] --engine <CMD> --offer
       tengen bot [OPTIONS] --engine <CMD> --accept [<OFFER>]
       tengen bot [OPTIONS] --engine <CMD> --tournament <TOURNAMENT>";

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
    /// A referee rules on balanced cycles (triple ko).
    Referee,
}

impl KoArg {
    pub(crate) const fn value(self) -> Ko {
        match self {
            Self::Positional => Ko::Positional,
            Self::Situational => Ko::Situational,
            Self::Simple => Ko::Simple,
            Self::Referee => Ko::Referee,
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
    pub(crate) const fn value(self) -> Suicide {
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
mod tests;
