//! The server's end of the administrator's socket.

use super::{AccountLine, LIST, REQUEST_BYTES, Reply, Request};
use crate::auth::{Accounts, AuthError, Listed, Parameter, Role, SECRET_FILE};
use crate::store::embedded::Embedded;
use std::{
    fs::{self, DirBuilder, Permissions},
    io,
    os::unix::{
        fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt},
        net::UnixStream as StdStream,
    },
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tengen_protocol::{AccountId, Code, Why, WireError};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{UnixListener, UnixStream},
    sync::Semaphore,
    time::timeout,
};
use tokio_util::sync::CancellationToken;

/// Operators at once; more wait.
const AT_ONCE: usize = 4;

/// A connection that is silent for so long is closed.
const SILENCE: Duration = Duration::from_secs(60);

/// After a failed accept, so that a lack of file descriptors is no busy loop.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// Why there is no administrator's socket.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Another server has it.
    #[error("{0}: another server answers there; give this one its own --admin-socket")]
    InUse(PathBuf),
    /// There is something else.
    #[error("{0}: is no socket; remove it or give another --admin-socket")]
    NotASocket(PathBuf),
    /// The system takes no path as long as this.
    #[error(
        "{path}: too long for a socket, at most {MOST_BYTES} bytes with the name of a draft beside it; give a \
         shorter --admin-socket"
    )]
    TooLong {
        /// Where.
        path: PathBuf,
    },
    /// It cannot be made.
    #[error("{path}: the administrator's socket cannot be made: {error}")]
    Io {
        /// Where.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
}

/// Longest path of a socket, bytes: `sun_path` of Linux, without the zero at its end.
const MOST_BYTES: usize = 107;

/// What a draft's folder is called: this, and random digits. Short, since paths of sockets are.
const DRAFT: &str = ".adm-";

/// Random hexadecimal digits of a draft.
const DRAFT_DIGITS: usize = 8;

/// A draft that a server left which died while it began is removed after this.
const STALE: Duration = Duration::from_secs(60);

/// Checks that a socket can be made at this path, as far as the path itself is concerned.
///
/// # Errors
/// If it is too long.
pub fn check_path(path: &Path) -> Result<(), BindError> {
    let draft = folder(path).join(DRAFT).as_os_str().len() + DRAFT_DIGITS + "/s".len();
    if path.as_os_str().len().max(draft) > MOST_BYTES {
        return Err(BindError::TooLong { path: path.to_owned() });
    }
    Ok(())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The socket, made and ready.
#[derive(Debug)]
pub struct AdminSocket {
    listener: UnixListener,
    path: PathBuf,
    inode: u64,
}

impl AdminSocket {
    /// Makes the socket with mode 0600; one that a dead server left is replaced.
    ///
    /// # Errors
    /// When another server answers there, or it cannot be made.
    pub fn bind(path: &Path) -> Result<Self, BindError> {
        check_path(path)?;
        if let Ok(found) = fs::symlink_metadata(path) {
            if !found.file_type().is_socket() {
                return Err(BindError::NotASocket(path.to_owned()));
            }
            if StdStream::connect(path).is_ok() {
                return Err(BindError::InUse(path.to_owned()));
            }
        }
        bind_privately(path).map_err(|error| BindError::Io { path: path.to_owned(), error })
    }

    /// Serves until `shutdown`, then removes the socket. `embedded` is the store if it can be copied.
    pub async fn serve(self, accounts: Arc<Accounts>, embedded: Option<Arc<Embedded>>, shutdown: CancellationToken) {
        let places = Arc::new(Semaphore::new(AT_ONCE));
        while let Some(stream) = self.next(&places, &shutdown).await {
            let (stream, place) = stream;
            let (accounts, embedded, shutdown) = (Arc::clone(&accounts), embedded.clone(), shutdown.clone());
            tokio::spawn(async move {
                let _place = place;
                let talk = shutdown.run_until_cancelled(talk(stream, &accounts, embedded.as_ref())).await;
                if let Some(Err(error)) = talk {
                    tracing::debug!(%error, "an administrator's connection broke");
                }
            });
        }
        let ours = fs::symlink_metadata(&self.path).is_ok_and(|found| found.ino() == self.inode);
        if ours && let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!(path = %self.path.display(), %error, "the administrator's socket could not be removed");
        }
    }

    async fn next(
        &self,
        places: &Arc<Semaphore>,
        shutdown: &CancellationToken,
    ) -> Option<(UnixStream, tokio::sync::OwnedSemaphorePermit)> {
        let accept = async {
            let place = Arc::clone(places).acquire_owned().await.ok()?;
            loop {
                match self.listener.accept().await {
                    Ok((stream, _)) => return Some((stream, place)),
                    Err(error) => {
                        tracing::warn!(%error, "an administrator could not be let in");
                        tokio::time::sleep(ACCEPT_AGAIN).await;
                    }
                }
            }
        };
        shutdown.run_until_cancelled(accept).await.flatten()
    }
}

/// Binds inside a directory of our own and moves the socket out, so that at no time anybody else
/// may open it.
fn bind_privately(path: &Path) -> io::Result<AdminSocket> {
    let parent = folder(path);
    remove_stale(parent);
    // the number of the process would not do: in a container it is always the same
    let draft_dir = parent.join(format!("{DRAFT}{:08x}", rand::random::<u32>()));
    DirBuilder::new().mode(0o700).create(&draft_dir)?;
    let draft = draft_dir.join("s");
    let bound = UnixListener::bind(&draft).and_then(|listener| {
        fs::set_permissions(&draft, Permissions::from_mode(0o600))?;
        let inode = fs::symlink_metadata(&draft)?.ino();
        fs::rename(&draft, path)?;
        Ok(AdminSocket { listener, path: path.to_owned(), inode })
    });
    let cleared = fs::remove_dir_all(&draft_dir);
    let socket = bound?;
    cleared.map(|()| socket)
}

/// Removes drafts of servers that died while they began. They are in nobody's way, so what cannot be
/// removed stays.
fn remove_stale(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let is_draft = name.to_str().and_then(|name| name.strip_prefix(".adm")).is_some_and(|rest| {
            let digits = rest.strip_prefix('-').unwrap_or(rest);
            !digits.is_empty() && digits.len() <= DRAFT_DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        let age = entry.metadata().and_then(|found| found.modified()).map(|at| at.elapsed().unwrap_or_default());
        if is_draft && age.is_ok_and(|age| age >= STALE) {
            let path = entry.path();
            let removed = match fs::remove_file(path.join("s")) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => fs::remove_dir(&path),
            };
            match removed {
                Ok(()) => tracing::info!(path = %path.display(), "removed what a server left that died at its start"),
                Err(error) => tracing::debug!(path = %path.display(), %error, "a stale draft could not be removed"),
            }
        }
    }
}

async fn talk(stream: UnixStream, accounts: &Arc<Accounts>, embedded: Option<&Arc<Embedded>>) -> io::Result<()> {
    let (reader, mut writer) = stream.into_split();
    let mut reader = BufReader::new(reader);
    loop {
        let mut line = Vec::new();
        let mut limited = (&mut reader).take(REQUEST_BYTES as u64);
        let read = timeout(SILENCE, limited.read_until(b'\n', &mut line)).await;
        if !matches!(read, Ok(Ok(1..))) {
            return read.unwrap_or(Ok(0)).map(|_| ());
        }
        let whole = line.ends_with(b"\n");
        let reply = if whole { answer(&line, accounts, embedded).await } else { Reply::Error(too_long()) };
        let mut text = serde_json::to_vec(&reply)?;
        text.push(b'\n');
        writer.write_all(&text).await?;
        if !whole {
            return Ok(());
        }
    }
}

fn too_long() -> WireError {
    WireError::new(Code::TooLarge, format!("a request is one line of at most {REQUEST_BYTES} bytes"))
}

async fn answer(line: &[u8], accounts: &Arc<Accounts>, embedded: Option<&Arc<Embedded>>) -> Reply {
    // what was sent may hold a password, so it is not repeated
    let Ok(request) = serde_json::from_slice(line) else {
        let refusal = WireError::new(Code::BadRequest, "this is no request of this version");
        return Reply::Error(refusal.why(Why::Malformed));
    };
    if let Request::Backup { to } = request {
        return backup(to.into(), embedded).await;
    }
    // in a task of its own: a server that goes down meanwhile leaves nothing half done if it can help it
    let accounts = Arc::clone(accounts);
    let performed = tokio::spawn(async move { perform(request, &accounts).await });
    let done = performed.await.unwrap_or_else(|ended| Err(AuthError::Internal(ended.to_string())));
    match done {
        Ok(lines) => Reply::Ok(lines),
        Err(error) => {
            if error.is_fault() {
                tracing::error!(%error, "an administrator's request failed");
            }
            Reply::Error(error.into())
        }
    }
}

async fn backup(to: PathBuf, embedded: Option<&Arc<Embedded>>) -> Reply {
    let Some(store) = embedded else {
        let what = "everything is in Redis: back up the files of Redis, and the signing secret";
        return Reply::Error(WireError::new(Code::BadRequest, what).why(Why::StoredInRedis));
    };
    tracing::info!(path = %to.display(), "copying the store for the administrator");
    match store.backup(to.clone(), &[SECRET_FILE]).await {
        Ok(()) => {
            tracing::info!(path = %to.display(), "copied the store");
            Reply::Ok(Vec::new())
        }
        Err(error) => {
            tracing::error!(path = %to.display(), %error, "the store could not be copied");
            Reply::Error(WireError::new(Code::Unavailable, error.to_string()))
        }
    }
}

async fn perform(request: Request, accounts: &Accounts) -> Result<Vec<AccountLine>, AuthError> {
    match request {
        Request::Create { name, password, roles } => {
            let roles = roles.iter().map(|text| role(text)).collect::<Result<Vec<_>, _>>()?;
            let account = accounts.create_account(&name, &password).await?;
            for role in roles {
                accounts.give_role(&account, role).await?;
            }
            done("create", accounts, account).await
        }
        Request::GiveRole { account, role: text } => {
            let (account, role) = (find(accounts, &account).await?, role(&text)?);
            accounts.give_role(&account, role).await?;
            done("give role", accounts, account).await
        }
        Request::TakeRole { account, role: text } => {
            let (account, role) = (find(accounts, &account).await?, role(&text)?);
            accounts.take_role(&account, role).await?;
            done("take role", accounts, account).await
        }
        Request::ResetPassword { account, password } => {
            let account = find(accounts, &account).await?;
            accounts.set_password(&account, &password).await?;
            done("reset password", accounts, account).await
        }
        Request::Revoke { account, token } => {
            let account = find(accounts, &account).await?;
            match token {
                Some(token) => accounts.revoke_named(&account, &token).await?,
                None => accounts.revoke_all(&account).await?,
            }
            done("revoke", accounts, account).await
        }
        Request::Mute { account, for_ms } => {
            let account = find(accounts, &account).await?;
            accounts.silence(&account, Some(for_ms.map(Duration::from_millis))).await?;
            done("mute", accounts, account).await
        }
        Request::Unmute { account } => {
            let account = find(accounts, &account).await?;
            accounts.silence(&account, None).await?;
            done("unmute", accounts, account).await
        }
        // it concerns no account: see `answer`
        Request::Backup { .. } => Ok(Vec::new()),
        Request::List { limit } => {
            let listed = accounts.list(limit.min(LIST)).await?;
            Ok(listed.into_iter().map(line).collect())
        }
    }
}

fn role(text: &str) -> Result<Role, AuthError> {
    text.parse().map_err(|_| Parameter::Role.into())
}

async fn find(accounts: &Accounts, text: &str) -> Result<AccountId, AuthError> {
    let found = match text.strip_prefix('@') {
        Some(id) => id.parse().ok(),
        None => accounts.find(text).await?,
    };
    found.ok_or(AuthError::NotFound("account"))
}

async fn done(what: &str, accounts: &Accounts, id: AccountId) -> Result<Vec<AccountLine>, AuthError> {
    tracing::info!(account = %id, what, "done for the administrator");
    let account = accounts.load(&id).await?;
    let roles = account.roles.iter().copied().collect();
    Ok(vec![line(Listed { account: id, name: account.name, registered_at: account.registered_at, roles })])
}

fn line(listed: Listed) -> AccountLine {
    let Listed { account, name, registered_at, roles } = listed;
    AccountLine { account, name, registered_at, roles: roles.iter().map(ToString::to_string).collect() }
}
