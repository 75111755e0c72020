//! Judges that share no code with Tengen: sgfmill for records and area, GNU Go for records.

use anyhow::{Context, ensure};
use serde::Deserialize;
use std::{path::PathBuf, process::Stdio};
use tokio::{io::AsyncWriteExt, process::Command};

/// GNU Go's path.
#[must_use]
pub fn gnugo() -> String {
    std::env::var("TENGEN_GNUGO").unwrap_or_else(|_| "/usr/games/gnugo".into())
}

/// The Python with sgfmill and websockets.
#[must_use]
pub fn python() -> String {
    std::env::var("TENGEN_PYTHON").unwrap_or_else(|_| "python3".into())
}

/// A file of this crate.
#[must_use]
pub fn file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What sgfmill makes of a record.
#[derive(Debug, Deserialize)]
pub struct Record {
    /// Moves, passes included.
    pub moves: usize,
    /// `RE`.
    pub result: Option<String>,
    /// `KM`.
    pub komi: f64,
    /// `PB`.
    pub black: Option<String>,
    /// `PW`.
    pub white: Option<String>,
    /// Rows from the top, `X`, `O` and `.`, after all moves.
    pub board: String,
    /// Black's area minus White's after all moves and without the dead stones, in points.
    pub area_margin: i32,
    /// Properties of the root.
    pub root: Vec<String>,
    /// `TM`, seconds.
    pub main_time: Option<f64>,
    /// `OT`.
    pub overtime: Option<String>,
    /// After each move the mover's `BL` or `WL`, seconds, and his `OB` or `OW`.
    pub left: Vec<(Option<f64>, Option<u32>)>,
}

/// Reads a record with sgfmill and replays it on its board, which knows no repetition.
///
/// # Errors
/// When it cannot be read or replayed.
pub async fn sgfmill(sgf: &str, dead: &[String]) -> anyhow::Result<Record> {
    let mut child = Command::new(python())
        .arg(file("oracle/replay.py"))
        .args(dead)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("python with sgfmill: run tests/run, which installs it")?;
    child.stdin.take().context("no stdin")?.write_all(sgf.as_bytes()).await?;
    let out = child.wait_with_output().await?;
    ensure!(out.status.success(), "sgfmill: {}", String::from_utf8_lossy(&out.stderr));
    Ok(serde_json::from_slice(&out.stdout)?)
}

/// Loads a record into GNU Go and gives its board, rows from the top.
///
/// # Errors
/// When GNU Go refuses the record.
pub async fn gnugo_board(sgf: &str, size: usize) -> anyhow::Result<String> {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("game.sgf");
    std::fs::write(&path, sgf)?;
    let commands = format!("loadsgf {}\nlist_stones black\nlist_stones white\nquit\n", path.display());
    let mut child = Command::new(gnugo())
        .args(["--mode", "gtp", "--chinese-rules", "--positional-superko"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("gnugo: run tests/run, which installs it")?;
    child.stdin.take().context("no stdin")?.write_all(commands.as_bytes()).await?;
    let out = String::from_utf8(child.wait_with_output().await?.stdout)?;
    let answers: Vec<&str> = out.split("\n\n").collect();
    ensure!(answers.len() >= 3 && answers[..3].iter().all(|answer| answer.starts_with('=')), "gnugo: {out}");
    let mut rows = vec![vec![b'.'; size]; size];
    for (answer, stone) in [(answers[1], b'X'), (answers[2], b'O')] {
        for vertex in answer.trim_start_matches('=').split_whitespace() {
            let column = b"ABCDEFGHJKLMNOPQRSTUVWXYZ".iter().position(|letter| *letter == vertex.as_bytes()[0]);
            let row: usize = vertex[1..].parse()?;
            rows[size - row][column.context("column")?] = stone;
        }
    }
    Ok(String::from_utf8(rows.concat())?)
}
