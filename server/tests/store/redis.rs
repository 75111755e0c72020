//! The store on Redis does what every store must do: a real Redis for each case, and real time.

use crate::conformance::{self, conformance};
use crate::redis_bed::{RedisBed, Servers};
use tengen_tests::RedisServer;

impl Servers for RedisServer {
    fn urls(&self) -> String {
        self.url()
    }

    fn ask(&self, _: &str, command: &[&str]) -> String {
        self.run(command).expect("an answer")
    }

    fn restart(&mut self) {
        Self::restart(self).expect("a Redis again");
    }
}

conformance!(redis_store, RedisBed::new(RedisServer::start().expect("a Redis")));
