//! Lines whose parts stand below one another, however wide their characters are. Pure.

use crate::text::printable;
use unicode_width::UnicodeWidthStr;

/// Cells between two columns.
const BETWEEN: &str = "  ";

/// On which side of its column a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with heads.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// With these heads.
    pub(crate) fn new(heads: impl IntoIterator<Item = (String, Side)>) -> Self {
        let (row, sides) = heads.into_iter().unzip();
        Self { sides, rows: vec![row] }
    }

    /// One more line; what the texts of strangers could steer is taken out.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| printable(&cell)).collect());
    }

    /// Whether there are only heads.
    pub(super) const fn is_empty(&self) -> bool {
        self.rows.len() <= 1
    }

    /// The lines, without columns in which nothing stands.
    pub(super) fn lines(&self) -> Vec<String> {
        let widest = |at: usize| self.rows.iter().skip(1).filter_map(|row| row.get(at)).map(|it| it.width()).max();
        let head = |at: usize| self.rows.first().and_then(|row| row.get(at)).map_or(0, |it| it.width());
        let columns: Vec<(usize, Side, usize)> = self
            .sides
            .iter()
            .enumerate()
            .filter_map(|(at, side)| {
                let widest = widest(at).filter(|cells| *cells > 0)?;
                Some((at, *side, widest.max(head(at))))
            })
            .collect();
        self.rows.iter().map(|row| line(row, &columns)).collect()
    }

    /// The lines as one text.
    pub(crate) fn text(&self) -> String {
        self.lines().join("\n")
    }
}

fn line(row: &[String], columns: &[(usize, Side, usize)]) -> String {
    let cells: Vec<String> = columns
        .iter()
        .map(|(at, side, cells)| {
            let text = row.get(*at).map_or("", String::as_str);
            let gap = " ".repeat(cells.saturating_sub(text.width()));
            match side {
                Side::Left => format!("{text}{gap}"),
                Side::Right => format!("{gap}{text}"),
            }
        })
        .collect();
    cells.join(BETWEEN).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_one_another() {
        let heads = [("no", Side::Right), ("name", Side::Left), ("club", Side::Left), ("点", Side::Right)];
        let mut table = Table::new(heads.map(|(head, side)| (head.to_owned(), side)));
        assert!(table.is_empty());
        table.row(["1", "李明", "", "12"].map(str::to_owned));
        table.row(["10", "Ann\u{1b}", "", "8.5"].map(str::to_owned));
        assert_eq!(table.lines(), ["no  name   点", " 1  李明   12", "10  Ann\u{fffd}  8.5"]);
        assert!(!table.is_empty());
    }
}
