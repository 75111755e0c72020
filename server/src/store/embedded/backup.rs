//! A copy of the running store: a directory of its own from which a server can start.
//!
//! The file cannot be copied by other means while the server runs: its pages are written anew in any
//! order, so a copy that takes time is of no one moment. Here one read transaction is copied, which
//! is of one moment, and commits go on meanwhile. A store that is closed meanwhile, or opened anew
//! because it found no room, does not wait for the copy: the copy fails.

use super::{Embedded, Shared, dir, tables};
use crate::store::StoreError;
use std::{
    fs::{self, DirBuilder},
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

impl Embedded {
    /// Copies everything that is committed now into `to`, a directory that must not be there yet and
    /// is there when its files are whole and on the disk; `beside` names files of the data directory
    /// that are copied too if they are there. Seats are not in it: after a start all are empty.
    ///
    /// # Errors
    /// When `to` is there already or cannot be written, or the store cannot be read.
    pub async fn backup(&self, to: PathBuf, beside: &'static [&'static str]) -> Result<(), StoreError> {
        let from = self.shared.dir.clone();
        let there = fs::symlink_metadata(&to).is_ok();
        if there {
            return Err(StoreError::Open(format!("{} is there already: name a new directory", to.display())));
        }
        let draft = draft(&to);
        let made = DirBuilder::new().mode(0o700).create(&draft);
        made.map_err(|error| dir::unwritable(&draft, &error))?;
        let written = self.write(from, draft.clone(), beside).await;
        let named = written.and_then(|()| name(&draft, &to).map_err(|error| dir::unwritable(&to, &error)));
        if named.is_err()
            && let Err(error) = fs::remove_dir_all(&draft)
        {
            tracing::warn!(path = %draft.display(), %error, "a backup that failed could not be removed");
        }
        named
    }

    async fn write(&self, from: PathBuf, draft: PathBuf, beside: &'static [&'static str]) -> Result<(), StoreError> {
        let copying = move |shared: &Shared| {
            // not held over the copy: whoever opens the file anew would wait for it, and all for him
            let tx = shared.begin_read(&shared.files())?;
            let copied = dir::create(&draft, |db| tables::copy(&tx, db));
            copied.map_err(|error| match &*shared.full() {
                Some(what) => dir::no_room(&shared.dir, what),
                None => StoreError::Unavailable(error.to_string()),
            })?;
            let beside = beside.iter().try_for_each(|file| copy_file(&from.join(file), &draft.join(file)));
            beside.map_err(|error| StoreError::Unavailable(format!("cannot write into {}: {error}", draft.display())))
        };
        self.aside("the backup", copying).await
    }
}

/// What it is called until it is whole.
fn draft(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = match fs::File::open(from) {
        Ok(source) => source,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut target = dir::private_file(to)?;
    io::copy(&mut source, &mut target)?;
    target.sync_all()
}

fn name(draft: &Path, to: &Path) -> io::Result<()> {
    dir::sync_dir(draft)?;
    fs::rename(draft, to)?;
    dir::sync_dir(to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}
