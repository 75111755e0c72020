//! Answers: every command has one, and room for it is promised when the command is read.

use super::{Link, to_text};
use std::sync::Arc;
use tengen_protocol::{AccountId, Answer, AnswerOutcome, Code, CommandId, Done, GameId, WireError};
use tracing::Span;

/// What the answer to a `join` may take: the largest snapshot and a little.
pub const JOIN_ANSWER_BYTES: usize = 20 * 1024;

/// What another answer may take.
pub const ANSWER_BYTES: usize = 1024;

/// The right and the duty to answer one command: dropped unanswered, it answers `internal`.
pub struct Ticket {
    link: Arc<Link>,
    id: Option<CommandId>,
    kind: &'static str,
    promised: usize,
    answered: bool,
}

impl Ticket {
    /// For a command of a connection, whose answer takes at most about `promised` bytes; `kind` is
    /// its name on the wire, for the metrics.
    #[must_use]
    pub fn new(link: &Arc<Link>, id: Option<CommandId>, kind: &'static str, promised: usize) -> Self {
        link.promise(promised);
        Self { link: Arc::clone(link), id, kind, promised, answered: false }
    }

    /// The command's id.
    #[must_use]
    pub const fn id(&self) -> Option<&CommandId> {
        self.id.as_ref()
    }

    /// What is done for the command is logged within this. Names and ids only: what a command says
    /// may be a secret.
    pub(super) fn span(&self, game: Option<&GameId>) -> Span {
        tracing::info_span!(
            "command",
            connection = self.link.id(),
            id = self.id.as_ref().map(CommandId::as_str),
            "type" = self.kind,
            account = self.link.account().map(AccountId::as_str),
            game = game.map(GameId::as_str),
        )
    }

    /// The connection that asked.
    #[must_use]
    pub const fn link(&self) -> &Arc<Link> {
        &self.link
    }

    /// Answers.
    pub fn answer(mut self, result: Result<Done, WireError>) {
        self.send(result);
    }

    /// Refuses.
    pub fn refuse(self, code: Code, message: impl Into<String>) {
        self.answer(Err(WireError::new(code, message)));
    }

    fn send(&mut self, result: Result<Done, WireError>) {
        self.answered = true;
        self.link.metrics().command(self.kind, result.as_ref().err().map(|error| error.code));
        let result = match result {
            Ok(done) => AnswerOutcome::Ok(Box::new(done)),
            Err(error) => AnswerOutcome::Error(Box::new(error)),
        };
        if let Some(text) = to_text(&Answer { re: self.id.take(), result }) {
            self.link.answer(text);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.answered {
            tracing::error!(connection = self.link.id(), "a command was dropped without an answer");
            self.send(Err(WireError::new(Code::Internal, "the command was lost inside the server")));
        }
        self.link.promise_kept(self.promised);
    }
}

impl std::fmt::Debug for Ticket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ticket").field("link", &self.link.id()).field("id", &self.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metrics;

    fn link() -> Arc<Link> {
        Arc::new(Link::new(1, None, Arc::new(Metrics::new())))
    }

    #[test]
    fn a_promise_slows_the_reader_until_it_is_kept() {
        let link = link();
        let one = Ticket::new(&link, None, "join", JOIN_ANSWER_BYTES);
        assert!(!link.congested());
        let two = Ticket::new(&link, None, "join", JOIN_ANSWER_BYTES);
        assert!(link.congested());
        two.answer(Ok(Done::Nothing {}));
        one.answer(Ok(Done::Nothing {}));
        assert!(!link.congested());
        assert_eq!(std::iter::from_fn(|| link.pop()).count(), 2);
    }

    #[test]
    fn what_was_asked_before_the_end_is_answered_unless_nobody_reads() {
        let link = link();
        let asked = Ticket::new(&link, None, "join", ANSWER_BYTES);
        link.close(Code::RateLimited, None);
        link.notice(&tengen_protocol::Notice::TokenExpiring { expires_at: 1 });
        assert!(link.is_empty() && !link.is_settled(), "an answer is still to come, and nothing else");
        asked.answer(Ok(Done::Nothing {}));
        assert!(link.pop().is_some() && link.is_settled());
        let slow = self::link();
        let asked = Ticket::new(&slow, None, "join", ANSWER_BYTES);
        slow.close(Code::SlowReader, None);
        asked.answer(Ok(Done::Nothing {}));
        assert!(slow.is_settled(), "nothing waits for one who does not read");
    }

    #[test]
    fn every_ticket_is_answered_even_when_it_is_dropped() {
        let link = link();
        drop(Ticket::new(&link, Some("a-1".parse().unwrap()), "play", ANSWER_BYTES));
        let text = link.pop().unwrap();
        assert!(text.starts_with(r#"{"re":"a-1","error":{"code":"internal""#), "{text}");
    }
}
