//! What the command line says of itself.

#![allow(clippy::unwrap_used)] // the helpers of tests are tests

use std::process::Command;

fn tengen(arguments: &[&str]) -> (bool, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).env("NO_COLOR", "1").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.success(), text(out.stdout), text(out.stderr))
}

#[test]
fn help_begins_with_examples() {
    let (ok, help, _) = tengen(&["--help"]);
    assert!(ok);
    let examples = help.find("tengen bot").unwrap_or(usize::MAX);
    let usage = help.find("Usage:").unwrap_or(0);
    assert!(examples < usage, "examples come first:\n{help}");
    for command in
        ["register", "login", "guest", "whoami", "offer", "offers", "accept", "games", "sgf", "play", "watch", "bot"]
    {
        assert!(help.contains(command), "{command} is not in the help");
    }
}

#[test]
fn completions_are_printed_for_shells() {
    for shell in ["bash", "zsh", "fish"] {
        let (ok, text, _) = tengen(&["completions", shell]);
        assert!(ok && text.contains("tengen"), "{shell}");
    }
}

#[test]
fn wrong_words_say_what_is_allowed() {
    let (ok, out, error) = tengen(&["offer", "--size", "26"]);
    assert!(!ok && out.is_empty());
    assert!(error.contains("26"), "{error}");
}
