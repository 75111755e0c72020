//! What is wrong with a list, on the wire: causes that clients put into words.

use super::{
    Fault, Field, Read, ReadError, RowProblem,
    check::{NAME_BYTES, NAME_MAX},
};
use tengen_protocol::{Code, EntryField, EntryListCheck, EntryListProblem, Limit, Limited, Why, WireError};

impl From<Field> for EntryField {
    fn from(field: Field) -> Self {
        match field {
            Field::No => Self::No,
            Field::Team => Self::Team,
            Field::Name => Self::Name,
            Field::Account => Self::Account,
            Field::Rank => Self::Rank,
            Field::Rating => Self::Rating,
            Field::Club => Self::Club,
            Field::Seed => Self::Seed,
            Field::FromRound => Self::FromRound,
        }
    }
}

impl Fault {
    /// The cause, and the number that is out of its range where it is a count.
    fn told(&self) -> (Why, Option<Limit>) {
        match *self {
            Self::Missing => (Why::Empty, None),
            Self::Length { min, given } => {
                let why = if given < min { Why::TooShort } else { Why::TooLong };
                let (min, max, given) = (min as u64, NAME_MAX as u64, given as u64);
                (why, Some(Limit::range(Limited::NameCharacters, min, max, given)))
            }
            Self::Bytes(given) => {
                let limit = Limit::most(Limited::NameBytes, NAME_BYTES as u64);
                (Why::TooLong, Some(Limit { given: Some(given as u64), ..limit }))
            }
            Self::Steers(_) => (Why::ControlCharacters, None),
            Self::Undecodable => (Why::Undecodable, None),
            Self::Blanks => (Why::Blanks, None),
            Self::Number { .. } | Self::Members(_) => (Why::OutOfRange, None),
            Self::Rank(_) => (Why::NoRank, None),
            Self::Account(_) => (Why::NoAccount, None),
            Self::Taken(_) => (Why::Taken, None),
            Self::SameName(_) => (Why::SameName, None),
            Self::Differs | Self::Contradicts => (Why::Differs, None),
            Self::NotOfTeams | Self::NoTeam => (Why::PlayersAndTeams, None),
            Self::Cells => (Why::Cells, None),
        }
    }
}

impl From<&RowProblem> for EntryListProblem {
    fn from(problem: &RowProblem) -> Self {
        let (why, limit) = problem.fault.told();
        Self {
            line: Some(problem.line),
            column: problem.column.and_then(|column| u32::try_from(column).ok()),
            field: problem.field.map(Into::into),
            why,
            limit,
            message: problem.fault.to_string(),
        }
    }
}

impl From<&Read> for EntryListCheck {
    fn from(read: &Read) -> Self {
        Self {
            entries: u32::try_from(read.entries.len()).unwrap_or(u32::MAX),
            encoding: Some(read.encoding.to_owned()),
            ignored: read.ignored.clone(),
            problems: Vec::new(),
        }
    }
}

impl ReadError {
    /// Everything that is wrong, for whoever wants to look at it before the list is taken.
    #[must_use]
    pub fn problems(&self) -> Vec<EntryListProblem> {
        let whole = |why| EntryListProblem {
            line: None,
            column: None,
            field: None,
            why,
            limit: None,
            message: self.to_string(),
        };
        match self {
            Self::Rows(problems) => problems.iter().map(Into::into).collect(),
            Self::Empty => vec![whole(Why::Empty)],
            Self::TooLarge(_) | Self::Columns(_) => vec![whole(Why::TooLong)],
            Self::TooMany(most) => {
                let limit = Some(Limit::most(Limited::Entries, *most as u64));
                vec![EntryListProblem { limit, ..whole(Why::OutOfRange) }]
            }
            Self::NoColumn(field) => {
                vec![EntryListProblem { field: Some((*field).into()), ..whole(Why::NoColumn) }]
            }
            Self::Twice { field, second, .. } => vec![EntryListProblem {
                column: u32::try_from(*second).ok(),
                field: Some((*field).into()),
                ..whole(Why::Taken)
            }],
            Self::Table { line } => vec![EntryListProblem { line: Some(*line), ..whole(Why::Body) }],
        }
    }
}

impl From<&ReadError> for WireError {
    fn from(error: &ReadError) -> Self {
        let refused = Self::new(Code::BadRequest, error.to_string()).why(Why::EntryList);
        match error {
            ReadError::TooLarge(_) => Self::new(Code::TooLarge, error.to_string()),
            ReadError::TooMany(most) => refused.limit(Limit::most(Limited::Entries, *most as u64)),
            _ => refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::entries::{Form, read};

    fn wrong(text: &str) -> ReadError {
        read(text.as_bytes(), Form::Players).unwrap_err()
    }

    #[test]
    fn each_mistake_has_its_line_its_column_and_its_cause() {
        let error = wrong("name,rank,seed\nAnn,5d,1\nB,5x,0\nAnn,,1\n");
        let told: Vec<_> = error.problems().into_iter().map(|it| (it.line, it.column, it.field, it.why)).collect();
        assert_eq!(
            told,
            [
                (Some(3), Some(2), Some(EntryField::Rank), Why::NoRank),
                (Some(3), Some(3), Some(EntryField::Seed), Why::OutOfRange),
            ]
        );
        let refused = WireError::from(&error);
        assert_eq!((refused.code, refused.why), (Code::BadRequest, Some(Why::EntryList)));
        assert!(refused.message.contains("line 3, column 2 (rank)"), "{}", refused.message);
        let told: Vec<_> = wrong("name\nB\nAnn\nann\n").problems();
        assert_eq!((told[0].why, told[0].limit.unwrap().given), (Why::TooShort, Some(1)));
        assert_eq!((told[1].line, told[1].why), (Some(4), Why::SameName));
    }

    #[test]
    fn a_list_that_cannot_be_read_at_all_says_why() {
        for (text, why, column) in
            [("", Why::Empty, None), ("rank\n5d\n", Why::NoColumn, None), ("name,Name\nA,B\n", Why::Taken, Some(2))]
        {
            let problems = wrong(text).problems();
            assert_eq!((problems.len(), problems[0].why, problems[0].column), (1, why, column), "{text}");
        }
        let large = wrong(&" ".repeat(super::super::CSV_BYTES + 1));
        assert_eq!(WireError::from(&large).code, Code::TooLarge);
    }
}
