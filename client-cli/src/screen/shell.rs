//! The loop behind the full screen: it owns the terminal, the session and the stack of screens, tells
//! the screens what happens and carries out what they want.
//!
//! All screens hear the session; the topmost alone is drawn, gets input and may open another one.

use super::{
    Effect, Fetched, Input, Look, Query, Screen,
    fetch::{self, Alone, Answer},
    terminal::{self, Terminal},
};
use crate::{
    connection::{Client, Patience, Update},
    context::{Account, Context},
    failure::Failure,
    game_view::GameView,
    output::{Diverted, say},
    seat_text, t,
    words::Words,
};
use futures_util::StreamExt;
use ratatui::crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{AccountId, GameId, Request, Welcome, WireError};
use tokio::{task::JoinSet, time};

/// Whoever ends the program waits so long for the server to hear the last requests.
const PART_WITHIN: Duration = Duration::from_secs(2);

/// Makes the screen of a game.
pub(super) type GameScreen = Box<dyn Fn(Look, GameId, Option<AccountId>) -> Box<dyn Screen>>;

/// One screen of the stack.
struct Layer {
    screen: Box<dyn Screen>,
    /// The game that it follows.
    game: Option<GameId>,
    /// Whether one plays in it.
    own: bool,
    /// As it stands.
    view: Option<Arc<GameView>>,
    /// Why it cannot be followed.
    refused: Option<WireError>,
}

impl Layer {
    const fn new(screen: Box<dyn Screen>, game: Option<GameId>, own: bool) -> Self {
        Self { screen, game, own, view: None, refused: None }
    }

    /// Keeps what it is told of its game.
    fn note(&mut self, update: &Update) {
        match update {
            Update::Game { game, view, .. } if self.game.as_ref() == Some(game) => {
                self.view = Some(view.clone());
                self.refused = None;
            }
            Update::NotFollowed { game, error } if self.game.as_ref() == Some(game) => {
                self.refused = Some(error.clone());
            }
            _ => {}
        }
    }

    /// How the program ends that was started for this screen.
    fn end(&self) -> Result<Then, Failure> {
        self.refused.clone().map_or(Ok(Then::End), |error| Err(error.into()))
    }

    /// What goes on when one leaves.
    fn farewell(&self, look: Look) -> Option<String> {
        let game = self.game.as_ref().filter(|_| self.own)?;
        self.view.as_ref().map(|view| seat_text::farewell(look.words, Some(view), game))
    }
}

/// See the module.
pub(super) struct Shell<'a> {
    context: &'a Context,
    look: Look,
    client: Client,
    /// Who one is in this session.
    account: Option<AccountId>,
    /// Whether one goes on as nobody.
    nobody: bool,
    stack: Vec<Layer>,
    make_game: GameScreen,
    queries: JoinSet<(Query, Result<Answer, Failure>)>,
    alone: Alone,
}

/// Whether to go on.
#[derive(Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    End,
}

impl<'a> Shell<'a> {
    /// A shell without a screen.
    pub(super) fn new(
        context: &'a Context,
        look: Look,
        client: Client,
        make_game: impl Fn(Look, GameId, Option<AccountId>) -> Box<dyn Screen> + 'static,
    ) -> Self {
        Self {
            context,
            look,
            client,
            account: None,
            nobody: false,
            stack: Vec::new(),
            make_game: Box::new(make_game),
            queries: JoinSet::new(),
            alone: Alone::default(),
        }
    }

    /// Puts a first screen on the stack, before the loop.
    pub(super) fn show(&mut self, screen: Box<dyn Screen>) {
        self.stack.push(Layer::new(screen, None, false));
    }

    /// Puts a game on the stack, before the loop.
    pub(super) async fn show_game(
        &mut self,
        game: GameId,
        account: Option<AccountId>,
        own: bool,
    ) -> Result<(), Failure> {
        self.account = account;
        self.push_game(game, own).await
    }

    /// Runs until a screen or a signal ends it; the terminal is given back before it returns. What a
    /// session has said already is handed over.
    ///
    /// # Errors
    /// Why the session has ended, or what is wrong with the terminal.
    pub(super) async fn run(
        self,
        welcome: Option<Welcome>,
        interrupted: impl Future<Output = ()>,
    ) -> Result<(), Failure> {
        self.run_on(Terminal::enter, welcome, interrupted).await
    }

    async fn run_on(
        mut self,
        enter: impl FnOnce() -> Result<Terminal, Failure>,
        welcome: Option<Welcome>,
        interrupted: impl Future<Output = ()>,
    ) -> Result<(), Failure> {
        let result = self.on_terminal(enter, welcome, interrupted).await;
        if matches!(result, Ok(()) | Err(Failure::Interrupted)) {
            self.stack.iter().filter_map(|layer| layer.farewell(self.look)).for_each(say);
        }
        if !matches!(result, Err(Failure::Unreachable(_) | Failure::NotLoggedIn(_))) {
            self.part().await;
        }
        self.client.close().await;
        result
    }

    /// Has the terminal as long as there is something to show.
    async fn on_terminal(
        &mut self,
        enter: impl FnOnce() -> Result<Terminal, Failure>,
        welcome: Option<Welcome>,
        interrupted: impl Future<Output = ()>,
    ) -> Result<(), Failure> {
        // Declared before the terminal: what was not shown is printed when the terminal is given back.
        let mut said = Diverted::begin();
        let mut terminal = enter()?;
        tokio::select! {
            result = Box::pin(self.turns(&mut terminal, &mut said, welcome)) => result,
            () = interrupted => Err(Failure::Interrupted),
            () = hung_up() => Err(Failure::Interrupted),
        }
    }

    async fn turns(
        &mut self,
        terminal: &mut Terminal,
        said: &mut Diverted,
        welcome: Option<Welcome>,
    ) -> Result<(), Failure> {
        let mut events = EventStream::new();
        let mut continued = Continued::new()?;
        if let Some(welcome) = welcome {
            self.hear(terminal, Update::Connected(Box::new(welcome))).await?;
        }
        while let Some(top) = self.stack.last_mut() {
            let now = Instant::now();
            terminal.draw(|frame| top.screen.draw(frame, now))?;
            let tick = top.screen.next_tick(Instant::now());
            let then = tokio::select! {
                event = events.next() => match event {
                    Some(Ok(event)) => self.happened(terminal, event).await?,
                    Some(Err(error)) => return Err(terminal::failed(error)),
                    None => return Err(Failure::Local(t!(self.look.words, "terminal-gone"))),
                },
                update = self.client.next() => match update {
                    Ok(update) => self.hear(terminal, update).await?,
                    Err(failure) => self.ended(terminal, failure).await?,
                },
                text = said.next() => self.hear(terminal, Update::Note(text)).await?,
                Some(answer) = self.queries.join_next() => match answer {
                    Ok((query, answer)) => self.answered(terminal, query, answer).await?,
                    Err(error) => self.hear(terminal, Update::Note(error.to_string())).await?,
                },
                () = continued.next() => {
                    terminal.retake()?;
                    Then::GoOn
                }
                () = ticked(tick) => self.input(terminal, Input::Tick).await?,
            };
            if then == Then::End {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What the terminal tells. A few keys mean the same everywhere.
    async fn happened(&mut self, terminal: &mut Terminal, event: Event) -> Result<Then, Failure> {
        let input = match event {
            Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) | Event::FocusGained | Event::FocusLost => {
                return Ok(Then::GoOn);
            }
            Event::Key(key) if key.modifiers == KeyModifiers::CONTROL => match key.code {
                KeyCode::Char('c') => return Err(Failure::Interrupted),
                KeyCode::Char('z') => {
                    terminal.suspend()?;
                    return Ok(Then::GoOn);
                }
                KeyCode::Char('l') => {
                    terminal.clear()?;
                    return Ok(Then::GoOn);
                }
                _ => Input::Key(key),
            },
            Event::Key(key) => Input::Key(key),
            Event::Mouse(mouse) => Input::Mouse(mouse),
            Event::Paste(text) => Input::Paste(text),
            Event::Resize(..) => Input::Resized,
        };
        self.input(terminal, input).await
    }

    async fn input(&mut self, terminal: &mut Terminal, input: Input) -> Result<Then, Failure> {
        let Some(top) = self.stack.last_mut() else { return Ok(Then::End) };
        let effects = top.screen.input(input, Instant::now());
        let at = self.stack.len() - 1;
        self.carry_out(terminal, at, effects).await
    }

    /// Tells every screen, the topmost last.
    async fn hear(&mut self, terminal: &mut Terminal, update: Update) -> Result<Then, Failure> {
        if let Update::Connected(welcome) = &update {
            self.account.clone_from(&welcome.account);
        }
        for at in 0..self.stack.len() {
            let Some(layer) = self.stack.get_mut(at) else { break };
            layer.note(&update);
            let effects = layer.screen.heard(update.clone(), Instant::now());
            if self.carry_out(terminal, at, effects).await? == Then::End {
                return Ok(Then::End);
            }
        }
        match self.stack.as_slice() {
            // Of the one game that was asked for there is nothing to see.
            [only] if only.view.is_none() && only.refused.is_some() => only.end(),
            _ => Ok(Then::GoOn),
        }
    }

    /// The session has ended. Who was somebody and is not any more goes on as nobody, where that is told.
    async fn ended(&mut self, terminal: &mut Terminal, failure: Failure) -> Result<Then, Failure> {
        let in_lobby = self.stack.iter().all(|layer| layer.game.is_none());
        if !matches!(failure, Failure::NotLoggedIn(_)) || self.account.is_some() || self.nobody || !in_lobby {
            return Err(failure);
        }
        self.nobody = true;
        self.client = self.context.client_as(self.context.nobody(), Patience::Long);
        self.hear(terminal, Update::Note(failure.to_string())).await
    }

    async fn answered(
        &mut self,
        terminal: &mut Terminal,
        query: Query,
        answer: Result<Answer, Failure>,
    ) -> Result<Then, Failure> {
        let fetched = match answer {
            Ok(Answer::Games { mine, others }) => Fetched::Games { mine, others },
            Ok(Answer::Times { game, moves }) => Fetched::Times { game, moves },
            Ok(Answer::Guest) => {
                let client = self.context.client(Account::Needed, Patience::Long)?;
                self.nobody = false;
                std::mem::replace(&mut self.client, client).close().await;
                Fetched::Guest
            }
            Ok(Answer::Mutes(mutes)) => Fetched::Mutes(mutes),
            Ok(Answer::Boards(boards)) => Fetched::Boards(boards),
            Ok(Answer::Event(event)) => Fetched::Event(event),
            Ok(Answer::Asked(done)) => Fetched::Asked(done),
            Ok(Answer::Ordered { done, failed }) => Fetched::Ordered { done, failed },
            Err(failure) => Fetched::Failed(query, failure.to_string()),
        };
        for at in 0..self.stack.len() {
            let Some(layer) = self.stack.get_mut(at) else { break };
            let effects = layer.screen.fetched(fetched.clone(), Instant::now());
            if self.carry_out(terminal, at, effects).await? == Then::End {
                return Ok(Then::End);
            }
        }
        Ok(Then::GoOn)
    }

    /// Carries out what the screen at `at` of the stack wants.
    async fn carry_out(&mut self, terminal: &mut Terminal, at: usize, effects: Vec<Effect>) -> Result<Then, Failure> {
        let mut left: VecDeque<Effect> = effects.into();
        while let Some(effect) = left.pop_front() {
            match effect {
                Effect::Send(request) => {
                    let id = self.client.submit(request.clone()).await?;
                    if let Some(layer) = self.stack.get_mut(at) {
                        layer.screen.sent(id, &request);
                    }
                }
                Effect::Bell if self.look.bell => terminal.bell()?,
                Effect::Bell => {}
                Effect::Redraw => terminal.clear()?,
                Effect::Quit => return Ok(Then::End),
                Effect::Ask(query) => {
                    self.queries.spawn(fetch::ask(self.context.clone(), self.alone.clone(), query));
                }
                Effect::Open(game) | Effect::Watch(game) if self.follows(&game) => {}
                Effect::Watch(game) => self.push_game(game, false).await?,
                // It comes over the game of others that one looks at meanwhile.
                Effect::Open(game) if self.stack.last().is_none_or(|top| !top.own) => {
                    self.push_game(game, true).await?
                }
                // Nobody is torn from a game that he plays.
                Effect::Open(game) => {
                    let text = t!(self.look.words, "lobby-another-began", game = game.as_str());
                    if let Some(top) = self.stack.last_mut() {
                        // What a screen wants after a note can wait for its next turn.
                        left.extend(top.screen.heard(Update::Note(text), Instant::now()).into_iter().filter(is_quiet));
                    }
                }
                Effect::Leave if at + 1 == self.stack.len() => {
                    // The last one stays, for the farewell.
                    if at == 0 {
                        return self.stack.last().map_or(Ok(Then::End), Layer::end);
                    }
                    let Some(layer) = self.stack.pop() else { return Ok(Then::End) };
                    let farewell = layer.farewell(self.look);
                    if let Some(game) = layer.game {
                        self.client.leave(&game).await?;
                    }
                    let Some(top) = self.stack.last_mut() else { return Ok(Then::End) };
                    let resumed = top.screen.resumed(Instant::now());
                    let at = self.stack.len() - 1;
                    let then = Box::pin(self.carry_out(terminal, at, resumed)).await?;
                    if then == Then::End {
                        // Printed when the terminal is given back.
                        farewell.into_iter().for_each(say);
                    }
                    return Ok(then);
                }
                Effect::Leave => {}
            }
        }
        Ok(Then::GoOn)
    }

    fn follows(&self, game: &GameId) -> bool {
        self.stack.iter().any(|layer| layer.game.as_ref() == Some(game))
    }

    async fn push_game(&mut self, game: GameId, own: bool) -> Result<(), Failure> {
        let screen = (self.make_game)(self.look, game.clone(), self.account.clone());
        self.client.follow(&game).await?;
        self.stack.push(Layer::new(screen, Some(game), own));
        Ok(())
    }

    /// Sends what the screens still have to say. Whether it arrives does not matter: an offer ends by
    /// itself.
    async fn part(&mut self) {
        let requests: Vec<Request> = self.stack.iter_mut().flat_map(|layer| layer.screen.parting()).collect();
        let sending = async {
            for request in requests {
                let _ = self.client.request(request).await;
            }
        };
        let _ = time::timeout(PART_WITHIN, sending).await;
    }
}

/// What changes nothing but the sound.
fn is_quiet(effect: &Effect) -> bool {
    matches!(effect, Effect::Bell | Effect::Redraw)
}

async fn ticked(tick: Option<Duration>) {
    match tick {
        Some(tick) => time::sleep(tick).await,
        None => std::future::pending().await,
    }
}

/// The terminal's window was closed.
async fn hung_up() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        crate::ending::insist(const { &[SignalKind::hangup()] });
        if let Ok(mut hangup) = signal(SignalKind::hangup())
            && hangup.recv().await.is_some()
        {
            return;
        }
    }
    std::future::pending::<()>().await;
}

/// That this process was stopped and goes on; whoever had the terminal meanwhile has changed it.
struct Continued {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl Continued {
    #[cfg(unix)]
    fn new() -> Result<Self, Failure> {
        let kind = tokio::signal::unix::SignalKind::from_raw(signal_hook::consts::SIGCONT);
        let signal = tokio::signal::unix::signal(kind)
            .map_err(|error| Failure::Local(t!(Words::current(), "signals-failed", why = error.to_string())))?;
        Ok(Self { signal })
    }

    #[cfg(not(unix))]
    fn new() -> Result<Self, Failure> {
        Ok(Self {})
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if self.signal.recv().await.is_some() {
            return;
        }
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests;
