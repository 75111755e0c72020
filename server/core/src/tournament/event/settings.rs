//! What the settings of an event may be.

use super::{Asker, Refused, StageState, Tournament, decide::check_text, state::index};
use crate::{
    game::{SetupError, check_move_limit, check_overtime, check_terms},
    tournament::standings::check_order,
};
use tengen_protocol::{
    BoutKind, ColourChoice, EventSettings, Pace, StageSettings, System, Terms, standings::Order,
    tournament_limits as limits,
};

/// Whether an event can have these settings.
///
/// # Errors
/// What is wrong, and what is allowed.
pub fn check(settings: &EventSettings) -> Result<(), Refused> {
    check_text("name", &settings.name, 1, limits::NAME_CHARS)?;
    check_text("description", &settings.description, 0, limits::DESCRIPTION_CHARS)?;
    within("prizes", settings.prizes.len() as u64, 0, limits::PRIZES as u64)?;
    settings.prizes.iter().try_for_each(|prize| check_text("prize", prize, 1, limits::PRIZE_CHARS))?;
    let officials = settings.organisers.len() + settings.referees.len();
    within("organisers and referees", officials as u64, 1, limits::OFFICIALS as u64)?;
    within("entry limit", settings.entry_limit.into(), 2, limits::ENTRIES.into())?;
    within("stages", settings.stages.len() as u64, 1, limits::STAGES as u64)?;
    check_games(&settings.terms)?;
    check_move_limit(settings.move_limit)?;
    check_overtime(&settings.terms.time, settings.overtime)?;
    for (n, stage) in settings.stages.iter().enumerate() {
        check_stage(stage, n == 0, settings.teams)?;
    }
    Ok(())
}

fn within(what: &'static str, given: u64, min: u64, max: u64) -> Result<(), Refused> {
    if (min..=max).contains(&given) { Ok(()) } else { Err(Refused::OutOfRange { what, given, min, max }) }
}

fn check_games(terms: &Terms) -> Result<(), Refused> {
    if terms.to.is_some() || terms.colour != ColourChoice::Nigiri {
        return Err(Refused::Settings("the pairing says who plays whom with which colour: leave colour and to out"));
    }
    if terms.handicap > 0 {
        return Err(Refused::Settings("games of an event are even: leave the handicap out"));
    }
    if terms.undo {
        return Err(Refused::Settings("moves are not taken back in an event (S1.3): leave undo off"));
    }
    check_terms(terms).map_err(|error: SetupError| error.into())
}

fn check_stage(stage: &StageSettings, is_first: bool, teams: bool) -> Result<(), Refused> {
    match stage.system {
        System::RoundRobin { laps } => within("laps", laps.into(), 1, 8)?,
        System::Swiss { rounds } => within("rounds", rounds.into(), 1, limits::ROUNDS.into())?,
        System::Elimination { losses } | System::SwissElimination { losses } => within("losses", losses.into(), 1, 5)?,
    }
    match stage.bout {
        BoutKind::Game | BoutKind::WinAndContinue { .. } => {}
        BoutKind::BestOf { games } if [3, 5, 7].contains(&games) => {}
        BoutKind::BestOf { .. } => return Err(Refused::Settings("a bout is best of 3, 5 or 7")),
        BoutKind::Boards { boards } => within("boards", boards.into(), 1, 20)?,
    }
    let of_teams = matches!(stage.bout, BoutKind::Boards { .. } | BoutKind::WinAndContinue { .. });
    match (teams, of_teams) {
        (true, false) => return Err(Refused::Settings("teams meet on boards, or win and continue")),
        (false, true) => return Err(Refused::Settings("boards and win-and-continue are for teams")),
        _ => {}
    }
    match (is_first, stage.from) {
        (true, Some(_)) => return Err(Refused::Settings("nobody comes from before the first stage")),
        (false, None) => return Err(Refused::Settings("a later stage says who comes from the one before")),
        (false, Some(from)) => within("who go on", from.first.into(), 2, limits::ENTRIES.into())?,
        (true, None) => {}
    }
    if let Some(order) = &stage.order {
        within("criteria", order.criteria.len() as u64, 1, limits::CRITERIA as u64)?;
        within("places by lot", order.drawn.len() as u64, 0, limits::ENTRIES.into())?;
        check_order(order, stage.system, stage.bout)?;
    }
    check_pace(&stage.pace)
}

fn check_pace(pace: &Pace) -> Result<(), Refused> {
    match pace {
        Pace::ByHand => Ok(()),
        Pace::AtOnce { pause } => within("pause between rounds", *pause, 0, limits::PAUSE_MS),
        Pace::At { times, zone } => {
            within("times", times.len() as u64, 1, limits::ROUNDS.into())?;
            if !times.is_sorted_by(|one, next| one < next) {
                return Err(Refused::Settings("the times of the rounds ascend"));
            }
            zone.as_ref().map_or(Ok(()), |zone| check_text("time zone", zone, 1, limits::ZONE_CHARS))
        }
    }
}

impl Tournament {
    /// Whether only such settings differ as may be changed after the start.
    pub(super) fn only_later_ones(&self, old: &EventSettings, new: &EventSettings) -> Result<(), Refused> {
        let begun = self.stages();
        let mut allowed = old.clone();
        allowed.name.clone_from(&new.name);
        allowed.description.clone_from(&new.description);
        allowed.prizes.clone_from(&new.prizes);
        allowed.organisers.clone_from(&new.organisers);
        allowed.referees.clone_from(&new.referees);
        allowed.entry_limit = new.entry_limit;
        for ((number, stage), wanted) in (1..).zip(&mut allowed.stages).zip(&new.stages) {
            stage.pace.clone_from(&wanted.pace);
            if let Some(wanted) = &wanted.order {
                // an order that was the system's own is put down with the first lot
                let lots = |order| Order { drawn: wanted.drawn.clone(), ..order };
                stage.order = stage.order.take().or_else(|| self.order(number)).map(lots);
            }
            if let (System::Swiss { rounds }, System::Swiss { rounds: wanted }) = (&mut stage.system, wanted.system) {
                let played = begun.get(index(number)).map_or(1, StageState::round);
                if wanted < played || ((number as usize) < begun.len() && wanted != *rounds) {
                    let (given, min, max) = (wanted.into(), played.into(), limits::ROUNDS.into());
                    return Err(Refused::OutOfRange { what: "rounds", given, min, max });
                }
                *rounds = wanted;
            }
        }
        if allowed == *new { Ok(()) } else { Err(Refused::Fixed) }
    }

    /// Lots decide between those who play in a stage; nobody puts his own on record.
    pub(super) fn check_lots(&self, asker: &Asker, old: &EventSettings, new: &EventSettings) -> Result<(), Refused> {
        let drawn = |stage: &StageSettings| stage.order.as_ref().map_or_else(Vec::new, |order| order.drawn.clone());
        for ((stage, old), new) in self.stages().iter().zip(&old.stages).zip(&new.stages) {
            let lots = drawn(new);
            if lots == drawn(old) {
                continue;
            }
            for no in lots {
                if stage.placed(no).is_none() {
                    return Err(Refused::NoSuchEntry(no));
                }
                if self.is_of(no, &asker.account) {
                    return Err(Refused::OwnBout);
                }
            }
        }
        Ok(())
    }
}
