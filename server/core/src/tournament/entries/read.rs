//! Entry lists from CSV, as clubs write them.
//!
//! The text may be UTF-8 with or without a byte-order mark, UTF-16 with one, or GB18030; lines may end
//! in any of the three ways; cells are separated by commas, semicolons or tabs, whichever the header
//! has most of; and the columns, in any order, are headed by English or Chinese words. Columns with
//! other heads are passed over and named, rows without anything in them are passed over.
//!
//! A number that is not given is the next one after the highest given, in the order of the rows. Ranks
//! and ratings are taken from either of their columns: both `5d` and `2100` may stand under "rank". In
//! a list of teams each row is a member, and the rows of a team have its name; what belongs to the team
//! may stand in any of them.
//!
//! A list is taken whole or not at all: else everything that is wrong is told, with its line.

mod rows;

use super::{Field, Form, MOST_ENTRIES, Problem, check, check::Fault, check::MOST_PROBLEMS};
use crate::{sgf::decode_plain, tournament::bout::MOST_MEMBERS};
use rows::{Row, rows_of};
use std::{collections::BTreeMap, fmt};
use tengen_protocol::{Entry, EntryNo, Member};

/// Bytes of a list.
pub const CSV_BYTES: usize = 256 * 1024;

/// Columns of a table.
const MOST_COLUMNS: usize = 64;

/// A list that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The entries, in the order of their first rows. [`check`] finds nothing wrong with them.
    pub entries: Vec<Entry>,
    /// The encoding that was found, by its usual name.
    pub encoding: &'static str,
    /// The heads of columns that were passed over.
    pub ignored: Vec<String>,
}

/// Something wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProblem {
    /// The line on which the row begins, from 1.
    pub line: u64,
    /// The column, from 1, if there is one for it.
    pub column: Option<usize>,
    /// What it is about; nothing when it is the row.
    pub field: Option<Field>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        if let Some(field) = self.field {
            write!(f, " ({field})")?;
        }
        write!(f, ": {}", self.fault)
    }
}

/// Why a list was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// So many bytes.
    #[error("the file has {0} bytes: at most {CSV_BYTES} are read")]
    TooLarge(usize),
    /// There is nothing in it.
    #[error("the file is empty: the first line heads the columns")]
    Empty,
    /// So many columns.
    #[error("{0} columns: at most {MOST_COLUMNS} are read")]
    Columns(usize),
    /// No column for what every row must have.
    #[error("no column is headed {0}")]
    NoColumn(Field),
    /// Two columns for one thing.
    #[error("columns {first} and {second} both hold {field}: leave one")]
    Twice {
        /// What they hold.
        field: Field,
        /// One, from 1.
        first: usize,
        /// The other.
        second: usize,
    },
    /// More entries than a tournament has.
    #[error("more than {0} entries")]
    TooMany(usize),
    /// What is wrong with its rows, by lines: at most 20 problems.
    #[error("{}", listed(.0))]
    Rows(Vec<RowProblem>),
    /// The table could not be taken apart.
    #[error("line {line}: this is not a table of cells")]
    Table {
        /// Where.
        line: u64,
    },
}

fn listed(problems: &[RowProblem]) -> String {
    problems.iter().map(RowProblem::to_string).collect::<Vec<_>>().join("; ")
}

/// Reads a list of players or of teams.
///
/// # Errors
/// When any of it is not good; nothing is then taken.
pub fn read(bytes: &[u8], form: Form) -> Result<Read, ReadError> {
    if bytes.len() > CSV_BYTES {
        return Err(ReadError::TooLarge(bytes.len()));
    }
    let (text, encoding) = decode_plain(bytes);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (columns, rows) = table(&text, form)?;
    let mut faults = Vec::new();
    let rows = rows_of(&rows, &columns, form, &mut faults);
    let (entries, lines) = match form {
        Form::Players => players(rows),
        Form::Teams => teams(rows, &mut faults),
    };
    if entries.len() > MOST_ENTRIES {
        return Err(ReadError::TooMany(MOST_ENTRIES));
    }
    // What could not be read is missing in the entries: it is not complained about twice.
    if faults.is_empty() {
        faults.extend(check(&entries, form).into_iter().map(|problem| lines.place(problem)));
    }
    if !faults.is_empty() {
        faults.sort_by_key(|(line, field, _)| (*line, *field));
        faults.truncate(MOST_PROBLEMS);
        let problems = faults.into_iter().map(|(line, field, fault)| columns.problem(line, field, fault));
        return Err(ReadError::Rows(problems.collect()));
    }
    Ok(Read { entries, encoding, ignored: columns.ignored })
}

/// A line, what is wrong on it, and how.
type Wrong = (u64, Field, Fault);

/// Which column holds what.
struct Columns {
    by_field: BTreeMap<Field, usize>,
    count: usize,
    ignored: Vec<String>,
}

impl Columns {
    fn of(head: &csv::StringRecord, form: Form) -> Result<Self, ReadError> {
        if head.len() > MOST_COLUMNS {
            return Err(ReadError::Columns(head.len()));
        }
        let (mut by_field, mut ignored) = (BTreeMap::new(), Vec::new());
        for (column, head) in head.iter().enumerate() {
            match Field::headed(head, form) {
                Some(field) => {
                    if let Some(first) = by_field.insert(field, column) {
                        return Err(ReadError::Twice { field, first: first + 1, second: column + 1 });
                    }
                }
                None if head.trim().is_empty() => {}
                None => ignored.push(head.trim().to_owned()),
            }
        }
        let needed: &[Field] = if form == Form::Teams { &[Field::Team, Field::Name] } else { &[Field::Name] };
        match needed.iter().find(|field| !by_field.contains_key(field)) {
            Some(field) => Err(ReadError::NoColumn(*field)),
            None => Ok(Self { by_field, count: head.len(), ignored }),
        }
    }

    fn problem(&self, line: u64, field: Field, fault: Fault) -> RowProblem {
        if fault == Fault::Cells {
            return RowProblem { line, column: Some(self.count + 1), field: None, fault };
        }
        let column = self.by_field.get(&field).map(|column| column + 1);
        RowProblem { line, column, field: Some(field), fault }
    }
}

/// The columns by the header, and the rows below it with their lines.
fn table(text: &str, form: Form) -> Result<(Columns, Vec<(u64, csv::StringRecord)>), ReadError> {
    let head = text.lines().find(|line| !line.trim().is_empty()).ok_or(ReadError::Empty)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(head))
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(text.as_bytes());
    let (mut columns, mut rows, mut lines) = (None, Vec::new(), LineCount::default());
    let most_rows = if form == Form::Teams { MOST_ENTRIES * MOST_MEMBERS } else { MOST_ENTRIES };
    for record in reader.records() {
        let record =
            record.map_err(|error| ReadError::Table { line: error.position().map_or(1, csv::Position::line) })?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if columns.is_none() {
            columns = Some(Columns::of(&record, form)?);
            continue;
        }
        if rows.len() == most_rows {
            return Err(ReadError::TooMany(MOST_ENTRIES));
        }
        let start = record.position().map_or(0, csv::Position::byte);
        rows.push((lines.at(text, start), record));
    }
    columns.map(|columns| (columns, rows)).ok_or(ReadError::Empty)
}

/// Counts lines up to rows. The reader begins a row with the empty lines before it.
#[derive(Default)]
struct LineCount {
    byte: usize,
    /// Line ends before that byte.
    ends: u64,
}

impl LineCount {
    /// The line, from 1, of the row that the reader begins at this byte, none before the last one asked for.
    fn at(&mut self, text: &str, start: u64) -> u64 {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        for byte in text.bytes().skip(self.byte) {
            if self.byte >= start && byte != b'\n' {
                break;
            }
            self.byte += 1;
            self.ends += u64::from(byte == b'\n');
        }
        self.ends + 1
    }
}

/// Whichever of the three the header has most of; a comma when it has none.
fn separator(head: &str) -> u8 {
    let count = |separator: u8| head.bytes().filter(|byte| *byte == separator).count();
    [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// From which line an entry and its members came.
#[derive(Default)]
struct Lines(Vec<Vec<u64>>);

impl Lines {
    fn place(&self, problem: Problem) -> Wrong {
        let rows = self.0.get(problem.at).map(Vec::as_slice).unwrap_or_default();
        let line = problem.member.map_or_else(|| rows.first(), |member| rows.get(member));
        (line.copied().unwrap_or(0), problem.field, problem.fault)
    }
}

/// Gives numbers to those without one.
fn numbered(mut entries: Vec<(Option<u32>, Entry)>) -> Vec<Entry> {
    let mut next = entries.iter().filter_map(|(no, _)| *no).max().unwrap_or(0);
    for (no, entry) in &mut entries {
        entry.no = EntryNo(no.unwrap_or_else(|| {
            next = next.saturating_add(1);
            next
        }));
    }
    entries.into_iter().map(|(_, entry)| entry).collect()
}

fn players(rows: Vec<Row>) -> (Vec<Entry>, Lines) {
    let mut lines = Lines::default();
    let entry = |row: Row| {
        lines.0.push(vec![row.line]);
        let entry = Entry {
            no: EntryNo(0),
            name: row.name,
            account: row.account,
            rank: row.rank,
            rating: row.rating,
            club: row.club,
            seed: row.seed,
            from_round: row.from_round.unwrap_or(1),
            members: Vec::new(),
        };
        (row.no, entry)
    };
    (numbered(rows.into_iter().map(entry).collect()), lines)
}

/// A team as its rows tell of it.
struct Team {
    /// Its rows' line and what each says of the team itself.
    no: Option<u32>,
    seed: Option<u32>,
    from_round: Option<u32>,
    club: Option<String>,
    name: String,
    members: Vec<Member>,
    lines: Vec<u64>,
}

fn teams(rows: Vec<Row>, faults: &mut Vec<Wrong>) -> (Vec<Entry>, Lines) {
    let mut teams: Vec<Team> = Vec::new();
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        let at = *by_name.entry(row.team.to_lowercase()).or_insert_with(|| {
            teams.push(Team {
                no: None,
                seed: None,
                from_round: None,
                club: None,
                name: row.team,
                members: Vec::new(),
                lines: Vec::new(),
            });
            teams.len() - 1
        });
        let Some(team) = teams.get_mut(at) else { continue };
        let mut differs = |field, agree: bool| {
            if !agree {
                faults.push((row.line, field, Fault::Differs));
            }
        };
        differs(Field::No, agree(&mut team.no, row.no));
        differs(Field::Seed, agree(&mut team.seed, row.seed));
        differs(Field::FromRound, agree(&mut team.from_round, row.from_round));
        differs(Field::Club, agree(&mut team.club, row.club));
        team.members.push(Member { name: row.name, account: row.account, rank: row.rank, rating: row.rating });
        team.lines.push(row.line);
    }
    let mut lines = Lines::default();
    let entry = |team: Team| {
        lines.0.push(team.lines);
        let entry = Entry {
            no: EntryNo(0),
            name: team.name,
            account: None,
            rank: None,
            rating: None,
            club: team.club,
            seed: team.seed,
            from_round: team.from_round.unwrap_or(1),
            members: team.members,
        };
        (team.no, entry)
    };
    (numbered(teams.into_iter().map(entry).collect()), lines)
}

/// Takes what a row says of its team; whether it agrees with the rows before.
fn agree<T: PartialEq>(known: &mut Option<T>, said: Option<T>) -> bool {
    match (&known, said) {
        (_, None) => true,
        (None, said) => {
            *known = said;
            true
        }
        (Some(known), Some(said)) => *known == said,
    }
}
