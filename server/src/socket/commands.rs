//! Reading commands and handing them on. Every one is answered, by whoever gets its ticket.

use super::{connection::Connection, resume_at};
use crate::{
    hub::{
        ANSWER_BYTES, Arrived, Ask, JOIN_ANSWER_BYTES, Lane, LobbyAsk, RETRY_AFTER_MS, TalkAsk, Ticket, Wish, sealed,
    },
    store::Stream,
};
use std::sync::Arc;
use tengen_core::game::Command;
use tengen_protocol::{
    AccountId, Channel, ClientMessage, Code, CommandId, Done, GameId, Have, Limit, Limited, Request, Rule,
    TournamentId, WireError, check_text, limits, tournament_limits,
};
use tokio::time::Instant;

/// The id of a message that could not be read otherwise.
pub(super) fn id_of(text: &str) -> Option<CommandId> {
    #[derive(serde::Deserialize)]
    struct OnlyId {
        id: CommandId,
    }
    serde_json::from_str::<OnlyId>(text).ok().map(|only| only.id)
}

/// The command's name on the wire.
pub(super) const fn kind(request: &Request) -> &'static str {
    match request {
        Request::Hello { .. } => "hello",
        Request::Ping => "ping",
        Request::Refresh { .. } => "refresh",
        Request::Join { .. } => "join",
        Request::Leave { .. } => "leave",
        Request::TakeSeat { .. } => "take_seat",
        Request::Play { .. } => "play",
        Request::Resign { .. } => "resign",
        Request::Propose { .. } => "propose",
        Request::Answer { .. } => "answer",
        Request::Seal { .. } => "seal",
        Request::RequestUndo { .. } => "request_undo",
        Request::AnswerUndo { .. } => "answer_undo",
        Request::Mark { .. } => "mark",
        Request::Accept { .. } => "accept",
        Request::Resume { .. } => "resume",
        Request::Rule { .. } => "rule",
        Request::Offer { .. } => "offer",
        Request::WithdrawOffer { .. } => "withdraw_offer",
        Request::AcceptOffer { .. } => "accept_offer",
        Request::Offers => "offers",
        Request::Say { .. } => "say",
        Request::Talk { .. } => "talk",
        Request::Mute { .. } => "mute",
        Request::FollowTournament { .. } => "follow_tournament",
    }
}

/// Bytes that the answer to a request may take.
const fn promised(request: &Request) -> usize {
    match request {
        Request::Join { .. } | Request::Talk { .. } => JOIN_ANSWER_BYTES,
        Request::Offers => limits::OUTGOING_BYTES / 2,
        _ => ANSWER_BYTES,
    }
}

impl Connection<'_> {
    /// Takes a text frame that was read just now.
    pub(super) fn text(&mut self, text: &str) {
        let read_at = Instant::now();
        self.sockets.hub.metrics().messages_in.inc();
        let message = match ClientMessage::read(text) {
            Ok(message) => message,
            Err(error) => {
                let ticket = Ticket::new(self.link(), id_of(text), "unknown", ANSWER_BYTES);
                let limited = self.within_rate().err();
                return ticket.answer(Err(limited.unwrap_or(error)));
            }
        };
        let ClientMessage { id, request } = message;
        let ticket = Ticket::new(self.link(), Some(id), kind(&request), promised(&request));
        if let Err(limited) = self.within_rate() {
            return ticket.answer(Err(limited));
        }
        self.request(request, ticket, read_at);
    }

    fn request(&mut self, request: Request, ticket: Ticket, read_at: Instant) {
        match request {
            Request::Hello { .. } => ticket.refuse(Code::HelloFirst, "`hello` was answered already"),
            Request::Ping => ticket.answer(Ok(Done::Nothing {})),
            Request::Join { game, have } => self.join(game, have, ticket),
            Request::Leave { game } => self.leave(&game, ticket),
            Request::Offers => self.offers(ticket),
            Request::FollowTournament { tournament, follow } => self.follow(&tournament, follow, ticket),
            Request::Talk { game, channel, after } => {
                self.sockets.hub.talk(&game, TalkAsk::list(channel, after, ticket));
            }
            request => match self.link().account().cloned() {
                Some(by) => self.with_account(by, request, ticket, read_at),
                None => ticket.refuse(Code::Forbidden, "without an account one may only watch: log in"),
            },
        }
    }

    fn with_account(&mut self, by: AccountId, request: Request, ticket: Ticket, read_at: Instant) {
        let command = match request {
            Request::Refresh { token } => return self.refresh(token, ticket),
            Request::TakeSeat { game } => {
                let connection = self.link().id();
                return self.to_game(&game, Lane::Requests, ticket, |ticket| Ask::TakeSeat { connection, ticket });
            }
            Request::Rule { game, rule } => return self.rule(&game, rule, ticket),
            Request::Offer { terms } => return self.lobby(by, Wish::Offer(Box::new(terms)), ticket),
            Request::WithdrawOffer { offer } => return self.lobby(by, Wish::Withdraw(offer), ticket),
            Request::AcceptOffer { offer } => return self.lobby(by, Wish::Accept(offer), ticket),
            Request::Say { game, channel, text } => return self.say(&game, by, channel, text, ticket),
            Request::Mute { account, muted } => return self.mute(by, account, muted, ticket),
            Request::Propose { game, proposal, resume_at, after, head } => {
                match resume_at.as_deref().map(resume_at::read).transpose() {
                    Ok(resume_at) => Some((game, Command::Propose { proposal, resume_at, after, head }, None)),
                    Err(error) => return ticket.answer(Err(error)),
                }
            }
            request => command_of(request),
        };
        match command {
            Some((game, command, lag)) => self.play(&game, command, lag, ticket, read_at),
            None => ticket.refuse(Code::BadMessage, "this is not a command"),
        }
    }

    fn lobby(&self, by: AccountId, wish: Wish, ticket: Ticket) {
        self.sockets.hub.ask_lobby(LobbyAsk::Command { by, wish, ticket });
    }

    fn say(&self, game: &GameId, by: AccountId, channel: Channel, text: String, ticket: Ticket) {
        if let Err(bad) = check_text(&text) {
            return ticket.answer(Err(bad.into()));
        }
        if let Err(limited) = self.sockets.rates.line(&by) {
            return ticket.answer(Err(limited));
        }
        self.sockets.hub.talk(game, TalkAsk::Say { by, channel, text, ticket });
    }

    /// The account's log has to be written: the connection does not wait for it.
    fn mute(&self, by: AccountId, account: AccountId, muted: bool, ticket: Ticket) {
        let hub = self.sockets.hub.clone();
        tokio::spawn(async move {
            let done = hub.directory().mute(&by, &account, muted).await;
            ticket.answer(done.map(|()| Done::Nothing {}));
        });
    }

    /// Names of accounts may have to be read: the connection does not wait for them.
    fn offers(&self, ticket: Ticket) {
        let hub = self.sockets.hub.clone();
        tokio::spawn(async move {
            let offers = hub.offers(ticket.link().account()).await;
            ticket.answer(offers.map(|offers| Done::Offers { offers }));
        });
    }

    fn join(&mut self, game: GameId, have: Option<Have>, ticket: Ticket) {
        self.memberships.retain(|_, member| !member.is_out());
        let most = self.follows();
        if !self.memberships.contains_key(&game) && self.memberships.len() >= most {
            let text = format!("a connection follows at most {most} games: leave one");
            let limit = Limit::most(Limited::Joined, most as u64);
            return ticket.answer(Err(WireError::new(Code::TooManyJoined, text).limit(limit)));
        }
        // the same one when it joins again: the game's task sees it refused and lets go of the connection
        let member = Arc::clone(self.memberships.entry(game.clone()).or_default());
        member.ask_again();
        let link = Arc::clone(self.link());
        self.sockets.hub.ask(&game, Lane::Requests, Ask::Join { link, member, have, office: None, ticket });
    }

    fn follow(&mut self, tournament: &TournamentId, follow: bool, ticket: Ticket) {
        self.followed.retain(|_, member| !member.is_out());
        if !follow {
            let Some(member) = self.followed.remove(tournament) else { return ticket.answer(Ok(Done::Nothing {})) };
            return self.sockets.hub.follow_tournament(tournament, false, member, ticket);
        }
        let most = tournament_limits::FOLLOWED;
        if !self.followed.contains_key(tournament) && self.followed.len() >= most {
            let text = format!("a connection follows at most {most} tournaments: follow one no more");
            return ticket.refuse(Code::TooManyJoined, text);
        }
        let member = Arc::clone(self.followed.entry(tournament.clone()).or_default());
        member.ask_again();
        self.sockets.hub.follow_tournament(tournament, true, member, ticket);
    }

    fn leave(&mut self, game: &GameId, ticket: Ticket) {
        if self.memberships.remove(game).is_none_or(|member| member.is_out()) {
            return ticket.refuse(Code::NotJoined, "this connection does not follow that game");
        }
        let connection = self.link().id();
        // a seat must not stay taken for a full queue, nor a `join` that follows be overtaken
        self.sockets.hub.ask_surely(game, Ask::Leave { connection, ticket: Some(ticket) });
    }

    fn arrived(&self, game: &GameId, lag: Option<u64>) -> Arrived {
        let partition = Stream::game(game).partition();
        let times = self.sockets.hub.times();
        Arrived {
            logical: times.logical(partition),
            wall: times.wall(partition),
            claimed_lag: lag.unwrap_or_default(),
            round_trip: self.link().round_trip(),
        }
    }

    fn rule(&self, game: &GameId, rule: Rule, ticket: Ticket) {
        let (connection, arrived, rule) = (self.link().id(), self.arrived(game, None), Box::new(rule));
        self.to_game(game, Lane::Requests, ticket, |ticket| Ask::Rule {
            connection,
            rule,
            arrived,
            office: None,
            ticket,
        });
    }

    fn play(&self, game: &GameId, command: Command, lag: Option<u64>, ticket: Ticket, read_at: Instant) {
        let arrived = self.arrived(game, lag);
        let (lane, waiting) = match (&command, self.memberships.get(game)) {
            // only whoever plays may go before the others
            (Command::Play { .. } | Command::Seal { .. }, Some(member)) if member.plays() => {
                let Some(waiting) = member.move_waits() else {
                    let error = WireError::new(Code::RateLimited, "too many of your moves wait for an answer");
                    return ticket.answer(Err(error.retry_after(RETRY_AFTER_MS)));
                };
                (Lane::Moves, Some(waiting))
            }
            _ => (Lane::Requests, None),
        };
        let connection = self.link().id();
        self.to_game(game, lane, ticket, |ticket| Ask::Command {
            connection,
            command,
            arrived,
            read_at,
            waiting,
            ticket,
        });
    }

    fn to_game(&self, game: &GameId, lane: Lane, ticket: Ticket, ask: impl FnOnce(Ticket) -> Ask) {
        let lane = match self.memberships.get(game) {
            // what follows a `join` must not overtake it
            Some(member) if member.is_asked() => Lane::Requests,
            Some(member) if !member.is_out() => lane,
            _ => return ticket.refuse(Code::NotJoined, "send `join` for this game on this connection first"),
        };
        self.sockets.hub.ask(game, lane, ask(ticket));
    }
}

/// The game's command behind a request, and the lag that it claims.
fn command_of(request: Request) -> Option<(GameId, Command, Option<u64>)> {
    Some(match request {
        Request::Play { game, vertex, after, head, lag } => (game, Command::Play { vertex, after, head }, lag),
        Request::Resign { game } => (game, Command::Resign, None),
        Request::RequestUndo { game, moves, after, head } => (game, Command::RequestUndo { moves, after, head }, None),
        Request::AnswerUndo { game, accept, after, head } => (game, Command::AnswerUndo { accept, after, head }, None),
        Request::Answer { game, accept, after, head } => (game, Command::Answer { accept, after, head }, None),
        Request::Seal { game, vertex, after, head, lag } => {
            (game, Command::Seal { sealed: sealed(vertex), after, head }, lag)
        }
        Request::Mark { game, vertex, dead, revision } => (game, Command::Mark { vertex, dead, revision }, None),
        Request::Accept { game, revision } => (game, Command::Accept { revision }, None),
        Request::Resume { game } => (game, Command::Resume, None),
        _ => return None,
    })
}
