//! A game's screen at a made-up table: what it shows, what it answers to keys and news.

mod drawn;
mod heard;
mod talked;
mod typed;

use super::*;
use crate::{
    connection::News,
    screen::look::Colours,
    testing::{Script, game_id},
    words::{Language, Words},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
};
use tengen_protocol::{Event, GameEvent};
use unicode_width::UnicodeWidthStr;

/// English in sixteen colours.
fn look() -> Look {
    Look { words: Words::english(), colours: Colours::Sixteen, ascii: false, bell: true }
}

/// Chinese without colours.
fn chinese() -> Look {
    Look { words: Words::of(Language::Simplified, false), colours: Colours::None, ..look() }
}

/// English in ASCII without colours.
fn plain() -> Look {
    Look { words: Words::of(Language::English, true), colours: Colours::None, ascii: true, ..look() }
}

/// A made-up game and a screen that follows it.
struct Table {
    script: Script,
    screen: GameScreen,
    /// Since the first event.
    after: Duration,
}

impl Table {
    /// `me`: the account that sits at the screen: `a1` is Black, `a2` White, others watch.
    fn new(script: Script, me: &str, look: Look) -> Self {
        let screen = GameScreen::new(look, game_id(), Some(me.parse().unwrap()));
        let mut table = Self { script, screen, after: Duration::ZERO };
        table.tell(News::Snapshot { raw: "".into(), lost: Vec::new() });
        table
    }

    fn now(&self) -> Instant {
        self.script.at() + self.after
    }

    fn tell(&mut self, news: News) -> Vec<Effect> {
        let view = Arc::new(self.script.view().clone());
        self.hear(Update::Game { game: game_id(), view, news })
    }

    fn hear(&mut self, update: Update) -> Vec<Effect> {
        let now = self.now();
        self.screen.heard(update, now)
    }

    /// What was asked over HTTP is answered.
    fn fetch(&mut self, fetched: Fetched) {
        let now = self.now();
        assert_eq!(self.screen.fetched(fetched, now), []);
    }

    /// Lets the script do something and tells the screen each event.
    fn then<T>(&mut self, does: impl FnOnce(&mut Script) -> T) -> Vec<Effect> {
        let known = self.script.events.len();
        let begin = self.script.clone();
        does(&mut self.script);
        let events: Vec<GameEvent> = self.script.events[known..].to_vec();
        let mut view = begin.view().clone();
        let mut effects = Vec::new();
        for event in events {
            view = view.after(&event).unwrap();
            view.sync(event.recorded.t, self.script.at());
            let news = News::Event { raw: "".into(), event: Box::new(event) };
            effects.extend(self.hear(Update::Game { game: game_id(), view: Arc::new(view.clone()), news }));
        }
        effects
    }

    fn play(&mut self, at: &str) -> Vec<Effect> {
        self.then(|script| {
            script.play(at);
        })
    }

    fn append(&mut self, event: Event) -> Vec<Effect> {
        self.then(|script| {
            script.append(event);
        })
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        let now = self.now();
        self.screen.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), now)
    }

    /// Types a line and Enter; what Enter does.
    fn enter(&mut self, line: &str) -> Vec<Effect> {
        for c in line.chars() {
            assert!(self.press(KeyCode::Char(c)).is_empty(), "{line}: typing does nothing yet");
        }
        self.press(KeyCode::Enter)
    }

    fn click(&mut self, column: u16, row: u16) -> Vec<Effect> {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let now = self.now();
        self.screen.input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }), now)
    }

    fn buffer(&mut self, columns: u16, rows: u16) -> Buffer {
        let now = self.now();
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| self.screen.draw(frame, now)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// What 80x24 cells show.
    fn shown(&mut self) -> String {
        text(&self.buffer(80, 24))
    }

    /// Compares what is shown with a checked-in screen; `TENGEN_UPDATE=1` writes it anew.
    fn is_golden(&mut self, name: &str) {
        let shown = self.shown();
        for line in shown.lines() {
            assert!(line.width() <= 80, "{name}: {line}");
        }
        let path = format!("{}/src/screen/game/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("TENGEN_UPDATE").is_some() {
            std::fs::write(&path, &shown).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(shown == golden, "{name} differs from {path}:\n{shown}");
    }
}

/// The text of a buffer, without spaces at the end of lines.
pub(crate) fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            // A wide character covers the next cell.
            x += u16::try_from(symbol.width()).unwrap().max(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
