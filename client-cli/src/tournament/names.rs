//! Who the numbers of a tournament's pages are. Pure.

use crate::{args::entry_number, failure::Failure, t, text::printable, words::Words};
use std::collections::BTreeMap;
use tengen_protocol::{
    Entry, EntryNo, Seat,
    tournament_view::{EntryView, TournamentView},
};

/// The entries by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Names<'a>(BTreeMap<EntryNo, &'a EntryView>);

impl<'a> Names<'a> {
    /// Those of a tournament.
    pub(crate) fn of(view: &'a TournamentView) -> Self {
        Self(view.entries.iter().map(|entry| (entry.entry.no, entry)).collect())
    }

    fn entry(&self, no: EntryNo) -> Option<&'a Entry> {
        self.0.get(&no).map(|entry| &entry.entry)
    }

    /// The name alone; nothing for a number that is not known yet.
    pub(crate) fn name(&self, no: EntryNo) -> String {
        self.entry(no).map(|entry| printable(&entry.name)).unwrap_or_default()
    }

    /// Rank and club.
    pub(super) fn rank_and_club(&self, no: EntryNo) -> [String; 2] {
        let entry = self.entry(no);
        let rank = entry.and_then(|entry| entry.rank).map(|rank| rank.to_string());
        let club = entry.and_then(|entry| entry.club.as_deref()).map(printable);
        [rank.unwrap_or_default(), club.unwrap_or_default()]
    }

    /// Number and name: `#3 Li Ming`.
    pub(crate) fn numbered(&self, no: EntryNo) -> String {
        format!("{no} {}", self.name(no)).trim_end().to_owned()
    }

    /// Number, name and rank.
    pub(super) fn ranked(&self, no: EntryNo) -> String {
        match self.entry(no).and_then(|entry| entry.rank) {
            Some(rank) => format!("{} {rank}", self.numbered(no)),
            None => self.numbered(no),
        }
    }

    /// Who sits at a board: of a team the member.
    pub(crate) fn seated(&self, seat: Seat) -> String {
        let at = usize::try_from(seat.member).ok().and_then(|member| member.checked_sub(1));
        let member = at.and_then(|at| self.entry(seat.entry)?.members.get(at));
        member.map_or_else(|| self.numbered(seat.entry), |member| printable(&member.name))
    }

    /// The same without the number.
    pub(crate) fn at(&self, seat: Seat) -> String {
        if seat.member == 0 { self.name(seat.entry) } else { self.seated(seat) }
    }

    /// The entry that a person names by its number, or by its name, in any case.
    ///
    /// # Errors
    /// When there is none or there are several.
    pub(super) fn named(&self, words: Words, named: &str) -> Result<EntryNo, Failure> {
        if let Some(no) = entry_number(named) {
            return Ok(no);
        }
        let wanted = named.trim().to_lowercase();
        let mut found = self.0.values().filter(|view| view.entry.name.to_lowercase() == wanted).map(|it| it.entry.no);
        match (found.next(), found.next()) {
            (Some(no), None) => Ok(no),
            (None, _) => Err(Failure::Usage(t!(words, "tournament-no-entry", name = printable(named)))),
            (Some(first), Some(second)) => {
                let (first, second) = (first.to_string(), second.to_string());
                let text =
                    t!(words, "tournament-entries-alike", name = printable(named), first = first, second = second);
                Err(Failure::Usage(text))
            }
        }
    }
}
