//! Lines that fit: a wide character takes two cells, and between wide characters a line may end
//! where no space is. A line neither begins with what closes nor ends with what opens.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What closes, and so begins no line.
const CLOSES: &str = "，。、；：！？）》」』】〉”’…,.;:!?)]}>'\"";

/// What opens, and so ends no line.
const OPENS: &str = "（《「『【〈“‘([{<";

/// Lines of at most so many cells; longer only where a single word is. What a line is indented by,
/// its continuation is too.
pub(super) fn wrap(text: &str, cells: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent: String = line.chars().take_while(|c| *c == ' ').collect();
        let room = cells.saturating_sub(indent.len());
        let mut rest = line.trim();
        while let Some(at) = end(rest, room) {
            let (head, tail) = rest.split_at(at);
            lines.push(format!("{indent}{}", head.trim_end()));
            rest = tail.trim_start();
        }
        lines.push(if rest.is_empty() { String::new() } else { format!("{indent}{rest}") });
    }
    lines
}

/// Where a line that is too long ends, a byte index; nothing for one that fits.
fn end(line: &str, room: usize) -> Option<usize> {
    if line.width() <= room {
        return None;
    }
    let mut best = None;
    let mut before = None;
    // a note in brackets that fits a line stays whole
    let mut whole = 0;
    for (at, c) in line.char_indices() {
        if at >= whole && before.is_some_and(|before| may_end(before, c)) {
            if line.get(..at).is_some_and(|head| head.trim_end().width() > room) {
                // what has no place to end in time ends at the next one
                return best.or(Some(at));
            }
            best = Some(at);
        }
        if c == '[' && at >= whole {
            let note = line.get(at..).and_then(|rest| rest.get(..=rest.find(']')?));
            whole = note.filter(|note| note.width() <= room).map_or(whole, |note| at + note.len());
        }
        before = Some(c);
    }
    best
}

/// Whether a line may end between two characters.
fn may_end(before: char, after: char) -> bool {
    if before == ' ' {
        return after != ' ';
    }
    (is_wide(before) || is_wide(after)) && after != ' ' && !CLOSES.contains(after) && !OPENS.contains(before)
}

/// Whether a character is of a script that is written without spaces.
fn is_wide(c: char) -> bool {
    c.width() == Some(2) || "“”‘’…".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_lines_end_between_characters_and_never_before_what_closes() {
        assert_eq!(wrap("下一盘围棋。", 12), ["下一盘围棋。"]);
        assert_eq!(wrap("下一盘围棋。", 10), ["下一盘围", "棋。"]);
        assert_eq!(wrap("下（围棋）", 4), ["下", "（围", "棋）"]);
        assert_eq!(wrap("用tengen play下棋", 10), ["用tengen", "play下棋"]);
        assert_eq!(wrap("用 `tengen play` 下", 15), ["用 `tengen", "play` 下"]);
    }

    #[test]
    fn words_stay_whole_and_indents_are_kept() {
        assert_eq!(wrap("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrap("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrap("unbreakable word", 4), ["unbreakable", "word"]);
        assert_eq!(wrap("", 4), Vec::<String>::new());
        assert_eq!(wrap("语言 [默认：无]", 14), ["语言", "[默认：无]"]);
        assert_eq!(wrap("[默认没有]", 7), ["[默认没", "有]"]);
    }
}
