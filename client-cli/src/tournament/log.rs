//! The log of a tournament for people: who did what, when and why. Pure.

use super::{
    names::Names,
    show::{official, sanctioned},
};
use crate::{
    t,
    text::printable,
    words::{Words, game, tournament as said, when},
};
use tengen_protocol::{
    AccountId, Act, BoutRef, Changes, EntryNo, Happened, Pairing, Recorded, TournamentEvent,
    tournament_view::TournamentView,
};

/// One event: its number, when it was, who asked for it, what it was and why, and which results came of it.
pub(super) fn line(words: Words, view: &TournamentView, event: &Recorded<TournamentEvent>) -> String {
    let what = &event.event.what;
    let names = Names::of(view);
    let mut whole = happened(words, &names, what);
    if let Some(act) = act(what) {
        whole = t!(words, "tournament-log-why", what = whole, reason = said::act(words, act));
    }
    if let Some(results) = changes(what).and_then(|changes| results(words, changes)) {
        whole = t!(words, "terms-and", terms = whole, next = results);
    }
    let by = match &event.event.asked {
        Some(asked) => person(view, &names, &asked.by),
        None => t!(words, "tournament-log-by-itself"),
    };
    t!(words, "tournament-log-line", seq = event.seq.to_string(), time = when::local(event.at), by = by, what = whole)
}

/// Who has an account: an official by his name, else whoever is entered with it.
fn person(view: &TournamentView, names: &Names<'_>, account: &AccountId) -> String {
    let entered = view.entries.iter().find(|entry| entry.entry.account.as_ref() == Some(account));
    match entered.filter(|_| view.officials.iter().all(|(id, _)| id != account)) {
        Some(entry) => names.numbered(entry.entry.no),
        None => official(view, account),
    }
}

fn happened(words: Words, names: &Names<'_>, what: &Happened) -> String {
    let entry = |no: EntryNo| names.numbered(no);
    match what {
        Happened::Created { settings } => t!(words, "tournament-log-created", name = printable(&settings.name)),
        Happened::Changed { .. } => t!(words, "tournament-log-changed"),
        Happened::Entered { entries } => {
            let all = entries.iter().map(|entry| format!("{} {}", entry.no, printable(&entry.name)));
            t!(words, "tournament-log-entered", entries = said::listed(words, all))
        }
        Happened::EntryChanged { entry } => {
            t!(words, "tournament-log-entry-changed", entry = format!("{} {}", entry.no, printable(&entry.name)))
        }
        Happened::Drawn { how, seed, .. } => {
            let how = said::draw_by(words, *how);
            t!(words, "tournament-log-drawn", how = how, seed = printable(seed))
        }
        Happened::StageStarted { stage, field } => {
            t!(words, "tournament-log-stage", stage = *stage, field = field.len())
        }
        Happened::Paired { stage, round, pairs, byes, begun, .. } => {
            let paired = paired(words, names, pairs, byes);
            match begun {
                true => t!(words, "tournament-log-paired-begun", stage = *stage, round = *round, pairs = paired),
                false => t!(words, "tournament-log-paired", stage = *stage, round = *round, pairs = paired),
            }
        }
        Happened::Swapped { bout, .. } => t!(words, "tournament-log-swapped", bout = bout.to_string()),
        Happened::Begun { stage, round, .. } => t!(words, "tournament-log-begun", stage = *stage, round = *round),
        Happened::GamesCreated { games } => t!(words, "tournament-log-games", games = games.len()),
        Happened::Counted { game, outcome, .. } => {
            let outcome = game::outcome(words, outcome);
            t!(words, "tournament-log-counted", game = game.as_str(), outcome = outcome)
        }
        Happened::Announced { game, .. } => t!(words, "tournament-log-announced", game = game.as_str()),
        Happened::ReplayOrdered { game, .. } => t!(words, "tournament-order-replay", game = game.as_str()),
        Happened::Overturned { .. } => t!(words, "tournament-log-overturned"),
        Happened::Withdrew { entry: no, excluded: None, .. } => {
            t!(words, "tournament-log-withdrew", entry = entry(*no))
        }
        Happened::Withdrew { entry: no, excluded: Some(_), .. } => {
            t!(words, "tournament-log-excluded", entry = entry(*no))
        }
        Happened::LinedUp { entry: no, members, absent } => {
            let numbers = |members: &[u32]| said::listed(words, members.iter().map(ToString::to_string));
            let (entry, members) = (entry(*no), numbers(members));
            match absent.as_slice() {
                [] => t!(words, "tournament-log-lined-up", entry = entry, members = members),
                absent => {
                    let absent = numbers(absent);
                    t!(words, "tournament-log-lined-up-absent", entry = entry, members = members, absent = absent)
                }
            }
        }
        Happened::MemberLeft { entry: no, member, .. } => {
            t!(words, "tournament-log-member-left", entry = entry(*no), member = *member)
        }
        Happened::Readmitted { entry: no, .. } => t!(words, "tournament-log-readmitted", entry = entry(*no)),
        Happened::RoundClosed { stage, round, .. } => {
            t!(words, "tournament-log-closed", stage = *stage, round = *round)
        }
        Happened::Held { stage, round, .. } => t!(words, "tournament-show-held", stage = *stage, round = *round),
        Happened::Sanctioned { sanction, .. } => sanctioned(words, names, sanction),
        Happened::Finished => t!(words, "tournament-log-finished"),
        Happened::Cancelled { .. } => t!(words, "tournament-log-cancelled"),
    }
}

fn paired(words: Words, names: &Names<'_>, pairs: &[Pairing], byes: &[EntryNo]) -> String {
    let pairs = pairs.iter().map(|pair| format!("{} – {}", names.numbered(pair.first), names.numbered(pair.second)));
    let byes = byes.iter().map(|no| t!(words, "tournament-round-bye", entry = names.numbered(*no)));
    said::listed(words, pairs.chain(byes))
}

const fn act(what: &Happened) -> Option<&Act> {
    match what {
        Happened::Swapped { act, .. }
        | Happened::ReplayOrdered { act, .. }
        | Happened::Overturned { act, .. }
        | Happened::Readmitted { act, .. }
        | Happened::Sanctioned { act, .. }
        | Happened::Cancelled { act } => Some(act),
        Happened::Paired { by_hand: act, .. }
        | Happened::Announced { act, .. }
        | Happened::Withdrew { excluded: act, .. } => act.as_ref(),
        _ => None,
    }
}

const fn changes(what: &Happened) -> Option<&Changes> {
    match what {
        Happened::Paired { changes, .. }
        | Happened::Begun { changes, .. }
        | Happened::Counted { changes, .. }
        | Happened::Announced { changes, .. }
        | Happened::ReplayOrdered { changes, .. }
        | Happened::Overturned { changes, .. }
        | Happened::Withdrew { changes, .. }
        | Happened::MemberLeft { changes, .. }
        | Happened::RoundClosed { changes, .. } => Some(changes),
        _ => None,
    }
}

/// Bouts that have another result by it.
fn results(words: Words, changes: &Changes) -> Option<String> {
    let results = changes.results.iter().map(|result| {
        let BoutRef { stage, round, table } = result.bout;
        let bout = format!("{stage}.{round}.{table}");
        match result.scores {
            Some(scores) => t!(words, "tournament-log-result", bout = bout, score = said::scores(words, scores)),
            None => t!(words, "tournament-log-open", bout = bout),
        }
    });
    let results = said::listed(words, results);
    (!results.is_empty()).then_some(results)
}
