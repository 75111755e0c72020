//! The file under the database, which tells a disk without room from a disk that fails.
//!
//! A write that finds no room has changed nothing that was committed: when there is room again, the
//! file is opened anew and goes on from its last commit. A sync that fails may have lost anything,
//! whatever reason it gives, and is never tried again.

use redb::{BackendError, StorageBackend, backends::FileBackend};
use std::{
    io::{self, ErrorKind},
    ops::Bound,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// Whether a write failed because there was no room for it.
pub(super) fn is_no_room(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
}

/// Of another kind than a write without room, even if that is what the disk says.
pub(super) fn failed_sync(error: &io::Error) -> io::Error {
    io::Error::other(format!("it could not be synced: {error}"))
}

/// A file of this machine.
#[derive(Debug)]
pub(super) struct Disk {
    file: FileBackend,
    wanted: Arc<AtomicU64>,
}

impl Disk {
    /// `wanted` is set to the length, bytes, that the file was to have when there was no room.
    pub(super) const fn new(file: FileBackend, wanted: Arc<AtomicU64>) -> Self {
        Self { file, wanted }
    }

    fn note(&self, end: u64, done: io::Result<()>) -> io::Result<()> {
        if let Err(error) = &done
            && is_no_room(error)
        {
            self.wanted.store(end, Ordering::Release);
        }
        done
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.note(len, self.file.set_len(len))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data().map_err(|error| failed_sync(&error))
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.note(offset.saturating_add(data.len() as u64), self.file.write(offset, data))
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}
