//! `GET /api/v1/games`: games for those who do not follow them on a socket. Anonymous unless a token
//! is sent; a game that is not for the viewer is answered like one that does not exist.

use super::{ApiError, router::Shell};
use crate::services::{Cursor, GameStatus, Search, TokenCheck};
use axum::{
    Json,
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    response::{IntoResponse, Response},
};
use http::{HeaderMap, Method, header};
use serde::Deserialize;
use tengen_protocol::{
    AccountId, Channel, Code, GameId, Limit, Limited, ParseError, Size, Why,
    http::{GameList, LogPage, Player, PlayerResult, TalkPage},
    limits::LOG_PAGE,
};

/// Games of one list, at most; and if nothing is said.
const LIST: (usize, usize) = (200, 50);

/// Media type of SGF, as registered by its users since FF[1].
const SGF_TYPE: &str = "application/x-go-sgf; charset=utf-8";

/// The query of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    status: Option<GameStatus>,
    player: Option<String>,
    opponent: Option<String>,
    size: Option<String>,
    result: Option<PlayerResult>,
    before: Option<String>,
    limit: Option<usize>,
}

impl ListQuery {
    fn search(self) -> Result<Search, ApiError> {
        let limit = self.limit.unwrap_or(LIST.1);
        if !(1..=LIST.0).contains(&limit) {
            return Err(beyond_a_page(limit as u64, LIST.0 as u64));
        }
        if self.player.is_none() && (self.opponent.is_some() || self.result.is_some()) {
            return Err(bad("opponent, result: only with player".to_owned(), Why::Query));
        }
        let wrong = |error: ParseError| bad(error.to_string(), Why::Query);
        let size = self.size.map(|text| text.parse::<Size>()).transpose().map_err(wrong)?;
        let before = self.before.map(|text| text.parse::<Cursor>()).transpose().map_err(wrong)?;
        let Self { status, player, opponent, result, .. } = self;
        Ok(Search { status, player, opponent, size, result, before, limit })
    }
}

/// The query of a log.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogQuery {
    from: Option<u64>,
    limit: Option<u64>,
}

/// The query of talk.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TalkQuery {
    channel: Channel,
    after: Option<u64>,
}

/// `GET /api/v1/games?status=live|finished&player=..&opponent=..&size=9&result=won|lost|other&before=..&limit=50`.
pub(crate) async fn list(
    State(shell): State<Shell>,
    query: Result<Query<ListQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<GameList>, ApiError> {
    let Query(query) = query.map_err(wrong_query)?;
    let search = query.search()?;
    let viewer = viewer(&shell, &headers).await?;
    Ok(Json(shell.services.games.list(&search, viewer.as_ref()).await?))
}

/// `GET /api/v1/players/{name or id}`.
pub(crate) async fn player(
    State(shell): State<Shell>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Json<Player>, ApiError> {
    let Path(name) = name.map_err(|_| ApiError::new(Code::NotFound, "no such player"))?;
    Ok(Json(shell.services.games.player(&name).await?))
}

/// `GET /api/v1/games/{id}` and `GET /api/v1/games/{id}.sgf`.
pub(crate) async fn one(
    State(shell): State<Shell>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(name) = name.map_err(|_| no_such_game())?;
    let viewer = viewer(&shell, &headers).await?;
    let games = &shell.services.games;
    match name.strip_suffix(".sgf") {
        Some(name) => {
            let sgf = games.sgf(&game(name)?, viewer.as_ref()).await?;
            Ok(([(header::CONTENT_TYPE, SGF_TYPE)], sgf).into_response())
        }
        None => Ok(Json(games.view(&game(&name)?, viewer.as_ref()).await?).into_response()),
    }
}

/// `GET /api/v1/games/{id}/log?from=1&limit=1000`.
pub(crate) async fn log(
    State(shell): State<Shell>,
    name: Result<Path<String>, PathRejection>,
    query: Result<Query<LogQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<LogPage>, ApiError> {
    let Path(name) = name.map_err(|_| no_such_game())?;
    let Query(query) = query.map_err(wrong_query)?;
    let (from, limit) = (query.from.unwrap_or(1), query.limit.unwrap_or(LOG_PAGE));
    if from == 0 {
        return Err(bad("from: events are numbered from 1".to_owned(), Why::OutOfRange));
    }
    if !(1..=LOG_PAGE).contains(&limit) {
        return Err(beyond_a_page(limit, LOG_PAGE));
    }
    let viewer = viewer(&shell, &headers).await?;
    Ok(Json(shell.services.games.log(&game(&name)?, viewer.as_ref(), from, limit).await?))
}

/// `GET /api/v1/games/{id}/talk?channel=players&after=41`.
pub(crate) async fn talk(
    State(shell): State<Shell>,
    name: Result<Path<String>, PathRejection>,
    query: Result<Query<TalkQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<TalkPage>, ApiError> {
    let Path(name) = name.map_err(|_| no_such_game())?;
    let Query(TalkQuery { channel, after }) = query.map_err(wrong_query)?;
    let viewer = viewer(&shell, &headers).await?;
    let game = game(&name)?;
    let talk = shell.services.games.talk(&game, viewer.as_ref(), channel, after).await?;
    Ok(Json(TalkPage { game, channel, talk }))
}

/// What is no id is the id of no game.
fn game(name: &str) -> Result<GameId, ApiError> {
    name.parse().map_err(|_| no_such_game())
}

fn no_such_game() -> ApiError {
    ApiError::new(Code::NoSuchGame, "no such game, or not for you")
}

/// Whose token the request carries, if any. A wrong token is refused even where none is needed: its
/// owner believes to be somebody.
async fn viewer(shell: &Shell, headers: &HeaderMap) -> Result<Option<AccountId>, ApiError> {
    let viewer = viewer_of(&*shell.services.tokens, headers).await?;
    if let Some(account) = &viewer {
        shell.rates.account(account, &Method::GET)?;
    }
    Ok(viewer)
}

/// The same without counting it.
pub(super) async fn viewer_of(tokens: &dyn TokenCheck, headers: &HeaderMap) -> Result<Option<AccountId>, ApiError> {
    let Some(authorization) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = authorization.to_str().ok().and_then(bearer);
    let Some(token) = token else {
        return Err(ApiError::new(Code::Unauthorized, "write `authorization: Bearer TOKEN`"));
    };
    Ok(Some(tokens.account(token).await?))
}

/// RFC 6750 section 2.1; the scheme's case does not matter (RFC 9110 section 11.1).
pub(super) fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

pub(super) fn wrong_query(rejection: QueryRejection) -> ApiError {
    bad(rejection.body_text(), Why::Query)
}

pub(super) fn beyond_a_page(limit: u64, most: u64) -> ApiError {
    let message = format!("limit: {limit} is not in 1 to {most}");
    ApiError::new(Code::BadRequest, message).out_of_range(Limit::range(Limited::Page, 1, most, limit))
}

fn bad(message: String, why: Why) -> ApiError {
    ApiError::new(Code::BadRequest, message).why(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bearer_tokens() {
        assert_eq!(bearer("Bearer abc"), Some("abc"));
        assert_eq!(bearer("bearer  abc"), Some("abc"));
        for bad in ["Bearer", "Bearer ", "Basic abc", "abc"] {
            assert_eq!(bearer(bad), None, "{bad}");
        }
    }
}
