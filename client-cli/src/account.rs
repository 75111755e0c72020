//! Commands about who one is: register, login, guest, logout, whoami, token.

use crate::{
    args::TokenCommand,
    config::Saved,
    context::{Account, Context},
    failure::Failure,
    output::{self, Form, say},
    text::printable,
};
use serde_json::json;
use std::io::{BufRead, IsTerminal};
use tengen_protocol::http::{Credentials, NamedToken, Session, TokenRequest};

/// Longest password that is read from stdin, bytes.
const PASSWORD_BYTES: usize = 1024;

/// A password from the terminal, without echo, or the first line of stdin.
fn password(prompt: &str) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::Local(format!("the password cannot be read: {error}"));
    if std::io::stdin().is_terminal() {
        return rpassword::prompt_password(prompt).map_err(failed);
    }
    let mut line = String::new();
    std::io::Read::take(std::io::stdin().lock(), PASSWORD_BYTES as u64 + 2).read_line(&mut line).map_err(failed)?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() || password.len() > PASSWORD_BYTES {
        return Err(Failure::Usage(format!("write the password on stdin, 1 to {PASSWORD_BYTES} bytes")));
    }
    Ok(password.to_owned())
}

/// Makes an account and logs in.
pub(crate) async fn register(context: &Context, name: String) -> Result<(), Failure> {
    let first = password("Password: ")?;
    if std::io::stdin().is_terminal() && password("Again: ")? != first {
        return Err(Failure::Usage("the two passwords differ".into()));
    }
    let session = context.api.register(&Credentials { name, password: first }).await?;
    save(context, &session)?;
    print(context, &session)
}

/// Logs in.
pub(crate) async fn login(context: &Context, name: String) -> Result<(), Failure> {
    let password = password("Password: ")?;
    let session = context.api.login(&Credentials { name, password }).await?;
    save(context, &session)?;
    print(context, &session)
}

/// Becomes a guest. A login that can be used again is not thrown away for it.
pub(crate) async fn guest(context: &Context) -> Result<(), Failure> {
    let present = context.file.load()?.sessions.remove(&context.server);
    let registered = present.filter(|saved| saved.refresh_token.is_some());
    if let (Some(saved), Form::Human) = (&registered, context.form) {
        return Err(Failure::Usage(format!(
            "profile '{}' is logged in as {}: use another one (--profile NAME) or log out first",
            context.file.name(),
            printable(&saved.name)
        )));
    }
    let session = context.api.guest().await?;
    match registered {
        None => save(context, &session)?,
        Some(_) => say(format_args!("profile '{}' keeps its login; the guest is only printed", context.file.name())),
    }
    print(context, &session)
}

/// Forgets the login; the server is told, but need not be there.
pub(crate) async fn logout(context: &Context) -> Result<(), Failure> {
    let token = context.token(Account::Needed).await;
    let lock = context.file.lock()?;
    let mut profile = context.file.load()?;
    if profile.sessions.remove(&context.server).is_none() {
        return Err(Failure::NotLoggedIn(format!("profile '{}' has no login here", context.file.name())));
    }
    context.file.save(&profile, &lock)?;
    if let Ok(Some(token)) = token
        && let Err(error) = context.api.logout(&token).await
    {
        say(format_args!("the login is forgotten here, but the server was not told: {error}"));
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
            let guest = if me.guest { ", a guest" } else { "" };
            output::line(&format!("{} ({}{guest})", printable(&me.name), me.account))
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
    let mut profile = context.file.load()?;
    profile.server = Some(context.server.clone());
    profile.sessions.insert(context.server.clone(), Saved::from(session.clone()));
    context.file.save(&profile, &lock)
}

fn print(context: &Context, session: &Session) -> Result<(), Failure> {
    let Session { account, name, token, expires_at, .. } = session;
    match context.form {
        Form::Json => output::json(&json!({
            "account": account, "name": name, "token": token, "expires_at": expires_at
        })),
        Form::Human => output::line(&format!(
            "{} ({account}), profile '{}' on {}",
            printable(name),
            context.file.name(),
            context.server
        )),
    }
}
