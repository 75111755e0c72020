//! The directory of the embedded store: who may use it, and what is in it.
//!
//! `lock` is held while the store is open, `format` says which programs can read `tengen.redb`.
//! Each way in which it cannot be opened has a message that names the directory and says what to
//! do.

use super::{
    disk::{Disk, is_no_room},
    tables::{self, FORMAT, Fault},
};
use crate::store::StoreError;
use redb::{Database, DatabaseError, StorageError, backends::FileBackend};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, ErrorKind, Read, Write},
    os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt, PermissionsExt},
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

const FILE: &str = "tengen.redb";
const LOCK: &str = "lock";
const MARKER: &str = "format";

/// Written and removed again to see whether there is room.
const PROBE: &str = "room";

/// Of every file: passwords' hashes and unlisted games are in it.
const MODE: u32 = 0o600;

/// Memory for pages of the file. The default of a gigabyte is for machines that do nothing else.
const CACHE_BYTES: usize = 64 << 20;

/// The probe is written in pieces of so many bytes.
const PROBE_PIECE: usize = 1 << 20;

/// Where the file is, for opening it again when there was no room.
pub(super) trait Place: Send + Sync {
    /// Opens it.
    fn open(&self) -> Result<Database, StoreError>;

    /// Whether there is room for so many bytes where there was none.
    fn has_room(&self, bytes: u64) -> io::Result<()>;
}

/// A directory that is open.
pub(super) struct OpenDir {
    path: PathBuf,
    wanted: Arc<AtomicU64>,
}

impl Place for OpenDir {
    fn open(&self) -> Result<Database, StoreError> {
        existing(&self.path, &self.wanted)
    }

    /// A sparse file as long as the store's was to be, so that limits of length count too, with room
    /// at its end.
    fn has_room(&self, bytes: u64) -> io::Result<()> {
        let path = self.path.join(PROBE);
        let start = self.wanted.load(Ordering::Acquire).saturating_sub(bytes);
        let written = private_file(&path).and_then(|file| {
            let mut done = 0;
            while done < bytes {
                file.write_all_at(&[0xA5; PROBE_PIECE], start.saturating_add(done))?;
                done += PROBE_PIECE as u64;
            }
            file.sync_all()
        });
        // one that could not even be made is not there
        let removed = fs::remove_file(&path);
        written.and(removed)
    }
}

/// An open store's file. Dropping it closes the file, then gives up the directory.
pub(super) struct Files {
    // fields are dropped in this order
    pub(super) db: Database,
    pub(super) _lock: File,
}

/// The file of a directory, for messages.
pub(super) fn file(dir: &Path) -> PathBuf {
    dir.join(FILE)
}

/// Opens the directory, or makes it.
pub(super) fn open(dir: &Path) -> Result<(Files, OpenDir), StoreError> {
    make_dir(dir).map_err(|error| unwritable(dir, &error))?;
    look_at_mode(dir).map_err(|error| unwritable(dir, &error))?;
    let lock = lock(dir)?;
    for name in [FILE, LOCK, MARKER] {
        make_private(&dir.join(name)).map_err(|error| unwritable(dir, &error))?;
    }
    match fs::remove_file(dir.join(PROBE)) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(unwritable(dir, &error)),
        _ => {}
    }
    let marker = marker(dir)?;
    let there = fs::exists(file(dir)).map_err(|error| unwritable(dir, &error))?;
    if !there {
        if marker.is_some() {
            return Err(StoreError::Damaged {
                place: file(dir).display().to_string(),
                what: "the file is missing; put it back from a backup, or start anew in an empty directory".into(),
            });
        }
        create(dir, |_| Ok(()))?;
    }
    let place = OpenDir { path: dir.to_owned(), wanted: Arc::default() };
    let db = place.open()?;
    if marker.is_none() {
        write_marker(dir).map_err(|error| unwritable(dir, &error))?;
    }
    Ok((Files { db, _lock: lock }, place))
}

fn make_dir(dir: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

/// What lies in it is private whatever the directory is, but who can write in it can put something
/// else in its place.
fn look_at_mode(dir: &Path) -> io::Result<()> {
    let mode = fs::metadata(dir)?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        let mode = format!("{mode:o}");
        tracing::warn!(path = %dir.display(), mode, "other users can look into the data directory: chmod 700 it");
    }
    Ok(())
}

/// Takes away what others may do with a file that was made by an older server, or copied.
fn make_private(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.permissions().mode() & 0o077 != 0 => {
            fs::set_permissions(path, fs::Permissions::from_mode(MODE))?;
            tracing::warn!(path = %path.display(), "other users could read it: they cannot any more");
            Ok(())
        }
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A new file, or an emptied one, for its owner only.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).mode(MODE).open(path)?;
    // the mode above is only that of a new one
    file.set_permissions(fs::Permissions::from_mode(MODE))?;
    Ok(file)
}

pub(super) fn unwritable(dir: &Path, error: &io::Error) -> StoreError {
    let what = if is_no_room(error) { "make room on its disk" } else { "give the server's user write access to it" };
    StoreError::Open(format!("cannot use the data directory {}: {error}; {what}, or choose another", dir.display()))
}

fn lock(dir: &Path) -> Result<File, StoreError> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(MODE)
        .open(dir.join(LOCK))
        .map_err(|error| unwritable(dir, &error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            // only for the message; who holds it may be writing it just now
            let known = file.read_to_string(&mut holder).is_ok() && !holder.trim().is_empty();
            let holder = if known { format!(" (process {})", holder.trim()) } else { String::new() };
            return Err(StoreError::Open(format!(
                "the data directory {} is in use by another server{holder}: stop that one, or give this one a \
                 directory of its own",
                dir.display()
            )));
        }
        Err(TryLockError::Error(error)) => return Err(unwritable(dir, &error)),
    }
    file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id())).map_err(|error| unwritable(dir, &error))?;
    Ok(file)
}

fn marker(dir: &Path) -> Result<Option<u64>, StoreError> {
    let path = dir.join(MARKER);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unwritable(dir, &error)),
    };
    let format = text.trim().parse().map_err(|_| StoreError::Damaged {
        place: path.display().to_string(),
        what: format!("it must hold one number, the format, and holds {:?}", text.chars().take(20).collect::<String>()),
    })?;
    known(format, dir)?;
    Ok(Some(format))
}

fn known(format: u64, dir: &Path) -> Result<(), StoreError> {
    if format <= FORMAT {
        return Ok(());
    }
    Err(StoreError::Open(format!(
        "the data directory {} has format {format}, and this program reads up to {FORMAT}: a newer server wrote it; \
         start that one, or choose another directory",
        dir.display()
    )))
}

/// Makes the file with what `fill` puts into it. It gets its name when it is whole, so that a crash
/// in between leaves nothing behind that could be taken for it.
pub(super) fn create(dir: &Path, fill: impl FnOnce(&Database) -> Result<(), Fault>) -> Result<(), StoreError> {
    let new = dir.join("tengen.redb.new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(unwritable(dir, &error)),
        _ => {}
    }
    drop(private_file(&new).map_err(|error| unwritable(dir, &error))?);
    // an empty file is what the database makes of none
    let made = Database::builder().set_cache_size(CACHE_BYTES).create(&new).map_err(|error| failed(&new, &error))?;
    tables::create(&made).and_then(|()| fill(&made)).map_err(|fault| named(dir, fault))?;
    drop(made);
    fs::rename(&new, file(dir)).and_then(|()| sync_dir(dir)).map_err(|error| unwritable(dir, &error))?;
    write_marker(dir).map_err(|error| unwritable(dir, &error))
}

fn write_marker(dir: &Path) -> io::Result<()> {
    let new = dir.join("format.new");
    let mut out = private_file(&new)?;
    writeln!(out, "{FORMAT}")?;
    out.sync_all()?;
    fs::rename(new, dir.join(MARKER))?;
    sync_dir(dir)
}

pub(super) fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

fn existing(dir: &Path, wanted: &Arc<AtomicU64>) -> Result<Database, StoreError> {
    let path = file(dir);
    let open = || {
        let file = OpenOptions::new().read(true).write(true).open(&path).map_err(StorageError::Io)?;
        // the database would make a new one of it
        if file.metadata().map_err(StorageError::Io)?.len() == 0 {
            return Err(StorageError::Corrupted("it is empty".into()).into());
        }
        let disk = Disk::new(FileBackend::new(file)?, wanted.clone());
        Database::builder().set_cache_size(CACHE_BYTES).create_with_backend(disk)
    };
    let db = catch_unwind(AssertUnwindSafe(open))
        .map_err(|_| altered(&path, CONTRADICTION))?
        .map_err(|error| failed(&path, &error))?;
    let format = readable(dir, || tables::format(&db))?;
    let format = format.ok_or_else(|| altered(&path, "it does not say its format"))?;
    known(format, dir)?;
    Ok(db)
}

/// The database may panic over a file that was altered.
const CONTRADICTION: &str = "it contradicts itself";

/// Reads at the start, when whatever cannot be read is damage.
pub(super) fn readable<T>(dir: &Path, read: impl FnOnce() -> Result<T, Fault>) -> Result<T, StoreError> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(Fault::Damaged { place, what })) => Err(altered(&file(dir), &format!("{place}: {what}"))),
        Ok(Err(Fault::Full(what))) => Err(no_room(dir, &what)),
        Ok(Err(Fault::File(what) | Fault::Disk(what))) => Err(altered(&file(dir), &what)),
        Err(_) => Err(altered(&file(dir), CONTRADICTION)),
    }
}

/// A fault of the whole file gets the file's name.
pub(super) fn named(dir: &Path, fault: Fault) -> StoreError {
    match fault {
        Fault::File(what) => altered(&file(dir), &what),
        Fault::Damaged { place, what } => StoreError::Damaged { place, what },
        Fault::Full(what) => no_room(dir, &what),
        Fault::Disk(what) => StoreError::Unavailable(what),
    }
}

/// Nothing was written.
pub(super) fn no_room(dir: &Path, what: &str) -> StoreError {
    StoreError::Full(format!("there is no room for {} ({what}): make room on its disk", file(dir).display()))
}

fn failed(path: &Path, error: &DatabaseError) -> StoreError {
    match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::Open(format!(
            "{} is open in another program: stop that one, or choose another data directory",
            path.display()
        )),
        DatabaseError::UpgradeRequired(version) => StoreError::Open(format!(
            "{} has version {version} of the database's file format, which this program does not read: start the \
             server that wrote it, or choose another data directory",
            path.display()
        )),
        DatabaseError::Storage(StorageError::Io(error))
            if is_no_room(error)
                || matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) =>
        {
            unwritable(path.parent().unwrap_or(path), error)
        }
        other => altered(path, &other.to_string()),
    }
}

fn altered(path: &Path, what: &str) -> StoreError {
    StoreError::Damaged {
        place: path.display().to_string(),
        what: format!("{what}; put the file back from a backup, or start anew in an empty directory"),
    }
}
