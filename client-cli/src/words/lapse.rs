//! Refused plays and overtime, and what an event makes of them, in words. Pure.

use super::{Words, game};
use crate::t;
use tengen_protocol::{Colour, IllegalMove, IllegalPlay, Overtime, Point, Regulations};

/// By which rule a play was refused.
fn rule(words: Words, code: IllegalPlay) -> String {
    match code {
        IllegalPlay::Occupied => t!(words, "illegal-occupied"),
        IllegalPlay::Suicide => t!(words, "illegal-suicide"),
        IllegalPlay::Ko => t!(words, "illegal-ko"),
        IllegalPlay::Superko => t!(words, "illegal-superko"),
    }
}

/// A play that was refused, and what it led to.
pub(super) fn illegal(words: Words, (by, at): (Colour, Point), code: IllegalPlay, led_to: IllegalMove) -> String {
    let (colour, vertex, rule) = (game::colour(words, by), at.to_string(), rule(words, code));
    match led_to {
        IllegalMove::Reject => t!(words, "event-illegal", colour = colour, vertex = vertex, rule = rule),
        IllegalMove::Pass => t!(words, "event-illegal-pass", colour = colour, vertex = vertex, rule = rule),
        IllegalMove::Warn => t!(words, "event-illegal-warn", colour = colour, vertex = vertex, rule = rule),
        IllegalMove::Lose => t!(words, "event-illegal-lose", colour = colour, vertex = vertex, rule = rule),
    }
}

/// Time that has run out, and what it led to.
pub(super) fn overran(words: Words, by: Colour, led_to: Overtime) -> String {
    let colour = game::colour(words, by);
    match led_to {
        Overtime::Lose => t!(words, "event-overran", colour = colour),
        Overtime::Pass => t!(words, "event-overran-pass", colour = colour),
        Overtime::Penalty => t!(words, "event-overran-penalty", colour = colour),
    }
}

/// What a game does with either, where it is not the usual.
pub(crate) fn settings(words: Words, regulations: &Regulations) -> Vec<String> {
    rules(words, regulations.illegal_move, regulations.overtime)
}

/// The same of a tournament.
pub(crate) fn rules(words: Words, illegal: IllegalMove, overtime: Overtime) -> Vec<String> {
    let illegal = match illegal {
        IllegalMove::Reject => None,
        IllegalMove::Pass => Some(t!(words, "illegal_move-pass")),
        IllegalMove::Warn => Some(t!(words, "illegal_move-warn")),
        IllegalMove::Lose => Some(t!(words, "illegal_move-lose")),
    };
    let overtime = match overtime {
        Overtime::Lose => None,
        Overtime::Pass => Some(t!(words, "overtime-pass")),
        Overtime::Penalty => Some(t!(words, "overtime-penalty")),
    };
    illegal.into_iter().chain(overtime).collect()
}
