//! Searches of games: live ones as the lobby knows them, finished ones through their indexes.
//!
//! An answer costs so many entries at most; what was not looked at then is for the next page.

use super::{
    super::{Hub, Person, busy},
    Kept, RESULTS, all, entry,
    entry::{Entry, Source, merged},
    key, of_player,
};
use crate::{
    Cursor, GameStatus, Search,
    store::{Index, StoreError},
};
use futures_util::{StreamExt, TryStreamExt, future::try_join_all, stream};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tengen_core::lobby::LiveGame;
use tengen_protocol::{
    AccountId, Code, GameId, Phase, Sides, Visibility, WireError,
    http::{GameList, GameSummary, Player, PlayerResult},
};
use tokio::time::timeout;

/// Games of one list that are read at the same time.
const AT_ONCE: usize = 16;

/// Entries that are looked at for one answer.
const LOOKED_AT: usize = 1_000;

/// Entries that are asked for at once when most may not be wanted.
const SIFTED: usize = 200;

/// Searches of finished games on one node at the same time: they share the store with the moves.
pub(in crate::hub) const SEARCHES: usize = 8;

/// How long a search waits for its turn.
const TURN_WITHIN: Duration = Duration::from_secs(1);

/// Of whom games are looked for, and with whom.
struct Who {
    player: AccountId,
    opponent: Option<AccountId>,
    /// Whether it is known that there are these accounts.
    known: bool,
}

impl Hub {
    /// See [`crate::GameReader::list`].
    pub(in crate::hub) async fn search(
        &self,
        search: &Search,
        viewer: Option<&AccountId>,
    ) -> Result<GameList, WireError> {
        let who = match &search.player {
            None => None,
            Some(player) => {
                let (player, mut known) = self.resolve(player, viewer).await?;
                let opponent = match &search.opponent {
                    Some(opponent) => {
                        let (opponent, is_known) = self.resolve(opponent, viewer).await?;
                        known &= is_known;
                        Some(opponent)
                    }
                    None => None,
                };
                Some(Who { player, opponent, known })
            }
        };
        let mut list = GameList::default();
        let may_be_live = search.before.is_none() && search.result.is_none();
        if search.status != Some(GameStatus::Finished) && may_be_live {
            list.games = self.live(search, who.as_ref(), viewer).await?;
        }
        if search.status == Some(GameStatus::Live) {
            return Ok(list);
        }
        let left = search.limit.saturating_sub(list.games.len());
        if left == 0 {
            list.next = Some(entry::beginning().to_string());
            return Ok(list);
        }
        let turn = timeout(TURN_WITHIN, self.0.searches.acquire()).await;
        let Ok(Ok(_turn)) = turn else { return Err(busy("too many games are looked for at once")) };
        let (finished, next) = self.finished(search, who.as_ref(), viewer, left).await.map_err(failed)?;
        list.games.extend(finished);
        if list.games.is_empty() && next.is_none() && search.before.is_none() && who.is_some_and(|who| !who.known) {
            return Err(nobody());
        }
        list.next = next.map(|cursor| cursor.to_string());
        Ok(list)
    }

    /// See [`crate::GameReader::player`].
    pub(in crate::hub) async fn about(&self, who: &str) -> Result<Player, WireError> {
        let person = self.found(who).await?.ok_or_else(nobody)?;
        let [won, lost, other] = self.counts(&person.account).await.map_err(failed)?;
        let finished = won.saturating_add(lost).saturating_add(other);
        let (account, name, guest, since) = (person.account, person.name, person.guest, person.since);
        Ok(Player { account, name, guest, since, finished, won, lost, other })
    }

    /// How many listed games an account won, lost, and neither.
    async fn counts(&self, account: &AccountId) -> Result<[u64; 3], StoreError> {
        let count = async |result| self.0.calls.index_len(&of_player(account, true, result)).await;
        let [won, lost, other] = RESULTS;
        let (won, lost, other) = tokio::try_join!(count(won), count(lost), count(other))?;
        Ok([won, lost, other])
    }

    async fn finished_of(&self, account: &AccountId) -> Result<u64, StoreError> {
        Ok(self.counts(account).await?.iter().sum())
    }

    /// The account with this name or id, and whether it is known to be one. A guest's games outlive his
    /// account: by those that are not listed only their other player can know of him.
    async fn resolve(&self, who: &str, viewer: Option<&AccountId>) -> Result<(AccountId, bool), WireError> {
        match self.found(who).await? {
            Some(person) => Ok((person.account, true)),
            None if viewer.is_some() => Ok((who.parse().map_err(|_| nobody())?, false)),
            None => Err(nobody()),
        }
    }

    /// The account with this id, also one that has ended and has listed games; or else the one with this name,
    /// so that a name that is written like an id does not stand in its place.
    async fn found(&self, who: &str) -> Result<Option<Person>, WireError> {
        let person = self.directory().person(who).await?;
        let id = who.parse::<AccountId>().ok();
        if let Some(id) = id.filter(|id| person.as_ref().is_none_or(|person| person.account != *id))
            && self.finished_of(&id).await.map_err(failed)? > 0
        {
            // only guests end
            return Ok(Some(Person { name: id.to_string(), account: id, guest: true, since: 0 }));
        }
        Ok(person)
    }

    async fn live(
        &self,
        search: &Search,
        who: Option<&Who>,
        viewer: Option<&AccountId>,
    ) -> Result<Vec<GameSummary>, WireError> {
        let wanted = |live: &LiveGame| {
            let Sides { black, white } = &live.setup.players;
            let plays = |account: &AccountId| black == account || white == account;
            let opposes = |player, opponent: &AccountId| player != opponent && plays(opponent);
            let fits = who.is_none_or(|who| {
                plays(&who.player) && who.opponent.as_ref().is_none_or(|opponent| opposes(&who.player, opponent))
            });
            let own = who.is_some() && viewer.is_some_and(plays);
            let seen = live.setup.visibility == Visibility::Public || own;
            live.created && fits && seen && search.size.is_none_or(|size| size == live.setup.size)
        };
        let games: Vec<GameId> = self
            .lobby(|lobby| {
                let games = lobby.games().into_iter().filter(|(_, live)| wanted(live));
                games.take(search.limit).map(|(id, _)| id.clone()).collect()
            })
            .await?;
        let read = stream::iter(games).map(|game| async move {
            let snapshot = match self.view(&game).await {
                Ok(view) => view.snapshot,
                // one game that cannot be shown hides no other; a store that is away is no empty list
                Err(error) if matches!(error.code, Code::NoSuchGame | Code::Unreadable) => return Ok(None),
                Err(error) => return Err(error),
            };
            Ok(Some(GameSummary {
                game,
                setup: snapshot.setup,
                names: snapshot.names,
                created_at: snapshot.created_at,
                phase: snapshot.phase,
                outcome: snapshot.outcome,
                ended_at: None,
            }))
        });
        read.buffered(AT_ONCE).try_filter_map(|game| async move { Ok(game) }).try_collect().await
    }

    /// At most `limit` finished games, and where the next page begins, unless there is none.
    async fn finished(
        &self,
        search: &Search,
        who: Option<&Who>,
        viewer: Option<&AccountId>,
        limit: usize,
    ) -> Result<(Vec<GameSummary>, Option<Cursor>), StoreError> {
        let sources = match who {
            None => vec![Source { index: all(), with: None }],
            Some(who) => self.sources(who, search.result, viewer).await?,
        };
        let sifts = search.size.is_some() || sources.iter().any(|source| source.with.is_some());
        let at_once = if sifts { SIFTED.max(limit) } else { limit };
        let (mut found, mut looked, mut at) = (Vec::new(), 0, search.before.clone());
        let next = loop {
            // one more than is looked at says whether there are more
            let entries = at_once.min(LOOKED_AT - looked);
            let (entries, more) = self.page(&sources, search, at.as_ref(), entries + 1).await?;
            let mut entries = entries.into_iter();
            for (entry, wanted) in entries.by_ref() {
                looked += 1;
                at = Some(entry.cursor());
                if wanted {
                    found.push(entry);
                }
                if found.len() == limit || looked == LOOKED_AT {
                    break;
                }
            }
            if !more && entries.len() == 0 {
                break None;
            }
            if found.len() == limit || looked == LOOKED_AT {
                break at;
            }
        };
        Ok((self.told(found).await?, next))
    }

    /// The indexes that have all that is looked for, and little else.
    async fn sources(
        &self,
        who: &Who,
        result: Option<PlayerResult>,
        viewer: Option<&AccountId>,
    ) -> Result<Vec<Source<Index>>, StoreError> {
        let (mut of, mut with, mut result) = (&who.player, who.opponent.as_ref(), result);
        // Of two players the one with fewer games is looked through: a bot may have a hundred thousand.
        if let Some(opponent) = with
            && self.finished_of(opponent).await? < self.finished_of(of).await?
        {
            (of, with, result) = (opponent, Some(of), result.map(of_opponent));
        }
        let results = || RESULTS.into_iter().filter(|one| result.is_none_or(|result| result == *one));
        let source = |index, with: Option<&AccountId>| Source { index, with: with.cloned() };
        let mut sources: Vec<_> = results().map(|result| source(of_player(of, true, result), with)).collect();
        // What is not listed is for its two players, and is read from the index of whoever looks: a cursor may
        // name any entry that was looked at.
        match viewer {
            Some(viewer) if viewer == of => {
                sources.extend(results().map(|result| source(of_player(viewer, false, result), with)));
            }
            Some(viewer) if with.is_none_or(|with| with == viewer) => {
                let own = results().map(|result| of_player(viewer, false, of_opponent(result)));
                sources.extend(own.map(|index| source(index, Some(of))));
            }
            _ => {}
        }
        Ok(sources)
    }

    /// The next entries of all these indexes, and whether each is wanted; and whether there may be more.
    async fn page(
        &self,
        sources: &[Source<Index>],
        search: &Search,
        at: Option<&Cursor>,
        limit: usize,
    ) -> Result<(Vec<(Entry, bool)>, bool), StoreError> {
        let before = at.map(entry::after);
        let read = sources.iter().map(async |source| {
            let texts = self.0.calls.index_before(&source.index, before.as_deref(), limit as u64).await?;
            let entry = |text: String| {
                let place = source.index.id().to_owned();
                text.parse::<Entry>().map_err(|error| StoreError::Damaged { place, what: error.to_string() })
            };
            let entries = texts.into_iter().map(entry);
            let judged = |entry: Entry| {
                let wanted = source.wants(&entry, search.size);
                (entry, wanted)
            };
            entries.map(|entry| entry.map(judged)).collect::<Result<Vec<_>, _>>()
        });
        Ok(merged(try_join_all(read).await?, limit))
    }

    /// What is told of games. One of which nothing is kept, or nothing that can be read, hides no other.
    async fn told(&self, found: Vec<Entry>) -> Result<Vec<GameSummary>, StoreError> {
        let read = stream::iter(found).map(|entry| async move {
            let Some(record) = self.0.calls.record(&key(&entry.game)).await? else { return Ok(None) };
            match Kept::read(&entry.game, &record.value) {
                Ok(kept) => Ok(Some((entry.game, kept))),
                Err(error) => {
                    tracing::warn!(%error, game = %entry.game, "what is kept of a finished game cannot be read");
                    Ok(None)
                }
            }
        });
        let kept: Vec<(GameId, Kept)> = read
            .buffered(AT_ONCE)
            .try_filter_map(|kept| async move { Ok::<_, StoreError>(kept) })
            .try_collect()
            .await?;
        let players = kept.iter().flat_map(|(_, kept)| [&kept.setup.players.black, &kept.setup.players.white]);
        let players: Vec<AccountId> = players.cloned().collect::<BTreeSet<_>>().into_iter().collect();
        let names = self.directory().names(&players).await;
        let names: BTreeMap<AccountId, String> = players.into_iter().zip(names).collect();
        let name = |account: &AccountId| names.get(account).cloned().unwrap_or_else(|| account.to_string());
        let told = kept.into_iter().map(|(game, kept)| GameSummary {
            game,
            names: Sides { black: name(&kept.setup.players.black), white: name(&kept.setup.players.white) },
            setup: kept.setup,
            created_at: kept.created_at,
            phase: Phase::Finished,
            outcome: Some(kept.outcome),
            ended_at: Some(kept.ended_at),
        });
        Ok(told.collect())
    }
}

/// The same game from the other side of the board.
const fn of_opponent(result: PlayerResult) -> PlayerResult {
    match result {
        PlayerResult::Won => PlayerResult::Lost,
        PlayerResult::Lost => PlayerResult::Won,
        PlayerResult::Other => PlayerResult::Other,
    }
}

fn nobody() -> WireError {
    WireError::new(Code::NotFound, "no player has this name or id")
}

/// What whoever asked is told. That the store does not answer is said once, by whoever keeps time.
fn failed(error: StoreError) -> WireError {
    if error.retryable() {
        tracing::debug!(%error, "games could not be looked for");
        return busy("the store does not answer");
    }
    tracing::error!(%error, "games cannot be looked for");
    WireError::new(Code::Internal, "the index of games cannot be read; it is in the server's log")
}
