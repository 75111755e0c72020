//! `tengen referee`: one ruling in a game, confirmed by whoever makes it; and what a referee sees of a tournament.
//!
//! The game is shown as it stands, and the ruling is made for that: if another one was given meanwhile, or
//! for orders about the position if the game has gone on, the server refuses it.

pub(crate) mod all;
pub(crate) mod boards;

use crate::{
    args::{OrderArg, RefereeArgs, RefereeOrder},
    board_text,
    connection::{Client, Patience, Update},
    context::{Account, Context},
    failure::Failure,
    game_view::GameView,
    output::{self, Form, say},
    t,
    words::{Words, game},
};
use all::ToAll;
use serde_json::json;
use std::{io::IsTerminal, str::FromStr, sync::Arc, time::Instant};
use tengen_protocol::{Code, Done, GameId, Order, ParseError, Request, Rule, WireError, check_text};
use tokio::io::{AsyncBufReadExt, BufReader};

/// Does what is ordered; without an order it lists the boards of a tournament.
///
/// # Errors
/// A refusal, that it was not confirmed, or that the server cannot be reached.
pub(crate) async fn run(context: &Context, args: RefereeArgs) -> Result<(), Failure> {
    let RefereeArgs { of, order } = args;
    match order {
        None | Some(RefereeOrder::Boards) => boards::run(context, &id(&of)?).await,
        Some(RefereeOrder::SuspendAll { why }) => all::run(context, &id(&of)?, ToAll::Suspend, why).await,
        Some(RefereeOrder::ResumeAll { why }) => all::run(context, &id(&of)?, ToAll::Resume, why).await,
        Some(RefereeOrder::Game(order)) => rule(context, id(&of)?, order).await,
    }
}

/// The id of a game or of a tournament as it is written.
///
/// # Errors
/// When it is none.
pub(crate) fn id<T: FromStr<Err = ParseError>>(of: &str) -> Result<T, Failure> {
    of.parse().map_err(|error: ParseError| Failure::Usage(error.to_string()))
}

/// Whether these words may be said.
fn may_be_said(text: Option<&str>) -> Result<(), Failure> {
    text.map_or(Ok(()), |text| check_text(text).map_err(|bad| Failure::Refused(Box::new(bad.into()))))
}

/// Makes the ruling.
async fn rule(context: &Context, game: GameId, order: OrderArg) -> Result<(), Failure> {
    let words = context.words;
    let (order, why) = order.order();
    may_be_said(why.text.as_deref())?;
    let token = context.token(Account::Needed).await?;
    let players = context.api.game(&game, token.as_deref()).await?.snapshot.setup.players;
    let mut client = context.client(Account::Needed, Patience::Short)?;
    // whoever joins his own game takes his seat from where he plays
    if client.welcome().await?.account.is_some_and(|me| me == players.black || me == players.white) {
        let error = WireError::new(Code::Forbidden, "nobody rules in a game of his own");
        return Err(Failure::Refused(Box::new(error)));
    }
    client.follow(&game).await?;
    let mut view = stands(&mut client, &game).await?;
    if !why.yes {
        let reason = game::reason(words, why.reason.as_str());
        let question = t!(words, "referee-confirm", order = game::order(words, &order), reason = reason);
        view = confirmed(words, &mut client, &game, view, &order, &question).await?;
    }
    let (after, head) = (view.seq, view.head);
    let rule = Rule { order, reason: why.reason, text: why.text, after, head };
    let done = client.request(Request::Rule { game: game.clone(), rule }).await?;
    client.close().await;
    let Done::Committed { seq } = done else {
        return Err(Failure::Unreachable(t!(words, "server-other-answer")));
    };
    match context.form {
        Form::Json => output::json(&json!({ "game": game, "seq": seq })),
        Form::Human => output::line(&t!(words, "referee-done", game = game.as_str(), event = seq)),
    }
}

/// The game as it stands.
async fn stands(client: &mut Client, game: &GameId) -> Result<Arc<GameView>, Failure> {
    loop {
        match client.next().await? {
            Update::Game { game: of, view, .. } if of == *game => return Ok(view),
            Update::NotFollowed { error, .. } => return Err(error.into()),
            other => other.message().into_iter().for_each(say),
        }
    }
}

/// Asks on the terminal; without one it has to be said beforehand.
///
/// # Errors
/// When the answer is no, or nobody can be asked.
pub(crate) fn confirm(words: Words, question: &str) -> Result<(), Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::Usage(t!(words, "referee-yes-needed")));
    }
    say(question);
    let line = std::io::stdin().lines().next().transpose().map_err(|error| unreadable(words, &error))?;
    if line.is_some_and(|line| agrees(&line)) { Ok(()) } else { Err(Failure::Interrupted) }
}

fn unreadable(words: Words, error: &std::io::Error) -> Failure {
    Failure::Local(t!(words, "referee-unreadable", why = crate::text::system(error)))
}

/// Asks on the terminal, without which it has to be said beforehand; gives the game as it was shown. Whoever
/// says yes to a game that has become another one meanwhile is shown that and asked again.
async fn confirmed(
    words: Words,
    client: &mut Client,
    game: &GameId,
    mut shown: Arc<GameView>,
    order: &Order,
    question: &str,
) -> Result<Arc<GameView>, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::Usage(t!(words, "referee-yes-needed")));
    }
    // read beside everything else, so that an interrupt and news are heard
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut latest = Arc::clone(&shown);
    loop {
        say(board_text::game(words, &shown, Instant::now()));
        say(question);
        let line = loop {
            tokio::select! {
                line = lines.next_line() => break line,
                update = client.next() => match update? {
                    Update::Game { game: of, view, .. } if of == *game => latest = view,
                    Update::NotFollowed { error, .. } => return Err(error.into()),
                    other => other.message().into_iter().for_each(say),
                },
            }
        };
        let line = line.map_err(|error| unreadable(words, &error))?;
        if !line.is_some_and(|line| agrees(&line)) {
            return Err(Failure::Interrupted);
        }
        if !is_another(order, &shown, &latest) {
            return Ok(shown);
        }
        say(t!(words, "referee-gone-on"));
        shown = Arc::clone(&latest);
    }
}

/// Whether an order would be for another game than the one that was shown: another referee has ruled, or it
/// has gone on and the order is about the position.
fn is_another(order: &Order, shown: &GameView, now: &GameView) -> bool {
    let ruled = (shown.phase, shown.warnings, &shown.start, &shown.outcome)
        != (now.phase, now.warnings, &now.start, &now.outcome);
    let played = (&shown.moves, &shown.board) != (&now.moves, &now.board);
    let of_no_position = matches!(
        order,
        Order::Warn { .. }
            | Order::Lose { .. }
            | Order::Clocks { .. }
            | Order::Overturn { .. }
            | Order::Replay
            | Order::ColoursWrong
    );
    ruled || (played && !of_no_position)
}

/// `y`, `yes`, `是`: anything else is no.
pub(crate) fn agrees(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "是" | "确定" | "確定")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Script;
    use tengen_protocol::Colour;

    #[test]
    fn only_a_yes_is_one() {
        for yes in ["y\n", "Yes\n", " 是\n", "确定", "確定\r\n"] {
            assert!(agrees(yes), "{yes}");
        }
        for no in ["", "\n", "n\n", "yess\n", "不是\n"] {
            assert!(!agrees(no), "{no}");
        }
    }

    #[test]
    fn a_yes_is_asked_for_again_when_the_game_has_become_another_one() {
        let mut script = Script::playing(9);
        let shown = script.view().clone();
        let warn = Order::Warn { side: Colour::Black };
        assert!(!is_another(&Order::Restart, &shown, script.view()));
        script.play("D4");
        assert!(is_another(&Order::Restart, &shown, script.view()), "the position is another one");
        assert!(!is_another(&warn, &shown, script.view()), "a warning is for no position");
        script.resign(Colour::White);
        assert!(is_another(&warn, &shown, script.view()));
    }
}
