//! The result list as text to be printed: columns that stand below one another in any script.

use super::{Results, cell, head};
use unicode_width::UnicodeWidthStr;

/// Between two columns.
const GAP: &str = "  ";

/// One column.
struct Column {
    head: String,
    cells: Vec<String>,
    /// Numbers end below one another, words begin so.
    right: bool,
}

/// The result list: the name of the event, then a line for each with place, number, name, rank, club,
/// points, the further criteria of the order, the rounds as in the CSV, and the prize. Columns of which nobody has
/// anything are left out.
#[must_use]
pub fn text(results: &Results) -> String {
    let column = |head: &str, right, cells: Vec<String>| Column { head: head.to_owned(), cells, right };
    let of = |what: fn(&super::Line) -> String| results.lines.iter().map(what).collect::<Vec<_>>();
    let mut columns = vec![
        column("place", true, of(super::Line::place)),
        column("no", true, of(|line| line.entry.no.0.to_string())),
        column("name", false, of(|line| line.entry.name.clone())),
        column("rank", true, of(super::Line::rank)),
        column("club", false, of(|line| line.entry.club.clone().unwrap_or_default())),
        column("points", true, of(|line| line.row.points.to_string())),
    ];
    for (at, criterion) in results.further() {
        let numbers = results.lines.iter().map(|line| line.number(at)).collect();
        columns.push(column(&head(criterion), true, numbers));
    }
    for round in 0..results.paired {
        let cells = results.lines.iter().map(|line| line.cells.get(round).map(cell).unwrap_or_default());
        columns.push(column(&format!("round_{}", round + 1), false, cells.collect()));
    }
    columns.push(column("prize", false, of(super::Line::prize)));
    columns.retain(|column| column.cells.iter().any(|cell| !cell.is_empty()));
    let mut out = format!("{}\n", results.settings.name);
    let widths: Vec<usize> = columns.iter().map(Column::width).collect();
    push_line(&mut out, columns.iter().zip(&widths).map(|(column, width)| column.fill(&column.head, *width)));
    for at in 0..results.lines.len() {
        let cells = columns.iter().zip(&widths);
        push_line(
            &mut out,
            cells.map(|(column, width)| column.fill(column.cells.get(at).map_or("", String::as_str), *width)),
        );
    }
    out
}

impl Column {
    fn width(&self) -> usize {
        self.cells.iter().chain([&self.head]).map(|cell| cell.width()).max().unwrap_or(0)
    }

    fn fill(&self, cell: &str, width: usize) -> String {
        let blanks = " ".repeat(width.saturating_sub(cell.width()));
        if self.right { blanks + cell } else { cell.to_owned() + &blanks }
    }
}

fn push_line(out: &mut String, cells: impl Iterator<Item = String>) {
    let line = cells.collect::<Vec<_>>().join(GAP);
    out.push_str(line.trim_end());
    out.push('\n');
}
