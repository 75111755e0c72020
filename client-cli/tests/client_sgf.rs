//! Records in files, by the command line alone: no server, no login.

#![allow(clippy::unwrap_used)] // the helpers of tests are tests

use serde_json::{Value, json};
use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// `tengen sgf ..` with this on stdin: exit code, stdout, stderr.
fn sgf(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("sgf").args(arguments).env("NO_COLOR", "1").env("HOME", "/nonexistent").env("TENGEN_LANGUAGE", "en");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // One that ends before it has read all closes the pipe.
    let _closed = stdin.write_all(input);
    drop(stdin);
    let out = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code(), text(out.stdout), text(out.stderr))
}

fn json_of(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(text).unwrap()
}

/// 張栩 against 許功, in Big5, where the last byte of 功 is a backslash.
const BIG5: &[u8] = b"(;GM[1]SZ[9]CA[Big5]PB[\xb1i\xae\xdd]PW[\xb3\\\xa5\\]KM[275]RE[B+R];B[ee];W[gc])";

#[test]
fn a_file_is_shown_with_names_in_their_script() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.sgf");
    std::fs::write(&path, BIG5).unwrap();
    let file = path.to_str().unwrap();
    let (code, out, error) = sgf(&["show", file], b"");
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("X black: 張栩, captured 0\nO white: 許功, captured 0\nmove 2: white G7 (of 2)"), "{out}");
    assert!(out.contains(" 7  . . + . . .(O). . 7\n"), "{out}");
    assert!(out.contains("Black wins by resignation\nkomi 5.5 (2¾ zi)"), "{out}");
    assert_eq!(error, "line 1, column 36: komi \"275\" is not in points; read as 5.5 points\n");
    let (_, chinese, _) = sgf(&["show", file, "--language", "zh-Hant", "--move", "1"], b"");
    assert!(chinese.contains("黑方：張栩") && chinese.contains("黑中盤勝"), "{chinese}");
    let (_, out, error) = sgf(&["show", file, "--json", "--move", "1"], b"");
    let shown = json_of(&out);
    assert_eq!((shown["encoding"].as_str(), shown["number"].as_u64(), error.as_str()), (Some("Big5"), Some(1), ""));
    assert_eq!(shown["names"], json!({ "black": "張栩", "white": "許功" }));
    // Read as what it is not, it is another text, but no failure.
    assert_eq!(sgf(&["show", file, "--encoding", "latin1"], b"").0, Some(0));
}

#[test]
fn a_record_is_checked_from_stdin() {
    let five = "(;GM[1]SZ[5]KM[0.5]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])";
    let (code, out, error) = sgf(&["check", "-", "--dead", ""], five.as_bytes());
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let last = "the record says the same: Black wins by 2¼ zi (4.5 points)\n";
    assert!(out.starts_with("under Chinese rules: ") && out.contains("all 12 moves are legal") && out.ends_with(last));
    let (code, out, _) = sgf(&["check", "-", "--dead", "A1"], five.as_bytes());
    assert_eq!((code, out.as_str()), (Some(2), ""), "nothing stands there");
    let illegal = five.replace("B[cb]", "B[ca]");
    let (code, out, error) = sgf(&["check", "-"], illegal.as_bytes());
    assert_eq!((code, error.as_str()), (Some(1), ""));
    assert!(out.ends_with("(line 1, column 44): there is a stone on that point already\n"), "{out}");
    let (code, out, error) = sgf(&["check", "-", "--json"], illegal.as_bytes());
    let checked = json_of(&out);
    assert_eq!((code, error.as_str(), &checked["legal"]), (Some(1), "", &json!(false)));
    assert_eq!((&checked["fault"]["number"], &checked["fault"]["code"]), (&json!(3), &json!("occupied")));
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    for (input, told) in [
        (&b"hello"[..], "no record: \"(;\" was expected"),
        (b"(;GM[1]\nSZ[99])", "line 2, column 4: board \"99\"; expected 1 to 25, or columns:rows"),
        (b"(;GM[3])", "line 1, column 6: game 3 is not Go, which is 1"),
    ] {
        for what in ["show", "check"] {
            let (code, out, error) = sgf(&[what, "-"], input);
            assert_eq!((code, out.as_str(), error), (Some(1), "", format!("tengen: -: {told}\n")));
        }
    }
    let long = vec![b' '; 8 * 1024 * 1024 + 1];
    let (code, _, error) = sgf(&["show", "-"], &long);
    assert_eq!((code, error.as_str()), (Some(1), "tengen: -: the file is too long: at most 8 MiB are read\n"));
    let (code, _, error) = sgf(&["show", "-", "--game", "2"], b"(;)");
    assert_eq!((code, error.as_str()), (Some(1), "tengen: -: there is no game 2 in this file, it has 1\n"));
    let missing = Path::new("/nonexistent/game.sgf");
    let (code, _, error) = sgf(&["show", missing.to_str().unwrap()], b"");
    assert_eq!(code, Some(1));
    assert!(error.starts_with("tengen: /nonexistent/game.sgf: "), "{error}");
}

#[test]
fn help_has_examples() {
    for arguments in [&["--help"][..], &["show", "--help"], &["check", "--help"]] {
        let (code, out, _) = sgf(arguments, b"");
        assert!(code == Some(0) && out.contains("Examples:"), "{out}");
    }
    assert_eq!(sgf(&[], b"").0, Some(2), "a game or a command is needed");
}
