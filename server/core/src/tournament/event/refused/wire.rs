//! Refusals on the wire: a code and a cause that people's clients put into words, with the limit that was
//! broken. The message is for developers.

use super::Refused;
use crate::tournament::NotYet;
use tengen_protocol::{Code, Limit, Limited, Why, WireError};

impl From<&Refused> for WireError {
    fn from(refused: &Refused) -> Self {
        if let Refused::Terms(error) = refused {
            return error.into();
        }
        let (code, why) = told(refused);
        let mut error = Self::new(code, refused.to_string());
        error.why = why;
        error.limit = limit(refused).map(Box::new);
        if let Refused::Stale { acted, .. } = refused {
            error.seq = Some(*acted);
        }
        error
    }
}

/// The code and the cause.
const fn told(refused: &Refused) -> (Code, Option<Why>) {
    match refused {
        Refused::NotAnOrganiser => (Code::Forbidden, Some(Why::NotAnOrganiser)),
        Refused::NotAnOfficial => (Code::Forbidden, Some(Why::NotAnOfficial)),
        Refused::OwnBout => (Code::Forbidden, Some(Why::OwnBout)),
        Refused::EntryClosed => (Code::Forbidden, Some(Why::EntryClosed)),
        Refused::NotYourself => (Code::Forbidden, Some(Why::NotYourself)),
        Refused::WasEntered { .. } => (Code::Forbidden, Some(Why::WasEntered)),
        Refused::Banned { .. } => (Code::Forbidden, Some(Why::Banned)),
        Refused::BannedEverywhere { .. } => (Code::Forbidden, Some(Why::BannedEverywhere)),
        Refused::NotOfTheServer => (Code::Forbidden, Some(Why::NotOfTheServer)),
        Refused::Unknown => (Code::NotFound, None),
        Refused::NoSuchEntry(_) => (Code::NotFound, Some(Why::NoEntry)),
        Refused::NoSuchMember { .. } => (Code::NotFound, Some(Why::NoMember)),
        Refused::NoSuchBout(_) => (Code::NotFound, Some(Why::NoBout)),
        Refused::NoSuchGame(_) => (Code::NotFound, Some(Why::NoGame)),
        Refused::Exists | Refused::IdReused => (Code::IdReused, None),
        Refused::Full(_) | Refused::Limit { .. } => (Code::TooMany, None),
        Refused::OutOfRange { .. } => (Code::BadRequest, Some(Why::OutOfRange)),
        Refused::Settings(_) => (Code::BadRequest, Some(Why::Settings)),
        Refused::Order(_) => (Code::BadRequest, Some(Why::Order)),
        Refused::Text { .. } => (Code::BadRequest, Some(Why::ControlCharacters)),
        Refused::Entries(_) => (Code::BadRequest, Some(Why::EntryList)),
        Refused::Lineup(_) => (Code::BadRequest, Some(Why::Lineup)),
        Refused::BadPairing { .. } => (Code::BadRequest, Some(Why::BadPairing)),
        Refused::NotYet(not_yet) => not_yet_told(not_yet),
        Refused::Terms(_) => (Code::BadTerms, None),
        Refused::Unwritable(_) | Refused::Id(_) => (Code::Internal, None),
        _ => (Code::Tournament, as_it_stands(refused)),
    }
}

/// What the tournament does not allow as it stands.
const fn as_it_stands(refused: &Refused) -> Option<Why> {
    Some(match refused {
        Refused::NotNow(_) => Why::WrongPhase,
        Refused::Stale { .. } => Why::ActedSince,
        Refused::OldProposal => Why::ChangedMeanwhile,
        Refused::Fixed => Why::Fixed,
        Refused::Entered { .. } => Why::Entered,
        Refused::TooLate(_) => Why::TooLate,
        Refused::NotDrawn => Why::NotDrawn,
        Refused::Unfit(_) => Why::Unfit,
        Refused::TooFew(_) => Why::TooFew,
        Refused::RoundOpen(_) => Why::RoundOpen,
        Refused::NothingToBegin => Why::NothingToBegin,
        Refused::RoundBegun(_) => Why::RoundBegun,
        Refused::RoundOver => Why::RoundOver,
        Refused::NoRound => Why::NoRound,
        Refused::HasResult(_) => Why::HasResult,
        Refused::StageOver => Why::StageOver,
        Refused::StageNotOver => Why::StageNotOver,
        Refused::LastStage => Why::LastStage,
        Refused::TiedAtTheCut { .. } => Why::TiedAtTheCut,
        Refused::NoDraws => Why::NoDraws,
        _ => return None,
    })
}

const fn not_yet_told(not_yet: &NotYet) -> (Code, Option<Why>) {
    match not_yet {
        NotYet::Undecided { .. } => (Code::Tournament, Some(Why::RoundOpen)),
        NotYet::TooFew(_) => (Code::Tournament, Some(Why::TooFew)),
        NotYet::TooMany { .. } => (Code::TooMany, None),
        NotYet::Exhausted => (Code::Tournament, Some(Why::Exhausted)),
    }
}

/// What was gone beyond, in numbers.
fn limit(refused: &Refused) -> Option<Limit> {
    match *refused {
        Refused::OutOfRange { what, given, min, max } => Some(Limit::range(limited(what), min, max, given)),
        Refused::Limit { what, most } => Some(Limit::most(limited(what), most as u64)),
        Refused::Full(most) => Some(Limit::most(Limited::Entries, most.into())),
        Refused::NotYet(NotYet::TooMany { given, most }) => {
            Some(Limit { given: Some(given as u64), ..Limit::most(Limited::Entries, most as u64) })
        }
        _ => None,
    }
}

/// What a limit that the core names in words is on the wire.
fn limited(what: &str) -> Limited {
    match what {
        "entry limit" => Limited::Entries,
        "organisers and referees" => Limited::Officials,
        "stages" => Limited::Stages,
        "rounds" | "rounds in a stage" | "times" => Limited::Rounds,
        "laps" => Limited::Laps,
        "losses" => Limited::Losses,
        "boards" => Limited::Boards,
        "who go on" => Limited::Qualifiers,
        "criteria" => Limited::Criteria,
        "pause between rounds" => Limited::RoundPause,
        "name" | "description" | "text" | "time zone" => Limited::TextCharacters,
        "bouts" => Limited::Bouts,
        "games" => Limited::TournamentGames,
        "games in one round" => Limited::RoundGames,
        "games in such a bout" => Limited::BoutGames,
        "entries of one account" => Limited::EntriesEach,
        "sanctions" => Limited::Sanctions,
        _ => Limited::OfTournament,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::event::Phase;
    use tengen_protocol::EntryNo;

    #[test]
    fn a_refusal_says_who_may_what_is_missing_or_what_stands_against_it() {
        for (refused, code, why) in [
            (Refused::NotAnOrganiser, Code::Forbidden, Some(Why::NotAnOrganiser)),
            (Refused::NoSuchEntry(EntryNo(3)), Code::NotFound, Some(Why::NoEntry)),
            (Refused::Unknown, Code::NotFound, None),
            (Refused::NotNow(Phase::Finished), Code::Tournament, Some(Why::WrongPhase)),
            (Refused::RoundOpen(2), Code::Tournament, Some(Why::RoundOpen)),
            (NotYet::Undecided { round: 1, undecided: 2 }.into(), Code::Tournament, Some(Why::RoundOpen)),
            (NotYet::Exhausted.into(), Code::Tournament, Some(Why::Exhausted)),
            (Refused::Settings("x"), Code::BadRequest, Some(Why::Settings)),
            (Refused::IdReused, Code::IdReused, None),
            (Refused::Unwritable("x".into()), Code::Internal, None),
        ] {
            let error = WireError::from(&refused);
            assert_eq!((error.code, error.why, error.limit), (code, why, None), "{refused}");
        }
        assert_eq!(WireError::from(&Refused::Stale { after: 3, acted: 7 }).seq, Some(7));
    }

    #[test]
    fn a_limit_that_was_broken_is_told_in_numbers() {
        let given = Refused::OutOfRange { what: "laps", given: 9, min: 1, max: 8 };
        let error = WireError::from(&given);
        assert_eq!((error.code, error.why), (Code::BadRequest, Some(Why::OutOfRange)));
        assert_eq!(error.limit, Some(Box::new(Limit::range(Limited::Laps, 1, 8, 9))));
        let full = WireError::from(&Refused::Full(16));
        assert_eq!((full.code, full.limit), (Code::TooMany, Some(Box::new(Limit::most(Limited::Entries, 16)))));
        let many = WireError::from(&Refused::from(NotYet::TooMany { given: 1_025, most: 1_024 }));
        let limit = Limit { given: Some(1_025), ..Limit::most(Limited::Entries, 1_024) };
        assert_eq!(many.limit, Some(Box::new(limit)));
    }
}
