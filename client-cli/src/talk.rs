//! Talk beside a game in line mode: what is typed, what is heard; `tengen say`, `mute` and `unmute`.

use crate::{
    args::MuteArgs,
    connection::{Client, Patience},
    context::{Account, Context},
    failure::Failure,
    game_view::GameView,
    output::{self, Form},
    t,
    text::printable,
    words::Words,
};
use serde_json::json;
use std::collections::BTreeMap;
use tengen_protocol::{AccountId, Channel, Colour, Done, GameId, Line, Phase, Request, Snapshot, Talk, http::Muted};

/// What a typed line has to do with talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// Say this.
    Say(String),
    /// Hear somebody of this name, or `@` and account id, no more or again.
    Mute(String, bool),
}

impl Typed {
    /// Reads a line; nothing when it is about something else. What is said is kept as it was typed.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = || rest.trim_start().to_owned();
        match first.to_lowercase().as_str() {
            "say" | "说" | "說" => Some(Self::Say(rest())),
            "mute" | "屏蔽" | "封鎖" => Some(Self::Mute(rest(), true)),
            "unmute" | "取消屏蔽" | "取消封鎖" => Some(Self::Mute(rest(), false)),
            _ => None,
        }
    }
}

/// The account that `@` and an id name.
pub(crate) fn by_id(name: &str) -> Option<AccountId> {
    name.strip_prefix('@')?.parse().ok()
}

/// Whom this account has muted.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(crate) async fn mutes(context: &Context) -> Result<Vec<Muted>, Failure> {
    match context.token(Account::Needed).await? {
        Some(token) => Ok(context.api.me(&token).await?.mutes),
        None => Ok(Vec::new()),
    }
}

/// Whom a person knows by name: the players, who has said something, and whom he has muted.
#[derive(Debug, Default)]
pub(crate) struct Known(BTreeMap<String, (AccountId, String)>);

impl Known {
    /// Somebody has said something.
    pub(crate) fn hears(&mut self, line: &Line) {
        self.is_called(line.by.clone(), line.name.clone());
    }

    /// Those are not to be heard, nor therefore known by what they say.
    pub(crate) fn are_muted(&mut self, mutes: Vec<Muted>) {
        for Muted { account, name } in mutes {
            self.0.entry(name.to_lowercase()).or_insert((account, name));
        }
    }

    /// Gets to know those who play a game or have talked beside it, as far as one may read that.
    async fn meet(&mut self, context: &Context, client: &mut Client, game: Option<&GameId>) -> Result<(), Failure> {
        let Some(game) = game else { return Ok(()) };
        let me = client.welcome().await?.account;
        let token = context.token(Account::Needed).await?;
        let Snapshot { setup, names, phase, .. } = context.api.game(game, token.as_deref()).await?.snapshot;
        let plays = SIDES.into_iter().any(|side| me.as_ref() == Some(setup.players.of(side)));
        for channel in Channel::ALL.into_iter().filter(|channel| channel.may_read(plays, phase == Phase::Finished)) {
            // The oldest first, so that whoever has a name now is who has it.
            let mut after = Some(0);
            loop {
                let asked = Request::Talk { game: game.clone(), channel, after };
                let Done::Talk(Talk { lines, upto, more }) = client.request(asked).await? else {
                    return Err(Failure::Unreachable(t!(context.words, "server-other-answer")));
                };
                lines.iter().for_each(|line| self.hears(line));
                if !more || after.is_some_and(|known| upto <= known) {
                    break;
                }
                after = Some(upto);
            }
        }
        for side in SIDES {
            self.is_called(setup.players.of(side).clone(), names.of(side).clone());
        }
        Ok(())
    }

    fn is_called(&mut self, account: AccountId, name: String) {
        self.0.insert(name.to_lowercase(), (account, name));
    }

    /// The account of a name, as it was printed, or of `@` and its id.
    pub(crate) fn account(&self, view: &GameView, name: &str) -> Option<AccountId> {
        let lower = name.to_lowercase();
        let player = SIDES.into_iter().find(|side| view.names.of(*side).to_lowercase() == lower);
        match player {
            Some(side) => Some(view.setup.players.of(side).clone()),
            None => self.0.get(&lower).map(|(account, _)| account.clone()).or_else(|| by_id(name)),
        }
    }

    /// What is told when the server has done it.
    pub(crate) fn muted(&self, words: Words, view: Option<&GameView>, account: &AccountId, muted: bool) -> String {
        let player = view.and_then(|view| Some(view.names.of(view.side_of(account)?).as_str()));
        let heard = || self.0.values().find(|(known, _)| known == account).map(|(_, name)| name.as_str());
        told(words, player.or_else(heard), account, muted)
    }
}

const SIDES: [Colour; 2] = [Colour::Black, Colour::White];

/// That somebody is not heard any more, or is again; the id says who it is, whatever the name is later.
fn told(words: Words, name: Option<&str>, account: &AccountId, muted: bool) -> String {
    let id = format!("@{account}");
    let who = match name {
        Some(name) => t!(words, "talk-who", name = printable(name), id = id.as_str()),
        None => id.clone(),
    };
    if muted { t!(words, "talk-muted", who = who, id = id) } else { t!(words, "talk-unmuted", who = who) }
}

/// A line as it is printed.
pub(crate) fn line(words: Words, channel: Channel, line: &Line) -> String {
    let (name, text) = (printable(&line.name), printable(&line.text));
    match channel {
        Channel::Players => t!(words, "talk-line-players", name = name, text = text),
        Channel::Spectators => t!(words, "talk-line-spectators", name = name, text = text),
    }
}

/// `tengen say`.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(crate) async fn say(
    context: &Context,
    game: GameId,
    channel: Option<Channel>,
    text: String,
) -> Result<(), Failure> {
    let channel = match channel {
        Some(channel) => channel,
        None => own_channel(context, &game).await?,
    };
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let Done::Said { n } = client.request(Request::Say { game, channel, text }).await? else {
        return Err(Failure::Unreachable(t!(context.words, "server-other-answer")));
    };
    client.close().await;
    match context.form {
        Form::Json => output::json(&json!({ "channel": channel, "n": n })),
        Form::Human => Ok(()),
    }
}

/// `tengen mute` and `tengen unmute`.
///
/// # Errors
/// That nobody has that name, a refusal, or that the server cannot be reached.
pub(crate) async fn mute(context: &Context, args: MuteArgs, muted: bool) -> Result<(), Failure> {
    let words = context.words;
    let mut client = context.client(Account::Needed, Patience::Short)?;
    let mut known = Known::default();
    let account = match (by_id(&args.who), &args.beside) {
        (Some(account), _) => account,
        (None, game) => {
            known.meet(context, &mut client, game.as_ref()).await?;
            known.are_muted(mutes(context).await?);
            let found = known.0.get(&args.who.to_lowercase()).map(|(account, _)| account.clone());
            found.ok_or_else(|| Failure::Usage(t!(words, "talk-unknown", name = printable(&args.who))))?
        }
    };
    client.request(Request::Mute { account: account.clone(), muted }).await?;
    client.close().await;
    match context.form {
        Form::Json => output::json(&json!({ "account": account, "muted": muted })),
        Form::Human => output::line(&known.muted(words, None, &account, muted)),
    }
}

/// Where this account talks before the end.
async fn own_channel(context: &Context, game: &GameId) -> Result<Channel, Failure> {
    let token = context.token(Account::Needed).await?;
    let players = context.api.game(game, token.as_deref()).await?.snapshot.setup.players;
    let me = match &token {
        Some(token) => Some(context.api.me(token).await?.account),
        None => None,
    };
    Ok(Channel::of(me.is_some_and(|me| players.black == me || players.white == me)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Script;

    #[test]
    fn what_is_said_is_kept_as_it_was_typed() {
        let said = |text: &str| Some(Typed::Say(text.to_owned()));
        assert_eq!(Typed::read("  SAY  Well  played! "), said("Well  played!"));
        assert_eq!(Typed::read("说 好棋"), said("好棋"));
        assert_eq!(Typed::read("say"), said(""));
        assert_eq!(Typed::read("mute Li Wei"), Some(Typed::Mute("Li Wei".into(), true)));
        assert_eq!(Typed::read("unmute ann"), Some(Typed::Mute("ann".into(), false)));
        for other in ["saying", "D4", "", "pass"] {
            assert_eq!(Typed::read(other), None, "{other}");
        }
    }

    #[test]
    fn lines_are_printed_with_their_channel_and_steer_nothing() {
        let of = |name: &str, text: &str| Line {
            n: 1,
            at: 1,
            by: "a9".parse().unwrap(),
            name: name.into(),
            text: text.into(),
        };
        let words = Words::english();
        assert_eq!(line(words, Channel::Players, &of("Ann", "hi { $x }")), "[players] Ann: hi { $x }");
        let steering = line(words, Channel::Spectators, &of("A\u{202e}", "x\u{1b}[2J"));
        assert_eq!(steering, "[spectators] A\u{fffd}: x\u{fffd}[2J");
    }

    #[test]
    fn those_who_play_or_talk_are_known_by_name() {
        let script = Script::playing(9);
        let mut known = Known::default();
        let account = |known: &Known, name: &str| known.account(script.view(), name).map(|id| id.to_string());
        assert_eq!(account(&known, "bob").as_deref(), Some("a2"));
        assert_eq!(account(&known, "Cyd"), None);
        known.hears(&Line { n: 1, at: 1, by: "a9".parse().unwrap(), name: "Cyd".into(), text: "x".into() });
        assert_eq!(account(&known, "CYD").as_deref(), Some("a9"));
        assert_eq!(account(&known, "@a7").as_deref(), Some("a7"));
        assert_eq!(account(&known, "@not an id"), None);
        let mutes = [("a6", "Zoe"), ("a5", "Cyd")].map(|(id, name)| (id.parse().unwrap(), name.to_owned()));
        known.are_muted(mutes.map(|(account, name)| Muted { account, name }).into());
        assert_eq!(account(&known, "zoe").as_deref(), Some("a6"));
        assert_eq!(account(&known, "cyd").as_deref(), Some("a9"), "who has the name now");
    }

    #[test]
    fn who_is_muted_is_told_with_the_id_that_takes_it_back() {
        let (script, mut known) = (Script::playing(9), Known::default());
        known.hears(&Line { n: 1, at: 1, by: "a9".parse().unwrap(), name: "Cyd\u{202e}".into(), text: "x".into() });
        let told = |of: &str, muted| known.muted(Words::english(), Some(script.view()), &of.parse().unwrap(), muted);
        assert_eq!(told("a2", true), "Bob (@a2) is not heard any more; `unmute @a2` takes that back");
        assert_eq!(told("a9", false), "Cyd\u{fffd} (@a9) is heard again");
        assert_eq!(told("a5", false), "@a5 is heard again");
    }
}
