//! The stores, each held to the one conformance suite and to what it alone promises, against real Redis
//! servers, sentinels and clusters.

mod archive;
mod cluster;
mod conformance;
mod embedded;
mod embedded_conforms;
mod redis;
mod redis_bed;
mod replicas;
mod sentinel;
mod tls;
