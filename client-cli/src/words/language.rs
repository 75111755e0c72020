//! The languages that there are, and which of them somebody reads.

use unic_langid::LanguageIdentifier;

/// A language that people are spoken to in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    #[default]
    English,
    /// 简体中文.
    Simplified,
    /// 繁體中文.
    Traditional,
}

impl Language {
    /// All, in the order of the locales.
    pub(crate) const ALL: [Self; 3] = [Self::English, Self::Simplified, Self::Traditional];

    /// As BCP 47 names it.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Simplified => "zh-Hans",
            Self::Traditional => "zh-Hant",
        }
    }

    pub(super) fn identifier(self) -> LanguageIdentifier {
        // The tags are constants; a test reads each.
        self.tag().parse().unwrap_or_default()
    }

    /// The language that a name of BCP 47 or of POSIX means: `zh-Hant-TW`, `zh_TW.UTF-8`, `en_GB`.
    /// Nothing for a language that there is not, and for `C` and `POSIX`.
    pub(crate) fn read(name: &str) -> Option<Self> {
        let plain = name.split(['.', '@']).next().unwrap_or_default();
        let identifier: LanguageIdentifier = plain.parse().ok()?;
        match identifier.language.as_str() {
            "en" => Some(Self::English),
            "zh" => Some(match (identifier.script.as_ref(), identifier.region.as_ref()) {
                (Some(script), _) if script.as_str() == "Hant" => Self::Traditional,
                (Some(_), _) => Self::Simplified,
                (None, Some(region)) if ["TW", "HK", "MO"].contains(&region.as_str()) => Self::Traditional,
                (None, _) => Self::Simplified,
            }),
            _ => None,
        }
    }

    /// The first language of this machine's user that there is; English when there is none.
    pub(crate) fn of_user() -> Self {
        sys_locale::get_locales().find_map(|name| Self::read(&name)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_languages_are_understood_as_systems_write_them() {
        for (name, language) in [
            ("en", Some(Language::English)),
            ("en_GB.UTF-8", Some(Language::English)),
            ("zh", Some(Language::Simplified)),
            ("zh_CN.GB18030", Some(Language::Simplified)),
            ("zh-Hans-HK", Some(Language::Simplified)),
            ("zh_SG", Some(Language::Simplified)),
            ("zh_TW.UTF-8", Some(Language::Traditional)),
            ("zh-HK", Some(Language::Traditional)),
            ("zh-Hant", Some(Language::Traditional)),
            ("ja_JP.UTF-8", None),
            ("C", None),
            ("C.UTF-8", None),
            ("", None),
        ] {
            assert_eq!(Language::read(name), language, "{name}");
        }
        for language in Language::ALL {
            assert_eq!(Language::read(language.tag()), Some(language));
            assert_eq!(language.identifier().to_string(), language.tag());
        }
    }
}
