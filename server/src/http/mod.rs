//! HTTP: the public API under `/api/v1`, and what operators ask on the admin listener.

pub mod accounts;
mod error;
mod games;
mod health;
mod router;
mod upgrade;

pub use error::{ApiError, status};
pub(crate) use router::{Shell, admin, public};
