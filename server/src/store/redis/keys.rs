//! Names of keys and channels, and the tags that spread partitions over a cluster's slots.
//!
//! All keys of a partition carry its tag in braces, so a cluster keeps them in one slot and a
//! script may touch them together. Tags never change: they are part of the stored format.

use crate::store::{PARTITIONS, Partition};
use std::sync::LazyLock;

/// Slots of a cluster.
const SLOTS: u16 = 16_384;

/// Slots of each of 256 equal ranges.
const RANGE: u16 = SLOTS / PARTITIONS;

/// Where in its range a partition may lie: the middle quarter, so that no boundary between up to
/// 32 nodes falls on the wrong side of it.
const MIDDLE: std::ops::Range<u16> = 24..40;

/// The tag of each partition. Partition i lies in the i-th range of slots, so that nodes which
/// share the slots evenly share the partitions evenly.
static TAGS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..PARTITIONS).map(tag).chain(std::iter::once("lobby".to_owned())).collect());

/// The first of `p000-0`, `p000-1`, .. in the middle of the partition's range.
fn tag(partition: u16) -> String {
    (0_u32..)
        .map(|number| format!("p{partition:03}-{number}"))
        .find(|tag| {
            let slot = slot(tag.as_bytes());
            slot / RANGE == partition && MIDDLE.contains(&(slot % RANGE))
        })
        .expect("invariant: CRC-16 reaches every slot")
}

/// The slot of a tag: CRC-16/XMODEM modulo 16384, as the specification of Redis Cluster has it.
fn slot(tag: &[u8]) -> u16 {
    tag.iter().fold(0_u16, |crc, byte| {
        (0..8).fold(
            crc ^ (u16::from(*byte) << 8),
            |crc, _| {
                if crc & 0x8000 == 0 { crc << 1 } else { (crc << 1) ^ 0x1021 }
            },
        )
    }) % SLOTS
}

/// The keys of one partition that always exist, and what the others begin with.
#[derive(Debug)]
pub(super) struct PartitionKeys {
    /// Its time, packed.
    pub(super) clk: String,
    /// Streams that wait for logical time.
    pub(super) due: String,
    /// Streams that wait for wall time.
    pub(super) duew: String,
    /// Lifecycle entries on their way to other logs.
    pub(super) out: String,
    front: String,
}

impl PartitionKeys {
    fn new(prefix: &str, tag: &str) -> Self {
        let front = format!("{prefix}{{{tag}}}:");
        let key = |name: &str| format!("{front}{name}");
        Self { clk: key("clk"), due: key("due"), duew: key("duew"), out: key("out"), front }
    }

    fn of(&self, kind: char, id: &str) -> String {
        format!("{}{kind}:{id}", self.front)
    }

    /// Where a log ends, packed: `seq:head:1:due`, 1 being the format of this text, `due` as `l` or
    /// `w` and the instant, or empty. Start, deadline and quota of a clock are not stored: number
    /// and head are compared, so the caller's fold is the log's, and it passes them.
    pub(super) fn end(&self, id: &str) -> String {
        self.of('g', id)
    }

    /// The events of a log after its snapshot.
    pub(super) fn events(&self, id: &str) -> String {
        self.of('e', id)
    }

    /// The snapshot of a log: `seq:head:` and its bytes.
    pub(super) fn snapshot(&self, id: &str) -> String {
        self.of('n', id)
    }

    /// Who sits where: fields `b` and `w`, values `connection:node`.
    pub(super) fn seats(&self, id: &str) -> String {
        self.of('s', id)
    }

    /// What is kept beside a log: a sealed move.
    pub(super) fn secret(&self, id: &str) -> String {
        self.of('x', id)
    }

    /// A record: `version:` and its bytes.
    pub(super) fn record(&self, key: &str) -> String {
        self.of('r', key)
    }

    /// An index: a sorted set whose scores are all 0, so that it is ordered by bytes.
    pub(super) fn index(&self, id: &str) -> String {
        self.of('i', id)
    }

    /// The channel of a stream's news.
    pub(super) fn channel(&self, id: &str) -> String {
        self.of('c', id)
    }

    /// The marker of the format of all this.
    pub(super) fn format(&self) -> String {
        format!("{}format", self.front)
    }

    /// The four that always exist, in the order of `begin.lua`.
    pub(super) fn permanent(&self) -> [&str; 4] {
        [&self.clk, &self.due, &self.duew, &self.out]
    }
}

/// The keys of every partition.
#[derive(Debug)]
pub(super) struct Keys(Vec<PartitionKeys>);

impl Keys {
    /// With a prefix that holds no brace.
    pub(super) fn new(prefix: &str) -> Self {
        Self(TAGS.iter().map(|tag| PartitionKeys::new(prefix, tag)).collect())
    }

    /// The slot of each partition, by its index.
    pub(super) fn slots() -> Vec<u16> {
        TAGS.iter().map(|tag| slot(tag.as_bytes())).collect()
    }

    /// Those of one.
    pub(super) fn of(&self, partition: Partition) -> &PartitionKeys {
        self.at(partition.index())
    }

    /// Those of the partition with this index.
    pub(super) fn at(&self, index: usize) -> &PartitionKeys {
        self.0.get(index).expect("invariant: there is a tag for each partition")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha1::{Digest, Sha1};

    #[test]
    fn the_slot_is_that_of_redis() {
        // the check value of the specification, and CLUSTER KEYSLOT of Redis 7.0
        assert_eq!(slot(b"123456789"), 0x31c3);
        assert_eq!(slot(b"foo"), 12_182);
    }

    #[test]
    fn each_range_of_slots_holds_one_partition() {
        for (index, tag) in TAGS.iter().take(usize::from(PARTITIONS)).enumerate() {
            assert_eq!(usize::from(slot(tag.as_bytes())) / 64, index, "{tag}");
        }
        for nodes in 1..=32_usize {
            let mut held = vec![0; nodes];
            for tag in TAGS.iter().take(usize::from(PARTITIONS)) {
                held[usize::from(slot(tag.as_bytes())) * nodes / usize::from(SLOTS)] += 1;
            }
            let least = held.iter().min().copied().unwrap_or_default();
            assert!(held.iter().all(|count| count - least <= 1), "{nodes} nodes: {held:?}");
        }
    }

    #[test]
    fn tags_are_part_of_the_format_and_never_change() {
        assert_eq!(TAGS.len(), 257);
        assert_eq!(TAGS.iter().take(3).collect::<Vec<_>>(), ["p000-43", "p001-514", "p002-1119"]);
        let digest = Sha1::digest(TAGS.join(",").as_bytes());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, "29b181aba2b566381f2e6828785717db4bbe871e");
    }

    #[test]
    fn keys_of_a_stream_share_the_tag() {
        let keys = Keys::new("t:");
        let lobby = keys.of(Partition::LOBBY);
        assert_eq!(lobby.clk, "t:{lobby}:clk");
        assert_eq!(lobby.end("lobby"), "t:{lobby}:g:lobby");
        assert_eq!(lobby.format(), "t:{lobby}:format");
        let first = keys.of(Partition(0));
        assert_eq!(first.channel("x"), format!("t:{{{}}}:c:x", TAGS[0]));
    }
}
