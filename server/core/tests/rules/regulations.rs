//! `REGULATIONS.md` names, for every article, where it is implemented and which test shows it: here
//! those names are held against the files.

use std::{collections::BTreeSet, fs, path::Path};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The articles that must have a row, in order.
fn articles() -> Vec<String> {
    let numbered = |source: &str, most: u32| (1..=most).map(|n| format!("{source}{n}")).collect::<Vec<_>>();
    let parts = [("S1.", 40), ("S2 article ", 12), ("S2 rule ", 6), ("S2 requirement ", 7)];
    parts.iter().flat_map(|(source, most)| numbered(source, *most)).collect()
}

/// What stands in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The file that a quotation names, with the name of a test after `::`.
fn check(quotation: &str) -> Result<(), String> {
    let (file, test) = quotation.split_once("::").map_or((quotation, None), |(file, test)| (file, Some(test)));
    let text = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
    let Some(test) = test else { return Ok(()) };
    let found = match Path::new(file).extension().and_then(|extension| extension.to_str()) {
        Some("rs") => text.lines().any(|line| {
            line.trim_start().starts_with(&format!("fn {test}("))
                || line.trim_start().starts_with(&format!("async fn {test}("))
        }),
        _ => text.contains(&format!("test(\"{test}\"")),
    };
    if found { Ok(()) } else { Err(format!("{file} has no test {test}")) }
}

fn rows(text: &str) -> Vec<Vec<&str>> {
    let is_row = |line: &&str| line.starts_with("| S1.") || line.starts_with("| S2 ");
    text.lines().filter(is_row).map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn every_article_has_a_row_that_is_true() {
    let text = fs::read_to_string(root().join("server/core/REGULATIONS.md")).unwrap();
    let rows = rows(&text);
    let named: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    assert_eq!(named, articles(), "one row for each article, in order");
    let mut wrong = BTreeSet::new();
    for row in &rows {
        let [article, _, place, test] = row[..] else { panic!("four cells in each row: {row:?}") };
        for quotation in quoted(place).chain(quoted(test)) {
            if let Err(error) = check(quotation) {
                wrong.insert(format!("{article}: {error}"));
            }
        }
        let shown = quoted(place).next().is_some() && quoted(test).any(|quotation| quotation.contains("::"));
        let excused = place.starts_with("Duty of people") || place.starts_with("Not built yet");
        if !shown && !excused {
            wrong.insert(format!("{article}: names no file or no test, and does not say why"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_name_that_does_not_exist_is_noticed() {
    check("server/core/tests/rules/regulations.rs::a_name_that_does_not_exist_is_noticed").unwrap();
    assert!(check("server/core/tests/rules/regulations.rs::no_such_test").is_err());
    assert!(check("server/core/tests/rules/no_such_file.rs").is_err());
}
