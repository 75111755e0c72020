//! Entry lists as CSV (RFC 4180), for spreadsheets and to be read again.

use super::{Field, Form, cells::guarded};
use tengen_protocol::{AccountId, Entry, Member, Rank};

/// The list as CSV: a header with English names, then a row for each player, or for each member of each
/// team. In UTF-8 without a byte-order mark; a program that writes a file for spreadsheets puts one
/// before it. Texts that a spreadsheet would take for a formula have an apostrophe before them, which
/// [`read`](super::read) takes away.
///
/// # Errors
/// When the text cannot be made, which no list makes happen.
pub fn write(entries: &[Entry], form: Form) -> Result<String, csv::Error> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let fields = Field::of(form);
    writer.write_record(fields.iter().map(|field| field.as_str()))?;
    for entry in entries {
        match form {
            Form::Players => writer.write_record(fields.iter().map(|field| cell(entry, None, *field)))?,
            Form::Teams => {
                for member in &entry.members {
                    writer.write_record(fields.iter().map(|field| cell(entry, Some(member), *field)))?;
                }
            }
        }
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(|error| std::io::Error::other(error).into())
}

fn cell(entry: &Entry, member: Option<&Member>, field: Field) -> String {
    let (name, account, strength) = match member {
        Some(member) => (&member.name, &member.account, (member.rank, member.rating)),
        None => (&entry.name, &entry.account, (entry.rank, entry.rating)),
    };
    match field {
        Field::No => entry.no.0.to_string(),
        Field::Team => guarded(&entry.name),
        Field::Name => guarded(name),
        Field::Account => account.as_ref().map(AccountId::as_str).map(guarded).unwrap_or_default(),
        Field::Rank => strength.0.as_ref().map(Rank::to_string).unwrap_or_default(),
        Field::Rating => strength.1.as_ref().map(i32::to_string).unwrap_or_default(),
        Field::Club => entry.club.as_deref().map(guarded).unwrap_or_default(),
        Field::Seed => entry.seed.as_ref().map(u32::to_string).unwrap_or_default(),
        Field::FromRound if entry.from_round == 1 => String::new(),
        Field::FromRound => entry.from_round.to_string(),
    }
}
