//! A tournament, lists of tournaments, of presets and of entries, as text. Pure.

use super::{
    names::Names,
    table::{Side, Table},
};
use crate::{
    t,
    text::printable,
    words::{Words, lapse, tournament as said, when},
};
use tengen_protocol::{
    AccountId, Sanction,
    tournament_view::{EntryView, SanctionView, StageView, TournamentLine, TournamentPreset, TournamentView, You},
};

/// The list of tournaments.
pub(super) fn list(words: Words, lines: &[TournamentLine]) -> String {
    let mut table = Table::new([
        (t!(words, "tournament-head-id"), Side::Left),
        (t!(words, "tournament-head-name"), Side::Left),
        (t!(words, "tournament-head-phase"), Side::Left),
        (t!(words, "tournament-head-entries"), Side::Right),
        (t!(words, "tournament-head-stage"), Side::Right),
        (t!(words, "tournament-head-round"), Side::Right),
        (t!(words, "tournament-head-made"), Side::Left),
    ]);
    for line in lines {
        let going_on = |n: u32| if n == 0 { String::new() } else { n.to_string() };
        table.row([
            line.tournament.to_string(),
            line.name.clone(),
            said::phase(words, line.phase),
            line.entries.to_string(),
            going_on(line.stage),
            going_on(line.round),
            when::local(line.created_at),
        ]);
    }
    if table.is_empty() { t!(words, "tournament-list-empty") } else { table.text() }
}

/// Settings to begin from: each by its name, with its stages and games below.
pub(super) fn presets(words: Words, presets: &[TournamentPreset]) -> String {
    let mut lines = Vec::new();
    for TournamentPreset { preset, settings } in presets {
        lines.push(printable(preset));
        let stages = settings.stages.iter().map(|stage| said::stage(words, stage));
        let games = [said::terms(words, &settings.terms), said::lateness(words, settings.lateness)];
        let games = games.into_iter().chain(lapse::rules(words, settings.illegal_move, settings.overtime));
        let rulings = said::awaited_rulings(words, settings);
        lines.extend(stages.chain(games).chain(rulings).map(|line| format!("  {line}")));
    }
    lines.join("\n")
}

/// Everything of a tournament that is no list of entries, pairings or places.
pub(super) fn tournament(words: Words, view: &TournamentView) -> String {
    let settings = &view.settings;
    let names = Names::of(view);
    let name = printable(&settings.name);
    let mut lines = vec![
        t!(words, "tournament-title", name = name, tournament = view.tournament.as_str()),
        said::phase(words, view.phase),
    ];
    lines.extend(settings.description.lines().map(printable));
    for (n, stage) in (1_usize..).zip(&settings.stages) {
        lines.push(t!(words, "tournament-show-stage", stage = n, what = said::stage(words, stage)));
    }
    lines.extend(view.stages.iter().flat_map(|stage| progress(words, stage)));
    lines.push(t!(words, "tournament-show-games", terms = said::terms(words, &settings.terms)));
    if !settings.prizes.is_empty() {
        let numbered = (1..).zip(&settings.prizes).map(|(place, prize)| format!("{place}. {}", printable(prize)));
        lines.push(t!(words, "tournament-show-prizes", prizes = numbered.collect::<Vec<_>>().join(", ")));
    }
    lines.push(t!(words, "tournament-show-lateness", rule = said::lateness(words, settings.lateness)));
    lines.extend(said::awaited_rulings(words, settings));
    lines.extend(lapse::rules(words, settings.illegal_move, settings.overtime));
    if !settings.hosted {
        lines.push(t!(words, "tournament-show-elsewhere"));
    }
    let there = view.entries.iter().filter(|entry| !entry.gone).count();
    let rule = said::entry_rule(words, settings.entry);
    lines.push(match settings.teams {
        true => t!(words, "tournament-show-teams", entries = there, most = settings.entry_limit, rule = rule),
        false => t!(words, "tournament-show-players", entries = there, most = settings.entry_limit, rule = rule),
    });
    let of = |accounts: &[AccountId]| said::listed(words, accounts.iter().map(|account| official(view, account)));
    for (accounts, referees) in [(&settings.organisers, false), (&settings.referees, true)] {
        match (accounts.is_empty(), referees) {
            (true, _) => {}
            (false, false) => lines.push(t!(words, "tournament-show-organisers", names = of(accounts))),
            (false, true) => lines.push(t!(words, "tournament-show-referees", names = of(accounts))),
        }
    }
    if let Some(draw) = &view.draw {
        let how = said::draw_by(words, draw.how);
        lines.push(t!(words, "tournament-show-draw", how = how, seed = printable(&draw.seed)));
        lines.extend(draw.stale.then(|| t!(words, "tournament-show-draw-stale")));
    }
    lines.extend(view.next.map(|next| said::step(words, next.step, next.at)));
    lines.extend(view.sanctions.iter().map(|of| sanction(words, &names, of)));
    lines.extend(you(words, &names, &view.you));
    lines.join("\n")
}

/// An official by his name now, else by his id.
pub(super) fn official(view: &TournamentView, account: &AccountId) -> String {
    let named = view.officials.iter().find(|(id, _)| id == account);
    named.map_or_else(|| account.to_string(), |(_, name)| printable(name))
}

fn progress(words: Words, stage: &StageView) -> Vec<String> {
    let field = stage.field.len();
    let (n, rounds, complete) = (stage.stage, stage.rounds, stage.complete);
    let held = stage.held.map(|round| t!(words, "tournament-show-held", stage = n, round = round));
    let went = t!(words, "tournament-show-progress", stage = n, field = field, rounds = rounds, complete = complete);
    std::iter::once(went).chain(held).collect()
}

fn sanction(words: Words, names: &Names<'_>, view: &SanctionView) -> String {
    let what = sanctioned(words, names, &view.sanction);
    let (time, reason) = (when::local(view.at), said::act(words, &view.act));
    t!(words, "tournament-show-sanction", time = time, what = what, reason = reason)
}

/// A sanction as it is ordered.
pub(super) fn sanctioned(words: Words, names: &Names<'_>, sanction: &Sanction) -> String {
    match sanction {
        Sanction::Ban { account, until, everywhere: false } => {
            t!(words, "tournament-order-ban", account = account.as_str(), time = when::local(*until))
        }
        Sanction::Ban { account, until, everywhere: true } => {
            t!(words, "tournament-order-ban-everywhere", account = account.as_str(), time = when::local(*until))
        }
        Sanction::LiftBan { account } => t!(words, "tournament-order-lift-ban", account = account.as_str()),
        Sanction::LowerPrize { entry } => {
            t!(words, "tournament-order-lower-prize", entry = names.numbered(*entry))
        }
        Sanction::Reprimand { name, .. } => t!(words, "tournament-order-reprimand", name = printable(name)),
    }
}

fn you(words: Words, names: &Names<'_>, you: &You) -> Vec<String> {
    let organiser = you.organiser.then(|| t!(words, "tournament-you-organiser"));
    let referee = you.referee.then(|| t!(words, "tournament-you-referee"));
    let entry = you.entry.map(|entry| t!(words, "tournament-you-entry", entry = names.numbered(entry)));
    organiser.into_iter().chain(referee).chain(entry).collect()
}

/// Who is entered; the members of a team stand below it.
pub(super) fn entries(words: Words, view: &TournamentView) -> String {
    let mut table = Table::new([
        (t!(words, "tournament-head-no"), Side::Right),
        (t!(words, "tournament-head-name"), Side::Left),
        (t!(words, "tournament-head-rank"), Side::Left),
        (t!(words, "tournament-head-rating"), Side::Right),
        (t!(words, "tournament-head-club"), Side::Left),
        (t!(words, "tournament-head-seed"), Side::Right),
        (t!(words, "tournament-head-account"), Side::Left),
        (t!(words, "tournament-head-note"), Side::Left),
    ]);
    let or_nothing = |text: Option<String>| text.unwrap_or_default();
    for view in &view.entries {
        let entry = &view.entry;
        table.row([
            entry.no.to_string(),
            entry.name.clone(),
            or_nothing(entry.rank.map(|rank| rank.to_string())),
            or_nothing(entry.rating.map(|rating| rating.to_string())),
            or_nothing(entry.club.clone()),
            or_nothing(entry.seed.map(|seed| seed.to_string())),
            or_nothing(entry.account.as_ref().map(ToString::to_string)),
            note(words, view),
        ]);
        for (n, member) in (1_u32..).zip(&entry.members) {
            let place = view.lineup.iter().position(|playing| *playing == n);
            let note = match (place, view.absent.contains(&n)) {
                (_, true) => t!(words, "tournament-member-absent"),
                (Some(at), false) => t!(words, "tournament-member-board", board = at + 1),
                (None, false) => String::new(),
            };
            table.row([
                String::new(),
                format!("  {n} {}", member.name),
                or_nothing(member.rank.map(|rank| rank.to_string())),
                or_nothing(member.rating.map(|rating| rating.to_string())),
                String::new(),
                String::new(),
                or_nothing(member.account.as_ref().map(ToString::to_string)),
                note,
            ]);
        }
    }
    if table.is_empty() { t!(words, "tournament-entries-empty") } else { table.text() }
}

fn note(words: Words, view: &EntryView) -> String {
    match (&view.excluded, view.gone, view.entry.from_round) {
        (Some(act), ..) => t!(words, "tournament-entry-excluded", reason = said::act(words, act)),
        (None, true, _) => t!(words, "tournament-entry-gone"),
        (None, false, 0 | 1) => String::new(),
        (None, false, round) => t!(words, "tournament-entry-from", round = round),
    }
}
