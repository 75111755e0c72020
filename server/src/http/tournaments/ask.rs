//! What changes a tournament: making one, commands, and lists of entries.

use super::{ApiError, Asking, BODY_BYTES, Desk, asked, asker, named, worked_out};
use crate::http::accounts::{json_of, to_its_end};
use axum::{
    Json,
    body::to_bytes,
    extract::{
        Path, Query, Request, State,
        rejection::{PathRejection, QueryRejection},
    },
    response::{IntoResponse, Response},
};
use http::StatusCode;
use serde::{Deserialize, de::DeserializeOwned};
use tengen_core::tournament::{
    entries::{self, Form},
    event::{Command, Refused, Tournament},
};
use tengen_protocol::{
    AccountId, Code, CommandId, Entry, EntryListCheck, EntryListProblem, EventSettings, NewEntry, NewMember,
    TournamentAsk, TournamentCommand, TournamentDone, Why, WireError,
};

/// `POST /api/v1/tournaments`.
pub(super) async fn create(
    State(desk): State<Desk>,
    Asking(identity): Asking,
    request: Request,
) -> Result<(StatusCode, Json<TournamentDone>), ApiError> {
    let new = body(request).await?;
    let done = to_its_end(async move { desk.tournaments.create(&identity.account, new).await }).await?;
    Ok((StatusCode::CREATED, Json(done)))
}

/// `POST /api/v1/tournaments/{id}/commands`.
pub(super) async fn command(
    State(desk): State<Desk>,
    Asking(identity): Asking,
    path: Result<Path<String>, PathRejection>,
    request: Request,
) -> Result<Json<TournamentDone>, ApiError> {
    let id = named(path)?;
    let command = body(request).await?;
    Ok(Json(to_its_end(async move { desk.tournaments.command(&identity.account, &id, command).await }).await?))
}

async fn body<T: DeserializeOwned>(request: Request) -> Result<T, ApiError> {
    json_of(request, BODY_BYTES).await
}

/// The query of a list of entries.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportQuery {
    /// The client's name for the command; not needed where the list is only looked at.
    id: Option<CommandId>,
    after: Option<u64>,
    #[serde(default)]
    check: bool,
}

/// `POST /api/v1/tournaments/{id}/entries.csv?id=c1&after=17`: enters a list, all of it or nothing; with
/// `check=true` it only says what is wrong with it.
pub(super) async fn import(
    State(desk): State<Desk>,
    Asking(identity): Asking,
    path: Result<Path<String>, PathRejection>,
    query: Result<Query<ImportQuery>, QueryRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let (tournament, ImportQuery { id, after, check }) = (named(path)?, asked(query)?);
    let too_large = || ApiError::new(Code::TooLarge, format!("a list has at most {} bytes", entries::CSV_BYTES));
    let list = to_bytes(request.into_body(), BODY_BYTES).await.map_err(|_| too_large())?;
    let state = desk.tournaments.get(&tournament).await?;
    if check {
        let (asker, now) = (asker(&identity, after), desk.tournaments.now(&tournament));
        let (entries, mut check) = worked_out(&desk, state, move |state| checked(state, &asker, &list, now)).await?;
        if check.problems.is_empty() {
            check.problems = strangers(&desk, &entries).await?;
        }
        return Ok(Json(settled(check)).into_response());
    }
    let id = id.ok_or_else(|| ApiError::new(Code::BadRequest, "id: name this command").why(Why::Query))?;
    let read = worked_out(&desk, state, move |state| {
        let read = entries::read(&list, form(state.settings().ok_or_else(super::no_such_tournament)?));
        read.map_err(|error| WireError::from(&error).into())
    });
    let entries = read.await?.entries;
    let ask = TournamentAsk::Import { entries: entries.into_iter().map(new).collect() };
    let command = TournamentCommand { id, after, ask };
    let done = to_its_end(async move { desk.tournaments.command(&identity.account, &tournament, command).await });
    Ok(Json(done.await?).into_response())
}

/// Whom the lists of an event enter.
pub(super) const fn form(settings: &EventSettings) -> Form {
    if settings.teams { Form::Teams } else { Form::Players }
}

/// An entry of a list as somebody sends it: the event gives the number.
fn new(entry: Entry) -> NewEntry {
    let account = |account: Option<AccountId>| account.map(|account| account.to_string());
    let member = |member: tengen_protocol::Member| NewMember {
        name: member.name,
        account: account(member.account),
        rank: member.rank,
        rating: member.rating,
    };
    NewEntry {
        name: Some(entry.name),
        account: account(entry.account),
        myself: false,
        rank: entry.rank,
        rating: entry.rating,
        club: entry.club,
        seed: entry.seed,
        from_round: (entry.from_round > 1).then_some(entry.from_round),
        members: entry.members.into_iter().map(member).collect(),
    }
}

/// What a list holds, and what stands against it in itself or in this tournament.
fn checked(
    state: &Tournament,
    asker: &tengen_core::tournament::event::Asker,
    list: &[u8],
    now: u64,
) -> Result<(Vec<Entry>, EntryListCheck), ApiError> {
    // whoever may not enter people is told so, whatever he sends
    judged(state, asker, Vec::new(), now).or_else(|refused| unless_forbidden(&refused))?;
    let settings = state.settings().ok_or_else(super::no_such_tournament)?;
    let read = match entries::read(list, form(settings)) {
        Ok(read) => read,
        Err(error) => {
            let problems = error.problems();
            return Ok((Vec::new(), EntryListCheck { entries: 0, encoding: None, ignored: Vec::new(), problems }));
        }
    };
    let mut check = EntryListCheck::from(&read);
    if let Err(refused) = judged(state, asker, read.entries.clone(), now) {
        check.problems.push(problem(&refused)?);
    }
    Ok((read.entries, check))
}

/// A list with something wrong enters nobody.
fn settled(mut check: EntryListCheck) -> EntryListCheck {
    if !check.problems.is_empty() {
        check.entries = 0;
    }
    check
}

fn judged(
    state: &Tournament,
    asker: &tengen_core::tournament::event::Asker,
    entries: Vec<Entry>,
    now: u64,
) -> Result<(), Refused> {
    let id: CommandId = "check".parse()?;
    state.decide(asker, &id, Command::Import(entries), now).map(|_| ())
}

fn unless_forbidden(refused: &Refused) -> Result<(), ApiError> {
    let error = WireError::from(refused);
    if matches!(error.code, Code::Forbidden | Code::Internal) { Err(error.into()) } else { Ok(()) }
}

/// A refusal of the whole list as something that is wrong with it.
fn problem(refused: &Refused) -> Result<EntryListProblem, ApiError> {
    unless_forbidden(refused)?;
    let WireError { why, limit, message, .. } = WireError::from(refused);
    let (why, limit) = (why.unwrap_or(Why::OutOfRange), limit.map(|limit| *limit));
    Ok(EntryListProblem { line: None, column: None, field: None, why, limit, message })
}

/// Accounts of a list that do not exist.
async fn strangers(desk: &Desk, entries: &[Entry]) -> Result<Vec<EntryListProblem>, ApiError> {
    let accounts = entries.iter().flat_map(|entry| {
        let members = entry.members.iter().filter_map(|member| member.account.clone());
        entry.account.clone().into_iter().chain(members)
    });
    let accounts: Vec<AccountId> = accounts.collect();
    let names = desk.accounts.names_of(&accounts).await?;
    let unknown = accounts.iter().zip(names).filter(|(_, name)| name.is_none());
    let problem = |(account, _): (&AccountId, _)| EntryListProblem {
        line: None,
        column: None,
        field: Some(tengen_protocol::EntryField::Account),
        why: Why::NoAccount,
        limit: None,
        message: format!("there is no account {account}"),
    };
    Ok(unknown.take(STRANGERS).map(problem).collect())
}

/// So many of them are named.
const STRANGERS: usize = 20;
