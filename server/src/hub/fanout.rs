//! Who follows a game here, who plays it, and how events reach them.
//!
//! Each event is text already; a clone of it goes to each connection's queue, the players' first.
//! A seat is a record in the store that the newest connection of a player takes; the older one is
//! told and watches from then on.

use super::{
    Link, Membership, Role, Ticket,
    actor::{Actor, no_such_game},
    ask::View,
    busy,
    journal::Wire,
    talk::Audience,
};
use crate::{Metrics, store::Seat};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use tengen_core::log::Position;
use tengen_protocol::{
    Code, Colour, CommandId, Done, GameId, Have, Joined, Notice, Phase, Snapshot, WireError,
    limits::{HAVE_HEADS, JOIN_EVENT_BYTES},
};
use tokio_tungstenite::tungstenite::Utf8Bytes;

pub(super) struct Watcher {
    link: Arc<Link>,
    member: Arc<Membership>,
    pub(super) colour: Option<Colour>,
    /// Whether its seat is here: it plays, and does not only watch.
    pub(super) plays: bool,
    /// Whether the store's seat names it. It does in a finished game too, until it leaves.
    seated: bool,
    /// Another connection took its seat: it watches until it says `take_seat`.
    displaced: bool,
    /// The command that brought it, for the event of a player's arrival.
    joined_by: Option<CommandId>,
}

impl Watcher {
    /// Its connection has ended, or a later `join` of it was refused and it was told so.
    fn is_gone(&self) -> bool {
        self.link.has_ended() || self.member.is_out()
    }

    /// This node closed its connection, to be continued on another one.
    fn was_sent_away(&self) -> bool {
        let code = self.link.closing().map(|closing| closing.code);
        matches!(code, Some(Code::GoingAway | Code::Unavailable))
    }

    const fn role(&self) -> Role {
        if self.plays { Role::Player } else { Role::Spectator }
    }
}

/// The connections that follow a game.
pub(super) struct Watchers {
    game: GameId,
    metrics: Arc<Metrics>,
    /// Connections of the two players: few, and served first.
    players: FxHashMap<u64, Watcher>,
    spectators: FxHashMap<u64, Watcher>,
    /// Somebody was found gone when something was sent.
    some_gone: bool,
    /// The same for talk.
    audience: Arc<Audience>,
}

impl Watchers {
    pub(super) fn new(game: GameId, metrics: Arc<Metrics>, audience: Arc<Audience>) -> Self {
        let (players, spectators) = (FxHashMap::default(), FxHashMap::default());
        Self { game, metrics, players, spectators, some_gone: false, audience }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.players.is_empty() && self.spectators.is_empty()
    }

    fn all(&self) -> impl Iterator<Item = &Watcher> {
        self.players.values().chain(self.spectators.values())
    }

    pub(super) fn get(&self, connection: u64) -> Option<&Watcher> {
        self.players.get(&connection).or_else(|| self.spectators.get(&connection))
    }

    /// In place of what the same connection was before, if it joined again.
    fn add(&mut self, watcher: Watcher) {
        let connection = watcher.link.id();
        let side = if watcher.colour.is_some() { &mut self.players } else { &mut self.spectators };
        watcher.link.forget(&self.game);
        watcher.member.enter(watcher.plays);
        self.audience.enter(&watcher.link, watcher.colour.is_some());
        if side.insert(connection, watcher).is_none() {
            self.metrics.watching.inc();
        }
    }

    pub(super) fn remove(&mut self, connection: u64) -> Option<Watcher> {
        let watcher = self.players.remove(&connection).or_else(|| self.spectators.remove(&connection))?;
        watcher.member.leave();
        watcher.link.forget(&self.game);
        self.audience.leave(connection);
        self.metrics.watching.dec();
        Some(watcher)
    }

    /// Those who are gone. Most leave by asking; this finds whom no ask told of.
    fn take_gone(&mut self) -> Vec<Watcher> {
        self.some_gone = false;
        self.take(Watcher::is_gone)
    }

    fn take(&mut self, which: impl Fn(&Watcher) -> bool) -> Vec<Watcher> {
        let ids: Vec<u64> = self.all().filter(|watcher| which(watcher)).map(|watcher| watcher.link.id()).collect();
        ids.into_iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Whether somebody was found gone since they were last let go of.
    pub(super) const fn some_gone(&self) -> bool {
        self.some_gone
    }

    pub(super) fn event(&mut self, text: &Utf8Bytes) {
        let mut some_gone = self.some_gone;
        for watcher in self.all() {
            if watcher.is_gone() {
                some_gone = true;
            } else {
                watcher.link.event(&self.game, text, watcher.role());
            }
        }
        self.some_gone = some_gone;
    }

    /// Closes every connection: this node cannot serve the game.
    pub(super) fn close(&self, code: Code) {
        for watcher in self.all() {
            watcher.link.close(code, Some(super::RETRY_AFTER_MS));
        }
    }

    /// Tells everybody what stands after a fold was dropped, and where the log parts from what was sent.
    pub(super) fn rolled_back(&self, now: u64, snapshot: Snapshot, parts: Position) {
        let Position { seq, head } = parts;
        let notice = Notice::Rollback { game: self.game.clone(), seq, head, now, snapshot: Box::new(snapshot) };
        for watcher in self.all() {
            watcher.link.resynchronised(&self.game, &notice);
        }
    }

    /// The connection here that plays that side.
    fn playing(&self, colour: Colour) -> Option<u64> {
        let mut players = self.players.iter();
        players.find(|(_, watcher)| watcher.plays && watcher.colour == Some(colour)).map(|(id, _)| *id)
    }

    /// Whether a connection here plays that side.
    fn plays_here(&self, colour: Colour) -> bool {
        self.playing(colour).is_some()
    }

    /// The seat is that connection's now (`None`: of another node, or nobody's).
    fn seat(&mut self, colour: Colour, connection: Option<u64>) {
        for (id, watcher) in self.players.iter_mut().filter(|(_, watcher)| watcher.colour == Some(colour)) {
            let plays = connection == Some(*id);
            if watcher.plays && !plays {
                watcher.link.notice(&Notice::SeatTaken { game: self.game.clone() });
            }
            watcher.displaced = !plays && (watcher.displaced || watcher.plays);
            watcher.plays = plays;
            watcher.seated = plays;
            if !watcher.is_gone() {
                watcher.member.enter(plays);
            }
        }
    }

    /// The game is finished: nobody plays it any more.
    pub(super) fn finished(&mut self) {
        for watcher in self.players.values_mut() {
            watcher.plays = false;
            if !watcher.is_gone() {
                watcher.member.enter(false);
            }
        }
    }

    /// The log has lost its end and the game is open: who sat in it when it was finished plays on.
    pub(super) fn reopened(&mut self) {
        for watcher in self.players.values_mut().filter(|watcher| watcher.seated && !watcher.plays) {
            watcher.plays = true;
            if !watcher.is_gone() {
                watcher.member.enter(true);
            }
        }
    }
}

impl Drop for Watchers {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.close(Code::Internal);
        }
        for watcher in self.all() {
            watcher.member.leave();
            self.audience.leave(watcher.link.id());
            self.metrics.watching.dec();
        }
    }
}

impl Actor {
    pub(super) async fn join(
        &mut self,
        link: Arc<Link>,
        member: Arc<Membership>,
        have: Option<Have>,
        office: bool,
        ticket: Ticket,
    ) {
        if let Err(error) = self.may_join(&link, office) {
            member.leave();
            return ticket.answer(Err(error));
        }
        match self.try_join(&link, &member, have, ticket.id().cloned()).await {
            Err(error) => {
                member.leave();
                ticket.answer(Err(error));
            }
            Ok((joined, missing)) => {
                ticket.answer(Ok(Done::Joined(joined)));
                for wire in missing {
                    link.replayed(&self.id, &wire.text);
                }
                if let Some((colour, id)) = self.arrival_owed() {
                    self.arrive(colour, &id).await;
                }
            }
        }
    }

    fn may_join(&self, link: &Link, office: bool) -> Result<(), WireError> {
        if self.may_follow(link.account(), office)? { Ok(()) } else { Err(no_such_game()) }
    }

    async fn try_join(
        &mut self,
        link: &Arc<Link>,
        member: &Arc<Membership>,
        have: Option<Have>,
        joined_by: Option<CommandId>,
    ) -> Result<(Joined, Vec<Wire>), WireError> {
        let journal = self.journal.as_ref().ok_or_else(|| busy("the game is being read again"))?;
        let game = journal.game();
        let colour = link.account().and_then(|account| game.player(account));
        let open = game.phase() != Phase::Finished;
        if have.as_ref().is_some_and(|have| have.seq > journal.position().seq) {
            // another node may have committed what this one has not heard of yet
            self.catch_up().await?;
        }
        self.refresh_names().await;
        let mut plays = false;
        if link.has_ended() {
            // who has gone may sit elsewhere by now
            return Err(busy("the connection has ended"));
        }
        // whose seat another connection took watches, however often it joins, until it says `take_seat`
        let displaced = self.watchers.get(link.id()).is_some_and(|watcher| watcher.displaced);
        if let Some(colour) = colour.filter(|_| open && !displaced) {
            // before the seat is taken, since it says where he was
            self.look_where_from(colour).await;
            self.put_seat(colour, link.id()).await?;
            plays = true;
        }
        // From here on nothing waits: the answer and the first event after it fit together.
        let have = have.map(|mut have| {
            have.heads.truncate(HAVE_HEADS);
            have
        });
        let answer = self.joined(have.as_ref()).ok_or_else(|| busy("the game is being read again"))?;
        self.watchers.add(Watcher {
            link: Arc::clone(link),
            member: Arc::clone(member),
            colour,
            plays,
            seated: plays,
            displaced,
            joined_by: joined_by.filter(|_| plays),
        });
        self.hub.listen(&self.id);
        Ok(answer)
    }

    fn joined(&self, have: Option<&Have>) -> Option<(Joined, Vec<Wire>)> {
        let journal = self.journal.as_ref()?;
        let View { now, snapshot, .. } = self.view()?;
        let (seq, head) = (snapshot.seq, snapshot.head);
        let snapshot = Box::new(snapshot);
        let Some(have) = have else { return Some((Joined::Snapshot { now, snapshot }, Vec::new())) };
        if have.seq == seq && have.head == head {
            return Some((Joined::UpToDate { seq, head, now }, Vec::new()));
        }
        let newest = journal.newest();
        let next = newest.iter().position(|wire| wire.seq == have.seq.saturating_add(1));
        match next.and_then(|next| Some((next, newest.get(next)?))) {
            Some((next, wire)) if wire.before == have.head => {
                let missing: Vec<Wire> = newest.iter().skip(next).cloned().collect();
                let bytes: usize = missing.iter().map(|wire| wire.text.len()).sum();
                if bytes <= JOIN_EVENT_BYTES {
                    return Some((Joined::Events { seq, head, now }, missing));
                }
                Some((Joined::Snapshot { now, snapshot }, Vec::new()))
            }
            None if have.seq < seq => Some((Joined::Snapshot { now, snapshot }, Vec::new())),
            // it has an event that the log has not: ahead of the log, or another one at that number
            _ => {
                let Position { seq, head } = journal.parts_from(have);
                Some((Joined::Rollback { seq, head, now, snapshot }, Vec::new()))
            }
        }
    }

    pub(super) async fn take_seat(&mut self, connection: u64, ticket: Ticket) {
        let Some(watcher) = self.watchers.get(connection) else {
            return ticket.refuse(Code::NotJoined, "send `join` for this game on this connection first");
        };
        let Some(colour) = watcher.colour else {
            return ticket.refuse(Code::NotAPlayer, "you watch this game; only its players have seats");
        };
        let taken = self.put_seat(colour, connection).await;
        if taken.is_ok() {
            self.watchers.seat(colour, Some(connection));
        }
        ticket.answer(taken.map(|()| Done::Nothing {}));
    }

    /// Takes a seat for a connection here; an older one here is told at once.
    async fn put_seat(&mut self, colour: Colour, connection: u64) -> Result<(), WireError> {
        let Some(journal) = &self.journal else { return Err(busy("the game is being read again")) };
        let seat = self.seat_of(connection);
        let taken = match self.hub.says_it_lives().await {
            Ok(()) => self.hub.0.calls.take_seat(journal.stream(), colour, seat).await,
            Err(error) => Err(error),
        };
        if let Err(error) = taken {
            tracing::debug!(%error, %colour, "a seat could not be taken");
            return Err(busy("the store does not answer"));
        }
        self.watchers.seat(colour, Some(connection));
        Ok(())
    }

    fn seat_of(&self, connection: u64) -> Seat {
        Seat { node: Arc::clone(&self.hub.0.node), connection }
    }

    /// A connection follows the game no more. What it asked before is settled: its commands were
    /// taken in order, and moves go first.
    pub(super) async fn leave(&mut self, connection: u64, ticket: Option<Ticket>) {
        if let Some(left) = self.watchers.remove(connection) {
            self.empty_seat(&left).await;
        }
        if let Some(ticket) = ticket {
            ticket.answer(Ok(Done::Nothing {}));
        }
    }

    /// Lets go of connections that are gone without having asked to leave.
    pub(super) async fn let_go(&mut self) {
        for gone in self.watchers.take_gone() {
            tracing::debug!(connection = gone.link.id(), "a connection was gone without having left");
            self.empty_seat(&gone).await;
        }
    }

    /// Nobody follows the game on this node any more.
    pub(super) async fn let_everybody_go(&mut self) {
        for left in self.watchers.take(|_| true) {
            self.empty_seat(&left).await;
        }
    }

    /// Empties the seat of somebody who has left, if he had one. Who was sent away keeps it: it tells
    /// the next node where he was and that he did not leave.
    async fn empty_seat(&self, left: &Watcher) {
        let Some(colour) = left.colour.filter(|_| left.seated) else { return };
        let open = self.journal.as_ref().is_none_or(|journal| journal.game().phase() != Phase::Finished);
        if open && (self.hub.is_drained() || left.was_sent_away()) {
            return;
        }
        let stream = crate::store::Stream::game(&self.id);
        let seat = self.seat_of(left.link.id());
        if let Err(error) = self.hub.0.calls.leave_seat(&stream, colour, &seat).await {
            // it names this node, which is the same as an empty seat
            tracing::debug!(%error, %colour, "a seat could not be emptied");
        }
    }

    /// Somebody took a seat, here or on another node.
    pub(super) async fn seat_news(&mut self, colour: Colour, seat: Seat) {
        let here = (seat.node == self.hub.0.node).then_some(seat.connection);
        let known = here.and_then(|connection| self.watchers.get(connection)).is_some_and(|watcher| watcher.plays);
        if !known && self.watchers.plays_here(colour) {
            // news may be older than what this node did since: the record decides
            self.refresh_seats().await;
        }
    }

    /// Reads who sits where and tells those who lost their seat. An empty seat was lost by the store, or
    /// left by an older connection that came to it late: whoever plays from here takes it again, or
    /// other nodes would not wait for his moves.
    pub(super) async fn refresh_seats(&mut self) {
        let Some(journal) = &self.journal else { return };
        if !self.watchers.plays_here(Colour::Black) && !self.watchers.plays_here(Colour::White) {
            return;
        }
        let [black, white] = match self.hub.0.calls.seats(journal.stream()).await {
            Ok(seats) => seats,
            Err(error) => {
                tracing::debug!(%error, "seats could not be read");
                return;
            }
        };
        for (colour, seat) in [(Colour::Black, black), (Colour::White, white)] {
            match (seat, self.watchers.playing(colour)) {
                (Some(seat), _) => {
                    let here = seat.node == self.hub.0.node;
                    self.watchers.seat(colour, here.then_some(seat.connection));
                }
                (None, Some(connection)) => {
                    if let Err(error) = self.put_seat(colour, connection).await {
                        tracing::debug!(%error, %colour, "an empty seat could not be taken again yet");
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Whoever plays from here sits here, whatever the store says: its word may be older.
    pub(super) async fn keep_seats(&mut self) {
        for colour in [Colour::Black, Colour::White] {
            if let Some(connection) = self.watchers.playing(colour)
                && let Err(error) = self.put_seat(colour, connection).await
            {
                tracing::debug!(%error, %colour, "a seat could not be taken again yet");
            }
        }
    }

    /// A spectator has read what waited for him: he gets what stands.
    pub(super) async fn resynchronise(&mut self, link: &Link) {
        if self.watchers.get(link.id()).is_none() {
            return link.forget(&self.id);
        }
        self.refresh_names().await;
        let Some(View { now, snapshot, .. }) = self.view() else { return link.resynchronise_later(&self.id) };
        let game = self.id.clone();
        link.resynchronised(&self.id, &Notice::Resync { game, now, snapshot: Box::new(snapshot) });
    }

    /// A player who has joined, but whose arrival is not in the log yet.
    pub(super) fn arrival_owed(&self) -> Option<(Colour, CommandId)> {
        let game = self.journal.as_ref()?.game();
        if game.phase() != Phase::Waiting {
            return None;
        }
        self.watchers.players.values().find_map(|watcher| {
            let colour = watcher.colour.filter(|colour| !game.has_arrived(*colour))?;
            Some((colour, watcher.joined_by.clone()?))
        })
    }
}
