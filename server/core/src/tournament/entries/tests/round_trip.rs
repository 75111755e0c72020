//! A list that is written and read again is the same list.

use super::*;
use proptest::prelude::*;

fn any_name() -> impl Strategy<Value = String> {
    // With all that CSV and spreadsheets have an eye on.
    "[A-Za-z棋洁é=+@'\",;＝-]{1,8}( [a-z棋=+@'\",;-]{1,8}){1,2}"
}

fn any_strength() -> impl Strategy<Value = (Option<Rank>, Option<i32>)> {
    let rank =
        prop_oneof![(1..=30_u8).prop_map(Rank::Kyu), (1..=9_u8).prop_map(Rank::Dan), (1..=9_u8).prop_map(Rank::Pro)];
    (prop::option::of(rank), prop::option::of(-9_999..=9_999_i32))
}

fn any_member() -> impl Strategy<Value = Member> {
    (any_name(), prop::option::of("[A-Za-z0-9_-]{1,8}"), any_strength()).prop_map(|(name, account, (rank, rating))| {
        Member { name, account: account.map(|id| id.parse().unwrap()), rank, rating }
    })
}

fn any_entry(form: Form) -> impl Strategy<Value = Entry> {
    let members = if form == Form::Teams { 1..5 } else { 0..1 };
    let rest = (prop::option::of(any_name()), prop::option::of(1..=1_000_u32), 1..=3_u32);
    (1..=9_999_u32, any_member(), rest, prop::collection::vec(any_member(), members)).prop_map(
        move |(no, who, (club, seed, from_round), members)| {
            let own = form == Form::Players;
            Entry {
                no: EntryNo(no),
                name: who.name,
                account: who.account.filter(|_| own),
                rank: who.rank.filter(|_| own),
                rating: who.rating.filter(|_| own),
                club,
                seed,
                from_round,
                members,
            }
        },
    )
}

/// A good list: those that would spoil it are left out.
fn any_list() -> impl Strategy<Value = (Form, Vec<Entry>)> {
    let of = |form| prop::collection::vec(any_entry(form), 0..20).prop_map(move |entries| (form, entries));
    prop_oneof![of(Form::Players), of(Form::Teams)].prop_map(|(form, entries)| {
        let mut good = Vec::new();
        for entry in entries {
            good.push(entry);
            if !check(&good, form).is_empty() {
                good.pop();
            }
        }
        (form, good)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("TENGEN_LONG").is_some() { 5_000 } else { 200 }, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_again((form, list) in any_list(), mark in any::<bool>()) {
        let text = write(&list, form).unwrap();
        // No cell begins as a formula does, but for numbers.
        let mut table = csv::ReaderBuilder::new().from_reader(text.as_bytes());
        for cell in table.records().flat_map(|record| record.unwrap().iter().map(str::to_owned).collect::<Vec<_>>()) {
            prop_assert!(!cell.starts_with(['=', '+', '@', '＝', '-']) || cell.parse::<i32>().is_ok(), "{}", cell);
        }
        let text = if mark { format!("\u{feff}{text}") } else { text };
        let again = read(text.as_bytes(), form).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(again.entries, list);
        prop_assert!(again.ignored.is_empty());
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        teams in any::<bool>(),
    ) {
        let form = if teams { Form::Teams } else { Form::Players };
        let whole = [&b"name,team,rank,rating,no\n"[..], &bytes].concat();
        for bytes in [&bytes, &whole] {
            if let Ok(list) = read(bytes, form) {
                prop_assert!(check(&list.entries, form).is_empty());
            }
        }
    }
}
