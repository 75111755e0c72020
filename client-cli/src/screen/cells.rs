//! Text in cells of a terminal: wide characters take two, combining ones none. Pure.

use tengen_protocol::steers;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many cells a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// What a cell shows instead of a character of which a terminal may have another opinion.
const UNSURE: &str = "\u{fffd}";

/// The text of one cell (or of a wide one and what it covers) such that every terminal draws it as
/// wide as it is counted here; `None`: it is that already.
///
/// Sequences that are counted as one wide character, which many terminals draw one by one, keep their
/// first character alone; what steers is replaced.
pub(crate) fn sure(symbol: &str) -> Option<String> {
    if symbol.is_ascii() || (!symbol.chars().any(is_unsure) && counted_singly(symbol)) {
        return None;
    }
    let cells = symbol.width();
    let kept: String = symbol.chars().filter(|c| !is_unsure(*c)).collect();
    let first = kept.chars().next().map(String::from).unwrap_or_default();
    let kept = [kept, first].into_iter().find(|kept| counted_singly(kept) && (1..=cells).contains(&kept.width()));
    Some(fit(kept.as_deref().unwrap_or_else(|| beginning(UNSURE, cells)), cells, true))
}

/// Whether it is as wide as its characters are together.
fn counted_singly(symbol: &str) -> bool {
    symbol.width() == symbol.chars().map(|c| c.width().unwrap_or(0)).sum::<usize>()
}

/// Characters that change others, or that are drawn with different widths.
fn is_unsure(c: char) -> bool {
    let changes = matches!(c, '\u{1f3fb}'..='\u{1f3ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    let differs = matches!(c, '\u{ff9e}' | '\u{ff9f}' | '\u{1f1e6}'..='\u{1f1ff}');
    changes || differs || steers(c)
}

/// The longest beginning that takes at most so many cells.
pub(crate) fn beginning(text: &str, cells: usize) -> &str {
    let ends = text.char_indices().map(|(start, c)| start + c.len_utf8());
    let end = ends.take_while(|end| text[..*end].width() <= cells).last().unwrap_or(0);
    &text[..end]
}

/// What is left of a text after so many cells.
pub(crate) fn after(text: &str, cells: usize) -> &str {
    &text[beginning(text, cells).len()..]
}

/// What stands where a text was cut.
const fn mark(ascii: bool) -> &'static str {
    if ascii { "~" } else { "\u{2026}" }
}

/// A text in at most so many cells; where it is too long it ends with a mark.
pub(crate) fn cut(text: &str, cells: usize, ascii: bool) -> String {
    if text.width() <= cells {
        return text.to_owned();
    }
    match cells.checked_sub(1) {
        Some(left) => format!("{}{}", beginning(text, left), mark(ascii)),
        None => String::new(),
    }
}

/// The same, filled up with spaces to exactly so many cells.
pub(crate) fn fit(text: &str, cells: usize, ascii: bool) -> String {
    let mut text = cut(text, cells, ascii);
    let missing = cells.saturating_sub(text.width());
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// Two texts at both ends of so many cells; the right one is whole, the left one is cut.
pub(crate) fn ends(left: &str, right: &str, cells: usize, ascii: bool) -> String {
    let right = cut(right, cells, ascii);
    let room = cells.saturating_sub(right.width());
    let apart = usize::from(!right.is_empty());
    let left = fit(&cut(left, room.saturating_sub(apart), ascii), room, ascii);
    left + &right
}

/// A text in lines of at most so many cells, broken at spaces and beside wide characters; a word that is
/// longer than a line is broken anywhere.
pub(crate) fn wrap(text: &str, cells: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let line = beginning(rest, cells);
        if line.is_empty() {
            // Not even one character has room.
            break;
        }
        let end = (1..=line.len()).rev().find(|end| may_break(rest, *end)).unwrap_or(line.len());
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    lines
}

/// Whether a line may end before that byte.
fn may_break(text: &str, at: usize) -> bool {
    if !text.is_char_boundary(at) {
        return false;
    }
    let is_wide = |c: char| c.width().is_some_and(|cells| cells > 1);
    match (text[..at].chars().next_back(), text[at..].chars().next()) {
        (_, None) => true,
        (Some(before), Some(after)) => before == ' ' || after == ' ' || is_wide(before) || is_wide(after),
        (None, Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_by_cells_and_filled_up() {
        assert_eq!(fit("Ann", 6, false), "Ann   ");
        assert_eq!(fit("小林光一", 8, false), "小林光一");
        assert_eq!(fit("小林光一", 7, false), "小林光…");
        assert_eq!(fit("小林光一", 6, false), "小林… ", "half a character is no character");
        assert_eq!(fit("e\u{301}e\u{301}", 2, false), "e\u{301}e\u{301}", "accents take no cell");
        assert_eq!(cut("Alexandra", 5, true), "Alex~");
        assert_eq!((cut("Ann", 1, true), cut("Ann", 0, false)), ("~".into(), String::new()));
        for cells in 0..12 {
            assert_eq!(width(&fit("王a一b鐵", cells, false)), cells, "{cells}");
            assert_eq!(width(&ends("王a一b鐵", "提子 3", cells, false)), cells, "{cells}");
        }
    }

    #[test]
    fn a_cell_is_as_wide_as_every_terminal_draws_it() {
        for same in ["a", "柯", "é", "e\u{301}", "●", "👍", " ", "\u{fffd}", "한"] {
            assert_eq!(sure(same), None, "{same}");
        }
        for (unsure, shown) in [
            ("👍🏽", "👍"),
            ("🏽", "\u{fffd} "),
            ("❤\u{fe0f}", "❤ "),
            ("👨\u{200d}👩", "👨"),
            ("a\u{202e}", "a"),
            ("a\u{1f3fb}", "a  "),
        ] {
            assert_eq!(sure(unsure).as_deref(), Some(shown), "{unsure}");
            assert_eq!(width(shown), width(unsure), "{unsure}");
        }
        for unsure in ["ｶ\u{ff9e}", "\u{ff9f}", "🇩🇪", "⌚\u{fe0e}", "1\u{fe0f}\u{20e3}"] {
            let shown = sure(unsure).unwrap();
            assert_eq!(width(&shown), width(unsure), "{unsure}: {shown}");
            assert!(counted_singly(&shown) && !shown.chars().any(is_unsure), "{unsure}: {shown}");
        }
    }

    #[test]
    fn both_ends_keep_a_space_between() {
        assert_eq!(ends("12:34", "提子 3", 14, false), "12:34   提子 3");
        assert_eq!(ends("a long text", "right", 12, false), "a lon… right");
    }

    #[test]
    fn lines_break_at_spaces_or_between_wide_characters() {
        assert_eq!(wrap("black to move", 8), ["black to", "move"]);
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("双方确认死子", 5), ["双方", "确认", "死子"]);
        assert_eq!(wrap("小林: abcdef一二三", 12), ["小林: abcdef", "一二三"]);
        assert_eq!(wrap("小林: 一二三四", 11), ["小林: 一二", "三四"]);
        assert_eq!(wrap("  ", 5), Vec::<String>::new());
        assert_eq!(wrap("鐵", 1), Vec::<String>::new());
    }
}
