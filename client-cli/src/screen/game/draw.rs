//! Where everything stands on the screen: left the board, right the sides and the moves, below what was
//! told last, the line that is typed, and the keys.

use super::{GameScreen, Message, Question, board, cells, help, paint, panel};
use crate::{game_view::GameView, t, text::printable, words::game::proposed};
use board::{Picture, Window};
use ratatui::{
    Frame,
    layout::{Position, Rect},
    style::Style,
    text::{Line, Text},
};
use std::time::Instant;
use tengen_protocol::Phase;

/// Rows below the board: what was told, what is typed, the keys.
const BELOW: u16 = 3;

/// Cells that the panel has at least.
const PANEL: u16 = 24;

/// Cells that it has at most: what belongs together stays together.
const WIDEST_PANEL: u16 = 60;

/// Draws the screen; says where the board is.
pub(super) fn screen(screen: &GameScreen, frame: &mut Frame<'_>, now: Instant) -> Option<(Rect, Window)> {
    if screen.look.too_small(frame) {
        return None;
    }
    let area = frame.area();
    let above = Rect { height: area.height - BELOW, ..area };
    let drawn = match screen.view.as_deref() {
        Some(view) => Some(game(screen, view, frame, above, now)),
        None => {
            let text = t!(screen.look.words, "screen-loading", game = screen.game.to_string());
            frame.render_widget(Line::raw(text), above);
            None
        }
    };
    below(screen, frame, Rect { y: above.bottom(), height: BELOW, ..area });
    if screen.help {
        help::draw(frame, area, screen.look);
    }
    drawn
}

fn game(screen: &GameScreen, view: &GameView, frame: &mut Frame<'_>, area: Rect, now: Instant) -> (Rect, Window) {
    let size = view.setup.size;
    let (columns, rows) = board::cells(size);
    let left = Rect { width: columns.min(area.width - PANEL - 1), height: rows.min(area.height), ..area };
    let picture = picture(screen, view);
    let window = Window::new(size, left.width, left.height, picture.cursor.or(picture.last));
    let lines = board::lines(&picture, &window, screen.look);
    frame.render_widget(Text::from(lines), left);
    let right = Rect { x: left.right() + 1, width: (area.width - left.width - 1).min(WIDEST_PANEL), ..area };
    let lines = panel::lines(screen, view, now, usize::from(right.width), usize::from(right.height));
    frame.render_widget(Text::from(lines), right);
    (left, window)
}

/// The board that is looked at: as it stands, or as it stood.
fn picture<'a>(screen: &'a GameScreen, view: &'a GameView) -> Picture<'a> {
    let past = screen.review.as_ref().and_then(|review| Some((review, review.past.board(review.moves)?)));
    match past {
        Some((review, board)) => {
            Picture { board, last: review.past.last_stone(review.moves), cursor: screen.cursor, dead: &[] }
        }
        None => {
            let dead = view.scoring.as_ref().map_or(&[][..], |scoring| &scoring.dead);
            Picture { board: &view.board, last: view.last_stone(), cursor: screen.cursor, dead }
        }
    }
}

fn below(screen: &GameScreen, frame: &mut Frame<'_>, area: Rect) {
    let look = screen.look;
    let width = usize::from(area.width);
    let row = |n: u16| Rect { y: area.y + n, height: 1, ..area };
    let call = screen.call.as_ref().map(|(side, call)| format!(" {} {call} ", board::stone(*side, look)));
    let called = call.as_deref().map_or(0, cells::width);
    if let Some(message) = told(screen) {
        let style = if message.urgent { paint::urgent(look) } else { Style::new() };
        let text = cells::cut(&message.text, width.saturating_sub(called + 1), look.ascii);
        frame.render_widget(Line::styled(text, style), row(0));
    }
    if let Some(call) = call {
        frame.render_widget(Line::styled(call, paint::urgent(look)).right_aligned(), row(0));
    }
    let channel = screen.talk.to.map_or_else(String::new, |channel| screen.channel(channel));
    let prompt = format!("{channel}> ");
    let room = width.saturating_sub(cells::width(&prompt) + 1);
    let scroll = screen.line.visual_scroll(room);
    let typed = cells::after(screen.line.value(), scroll);
    frame.render_widget(Line::raw(format!("{prompt}{}", cells::beginning(&printable(typed), room))), row(1));
    let column = cells::width(&prompt) + screen.line.visual_cursor().saturating_sub(scroll);
    let column = u16::try_from(column).unwrap_or(area.width).min(area.width.saturating_sub(1));
    frame.set_cursor_position(Position::new(area.x + column, row(1).y));
    let hint = cells::cut(&hint(screen), width, look.ascii);
    frame.render_widget(Line::styled(hint, look.quiet()), row(2));
}

/// What the person must see now: a question first, then what was told last.
fn told(screen: &GameScreen) -> Option<Message> {
    let words = screen.look.words;
    let view = screen.view.as_deref();
    let urgent = |text| Some(Message { text, urgent: true });
    if let Some(question) = screen.asked {
        let dead = view.and_then(|view| view.scoring.as_ref()).map_or(0, |scoring| scoring.dead.len());
        return urgent(match question {
            Question::Pass => t!(words, "screen-ask-pass"),
            Question::Undo => t!(words, "screen-ask-undo"),
            Question::Resign => t!(words, "screen-ask-resign"),
            Question::Accept => t!(words, "screen-ask-accept", stones = dead),
            Question::Resume => t!(words, "screen-ask-resume"),
        });
    }
    if let (Some(request), Some(me)) = (view.and_then(|view| view.undo_request), screen.me())
        && request.by != me
    {
        return urgent(t!(words, "screen-asked-undo", moves = request.moves));
    }
    if let (Some(asked), Some(me)) = (view.and_then(|view| view.proposal.as_ref()), screen.me())
        && asked.by != me
    {
        let asked = proposed(words, asked.by, asked.proposal, asked.resume_at.as_ref());
        return urgent(t!(words, "screen-asked", asked = asked));
    }
    screen.message.clone().filter(|message| !message.text.is_empty()).or_else(|| sending(screen))
}

/// What is on its way, if nothing else is to be told.
fn sending(screen: &GameScreen) -> Option<Message> {
    let (_, sent) = screen.sent.iter().next_back()?;
    Some(Message { text: t!(screen.look.words, "screen-sending", what = &*sent.what), urgent: false })
}

/// The keys that matter now.
fn hint(screen: &GameScreen) -> String {
    let words = screen.look.words;
    let phase = screen.view.as_ref().map(|view| view.phase);
    match phase {
        _ if screen.talk.to.is_some() => t!(words, "screen-hint-talk"),
        _ if screen.asked.is_some() => t!(words, "screen-hint-asked"),
        _ if screen.review.is_some() => t!(words, "screen-hint-review"),
        Some(Phase::Paused) if screen.view.as_ref().is_some_and(|view| view.is_suspended()) => {
            t!(words, "screen-hint-watch")
        }
        Some(Phase::Paused | Phase::Adjourned) if screen.me().is_some() => t!(words, "screen-hint-paused"),
        Some(Phase::Playing | Phase::Waiting) if screen.me().is_some() => t!(words, "screen-hint-play"),
        Some(Phase::Scoring) if screen.me().is_some() => t!(words, "screen-hint-scoring"),
        _ => t!(words, "screen-hint-watch"),
    }
}
