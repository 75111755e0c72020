//! What happens in a game, in words: results, events, moves, what a game waits for. Pure.
//!
//! Every kind of result and of event has a text; a new one does not compile before it has a key here,
//! and no test passes before the key has a text in each language.

use super::{Words, clock, lapse, when};
use crate::{game_view::GameView, t, text::printable};
use std::time::Instant;
use tengen_protocol::{
    Authority, Colour, EndReason, Event, Loser, Matter, Order, Outcome, Phase, Proposal, QuarterZi, Recurrence,
    Repetition, ResumeAt, Ruling, Sides, Vertex,
};

impl Words {
    /// A margin in zi without sign: `3¾`, `¾`, `2`; in ASCII `3 3/4`.
    pub(crate) fn zi(self, margin: QuarterZi) -> String {
        let ascii = margin.zi();
        if self.ascii() {
            return ascii;
        }
        let (whole, fraction) = ascii.split_once(' ').unwrap_or(("", &ascii));
        match fraction {
            "1/4" => format!("{whole}¼"),
            "1/2" => format!("{whole}½"),
            "3/4" => format!("{whole}¾"),
            _ => ascii,
        }
    }
}

/// A margin in points without sign, as a number that texts can choose a plural by.
pub(super) fn points(margin: QuarterZi) -> f64 {
    f64::from(margin.0.unsigned_abs()) / 2.0
}

/// A side: `black`, `黑方`.
pub(crate) fn colour(words: Words, colour: Colour) -> String {
    match colour {
        Colour::Black => t!(words, "colour-black"),
        Colour::White => t!(words, "colour-white"),
    }
}

/// The side as texts choose by it.
pub(crate) const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

/// The result: `Black wins by 3¾ zi (7.5 points)`, `白中盘胜`, `和棋`.
pub(crate) fn outcome(words: Words, outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner.map(side) else {
        return match (outcome.count, outcome.reason) {
            (Some(_), _) => t!(words, "outcome-draw"),
            // a referee gives a draw without a count
            (None, _) if outcome.result == "0" => t!(words, "outcome-draw"),
            (None, EndReason::NoShow) => t!(words, "outcome-none-no_show"),
            (None, EndReason::Abandoned) => t!(words, "outcome-none-abandoned"),
            (None, EndReason::Count | EndReason::Resignation | EndReason::Time) => t!(words, "outcome-none"),
            (None, EndReason::Forfeit | EndReason::Ruling) => t!(words, "outcome-none"),
            (None, EndReason::BothLose) => t!(words, "outcome-none-both_lose"),
            (None, EndReason::Replay) => t!(words, "outcome-none-replay"),
            (None, EndReason::Repetition) => t!(words, "outcome-none-repetition"),
            (None, EndReason::WrongColours) => t!(words, "outcome-none-wrong_colours"),
        };
    };
    match outcome.reason {
        EndReason::Count => match outcome.margin() {
            Some(margin) => {
                t!(words, "outcome-count", winner = winner, zi = words.zi(margin), points = points(margin))
            }
            None => t!(words, "outcome-won", winner = winner),
        },
        EndReason::Resignation => t!(words, "outcome-resignation", winner = winner),
        EndReason::Time => t!(words, "outcome-time", winner = winner),
        EndReason::Forfeit => t!(words, "outcome-forfeit", winner = winner),
        EndReason::Ruling => match outcome.margin() {
            Some(margin) => {
                t!(words, "outcome-ruling-count", winner = winner, zi = words.zi(margin), points = points(margin))
            }
            None => t!(words, "outcome-ruling", winner = winner),
        },
        EndReason::NoShow => t!(words, "outcome-no_show", winner = winner),
        EndReason::Abandoned => t!(words, "outcome-abandoned", winner = winner),
        EndReason::BothLose | EndReason::Replay | EndReason::WrongColours | EndReason::Repetition => {
            t!(words, "outcome-won", winner = winner)
        }
    }
}

/// The result with both areas, where there was a count.
pub(crate) fn outcome_with_area(words: Words, result: &Outcome) -> String {
    let said = outcome(words, result);
    let Some(count) = result.count else { return said };
    let (black, white) = (count.black, count.white);
    let text = t!(words, "outcome-area", outcome = said, black = black, white = white, neutral = count.neutral);
    match count.penalties {
        Sides { black: 0, white: 0 } => text,
        Sides { black, white } => t!(words, "outcome-penalties", outcome = text, black = black, white = white),
    }
}

/// What a move was.
pub(crate) fn made(words: Words, number: usize, by: Colour, vertex: Vertex) -> String {
    let colour = colour(words, by);
    match vertex {
        Vertex::Point(point) => {
            t!(words, "move-play", number = number, colour = colour, vertex = point.to_string())
        }
        Vertex::Pass => t!(words, "move-pass", number = number, colour = colour),
    }
}

/// The last move.
pub(crate) fn last_move(words: Words, view: &GameView) -> Option<String> {
    let (by, vertex) = view.moves.last()?;
    Some(made(words, view.moves.len(), *by, *vertex))
}

/// Why a referee acted; a code that is not known is shown itself.
pub(crate) fn reason(words: Words, code: &str) -> String {
    let key = format!("reason-{code}");
    if words.has(&key) { words.text(&key, &fluent_bundle::FluentArgs::new()) } else { printable(code) }
}

/// What an event says beyond what board, clocks and state show; nothing for the others.
pub(crate) fn note(words: Words, of: &Event) -> Option<String> {
    match of {
        Event::Arrived { .. }
        | Event::UndoAnswered { .. }
        | Event::Resumed { .. }
        | Event::Credited { .. }
        | Event::Warned { .. }
        | Event::Illegal { .. }
        | Event::Overran { .. }
        | Event::Ruled { .. }
        | Event::Settled { .. }
        | Event::Declined { .. }
        | Event::WentOn { .. }
        | Event::CountAgreed { .. }
        | Event::AdjournmentAgreed { .. }
        | Event::Unsealed { .. } => Some(event(words, of)),
        Event::Play { repeats: Some(_), .. }
        | Event::Play { awaits: Some(_), .. }
        | Event::Pass { awaits: Some(_), .. } => Some(event(words, of)),
        Event::Created { .. }
        | Event::Handicap { .. }
        | Event::Play { .. }
        | Event::Pass { .. }
        | Event::Resigned { .. }
        | Event::UndoRequested { .. }
        | Event::Proposed { .. }
        | Event::Paused { .. }
        | Event::Sealed { .. }
        | Event::Marked { .. }
        | Event::Accepted { .. }
        | Event::ResumeRequested { .. }
        | Event::TimedOut { .. }
        | Event::Cancelled { .. } => None,
    }
}

/// What happened, for every kind of event: one line of a log.
pub(crate) fn event(words: Words, event: &Event) -> String {
    let (repeats, awaits) = match event {
        Event::Play { repeats, awaits, .. } | Event::Unsealed { repeats, awaits, .. } => (*repeats, *awaits),
        Event::Pass { awaits, .. } => (None, *awaits),
        _ => (None, None),
    };
    let said = match repeats {
        None => happened(words, event),
        Some(Recurrence { of_move: 0, occurrence }) => {
            t!(words, "event-repeats-start", event = happened(words, event), occurrence = occurrence)
        }
        Some(Recurrence { of_move, occurrence }) => {
            t!(words, "event-repeats", event = happened(words, event), ply = of_move, occurrence = occurrence)
        }
    };
    match awaits.map(|awaits| awaits.on) {
        None => said,
        Some(Matter::Repetition) => t!(words, "event-awaits-repetition", event = said),
        Some(Matter::MoveLimit) => t!(words, "event-awaits-move_limit", event = said),
    }
}

/// The same without what a move brings about.
fn happened(words: Words, event: &Event) -> String {
    let side = |colour: &Colour| self::colour(words, *colour);
    match event {
        Event::Created { .. } => t!(words, "event-created"),
        Event::Arrived { by, .. } => t!(words, "event-arrived", colour = side(by)),
        Event::Handicap { by, vertex, .. } => {
            t!(words, "event-handicap", colour = side(by), vertex = vertex.to_string())
        }
        Event::Play { by, vertex, captures, .. } if captures.is_empty() => {
            t!(words, "event-play", colour = side(by), vertex = vertex.to_string())
        }
        Event::Play { by, vertex, captures, .. } => {
            let (colour, vertex) = (side(by), vertex.to_string());
            t!(words, "event-play-captures", colour = colour, vertex = vertex, stones = captures.len())
        }
        Event::Pass { by, stop: None, outcome: None, .. } => t!(words, "event-pass", colour = side(by)),
        Event::Pass { by, .. } => t!(words, "event-pass-stop", colour = side(by)),
        Event::Illegal { by, vertex, code, led_to, stop, .. } => {
            stops(words, lapse::illegal(words, (*by, *vertex), *code, *led_to), stop.is_some())
        }
        Event::Overran { by, led_to, stop, .. } => stops(words, lapse::overran(words, *by, *led_to), stop.is_some()),
        Event::Resigned { by, .. } => t!(words, "event-resigned", colour = side(by)),
        Event::UndoRequested { by, moves, .. } => {
            t!(words, "event-undo_requested", colour = side(by), moves = *moves)
        }
        Event::UndoAnswered { undone: Some(undone), .. } => t!(words, "event-undo_answered", moves = undone.moves),
        Event::UndoAnswered { by, undone: None, .. } => t!(words, "event-undo_answered-no", colour = side(by)),
        Event::Proposed { by, proposal, resume_at, .. } => proposed(words, *by, *proposal, resume_at.as_ref()),
        Event::Declined { by, .. } => t!(words, "event-declined", colour = side(by)),
        Event::Paused { lasts, .. } => t!(words, "event-paused", within = clock::within(words, *lasts)),
        Event::WentOn { by: Some(_), .. } => t!(words, "event-went_on"),
        Event::WentOn { by: None, .. } => t!(words, "event-went_on-itself"),
        Event::CountAgreed { .. } => t!(words, "event-count_agreed"),
        Event::AdjournmentAgreed { resume_at, .. } => {
            t!(words, "event-adjournment_agreed", time = when::shown(resume_at))
        }
        Event::Sealed { by, .. } => t!(words, "event-sealed", colour = side(by)),
        Event::Unsealed { sealed_by, vertex: Vertex::Point(point), .. } => {
            t!(words, "event-unsealed", colour = side(sealed_by), vertex = point.to_string())
        }
        Event::Unsealed { sealed_by, vertex: Vertex::Pass, .. } => {
            t!(words, "event-unsealed-pass", colour = side(sealed_by))
        }
        Event::Marked { by, vertex, dead, revision, .. } => {
            let (vertex, dead) = (vertex.to_string(), if *dead { "yes" } else { "no" });
            t!(words, "event-marked", colour = side(by), vertex = vertex, dead = dead, revision = *revision)
        }
        Event::Accepted { by, .. } => t!(words, "event-accepted", colour = side(by)),
        Event::Resumed { by: Some(by), .. } => t!(words, "event-resumed", colour = side(by)),
        Event::Resumed { by: None, .. } => t!(words, "event-resumed-unconfirmed"),
        Event::ResumeRequested { by, .. } => t!(words, "event-resume_requested", colour = side(by)),
        Event::Settled { outcome } if outcome.reason == EndReason::Repetition => {
            t!(words, "event-settled-repetition")
        }
        Event::Settled { .. } => t!(words, "event-settled"),
        Event::TimedOut { by, .. } => t!(words, "event-timed_out", colour = side(by)),
        Event::Cancelled { .. } => t!(words, "event-cancelled"),
        Event::Credited { to, ms } => {
            t!(words, "event-credited", colour = side(to), seconds = ms.div_ceil(1000))
        }
        Event::Warned { warned, authority, .. } => {
            let reason = self::reason(words, authority.reason.as_str());
            said(words, authority, t!(words, "event-warned", colour = side(warned), reason = reason))
        }
        Event::Ruled { authority, ruling } => said(words, authority, self::ruling(words, authority, ruling)),
    }
}

/// With what else came of it.
fn stops(words: Words, event: String, stops: bool) -> String {
    if stops { t!(words, "event-stops", event = event) } else { event }
}

/// What a referee ruled, and why.
fn ruling(words: Words, authority: &Authority, ruling: &Ruling) -> String {
    let reason = || self::reason(words, authority.reason.as_str());
    match ruling {
        Ruling::Result { outcome, .. } => {
            let outcome = self::outcome(words, outcome);
            t!(words, "event-ruled-result", outcome = outcome, reason = reason())
        }
        Ruling::Clocks { .. } => t!(words, "event-ruled-clocks", reason = reason()),
        Ruling::TakenBack { forbids: Some(side), .. } => {
            t!(words, "event-ruled-forbidden", colour = colour(words, *side), reason = reason())
        }
        Ruling::TakenBack { undone, .. } => {
            t!(words, "event-ruled-taken_back", moves = undone.moves, reason = reason())
        }
        Ruling::Edited { .. } => t!(words, "event-ruled-edited", reason = reason()),
        Ruling::Restarted { .. } => t!(words, "event-ruled-restarted", reason = reason()),
        Ruling::Suspended { .. } => t!(words, "event-ruled-suspended", reason = reason()),
        Ruling::Resumed { .. } => t!(words, "event-ruled-resumed", reason = reason()),
    }
}

/// With what the referee wrote.
fn said(words: Words, authority: &Authority, event: String) -> String {
    match &authority.text {
        Some(text) => t!(words, "event-with-text", event = event, text = printable(text)),
        None => event,
    }
}

/// What a referee is about to do.
pub(crate) fn order(words: Words, order: &Order) -> String {
    match order {
        Order::Warn { side } => t!(words, "order-warn", colour = colour(words, *side)),
        Order::Lose { side } => match side {
            Loser::Black => t!(words, "order-lose", colour = colour(words, Colour::Black)),
            Loser::White => t!(words, "order-lose", colour = colour(words, Colour::White)),
            Loser::Both => t!(words, "order-lose-both"),
        },
        Order::Adjudicate { result, .. } => t!(words, "order-adjudicate", result = result.to_string()),
        Order::AdjudicateCount { .. } => t!(words, "order-adjudicate_count"),
        Order::Overturn { result } => t!(words, "order-overturn", result = result.to_string()),
        Order::LifeAndDeath { .. } => t!(words, "order-life_and_death"),
        Order::Clocks { .. } => t!(words, "order-clocks"),
        Order::TakeBack { moves, .. } => t!(words, "order-take_back", moves = *moves),
        Order::Edit { .. } => t!(words, "order-edit"),
        Order::Restart => t!(words, "order-restart"),
        Order::Replay => t!(words, "order-replay"),
        Order::ColoursWrong => t!(words, "order-colours_wrong"),
        Order::Suspend => t!(words, "order-suspend"),
        Order::Resume => t!(words, "order-resume"),
        Order::Repetition { ruling } => match ruling {
            Repetition::Draw => t!(words, "order-repetition-draw"),
            Repetition::NoResult => t!(words, "order-repetition-no_result"),
            Repetition::Replay => t!(words, "order-repetition-replay"),
            Repetition::Forbid => t!(words, "order-repetition-forbid"),
            Repetition::Continue => t!(words, "order-repetition-continue"),
        },
    }
}

/// What is proposed, and by whom.
pub(crate) fn proposed(words: Words, by: Colour, proposal: Proposal, resume_at: Option<&ResumeAt>) -> String {
    let colour = colour(words, by);
    match (proposal, resume_at) {
        (Proposal::Pause, _) => t!(words, "event-proposed", colour = colour),
        (Proposal::Count, _) => t!(words, "event-proposed-count", colour = colour),
        (Proposal::Adjourn, Some(at)) => {
            t!(words, "event-proposed-adjourn-until", colour = colour, time = when::shown(at))
        }
        (Proposal::Adjourn, None) => t!(words, "event-proposed-adjourn", colour = colour),
        (Proposal::GoOn, _) => t!(words, "event-proposed-go_on", colour = colour),
    }
}

/// Where a game is in its life.
pub(crate) fn phase(words: Words, phase: Phase) -> String {
    match phase {
        Phase::Waiting => t!(words, "phase-waiting"),
        Phase::Playing => t!(words, "phase-playing"),
        Phase::Paused => t!(words, "phase-paused"),
        Phase::Adjourned => t!(words, "phase-adjourned"),
        Phase::Scoring => t!(words, "phase-scoring"),
        Phase::Finished => t!(words, "phase-finished"),
    }
}

/// What a game waits for at an instant; when it is over, its result.
pub(crate) fn state(words: Words, view: &GameView, at: Instant) -> String {
    let to_move = || colour(words, view.to_move);
    if let Some(asked) = &view.proposal {
        return proposed(words, asked.by, asked.proposal, asked.resume_at.as_ref());
    }
    match view.phase {
        Phase::Paused if view.is_suspended() => suspended(words, view),
        Phase::Paused => match view.until_pause_ends(at) {
            Some(left) => t!(words, "state-paused", within = clock::within(words, left)),
            None => phase(words, Phase::Paused),
        },
        Phase::Adjourned => match &view.adjournment {
            Some(adjournment) => t!(words, "state-adjourned", time = when::shown(&adjournment.resume_at)),
            None => phase(words, Phase::Adjourned),
        },
        Phase::Playing if view.is_sealing() => t!(words, "state-sealing", colour = to_move()),
        Phase::Waiting => t!(words, "state-waiting"),
        Phase::Playing if view.handicap_left > 0 => {
            t!(words, "state-placing", colour = colour(words, Colour::Black), stones = view.handicap_left)
        }
        Phase::Playing => match view.undo_request {
            Some(request) => {
                let by = colour(words, request.by);
                t!(words, "state-undo", by = by, moves = request.moves, colour = to_move())
            }
            None if view.next_stop_final => t!(words, "state-to_move-final", colour = to_move()),
            None => t!(words, "state-to_move", colour = to_move()),
        },
        Phase::Scoring => scoring(words, view, at),
        Phase::Finished => match &view.outcome {
            Some(outcome) => outcome_with_area(words, outcome),
            None => t!(words, "state-finished"),
        },
    }
}

/// Why the game stands still until a referee acts.
pub(crate) fn suspended(words: Words, view: &GameView) -> String {
    match view.awaited() {
        None => t!(words, "state-suspended"),
        Some(Matter::Repetition) => t!(words, "state-awaits-repetition"),
        Some(Matter::MoveLimit) => t!(words, "state-awaits-move_limit"),
    }
}

/// The marks, who has accepted them, and how long there still is.
fn scoring(words: Words, view: &GameView, at: Instant) -> String {
    let Some(scoring) = &view.scoring else { return phase(words, Phase::Scoring) };
    let dead = t!(words, "state-dead", stones = scoring.dead.len());
    let mut text = if scoring.is_final {
        t!(words, "state-stopped-final", dead = dead, revision = scoring.revision)
    } else {
        t!(words, "state-stopped", dead = dead, revision = scoring.revision)
    };
    for side in [Colour::Black, Colour::White] {
        let name = || colour(words, side);
        if *scoring.accepted.of(side) {
            text = t!(words, "state-accepts", state = text, colour = name());
        }
        if *scoring.resume_asked.of(side) {
            text = t!(words, "state-resumes", state = text, colour = name());
        }
    }
    match view.until_deadline(at) {
        Some(ms) => t!(words, "state-seconds", state = text, seconds = ms / 1000),
        None => text,
    }
}
