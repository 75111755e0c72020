//! What lies in the file: tables, rows and the check of every event that is read.
//!
//! Nothing is read back without its chain of heads being computed again, so a bit that flipped on
//! the disk is found by the first reader and never served.

use super::{disk::is_no_room, state::DueAt};
use crate::store::{PARTITIONS, Partition, Record, Secret, Tail};
use bytes::Bytes;
use redb::{
    Database, ReadTransaction, ReadableDatabase, ReadableTable, StorageError, Table, TableDefinition, TableError,
    WriteTransaction,
};
use tengen_core::{
    log::{Position, head_after},
    partition::PartitionClock,
    timing::Time,
};
use tengen_protocol::Head;

/// Of the layout below. A greater one in a file means that a newer program wrote it.
pub(super) const FORMAT: u64 = 1;

/// At most so many events are answered to one read; the rest is read by asking again.
pub(super) const READ_MAX_EVENTS: u64 = 5_000;

/// When the events of one read are so long together, bytes, the rest is read by asking again.
pub(super) const READ_MAX_BYTES: usize = 4 << 20;

/// Stream and number: head after it, then the event.
const EVENTS: TableDefinition<'_, (&str, u64), &[u8]> = TableDefinition::new("events");
/// Stream: seq, head, seq of the snapshot, head of the snapshot.
const LOGS: TableDefinition<'_, &str, (u64, u64, u64, u64)> = TableDefinition::new("logs");
/// Stream: digest, then the snapshot.
const SNAPSHOTS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("snapshots");
/// Stream: partition, whether by wall time, instant.
const DUE: TableDefinition<'_, &str, (u16, bool, u64)> = TableDefinition::new("due");
/// Partition: its packed time.
const CLOCKS: TableDefinition<'_, u16, &str> = TableDefinition::new("clocks");
/// Partition and number, in order: the entry.
const OUTBOX: TableDefinition<'_, (u16, u64), &[u8]> = TableDefinition::new("outbox");
/// Key: version, wall time of expiry (0: never), value.
const RECORDS: TableDefinition<'_, &str, (u64, u64, &[u8])> = TableDefinition::new("records");
/// Wall time and key of the records that expire.
const EXPIRY: TableDefinition<'_, (u64, &str), ()> = TableDefinition::new("expiry");
/// Stream: wall time at which its log ends, if it does.
const LOG_ENDS: TableDefinition<'_, &str, u64> = TableDefinition::new("log_ends");
/// Wall time and stream of the logs that end.
const LOG_EXPIRY: TableDefinition<'_, (u64, &str), ()> = TableDefinition::new("log_expiry");
/// Index and entry.
const INDEXES: TableDefinition<'_, (&str, &str), ()> = TableDefinition::new("indexes");
/// Index: how many entries it has, if any.
const INDEX_LENS: TableDefinition<'_, &str, u64> = TableDefinition::new("index_lens");
/// Stream: what is kept beside its log.
const SECRETS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("secrets");
/// Numbers about the file itself.
const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");

const META_FORMAT: &str = "format";
/// The version of the record that was changed last: versions never come back, not even after a
/// record was deleted.
const META_VERSION: &str = "record_version";

/// Why something could not be read or written.
#[derive(Debug)]
pub(super) enum Fault {
    /// What is there contradicts itself.
    Damaged {
        /// Which stream or table.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// The file contradicts itself, and it cannot be said where.
    File(String),
    /// There was no room to write; what was committed is as it was.
    Full(String),
    /// The file could not be read or written.
    Disk(String),
}

impl From<StorageError> for Fault {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Corrupted(what) => Self::File(what),
            StorageError::Io(error) if is_no_room(&error) => Self::Full(error.to_string()),
            StorageError::DatabaseClosed => Self::Disk("the file was closed or opened anew meanwhile".into()),
            other => Self::Disk(other.to_string()),
        }
    }
}

impl From<TableError> for Fault {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Storage(error) => error.into(),
            other => Self::File(other.to_string()),
        }
    }
}

impl From<redb::TransactionError> for Fault {
    fn from(error: redb::TransactionError) -> Self {
        match error {
            redb::TransactionError::Storage(error) => error.into(),
            other => Self::Disk(other.to_string()),
        }
    }
}

impl From<redb::CommitError> for Fault {
    fn from(error: redb::CommitError) -> Self {
        match error {
            redb::CommitError::Storage(error) => error.into(),
            other => Self::Disk(other.to_string()),
        }
    }
}

fn damaged(place: &str, what: impl Into<String>) -> Fault {
    Fault::Damaged { place: place.to_owned(), what: what.into() }
}

/// The row of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Log {
    pub(super) end: Position,
    /// Where its snapshot stands; events up to there are gone.
    pub(super) snapshot: Position,
}

const fn head(number: u64) -> Head {
    Head::from_digest(number.to_be_bytes())
}

const fn number(head: Head) -> u64 {
    u64::from_be_bytes(head.to_bytes())
}

impl Log {
    const fn from_row((seq, end, snapshot_seq, snapshot): (u64, u64, u64, u64)) -> Self {
        Self { end: Position { seq, head: head(end) }, snapshot: Position { seq: snapshot_seq, head: head(snapshot) } }
    }

    const fn row(&self) -> (u64, u64, u64, u64) {
        (self.end.seq, number(self.end.head), self.snapshot.seq, number(self.snapshot.head))
    }
}

/// A digest in front of what it is the digest of.
fn sealed(digest: Head, bytes: &[u8]) -> Vec<u8> {
    [&digest.to_bytes()[..], bytes].concat()
}

fn unseal<'row>(place: &str, row: &'row [u8]) -> Result<(Head, &'row [u8]), Fault> {
    let (digest, bytes) = row.split_first_chunk().ok_or_else(|| damaged(place, "a row is too short"))?;
    Ok((Head::from_digest(*digest), bytes))
}

fn log_of(logs: &impl ReadableTable<&'static str, (u64, u64, u64, u64)>, stream: &str) -> Result<Log, Fault> {
    Ok(logs.get(stream)?.map_or_else(Log::default, |row| Log::from_row(row.value())))
}

/// The head after an event, if it is there.
fn head_of(
    events: &impl ReadableTable<(&'static str, u64), &'static [u8]>,
    stream: &str,
    seq: u64,
) -> Result<Option<Head>, Fault> {
    let row = events.get((stream, seq))?;
    Ok(row.and_then(|row| unseal(stream, row.value()).ok().map(|(head, _)| head)))
}

fn missing(stream: &str, seq: u64) -> Fault {
    damaged(stream, format!("event {seq} is missing"))
}

/// A record that has not expired.
fn record_of(
    records: &impl ReadableTable<&'static str, (u64, u64, &'static [u8])>,
    key: &str,
    wall: u64,
) -> Result<Option<Record>, Fault> {
    Ok(records.get(key)?.and_then(|row| {
        let (version, expires, value) = row.value();
        let there = expires == 0 || wall < expires;
        there.then(|| Record { version, value: Bytes::copy_from_slice(value) })
    }))
}

/// Makes all tables and says the format.
pub(super) fn create(db: &Database) -> Result<(), Fault> {
    let tx = db.begin_write()?;
    {
        let mut tables = Tables::open(&tx)?;
        tables.meta.insert(META_FORMAT, FORMAT)?;
    }
    Ok(tx.commit()?)
}

/// Copies every row as the transaction sees it, into a file whose tables were made.
pub(super) fn copy(from: &ReadTransaction, to: &Database) -> Result<(), Fault> {
    let into = to.begin_write()?;
    rows(from, &into, EVENTS)?;
    rows(from, &into, LOGS)?;
    rows(from, &into, SNAPSHOTS)?;
    rows(from, &into, DUE)?;
    rows(from, &into, CLOCKS)?;
    rows(from, &into, OUTBOX)?;
    rows(from, &into, RECORDS)?;
    rows(from, &into, EXPIRY)?;
    rows(from, &into, LOG_ENDS)?;
    rows(from, &into, LOG_EXPIRY)?;
    rows(from, &into, INDEXES)?;
    rows(from, &into, INDEX_LENS)?;
    rows(from, &into, SECRETS)?;
    rows(from, &into, META)?;
    Ok(into.commit()?)
}

fn rows<K: redb::Key + 'static, V: redb::Value + 'static>(
    from: &ReadTransaction,
    into: &WriteTransaction,
    table: TableDefinition<'static, K, V>,
) -> Result<(), Fault> {
    let mut target = into.open_table(table)?;
    let Some(source) = newer(from, table)? else { return Ok(()) };
    for row in source.iter()? {
        let (key, value) = row?;
        target.insert(key.value(), value.value())?;
    }
    Ok(())
}

/// The format of a file; `None` if it does not say.
pub(super) fn format(db: &Database) -> Result<Option<u64>, Fault> {
    match db.begin_read()?.open_table(META) {
        Ok(meta) => Ok(meta.get(META_FORMAT)?.map(|row| row.value())),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What is rebuilt in memory at the start.
#[derive(Default)]
pub(super) struct Small {
    pub(super) clocks: Vec<(Partition, PartitionClock)>,
    pub(super) due: Vec<(String, Partition, DueAt)>,
    pub(super) outbox: Vec<Partition>,
}

fn partition(index: u16, place: &str) -> Result<Partition, Fault> {
    if index <= PARTITIONS {
        Ok(Partition(index))
    } else {
        Err(damaged(place, format!("there is no partition {index}")))
    }
}

/// Reads it.
pub(super) fn small(db: &Database) -> Result<Small, Fault> {
    let tx = db.begin_read()?;
    let mut small = Small::default();
    for row in tx.open_table(CLOCKS)?.iter()? {
        let (index, packed) = row?;
        let clock = packed.value().parse().map_err(|error| damaged("the time of a partition", format!("{error}")))?;
        small.clocks.push((partition(index.value(), "the time of a partition")?, clock));
    }
    for row in tx.open_table(DUE)?.iter()? {
        let (stream, due) = row?;
        let (index, by_wall, at) = due.value();
        let time = if by_wall { Time::Wall } else { Time::Logical };
        let place = partition(index, stream.value())?;
        small.due.push((stream.value().to_owned(), place, DueAt { time, at }));
    }
    for row in tx.open_table(OUTBOX)?.iter()? {
        small.outbox.push(partition(row?.0.value().0, "the outbox")?);
    }
    Ok(small)
}

/// The events of a stream after `after`, each checked; `limit` 0 gives the end only.
pub(super) fn read(tx: &ReadTransaction, stream: &str, after: u64, limit: u64) -> Result<Tail, Fault> {
    let log = log_of(&tx.open_table(LOGS)?, stream)?;
    let mut tail = Tail { end: log.end, ..Tail::default() };
    if limit == 0 {
        return Ok(tail);
    }
    if log == Log::default() {
        // a log whose row cannot be found is not a log that never was
        let events = tx.open_table(EVENTS)?;
        let first = events.range((stream, 0)..=(stream, u64::MAX))?.next().transpose()?;
        return if first.is_none() { Ok(tail) } else { Err(damaged(stream, "it has events but no end")) };
    }
    if after < log.snapshot.seq {
        tail.snapshot = Some((log.snapshot, snapshot(tx, stream, log.snapshot)?));
    }
    let start = after.max(log.snapshot.seq);
    let last = start.saturating_add(limit.min(READ_MAX_EVENTS)).min(log.end.seq);
    if start < last {
        tail.events = checked(tx, stream, &log, start, last)?;
    }
    Ok(tail)
}

fn snapshot(tx: &ReadTransaction, stream: &str, position: Position) -> Result<Bytes, Fault> {
    let snapshots = tx.open_table(SNAPSHOTS)?;
    let row = snapshots.get(stream)?.ok_or_else(|| damaged(stream, "its snapshot is missing"))?;
    let (digest, bytes) = unseal(stream, row.value())?;
    if head_after(position.head, bytes) == digest {
        Ok(Bytes::copy_from_slice(bytes))
    } else {
        Err(damaged(stream, format!("the snapshot after event {} is not what was written", position.seq)))
    }
}

/// The events start+1 to last, or fewer when they are long; `start < last <= end`.
fn checked(tx: &ReadTransaction, stream: &str, log: &Log, start: u64, last: u64) -> Result<Vec<Bytes>, Fault> {
    let table = tx.open_table(EVENTS)?;
    let mut before = match start {
        0 => Head::EMPTY,
        seq if seq == log.snapshot.seq => log.snapshot.head,
        seq => head_of(&table, stream, seq)?.ok_or_else(|| missing(stream, seq))?,
    };
    let (mut events, mut bytes, mut seq) = (Vec::new(), 0, start);
    for row in table.range((stream, start + 1)..=(stream, last))? {
        let (key, row) = row?;
        seq += 1;
        let (head, event) = unseal(stream, row.value())?;
        if key.value().1 != seq {
            return Err(missing(stream, seq));
        }
        let ends_elsewhere = seq == log.end.seq && head != log.end.head;
        if head_after(before, event) != head || ends_elsewhere {
            return Err(damaged(stream, format!("event {seq} is not what was written: its head differs")));
        }
        before = head;
        bytes += event.len();
        events.push(Bytes::copy_from_slice(event));
        if bytes >= READ_MAX_BYTES {
            return Ok(events);
        }
    }
    if seq == last { Ok(events) } else { Err(missing(stream, seq + 1)) }
}

/// Ends of many logs.
pub(super) fn ends<'id>(tx: &ReadTransaction, ids: impl Iterator<Item = &'id str>) -> Result<Vec<Position>, Fault> {
    let logs = tx.open_table(LOGS)?;
    ids.map(|id| Ok(log_of(&logs, id)?.end)).collect()
}

/// Bytes of all events and snapshots.
#[cfg(test)]
pub(super) fn stored_bytes(tx: &ReadTransaction) -> Result<u64, Fault> {
    use redb::ReadableTableMetadata;
    Ok(tx.open_table(EVENTS)?.stats()?.stored_bytes() + tx.open_table(SNAPSHOTS)?.stats()?.stored_bytes())
}

/// The oldest entries of an outbox.
pub(super) fn outbox(tx: &ReadTransaction, partition: Partition, limit: u64) -> Result<Vec<Bytes>, Fault> {
    let table = tx.open_table(OUTBOX)?;
    let rows = table.range((partition.0, 0)..=(partition.0, u64::MAX))?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    rows.take(limit).map(|row| Ok(Bytes::copy_from_slice(row?.1.value()))).collect()
}

/// A record that has not expired.
pub(super) fn record(tx: &ReadTransaction, key: &str, wall: u64) -> Result<Option<Record>, Fault> {
    record_of(&tx.open_table(RECORDS)?, key, wall)
}

/// A table that files of older servers have not.
fn newer<K: redb::Key + 'static, V: redb::Value + 'static>(
    tx: &ReadTransaction,
    table: TableDefinition<'static, K, V>,
) -> Result<Option<redb::ReadOnlyTable<K, V>>, Fault> {
    match tx.open_table(table) {
        Ok(table) => Ok(Some(table)),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Makes the file one of a server that has no indexes.
#[cfg(test)]
pub(super) fn without_indexes(db: &Database) -> Result<(), Fault> {
    let tx = db.begin_write()?;
    for gone in [tx.delete_table(INDEXES)?, tx.delete_table(INDEX_LENS)?] {
        assert!(gone, "there were such tables");
    }
    Ok(tx.commit()?)
}

/// The greatest entries of an index, or of those less than `before`.
pub(super) fn index_before(
    tx: &ReadTransaction,
    index: &str,
    before: Option<&str>,
    limit: u64,
) -> Result<Vec<String>, Fault> {
    let Some(table) = newer(tx, INDEXES)? else { return Ok(Vec::new()) };
    // entries are ASCII
    let rows = table.range((index, "")..(index, before.unwrap_or("\u{80}")))?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    rows.rev().take(limit).map(|row| Ok(row?.0.value().1.to_owned())).collect()
}

/// How many entries an index has.
pub(super) fn index_len(tx: &ReadTransaction, index: &str) -> Result<u64, Fault> {
    let Some(lens) = newer(tx, INDEX_LENS)? else { return Ok(0) };
    Ok(lens.get(index)?.map_or(0, |row| row.value()))
}

/// What is kept beside a log.
pub(super) fn secret(tx: &ReadTransaction, stream: &str) -> Result<Option<Secret>, Fault> {
    let Some(secrets) = newer(tx, SECRETS)? else { return Ok(None) };
    Ok(secrets.get(stream)?.map(|row| Secret::new(row.value().to_vec())))
}

/// Whether a record or a log has expired and still lies there.
pub(super) fn any_expired(tx: &ReadTransaction, wall: u64) -> Result<bool, Fault> {
    for table in [EXPIRY, LOG_EXPIRY] {
        let Some(expiry) = newer(tx, table)? else { continue };
        if expiry.first()?.is_some_and(|(key, _)| key.value().0 <= wall) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// All tables, open for writing in one transaction.
pub(super) struct Tables<'tx> {
    events: Table<'tx, (&'static str, u64), &'static [u8]>,
    logs: Table<'tx, &'static str, (u64, u64, u64, u64)>,
    snapshots: Table<'tx, &'static str, &'static [u8]>,
    due: Table<'tx, &'static str, (u16, bool, u64)>,
    clocks: Table<'tx, u16, &'static str>,
    outbox: Table<'tx, (u16, u64), &'static [u8]>,
    records: Table<'tx, &'static str, (u64, u64, &'static [u8])>,
    expiry: Table<'tx, (u64, &'static str), ()>,
    log_ends: Table<'tx, &'static str, u64>,
    log_expiry: Table<'tx, (u64, &'static str), ()>,
    indexes: Table<'tx, (&'static str, &'static str), ()>,
    index_lens: Table<'tx, &'static str, u64>,
    secrets: Table<'tx, &'static str, &'static [u8]>,
    meta: Table<'tx, &'static str, u64>,
}

impl<'tx> Tables<'tx> {
    pub(super) fn open(tx: &'tx WriteTransaction) -> Result<Self, Fault> {
        Ok(Self {
            events: tx.open_table(EVENTS)?,
            logs: tx.open_table(LOGS)?,
            snapshots: tx.open_table(SNAPSHOTS)?,
            due: tx.open_table(DUE)?,
            clocks: tx.open_table(CLOCKS)?,
            outbox: tx.open_table(OUTBOX)?,
            records: tx.open_table(RECORDS)?,
            expiry: tx.open_table(EXPIRY)?,
            log_ends: tx.open_table(LOG_ENDS)?,
            log_expiry: tx.open_table(LOG_EXPIRY)?,
            indexes: tx.open_table(INDEXES)?,
            index_lens: tx.open_table(INDEX_LENS)?,
            secrets: tx.open_table(SECRETS)?,
            meta: tx.open_table(META)?,
        })
    }

    pub(super) fn log(&self, stream: &str) -> Result<Log, Fault> {
        log_of(&self.logs, stream)
    }

    /// The head at a number within the log; `None` where it was compacted away, or is damaged:
    /// that is for the next reader of this log to say, and must not end the work of the others.
    pub(super) fn head_at(&self, stream: &str, log: &Log, seq: u64) -> Result<Option<Head>, Fault> {
        if seq == log.end.seq {
            Ok(Some(log.end.head))
        } else if seq == log.snapshot.seq {
            Ok(Some(log.snapshot.head))
        } else if seq < log.snapshot.seq {
            Ok((seq == 0).then_some(Head::EMPTY))
        } else {
            head_of(&self.events, stream, seq)
        }
    }

    /// Appends; gives the log's new end.
    pub(super) fn append(&mut self, stream: &str, log: &Log, event: &[u8]) -> Result<Position, Fault> {
        let head = head_after(log.end.head, event);
        let end = Position { seq: log.end.seq + 1, head };
        self.events.insert((stream, end.seq), sealed(head, event).as_slice())?;
        self.logs.insert(stream, Log { end, ..*log }.row())?;
        Ok(end)
    }

    /// Keeps a secret beside a log, or none.
    pub(super) fn set_secret(&mut self, stream: &str, secret: Option<&[u8]>) -> Result<(), Fault> {
        match secret {
            Some(secret) => self.secrets.insert(stream, secret)?,
            None => self.secrets.remove(stream)?,
        };
        Ok(())
    }

    pub(super) fn compact(&mut self, stream: &str, log: &Log, snapshot: &[u8]) -> Result<(), Fault> {
        let first = log.snapshot.seq + 1;
        self.events.retain_in((stream, first)..=(stream, log.end.seq), |_, _| false)?;
        self.snapshots.insert(stream, sealed(head_after(log.end.head, snapshot), snapshot).as_slice())?;
        self.logs.insert(stream, Log { snapshot: log.end, ..*log }.row())?;
        Ok(())
    }

    pub(super) fn set_due(&mut self, stream: &str, partition: Partition, due: Option<DueAt>) -> Result<(), Fault> {
        match due {
            Some(DueAt { time, at }) => self.due.insert(stream, (partition.0, time == Time::Wall, at))?,
            None => self.due.remove(stream)?,
        };
        Ok(())
    }

    /// When time may act on a stream.
    pub(super) fn due(&self, stream: &str) -> Result<Option<DueAt>, Fault> {
        Ok(self.due.get(stream)?.map(|row| {
            let (_, by_wall, at) = row.value();
            DueAt { time: if by_wall { Time::Wall } else { Time::Logical }, at }
        }))
    }

    pub(super) fn set_clock(&mut self, partition: Partition, clock: &PartitionClock) -> Result<(), Fault> {
        self.clocks.insert(partition.0, clock.pack().as_str())?;
        Ok(())
    }

    pub(super) fn push_outbox(&mut self, partition: Partition, entry: &[u8]) -> Result<(), Fault> {
        let last = self.outbox.range((partition.0, 0)..=(partition.0, u64::MAX))?.next_back().transpose()?;
        let next = last.map_or(1, |(key, _)| key.value().1 + 1);
        self.outbox.insert((partition.0, next), entry)?;
        Ok(())
    }

    /// Whether the entry was there.
    pub(super) fn remove_outbox(&mut self, partition: Partition, entry: &[u8]) -> Result<bool, Fault> {
        let mut found = None;
        for row in self.outbox.range((partition.0, 0)..=(partition.0, u64::MAX))? {
            let (key, value) = row?;
            if value.value() == entry {
                found = Some(key.value());
                break;
            }
        }
        if let Some(key) = found {
            self.outbox.remove(key)?;
        }
        Ok(found.is_some())
    }

    /// Whether the version was `expect`.
    pub(super) fn put_record(
        &mut self,
        key: &str,
        expect: u64,
        value: &[u8],
        wall: u64,
        ttl_ms: Option<u64>,
    ) -> Result<bool, Fault> {
        if record_of(&self.records, key, wall)?.map_or(0, |record| record.version) != expect {
            return Ok(false);
        }
        self.delete_record(key)?;
        let version = self.meta.get(META_VERSION)?.map_or(0, |row| row.value()) + 1;
        self.meta.insert(META_VERSION, version)?;
        let expires = ttl_ms.map_or(0, |ttl| wall.saturating_add(ttl));
        self.records.insert(key, (version, expires, value))?;
        if expires > 0 {
            self.expiry.insert((expires, key), ())?;
        }
        Ok(true)
    }

    pub(super) fn delete_record(&mut self, key: &str) -> Result<(), Fault> {
        let expires = self.records.remove(key)?.map_or(0, |row| row.value().1);
        if expires > 0 {
            self.expiry.remove((expires, key))?;
        }
        Ok(())
    }

    /// Makes an entry be there or not; whether that changed anything.
    pub(super) fn set_index(&mut self, index: &str, entry: &str, there: bool) -> Result<bool, Fault> {
        let was_there = match there {
            true => self.indexes.insert((index, entry), ())?.is_some(),
            false => self.indexes.remove((index, entry))?.is_some(),
        };
        if was_there == there {
            return Ok(false);
        }
        let len = self.index_lens.get(index)?.map_or(0, |row| row.value());
        let len = if there { len.saturating_add(1) } else { len.saturating_sub(1) };
        if len == 0 {
            self.index_lens.remove(index)?;
        } else {
            self.index_lens.insert(index, len)?;
        }
        Ok(true)
    }

    /// Lets a log that is there end at a wall time; whether it is there.
    pub(super) fn expire(&mut self, stream: &str, at: u64) -> Result<bool, Fault> {
        if self.log(stream)? == Log::default() {
            return Ok(false);
        }
        let before = self.log_ends.insert(stream, at)?.map(|row| row.value());
        if let Some(before) = before {
            self.log_expiry.remove((before, stream))?;
        }
        self.log_expiry.insert((at, stream), ())?;
        Ok(true)
    }

    /// Deletes at most `most` logs that have ended.
    pub(super) fn sweep_logs(&mut self, wall: u64, most: usize) -> Result<usize, Fault> {
        let mut ended: Vec<(u64, String)> = Vec::new();
        for row in self.log_expiry.range((0, "")..(wall.saturating_add(1), ""))?.take(most) {
            let (key, _) = row?;
            let (at, stream) = key.value();
            ended.push((at, stream.to_owned()));
        }
        for (at, stream) in &ended {
            let stream = stream.as_str();
            self.events.retain_in((stream, 0)..=(stream, u64::MAX), |_, _| false)?;
            self.logs.remove(stream)?;
            self.snapshots.remove(stream)?;
            self.due.remove(stream)?;
            self.secrets.remove(stream)?;
            self.log_ends.remove(stream)?;
            self.log_expiry.remove((*at, stream))?;
        }
        Ok(ended.len())
    }

    /// Deletes at most `most` records that have expired.
    pub(super) fn sweep(&mut self, wall: u64, most: usize) -> Result<usize, Fault> {
        let mut expired: Vec<String> = Vec::new();
        for row in self.expiry.range((0, "")..(wall.saturating_add(1), ""))?.take(most) {
            expired.push(row?.0.value().1.to_owned());
        }
        for key in &expired {
            self.delete_record(key)?;
        }
        Ok(expired.len())
    }
}
