//! What people read about a refusal: made from the code and its parameters, never from the
//! server's message for developers, except where the message says what is allowed.

use std::time::Duration;
use tengen_protocol::{Code, WireError};

/// One sentence for a person.
pub(crate) fn refusal(error: &WireError) -> String {
    with_parameters(error).unwrap_or_else(|| code(error.code).into())
}

/// The same where the server's parameters say more than the code.
fn with_parameters(error: &WireError) -> Option<String> {
    Some(match error.code {
        Code::Superko => match error.repeats_move? {
            0 => "that would repeat the position at the start of the game".into(),
            ply => format!("that would repeat the position after move {ply}"),
        },
        Code::StaleMarks => format!("the marks have changed (revision {}): look at them again", error.revision?),
        Code::NotYourTurn => format!("it is {}'s turn", error.to_move?),
        Code::PassWhilePlacing => format!("place {} first", count(error.handicap_left?, "more handicap stone")),
        Code::NoSuchMoves => match error.limit.as_ref()?.max {
            0 => "there is no move to take back".into(),
            most => format!("at most {} can be taken back", count(most, "move")),
        },
        Code::NotSupported => {
            let names: Vec<String> = error.supported.as_ref()?.iter().map(ToString::to_string).collect();
            format!("the server does not have these rules; it has {}", names.join(", "))
        }
        Code::RateLimited => format!("too fast: try again in {} s", error.retry_after?.div_ceil(1000)),
        // Here the message names the limit or the position of the mistake.
        Code::BadTerms | Code::BadName | Code::BadPassword | Code::BadRequest | Code::BadMessage | Code::TooMany => {
            format!("{}: {}", code(error.code), printable(&error.message))
        }
        _ => return None,
    })
}

/// That there is no connection, why, and when it is tried again.
pub(crate) fn trying_again(why: &str, retry_in: Duration) -> String {
    format!("{why}; trying again in {} s", retry_in.as_millis().div_ceil(1000).max(1))
}

/// A number of things: `1 move`, `2 moves`.
pub(crate) fn count(n: impl Into<u64>, one: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// A server's text without anything that a terminal would obey.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { '\u{fffd}' }).collect()
}

fn is_plain(c: char) -> bool {
    let steers = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    !c.is_control() && !steers
}

/// What a code means, for a person.
pub(crate) const fn code(code: Code) -> &'static str {
    match code {
        Code::Occupied => "there is a stone on that point already",
        Code::OffBoard => "that point is not on this board",
        Code::Suicide => "that stone would have no liberty: suicide is not allowed",
        Code::Ko => "ko: that point may not be retaken yet",
        Code::Superko => "that would repeat an earlier position",
        Code::NotYourTurn => "it is not your turn",
        Code::PassWhilePlacing => "the handicap stones must be placed first",
        Code::Late => "the time of the side to move was up",
        Code::NoSuchGame => "there is no such game, or it is not open to you",
        Code::NotAPlayer => "you do not play in this game; use `tengen watch`",
        Code::NotJoined => "this connection does not follow the game",
        Code::SeatTaken => "another connection of yours plays this game",
        Code::GameOver => "the game is over",
        Code::NotStarted => "the game has not begun: a player has not arrived yet",
        Code::InScoring => "play has stopped after two passes: mark dead stones and accept, or `resume` to play on",
        Code::NotInScoring => "only after two passes, while dead stones are marked",
        Code::NoStone => "there is no stone on that point",
        Code::AlreadyMarked => "that chain is marked so already",
        Code::AlreadyDone => "you have done that already",
        Code::StaleMarks => "the marks have changed: look at them again",
        Code::Stale => "the game has gone on meanwhile: look at the board",
        Code::Rollback => "the server has lost the last moves: look at the board",
        Code::IdReused => "the server mistook this for another command",
        Code::UndoOff => "undo is not allowed in this game",
        Code::NoSuchMoves => "there are not so many moves to take back",
        Code::AlreadyRequested => "that was asked for already: answer yes or no, or wait for the answer",
        Code::NoRequest => "nothing was asked for",
        Code::GameLimit => "a limit of this game is reached: only what ends it is possible",
        Code::NoSuchOffer => "there is no such offer any more, or it is not for you",
        Code::OwnOffer => "that offer is your own",
        Code::BadTerms => "the offer does not fit together",
        Code::TooMany => "too many open offers or games",
        Code::NotSupported => "that is not supported",
        Code::BadMessage => "the server did not understand",
        Code::TooLarge => "the message is too large",
        Code::HelloFirst => "the server wants hello first, and once",
        Code::Unauthorized => "the token is missing, wrong, expired or revoked",
        Code::Forbidden => "this account may not do that",
        Code::RateLimited => "too fast",
        Code::TooManyJoined => "too many games are followed on this connection",
        Code::SlowReader => "this connection did not keep up",
        Code::Silent => "nothing was heard from this connection",
        Code::GoingAway => "the server is going down, or is full",
        Code::Unavailable => "the server's store does not answer",
        Code::Unreadable => "the server cannot read this game",
        Code::Internal => "the server has failed; its log says how",
        Code::NameTaken => "that name is taken, or looks like one that is",
        Code::BadName => "that name is not allowed",
        Code::BadPassword => "that password is not allowed",
        Code::BadLogin => "wrong name or password",
        Code::NotFound => "there is no such thing",
        Code::BadRequest => "a part of the request is wrong",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_made_of_code_and_parameters() {
        let mut error = WireError::new(Code::Superko, "for developers");
        error.repeats_move = Some(41);
        assert_eq!(refusal(&error), "that would repeat the position after move 41");
        error.repeats_move = Some(0);
        assert_eq!(refusal(&error), "that would repeat the position at the start of the game");
        let turn = WireError::new(Code::NotYourTurn, "for developers").to_move(tengen_protocol::Colour::White);
        assert_eq!(refusal(&turn), "it is white's turn");
        let mut rules = WireError::new(Code::NotSupported, "for developers");
        rules.supported = Some(tengen_protocol::Preset::ALL.into());
        assert!(refusal(&rules).ends_with("chinese, chinese-1988, aga, new-zealand, tromp-taylor"));
        let terms = WireError::new(Code::BadTerms, "handicap 99: at most 80 on this board");
        assert!(refusal(&terms).contains("at most 80"));
        assert_eq!(refusal(&WireError::new(Code::RateLimited, "").retry_after(1200)), "too fast: try again in 2 s");
    }

    #[test]
    fn numbers_and_waits_are_said_as_people_say_them() {
        assert_eq!([count(1u32, "move"), count(2u32, "move"), count(0u32, "stone")], ["1 move", "2 moves", "0 stones"]);
        assert_eq!(trying_again("lost", Duration::from_millis(80)), "lost; trying again in 1 s");
        assert_eq!(trying_again("lost", Duration::from_millis(1_001)), "lost; trying again in 2 s");
    }

    #[test]
    fn every_code_has_a_sentence_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for one in Code::ALL {
            assert!(seen.insert(code(*one)), "{one}");
        }
    }

    #[test]
    fn a_server_cannot_steer_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\u{202e}c"), "a\u{fffd}[2Jb\u{fffd}c");
    }
}
