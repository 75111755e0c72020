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
        entries::frame(&text);
    }

    #[test]
    fn time_forms(text in input("times")) {
        entries::time_form(&text);
    }

    #[test]
    fn tokens(text in input("tokens")) {
        entries::token(&text);
    }

    #[test]
    fn stored_events(text in input("stored")) {
        entries::stored_events(&text);
    }
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
}
