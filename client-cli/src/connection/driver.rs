//! The task behind a [`Client`](super::Client): it connects, waits, reads, writes and keeps time;
//! what is to be done says the `Session`.

use super::{
    Target, Update,
    backoff::Backoff,
    pulse::{Beat, Pulse},
    session::{Ask, Effect, Session},
    socket::{CONNECT_WITHIN, SEND_WITHIN, Socket, connect, send},
};
use crate::{
    failure::Failure,
    reach::{Reason, Stage},
    t,
    text::printable,
    words::Words,
};
use futures_util::StreamExt;
use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tengen_protocol::WireError;
use tokio::{sync::mpsc, time};
use tokio_tungstenite::tungstenite::{self, Message};

/// A connection that held so long is a good one: the next try after it is quick.
const HELD: Duration = Duration::from_secs(10);

/// Updates that wait for the user before the socket is no longer read.
const OUTBOX: usize = 256;

/// See the module.
pub(super) struct Driver {
    pub(super) target: Target,
    pub(super) session: Session,
    pub(super) asked: mpsc::Receiver<Ask>,
    pub(super) tell: mpsc::Sender<Update>,
    pub(super) outbox: VecDeque<Update>,
    pub(super) round_trip_ms: Arc<AtomicU64>,
    pub(super) backoff: Backoff,
}

/// How one connection ended.
pub(super) enum End {
    /// The user has gone: end the session.
    UserGone,
    /// Nobody could be reached; a sentence.
    Unreached(String),
    /// Connect again.
    Lost { why: String, not_before: Option<Duration> },
    /// The token was refused.
    TokenRefused { token: Option<String>, error: Box<WireError> },
    /// End the session.
    Fatal(Failure),
}

/// The connection is gone.
pub(super) fn lost(why: impl Into<String>) -> End {
    End::Lost { why: why.into(), not_before: None }
}

type TokenFetch = Pin<Box<dyn Future<Output = Result<String, Failure>> + Send>>;

impl Driver {
    /// Keeps the session until its user has gone or it cannot go on.
    ///
    /// # Errors
    /// Why it cannot.
    pub(super) async fn run(mut self) -> Result<(), Failure> {
        let words = Words::current();
        let mut without_since = Instant::now();
        let mut ever = false;
        loop {
            let started = Instant::now();
            let end = Box::pin(self.one_connection(&mut ever)).await;
            self.session.closed();
            if self.session.take_progress() {
                self.backoff.soften();
            }
            if ever && started.elapsed() > HELD {
                self.backoff.reset();
                without_since = Instant::now();
            }
            let (why, not_before) = match end {
                End::UserGone => return Ok(()),
                End::Fatal(failure) => return Err(failure),
                End::Unreached(why) if !self.target.patience.allows_nobody(ever) => {
                    return Err(Failure::Unreachable(why));
                }
                End::Unreached(why) => (why, None),
                End::Lost { why, not_before } => (t!(words, "connection-lost", why = why), not_before),
                End::TokenRefused { token, error } => {
                    self.target.tokens.after_refusal(token.as_deref(), *error).await?;
                    (t!(words, "token-renewed"), None)
                }
            };
            if !self.target.patience.allows(without_since.elapsed(), ever) {
                return Err(Failure::Unreachable(t!(words, "connection-given-up", why = why)));
            }
            let retry_in = self.backoff.next(not_before);
            self.outbox.push_back(Update::Disconnected { why, retry_in });
            if let Err(End::UserGone) = self.meanwhile(time::sleep(retry_in)).await {
                return Ok(());
            }
        }
    }

    /// Waits for something while commands are still taken and updates delivered.
    async fn meanwhile<T>(&mut self, future: impl Future<Output = T>) -> Result<T, End> {
        let mut future = std::pin::pin!(future);
        loop {
            self.drain();
            tokio::select! {
                done = &mut future => return Ok(done),
                ask = self.asked.recv() => self.session.ask(ask.ok_or(End::UserGone)?),
                done = deliver(&self.tell, &mut self.outbox), if !self.outbox.is_empty() => done?,
            }
        }
    }

    /// Moves what is to be told into the outbox; while there is no connection nothing is sent.
    fn drain(&mut self) {
        while let Some(effect) = self.session.poll() {
            if let Effect::Tell(update) = effect {
                self.outbox.push_back(update);
            }
        }
    }

    async fn one_connection(&mut self, ever: &mut bool) -> End {
        let tokens = self.target.tokens.clone();
        let token = match self.meanwhile(async move { tokens.current().await }).await {
            Ok(Ok(token)) => token,
            Ok(Err(Failure::Unreachable(why))) => return End::Unreached(why),
            Ok(Err(failure)) => return End::Fatal(failure),
            Err(end) => return end,
        };
        let (url, server) = (self.target.url.clone(), self.target.tokens.server().to_owned());
        let trust = self.target.trust.clone();
        let stage = if *ever { Stage::Talking } else { Stage::Greeting };
        let socket = match self.meanwhile(Box::pin(connect(url, &server, &trust, stage))).await {
            Ok(Ok(socket)) => socket,
            Ok(Err(end)) | Err(end) => return end,
        };
        self.session.opened(token.clone());
        match self.serve(socket, ever).await {
            End::TokenRefused { error, .. } => End::TokenRefused { token, error },
            end => end,
        }
    }

    async fn serve(&mut self, mut socket: Socket, ever: &mut bool) -> End {
        let mut pulse = Pulse::new(Instant::now());
        let mut fetch: Option<TokenFetch> = None;
        loop {
            if let Err(end) = self.carry_out(&mut socket, &mut fetch).await {
                return end;
            }
            *ever |= self.session.is_ready();
            if !self.session.is_ready() && pulse.started.elapsed() > CONNECT_WITHIN {
                return lost(t!(Words::current(), "connection-no-hello"));
            }
            let wake = pulse.next(self.session.is_waiting());
            let wake = self.session.next_due().map_or(wake, |due| due.min(wake));
            tokio::select! {
                frame = socket.next(), if self.outbox.len() < OUTBOX => {
                    if let Err(end) = self.frame(frame, &mut pulse) {
                        return end;
                    }
                }
                ask = self.asked.recv() => match ask {
                    Some(ask) => self.session.ask(ask),
                    None => {
                        let _ = time::timeout(SEND_WITHIN, socket.close(None)).await;
                        return End::UserGone;
                    }
                },
                done = deliver(&self.tell, &mut self.outbox), if !self.outbox.is_empty() => {
                    if let Err(end) = done {
                        return end;
                    }
                }
                token = async { match fetch.as_mut() { Some(f) => f.await, None => std::future::pending().await } } => {
                    fetch = None;
                    match token {
                        Ok(token) => self.session.refreshed(token),
                        Err(failure) => {
                            let text = t!(Words::current(), "token-none-new", why = failure.to_string());
                            self.outbox.push_back(Update::Note(text));
                        }
                    }
                }
                () = time::sleep_until(wake.into()) => {
                    let now = Instant::now();
                    self.session.due(now);
                    match pulse.beat(now, self.session.is_waiting()) {
                        Beat::Nothing => {}
                        Beat::Ping(payload) => {
                            let ping = Message::Ping(payload.to_be_bytes().to_vec().into());
                            if let Err(end) = send(&mut socket, ping).await {
                                return end;
                            }
                        }
                        Beat::Dead => return lost(t!(Words::current(), "connection-silent")),
                    }
                }
            }
        }
    }

    /// Does all that the session wants done.
    async fn carry_out(&mut self, socket: &mut Socket, fetch: &mut Option<TokenFetch>) -> Result<(), End> {
        let mut close = None;
        while let Some(effect) = self.session.poll() {
            match effect {
                Effect::Send(text) => send(socket, Message::text(&*text)).await?,
                Effect::Tell(update) => self.outbox.push_back(update),
                Effect::FetchToken => {
                    let tokens = self.target.tokens.clone();
                    *fetch = Some(Box::pin(async move { tokens.renewed().await }));
                }
                Effect::TokenRefused(error) => return Err(End::TokenRefused { token: None, error: Box::new(error) }),
                Effect::Close(not_before) => {
                    close = Some(End::Lost { why: t!(Words::current(), "connection-closed"), not_before });
                }
                Effect::Fatal(error) => return Err(End::Fatal(error.into())),
            }
        }
        close.map_or(Ok(()), Err)
    }

    fn frame(&mut self, frame: Option<Result<Message, tungstenite::Error>>, pulse: &mut Pulse) -> Result<(), End> {
        let now = Instant::now();
        pulse.heard(now);
        match frame {
            Some(Ok(Message::Text(text))) => self.session.received(&text, now, crate::tokens::wall_ms()),
            Some(Ok(Message::Pong(payload))) => {
                if let Some(round_trip) = pulse.pong(&payload, now) {
                    let ms = u64::try_from(round_trip.as_millis()).unwrap_or(u64::MAX);
                    self.round_trip_ms.store(ms, Ordering::Relaxed);
                }
            }
            Some(Ok(Message::Close(frame))) => {
                return Err(lost(match frame {
                    Some(frame) => {
                        let why = printable(&format!("{} {}", frame.code, frame.reason));
                        t!(Words::current(), "connection-closed-because", why = why)
                    }
                    None => t!(Words::current(), "connection-closed"),
                }));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => {
                let reason = Reason::of(self.target.tokens.server(), &error, Stage::Talking);
                return Err(lost(reason.text(Words::current())));
            }
            None => return Err(lost(Reason::Cut.text(Words::current()))),
        }
        Ok(())
    }
}

/// Hands the oldest update to the user as soon as there is room for it; until then it is kept.
async fn deliver(tell: &mpsc::Sender<Update>, outbox: &mut VecDeque<Update>) -> Result<(), End> {
    let room = tell.reserve().await.map_err(|_| End::UserGone)?;
    if let Some(update) = outbox.pop_front() {
        room.send(update);
    }
    Ok(())
}
