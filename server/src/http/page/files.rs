//! The files of the page: which they are, and how each is handed over.
//!
//! They are inside the program, so that it and its page are always of one version and nothing is read from
//! a disk. Each is packed once.

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use http::HeaderValue;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::{
    collections::{BTreeSet, HashMap},
    fmt::Write as _,
    io::Write as _,
    sync::LazyLock,
};

/// The page itself; what is for its developers is left out.
#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "*.md"]
#[exclude = "*.ts"]
struct Web;

/// What it says, in each language.
#[derive(RustEmbed)]
#[folder = "../protocol/locales/"]
#[include = "*/game.ftl"]
#[include = "*/page.ftl"]
#[include = "*/page-tournament.ftl"]
#[include = "*/refusals.ftl"]
struct Texts;

/// Where the texts are.
const LOCALES: &str = "locales/";

/// The file of the root, which has no other path.
const INDEX: &str = "index.html";

/// What is not ours.
const VENDOR: &str = "vendor/";

/// Bytes of a digest that a tag shows.
const TAG_BYTES: usize = 16;

/// A file of the page.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// Its media type.
    pub(super) kind: &'static str,
    /// As it is.
    pub(super) plain: Form,
    /// Packed, if that is smaller.
    pub(super) gzip: Option<Form>,
}

/// One way in which a file goes over the wire.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) bytes: Bytes,
    /// Its entity tag: that of the file as it is, marked if it is packed. One program packs a file in one way.
    pub(super) tag: HeaderValue,
}

/// By path without the slash before it; the root's is empty.
static FILES: LazyLock<HashMap<String, File>> = LazyLock::new(|| {
    let path = |name: &str| if name == INDEX { String::new() } else { name.to_owned() };
    embedded().map(|(name, file)| (path(&name), File::new(&name, file))).collect()
});

/// The paths of all files, with the slash before them. Nothing is packed for it.
static PATHS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let web = Web::iter().filter(|name| name != INDEX).map(|name| format!("/{name}"));
    web.chain(Texts::iter().map(|name| format!("/{LOCALES}{name}"))).collect()
});

/// The file at a path, which has no slash before it; the root's is empty.
pub(super) fn file(path: &str) -> Option<&'static File> {
    FILES.get(path)
}

/// Whether a path, with its slash, is that of a file; the root is none.
pub(crate) fn is_file(path: &str) -> bool {
    PATHS.contains(path)
}

/// Packs all files, which takes a processor for a while: whoever asks for one before waits for all.
pub(crate) fn pack() {
    LazyLock::force(&FILES);
}

/// All of them, each with its name.
fn embedded() -> impl Iterator<Item = (String, EmbeddedFile)> {
    let web = Web::iter().filter_map(|name| Some((name.to_string(), Web::get(&name)?)));
    let texts = Texts::iter().filter_map(|name| Some((format!("{LOCALES}{name}"), Texts::get(&name)?)));
    web.chain(texts)
}

impl File {
    fn new(name: &str, file: EmbeddedFile) -> Self {
        let mut digest = String::new();
        for byte in file.metadata.sha256_hash().iter().take(TAG_BYTES) {
            write!(digest, "{byte:02x}").expect("invariant: a text takes every character");
        }
        let bytes = match std::str::from_utf8(&file.data) {
            Ok(text) if has_comments(name) => without_comments(text).into_bytes(),
            _ => file.data.into_owned(),
        };
        let packed = gzip(&bytes);
        let gzip = (packed.len() < bytes.len()).then(|| Form::new(packed, &format!("{digest}-gzip")));
        Self { kind: kind(name), plain: Form::new(bytes, &digest), gzip }
    }
}

/// Whether the comments of a file are for developers alone: what is not ours keeps its own.
fn has_comments(name: &str) -> bool {
    (name.ends_with(".js") || name.ends_with(".css")) && !name.starts_with(VENDOR)
}

/// A module or style sheet whose comments that fill whole lines are empty lines: what it does is the same, and each
/// line has the number that it has in the source.
fn without_comments(text: &str) -> String {
    let mut inside = false;
    let mut left = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        // what goes on after a comment is no comment
        let begins =
            bare.starts_with("//") || (bare.starts_with("/*") && bare.find("*/").is_none_or(|at| at + 2 == bare.len()));
        if inside || begins {
            inside = !bare.starts_with("//") && !bare.ends_with("*/");
            left.push_str(if line.ends_with('\n') { "\n" } else { "" });
        } else {
            left.push_str(line);
        }
    }
    left
}

impl Form {
    fn new(bytes: Vec<u8>, tag: &str) -> Self {
        let tag = HeaderValue::try_from(format!("\"{tag}\"")).expect("invariant: digits, letters and a dash");
        Self { bytes: bytes.into(), tag }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let done = packed.write_all(bytes).and_then(|()| packed.finish());
    done.expect("invariant: memory takes every byte")
}

/// The media type by the ending of a name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml; charset=utf-8",
        Some("ftl") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Every file with its name.
    pub(in super::super) fn each() -> impl Iterator<Item = (String, &'static File)> {
        FILES.iter().map(|(path, file)| (if path.is_empty() { INDEX.to_owned() } else { path.clone() }, file))
    }

    #[test]
    fn comments_of_whole_lines_are_left_out_and_no_line_moves() {
        let text =
            "// @ts-check\n/**\n * For whom.\n */\nconst a = 1; // why\n  /* one */ const b = 2;\n/* two */\n  // x";
        let left = without_comments(text);
        assert_eq!(left, "\n\n\n\nconst a = 1; // why\n  /* one */ const b = 2;\n\n");
        for (name, file) in each().filter(|(name, _)| has_comments(name)) {
            let text = std::str::from_utf8(&file.plain.bytes).unwrap();
            assert_eq!(without_comments(text), text, "{name}");
            assert!(!text.contains("@param"), "{name}");
        }
        assert!(!has_comments("vendor/fluent.js"), "its licence stays");
    }

    #[test]
    fn a_packed_file_is_the_same_unpacked_and_has_a_tag_of_its_own() {
        use std::io::Read;
        let mut packed = 0;
        for (name, file) in each() {
            let Some(gzip) = &file.gzip else { continue };
            let mut bytes = Vec::new();
            flate2::read::GzDecoder::new(&*gzip.bytes).read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, file.plain.bytes, "{name}");
            assert_ne!(gzip.tag, file.plain.tag, "{name}");
            packed += 1;
        }
        assert!(packed > 20, "{packed} files are packed");
    }
}
