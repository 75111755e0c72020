//! What is said of records, word for word.

use super::*;
use crate::words::Language;
use tengen_protocol::{Ko, Point, Preset, Suicide};

fn game(text: &str) -> ReadGame {
    understood(text.as_bytes(), 1, None).unwrap()
}

fn plain(text: &str) -> String {
    text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "")
}

fn in_language(language: Language) -> Words {
    Words::of(language, false)
}

/// A 5x5 game that Black wins by 12.5: he has the left three columns (15), White the right two.
const FIVE: &str = "(;GM[1]SZ[5]PB[柯洁]BR[9p]PW[李世石]KM[0.5]RU[Chinese]RE[B+4.5]EV[A cup]\
    ;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[ea];W[eb]C[last\nwords\u{1b}]\
    ;B[];W[])";

#[test]
fn a_record_is_shown_in_each_language() {
    let board = [
        "    A B C D E",
        " 5  . . X O . 5",
        " 4  . . X O(O)4",
        " 3  . . X O . 3",
        " 2  . . X O . 2",
        " 1  . . X O . 1",
        "    A B C D E",
    ];
    let shown = |language| plain(&show::text(in_language(language), &game(FIVE), Some(12)));
    let english = [
        "X black: 柯洁 9p, captured 0",
        "O white: 李世石, captured 1",
        "move 12: white E4 (of 14)",
        "result: Black wins by 2¼ zi (4.5 points)",
        "komi 0.5 (¼ zi)",
        "rules: Chinese",
        "event: A cup",
        "comment:",
        "  last",
        "  words\u{fffd}",
    ];
    let simplified = [
        "X 黑方：柯洁 9p，提子 0",
        "O 白方：李世石，提子 1",
        "第 12 手：白方 E4（共 14 手）",
        "结果：黑胜 2¼ 子",
        "贴 ¼ 子（0.5 目）",
        "规则：Chinese",
        "赛事：A cup",
        "解说：",
        "  last",
        "  words\u{fffd}",
    ];
    assert_eq!(shown(Language::English), [&board[..], &english].concat().join("\n"));
    assert_eq!(shown(Language::Simplified), [&board[..], &simplified].concat().join("\n"));
    let traditional = shown(Language::Traditional);
    assert!(traditional.contains("結果：黑勝 2¼ 子") && traditional.contains("解說："), "{traditional}");
    let start = plain(&show::text(Words::english(), &game(FIVE), Some(0)));
    assert!(start.contains("before the first move of 14"), "{start}");
    let end = plain(&show::text(Words::english(), &game(FIVE), None));
    assert!(end.contains("move 14: white passes (of 14)"), "{end}");
}

fn checked(text: &str, terms: (Option<Preset>, Option<Ko>, Option<Suicide>), dead: Option<&str>) -> String {
    let read = game(text);
    let terms = check::Terms::of(&read.record, terms.0, terms.1, terms.2);
    let dead = dead.map(|dead| dead.split_whitespace().map(|at| at.parse::<Point>().unwrap()).collect());
    check::text(Words::english(), &read.record, &check::check(&read.record, terms, dead).unwrap())
}

#[test]
fn a_legal_record_is_counted_and_compared() {
    let none = (None, None, None);
    let chinese = "under Chinese rules: positional superko, no suicide\nall 14 moves are legal\n";
    assert_eq!(
        checked(FIVE, none, None),
        format!("{chinese}not counted: name a stone of each dead chain with --dead, or --dead \"\" if none is")
    );
    assert_eq!(
        checked(FIVE, none, Some("")),
        format!(
            "{chinese}komi 0.5 (¼ zi)\nBlack wins by 2¼ zi (4.5 points): area 15 to 10, 0 neutral\n\
             the record says the same: Black wins by 2¼ zi (4.5 points)"
        )
    );
    // One stone names its chain: White has nothing left but the stone on E4, which hangs on the chain.
    let dead = checked(FIVE, none, Some("D5"));
    assert!(dead.contains("area 25 to 0") && dead.contains("the record says otherwise"), "{dead}");
    let marked = FIVE.replace(";W[])", ";W[]TB[aa]TW[ee:ec])");
    assert!(checked(&marked, none, None).contains("area 15 to 10"), "marks of the record are enough");
    let tromp = checked(FIVE, (Some(Preset::TrompTaylor), None, None), None);
    assert!(tromp.contains("under Tromp-Taylor rules") && tromp.contains("area 15 to 10"), "{tromp}");
    let read = game(FIVE);
    let terms = check::Terms::of(&read.record, None, None, None);
    let empty: Point = "A1".parse().unwrap();
    assert_eq!(check::check(&read.record, terms, Some(vec![empty])).unwrap_err(), empty);
}

#[test]
fn a_count_by_rules_that_are_not_known_is_not_compared() {
    let japanese = FIVE.replace("RU[Chinese]", "RU[Japanese]");
    let text = checked(&japanese, (None, None, None), Some("D5"));
    assert!(text.contains("are not known, \"Japanese\": judged and counted by Chinese rules"), "{text}");
    assert!(text.ends_with("result: Black wins by 2¼ zi (4.5 points)"), "{text}");
    let asked = checked(&japanese, (Some(Preset::Aga), None, None), Some("D5"));
    assert!(asked.contains("the record says otherwise") && !asked.contains("not known"), "{asked}");
    let read = game(&japanese);
    let terms = check::Terms::of(&read.record, None, None, None);
    let json = check::json(&read, &check::check(&read.record, terms, Some(Vec::new())).unwrap());
    assert_eq!((&json["agrees"], &json["rules_unknown"]), (&serde_json::Value::Null, &json!("Japanese")));
}

#[test]
fn the_first_illegal_move_is_named_with_its_place_and_reason() {
    let ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb]\n;B[cb]\n;W[bb])";
    assert_eq!(
        checked(ko, (None, None, None), None).lines().last().unwrap(),
        "illegal: move 2, white B8 (line 3, column 4): ko: that point may not be retaken yet"
    );
    let again = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb])";
    let superko = checked(again, (None, None, None), None);
    assert!(superko.contains("move 4, white B8") && superko.contains("at the start of the game"), "{superko}");
    assert!(checked(again, (None, Some(Ko::Simple), None), None).contains("all 4 moves are legal"));
    let turn = checked("(;B[aa];B[bb])", (None, None, None), None);
    assert!(turn.ends_with("move 2, black B18 (line 1, column 11): it is white's turn"), "{turn}");
    let beyond = checked("(;SZ[9];B[zz])", (None, None, None), None);
    assert!(beyond.contains("black [zz]") && beyond.contains("not on this board"), "{beyond}");
    let set_up = checked("(;SZ[9]AB[aa]AW[ab][ba];B[cc])", (None, None, None), None);
    assert!(set_up.ends_with("the chain on A9 has no liberty"), "{set_up}");
}

#[test]
fn programs_get_the_same_as_json() {
    let read = game(FIVE);
    let shown = show::json(&read, Some(1));
    assert_eq!(shown["names"]["black"], "柯洁");
    assert_eq!(shown["board"], "..X......................");
    assert_eq!((&shown["number"], shown["moves"].as_array().unwrap().len()), (&json!(1), 14));
    assert_eq!(shown["moves"][0], json!({ "by": "black", "vertex": "C5" }));
    assert_eq!(shown["outcome"], json!({ "winner": "black", "reason": "count", "quarter_zi": 9 }));
    let terms = check::Terms::of(&read.record, None, None, None);
    let counted = check::json(&read, &check::check(&read.record, terms, Some(Vec::new())).unwrap());
    assert_eq!((&counted["legal"], &counted["agrees"]), (&json!(true), &json!(true)));
    assert_eq!(counted["count"], json!({ "black": 15, "white": 10, "neutral": 0, "quarter_zi": 9 }));
    let bad = game("(;SZ[9]KM[375];B[aa];W[aa])");
    let terms = check::Terms::of(&bad.record, None, None, None);
    let bad_json = check::json(&bad, &check::check(&bad.record, terms, None).unwrap());
    assert_eq!(
        bad_json["fault"],
        json!({ "number": 2, "by": "white", "code": "occupied", "vertex": "A9", "line": 1, "column": 24 })
    );
    assert_eq!(bad_json["komi"], 7.5);
    assert_eq!(bad_json["notes"], json!([{ "note": "komi", "value": "375", "komi": 7.5, "line": 1, "column": 11 }]));
}

#[test]
fn every_oddity_and_every_error_has_words_in_each_language() {
    let texts: [&[u8]; 11] = [
        b"x (;PB[M\xfcller])",
        b"(;CA[klingon])",
        b"(;CA[UTF-8]PB[\xbf\xc2])",
        b"(;CA[Shift_JIS]PB[\xff])",
        b"(GM[1])",
        b"(;C[",
        b"(;KM[375]HA[2];B[aa]W[bb])",
        b"(;AB[aa]B[bb])",
        b"(;B[zz]AB[zz]PL[x]HA[x]TM[x]KM[x]RE[x])",
        b"(;GM[2])",
        b"(;SZ[99])",
    ];
    for language in Language::ALL {
        let words = in_language(language);
        let mut said = Vec::new();
        for text in texts {
            match understood(text, 1, None) {
                Ok(read) => said.extend(read.record.notes.kept.iter().map(|note| words::note(words, note))),
                Err(error) => said.push(words::unreadable(words, &error)),
            }
        }
        let nothing = understood(b"", 1, None).unwrap_err();
        let other = understood(b"(;)", 2, None).unwrap_err();
        let encoding = understood(b"(;)", 1, Some("klingon")).unwrap_err();
        let depth = understood("(;".repeat(10_001).as_bytes(), 1, None).unwrap_err();
        let long = understood(&vec![b' '; 8 * 1024 * 1024 + 1], 1, None).unwrap_err();
        said.extend([nothing, other, encoding, depth, long].map(|error| words::unreadable(words, &error)));
        assert_eq!(said.len(), 26, "{said:#?}");
        // A text that is missing is shown by its key.
        assert!(said.iter().all(|text| !text.contains("sgf-")), "{said:#?}");
    }
    let komi = words::note(Words::english(), &game("(;KM[375])").record.notes.kept[0]);
    assert_eq!(komi, "line 1, column 6: komi \"375\" is not in points; read as 7.5 points");
}
