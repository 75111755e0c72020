//! `RU`: rules by the names that people and programs give them.

use tengen_protocol::{Compensation, Ko, Preset, Rules, Suicide};

/// The rules of a name, and what is said after it to be otherwise, as Tengen writes it:
/// `Chinese, simple ko, multi-stone suicide`. Nothing for rules that Tengen does not have, such as the
/// Japanese.
pub(super) fn read(text: &str) -> Option<Rules> {
    let mut parts = text.split(',').map(|part| part.trim().to_lowercase());
    let name = parts.next()?;
    let mut rules = preset(&name)?.rules();
    for part in parts {
        match part.as_str() {
            "positional superko" => rules.ko = Ko::Positional,
            "situational superko" => rules.ko = Ko::Situational,
            "simple ko" => rules.ko = Ko::Simple,
            "a referee rules on repetition" => rules.ko = Ko::Referee,
            "no suicide" => rules.suicide = Suicide::No,
            "multi-stone suicide" => rules.suicide = Suicide::Multi,
            "white gets n points for n stones" => rules.compensation = Compensation::N,
            "white gets n-1 points for n stones" => rules.compensation = Compensation::NMinusOne,
            "white gets no points for stones" => rules.compensation = Compensation::None,
            _ => {}
        }
    }
    Some(rules)
}

fn preset(name: &str) -> Option<Preset> {
    let begins = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
    if begins(&["chinese", "cn", "中国", "中國", "数子", "數子"]) {
        Some(Preset::Chinese)
    } else if begins(&["aga", "bga", "ffg", "french"]) {
        Some(Preset::Aga)
    } else if begins(&["nz", "new zealand", "new-zealand"]) {
        Some(Preset::NewZealand)
    } else if begins(&["tromp"]) {
        Some(Preset::TrompTaylor)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_what_is_otherwise() {
        for (text, expected) in [
            ("Chinese", Some(Preset::Chinese.rules())),
            ("chinese", Some(Preset::Chinese.rules())),
            ("中国规则", Some(Preset::Chinese.rules())),
            ("AGA", Some(Preset::Aga.rules())),
            ("NZ", Some(Preset::NewZealand.rules())),
            ("New Zealand", Some(Preset::NewZealand.rules())),
            ("Tromp-Taylor", Some(Preset::TrompTaylor.rules())),
            ("Japanese", None),
            ("GOE", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        let ruled = read("Chinese, a referee rules on repetition").unwrap();
        assert_eq!(ruled, Rules { ko: Ko::Referee, ..Preset::Chinese.rules() });
        let other = read("Chinese, simple ko, multi-stone suicide, White gets N-1 points for N stones").unwrap();
        assert_eq!(
            (other.ko, other.suicide, other.compensation),
            (Ko::Simple, Suicide::Multi, Compensation::NMinusOne)
        );
    }
}
