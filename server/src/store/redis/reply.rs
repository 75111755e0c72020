//! Reading what the scripts answered.

use crate::store::{Stamp, StoreError};
use redis::Value;
use tengen_core::log::Position;
use tengen_core::partition::PartitionClock;

/// A script answered what none of this version answers, or a stored text cannot be read.
pub(super) fn damaged(place: &str, what: impl Into<String>) -> StoreError {
    StoreError::Damaged { place: place.to_owned(), what: what.into() }
}

/// A string.
pub(super) fn bytes(value: Value, place: &str) -> Result<Vec<u8>, StoreError> {
    match value {
        Value::BulkString(bytes) => Ok(bytes),
        Value::SimpleString(text) => Ok(text.into_bytes()),
        other => Err(damaged(place, format!("expected a string, found {other:?}"))),
    }
}

/// A string of text.
pub(super) fn text(value: Value, place: &str) -> Result<String, StoreError> {
    String::from_utf8(bytes(value, place)?).map_err(|_| damaged(place, "expected text, found other bytes"))
}

/// A string or nothing.
pub(super) fn optional(value: Value, place: &str) -> Result<Option<Vec<u8>>, StoreError> {
    match value {
        Value::Nil | Value::Boolean(false) => Ok(None),
        some => bytes(some, place).map(Some),
    }
}

/// A number that is not negative.
pub(super) fn number(value: &Value, place: &str) -> Result<u64, StoreError> {
    match value {
        Value::Int(number) => u64::try_from(*number).map_err(|_| damaged(place, format!("found {number}"))),
        other => Err(damaged(place, format!("expected a number, found {other:?}"))),
    }
}

/// A list of strings.
pub(super) fn list(value: Value, place: &str) -> Result<Vec<Vec<u8>>, StoreError> {
    values(value, place)?.into_iter().map(|value| bytes(value, place)).collect()
}

/// A list.
pub(super) fn values(value: Value, place: &str) -> Result<Vec<Value>, StoreError> {
    match value {
        Value::Array(values) => Ok(values),
        other => Err(damaged(place, format!("expected a list, found {other:?}"))),
    }
}

/// A list of so many.
pub(super) fn exactly<const N: usize>(value: Value, place: &str) -> Result<[Value; N], StoreError> {
    values(value, place)?
        .try_into()
        .map_err(|other: Vec<Value>| damaged(place, format!("expected {N} answers, found {}", other.len())))
}

/// The packed time of a partition.
pub(super) fn stamp(value: Value, place: &str) -> Result<Stamp, StoreError> {
    let clock = PartitionClock::unpack(&text(value, place)?).map_err(|error| damaged(place, error.to_string()))?;
    Ok(Stamp { logical: clock.logical, hold: clock.hold, wall: clock.wall })
}

/// The position at the front of `seq:head:..`, and the rest; nothing at all is an empty log.
pub(super) fn position<'a>(packed: &'a [u8], place: &str) -> Result<(Position, &'a [u8]), StoreError> {
    if packed.is_empty() {
        return Ok((Position::default(), packed));
    }
    let parse = || {
        let mut parts = packed.splitn(3, |byte| *byte == b':');
        let seq = std::str::from_utf8(parts.next()?).ok()?.parse().ok()?;
        let head = std::str::from_utf8(parts.next()?).ok()?.parse().ok()?;
        Some((Position { seq, head }, parts.next()?))
    };
    parse().ok_or_else(|| damaged(place, "its position cannot be read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        assert_eq!(position(b"", "x").unwrap().0, Position::default());
        let (end, rest) = position(b"7:b2951c68dea77b52:1:l5", "x").unwrap();
        assert_eq!((end.seq, end.head.to_string().as_str(), rest), (7, "b2951c68dea77b52", &b"1:l5"[..]));
        for bad in [&b"7"[..], b"7:b2951c68dea77b52", b":b2951c68dea77b52:", b"7:b2:1", b"-1:b2951c68dea77b52:"] {
            assert!(position(bad, "x").is_err());
        }
    }

    #[test]
    fn answers_of_another_form_are_damage() {
        assert!(bytes(Value::Int(1), "x").is_err());
        assert!(number(&Value::Int(-1), "x").is_err());
        assert!(number(&Value::Nil, "x").is_err());
        assert!(exactly::<2>(Value::Array(vec![Value::Nil]), "x").is_err());
        assert!(stamp(Value::BulkString(b"1:2:3".to_vec()), "x").is_err());
        assert_eq!(optional(Value::Nil, "x").unwrap(), None);
    }
}
