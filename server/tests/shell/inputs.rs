//! What the fuzz targets do (`tests/fuzz`), for a short time: texts of strangers, made from those of
//! the corpus, are taken rightly or refused, and break nothing.

use proptest::prelude::*;
use std::{fs, path::Path};

#[path = "../../../tests/fuzz/entries.rs"]
#[allow(unreachable_pub)] // the fuzz targets use it as well
mod entries;

/// The corpus of a target.
fn corpus(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// One change of a text. Places are taken modulo its length.
#[derive(Clone, Debug)]
enum Change {
    Cut {
        from: usize,
        length: usize,
    },
    Insert {
        at: usize,
        text: String,
    },
    Repeat {
        from: usize,
        length: usize,
        to: usize,
    },
    /// The next number becomes another.
    Number {
        at: usize,
        to: String,
    },
}

fn change() -> impl Strategy<Value = Change> {
    let (place, length) = (0_usize..4_096, 1_usize..40);
    let numbers = ["0", "-1", "1e99", "255", "256", "65536", "4294967296", "9007199254740993", "18446744073709551615"];
    let text = "[{}\\[\\]\",:.0-9a-zA-Z+/_-]{1,8}|\\PC{1,3}|null|true|\"[A-T]1?[0-9]\"";
    prop_oneof![
        (place.clone(), length.clone()).prop_map(|(from, length)| Change::Cut { from, length }),
        (place.clone(), text).prop_map(|(at, text)| Change::Insert { at, text }),
        (place.clone(), length, place.clone()).prop_map(|(from, length, to)| Change::Repeat { from, length, to }),
        (place, prop::sample::select(numbers.to_vec())).prop_map(|(at, to)| Change::Number { at, to: to.to_owned() }),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for change in changes {
        let end = text.len();
        let within = |at: usize| at % (end + 1);
        match change {
            Change::Cut { from, length } => drop(text.drain(within(*from)..end.min(within(*from) + length))),
            Change::Insert { at, text: more } => drop(text.splice(within(*at)..within(*at), more.chars())),
            Change::Repeat { from, length, to } => {
                let part = text[within(*from)..end.min(within(*from) + length)].to_vec();
                text.splice(within(*to)..within(*to), part);
            }
            Change::Number { at, to } => {
                let begins = (within(*at)..end).find(|at| text[*at].is_ascii_digit());
                let Some(begins) = begins else { continue };
                let ends = (begins..end).find(|at| !text[*at].is_ascii_digit()).unwrap_or(end);
                text.splice(begins..ends, to.chars());
            }
        }
    }
    text.into_iter().collect()
}

/// A text of the target's corpus with a few changes, or any text at all.
fn input(target: &str) -> impl Strategy<Value = String> + use<> {
    let seeds = prop::sample::select(corpus(target));
    let made = (seeds, prop::collection::vec(change(), 0..5)).prop_map(|(seed, changes)| changed(&seed, &changes));
    prop_oneof![9 => made, 1 => "\\PC{0,60}"]
}

proptest! {
    #[test]
    fn frames(text in input("frames")) {
        entries::frames(&text);
    }

    #[test]
    fn times(text in input("times")) {
        entries::times(&text);
    }

    #[test]
    fn tokens(text in input("tokens")) {
        entries::tokens(&text);
    }

    #[test]
    fn stored(text in input("stored")) {
        entries::stored(&text);
    }

    #[test]
    fn records(text in input("records")) {
        entries::records(&text);
    }

    #[test]
    fn files(text in input("files")) {
        entries::files(&text);
    }
}

/// What a target does with a text.
type Entry = fn(&str);

/// Each target by its name.
const TARGETS: [(&str, Entry); 6] = [
    ("frames", entries::frames),
    ("times", entries::times),
    ("tokens", entries::tokens),
    ("stored", entries::stored),
    ("records", entries::records),
    ("files", entries::files),
];

#[test]
fn the_corpus_is_taken_rightly() {
    for (target, entry) in TARGETS {
        corpus(target).iter().for_each(|text| entry(text));
    }
}

/// The fuzzer's targets are built by hand only, so what they call is looked up here.
#[test]
fn the_fuzzer_has_the_same_targets() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for folder in ["fuzz_targets", "corpus"] {
        assert_eq!(fs::read_dir(fuzz.join(folder)).unwrap().count(), TARGETS.len(), "{folder}");
    }
    for (target, _) in TARGETS {
        let file = format!("fuzz_targets/{target}.rs");
        assert!(manifest.contains(&format!("name = \"{target}\"\npath = \"{file}\"")), "{target}: {manifest}");
        let code = fs::read_to_string(fuzz.join(file)).unwrap();
        assert!(code.contains(&format!("fuzz_target!(|text: &str| entries::{target}(text))")), "{code}");
    }
}

/// A reader that others wrote; it takes square boards only.
#[tokio::test]
async fn records_of_the_corpus_are_read_by_sgfmill() -> anyhow::Result<()> {
    let records: Vec<_> = corpus("records").iter().filter_map(|text| entries::checked_record(text)).collect();
    assert_eq!(records.len(), corpus("records").len(), "a game in each");
    for (names, text) in records.iter().filter(|(_, text)| !text.contains("SZ[5:4]")) {
        let read = tengen_tests::oracle::sgfmill(text, &[]).await?;
        assert_eq!(read.black.as_ref(), Some(&names.black), "{text}");
        assert_eq!(read.white.as_ref(), Some(&names.white), "{text}");
        assert_eq!(read.moves, text.matches("\n;").count(), "{text}");
    }
    Ok(())
}

#[test]
fn the_corpus_is_what_it_says() {
    for text in corpus("frames") {
        assert!(tengen_protocol::ClientMessage::read(&text).is_ok(), "{text}");
    }
    for text in corpus("times") {
        assert!(text.parse::<tengen_protocol::TimeControl>().is_ok(), "{text}");
    }
    for text in corpus("tokens") {
        assert_eq!(text.matches('.').count(), 2, "{text}");
    }
    let stored = corpus("stored").into_iter().map(|text| (0, text));
    for (names, text) in stored.chain(corpus("records").into_iter().map(|text| (2, text))) {
        let (_, read) = entries::log_of(text.lines().skip(names));
        assert_eq!(read.len(), text.lines().count() - names, "{text}");
    }
}
