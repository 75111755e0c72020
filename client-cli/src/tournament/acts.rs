//! What is asked of a tournament: one command each. Whoever acts for others, or ends something, confirms it.
//!
//! What an official orders is made for the tournament as it was shown to him: when another has ruled since,
//! the server refuses it.

use super::{command_id, create::account, names::Names, page, show::sanctioned, view};
use crate::{
    args::{EditArgs, EnterArgs, GameArg, MemberArg, SanctionArg, TournamentOrder, Why},
    context::{Account, Context},
    failure::Failure,
    output::{self, Form, say},
    referee::confirm,
    t,
    text::printable,
    words::{game::reason, tournament as said},
};
use tengen_protocol::{
    AccountId, Act, BoutRef, EntryChange, EntryNo, GameId, Member, NewEntry, Sanction, TournamentAsk,
    TournamentCommand, TournamentDone, TournamentId, check_text,
    tournament_view::{BoutView, RoundView, TournamentView},
};

/// Does what is ordered; what only reads is done elsewhere.
///
/// # Errors
/// A refusal, that it was not confirmed, or that the server cannot be reached.
pub(super) async fn run(context: &Context, order: TournamentOrder) -> Result<(), Failure> {
    let words = context.words;
    match order {
        TournamentOrder::Enter(args) => enter(context, *args).await,
        TournamentOrder::Edit(args) => edit(context, *args).await,
        TournamentOrder::LineUp { tournament, entry, members, absent } => {
            let entry = Desk::open(context, tournament.clone()).await?.entry(&entry)?;
            ask(context, &tournament, None, TournamentAsk::LineUp { entry, members, absent }).await
        }
        TournamentOrder::Draw { tournament, by } => ask(context, &tournament, None, TournamentAsk::Draw { by }).await,
        TournamentOrder::Start { tournament } => ask(context, &tournament, None, TournamentAsk::Start).await,
        TournamentOrder::Pair { tournament, begin } => {
            ask(context, &tournament, None, TournamentAsk::Pair { begin }).await
        }
        TournamentOrder::Begin { tournament } => ask(context, &tournament, None, TournamentAsk::Begin).await,
        TournamentOrder::Result { tournament, game, score, reason, text } => {
            let game = Desk::open(context, tournament.clone()).await?.game(game).await?;
            let act = reason.map(|reason| act(reason, text)).transpose()?;
            ask(context, &tournament, None, TournamentAsk::Announce { game, score: score.0, act }).await
        }
        TournamentOrder::Withdraw { tournament, entry, yes } => {
            let desk = Desk::open(context, tournament).await?;
            let entry = match entry {
                Some(entry) => desk.entry(&entry)?,
                None => desk.view.you.entry.ok_or_else(|| Failure::Usage(t!(words, "tournament-not-entered")))?,
            };
            let what = t!(words, "tournament-order-withdraw", entry = desk.numbered(entry));
            desk.confirmed(&what, yes, TournamentAsk::Withdraw { entry }).await
        }
        TournamentOrder::MemberLeaves { tournament, entry, member, yes } => {
            let desk = Desk::open(context, tournament).await?;
            let entry = desk.entry(&entry)?;
            let what = t!(words, "tournament-order-member-leaves", entry = desk.numbered(entry), member = member);
            desk.confirmed(&what, yes, TournamentAsk::MemberLeaves { entry, member }).await
        }
        TournamentOrder::CloseRound { tournament, yes } => {
            let desk = Desk::open(context, tournament).await?;
            desk.confirmed(&t!(words, "tournament-order-close-round"), yes, TournamentAsk::CloseRound).await
        }
        TournamentOrder::NextStage { tournament, chosen, yes } => {
            let desk = Desk::open(context, tournament).await?;
            let ask = TournamentAsk::NextStage { chosen: chosen.map(|entries| entries.0) };
            desk.confirmed(&t!(words, "tournament-order-next-stage"), yes, ask).await
        }
        TournamentOrder::Finish { tournament, yes } => {
            let desk = Desk::open(context, tournament).await?;
            desk.confirmed(&t!(words, "tournament-order-finish"), yes, TournamentAsk::Finish).await
        }
        order => rule(context, order).await,
    }
}

/// What an official orders, with his reason.
async fn rule(context: &Context, order: TournamentOrder) -> Result<(), Failure> {
    let words = context.words;
    match order {
        TournamentOrder::Exclude { tournament, entry, why } => {
            let desk = Desk::open(context, tournament).await?;
            let entry = desk.entry(&entry)?;
            let what = t!(words, "tournament-order-exclude", entry = desk.numbered(entry));
            desk.ordered(&what, why, |act| TournamentAsk::Exclude { entry, act }).await
        }
        TournamentOrder::Readmit { tournament, entry, why } => {
            let desk = Desk::open(context, tournament).await?;
            let entry = desk.entry(&entry)?;
            let what = t!(words, "tournament-order-readmit", entry = desk.numbered(entry));
            desk.ordered(&what, why, |act| TournamentAsk::Readmit { entry, act }).await
        }
        TournamentOrder::PairByHand { tournament, pairs, byes, why } => {
            let desk = Desk::open(context, tournament).await?;
            let pairs: Vec<_> = pairs.into_iter().map(|pair| pair.0).collect();
            let shown = pairs.iter().map(|pair| {
                let (black, white) = (desk.numbered(pair.first), desk.numbered(pair.second));
                t!(words, "tournament-pair", black = black, white = white)
            });
            let byes_shown =
                byes.0.iter().map(|entry| t!(words, "tournament-round-bye", entry = desk.numbered(*entry)));
            shown.chain(byes_shown).for_each(say);
            let what = t!(words, "tournament-order-pair-by-hand", bouts = pairs.len());
            desk.ordered(&what, why, |act| TournamentAsk::PairByHand { pairs, byes: byes.0, act }).await
        }
        TournamentOrder::Swap { tournament, bout, why } => {
            let desk = Desk::open(context, tournament).await?;
            let what = t!(words, "tournament-order-swap", bout = bout.to_string());
            desk.ordered(&what, why, |act| TournamentAsk::Swap { bout, act }).await
        }
        TournamentOrder::Replay { tournament, game, why } => {
            let desk = Desk::open(context, tournament).await?;
            let game = desk.game(game).await?;
            let what = t!(words, "tournament-order-replay", game = game.as_str());
            desk.ordered(&what, why, |act| TournamentAsk::Replay { game, act }).await
        }
        TournamentOrder::Overturn { tournament, which, score, why } => {
            let desk = Desk::open(context, tournament).await?;
            if let GameArg::At(bout, None) = which {
                let scores = score.0.scores.ok_or_else(|| Failure::Usage(t!(words, "tournament-bout-needs-result")))?;
                let (bout_named, result) = (bout.to_string(), said::scores(words, scores));
                let what = t!(words, "tournament-order-overturn-bout", bout = bout_named, result = result);
                return desk.ordered(&what, why, |act| TournamentAsk::OverturnBout { bout, scores, act }).await;
            }
            let game = desk.game(which).await?;
            let score = score.0;
            let result = said::game_score(words, score);
            let what = t!(words, "tournament-order-overturn-game", game = game.as_str(), result = result);
            desk.ordered(&what, why, |act| TournamentAsk::OverturnGame { game, score, act }).await
        }
        TournamentOrder::Sanction { tournament, sanction } => {
            let desk = Desk::open(context, tournament).await?;
            let (sanction, why) = desk.sanction(sanction)?;
            let what = sanctioned(words, &Names::of(&desk.view), &sanction);
            desk.ordered(&what, why, |act| TournamentAsk::Sanction { sanction, act }).await
        }
        TournamentOrder::Cancel { tournament, why } => {
            let desk = Desk::open(context, tournament).await?;
            let name = printable(&desk.view.settings.name);
            let what = t!(words, "tournament-order-cancel", name = name);
            desk.ordered(&what, why, |act| TournamentAsk::Cancel { act }).await
        }
        // Those that only read, and those above.
        _ => Ok(()),
    }
}

/// Why, if his words may be said.
fn act(reason: tengen_protocol::Reason, text: Option<String>) -> Result<Act, Failure> {
    if let Some(text) = &text {
        check_text(text).map_err(|bad| Failure::Refused(Box::new(bad.into())))?;
    }
    Ok(Act { reason, text: text.unwrap_or_default() })
}

/// A tournament as it is shown to who acts.
struct Desk<'a> {
    context: &'a Context,
    tournament: TournamentId,
    view: TournamentView,
}

impl<'a> Desk<'a> {
    async fn open(context: &'a Context, tournament: TournamentId) -> Result<Self, Failure> {
        let view = view(context, &tournament).await?;
        Ok(Self { context, tournament, view })
    }

    fn entry(&self, named: &str) -> Result<EntryNo, Failure> {
        Names::of(&self.view).named(self.context.words, named)
    }

    fn numbered(&self, entry: EntryNo) -> String {
        Names::of(&self.view).numbered(entry)
    }

    /// Orders what was asked about, once it is confirmed.
    async fn ordered(&self, what: &str, why: Why, ask: impl FnOnce(Act) -> TournamentAsk) -> Result<(), Failure> {
        let words = self.context.words;
        let act = act(why.reason, why.text)?;
        if !why.yes {
            confirm(words, &t!(words, "referee-confirm", order = what, reason = reason(words, act.reason.as_str())))?;
        }
        self::ask(self.context, &self.tournament, Some(self.view.seq), ask(act)).await
    }

    /// The same where no reason is given.
    async fn confirmed(&self, what: &str, yes: bool, ask: TournamentAsk) -> Result<(), Failure> {
        let words = self.context.words;
        if !yes {
            confirm(words, &t!(words, "tournament-confirm", order = what))?;
        }
        self::ask(self.context, &self.tournament, Some(self.view.seq), ask).await
    }

    /// The game that is named by its id or by where it is played.
    async fn game(&self, named: GameArg) -> Result<GameId, Failure> {
        let (bout, board) = match named {
            GameArg::Id(game) => return Ok(game),
            GameArg::At(bout, board) => (bout, board),
        };
        let words = self.context.words;
        let BoutRef { stage, round, table } = bout;
        let body = page(self.context, &self.tournament, &format!("/rounds/{stage}/{round}")).await?;
        let round: RoundView = self.context.api.understood(&body)?;
        let found = round.bouts.iter().find(|bout| bout.table == table);
        match found.map(|bout| newest_game(bout, board)) {
            Some(Newest::Game(game)) => Ok(game),
            Some(Newest::Several) => {
                Err(Failure::Usage(t!(words, "tournament-several-boards", bout = bout.to_string())))
            }
            Some(Newest::None) | None => Err(Failure::Usage(t!(words, "tournament-no-game", bout = bout.to_string()))),
        }
    }

    fn sanction(&self, sanction: SanctionArg) -> Result<(Sanction, Why), Failure> {
        Ok(match sanction {
            SanctionArg::Ban { whom, until, everywhere, why } => {
                (Sanction::Ban { account: self.banned(&whom)?, until, everywhere }, why)
            }
            SanctionArg::LiftBan { whom, why } => (Sanction::LiftBan { account: self.banned(&whom)? }, why),
            SanctionArg::LowerPrize { entry, why } => (Sanction::LowerPrize { entry: self.entry(&entry)? }, why),
            SanctionArg::Reprimand { person, entry, why } => {
                let entry = entry.map(|entry| self.entry(&entry)).transpose()?;
                (Sanction::Reprimand { entry, name: person }, why)
            }
        })
    }

    /// The account of `@ID` or of an entry.
    fn banned(&self, whom: &str) -> Result<AccountId, Failure> {
        if let Some(id) = whom.strip_prefix('@') {
            return id.parse().map_err(|error: tengen_protocol::ParseError| Failure::Usage(error.to_string()));
        }
        let no = self.entry(whom)?;
        let entry = self.view.entries.iter().find(|entry| entry.entry.no == no);
        let account = entry.and_then(|entry| entry.entry.account.clone());
        account.ok_or_else(|| {
            Failure::Usage(t!(self.context.words, "tournament-entry-no-account", entry = self.numbered(no)))
        })
    }
}

/// The game that is meant by a bout, and a board if one is named.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Newest {
    /// This one.
    Game(GameId),
    /// None has begun there.
    None,
    /// Games on several boards.
    Several,
}

/// The newest game, if all games are on one board.
pub(super) fn newest_game(bout: &BoutView, board: Option<u32>) -> Newest {
    let there = || bout.games.iter().filter(|game| board.is_none_or(|board| board == game.board));
    let Some(newest) = there().next_back() else { return Newest::None };
    if there().all(|game| game.board == newest.board) { Newest::Game(newest.game.clone()) } else { Newest::Several }
}

/// Asks it, and tells that it was done.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(super) async fn ask(
    context: &Context,
    tournament: &TournamentId,
    after: Option<u64>,
    ask: TournamentAsk,
) -> Result<(), Failure> {
    let body = asked(context, tournament, after, ask).await?;
    match context.form {
        Form::Json => output::raw(&body),
        Form::Human => told(context, &body),
    }
}

/// Asks it; gives what was done.
///
/// # Errors
/// As [`ask`].
pub(crate) async fn done(
    context: &Context,
    tournament: &TournamentId,
    after: Option<u64>,
    ask: TournamentAsk,
) -> Result<TournamentDone, Failure> {
    context.api.understood(&asked(context, tournament, after, ask).await?)
}

async fn asked(
    context: &Context,
    tournament: &TournamentId,
    after: Option<u64>,
    ask: TournamentAsk,
) -> Result<String, Failure> {
    let token = context.token(Account::Needed).await?;
    let command = TournamentCommand { id: command_id()?, after, ask };
    context.api.ask_tournament(tournament, &command, token.as_deref()).await
}

/// Tells a person what was done.
///
/// # Errors
/// When the answer is to something else.
pub(super) fn told(context: &Context, body: &str) -> Result<(), Failure> {
    let done: TournamentDone = context.api.understood(body)?;
    let words = context.words;
    output::line(&match done.entries.as_slice() {
        [] => t!(words, "tournament-done", tournament = done.tournament.as_str(), event = done.seq),
        [one] => t!(words, "tournament-entered", entry = one.to_string()),
        [first, .., last] => {
            let (first, last, count) = (first.to_string(), last.to_string(), done.entries.len());
            t!(words, "tournament-entered-list", entries = count, first = first, last = last)
        }
    })
}

async fn enter(context: &Context, args: EnterArgs) -> Result<(), Failure> {
    let EnterArgs { tournament, name, account, myself, rank, rating, club, seed, from_round, team } = args;
    let members = team.into_iter().map(|member| member.0).collect();
    let entry = NewEntry { name, account, myself, rank, rating, club, seed, from_round, members };
    ask(context, &tournament, None, TournamentAsk::Enter { entry }).await
}

/// Enters oneself, unless one is entered.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(crate) async fn take_part(context: &Context, tournament: &TournamentId) -> Result<(), Failure> {
    let token = context.token(Account::Needed).await?;
    let body = context.api.tournaments(&format!("/{tournament}"), token.as_deref()).await?;
    let view: TournamentView = context.api.understood(&body)?;
    if view.you.entry.is_some() {
        return Ok(());
    }
    // an organiser says that he plays himself
    let entry = NewEntry { myself: view.you.organiser, ..NewEntry::default() };
    let body = asked(context, tournament, None, TournamentAsk::Enter { entry }).await?;
    let done: TournamentDone = context.api.understood(&body)?;
    for entry in done.entries {
        say(t!(context.words, "tournament-entered", entry = entry.to_string()));
    }
    Ok(())
}

async fn edit(context: &Context, args: EditArgs) -> Result<(), Failure> {
    let EditArgs { tournament, entry, name, account, rank, rating, club, seed, team, clear } = args;
    let entry = Desk::open(context, tournament.clone()).await?.entry(&entry)?;
    let members = if team.is_empty() { None } else { Some(members(context, team).await?) };
    let clear = clear.into_iter().map(|what| what.value()).collect();
    let change = EntryChange { name, account, rank, rating, club, seed, members, clear };
    if change == EntryChange::default() {
        return Err(Failure::Usage(t!(context.words, "tournament-nothing-to-change")));
    }
    ask(context, &tournament, None, TournamentAsk::ChangeEntry { entry, change }).await
}

/// Members with their accounts looked up.
async fn members(context: &Context, team: Vec<MemberArg>) -> Result<Vec<Member>, Failure> {
    let mut members = Vec::with_capacity(team.len());
    for MemberArg(member) in team {
        let account = match &member.account {
            Some(named) => Some(account(context, named).await?),
            None => None,
        };
        members.push(Member { name: member.name, account, rank: member.rank, rating: member.rating });
    }
    Ok(members)
}
