//! What the command line says of itself.

#![allow(clippy::unwrap_used)] // the helpers of tests are tests

use std::process::{Command, Stdio};

fn tengen(arguments: &[&str]) -> (bool, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("TENGEN_LANGUAGE", "en")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.success(), text(out.stdout), text(out.stderr))
}

/// `tengen` with a configuration directory of its own, with its exit code.
fn at_home(home: &std::path::Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("TENGEN_LANGUAGE", "en")
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home);
    for variable in ["TENGEN_TOKEN", "TENGEN_TOKEN_FILE", "TENGEN_SERVER", "TENGEN_PROFILE"] {
        command.env_remove(variable);
    }
    let out = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code(), text(out.stdout), text(out.stderr))
}

#[test]
fn help_says_what_it_is_and_ends_with_examples() {
    let (ok, help, _) = tengen(&["--help"]);
    assert!(ok && help.starts_with("Play Go on a Tengen server"), "{help}");
    let examples = help.find("Examples:").unwrap_or(0);
    let usage = help.find("Usage:").unwrap_or(usize::MAX);
    assert!(usage < examples, "examples come last:\n{help}");
    let commands = [
        "register", "login", "guest", "whoami", "offer", "offers", "accept", "withdraw", "games", "sgf", "play",
        "watch", "bot",
    ];
    for command in commands {
        assert!(help.contains(command), "{command} is not in the help");
    }
    for command in ["watch", "sgf"] {
        assert!(tengen(&[command, "--help"]).1.contains("Examples:"), "{command}");
    }
}

#[test]
fn without_a_command_and_a_terminal_the_help_is_shown_as_a_mistake() {
    let home = tempfile::tempdir().unwrap();
    let (code, out, error) = at_home(home.path(), &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{error}");
    assert!(error.starts_with("Play Go on a Tengen server") && error.contains("Usage:"), "{error}");
}

#[test]
fn without_a_login_every_command_says_so() {
    let home = tempfile::tempdir().unwrap();
    let engine = ["bot", "--engine", "cat", "--start-within", "1"];
    for arguments in [
        &["offers"][..],
        &["offer"],
        &["play", "--offer"],
        &["play"],
        &["accept", "o1"],
        &["withdraw", "o1"],
        &["whoami"],
        &["mute", "@a9"],
    ] {
        let (code, out, error) = at_home(home.path(), arguments);
        assert_eq!((code, out.as_str()), (Some(4), ""), "{arguments:?}: {error}");
        assert!(error.starts_with("tengen: not logged in: ") && error.lines().count() == 1, "{arguments:?}: {error}");
    }
    let (code, _, error) = at_home(home.path(), &[&engine[..], &["--offer"]].concat());
    assert_eq!(code, Some(5), "{error}");
    assert!(error.contains("does it speak GTP (gnugo needs --mode gtp)?"), "{error}");
}

#[test]
fn without_a_server_every_command_says_so_at_once() {
    let home = tempfile::tempdir().unwrap();
    let token = home.path().join("token");
    std::fs::write(&token, "t").unwrap();
    // A port that was free a moment ago: nobody listens there.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let server = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let said = format!("no server at {server} (connection refused); start one, or set --server");
    for arguments in [
        &["offers"][..],
        &["offer"],
        &["play", "--offer"],
        &["play"],
        &["games"],
        &["guest", "--print"],
        &["watch", "g1"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command
            .args(arguments)
            .args(["--server", &server])
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path());
        command
            .env("TENGEN_LANGUAGE", "en")
            .env("TENGEN_TOKEN_FILE", &token)
            .env_remove("TENGEN_TOKEN")
            .stdin(Stdio::null());
        let out = command.output().unwrap();
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(3), "{arguments:?}: {error}");
        assert_eq!(error.trim_end(), format!("tengen: {said}"), "{arguments:?}");
    }
}

#[test]
fn completions_are_printed_for_shells() {
    for shell in ["bash", "zsh", "fish"] {
        let (ok, text, _) = tengen(&["completions", shell]);
        assert!(ok && text.contains("tengen"), "{shell}");
    }
}

/// `tengen` with this language named by the environment: exit code, stdout, stderr.
fn in_language(language: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).env("TENGEN_LANGUAGE", language).env("COLUMNS", "80").env_remove("TENGEN_TOKEN");
    let out = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code(), text(out.stdout), text(out.stderr))
}

#[test]
fn help_and_mistakes_are_in_the_language_of_the_user() {
    for (language, named, about, usage) in [
        ("zh-Hans", "en", "在 Tengen（天元）服务器上下围棋", "用法：tengen [选项]"),
        ("en", "zh-Hant", "在 Tengen（天元）伺服器上下圍棋", "用法：tengen [選項]"),
    ] {
        // what the line names comes before what the environment names
        let line = if named == "en" { vec!["--help"] } else { vec!["--language", named, "--help"] };
        let (code, help, error) = in_language(language, &line);
        assert_eq!((code, error.as_str()), (Some(0), ""), "{help}");
        assert!(help.starts_with(about) && help.contains(usage) && !help.contains('\u{1b}'), "{help}");
    }
    let (code, out, error) = in_language("zh-Hans", &["offers", "--sevrer", "x"]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{error}");
    assert!(error.starts_with("错误：没有“--sevrer”这个参数\n") && error.contains("“--server”"), "{error}");
    let (code, _, error) = in_language("zh-Hant", &["offers", "--server", "nowhere"]);
    assert_eq!(code, Some(2), "{error}");
    assert_eq!(error.trim_end(), "tengen: 伺服器「nowhere」：請寫成 http://HOST:PORT 或 https://HOST");
    let (code, version, _) = in_language("zh-Hans", &["--version"]);
    assert!(code == Some(0) && version.starts_with("tengen "), "{version}");
}

#[test]
fn wrong_words_say_what_is_allowed() {
    let (ok, out, error) = tengen(&["offer", "--size", "26"]);
    assert!(!ok && out.is_empty());
    assert!(error.contains("26"), "{error}");
}
