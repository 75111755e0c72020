//! The program itself: what it prints, signals, exit codes.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// For whatever must happen, however slow the machine.
const SOON: Duration = Duration::from_secs(30);

pub(crate) struct Program {
    child: Child,
    out: BufReader<ChildStdout>,
    pub(crate) public: String,
    admin: String,
    data: TempDir,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> Program {
    program_in(tempfile::tempdir().unwrap(), &[])
}

/// One on this data directory with these variables.
pub(crate) fn program_in(data: TempDir, variables: &[(&str, &std::path::Path)]) -> Program {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen-server"))
        .args(["--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0", "--log=debug", "--data"])
        .arg(data.path())
        .envs(variables.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut address = |before: &str| {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        line.strip_prefix(before).and_then(|rest| rest.strip_suffix('\n')).expect("the line").to_owned()
    };
    let (public, admin) = (address("listening on http://"), address("admin on http://"));
    Program { child, out, public, admin, data }
}

impl Program {
    fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    fn ended(&mut self) -> ExitStatus {
        let until = Instant::now() + SOON;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("still running");
    }

    /// A request whose body the server is waiting for, so that a graceful stop waits for it.
    fn hold(&self) -> TcpStream {
        let mut stream = TcpStream::connect(&self.public).unwrap();
        let head = "POST /api/v1/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\
                    content-length: 100\r\nexpect: 100-continue\r\n";
        write!(stream, "{head}\r\n").unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 100");
        stream
    }
}

#[test]
fn it_says_where_it_listens_and_stops_with_0() {
    for signal in ["TERM", "INT"] {
        let mut program = program();
        TcpStream::connect(&program.public).unwrap();
        TcpStream::connect(&program.admin).unwrap();
        program.signal(signal);
        assert_eq!(program.ended().code(), Some(0), "{signal}");
        let mut more = String::new();
        program.out.read_to_string(&mut more).unwrap();
        assert_eq!(more, "", "stdout belongs to the two lines");
    }
}

#[test]
fn a_second_signal_stops_at_once() {
    let mut program = program();
    let _held = program.hold();
    program.signal("TERM");
    // The listener is closed: the first signal was seen.
    let until = Instant::now() + SOON;
    while TcpStream::connect(&program.public).is_ok() {
        assert!(Instant::now() < until, "still listening");
        std::thread::sleep(Duration::from_millis(5));
    }
    program.signal("INT");
    assert_eq!(program.ended().code(), Some(130));
}

#[test]
fn a_signal_ends_it_while_it_waits_for_redis() {
    let data = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen-server"))
        .args(["--listen=127.0.0.1:0", "--admin-listen=off", "--redis=redis://127.0.0.1:1", "--dev", "--data"])
        .arg(data.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().contains("waiting for it up to 30 s")));
    let status = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    // it would give up by itself with 1
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn healthcheck_asks_the_running_server() {
    let program = program();
    let check = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen-server"));
        command.arg("healthcheck").args(["--data", "/nonexistent"]).args(arguments).stderr(Stdio::null());
        command.status().unwrap().code()
    };
    let (public, admin) = (format!("--listen={}", program.public), format!("--admin-listen={}", program.admin));
    assert_eq!(check(&[&public, &admin]), Some(0));
    assert_eq!(check(&[&public, &admin, "--ready"]), Some(0));
    assert_eq!(check(&[&public, "--admin-listen=off"]), Some(0));
    assert_eq!(check(&[&public, "--admin-listen=off", "--ready"]), Some(1));
    program.signal("KILL");
    let mut program = program;
    program.ended();
    assert_eq!(check(&[&public, &admin]), Some(1));
}

#[test]
fn an_address_that_is_taken_is_named() {
    let program = program();
    let output = Command::new(env!("CARGO_BIN_EXE_tengen-server"))
        .args([&format!("--listen={}", program.public), "--admin-listen=off", "--data=/nonexistent"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    let said = format!("cannot listen on {} (--listen): Address already in use", program.public);
    assert!(err.contains(&said) && err.contains("another tengen-server may be running"), "{err}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_guest_is_let_in_over_http() {
    let mut program = program();
    let mut stream = TcpStream::connect(&program.public).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    let head = "POST /api/v1/guests HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 0\r\n";
    write!(stream, "{head}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 ") && answer.contains("\"token\":"), "{answer}");
    program.signal("TERM");
    assert_eq!(program.ended().code(), Some(0));
}

#[test]
fn a_data_directory_serves_one_server() {
    let program = program();
    let output = Command::new(env!("CARGO_BIN_EXE_tengen-server"))
        .args(["--listen=127.0.0.1:0", "--admin-listen=off", "--data"])
        .arg(program.data.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains(&program.data.path().display().to_string()), "{err}");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_service_manager_is_told_when_it_is_ready_and_when_it_stops() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("notify");
    let manager = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(SOON)).unwrap();
    let hear = || {
        let mut said = [0; 100];
        let length = manager.recv(&mut said).unwrap();
        String::from_utf8(said[..length].to_vec()).unwrap()
    };
    let mut program = program_in(tempfile::tempdir().unwrap(), &[("NOTIFY_SOCKET", &path)]);
    assert_eq!(hear(), "READY=1\n");
    program.signal("TERM");
    assert_eq!(hear(), "STOPPING=1\n");
    assert_eq!(program.ended().code(), Some(0));
}

/// A request, with this token if any: the answer's status line and body.
pub(crate) fn asked(address: &str, line: &str, token: Option<&str>) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    let token = token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
    write!(stream, "{line} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 0\r\n{token}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), body.to_owned())
}

#[test]
fn a_server_starts_from_a_backup_of_a_running_one_and_knows_its_accounts() {
    let mut first = program();
    let (_, guest) = asked(&first.public, "POST /api/v1/guests", None);
    let guest: serde_json::Value = serde_json::from_str(&guest).unwrap();
    let token = guest["token"].as_str().unwrap();
    let place = tempfile::tempdir().unwrap();
    let to = place.path().join("copy");
    let backup = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen-server"));
        command.arg("--data").arg(first.data.path()).args(["admin", "backup"]).arg(&to);
        command.output().unwrap()
    };
    let done = backup();
    assert!(done.status.success(), "{done:?}");
    let again = backup();
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8(again.stderr).unwrap().contains("is there already: name a new directory"));
    first.signal("KILL");
    first.ended();

    let copy = tempfile::tempdir_in(place.path()).unwrap();
    std::fs::remove_dir(copy.path()).unwrap();
    std::fs::rename(&to, copy.path()).unwrap();
    let mut second = program_in(copy, &[]);
    let status = |token| asked(&second.public, "GET /api/v1/me", Some(token));
    let known = status(token);
    assert!(known.0.contains(" 200 ") && known.1.contains(guest["account"].as_str().unwrap()), "{known:?}");
    assert!(status("another").0.contains(" 401 "));
    second.signal("TERM");
    assert_eq!(second.ended().code(), Some(0));
}
