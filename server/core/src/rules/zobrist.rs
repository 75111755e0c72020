//! Keys for hashing boards (Zobrist 1970): one 64-bit number for each colour on each cell.
//!
//! The keys are public constants and the hash is linear, so somebody could construct two boards
//! with one hash. It is therefore only an index: every hit is compared stone by stone.

use super::board::{CELLS, Cell};
use tengen_protocol::Colour;

/// The next state and output of SplitMix64 (Steele, Lea, Flood 2014).
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut state = 0x7465_6e67_656e;
    let mut i = 0;
    while i < 2 * CELLS {
        let (next, key) = split_mix(state);
        state = next;
        keys[i / CELLS][i % CELLS] = key;
        i += 1;
    }
    keys
}

static KEYS: [[u64; CELLS]; 2] = keys();

/// The key of a stone of this colour on this cell.
#[inline]
pub(super) fn key(colour: Colour, at: Cell) -> u64 {
    KEYS[colour.index()][usize::from(at)]
}
