//! A finished log as one piece: packed for the archive, and unpacked again.
//!
//! A line says the form, then follow the stored events, one a line, deflated (zlib). What an event means
//! is not known here; that what was unpacked is what was packed is proved by the chain of heads.

use bytes::Bytes;
use flate2::{Compression, bufread::ZlibDecoder, write::ZlibEncoder};
use std::io::{Read, Write};
use tengen_core::log::{Position, head_after};
use tengen_protocol::Head;

/// What every packed log begins with, of whatever form; no other snapshot of a log does.
const MARK: &[u8] = b"tengen-log ";

/// What one of this form begins with.
const FORM: &[u8] = b"tengen-log 1\n";

/// A log that is longer than this, bytes, is neither packed nor unpacked: a game of 4,000 events whose
/// marks were changed 200 times has less than half of it.
pub(super) const UNPACKED_BYTES: usize = 4 << 20;

/// Why a log cannot be packed or unpacked.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("it has more than {UNPACKED_BYTES} bytes")]
    TooLong,
    #[error("an event is not one line")]
    Lines,
    #[error("it is packed in a form that this version does not know: update the server")]
    Newer,
    #[error("it cannot be unpacked: {0}")]
    Broken(#[from] std::io::Error),
    #[error("what was packed has {found} events, the log {seq}")]
    Count { found: u64, seq: u64 },
    #[error("its head is {found}, the log's is {head}")]
    Head { found: Head, head: Head },
}

/// Whether a log's snapshot is its packed events.
pub(super) fn is_packed(snapshot: &[u8]) -> bool {
    snapshot.starts_with(MARK)
}

/// Packs the whole log that ends at `end`. What it gives was unpacked once and is that log.
pub(super) fn pack(events: &[Bytes], end: Position) -> Result<Bytes, Fault> {
    let bytes: usize = events.iter().map(|event| event.len() + 1).sum();
    if bytes > UNPACKED_BYTES {
        return Err(Fault::TooLong);
    }
    let mut deflated = ZlibEncoder::new(FORM.to_vec(), Compression::default());
    for event in events {
        if event.contains(&b'\n') {
            return Err(Fault::Lines);
        }
        deflated.write_all(event)?;
        deflated.write_all(b"\n")?;
    }
    let packed = Bytes::from(deflated.finish()?);
    if unpack(&packed, end)? == events { Ok(packed) } else { Err(Fault::Lines) }
}

/// The events of the log that ends at `end`. However large the packed text says to be, it takes no more
/// memory than the longest log.
pub(super) fn unpack(packed: &[u8], end: Position) -> Result<Vec<Bytes>, Fault> {
    let deflated = packed.strip_prefix(FORM).ok_or(Fault::Newer)?;
    let mut text = Vec::new();
    ZlibDecoder::new(deflated).take(UNPACKED_BYTES as u64 + 1).read_to_end(&mut text)?;
    if text.len() > UNPACKED_BYTES {
        return Err(Fault::TooLong);
    }
    let text = Bytes::from(text);
    let (mut events, mut head, mut start) = (Vec::new(), Head::EMPTY, 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let event = line.strip_suffix(b"\n").ok_or(Fault::Lines)?;
        head = head_after(head, event);
        events.push(text.slice(start..start + event.len()));
        start += line.len();
        if events.len() as u64 > end.seq {
            break;
        }
    }
    let found = events.len() as u64;
    if found != end.seq {
        return Err(Fault::Count { found, seq: end.seq });
    }
    if head != end.head {
        return Err(Fault::Head { found: head, head: end.head });
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::log::{body, stored};

    /// A log of so many events, each with a text of its own, and where it ends.
    fn log(count: u64) -> (Vec<Bytes>, Position) {
        let (mut events, mut end) = (Vec::new(), Position::default());
        for n in 0..count {
            let text = format!("天元 {n} {}", tengen_core::log::head_after(end.head, &n.to_be_bytes()));
            let body = body(1, &serde_json::json!({"kind": "test", "text": text})).unwrap();
            let event = Bytes::from(stored(end, n * 1_000, 1_800_000_000_000 + n, &body));
            end = Position { seq: end.seq + 1, head: head_after(end.head, &event) };
            events.push(event);
        }
        (events, end)
    }

    fn deflated(text: &[u8]) -> Bytes {
        let mut deflated = ZlibEncoder::new(FORM.to_vec(), Compression::best());
        deflated.write_all(text).unwrap();
        deflated.finish().unwrap().into()
    }

    #[test]
    fn a_log_is_unpacked_as_it_was_and_is_much_smaller() {
        for count in [1, 2, 300, 4_000] {
            let (events, end) = log(count);
            let packed = pack(&events, end).unwrap();
            assert!(is_packed(&packed));
            assert_eq!(unpack(&packed, end).unwrap(), events);
            let bytes: usize = events.iter().map(Bytes::len).sum();
            assert!(count < 100 || packed.len() * 2 < bytes, "{} of {bytes}", packed.len());
        }
    }

    #[test]
    fn snapshots_of_other_logs_are_not_taken_for_packed_ones() {
        for other in [&b""[..], b"{\"v\":1,\"state\":{}}", b"tengen-log"] {
            assert!(!is_packed(other));
        }
        assert!(is_packed(b"tengen-log 2\nwhatever"));
        assert!(matches!(unpack(b"tengen-log 2\nwhatever", log(1).1), Err(Fault::Newer)));
    }

    #[test]
    fn another_log_is_neither_packed_nor_unpacked() {
        let (events, end) = log(5);
        let packed = pack(&events, end).unwrap();
        let (_, longer) = log(6);
        let other = Position { seq: 5, head: Head::from_digest([1; 8]) };
        assert!(matches!(unpack(&packed, longer), Err(Fault::Count { found: 5, seq: 6 })));
        assert!(matches!(unpack(&packed, log(4).1), Err(Fault::Count { found: 5, seq: 4 })));
        assert!(matches!(unpack(&packed, other), Err(Fault::Head { .. })));
        assert!(matches!(pack(&events, other), Err(Fault::Head { .. })));
        assert!(matches!(pack(&events[1..], end), Err(Fault::Count { .. })));
        assert!(matches!(pack(&[Bytes::from_static(b"{\n}")], log(1).1), Err(Fault::Lines)));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_found() {
        let (events, end) = log(40);
        let packed = pack(&events, end).unwrap();
        for at in (0..packed.len()).step_by(7) {
            let mut bent = packed.to_vec();
            bent[at] ^= 1 << (at % 8);
            // a flag of zlib's first bytes may say something else about the same events
            assert!(unpack(&bent, end).map_or(true, |unpacked| unpacked == events), "{at}");
            assert!(unpack(&packed[..at], end).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn what_swells_when_it_is_unpacked_is_given_up_at_the_longest_log() {
        let bomb = deflated(&vec![b'0'; 64 << 20]);
        assert!(bomb.len() < 256 << 10, "{}", bomb.len());
        assert!(matches!(unpack(&bomb, log(1).1), Err(Fault::TooLong)));
        // many short lines are counted, and not beyond what the log has
        let lines = deflated(&vec![b'\n'; UNPACKED_BYTES]);
        assert!(matches!(unpack(&lines, log(3).1), Err(Fault::Count { found: 4, seq: 3 })));
        let long = Bytes::from(vec![b'0'; UNPACKED_BYTES]);
        assert!(matches!(pack(&[long], log(1).1), Err(Fault::TooLong)));
    }
}
