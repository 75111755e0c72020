//! Options, each from each of its sources, and what the program says about them. Texts are compared
//! with `golden/`; `TENGEN_UPDATE_GOLDEN=1` writes them anew.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};
use tengen_server::cli;
use tengen_tests::certificates::Authority;

/// The program with nothing in its environment but a home.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen-server"));
    command.env_clear().env("HOME", "/home/somebody").env("COLUMNS", "100");
    command
}

fn run(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shell/golden").join(name);
    if std::env::var_os("TENGEN_UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, wanted, "{name} is stale: look at the difference, then run with TENGEN_UPDATE_GOLDEN=1");
}

/// A value of each option that is not its default, as flags and variables write it, and as TOML.
fn samples(dir: &Path) -> Vec<(&'static str, String, String)> {
    let secret = dir.join("secret").display().to_string();
    std::fs::write(dir.join("secret"), "0123456789abcdef".repeat(4)).unwrap();
    let authorities = dir.join("ca.pem").display().to_string();
    std::fs::write(&authorities, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    let tls = Authority::new().and_then(|authority| authority.issue(dir, "site")).unwrap();
    let text = |name, value: &str| (name, value.to_owned(), format!("{value:?}"));
    vec![
        text("listen", "127.0.0.2:1"),
        text("admin-listen", "off"),
        text("admin-socket", "/run/tengen.sock"),
        text("public-url", "https://go.example/play"),
        (
            "origin",
            "https://a.example,https://b.example".into(),
            r#"["https://a.example", "https://b.example"]"#.into(),
        ),
        ("trusted-proxy", "10.0.0.0/8,::1".into(), r#"["10.0.0.0/8", "::1"]"#.into()),
        text("page", "off"),
        text("tls-cert", &tls.cert.display().to_string()),
        text("tls-key", &tls.key.display().to_string()),
        text("data", "/srv/tengen"),
        text("redis", "redis://10.0.0.5:6379"),
        text("redis-sentinel-master", "tengen"),
        text("redis-password-file", &secret),
        ("redis-min-replicas", "2".into(), "2".into()),
        ("redis-replicas-wait-ms", "700".into(), "700".into()),
        text("redis-ca", &authorities),
        ("require-durable", "true".into(), "true".into()),
        text("archive-after", "36h"),
        text("talk-keep", "90d"),
        text("secret-file", &secret),
        ("dev", "true".into(), "true".into()),
        ("max-connections", "123".into(), "123".into()),
        ("anonymous-per-address", "300".into(), "300".into()),
        ("guests-per-address", "2000".into(), "2000".into()),
        ("drain-seconds", "7".into(), "7".into()),
        text("node-name", "east-1"),
        text("log", "warn,tengen_server=trace"),
        text("log-format", "json"),
    ]
}

/// Options without which another one is refused.
fn companions(command: &mut Command, name: &str, dir: &Path) {
    match name {
        "tls-cert" => command.arg("--tls-key").arg(dir.join("site.key")),
        "tls-key" => command.arg("--tls-cert").arg(dir.join("site.pem")),
        "redis" => command.args(["--dev"]),
        "redis-password-file" | "redis-sentinel-master" | "redis-min-replicas" => {
            command.args(["--dev", "--redis", "redis://h"])
        }
        "redis-replicas-wait-ms" => command.args(["--dev", "--redis", "redis://h", "--redis-min-replicas", "1"]),
        "redis-ca" => command.args(["--dev", "--redis", "rediss://h"]),
        _ => command,
    };
}

#[test]
fn each_option_is_settable_in_all_three_ways() {
    let dir = tempfile::tempdir().unwrap();
    let samples = samples(dir.path());
    let known: Vec<String> =
        cli::command().get_arguments().filter_map(|arg| arg.get_long()).map(str::to_owned).collect();
    for name in known.iter().filter(|name| !["help", "version", "config"].contains(&name.as_str())) {
        assert!(samples.iter().any(|(sample, ..)| sample == name), "no sample of {name}");
    }
    for (name, value, toml) in &samples {
        let line = |source: &str| format!("{name} = {toml} # {source}");
        let has = |command: &mut Command, source: &str| {
            companions(command.arg("check-config"), name, dir.path());
            let (code, out, err) = run(command);
            assert_eq!(code, 0, "{name}: {err}");
            assert!(out.lines().any(|l| l == line(source)), "{} is not in\n{out}", line(source));
        };
        let variable = format!("TENGEN_{}", name.replace('-', "_").to_uppercase());
        let file = dir.path().join(format!("{name}.toml"));
        std::fs::write(&file, format!("{name} = {toml}\n")).unwrap();
        has(program().arg(format!("--{name}={value}")), "flag");
        has(program().env(&variable, value), "environment");
        has(program().arg("--config").arg(&file), "file");
    }
}

#[test]
fn flags_go_before_variables_before_the_file_before_defaults() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("server.toml");
    std::fs::write(&file, "drain-seconds = 3\nnode-name = \"file\"\nlog = \"warn\"\n").unwrap();
    let mut command = program();
    command.env("TENGEN_CONFIG", &file).env("TENGEN_DRAIN_SECONDS", "2").env("TENGEN_NODE_NAME", "variable");
    let (code, out, _) = run(command.args(["check-config", "--drain-seconds", "1"]));
    assert_eq!(code, 0);
    for line in [
        "drain-seconds = 1 # flag",
        "node-name = \"variable\" # environment",
        "log = \"warn\" # file",
        "log-format = \"text\" # default",
    ] {
        assert!(out.lines().any(|l| l == line), "{line} is not in\n{out}");
    }
}

#[test]
fn check_config_prints_what_holds() {
    let (code, out, err) = run(program().arg("check-config"));
    assert_eq!((code, err.as_str()), (0, ""));
    golden("check-config.toml", &out);
    // It is a configuration file itself.
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("server.toml");
    std::fs::write(&file, &out).unwrap();
    let (code, again, _) = run(program().arg("check-config").arg("--config").arg(&file));
    assert_eq!((code, again), (0, out.replace("# default", "# file")));
}

#[test]
fn help_and_completions() {
    let (code, help, _) = run(program().arg("--help"));
    assert_eq!(code, 0);
    golden("help.txt", &help);
    for shell in ["bash", "fish", "zsh"] {
        let (code, out, _) = run(program().args(["completions", shell]));
        assert!(code == 0 && out.contains("check-config") && out.contains("drain-seconds"), "{shell}");
    }
}

#[test]
fn admin_does_not_repeat_the_servers_options() {
    for words in [&["admin", "--help"][..], &["admin", "account", "--help"], &["admin", "account", "list", "--help"]] {
        let (code, help, _) = run(program().args(words));
        assert_eq!(code, 0);
        assert!(help.contains("--admin-socket") && help.contains("--data"), "{help}");
        assert!(!help.contains("--drain-seconds") && !help.contains("--redis"), "{help}");
    }
    // They are taken all the same.
    let (code, _, err) =
        run(program().args(["admin", "--drain-seconds", "1", "--data", "/nonexistent", "account", "list"]));
    assert!(code == 1 && !err.contains("--drain-seconds"), "{err}");
}

fn refused(file_text: &str, arguments: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file: PathBuf = dir.path().join("server.toml");
    std::fs::write(&file, file_text).unwrap();
    let (code, out, err) = run(program().arg("check-config").arg("--config").arg(&file).args(arguments));
    assert_eq!((code, out.as_str()), (2, ""), "{file_text} {arguments:?} is wrong: {err}");
    err
}

#[test]
fn wrong_configurations_say_what_is_allowed() {
    let unknown = refused("\nlisen = \"127.0.0.1:1\"\n", &[]);
    assert!(
        unknown.contains("line 2") && unknown.contains("`lisen`") && unknown.contains("`admin-listen`"),
        "{unknown}"
    );
    assert!(refused("drain-seconds = 3601", &[]).contains("drain-seconds: 3601 is not in 0 to 3600"));
    assert!(refused("drain-seconds = -1", &[]).contains("line 1: drain-seconds: "));
    assert!(refused("log = \"warn\"\ndev = 3", &[]).contains("line 2: dev: "));
    assert!(
        refused("drain_seconds = 3", &[])
            .contains("line 1: there is no `drain_seconds`: did you mean `drain-seconds`?")
    );
    for nowhere in ["localhost:9494", ":9494", "9393"] {
        let write = "write IP:PORT, such as 127.0.0.1:9191 or 0.0.0.0:9191";
        assert!(refused("", &[&format!("--listen={nowhere}")]).contains(write), "{nowhere}");
        let file = refused(&format!("listen = {nowhere:?}"), &[]);
        assert!(file.contains(write) && file.contains("line 1: listen: "), "{file}");
    }
    assert!(refused("", &["--drain-seconds=3601"]).contains("drain-seconds: 3601 is not in 0 to 3600"));
    assert!(refused("", &["--listen=nowhere"]).contains("--listen"));
    assert!(refused("log-format = \"xml\"", &[]).contains("`json`"));
    assert!(refused("redis = \"redis://h\"", &[]).contains("secret-file"));
    assert!(refused("=", &[]).contains("line 1"));
    let dir = tempfile::tempdir().unwrap();
    let secret = dir.path().join("secret");
    std::fs::write(&secret, "12345").unwrap();
    let short = refused(&format!("secret-file = {secret:?}"), &[]);
    assert_eq!(short.matches("at least 32 bytes").count(), 1, "{short}");
    let (code, _, err) = run(program().args(["--config", "/nonexistent.toml", "check-config"]));
    assert_eq!(code, 2);
    assert!(err.contains("cannot read /nonexistent.toml"), "{err}");
}

#[test]
fn passwords_are_never_printed() {
    let url = "redis://:hunter2@10.0.0.5";
    let flag = refused("", &["--dev", &format!("--redis={url}")]);
    assert!(flag.contains("--redis-password-file") && !flag.contains("hunter2"), "{flag}");
    let (code, out, err) = run(program().args(["--dev", "check-config"]).env("TENGEN_REDIS", url));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("redis = \"redis://***@10.0.0.5\" # environment"), "{out}");
    let (_, help, _) = run(program().arg("--help").env("TENGEN_REDIS", url));
    assert!(!help.contains("hunter2"));
    for text in ["redis = \"redis://:hunter2@h\"\ndev = 3", "redis = \"redis://:hunter2@h", "redis = \"://hunter2@h\""]
    {
        assert!(!refused(text, &["--dev"]).contains("hunter2"), "{text}");
    }
}
