//! `tengen play`: a person plays in line mode.
//!
//! The board is printed after each event; what is typed is sent for the position that was printed
//! last, and the server says whether it stands.

use crate::{
    args::PlayArgs,
    board_text,
    connection::{Client, News, Patience, Update},
    context::{Account, Context},
    failure::Failure,
    game_view::GameView,
    output::{self, Form, say},
    text,
    typed::{HELP, Meaning, Typed, meaning},
};
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{
    AccountId, Code, Colour, CommandId, Done, GameId, OfferId, Phase, Request, Terms, Welcome, WireError,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines, Stdin},
    time,
};

/// Who is interrupted takes so long to take an offer back.
const WITHDRAW_WITHIN: Duration = Duration::from_secs(2);

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
    let welcome = connected(client).await?;
    let account = welcome.account.ok_or_else(|| Failure::NotLoggedIn("playing needs an account".into()))?;
    let game = match (args.game, args.accept) {
        (Some(game), _) => game,
        (None, Some(offer)) => match client.request(Request::AcceptOffer { offer }).await? {
            Done::Started { game, .. } => game,
            _ => return Err(Failure::Unreachable("the server named no game".into())),
        },
        (None, None) => offered(client, args.terms.terms(), &welcome.games, open).await?,
    };
    *open = None;
    say(format_args!("game {game}; type `help` to see what can be typed"));
    client.follow(&game).await?;
    let lines = BufReader::new(tokio::io::stdin()).lines();
    let seat = Seat { form: context.form, client, game, account, view: None, confirming: false, sent: BTreeMap::new() };
    seat.play(lines).await
}

async fn connected(client: &mut Client) -> Result<Welcome, Failure> {
    loop {
        match client.next().await? {
            Update::Connected(welcome) => return Ok(*welcome),
            Update::Disconnected { why, retry_in } => {
                say(format_args!("no connection ({why}); trying again in {} ms", retry_in.as_millis()));
            }
            _ => {}
        }
    }
}

/// Makes an offer and waits until it has become a game.
async fn offered(
    client: &mut Client,
    terms: Terms,
    before: &[GameId],
    open: &mut Option<OfferId>,
) -> Result<GameId, Failure> {
    let Done::Offered { offer } = client.request(Request::Offer { terms }).await? else {
        return Err(Failure::Unreachable("the server gave no offer".into()));
    };
    say(format_args!("offer {offer} is open: waiting for somebody to accept"));
    *open = Some(offer);
    loop {
        match client.next().await? {
            Update::Started { game } => return Ok(game),
            // It may have started while there was no connection.
            Update::Connected(welcome) => {
                if let Some(game) = welcome.games.into_iter().find(|game| !before.contains(game)) {
                    return Ok(game);
                }
            }
            Update::Disconnected { why, retry_in } => {
                say(format_args!("connection lost ({why}); trying again in {} ms", retry_in.as_millis()));
            }
            Update::Note(note) => say(note),
            _ => {}
        }
    }
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
    async fn play(mut self, mut lines: Lines<BufReader<Stdin>>) -> Result<(), Failure> {
        loop {
            tokio::select! {
                update = self.client.next() => {
                    if self.heard(update?)? {
                        return Ok(());
                    }
                }
                line = lines.next_line() => {
                    let line = line.map_err(|error| Failure::Local(format!("stdin: {error}")))?;
                    if !self.typed(line.as_deref()).await? {
                        say("you leave; the game and your clock go on");
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Takes a typed line; says whether to go on.
    async fn typed(&mut self, line: Option<&str>) -> Result<bool, Failure> {
        let Some(line) = line else { return Ok(false) };
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
                self.view = Some(view.clone());
                self.news(&view, &news)?;
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
            Update::Disconnected { why, retry_in } => {
                say(format_args!("connection lost ({why}); trying again in {} ms", retry_in.as_millis()));
            }
            Update::Note(note) => say(note),
            Update::Game { .. }
            | Update::Unknown { .. }
            | Update::NotFollowed { .. }
            | Update::SeatTaken { .. }
            | Update::Started { .. } => {}
        }
        Ok(false)
    }

    fn news(&self, view: &GameView, news: &News) -> Result<(), Failure> {
        match news {
            News::UpToDate => return Ok(()),
            News::Event { raw, .. } if self.form == Form::Json => return output::line(raw),
            News::Event { event, .. } => {
                if let Some(note) = board_text::note(&event.recorded.event) {
                    say(note);
                }
            }
            News::Snapshot { lost, .. } => {
                for vertex in lost {
                    say(format_args!("the server has lost the move {vertex}: look at the board"));
                }
            }
        }
        self.show()?;
        let asked = view.undo_request.is_some_and(|request| Some(request.by.other()) == view.side_of(&self.account));
        if asked {
            say("type yes to let the moves be taken back, or no");
        }
        Ok(())
    }
}
