//! Tournaments in words: systems, bouts, phases, what places are decided by, and why a round counts as it
//! does. Pure.

use super::{
    Words,
    clock::{duration, time_control},
    game, settings, when,
};
use crate::{t, text::printable};
use tengen_protocol::{
    Act, BoutKind, DrawBy, DrawRule, EntryField, EntryRule, EventSettings, GameScore, LatenessRule, Pace, Qualifying,
    Scores, StageSettings, System, Terms, UnruledRepetition,
    standings::{Counted, Criterion},
    tournament_view::{Step, TournamentPhase},
};

/// Where a tournament is in its life.
pub(crate) fn phase(words: Words, phase: TournamentPhase) -> String {
    match phase {
        TournamentPhase::Entry => t!(words, "tournament-phase-entry"),
        TournamentPhase::Drawn => t!(words, "tournament-phase-drawn"),
        TournamentPhase::Running => t!(words, "tournament-phase-running"),
        TournamentPhase::Finished => t!(words, "tournament-phase-finished"),
        TournamentPhase::Cancelled => t!(words, "tournament-phase-cancelled"),
    }
}

/// How pairings are made.
pub(crate) fn system(words: Words, system: System) -> String {
    match system {
        System::RoundRobin { laps } => t!(words, "tournament-system-round-robin", laps = laps),
        System::Swiss { rounds } => t!(words, "tournament-system-swiss", rounds = rounds),
        System::Elimination { losses: 1 } => t!(words, "tournament-system-knockout"),
        System::Elimination { losses } => t!(words, "tournament-system-elimination", losses = losses),
        System::SwissElimination { losses } => t!(words, "tournament-system-swiss-elimination", losses = losses),
    }
}

fn bout(words: Words, bout: BoutKind) -> Option<String> {
    match bout {
        BoutKind::Game => None,
        BoutKind::BestOf { games } => Some(t!(words, "tournament-bout-best-of", games = games)),
        BoutKind::Boards { boards } => Some(t!(words, "tournament-bout-boards", boards = boards)),
        BoutKind::WinAndContinue { .. } => Some(t!(words, "tournament-bout-win-and-continue")),
    }
}

fn pace(words: Words, pace: &Pace) -> String {
    match pace {
        Pace::ByHand => t!(words, "tournament-pace-by-hand"),
        Pace::AtOnce { pause: 0 } => t!(words, "tournament-pace-at-once"),
        Pace::AtOnce { pause } => t!(words, "tournament-pace-pause", pause = duration(words, *pause)),
        Pace::At { times, zone } => {
            let times = listed(words, times.iter().map(|time| when::local(*time)));
            match zone {
                Some(zone) => t!(words, "tournament-pace-at-zone", times = times, zone = printable(zone)),
                None => t!(words, "tournament-pace-at", times = times),
            }
        }
    }
}

fn qualifying(words: Words, from: Qualifying) -> String {
    match from.carry_points {
        true => t!(words, "tournament-from-carry", first = from.first),
        false => t!(words, "tournament-from", first = from.first),
    }
}

/// Texts as a list of settings.
pub(crate) fn listed(words: Words, parts: impl IntoIterator<Item = String>) -> String {
    let whole = parts.into_iter().reduce(|terms, next| t!(words, "terms-and", terms = terms, next = next));
    whole.unwrap_or_default()
}

/// What a stage is: `Swiss of 5 rounds, rounds begin by hand`.
pub(crate) fn stage(words: Words, stage: &StageSettings) -> String {
    let draws = match (stage.draws == DrawRule::of(&stage.system), stage.draws) {
        (true, _) => None,
        (false, DrawRule::Stands) => Some(t!(words, "tournament-draws-stand")),
        (false, DrawRule::Replay) => Some(t!(words, "tournament-draws-replay")),
    };
    let from = stage.from.map(|from| qualifying(words, from));
    let parts = [Some(system(words, stage.system)), bout(words, stage.bout), draws, from];
    listed(words, parts.into_iter().flatten().chain([pace(words, &stage.pace)]))
}

/// What its games are played under.
pub(crate) fn terms(words: Words, terms: &Terms) -> String {
    let komi = settings::komi(words, terms.komi.unwrap_or_else(|| terms.rules.komi()));
    let parts = [terms.size.to_string(), settings::rules(words, terms.rules)];
    let ko = terms.ko.map(|ko| settings::ko(words, ko));
    listed(words, parts.into_iter().chain(ko).chain([komi, time_control(words, &terms.time)]))
}

/// What lateness costs.
pub(crate) fn lateness(words: Words, rule: LatenessRule) -> String {
    match rule {
        LatenessRule::Doubled => t!(words, "tournament-lateness-doubled"),
        LatenessRule::QuarterHour => t!(words, "tournament-lateness-quarter-hour"),
        LatenessRule::None => t!(words, "tournament-lateness-none"),
    }
}

/// For what its games stop until a referee rules, beyond what their rules say.
pub(crate) fn awaited_rulings(words: Words, settings: &EventSettings) -> impl Iterator<Item = String> {
    let limit = settings.move_limit.map(|moves| t!(words, "tournament-show-move_limit", moves = moves));
    let is_draw = settings.unruled_repetition == UnruledRepetition::Draw;
    limit.into_iter().chain(is_draw.then(|| t!(words, "tournament-show-unruled-draw")))
}

/// Who may enter.
pub(crate) fn entry_rule(words: Words, rule: EntryRule) -> String {
    match rule {
        EntryRule::Open => t!(words, "tournament-entry-open"),
        EntryRule::Organiser => t!(words, "tournament-entry-organiser"),
    }
}

/// What a column of a list of entries holds.
pub(crate) fn field(words: Words, field: EntryField) -> String {
    match field {
        EntryField::No => t!(words, "tournament-head-no"),
        EntryField::Team => t!(words, "tournament-field-team"),
        EntryField::Name => t!(words, "tournament-head-name"),
        EntryField::Account => t!(words, "tournament-head-account"),
        EntryField::Rank => t!(words, "tournament-head-rank"),
        EntryField::Rating => t!(words, "tournament-head-rating"),
        EntryField::Club => t!(words, "tournament-head-club"),
        EntryField::Seed => t!(words, "tournament-head-seed"),
        EntryField::FromRound => t!(words, "tournament-field-from-round"),
    }
}

/// How the field was drawn.
pub(crate) fn draw_by(words: Words, by: DrawBy) -> String {
    match by {
        DrawBy::Seed => t!(words, "tournament-draw-seed"),
        DrawBy::Rating => t!(words, "tournament-draw-rating"),
        DrawBy::Rank => t!(words, "tournament-draw-rank"),
        DrawBy::Seeded { seeded } => t!(words, "tournament-draw-seeded", seeded = seeded),
        DrawBy::Lot => t!(words, "tournament-draw-lot"),
    }
}

/// What time does next by itself.
pub(crate) fn step(words: Words, step: Step, at: u64) -> String {
    let time = when::local(at);
    match step {
        Step::Start => t!(words, "tournament-next-start", time = time),
        Step::Begin => t!(words, "tournament-next-begin", time = time),
        Step::Next => t!(words, "tournament-next-round", time = time),
    }
}

/// What places are decided by: the head of its column.
pub(crate) fn criterion(words: Words, criterion: Criterion) -> String {
    match criterion {
        Criterion::Points => t!(words, "criterion-points"),
        Criterion::Total => t!(words, "criterion-total"),
        Criterion::Sos => t!(words, "criterion-sos"),
        Criterion::SosWithoutExtremes => t!(words, "criterion-sos-without-extremes"),
        Criterion::Sodos => t!(words, "criterion-sodos"),
        Criterion::Sosos => t!(words, "criterion-sosos"),
        Criterion::BeatenOpponents => t!(words, "criterion-beaten-opponents"),
        Criterion::Warnings => t!(words, "criterion-warnings"),
        Criterion::DirectEncounter => t!(words, "criterion-direct-encounter"),
        Criterion::Wins => t!(words, "criterion-wins"),
        Criterion::WinsWithWhite => t!(words, "criterion-wins-with-white"),
        Criterion::BoardPoints => t!(words, "criterion-board-points"),
        Criterion::BoardWins => t!(words, "criterion-board-wins"),
        Criterion::WinsOnBoard { board } => t!(words, "criterion-wins-on-board", board = board),
        Criterion::Survival { .. } => t!(words, "criterion-survival"),
    }
}

/// Why a round counts as it does; nothing where it was just played.
pub(crate) fn counted(words: Words, why: Counted) -> Option<String> {
    Some(match why {
        Counted::Played => return None,
        Counted::Forfeit => t!(words, "counted-forfeit"),
        Counted::Bye => t!(words, "counted-bye"),
        Counted::NotPaired => t!(words, "counted-not-paired"),
        Counted::BeforeEntry => t!(words, "counted-before-entry"),
        Counted::AfterLeaving => t!(words, "counted-after-leaving"),
        Counted::Void => t!(words, "counted-void"),
        Counted::Undecided => t!(words, "counted-undecided"),
        Counted::Highest => t!(words, "counted-highest"),
        Counted::Lowest => t!(words, "counted-lowest"),
        Counted::Carried => t!(words, "counted-carried"),
    })
}

/// A result in points of the event: `2:0`, `0:2 (forfeit)`.
pub(crate) fn scores(words: Words, scores: Scores) -> String {
    let result = format!("{}:{}", scores.first.points(), scores.second.points());
    if scores.forfeit { t!(words, "tournament-result-forfeit", result = result) } else { result }
}

/// The same of a game, which may have had no result.
pub(crate) fn game_score(words: Words, score: GameScore) -> String {
    score.scores.map_or_else(|| t!(words, "tournament-result-none"), |it| scores(words, it))
}

/// Why an official acted, with his words.
pub(crate) fn act(words: Words, act: &Act) -> String {
    let reason = game::reason(words, act.reason.as_str());
    match act.text.as_str() {
        "" => reason,
        text => t!(words, "tournament-reason-text", reason = reason, text = printable(text)),
    }
}
