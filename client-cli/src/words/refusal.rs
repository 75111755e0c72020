//! What people read about a refusal: made from the code and its parameters, never from the server's
//! message for developers, except where that quotes the place in what could not be read. Pure.

use super::{Words, clock::duration, game::colour, when};
use crate::{t, text::printable};
use fluent_bundle::FluentArgs;
use tengen_protocol::{Code, Limit, Limited, Why, WireError};

/// One sentence for a person.
pub(crate) fn refusal(words: Words, error: &WireError) -> String {
    with_parameters(words, error).unwrap_or_else(|| code(words, error.code))
}

/// What a code means.
pub(crate) fn code(words: Words, code: Code) -> String {
    words.text(&format!("refusal-{code}"), &FluentArgs::new())
}

/// The sentence where the server's parameters say more than the code.
fn with_parameters(words: Words, error: &WireError) -> Option<String> {
    Some(match error.code {
        Code::Superko => match error.repeats_move? {
            0 => t!(words, "refusal-superko-start"),
            ply => t!(words, "refusal-superko-move", ply = ply),
        },
        Code::StaleMarks => t!(words, "refusal-stale_marks-now", revision = error.revision?),
        Code::NotYourTurn => t!(words, "refusal-not_your_turn-now", colour = colour(words, error.to_move?)),
        Code::PassWhilePlacing => t!(words, "refusal-pass_while_placing-left", stones = error.handicap_left?),
        Code::NoSuchMoves => match error.limit.as_ref()?.max {
            0 => t!(words, "refusal-no_such_moves-none"),
            most => t!(words, "refusal-no_such_moves-most", moves = most),
        },
        Code::NotSupported => {
            // The names are what one writes.
            let names: Vec<String> = error.supported.as_ref()?.iter().map(ToString::to_string).collect();
            t!(words, "refusal-not_supported-rules", rules = names.join(", "))
        }
        // to the minute, since nobody waits for a second of it
        Code::Muted => {
            let left = error.retry_after?.div_ceil(60_000).saturating_mul(60_000);
            t!(words, "refusal-muted-for", time = duration(words, left))
        }
        Code::RateLimited => {
            t!(words, "refusal-rate_limited-after", seconds = error.retry_after?.div_ceil(1000))
        }
        Code::BadTerms
        | Code::BadText
        | Code::BadName
        | Code::BadPassword
        | Code::BadRequest
        | Code::TooMany
        | Code::TooManyJoined
        | Code::GameLimit
        | Code::RulingMoves
        | Code::BadClock
        | Code::BadResumeAt
        | Code::TalkFull
        | Code::Forbidden
        | Code::NotFound
        | Code::Tournament => because(words, error.code, reason(words, error)?),
        // The message names the position of the mistake in the text that was sent.
        Code::BadMessage => because(words, error.code, printable(&error.message)),
        _ => return None,
    })
}

fn because(words: Words, what: Code, why: String) -> String {
    t!(words, "refusal-because", refusal = code(words, what), why = why)
}

/// The limit where there is one, since that says all; else the cause.
fn reason(words: Words, error: &WireError) -> Option<String> {
    error.limit.as_deref().map(|broken| limit(words, broken)).or_else(|| error.why.map(|why| cause(words, why, None)))
}

/// What was wrong with a part of what was sent: the limit where there is one, else the cause.
pub(crate) fn cause(words: Words, why: Why, broken: Option<&Limit>) -> String {
    broken.map_or_else(|| words.text(&format!("why-{why}"), &FluentArgs::new()), |broken| limit(words, broken))
}

/// What is limited and how.
fn limit(words: Words, limit: &Limit) -> String {
    let value = |n: u64| match limit.of {
        Limited::ResumeAt => when::local(n),
        of if is_duration(of) => duration(words, n),
        _ => n.to_string(),
    };
    let (what, max) = (limited(words, limit.of), value(limit.max));
    match (limit.given, limit.min) {
        (None, None) => t!(words, "limit-most", what = what, max = max),
        (None, Some(min)) => t!(words, "limit-between", what = what, min = value(min), max = max),
        (Some(given), None) => t!(words, "limit-given", what = what, given = value(given), max = max),
        (Some(given), Some(min)) => {
            t!(words, "limit-range", what = what, given = value(given), min = value(min), max = max)
        }
    }
}

/// Whether a limit is in ms.
const fn is_duration(of: Limited) -> bool {
    match of {
        Limited::Main
        | Limited::Period
        | Limited::Block
        | Limited::Increment
        | Limited::Cap
        | Limited::Simple
        | Limited::Correspondence
        | Limited::Pauses
        | Limited::RoundPause => true,
        Limited::Periods
        | Limited::ResumeAt
        | Limited::Stones
        | Limited::Handicap
        | Limited::Moves
        | Limited::Events
        | Limited::Marks
        | Limited::Requests
        | Limited::Rulings
        | Limited::OpenOffers
        | Limited::AllOffers
        | Limited::Games
        | Limited::Joined
        | Limited::Lines
        | Limited::Muted
        | Limited::LineCharacters
        | Limited::NameCharacters
        | Limited::NameBytes
        | Limited::PasswordBytes
        | Limited::LabelCharacters
        | Limited::TokenDays
        | Limited::Tokens
        | Limited::Sockets
        | Limited::Played
        | Limited::Referees
        | Limited::Page
        | Limited::Entries
        | Limited::OpenTournaments
        | Limited::Officials
        | Limited::Stages
        | Limited::Rounds
        | Limited::Laps
        | Limited::Losses
        | Limited::Boards
        | Limited::Qualifiers
        | Limited::Criteria
        | Limited::TextCharacters
        | Limited::Bouts
        | Limited::TournamentGames
        | Limited::RoundGames
        | Limited::BoutGames
        | Limited::EntriesEach
        | Limited::Sanctions
        | Limited::OfTournament
        | Limited::MoveLimit => false,
    }
}

/// What has a limit.
fn limited(words: Words, of: Limited) -> String {
    match of {
        Limited::Main => t!(words, "limited-main"),
        Limited::Periods => t!(words, "limited-periods"),
        Limited::Period => t!(words, "limited-period"),
        Limited::Stones => t!(words, "limited-stones"),
        Limited::Block => t!(words, "limited-block"),
        Limited::Increment => t!(words, "limited-increment"),
        Limited::Cap => t!(words, "limited-cap"),
        Limited::Simple => t!(words, "limited-simple"),
        Limited::Correspondence => t!(words, "limited-correspondence"),
        Limited::Handicap => t!(words, "limited-handicap"),
        Limited::Moves => t!(words, "limited-moves"),
        Limited::Events => t!(words, "limited-events"),
        Limited::Marks => t!(words, "limited-marks"),
        Limited::Requests => t!(words, "limited-requests"),
        Limited::Rulings => t!(words, "limited-rulings"),
        Limited::OpenOffers => t!(words, "limited-open_offers"),
        Limited::AllOffers => t!(words, "limited-all_offers"),
        Limited::Games => t!(words, "limited-games"),
        Limited::Joined => t!(words, "limited-joined"),
        Limited::Lines => t!(words, "limited-lines"),
        Limited::Muted => t!(words, "limited-muted"),
        Limited::LineCharacters => t!(words, "limited-line_characters"),
        Limited::NameCharacters => t!(words, "limited-name_characters"),
        Limited::NameBytes => t!(words, "limited-name_bytes"),
        Limited::PasswordBytes => t!(words, "limited-password_bytes"),
        Limited::LabelCharacters => t!(words, "limited-label_characters"),
        Limited::TokenDays => t!(words, "limited-token_days"),
        Limited::Tokens => t!(words, "limited-tokens"),
        Limited::Sockets => t!(words, "limited-sockets"),
        Limited::Pauses => t!(words, "limited-pauses"),
        Limited::ResumeAt => t!(words, "limited-resume_at"),
        Limited::Played => t!(words, "limited-played"),
        Limited::Referees => t!(words, "limited-referees"),
        Limited::Page => t!(words, "limited-page"),
        Limited::Entries => t!(words, "limited-entries"),
        Limited::OpenTournaments => t!(words, "limited-open_tournaments"),
        Limited::Officials => t!(words, "limited-officials"),
        Limited::Stages => t!(words, "limited-stages"),
        Limited::Rounds => t!(words, "limited-rounds"),
        Limited::Laps => t!(words, "limited-laps"),
        Limited::Losses => t!(words, "limited-losses"),
        Limited::Boards => t!(words, "limited-boards"),
        Limited::Qualifiers => t!(words, "limited-qualifiers"),
        Limited::Criteria => t!(words, "limited-criteria"),
        Limited::TextCharacters => t!(words, "limited-text_characters"),
        Limited::Bouts => t!(words, "limited-bouts"),
        Limited::TournamentGames => t!(words, "limited-tournament_games"),
        Limited::RoundGames => t!(words, "limited-round_games"),
        Limited::BoutGames => t!(words, "limited-bout_games"),
        Limited::EntriesEach => t!(words, "limited-entries_each"),
        Limited::Sanctions => t!(words, "limited-sanctions"),
        Limited::OfTournament => t!(words, "limited-of_tournament"),
        Limited::MoveLimit => t!(words, "limited-move_limit"),
        Limited::RoundPause => t!(words, "limited-round_pause"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;
    use tengen_protocol::{Colour, Preset};

    fn english(error: &WireError) -> String {
        refusal(Words::english(), error)
    }

    #[test]
    fn refusals_are_made_of_code_and_parameters() {
        let mut error = WireError::new(Code::Superko, "for developers");
        error.repeats_move = Some(41);
        assert_eq!(english(&error), "that would repeat the position after move 41");
        assert_eq!(refusal(Words::of(Language::Simplified, false), &error), "该手会再现第 41 手后的局面");
        error.repeats_move = Some(0);
        assert_eq!(english(&error), "that would repeat the position at the start of the game");
        let turn = WireError::new(Code::NotYourTurn, "for developers").to_move(Colour::White);
        assert_eq!(english(&turn), "it is white's turn");
        assert_eq!(refusal(Words::of(Language::Traditional, false), &turn), "現在輪到白方");
        let mut rules = WireError::new(Code::NotSupported, "for developers");
        rules.supported = Some(Preset::ALL.into());
        assert!(english(&rules).ends_with("chinese, chinese-1988, aga, new-zealand, tromp-taylor"));
        assert_eq!(english(&WireError::new(Code::RateLimited, "").retry_after(1200)), "too fast: try again in 2 s");
        let none = WireError::new(Code::NoSuchMoves, "").limit(Limit::most(Limited::Moves, 0));
        assert_eq!(english(&none), "there is no move to take back");
        let one = WireError::new(Code::NoSuchMoves, "").limit(Limit::most(Limited::Moves, 1));
        assert_eq!(english(&one), "at most 1 move can be taken back");
    }

    #[test]
    fn causes_are_said_in_the_language_of_the_reader() {
        let said = |error: &WireError| Language::ALL.map(|it| refusal(Words::of(it, false), error));
        let name = WireError::new(Code::BadName, "for developers");
        assert_eq!(said(&name), ["that name is not allowed", "不可以用这个名字", "不可以用這個名字"]);
        assert_eq!(
            said(&name.clone().why(Why::Reserved)),
            [
                "that name is not allowed: it is reserved",
                "不可以用这个名字：它已被保留",
                "不可以用這個名字：它已被保留",
            ]
        );
        let long = name.why(Why::TooLong).limit(Limit::range(Limited::NameCharacters, 2, 24, 25));
        assert_eq!(
            said(&long),
            [
                "that name is not allowed: characters of a name: 25 does not fit, from 2 to 24",
                "不可以用这个名字：名字的字数：应为 2～24，而不是 25",
                "不可以用這個名字：名字的字數：應為 2～24，而不是 25",
            ]
        );
        let short = Limit { min: Some(8), ..Limit::most(Limited::PasswordBytes, 256) };
        let password = WireError::new(Code::BadPassword, "for developers").why(Why::TooShort).limit(short);
        assert_eq!(
            said(&password),
            [
                "that password is not allowed: bytes of a password: from 8 to 256",
                "不可以用这个密码：密码的字节数：应为 8～256",
                "不可以用這個密碼：密碼的位元組數：應為 8～256",
            ]
        );
        let drawn = WireError::new(Code::BadTerms, "for developers").why(Why::NigiriWithHandicap);
        assert_eq!(
            said(&drawn),
            [
                "the offer does not fit together: with a handicap choose black or white: colours are drawn in even games only",
                "对局条件不合适：让子棋不猜先，请选执黑或执白",
                "對局條件不合適：讓子棋不猜先，請選執黑或執白",
            ]
        );
        let text = WireError::from(tengen_protocol::check_text("a\u{1b}[2J").unwrap_err());
        assert_eq!(
            said(&text),
            [
                "that cannot be said: it has control, direction or zero-width characters",
                "不可以这样说：含有控制字符、方向字符或零宽字符",
                "不可以這樣說：含有控制字元、方向字元或零寬字元",
            ]
        );
    }

    #[test]
    fn no_code_but_one_is_told_in_the_servers_words() {
        for one in Code::ALL {
            let said = english(&WireError::new(*one, "komi 0.5 with\u{1b}[2J"));
            assert_eq!(said.contains("komi 0.5 with\u{fffd}[2J"), *one == Code::BadMessage, "{said}");
        }
    }

    #[test]
    fn every_cause_has_a_sentence_of_its_own() {
        for language in Language::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for why in Why::ALL {
                let error = WireError::new(Code::BadRequest, "").why(*why);
                assert!(seen.insert(refusal(Words::of(language, false), &error)), "{why}");
            }
        }
    }

    #[test]
    fn a_limit_is_said_with_its_unit() {
        let terms = WireError::new(Code::BadTerms, "for developers").why(Why::OutOfRange);
        let range = Limit { of: Limited::Period, min: Some(1_000), max: 3_600_000, given: Some(7_200_000) };
        let terms = terms.limit(range);
        assert_eq!(
            english(&terms),
            "the offer does not fit together: a byo-yomi period: 2 h does not fit, from 1 s to 1 h"
        );
        let hans = refusal(Words::of(Language::Simplified, false), &terms);
        assert_eq!(hans, "对局条件不合适：每次读秒的时间：应为 1 秒～1 小时，而不是 2 小时");
        let full = WireError::new(Code::TooMany, "").limit(Limit::most(Limited::OpenOffers, 4));
        assert_eq!(english(&full), "too many: open offers of an account: at most 4");
    }

    #[test]
    fn who_is_muted_is_told_for_how_long() {
        let muted = WireError::new(Code::Muted, "");
        assert_eq!(english(&muted), "the operator of this server does not let you talk");
        let said = english(&muted.retry_after(2 * 86_400_000 - 1));
        assert_eq!(said, "the operator of this server does not let you talk for 2 days");
    }

    #[test]
    fn every_code_has_a_sentence_of_its_own() {
        for language in Language::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for one in Code::ALL {
                assert!(seen.insert(code(Words::of(language, false), *one)), "{one}");
            }
        }
    }
}
