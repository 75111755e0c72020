//! What is written in one cell of a table.

use tengen_protocol::Rank;

/// Characters with which a spreadsheet begins a formula (OWASP, "CSV injection"), the wide forms too.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Whether a cell would be taken for a formula, or would be once apostrophes before it are gone.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// The text with an apostrophe before it if it begins as a formula does, apostrophes included, so that
/// what [`unguarded`] makes of it is the text again.
pub(in crate::tournament) fn guarded(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// The text without the apostrophe that [`guarded`] puts before it.
pub(super) fn unguarded(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if is_formula(rest) => rest,
        _ => text,
    }
}

/// The words of a text with single spaces between them: blanks of any width, such as stand in Chinese
/// names of two characters, become one space. Controls stay, to be complained about.
pub(super) fn tidy(text: &str) -> String {
    let blank = |c: char| c.is_whitespace() && !c.is_control();
    text.split(blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Wide digits, letters and signs as narrow ones.
pub(super) fn narrow(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    };
    text.chars().map(narrow).collect()
}

/// A whole number.
pub(super) fn number(text: &str) -> Option<i64> {
    let text = narrow(text).replace('\u{2212}', "-");
    let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// A rank as people write it: `5d`, `5 dan`, `12 kyu`, `9p`, `5段`, `业余五段`, `职业九段`, `12级`, `初段`.
pub(super) fn rank(text: &str) -> Option<Rank> {
    let text: String = narrow(text).to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let (rest, professional) = prefixed(&text);
    let digits = rest.find(|c: char| !c.is_ascii_digit() && numeral(c).is_none()).unwrap_or(rest.len());
    let (digits, unit) = rest.split_at(digits);
    let n = if digits == "初" { 1 } else { count(digits)? };
    let rank = match (unit, professional) {
        ("段" | "d" | "dan", false) => Rank::Dan(n),
        ("段" | "d" | "dan", true) | ("p" | "pro" | "danpro", _) => Rank::Pro(n),
        ("级" | "級" | "k" | "kyu", false) => Rank::Kyu(n),
        _ => return None,
    };
    rank.exists().then_some(rank)
}

/// What follows the word for amateurs or professionals, and whether it was the latter.
fn prefixed(text: &str) -> (&str, bool) {
    for professional in ["职业", "職業"] {
        if let Some(rest) = text.strip_prefix(professional) {
            return (rest, true);
        }
    }
    let amateur = ["业余", "業餘", "业", "業"].iter().find_map(|word| text.strip_prefix(word));
    (amateur.unwrap_or(text), false)
}

/// A Chinese numeral up to ten; 初 stands alone, for the first.
fn numeral(c: char) -> Option<u8> {
    const NUMERALS: &str = "初一二三四五六七八九十";
    NUMERALS.chars().position(|numeral| numeral == c).and_then(|n| u8::try_from(n).ok())
}

/// `12`, `十`, `十二`, `二十`, `二十三`.
fn count(digits: &str) -> Option<u8> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.parse().ok();
    }
    let values: Vec<u8> = digits.chars().map(|c| numeral(c).filter(|n| *n > 0)).collect::<Option<_>>()?;
    match values[..] {
        [n] => Some(n),
        [10, ones @ 1..=9] => Some(10 + ones),
        [tens @ 1..=9, 10] => Some(10 * tens),
        [tens @ 1..=9, 10, ones @ 1..=9] => Some(10 * tens + ones),
        _ => None,
    }
}
