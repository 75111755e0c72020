//! How the terms of an offer become the settings of a game.
//!
//! Everything that could make a game impossible is refused here, once: behind it boards, handicap
//! and clocks fit together.

use super::{Decision, Game, Refusal, late};
use crate::{
    rules::handicap::{self, HandicapError},
    timing::{Guard, Time},
};
use tengen_protocol::{
    AccountId, Code, ColourChoice, Event, Limit, Limited, Nigiri, OfferId, Overtime, Placement, Regulations, Setup,
    Sides, Terms, TimeControl, TimeControlError, Why, limits,
};

/// Whoever has not come to a live game by then is a no-show, ms.
pub const ARRIVE_WITHIN_MS: u64 = 5 * 60_000;

/// The same for games counted in days or without a clock, ms.
pub const ARRIVE_WITHIN_SLOW_MS: u64 = 3 * 86_400_000;

/// A game without a clock that nobody touches for so long ends without a result, ms (15 days).
pub const ABANDONED_AFTER_MS: u64 = 15 * 86_400_000;

/// Why a game cannot have these settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The handicap does not fit the board.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// The time control is out of its limits.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// The budget of pauses is out of its limits.
    #[error("pauses of {given} ms together: 0 to {most} with this time control")]
    Pauses {
        /// What was given, ms.
        given: u64,
        /// What there can be, ms.
        most: u64,
    },
    /// With a handicap the weaker side is Black, so colours are not drawn.
    #[error("with {0} handicap stones choose the colour black or white: colours are drawn (nigiri) in even games only")]
    NigiriWithHandicap(u16),
    /// There are more referees than a game may name.
    #[error("{0} referees: a game names at most {max}", max = limits::REFEREES)]
    Referees(usize),
    /// The limit of moves is out of its limits.
    #[error("a limit of {0} moves: {least} to {most}", least = limits::MOVE_LIMIT_LEAST, most = limits::MOVE_LIMIT_MOST)]
    MoveLimit(u32),
    /// There is no period that could be given again.
    #[error("overtime `{}` needs a clock with byo-yomi periods: choose one like 30m+5x60s, or `lose`", .0.as_str())]
    Overtime(Overtime),
    /// Two sides are two accounts.
    #[error("a player cannot play against himself")]
    SamePlayer,
}

impl From<&SetupError> for Refusal {
    fn from(error: &SetupError) -> Self {
        let stones = |most: u16, given: u16| {
            Some(Limit { given: Some(given.into()), ..Limit::most(Limited::Handicap, most.into()) })
        };
        let (why, limit) = match error {
            SetupError::Handicap(HandicapError::TooManyFixed { most, given, .. }) => {
                (Why::OutOfRange, stones((*most).into(), *given))
            }
            SetupError::Handicap(HandicapError::TooManyFree { most, given, .. }) => {
                (Why::OutOfRange, stones(*most, *given))
            }
            SetupError::Time(error) => (Why::OutOfRange, Limit::of_time(error)),
            SetupError::Pauses { given, most } => {
                let limit = Limit { given: Some(*given), ..Limit::most(Limited::Pauses, *most) };
                (Why::OutOfRange, Some(limit))
            }
            SetupError::NigiriWithHandicap(_) => (Why::NigiriWithHandicap, None),
            SetupError::MoveLimit(given) => {
                let [least, most] = [limits::MOVE_LIMIT_LEAST, limits::MOVE_LIMIT_MOST].map(u64::from);
                (Why::OutOfRange, Some(Limit::range(Limited::MoveLimit, least, most, (*given).into())))
            }
            SetupError::SamePlayer => (Why::SamePlayer, None),
            SetupError::Overtime(_) => (Why::OvertimeWithoutPeriods, None),
            SetupError::Referees(given) => {
                (Why::OutOfRange, Some(Limit::range(Limited::Referees, 0, limits::REFEREES as u64, *given as u64)))
            }
        };
        let refusal = Self::new(Code::BadTerms, error.to_string()).why(why);
        match limit {
            Some(limit) => refusal.limit(limit),
            None => refusal,
        }
    }
}

/// By which time a game's clocks and deadlines run.
pub(super) const fn time_of(control: &TimeControl) -> Time {
    if control.runs_on_wall_time() { Time::Wall } else { Time::Logical }
}

/// Whether a game can be made from these terms.
///
/// # Errors
/// Why not, and what is allowed.
pub fn check_terms(terms: &Terms) -> Result<(), SetupError> {
    terms.time.validate()?;
    check_pauses(terms)?;
    check_handicap(terms)?;
    if terms.handicap > 0 && terms.colour == ColourChoice::Nigiri {
        return Err(SetupError::NigiriWithHandicap(terms.handicap));
    }
    Ok(())
}

/// Where the clock counts days or there is none, a pause is of no use.
const fn most_pauses(time: &TimeControl) -> u64 {
    if time.runs_on_wall_time() { 0 } else { limits::PAUSE_BUDGET_MS }
}

fn default_pauses(time: &TimeControl) -> u64 {
    most_pauses(time).min(limits::PAUSE_BUDGET_DEFAULT_MS)
}

fn check_pauses(terms: &Terms) -> Result<(), SetupError> {
    let most = most_pauses(&terms.time);
    match terms.pause_budget {
        Some(given) if given > most => Err(SetupError::Pauses { given, most }),
        _ => Ok(()),
    }
}

/// Whether a game can stop for a referee after so many moves.
pub(crate) fn check_move_limit(limit: Option<u32>) -> Result<(), SetupError> {
    match limit {
        Some(given) if !(limits::MOVE_LIMIT_LEAST..=limits::MOVE_LIMIT_MOST).contains(&given) => {
            Err(SetupError::MoveLimit(given))
        }
        _ => Ok(()),
    }
}

/// Where a clock has no byo-yomi periods whose time runs out loses: other than with a block of moves or an
/// increment there is one period after the other to be had again.
pub(crate) const fn check_overtime(time: &TimeControl, overtime: Overtime) -> Result<(), SetupError> {
    match (time, overtime) {
        (_, Overtime::Lose) | (TimeControl::ByoYomi { .. }, _) => Ok(()),
        (_, Overtime::Pass | Overtime::Penalty) => Err(SetupError::Overtime(overtime)),
    }
}

fn check_handicap(terms: &Terms) -> Result<(), HandicapError> {
    match terms.placement {
        Placement::Free => handicap::check_free(terms.size, terms.handicap),
        Placement::Fixed => handicap::fixed(terms.size, terms.handicap).map(|_| ()),
    }
}

/// The settings of the game that these terms, accepted by `players`, make.
///
/// # Errors
/// As [`check_terms`]; and when both players are the same account.
pub fn settle(
    terms: &Terms,
    players: Sides<AccountId>,
    offer: Option<OfferId>,
    nigiri: Option<Nigiri>,
) -> Result<Setup, SetupError> {
    check_terms(terms)?;
    if players.black == players.white {
        return Err(SetupError::SamePlayer);
    }
    let mut rules = terms.rules.rules();
    rules.ko = terms.ko.unwrap_or(rules.ko);
    rules.suicide = terms.suicide.unwrap_or(rules.suicide);
    rules.compensation = terms.compensation.unwrap_or(rules.compensation);
    let arrive_within = match time_of(&terms.time) {
        Time::Logical => ARRIVE_WITHIN_MS,
        Time::Wall => ARRIVE_WITHIN_SLOW_MS,
    };
    Ok(Setup {
        size: terms.size,
        rules,
        komi: terms.komi.unwrap_or_else(|| handicap::default_komi(terms.rules, terms.handicap)),
        handicap: terms.handicap,
        placement: terms.placement,
        time: terms.time,
        undo: terms.undo,
        pause_budget: terms.pause_budget.unwrap_or_else(|| default_pauses(&terms.time)),
        visibility: terms.visibility,
        players,
        nigiri,
        offer,
        tournament: None,
        arrive_within,
        regulations: Regulations::default(),
    })
}

impl Game {
    /// The first event of a game with these settings, to be appended to an empty log.
    ///
    /// # Errors
    /// When they do not fit together.
    pub fn create(setup: Setup) -> Result<Decision, SetupError> {
        setup.time.validate()?;
        if setup.regulations.referees.len() > limits::REFEREES {
            return Err(SetupError::Referees(setup.regulations.referees.len()));
        }
        check_move_limit(setup.regulations.move_limit)?;
        check_overtime(&setup.time, setup.regulations.overtime)?;
        let stones = match setup.placement {
            Placement::Fixed => handicap::fixed(setup.size, setup.handicap)?,
            Placement::Free => {
                handicap::check_free(setup.size, setup.handicap)?;
                Vec::new()
            }
        };
        let due = Some(late::due_of(&setup, time_of(&setup.time)));
        Ok(Decision { event: Event::Created { setup, stones }, guard: Guard::None, due, lifecycle: true })
    }
}
