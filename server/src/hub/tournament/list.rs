//! The list of all tournaments, the newest first, and in each phase.
//!
//! One record a tournament keeps its line; indexes name tournaments by when they were made: all of them, those in
//! each phase, and those of an account that are not over. An event that changes the line puts an entry into the
//! partition's outbox in the same step, so whoever sweeps it writes what the log says then, and no crash leaves a
//! tournament out. Every step may be repeated, by any node; a record never goes back to an older event.

use super::{
    super::{Hub, busy},
    board::stage_and_round,
};
use crate::store::{Index, StoreError};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};
use tengen_core::tournament::event::Tournament;
use tengen_protocol::{
    AccountId, Code, TournamentId, WireError, limits,
    tournament_view::{TournamentLine, TournamentList, TournamentPhase},
};

/// The format of a record that this version writes.
const FORMAT: u32 = 1;

/// How often one is noted again because another node noted it meanwhile.
const ROUNDS: u32 = 16;

/// Records that are read at the same time.
const AT_ONCE: usize = 16;

const PHASES: [TournamentPhase; 5] = [
    TournamentPhase::Entry,
    TournamentPhase::Drawn,
    TournamentPhase::Running,
    TournamentPhase::Finished,
    TournamentPhase::Cancelled,
];

/// What the list tells of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    v: u32,
    /// The event of its log that it is told after.
    seq: u64,
    /// Who made it, among whose open ones it counts.
    by: AccountId,
    line: TournamentLine,
}

/// The line of the list.
pub(super) fn line_of(fold: &Tournament, created_at: u64) -> TournamentLine {
    let (stage, round) = stage_and_round(fold);
    let entries = fold.entries().iter().filter(|entered| !entered.gone).count();
    TournamentLine {
        tournament: fold.id().clone(),
        name: fold.settings().map(|settings| settings.name.clone()).unwrap_or_default(),
        phase: fold.phase(),
        created_at,
        entries: u32::try_from(entries).unwrap_or(u32::MAX),
        stage,
        round,
    }
}

fn key(id: &TournamentId) -> String {
    format!("e.{id}")
}

fn index(phase: Option<TournamentPhase>) -> Index {
    Index::common(match phase {
        None => "tournaments",
        Some(TournamentPhase::Entry) => "tournaments-entry",
        Some(TournamentPhase::Drawn) => "tournaments-drawn",
        Some(TournamentPhase::Running) => "tournaments-running",
        Some(TournamentPhase::Finished) => "tournaments-finished",
        Some(TournamentPhase::Cancelled) => "tournaments-cancelled",
    })
}

/// An account's tournaments that are not over.
pub(super) fn open_of(account: &AccountId) -> Index {
    Index::of_account(account, "open-tournaments")
}

fn entry(line: &TournamentLine) -> String {
    text_of(line.created_at, &line.tournament)
}

/// A text of an index of tournaments: times have 13 digits, so that texts are in the order of times.
pub(super) fn text_of(at: u64, tournament: &TournamentId) -> String {
    format!("{:013}.{tournament}", at.min(9_999_999_999_999))
}

/// The time and the tournament of such a text.
pub(super) fn at_and_tournament(text: &str) -> Option<(u64, TournamentId)> {
    let (at, id) = text.split_once('.')?;
    if at.len() != 13 || !at.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((at.parse().ok()?, id.parse().ok()?))
}

fn tournament_of(entry: &str) -> Option<TournamentId> {
    at_and_tournament(entry).map(|(_, tournament)| tournament)
}

const fn is_over(phase: TournamentPhase) -> bool {
    matches!(phase, TournamentPhase::Finished | TournamentPhase::Cancelled)
}

impl Kept {
    fn read(id: &TournamentId, value: &[u8]) -> Result<Self, StoreError> {
        let damaged = |what: String| StoreError::Damaged { place: key(id), what };
        let value: serde_json::Value = serde_json::from_slice(value).map_err(|error| damaged(error.to_string()))?;
        match value.get("v").and_then(serde_json::Value::as_u64) {
            Some(v) if v <= u64::from(FORMAT) => {}
            // once this server is updated it can; until then nobody takes it for done
            Some(v) => {
                let what = format!("a newer server wrote {} in format {v}, and this one knows {FORMAT}", key(id));
                return Err(StoreError::Unavailable(what));
            }
            None => return Err(damaged("it says no format".to_owned())),
        }
        serde_json::from_value(value).map_err(|error| damaged(error.to_string()))
    }
}

impl Hub {
    /// Makes the list tell of a tournament as it stands, which this account made then.
    ///
    /// # Errors
    /// When the store fails; what was done is done again the next time.
    pub(super) async fn note_tournament(
        &self,
        fold: &Tournament,
        created_at: u64,
        by: &AccountId,
    ) -> Result<(), StoreError> {
        let id = fold.id();
        for _ in 0..ROUNDS {
            let record = self.0.calls.record(&key(id)).await?;
            let version = record.as_ref().map_or(0, |record| record.version);
            let before = record.map(|record| Kept::read(id, &record.value)).transpose()?;
            let kept = match before {
                Some(before) if before.seq >= fold.position().seq => before,
                _ => Kept { v: FORMAT, seq: fold.position().seq, by: by.clone(), line: line_of(fold, created_at) },
            };
            let damaged = |error: serde_json::Error| StoreError::Damaged { place: key(id), what: error.to_string() };
            let value = serde_json::to_vec(&kept).map_err(damaged)?;
            // written again where it is the same: where replicas are waited for, they have it then
            if !self.0.calls.put_record(&key(id), version, value.into()).await? {
                continue;
            }
            self.put_line(&kept).await?;
            // a newer one has its own in the outbox
            if kept.seq == fold.position().seq {
                self.put_bans(fold).await?;
            }
            let record = self.0.calls.record(&key(id)).await?;
            if record.is_some_and(|record| Kept::read(id, &record.value).is_ok_and(|now| now == kept)) {
                return Ok(());
            }
        }
        Err(StoreError::Unavailable("others note the same tournament again and again".into()))
    }

    /// Puts a line where its record says; nobody misses it while it moves.
    async fn put_line(&self, kept: &Kept) -> Result<(), StoreError> {
        let (entry, phase) = (entry(&kept.line), kept.line.phase);
        self.0.calls.set_index(&index(None), &entry, true).await?;
        self.0.calls.set_index(&index(Some(phase)), &entry, true).await?;
        for other in PHASES.into_iter().filter(|other| *other != phase) {
            self.0.calls.set_index(&index(Some(other)), &entry, false).await?;
        }
        self.0.calls.set_index(&open_of(&kept.by), &entry, !is_over(phase)).await
    }

    pub(super) async fn list_tournaments(
        &self,
        phase: Option<TournamentPhase>,
        before: Option<&str>,
        limit: usize,
    ) -> Result<TournamentList, WireError> {
        if before.is_some_and(|before| tournament_of(before).is_none()) {
            let what = "before: write what `next` of the page before was";
            return Err(WireError::new(Code::BadRequest, what));
        }
        let most = usize::try_from(limits::LOG_PAGE).unwrap_or(usize::MAX);
        let limit = limit.clamp(1, most);
        // one more than is told says whether there are more
        let entries = self.0.calls.index_before(&index(phase), before, limit as u64 + 1).await.map_err(failed)?;
        let next = if entries.len() > limit { entries.get(limit - 1).cloned() } else { None };
        let ids = entries.iter().take(limit).filter_map(|entry| tournament_of(entry));
        let read = stream::iter(ids.collect::<Vec<_>>()).map(|id| async move {
            let Some(record) = self.0.calls.record(&key(&id)).await? else { return Ok(None) };
            match Kept::read(&id, &record.value) {
                Ok(kept) => Ok(Some(kept.line)),
                // one that cannot be read hides no other
                Err(error) => {
                    tracing::warn!(%error, tournament = %id, "what is kept of a tournament cannot be read");
                    Ok(None)
                }
            }
        });
        let lines: Vec<Option<TournamentLine>> =
            read.buffered(AT_ONCE).try_collect().await.map_err(|error: StoreError| failed(error))?;
        // a line may have moved to another phase meanwhile
        let fits = |line: &TournamentLine| phase.is_none_or(|phase| phase == line.phase);
        let tournaments = lines.into_iter().flatten().filter(fits).collect();
        Ok(TournamentList { tournaments, next })
    }
}

fn failed(error: StoreError) -> WireError {
    if error.retryable() {
        tracing::debug!(%error, "tournaments could not be listed");
        return busy("the store does not answer");
    }
    tracing::error!(%error, "tournaments cannot be listed");
    WireError::new(Code::Internal, "the index of tournaments cannot be read; it is in the server's log")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_index_are_in_the_order_of_times_and_name_their_tournament() {
        let line = |created_at, id: &str| TournamentLine {
            tournament: id.parse().unwrap(),
            name: "Spring".into(),
            phase: TournamentPhase::Entry,
            created_at,
            entries: 0,
            stage: 0,
            round: 0,
        };
        let texts = [line(7, "z"), line(1_764_500_000_000, "a"), line(u64::MAX, "b")].map(|line| entry(&line));
        assert!(texts.is_sorted());
        assert_eq!(tournament_of(&texts[1]).unwrap().as_str(), "a");
        for bad in ["", ".", "7.z", "x000000000007.z", "0000000000007.", "0000000000007.a b"] {
            assert!(tournament_of(bad).is_none(), "{bad}");
        }
    }
}
