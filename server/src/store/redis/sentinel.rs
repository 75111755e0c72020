//! Which Redis is the master, as the sentinels say.
//!
//! It is asked anew for each connection, so that every connection finds the new master after a
//! failover. What most sentinels name is taken: one that was cut off may still name the old master.
//! Whether it is a master, only the Redis itself knows (`target.rs` asks it).

use super::error::refusal;
use crate::store::StoreError;
use futures_util::stream::{FuturesUnordered, StreamExt};
use rand::seq::IteratorRandom;
use redis::{AsyncConnectionConfig, Client, ConnectionInfo, RedisConnectionInfo, RedisError};
use std::time::Duration;
use tokio::time::timeout;

/// How long one sentinel may take for its answer, connecting included.
const ANSWER_WITHIN: Duration = Duration::from_millis(500);

/// The sentinels, and what they call the master.
#[derive(Debug)]
pub(super) struct Sentinels {
    /// User and password are those of the master; a sentinel that wants some gets the same ones.
    infos: Vec<ConnectionInfo>,
    master: String,
}

/// What one sentinel said.
enum Said {
    /// The master is at this host and port.
    At(String, u16),
    /// It knows no master of this name.
    Unknown,
}

impl Sentinels {
    pub(super) const fn new(infos: Vec<ConnectionInfo>, master: String) -> Self {
        Self { infos, master }
    }

    /// The master's name and where the sentinels are, for logs.
    pub(super) fn label(&self) -> String {
        let places: Vec<String> = self.infos.iter().map(|info| info.addr().to_string()).collect();
        format!("'{}' of the sentinels {}", self.master, places.join(","))
    }

    /// Host and port that most sentinels name; by chance one of those that as many name, so that a
    /// caller who asks again meets each of them.
    pub(super) async fn master(&self) -> Result<(String, u16), StoreError> {
        let mut asked: FuturesUnordered<_> = self.infos.iter().map(|info| self.ask(info)).collect();
        let mut votes: Vec<((String, u16), usize)> = Vec::new();
        let (mut unknown, mut failure) = (false, None);
        while let Some(said) = asked.next().await {
            match said {
                Ok(Said::At(host, port)) => {
                    let place = (host, port);
                    let count = match votes.iter_mut().find(|(named, _)| *named == place) {
                        Some((_, count)) => {
                            *count += 1;
                            *count
                        }
                        None => {
                            votes.push((place.clone(), 1));
                            1
                        }
                    };
                    if count * 2 > self.infos.len() {
                        return Ok(place);
                    }
                }
                Ok(Said::Unknown) => unknown = true,
                // what the operator must set right is said before what may pass
                Err(error) => failure = failure.filter(|known: &StoreError| !known.retryable()).or(Some(error)),
            }
        }
        let most = votes.iter().map(|(_, count)| *count).max();
        votes.retain(|(_, count)| Some(*count) == most);
        if let Some((place, _)) = votes.into_iter().choose(&mut rand::rng()) {
            return Ok(place);
        }
        if unknown {
            return Err(StoreError::Open(format!(
                "no sentinel knows a master called '{}': name it as in 'sentinel monitor NAME ...' of sentinel.conf",
                self.master
            )));
        }
        Err(failure.unwrap_or_else(|| StoreError::Open("there is no address of a sentinel".into())))
    }

    async fn ask(&self, info: &ConnectionInfo) -> Result<Said, StoreError> {
        let place = info.addr().to_string();
        let asked = async {
            // most sentinels have no password, and refuse one that they did not want
            let answer = self.ask_as(info, RedisConnectionInfo::default()).await;
            match answer {
                Err(error) if super::error::refused_with(&error, "NOAUTH") => {
                    self.ask_as(info, info.redis_settings().clone().set_db(0)).await
                }
                answer => answer,
            }
        };
        match timeout(ANSWER_WITHIN, asked).await {
            Ok(Ok(Some((host, port)))) => Ok(Said::At(host, port)),
            Ok(Ok(None)) => Ok(Said::Unknown),
            Ok(Err(error)) => Err(failed(&error, &place)),
            Err(_) => Err(StoreError::Unavailable(format!("the sentinel at {place} did not answer in time"))),
        }
    }

    async fn ask_as(
        &self,
        info: &ConnectionInfo,
        settings: RedisConnectionInfo,
    ) -> Result<Option<(String, u16)>, RedisError> {
        let client = Client::open(info.clone().set_redis_settings(settings))?;
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(ANSWER_WITHIN))
            .set_response_timeout(Some(ANSWER_WITHIN));
        let mut connection = client.get_multiplexed_async_connection_with_config(&config).await?;
        redis::cmd("SENTINEL").arg("GET-MASTER-ADDR-BY-NAME").arg(&self.master).query_async(&mut connection).await
    }
}

fn failed(error: &RedisError, place: &str) -> StoreError {
    match refusal(error) {
        Some((_, words)) if words.to_ascii_lowercase().contains("unknown command") => StoreError::Open(format!(
            "Redis at {place} is no sentinel: with redis-sentinel-master the URLs are those of sentinels"
        )),
        Some((code, _)) if matches!(code.as_str(), "NOAUTH" | "WRONGPASS") => {
            StoreError::Open(format!("the sentinel at {place} does not accept the user and password of its URL"))
        }
        _ => StoreError::Unavailable(format!("the sentinel at {place}: {error}")),
    }
}
