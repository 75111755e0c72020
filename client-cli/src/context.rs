//! What the command line and the environment say about server, account and output.

use crate::{
    args::{DEFAULT_SERVER, Global},
    config::{Profile, ProfileFile},
    connection::{Client, Patience, Target},
    failure::Failure,
    http::Api,
    output::{Form, say},
    t,
    text::printable,
    tokens::{Source, Tokens},
    trust::Trust,
    words::Words,
};
use std::{path::PathBuf, sync::Arc};
use tokio_tungstenite::tungstenite::http::Uri;

/// Whether a command can do without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Account {
    /// It needs one.
    Needed,
    /// Without one it is anonymous.
    Optional,
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// How data is printed.
    pub(crate) form: Form,
    /// What the person is spoken to with.
    pub(crate) words: Words,
    /// The server's address, without a slash at the end.
    pub(crate) server: String,
    /// Where the profile is kept.
    pub(crate) file: ProfileFile,
    /// The server's HTTP API.
    pub(crate) api: Api,
    /// The file with the server's private authority, if one is known; an absolute path.
    pub(crate) ca: Option<PathBuf>,
    websocket: Uri,
    trust: Trust,
    token: Option<String>,
    token_file: Option<PathBuf>,
}

impl Context {
    /// Reads the profile and settles the addresses. `logging_in`: how the server is known is said anew.
    ///
    /// # Errors
    /// When one of them makes no sense.
    pub(crate) fn new(global: Global, logging_in: bool) -> Result<Self, Failure> {
        let file = ProfileFile::of_user(&global.profile)?;
        Self::with_file(global, file, logging_in)
    }

    /// That of a server that is never asked.
    #[cfg(test)]
    pub(crate) fn of_tests(file: ProfileFile) -> Self {
        let line = ["tengen", "--server", "http://127.0.0.1:1"].map(Into::into);
        Self::with_file(crate::args::Cli::read(line).unwrap().global, file, false).unwrap()
    }

    fn with_file(global: Global, file: ProfileFile, logging_in: bool) -> Result<Self, Failure> {
        let words = global.words();
        let profile = match (file.load(), &global.server, &global.ca) {
            (Ok(profile), ..) => profile,
            // a damaged profile is in nobody's way who does not need it
            (Err(_), Some(_), Some(_)) => Profile::default(),
            (Err(error), Some(_), None) => {
                say(t!(words, "profile-damaged", why = error.to_string()));
                Profile::default()
            }
            (Err(error), None, _) => return Err(error),
        };
        let named = global.server.or(profile.server).unwrap_or_else(|| DEFAULT_SERVER.to_owned());
        let (server, websocket) = addresses(words, &named)?;
        let remembered = profile.authorities.get(&server).filter(|_| global.ca.is_none() && !logging_in);
        let ca = match global.ca {
            Some(path) => Some(std::path::absolute(&path).map_err(|error| Failure::Usage(format!("--ca: {error}")))?),
            None => remembered.cloned(),
        };
        let trust = Trust::with(ca.as_deref()).map_err(|error| match error {
            Failure::Usage(why) if remembered.is_some() => {
                let (profile, server) = (file.name(), server.as_str());
                Failure::Usage(t!(words, "profile-authority", why = why, profile = profile, server = server))
            }
            error => error,
        })?;
        let api = Api::new(&server, &trust)?;
        let form = if global.json { Form::Json } else { Form::Human };
        Ok(Self {
            form,
            words,
            server,
            file,
            api,
            ca,
            websocket,
            trust,
            token: global.token,
            token_file: global.token_file,
        })
    }

    /// The tokens that a command uses.
    ///
    /// # Errors
    /// When an account is needed and there is none.
    pub(crate) fn tokens(&self, account: Account) -> Result<Tokens, Failure> {
        let source = match (&self.token, &self.token_file) {
            (Some(token), _) => Source::Given(token.clone()),
            (None, Some(file)) => Source::File(file.clone()),
            (None, None) if account == Account::Needed || self.profile()?.sessions.contains_key(&self.server) => {
                Source::Profile
            }
            (None, None) => Source::Anonymous,
        };
        Ok(Tokens::new(source, self.server.clone(), self.file.clone(), self.api.clone()))
    }

    /// Tokens of nobody.
    pub(crate) fn nobody(&self) -> Tokens {
        Tokens::new(Source::Anonymous, self.server.clone(), self.file.clone(), self.api.clone())
    }

    /// A token for one HTTP request.
    ///
    /// # Errors
    /// When an account is needed and there is none, or its token cannot be renewed.
    pub(crate) async fn token(&self, account: Account) -> Result<Option<String>, Failure> {
        self.tokens(account)?.current().await
    }

    /// Starts a session.
    ///
    /// # Errors
    /// When an account is needed and there is none.
    pub(crate) fn client(&self, account: Account, patience: Patience) -> Result<Client, Failure> {
        Ok(self.client_as(self.tokens(account)?, patience))
    }

    /// Starts a session with these tokens.
    pub(crate) fn client_as(&self, tokens: Tokens, patience: Patience) -> Client {
        let (url, trust) = (self.websocket.clone(), self.trust.clone());
        Client::start(Target { url, trust, tokens: Arc::new(tokens), patience })
    }

    fn profile(&self) -> Result<Profile, Failure> {
        self.file.load()
    }
}

/// The HTTP and the WebSocket address of a server named as either.
fn addresses(words: Words, named: &str) -> Result<(String, Uri), Failure> {
    let bad = || Failure::Usage(t!(words, "server-address", server = printable(named)));
    let (scheme, rest) = named.split_once("://").ok_or_else(bad)?;
    let (http, ws) = match scheme {
        "http" | "ws" => ("http", "ws"),
        "https" | "wss" => ("https", "wss"),
        _ => return Err(bad()),
    };
    let rest = rest.trim_end_matches('/');
    let rest = if scheme.starts_with("ws") { rest.strip_suffix("/ws").unwrap_or(rest) } else { rest };
    let websocket: Uri = format!("{ws}://{rest}/ws").parse().map_err(|_| bad())?;
    if websocket.host().is_none_or(str::is_empty) || websocket.query().is_some() || rest.contains('@') {
        return Err(bad());
    }
    Ok((format!("{http}://{rest}"), websocket))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const SERVER: &str = "https://go.example";

    fn global() -> Global {
        let profile = "main".to_owned();
        Global {
            server: None,
            profile,
            ca: None,
            json: false,
            language: None,
            ascii: false,
            lines: false,
            bell: false,
            token: None,
            token_file: None,
        }
    }

    fn context(home: &Path, global: Global, logging_in: bool) -> Result<Context, Failure> {
        Context::with_file(global, ProfileFile::within(home.to_owned(), "main").unwrap(), logging_in)
    }

    #[test]
    fn a_damaged_profile_is_in_the_way_of_those_alone_who_need_it() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("main.toml"), "server = [").unwrap();
        let with_token = Global { server: Some(SERVER.into()), token: Some("t".into()), ..global() };
        let context_of = |global| context(home.path(), global, false);
        let there = context_of(with_token).unwrap();
        assert_eq!((there.server.as_str(), &there.ca), (SERVER, &None));
        assert!(there.tokens(Account::Needed).is_ok());
        let without_token = context_of(Global { server: Some(SERVER.into()), ..global() }).unwrap();
        assert!(without_token.tokens(Account::Optional).unwrap_err().to_string().contains("main.toml"));
        let error = context_of(global()).unwrap_err();
        assert!(error.to_string().contains("main.toml"), "{error}");
    }

    #[test]
    fn an_authority_that_has_gone_is_named_with_what_to_do() {
        let home = tempfile::tempdir().unwrap();
        let (file, gone) = (ProfileFile::within(home.path().to_owned(), "main").unwrap(), home.path().join("gone.pem"));
        let mut profile = Profile { server: Some(SERVER.into()), ..Profile::default() };
        profile.authorities.insert(SERVER.into(), gone.clone());
        file.save(&profile, &file.lock().unwrap()).unwrap();
        let Failure::Usage(said) = context(home.path(), global(), false).unwrap_err() else { panic!("not a usage") };
        assert!(said.starts_with(&format!("--ca {}: ", gone.display())), "{said}");
        assert!(said.contains("profile 'main'") && said.contains(SERVER) && said.contains("--ca FILE"), "{said}");
        // a login says anew how the server is known
        assert_eq!(context(home.path(), global(), true).unwrap().ca, None);
        // what is named now is what is wrong now
        let other = home.path().join("other.pem");
        let Failure::Usage(said) = context(home.path(), Global { ca: Some(other), ..global() }, false).unwrap_err()
        else {
            panic!("not a usage")
        };
        assert!(said.contains("other.pem") && !said.contains("profile"), "{said}");
        let elsewhere = Global { server: Some("https://other.example".into()), ..global() };
        assert!(context(home.path(), elsewhere, false).is_ok());
    }

    #[test]
    fn one_address_gives_the_other() {
        for (named, http, ws) in [
            ("http://127.0.0.1:9191", "http://127.0.0.1:9191", "ws://127.0.0.1:9191/ws"),
            ("https://go.example/", "https://go.example", "wss://go.example/ws"),
            ("wss://go.example/play/ws", "https://go.example/play", "wss://go.example/play/ws"),
            ("http://[::1]:80", "http://[::1]:80", "ws://[::1]:80/ws"),
        ] {
            let (server, websocket) = addresses(Words::english(), named).unwrap();
            assert_eq!((server.as_str(), websocket.to_string().as_str()), (http, ws));
        }
        for bad in ["127.0.0.1:9191", "ftp://x", "http://", "http://x?a=b", "http://u:p@x", "http://a b"] {
            assert!(addresses(Words::english(), bad).is_err(), "{bad}");
        }
    }
}
