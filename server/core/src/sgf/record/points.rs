//! Points and moves as SGF writes them: two letters, columns from the left and rows from the top.

use tengen_protocol::{Point, Size, Vertex};

/// A coordinate from 0: `a` to `z`, then `A` to `Z`.
fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// A point of a board of this size.
pub(super) fn point(text: &str, size: Size) -> Option<Point> {
    let [column, row] = *text.trim().as_bytes() else { return None };
    let from_top = coordinate(row)?;
    let row = size.height().checked_sub(from_top.checked_add(1)?)?;
    Point::new(coordinate(column)?, row).filter(|point| size.contains(*point))
}

/// A move: a point; nothing is a pass, and on boards up to 19x19 so is `tt`, as FF[3] writes it.
pub(super) fn vertex(text: &str, size: Size) -> Option<Vertex> {
    match text.trim() {
        "" => Some(Vertex::Pass),
        "tt" if size.width() <= 19 && size.height() <= 19 => Some(Vertex::Pass),
        text => point(text, size).map(Vertex::Point),
    }
}

/// A point, or the points of a rectangle given by two corners (`aa:cc`).
pub(super) fn points(text: &str, size: Size) -> Option<impl Iterator<Item = Point> + use<>> {
    let (one, other) = text.split_once(':').unwrap_or((text, text));
    let (one, other) = (point(one, size)?, point(other, size)?);
    let columns = one.column().min(other.column())..=one.column().max(other.column());
    // From the top, as SGF counts.
    let rows = one.row().min(other.row())..=one.row().max(other.row());
    Some(rows.rev().flat_map(move |row| columns.clone().filter_map(move |column| Point::new(column, row))))
}

/// A board: `19`, or `13:9` for 13 columns and 9 rows (`13x9` is understood too).
pub(super) fn size(text: &str) -> Option<Size> {
    let text = text.trim();
    let (width, height) = text.split_once([':', 'x', 'X']).unwrap_or((text, text));
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, board: &str) -> Option<String> {
        vertex(text, size(board).unwrap()).map(|vertex| vertex.to_string())
    }

    #[test]
    fn moves_and_passes() {
        for (text, board, expected) in [
            ("aa", "19", Some("A19")),
            ("ss", "19", Some("T1")),
            ("pd", "19", Some("Q16")),
            (" pd ", "19", Some("Q16")),
            ("", "19", Some("pass")),
            ("tt", "19", Some("pass")),
            ("tt", "9", Some("pass")),
            ("tt", "19:13", Some("pass")),
            ("tt", "20", Some("U1")),
            ("tt", "25", Some("U6")),
            ("tt", "25:9", None),
            ("yy", "25", Some("Z1")),
            ("st", "19", None),
            ("jj", "9", None),
            ("AA", "19", None),
            ("zz", "25", None),
            ("a", "19", None),
            ("aaa", "19", None),
            ("a1", "19", None),
            ("é", "19", None),
            ("ma", "13:9", Some("N9")),
            ("aj", "13:9", None),
        ] {
            assert_eq!(at(text, board).as_deref(), expected, "{text} on {board}");
        }
    }

    #[test]
    fn rectangles() {
        let list = |text: &str| {
            let points: Option<Vec<String>> =
                points(text, size("9").unwrap()).map(|points| points.map(|point| point.to_string()).collect());
            points.map(|points| points.join(" "))
        };
        assert_eq!(list("aa:cb").as_deref(), Some("A9 B9 C9 A8 B8 C8"));
        assert_eq!(list("cb:aa"), list("aa:cb"));
        assert_eq!(list("ba").as_deref(), Some("B9"));
        assert_eq!(list("aa:jj"), None);
        assert_eq!(list(""), None);
    }

    #[test]
    fn sizes() {
        for (text, expected) in [("19", "19x19"), ("13:9", "13x9"), (" 9 : 9 ", "9x9"), ("13x9", "13x9")] {
            assert_eq!(size(text).unwrap().to_string(), expected);
        }
        for text in ["", "0", "26", "37", "19:", "x", "-1", "19:26"] {
            assert_eq!(size(text), None, "{text}");
        }
    }
}
