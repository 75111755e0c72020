//! What the files of the page promise, and how they are handed over.

use super::{files::tests::each, *};
use std::collections::BTreeSet;

/// All files together, packed, bytes.
const PAGE_BYTES: usize = 200 * 1024;

/// What is named between `before` and the next `"` or `'` or `)`.
fn named<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(before).filter_map(move |(at, _)| {
        let rest = text[at + before.len()..].trim_start_matches(['"', '\'']);
        Some(&rest[..rest.find(['"', '\'', ')'])?])
    })
}

/// The path of a link in a file.
fn resolved(from: &str, link: &str) -> String {
    let mut names: Vec<&str> = from.split('/').collect();
    names.pop();
    for name in link.split('/') {
        match name {
            "." => {}
            ".." => drop(names.pop().expect("a link stays below the page")),
            name => names.push(name),
        }
    }
    names.join("/")
}

#[test]
fn the_whole_page_is_small() {
    let packed = |of: &dyn Fn(&str) -> bool| -> usize {
        let sizes = each().filter(|(name, _)| of(name)).map(|(_, file)| match &file.gzip {
            Some(form) => form.bytes.len(),
            None => file.plain.bytes.len(),
        });
        sizes.sum()
    };
    let all = packed(&|_| true);
    let one = packed(&|name| !name.starts_with("locales/") || name.starts_with("locales/en/"));
    println!("the page has {all} bytes packed, {one} with one language");
    assert!(all < PAGE_BYTES, "{all} bytes, {one} with one language");
    assert!(one < all, "there is more than one language");
}

#[test]
fn every_file_that_is_named_is_there() {
    let names: BTreeSet<String> = each().map(|(name, _)| name).collect();
    let mut links = 0;
    for (name, file) in each() {
        let Ok(text) = std::str::from_utf8(&file.plain.bytes) else { continue };
        let before: &[&str] = match name.rsplit('.').next() {
            Some("html") => &["href=", "src="],
            // types of comments are named as `import("..")` too
            Some("js") => &[" from \"", "import \"", "await import(\""],
            Some("css") => &["url(", "@import \""],
            _ => &[],
        };
        for link in before.iter().flat_map(|before| named(text, before)) {
            if link.starts_with(['#', '{']) || link.starts_with("data:") {
                continue;
            }
            links += 1;
            assert!(names.contains(&resolved(&name, link)), "{name} names {link}");
        }
    }
    assert!(links > 50, "{links} links");
}

#[test]
fn every_file_has_its_media_type_and_none_is_for_developers() {
    for (name, file) in each() {
        assert_ne!(file.kind, "application/octet-stream", "{name}");
        assert!(!name.ends_with(".md") && !name.ends_with(".ts"), "{name}");
    }
    for tag in ["en", "zh-Hans", "zh-Hant"] {
        for texts in ["game", "page", "page-tournament", "refusals"] {
            assert!(file(&format!("locales/{tag}/{texts}.ftl")).is_some(), "{tag} {texts}");
        }
        assert!(file(&format!("locales/{tag}/help.ftl")).is_none());
    }
    assert!(file("index.html").is_none(), "the root is its only path");
}

#[test]
fn no_file_is_told_from_another_by_directories_before_it_alone() {
    // a public URL whose path is such a directory could not be served behind every proxy
    let names: BTreeSet<String> = each().map(|(name, _)| name).collect();
    for name in &names {
        assert_eq!(is_file(&format!("/{name}")), name != "index.html", "{name}");
        for (at, _) in name.match_indices('/') {
            assert!(!names.contains(&name[at + 1..]), "{name}");
        }
    }
}

#[test]
fn the_document_holds_no_script_and_no_style_of_its_own() {
    let text = std::str::from_utf8(&file("").unwrap().plain.bytes).unwrap();
    assert!(!text.contains("<style"));
    for tag in text.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let attributes = tag.split_whitespace().skip(1);
        for attribute in attributes {
            assert!(!attribute.starts_with("style=") && !attribute.starts_with("on"), "<{tag}>");
        }
        assert!(!tag.starts_with("script") || tag.contains(" src="), "<{tag}>");
    }
}

fn with(name: HeaderName, values: &[&'static str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(&name, HeaderValue::from_static(value));
    }
    headers
}

#[test]
fn gzip_is_taken_by_who_says_so() {
    for taken in ["gzip", "deflate, gzip;q=1.0, *;q=0", "GZIP ; q=0.001", "br,x-gzip", "*", "identity;q=0.5, *;q=0.1"] {
        assert!(takes_gzip(&with(header::ACCEPT_ENCODING, &[taken])), "{taken}");
    }
    for not in ["", "br", "identity", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "gzipped"] {
        assert!(!takes_gzip(&with(header::ACCEPT_ENCODING, &[not])), "{not}");
    }
    assert!(!takes_gzip(&HeaderMap::new()));
    assert!(takes_gzip(&with(header::ACCEPT_ENCODING, &["br", "gzip"])), "two headers");
}

#[test]
fn a_tag_is_known_by_itself_in_a_list_and_weakly() {
    let tag = HeaderValue::from_static("\"a1\"");
    for known in ["\"a1\"", "W/\"a1\"", "\"x, y\", \"a1\"", "\"b\",W/\"a1\"", "*"] {
        assert!(is_known(&with(header::IF_NONE_MATCH, &[known]), &tag), "{known}");
    }
    for other in ["", "a1", "\"a1-gzip\"", "\"A1\"", "w/\"a1\"", "\"b\""] {
        assert!(!is_known(&with(header::IF_NONE_MATCH, &[other]), &tag), "{other}");
    }
    assert!(is_known(&with(header::IF_NONE_MATCH, &["\"b\"", "\"a1\""]), &tag), "two headers");
}
