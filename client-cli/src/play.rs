//! `tengen play`: a person plays in line mode.
//!
//! The board is printed after each event; what is typed is sent for the position that was printed
//! last, and the server says whether it stands. Nothing that is typed before there is a board is
//! carried out later.

use crate::{
    args::PlayArgs,
    asked, board_text,
    calls::{LOOK_EVERY, TimeKeeper, has_calls},
    connection::{Client, News, Patience, Update},
    context::{Account, Context},
    entry::{self, Entry},
    failure::Failure,
    game_view::GameView,
    lists,
    output::{self, Form, say},
    seat_text, t, talk,
    text::printable,
    typed::{Meaning, Typed, before_the_game, meaning},
    words::{Words, game::note, refusal::refusal},
};
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{AccountId, Channel, Code, Colour, CommandId, Event, GameId, OfferId, Phase, Request, WireError};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines, Stdin},
    time::{self, MissedTickBehavior},
};

/// Who is interrupted takes so long to take an offer back.
const WITHDRAW_WITHIN: Duration = Duration::from_secs(2);

/// What is typed, line by line.
type Input = Lines<BufReader<Stdin>>;

/// Finds the game that was asked for and plays it.
///
/// # Errors
/// When there is no such game, or the session is lost.
pub(crate) async fn run(
    context: &Context,
    args: PlayArgs,
    interrupted: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let mut client = context.client(Account::Needed, Patience::Long)?;
    let mut open = None;
    let result = tokio::select! {
        result = Box::pin(find_and_play(context, &mut client, args, &mut open)) => result,
        () = interrupted => Err(Failure::Interrupted),
    };
    if let Some(offer) = open {
        let withdrawn = client.request(Request::WithdrawOffer { offer });
        // Whether it arrives does not matter: an offer ends by itself.
        let _ = time::timeout(WITHDRAW_WITHIN, withdrawn).await;
    }
    client.close().await;
    result
}

async fn find_and_play(
    context: &Context,
    client: &mut Client,
    args: PlayArgs,
    open: &mut Option<OfferId>,
) -> Result<(), Failure> {
    let words = context.words;
    let (welcome, account, entry) = entry::enter(words, client, args).await?;
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let game = match entry {
        Entry::Game(game) => game,
        Entry::Offer(offer, _) => {
            say(t!(words, "offer-open", offer = offer.as_str()));
            *open = Some(offer);
            let Some(game) = taken(words, client, &welcome.games, &mut lines).await? else { return Ok(()) };
            game
        }
        Entry::InProgress => in_progress(context, welcome.games).await?,
    };
    *open = None;
    let mut known = talk::Known::default();
    match talk::mutes(context).await {
        Ok(mutes) => known.are_muted(mutes),
        // They can be named by their ids.
        Err(failure) => say(failure),
    }
    client.follow(&game).await?;
    let seat = Seat {
        form: context.form,
        words,
        client,
        game,
        account,
        view: None,
        confirming: false,
        missed: false,
        known,
        time_keeper: TimeKeeper::default(),
        sent: BTreeMap::new(),
    };
    seat.play(lines).await
}

/// The one game that is in progress; of several a list.
pub(crate) async fn in_progress(context: &Context, games: Vec<GameId>) -> Result<GameId, Failure> {
    if games.len() > 1 {
        lists::print_games(context, &lists::summaries(context, &games).await?)?;
        return Err(Failure::Usage(t!(context.words, "play-several")));
    }
    games.into_iter().next().ok_or_else(|| Failure::Usage(t!(context.words, "play-none")))
}

/// Waits until the offer has become a game; nothing when the person gives it up.
async fn taken(
    words: Words,
    client: &mut Client,
    before: &[GameId],
    lines: &mut Input,
) -> Result<Option<GameId>, Failure> {
    loop {
        tokio::select! {
            update = client.next() => match update? {
                Update::Started { game } => return Ok(Some(game)),
                // It may have started while there was no connection.
                Update::Connected(welcome) => {
                    if let Some(game) = welcome.games.into_iter().find(|game| !before.contains(game)) {
                        return Ok(Some(game));
                    }
                }
                other => other.message().into_iter().for_each(say),
            },
            line = lines.next_line() => match read(words, line)?.map(|line| before_the_game(words, &line)) {
                Some(Some(answer)) if answer.is_empty() => {}
                Some(Some(answer)) => say(answer),
                Some(None) => {
                    say(t!(words, "offer-given-up"));
                    return Ok(None);
                }
                None => return Err(Failure::Local(t!(words, "offer-input-ended"))),
            },
        }
    }
}

fn read(words: Words, line: std::io::Result<Option<String>>) -> Result<Option<String>, Failure> {
    line.map_err(|error| Failure::Local(t!(words, "input-failed", error = error.to_string())))
}

/// A person at a board.
struct Seat<'a> {
    form: Form,
    words: Words,
    client: &'a mut Client,
    game: GameId,
    account: AccountId,
    view: Option<Arc<GameView>>,
    confirming: bool,
    /// What was asked of him went away since he typed something.
    missed: bool,
    /// Whom one can name.
    known: talk::Known,
    time_keeper: TimeKeeper,
    /// What was sent and is not answered.
    sent: BTreeMap<CommandId, Sent>,
}

/// A command on its way.
struct Sent {
    /// As it was typed.
    line: String,
    /// Who is not to be heard any more, or again.
    mute: Option<(AccountId, bool)>,
}

impl Seat<'_> {
    async fn play(mut self, mut lines: Input) -> Result<(), Failure> {
        let mut input_ended = false;
        let mut looks = time::interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            // What was sent is answered before one leaves.
            if input_ended && self.view.is_some() && self.sent.is_empty() {
                say(t!(self.words, "input-ended", farewell = self.farewell()));
                return Ok(());
            }
            tokio::select! {
                update = self.client.next() => {
                    if self.heard(update?)? {
                        return Ok(());
                    }
                }
                _ = looks.tick(), if self.has_calls() => self.call(),
                line = lines.next_line(), if self.view.is_some() && !input_ended => match read(self.words, line)? {
                    None => input_ended = true,
                    Some(line) => {
                        if !self.typed(&line).await? {
                            say(self.farewell());
                            return Ok(());
                        }
                    }
                },
            }
        }
    }

    fn has_calls(&self) -> bool {
        let view = self.view.as_deref();
        view.is_some_and(|view| view.side_of(&self.account).is_some_and(|me| has_calls(view, me)))
    }

    /// Calls out what his clock has come to.
    fn call(&mut self) {
        if let Some(view) = &self.view
            && let Some(me) = view.side_of(&self.account)
        {
            self.time_keeper.look(self.words, view, me, Instant::now()).into_iter().for_each(say);
        }
    }

    fn farewell(&self) -> String {
        seat_text::farewell(self.words, self.view.as_deref(), &self.game)
    }

    /// Takes a typed line; says whether to go on.
    async fn typed(&mut self, line: &str) -> Result<bool, Failure> {
        // A yes answers the line before it; only an empty one may stand between.
        let confirming = std::mem::take(&mut self.confirming);
        if let Some(spoken) = talk::Typed::read(line) {
            self.speak(spoken, line).await?;
            return Ok(true);
        }
        let typed = match Typed::read(self.words, line) {
            Ok(Typed::Quit) => return Ok(false),
            Ok(Typed::Help) => {
                say(t!(self.words, "typed-help"));
                say(t!(self.words, "talk-help"));
                return Ok(true);
            }
            Ok(Typed::Board) => {
                self.show()?;
                return Ok(true);
            }
            Ok(Typed::Nothing) => {
                self.confirming = confirming;
                return Ok(true);
            }
            Ok(typed) => typed,
            Err(why) => {
                say(why);
                return Ok(true);
            }
        };
        let Some(view) = self.view.clone() else {
            say(t!(self.words, "seat-not-here"));
            return Ok(true);
        };
        let me = self.me(&view)?;
        let missed = std::mem::take(&mut self.missed);
        if missed && !confirming && matches!(typed, Typed::Yes | Typed::No | Typed::Agree) {
            say(t!(self.words, "typed-gone-on"));
            seat_text::turn(self.words, &view, me).into_iter().for_each(say);
            return Ok(true);
        }
        match meaning(self.words, typed, &view, &self.game, me, confirming) {
            Meaning::Send(request) => {
                self.send(request, line).await?;
            }
            Meaning::Confirm => {
                self.confirming = true;
                say(t!(self.words, "seat-resign"));
            }
            Meaning::Say(text) => say(text),
        }
        Ok(true)
    }

    /// Does what was typed about talk.
    async fn speak(&mut self, spoken: talk::Typed, line: &str) -> Result<(), Failure> {
        match self.request_of(spoken) {
            Ok(request) => {
                self.send(request, line).await?;
            }
            Err(why) => say(why),
        }
        Ok(())
    }

    async fn send(&mut self, request: Request, line: &str) -> Result<(), Failure> {
        let mute = match &request {
            Request::Mute { account, muted } => Some((account.clone(), *muted)),
            _ => None,
        };
        let id = self.client.submit(request).await?;
        self.sent.insert(id, Sent { line: line.trim().to_owned(), mute });
        Ok(())
    }

    /// What it asks of the server, or what the person is told instead.
    fn request_of(&self, spoken: talk::Typed) -> Result<Request, String> {
        let words = self.words;
        match spoken {
            talk::Typed::Say(text) if text.is_empty() => Err(t!(words, "talk-say-what")),
            talk::Typed::Say(text) => Ok(Request::Say { game: self.game.clone(), channel: Channel::Players, text }),
            talk::Typed::Mute(name, _) if name.is_empty() => Err(t!(words, "talk-mute-whom")),
            talk::Typed::Mute(name, muted) => {
                let account = self.view.as_ref().and_then(|view| self.known.account(view, &name));
                let account = account.ok_or_else(|| t!(words, "talk-nobody", name = printable(&name)))?;
                Ok(Request::Mute { account, muted })
            }
        }
    }

    fn me(&self, view: &GameView) -> Result<Colour, Failure> {
        let player = view.side_of(&self.account);
        player.ok_or_else(|| WireError::new(Code::NotAPlayer, "this account does not play in the game").into())
    }

    fn show(&self) -> Result<(), Failure> {
        match (&self.view, self.form) {
            (Some(view), Form::Human) => output::board(&board_text::game(self.words, view, Instant::now())),
            _ => Ok(()),
        }
    }

    /// Takes an update; says whether the game is over.
    fn heard(&mut self, update: Update) -> Result<bool, Failure> {
        match update {
            Update::Game { game, view, news } if game == self.game => {
                let me = self.me(&view)?;
                let before = self.view.replace(view.clone());
                match &before {
                    None => say(seat_text::welcome(self.words, &view, &self.game, me)),
                    Some(before) => self.missed |= asked::went_away(before, &view, news.event(), me),
                }
                self.news(before.map(|before| before.phase), &view, &news, me)?;
                return Ok(view.phase == Phase::Finished);
            }
            Update::Answer { id, result } => {
                let words = self.words;
                match (self.sent.remove(&id), result) {
                    (Some(Sent { line, .. }), Err(error)) => {
                        let (typed, refusal) = (printable(&line), refusal(words, &error));
                        say(t!(words, "seat-refused", typed = typed, refusal = refusal));
                    }
                    (Some(Sent { mute: Some((account, muted)), .. }), Ok(_)) => {
                        say(self.known.muted(words, self.view.as_deref(), &account, muted));
                    }
                    _ => {}
                }
            }
            Update::Talk { game, channel, line } if game == self.game => {
                self.known.hears(&line);
                say(talk::line(self.words, channel, &line));
            }
            Update::NotFollowed { game, error } if game == self.game => return Err(error.into()),
            Update::SeatTaken { game } if game == self.game => {
                say(t!(self.words, "seat-taken"));
            }
            Update::Connected(_) => say(t!(self.words, "seat-connected")),
            other => other.message().into_iter().for_each(say),
        }
        Ok(false)
    }

    /// Tells what is new; `before` is the phase of what was known.
    fn news(&self, before: Option<Phase>, view: &GameView, news: &News, me: Colour) -> Result<(), Failure> {
        let begins = before == Some(Phase::Waiting) && view.phase == Phase::Playing;
        match news {
            News::UpToDate => return Ok(()),
            News::Event { raw, event } => {
                if self.form == Form::Json {
                    output::raw(raw)?;
                }
                let event = &event.recorded.event;
                match note(self.words, event) {
                    // He knows that he is here.
                    _ if matches!(event, Event::Arrived { by, .. } if *by == me) && !begins => return Ok(()),
                    Some(note) if !begins => say(note),
                    _ => {}
                }
                if seat_text::is_on_the_board(event) {
                    self.show()?;
                }
            }
            News::Snapshot { lost, .. } => {
                for vertex in lost {
                    say(t!(self.words, "seat-lost", vertex = vertex.to_string()));
                }
                self.show()?;
            }
        }
        if begins {
            say(t!(self.words, "seat-begins"));
        }
        if view.phase == Phase::Scoring && before != Some(Phase::Scoring) {
            say(seat_text::stop(self.words, view, Instant::now()));
        }
        seat_text::turn(self.words, view, me).into_iter().for_each(say);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
