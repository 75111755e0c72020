//! A refusal over HTTP: the body of [`ErrorBody`] and the status of its code.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header::RETRY_AFTER};
use tengen_protocol::{Code, Limit, Why, WireError, http::ErrorBody};

/// A refusal over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    status: StatusCode,
    // boxed: as an `Err` it is carried through every handler
    error: Box<WireError>,
}

impl ApiError {
    /// With the status of its code.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        WireError::new(code, message).into()
    }

    /// With a status of its own, where HTTP has a word for it that the codes have not (405, 408).
    #[must_use]
    pub fn with_status(status: StatusCode, code: Code, message: impl Into<String>) -> Self {
        Self { status, error: Box::new(WireError::new(code, message)) }
    }

    /// With the cause.
    #[must_use]
    pub fn why(mut self, why: Why) -> Self {
        self.error.why = Some(why);
        self
    }

    /// With the number that is out of its range.
    #[must_use]
    pub fn out_of_range(mut self, limit: Limit) -> Self {
        self.error.limit = Some(Box::new(limit));
        self.why(Why::OutOfRange)
    }

    /// The cause, where its code has several.
    #[cfg(test)]
    pub(super) const fn cause(&self) -> Option<Why> {
        self.error.why
    }

    /// The code.
    #[must_use]
    pub const fn code(&self) -> Code {
        self.error.code
    }
}

impl From<WireError> for ApiError {
    fn from(error: WireError) -> Self {
        Self { status: status(error.code), error: Box::new(error) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let retry_after = self.error.retry_after.map(|ms| HeaderValue::from(ms.div_ceil(1000)));
        let mut response = (self.status, Json(ErrorBody { error: *self.error })).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}

/// The status of a code. Refusals that only a socket's commands meet are conflicts with the state
/// of a game.
#[must_use]
pub const fn status(code: Code) -> StatusCode {
    match code {
        Code::NoSuchGame | Code::NoSuchOffer | Code::NotFound | Code::TalkOff => StatusCode::NOT_FOUND,
        Code::Unauthorized | Code::BadLogin => StatusCode::UNAUTHORIZED,
        Code::Forbidden | Code::NotAPlayer | Code::Muted => StatusCode::FORBIDDEN,
        Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Unavailable | Code::GoingAway | Code::Unreadable => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::BadRequest
        | Code::BadMessage
        | Code::BadName
        | Code::BadText
        | Code::BadPassword
        | Code::BadTerms
        | Code::NotSupported => StatusCode::BAD_REQUEST,
        _ => StatusCode::CONFLICT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_an_error_status() {
        for code in Code::ALL {
            let status = status(*code);
            assert!(status.is_client_error() || status.is_server_error(), "{code}");
        }
    }

    #[test]
    fn retry_after_is_rounded_up_to_seconds() {
        let error: ApiError = WireError::new(Code::RateLimited, "too fast").retry_after(1001).into();
        let response = error.into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers()[RETRY_AFTER], "2");
    }
}
