//! What people read, in each language: the files of `protocol/locales`, shared by every client.
//!
//! The files are Fluent (`key = text`). This module only carries them; a client makes its bundles
//! of them. Every language has the same files with the same keys and the same placeholders.

/// A language and its files.
#[derive(Clone, Copy, Debug)]
pub struct Locale {
    /// The language as BCP 47 names it: `en`, `zh-Hans`, `zh-Hant`.
    pub tag: &'static str,
    /// Names and texts of its files.
    pub files: &'static [(&'static str, &'static str)],
}

macro_rules! locale {
    ($tag:literal) => {
        Locale {
            tag: $tag,
            files: &[
                ("game.ftl", include_str!(concat!("../locales/", $tag, "/game.ftl"))),
                ("refusals.ftl", include_str!(concat!("../locales/", $tag, "/refusals.ftl"))),
                ("client.ftl", include_str!(concat!("../locales/", $tag, "/client.ftl"))),
                ("screen.ftl", include_str!(concat!("../locales/", $tag, "/screen.ftl"))),
                ("lobby.ftl", include_str!(concat!("../locales/", $tag, "/lobby.ftl"))),
                ("sgf.ftl", include_str!(concat!("../locales/", $tag, "/sgf.ftl"))),
                ("talk.ftl", include_str!(concat!("../locales/", $tag, "/talk.ftl"))),
                ("tournament.ftl", include_str!(concat!("../locales/", $tag, "/tournament.ftl"))),
                ("referee.ftl", include_str!(concat!("../locales/", $tag, "/referee.ftl"))),
                ("help.ftl", include_str!(concat!("../locales/", $tag, "/help.ftl"))),
                ("usage.ftl", include_str!(concat!("../locales/", $tag, "/usage.ftl"))),
                ("account.ftl", include_str!(concat!("../locales/", $tag, "/account.ftl"))),
            ],
        }
    };
}

/// English first: what the others are held against.
pub const LOCALES: [Locale; 3] = [locale!("en"), locale!("zh-Hans"), locale!("zh-Hant")];
