//! The scripts and how one is called.

use redis::Cmd;
use sha1::{Digest, Sha1};
use std::sync::LazyLock;

/// Bytes of the command's name and of the number of keys.
const EVALSHA_BYTES: usize = 16;

/// A script, run by its digest.
#[derive(Debug)]
pub(super) struct Script {
    /// What is sent to be remembered.
    pub(super) source: &'static str,
    sha: String,
}

macro_rules! scripts {
    ($($name:ident: $($file:literal)+;)*) => {
        $(pub(super) static $name: LazyLock<Script> = LazyLock::new(|| Script::new(concat!($(include_str!($file)),+)));)*

        /// Every script, to be remembered when a connection is made.
        pub(super) fn all() -> impl Iterator<Item = &'static Script> {
            [$(&*$name),*].into_iter()
        }
    };
}

scripts! {
    COMMIT: "clock.lua" "commit.lua";
    TICK: "clock.lua" "tick.lua";
    READ: "clock.lua" "read.lua";
    BEGIN: "clock.lua" "begin.lua";
    COMPACT: "compact.lua";
    ARCHIVE: "clock.lua" "archive.lua";
    TAKE_SEAT: "take_seat.lua";
    LEAVE_SEAT: "leave_seat.lua";
    PUT_RECORD: "put_record.lua";
    EXPIRE: "expire.lua";
}

impl Script {
    fn new(source: &'static str) -> Self {
        let sha = Sha1::digest(source.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        Self { source, sha }
    }
}

/// A script with its keys and arguments; the run id, which is the first argument of all, is put in
/// when it is known which process will run it.
#[derive(Debug)]
pub(super) struct Call<'a> {
    /// The script.
    pub(super) script: &'static Script,
    /// Every key that it touches.
    pub(super) keys: &'a [&'a str],
    /// The arguments after the run id.
    pub(super) args: &'a [&'a [u8]],
}

impl Call<'_> {
    /// As a command to the process with this run id.
    pub(super) fn command(&self, run: &str) -> Cmd {
        // made as large as it becomes, since it is made for every move
        let keys: usize = self.keys.iter().map(|key| key.len()).sum();
        let arguments: usize = self.args.iter().map(|argument| argument.len()).sum();
        let bytes = EVALSHA_BYTES + self.script.sha.len() + run.len() + keys + arguments;
        let mut command = Cmd::with_capacity(4 + self.keys.len() + self.args.len(), bytes);
        command.arg("EVALSHA").arg(&self.script.sha).arg(self.keys.len());
        for key in self.keys {
            command.arg(*key);
        }
        command.arg(run);
        for argument in self.args {
            command.arg(*argument);
        }
        command
    }
}

/// What is asked of a node.
#[derive(Debug)]
pub(super) enum Request<'a> {
    /// A script.
    Script(Call<'a>),
    /// A command of Redis, which knows nothing of run ids.
    Plain(Cmd),
}

impl Request<'_> {
    /// As a command to the process with this run id.
    pub(super) fn command(&self, run: &str) -> Cmd {
        match self {
            Self::Script(call) => call.command(run),
            Self::Plain(command) => command.clone(),
        }
    }
}
