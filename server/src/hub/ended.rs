//! Finished games are found again: all that are listed, and those of a player, the one that ended last first.
//!
//! One record a game keeps what lists tell of it, so a ruling changes one place; indexes name games by when
//! they ended: one of all that are listed, and for each player one for each way in which a game may have ended
//! for him, listed games apart from others. They are written when the entry of a partition's outbox is
//! applied, before it is removed; every step may be repeated, by any node, and the last look at the record
//! says whether another one has changed it meanwhile.
//!
//! Look next at `ended/entry.rs` for what stands in an index, `ended/search.rs` for how it is read,
//! `ended/make_up.rs` for what an entry did not bring in.

mod entry;
mod make_up;
mod search;

pub(super) use make_up::make_up;
pub(super) use search::SEARCHES;

use super::{Ask, Hub, View, busy};
use crate::store::{Index, StoreError, Stream};
use bytes::Bytes;
use entry::Entry;
use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
use tengen_core::log::Position;
use tengen_protocol::{
    AccountId, Colour, GameId, Outcome, Recorded, Setup, Snapshot, Visibility, WireError, http::PlayerResult,
};

/// The format of a record that this version writes.
const FORMAT: u32 = 1;

/// How often a game is noted again because another node noted it otherwise meanwhile.
const ROUNDS: u32 = 16;

/// What lists tell of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    v: u32,
    /// The event of the log that it is told after.
    seq: u64,
    created_at: u64,
    /// When it ended first; a ruling later does not move it in the lists.
    ended_at: u64,
    setup: Setup,
    outcome: Outcome,
}

/// The record of a game.
fn key(game: &GameId) -> String {
    format!("f.{game}")
}

/// All games that are listed.
fn all() -> Index {
    Index::common("finished")
}

/// A player's games that ended so for him.
fn of_player(account: &AccountId, listed: bool, result: PlayerResult) -> Index {
    let name = match (listed, result) {
        (true, PlayerResult::Won) => "won",
        (true, PlayerResult::Lost) => "lost",
        (true, PlayerResult::Other) => "other",
        (false, PlayerResult::Won) => "unlisted-won",
        (false, PlayerResult::Lost) => "unlisted-lost",
        (false, PlayerResult::Other) => "unlisted-other",
    };
    Index::of_account(account, name)
}

const RESULTS: [PlayerResult; 3] = [PlayerResult::Won, PlayerResult::Lost, PlayerResult::Other];

/// How a game ended for the player of a colour.
fn result_for(colour: Colour, outcome: &Outcome) -> PlayerResult {
    match outcome.winner {
        Some(winner) if winner == colour => PlayerResult::Won,
        Some(_) => PlayerResult::Lost,
        None => PlayerResult::Other,
    }
}

/// Where an entry is to be, or not to be.
struct Place {
    index: Index,
    entry: String,
    there: bool,
}

impl Kept {
    fn read(game: &GameId, value: &[u8]) -> Result<Self, StoreError> {
        let damaged = |what: String| StoreError::Damaged { place: key(game), what };
        let value: serde_json::Value = serde_json::from_slice(value).map_err(|error| damaged(error.to_string()))?;
        match value.get("v").and_then(serde_json::Value::as_u64) {
            Some(v) if v <= u64::from(FORMAT) => {}
            // once this server is updated it can; until then nobody takes it for done
            Some(v) => {
                let what = format!("a newer server wrote {} in format {v}, and this one knows {FORMAT}", key(game));
                return Err(StoreError::Unavailable(what));
            }
            None => return Err(damaged("it says no format".to_owned())),
        }
        serde_json::from_value(value).map_err(|error| damaged(error.to_string()))
    }

    fn bytes(&self, game: &GameId) -> Result<Bytes, StoreError> {
        let damaged = |error: serde_json::Error| StoreError::Damaged { place: key(game), what: error.to_string() };
        serde_json::to_vec(self).map(Bytes::from).map_err(damaged)
    }

    /// What the indexes are to say.
    fn places(&self, game: &GameId) -> Vec<Place> {
        let listed = self.setup.visibility == Visibility::Public;
        let entry = |opponent: Option<&AccountId>| {
            let (ended_at, game, opponent) = (self.ended_at, game.clone(), opponent.cloned());
            Entry { ended_at, game, opponent, size: self.setup.size }.to_string()
        };
        let mut places = Vec::new();
        if listed {
            places.push(Place { index: all(), entry: entry(None), there: true });
        }
        for colour in [Colour::Black, Colour::White] {
            let (player, opponent) = (self.setup.players.of(colour), self.setup.players.of(colour.other()));
            let ended = result_for(colour, &self.outcome);
            places.extend(RESULTS.map(|result| Place {
                index: of_player(player, listed, result),
                entry: entry(Some(opponent)),
                there: result == ended,
            }));
        }
        places
    }
}

impl Hub {
    /// The game as far as its log goes, and not as far as was heard here.
    ///
    /// # Errors
    /// When there is no such game or it cannot be read now.
    pub(super) async fn whole(&self, game: &GameId) -> Result<View, WireError> {
        let end = self.end_of(game).await.map_err(|error| busy(&error.to_string()))?;
        self.tell(game, Ask::Check(end)).await;
        let view = self.view(game).await?;
        if view.snapshot.seq < end.seq {
            return Err(busy("the game's log goes further than it was read"));
        }
        Ok(view)
    }

    async fn end_of(&self, game: &GameId) -> Result<Position, StoreError> {
        let ends = self.0.calls.positions(&[Stream::game(game)]).await?;
        ends.first().copied().ok_or_else(|| StoreError::Unavailable("it does not say where the log ends".into()))
    }

    /// Makes a finished game be found as `snapshot` tells it. One that is not finished, as far as its log goes,
    /// is found no more.
    ///
    /// # Errors
    /// When the store fails; what was done is done again the next time.
    pub(super) async fn note_ended(&self, game: &GameId, snapshot: &Snapshot) -> Result<(), StoreError> {
        let Some(outcome) = &snapshot.outcome else { return self.take_back(game, snapshot).await };
        for round in 0..ROUNDS {
            let Some((kept, is_new)) = self.keep(game, snapshot, outcome, round == 0).await? else { continue };
            // nobody may miss it while it moves
            let (there, gone): (Vec<_>, Vec<_>) = kept.places(game).into_iter().partition(|place| place.there);
            try_join_all(there.iter().map(|place| self.put(place))).await?;
            if !is_new {
                try_join_all(gone.iter().map(|place| self.put(place))).await?;
            }
            let record = self.0.calls.record(&key(game)).await?;
            if record.is_some_and(|record| Kept::read(game, &record.value).is_ok_and(|now| now == kept)) {
                return Ok(());
            }
        }
        Err(others())
    }

    /// A failover took back the end of a game, which goes on: lists tell of it no more.
    async fn take_back(&self, game: &GameId, snapshot: &Snapshot) -> Result<(), StoreError> {
        let Some(record) = self.0.calls.record(&key(game)).await? else { return Ok(()) };
        let kept = Kept::read(game, &record.value)?;
        let end = Position { seq: snapshot.seq, head: snapshot.head };
        let went_on = || StoreError::Unavailable("the game goes on while its end is taken back".into());
        if self.end_of(game).await? != end {
            return Err(went_on());
        }
        let places = kept.places(game).into_iter().map(|place| Place { there: false, ..place });
        try_join_all(places.map(async |place| self.put(&place).await)).await?;
        self.0.calls.delete_record(&key(game)).await?;
        // whoever notes a new end from here on does it after all this
        if self.end_of(game).await? == end { Ok(()) } else { Err(went_on()) }
    }

    /// Puts a game where its record says: whoever wrote that may not have come to it.
    async fn put_again(&self, game: &GameId, mut kept: Kept) -> Result<(), StoreError> {
        for _ in 0..ROUNDS {
            let places = kept.places(game);
            try_join_all(places.iter().map(|place| self.put(place))).await?;
            match self.0.calls.record(&key(game)).await?.map(|record| Kept::read(game, &record.value)).transpose()? {
                Some(now) if now != kept => kept = now,
                _ => return Ok(()),
            }
        }
        Err(others())
    }

    async fn put(&self, Place { index, entry, there }: &Place) -> Result<(), StoreError> {
        self.0.calls.set_index(index, entry, *there).await
    }

    /// The record as it is to be and is now, and whether there was none; `None` when another node was first.
    async fn keep(
        &self,
        game: &GameId,
        snapshot: &Snapshot,
        outcome: &Outcome,
        first: bool,
    ) -> Result<Option<(Kept, bool)>, StoreError> {
        let record = self.0.calls.record(&key(game)).await?;
        let version = record.as_ref().map_or(0, |record| record.version);
        let before = record.map(|record| Kept::read(game, &record.value)).transpose()?;
        let ended_at = match &before {
            Some(before) => before.ended_at,
            None => self.ended_at(game).await?,
        };
        let (setup, outcome) = (snapshot.setup.clone(), outcome.clone());
        let now = Kept { v: FORMAT, seq: snapshot.seq, created_at: snapshot.created_at, ended_at, setup, outcome };
        let kept = match &before {
            Some(before) if *before != now && !self.supersedes(game, snapshot, before).await? => before.clone(),
            _ => now,
        };
        // What stands there already is written again, once: where replicas are waited for, they have it then.
        if !first && before.as_ref() == Some(&kept) {
            return Ok(Some((kept, false)));
        }
        let put = self.0.calls.put_record(&key(game), version, kept.bytes(game)?).await?;
        Ok(put.then_some((kept, before.is_none())))
    }

    /// Whether the snapshot tells more of the game than was noted: it goes further, or a failover took back
    /// what was noted and the log ends there now.
    async fn supersedes(&self, game: &GameId, snapshot: &Snapshot, before: &Kept) -> Result<bool, StoreError> {
        if snapshot.seq > before.seq {
            return Ok(true);
        }
        Ok(self.end_of(game).await? == Position { seq: snapshot.seq, head: snapshot.head })
    }

    /// When the game ended, ms since 1970: the first event that says how, though a ruling may be noted before.
    async fn ended_at(&self, game: &GameId) -> Result<u64, StoreError> {
        let stream = Stream::game(game);
        let damaged =
            |error: serde_json::Error| StoreError::Damaged { place: game.to_string(), what: error.to_string() };
        for stored in self.0.calls.read(&stream, 0).await?.events {
            let recorded: Recorded = serde_json::from_slice(&stored).map_err(damaged)?;
            if recorded.event.outcome().is_some() {
                return Ok(recorded.at);
            }
        }
        Err(StoreError::Unavailable("the end of the game is not in its log any more".into()))
    }
}

fn others() -> StoreError {
    StoreError::Unavailable("others note the same game otherwise again and again".into())
}
