//! A board that a referee has opened: the game's screen, with a key for each order.
//!
//! What is shown is the screen that everybody has; letters that are typed into no line are orders here. Each is
//! asked for on a sheet and confirmed, and made for the game as it was shown: the server refuses it if another
//! referee has ruled meanwhile, or if the game has gone on and the order is about the position.

use super::{
    draw,
    orders::{self, Deed, KEYS},
    paper::{self, put},
    sheet::{Sheet, Told},
};
use crate::{
    connection::Update,
    game_view::GameView,
    screen::{Effect, Fetched, Input, Look, Query, Screen, cells, game::GameScreen},
    t,
    words::{self, game},
};
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    style::Style,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{AccountId, CommandId, GameId, Request, Rule, TournamentId, tournament_view::BoardView};

/// Who is there is asked for so often.
const REFRESH: Duration = Duration::from_secs(3);

/// An answer that does not come is not waited for longer.
const REFRESH_AGAIN: Duration = Duration::from_secs(30);

/// An order that is being asked for, and the game that it is for.
struct Asking {
    deed: Deed,
    sheet: Sheet,
    view: Arc<GameView>,
}

/// See the module.
pub(super) struct RefereeTable {
    look: Look,
    tournament: TournamentId,
    game: GameId,
    screen: GameScreen,
    view: Option<Arc<GameView>>,
    /// As the list of boards has it.
    board: Option<BoardView>,
    asking: Option<Asking>,
    /// All keys are shown.
    help: bool,
    refresh_at: Instant,
}

impl RefereeTable {
    /// The board of a game of a tournament.
    pub(super) fn new(look: Look, tournament: TournamentId, game: GameId, account: Option<AccountId>) -> Self {
        let screen = GameScreen::new(look, game.clone(), account);
        let refresh_at = Instant::now();
        Self { look, tournament, game, screen, view: None, board: None, asking: None, help: false, refresh_at }
    }

    fn key(&mut self, key: KeyEvent, now: Instant) -> Vec<Effect> {
        if self.asking.is_some() {
            return self.asked(key);
        }
        if std::mem::take(&mut self.help) {
            return Vec::new();
        }
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char(c) if plain && !self.screen.is_typing() => self.letter(c, key, now),
            _ => self.screen.input(Input::Key(key), now),
        }
    }

    fn letter(&mut self, c: char, key: KeyEvent, now: Instant) -> Vec<Effect> {
        let deed = KEYS.into_iter().find(|(key, _)| *key == c).map(|(_, deed)| deed);
        match (deed, self.view.clone()) {
            (Some(deed), Some(view)) => {
                let sheet = deed.sheet(self.look.words, &view);
                self.asking = Some(Asking { deed, sheet, view });
            }
            // nothing is shown yet that could be ruled on
            (Some(_), None) => {}
            (None, _) if c == 'q' => return vec![Effect::Leave],
            (None, _) if c == '?' => self.help = true,
            // the review
            (None, _) if matches!(c, '[' | ']') => return self.screen.input(Input::Key(key), now),
            (None, _) => {}
        }
        Vec::new()
    }

    /// A key on the sheet.
    fn asked(&mut self, key: KeyEvent) -> Vec<Effect> {
        let words = self.look.words;
        let Some(asking) = &mut self.asking else { return Vec::new() };
        match asking.sheet.key(key) {
            Told::Stay => {}
            Told::Closed => self.asking = None,
            Told::Answered => match asking.deed.order(words, &asking.sheet) {
                Ok(order) => {
                    let (reason, _) = orders::why_of(&asking.sheet);
                    let (order, reason) = (game::order(words, &order), game::reason(words, reason.as_str()));
                    asking.sheet.ask(t!(words, "sheet-question", order = order, reason = reason));
                }
                Err(wrong) => asking.sheet.reject(wrong.field, wrong.problem),
            },
            Told::Yes => {
                let Some(Asking { deed, sheet, view }) = self.asking.take() else { return Vec::new() };
                let Ok(order) = deed.order(words, &sheet) else { return Vec::new() };
                let (reason, text) = orders::why_of(&sheet);
                let rule = Rule { order, reason, text, after: view.seq, head: view.head };
                return vec![Effect::Send(Request::Rule { game: self.game.clone(), rule })];
            }
        }
        Vec::new()
    }

    /// What is the matter, and who is not there.
    fn matter(&self) -> String {
        let words = self.look.words;
        let Some(board) = &self.board else { return String::new() };
        let trouble = words::referee::trouble(words, board.trouble);
        match words::referee::absent(words, board) {
            absent if absent.is_empty() => trouble,
            absent => t!(words, "console-matter", trouble = trouble, absent = absent),
        }
    }

    /// The keys that have a sense now, as many as there is room for.
    fn draw_keys(&self, frame: &mut Frame<'_>) {
        let (look, words, area) = (self.look, self.look.words, frame.area());
        let (y, buffer) = (area.bottom().saturating_sub(1), frame.buffer_mut());
        put(buffer, 0, y, &" ".repeat(area.width.into()), area.width, Style::new());
        let awaits = |view: &GameView| view.pause.and_then(|pause| pause.awaits);
        let stands = self.view.as_deref().map(|view| (view.phase, view.is_suspended(), awaits(view)));
        let fits = |deed: Deed| stands.is_some_and(|(phase, suspended, awaits)| deed.fits(phase, suspended, awaits));
        let deeds = KEYS.into_iter().filter(|(_, deed)| fits(*deed));
        let mut keys: Vec<(String, String)> = vec![("?".into(), t!(words, "console-key-all"))];
        keys.push(("Esc".into(), t!(words, "lobby-key-back")));
        keys.extend(deeds.map(|(key, deed)| (key.to_string(), deed.name(words))));
        draw::keys(look, area, buffer, &keys);
        let matter = self.matter();
        let cells = u16::try_from(cells::width(&matter)).unwrap_or(area.width).min(area.width / 2);
        if cells > 0 && !self.screen.is_typing() {
            put(buffer, area.width - cells, y.saturating_sub(1), &matter, cells, look.error());
        }
    }
}

impl Screen for RefereeTable {
    fn heard(&mut self, update: Update, now: Instant) -> Vec<Effect> {
        if let Update::Game { game, view, .. } = &update
            && *game == self.game
        {
            self.view = Some(Arc::clone(view));
        }
        self.screen.heard(update, now)
    }

    fn input(&mut self, input: Input, now: Instant) -> Vec<Effect> {
        match input {
            Input::Key(key) => self.key(key, now),
            Input::Paste(text) => match &mut self.asking {
                Some(asking) => {
                    asking.sheet.paste(&text);
                    Vec::new()
                }
                None => self.screen.input(Input::Paste(text), now),
            },
            Input::Mouse(_) if self.asking.is_some() => Vec::new(),
            Input::Tick => {
                let mut effects = self.screen.input(Input::Tick, now);
                if now >= self.refresh_at {
                    self.refresh_at = now + REFRESH_AGAIN;
                    effects.push(Effect::Ask(Query::Boards { tournament: self.tournament.clone() }));
                }
                effects
            }
            input => self.screen.input(input, now),
        }
    }

    fn sent(&mut self, id: CommandId, request: &Request) {
        self.screen.sent(id, request);
    }

    fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        self.screen.draw(frame, now);
        if self.look.is_too_small(frame.area()) {
            return;
        }
        self.draw_keys(frame);
        if let Some(asking) = &self.asking {
            paper::draw(&asking.sheet, self.look, frame);
        } else if self.help {
            let words = self.look.words;
            let keys = KEYS.map(|(key, deed)| (key.to_string(), deed.name(words)));
            paper::keys(&t!(words, "console-keys"), &keys, self.look, frame);
        }
    }

    fn next_tick(&self, now: Instant) -> Option<Duration> {
        let own = self.refresh_at.saturating_duration_since(now);
        Some(self.screen.next_tick(now).map_or(own, |tick| tick.min(own)))
    }

    fn fetched(&mut self, fetched: Fetched, now: Instant) -> Vec<Effect> {
        match &fetched {
            Fetched::Boards(boards) => {
                self.refresh_at = now + REFRESH;
                self.board = boards.boards.iter().find(|board| board.game == self.game).cloned();
            }
            Fetched::Failed(Query::Boards { .. }, _) => self.refresh_at = now + REFRESH,
            _ => {}
        }
        self.screen.fetched(fetched, now)
    }
}
