//! HTTP: the public API under `/api/v1`, and what operators ask on the admin listener.

pub mod accounts;
mod error;
mod games;
mod health;
mod prefix;
mod rates;
mod router;
mod upgrade;

pub use error::{ApiError, status};
pub use prefix::{NoPrefix, Prefix};
pub(crate) use rates::HttpRates;
pub(crate) use router::{Shell, Unheeded, admin, public};
