//! The result list as CSV (RFC 4180).

use super::{Results, cell, head};
use crate::tournament::entries::guarded;

/// The result list as CSV: `place`, `no`, `name`, `rank`, `rating`, `club`, `points`, the further criteria
/// of the order, `prize` where somebody gets one, and `round_1`, `round_2`, .. as `7+b`: the opponent's `no`, `+`, `=`, `-` or `?`, `!` for a
/// forfeit, the colour in the first game. In UTF-8 without a byte-order mark. Texts that a spreadsheet would
/// take for a formula have an apostrophe before them, as in lists of entries.
///
/// # Errors
/// When the text cannot be made, which no list makes happen.
pub fn csv(results: &Results) -> Result<String, csv::Error> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let heads = ["place", "no", "name", "rank", "rating", "club", "points"].map(str::to_owned);
    let rounds = (1..=results.paired).map(|round| format!("round_{round}"));
    let further: Vec<_> = results.further().collect();
    let criteria = further.iter().map(|(_, criterion)| head(*criterion));
    let has_prizes = results.lines.iter().any(|line| line.prize.is_some());
    let prize = has_prizes.then(|| "prize".to_owned());
    writer.write_record(heads.into_iter().chain(criteria).chain(prize).chain(rounds))?;
    for line in &results.lines {
        let entry = &line.entry;
        let who = [
            line.place(),
            entry.no.0.to_string(),
            guarded(&entry.name),
            line.rank(),
            entry.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            entry.club.as_deref().map(guarded).unwrap_or_default(),
            line.row.points.to_string(),
        ];
        let numbers = further.iter().map(|(at, _)| line.number(*at));
        let prize = has_prizes.then(|| guarded(&line.prize()));
        writer.write_record(who.into_iter().chain(numbers).chain(prize).chain(line.cells.iter().map(cell)))?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(|error| std::io::Error::other(error).into())
}
