//! What the lobby looks like. It reads the state and says where the mouse finds what.

use super::{
    Connection, Lobby, Who,
    form::Field,
    lists::{Entry, Line, Section},
    sheet,
};
use crate::{
    screen::{
        Look,
        cells::{fit, width},
    },
    t,
    text::printable,
    words::{self, game::phase},
};
use ratatui::{Frame, buffer::Buffer, layout::Rect, style::Style};
use std::time::Instant;
use tengen_protocol::{AccountId, ColourChoice, Offer, Preset, http::GameSummary};

/// Rows above the lists: title, who one is, a rule.
const ABOVE: u16 = 3;

/// Rows below: a rule, a message, keys.
const BELOW: u16 = 3;

/// Cells of the column of boards.
const BOARD: usize = 7;

/// Cells of the column of time controls.
const TIME: usize = 15;

/// Cells of the column of phases.
const PHASE: usize = 11;

/// Cells of the column of rules, where there is room.
const RULES: usize = 13;

/// Where things are, for the mouse.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// The first line of the lists that is shown.
    first: usize,
    entries: Vec<(u16, usize)>,
    pub(super) fields: Vec<(Rect, Field)>,
}

impl Places {
    /// The number of the entry in a row.
    pub(super) fn entry(&self, row: u16) -> Option<usize> {
        self.entries.iter().find(|(at, _)| *at == row).map(|(_, entry)| *entry)
    }

    /// The field of the form at a place.
    pub(super) fn field(&self, column: u16, row: u16) -> Option<Field> {
        self.fields.iter().find(|(area, _)| area.contains((column, row).into())).map(|(_, field)| *field)
    }
}

/// Draws the lobby.
pub(super) fn lobby(lobby: &Lobby, frame: &mut Frame<'_>, now: Instant) -> Places {
    let look = lobby.look;
    if look.too_small(frame) {
        return Places::default();
    }
    let mut places = Places { first: lobby.places.first, ..Places::default() };
    let area = frame.area();
    let buffer = frame.buffer_mut();
    head(lobby, area, buffer, now);
    if !lobby.editing {
        lists(lobby, area, buffer, &mut places);
    }
    rule(look, area, buffer, area.bottom() - BELOW);
    let bottom = area.bottom();
    if let Some(said) = &lobby.said {
        let style = if said.wrong { look.error() } else { Style::new() };
        put(buffer, 0, bottom - 2, &printable(&said.text), area.width, style);
    } else if let (false, Some(Entry::Offer(offer))) = (lobby.editing, lobby.lists.chosen()) {
        // All of it: one takes no offer without having seen what it says.
        put(buffer, 0, bottom - 2, &words::settings::terms(look.words, &offer.terms), area.width, look.quiet());
    }
    keys(look, area, buffer, &wanted_keys(lobby));
    if lobby.editing
        && let Some(cursor) = sheet::form(look, &lobby.form, area, buffer, &mut places)
    {
        frame.set_cursor_position(cursor);
    }
    places
}

/// Writes a text into so many cells; where it ends.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, cells: u16, style: Style) -> u16 {
    buffer.set_stringn(x, y, text, cells.into(), style).0
}

fn rule(look: Look, area: Rect, buffer: &mut Buffer, y: u16) {
    let line = if look.ascii { "-" } else { "\u{2500}" };
    put(buffer, 0, y, &line.repeat(area.width.into()), area.width, look.quiet());
}

fn head(lobby: &Lobby, area: Rect, buffer: &mut Buffer, now: Instant) {
    let (look, words) = (lobby.look, lobby.look.words);
    let (state, style) = match &lobby.connection {
        Connection::Opening => (t!(words, "lobby-connecting"), look.quiet()),
        Connection::Open => (t!(words, "lobby-connected"), look.good()),
        Connection::Lost { until, .. } => {
            let seconds = until.saturating_duration_since(now).as_millis().div_ceil(1000).max(1);
            let seconds = u64::try_from(seconds).unwrap_or(u64::MAX);
            (t!(words, "lobby-disconnected", seconds = seconds), look.error())
        }
    };
    let x = put(buffer, 0, 0, &t!(words, "lobby-title"), area.width, look.title());
    let right = area.width.saturating_sub(u16::try_from(width(&state)).unwrap_or(u16::MAX));
    put(buffer, x + 2, 0, &lobby.server, right.saturating_sub(x + 3), look.quiet());
    put(buffer, right, 0, &state, area.width - right, style);
    let who = match (&lobby.who, &lobby.connection) {
        (_, Connection::Lost { why, .. }) => why.clone(),
        (Who::Unknown, _) => String::new(),
        (Who::Nobody, _) => t!(words, "lobby-nobody"),
        (Who::Account { name, .. }, _) => t!(words, "lobby-who", name = name.as_str()),
    };
    put(buffer, 0, 1, &printable(&who), area.width, Style::new());
    rule(look, area, buffer, 2);
}

fn lists(lobby: &Lobby, area: Rect, buffer: &mut Buffer, places: &mut Places) {
    let look = lobby.look;
    let rows = area.height.saturating_sub(ABOVE + BELOW);
    let lines = lobby.lists.lines();
    let first = lobby.lists.scroll(&lines, rows.into(), places.first);
    let left = lines.len().saturating_sub(first + usize::from(rows));
    for (y, line) in (ABOVE..).zip(lines.iter().skip(first).take(rows.into())) {
        match line {
            Line::Blank => {}
            Line::Title(section) => title(lobby, *section, area, buffer, y),
            Line::Nothing(section) => {
                let text = if lobby.known { nothing(lobby, *section) } else { t!(look.words, "lobby-not-read-yet") };
                put(buffer, 2, y, &text, area.width - 2, look.quiet());
            }
            Line::Entry(at) => {
                let Some(entry) = lobby.lists.entry(*at) else { continue };
                let chosen = Some(*at) == lobby.lists.selected();
                let mark = if chosen { "> " } else { "  " };
                let text = entry_line(look, entry, usize::from(area.width) - 2, lobby.account());
                let style = if chosen { look.selected() } else { Style::new() };
                put(buffer, 0, y, &format!("{mark}{text}"), area.width, style);
                places.entries.push((y, *at));
            }
        }
    }
    places.first = first;
    if left > 0 {
        let arrow = if look.ascii { "v" } else { "\u{2193}" };
        let text = format!("{arrow} {left}");
        let x = area.width.saturating_sub(u16::try_from(width(&text)).unwrap_or(0));
        put(buffer, x, area.bottom() - BELOW - 1, &text, area.width - x, look.quiet());
    }
}

fn nothing(lobby: &Lobby, section: Section) -> String {
    let words = lobby.look.words;
    match section {
        Section::Mine => t!(words, "lobby-no-games-of-yours"),
        Section::Offers if lobby.account().is_some() => t!(words, "lobby-no-offers-make-one"),
        Section::Offers => t!(words, "lobby-no-offers"),
        Section::Games => t!(words, "lobby-no-games"),
    }
}

/// The title of a list, with those of its columns.
fn title(lobby: &Lobby, section: Section, area: Rect, buffer: &mut Buffer, y: u16) {
    let (look, words) = (lobby.look, lobby.look.words);
    let count = lobby.lists.count(section);
    let text = match section {
        Section::Mine => t!(words, "lobby-games-of-yours", count = count),
        Section::Offers => t!(words, "lobby-offers", count = count),
        Section::Games => t!(words, "lobby-games", count = count),
    };
    let cells = usize::from(area.width) - 2;
    let columns = match section {
        Section::Mine | Section::Games => {
            let [names, _, _, _, _] = game_columns(cells);
            let heads = [t!(words, "lobby-board"), t!(words, "lobby-time"), t!(words, "lobby-state")];
            (2 * names, vec![(heads[0].clone(), BOARD), (heads[1].clone(), TIME), (heads[2].clone(), PHASE)])
        }
        Section::Offers => {
            let [name, _, _, rules, rest] = offer_columns(cells);
            let heads = vec![
                (t!(words, "lobby-board"), BOARD),
                (t!(words, "lobby-time"), TIME),
                (t!(words, "lobby-rules"), rules),
                (t!(words, "lobby-settings"), rest),
            ];
            (name, heads)
        }
    };
    put(buffer, 0, y, &text, area.width, look.title());
    if count > 0 {
        let (first, heads) = columns;
        let heads: String = heads.iter().map(|(head, cells)| fit(head, *cells, look.ascii)).collect();
        let x = u16::try_from(first + 2).unwrap_or(area.width).min(area.width);
        put(buffer, x, y, &heads, area.width - x, look.quiet());
    }
}

/// Two names, board, time, phase.
fn game_columns(cells: usize) -> [usize; 5] {
    let names = cells.saturating_sub(BOARD + TIME + PHASE) / 2;
    [names, names, BOARD, TIME, PHASE]
}

/// Name, board, time, rules, the rest.
fn offer_columns(cells: usize) -> [usize; 5] {
    let rules = if cells >= 74 { RULES } else { 0 };
    let name = (cells / 4).min(26);
    [name, BOARD, TIME, rules, cells.saturating_sub(name + BOARD + TIME + rules)]
}

fn entry_line(look: Look, entry: Entry<'_>, cells: usize, me: Option<&AccountId>) -> String {
    match entry {
        Entry::Mine(game) | Entry::Game(game) => game_line(look, game, cells),
        Entry::Offer(offer) => offer_line(look, offer, cells, me),
    }
}

fn game_line(look: Look, game: &GameSummary, cells: usize) -> String {
    let (words, ascii) = (look.words, look.ascii);
    let [names, ..] = game_columns(cells);
    // The colour is beside the name, whatever the name.
    let cut = |name: &str| fit(&printable(name), names.saturating_sub(6), ascii).trim_end().to_owned();
    let black = t!(words, "lobby-black", name = cut(&game.names.black));
    let white = t!(words, "lobby-white", name = cut(&game.names.white));
    let phase = phase(words, game.phase);
    let (size, time) = (game.setup.size.to_string(), game.setup.time.to_string());
    let columns = [black, white, size, time, phase];
    columns.iter().zip(game_columns(cells)).map(|(text, cells)| fit(text, cells, ascii)).collect()
}

fn offer_line(look: Look, offer: &Offer, cells: usize, me: Option<&AccountId>) -> String {
    let (words, ascii, terms) = (look.words, look.ascii, &offer.terms);
    let columns = offer_columns(cells);
    let name = printable(&offer.name);
    let name = if me == Some(&offer.by) {
        let room = columns[0].saturating_sub(width(&t!(words, "lobby-yours", name = "")) + 1);
        let name = fit(&name, room.min(width(&name)), ascii);
        t!(words, "lobby-yours", name = name)
    } else {
        name
    };
    let mut settings = Vec::new();
    if terms.handicap > 0 {
        settings.push(t!(words, "handicap", stones = terms.handicap));
    }
    settings.extend(terms.komi.map(|komi| words::settings::komi(words, komi)));
    settings.extend(terms.colour.fixed().map(|_| match terms.colour {
        ColourChoice::Black => t!(words, "maker-black"),
        _ => t!(words, "maker-white"),
    }));
    let texts = [name, terms.size.to_string(), terms.time.to_string(), rules(look, terms.rules), settings.join("  ")];
    // One cell between columns, whatever is in them.
    texts
        .iter()
        .zip(columns)
        .map(|(text, cells)| fit(&fit(text, cells.saturating_sub(1), ascii), cells, ascii))
        .collect()
}

/// The name of rules in a column.
fn rules(look: Look, rules: Preset) -> String {
    match rules {
        Preset::Chinese => t!(look.words, "lobby-rules-chinese"),
        Preset::Chinese1988 => t!(look.words, "lobby-rules-chinese-1988"),
        Preset::Aga => t!(look.words, "lobby-rules-aga"),
        Preset::NewZealand => t!(look.words, "lobby-rules-new-zealand"),
        Preset::TrompTaylor => t!(look.words, "lobby-rules-tromp-taylor"),
    }
}

fn wanted_keys(lobby: &Lobby) -> Vec<(&'static str, String)> {
    let words = lobby.look.words;
    if lobby.editing {
        let arrows =
            if lobby.look.ascii { ["Up/Down", "Left/Right"] } else { ["\u{2191}\u{2193}", "\u{2190}\u{2192}"] };
        return vec![
            ("Enter", t!(words, "lobby-key-offer")),
            (arrows[0], t!(words, "lobby-key-field")),
            (arrows[1], t!(words, "lobby-key-value")),
            ("Esc", t!(words, "lobby-key-back")),
        ];
    }
    let own = matches!(lobby.lists.chosen(), Some(Entry::Offer(offer)) if lobby.account() == Some(&offer.by));
    let mut keys = Vec::new();
    match lobby.lists.chosen() {
        Some(Entry::Mine(_)) => keys.push(("Enter", t!(words, "lobby-key-play"))),
        Some(Entry::Game(_)) => keys.push(("Enter", t!(words, "lobby-key-watch"))),
        Some(Entry::Offer(_)) if own => keys.push(("w", t!(words, "lobby-key-withdraw"))),
        Some(Entry::Offer(_)) => keys.push(("Enter", t!(words, "lobby-key-take"))),
        None => {}
    }
    if lobby.who == Who::Nobody {
        keys.push(("g", t!(words, "lobby-key-guest")));
    } else {
        keys.push(("n", t!(words, "lobby-key-new")));
    }
    keys.push(("Tab", t!(words, "lobby-key-next")));
    keys.push(("r", t!(words, "lobby-key-refresh")));
    keys.push(("q", t!(words, "lobby-key-quit")));
    keys
}

/// The keys at the bottom, as many as there is room for.
pub(super) fn keys(look: Look, area: Rect, buffer: &mut Buffer, keys: &[(&str, String)]) {
    let y = area.bottom() - 1;
    let mut x = 0;
    for (key, text) in keys {
        let cells = width(key) + 1 + width(text);
        if usize::from(x) + cells > area.width.into() {
            break;
        }
        x = put(buffer, x, y, key, area.width - x, look.title());
        x = put(buffer, x + 1, y, text, area.width - x - 1, Style::new()) + 2;
    }
}
