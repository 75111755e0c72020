//! What the person does: keys, mouse, typed lines. Pure.
//!
//! Arrows move the cursor, Enter or Space plays there; letters and digits go to the line below the
//! board, which Enter reads as the line mode would; after Tab the line is said to the others instead.
//! While something is typed, arrows and the like edit it. A first click puts the cursor, a second one on
//! the same point plays. Function keys ask before they do what cannot be taken back.

use super::{GameScreen, Message, Question, Review, review::Past};
use crate::{
    screen::Effect,
    t, talk,
    text::printable,
    typed::{Meaning, Typed, meaning},
};
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::Position,
};
use tengen_protocol::{Phase, Point, Request, Vertex, limits::LINE_CHARS};
use tui_input::InputRequest;

/// Among the moves a line may have so many characters more than what is said: the word before it.
const WORD: usize = 16;

/// Moves that a page of the review goes.
const PAGE: isize = 10;

impl GameScreen {
    /// Takes a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.edit(key.code, true);
            return Vec::new();
        }
        if self.help {
            // Any key closes it, and does nothing else.
            self.help = false;
            return Vec::new();
        }
        let typing = self.talk.to.is_some() || !self.line.value().is_empty();
        match key.code {
            KeyCode::Enter => return self.enter(),
            KeyCode::Esc => return self.escape(),
            KeyCode::F(n) => return self.function(n),
            KeyCode::Tab => self.switch_line(),
            KeyCode::Up => self.walk(0, 1),
            KeyCode::Down => self.walk(0, -1),
            KeyCode::PageUp => self.look_back(-PAGE),
            KeyCode::PageDown => self.look_back(PAGE),
            KeyCode::Left if !typing => self.walk(-1, 0),
            KeyCode::Right if !typing => self.walk(1, 0),
            KeyCode::Home if !typing => self.look_back(isize::MIN),
            KeyCode::End if !typing => self.look_back(isize::MAX),
            KeyCode::Char('[') if !typing => self.look_back(-1),
            KeyCode::Char(']') if !typing => self.look_back(1),
            KeyCode::Char('?') if !typing => self.help = true,
            KeyCode::Char(' ') if !typing => return self.act(),
            code => self.edit(code, false),
        }
        Vec::new()
    }

    /// Edits the line.
    fn edit(&mut self, code: KeyCode, control: bool) {
        let longest = if self.talk.to.is_some() { LINE_CHARS } else { LINE_CHARS + WORD };
        let request = match (code, control) {
            (KeyCode::Char(c), false) if self.line.value().chars().count() < longest => InputRequest::InsertChar(c),
            (KeyCode::Backspace, false) | (KeyCode::Char('h'), true) => InputRequest::DeletePrevChar,
            (KeyCode::Delete, false) => InputRequest::DeleteNextChar,
            (KeyCode::Left, false) => InputRequest::GoToPrevChar,
            (KeyCode::Right, false) => InputRequest::GoToNextChar,
            (KeyCode::Home, false) | (KeyCode::Char('a'), true) => InputRequest::GoToStart,
            (KeyCode::End, false) | (KeyCode::Char('e'), true) => InputRequest::GoToEnd,
            (KeyCode::Char('w'), true) => InputRequest::DeletePrevWord,
            (KeyCode::Char('u'), true) => InputRequest::DeleteLine,
            (KeyCode::Char('k'), true) => InputRequest::DeleteTillEnd,
            _ => return,
        };
        self.line.handle(request);
    }

    /// Takes pasted text into the line; nothing of it is carried out by itself.
    pub(super) fn paste(&mut self, pasted: &str) {
        let one_line: String = pasted.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        for c in printable(&one_line).chars() {
            self.edit(KeyCode::Char(c), false);
        }
    }

    /// Takes what the mouse did.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.look_back(-1),
            MouseEventKind::ScrollDown => self.look_back(1),
            MouseEventKind::Down(MouseButton::Left) if self.help => self.help = false,
            MouseEventKind::Down(MouseButton::Left) => {
                let Some(point) = self.point_under(Position::new(mouse.column, mouse.row)) else { return Vec::new() };
                if self.cursor == Some(point) {
                    return self.act();
                }
                self.cursor = Some(point);
            }
            _ => {}
        }
        Vec::new()
    }

    fn point_under(&self, at: Position) -> Option<Point> {
        let (area, window) = self.drawn.as_ref()?;
        let inside = area.contains(at).then(|| Position::new(at.x - area.x, at.y - area.y))?;
        window.point_at(inside)
    }

    /// Moves the cursor; the first time it appears in the middle.
    fn walk(&mut self, columns: i8, rows: i8) {
        let Some(view) = &self.view else { return };
        let size = view.setup.size;
        self.cursor = match self.cursor {
            None => Point::new(size.width() / 2, size.height() / 2),
            Some(at) => {
                let column = at.column().saturating_add_signed(columns).min(size.width() - 1);
                let row = at.row().saturating_add_signed(rows).min(size.height() - 1);
                Point::new(column, row)
            }
        };
    }

    /// Goes so many moves forth, or back if negative; from the last one the review ends.
    fn look_back(&mut self, moves: isize) {
        let Some(view) = self.view.clone() else { return };
        let review = match self.review.take() {
            Some(review) => review,
            None if moves > 0 => return,
            None => match Past::of(&view) {
                Some(past) => Review { moves: past.moves(), past },
                None => return self.say(t!(self.look.words, "screen-no-review")),
            },
        };
        let to = review.moves.saturating_add_signed(moves).min(review.past.moves());
        if to < review.past.moves() {
            self.review = Some(Review { moves: to, ..review });
        }
    }

    /// Undoes one thing after another: what is typed, talk, a question, a look back, the cursor.
    fn escape(&mut self) -> Vec<Effect> {
        if !self.line.value().is_empty() {
            self.line.reset();
            return Vec::new();
        }
        if self.talk.to.take().is_some() {
            return Vec::new();
        }
        if self.asked.take().is_some() {
            self.say(t!(self.look.words, "screen-not-done"));
            return Vec::new();
        }
        if self.review.take().is_some() || self.cursor.take().is_some() {
            return Vec::new();
        }
        let over = self.view.as_ref().is_none_or(|view| view.phase == Phase::Finished);
        if over || self.me().is_none() {
            return vec![Effect::Leave];
        }
        self.say(t!(self.look.words, "screen-how-to-leave"));
        Vec::new()
    }

    fn function(&mut self, n: u8) -> Vec<Effect> {
        let phase = self.view.as_ref().map(|view| view.phase);
        let scoring = phase == Some(Phase::Scoring);
        let question = match n {
            1 => {
                self.help = true;
                return Vec::new();
            }
            2 if scoring => Question::Accept,
            2 => Question::Pass,
            3 if scoring => Question::Resume,
            3 => Question::Undo,
            4 => Question::Resign,
            _ => return Vec::new(),
        };
        if self.may_ask(question) {
            self.asked = Some(question);
            self.missed = false;
            self.message = None;
        }
        Vec::new()
    }

    /// Whether that may be done from what is shown; if not, the person is told why.
    fn may_ask(&mut self, question: Question) -> bool {
        match question {
            Question::Pass | Question::Undo | Question::Accept => self.may_touch(),
            Question::Resign | Question::Resume => self.may_act(),
        }
    }

    /// Whether anything can be asked of the game from here; if not, the person is told why.
    fn may_act(&mut self) -> bool {
        let words = self.look.words;
        let why = match &self.view {
            None => t!(words, "screen-not-here-yet"),
            Some(view) if view.phase == Phase::Finished => t!(words, "screen-over"),
            Some(_) if self.me().is_none() => t!(words, "screen-watching"),
            Some(_) => return true,
        };
        self.say(why);
        false
    }

    /// The same for what is done on the board, which must be the board as it stands.
    fn may_touch(&mut self) -> bool {
        if !self.may_act() {
            return false;
        }
        if self.review.is_some() {
            self.say(t!(self.look.words, "screen-in-review"));
            return false;
        }
        // A second Enter is not a second move.
        if let Some(sent) = self.sent.values().find(|sent| sent.plays) {
            self.message =
                Some(Message { text: t!(self.look.words, "screen-sending", what = &*sent.what), urgent: false });
            return false;
        }
        true
    }

    /// Plays on the cursor's point, or marks the chain there.
    fn act(&mut self) -> Vec<Effect> {
        let words = self.look.words;
        let Some(point) = self.cursor else {
            self.say(t!(words, "screen-no-cursor"));
            return Vec::new();
        };
        if !self.may_touch() {
            return Vec::new();
        }
        let typed = match self.view.as_ref().and_then(|view| view.scoring.as_ref()) {
            Some(scoring) => Typed::Mark(point, !scoring.dead.contains(&point)),
            None => Typed::Play(Vertex::Point(point)),
        };
        self.mean(typed)
    }

    /// Reads the line.
    fn enter(&mut self) -> Vec<Effect> {
        if let Some(channel) = self.talk.to {
            return self.say_line(channel);
        }
        let words = self.look.words;
        let line = self.line.value_and_reset();
        if let Some(typed) = talk::Typed::read(&line) {
            return self.speak(typed);
        }
        let typed = match Typed::read(words, &line) {
            Ok(typed) => typed,
            Err(why) => {
                self.warn(why);
                return Vec::new();
            }
        };
        match typed {
            Typed::Nothing if self.asked.is_some() => return Vec::new(),
            Typed::Nothing => return self.act(),
            Typed::Quit => return vec![Effect::Leave],
            Typed::Board => return vec![Effect::Redraw],
            Typed::Help => {
                self.help = true;
                return Vec::new();
            }
            _ => {}
        }
        let missed = std::mem::take(&mut self.missed);
        match (self.asked.take(), &typed) {
            (Some(question), Typed::Yes | Typed::Agree) => self.agreed(question),
            (None, Typed::Yes | Typed::No | Typed::Agree) if missed => {
                self.say(t!(words, "screen-gone-on"));
                Vec::new()
            }
            (Some(_), Typed::No) => {
                self.say(t!(words, "screen-not-done"));
                Vec::new()
            }
            (_, Typed::Play(_) | Typed::Seal(_) | Typed::Mark(..) | Typed::Undo(_) | Typed::Accept | Typed::Agree)
                if !self.may_touch() =>
            {
                Vec::new()
            }
            _ if !self.may_act() => Vec::new(),
            _ => self.mean(typed),
        }
    }

    /// Does what was asked about.
    fn agreed(&mut self, question: Question) -> Vec<Effect> {
        if !self.may_ask(question) {
            return Vec::new();
        }
        match question {
            Question::Pass => self.mean(Typed::Play(Vertex::Pass)),
            Question::Undo => self.mean(Typed::Undo(None)),
            Question::Accept => self.mean(Typed::Accept),
            Question::Resume => self.mean(Typed::Resume),
            Question::Resign => self.send(Request::Resign { game: self.game.clone() }),
        }
    }

    /// Does what a line means in the game as it is shown.
    fn mean(&mut self, typed: Typed) -> Vec<Effect> {
        let (Some(view), Some(me)) = (self.view.clone(), self.me()) else { return Vec::new() };
        match meaning(self.look.words, typed, &view, &self.game, me, false) {
            Meaning::Send(request) => self.send(request),
            Meaning::Confirm => {
                self.asked = Some(Question::Resign);
                Vec::new()
            }
            Meaning::Say(text) => {
                self.say(text);
                Vec::new()
            }
        }
    }

    fn send(&mut self, request: Request) -> Vec<Effect> {
        self.message = None;
        self.missed = false;
        vec![Effect::Send(request)]
    }
}
