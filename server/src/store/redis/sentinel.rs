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
#[derive(Clone, Debug)]
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
        // the caller ends both
        let config = AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
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
        None if super::error::is_untrusted(error) => {
            StoreError::Open(super::target::untrusted(&format!("the sentinel at {place}"), error))
        }
        _ => StoreError::Unavailable(format!("the sentinel at {place}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redis::IntoConnectionInfo;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    /// Answers questions for a master with this, and whatever else is asked with an error.
    async fn answer(mut stream: TcpStream, said: String) {
        let mut text = Vec::new();
        while stream.read_buf(&mut text).await.is_ok_and(|read| read > 0) {
            let words = String::from_utf8_lossy(&text).into_owned();
            let commands = words.split_inclusive("\r\n").filter(|line| line.starts_with('*')).count();
            let answers: String = match words.contains("GET-MASTER-ADDR-BY-NAME") {
                true => said.clone(),
                false => "-ERR no such thing\r\n".repeat(commands),
            };
            text.clear();
            if stream.write_all(answers.as_bytes()).await.is_err() {
                return;
            }
        }
    }

    /// One that answers all questions with `said`, or never when there is none.
    async fn sentinel(said: Option<&str>) -> ConnectionInfo {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("redis://{}", listener.local_addr().unwrap());
        let said = said.map(str::to_owned);
        tokio::spawn(async move {
            let mut kept = Vec::new();
            while let Ok((stream, _)) = listener.accept().await {
                match said.clone() {
                    Some(said) => drop(tokio::spawn(answer(stream, said))),
                    None => kept.push(stream),
                }
            }
        });
        url.into_connection_info().unwrap()
    }

    fn at(port: u16) -> String {
        let port = port.to_string();
        format!("*2\r\n$1\r\nh\r\n${}\r\n{port}\r\n", port.len())
    }

    async fn asked(said: &[Option<&str>]) -> Result<(String, u16), StoreError> {
        let mut infos = Vec::new();
        for one in said {
            infos.push(sentinel(*one).await);
        }
        Sentinels::new(infos, "m".into()).master().await
    }

    #[tokio::test]
    async fn the_most_named_master_is_taken() {
        let (old, new) = (at(1), at(2));
        let (old, new) = (Some(old.as_str()), Some(new.as_str()));
        let found = asked(&[old, new, new]).await.unwrap();
        assert_eq!(found, ("h".into(), 2));
        // one is silent, one knows nothing
        let found = asked(&[None, Some("*-1\r\n"), new]).await.unwrap();
        assert_eq!(found, ("h".into(), 2));
        let torn = asked(&[old, new]).await.unwrap();
        assert!([1, 2].contains(&torn.1), "{torn:?}");
    }

    #[tokio::test]
    async fn nobody_who_says_it_is_an_error_that_says_why() {
        let unknown = asked(&[Some("*-1\r\n"), None]).await.unwrap_err();
        assert!(matches!(&unknown, StoreError::Open(why) if why.contains("a master called 'm'")), "{unknown}");
        let silent = asked(&[None]).await.unwrap_err();
        assert!(matches!(&silent, StoreError::Unavailable(why) if why.contains("in time")), "{silent}");
        let locked = asked(&[Some("-NOAUTH Authentication required.\r\n")]).await.unwrap_err();
        assert!(matches!(&locked, StoreError::Open(why) if why.contains("user and password")), "{locked}");
    }
}
