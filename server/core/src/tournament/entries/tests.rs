//! Entry lists: the check, tables of all sorts, and the draw.

mod csv_files;
mod draws;
mod lists;
mod round_trip;

use super::*;
use tengen_protocol::{Entry, EntryNo, Member, Rank};

fn player(no: u32, name: &str) -> Entry {
    Entry {
        no: EntryNo(no),
        name: name.to_owned(),
        account: None,
        rank: None,
        rating: None,
        club: None,
        seed: None,
        from_round: 1,
        members: Vec::new(),
    }
}

fn member(name: &str) -> Member {
    Member { name: name.to_owned(), account: None, rank: None, rating: None }
}
