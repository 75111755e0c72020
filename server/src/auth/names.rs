//! Names of accounts: which are allowed, and which two are the same to the eye.
//!
//! The profile is PRECIS UsernameCasePreserved (RFC 8265, 3.4), not Nickname (RFC 8266): a name is
//! typed on command lines, put into SGF and sent over old protocols that split at spaces, so it has
//! no spaces and no symbols, and wide forms become narrow ones. On top of the profile: of ASCII
//! punctuation only `-`, `_` and `.`, no zero-width and bidirectional controls (which the profile
//! allows in some places), one script or Latin with one more (UTS 39, "moderately restrictive", but
//! for scripts of every status), and a list of reserved words.
//!
//! Two names are the same when they share a [key](Name::keys). A key is a confusable skeleton
//! (UTS 39, section 4) with case folded. Folding before or after taking the skeleton finds different
//! twins: `PauI` with a capital i looks like `Paul` only as written, a Greek `ΝΑΤΟ` like a Latin
//! `NATO` only in capitals. So a name has both keys, usually equal, and claims both.

use precis_profiles::{UsernameCasePreserved, precis_core::profile::PrecisFastInvocation};
use std::{fmt, sync::LazyLock};
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, ScriptExtension};
use unicode_security::{MixedScript, skeleton};
use unicode_segmentation::UnicodeSegmentation;

/// Shortest name, in graphemes (what a reader calls a character).
pub const MIN_GRAPHEMES: usize = 2;

/// Longest name, in graphemes.
pub const MAX_GRAPHEMES: usize = 24;

/// Longest name in bytes of UTF-8: 24 graphemes of the scripts with the longest clusters fit, a
/// tower of accents does not.
pub const MAX_BYTES: usize = 256;

/// Combining marks in a row. Vietnamese needs 2, vocalised Hebrew and Arabic 3, Thai 2.
pub const MAX_MARKS: usize = 3;

/// Names of guests begin so; nobody else's do.
pub const GUEST_PREFIX: &str = "guest-";

/// Names that would pass for the server or for somebody in office.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "arbiter",
    "black",
    "deleted",
    "everyone",
    "guest",
    "judge",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "organiser",
    "organizer",
    "referee",
    "root",
    "server",
    "staff",
    "support",
    "system",
    "tengen",
    "undefined",
    "white",
    "天元",
    "官方",
    "客服",
    "管理员",
    "管理員",
    "管理者",
    "系统",
    "系統",
    "裁判",
    "裁判长",
    "裁判長",
    "裁判员",
    "裁判員",
    "審判",
    "審判長",
    "服务器",
    "심판",
    "관리자",
    "운영자",
];

static RESERVED_KEYS: LazyLock<Vec<String>> =
    LazyLock::new(|| RESERVED.iter().flat_map(|word| keys_of(word)).map(|key| coarse(&key)).collect());

/// Why a name is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It is too short or too long, with so many graphemes.
    #[error("a name has {MIN_GRAPHEMES} to {MAX_GRAPHEMES} characters, not {0}")]
    Length(usize),
    /// It has so many bytes.
    #[error("a name has at most {MAX_BYTES} bytes, not {0}")]
    Bytes(usize),
    /// It holds what is not seen, or turns text around.
    #[error("a name has no control, direction or zero-width characters")]
    Hidden,
    /// It holds something else than letters, digits, `-`, `_` and `.`.
    #[error("a name has letters and digits of any script, '-', '_' and '.'; no spaces and no symbols")]
    Symbols,
    /// It piles up marks.
    #[error("a name has at most {MAX_MARKS} combining marks in a row")]
    Marks,
    /// It begins or ends with punctuation.
    #[error("a name begins and ends with a letter or a digit")]
    Edges,
    /// It mixes scripts that are easily taken for one another.
    #[error("a name is written in one script, or in Latin and one other that is not Greek, Cyrillic or Cherokee")]
    MixedScripts,
    /// It breaks the rule for right-to-left names (RFC 5893).
    #[error("a name that is written from right to left must not mix directions")]
    Direction,
    /// Reserved for the server or for people in office.
    #[error("this name is reserved")]
    Reserved,
}

/// A name that is allowed, in the form that is stored and shown.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// Checks and normalises what somebody typed.
    ///
    /// # Errors
    /// When the name is not allowed.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let name = Self::normalise(text)?;
        if name.is_reserved() { Err(NameError::Reserved) } else { Ok(name) }
    }

    /// The same without the list of reserved words: to look a name up, and for guests.
    pub(super) fn normalise(text: &str) -> Result<Self, NameError> {
        if text.len() > MAX_BYTES {
            return Err(NameError::Bytes(text.len()));
        }
        check_characters(text)?;
        let name = match UsernameCasePreserved::enforce(text) {
            Ok(name) => name.into_owned(),
            Err(_) if text.is_empty() => return Err(NameError::Length(0)),
            Err(precis_profiles::precis_core::Error::Invalid) => return Err(NameError::Direction),
            Err(_) => return Err(NameError::Symbols),
        };
        check(&name)?;
        Ok(Self(name))
    }

    /// As stored and shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The one or two keys of the name. The first is the same for every way to write the name in
    /// capitals and small letters: accounts are looked up by it.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        keys_of(&self.0)
    }

    /// Whether only the server may give it.
    fn is_reserved(&self) -> bool {
        let guests = keys_of(GUEST_PREFIX);
        let mut keys = self.keys().into_iter();
        keys.any(|key| RESERVED_KEYS.contains(&coarse(&key)) || guests.iter().any(|prefix| key.starts_with(prefix)))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

fn keys_of(name: &str) -> Vec<String> {
    let folded_first: String = fold(&skeleton(&fold(name)).collect::<String>());
    let folded_last = fold(&skeleton(name).collect::<String>());
    if folded_first == folded_last { vec![folded_first] } else { vec![folded_first, folded_last] }
}

/// For reserved words, `i` is like `l` too, and with it `1`: names of people must be told apart by
/// that letter (`Ali`, `All`), words of office need not be imitated at all.
fn coarse(key: &str) -> String {
    key.replace('l', "i")
}

/// Folds case: up and down again, so that `ß` and `SS`, `ς` and `σ` meet.
fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Characters that no name has, wherever they are: what is not seen, and ASCII punctuation but three.
fn check_characters(text: &str) -> Result<(), NameError> {
    let is_plain = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if text.chars().any(is_hidden) {
        return Err(NameError::Hidden);
    }
    if text.chars().all(is_plain) { Ok(()) } else { Err(NameError::Symbols) }
}

/// Controls, and what is not seen. The profile allows zero-width joiners and some fillers in places.
fn is_hidden(c: char) -> bool {
    let invisible = matches!(c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}');
    c.is_control() || invisible
}

fn check(name: &str) -> Result<(), NameError> {
    let graphemes = name.graphemes(true).count();
    if !(MIN_GRAPHEMES..=MAX_GRAPHEMES).contains(&graphemes) {
        return Err(NameError::Length(graphemes));
    }
    if name.len() > MAX_BYTES {
        return Err(NameError::Bytes(name.len()));
    }
    // again: the profile has made wide forms narrow
    check_characters(name)?;
    if longest_run_of_marks(name) > MAX_MARKS {
        return Err(NameError::Marks);
    }
    let edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let last = name.chars().rev().find(|c| !is_combining_mark(*c));
    if !edge(name.chars().next()) || !edge(last) {
        return Err(NameError::Edges);
    }
    if mixes_scripts(name) { Err(NameError::MixedScripts) } else { Ok(()) }
}

fn longest_run_of_marks(name: &str) -> usize {
    let mut run = 0;
    let runs = name.chars().map(|c| {
        run = if is_combining_mark(c) { run + 1 } else { 0 };
        run
    });
    runs.max().unwrap_or(0)
}

/// UTS 39, 5.2: one script (Japanese, Korean and Chinese with their companions count as one), or
/// Latin with one other that does not look like Latin.
fn mixes_scripts(name: &str) -> bool {
    if name.is_single_script() {
        return false;
    }
    let is_latin = |c: char| ScriptExtension::from(c).contains_script(Script::Latin);
    let looks_latin = |c: char| {
        let scripts = ScriptExtension::from(c);
        let twins = [Script::Cyrillic, Script::Greek, Script::Cherokee];
        !scripts.is_common() && !scripts.is_inherited() && twins.iter().any(|twin| scripts.contains_script(*twin))
    };
    let rest: String = name.chars().filter(|c| !is_latin(*c)).collect();
    rest.chars().any(looks_latin) || !rest.is_single_script()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn refused(name: &str, why: NameError) {
        assert_eq!(Name::parse(name), Err(why), "{name:?}");
    }

    fn same(a: &str, b: &str) -> bool {
        let keys = Name::parse(b).unwrap().keys();
        Name::parse(a).unwrap().keys().iter().any(|key| keys.contains(key))
    }

    #[test]
    fn names_of_any_script_are_allowed_and_kept_as_written() {
        let good = [
            "Li",
            "柯洁",
            "李昌鎬",
            "芝野虎丸",
            "きりん_7",
            "이세돌",
            "Иван",
            "Ἀθηνᾶ",
            "שלום",
            "محمد",
            "अर्जुन",
            "สมชาย",
            "ஔவையார்",
            "Nguyễn",
            "ᏣᎳᎩ",
            "kirin柯洁",
            "karlひかる",
            "x.y-z_1",
            "2026",
            "Zoë",
            "ÅsaÖ",
        ];
        for name in good {
            assert_eq!(Name::parse(name).map(|name| name.to_string()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn wide_and_decomposed_forms_are_normalised() {
        assert_eq!(Name::parse("ｋｉｒｉｎ７").unwrap().as_str(), "kirin7");
        assert_eq!(Name::parse("Zoe\u{308}").unwrap().as_str(), "Zoë");
        assert_eq!(Name::parse("ｱｲｳ").unwrap().as_str(), "アイウ");
    }

    #[test]
    fn length_is_counted_in_graphemes() {
        refused("", NameError::Length(0));
        refused("x", NameError::Length(1));
        refused("一", NameError::Length(1));
        refused("e\u{301}", NameError::Length(1));
        for unit in ["x", "碁", "각", "नि"] {
            assert!(Name::parse(&unit.repeat(24)).is_ok(), "{unit}");
            refused(&unit.repeat(25), NameError::Length(25));
        }
        refused(&"x".repeat(257), NameError::Bytes(257));
    }

    #[test]
    fn what_is_not_seen_or_turns_text_around_is_refused() {
        let hidden = [
            '\0',
            '\u{7}',
            '\n',
            '\u{7f}',
            '\u{85}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{180e}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{3164}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{e0001}',
            '\u{e0041}',
        ];
        for c in hidden {
            refused(&format!("ab{c}cd"), NameError::Hidden);
            refused(&format!("柯{c}洁"), NameError::Hidden);
        }
        for c in ['\u{e000}', ' ', '\u{a0}', '\u{3000}'] {
            refused(&format!("ab{c}cd"), NameError::Symbols);
            refused(&format!("柯{c}洁"), NameError::Symbols);
        }
        // a joiner that RFC 5892 allows after a virama
        refused("क्\u{200d}ष", NameError::Hidden);
    }

    #[test]
    fn symbols_and_towers_of_marks_are_refused() {
        for name in ["a b", "a/b", "a@b", "a:b", "<b>b", "a\"b", "a\\b", "a&b", "♟♟", "😀😀", "a，b", "a＠b"]
        {
            refused(name, NameError::Symbols);
        }
        refused(&format!("za{}b", "\u{335}".repeat(4)), NameError::Marks);
        for name in ["-ab", "ab-", ".ab", "ab.", "__", "_a"] {
            refused(name, NameError::Edges);
        }
    }

    #[test]
    fn scripts_that_look_alike_do_not_mix() {
        for name in ["pаul", "Аdam", "αlpha", "ᎪdamᎪ", "Иванivan", "柯Иван", "きりнn"] {
            refused(name, NameError::MixedScripts);
        }
    }

    #[test]
    fn right_to_left_names_have_one_direction() {
        refused("שלוםabc", NameError::Direction);
    }

    #[test]
    fn reserved_words_and_their_twins_are_refused() {
        for name in ["admin", "ADMIN", "Adm1n", "Officlal", "r00t", "裁判", "Tengen", "WHITE"] {
            refused(name, NameError::Reserved);
        }
        refused("guest-k3v9", NameError::Reserved);
        refused("GUEST-1", NameError::Reserved);
        assert!(Name::parse("guests").is_ok());
        assert!(Name::normalise("guest-k3v9").is_ok());
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        for (a, b) in [
            ("Paul", "paul"),
            ("PauI", "Paul"),
            ("Pau1", "Paul"),
            ("STRASSE", "straße"),
            ("οδος", "ΟΔΟΣ"),
            ("ΝΑΤΟ", "NATO"),
            ("ΝΙΚΟΣ", "νικος"),
            ("Сорос", "Copoc"),
            ("rnax", "max"),
            ("kirin0", "kirinO"),
            ("Zoë", "ZOË"),
            ("ロー", "口ー"),
        ] {
            assert!(same(a, b), "{a} {b}");
            assert!(same(b, a), "{a} {b}");
        }
    }

    #[test]
    fn names_that_differ_are_not_the_same() {
        for (a, b) in [("ali", "all"), ("kim", "klm"), ("柯洁", "柯杰"), ("nick", "vick"), ("x-y", "xy"), ("ab", "ba")]
        {
            assert!(!same(a, b), "{a} {b}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_judged_and_what_is_allowed_stays_allowed(text in "\\PC{0,30}|.{0,12}|[a-zA-Zа-яα-ω一-龥-_.]{2,26}") {
            if let Ok(name) = Name::parse(&text) {
                let again = Name::parse(name.as_str());
                prop_assert_eq!(again.as_ref(), Ok(&name));
                prop_assert!(!name.keys().is_empty());
                prop_assert!((MIN_GRAPHEMES..=MAX_GRAPHEMES).contains(&name.as_str().graphemes(true).count()));
            }
        }

        #[test]
        fn case_never_makes_another_name(text in "[a-zA-Zéßñа-яА-Я]{2,20}") {
            if let Ok(name) = Name::parse(&text) {
                for other in [text.to_lowercase(), text.to_uppercase()] {
                    if let Ok(other) = Name::parse(&other) {
                        prop_assert_eq!(&other.keys()[0], &name.keys()[0]);
                    }
                }
            }
        }
    }
}
