//! What the session tells a game's screen. Pure.

use super::{GameScreen, Link, Message, Question, Review, review::Past};
use crate::{
    asked,
    connection::{News, Update},
    game_view::GameView,
    screen::{Effect, Query},
    t,
    words::{Words, game, refusal},
};
use std::{sync::Arc, time::Instant};
use tengen_protocol::{CommandId, Done, Event, IllegalMove, Overtime, Phase, Request, Vertex, WireError};

/// What a command was, for whoever is told that it was refused.
pub(super) fn what(words: Words, request: &Request) -> String {
    match request {
        Request::Play { vertex: Vertex::Point(point), .. } => point.to_string(),
        Request::Play { vertex: Vertex::Pass, .. } => t!(words, "screen-sent-pass"),
        Request::Resign { .. } => t!(words, "screen-sent-resign"),
        Request::RequestUndo { .. } => t!(words, "screen-sent-undo"),
        Request::AnswerUndo { .. } | Request::Answer { .. } => t!(words, "screen-sent-answer"),
        Request::Propose { .. } => t!(words, "screen-sent-proposal"),
        Request::Seal { .. } => t!(words, "screen-sent-seal"),
        Request::Mark { vertex, dead: true, .. } => t!(words, "screen-sent-dead", vertex = vertex.to_string()),
        Request::Mark { vertex, dead: false, .. } => t!(words, "screen-sent-alive", vertex = vertex.to_string()),
        Request::Accept { .. } => t!(words, "screen-sent-accept"),
        Request::Resume { .. } => t!(words, "screen-sent-resume"),
        Request::TakeSeat { .. } => t!(words, "screen-sent-seat"),
        Request::Say { .. } => t!(words, "screen-sent-say"),
        Request::Mute { .. } => t!(words, "screen-sent-mute"),
        _ => t!(words, "screen-sent-other"),
    }
}

/// Whether a question that is open stays as it was asked: the position and the marks are the same. A request
/// of the opponent waits until one's own question is answered.
const fn leaves_question(event: &Event) -> bool {
    matches!(
        event,
        Event::UndoRequested { .. }
            | Event::Proposed { .. }
            | Event::Declined { .. }
            | Event::Arrived { .. }
            | Event::Credited { .. }
            | Event::Accepted { outcome: None, .. }
    )
}

impl GameScreen {
    /// Takes an update.
    pub(super) fn take(&mut self, update: Update, now: Instant) -> Vec<Effect> {
        let words = self.look.words;
        match update {
            Update::Game { game, view, news } if game == self.game => return self.news(view, news, now),
            Update::Answer { id, result } => self.answered(&id, result),
            Update::NotFollowed { game, error } if game == self.game => self.warn(refusal::refusal(words, &error)),
            Update::SeatTaken { game } if game == self.game => {
                self.seat_taken = true;
                self.warn(t!(words, "screen-seat-taken"));
                return vec![Effect::Bell];
            }
            Update::Connected(_) => {
                if self.link != Link::Up {
                    self.link = Link::Up;
                    // The newest connection has the seat.
                    self.seat_taken = false;
                    self.say(t!(words, "screen-connected"));
                }
            }
            Update::Disconnected { why, retry_in } => {
                self.link = Link::Lost { why, retry_at: now + retry_in };
            }
            Update::Talk { game, channel, line } if game == self.game => self.hear_line(channel, line),
            Update::Note(note) => self.say(note),
            Update::Game { .. }
            | Update::NotFollowed { .. }
            | Update::SeatTaken { .. }
            | Update::Talk { .. }
            | Update::Unknown { .. }
            | Update::Tournament(_)
            | Update::Started { .. } => {}
        }
        Vec::new()
    }

    fn answered(&mut self, id: &CommandId, result: Result<Done, WireError>) {
        let Some(sent) = self.sent.remove(id) else { return };
        match result {
            Ok(_) if sent.takes_seat => {
                self.seat_taken = false;
                self.say(t!(self.look.words, "screen-seat-back"));
            }
            Ok(_) => {
                if let Some((account, muted)) = sent.mute {
                    self.is_muted(&account, muted);
                }
            }
            Err(error) => {
                if let Some(line) = sent.line.filter(|_| self.line.value().is_empty() && self.talk.to.is_some()) {
                    self.line = line.into();
                }
                let words = self.look.words;
                let why = refusal::refusal(words, &error);
                self.warn(t!(words, "screen-refused", what = sent.what, why = why));
            }
        }
    }

    fn news(&mut self, view: Arc<GameView>, news: News, now: Instant) -> Vec<Effect> {
        let before = self.view.replace(view.clone());
        if let (Some(before), Some(me)) = (&before, self.me()) {
            self.missed |= asked::went_away(before, &view, news.event(), me);
        }
        self.note_times(before.as_deref(), &view, &news);
        let mut told = None;
        let mut effects = Vec::new();
        match news {
            News::UpToDate => return Vec::new(),
            News::Event { event, .. } => {
                let event = &event.recorded.event;
                told = self.event(event);
                if !leaves_question(event) {
                    self.drop_question();
                }
            }
            News::Snapshot { lost, .. } => {
                let went_back = before.as_ref().is_some_and(|before| !view.moves.starts_with(&before.moves));
                if went_back {
                    let text = t!(self.look.words, "screen-went-back", number = view.moves.len());
                    told = Some(Message { text, urgent: true });
                }
                if !lost.is_empty() {
                    let moves: Vec<String> = lost.iter().map(ToString::to_string).collect();
                    let text = t!(self.look.words, "screen-lost-moves", moves = moves.join(" "));
                    told = Some(Message { text, urgent: true });
                }
                self.drop_question();
                effects.extend(self.ask_times(&view));
            }
        }
        if told.is_some() {
            self.message = told;
        }
        self.keep_review(&view);
        self.start_calling(now);
        if before.is_none() && self.account.is_some() {
            effects.push(Effect::Ask(Query::Mutes));
        }
        if self.is_called(before.as_deref(), &view) {
            effects.push(Effect::Bell);
        }
        effects
    }

    /// Forgets a question about a game that has gone on, so that nobody agrees to what he has not seen;
    /// the answer that is being typed answers nothing else either. Resigning is the same in any position.
    fn drop_question(&mut self) {
        if self.asked.is_some_and(|question| question != Question::Resign) {
            self.asked = None;
            self.missed = true;
        }
    }

    /// What an event says that the screen does not show by itself.
    fn event(&self, event: &Event) -> Option<Message> {
        let text = match event {
            // He knows that he is here.
            Event::Arrived { by, .. } if Some(*by) == self.me() => return None,
            // The board shows it, if it is shown; what was told about the position before is old.
            Event::Play { repeats: None, awaits: None, .. } | Event::Handicap { .. } if self.review.is_none() => {
                String::new()
            }
            event => game::event(self.look.words, event),
        };
        Some(Message { text, urgent: false })
    }

    /// Whether the person is wanted: his move, a question to him, the end.
    fn is_called(&self, before: Option<&GameView>, view: &GameView) -> bool {
        let Some(me) = self.me() else { return false };
        let wanted = |view: &GameView| {
            let his_move = view.phase == Phase::Playing && view.to_move == me;
            let asked = view.undo_request.is_some_and(|request| request.by != me)
                || view.proposal.as_ref().is_some_and(|asked| asked.by != me);
            (view.phase, his_move, asked)
        };
        let now = wanted(view);
        before.map(wanted) != Some(now) && (now.1 || now.2 || matches!(now.0, Phase::Scoring | Phase::Finished))
    }

    /// Keeps the time that each move took. What a snapshot brings is known only as far as it has the same
    /// moves.
    fn note_times(&mut self, before: Option<&GameView>, view: &GameView, news: &News) {
        let same = before
            .map_or(0, |before| before.moves.iter().zip(&view.moves).take_while(|(known, now)| known == now).count());
        self.used.truncate(same);
        self.times_asked = self.times_asked.min(same);
        if let News::Event { event, .. } = news
            && let Event::Play { time, .. }
            | Event::Pass { time, .. }
            | Event::Illegal { led_to: IllegalMove::Pass, time, .. }
            | Event::Overran { led_to: Overtime::Pass, time, .. } = &event.recorded.event
            && same < view.moves.len()
        {
            self.used.resize(same, None);
            self.used.push(Some(time.used));
        }
        self.used.resize(view.moves.len(), None);
    }

    /// A review stays where it is, whatever happens meanwhile.
    fn keep_review(&mut self, view: &GameView) {
        let Some(review) = &self.review else { return };
        let at = review.moves;
        self.review = Past::of(view).filter(|past| at < past.moves()).map(|past| Review { past, moves: at });
    }
}
