//! Tournaments on a node: one task for each that is asked for here, what may be asked of it, and the list of all.
//!
//! A tournament is a log like a game's and the lobby's. Its task (`desk.rs`) keeps a fold, judges what is asked
//! and appends by compare, so any number of nodes may serve the same tournament; what must happen because of its
//! state is found in the state again by whoever looks: the games that it needs (`games.rs`), what time does, what
//! lists tell of it (`list.rs`). Rules of tournaments are the core's; nothing here knows them.
//!
//! Look next at `desk.rs` for the task, `follow.rs` for how it follows the log, `wish.rs` for what is asked,
//! `judge.rs` for its way into the log, `board.rs` for whoever follows, `boards.rs` for referees,
//! `bans.rs` for who may enter none, `node.rs` for the rest of the node.

mod bans;
mod board;
mod boards;
mod desk;
mod follow;
mod games;
mod judge;
mod list;
pub(super) mod node;
mod way;
mod wish;

use super::{Hub, RETRY_AFTER_MS, busy, lock};
use crate::{rates::Rate, store::Stream};
use bans::Ban;
use governor::{Quota, clock::DefaultClock};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};
use std::{
    num::NonZeroU32,
    sync::{Arc, Mutex, atomic::AtomicU64},
    time::Duration,
};
use tengen_core::{
    log::{Position, Stored},
    tournament::event::{Asker, Command, Done, Office, Refused, Tournament},
};
use tengen_protocol::{
    AccountId, Code, CommandId, Limit, Limited, NewTournament, Recorded, TournamentAsk, TournamentCommand,
    TournamentDone, TournamentEvent, TournamentId, WireError, tournament_limits,
    tournament_view::{TournamentList, TournamentLogPage, TournamentPhase},
};
use tokio::{sync::oneshot, time::timeout};
use way::{Ask, Handle, Shared};
use wish::Wish;

/// How long a command may take: a round of a thousand players is worked out in seconds.
const COMMAND_WITHIN: Duration = Duration::from_secs(60);

/// How long a tournament may take to be read.
const READ_WITHIN: Duration = Duration::from_secs(8);

/// Events of one page of a log ..
const PAGE_EVENTS: u64 = 100;

/// .. and its bytes, about; one event is given however large it is.
const PAGE_BYTES: usize = 4 << 20;

/// Commands of an account, sustained: an organiser who announces the results of a large round ..
const COMMANDS_PER_SECOND: NonZeroU32 = NonZeroU32::new(5).expect("invariant: not zero");

/// .. and so many at once.
const COMMANDS_BURST: NonZeroU32 = NonZeroU32::new(100).expect("invariant: not zero");

/// A command counts once more for each so many accounts that it names: they are looked up.
const NAMES_OF_A_COMMAND: usize = 50;

/// Whoever enters himself may name himself, by his name and his id.
const OWN_NAMES: usize = 2;

/// The tasks of this node, and what is limited for each account.
pub(super) struct Desks {
    open: Mutex<FxHashMap<TournamentId, Handle>>,
    /// Counts how often tournaments were asked for: which one was not for the longest.
    turns: AtomicU64,
    commands: Rate<AccountId>,
    /// One tournament is made at a time, so that nobody makes more than he may by being quick.
    making: tokio::sync::Mutex<()>,
    /// What referees look at.
    lookout: boards::Lookout,
}

impl Desks {
    pub(super) fn new() -> Self {
        let quota = Quota::per_second(COMMANDS_PER_SECOND).allow_burst(COMMANDS_BURST);
        let allowed = format!("{COMMANDS_PER_SECOND} commands a second, {COMMANDS_BURST} at once");
        let commands = Rate::new(quota, &DefaultClock::default(), allowed);
        let (open, turns) = (Mutex::default(), AtomicU64::new(0));
        Self { open, turns, commands, making: tokio::sync::Mutex::new(()), lookout: boards::Lookout::new() }
    }

    /// A task has ended.
    fn forget(&self, id: &TournamentId, shared: &Arc<Shared>) {
        let mut open = lock(&self.open);
        if open.get(id).is_some_and(|handle| Arc::ptr_eq(&handle.shared, shared)) {
            open.remove(id);
        }
    }
}

/// What the list is to be told: an entry of the outbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Changed {
    /// The tournament.
    pub(super) tournament: TournamentId,
    /// Its event.
    pub(super) seq: u64,
}

/// The tournaments of a server, as this node sees them. Clones are the same.
#[derive(Clone, Debug)]
pub struct Tournaments(Hub);

impl Tournaments {
    /// Makes a tournament of which the account is an organiser. Its id is made from the account and the command's
    /// id, so the same command sent again finds the same tournament.
    ///
    /// # Errors
    /// [`Code::Forbidden`] for guests, [`Code::TooMany`] while the account has too many that are not over,
    /// [`Code::RateLimited`], [`Code::Unavailable`], and the refusals of the core: settings that cannot be, or the
    /// id was used for another command.
    pub async fn create(&self, by: &AccountId, new: NewTournament) -> Result<TournamentDone, WireError> {
        self.0.0.desks.commands.check(by)?;
        if let Some(guest) = self.0.directory().person(by.as_str()).await?.filter(|person| person.guest) {
            return Err(wish::guests_do_not(&guest.name));
        }
        let tournament = id_of(by, &new.id)?;
        let making = timeout(READ_WITHIN, self.0.0.desks.making.lock()).await;
        let Ok(_making) = making else { return Err(busy("other tournaments are being made")) };
        let exists = match self.get(&tournament).await {
            Ok(_) => true,
            Err(error) if error.code == Code::NotFound => false,
            Err(error) => return Err(error),
        };
        if !exists {
            self.must_have_room(by).await?;
        }
        let asker = Asker { account: by.clone(), office: None, after: None };
        let done = self.settle(&tournament, asker, new.id, Wish::create(new.settings), Vec::new()).await?;
        // found at once by whoever made it; should this not work, the outbox has it
        if let Err(error) = self.0.note_tournament_now(&tournament).await {
            tracing::debug!(%error, %tournament, "a new tournament could not be noted at once");
        }
        Ok(answer(tournament, done))
    }

    async fn must_have_room(&self, by: &AccountId) -> Result<(), WireError> {
        let most = tournament_limits::OPEN_EACH as u64;
        let open = self.0.0.calls.index_len(&list::open_of(by)).await;
        if open.map_err(|_| busy("the store does not answer"))? < most {
            return Ok(());
        }
        let message = format!("an account has at most {most} tournaments that are not over: finish or cancel one");
        Err(WireError::new(Code::TooMany, message).limit(Limit::most(Limited::OpenTournaments, most)))
    }

    /// Asks something of a tournament; answered once it is committed. What office the account has on this server is
    /// asked here, and names of accounts become ids.
    ///
    /// # Errors
    /// [`Code::NotFound`] when there is no such tournament, or nobody has a name that is given; [`Code::Forbidden`]
    /// also for guests who enter; otherwise as [`Tournaments::create`].
    pub async fn command(
        &self,
        by: &AccountId,
        id: &TournamentId,
        command: TournamentCommand,
    ) -> Result<TournamentDone, WireError> {
        let names = wish::names(&command.ask);
        let counts = u32::try_from(names.len() / NAMES_OF_A_COMMAND).unwrap_or(u32::MAX).saturating_add(1);
        self.0.0.desks.commands.check_many(by, NonZeroU32::new(counts).unwrap_or(NonZeroU32::MIN))?;
        // before names are looked up for what is not there
        let fold = self.get(id).await?;
        let office = self.0.directory().office(by).await?;
        let asker = Asker { account: by.clone(), office, after: command.after };
        if names.len() > OWN_NAMES || matches!(command.ask, TournamentAsk::ChangeEntry { .. }) {
            self.must_organise(&fold, &asker, &command).await?;
        }
        let wish = wish::read(&self.0, by, command.ask).await?;
        let bans = self.0.bans(wish.enters(&fold, &asker)).await?;
        let done = self.settle(id, asker, command.id, wish, bans).await?;
        Ok(answer(id.clone(), done))
    }

    /// Names of others are looked up for organisers alone, and for what was accepted before.
    async fn must_organise(
        &self,
        fold: &Tournament,
        asker: &Asker,
        command: &TournamentCommand,
    ) -> Result<(), WireError> {
        let may = |fold: &Tournament| {
            let known = || fold.repeat(&asker.account, &command.id, &Command::Start).is_some();
            fold.office_of(asker) == Some(Office::Organiser) || known()
        };
        // another node may have named him, which was not heard here yet
        if may(fold) || may(&*self.newest(fold).await?) {
            return Ok(());
        }
        let enters = matches!(command.ask, TournamentAsk::Enter { .. } | TournamentAsk::Import { .. });
        Err(WireError::from(&if enters { Refused::NotYourself } else { Refused::NotAnOrganiser }))
    }

    /// A tournament as the store has it.
    async fn newest(&self, fold: &Tournament) -> Result<Arc<Tournament>, WireError> {
        let stream = Stream::tournament(fold.id());
        let ends = self.0.0.calls.positions(std::slice::from_ref(&stream)).await;
        let ends = ends.map_err(|_| busy("the store does not answer"))?;
        if let Some(end) = ends.first().filter(|end| **end != fold.position()) {
            self.0.ask_desk(fold.id(), Ask::Check(*end)).await;
        }
        self.told(fold.id()).await
    }

    async fn settle(
        &self,
        tournament: &TournamentId,
        asker: Asker,
        id: CommandId,
        wish: Wish,
        bans: Vec<Ban>,
    ) -> Result<Done, WireError> {
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Command { asker, id, wish: Arc::new(wish), bans, reply };
        let asked = async {
            self.0.ask_desk(tournament, ask).await;
            answer.await
        };
        match timeout(COMMAND_WITHIN, asked).await {
            Ok(Ok(done)) => done,
            _ => Err(busy("the command was not settled in time")),
        }
    }

    /// A tournament as it stands: at least as new as what this node has acknowledged, and as its log was when it was
    /// loaded. It does not change any more and may be kept.
    ///
    /// # Errors
    /// [`Code::NotFound`] when there is none, [`Code::Unavailable`], [`Code::Unreadable`].
    pub async fn get(&self, id: &TournamentId) -> Result<Arc<Tournament>, WireError> {
        if let Some(fold) = self.0.loaded(id) {
            return Ok(fold);
        }
        self.0.must_exist(id).await?;
        self.told(id).await
    }

    /// What its task says that it is.
    async fn told(&self, id: &TournamentId) -> Result<Arc<Tournament>, WireError> {
        let (reply, answer) = oneshot::channel();
        let asked = async {
            self.0.ask_desk(id, Ask::Get(reply)).await;
            answer.await
        };
        match timeout(READ_WITHIN, asked).await {
            Ok(Ok(fold)) => fold,
            _ => Err(busy("the tournament could not be read in time")),
        }
    }

    /// Events of a tournament's log from number `from` (1 is the first) on: at most `limit`, and fewer where they
    /// are large.
    ///
    /// # Errors
    /// As [`Tournaments::get`].
    pub async fn log(&self, id: &TournamentId, from: u64, limit: u64) -> Result<TournamentLogPage, WireError> {
        self.get(id).await?;
        let limit = limit.clamp(1, PAGE_EVENTS);
        let page = self.0.0.calls.read_page(&Stream::tournament(id), from.saturating_sub(1), limit).await;
        let page = page.map_err(|error| match error {
            error if error.retryable() => busy("the store does not answer"),
            error => {
                tracing::error!(%error, tournament = %id, "a tournament's log cannot be read");
                unreadable()
            }
        })?;
        let (mut events, mut bytes) = (Vec::new(), 0);
        for stored in &page.events {
            bytes += stored.len();
            if bytes > PAGE_BYTES && !events.is_empty() {
                break;
            }
            let event: Recorded<TournamentEvent> = serde_json::from_slice(stored).map_err(|error| {
                tracing::error!(%error, tournament = %id, "an event of a tournament cannot be read");
                unreadable()
            })?;
            events.push(event);
        }
        Ok(TournamentLogPage { tournament: id.clone(), seq: page.end.seq, head: page.end.head, events })
    }

    /// The store's wall time as far as it is known here, ms since 1970: `now` of views.
    #[must_use]
    pub fn now(&self, id: &TournamentId) -> u64 {
        self.0.times().wall(Stream::tournament(id).partition()).unwrap_or_default()
    }

    /// Tournaments, the newest first: all, or those in a phase. `before` is what `next` of the page before was.
    ///
    /// # Errors
    /// [`Code::BadRequest`] when `before` is no such text, [`Code::Unavailable`].
    pub async fn list(
        &self,
        phase: Option<TournamentPhase>,
        before: Option<&str>,
        limit: usize,
    ) -> Result<TournamentList, WireError> {
        self.0.list_tournaments(phase, before, limit).await
    }
}

impl Hub {
    /// Its tournaments.
    #[must_use]
    pub fn tournaments(&self) -> Tournaments {
        Tournaments(self.clone())
    }
}

/// The id of the tournament that this command makes: the first 20 hex digits of the SHA-1 of account and command.
fn id_of(by: &AccountId, command: &CommandId) -> Result<TournamentId, WireError> {
    let digest = Sha1::digest(format!("{by}\n{command}"));
    let id: String = digest.iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    id.parse().map_err(|error: tengen_protocol::ParseError| WireError::new(Code::Internal, error.to_string()))
}

fn answer(tournament: TournamentId, done: Done) -> TournamentDone {
    TournamentDone { tournament, seq: done.seq, entries: done.entries }
}

fn no_such_tournament() -> WireError {
    WireError::new(Code::NotFound, "no such tournament")
}

fn unreadable() -> WireError {
    let text = "the tournament cannot be read by this server; it may have been written by a newer one";
    WireError::new(Code::Unreadable, text).retry_after(RETRY_AFTER_MS)
}

/// Works on a thread where nothing waits for it.
async fn elsewhere<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    tokio::task::spawn_blocking(work).await.map_err(|error| error.to_string())
}

/// Whether a stored event says that it follows there.
fn follows(stored: &[u8], position: Position) -> bool {
    let read = serde_json::from_slice::<Stored<'_>>(stored);
    read.is_ok_and(|stored| stored.seq == position.seq + 1 && stored.prev == position.head)
}
