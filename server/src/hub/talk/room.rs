//! The task of one game's talk on this node.
//!
//! It lives while somebody here may hear or asks, is subscribed to a channel only while a connection that
//! has joined may read it, and takes one thing at a time: so lines have one order, and what is answered
//! fits what is handed out. Connections are pushed to and never waited for.

use super::{
    super::{Hub, busy, calls::Backoff, draw, ms, to_text},
    Audience, Facts, Rights, Silenced, TalkAsk, Voice,
    channel::{Absorbed, Log, Said, Trouble, said},
};
use crate::store::{Commit, News, Outcome, StoreError, Stream, Subscription};
use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tengen_core::timing::Guard;
use tengen_protocol::{
    AccountId, Channel, Code, CommandId, Done, GameId, Limit, Limited, Line, Notice, Talk, WireError,
    limits::{TALK_ANSWER_BYTES, TALK_ANSWER_LINES, TALK_LINES, TALK_LINES_EACH},
};
use tokio::{
    select,
    sync::mpsc,
    time::{Instant, sleep_until},
};
use tracing::Instrument;

/// A room in which nobody may hear is kept for so long.
const IDLE: Duration = Duration::from_secs(10);

/// How often it is looked whether news were lost, and what did not work is tried again.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How often the log is read whether or not anything is known to be missing.
const CHECK_EVERY: Duration = Duration::from_secs(60);

/// How long a line is tried while the store does not answer.
const SETTLE_WITHIN: Duration = Duration::from_secs(4);

/// How often a line is appended again because another one was first.
const ROUNDS: u32 = 16;

/// News that may wait; more are read from the log.
const NEWS_QUEUE: usize = 64;

/// Starts it.
pub(super) fn spawn(hub: &Hub, game: &GameId, audience: Arc<Audience>, asks: mpsc::Receiver<TalkAsk>) {
    // whatever became of the one before, which may have looked last
    audience.look();
    let room = Room {
        hub: hub.clone(),
        game: game.clone(),
        keep: hub.0.rooms.keep.unwrap_or_default(),
        audience,
        players: Heard::new(Channel::Players),
        spectators: Heard::new(Channel::Spectators),
        used_at: Instant::now(),
        looked_at: Instant::now(),
        checked_at: Instant::now(),
    };
    let span = tracing::info_span!(parent: None, "talk", %game);
    hub.spawn(room.run(Asks(asks)).instrument(span));
}

/// What it is asked. Whatever ends the task, nobody waits for it in vain.
struct Asks(mpsc::Receiver<TalkAsk>);

impl Drop for Asks {
    fn drop(&mut self) {
        self.0.close();
        while let Ok(ask) = self.0.try_recv() {
            ask.refuse(&busy("the node is going down"));
        }
    }
}

/// A channel as the room has it.
struct Heard {
    channel: Channel,
    /// Absent while nobody wants it.
    log: Option<Log>,
    news: Option<(mpsc::Receiver<News>, Subscription)>,
    /// Lines may be missing: read before anything is told.
    behind: bool,
    /// Something was said, and the store was not told yet how long it keeps that.
    expiry_owed: bool,
}

impl Heard {
    const fn new(channel: Channel) -> Self {
        Self { channel, log: None, news: None, behind: false, expiry_owed: false }
    }

    /// A log's first line is kept for ever if its node dies before it can say for how long: whoever hears
    /// it says so too. Lines after it end with it at least.
    fn owe_for(&mut self, new: &[Said]) {
        self.expiry_owed |= new.first().is_some_and(|said| said.n == 1);
    }

    /// What nobody tells of would be old when it is asked for again.
    fn forget_unheard(&mut self) {
        if self.news.is_none() && !self.expiry_owed {
            self.log = None;
        }
    }

    async fn next_news(&mut self) -> (Channel, Option<News>) {
        match &mut self.news {
            Some((news, _)) => (self.channel, news.recv().await),
            None => std::future::pending().await,
        }
    }
}

struct Room {
    hub: Hub,
    game: GameId,
    keep: Duration,
    audience: Arc<Audience>,
    players: Heard,
    spectators: Heard,
    used_at: Instant,
    looked_at: Instant,
    checked_at: Instant,
}

enum Woken {
    Ask(Option<TalkAsk>),
    News(Channel, Option<News>),
    Audience,
    Timer,
    Closing,
}

impl Room {
    async fn run(mut self, mut asks: Asks) {
        let closing = self.hub.0.closing.clone();
        loop {
            self.tune().await;
            let timer = self.looked_at + LOOK_EVERY;
            let woken = select! {
                (channel, news) = self.players.next_news() => Woken::News(channel, news),
                (channel, news) = self.spectators.next_news() => Woken::News(channel, news),
                ask = asks.0.recv() => Woken::Ask(ask),
                () = self.audience.changed.notified() => Woken::Audience,
                () = sleep_until(timer) => Woken::Timer,
                () = closing.cancelled() => Woken::Closing,
            };
            match woken {
                Woken::Ask(Some(ask)) => {
                    self.used_at = Instant::now();
                    // who has joined meanwhile must miss nothing after the answer
                    self.tune().await;
                    self.take(ask).await;
                }
                Woken::News(channel, Some(News::Event(stored))) => self.hear(channel, &stored).await,
                Woken::News(_, Some(News::Seat(..))) | Woken::Audience => {}
                Woken::News(channel, None) => {
                    // the store has ended the subscription
                    self.heard(channel).news = None;
                    self.audience.dirty.store(true, Ordering::Release);
                }
                Woken::Timer => {
                    self.look_after().await;
                    if self.is_idle() {
                        asks.0.close();
                    }
                }
                Woken::Ask(None) => return self.hand_over(),
                Woken::Closing => return,
            }
        }
    }

    /// Somebody may have come since it was decided to end.
    fn hand_over(self) {
        if Channel::ALL.into_iter().any(|channel| self.audience.has_readers(channel)) {
            // one that was opened meanwhile looks again, since this one may have looked instead of it
            self.audience.look();
            self.hub.listen(&self.game);
        }
    }

    const fn heard(&mut self, channel: Channel) -> &mut Heard {
        match channel {
            Channel::Players => &mut self.players,
            Channel::Spectators => &mut self.spectators,
        }
    }

    fn is_idle(&self) -> bool {
        let heard = Channel::ALL.into_iter().any(|channel| self.audience.has_readers(channel));
        let owed = [&self.players, &self.spectators].iter().any(|heard| heard.expiry_owed && heard.log.is_some());
        !heard && !owed && self.used_at.elapsed() >= IDLE
    }

    /// Subscribes to what is to be heard here and to nothing else.
    async fn tune(&mut self) {
        if !self.audience.dirty.swap(false, Ordering::AcqRel) {
            return;
        }
        for channel in Channel::ALL {
            let wanted = self.audience.has_readers(channel);
            let heard = self.heard(channel);
            if !wanted {
                heard.news = None;
                heard.forget_unheard();
            } else if heard.news.is_none()
                && let Err(error) = self.subscribe(channel).await
            {
                tracing::debug!(%error, "the talk could not be subscribed yet");
                self.audience.dirty.store(true, Ordering::Release);
            }
        }
    }

    /// Subscribes, then reads.
    async fn subscribe(&mut self, channel: Channel) -> Result<(), StoreError> {
        let (sender, news) = mpsc::channel(NEWS_QUEUE);
        let subscription = self.hub.0.calls.subscribe(&Stream::talk(&self.game, channel), sender).await?;
        self.heard(channel).news = Some((news, subscription));
        self.try_to_catch_up(channel).await;
        self.settle_expiry(channel).await;
        Ok(())
    }

    /// Reads what is lacking and hands it out.
    async fn catch_up(&mut self, channel: Channel) -> Result<(), Trouble> {
        let hub = self.hub.clone();
        let game = Stream::talk(&self.game, channel);
        let heard = self.heard(channel);
        heard.behind = true;
        let new = match &mut heard.log {
            Some(log) => log.catch_up(&hub.0.calls).await?,
            None => {
                heard.log = Some(Log::open(&hub.0.calls, game).await?);
                // whoever said the last line may have gone before it was said how long it is kept; a question
                // by itself writes nothing
                heard.expiry_owed |= heard.news.is_some();
                Vec::new()
            }
        };
        heard.behind = false;
        heard.owe_for(&new);
        self.hand_out(channel, new).await;
        Ok(())
    }

    async fn hear(&mut self, channel: Channel, stored: &[u8]) {
        let heard = self.heard(channel);
        let Some(log) = &mut heard.log else { return };
        match log.absorb(stored) {
            Ok(Absorbed::New(said)) => {
                heard.owe_for(std::slice::from_ref(&said));
                self.hand_out(channel, vec![said]).await;
            }
            Ok(Absorbed::Known) => {}
            Ok(Absorbed::Apart) => self.try_to_catch_up(channel).await,
            Err(error) => {
                tracing::warn!(%error, %channel, "what was said cannot be read");
                self.heard(channel).log = None;
            }
        }
    }

    async fn try_to_catch_up(&mut self, channel: Channel) {
        if let Err(error) = self.catch_up(channel).await
            && !error.retryable()
        {
            tracing::warn!(%error, %channel, "the talk cannot be read");
            // until the next check it is read by whoever asks for it
            let heard = self.heard(channel);
            (heard.log, heard.behind) = (None, false);
        }
    }

    /// What was put off, and what news may have been lost.
    async fn look_after(&mut self) {
        self.looked_at = Instant::now();
        let check = self.checked_at.elapsed() >= CHECK_EVERY;
        if check {
            self.checked_at = Instant::now();
        }
        for channel in Channel::ALL {
            let heard = self.heard(channel);
            let lost = heard.news.as_ref().is_some_and(|(_, subscription)| subscription.take_lost());
            if lost || (heard.news.is_some() && (check || heard.behind)) {
                self.try_to_catch_up(channel).await;
            }
            self.settle_expiry(channel).await;
        }
    }

    /// Tells the store how long it keeps a channel in which something was said.
    async fn settle_expiry(&mut self, channel: Channel) {
        let (hub, keep, now) = (self.hub.clone(), ms(self.keep), self.wall());
        let heard = self.heard(channel);
        let Some(log) = heard.log.as_ref().filter(|_| heard.expiry_owed) else { return };
        let left = log.newest_at().map(|at| at.saturating_add(keep).saturating_sub(now).min(keep).max(1));
        let told = match left {
            Some(left) => hub.0.calls.expire(log.stream(), left).await,
            None => Ok(()),
        };
        match told {
            Ok(()) => {
                heard.expiry_owed = false;
                heard.forget_unheard();
            }
            Err(error) => tracing::debug!(%error, "it could not be said yet how long talk is kept"),
        }
    }

    /// The store's wall time, ms since 1970.
    fn wall(&self) -> u64 {
        let partition = Stream::talk(&self.game, Channel::Players).partition();
        self.hub.times().wall(partition).unwrap_or_else(draw::wall)
    }

    /// Sends lines to everybody here who may read them and wants to.
    async fn hand_out(&self, channel: Channel, lines: Vec<Said>) {
        if lines.is_empty() {
            return;
        }
        let readers = self.audience.of(channel);
        let directory = self.hub.directory();
        for line in self.named(lines).await {
            let by = line.by.clone();
            let Some(text) = to_text(&Notice::Talk { game: self.game.clone(), channel, line }) else { continue };
            for link in &readers {
                let muted = link.account().is_some_and(|reader| directory.mutes(reader, &by));
                if !muted {
                    link.talk(&text);
                }
            }
        }
    }

    async fn named(&self, lines: Vec<Said>) -> Vec<Line> {
        let speakers: Vec<AccountId> = lines.iter().map(|said| said.by.clone()).collect();
        let names = self.hub.directory().names(&speakers).await;
        let named = lines.into_iter().zip(names);
        named.map(|(said, name)| Line { n: said.n, at: said.at, by: said.by, name, text: said.text }).collect()
    }

    async fn take(&mut self, ask: TalkAsk) {
        match ask {
            TalkAsk::Say { by, channel, text, ticket } => {
                let result = self.say(&by, channel, &text, ticket.id()).await;
                if let Err(error) = &result {
                    tracing::debug!(code = %error.code, "refused");
                }
                ticket.answer(result.map(|n| Done::Said { n }));
                self.settle_expiry(channel).await;
            }
            TalkAsk::List { viewer, channel, after, reply } => reply(self.list(viewer.as_ref(), channel, after).await),
        }
        self.players.forget_unheard();
        self.spectators.forget_unheard();
    }

    /// What somebody may do in a channel, if he may do anything there.
    async fn rights(&self, account: Option<&AccountId>, channel: Channel) -> Result<Rights, WireError> {
        let facts = match self.audience.facts() {
            Some(facts) => facts,
            None => Facts::of_snapshot(&self.hub.view(&self.game).await?.snapshot),
        };
        let rights = facts.rights(account)?;
        if channel.may_read(rights.player, rights.finished) {
            return Ok(rights);
        }
        let text = "before the game is finished its players and its spectators talk apart";
        Err(WireError::new(Code::Forbidden, text))
    }

    async fn list(
        &mut self,
        viewer: Option<&AccountId>,
        channel: Channel,
        after: Option<u64>,
    ) -> Result<Talk, WireError> {
        self.rights(viewer, channel).await?;
        let hub = self.hub.clone();
        let mutes = match viewer {
            Some(viewer) => hub.directory().voice(viewer).await?.mutes,
            None => BTreeSet::new(),
        };
        self.ensure(channel).await.map_err(|error| unread(&error))?;
        let too_old = self.wall().saturating_sub(ms(self.keep));
        let Some(log) = &self.heard(channel).log else { return Err(busy("the talk is being read")) };
        let end = log.end().seq;
        // talk that was known has gone, and this has begun after it
        let after = after.filter(|after| *after <= end);
        let lines: Vec<Said> = match after {
            Some(after) if !log.covers(after) => {
                log.page(&hub.0.calls, after, TALK_ANSWER_LINES as u64).await.map_err(|error| unread(&error))?
            }
            after => log.newest().iter().filter(|said| after.is_none_or(|after| said.n > after)).cloned().collect(),
        };
        let last = lines.last().map_or(end, |said| said.n);
        let may = |said: &Said| said.at > too_old && !mutes.contains(&said.by);
        let lines = self.named(lines.into_iter().filter(may).collect()).await;
        Ok(cut(lines, last, end, after.is_some()))
    }

    /// Makes sure that the log is here and that nothing is known to be missing in it.
    async fn ensure(&mut self, channel: Channel) -> Result<(), Trouble> {
        let heard = self.heard(channel);
        let told = |(news, subscription): &(mpsc::Receiver<News>, Subscription)| {
            !subscription.take_lost() && !news.is_closed() && news.is_empty()
        };
        let current = !heard.behind && heard.news.as_ref().is_some_and(told);
        if current && heard.log.is_some() { Ok(()) } else { self.catch_up(channel).await }
    }

    async fn say(
        &mut self,
        by: &AccountId,
        channel: Channel,
        text: &str,
        id: Option<&CommandId>,
    ) -> Result<u64, WireError> {
        let id = id.ok_or_else(|| WireError::new(Code::BadMessage, "a command needs an id"))?;
        self.rights(Some(by), channel).await?;
        let Voice { silenced, .. } = self.hub.directory().voice(by).await?;
        if let Some(Silenced { left }) = silenced {
            let error = WireError::new(Code::Muted, "the operator of this server does not let this account talk");
            return Err(match left {
                Some(left) => error.retry_after(left),
                None => error,
            });
        }
        let body = said(by, id, text).map_err(|error| {
            tracing::error!(%error, "a line cannot be written");
            WireError::new(Code::Internal, "the line cannot be written")
        })?;
        let until = Instant::now() + SETTLE_WITHIN;
        let mut backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
        for _ in 0..ROUNDS {
            match self.try_to_say(channel, by, id, text, &body).await {
                Ok(Some(n)) => return Ok(n),
                Ok(None) => {}
                Err(Refused::Wire(error)) => return Err(error),
                Err(Refused::Trouble(error)) if error.retryable() && Instant::now() < until => {
                    self.heard(channel).behind = true;
                    backoff.wait().await;
                }
                Err(Refused::Trouble(error)) => return Err(unread(&error)),
            }
        }
        Err(busy("others were first too often"))
    }

    /// One try; nothing when another line was first.
    async fn try_to_say(
        &mut self,
        channel: Channel,
        by: &AccountId,
        id: &CommandId,
        text: &str,
        body: &[u8],
    ) -> Result<Option<u64>, Refused> {
        self.ensure(channel).await?;
        let hub = self.hub.clone();
        let Some(log) = &mut self.heard(channel).log else { return Ok(None) };
        let (stream, end) = (log.stream().clone(), log.end());
        if let Some(repeated) = log.repeat(by, id) {
            if repeated.text != text {
                return Err(WireError::new(Code::IdReused, "this command id said something else").into());
            }
            let n = repeated.n;
            let confirmed = hub.0.calls.confirm(&stream, end).await.map_err(Trouble::from)?;
            return Ok(confirmed.then_some(n));
        }
        if end.seq >= TALK_LINES {
            let error = WireError::new(Code::TalkFull, format!("a channel has at most {TALK_LINES} lines"));
            return Err(error.limit(Limit::most(Limited::Lines, TALK_LINES)).into());
        }
        if log.is_full_for(&hub.0.calls, by).await? {
            let text = format!("an account says at most {TALK_LINES_EACH} lines in a channel");
            let error = WireError::new(Code::TalkFull, text);
            return Err(error.limit(Limit::most(Limited::Lines, TALK_LINES_EACH)).into());
        }
        let commit = Commit {
            stream,
            expect: end,
            body: body.to_vec().into(),
            guard: Guard::None,
            due: None,
            lifecycle: None,
            secret: None,
        };
        let outcome = hub.0.calls.commit_talk(commit).await.map_err(Trouble::from)?.value;
        let Outcome::Committed { position, event, .. } = outcome else {
            // another one was first, or the log is another one: without a guard there is nothing else
            self.catch_up(channel).await?;
            return Ok(None);
        };
        self.heard(channel).expiry_owed = true;
        self.hear(channel, &event).await;
        Ok(Some(position.seq))
    }
}

/// Why a line was not said.
enum Refused {
    Wire(WireError),
    Trouble(Trouble),
}

impl From<WireError> for Refused {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

impl From<Trouble> for Refused {
    fn from(error: Trouble) -> Self {
        Self::Trouble(error)
    }
}

/// As many of the lines as one answer takes: the first ones `after` a number, else the newest ones. `last` is
/// the number of the last line that was looked at, `end` of the last there is.
fn cut(lines: Vec<Line>, last: u64, end: u64, after: bool) -> Talk {
    let mut left = TALK_ANSWER_BYTES;
    // what a line takes beside its text and name, and what JSON adds to these
    let mut fits = |line: &Line| {
        let bytes = 120 + 2 * (line.text.len() + line.name.len());
        let fits = bytes <= left;
        left = left.saturating_sub(bytes);
        fits
    };
    if after {
        let all = lines.len();
        let lines: Vec<Line> = lines.into_iter().take_while(&mut fits).collect();
        let upto = if lines.len() < all { lines.last().map_or(last, |line| line.n) } else { last };
        return Talk { lines, upto, more: upto < end };
    }
    let mut newest: Vec<Line> = lines.into_iter().rev().take_while(&mut fits).collect();
    newest.reverse();
    Talk { lines: newest, upto: end, more: false }
}

/// Why talk was not read. That the store does not answer is said once, by whoever keeps time.
fn unread(error: &Trouble) -> WireError {
    if error.retryable() {
        return busy("the store does not answer");
    }
    tracing::error!(%error, "the talk cannot be read");
    WireError::new(Code::Unreadable, "the talk cannot be read")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(numbers: std::ops::RangeInclusive<u64>, bytes: usize) -> Vec<Line> {
        let line = |n| Line { n, at: n, by: "a1".parse().unwrap(), name: "Ann".into(), text: "x".repeat(bytes) };
        numbers.map(line).collect()
    }

    #[test]
    fn an_answer_is_cut_where_the_next_one_begins() {
        assert_eq!(cut(lines(1..=50, 10), 50, 50, false).lines.len(), 50);
        let newest = cut(lines(1..=50, 1_200), 50, 50, false);
        assert_eq!((newest.lines.last().map(|line| line.n), newest.upto, newest.more), (Some(50), 50, false));
        assert!(serde_json::to_string(&newest).unwrap().len() <= TALK_ANSWER_BYTES, "{}", newest.lines.len());
        let mut known = 0;
        let mut told = Vec::new();
        loop {
            let talk = cut(lines(known + 1..=(known + 50).min(70), 1_200), (known + 50).min(70), 70, true);
            assert!(talk.upto > known);
            known = talk.upto;
            told.extend(talk.lines.iter().map(|line| line.n));
            if !talk.more {
                break;
            }
        }
        assert_eq!(told, (1..=70).collect::<Vec<_>>());
        // lines that one may not read are not asked for again and again
        assert_eq!(cut(Vec::new(), 9, 9, true), Talk { lines: Vec::new(), upto: 9, more: false });
        assert_eq!(cut(Vec::new(), 50, 70, true), Talk { lines: Vec::new(), upto: 50, more: true });
    }
}
