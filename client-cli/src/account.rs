//! Commands about who one is: register, login, guest, logout, whoami, token.

use crate::{
    args::{Saving, TokenCommand},
    config::{Profile, Saved},
    context::{Account, Context},
    failure::Failure,
    output::{self, Form, say},
    t,
    text::{printable, system},
    words::Words,
};
use serde_json::json;
use std::{
    io::{BufRead, IsTerminal},
    path::PathBuf,
};
use tengen_protocol::http::{Credentials, NamedToken, Session, TokenRequest};

/// Shortest password that servers take, bytes.
const SHORTEST_PASSWORD: usize = 8;

/// Shortest name that servers take, characters.
const SHORTEST_NAME: usize = 2;

/// Longest name that servers take, characters.
const LONGEST_NAME: usize = 24;

/// Longest password that is read from stdin, bytes.
const PASSWORD_BYTES: usize = 1024;

/// A password from the terminal, without echo, or the first line of stdin.
fn password(words: Words, prompt: &str) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::Local(t!(words, "account-password-unreadable", why = system(&error)));
    if std::io::stdin().is_terminal() {
        return rpassword::prompt_password(prompt).map_err(failed);
    }
    let mut line = String::new();
    std::io::Read::take(std::io::stdin().lock(), PASSWORD_BYTES as u64 + 2).read_line(&mut line).map_err(failed)?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() || password.len() > PASSWORD_BYTES {
        return Err(Failure::Usage(t!(words, "account-password-on-stdin", most = PASSWORD_BYTES)));
    }
    Ok(password.to_owned())
}

/// Makes an account and logs in.
pub(crate) async fn register(context: &Context, name: String, saving: &Saving) -> Result<(), Failure> {
    must_be_free(context, saving, None)?;
    let words = context.words;
    judge_name(words, &name)?;
    let first = password(words, &t!(words, "account-password"))?;
    if first.len() < SHORTEST_PASSWORD {
        return Err(Failure::Usage(t!(words, "account-password-short", least = SHORTEST_PASSWORD)));
    }
    if std::io::stdin().is_terminal() && password(words, &t!(words, "account-password-again"))? != first {
        return Err(Failure::Usage(t!(words, "account-passwords-differ")));
    }
    let session = context.api.register(&Credentials { name, password: first }).await?;
    save(context, &session)?;
    print(context, &session)
}

/// Logs in.
pub(crate) async fn login(context: &Context, name: String, saving: &Saving) -> Result<(), Failure> {
    must_be_free(context, saving, Some(&name))?;
    let password = password(context.words, &t!(context.words, "account-password"))?;
    let session = context.api.login(&Credentials { name, password }).await?;
    save(context, &session)?;
    print(context, &session)
}

/// Becomes a guest. With `only_print` the guest is for somebody else, and no profile is touched.
pub(crate) async fn guest(context: &Context, saving: &Saving, only_print: bool) -> Result<(), Failure> {
    if only_print {
        let session = context.api.guest().await?;
        return match context.form {
            Form::Json => print(context, &session),
            Form::Human => output::line(&session.token),
        };
    }
    let session = new_guest(context, saving).await?;
    print(context, &session)
}

/// Becomes a guest where the profile has no login, and prints nothing.
pub(crate) async fn become_guest(context: &Context) -> Result<(), Failure> {
    new_guest(context, &Saving { replace: false }).await.map(drop)
}

async fn new_guest(context: &Context, saving: &Saving) -> Result<Session, Failure> {
    must_be_free(context, saving, None)?;
    let session = context.api.guest().await?;
    save(context, &session)?;
    Ok(session)
}

/// A login is not thrown away unless that was said; to log in as the same account again is no loss.
fn must_be_free(context: &Context, saving: &Saving, again: Option<&str>) -> Result<(), Failure> {
    let present = context.file.load()?.sessions.remove(&context.server);
    let Some(saved) = present.filter(|_| !saving.replace) else { return Ok(()) };
    if again.is_some_and(|name| name.to_lowercase() == saved.name.to_lowercase()) {
        return Ok(());
    }
    let (profile, name) = (context.file.name(), printable(&saved.name));
    Err(Failure::Usage(t!(context.words, "account-there-already", profile = profile, name = name)))
}

/// Refuses what no server takes before anybody types a password; the rest is for the server.
fn judge_name(words: Words, name: &str) -> Result<(), Failure> {
    let length = name.chars().count();
    // Of ASCII each character is one for the reader too; of other scripts the server counts.
    let too_long = name.is_ascii() && length > LONGEST_NAME;
    let bad = name.chars().any(|c| c.is_whitespace() || (c.is_ascii_punctuation() && !"-_.".contains(c)));
    if length < SHORTEST_NAME || too_long || bad {
        let name = printable(name);
        let text = t!(words, "account-name", name = name, least = SHORTEST_NAME, most = LONGEST_NAME);
        return Err(Failure::Usage(text));
    }
    Ok(())
}

/// Forgets the login; the server is told, but need not be there.
pub(crate) async fn logout(context: &Context) -> Result<(), Failure> {
    let token = context.token(Account::Needed).await;
    let lock = context.file.lock()?;
    let mut profile = context.file.load()?;
    if profile.sessions.remove(&context.server).is_none() {
        return Err(Failure::NotLoggedIn(t!(context.words, "profile-no-login", profile = context.file.name())));
    }
    context.file.save(&profile, &lock)?;
    lock.remove();
    if let Ok(Some(token)) = token
        && let Err(error) = context.api.logout(&token).await
    {
        say(t!(context.words, "account-logout-not-told", why = error.to_string()));
    }
    Ok(())
}

/// Says who one is.
pub(crate) async fn whoami(context: &Context) -> Result<(), Failure> {
    let token = context.token(Account::Needed).await?.unwrap_or_default();
    let me = context.api.me(&token).await?;
    match context.form {
        Form::Json => output::json(&me),
        Form::Human => {
            let (name, account) = (printable(&me.name), me.account.to_string());
            output::line(&match me.guest {
                true => t!(context.words, "account-is-guest", name = name, account = account),
                false => t!(context.words, "account-is", name = name, account = account),
            })
        }
    }
}

/// Named tokens.
pub(crate) async fn token(context: &Context, command: TokenCommand) -> Result<(), Failure> {
    let token = context.token(Account::Needed).await?.unwrap_or_default();
    match command {
        TokenCommand::Make { label, days } => {
            let made = context.api.make_token(&token, &TokenRequest { label, days }).await?;
            match (context.form, &made.token) {
                (Form::Human, Some(secret)) => output::line(secret),
                _ => output::json(&made),
            }
        }
        TokenCommand::List => {
            for named in context.api.tokens(&token).await?.tokens {
                match context.form {
                    Form::Json => output::json(&named)?,
                    Form::Human => {
                        let NamedToken { id, label, .. } = &named;
                        output::line(&format!("{}  {}", printable(id), printable(label)))?;
                    }
                }
            }
            Ok(())
        }
        TokenCommand::Revoke { id } => context.api.revoke_token(&token, &id).await,
    }
}

fn save(context: &Context, session: &Session) -> Result<(), Failure> {
    let lock = context.file.lock()?;
    let profile = with_login(context.file.load()?, &context.server, context.ca.as_ref(), session);
    context.file.save(&profile, &lock)
}

/// The profile after a login; of the authority it knows what was named with this one.
fn with_login(mut profile: Profile, server: &str, ca: Option<&PathBuf>, session: &Session) -> Profile {
    profile.server = Some(server.to_owned());
    match ca {
        Some(ca) => profile.authorities.insert(server.to_owned(), ca.clone()),
        None => profile.authorities.remove(server),
    };
    profile.sessions.insert(server.to_owned(), Saved::from(session.clone()));
    profile
}

fn print(context: &Context, session: &Session) -> Result<(), Failure> {
    let Session { account, name, token, expires_at, .. } = session;
    match context.form {
        Form::Json => output::json(&json!({
            "account": account, "name": name, "token": token, "expires_at": expires_at
        })),
        Form::Human => output::line(&t!(
            context.words,
            "account-is-now",
            name = printable(name),
            account = account.to_string(),
            profile = context.file.name(),
            server = context.server.as_str()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_remembers_the_authority_that_it_was_given_and_no_older_one() {
        let session = Session {
            account: "acc1".parse().unwrap(),
            name: "Li".into(),
            token: "t".into(),
            expires_at: 5,
            refresh_token: None,
        };
        let (here, elsewhere) = ("https://a", "https://b");
        let (ca, other) = (PathBuf::from("/ca.pem"), PathBuf::from("/other.pem"));
        let profile = with_login(Profile::default(), elsewhere, Some(&other), &session);
        let profile = with_login(profile, here, Some(&ca), &session);
        assert_eq!(profile.authorities.get(here), Some(&ca));
        let profile = with_login(profile, here, None, &session);
        assert_eq!(profile.authorities.into_iter().collect::<Vec<_>>(), [(elsewhere.to_owned(), other)]);
        assert_eq!(profile.server.as_deref(), Some(here));
    }

    #[test]
    fn names_that_no_server_takes_are_refused_before_the_password() {
        for good in ["Li", "李明", "Jean-Luc_7.b", &"x".repeat(24), &"é".repeat(30)] {
            assert!(judge_name(Words::english(), good).is_ok(), "{good}");
        }
        for bad in ["", "x", "a b", "a@b", "a/b", &"x".repeat(25)] {
            assert_eq!(judge_name(Words::english(), bad).unwrap_err().exit_code(), 2, "{bad}");
        }
    }
}
