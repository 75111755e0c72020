//! Reading the terms of an offer: what a client wishes is understood wholly or refused.

use super::Terms;
use crate::{
    error::{Code, WireError},
    rules::Preset,
};
use serde::{Deserialize, Deserializer, de::Error};
use serde_json::Value;

/// Every field of [`Terms`].
const TERMS: [&str; 14] = [
    "size",
    "rules",
    "ko",
    "suicide",
    "compensation",
    "komi",
    "handicap",
    "placement",
    "time",
    "colour",
    "undo",
    "pause_budget",
    "visibility",
    "to",
];

/// Every field of a time control, whatever the system; one that its system has not is refused by name.
const TIMES: [(&str, &[&str]); 7] = [
    ("none", &[]),
    ("absolute", &["main"]),
    ("byo_yomi", &["main", "periods", "period"]),
    ("canadian", &["main", "stones", "block"]),
    ("fischer", &["main", "increment", "cap"]),
    ("simple", &["allowance"]),
    ("correspondence", &["allowance"]),
];

/// Terms without a field that the server would ignore.
pub(super) fn terms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Terms, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let terms = Terms::deserialize(&value).map_err(D::Error::custom)?;
    known(&value, &TERMS, "terms").map_err(D::Error::custom)?;
    let time = &value["time"];
    for (system, fields) in TIMES {
        if time["system"] == system {
            let mut fields = fields.to_vec();
            fields.push("system");
            known(time, &fields, "time").map_err(D::Error::custom)?;
        }
    }
    Ok(terms)
}

fn known(value: &Value, fields: &[&str], of: &str) -> Result<(), String> {
    let unknown = value.as_object().and_then(|object| object.keys().find(|key| !fields.contains(&key.as_str())));
    unknown.map_or(Ok(()), |field| {
        Err(format!("unknown field `{field}` in `{of}`, expected one of {}", fields.join(", ")))
    })
}

/// The refusal, if that is why a message could not be read: an offer under rules that there are not.
pub(super) fn unsupported_rules(text: &str) -> Option<WireError> {
    let message: Value = serde_json::from_str(text).ok()?;
    let rules = message["terms"]["rules"].as_str().filter(|_| message["type"] == "offer")?;
    let error = rules.parse::<Preset>().err()?;
    let mut refusal = WireError::new(Code::NotSupported, error.to_string());
    refusal.supported = Some(Preset::ALL.into());
    Some(refusal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClientMessage, Request, TimeControl};

    fn offer(terms: &Value) -> Result<Terms, WireError> {
        let message = serde_json::json!({"id": "a-1", "type": "offer", "terms": terms});
        match ClientMessage::read(&message.to_string())?.request {
            Request::Offer { terms } => Ok(terms),
            other => panic!("{other:?}"),
        }
    }

    fn full() -> Value {
        serde_json::json!({"size": {"width": 9, "height": 9}, "rules": "aga", "ko": "simple", "suicide": "multi",
            "compensation": "none", "komi": 0.5, "handicap": 2, "placement": "free",
            "time": {"system": "fischer", "main": 60_000, "increment": 1_000, "cap": 90_000},
            "colour": "black", "undo": false, "pause_budget": 60_000, "visibility": "private", "to": "bob"})
    }

    #[test]
    fn every_field_is_known() {
        let terms = offer(&full()).unwrap();
        let again = serde_json::to_value(&terms).unwrap();
        assert_eq!(again, full(), "nothing is lost");
        let mut fields: Vec<&String> = again.as_object().unwrap().keys().collect();
        let mut known = TERMS;
        fields.sort_unstable();
        known.sort_unstable();
        assert_eq!(fields, known);
        for time in ["none", "1h", "1h+5x60s", "1h+5/60s", "1h+1s/move<2h", "5s/move", "1d/move"] {
            let control: TimeControl = time.parse().unwrap();
            let mut with = full();
            with["time"] = serde_json::to_value(control).unwrap();
            assert_eq!(offer(&with).unwrap().time, control);
            with["time"]["mian"] = 5.into();
            assert!(offer(&with).unwrap_err().message.contains("unknown field `mian` in `time`"), "{time}");
        }
    }

    #[test]
    fn a_typo_in_an_offer_is_refused_but_ignored_in_what_a_server_sends() {
        let mut typo = full();
        typo["kmi"] = 7.into();
        let refusal = offer(&typo).unwrap_err();
        assert_eq!(refusal.code, Code::BadMessage);
        assert!(refusal.message.contains("unknown field `kmi` in `terms`"), "{refusal}");
        typo["time"]["newer"] = 7.into();
        let sent = serde_json::json!({"offer": "o1", "by": "ann", "name": "ann", "at": 1, "terms": typo});
        let read: crate::Offer = serde_json::from_value(sent).unwrap();
        assert_eq!(serde_json::to_value(read.terms).unwrap(), full());
    }

    #[test]
    fn rules_that_there_are_not_are_not_supported() {
        for rules in ["japanese", "korean", "chinees"] {
            let mut unknown = full();
            unknown["rules"] = rules.into();
            let refusal = offer(&unknown).unwrap_err();
            assert_eq!(refusal.code, Code::NotSupported, "{rules}");
            assert_eq!(refusal.supported.as_deref(), Some(&Preset::ALL[..]));
            assert!(refusal.message.contains(rules) && refusal.message.contains("tromp-taylor"), "{refusal}");
        }
        let mut other = full();
        other["rules"] = 7.into();
        assert_eq!(offer(&other).unwrap_err().code, Code::BadMessage);
        assert_eq!(ClientMessage::read("{").unwrap_err().code, Code::BadMessage);
    }
}
