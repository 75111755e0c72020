//! What is asked before something is ordered: one field after the other, and at the end whether it is to be done.
//! Pure.

use crate::{referee::agrees, text::printable};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

/// Options that a page of a long list goes.
const PAGE: isize = 10;

/// One thing that is asked.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// What.
    pub(super) label: String,
    /// How it is answered.
    pub(super) kind: Kind,
}

/// How something is answered.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// One of these.
    Choice {
        /// They.
        options: Vec<String>,
        /// The present one.
        at: usize,
    },
    /// A line of text.
    Text {
        /// As typed.
        input: Input,
        /// Characters at most.
        most: usize,
        /// What is wrong with a text; nothing if it is right.
        check: fn(&str) -> bool,
        /// What is said then.
        wrong: String,
    },
}

impl Field {
    /// One of several.
    pub(super) fn choice(label: String, options: Vec<String>) -> Self {
        Self { label, kind: Kind::Choice { options, at: 0 } }
    }

    /// A line that `check` finds right; `wrong` is said of any other.
    pub(super) fn text(label: String, begun: &str, most: usize, check: fn(&str) -> bool, wrong: String) -> Self {
        Self { label, kind: Kind::Text { input: Input::from(begun), most, check, wrong } }
    }

    /// The answer as it is shown.
    pub(super) fn shown(&self) -> String {
        match &self.kind {
            Kind::Choice { options, at } => options.get(*at).cloned().unwrap_or_default(),
            Kind::Text { input, .. } => printable(input.value()),
        }
    }
}

/// What a key has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It goes on.
    Stay,
    /// Nothing is to be done.
    Closed,
    /// All is answered; whoever asks says now what he is asked for, by [`Sheet::ask`].
    Answered,
    /// It is to be done.
    Yes,
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// What it is about.
    pub(super) title: String,
    /// Of whom.
    pub(super) about: String,
    /// What is asked.
    pub(super) fields: Vec<Field>,
    /// Which is asked now.
    pub(super) at: usize,
    /// The last question, once all is answered.
    pub(super) question: Option<String>,
    /// What is wrong with an answer.
    pub(super) problem: Option<String>,
}

impl Sheet {
    /// One that asks for these.
    pub(super) const fn new(title: String, about: String, fields: Vec<Field>) -> Self {
        Self { title, about, fields, at: 0, question: None, problem: None }
    }

    /// Asks whether that is to be done.
    pub(super) fn ask(&mut self, question: String) {
        self.question = Some(question);
        self.problem = None;
    }

    /// Goes back to an answer that makes no sense.
    pub(super) fn reject(&mut self, field: usize, problem: String) {
        self.at = field.min(self.fields.len().saturating_sub(1));
        self.question = None;
        self.problem = Some(problem);
    }

    /// The number of the option that was chosen.
    pub(super) fn chosen(&self, field: usize) -> usize {
        match self.fields.get(field).map(|field| &field.kind) {
            Some(Kind::Choice { at, .. }) => *at,
            _ => 0,
        }
    }

    /// The text that was typed.
    pub(super) fn typed(&self, field: usize) -> &str {
        match self.fields.get(field).map(|field| &field.kind) {
            Some(Kind::Text { input, .. }) => input.value().trim(),
            _ => "",
        }
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Told {
        if self.question.is_some() {
            return self.answer(key);
        }
        match key.code {
            KeyCode::Esc if self.at == 0 => return Told::Closed,
            KeyCode::Esc | KeyCode::BackTab => {
                self.at = self.at.saturating_sub(1);
                self.problem = None;
            }
            KeyCode::Enter | KeyCode::Tab => return self.next(),
            _ => self.edit(key),
        }
        Told::Stay
    }

    /// Takes pasted text; nothing of it is carried out.
    pub(super) fn paste(&mut self, text: &str) {
        let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if self.question.is_none() {
            one_line.chars().for_each(|c| self.edit(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)));
        }
    }

    /// Only a yes is one.
    fn answer(&mut self, key: KeyEvent) -> Told {
        match key.code {
            KeyCode::Char(c) if agrees(&c.to_string()) => Told::Yes,
            KeyCode::Char('n' | 'N') | KeyCode::Esc => Told::Closed,
            KeyCode::BackTab => {
                self.question = None;
                Told::Stay
            }
            _ => Told::Stay,
        }
    }

    fn next(&mut self) -> Told {
        if let Some(Kind::Text { input, check, wrong, .. }) = self.fields.get(self.at).map(|field| &field.kind)
            && !check(input.value().trim())
        {
            self.problem = Some(wrong.clone());
            return Told::Stay;
        }
        self.problem = None;
        if self.at + 1 < self.fields.len() {
            self.at += 1;
            return Told::Stay;
        }
        Told::Answered
    }

    fn edit(&mut self, key: KeyEvent) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        match &mut field.kind {
            Kind::Choice { options, at } => {
                let last = options.len().saturating_sub(1);
                let step = |by: isize| at.saturating_add_signed(by).min(last);
                *at = match key.code {
                    KeyCode::Up => step(-1),
                    KeyCode::Down => step(1),
                    KeyCode::PageUp => step(-PAGE),
                    KeyCode::PageDown => step(PAGE),
                    KeyCode::Home => 0,
                    KeyCode::End => last,
                    KeyCode::Char(c @ '1'..='9') => (c as usize - '1' as usize).min(last),
                    _ => *at,
                };
            }
            Kind::Text { input, most, .. } => {
                let request = match key.code {
                    KeyCode::Char(c) if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                        match c {
                            'u' => InputRequest::DeleteLine,
                            'w' => InputRequest::DeletePrevWord,
                            _ => return,
                        }
                    }
                    KeyCode::Char(c) if input.value().chars().count() < *most => InputRequest::InsertChar(c),
                    KeyCode::Backspace => InputRequest::DeletePrevChar,
                    KeyCode::Delete => InputRequest::DeleteNextChar,
                    KeyCode::Left => InputRequest::GoToPrevChar,
                    KeyCode::Right => InputRequest::GoToNextChar,
                    KeyCode::Home => InputRequest::GoToStart,
                    KeyCode::End => InputRequest::GoToEnd,
                    _ => return,
                };
                input.handle(request);
            }
        }
    }
}
