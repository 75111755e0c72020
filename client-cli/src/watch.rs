//! `tengen watch`: follows a game to its end.
//!
//! With `--json` each event is printed as it came, in order and each once, from the time of joining
//! on; of a finished game the whole log. When the server answers with a snapshot after a cut, the
//! events in between are fetched from the log and printed in the same form.

use crate::{
    board_text,
    connection::{News, Patience, Update},
    context::{Account, Context},
    failure::Failure,
    game_view::GameView,
    output::{self, Form, say},
    t, talk,
    tokens::Tokens,
    words::{Words, game::note},
};
use std::time::Instant;
use tengen_protocol::{GameEvent, GameId, Head, Phase, Visibility};

/// Follows the game until it is finished.
///
/// # Errors
/// When the game cannot be followed or the output is closed.
pub(crate) async fn run(context: &Context, game: GameId, snapshots: bool) -> Result<(), Failure> {
    let mut client = context.client_as(watching_as(context, &game).await?, Patience::Long);
    client.follow(&game).await?;
    let mut watcher = Watcher { context, game, snapshots, printed: None };
    while !watcher.heard(client.next().await?).await? {}
    client.close().await;
    Ok(())
}

/// Whose tokens to watch with. A player who joins his own game takes his seat, perhaps from a bot of
/// his: so one watches one's own games as nobody, where nobody may watch.
pub(crate) async fn watching_as(context: &Context, game: &GameId) -> Result<Tokens, Failure> {
    let tokens = context.tokens(Account::Optional)?;
    let Some(token) = tokens.current().await? else { return Ok(tokens) };
    let setup = context.api.game(game, Some(&token)).await?.snapshot.setup;
    let me = context.api.me(&token).await?.account;
    if setup.players.black != me && setup.players.white != me {
        return Ok(tokens);
    }
    if setup.visibility == Visibility::Private {
        say(t!(context.words, "watch-private"));
        return Ok(tokens);
    }
    Ok(context.nobody().deaf())
}

struct Watcher<'a> {
    context: &'a Context,
    game: GameId,
    snapshots: bool,
    /// The last event that was printed or lay before the beginning.
    printed: Option<(u64, Head)>,
}

impl Watcher<'_> {
    /// Prints what is new; says whether the game is finished.
    async fn heard(&mut self, update: Update) -> Result<bool, Failure> {
        match update {
            Update::Game { view, news, .. } => {
                match self.context.form {
                    Form::Json => self.print_json(&view, news).await?,
                    Form::Human => print_human(self.context.words, &view, &news)?,
                }
                return Ok(view.phase == Phase::Finished);
            }
            Update::Unknown { seq, raw, .. } => {
                if self.context.form == Form::Json && self.printed.is_some_and(|(last, _)| seq == last + 1) {
                    output::raw(&raw)?;
                    self.printed = Some((seq, Head::EMPTY));
                }
            }
            Update::Talk { channel, line, .. } if self.context.form == Form::Human => {
                say(talk::line(self.context.words, channel, &line));
            }
            Update::NotFollowed { error, .. } => return Err(error.into()),
            other => other.message().into_iter().for_each(say),
        }
        Ok(false)
    }

    async fn print_json(&mut self, view: &GameView, news: News) -> Result<(), Failure> {
        let raw = match news {
            News::UpToDate => return Ok(()),
            News::Event { raw, .. } => raw,
            News::Snapshot { raw, .. } => {
                if self.snapshots && self.printed.is_none() {
                    output::raw(&raw)?;
                }
                // Of a game that was over before one came there is nothing but the log.
                let over = (view.phase == Phase::Finished).then_some(0);
                if let Some(last) = self.printed.map(|(last, _)| last).or(over)
                    && last < view.seq
                {
                    self.print_missed(last, view.seq, view.head).await?;
                }
                if self.snapshots && self.printed.is_some() {
                    output::raw(&raw)?;
                }
                self.printed = Some((view.seq, view.head));
                return Ok(());
            }
        };
        self.printed = Some((view.seq, view.head));
        output::raw(&raw)
    }

    /// Prints the events after `last` up to `to` from the log, in the form of the socket.
    async fn print_missed(&self, last: u64, to: u64, head: Head) -> Result<(), Failure> {
        let mut from = last + 1;
        while from <= to {
            let token = self.context.token(Account::Optional).await?;
            let page = self.context.api.log(&self.game, from, token.as_deref()).await?;
            let mut events = page.events.into_iter().peekable();
            if events.peek().is_none() {
                return Err(self.missing(from));
            }
            while let Some(recorded) = events.next() {
                if recorded.seq != from {
                    return Err(self.missing(from));
                }
                // The head after an event is what the next one names as the head before it.
                let after = match events.peek() {
                    Some(next) => next.prev,
                    None if from == page.seq => page.head,
                    None if from == to => head,
                    None => break,
                };
                output::json(&GameEvent { game: self.game.clone(), head: after, recorded })?;
                from += 1;
                if from > to {
                    break;
                }
            }
        }
        Ok(())
    }

    fn missing(&self, event: u64) -> Failure {
        Failure::Unreachable(t!(self.context.words, "server-no-event", game = self.game.as_str(), event = event))
    }
}

fn print_human(words: Words, view: &GameView, news: &News) -> Result<(), Failure> {
    match news {
        News::UpToDate => return Ok(()),
        News::Event { event, .. } => {
            if let Some(note) = note(words, &event.recorded.event) {
                output::line(&note)?;
            }
        }
        News::Snapshot { .. } => {}
    }
    output::board(&board_text::game(words, view, Instant::now()))
}
