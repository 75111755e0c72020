//! What is said beside the game. Pure.
//!
//! Before the end there is one channel for players and one for everybody else, and a screen hears only
//! its own; after the end both. Names and texts are strangers': they are shown as plain text only.

use super::{GameScreen, cells};
use crate::{screen::Effect, t, talk::Known, talk::Typed, text::printable, words::refusal};
use ratatui::{style::Style, text::Line as Row};
use std::collections::VecDeque;
use tengen_protocol::{AccountId, BadText, Channel, Line, Phase, Request, check_text, http::Muted};

/// Lines that are kept, of both channels together.
const KEPT: usize = 200;

/// What was said, and what of it the person has not looked at.
#[derive(Debug, Default)]
pub(super) struct Talk {
    lines: VecDeque<(Channel, Line)>,
    unread: usize,
    known: Known,
    /// The channel that is typed to; nothing while moves are typed.
    pub(super) to: Option<Channel>,
}

impl Talk {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whom the account has muted can be named, to be heard again.
    pub(super) fn know(&mut self, mutes: Vec<Muted>) {
        self.known.are_muted(mutes);
    }
}

impl GameScreen {
    /// A line was said.
    pub(super) fn hear_line(&mut self, channel: Channel, line: Line) {
        self.talk.known.hears(&line);
        if self.talk.lines.len() == KEPT {
            self.talk.lines.pop_front();
        }
        let own = self.account.as_ref() == Some(&line.by);
        self.talk.unread += usize::from(self.talk.to.is_none() && !own);
        self.talk.lines.push_back((channel, line));
    }

    /// Goes from moves to talk and back; after the end by way of both channels.
    pub(super) fn switch_line(&mut self) {
        let Some(view) = &self.view else { return };
        if self.account.is_none() {
            return self.say(t!(self.look.words, "screen-talk-nobody"));
        }
        let own = Channel::of(self.me().is_some());
        self.talk.to = match self.talk.to {
            None => Some(own),
            Some(channel) if view.phase == Phase::Finished && channel == own => Some(Channel::of(self.me().is_none())),
            Some(_) => None,
        };
        self.talk.unread = 0;
    }

    /// Says what was typed; a line that cannot be said stays.
    pub(super) fn say_line(&mut self, channel: Channel) -> Vec<Effect> {
        let effects = self.say_text(channel, self.line.value().to_owned());
        if !effects.is_empty() {
            self.line.reset();
        }
        effects
    }

    fn say_text(&mut self, channel: Channel, text: String) -> Vec<Effect> {
        match check_text(&text) {
            Ok(()) => vec![Effect::Send(Request::Say { game: self.game.clone(), channel, text })],
            Err(BadText::Empty) => Vec::new(),
            Err(bad @ (BadText::Long(_) | BadText::Steers(_))) => {
                self.warn(refusal::refusal(self.look.words, &bad.into()));
                Vec::new()
            }
        }
    }

    /// Does what was typed about talk among the moves, as the line mode does.
    pub(super) fn speak(&mut self, typed: Typed) -> Vec<Effect> {
        let words = self.look.words;
        if self.account.is_none() {
            self.say(t!(words, "screen-talk-nobody"));
            return Vec::new();
        }
        let (name, muted) = match typed {
            Typed::Say(text) if text.is_empty() => {
                self.say(t!(words, "talk-say-what"));
                return Vec::new();
            }
            Typed::Say(text) => return self.say_text(Channel::of(self.me().is_some()), text),
            Typed::Mute(name, muted) => (name, muted),
        };
        let account = self.view.as_ref().and_then(|view| self.talk.known.account(view, &name));
        let Some(account) = account else {
            self.say(match name.as_str() {
                "" => t!(words, "talk-mute-whom"),
                name => t!(words, "talk-nobody", name = printable(name)),
            });
            return Vec::new();
        };
        vec![Effect::Send(Request::Mute { account, muted })]
    }

    /// The server has muted somebody, or lets him be heard again.
    pub(super) fn is_muted(&mut self, account: &AccountId, muted: bool) {
        if muted {
            self.talk.lines.retain(|(_, line)| line.by != *account);
        }
        self.say(self.talk.known.muted(self.look.words, self.view.as_deref(), account, muted));
    }

    /// The name of a channel.
    pub(super) fn channel(&self, channel: Channel) -> String {
        match channel {
            Channel::Players => t!(self.look.words, "screen-channel-players"),
            Channel::Spectators => t!(self.look.words, "screen-channel-spectators"),
        }
    }
}

/// The title of the pane: what was not looked at is counted in it.
pub(super) fn title(screen: &GameScreen) -> String {
    match screen.talk.unread {
        0 => t!(screen.look.words, "screen-talk"),
        unread => t!(screen.look.words, "screen-talk-unread", lines = unread),
    }
}

/// The newest lines in so many cells and rows.
pub(super) fn lines(screen: &GameScreen, width: usize, rows: usize) -> Vec<Row<'static>> {
    let both = Channel::ALL.iter().all(|channel| screen.talk.lines.iter().any(|(of, _)| of == channel));
    let mut shown = VecDeque::new();
    for (channel, line) in screen.talk.lines.iter().rev() {
        let (name, text) = (printable(&line.name), printable(&line.text));
        let text = if both {
            t!(
                screen.look.words,
                "screen-talk-line-channel",
                channel = screen.channel(*channel),
                name = name,
                text = text
            )
        } else {
            t!(screen.look.words, "screen-talk-line", name = name, text = text)
        };
        let own = screen.account.as_ref() == Some(&line.by);
        let style = if own { screen.look.quiet() } else { Style::new() };
        for row in cells::wrap(&text, width).into_iter().rev() {
            shown.push_front(Row::styled(row, style));
            if shown.len() == rows {
                return shown.into();
            }
        }
    }
    shown.into()
}
