//! HTTP: the public API under `/api/v1`, and what operators ask on the admin listener.

mod error;

pub use error::{ApiError, status};
