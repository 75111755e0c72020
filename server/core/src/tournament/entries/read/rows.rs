//! From cells to values, row by row.

use super::{Columns, Field, Form, Wrong};
use crate::tournament::entries::{
    cells,
    check::{Fault, MOST_ENTRIES, MOST_NO, MOST_RATING, MOST_ROUND},
};
use tengen_protocol::{AccountId, Rank};

/// What a row says.
pub(super) struct Row {
    pub(super) line: u64,
    pub(super) no: Option<u32>,
    pub(super) team: String,
    pub(super) name: String,
    pub(super) account: Option<AccountId>,
    pub(super) rank: Option<Rank>,
    pub(super) rating: Option<i32>,
    pub(super) club: Option<String>,
    pub(super) seed: Option<u32>,
    pub(super) from_round: Option<u32>,
}

/// All rows; what cannot be read is noted and left out.
pub(super) fn rows_of(
    records: &[(u64, csv::StringRecord)],
    columns: &Columns,
    form: Form,
    faults: &mut Vec<Wrong>,
) -> Vec<Row> {
    records.iter().map(|(line, record)| Cells { line: *line, record, columns, faults }.row(form)).collect()
}

struct Cells<'a> {
    line: u64,
    record: &'a csv::StringRecord,
    columns: &'a Columns,
    faults: &'a mut Vec<Wrong>,
}

impl Cells<'_> {
    fn row(mut self, form: Form) -> Row {
        if self.record.iter().skip(self.columns.count).any(|cell| !cell.trim().is_empty()) {
            self.wrong(Field::Name, Fault::Cells);
        }
        let (rank, rating) = self.strength();
        let most_seed = u32::try_from(MOST_ENTRIES).unwrap_or(u32::MAX);
        Row {
            line: self.line,
            no: self.number(Field::No, 1, MOST_NO),
            team: if form == Form::Teams { self.needed(Field::Team) } else { String::new() },
            name: self.needed(Field::Name),
            account: self.account(),
            rank,
            rating,
            club: self.cell(Field::Club),
            seed: self.number(Field::Seed, 1, most_seed),
            from_round: self.number(Field::FromRound, 1, MOST_ROUND),
        }
    }

    fn wrong(&mut self, field: Field, fault: Fault) {
        self.faults.push((self.line, field, fault));
    }

    /// What a cell holds, if anything.
    fn cell(&self, field: Field) -> Option<String> {
        let column = *self.columns.by_field.get(&field)?;
        let text = cells::tidy(self.record.get(column)?);
        let text = cells::unguarded(&text);
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn needed(&mut self, field: Field) -> String {
        self.cell(field).unwrap_or_else(|| {
            self.wrong(field, Fault::Missing);
            String::new()
        })
    }

    fn number(&mut self, field: Field, min: u32, max: u32) -> Option<u32> {
        let text = self.cell(field)?;
        let number = cells::number(&text).and_then(|n| u32::try_from(n).ok());
        let number = number.filter(|n| (min..=max).contains(n));
        if number.is_none() {
            let fault = Fault::Number { min: min.into(), max: max.into(), given: shortened(&text) };
            self.wrong(field, fault);
        }
        number
    }

    fn account(&mut self) -> Option<AccountId> {
        let text = self.cell(Field::Account)?;
        let account = text.parse().ok();
        if account.is_none() {
            self.wrong(Field::Account, Fault::Account(shortened(&text)));
        }
        account
    }

    /// Rank and rating, from either column.
    fn strength(&mut self) -> (Option<Rank>, Option<i32>) {
        let (mut rank, mut rating) = (None, None);
        for field in [Field::Rank, Field::Rating] {
            let Some(text) = self.cell(field) else { continue };
            if let Some(found) = cells::rank(&text) {
                if rank.replace(found).is_some_and(|before| before != found) {
                    self.wrong(field, Fault::Contradicts);
                }
            } else if let Some(found) = cells::number(&text) {
                match i32::try_from(found).ok().filter(|n| n.unsigned_abs() <= MOST_RATING.unsigned_abs()) {
                    Some(found) if rating.replace(found).is_none_or(|before| before == found) => {}
                    Some(_) => self.wrong(field, Fault::Contradicts),
                    None => self.wrong(field, no_rating(&text)),
                }
            } else if field == Field::Rank {
                self.wrong(field, Fault::Rank(shortened(&text)));
            } else {
                self.wrong(field, no_rating(&text));
            }
        }
        (rank, rating)
    }
}

fn no_rating(text: &str) -> Fault {
    Fault::Number { min: (-MOST_RATING).into(), max: MOST_RATING.into(), given: shortened(text) }
}

/// Enough of a cell to find it again.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
