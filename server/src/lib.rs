//! The Tengen server: the shell around the pure core.

pub mod store;
