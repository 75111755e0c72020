//! What keys and the mouse do in the lobby.

use super::{Lobby, Who, form::Edit, lists::Entry};
use crate::{
    screen::{Effect, Query},
    t,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::time::Instant;
use tengen_protocol::Request;

impl Lobby {
    /// A key.
    pub(super) fn key(&mut self, key: KeyEvent, now: Instant) -> Vec<Effect> {
        self.said = None;
        if self.editing {
            return self.form_key(key);
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Vec::new();
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.lists.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.lists.step(1),
            KeyCode::PageUp => self.lists.step(-10),
            KeyCode::PageDown => self.lists.step(10),
            KeyCode::Home => self.lists.select(0),
            KeyCode::End => self.lists.select(usize::MAX),
            KeyCode::Tab => self.lists.next_section(false),
            KeyCode::BackTab => self.lists.next_section(true),
            KeyCode::Enter => return self.enter(),
            KeyCode::Char('n') => match self.who {
                Who::Account { .. } => self.editing = true,
                Who::Unknown | Who::Nobody => self.complain(t!(self.look.words, "lobby-log-in-first")),
            },
            KeyCode::Char('w') => return self.withdraw(),
            KeyCode::Char('g') if self.who == Who::Nobody => {
                self.say(t!(self.look.words, "lobby-becoming-guest"));
                return vec![Effect::Ask(Query::Guest)];
            }
            KeyCode::Char('r') => return self.refresh(now),
            KeyCode::Char('q') => return vec![Effect::Quit],
            _ => {}
        }
        Vec::new()
    }

    /// Does what the selected entry is for.
    fn enter(&mut self) -> Vec<Effect> {
        let words = self.look.words;
        match self.lists.chosen() {
            Some(Entry::Mine(game)) => vec![Effect::Open(game.game.clone())],
            Some(Entry::Game(game)) => vec![Effect::Watch(game.game.clone())],
            Some(Entry::Offer(_)) if self.account().is_none() => {
                self.complain(t!(words, "lobby-log-in-first"));
                Vec::new()
            }
            Some(Entry::Offer(offer)) if self.account() == Some(&offer.by) => {
                self.complain(t!(words, "lobby-own-offer"));
                Vec::new()
            }
            Some(Entry::Offer(offer)) => vec![Effect::Send(Request::AcceptOffer { offer: offer.offer.clone() })],
            None => Vec::new(),
        }
    }

    fn withdraw(&mut self) -> Vec<Effect> {
        match self.lists.chosen() {
            Some(Entry::Offer(offer)) if self.account() == Some(&offer.by) => {
                vec![Effect::Send(Request::WithdrawOffer { offer: offer.offer.clone() })]
            }
            _ => {
                self.complain(t!(self.look.words, "lobby-select-own-offer"));
                Vec::new()
            }
        }
    }

    fn form_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Vec::new();
        }
        match key.code {
            KeyCode::Esc => self.editing = false,
            KeyCode::Up | KeyCode::BackTab => self.form.edit(Edit::Field(-1)),
            KeyCode::Down | KeyCode::Tab => self.form.edit(Edit::Field(1)),
            KeyCode::Left => self.form.edit(Edit::Value(-1)),
            KeyCode::Right => self.form.edit(Edit::Value(1)),
            KeyCode::Backspace => self.form.edit(Edit::Erase),
            KeyCode::Char(c) => self.form.edit(Edit::Type(c)),
            KeyCode::Enter => return self.offer(),
            _ => {}
        }
        Vec::new()
    }

    /// Makes the offer of the form.
    fn offer(&mut self) -> Vec<Effect> {
        match self.form.terms() {
            Ok(terms) => {
                self.editing = false;
                vec![Effect::Send(Request::Offer { terms })]
            }
            Err(field) => {
                self.form.go_to(field);
                self.form.wrong = Some(field);
                Vec::new()
            }
        }
    }

    /// The mouse.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.editing => {
                let Some(field) = self.places.field(mouse.column, mouse.row) else { return Vec::new() };
                if self.form.field() == field {
                    self.form.edit(Edit::Value(1));
                } else {
                    self.form.go_to(field);
                }
                Vec::new()
            }
            MouseEventKind::Down(MouseButton::Left) => match self.places.entry(mouse.row) {
                // A second click does what Enter does.
                at @ Some(_) if at == self.lists.selected() => self.enter(),
                Some(at) => {
                    self.lists.select(at);
                    Vec::new()
                }
                None => Vec::new(),
            },
            MouseEventKind::ScrollUp if !self.editing => {
                self.lists.step(-1);
                Vec::new()
            }
            MouseEventKind::ScrollDown if !self.editing => {
                self.lists.step(1);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}
