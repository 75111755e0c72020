//! The screen of one game: for its players, and for whoever watches.
//!
//! [`GameScreen`] is pure state. `told` takes what the session says, `keys` what the person does;
//! `draw` and the modules below it make lines of text and styles. Nothing here judges a move: what is
//! asked goes to the server, for the position that was shown, and what it answers is shown.

mod board;
mod clock;
mod draw;
mod help;
mod keys;
mod moves;
mod paint;
mod panel;
mod review;
mod talk;
pub(crate) mod times;
mod told;

use super::{Effect, Fetched, Input, Look, Query, Screen, cells};
use crate::{connection::Update, game_view::GameView};
use board::Window;
use ratatui::{Frame, layout::Rect};
use review::Past;
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use talk::Talk;
use tengen_protocol::{AccountId, Clock, Colour, CommandId, GameId, Point, Request};

/// A game on the whole screen.
pub(crate) struct GameScreen {
    look: Look,
    game: GameId,
    account: Option<AccountId>,
    /// The game as it stands; nothing before the first news of it.
    view: Option<Arc<GameView>>,
    /// ms that each move took, where an event has said so.
    used: Vec<Option<u64>>,
    /// The log was asked for the times of so many moves.
    times_asked: usize,
    /// The running clock when calls of the time were looked for last.
    looked: Option<(Colour, Clock)>,
    /// What was called last of that clock.
    call: Option<(Colour, String)>,
    link: Link,
    /// Another connection plays the game.
    seat_taken: bool,
    /// What was told last.
    message: Option<Message>,
    /// What a yes would do.
    asked: Option<Question>,
    /// A question was dropped that nobody has answered.
    missed: bool,
    /// The point that Enter plays on.
    cursor: Option<Point>,
    /// The earlier move that is looked at.
    review: Option<Review>,
    /// What is being typed.
    line: tui_input::Input,
    help: bool,
    talk: Talk,
    /// What was sent and is not answered.
    sent: BTreeMap<CommandId, Sent>,
    /// Where the board was drawn last, for the mouse.
    drawn: Option<(Rect, Window)>,
}

/// The connection.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Link {
    Up,
    Lost { why: String, retry_at: Instant },
}

/// One line for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    text: String,
    urgent: bool,
}

/// What is done only after a yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Pass,
    Undo,
    Resign,
    Accept,
    Resume,
}

/// A look back.
struct Review {
    past: Past,
    /// Moves on the board that is shown.
    moves: usize,
}

/// A command on its way.
struct Sent {
    /// What it was, in the words of the person.
    what: String,
    takes_seat: bool,
    plays: bool,
    /// A line of talk, to be typed again if it is refused.
    line: Option<String>,
    /// Who is not to be heard any more, or again.
    mute: Option<(AccountId, bool)>,
}

impl GameScreen {
    /// The screen of a game; whoever's account does not play in it watches.
    pub(crate) fn new(look: Look, game: GameId, account: Option<AccountId>) -> Self {
        Self {
            look,
            game,
            account,
            view: None,
            used: Vec::new(),
            times_asked: 0,
            looked: None,
            call: None,
            link: Link::Up,
            seat_taken: false,
            message: None,
            asked: None,
            missed: false,
            cursor: None,
            review: None,
            line: tui_input::Input::default(),
            help: false,
            talk: Talk::default(),
            sent: BTreeMap::new(),
            drawn: None,
        }
    }

    /// Whether letters go into a line, or to what is laid over the board.
    pub(crate) fn is_typing(&self) -> bool {
        self.help || self.talk.to.is_some() || !self.line.value().is_empty()
    }

    /// The side that is played here; nothing for a spectator.
    fn me(&self) -> Option<Colour> {
        self.view.as_ref()?.side_of(self.account.as_ref()?)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), urgent: false });
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), urgent: true });
    }
}

impl Screen for GameScreen {
    fn heard(&mut self, update: Update, now: Instant) -> Vec<Effect> {
        self.take(update, now)
    }

    fn input(&mut self, input: Input, now: Instant) -> Vec<Effect> {
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => {
                self.paste(&text);
                Vec::new()
            }
            Input::Resized => Vec::new(),
            Input::Tick => self.call_time(now),
        }
    }

    fn sent(&mut self, id: CommandId, request: &Request) {
        let takes_seat = matches!(request, Request::TakeSeat { .. });
        let plays = matches!(request, Request::Play { .. });
        let line = match request {
            Request::Say { text, .. } => Some(text.clone()),
            _ => None,
        };
        let mute = match request {
            Request::Mute { account, muted } => Some((account.clone(), *muted)),
            _ => None,
        };
        self.sent.insert(id, Sent { what: told::what(self.look.words, request), takes_seat, plays, line, mute });
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        self.drawn = draw::screen(self, frame, now);
    }

    fn next_tick(&self, now: Instant) -> Option<Duration> {
        clock::next_tick(self, now)
    }

    fn fetched(&mut self, fetched: Fetched, _now: Instant) -> Vec<Effect> {
        match fetched {
            Fetched::Times { game, moves } if game == self.game => self.take_times(&moves),
            // The list shows that it does not know; the next snapshot asks again.
            Fetched::Failed(Query::Times { game }, _) if game == self.game => self.times_asked = 0,
            Fetched::Mutes(mutes) => self.talk.know(mutes),
            // They can be named by their ids.
            Fetched::Failed(Query::Mutes, why) => self.say(why),
            Fetched::Times { .. }
            | Fetched::Failed(..)
            | Fetched::Games { .. }
            | Fetched::Guest
            | Fetched::Boards(_)
            | Fetched::Event(_)
            | Fetched::Asked(_)
            | Fetched::Ordered { .. } => {}
        }
        Vec::new()
    }
}

#[cfg(test)]
pub(crate) mod tests;
