//! A scripted engine for tests: `testing/engine.py` in a directory of its own.

use super::gtp::EngineCommand;
use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The engine's directory and arguments.
pub(crate) struct FakeEngine {
    directory: TempDir,
    arguments: Vec<String>,
}

impl FakeEngine {
    /// An engine that answers `genmove` with these moves, one after another, then passes.
    pub(crate) fn playing(moves: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("engine.py"), include_str!("testing/engine.py")).unwrap();
        fs::write(directory.path().join("moves"), moves.replace(' ', "\n")).unwrap();
        let engine = Self { directory, arguments: Vec::new() };
        let (log, moves) = (engine.path("log"), engine.path("moves"));
        engine.with(&format!("log={}", log.display())).with(&format!("moves={}", moves.display()))
    }

    /// The same with another argument.
    pub(crate) fn with(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    /// The same with an argument that names a file of its directory.
    pub(crate) fn with_file(self, argument: &str, file: &str) -> Self {
        let path = self.path(file);
        self.with(&format!("{argument}={}", path.display()))
    }

    /// A file of its directory.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Makes a file that the engine looks for.
    pub(crate) fn touch(&self, name: &str) {
        fs::write(self.path(name), "").unwrap();
    }

    /// How it is started.
    pub(crate) fn command(&self) -> EngineCommand {
        let words: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let program = self.path("engine.py");
        let line = shlex::try_join(["python3", program.to_str().unwrap()].into_iter().chain(words)).unwrap();
        EngineCommand::read(&line).unwrap()
    }

    /// What it was asked, without what every engine is asked at its start.
    pub(crate) fn log(&self) -> Vec<String> {
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        let start = ["list_commands", "name", "version"];
        log.lines().filter(|line| !start.contains(line)).map(str::to_owned).collect()
    }

    /// How often it was started.
    pub(crate) fn starts(&self) -> usize {
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        log.lines().filter(|line| *line == "list_commands").count()
    }

    /// Waits until it was asked something that begins so.
    pub(crate) async fn asked(&self, what: &str) {
        let began = Instant::now();
        while !self.log().iter().any(|line| line.starts_with(what)) {
            assert!(began.elapsed() < Duration::from_secs(60), "never asked '{what}': {:?}", self.log());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
