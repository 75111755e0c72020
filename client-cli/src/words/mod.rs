//! What people read, in their language, made from keys and parameters.
//!
//! The texts lie in `protocol/locales`. [`Words`] is a handle that is copied to whoever speaks to a
//! person; nothing else knows a language, and no code makes a decision from a text.

pub(crate) mod clock;
pub(crate) mod game;
mod language;
pub(crate) mod lapse;
pub(crate) mod referee;
pub(crate) mod refusal;
pub(crate) mod settings;
pub(crate) mod tournament;
pub(crate) mod when;

pub(crate) use language::Language;

use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use std::sync::{LazyLock, OnceLock};
use tengen_protocol::locales::LOCALES;

/// The texts of one language. Cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Words(&'static Texts);

struct Texts {
    language: Language,
    /// Fractions are written in ASCII: `3 3/4`.
    ascii: bool,
    bundle: FluentBundle<FluentResource>,
}

/// Settled at the start of the process; English before.
static CURRENT: OnceLock<Words> = OnceLock::new();

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words").field("language", &self.0.language).field("ascii", &self.0.ascii).finish()
    }
}

impl Words {
    /// The texts of a language; `ascii`: fractions as `3 3/4` instead of `3¾`.
    pub(crate) fn of(language: Language, ascii: bool) -> Self {
        static ALL: [LazyLock<Texts>; 6] = [
            LazyLock::new(|| Texts::read(Language::English, false)),
            LazyLock::new(|| Texts::read(Language::English, true)),
            LazyLock::new(|| Texts::read(Language::Simplified, false)),
            LazyLock::new(|| Texts::read(Language::Simplified, true)),
            LazyLock::new(|| Texts::read(Language::Traditional, false)),
            LazyLock::new(|| Texts::read(Language::Traditional, true)),
        ];
        let [english, english_ascii, simplified, simplified_ascii, traditional, traditional_ascii] = &ALL;
        Self(match (language, ascii) {
            (Language::English, false) => english,
            (Language::English, true) => english_ascii,
            (Language::Simplified, false) => simplified,
            (Language::Simplified, true) => simplified_ascii,
            (Language::Traditional, false) => traditional,
            (Language::Traditional, true) => traditional_ascii,
        })
    }

    /// The texts that this process speaks with: for errors, which are made far from whoever knows the
    /// language. What shows a game is given its words as an argument.
    pub(crate) fn current() -> Self {
        *CURRENT.get_or_init(|| Self::of(Language::English, false))
    }

    /// Settles what the process speaks; once, at its start. Says whether it was the first time.
    pub(crate) fn settle(self) -> bool {
        CURRENT.set(self).is_ok()
    }

    /// English, as tests and `--json` have it.
    #[cfg(test)]
    pub(crate) fn english() -> Self {
        Self::of(Language::English, false)
    }

    /// The language.
    pub(crate) const fn language(self) -> Language {
        self.0.language
    }

    /// Whether fractions are written in ASCII.
    pub(crate) const fn ascii(self) -> bool {
        self.0.ascii
    }

    /// Whether there is a text for a key.
    pub(crate) fn has(self, key: &str) -> bool {
        self.0.bundle.get_message(key).is_some_and(|message| message.value().is_some())
    }

    /// The text of a key with its parameters; most use [`t!`](crate::t). A key without a text, which
    /// the tests of the locales rule out, is shown itself.
    pub(crate) fn text(self, key: &str, args: &FluentArgs<'_>) -> String {
        let bundle = &self.0.bundle;
        let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
            debug_assert!(false, "no text for {key}");
            return format!("\u{27e8}{key}\u{27e9}");
        };
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{key}: {errors:?}");
        text
    }
}

impl Texts {
    fn read(language: Language, ascii: bool) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language.identifier()]);
        // Terminals show the marks around placeholders instead of obeying them.
        bundle.set_use_isolating(false);
        for (name, text) in LOCALES.iter().filter(|locale| locale.tag == language.tag()).flat_map(|it| it.files) {
            // A file is read as far as it can be; a test shows that all of each can be.
            let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(partial, errors)| {
                debug_assert!(false, "{name}: {errors:?}");
                partial
            });
            let added = bundle.add_resource(resource);
            debug_assert!(added.is_ok(), "{name}: {added:?}");
        }
        Self { language, ascii, bundle }
    }
}

/// The text of a key: `t!(words, "key")`, `t!(words, "key", name = value, ..)`. Values are strings
/// and numbers; a key that is written here is looked for by a test.
#[macro_export]
macro_rules! t {
    ($words:expr, $key:expr $(,)?) => {
        $words.text($key, &fluent_bundle::FluentArgs::new())
    };
    ($words:expr, $key:expr $(, $name:ident = $value:expr)+ $(,)?) => {{
        let mut args = fluent_bundle::FluentArgs::new();
        $(args.set(stringify!($name), $value);)+
        $words.text($key, &args)
    }};
}

#[cfg(test)]
mod tests;
