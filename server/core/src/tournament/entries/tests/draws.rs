//! The draw.

use super::*;
use crate::tournament::Entrant;
use proptest::prelude::*;
use tengen_protocol::DrawBy;

const SEED: &str = "00112233445566778899aabbccddeeff";

fn numbers(entries: &[Entry], by: DrawBy, seed: &str) -> Vec<u32> {
    draw(entries, by, seed).iter().map(|no| no.0).collect()
}

fn field(count: u32) -> Vec<Entry> {
    (1..=count).map(|no| player(no, &format!("Player {no}"))).collect()
}

#[test]
fn the_lot_is_what_its_description_says() {
    // From a program in Python that follows the description with a ChaCha20 of its own, whose key
    // stream is that of `openssl enc -chacha20`.
    let lot = |seed, count| numbers(&field(count), DrawBy::Lot, seed);
    assert_eq!(lot(SEED, 10), [5, 1, 3, 7, 9, 2, 4, 8, 6, 10]);
    assert_eq!(lot("00", 3), [1, 2, 3]);
    assert_eq!(
        lot("ffffffffffffffffffffffffffffffff", 40),
        [
            36, 29, 26, 2, 16, 39, 31, 24, 5, 9, 35, 38, 18, 22, 23, 8, 30, 33, 11, 3, 28, 6, 13, 4, 12, 14, 17, 20, 1,
            37, 21, 10, 27, 34, 40, 32, 19, 25, 15, 7
        ]
    );
    assert_eq!(lot(SEED, 1), [1]);
    assert!(lot(SEED, 0).is_empty());
}

#[test]
fn seeded_players_stand_first_and_the_others_are_drawn() {
    let mut entries = field(8);
    for (at, seed) in [(6, 1), (2, 30), (4, 2)] {
        entries[at].seed = Some(seed);
    }
    let lot = numbers(&entries, DrawBy::Lot, SEED);
    let others = |seeds: &[u32]| lot.iter().copied().filter(|no| !seeds.contains(no)).collect::<Vec<_>>();
    for (by, seeds) in [
        (DrawBy::Seeded { seeded: 0 }, &[][..]),
        (DrawBy::Seeded { seeded: 2 }, &[7, 5]),
        (DrawBy::Seeded { seeded: 3 }, &[7, 5, 3]),
        // No more than have a seed number.
        (DrawBy::Seeded { seeded: 9 }, &[7, 5, 3]),
        (DrawBy::Seed, &[7, 5, 3]),
    ] {
        assert_eq!(numbers(&entries, by, SEED), [seeds, &others(seeds)].concat(), "{by:?}");
    }
}

#[test]
fn by_rating_and_by_rank_and_equals_by_lot() {
    let mut entries = field(6);
    entries[0].rank = Some(Rank::Dan(5));
    entries[1].rating = Some(-100);
    entries[2].rank = Some(Rank::Kyu(2));
    entries[2].rating = Some(1900);
    entries[3].rank = Some(Rank::Pro(1));
    let lot = numbers(&entries, DrawBy::Lot, SEED);
    let others = |known: &[u32]| lot.iter().copied().filter(|no| !known.contains(no)).collect::<Vec<_>>();
    assert_eq!(numbers(&entries, DrawBy::Rating, SEED), [&[3, 2][..], &others(&[3, 2])].concat());
    let by_rank = numbers(&entries, DrawBy::Rank, SEED);
    assert_eq!(by_rank, [&[4, 1, 3, 2][..], &others(&[4, 1, 3, 2])].concat());
}

#[test]
fn whoever_enters_after_the_draw_stands_behind() {
    let mut entries = field(4);
    entries[0].club = Some("West".into());
    entries[1].club = Some("East".into());
    entries[3].club = Some("WEST".into());
    entries[3].from_round = 2;
    let order = [EntryNo(3), EntryNo(1), EntryNo(9)];
    let expected = [
        Entrant::new(EntryNo(3), 1),
        Entrant { club: Some(2), ..Entrant::new(EntryNo(1), 2) },
        Entrant { club: Some(1), ..Entrant::new(EntryNo(2), 3) },
        Entrant { club: Some(2), from_round: 2, ..Entrant::new(EntryNo(4), 4) },
    ];
    assert_eq!(entrants(&entries, &order), expected);
}

fn any_order() -> impl Strategy<Value = DrawBy> {
    prop_oneof![
        Just(DrawBy::Seed),
        Just(DrawBy::Rating),
        Just(DrawBy::Rank),
        Just(DrawBy::Lot),
        (0..12_u32).prop_map(|seeded| DrawBy::Seeded { seeded })
    ]
}

proptest! {
    #[test]
    fn the_same_seed_gives_the_same_draw_in_whatever_order_the_entries_come(
        ratings in prop::collection::vec((prop::option::of(0..5_i32), prop::option::of(1..9_u8), any::<bool>()), 0..40),
        by in any_order(),
        seed in "[0-9a-f]{32}",
        cut in 0..40_usize,
    ) {
        let mut entries = field(u32::try_from(ratings.len()).unwrap());
        let mut seeds = 1..;
        for (entry, (rating, rank, seeded)) in entries.iter_mut().zip(ratings) {
            entry.rating = rating;
            entry.rank = rank.map(Rank::Dan);
            entry.seed = if seeded { seeds.next() } else { None };
        }
        let first = draw(&entries, by, &seed);
        let mut everybody = first.clone();
        everybody.sort();
        prop_assert!(everybody.iter().copied().eq(entries.iter().map(|entry| entry.no)), "everybody once");
        let cut = cut.min(entries.len());
        entries.rotate_left(cut);
        prop_assert_eq!(&draw(&entries, by, &seed), &first);
        entries.reverse();
        prop_assert_eq!(&draw(&entries, by, &seed), &first);
    }
}

#[test]
fn every_order_of_a_lot_is_as_likely() {
    // 24 orders of four, 4,800 lots: 200 each. Chi-square with 23 degrees of freedom is above 49.7
    // once in a thousand; the seeds are fixed, so it is so or not.
    let mut counts = std::collections::BTreeMap::new();
    for n in 0..4_800 {
        let lot = numbers(&field(4), DrawBy::Lot, &format!("{n:032x}"));
        *counts.entry(lot).or_insert(0_i32) += 1;
    }
    let square: i32 = counts.values().map(|count| (count - 200).pow(2)).sum();
    assert_eq!(counts.len(), 24);
    assert!(square / 200 < 49, "{counts:?}");
}
