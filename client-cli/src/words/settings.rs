//! What a game is played under, in words: rules, komi, handicap, what an offer asks for. Pure.

use super::{
    Words,
    clock::{duration, time_control},
    game::points,
};
use crate::t;
use tengen_protocol::{
    ColourChoice, Compensation, Ending, Ko, Komi, Placement, Preset, QuarterZi, Suicide, Terms, Visibility,
};

/// A set of rules by the name that people know it by.
pub(crate) fn rules(words: Words, preset: Preset) -> String {
    match preset {
        Preset::Chinese => t!(words, "rules-chinese"),
        Preset::Chinese1988 => t!(words, "rules-chinese-1988"),
        Preset::Aga => t!(words, "rules-aga"),
        Preset::NewZealand => t!(words, "rules-new-zealand"),
        Preset::TrompTaylor => t!(words, "rules-tromp-taylor"),
    }
}

/// Komi in points and in zi: half a point is a quarter of a zi.
pub(crate) fn komi(words: Words, komi: Komi) -> String {
    let margin = QuarterZi(i32::from(komi.half_points()));
    let (points, zi) = (points(margin), words.zi(margin));
    match komi.half_points() {
        0 => t!(words, "komi-none"),
        1.. => t!(words, "komi", points = points, zi = zi),
        _ => t!(words, "komi-reverse", points = points, zi = zi),
    }
}

/// Which repetitions are refused.
pub(crate) fn ko(words: Words, ko: Ko) -> String {
    match ko {
        Ko::Positional => t!(words, "ko-positional"),
        Ko::Situational => t!(words, "ko-situational"),
        Ko::Simple => t!(words, "ko-simple"),
        Ko::Referee => t!(words, "ko-referee"),
    }
}

/// Whether suicide is allowed.
pub(crate) fn suicide(words: Words, suicide: Suicide) -> String {
    match suicide {
        Suicide::No => t!(words, "suicide-no"),
        Suicide::Multi => t!(words, "suicide-multi"),
    }
}

fn compensation(words: Words, compensation: Compensation) -> String {
    match compensation {
        Compensation::N => t!(words, "compensation-n"),
        Compensation::NMinusOne => t!(words, "compensation-n_minus_one"),
        Compensation::None => t!(words, "compensation-none"),
    }
}

fn ending(words: Words, ending: Ending) -> String {
    match ending {
        Ending::Confirmed => t!(words, "ending-confirmed"),
        Ending::AsItStands => t!(words, "ending-as_it_stands"),
    }
}

/// Who may see a game.
pub(crate) fn visibility(words: Words, visibility: Visibility) -> String {
    match visibility {
        Visibility::Public => t!(words, "visibility-public"),
        Visibility::Unlisted => t!(words, "visibility-unlisted"),
        Visibility::Private => t!(words, "visibility-private"),
    }
}

fn placement(words: Words, placement: Placement) -> String {
    match placement {
        Placement::Fixed => t!(words, "placement-fixed"),
        Placement::Free => t!(words, "placement-free"),
    }
}

fn maker(words: Words, choice: ColourChoice) -> String {
    match choice {
        ColourChoice::Black => t!(words, "maker-black"),
        ColourChoice::White => t!(words, "maker-white"),
        ColourChoice::Nigiri => t!(words, "maker-nigiri"),
    }
}

/// What an offer asks for: board, rules, time, colour, and whatever is not as usual.
pub(crate) fn terms(words: Words, terms: &Terms) -> String {
    let mut parts = vec![terms.size.to_string(), rules(words, terms.rules)];
    parts.extend(terms.ko.map(|setting| ko(words, setting)));
    parts.extend(terms.suicide.map(|setting| suicide(words, setting)));
    parts.extend(terms.compensation.map(|setting| compensation(words, setting)));
    let end = terms.rules.rules().ending;
    parts.extend((end != Ending::Confirmed).then(|| ending(words, end)));
    parts.extend(terms.komi.map(|setting| komi(words, setting)));
    if terms.handicap > 0 {
        parts.push(t!(words, "handicap", stones = terms.handicap));
        if terms.placement != Placement::default() {
            parts.push(placement(words, terms.placement));
        }
    }
    parts.push(time_control(words, &terms.time));
    parts.push(maker(words, terms.colour));
    if !terms.undo {
        parts.push(t!(words, "undo-off"));
    }
    match terms.pause_budget {
        None => {}
        Some(0) => parts.push(t!(words, "pauses-off")),
        Some(ms) => parts.push(t!(words, "pauses", time = duration(words, ms))),
    }
    if terms.visibility != Visibility::default() {
        parts.push(visibility(words, terms.visibility));
    }
    let listed = parts.into_iter().reduce(|terms, next| t!(words, "terms-and", terms = terms, next = next));
    listed.unwrap_or_default()
}
