//! `tengen play`: a person plays in line mode.
//!
//! The board is printed after each event; what is typed is sent for the position that was printed
//! last, and the server says whether it stands. Nothing that is typed before there is a board is
//! carried out later.

use crate::{
    args::PlayArgs,
    board_text,
    connection::{Client, News, Patience, Update},
    context::{Account, Context},
    failure::Failure,
    game_view::GameView,
    lists,
    output::{self, Form, say},
    seat_text, text,
    typed::{HELP, Meaning, Typed, before_the_game, meaning},
};
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{
    AccountId, Code, Colour, CommandId, Done, Event, GameId, OfferId, Phase, Request, Terms, WireError,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines, Stdin},
    time,
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
    let welcome = client.welcome().await?;
    let account = welcome.account.ok_or_else(|| Failure::NotLoggedIn("playing needs an account".into()))?;
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let game = match (args.game, args.accept) {
        (Some(game), _) => game,
        (None, Some(offer)) => match client.request(Request::AcceptOffer { offer }).await? {
            Done::Started { game, .. } => game,
            _ => return Err(Failure::Unreachable("the server named no game".into())),
        },
        (None, None) if args.offer => {
            let Some(game) = offered(client, args.terms.terms(), &welcome.games, open, &mut lines).await? else {
                return Ok(());
            };
            game
        }
        (None, None) => in_progress(context, welcome.games).await?,
    };
    *open = None;
    client.follow(&game).await?;
    let seat = Seat { form: context.form, client, game, account, view: None, confirming: false, sent: BTreeMap::new() };
    seat.play(lines).await
}

/// The one game that is in progress; of several a list.
async fn in_progress(context: &Context, games: Vec<GameId>) -> Result<GameId, Failure> {
    if games.len() > 1 {
        lists::print_games(context.form, &lists::summaries(context, &games).await?)?;
        return Err(Failure::Usage("several games of yours are in progress: say which, tengen play GAME".into()));
    }
    games.into_iter().next().ok_or_else(|| {
        Failure::Usage("no game of yours is in progress: offer one (--offer) or accept one (--accept OFFER)".into())
    })
}

/// Makes an offer and waits until it has become a game; nothing when the person gives it up.
async fn offered(
    client: &mut Client,
    terms: Terms,
    before: &[GameId],
    open: &mut Option<OfferId>,
    lines: &mut Input,
) -> Result<Option<GameId>, Failure> {
    let Done::Offered { offer } = client.request(Request::Offer { terms }).await? else {
        return Err(Failure::Unreachable("the server gave no offer".into()));
    };
    say(format_args!("offer {offer} is open: waiting for somebody to accept"));
    *open = Some(offer);
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
            line = lines.next_line() => match read(line)?.as_deref().map(before_the_game) {
                Some(Some("")) => {}
                Some(Some(answer)) => say(answer),
                Some(None) => {
                    say("the offer is withdrawn");
                    return Ok(None);
                }
                None => {
                    let why = "the input has ended: nobody could play here, so the offer is withdrawn";
                    return Err(Failure::Local(why.into()));
                }
            },
        }
    }
}

fn read(line: std::io::Result<Option<String>>) -> Result<Option<String>, Failure> {
    line.map_err(|error| Failure::Local(format!("stdin: {error}")))
}

/// A person at a board.
struct Seat<'a> {
    form: Form,
    client: &'a mut Client,
    game: GameId,
    account: AccountId,
    view: Option<Arc<GameView>>,
    confirming: bool,
    /// What was sent and is not answered, in words.
    sent: BTreeMap<CommandId, String>,
}

impl Seat<'_> {
    async fn play(mut self, mut lines: Input) -> Result<(), Failure> {
        let mut input_ended = false;
        loop {
            // What was sent is answered before one leaves.
            if input_ended && self.view.is_some() && self.sent.is_empty() {
                say(format_args!("the input has ended: {}", self.farewell()));
                return Ok(());
            }
            tokio::select! {
                update = self.client.next() => {
                    if self.heard(update?)? {
                        return Ok(());
                    }
                }
                line = lines.next_line(), if self.view.is_some() && !input_ended => match read(line)? {
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

    fn farewell(&self) -> String {
        seat_text::farewell(self.view.as_deref(), &self.game)
    }

    /// Takes a typed line; says whether to go on.
    async fn typed(&mut self, line: &str) -> Result<bool, Failure> {
        let typed = match Typed::read(line) {
            Ok(Typed::Quit) => return Ok(false),
            Ok(Typed::Help) => {
                say(HELP);
                return Ok(true);
            }
            Ok(Typed::Board) => {
                self.show()?;
                return Ok(true);
            }
            Ok(Typed::Nothing) => return Ok(true),
            Ok(typed) => typed,
            Err(why) => {
                say(why);
                return Ok(true);
            }
        };
        let confirming = std::mem::take(&mut self.confirming);
        let Some(view) = self.view.clone() else {
            say("the game is not here yet");
            return Ok(true);
        };
        let me = self.me(&view)?;
        match meaning(typed, &view, &self.game, me, confirming) {
            Meaning::Send(request) => {
                let id = self.client.submit(request).await?;
                self.sent.insert(id, line.trim().to_owned());
            }
            Meaning::Confirm => {
                self.confirming = true;
                say("resign this game? type yes or no");
            }
            Meaning::Say(text) => say(text),
        }
        Ok(true)
    }

    fn me(&self, view: &GameView) -> Result<Colour, Failure> {
        let player = view.side_of(&self.account);
        player.ok_or_else(|| WireError::new(Code::NotAPlayer, "this account does not play in the game").into())
    }

    fn show(&self) -> Result<(), Failure> {
        match (&self.view, self.form) {
            (Some(view), Form::Human) => output::line(&board_text::game(view, Instant::now())),
            _ => Ok(()),
        }
    }

    /// Takes an update; says whether the game is over.
    fn heard(&mut self, update: Update) -> Result<bool, Failure> {
        match update {
            Update::Game { game, view, news } if game == self.game => {
                let me = self.me(&view)?;
                let before = self.view.replace(view.clone());
                if before.is_none() {
                    say(seat_text::welcome(&view, &self.game, me));
                }
                self.news(before.map(|before| before.phase), &view, &news, me)?;
                return Ok(view.phase == Phase::Finished);
            }
            Update::Answer { id, result } => {
                if let (Some(line), Err(error)) = (self.sent.remove(&id), result) {
                    say(format_args!("{line}: {}", text::refusal(&error)));
                }
            }
            Update::NotFollowed { game, error } if game == self.game => return Err(error.into()),
            Update::SeatTaken { game } if game == self.game => {
                say("another connection of yours plays this game now; `seat` takes it back");
            }
            Update::Connected(_) => say("connected again"),
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
                    output::line(raw)?;
                }
                let event = &event.recorded.event;
                match board_text::note(event) {
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
                    say(format_args!("the server has lost the move {vertex}: look at the board"));
                }
                self.show()?;
            }
        }
        if begins {
            say(seat_text::BEGINS);
        }
        if view.phase == Phase::Scoring && before != Some(Phase::Scoring) {
            say(seat_text::stop(view, Instant::now()));
        }
        seat_text::turn(view, me).into_iter().for_each(say);
        Ok(())
    }
}
