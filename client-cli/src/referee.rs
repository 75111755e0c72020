//! `tengen referee`: one ruling in a game, confirmed by whoever makes it.
//!
//! The game is shown as it stands, and the ruling is made for that: if another one was given meanwhile, or
//! for orders about the position if the game has gone on, the server refuses it.

use crate::{
    args::RefereeArgs,
    board_text,
    connection::{Client, Patience, Update},
    context::{Account, Context},
    failure::Failure,
    game_view::GameView,
    output::{self, Form, say},
    t,
    words::{Words, game},
};
use serde_json::json;
use std::{
    io::{BufRead, IsTerminal},
    sync::Arc,
    time::Instant,
};
use tengen_protocol::{Code, Done, GameId, Request, Rule, WireError, check_text};

/// Makes the ruling.
///
/// # Errors
/// A refusal, that it was not confirmed, or that the server cannot be reached.
pub(crate) async fn run(context: &Context, args: RefereeArgs) -> Result<(), Failure> {
    let words = context.words;
    let RefereeArgs { game, order } = args;
    let (order, why) = order.order();
    if let Some(text) = &why.text {
        check_text(text).map_err(|bad| Failure::Refused(Box::new(bad.into())))?;
    }
    let token = context.token(Account::Needed).await?;
    let players = context.api.game(&game, token.as_deref()).await?.snapshot.setup.players;
    let mut client = context.client(Account::Needed, Patience::Short)?;
    // whoever joins his own game takes his seat from where he plays
    if client.welcome().await?.account.is_some_and(|me| me == players.black || me == players.white) {
        let error = WireError::new(Code::Forbidden, "nobody rules in a game of his own");
        return Err(Failure::Refused(Box::new(error)));
    }
    client.follow(&game).await?;
    let view = stands(&mut client, &game).await?;
    if !why.yes {
        let reason = game::reason(words, why.reason.as_str());
        say(board_text::game(words, &view, Instant::now()));
        confirm(words, &t!(words, "referee-confirm", order = game::order(words, &order), reason = reason))?;
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
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::Local(t!(words, "referee-unreadable", why = crate::text::system(&error))))?;
    if agrees(&line) { Ok(()) } else { Err(Failure::Interrupted) }
}

/// `y`, `yes`, `是`: anything else is no.
fn agrees(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "是" | "确定" | "確定")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_one() {
        for yes in ["y\n", "Yes\n", " 是\n", "确定", "確定\r\n"] {
            assert!(agrees(yes), "{yes}");
        }
        for no in ["", "\n", "n\n", "yess\n", "不是\n"] {
            assert!(!agrees(no), "{no}");
        }
    }
}
