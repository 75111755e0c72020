//! HTTP: the page, the public API under `/api/v1`, and what operators ask on the admin listener.

pub mod accounts;
pub mod browser;
mod error;
mod games;
mod health;
mod page;
mod prefix;
mod rates;
mod router;
pub mod tournaments;
mod upgrade;

pub use error::{ApiError, status};
pub(crate) use page::pack;
pub(crate) use prefix::Bare;
pub use prefix::{NoPrefix, Prefix};
pub(crate) use rates::HttpRates;
pub(crate) use router::{Shell, Unheeded, admin, public};
