//! The operator's end of the socket: arguments, passwords, output.

use super::{AccountLine, LIST, Reply, Request};
use crate::config::TimeOrOff;
use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, Subcommand};
use std::{
    io::{self, BufRead, BufReader, IsTerminal, Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    time::Duration,
};
use zeroize::Zeroizing;

/// For the server's answer: a list of many accounts takes a while.
const PATIENCE: Duration = Duration::from_secs(60);

/// The same when it copies a store.
const BACKUP_PATIENCE: Duration = Duration::from_secs(60 * 60);

/// Longest answer, bytes.
const REPLY_BYTES: u64 = 16 * 1024 * 1024;

/// Longest line that is read as a password, bytes.
const PASSWORD_LINE_BYTES: u64 = 4 * 1024;

const EXAMPLES: &str = "\
Examples:
  tengen-server admin account create Kirin
      Register an account; asks for the password, or reads it from stdin
  tengen-server admin account reset-password Kirin < new-password
      Set a password and end all sessions and tokens
  tengen-server admin account list --json
      One JSON object a line
  tengen-server admin account revoke @k3v9x0c2m4q8r1s5
      End all sessions and tokens of an account, here by its id
  tengen-server admin mute Kirin --for 7d
      Keep an account from talking beside games for a week
  tengen-server admin backup /var/lib/tengen/backup-monday
      Copy the store of the running server; a server can start from the copy (--data)";

/// What to do on a running server.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct AdminArgs {
    /// Print JSON, one object a line
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    subject: Subject,
}

#[derive(Subcommand, Clone, Debug)]
enum Subject {
    /// Accounts
    #[command(subcommand, after_help = EXAMPLES)]
    Account(AccountCommand),
    /// Keep an account from talking beside games, for a time or until `unmute`
    Mute {
        /// Name, or @ID
        account: String,
        /// For how long: a whole number with d, h, m or s, such as 7d [default: for good]
        #[arg(long = "for", value_name = "TIME", value_parser = some_time)]
        time: Option<Duration>,
    },
    /// Let a muted account talk again
    Unmute {
        /// Name, or @ID
        account: String,
    },
    /// Copy the embedded store while the server runs, into a new directory; the server writes it
    Backup {
        /// The new directory
        to: PathBuf,
    },
}

#[derive(Subcommand, Clone, Debug)]
enum AccountCommand {
    /// Register an account
    Create {
        /// Its name
        name: String,
        /// Give it a role: referee (who rules in games and tournaments), broadcaster (who follows up
        /// to 256 games on a connection), admin or organiser (who do everything in tournaments)
        #[arg(long = "role", value_name = "ROLE")]
        roles: Vec<String>,
    },
    /// Give or take a role
    Role {
        /// Name, or @ID
        account: String,
        /// What to do
        #[arg(value_enum)]
        change: RoleChange,
        /// admin, organiser, referee or broadcaster
        role: String,
    },
    /// Set a new password; all sessions and tokens end
    ResetPassword {
        /// Name, or @ID
        account: String,
    },
    /// List the registered accounts by age
    List {
        /// At most so many
        #[arg(long, default_value_t = LIST)]
        limit: usize,
    },
    /// End a named token, or all sessions and tokens
    Revoke {
        /// Name, or @ID
        account: String,
        /// Only the named token with this id
        #[arg(long, value_name = "ID")]
        token: Option<String>,
    },
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum RoleChange {
    /// Give it
    Give,
    /// Take it
    Take,
}

/// Asks the server behind the socket and prints what it did.
///
/// # Errors
/// When no server answers, or it refuses; the error says why.
pub fn run_admin_client(socket: &Path, args: &AdminArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let request = match &args.subject {
        Subject::Account(command) => request(command, new_password)?,
        Subject::Mute { account, time } => {
            let for_ms = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            Request::Mute { account: account.clone(), for_ms }
        }
        Subject::Unmute { account } => Request::Unmute { account: account.clone() },
        Subject::Backup { to } => backup(to)?,
    };
    match ask(socket, &request)? {
        Reply::Error(error) => bail!("{}", error.message),
        Reply::Ok(lines) => print(&lines, args.json, out),
    }
}

fn request(
    command: &AccountCommand,
    password: impl Fn() -> anyhow::Result<Zeroizing<String>>,
) -> anyhow::Result<Request> {
    Ok(match command.clone() {
        AccountCommand::Create { name, roles } => Request::Create { name, password: password()?.to_string(), roles },
        AccountCommand::Role { account, change: RoleChange::Give, role } => Request::GiveRole { account, role },
        AccountCommand::Role { account, change: RoleChange::Take, role } => Request::TakeRole { account, role },
        AccountCommand::ResetPassword { account } => {
            Request::ResetPassword { account, password: password()?.to_string() }
        }
        AccountCommand::List { limit } => Request::List { limit },
        AccountCommand::Revoke { account, token } => Request::Revoke { account, token },
    })
}

fn some_time(text: &str) -> Result<Duration, String> {
    let time = text.parse::<TimeOrOff>().ok().and_then(TimeOrOff::duration);
    time.ok_or_else(|| "write a whole number with d, h, m or s, such as 7d, up to 3650d".to_owned())
}

/// The server may be in another directory, so it is told the whole path.
fn backup(to: &Path) -> anyhow::Result<Request> {
    let to = std::path::absolute(to).with_context(|| format!("no path: {}", to.display()))?;
    let to = to.into_os_string().into_string();
    Ok(Request::Backup { to: to.map_err(|to| anyhow!("{}: a path here is UTF-8", to.display()))? })
}

/// Twice from a terminal, else the first line of stdin.
fn new_password() -> anyhow::Result<Zeroizing<String>> {
    if io::stdin().is_terminal() {
        let first = Zeroizing::new(rpassword::prompt_password("New password: ")?);
        let second = Zeroizing::new(rpassword::prompt_password("Again: ")?);
        ensure!(first == second, "the two passwords differ");
        return Ok(first);
    }
    first_line(&mut io::stdin().lock())
}

fn first_line(input: &mut impl BufRead) -> anyhow::Result<Zeroizing<String>> {
    let mut line = Zeroizing::new(String::new());
    input.take(PASSWORD_LINE_BYTES).read_line(&mut line).context("no password on stdin")?;
    let end = line.trim_end_matches(['\r', '\n']).len();
    line.truncate(end);
    ensure!(!line.is_empty(), "no password on stdin: write it on the first line");
    Ok(line)
}

fn ask(socket: &Path, request: &Request) -> anyhow::Result<Reply> {
    let nobody_there =
        || format!("no server answers at {} (its option is --admin-socket, or --data)", socket.display());
    let mut stream = UnixStream::connect(socket).with_context(nobody_there)?;
    let patience = if matches!(request, Request::Backup { .. }) { BACKUP_PATIENCE } else { PATIENCE };
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut line = Zeroizing::new(serde_json::to_vec(request)?);
    line.push(b'\n');
    stream.write_all(&line).with_context(nobody_there)?;
    let mut answer = String::new();
    BufReader::new(stream).take(REPLY_BYTES).read_line(&mut answer).with_context(nobody_there)?;
    serde_json::from_str(&answer).context("the server's answer is none of this version")
}

fn print(lines: &[AccountLine], json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    for line in lines {
        if json {
            serde_json::to_writer(&mut *out, line)?;
            writeln!(out)?;
        } else {
            let since = i64::try_from(line.registered_at).ok();
            let since = since.and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
            let since = since.map_or_else(|| "?".to_owned(), |at| at.strftime("%Y-%m-%d").to_string());
            let roles = if line.roles.is_empty() { "-".to_owned() } else { line.roles.join(",") };
            writeln!(out, "{}  {since}  {roles:<10}  {}", line.account, line.name)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_the_first_line_of_stdin() {
        for (input, line) in [("abc def\nxyz\n", "abc def"), ("abc\r\n", "abc"), (" abc", " abc")] {
            assert_eq!(*first_line(&mut input.as_bytes()).unwrap(), line);
        }
        for input in ["", "\n", "\r\n"] {
            assert!(first_line(&mut input.as_bytes()).is_err());
        }
    }
}
