//! What a terminal shows, and what of it is the same each time.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The rows of a terminal, without the empty cells at their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen(Vec<String>);

impl Screen {
    pub(super) fn new(text: &str) -> Self {
        Self(text.lines().map(|row| row.trim_end().to_owned()).collect())
    }

    /// Its rows.
    #[must_use]
    pub fn rows(&self) -> &[String] {
        &self.0
    }

    /// Whether a row has this in it.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.0.iter().any(|row| row.contains(text))
    }

    /// Column and row, from 0, of the first place of this text, in cells.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<(usize, usize)> {
        self.0.iter().enumerate().find_map(|(row, line)| Some((line[..line.find(text)?].width(), row)))
    }

    /// The widest row, in cells.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.iter().map(|row| row.width()).max().unwrap_or_default()
    }

    /// What a cell, counted from 0, shows; nothing behind the end of a row.
    #[must_use]
    pub fn cell(&self, (column, row): (usize, usize)) -> Option<char> {
        let mut at = 0;
        self.0.get(row)?.chars().find(|shown| {
            let here = at;
            at += shown.width().unwrap_or_default();
            (here..at).contains(&column)
        })
    }

    /// The cell of a point on the board that is shown with its letters above it and its rows' numbers.
    ///
    /// ```text
    ///     A B C
    ///  3  . . .  3
    /// ```
    #[must_use]
    pub fn point(&self, vertex: &str) -> Option<(usize, usize)> {
        let (letters, top) = self.find("A B C")?;
        let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(vertex.get(..1)?)?;
        let number = vertex.get(1..)?;
        let below = self.0.get(top + 1..)?.iter().position(|row| row.split_whitespace().next() == Some(number))?;
        Some((letters + 2 * column, top + 1 + below))
    }

    /// What is shown at a point.
    #[must_use]
    pub fn at(&self, vertex: &str) -> Option<char> {
        self.cell(self.point(vertex)?)
    }
}

impl std::fmt::Display for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

/// The screen without what differs from one time to the next: each digit of a clock (`9:58`, `1:02:03`)
/// and of a number of seconds before `s` or `秒` becomes `#`, each of these `names` (ids) dots of the same
/// width.
#[must_use]
pub fn steady(screen: &Screen, names: &[&str]) -> String {
    let mut text = String::new();
    for row in screen.rows() {
        let row = names.iter().fold(row.clone(), |row, name| row.replace(name, &"\u{b7}".repeat(name.width())));
        text.push_str(&without_times(&row));
        text.push('\n');
    }
    text
}

fn without_times(row: &str) -> String {
    let shown: Vec<char> = row.chars().collect();
    let mut text = shown.clone();
    let mut from = 0;
    while from < shown.len() {
        let is_time = |at: &char| at.is_ascii_digit() || *at == ':';
        let length = shown[from..].iter().take_while(|at| is_time(at)).count();
        let (time, next) = (&shown[from..from + length], shown.get(from + length));
        let clock = time.windows(3).any(
            |three| matches!(three, [minutes, ':', seconds] if minutes.is_ascii_digit() && seconds.is_ascii_digit()),
        );
        let after = shown.get(from + length + 1);
        let seconds = next == Some(&'\u{79d2}') || next == Some(&'s') && !after.is_some_and(|at| at.is_alphanumeric());
        if length > 0 && (clock || seconds) {
            text[from..from + length].iter_mut().filter(|at| at.is_ascii_digit()).for_each(|at| *at = '#');
        }
        from += length.max(1);
    }
    text.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_ids_are_what_differs() {
        let screen = Screen::new("1 9:58 (3x0:30) B45\n12 s in 7s, 30秒: ab12\n");
        assert_eq!(steady(&screen, &["ab12"]), "1 #:## (3x#:##) B45\n12 s in #s, ##秒: ····\n");
    }

    #[test]
    fn points_are_found_on_a_board() {
        let screen = Screen::new("a title\n    A B C   \n10  . . . 10\n 9 (●). . 9\n    A B C\n");
        assert_eq!((screen.point("A9"), screen.at("A9"), screen.at("C10")), (Some((4, 3)), Some('●'), Some('.')));
        assert_eq!((screen.at("A8"), screen.at("I9")), (None, None));
    }

    #[test]
    fn places_are_cells() {
        let screen = Screen::new("  a\n龙马 X\n");
        assert_eq!(screen.find("X"), Some((5, 1)));
        assert_eq!(
            (screen.cell((1, 1)), screen.cell((2, 1)), screen.cell((5, 1))),
            (Some('龙'), Some('马'), Some('X'))
        );
        assert_eq!((screen.cell((6, 1)), screen.cell((0, 2)), screen.width()), (None, None, 6));
    }
}
