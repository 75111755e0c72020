//! What keys and the mouse do in the list of boards.

use super::{
    Console,
    orders::why_of,
    people::{self, Matter},
    sheet::{Sheet, Told},
};
use crate::{
    referee::all::ToAll,
    screen::{Effect, Query},
    t,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::time::Instant;
use tengen_protocol::tournament_view::{BoardView, EntryView, TournamentView, Trouble};

/// Boards that a page goes.
const PAGE: isize = 10;

impl Console {
    /// A key.
    pub(super) fn key(&mut self, key: KeyEvent, now: Instant) -> Vec<Effect> {
        if self.asking.is_some() {
            return self.asked(key, now);
        }
        self.said = None;
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Vec::new();
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp => self.step(-PAGE),
            KeyCode::PageDown => self.step(PAGE),
            KeyCode::Home => self.select(0),
            KeyCode::End => self.select(usize::MAX),
            KeyCode::Enter => return self.open(),
            KeyCode::Char('s') => self.ask_all(ToAll::Suspend),
            KeyCode::Char('g') => self.ask_all(ToAll::Resume),
            KeyCode::Char('v') => {
                if let Some(board) = self.chosen().cloned() {
                    self.ask(Matter::Game(Box::new(board)));
                }
            }
            KeyCode::Char('m') => self.ask(Matter::Menu),
            KeyCode::Char('r') => return self.refresh(now),
            KeyCode::Char('q') | KeyCode::Esc => return vec![Effect::Quit],
            _ => {}
        }
        Vec::new()
    }

    /// Opens the board on which one stands.
    fn open(&mut self) -> Vec<Effect> {
        let words = self.look.words;
        let Some(board) = self.chosen().cloned() else { return Vec::new() };
        if board.trouble == Trouble::Missing {
            self.complain(t!(words, "console-not-there"));
            return Vec::new();
        }
        // whoever joins his own game takes his seat from where he plays
        if self.plays_in(&board) {
            self.complain(t!(words, "console-own-game"));
            return Vec::new();
        }
        vec![Effect::Watch(board.game)]
    }

    fn plays_in(&self, board: &BoardView) -> bool {
        let (Some(event), Some(me)) = (&self.event, &self.account) else { return false };
        let is_mine = |entry: &&EntryView| {
            let members = entry.entry.members.iter().filter_map(|member| member.account.as_ref());
            entry.entry.account.iter().chain(members).any(|account| account == me)
        };
        let entries =
            event.entries.iter().filter(|entry| [board.black.entry, board.white.entry].contains(&entry.entry.no));
        entries.clone().any(|entry| is_mine(&entry))
    }

    fn ask_all(&mut self, to_all: ToAll) {
        let boards = self.boards.as_ref().map(|view| to_all.of(view)).unwrap_or_default();
        if boards.is_empty() {
            self.say(t!(self.look.words, "console-none-to-order"));
            return;
        }
        self.ask(Matter::All(to_all, boards));
    }

    fn ask(&mut self, matter: Matter) {
        let Some(event) = self.event.clone() else { return self.complain(t!(self.look.words, "lobby-not-read-yet")) };
        let sheet = matter.sheet(self.look.words, &event, self.chosen());
        self.asking = Some((matter, sheet));
    }

    /// A key on the sheet.
    fn asked(&mut self, key: KeyEvent, now: Instant) -> Vec<Effect> {
        let (words, event) = (self.look.words, self.event.clone());
        let (Some((matter, sheet)), Some(event)) = (&mut self.asking, event) else { return Vec::new() };
        match (sheet.key(key), &*matter) {
            (Told::Stay, _) => {}
            (Told::Closed, _) => {
                self.asking = None;
                self.say(t!(words, "screen-not-done"));
            }
            (Told::Answered, Matter::Menu) => {
                let matter = people::chosen(sheet);
                self.ask(matter);
            }
            (Told::Answered, matter) => match matter.ask(words, &event, sheet) {
                Ok(_) => sheet.ask(matter.question(words, &event, sheet)),
                Err(wrong) => sheet.reject(wrong.field, wrong.problem),
            },
            (Told::Yes, _) => {
                let Some((matter, sheet)) = self.asking.take() else { return Vec::new() };
                return self.order(&matter, &sheet, &event, now);
            }
        }
        Vec::new()
    }

    fn order(&mut self, matter: &Matter, sheet: &Sheet, event: &TournamentView, now: Instant) -> Vec<Effect> {
        let words = self.look.words;
        let query = match (matter, matter.ask(words, event, sheet)) {
            (Matter::All(to_all, boards), _) => {
                let (reason, text) = why_of(sheet);
                Query::ToAll { boards: boards.clone(), to_all: *to_all, reason, text }
            }
            (_, Ok(Some(ask))) => {
                Query::Tournament { tournament: self.tournament.clone(), after: event.seq, ask: Box::new(ask) }
            }
            (_, Ok(None)) => return Vec::new(),
            (_, Err(wrong)) => {
                self.complain(wrong.problem);
                return Vec::new();
            }
        };
        self.say(t!(words, "console-sending"));
        let mut effects = vec![Effect::Ask(query)];
        effects.extend(self.refresh(now));
        effects
    }

    /// The mouse.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        match mouse.kind {
            _ if self.asking.is_some() => {}
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let row = self.rows.iter().find(|(row, _)| *row == mouse.row).map(|(_, at)| *at);
                match row {
                    // a second click does what Enter does
                    Some(at) if at == self.selected() => return self.open(),
                    Some(at) => self.select(at),
                    None => {}
                }
            }
            _ => {}
        }
        Vec::new()
    }
}
