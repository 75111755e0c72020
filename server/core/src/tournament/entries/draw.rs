//! The draw (抽签, S1.24): in which order a field stands before the first round.
//!
//! It may be made again before the start, with another seed, when somebody withdraws. Whoever has the
//! entries, the order asked for and the seed can make it once more: the lot is Fisher and Yates'
//! shuffle over `ChaCha20`, as follows, and a program of a dozen lines in any language repeats it.
//!
//! 1. All stand in the order of their numbers, at places 0 to n - 1.
//! 2. The key of `ChaCha20` is the SHA-1 of the seed's hex digits as text (20 bytes) followed by 12 zero
//!    bytes; nonce and counter are 0. Its key stream is read as 32-bit words, little-endian.
//! 3. For i from n - 1 down to 1: take the next word w until it is below the greatest multiple of i + 1
//!    that is not above 2^32; then swap the places i and w mod (i + 1).
//! 4. Where seeds, ratings or ranks come before the lot the field is then sorted by them; those who are
//!    equal keep the order of the lot.

use super::check::folded;
use crate::tournament::Entrant;
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};
use sha1::{Digest, Sha1};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};
use tengen_protocol::{DrawBy, Entry, EntryNo};

/// Puts entries in order, first to last. In whatever order they are given, the draw is the same.
/// `seed`: 16 random bytes as hex, to be put on record with the draw.
#[must_use]
pub fn draw<'a>(entries: impl IntoIterator<Item = &'a Entry>, by: DrawBy, seed: &str) -> Vec<EntryNo> {
    let mut field: Vec<&Entry> = entries.into_iter().collect();
    field.sort_by_key(|entry| entry.no);
    shuffle(&mut field, seed);
    let by_seed_number = |entry: &&Entry| (entry.seed.is_none(), entry.seed);
    match by {
        DrawBy::Lot => {}
        DrawBy::Seed => field.sort_by_key(by_seed_number),
        DrawBy::Rating => field.sort_by_key(|entry| Reverse(entry.rating)),
        DrawBy::Rank => field.sort_by_key(|entry| (Reverse(entry.rank), Reverse(entry.rating))),
        DrawBy::Seeded { seeded } => {
            let mut seeds: Vec<u32> = field.iter().filter_map(|entry| entry.seed).collect();
            seeds.sort_unstable();
            seeds.truncate(usize::try_from(seeded).unwrap_or(usize::MAX));
            let place = |entry: &&Entry| entry.seed.and_then(|seed| seeds.binary_search(&seed).ok());
            field.sort_by_key(|entry| (place(entry).is_none(), place(entry)));
        }
    }
    field.iter().map(|entry| entry.no).collect()
}

/// The lot, as the head of this module says.
fn shuffle<T>(places: &mut [T], seed: &str) {
    let mut key = [0; 32];
    key[..20].copy_from_slice(&Sha1::digest(seed.as_bytes()));
    let mut random = ChaCha20Rng::from_seed(key);
    let mut i = places.len();
    while i > 1 {
        let Ok(among) = u32::try_from(i) else { return };
        i -= 1;
        let drawn = below(among, || random.next_u32());
        places.swap(i, usize::try_from(drawn).unwrap_or(i));
    }
}

/// A number below `among`, each as likely: words of the uneven rest at the end are thrown away.
fn below(among: u32, mut word: impl FnMut() -> u32) -> u32 {
    let rest = (u32::MAX % among + 1) % among;
    loop {
        let word = word();
        if word <= u32::MAX - rest {
            return word % among;
        }
    }
}

/// The field as pairing sees it: seeds are places in `order`, and whoever is not in it, having entered
/// since, stands behind by his number. Clubs are the same in upper and lower case.
#[must_use]
pub fn entrants(entries: &[Entry], order: &[EntryNo]) -> Vec<Entrant> {
    let places: BTreeMap<EntryNo, usize> = order.iter().enumerate().map(|(place, no)| (*no, place)).collect();
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by_key(|entry| (places.get(&entry.no).copied().unwrap_or(usize::MAX), entry.no));
    let names: BTreeSet<String> = entries.iter().filter_map(|entry| entry.club.as_deref().map(folded)).collect();
    let clubs: BTreeMap<String, u32> = names.into_iter().zip(1_u32..).collect();
    let entrant = |(seed, entry): (u32, &Entry)| Entrant {
        club: entry.club.as_deref().and_then(|club| clubs.get(&folded(club)).copied()),
        from_round: entry.from_round,
        ..Entrant::new(entry.no, seed)
    };
    (1_u32..).zip(sorted).map(entrant).collect()
}
