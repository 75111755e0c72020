//! A bot at one game: what the game needs next, and what the engine and the server answer.
//!
//! Three things go on at once and may overtake each other: the game (views come in order), at most
//! one job of the engine, at most one command on its way. Each answer is compared with the game as
//! it stands then: a thought about an older position is thrown away, a late one about the same
//! position is still played.

use super::{
    player::{Job, Player, Thought},
    scoring::{Plan, Step},
};
use crate::{
    connection::{Client, News, Update},
    failure::Failure,
    game_view::GameView,
    output::say,
    t, text,
    words::Words,
};
use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};
use tengen_protocol::{
    AccountId, Code, Colour, CommandId, Done, Event, GameId, IllegalMove, Outcome, Phase, Point, Proposal, Request,
    Vertex, WireError,
};
use tokio::{task::JoinSet, time};

/// Plays that the server may refuse in one position before the bot passes.
const REFUSALS: usize = 3;

/// After a refusal that says that the game is elsewhere: wait for news, but not for ever.
const PAUSE: Duration = Duration::from_millis(500);

/// Such refusals in a row before the bot gives up.
const PAUSES: u32 = 120;

/// What a command on its way wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Move(Vertex),
    Mark(Point),
    Resume,
    Other,
}

/// Plays that were refused in one position.
#[derive(Debug, Default)]
struct Refused {
    /// After how many moves of the game.
    after: usize,
    points: Vec<Point>,
    /// Nothing but a pass will be taken.
    must_pass: bool,
}

struct Worked {
    player: Player,
    about: Arc<GameView>,
    result: Result<Thought, Failure>,
}

/// See the module.
pub(crate) struct Table<'a> {
    client: &'a mut Client,
    started: &'a mut VecDeque<GameId>,
    game: GameId,
    account: AccountId,
    player: Option<Player>,
    jobs: JoinSet<Worked>,
    view: Option<Arc<GameView>>,
    on_its_way: Option<(CommandId, Wish)>,
    /// Nothing is decided before the view has this event: one's own.
    settled: u64,
    pause: Option<Instant>,
    pauses: u32,
    refused: Refused,
    handicap: VecDeque<Point>,
    plan: Option<Plan>,
    /// Nothing is decided about marks before this revision.
    revision: u32,
    undo_answered: u64,
    /// The same for a proposal.
    proposal_answered: u64,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        client: &'a mut Client,
        started: &'a mut VecDeque<GameId>,
        game: GameId,
        account: AccountId,
        player: Player,
    ) -> Self {
        Self {
            client,
            started,
            game,
            account,
            player: Some(player),
            jobs: JoinSet::new(),
            view: None,
            on_its_way: None,
            settled: 0,
            pause: None,
            pauses: 0,
            refused: Refused::default(),
            handicap: VecDeque::new(),
            plan: None,
            revision: 0,
            undo_answered: 0,
            proposal_answered: 0,
        }
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    /// When the engine, the seat or the session is lost.
    pub(crate) async fn play(mut self) -> Result<Outcome, Failure> {
        self.client.follow(&self.game).await?;
        loop {
            if let Some(outcome) = self.view.as_ref().and_then(|view| view.outcome.clone()) {
                self.client.leave(&self.game).await?;
                if let Some(player) = self.player.take() {
                    player.quit().await;
                }
                return Ok(outcome);
            }
            self.decide().await?;
            let pause = self.pause;
            tokio::select! {
                update = self.client.next() => self.heard(update?)?,
                Some(worked) = self.jobs.join_next() => {
                    let worked = worked.map_err(|error| Failure::Engine(error.to_string()))?;
                    self.thought(worked).await?;
                }
                () = async { match pause { Some(at) => time::sleep_until(at.into()).await, None => std::future::pending().await } } => {
                    self.pause = None;
                }
            }
        }
    }

    fn me(&self, view: &GameView) -> Result<Colour, Failure> {
        view.side_of(&self.account)
            .ok_or_else(|| WireError::new(Code::NotAPlayer, "this account does not play in the game").into())
    }

    async fn submit(&mut self, request: Request, wish: Wish) -> Result<(), Failure> {
        let id = self.client.submit(request).await?;
        self.on_its_way = Some((id, wish));
        Ok(())
    }

    /// Starts whatever the game needs next.
    async fn decide(&mut self) -> Result<(), Failure> {
        let Some(view) = self.view.clone() else { return Ok(()) };
        let me = self.me(&view)?;
        self.answer_undo(&view, me).await?;
        self.answer_proposal(&view, me).await?;
        if self.on_its_way.is_some() || self.pause.is_some() || view.seq < self.settled {
            return Ok(());
        }
        match view.phase {
            Phase::Playing if view.to_move == me => self.move_next(&view, me).await,
            Phase::Scoring => self.score_next(&view, me).await,
            Phase::Waiting | Phase::Playing | Phase::Paused | Phase::Adjourned | Phase::Finished => Ok(()),
        }
    }

    /// A bot does not let moves be taken back.
    async fn answer_undo(&mut self, view: &GameView, me: Colour) -> Result<(), Failure> {
        let asked = view.undo_request.is_some_and(|request| request.by == me.other());
        if !asked || view.seq <= self.undo_answered {
            return Ok(());
        }
        self.undo_answered = view.seq;
        let (game, after, head) = (self.game.clone(), view.seq, view.head);
        self.client.submit(Request::AnswerUndo { game, accept: false, after, head }).await.map(drop)
    }

    /// An engine hurries on; it only goes on where play stands still.
    async fn answer_proposal(&mut self, view: &GameView, me: Colour) -> Result<(), Failure> {
        let Some(asked) = view.proposal.as_ref().filter(|asked| asked.by == me.other()) else { return Ok(()) };
        if view.seq <= self.proposal_answered {
            return Ok(());
        }
        self.proposal_answered = view.seq;
        let (game, after, head) = (self.game.clone(), view.seq, view.head);
        let accept = asked.proposal == Proposal::GoOn;
        self.client.submit(Request::Answer { game, accept, after, head }).await.map(drop)
    }

    async fn move_next(&mut self, view: &Arc<GameView>, me: Colour) -> Result<(), Failure> {
        if self.refused.after != view.moves.len() {
            self.refused = Refused { after: view.moves.len(), ..Refused::default() };
        }
        if view.handicap_left > 0 {
            while let Some(point) = self.handicap.pop_front() {
                if view.board.stone(point).is_none() {
                    return self.play_vertex(view, Vertex::Point(point)).await;
                }
            }
            self.start(view, Job::Handicap);
        } else if self.refused.must_pass || self.refused.points.len() >= REFUSALS {
            self.play_vertex(view, Vertex::Pass).await?;
        } else {
            self.start(view, Job::Move { colour: me, refused: self.refused.points.clone() });
        }
        Ok(())
    }

    async fn play_vertex(&mut self, view: &GameView, vertex: Vertex) -> Result<(), Failure> {
        let lag = Some(self.client.round_trip_ms()).filter(|ms| *ms > 0);
        let (game, after, head) = (self.game.clone(), view.seq, view.head);
        self.submit(Request::Play { game, vertex, after, head, lag }, Wish::Move(vertex)).await
    }

    async fn score_next(&mut self, view: &Arc<GameView>, me: Colour) -> Result<(), Failure> {
        let Some(scoring) = &view.scoring else { return Ok(()) };
        let game = self.game.clone();
        let revision = scoring.revision;
        match &mut self.plan {
            Some(plan) if plan.stop() == scoring.stop => {
                if revision < self.revision {
                    return Ok(());
                }
                match plan.next(scoring, me) {
                    Step::Mark(vertex, dead) => {
                        self.submit(Request::Mark { game, vertex, dead, revision }, Wish::Mark(vertex)).await
                    }
                    Step::Accept(revision) => self.submit(Request::Accept { game, revision }, Wish::Other).await,
                    Step::Resume => {
                        plan.has_resumed();
                        say(t!(Words::current(), "bot-plays-on", game = game.to_string()));
                        self.submit(Request::Resume { game }, Wish::Resume).await
                    }
                    Step::Wait => Ok(()),
                }
            }
            _ => {
                self.start(view, Job::Dead);
                Ok(())
            }
        }
    }

    /// Gives the engine a job, unless it is busy.
    fn start(&mut self, view: &Arc<GameView>, job: Job) {
        let Some(mut player) = self.player.take() else { return };
        let about = view.clone();
        self.jobs.spawn(async move {
            let result = player.work(&about, &job).await;
            Worked { player, about, result }
        });
    }

    /// The engine has done its job.
    async fn thought(&mut self, worked: Worked) -> Result<(), Failure> {
        let Worked { player, about, result } = worked;
        self.player = Some(player);
        let Some(view) = self.view.clone() else { return Ok(()) };
        let same = view.phase == about.phase
            && view.moves == about.moves
            && view.to_move == about.to_move
            && view.start == about.start
            && view.handicap_stones == about.handicap_stones;
        let thought = match result {
            Err(_) if view.phase == Phase::Finished => return Ok(()),
            thought => thought?,
        };
        if !same || self.on_its_way.is_some() || view.seq < self.settled {
            return Ok(());
        }
        match thought {
            Thought::Move(vertex) => self.play_vertex(&view, vertex).await,
            Thought::Resign => {
                let game = self.game.clone();
                self.submit(Request::Resign { game }, Wish::Other).await
            }
            Thought::Handicap(stones) => {
                self.handicap = stones.into();
                Ok(())
            }
            Thought::Dead(stones) => {
                self.plan = view.scoring.as_ref().map(|scoring| Plan::new(&view, scoring, &stones));
                Ok(())
            }
        }
    }

    fn heard(&mut self, update: Update) -> Result<(), Failure> {
        match update {
            Update::Game { game, view, news } if game == self.game => self.news(view, news),
            Update::Answer { id, result } => return self.answered(&id, result),
            Update::NotFollowed { game, error } if game == self.game => return Err(error.into()),
            Update::SeatTaken { game } if game == self.game => return Err(Failure::SeatTaken(game)),
            Update::Started { game, .. } => self.started.push_back(game),
            other => other.message().into_iter().for_each(say),
        }
        Ok(())
    }

    fn news(&mut self, view: Arc<GameView>, news: News) {
        self.pause = None;
        let known = self.view.as_ref().map(|view| view.phase);
        let (words, game) = (Words::current(), self.game.to_string());
        match (known, view.phase) {
            (None, Phase::Waiting) => say(t!(words, "bot-game-waits", game = game.as_str())),
            (None | Some(Phase::Waiting), Phase::Playing | Phase::Scoring) => {
                say(t!(words, "bot-game-begins", game = game.as_str()));
            }
            _ => {}
        }
        match news {
            News::Event { event, .. } => {
                self.pauses = 0;
                self.note_warning(&view, &event.recorded.event);
            }
            News::Snapshot { lost, .. } => {
                // What was committed may be gone: decide from what stands.
                self.settled = self.settled.min(view.seq);
                self.revision = 0;
                for vertex in lost {
                    say(t!(words, "bot-lost-move", game = game.as_str(), vertex = vertex.to_string()));
                }
            }
            News::UpToDate => {}
        }
        if view.phase != Phase::Scoring {
            self.plan = None;
            self.revision = 0;
        }
        self.view = Some(view);
    }

    /// A play of one's own that was warned is not made again: the position is the same.
    fn note_warning(&mut self, view: &GameView, event: &Event) {
        let Event::Illegal { by, vertex, led_to: IllegalMove::Warn, .. } = event else { return };
        if view.side_of(&self.account) != Some(*by) {
            return;
        }
        if self.refused.after != view.moves.len() {
            self.refused = Refused { after: view.moves.len(), ..Refused::default() };
        }
        self.refused.points.push(*vertex);
    }

    fn answered(&mut self, id: &CommandId, result: Result<Done, WireError>) -> Result<(), Failure> {
        let Some((_, wish)) = self.on_its_way.take_if(|(on_its_way, _)| on_its_way == id) else { return Ok(()) };
        match result {
            Ok(Done::Committed { seq }) => {
                self.settled = seq;
                if let (Wish::Mark(point), Some(plan)) = (wish, &mut self.plan) {
                    plan.done(point);
                }
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(error) => self.refused(wish, error),
        }
    }

    fn refused(&mut self, wish: Wish, error: WireError) -> Result<(), Failure> {
        use Code::{
            AlreadyDone, AlreadyMarked, GameLimit, Ko, NoStone, NotAPlayer, Occupied, OffBoard, SeatTaken, StaleMarks,
            Suicide, Superko,
        };
        match (wish, error.code) {
            (_, NotAPlayer | Code::Unauthorized | Code::Forbidden) => return Err(error.into()),
            (_, SeatTaken) => return Err(Failure::SeatTaken(self.game.clone())),
            (Wish::Move(Vertex::Point(point)), Occupied | OffBoard | Suicide | Ko | Superko) => {
                let (game, vertex, why) = (self.game.to_string(), point.to_string(), text::refusal(&error));
                say(t!(Words::current(), "bot-move-refused", game = game, vertex = vertex, why = why));
                self.refused.points.push(point);
                return Ok(());
            }
            (Wish::Move(Vertex::Point(_)), GameLimit) => {
                // Only what ends the game is possible: a pass.
                self.refused.must_pass = true;
                return Ok(());
            }
            (Wish::Mark(point), AlreadyMarked | NoStone | OffBoard | GameLimit) => {
                self.plan.iter_mut().for_each(|plan| plan.done(point));
                return Ok(());
            }
            (_, StaleMarks) => self.revision = error.revision.unwrap_or(0),
            (Wish::Resume, AlreadyDone | GameLimit) => return Ok(()),
            _ => {}
        }
        self.pauses += 1;
        if self.pauses > PAUSES {
            return Err(error.into());
        }
        self.pause = Some(Instant::now() + PAUSE);
        Ok(())
    }
}
