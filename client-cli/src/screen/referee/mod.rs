//! A referee's console: the boards of a tournament, those in trouble first, and what is ordered there.
//!
//! Pure state. The server says what is the matter at each board; the list is asked for every few seconds while it
//! is on top, and at once when the tournament has news. A board is opened as a game's screen with a key for each
//! order (`table`); what is about all boards, results and people is asked for here (`people`). Whatever is ordered
//! is asked for on a sheet (`sheet`, drawn by `paper`) with its reason, and confirmed.

mod draw;
mod keys;
mod orders;
mod paper;
mod people;
mod sheet;
mod table;
#[cfg(test)]
pub(crate) mod tests;

use super::{Effect, Fetched, Input, Look, Query, Screen};
use crate::{connection::Update, t, text::printable, words::refusal::refusal};
use people::Matter;
use ratatui::Frame;
use sheet::Sheet;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use table::RefereeTable;
use tengen_protocol::{
    AccountId, CommandId, GameId, Request, TournamentId,
    tournament_view::{BoardView, BoardsView, TournamentView},
};

/// The boards are this old at most.
const REFRESH: Duration = Duration::from_secs(3);

/// An answer that does not come is not waited for longer.
const REFRESH_AGAIN: Duration = Duration::from_secs(30);

/// The screen of a board that is opened from the console.
pub(super) fn table_of(
    tournament: TournamentId,
) -> impl Fn(Look, GameId, Option<AccountId>) -> Box<dyn Screen> + 'static {
    move |look, game, account| Box::new(RefereeTable::new(look, tournament.clone(), game, account))
}

/// The connection to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Link {
    Opening,
    Up,
    Lost { why: String, until: Instant },
}

/// A message at the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    text: String,
    wrong: bool,
}

/// See the module.
pub(super) struct Console {
    look: Look,
    tournament: TournamentId,
    account: Option<AccountId>,
    link: Link,
    event: Option<Arc<TournamentView>>,
    boards: Option<Arc<BoardsView>>,
    /// When the boards came.
    seen_at: Instant,
    /// The board on which one stands, as long as it is open.
    at: Option<GameId>,
    /// The first board that is shown.
    first: usize,
    asking: Option<(Matter, Sheet)>,
    said: Option<Said>,
    /// What could not be had was told.
    failing: bool,
    refresh_at: Instant,
    /// Rows of boards as they were drawn, for the mouse.
    rows: Vec<(u16, usize)>,
}

impl Console {
    /// A console that has heard nothing.
    pub(super) fn new(look: Look, tournament: TournamentId, now: Instant) -> Self {
        Self {
            look,
            tournament,
            account: None,
            link: Link::Opening,
            event: None,
            boards: None,
            seen_at: now,
            at: None,
            first: 0,
            asking: None,
            said: None,
            failing: false,
            refresh_at: now,
            rows: Vec::new(),
        }
    }

    fn say(&mut self, text: String) {
        self.said = Some(Said { text, wrong: false });
    }

    fn complain(&mut self, text: String) {
        self.said = Some(Said { text, wrong: true });
    }

    fn boards(&self) -> &[BoardView] {
        self.boards.as_ref().map_or(&[], |view| &view.boards)
    }

    /// The number of the board on which one stands; the first one if that is not open any more.
    fn selected(&self) -> usize {
        let at = |game: &GameId| self.boards().iter().position(|board| board.game == *game);
        self.at.as_ref().and_then(at).unwrap_or(0)
    }

    fn chosen(&self) -> Option<&BoardView> {
        self.boards().get(self.selected())
    }

    fn select(&mut self, at: usize) {
        let last = self.boards().len().saturating_sub(1);
        self.at = self.boards().get(at.min(last)).map(|board| board.game.clone());
    }

    fn step(&mut self, by: isize) {
        self.select(self.selected().saturating_add_signed(by));
    }

    /// Asks for the boards; for the tournament where it has gone on.
    fn refresh(&mut self, now: Instant) -> Vec<Effect> {
        if self.link != Link::Up {
            return Vec::new();
        }
        self.refresh_at = now + REFRESH_AGAIN;
        let tournament = || self.tournament.clone();
        let stale = match (&self.event, &self.boards) {
            (Some(event), Some(boards)) => event.seq < boards.seq,
            _ => true,
        };
        let event = stale.then(|| Effect::Ask(Query::Event { tournament: tournament() }));
        std::iter::once(Effect::Ask(Query::Boards { tournament: tournament() })).chain(event).collect()
    }

    /// What became of an order to all boards: what has refused is named.
    fn ordered(&mut self, done: usize, failed: &[(BoardView, String)]) {
        let words = self.look.words;
        let Some((board, why)) = failed.first() else { return self.say(t!(words, "console-all-done", done = done)) };
        let (failed, table) = (failed.len(), board.table);
        let text = t!(words, "console-all-failed", done = done, failed = failed, table = table, why = why.as_str());
        self.complain(text);
    }

    fn took_boards(&mut self, boards: Arc<BoardsView>, now: Instant) -> Vec<Effect> {
        let at = self.chosen().map(|board| board.game.clone());
        self.refresh_at = now + REFRESH;
        self.seen_at = now;
        if std::mem::take(&mut self.failing) {
            self.said = None;
        }
        self.boards = Some(boards);
        self.at = at.or_else(|| self.boards().first().map(|board| board.game.clone()));
        let newer = self.event.as_ref().is_none_or(|event| self.boards.as_ref().is_some_and(|it| event.seq < it.seq));
        let event = newer.then(|| Effect::Ask(Query::Event { tournament: self.tournament.clone() }));
        event.into_iter().collect()
    }

    fn failed(&mut self, query: &Query, why: String, now: Instant) {
        match query {
            Query::Boards { .. } | Query::Event { .. } => {
                self.refresh_at = now + REFRESH;
                if !std::mem::replace(&mut self.failing, true) {
                    self.complain(why);
                }
            }
            Query::Tournament { .. } | Query::ToAll { .. } => self.complain(why),
            // of other screens
            Query::Games { .. } | Query::Times { .. } | Query::Guest | Query::Mutes => {}
        }
    }
}

impl Screen for Console {
    fn heard(&mut self, update: Update, now: Instant) -> Vec<Effect> {
        match update {
            Update::Connected(welcome) => {
                if self.link != Link::Up {
                    self.said = None;
                }
                self.link = Link::Up;
                self.account = welcome.account;
                // each connection follows anew
                let follow = Request::FollowTournament { tournament: self.tournament.clone(), follow: true };
                let mut effects = vec![Effect::Send(follow)];
                effects.extend(self.refresh(now));
                return effects;
            }
            Update::Disconnected { why, retry_in } => self.link = Link::Lost { why, until: now + retry_in },
            Update::Tournament(news) if news.tournament == self.tournament => return self.refresh(now),
            Update::Answer { result: Err(error), .. } => self.complain(refusal(self.look.words, &error)),
            Update::NotFollowed { error, .. } => self.complain(refusal(self.look.words, &error)),
            Update::Note(note) => self.say(printable(&note)),
            _ => {}
        }
        Vec::new()
    }

    fn input(&mut self, input: Input, now: Instant) -> Vec<Effect> {
        match input {
            Input::Key(key) => self.key(key, now),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => {
                if let Some((_, sheet)) = &mut self.asking {
                    sheet.paste(&text);
                }
                Vec::new()
            }
            Input::Tick if self.refresh_at <= now => self.refresh(now),
            Input::Tick | Input::Resized => Vec::new(),
        }
    }

    /// All that is sent is to follow; a refusal is shown whatever it was for.
    fn sent(&mut self, _id: CommandId, _request: &Request) {}

    fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        draw::console(self, frame, now);
    }

    fn next_tick(&self, now: Instant) -> Option<Duration> {
        let at = match &self.link {
            Link::Opening => return None,
            Link::Up => self.refresh_at.min(now + Duration::from_secs(1)),
            // the seconds are counted down
            Link::Lost { until, .. } => (*until).min(now + Duration::from_secs(1)).max(now + Duration::from_millis(50)),
        };
        Some(at.saturating_duration_since(now))
    }

    fn fetched(&mut self, fetched: Fetched, now: Instant) -> Vec<Effect> {
        match fetched {
            Fetched::Boards(boards) => return self.took_boards(boards, now),
            Fetched::Event(event) => self.event = Some(event),
            Fetched::Asked(done) => {
                self.say(t!(self.look.words, "console-asked", event = done.seq));
                return self.refresh(now);
            }
            Fetched::Ordered { done, failed } => {
                self.ordered(done, &failed);
                return self.refresh(now);
            }
            Fetched::Failed(query, why) => self.failed(&query, why, now),
            // of other screens
            Fetched::Games { .. } | Fetched::Times { .. } | Fetched::Guest | Fetched::Mutes(_) => {}
        }
        Vec::new()
    }

    fn resumed(&mut self, now: Instant) -> Vec<Effect> {
        self.said = None;
        self.refresh(now)
    }
}
