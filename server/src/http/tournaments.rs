//! Tournaments over HTTP, under `/api/v1/tournaments`: what is asked of them, what stands in them, and lists
//! of it to keep.
//!
//! Translates between requests and [`Tournaments`], and decides nothing. Whoever asks for a change sends a
//! token; everybody may read. Answers about one tournament have an `ETag` made of the number and the head of
//! its last event, so that whoever looks again and again is sent only what is new (`If-None-Match`).
//!
//! `ask.rs` changes, `look.rs` shows, `export.rs` writes files.

mod ask;
mod export;
mod look;
mod tag;
mod workshop;

use super::{
    ApiError, HttpRates,
    accounts::unauthorized,
    games::{bearer, beyond_a_page, wrong_query},
};
use crate::{
    GameReader,
    auth::{Accounts, Identity, Role},
    hub::Tournaments,
};
use axum::{
    Router,
    extract::{FromRef, FromRequestParts, Path, Query, rejection::PathRejection, rejection::QueryRejection},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use http::{HeaderValue, Method, header, request::Parts};
use serde::Serialize;
use std::sync::Arc;
use tengen_core::tournament::event::{Asker, Office, Tournament};
use tengen_protocol::{Code, TournamentId, Why};
use workshop::Workshop;

/// Bytes of a body of these routes: a list of a thousand entries has as many.
pub(crate) const BODY_BYTES: usize = 256 * 1024;

/// The routes whose bodies may be so large, for whoever shows who he is.
pub(crate) const LARGE: [&str; 3] = [ALL, COMMANDS, ENTRIES];

const ALL: &str = "/api/v1/tournaments";
const COMMANDS: &str = "/api/v1/tournaments/{tournament}/commands";
const ENTRIES: &str = "/api/v1/tournaments/{tournament}/entries.csv";

/// What the handlers share.
#[derive(Clone)]
pub(crate) struct Desk {
    accounts: Arc<Accounts>,
    tournaments: Tournaments,
    games: Arc<dyn GameReader>,
    workshop: Arc<Workshop>,
}

impl FromRef<Desk> for Arc<Accounts> {
    fn from_ref(desk: &Desk) -> Self {
        Self::clone(&desk.accounts)
    }
}

/// The routes of tournaments.
pub fn routes(accounts: Arc<Accounts>, tournaments: Tournaments, games: Arc<dyn GameReader>) -> Router {
    let of = |rest: &str| format!("{ALL}/{{tournament}}{rest}");
    Router::new()
        .route(ALL, get(look::list).post(ask::create))
        .route(&format!("{ALL}/presets"), get(look::presets))
        .route(&of(""), get(look::whole))
        .route(COMMANDS, post(ask::command))
        .route(&of("/rounds/{stage}/{round}"), get(look::round))
        .route(&of("/standings"), get(look::standings))
        .route(&of("/explain"), get(look::explain))
        .route(&of("/bracket"), get(look::bracket))
        .route(&of("/boards"), get(look::boards))
        .route(&of("/log"), get(look::log))
        .route(ENTRIES, get(export::entries).post(ask::import))
        .route(&of("/results.csv"), get(export::results_csv))
        .route(&of("/results.h9"), get(export::results_h9))
        .route(&of("/results.txt"), get(export::results_text))
        .route(&of("/games.sgf"), get(export::games))
        .with_state(Desk { accounts, tournaments, games, workshop: Arc::new(Workshop::new()) })
}

/// The office that roles of this server give in every tournament.
pub(crate) fn office<'a>(roles: impl IntoIterator<Item = &'a Role>) -> Option<Office> {
    let offices = roles.into_iter().filter_map(|role| match role {
        Role::Admin | Role::Organiser => Some(Office::Organiser),
        Role::Referee => Some(Office::Referee),
        Role::Broadcaster => None,
    });
    offices.max_by_key(|office| *office == Office::Organiser)
}

fn asker(identity: &Identity, after: Option<u64>) -> Asker {
    Asker { account: identity.account.clone(), office: office(&identity.roles), after }
}

/// Who looks, if he says so. A wrong token is refused even where none is needed: its owner believes to be
/// somebody.
struct Viewer(Option<Identity>);

impl FromRequestParts<Desk> for Viewer {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, desk: &Desk) -> Result<Self, Response> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let Asking(identity) = Asking::from_request_parts(parts, desk).await?;
        Ok(Self(Some(identity)))
    }
}

/// Who asks, by his token. Commands of tournaments have a rate of their own behind this, so they count as
/// requests and not as changes of an account, of which there are few.
struct Asking(Identity);

impl FromRequestParts<Desk> for Asking {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, desk: &Desk) -> Result<Self, Response> {
        let given = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(token) = given.and_then(bearer) else {
            return Err(unauthorized(ApiError::new(Code::Unauthorized, "write `authorization: Bearer TOKEN`")));
        };
        let identity = desk.accounts.authenticate(token).await.map_err(|error| unauthorized(error.into()))?;
        if let Some(rates) = parts.extensions.get::<Arc<HttpRates>>() {
            let counted = rates.account(&identity.account, &Method::GET);
            counted.map_err(|error| ApiError::from(error).into_response())?;
        }
        Ok(Self(identity))
    }
}

/// The tournament that a path names. What is no id is the id of no tournament.
fn named(path: Result<Path<String>, PathRejection>) -> Result<TournamentId, ApiError> {
    let Path(name) = path.map_err(|_| no_such_tournament())?;
    name.parse().map_err(|_| no_such_tournament())
}

fn no_such_tournament() -> ApiError {
    ApiError::new(Code::NotFound, "no such tournament")
}

fn no_such_stage() -> ApiError {
    ApiError::new(Code::NotFound, "that stage has not begun, or that round is not paired").why(Why::NoStage)
}

/// What stands behind the `?`.
fn asked<Q>(query: Result<Query<Q>, QueryRejection>) -> Result<Q, ApiError> {
    query.map(|Query(query)| query).map_err(wrong_query)
}

/// How many are asked for, of at most `limits.0`; `limits.1` if nothing is said.
fn page(limit: Option<u64>, limits: (u64, u64)) -> Result<u64, ApiError> {
    let limit = limit.unwrap_or(limits.1);
    if (1..=limits.0).contains(&limit) { Ok(limit) } else { Err(beyond_a_page(limit, limits.0)) }
}

/// The stage that is asked for; the newest one if none is named.
fn stage_of(tournament: &Tournament, stage: Option<u32>) -> Result<u32, ApiError> {
    let begun = u32::try_from(tournament.stages().len()).unwrap_or(u32::MAX);
    let stage = stage.unwrap_or(begun);
    if (1..=begun).contains(&stage) { Ok(stage) } else { Err(no_such_stage()) }
}

/// Works something out of a tournament where it may take its time: standings of a thousand players do.
async fn worked_out<T: Send + 'static>(
    desk: &Desk,
    tournament: Arc<Tournament>,
    work: impl FnOnce(&Tournament) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    desk.workshop.work(move || work(&tournament)).await
}

/// A body of JSON, written where it was worked out: some are megabytes.
struct Written(Vec<u8>);

impl Written {
    fn of(value: &impl Serialize) -> Result<Self, ApiError> {
        let written = serde_json::to_vec(value);
        written.map(Self).map_err(|error| ApiError::new(Code::Internal, error.to_string()))
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], self.0).into_response()
    }
}
