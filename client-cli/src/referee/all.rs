//! All boards of a tournament at once: a power cut, and its end.
//!
//! Each board is ordered for itself, by the one way that orders have. What is so already is left as it is, so that
//! the same order may be given again until all boards have it.

use super::boards;
use crate::{
    args::Why,
    connection::{Client, Patience, Update},
    context::{Account, Context},
    failure::Failure,
    output::{self, Form, say},
    t, text,
    tournament::Names,
    words::{Words, game, referee as said},
};
use serde_json::json;
use tengen_protocol::{
    AccountId, Code, Done, GameId, Order, Phase, Reason, Request, Rule, TournamentId, WireError,
    tournament_view::{BoardView, BoardsView, Trouble},
};

/// How often a game that has gone on meanwhile is ordered again.
const TRIES: u32 = 8;

/// What all boards are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToAll {
    /// Play stands still.
    Suspend,
    /// Suspended play goes on; pauses that players agreed on stay.
    Resume,
}

impl ToAll {
    const fn order(self) -> Order {
        match self {
            Self::Suspend => Order::Suspend,
            Self::Resume => Order::Resume,
        }
    }

    /// Whether a board has nothing to hear of it: no clock runs there, or a referee has not stopped it.
    pub(crate) fn is_so(self, board: &BoardView) -> bool {
        match self {
            Self::Suspend => match board.phase {
                // a pause that players agreed on ends by itself; any other waits for a referee
                Some(Phase::Paused) => board.trouble != Trouble::Paused,
                Some(Phase::Adjourned | Phase::Scoring) => true,
                _ => false,
            },
            Self::Resume => !matches!(board.trouble, Trouble::Suspended | Trouble::Unread),
        }
    }

    /// The boards that are to hear of it.
    pub(crate) fn of(self, view: &BoardsView) -> Vec<BoardView> {
        view.boards.iter().filter(|board| !self.is_so(board)).cloned().collect()
    }

    /// What is asked before it is done.
    pub(crate) fn question(self, words: Words, boards: usize) -> String {
        match self {
            Self::Suspend => t!(words, "console-suspend-all", boards = boards),
            Self::Resume => t!(words, "console-resume-all", boards = boards),
        }
    }
}

/// What became of a board: the event that says so, or why not.
pub(crate) type Became = Result<u64, String>;

/// Orders it, and tells what became of each board.
///
/// # Errors
/// That it was not confirmed, that the server cannot be reached, or that some board has refused.
pub(super) async fn run(context: &Context, tournament: &TournamentId, to_all: ToAll, why: Why) -> Result<(), Failure> {
    let words = context.words;
    super::may_be_said(why.text.as_deref())?;
    let event = boards::event(context, tournament).await?;
    let view = boards::boards(context, tournament).await?;
    let (wanted, several) = (to_all.of(&view), boards::are_several(&view));
    if !why.yes && !wanted.is_empty() {
        let (what, reason) = (to_all.question(words, wanted.len()), game::reason(words, why.reason.as_str()));
        super::confirm(words, &t!(words, "referee-confirm", order = what, reason = reason))?;
    }
    let names = Names::of(&event);
    let mut failed = 0;
    let each = |board: &BoardView, became: &Became| {
        failed += usize::from(became.is_err());
        match context.form {
            Form::Json => output::json(&match became {
                Ok(seq) => json!({ "game": board.game, "table": board.table, "seq": seq }),
                Err(why) => json!({ "game": board.game, "table": board.table, "error": why }),
            }),
            Form::Human => output::line(&said_of(words, &names, board, several, became)),
        }
    };
    order_all(context, &wanted, to_all, (why.reason, why.text.as_deref()), each).await?;
    if context.form == Form::Human {
        let (done, stood) = (wanted.len() - failed, view.boards.len() - wanted.len());
        say(t!(words, "console-became-all", done = done, stood = stood, failed = failed));
    }
    if failed == 0 { Ok(()) } else { Err(Failure::Told) }
}

fn said_of(words: Words, names: &Names<'_>, board: &BoardView, several: bool, became: &Became) -> String {
    let (table, black, white) = (said::table(board, several), names.seated(board.black), names.seated(board.white));
    let text = match became {
        Ok(_) => t!(words, "console-done"),
        Err(why) => why.clone(),
    };
    t!(words, "console-became", table = table, black = black, white = white, text = text)
}

/// Orders it at each of these boards, for this reason and with these words; `each` is told what became of each.
///
/// # Errors
/// When the session has ended, or of `each`.
pub(crate) async fn order_all(
    context: &Context,
    boards: &[BoardView],
    to_all: ToAll,
    why: (Reason, Option<&str>),
    mut each: impl FnMut(&BoardView, &Became) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if boards.is_empty() {
        return Ok(());
    }
    let token = context.token(Account::Needed).await?;
    let mut client = context.client(Account::Needed, Patience::Long)?;
    let result = async {
        let me = client.welcome().await?.account;
        for board in boards {
            let one = match may(context, token.as_deref(), board, me.as_ref()).await {
                Ok(()) => order_one(&mut client, &board.game, to_all, why).await,
                Err(failure) => Err(failure),
            };
            let became = match one {
                Ok(seq) => Ok(seq),
                Err(Failure::Refused(error)) => Err(text::refusal(&error)),
                Err(failure) => return Err(failure),
            };
            each(board, &became)?;
        }
        Ok(())
    };
    let result = result.await;
    client.close().await;
    result
}

/// Whoever joins his own game takes his seat from where he plays.
async fn may(context: &Context, token: Option<&str>, board: &BoardView, me: Option<&AccountId>) -> Result<(), Failure> {
    let players = context.api.game(&board.game, token).await?.snapshot.setup.players;
    if me.is_some_and(|me| *me == players.black || *me == players.white) {
        let error = WireError::new(Code::Forbidden, "nobody rules in a game of his own");
        return Err(Failure::Refused(Box::new(error)));
    }
    Ok(())
}

async fn order_one(
    client: &mut Client,
    game: &GameId,
    to_all: ToAll,
    why: (Reason, Option<&str>),
) -> Result<u64, Failure> {
    client.follow(game).await?;
    let result = order_followed(client, game, to_all, why).await;
    client.leave(game).await?;
    result
}

async fn order_followed(
    client: &mut Client,
    game: &GameId,
    to_all: ToAll,
    why: (Reason, Option<&str>),
) -> Result<u64, Failure> {
    let (mut tries, (reason, text)) = (0, why);
    loop {
        let view = super::stands(client, game).await?;
        let rule =
            Rule { order: to_all.order(), reason, text: text.map(str::to_owned), after: view.seq, head: view.head };
        let id = client.submit(Request::Rule { game: game.clone(), rule }).await?;
        let result = loop {
            match client.next().await? {
                Update::Answer { id: of, result } if of == id => break result,
                Update::NotFollowed { error, .. } => return Err(error.into()),
                _ => {}
            }
        };
        match result {
            Ok(Done::Committed { seq }) => return Ok(seq),
            Ok(_) => return Err(Failure::Unreachable(t!(Words::current(), "server-other-answer"))),
            // the game is asked for anew by the session, since it has gone on
            Err(error) if error.code == Code::Stale && tries < TRIES => tries += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::board;

    #[test]
    fn boards_that_stand_already_are_left_alone() {
        for (trouble, phase, suspends, resumes) in [
            (Trouble::Playing, Some(Phase::Playing), true, false),
            (Trouble::Disconnected, Some(Phase::Playing), true, false),
            (Trouble::Late, Some(Phase::Waiting), true, false),
            (Trouble::Paused, Some(Phase::Paused), true, false),
            (Trouble::Suspended, Some(Phase::Paused), false, true),
            (Trouble::Repetition, Some(Phase::Paused), false, false),
            (Trouble::Adjourned, Some(Phase::Adjourned), false, false),
            (Trouble::Scoring, Some(Phase::Scoring), false, false),
            (Trouble::FinalStop, Some(Phase::Scoring), false, false),
            (Trouble::Unread, None, true, true),
            (Trouble::Missing, None, true, false),
        ] {
            let board = BoardView { phase, ..board(1, trouble) };
            assert_eq!(
                (!ToAll::Suspend.is_so(&board), !ToAll::Resume.is_so(&board)),
                (suspends, resumes),
                "{trouble:?}"
            );
        }
    }
}
