//! What stands in a tournament, and the list of all.

use super::{
    ApiError, Asking, Desk, Viewer, Written, asked, asker, named, no_such_stage, no_such_tournament, page, stage_of,
    tag::Tag, worked_out,
};
use axum::{
    Json,
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    response::Response,
};
use futures_util::{StreamExt, TryStreamExt, stream};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tengen_core::tournament::event::{EventPreset, Refused, Tournament, pairing_why};
use tengen_protocol::{
    AccountId, Code, EntryNo, TournamentId, Why, WireError,
    tournament_view::{ExplainView, TournamentList, TournamentPhase, TournamentPreset, TournamentPresets},
};

/// Tournaments of one list, at most; and if nothing is said.
const LIST: (u64, u64) = (200, 50);

/// Events of one page of a log, at most; and if nothing is said.
const LOG: (u64, u64) = (100, 100);

/// Events that are read at the same time for one explanation.
const READ_AT_ONCE: usize = 8;

type OfOne = Result<Path<String>, PathRejection>;

/// `GET /api/v1/tournaments/presets`.
pub(super) async fn presets() -> Result<Json<TournamentPresets>, ApiError> {
    let preset = |preset: EventPreset| {
        let settings = preset.settings(preset.name());
        let settings = settings.map_err(|error| ApiError::new(Code::Internal, error.to_string()))?;
        Ok(TournamentPreset { preset: preset.name().to_owned(), settings })
    };
    Ok(Json(TournamentPresets { presets: EventPreset::ALL.into_iter().map(preset).collect::<Result<_, ApiError>>()? }))
}

/// The query of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    phase: Option<TournamentPhase>,
    before: Option<String>,
    limit: Option<u64>,
}

/// `GET /api/v1/tournaments?phase=running&before=..&limit=50`.
pub(super) async fn list(
    State(desk): State<Desk>,
    _: Viewer,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<TournamentList>, ApiError> {
    let ListQuery { phase, before, limit } = asked(query)?;
    let limit = usize::try_from(page(limit, LIST)?).unwrap_or(usize::MAX);
    Ok(Json(desk.tournaments.list(phase, before.as_deref(), limit).await?))
}

/// `GET /api/v1/tournaments/{id}`.
pub(super) async fn whole(
    State(desk): State<Desk>,
    Viewer(viewer): Viewer,
    path: OfOne,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = named(path)?;
    let tournament = desk.tournaments.get(&id).await?;
    let tag = Tag::seen_by(&tournament, viewer.as_ref().map(|viewer| &viewer.account));
    if tag.is_held(&headers) {
        return tag.unchanged();
    }
    let viewer = viewer.as_ref().map(|viewer| asker(viewer, None));
    let now = desk.tournaments.now(&id);
    let shown = move |tournament: &Tournament| tournament.shown(viewer.as_ref(), now).ok_or_else(no_such_tournament);
    let mut shown = worked_out(&desk, tournament, shown).await?;
    let accounts: Vec<AccountId> = shown.officials.iter().map(|(account, _)| account.clone()).collect();
    let names = desk.accounts.names_of(&accounts).await?;
    for ((_, name), known) in shown.officials.iter_mut().zip(names) {
        // one that is gone keeps its id for a name
        if let Some(known) = known {
            *name = known.to_string();
        }
    }
    tag.on(desk.workshop.work(move || Written::of(&shown)).await?)
}

/// `GET /api/v1/tournaments/{id}/rounds/{stage}/{round}`.
pub(super) async fn round(
    State(desk): State<Desk>,
    _: Viewer,
    path: Result<Path<(String, String, String)>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path((name, stage, round)) = path.map_err(|_| no_such_tournament())?;
    let id = name.parse().map_err(|_| no_such_tournament())?;
    let number = |text: String| text.parse::<u32>().map_err(|_| no_such_stage());
    let (stage, round) = (number(stage)?, number(round)?);
    answered(&desk, &id, &headers, move |tournament| tournament.round_view(stage, round).ok_or_else(no_such_stage))
        .await
}

/// A query that names a stage; the newest one if it does not.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageQuery {
    stage: Option<u32>,
}

/// `GET /api/v1/tournaments/{id}/standings?stage=1`.
pub(super) async fn standings(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    query: Result<Query<StageQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, StageQuery { stage }) = (named(path)?, asked(query)?);
    answered(&desk, &id, &headers, move |tournament| {
        let stage = stage_of(tournament, stage)?;
        tournament.standings_view(stage).ok_or_else(no_such_stage)
    })
    .await
}

/// `GET /api/v1/tournaments/{id}/bracket?stage=1`.
pub(super) async fn bracket(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    query: Result<Query<StageQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, StageQuery { stage }) = (named(path)?, asked(query)?);
    answered(&desk, &id, &headers, move |tournament| {
        let stage = stage_of(tournament, stage)?;
        tournament.bracket_view(stage).ok_or_else(|| {
            ApiError::new(Code::NotFound, "only a single elimination has a bracket").why(Why::NotOfThisKind)
        })
    })
    .await
}

/// The query of an explanation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainQuery {
    entry: u32,
    stage: Option<u32>,
}

/// `GET /api/v1/tournaments/{id}/explain?entry=3&stage=1`.
pub(super) async fn explain(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    query: Result<Query<ExplainQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, ExplainQuery { entry, stage }) = (named(path)?, asked(query)?);
    let entry = EntryNo(entry);
    let tournament = desk.tournaments.get(&id).await?;
    let tag = Tag::of(&tournament);
    if tag.is_held(&headers) {
        return tag.unchanged();
    }
    let (mut view, paired): (ExplainView, Vec<u64>) = worked_out(&desk, tournament, move |tournament| {
        let stage = stage_of(tournament, stage)?;
        let view = tournament.explained(stage, entry).ok_or_else(|| {
            ApiError::new(Code::NotFound, format!("{entry} does not play in this stage")).why(Why::NoEntry)
        })?;
        Ok((view, tournament.pairings_of(stage, entry)))
    })
    .await?;
    // one for each round: the fold does not keep what was weighed
    let read = stream::iter(paired).map(|seq| {
        let (tournaments, id) = (&desk.tournaments, &id);
        async move { tournaments.log(id, seq, 1).await.map(|page| (seq, page)) }
    });
    let mut read = read.buffered(READ_AT_ONCE);
    while let Some((seq, page)) = read.try_next().await? {
        let paired = page.events.first().filter(|recorded| recorded.seq == seq);
        view.pairings.extend(paired.and_then(|recorded| pairing_why(&recorded.event, entry)));
    }
    tag.on(Json(view))
}

/// `GET /api/v1/tournaments/{id}/boards`, for those who watch over them.
pub(super) async fn boards(
    State(desk): State<Desk>,
    Asking(identity): Asking,
    path: OfOne,
) -> Result<Written, ApiError> {
    let id = named(path)?;
    let fold = desk.tournaments.get(&id).await?;
    if fold.office_of(&asker(&identity, None)).is_none() {
        return Err(WireError::from(&Refused::NotAnOfficial).into());
    }
    let boards = desk.tournaments.boards(&id).await?;
    desk.workshop.work(move || Written::of(&*boards)).await
}

/// The query of a log.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LogQuery {
    from: Option<u64>,
    limit: Option<u64>,
}

/// `GET /api/v1/tournaments/{id}/log?from=1&limit=100`.
pub(super) async fn log(
    State(desk): State<Desk>,
    _: Viewer,
    path: OfOne,
    query: Result<Query<LogQuery>, QueryRejection>,
) -> Result<Written, ApiError> {
    let (id, LogQuery { from, limit }) = (named(path)?, asked(query)?);
    let from = from.unwrap_or(1);
    if from == 0 {
        let message = "from: events are numbered from 1";
        return Err(ApiError::new(Code::BadRequest, message).why(Why::OutOfRange));
    }
    let page = desk.tournaments.log(&id, from, page(limit, LOG)?).await?;
    desk.workshop.work(move || Written::of(&page)).await
}

/// An answer that is worked out of one state of a tournament, unless the client has it.
async fn answered<T: Serialize>(
    desk: &Desk,
    id: &TournamentId,
    headers: &HeaderMap,
    work: impl FnOnce(&Tournament) -> Result<T, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let tournament: Arc<Tournament> = desk.tournaments.get(id).await?;
    let tag = Tag::of(&tournament);
    if tag.is_held(headers) {
        return tag.unchanged();
    }
    tag.on(worked_out(desk, tournament, move |tournament| Written::of(&work(tournament)?)).await?)
}
