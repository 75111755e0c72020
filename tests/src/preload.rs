//! Small shared objects that are loaded into the processes of a test (`LD_PRELOAD`) and come between them and
//! the system; their sources are in `preload/`.

use anyhow::{Context, Result, ensure};
use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Makes one of this source in C, by the machine's compiler.
///
/// # Errors
/// When there is no compiler, or it refuses.
pub fn compile(source: &str, object: &Path) -> Result<()> {
    let mut compiler = Command::new("cc")
        .args(["-x", "c", "-O2", "-shared", "-fPIC", "-o"])
        .arg(object)
        .arg("-")
        .stdin(Stdio::piped())
        .spawn()
        .context("no C compiler: install gcc and libc6-dev")?;
    compiler.stdin.take().context("no stdin")?.write_all(source.as_bytes())?;
    let status = compiler.wait()?;
    ensure!(status.success(), "cc: {status}");
    Ok(())
}
