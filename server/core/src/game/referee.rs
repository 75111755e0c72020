//! A referee's orders, judged (S1.12-20; S2, rules 3, 5 and 6, requirement 6).
//!
//! An order is a command like a player's: it gives one event or a refusal, is known when it is sent
//! again, and is never applied to another position than the one it was made for. It passes at the
//! limit of events, and nobody's flag holds it up. Who has the office is the shell's matter, but for
//! the accounts that the game itself names; nobody rules in a game of his own.

mod clocks;
mod fold;

use super::{
    Arrival, Code, Decision, Game, Refusal,
    awaits::drawn_by_repetition,
    count::{void, win},
    decide::{self, CommandKey, Said, hash_of, refuse},
};
use crate::{
    clock,
    rules::{Position, SetupError, handicap},
    timing::{Due, Guard, Time, When},
};
use sha1::{Digest, Sha1};
use tengen_protocol::{
    AccountId, Authority, By, Clock, Colour, CommandId, EndReason, Event, GivenResult, Head, Limit, Limited, Loser,
    Matter, NewClock, Order, Outcome, Phase, Placement, Point, Repetition, Replaced, Rule, Ruling, Undone, Vertex,
    check_text, limits,
};

/// The name under which a referee's command is remembered; no player's begins so.
pub(super) fn key(referee: &AccountId, id: &CommandId) -> CommandKey {
    decide::key_of(&["R", referee.as_str(), "\n", id.as_str()])
}

/// By what an order is known when it is sent again: all that it says but what was seen before it.
fn order_of(rule: &Rule) -> Result<Head, Refusal> {
    let text = serde_json::to_vec(&(&rule.order, rule.reason, &rule.text))
        .map_err(|error| Refusal::new(Code::Internal, format!("the order cannot be written: {error}")))?;
    let digest = Sha1::digest(text);
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    Ok(Head::from_digest(first))
}

impl Game {
    /// Whether the game names this account as one of its referees.
    #[must_use]
    pub fn is_referee(&self, account: &AccountId) -> bool {
        self.setup.regulations.referees.contains(account)
    }

    /// Whether this order was accepted already, and as which event.
    ///
    /// # Errors
    /// The id was used for another order.
    pub fn repeated_rule(&self, referee: &AccountId, id: &CommandId, rule: &Rule) -> Option<Result<u64, Refusal>> {
        let (seq, said) = self.commands.get(&key(referee, id))?;
        Some(match order_of(rule) {
            Ok(order) if *said == Said::Ruled(order) => Ok(*seq),
            Ok(_) => {
                refuse(Code::IdReused, format!("id {id} was used for the ruling of event {seq}; use a new id for each"))
            }
            Err(refusal) => Err(refusal),
        })
    }

    /// Judges an order that is not a repeat ([`Game::repeated_rule`]).
    ///
    /// # Errors
    /// A refusal; the game stays as it was.
    pub fn rule(
        &self,
        referee: &AccountId,
        id: &CommandId,
        rule: &Rule,
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        if self.player(referee).is_some() {
            return refuse(Code::Forbidden, "nobody rules in a game of his own");
        }
        if let Some(text) = &rule.text {
            check_text(text).map_err(Refusal::from)?;
        }
        self.must_fit(&rule.order)?;
        self.has_seen(rule)?;
        let authority = Authority {
            referee: referee.clone(),
            id: id.clone(),
            reason: rule.reason,
            text: rule.text.clone(),
            order: order_of(rule)?,
        };
        let decision = self.ruled(authority, &rule.order, arrival)?;
        self.must_have_rulings_left(&rule.order, &decision)?;
        Ok(decision)
    }

    /// At the limit a game can still be ended, its result be changed, and what stands still go on.
    fn must_have_rulings_left(&self, order: &Order, decision: &Decision) -> Result<(), Refusal> {
        let lets_go_on = matches!(order, Order::Resume | Order::Repetition { ruling: Repetition::Continue });
        let always = decision.event.outcome().is_some() || lets_go_on;
        if always || self.rulings < limits::RULINGS {
            return Ok(());
        }
        let most = limits::RULINGS;
        let message = format!("the game has {most} rulings: end it, or let it go on");
        Err(decide::beyond(Code::GameLimit, message, Limited::Rulings, most.into()))
    }

    fn ruled(&self, authority: Authority, order: &Order, arrival: Arrival) -> Result<Decision, Refusal> {
        let result = |outcome: Outcome, dead| Ok(self.ends_by(authority.clone(), outcome, dead));
        match order {
            Order::Warn { side } => {
                if *self.warnings.of(*side) == 0 {
                    return Ok(self.warns(*side, authority, arrival));
                }
                let outcome = Some(win(side.other(), EndReason::Forfeit));
                Ok(self.ends(Event::Warned { warned: *side, authority, revised: None, outcome }))
            }
            Order::Lose { side } => result(
                match side {
                    Loser::Black => win(Colour::White, EndReason::Forfeit),
                    Loser::White => win(Colour::Black, EndReason::Forfeit),
                    Loser::Both => void(EndReason::BothLose),
                },
                None,
            ),
            Order::Adjudicate { result: given, force_majeure } => {
                self.has_enough_stones(*force_majeure)?;
                result(given_outcome(*given), None)
            }
            Order::AdjudicateCount { dead, force_majeure } => {
                self.has_enough_stones(*force_majeure)?;
                let dead = self.chains(dead)?;
                result(self.count(&dead), Some(dead))
            }
            Order::Overturn { result: given } => result(given_outcome(*given), None),
            Order::LifeAndDeath { dead } => {
                let dead = self.chains(dead)?;
                result(self.count(&dead), Some(dead))
            }
            Order::Replay => result(void(EndReason::Replay), None),
            Order::ColoursWrong => {
                self.has_few_stones()?;
                result(void(EndReason::WrongColours), None)
            }
            Order::Clocks { black, white } => self.set_clocks(authority, [*black, *white], arrival),
            Order::TakeBack { moves, black, white } => self.take_back(authority, *moves, [*black, *white], arrival),
            Order::Edit { remove, black, white, to_move } => {
                self.edit(authority, remove, [black, white], to_move.unwrap_or_else(|| self.to_move()), arrival)
            }
            Order::Restart => self.restart(authority),
            Order::Suspend => Ok(self.suspend(authority, arrival)),
            Order::Resume => Ok(self.lets_go_on(authority)),
            Order::Repetition { ruling: Repetition::Draw } => result(drawn_by_repetition(), None),
            Order::Repetition { ruling: Repetition::NoResult } => result(void(EndReason::Repetition), None),
            Order::Repetition { ruling: Repetition::Replay } => result(void(EndReason::Replay), None),
            Order::Repetition { ruling: Repetition::Forbid } => self.forbid(authority, arrival),
            Order::Repetition { ruling: Repetition::Continue } => Ok(self.lets_go_on(authority)),
        }
    }

    fn ends_by(&self, authority: Authority, outcome: Outcome, dead: Option<Vec<Point>>) -> Decision {
        self.ends(Event::Ruled { authority, ruling: Ruling::Result { outcome, dead } })
    }

    /// Whether an order has a sense in this phase.
    fn must_fit(&self, order: &Order) -> Result<(), Refusal> {
        let not_now = |message: &str| refuse(Code::NotNow, message);
        match (order, self.phase) {
            (Order::Overturn { .. }, Phase::Finished) => Ok(()),
            (Order::Overturn { .. }, _) => not_now("the game is not finished: adjudicate it"),
            (_, Phase::Finished) => refuse(Code::GameOver, "the game is finished: its result can be overturned"),
            (Order::LifeAndDeath { .. }, _) => match &self.scoring {
                Some(marks) if marks.is_final => Ok(()),
                _ => not_now("life and death is ruled on at a final stop"),
            },
            (Order::Edit { .. } | Order::TakeBack { .. } | Order::Restart, Phase::Waiting) => {
                refuse(Code::NotStarted, "the game has not begun: a player has not arrived yet")
            }
            (Order::Suspend, Phase::Playing) if !self.is_sealing() => Ok(()),
            (Order::Suspend, Phase::Paused) if !self.is_suspended() || self.awaits().is_some() => Ok(()),
            (Order::Suspend, _) => not_now("only play that goes on is suspended"),
            (Order::Resume, Phase::Paused) if self.awaits() == Some(Matter::Repetition) => self.must_not_await(),
            (Order::Resume, Phase::Paused) => Ok(()),
            (Order::Repetition { .. }, _) if self.awaits() == Some(Matter::Repetition) => Ok(()),
            (Order::Repetition { .. }, _) => not_now("no repetition waits for a ruling"),
            (Order::Resume, _) => not_now("play is neither suspended nor paused"),
            (Order::Edit { .. } | Order::TakeBack { .. } | Order::Restart, Phase::Adjourned) => {
                not_now("a move is sealed: rule when the game goes on")
            }
            (Order::Edit { .. }, _) if self.handicap_left > 0 => {
                not_now("handicap stones are still to be placed: edit the position afterwards")
            }
            (Order::Clocks { .. }, _) if self.clocks.is_none() => not_now("the game has no clock"),
            (Order::TakeBack { black, white, .. }, _)
                if self.clocks.is_none() && (black.is_some() || white.is_some()) =>
            {
                not_now("the game has no clock")
            }
            _ => Ok(()),
        }
    }

    /// Nobody may have ruled since; and what depends on the position needs the one that was seen.
    fn has_seen(&self, rule: &Rule) -> Result<(), Refusal> {
        let needs = match rule.order {
            Order::Warn { .. }
            | Order::Lose { .. }
            | Order::Clocks { .. }
            | Order::Overturn { .. }
            | Order::Replay
            | Order::ColoursWrong => self.ruled_at,
            _ => self.ruled_at.max(self.turn_began),
        };
        // of what was before this turn the heads are not kept, and it does not matter there
        if rule.after >= needs && rule.after < self.turn_began {
            return Ok(());
        }
        self.seen(rule.after, rule.head, needs)
    }

    fn stones_played(&self) -> u32 {
        let plays = self.position.moves().filter(|(_, vertex)| *vertex != Vertex::Pass).count();
        self.played_before.saturating_add(u32::try_from(plays).unwrap_or(u32::MAX))
    }

    /// Wrong colours are corrected up to the tenth stone (R02, 17.1).
    fn has_few_stones(&self) -> Result<(), Refusal> {
        let (played, most) = (self.stones_played(), limits::COLOURS_UP_TO);
        if played <= most {
            return Ok(());
        }
        let limit = Limit::range(Limited::Played, 0, most.into(), played.into());
        let message = format!("{played} stones have been played: wrong colours are corrected up to {most}");
        Err(Refusal::new(Code::RulingMoves, message).limit(limit))
    }

    /// For force majeure a game is adjudicated only from the 151st stone on (S2, rule 3).
    fn has_enough_stones(&self, force_majeure: bool) -> Result<(), Refusal> {
        let played = self.stones_played();
        if !force_majeure || played >= limits::ADJUDICATE_FROM {
            return Ok(());
        }
        let needed = limits::ADJUDICATE_FROM;
        let limit = Limit::range(Limited::Played, needed.into(), limits::GAME_EVENTS, played.into());
        let message =
            format!("{played} stones have been played: for force majeure a game is adjudicated from {needed} on");
        Err(Refusal::new(Code::RulingMoves, message).limit(limit))
    }

    /// The whole chains on these points, sorted.
    fn chains(&self, named: &[Point]) -> Result<Vec<Point>, Refusal> {
        let mut stones = Vec::new();
        for point in named {
            self.must_be_on_board(*point)?;
            if stones.contains(point) {
                continue;
            }
            let chain = self.position.board().chain(*point);
            if chain.is_empty() {
                return refuse(Code::NoStone, format!("there is no stone on {point}"));
            }
            stones.extend(chain);
        }
        stones.sort_unstable();
        Ok(stones)
    }

    fn must_be_on_board(&self, point: Point) -> Result<(), Refusal> {
        if self.setup.size.contains(point) {
            return Ok(());
        }
        refuse(Code::OffBoard, format!("{point} is not on the {} board", self.setup.size))
    }

    fn suspend(&self, authority: Authority, arrival: Arrival) -> Decision {
        let (time, guard) = self.stand(arrival);
        // days, and no clock: as after an adjournment no partition is kept ticking for it
        let until = arrival.wall.saturating_add(limits::SUSPENDED_MS);
        let due = Some(Due { time: Time::Wall, when: When::At(until) });
        let event = Event::Ruled { authority, ruling: Ruling::Suspended { time, until } };
        Decision { event, guard: whenever(guard), due, lifecycle: false }
    }

    fn lets_go_on(&self, authority: Authority) -> Decision {
        let to_move = self.to_move();
        let event = Event::Ruled { authority, ruling: Ruling::Resumed { to_move } };
        Decision { event, guard: Guard::None, due: self.due_of_turn(to_move), lifecycle: false }
    }

    fn take_back(
        &self,
        authority: Authority,
        moves: u32,
        new: [Option<NewClock>; 2],
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let played = self.position.ply();
        if moves == 0 || moves > played {
            return Err(decide::no_such_moves(moves, played));
        }
        let (mut undone, guard) = self.undone(moves, arrival)?;
        undone.black = self.set(undone.black, new[0])?;
        undone.white = self.set(undone.white, new[1])?;
        Ok(self.takes_back(authority, undone, None, guard))
    }

    /// The play that repeats is taken back, and its side may repeat nothing any more.
    fn forbid(&self, authority: Authority, arrival: Arrival) -> Result<Decision, Refusal> {
        let (undone, guard) = self.undone(1, arrival)?;
        let forbids = Some(undone.to_move);
        Ok(self.takes_back(authority, undone, forbids, guard))
    }

    fn takes_back(&self, authority: Authority, undone: Undone, forbids: Option<Colour>, guard: Guard) -> Decision {
        let to_move = undone.to_move;
        let clock = of([undone.black, undone.white], to_move);
        let due = self.due_after_start(clock, *self.quota.of(to_move));
        let event = Event::Ruled { authority, ruling: Ruling::TakenBack { undone, forbids } };
        Decision { event, guard: whenever(guard), due, lifecycle: false }
    }

    fn edit(
        &self,
        authority: Authority,
        remove: &[Point],
        [black, white]: [&[Point]; 2],
        to_move: Colour,
        arrival: Arrival,
    ) -> Result<Decision, Refusal> {
        let board = self.position.board();
        for point in remove {
            self.must_be_on_board(*point)?;
            if board.chain(*point).is_empty() {
                return refuse(Code::NoStone, format!("there is no stone on {point}"));
            }
        }
        let mut stones: Vec<_> = board.stones().filter(|(_, point)| !remove.contains(point)).collect();
        stones.extend(black.iter().map(|point| (Colour::Black, *point)));
        stones.extend(white.iter().map(|point| (Colour::White, *point)));
        let position = self.position_with(&stones, to_move).map_err(illegal)?;
        // as after moves that were taken back: what each side thinks about next is a new move
        let (black, guard) = self.clock_now(Colour::Black, arrival);
        let (white, _) = self.clock_now(Colour::White, arrival);
        let anew = |clock: Clock| clock::after_undo(&self.setup.time, &clock, clock::Undone::default());
        let clocks = [black.map(anew), white.map(anew)];
        let due = self.due_after_start(of(clocks, to_move), *self.quota.of(to_move));
        let replaced = replaced(&position, to_move, 0, clocks);
        Ok(Decision {
            event: Event::Ruled { authority, ruling: Ruling::Edited { replaced } },
            guard,
            due,
            lifecycle: false,
        })
    }

    fn position_with(&self, stones: &[(Colour, Point)], to_move: Colour) -> Result<Position, SetupError> {
        let rules = &self.setup.rules;
        Position::with_stones(self.setup.size, rules.ko, rules.suicide, stones, to_move)
    }

    fn restart(&self, authority: Authority) -> Result<Decision, Refusal> {
        let (stones, handicap_left) = match self.setup.placement {
            Placement::Free if self.setup.handicap >= 2 => (Vec::new(), self.setup.handicap),
            Placement::Free => (Vec::new(), 0),
            Placement::Fixed => {
                let stones = handicap::fixed(self.setup.size, self.setup.handicap)
                    .map_err(|error| Refusal::new(Code::Internal, error.to_string()))?;
                (stones, 0)
            }
        };
        let to_move = if stones.is_empty() { Colour::Black } else { Colour::White };
        let stones: Vec<_> = stones.into_iter().map(|point| (Colour::Black, point)).collect();
        let position = self.position_with(&stones, to_move).map_err(illegal)?;
        let clock = clock::initial(&self.setup.time);
        let due = self.due_after_start(clock, super::LAG_QUOTA_MS);
        let replaced = replaced(&position, to_move, handicap_left, [clock, clock]);
        let event = Event::Ruled { authority, ruling: Ruling::Restarted { replaced } };
        Ok(Decision { event, guard: Guard::None, due, lifecycle: false })
    }
}

fn replaced(position: &Position, to_move: Colour, handicap_left: u16, [black, white]: [Option<Clock>; 2]) -> Replaced {
    let (board, hash) = (position.board().rows(), hash_of(position));
    Replaced { board, hash, to_move, handicap_left, black, white }
}

const fn of([black, white]: [Option<Clock>; 2], colour: Colour) -> Option<Clock> {
    match colour {
        Colour::Black => black,
        Colour::White => white,
    }
}

/// The same instants without a flag.
fn whenever(guard: Guard) -> Guard {
    match guard {
        Guard::Arrived { arrived, credit, start, .. } => Guard::Arrived { arrived, credit, start, deadline: None },
        _ => Guard::None,
    }
}

fn illegal(error: SetupError) -> Refusal {
    Refusal::new(decide::setup_code(error), error.to_string())
}

fn given_outcome(given: GivenResult) -> Outcome {
    let (result, winner) = match given {
        GivenResult::Win(winner, _) => (given.to_string(), Some(winner)),
        GivenResult::Draw => (given.to_string(), None),
        GivenResult::Void => return void(EndReason::Ruling),
        GivenResult::BothLose => return void(EndReason::BothLose),
    };
    let reason = match given {
        GivenResult::Win(_, By::Forfeit) => EndReason::Forfeit,
        _ => EndReason::Ruling,
    };
    Outcome { result, reason, winner, count: None }
}
