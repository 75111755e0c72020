//! Both ends of the socket.

use super::*;
use crate::{
    auth::{Accounts, Hashing, Settings, SigningKeys},
    store::memory::Memory,
};
use clap::Parser;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::{fs::PermissionsExt, net::UnixStream},
    path::{Path, PathBuf},
    sync::Arc,
};
use tengen_protocol::{Code, Why};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::sync::CancellationToken;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    admin: AdminArgs,
}

fn parse(line: &str) -> Result<AdminArgs, clap::Error> {
    Cli::try_parse_from(line.split(' ')).map(|cli| cli.admin)
}

struct Site {
    accounts: Arc<Accounts>,
    dir: tempfile::TempDir,
    stop: CancellationToken,
    server: JoinHandle<()>,
}

impl Site {
    fn new() -> Self {
        let hashing = Hashing { memory_kib: 8, passes: 1, at_once: 1, waiting: 8 };
        let settings = Settings { hashing, ..Settings::default() };
        let keys = SigningKeys::from_bytes(&[9; 32]).unwrap();
        let accounts = Arc::new(Accounts::new(Arc::new(Memory::default()), keys, settings).unwrap());
        let dir = tempfile::tempdir().unwrap();
        let stop = CancellationToken::new();
        let socket = AdminSocket::bind(&dir.path().join("admin.sock")).unwrap();
        let server = tokio::spawn(socket.serve(Arc::clone(&accounts), None, stop.clone()));
        Self { accounts, dir, stop, server }
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("admin.sock")
    }

    async fn run(&self, line: &str) -> anyhow::Result<String> {
        let (args, path) = (parse(line).unwrap(), self.path());
        spawn_blocking(move || {
            let mut out = Vec::new();
            run_admin_client(&path, &args, &mut out)?;
            Ok(String::from_utf8(out)?)
        })
        .await?
    }

    async fn raw(&self, line: String) -> Reply {
        let path = self.path();
        spawn_blocking(move || {
            let mut stream = UnixStream::connect(path).unwrap();
            stream.write_all(line.as_bytes()).unwrap();
            let mut answer = String::new();
            BufReader::new(stream).read_line(&mut answer).unwrap();
            serde_json::from_str(&answer).unwrap()
        })
        .await
        .unwrap()
    }

    async fn create(&self, name: &str, roles: &[&str]) -> Reply {
        let roles = roles.iter().map(|role| (*role).to_owned()).collect();
        let request = Request::Create { name: name.into(), password: "correct horse".into(), roles };
        self.raw(serde_json::to_string(&request).unwrap() + "\n").await
    }
}

#[track_caller]
fn code(reply: Reply) -> Code {
    match reply {
        Reply::Ok(lines) => panic!("it was done: {lines:?}"),
        Reply::Error(error) => error.code,
    }
}

#[tokio::test]
async fn an_operator_creates_lists_and_changes_accounts() {
    let site = Site::new();
    let Reply::Ok(made) = site.create("Kirin", &["referee"]).await else { panic!("not made") };
    assert_eq!(made[0].roles, ["referee"]);
    let id = made[0].account.clone();
    assert_eq!(code(site.create("kirin", &[]).await), Code::NameTaken);
    assert_eq!(code(site.create("Other", &["king"]).await), Code::BadRequest);

    assert!(site.run("x account role kirin give admin").await.unwrap().contains("admin,referee"));
    site.run(&format!("x account role @{id} take referee")).await.unwrap();
    let listed = site.run("x account list --json").await.unwrap();
    let line: AccountLine = serde_json::from_str(listed.trim()).unwrap();
    assert_eq!((line.account, line.name.as_str(), line.roles), (id.clone(), "Kirin", vec!["admin".to_owned()]));

    let here = [10, 0, 0, 1].into();
    let session = site.accounts.login(here, "Kirin", "correct horse").await.unwrap();
    site.run("x account revoke Kirin").await.unwrap();
    assert!(site.accounts.authenticate(&session.token).await.is_err());
    let reset = Request::ResetPassword { account: format!("@{id}"), password: "another password".into() };
    assert!(matches!(site.raw(serde_json::to_string(&reset).unwrap() + "\n").await, Reply::Ok(_)));
    assert!(site.accounts.login(here, "Kirin", "another password").await.is_ok());

    let refused = site.run("x account revoke Kirin --token nothing").await.unwrap_err();
    assert_eq!(refused.to_string(), "no such token");
    for nobody in ["Nobody", "@nobody", "@", "no such name"] {
        let request = Request::Revoke { account: nobody.into(), token: None };
        assert_eq!(code(site.raw(serde_json::to_string(&request).unwrap() + "\n").await), Code::NotFound, "{nobody}");
    }
}

#[tokio::test]
async fn an_operator_lets_an_account_not_talk_and_talk_again() {
    let site = Site::new();
    let Reply::Ok(made) = site.create("Kirin", &[]).await else { panic!("not made") };
    let id = made[0].account.clone();
    let silence = async || site.accounts.voice(&id).await.unwrap().1.map(|left| left.is_some());
    for (line, silent) in [
        ("x mute kirin --for 7d", Some(true)),
        ("x mute Kirin", Some(false)),
        ("x unmute Kirin", None),
        ("x unmute Kirin", None),
    ] {
        assert!(site.run(line).await.unwrap().contains("Kirin"));
        assert_eq!(silence().await, silent, "{line}");
    }
    for bad in ["x mute Kirin --for off", "x mute Kirin --for 0s", "x mute Kirin --for -1d", "x mute"] {
        assert!(parse(bad).is_err(), "{bad}");
    }
    assert!(site.run("x mute Nobody").await.is_err());
}

#[tokio::test]
async fn only_its_owner_may_open_the_socket_and_it_goes_with_the_server() {
    let site = Site::new();
    assert_eq!(fs::metadata(site.path()).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_dir(site.dir.path()).unwrap().count(), 1);
    assert!(matches!(AdminSocket::bind(&site.path()), Err(BindError::InUse(_))));
    site.stop.cancel();
    site.server.await.unwrap();
    assert!(!site.dir.path().join("admin.sock").exists());
}

#[tokio::test]
async fn a_dead_servers_socket_is_replaced_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("admin.sock");
    drop(AdminSocket::bind(&path).unwrap());
    assert!(path.exists());
    drop(AdminSocket::bind(&path).unwrap());
    let file = dir.path().join("file");
    fs::write(&file, "precious").unwrap();
    assert!(matches!(AdminSocket::bind(&file), Err(BindError::NotASocket(_))));
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    assert!(matches!(AdminSocket::bind(Path::new("/nonexistent/admin.sock")), Err(BindError::Io { .. })));
}

#[tokio::test]
async fn what_a_server_left_that_died_at_its_start_is_in_nobodys_way_and_goes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("admin.sock");
    let left = |name: &str| dir.path().join(name);
    for name in [".adm1", ".adm-0123abcd", ".admin"] {
        fs::create_dir(left(name)).unwrap();
        fs::write(left(name).join("s"), "").unwrap();
    }
    // the one of a container's server, which is always process 1
    fs::create_dir(left(&format!(".adm{}", std::process::id()))).unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for name in [".adm1", ".admin"] {
        fs::File::open(left(name)).unwrap().set_modified(long_ago).unwrap();
    }
    drop(AdminSocket::bind(&path).unwrap());
    assert!(!left(".adm1").exists());
    assert!(left(".adm-0123abcd").exists(), "another server may be making it just now");
    assert!(left(".admin").exists(), "it is not ours");
}

#[test]
fn a_path_that_is_too_long_is_refused_with_the_option_that_helps() {
    let dir = tempfile::tempdir().unwrap();
    // its draft has 16 bytes more than the folder
    let room = 107 - 16 - dir.path().as_os_str().len() - 1;
    for (length, fits) in [(room, true), (room + 1, false)] {
        let folder = dir.path().join("x".repeat(length));
        let path = folder.join("s");
        assert_eq!(check_path(&path).is_ok(), fits, "{length}");
        if !fits {
            let error = AdminSocket::bind(&path).unwrap_err().to_string();
            assert!(error.contains("--admin-socket") && error.contains("107"), "{error}");
        }
    }
}

#[tokio::test]
async fn requests_are_small_and_of_this_version() {
    let site = Site::new();
    for line in ["\n", "{}\n", "{\"do\":\"fly\"}\n", "{\"do\":\"list\",\"limit\":1,\"s3cr3t\":1}\n"] {
        let Reply::Error(error) = site.raw(line.to_owned()).await else { panic!("{line}") };
        assert_eq!((error.code, error.why), (Code::BadRequest, Some(Why::Malformed)));
        assert!(!error.message.contains("s3cr3t"));
    }
    let padded = |length: usize| format!("{:>1$}\n", "{\"do\":\"list\",\"limit\":1}", length - 1);
    assert_eq!(site.raw(padded(REQUEST_BYTES)).await, Reply::Ok(vec![]));
    assert_eq!(code(site.raw(padded(REQUEST_BYTES + 1)).await), Code::TooLarge);
}

#[tokio::test]
async fn without_a_server_the_operator_is_told_where_none_is() {
    let args = parse("x account list").unwrap();
    let error = run_admin_client(Path::new("/nonexistent/admin.sock"), &args, &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("no server answers at /nonexistent/admin.sock"), "{error}");
}

#[test]
fn passwords_are_no_arguments() {
    assert!(parse("x account create Kirin secret").is_err());
    assert!(parse("x account reset-password Kirin secret").is_err());
    assert!(parse("x account create Kirin --role referee --role admin --json").is_ok());
    assert!(parse("x account role Kirin lend admin").is_err());
}
