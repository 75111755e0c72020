//! From bytes to text: which encoding a record is in.
//!
//! Trail bytes of GB18030, Big5 and Shift-JIS can equal `\`, `[` and `]`, so a record is decoded
//! before anything else looks at it. The order of judging:
//!
//! 1. A byte-order mark (UTF-8, UTF-16).
//! 2. What `CA` in the root names. Where the bytes do not fit that, they are read as UTF-8 if they
//!    are that, or else as GB18030 if UTF-8 was named and GB18030 fits; else what does not fit is
//!    replaced. All of this is noted.
//! 3. Without `CA` (or with a name that is not known or cannot be true): UTF-8 if it fits. Else
//!    GB18030 if it fits and most of its characters outside ASCII are of two bytes above 0x7F, as
//!    Chinese text is and European text is not. Else Latin-1, the default of FF[4]. Both are noted as
//!    guesses.

use super::note::Oddity;
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GB18030, GBK, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

/// The text of a record and how it was found.
pub(super) struct Decoded {
    pub(super) text: String,
    /// The encoding's usual name.
    pub(super) encoding: &'static str,
    pub(super) notes: Vec<Oddity>,
}

/// The encoding of this name, in any case, as the WHATWG and Windows name them.
pub(super) fn named(name: &str) -> Option<&'static Encoding> {
    let name = name.trim();
    let plain = name.to_ascii_lowercase().replace(['_', ' '], "-");
    let windows = plain.trim_start_matches("windows-").trim_start_matches("cp").trim_start_matches("ms");
    match windows {
        "936" => return Some(GBK),
        "950" => return Some(BIG5),
        "932" => return Some(SHIFT_JIS),
        "949" => return Some(EUC_KR),
        "65001" => return Some(UTF_8),
        _ => {}
    }
    let found = Encoding::for_label(name.as_bytes()).or_else(|| Encoding::for_label(plain.as_bytes()));
    // That is what browsers take for encodings that they refuse: it reads any text as one U+FFFD.
    found.filter(|encoding| *encoding != REPLACEMENT)
}

/// Whether its name can be found before the text is decoded.
fn shows_its_name(encoding: &'static Encoding) -> bool {
    encoding != UTF_16BE && encoding != UTF_16LE
}

/// Decodes a file; `wanted` overrides what it says of itself.
pub(super) fn decode(bytes: &[u8], wanted: Option<&'static Encoding>) -> Decoded {
    let (bom, skip) = Encoding::for_bom(bytes).map_or((None, 0), |(encoding, skip)| (Some(encoding), skip));
    let bytes = &bytes[skip..];
    if let Some(encoding) = wanted.or(bom) {
        return replacing(bytes, encoding, Vec::new());
    }
    let Some(name) = declared(bytes) else { return guess(bytes, None) };
    let Some(encoding) = named(&name).filter(|encoding| shows_its_name(encoding)) else {
        return guess(bytes, Some(name));
    };
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return Decoded { text: text.into_owned(), encoding: encoding.name(), notes: Vec::new() };
    }
    let other = if encoding == UTF_8 { GB18030 } else { UTF_8 };
    match other.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => {
            let wrong = Oddity::EncodingWrong { named: encoding.name(), encoding: other.name() };
            Decoded { text: text.into_owned(), encoding: other.name(), notes: vec![wrong] }
        }
        None => replacing(bytes, encoding, Vec::new()),
    }
}

/// Decodes a text that is no record and cannot name its encoding, and says which it took: a byte-order
/// mark is believed, else it is judged as a record without `CA` is.
pub(crate) fn decode_plain(bytes: &[u8]) -> (String, &'static str) {
    let decoded = match Encoding::for_bom(bytes) {
        Some((encoding, skip)) => replacing(&bytes[skip..], encoding, Vec::new()),
        None => guess(bytes, None),
    };
    (decoded.text, decoded.encoding)
}

fn replacing(bytes: &[u8], encoding: &'static Encoding, mut notes: Vec<Oddity>) -> Decoded {
    let (text, replaced) = encoding.decode_without_bom_handling(bytes);
    if replaced {
        notes.push(Oddity::Undecodable { encoding: encoding.name() });
    }
    Decoded { text: text.into_owned(), encoding: encoding.name(), notes }
}

/// Decodes what names no encoding, or one that is not known.
fn guess(bytes: &[u8], unknown: Option<String>) -> Decoded {
    let fits = |encoding: &'static Encoding| encoding.decode_without_bom_handling_and_without_replacement(bytes);
    let (encoding, certain) = if fits(UTF_8).is_some() {
        (UTF_8, true)
    } else if looks_chinese(bytes) && fits(GB18030).is_some() {
        (GB18030, false)
    } else {
        (WINDOWS_1252, false)
    };
    let mut notes = Vec::new();
    match unknown {
        Some(named) => notes.push(Oddity::EncodingUnknown { named, encoding: encoding.name() }),
        None if !certain => notes.push(Oddity::EncodingGuessed { encoding: encoding.name() }),
        None => {}
    }
    replacing(bytes, encoding, notes)
}

/// Whether bytes above 0x7F come in pairs rather than alone.
fn looks_chinese(bytes: &[u8]) -> bool {
    let (mut pairs, mut alone) = (0_usize, 0_usize);
    let mut rest = bytes.iter();
    while let Some(byte) = rest.next() {
        if *byte >= 0x80 {
            match rest.next() {
                Some(trail) if *trail >= 0x80 => pairs += 1,
                _ => alone += 1,
            }
        }
    }
    pairs > alone
}

/// The value of `CA` in the root node of the first game.
fn declared(bytes: &[u8]) -> Option<String> {
    // The bytes are not decoded yet. Read as single bytes, a trail byte that equals `\` can hide what
    // follows it; read as pairs, a character of UTF-8 can. One of the two sees it.
    declared_as(bytes, false).or_else(|| declared_as(bytes, true))
}

/// The same, with bytes above 0x7F taken together with the one after them, or not.
fn declared_as(bytes: &[u8], in_pairs: bool) -> Option<String> {
    let starts = bytes.windows(2).position(|two| two[0] == b'(' && (two[1] == b';' || two[1].is_ascii_whitespace()));
    let mut rest = bytes[starts.map_or(0, |at| at + 1)..].iter().copied();
    let (mut nodes, mut name) = (0, Vec::new());
    while let Some(byte) = rest.next() {
        match byte {
            b';' => {
                nodes += 1;
                if nodes > 1 {
                    return None;
                }
                name.clear();
            }
            b'[' => {
                let value = value(&mut rest, in_pairs);
                if name == b"CA" {
                    return Some(String::from_utf8_lossy(&value).trim().to_owned()).filter(|name| !name.is_empty());
                }
                name.clear();
            }
            b'(' | b')' => name.clear(),
            // Lower-case letters of a name say nothing in old files.
            _ if byte.is_ascii_uppercase() && name.len() < 3 => name.push(byte),
            _ => {}
        }
    }
    None
}

/// The bytes up to `]`.
fn value(rest: &mut impl Iterator<Item = u8>, in_pairs: bool) -> Vec<u8> {
    let mut value = Vec::new();
    while let Some(byte) = rest.next() {
        match byte {
            b']' => break,
            b'\\' => drop(rest.next()),
            0x80.. if in_pairs => drop(rest.next()),
            _ if value.len() < 64 => value.push(byte),
            _ => {}
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, &'static str, Vec<Oddity>) {
        let decoded = decode(bytes, None);
        (decoded.text, decoded.encoding, decoded.notes)
    }

    /// The text in that encoding.
    fn in_encoding(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, used, lost) = encoding.encode(text);
        assert!(!lost && used == encoding.output_encoding(), "{text}");
        bytes.into_owned()
    }

    #[test]
    fn each_encoding_of_east_asia_is_found_by_its_name() {
        // Trail bytes: \ in 乗 (GBK: 0x81 0x5C), 許 and 功 (Big5), 表 and ソ (Shift-JIS); ] in 乚 (GBK).
        for (name, encoding, text) in [
            ("GB18030", "gb18030", "乗乚柯洁"),
            ("gb2312", "GBK", "柯洁"),
            ("GBK", "GBK", "乗乚"),
            ("cp936", "GBK", "乗"),
            ("Big5", "Big5", "許功蓋"),
            ("CP950", "Big5", "許功蓋"),
            ("Shift_JIS", "Shift_JIS", "表ソ能"),
            ("sjis", "Shift_JIS", "表"),
            ("EUC-KR", "EUC-KR", "이세돌"),
            ("CP949", "EUC-KR", "이세돌"),
            ("EUC-JP", "EUC-JP", "表ソ"),
            ("UTF-8", "UTF-8", "柯洁 이세돌"),
            ("utf8", "UTF-8", "柯洁"),
            ("ISO-8859-1", "windows-1252", "Müller"),
        ] {
            for order in [format!("(;PB[{text}]CA[{name}];B[aa])"), format!("(;GM[1]CA[{name}]PB[{text}];B[aa])")] {
                let bytes = in_encoding(named(name).unwrap(), &order);
                assert_eq!(read(&bytes), (order, encoding, vec![]), "{name}");
            }
        }
    }

    #[test]
    fn trail_bytes_that_look_like_syntax_are_not() {
        let bytes = in_encoding(BIG5, "(;CA[Big5]PB[許功];B[aa])");
        assert!(bytes.windows(2).any(|two| two == b"\\]"), "the last byte of 功 is a backslash");
        assert_eq!(read(&bytes).0, "(;CA[Big5]PB[許功];B[aa])");
    }

    #[test]
    fn without_a_name_utf8_then_gb18030_then_latin_1() {
        assert_eq!(read("(;PB[柯洁])".as_bytes()), ("(;PB[柯洁])".into(), "UTF-8", vec![]));
        let guessed = |encoding| vec![Oddity::EncodingGuessed { encoding }];
        let chinese = in_encoding(GBK, "(;PB[柯洁])");
        assert_eq!(read(&chinese), ("(;PB[柯洁])".into(), "gb18030", guessed("gb18030")));
        let german = b"(;PB[M\xfcller]PW[J\xf6rg])";
        assert_eq!(read(german), ("(;PB[Müller]PW[Jörg])".into(), "windows-1252", guessed("windows-1252")));
        let unknown = read(b"(;CA[klingon]PB[a])");
        assert_eq!(unknown.2, [Oddity::EncodingUnknown { named: "klingon".into(), encoding: "UTF-8" }]);
    }

    #[test]
    fn a_name_that_cannot_be_true_is_none() {
        for name in ["UTF-16", "utf-16be", "replacement", "iso-2022-kr", "hz-gb-2312"] {
            let text = format!("(;CA[{name}]PB[柯洁])");
            let unknown = vec![Oddity::EncodingUnknown { named: name.into(), encoding: "UTF-8" }];
            assert_eq!(read(text.as_bytes()), (text.clone(), "UTF-8", unknown));
        }
    }

    #[test]
    fn a_mark_of_byte_order_is_believed_first() {
        assert_eq!(read(b"\xef\xbb\xbf(;CA[GBK]PB[\xe6\x9f\xaf])"), ("(;CA[GBK]PB[柯])".into(), "UTF-8", vec![]));
        let utf16: Vec<u8> =
            [0xfeff].into_iter().chain("(;PB[柯])".encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&utf16), ("(;PB[柯])".into(), "UTF-16LE", vec![]));
    }

    #[test]
    fn a_wrong_name_is_noted() {
        let mut bytes = b"(;CA[UTF-8]PB[".to_vec();
        bytes.extend(in_encoding(GBK, "柯洁])"));
        let wrong = Oddity::EncodingWrong { named: "UTF-8", encoding: "gb18030" };
        assert_eq!(read(&bytes), ("(;CA[UTF-8]PB[柯洁])".into(), "gb18030", vec![wrong]));
        let cut = read(b"(;CA[Shift_JIS]PB[\xff])");
        assert_eq!(cut.2, [Oddity::Undecodable { encoding: "Shift_JIS" }]);
    }

    #[test]
    fn the_name_is_looked_for_in_the_root_alone() {
        assert_eq!(declared(b"(;GM[1];CA[GBK])"), None);
        assert_eq!(declared(b"(;C[a;b]CA[GBK])"), Some("GBK".into()));
        assert_eq!(declared(b"(;C[CA[x]]CA [ Big5 ])"), Some("Big5".into()));
        assert_eq!(declared(b"ATA[x] (\n;GM[1]CA[GBK])"), Some("GBK".into()));
        assert_eq!(declared(b"(;CA[]"), None);
        assert_eq!(declared(b""), None);
    }

    #[test]
    fn another_encoding_may_be_asked_for() {
        let decoded = decode(&in_encoding(BIG5, "(;PB[許功])"), Some(BIG5));
        assert_eq!(decoded.text, "(;PB[許功])");
    }
}
