//! A Swiss of seven GNU Go of different strength that nobody touches once it has begun. In the long tier.

use super::{
    expected::{the_clocks_add_up, the_count_is_right},
    hall::{Contest, LIMIT},
};
use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};
use tengen_tests::wait_for;

on_both_stores!(a_swiss_of_engines);

/// Odd: somebody rests in each round.
const LEVELS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];
const ROUNDS: usize = 4;

/// What an entry has, from the games alone.
#[derive(Clone, Default)]
struct Line {
    points: usize,
    opponents: Vec<usize>,
    rested: usize,
}

async fn a_swiss_of_engines(kind: StoreKind) -> anyhow::Result<()> {
    if std::env::var_os("TENGEN_LONG").is_none() {
        return Ok(());
    }
    let contest = Contest::open(kind, &LEVELS, &["--system", &format!("swiss:{ROUNDS}")]).await?;
    contest.done("Olga", &["start", &contest.t]).await?;
    wait_for("the end of the Swiss", 2 * LIMIT, || async {
        (contest.get(&format!("/tournaments/{}", contest.t)).await.ok()?["phase"] == "finished").then_some(())
    })
    .await?;
    let lines = contest.lines().await?;
    // total = points + opponents' points / rounds - rounds, with one's own points for a bye; here so many times it
    let total = |line: &Line| {
        let met = line.opponents.iter().map(|entry| lines[entry - 1].points).sum::<usize>();
        ROUNDS * line.points + met + line.rested * line.points
    };
    let standings = contest.get(&format!("/tournaments/{}/standings?stage=1", contest.t)).await?;
    let rows = standings["rows"].as_array().context("no rows")?;
    ensure!(rows.len() == LEVELS.len() && standings["rounds"] == ROUNDS, "{standings}");
    for row in rows {
        let entry = row["entry"].as_u64().and_then(|entry| usize::try_from(entry).ok()).context("no entry")?;
        let line = &lines[entry - 1];
        let place = 1 + lines.iter().filter(|other| total(other) > total(line)).count();
        ensure!(row["points"] == line.points && row["place"] == place, "entry {entry}: place {place}, {standings}");
    }
    for bot in contest.bots {
        let (said, well) = tokio::time::timeout(Duration::from_secs(LIMIT), bot.rest()).await??;
        ensure!(well && said.len() >= ROUNDS - 1, "a game a round, but for one: {said:?}");
    }
    Ok(())
}

impl Contest {
    /// Everybody met somebody else in each round, or rested once; every game ended as it was played.
    async fn lines(&self) -> anyhow::Result<Vec<Line>> {
        let mut lines = vec![Line::default(); LEVELS.len()];
        let mut met = BTreeSet::new();
        for round in 1..=ROUNDS {
            let view = self.get(&format!("/tournaments/{}/rounds/1/{round}", self.t)).await?;
            let byes = view["byes"].as_array().context("nobody rests")?;
            ensure!(byes.len() == 1 && view["bouts"].as_array().map(Vec::len) == Some(3), "{view}");
            let rests = number(&byes[0])?;
            lines[rests - 1].rested += 1;
            lines[rests - 1].points += 2;
            ensure!(lines[rests - 1].rested == 1, "{rests} rests twice");
            let mut paired = BTreeSet::from([rests]);
            for bout in view["bouts"].as_array().into_iter().flatten() {
                let sides = [number(&bout["first"])?, number(&bout["second"])?];
                ensure!(sides.iter().all(|entry| paired.insert(*entry)), "paired twice in round {round}: {bout}");
                ensure!(met.insert([sides[0].min(sides[1]), sides[0].max(sides[1])]), "they have met: {bout}");
                let black_won = self.black_won(bout).await?;
                let [winner, loser] = if black_won { sides } else { [sides[1], sides[0]] };
                lines[winner - 1].points += 2;
                lines[winner - 1].opponents.push(loser);
                lines[loser - 1].opponents.push(winner);
            }
        }
        Ok(lines)
    }

    async fn black_won(&self, bout: &Value) -> anyhow::Result<bool> {
        let game = bout["games"][0]["game"].as_str().context("no game")?;
        let view = self.get(&format!("/games/{game}")).await?;
        let outcome = &view["snapshot"]["outcome"];
        match outcome["reason"].as_str() {
            Some("count") => the_count_is_right(outcome, [0; 2])?,
            Some("resignation") => {}
            _ => anyhow::bail!("an engine has time enough and plays nothing illegal: {outcome}"),
        }
        the_clocks_add_up(&self.log(game).await?)?;
        let black_won = outcome["winner"] == "black";
        let [first, second] = if black_won { ["win", "loss"] } else { ["loss", "win"] };
        ensure!(bout["result"] == json!({"first": first, "second": second}), "{bout} {outcome}");
        Ok(black_won)
    }
}

fn number(value: &Value) -> anyhow::Result<usize> {
    Ok(usize::try_from(value.as_u64().context("no number")?)?)
}
