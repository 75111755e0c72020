//! The page that a browser gets: what takes a request that no route takes.
//!
//! What must hold: every answer but a refusal says the whole policy of the page; browsers ask again each time, so that a new
//! server is a new page; what is no file is refused as everywhere.

mod files;
#[cfg(test)]
mod tests;

use super::{
    Bare,
    router::{no_such_route, wrong_method},
};
use axum::{
    body::Body,
    extract::Request,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use files::{File, Form, file};
use futures_util::stream;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use std::convert::Infallible;

pub(crate) use files::{is_file, pack};

/// How files are counted.
pub(crate) const ROUTE: &str = "page";

/// Marks an answer of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Served;

/// What every answer of the page says, but for refusals, which are JSON. `'self'` lets the page open WebSockets to its own server too (CSP 3,
/// 6.7.2.8; Safari since 16).
static HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; \
             require-trusted-types-for 'script'",
        ),
    ),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (header::VARY, HeaderValue::from_static("accept-encoding")),
];

/// Answers with the file that a path names.
pub(crate) async fn serve(request: Request) -> Response {
    let Some(found) = request.uri().path().strip_prefix('/').and_then(file) else {
        return no_such_route().await.into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut refusal = wrong_method().await.into_response();
        refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return refusal;
    }
    let mut response = match moved(&request) {
        Some(to) => (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, to)]).into_response(),
        None => handed_over(found, request.method(), request.headers()),
    };
    response.headers_mut().extend(HEADERS.clone());
    response.extensions_mut().insert(Served);
    response
}

/// Where the page is, for who forgot the slash that its links are relative to.
fn moved(request: &Request) -> Option<HeaderValue> {
    let Bare(prefix) = request.extensions().get::<Bare>()?;
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    HeaderValue::try_from(format!("{prefix}/{query}")).ok()
}

fn handed_over(file: &File, method: &Method, headers: &HeaderMap) -> Response {
    let packed = file.gzip.as_ref().filter(|_| takes_gzip(headers));
    let Form { bytes, tag } = packed.unwrap_or(&file.plain);
    let tag = (header::ETAG, tag.clone());
    if is_known(headers, &tag.1) {
        // without a length: the library would say 0, which is not that of the file (RFC 9110, 8.6)
        let nothing = Body::from_stream(stream::empty::<Result<Bytes, Infallible>>());
        return (StatusCode::NOT_MODIFIED, [tag], nothing).into_response();
    }
    let body = if method == Method::HEAD { Body::empty() } else { Body::from(bytes.clone()) };
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    let length = (header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    let mut response = ([tag, kind, length], body).into_response();
    if packed.is_some() {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Whether gzip may be used (RFC 9110, 12.5.3): it is named, or everything is, and not with the weight 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let mut everything = false;
    for coding in elements(headers, &header::ACCEPT_ENCODING) {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        let takes = weight.is_none_or(|weight| weight.bytes().any(|digit| (b'1'..=b'9').contains(&digit)));
        match &*name {
            "gzip" | "x-gzip" => return takes,
            "*" => everything = takes,
            _ => {}
        }
    }
    everything
}

/// Whether the client has what it asks for (RFC 9110, 13.1.2): its tags are compared weakly.
fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    // no tag of ours holds a comma, so that one in a tag of others parts nothing that could match
    elements(headers, &header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known).as_bytes() == tag.as_bytes())
}

/// The elements of a list that may be spread over several headers.
fn elements<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let texts = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).map(str::trim)
}
