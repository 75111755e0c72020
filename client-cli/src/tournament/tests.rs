//! Each page as it is read, in each language: golden texts beside the code.

use super::{
    acts::{Newest, newest_game},
    bracket, explain, files,
    names::Names,
    rounds, show, standings,
};
use crate::words::{Language, Words};
use serde_json::{Value, json};
use std::{fs, path::Path};
use tengen_protocol::{
    EntryNo,
    tournament_view::{TournamentLine, TournamentPreset, TournamentView},
};
use unicode_width::UnicodeWidthStr;

/// Compares pages with files, or with `TENGEN_UPDATE` writes them anew.
fn golden(name: &str, page: impl Fn(Words) -> String) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tournament/golden");
    for language in Language::ALL {
        let path = directory.join(format!("{name}.{}.txt", language.tag()));
        let text = format!("{}\n", page(Words::of(language, false)));
        if std::env::var_os("TENGEN_UPDATE").is_some() {
            fs::create_dir_all(&directory).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, text, "{}: TENGEN_UPDATE=1 writes it anew", path.display());
    }
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn settings() -> Value {
    json!({
        "name": "春季公开赛", "description": "Hall 2\nprizes: 3", "organisers": ["a1"], "referees": ["a2", "a9"],
        "stages": [
            { "system": { "system": "swiss", "rounds": 3 }, "bout": { "bout": "game" },
              "pace": { "pace": "at_once", "pause": 60_000 } },
            { "system": { "system": "elimination", "losses": 1 }, "bout": { "bout": "best_of", "games": 3 },
              "draws": "replay", "from": { "first": 4 } },
        ],
        "terms": { "size": { "width": 19, "height": 19 },
            "time": { "system": "byo_yomi", "main": 1_800_000, "periods": 5, "period": 30_000 } },
        "lateness": "quarter_hour", "entry_limit": 64, "illegal_move": "pass", "overtime": "penalty",
    })
}

fn view() -> TournamentView {
    read(json!({
        "tournament": "t1", "seq": 12, "head": "0000000000000000", "now": 1, "phase": "running",
        "settings": settings(), "officials": [["a1", "Ann"], ["a2", "裁判长"]],
        "entries": [
            { "no": 1, "name": "Li Ming", "account": "a5", "rank": "5d", "rating": 2650, "club": "West", "seed": 1 },
            { "no": 2, "name": "王小明", "rank": "12k", "club": "北京棋院" },
            { "no": 3, "name": "Cyd\u{1b}[2J", "gone": true },
            { "no": 4, "name": "Dan", "excluded": { "reason": "cheating", "text": "twice" }, "gone": true },
            { "no": 5, "name": "Eve", "from_round": 2 },
        ],
        "draw": { "how": { "seeded": { "seeded": 1 } }, "seed": "00ff", "order": [1, 2, 3, 4], "stale": true },
        "stages": [{ "stage": 1, "began": 1, "field": [{ "entry": 1, "seed": 1 }, { "entry": 2, "seed": 2 }],
            "rounds": 2, "complete": 1, "held": 3 }],
        "sanctions": [{ "at": 0, "sanction": { "sanction": "lower_prize", "entry": 2 },
            "act": { "reason": "ceremony" } }],
        "you": { "organiser": true, "entry": 1 },
    }))
}

fn teams() -> TournamentView {
    let mut view = view();
    view.settings.teams = true;
    view.entries = read(json!([
        { "no": 1, "name": "West", "members": [{ "name": "Ann", "rank": "1d" }, { "name": "小林" }, { "name": "Cyd" }],
          "lineup": [2, 1], "absent": [1] },
        { "no": 2, "name": "东队", "members": [{ "name": "Dan", "account": "a4" }, { "name": "Eve" }] },
    ]));
    view
}

fn utc(text: &str) -> String {
    // The machine's zone is not the test's.
    text.replace(&crate::words::when::local(0), "TIME")
}

#[test]
fn a_tournament_is_shown() {
    golden("show", |words| utc(&show::tournament(words, &view())));
    golden("entries", |words| show::entries(words, &view()));
    golden("teams", |words| show::entries(words, &teams()));
    let line = |tournament: &str, name: &str, phase: &str, stage: u32| {
        read::<TournamentLine>(json!({ "tournament": tournament, "name": name, "phase": phase, "created_at": 0,
            "entries": 12, "stage": stage, "round": stage * 2 }))
    };
    let lines = [line("t1", "春季公开赛", "running", 1), line("k3-9", "Club open", "entry", 0)];
    golden("list", |words| utc(&show::list(words, &lines)));
    let presets = [read::<TournamentPreset>(json!({ "preset": "uec", "settings": settings() }))];
    golden("presets", |words| show::presets(words, &presets));
    assert!(!show::tournament(Words::english(), &view()).contains('\u{1b}'));
}

#[test]
fn a_round_is_shown() {
    let game = |game: &str, black: u32, white: u32| json!({ "game": game, "board": 1, "black": { "entry": black }, "white": { "entry": white }, "created": true });
    let mut won = game("g1", 1, 2);
    won["outcome"] = json!({ "result": "B+R", "reason": "resignation", "winner": "black" });
    won["score"] = json!({ "scores": { "first": "win", "second": "loss" } });
    won["warnings"] = json!([0, 1]);
    let round = read(json!({
        "tournament": "t1", "seq": 12, "stage": 1, "round": 2, "paired": 0, "begun": 0,
        "by_hand": { "reason": "other", "text": "late bus" },
        "bouts": [
            { "table": 1, "first": 1, "second": 2, "result": { "first": "win", "second": "loss" }, "games": [won] },
            { "table": 2, "first": 3, "second": 4, "games": [game("g2", 3, 4)] },
            { "table": 3, "first": 2, "second": 5, "fixed": true,
              "result": { "first": "loss", "second": "win", "forfeit": true } },
        ],
        "byes": [5],
        "remarks": [{ "remark": "bye_again", "entry": 5, "times": 2 },
            { "remark": "rematch", "first": 1, "second": 2, "times": 2 }],
    }));
    let view = view();
    golden("round", |words| utc(&rounds::round(words, &Names::of(&view), &round)));
    let seat = |entry: u32, member: u32| json!({ "entry": entry, "member": member });
    let of_teams = read(json!({
        "tournament": "t1", "seq": 12, "stage": 1, "round": 1, "paired": 0, "complete": 0, "closed": true,
        "bouts": [{ "table": 1, "first": 1, "second": 2, "result": { "first": "draw", "second": "draw" }, "games": [
            { "game": "g1", "board": 1, "black": seat(1, 2), "white": seat(2, 1), "elsewhere": true,
              "score": { "scores": { "first": "win", "second": "loss" } } },
            { "game": "g2", "board": 2, "black": seat(2, 2), "white": seat(1, 1), "elsewhere": true },
        ] }],
    }));
    let teams = teams();
    golden("round-teams", |words| utc(&rounds::round(words, &Names::of(&teams), &of_teams)));
    let bout = &of_teams.bouts[0];
    assert_eq!(newest_game(bout, None), Newest::Several);
    assert_eq!(newest_game(bout, Some(2)), Newest::Game("g2".parse().unwrap()));
    assert_eq!(newest_game(bout, Some(3)), Newest::None);
    assert_eq!(newest_game(&round.bouts[0], None), Newest::Game("g1".parse().unwrap()));
}

fn value(criterion: impl Into<Value>, n: i64, d: u64) -> Value {
    json!({ "criterion": criterion.into(), "number": { "n": n, "d": d } })
}

#[test]
fn standings_are_shown() {
    let row = |entry: u32, place: Option<u32>, points: u32, sos: i64, cells: Value| {
        let values = json!([value("points", points.into(), 1), value("sos", sos, 3), { "criterion": "direct_encounter" },
            value(json!({ "wins_on_board": { "board": 1 } }), 2, 1)]);
        json!({ "entry": entry, "place": place, "points": points, "values": values, "cells": cells })
    };
    let met = |opponent: u32, colour: &str, score: &str| json!({ "cell": "met", "opponent": opponent, "colour": colour, "score": score });
    let open = json!({ "cell": "met", "opponent": 1, "colour": "white" });
    let forfeit = json!({ "cell": "met", "opponent": 4, "colour": "black", "score": "loss", "forfeit": true });
    let order = json!({ "criteria": ["points", "sos", "direct_encounter", { "wins_on_board": { "board": 1 } }] });
    let rows = json!([
        row(1, Some(1), 4, 20, json!([met(2, "black", "win"), { "cell": "bye" }])),
        row(2, Some(2), 1, 12, json!([met(1, "white", "draw"), open])),
        row(3, None, 0, 0, json!([forfeit, { "cell": "absent" }])),
    ]);
    let page = read(json!({ "tournament": "t1", "seq": 9, "stage": 1, "rounds": 2, "order": order, "rows": rows }));
    let view = view();
    golden("standings", |words| standings::standings(words, &Names::of(&view), &page, false));
    golden("crosstable", |words| standings::standings(words, &Names::of(&view), &page, true));
    // whoever is still in has a number beyond all rounds
    let survival = |n: i64| value(json!({ "survival": { "losses": 1 } }), n, 1);
    let rows = json!([{ "entry": 1, "place": 1, "points": 4, "values": [survival(4)] },
        { "entry": 2, "place": 2, "points": 2, "values": [survival(2)] }]);
    let order = json!({ "criteria": [{ "survival": { "losses": 1 } }] });
    let page = read(json!({ "tournament": "t1", "seq": 9, "stage": 2, "rounds": 2, "order": order, "rows": rows }));
    golden("survival", |words| standings::standings(words, &Names::of(&view), &page, false));
}

#[test]
fn columns_stand_below_one_another_whatever_the_characters() {
    let view = view();
    for language in Language::ALL {
        let text = show::entries(Words::of(language, false), &view);
        let at = |line: &str, part: &str| line[..line.find(part).unwrap()].width();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(at(lines[1], "5d"), at(lines[2], "12k"), "{text}");
        assert_eq!(at(lines[1], "West"), at(lines[2], "北京棋院"), "{text}");
    }
}

#[test]
fn a_bracket_is_drawn() {
    let taken = |entry: u32| json!({ "place": "taken", "entry": entry });
    let open = json!({ "place": "open" });
    let won = |entry: u32| json!({ "outcome": "won", "entry": entry });
    let undecided = json!({ "outcome": "open" });
    let bout =
        |upper: &Value, lower: &Value, outcome: &Value| json!({ "upper": upper, "lower": lower, "outcome": outcome });
    let layers = json!([
        { "round": 1, "matches": [bout(&taken(1), &json!({ "place": "empty" }), &won(1)),
            bout(&taken(2), &taken(3), &won(2)), bout(&taken(4), &taken(5), &won(5)),
            bout(&taken(6), &json!({ "place": "left", "entry": 3 }), &undecided)] },
        { "round": 2, "matches": [bout(&taken(1), &taken(2), &undecided), bout(&taken(5), &open, &undecided)] },
        { "matches": [bout(&open, &open, &undecided)] },
    ]);
    let bracket = json!({ "layers": layers, "outcome": undecided });
    let page = read(json!({ "tournament": "t1", "seq": 9, "stage": 2, "bracket": bracket }));
    let view = view();
    golden("bracket", |words| bracket::bracket(words, &Names::of(&view), &page));
    let ascii = bracket::bracket(Words::of(Language::English, true), &Names::of(&view), &page);
    assert!(ascii.contains("-+") && !ascii.contains('┐'), "{ascii}");
    let none = json!({ "tournament": "t1", "seq": 9, "stage": 2, "bracket": { "layers": [], "outcome": undecided } });
    assert_eq!(bracket::bracket(Words::english(), &Names::of(&view), &read(none)).lines().count(), 2);
}

fn side(entry: u32, points: u32) -> Value {
    json!({ "entry": entry, "place": 2, "points": points, "byes": 0, "rank": 1, "group": 4, "colours": ["white"],
        "wish": { "colour": "black", "strength": "strong" }, "last_float": "down",
        "natural": { "opponent": 3, "obstacle": { "obstacle": "met", "times": 1 } } })
}

#[test]
fn a_place_is_explained() {
    let term = |round: u32, opponent: Option<u32>, score: &str, counts: i64, why: &str| {
        let mut term =
            json!({ "round": round, "score": score, "from": { "n": counts }, "counts": { "n": counts }, "why": why });
        if let Some(opponent) = opponent {
            term["opponent"] = opponent.into();
        }
        term
    };
    let terms = json!([term(1, Some(2), "win", 2, "played"), term(2, None, "win", 2, "bye")]);
    let total = json!({ "criterion": "total", "number": { "n": 101, "d": 7 }, "level": 3, "terms": terms,
        "formula": { "formula": "total", "points": { "n": 14 }, "opponents": { "n": 52 }, "highest": 14, "rounds": 7,
            "bracket": { "n": 3, "d": 7 } } });
    let direct =
        json!({ "criterion": "direct_encounter", "level": 2, "formula": { "formula": "not_all_met" }, "terms": [] });
    let wins =
        json!({ "criterion": "wins", "number": { "n": 2 }, "level": 1, "formula": { "formula": "sum" }, "terms": [] });
    let costs = json!([{ "criterion": "point_difference", "amount": 4 }, { "criterion": "lowest_list", "amount": 7 }]);
    let pair = json!({ "kind": "pair", "first": side(2, 2), "second": side(1, 4), "costs": costs,
        "colours": { "reason": "otherwise_more", "criterion": "strong_wishes" } });
    let page = read(json!({
        "tournament": "t1", "seq": 9, "stage": 1,
        "place": { "entry": 1, "place": 2, "rounds": 7, "points": terms, "figures": [total, direct, wins],
            "shared_with": [2], "drawn": 1 },
        "pairings": [
            { "round": 1, "why": pair }, { "round": 2, "why": { "kind": "bye", "side": side(1, 4), "costs": [] } },
        ],
    }));
    let view = view();
    golden("explain", |words| explain::explain(words, &Names::of(&view), &page));
    let text = explain::explain(Words::english(), &Names::of(&view), &page);
    assert!(text.contains("14 + (52 / 7 - 7) = 14 + 0.4286 = 14.4286"), "{text}");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn entries_are_named_by_number_or_name() {
    let mut view = view();
    let names = Names::of(&view);
    let named = |text: &str| names.named(Words::english(), text).ok();
    assert_eq!((named("2"), named("#77"), named("li MING")), (Some(EntryNo(2)), Some(EntryNo(77)), Some(EntryNo(1))));
    assert_eq!((named("王小明"), named("nobody")), (Some(EntryNo(2)), None));
    view.entries[4].entry.name = "LI ming".into();
    let error = Names::of(&view).named(Words::english(), "Li Ming").unwrap_err();
    assert_eq!((error.to_string().as_str(), error.exit_code()), ("'Li Ming' are several: say #1, #5 ..", 2));
}

#[test]
fn what_is_wrong_with_a_list_is_said_by_line_and_column() {
    let checked = read(json!({ "entries": 0, "encoding": "UTF-8", "ignored": ["Zoll\u{1b}"], "problems": [
        { "line": 3, "column": 2, "field": "rank", "why": "no_rank", "message": "x" },
        { "line": 4, "why": "differs", "message": "x" },
        { "field": "name", "why": "no_column", "message": "x" },
        { "line": 5, "column": 6, "field": "seed", "why": "out_of_range", "message": "x",
          "limit": { "of": "entries", "min": 1, "max": 9, "given": 0 } },
    ] }));
    golden("list-problems", |words| files::told(words, &checked).join("\n"));
    let good = read(json!({ "entries": 12, "encoding": "GB18030" }));
    assert_eq!(files::told(Words::english(), &good), ["the list is in order: 12 entries"]);
}
