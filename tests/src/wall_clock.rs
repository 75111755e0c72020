//! A wall clock that a test steps under the processes that it starts: Redis, or a node.
//!
//! It is a small shared object that is loaded into them, made from `preload/clock.c` by the machine's C
//! compiler. Their monotonic clocks are not touched.

use crate::preload;
use anyhow::Result;
use std::{fs::File, os::unix::fs::FileExt};
use tempfile::TempDir;

/// What is loaded into the processes.
const SOURCE: &str = include_str!("../preload/clock.c");

/// The wall clock of some processes.
#[derive(Debug)]
pub struct WallClock {
    directory: TempDir,
    offset: File,
}

impl WallClock {
    /// One that goes right.
    ///
    /// # Errors
    /// When there is no C compiler, or no room for files.
    pub fn new() -> Result<Self> {
        let directory = tempfile::tempdir()?;
        preload::compile(SOURCE, &directory.path().join("clock.so"))?;
        let clock = Self { offset: File::create_new(directory.path().join("offset"))?, directory };
        clock.set(0)?;
        Ok(clock)
    }

    /// With this environment a process goes by it.
    #[must_use]
    pub fn environment(&self) -> Vec<(String, String)> {
        let file = |name: &str| self.directory.path().join(name).display().to_string();
        vec![("LD_PRELOAD".into(), file("clock.so")), ("TENGEN_TEST_CLOCK".into(), file("offset"))]
    }

    /// From now on it is so many ms ahead, or behind when negative.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn set(&self, ahead_ms: i64) -> Result<()> {
        Ok(self.offset.write_all_at(&ahead_ms.to_ne_bytes(), 0)?)
    }
}
