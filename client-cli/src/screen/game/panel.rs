//! Beside the board: both sides with their clocks, what the game waits for, the moves. Pure.

use super::{GameScreen, Link, board, cells, clock, moves, paint, talk};
use crate::{
    game_view::GameView,
    t,
    text::printable,
    words::{game, lapse, settings},
};
use ratatui::{
    style::Style,
    text::{Line, Span},
};
use std::time::Instant;
use tengen_protocol::{Clock, Colour, Phase, Scoring};

/// Everything in so many cells and rows.
pub(super) fn lines(
    screen: &GameScreen,
    view: &GameView,
    now: Instant,
    width: usize,
    height: usize,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let clocks = view.clocks(now);
    for colour in [Colour::Black, Colour::White] {
        lines.extend(side(screen, view, colour, clocks.as_ref().map(|clocks| clocks.of(colour)), width));
    }
    lines.push(Line::styled(cells::cut(&terms(screen, view), width, screen.look.ascii), screen.look.quiet()));
    lines.extend(situation(screen, view, now, width));
    lines.extend(state(screen, view, now, width));
    let left = height.saturating_sub(lines.len());
    let talks = screen.talk.to.is_some() || !screen.talk.is_empty();
    // The moves take what they need, of half the room where there is talk.
    let listed = if talks { left / 2 } else { left };
    if listed > 1 && !view.moves.is_empty() {
        lines.push(rule(screen, &t!(screen.look.words, "screen-moves"), width));
        lines.extend(moves::lines(screen, view, width, listed - 1));
    }
    let left = height.saturating_sub(lines.len());
    if talks && left > 1 {
        lines.push(rule(screen, &talk::title(screen), width));
        lines.extend(talk::lines(screen, width, left - 1));
    }
    lines.truncate(height);
    lines
}

/// What is played: rules, komi, handicap, and what an event settles otherwise than usual.
fn terms(screen: &GameScreen, view: &GameView) -> String {
    let (words, setup) = (screen.look.words, &view.setup);
    let and = |terms: String, next: String| t!(words, "terms-and", terms = terms, next = next);
    let terms = and(settings::rules(words, setup.rules.preset), settings::komi(words, setup.komi));
    let terms = match setup.handicap {
        0 => terms,
        stones => and(terms, t!(words, "handicap", stones = stones)),
    };
    lapse::settings(words, &setup.regulations).into_iter().fold(terms, and)
}

/// A text in lines of one style.
fn wrapped(text: &str, width: usize, style: Style) -> impl Iterator<Item = Line<'static>> {
    cells::wrap(text, width).into_iter().map(move |line| Line::styled(line, style))
}

/// A heading on a line.
fn rule(screen: &GameScreen, title: &str, width: usize) -> Line<'static> {
    let dash = if screen.look.ascii { "-" } else { "─" };
    let title = format!("{dash}{dash} {title} ");
    let rest = dash.repeat(width.saturating_sub(cells::width(&title)));
    Line::styled(cells::cut(&(title + &rest), width, screen.look.ascii), screen.look.quiet())
}

/// Two lines of a side: name; clock and captures. A sign before it says that its time runs.
fn side(
    screen: &GameScreen,
    view: &GameView,
    colour: Colour,
    clock: Option<&Clock>,
    width: usize,
) -> [Line<'static>; 2] {
    let (look, words) = (screen.look, screen.look.words);
    let turn = view.running().or_else(|| (view.phase == Phase::Playing).then_some(view.to_move));
    let style = if turn == Some(colour) { paint::running(look) } else { Style::new() };
    let sign = match (turn == Some(colour), look.ascii) {
        (true, false) => '▶',
        (true, true) => '>',
        (false, _) => ' ',
    };
    let ascii = look.ascii;
    let mut tags = Vec::new();
    if *view.warnings.of(colour) > 0 {
        tags.push(t!(words, "screen-warned", count = *view.warnings.of(colour)));
    }
    if *view.no_repetition.of(colour) {
        tags.push(t!(words, "screen-no-repetition"));
    }
    if *view.penalties.of(colour) > 0 {
        tags.push(t!(words, "screen-penalties", count = *view.penalties.of(colour)));
    }
    if screen.me() == Some(colour) {
        tags.push(t!(words, "screen-you"));
    }
    let name = printable(view.names.of(colour));
    let stone = board::stone(colour, look);
    let head = cells::ends(&name, &tags.join(" "), width.saturating_sub(4), ascii);
    let face = clock.map_or_else(String::new, |clock| clock::text(words, clock));
    let (stones, passes) =
        (*view.captures.of(colour), view.pass_stones().map_or(0, |passes| *passes.of(colour.other())));
    let captured = match passes {
        0 => t!(words, "screen-captured", stones = stones),
        passes => t!(words, "screen-captured-passes", stones = stones, passes = passes),
    };
    [
        Line::styled(format!("{sign} {stone} {head}"), style),
        Line::styled(format!("    {}", cells::ends(&face, &captured, width.saturating_sub(4), ascii)), style),
    ]
}

/// What stands between the person and the game.
fn situation(screen: &GameScreen, view: &GameView, now: Instant, width: usize) -> Vec<Line<'static>> {
    let (look, words) = (screen.look, screen.look.words);
    let mut lines = Vec::new();
    if let Link::Lost { why, retry_at } = &screen.link {
        let seconds = retry_at.saturating_duration_since(now).as_millis().div_ceil(1_000);
        let seconds = u64::try_from(seconds).unwrap_or(u64::MAX);
        lines.extend(wrapped(&t!(words, "screen-lost", seconds = seconds), width, paint::urgent(look)));
        lines.extend(wrapped(&printable(why), width, Style::new()));
    }
    if screen.seat_taken && view.phase != Phase::Finished {
        lines.extend(wrapped(&t!(words, "screen-seat"), width, paint::urgent(look)));
    }
    lines
}

/// What happened last and what the game waits for; in a look back also where one is.
fn state(screen: &GameScreen, view: &GameView, now: Instant, width: usize) -> Vec<Line<'static>> {
    let look = screen.look;
    let mut lines = Vec::new();
    let last = last_move(screen, view).unwrap_or_default();
    if screen.review.is_none() {
        lines.extend(wrapped(&last, width, Style::new()));
    }
    match (view.phase, &view.scoring) {
        (Phase::Scoring, Some(scoring)) => lines.extend(self::scoring(screen, view, scoring, now, width)),
        (Phase::Finished, _) => lines.extend(wrapped(&game::state(look.words, view, now), width, paint::heading(look))),
        _ => lines.extend(wrapped(&game::state(look.words, view, now), width, Style::new())),
    }
    if let Some(review) = &screen.review {
        let text = t!(look.words, "screen-review", number = review.moves, moves = review.past.moves());
        lines.extend(wrapped(&text, width, paint::heading(look)));
        lines.extend(wrapped(&last, width, Style::new()));
    }
    lines
}

/// The move that led to the board that is shown.
fn last_move(screen: &GameScreen, view: &GameView) -> Option<String> {
    let (number, (by, vertex)) = match &screen.review {
        Some(review) => (review.moves, review.past.last(review.moves)?),
        None => (view.moves.len(), *view.moves.last()?),
    };
    Some(game::made(screen.look.words, number, by, vertex))
}

/// Marks, who has accepted them, how long there is, and what can be done.
fn scoring(screen: &GameScreen, view: &GameView, scoring: &Scoring, now: Instant, width: usize) -> Vec<Line<'static>> {
    let (look, words) = (screen.look, screen.look.words);
    let marks = t!(words, "screen-marks", stones = scoring.dead.len(), revision = scoring.revision);
    let mut lines: Vec<Line<'static>> = wrapped(&marks, width, paint::heading(look)).collect();
    for colour in [Colour::Black, Colour::White] {
        let says = match (*scoring.accepted.of(colour), *scoring.resume_asked.of(colour)) {
            (true, _) => t!(words, "screen-accepts"),
            (false, true) => t!(words, "screen-wants-on"),
            (false, false) => t!(words, "screen-accepts-not"),
        };
        let sign = if *scoring.accepted.of(colour) { '+' } else { ' ' };
        let name = printable(view.names.of(colour));
        let room = width.saturating_sub(4);
        let text = cells::ends(&name, &says, room, look.ascii);
        lines.push(Line::from(Span::raw(format!("{sign} {} {text}", board::stone(colour, look)))));
    }
    if let Some(ms) = view.until_deadline(now) {
        let time = clock::left(ms);
        let text = if scoring.is_final {
            t!(words, "screen-left-final", time = time)
        } else {
            t!(words, "screen-left", time = time)
        };
        lines.extend(wrapped(&text, width, Style::new()));
    }
    if screen.me().is_some() {
        let text = if scoring.is_final { t!(words, "screen-marking-final") } else { t!(words, "screen-marking") };
        lines.extend(wrapped(&text, width, look.quiet()));
    }
    lines
}
