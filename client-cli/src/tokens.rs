//! Whose token a command uses, and how it is renewed.
//!
//! `TENGEN_TOKEN` comes before `TENGEN_TOKEN_FILE`, and that before the profile. Only a profile's
//! token can be renewed: its refresh token works once, so renewing holds the profile's lock, reads
//! it again (another process may have renewed it meanwhile), and saves the new one before it is
//! used.

use crate::{
    config::{ProfileFile, Saved},
    failure::Failure,
    http::Api,
    t,
    text::system,
    words::Words,
};
use std::{path::PathBuf, time::SystemTime};
use tengen_protocol::WireError;

/// A token that expires sooner than this is renewed before it is used, ms.
const RENEW_BEFORE_MS: u64 = 60_000;

/// Where the token comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Given as it is.
    Given(String),
    /// From a file that somebody else keeps.
    File(PathBuf),
    /// From the profile.
    Profile,
    /// From nowhere: one may only watch.
    Anonymous,
}

/// The tokens of one command on one server.
#[derive(Debug)]
pub(crate) struct Tokens {
    source: Source,
    server: String,
    file: ProfileFile,
    api: Api,
    deaf: bool,
}

impl Tokens {
    pub(crate) const fn new(source: Source, server: String, file: ProfileFile, api: Api) -> Self {
        Self { source, server, file, api, deaf: false }
    }

    /// The same for somebody who hides who he is: a player who watches his own game as nobody must not hear
    /// those who watch it.
    pub(crate) const fn deaf(mut self) -> Self {
        self.deaf = true;
        self
    }

    /// Whether talk may be listened to with them.
    pub(crate) const fn may_hear(&self) -> bool {
        !self.deaf
    }

    /// The server that the tokens are for, as people call it.
    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    /// A token that is good for a while; nothing when one is anonymous.
    ///
    /// # Errors
    /// When there should be a token and there is none.
    pub(crate) async fn current(&self) -> Result<Option<String>, Failure> {
        match &self.source {
            Source::Anonymous => Ok(None),
            Source::Given(token) => Ok(Some(token.clone())),
            Source::File(path) => read(path).map(Some),
            Source::Profile => {
                let saved = self.saved()?;
                if saved.expires_at > wall_ms().saturating_add(RENEW_BEFORE_MS) || saved.refresh_token.is_none() {
                    return Ok(Some(saved.token));
                }
                self.renew(&saved.token).await.map(Some)
            }
        }
    }

    /// A newer token than the present one.
    ///
    /// # Errors
    /// When it cannot be renewed.
    pub(crate) async fn renewed(&self) -> Result<String, Failure> {
        match &self.source {
            Source::Anonymous => Err(Failure::NotLoggedIn(t!(Words::current(), "token-anonymous"))),
            Source::Given(_) => Err(Failure::NotLoggedIn(t!(Words::current(), "token-given"))),
            Source::File(path) => read(path),
            Source::Profile => self.renew(&self.saved()?.token).await,
        }
    }

    /// Gets a token after the server has refused one.
    ///
    /// # Errors
    /// When there is no other.
    pub(crate) async fn after_refusal(&self, refused: Option<&str>, error: WireError) -> Result<(), Failure> {
        let Some(refused) = refused else { return Err(error.into()) };
        match &self.source {
            Source::File(path) if read(path)? != refused => Ok(()),
            Source::Profile => self.renew(refused).await.map(drop),
            _ => Err(error.into()),
        }
    }

    fn saved(&self) -> Result<Saved, Failure> {
        let mut profile = self.file.load()?;
        profile.sessions.remove(&self.server).ok_or_else(|| {
            let (profile, server) = (self.file.name(), self.server.as_str());
            Failure::NotLoggedIn(t!(Words::current(), "profile-no-account", profile = profile, server = server))
        })
    }

    /// Renews the profile's token unless it is another than `old` already.
    async fn renew(&self, old: &str) -> Result<String, Failure> {
        let file = self.file.clone();
        let lock = tokio::task::spawn_blocking(move || file.lock())
            .await
            .map_err(|error| Failure::Local(error.to_string()))??;
        let saved = self.saved()?;
        if saved.token != old {
            return Ok(saved.token);
        }
        let refresh_token =
            saved.refresh_token.ok_or_else(|| Failure::NotLoggedIn(t!(Words::current(), "token-guest-ended")))?;
        let session = match self.api.refresh(&refresh_token).await {
            Err(Failure::NotLoggedIn(_)) => {
                return Err(Failure::NotLoggedIn(t!(Words::current(), "token-login-ended")));
            }
            session => session?,
        };
        let mut profile = self.file.load()?;
        let token = session.token.clone();
        profile.sessions.insert(self.server.clone(), session.into());
        self.file.save(&profile, &lock)?;
        Ok(token)
    }
}

fn read(path: &PathBuf) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Local(format!("{}: {}", path.display(), system(&error))))?;
    let token = text.trim();
    if token.is_empty() {
        let file = path.display().to_string();
        return Err(Failure::NotLoggedIn(t!(Words::current(), "token-file-empty", file = file)));
    }
    Ok(token.to_owned())
}

/// This machine's wall time, ms since 1970.
pub(crate) fn wall_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
