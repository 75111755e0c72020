//! What people take away: lists of entries and results, and the records of all games.

use super::{ApiError, Desk, Viewer, ask::form, asked, named, no_such_stage, stage_of, tag::Tag, worked_out};
use axum::{
    body::Body,
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use std::sync::Arc;
use tengen_core::tournament::{
    entries,
    event::Tournament,
    export::{self, Results},
};
use tengen_protocol::{AccountId, Code, Entry, GameId, Limit, Limited, TournamentId, Why, WireError};

/// Games of one collection; a stage or a round of a larger event is asked for by itself.
const GAMES: usize = 2_000;

/// Before a CSV, so that spreadsheets read it as UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

const CSV: &str = "text/csv; charset=utf-8; header=present";
const TEXT: &str = "text/plain; charset=utf-8";

/// Media type of SGF, as registered by its users since FF[1].
const SGF: &str = "application/x-go-sgf; charset=utf-8";

type OfOne = Result<Path<String>, PathRejection>;

/// A query that names a stage; the newest one if it does not.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageQuery {
    stage: Option<u32>,
}

type OfStage = Result<Query<StageQuery>, QueryRejection>;

/// `GET /api/v1/tournaments/{id}/entries.csv`: who takes part, to be read again by `POST`.
pub(super) async fn entries(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = named(path)?;
    let tournament = desk.tournaments.get(&id).await?;
    file(&desk, &id, ("entries.csv", CSV), tournament, &headers, |tournament| {
        let settings = tournament.settings().ok_or_else(super::no_such_tournament)?;
        let there = tournament.entries().iter().filter(|entered| !entered.gone);
        let there: Vec<Entry> = there.map(|entered| entered.entry.clone()).collect();
        csv(entries::write(&there, form(settings)))
    })
    .await
}

/// `GET /api/v1/tournaments/{id}/results.csv?stage=1`.
pub(super) async fn results_csv(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    query: OfStage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    results(&desk, path, query, &headers, ("results.csv", CSV), |results| csv(export::csv(results))).await
}

/// `GET /api/v1/tournaments/{id}/results.h9?stage=1`: for rating programs.
pub(super) async fn results_h9(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    query: OfStage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    results(&desk, path, query, &headers, ("results.h9", TEXT), |results| {
        export::h9(results).ok_or_else(|| {
            ApiError::new(Code::NotFound, "the table of rating programs is of players").why(Why::NotOfThisKind)
        })
    })
    .await
}

/// `GET /api/v1/tournaments/{id}/results.txt?stage=1`: to be printed.
pub(super) async fn results_text(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    query: OfStage,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    results(&desk, path, query, &headers, ("results.txt", TEXT), |results| Ok(export::text(results))).await
}

async fn results(
    desk: &Desk,
    path: OfOne,
    query: OfStage,
    headers: &HeaderMap,
    (name, kind): (&str, &'static str),
    write: impl FnOnce(&Results) -> Result<String, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let (id, StageQuery { stage }) = (named(path)?, asked(query)?);
    let tournament = desk.tournaments.get(&id).await?;
    file(desk, &id, (name, kind), tournament, headers, move |tournament| {
        let stage = stage_of(tournament, stage)?;
        write(&tournament.results(stage).ok_or_else(no_such_stage)?)
    })
    .await
}

fn csv(written: Result<String, impl std::fmt::Display>) -> Result<String, ApiError> {
    let text = written.map_err(|error| {
        tracing::error!(%error, "a list could not be written");
        ApiError::new(Code::Internal, "the list could not be written; it is in the server's log")
    })?;
    Ok(format!("{BYTE_ORDER_MARK}{text}"))
}

/// A file that is worked out of one state of a tournament, unless the client has it.
async fn file(
    desk: &Desk,
    id: &TournamentId,
    (name, kind): (&str, &'static str),
    tournament: Arc<Tournament>,
    headers: &HeaderMap,
    write: impl FnOnce(&Tournament) -> Result<String, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let tag = Tag::of(&tournament);
    if tag.is_held(headers) {
        return tag.unchanged();
    }
    let text = worked_out(desk, tournament, write).await?;
    tag.on((called(id, name, kind)?, text))
}

/// The headers of a file: what it is, and under which name browsers keep it.
fn called(
    id: &TournamentId,
    name: &str,
    kind: &'static str,
) -> Result<[(header::HeaderName, HeaderValue); 2], ApiError> {
    let kept_as = HeaderValue::try_from(format!("attachment; filename=\"{id}-{name}\""))
        .map_err(|_| ApiError::new(Code::Internal, "a name does not fit into a header"))?;
    Ok([(header::CONTENT_TYPE, HeaderValue::from_static(kind)), (header::CONTENT_DISPOSITION, kept_as)])
}

/// Which games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    stage: Option<u32>,
    round: Option<u32>,
}

/// `GET /api/v1/tournaments/{id}/games.sgf?stage=1&round=2`: the records of all finished games that were
/// played on this server and that the viewer may see, as one collection, round by round. At most 2,000.
///
/// It is sent as it is read. When a game cannot be read the answer breaks off, so that nobody takes it for
/// whole.
pub(super) async fn games(
    State(desk): State<Desk>,
    Viewer(viewer): Viewer,
    path: OfOne,
    query: Result<Query<GamesQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let (id, query) = (named(path)?, asked(query)?);
    let tournament = desk.tournaments.get(&id).await?;
    let games = finished(&tournament, &query)?;
    let viewer: Option<AccountId> = viewer.map(|viewer| viewer.account);
    let records = stream::iter(games).then(move |game| {
        let (reader, viewer) = (Arc::clone(&desk.games), viewer.clone());
        async move {
            match reader.sgf(&game, viewer.as_ref()).await {
                Ok(sgf) => Ok(Bytes::from(sgf.trim_end().to_owned() + "\n")),
                Err(error) if error.code == Code::NoSuchGame => Ok(Bytes::new()),
                Err(error) => {
                    tracing::warn!(%game, %error, "a collection of games broke off");
                    Err(error)
                }
            }
        }
    });
    Ok((called(&id, "games.sgf", SGF)?, Body::from_stream(records)).into_response())
}

fn finished(tournament: &Tournament, query: &GamesQuery) -> Result<Vec<GameId>, ApiError> {
    let wanted = |wanted: Option<u32>, number: u32| wanted.is_none_or(|wanted| wanted == number);
    if let Some(stage) = query.stage {
        stage_of(tournament, Some(stage))?;
    }
    let stages = (1..).zip(tournament.stages()).filter(|(stage, _)| wanted(query.stage, *stage));
    let rounds =
        stages.flat_map(|(_, stage)| (1..).zip(&stage.rounds)).filter(|(round, _)| wanted(query.round, *round));
    let games = rounds.flat_map(|(_, round)| &round.bouts).flat_map(|bout| &bout.games);
    let finished = games.filter(|game| game.created && game.outcome.is_some()).map(|game| game.id.clone());
    let finished: Vec<GameId> = finished.take(GAMES + 1).collect();
    if finished.len() > GAMES {
        let message = format!("more than {GAMES} games: name a stage or a round");
        let limit = Limit::most(Limited::TournamentGames, GAMES as u64);
        return Err(WireError::new(Code::TooMany, message).limit(limit).into());
    }
    Ok(finished)
}
