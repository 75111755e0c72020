//! Tournaments of each kind that nobody touches once they have begun: scripted players play them to the end.
//!
//! Of two the stronger always wins, and who is stronger is known: the lower number. So every pairing, bye and
//! place is worked out by hand beside what is expected.

mod bots;
mod contest;

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use contest::{Contest, Field, Rounds, game, lineups, stage, the_better_has_won};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

on_both_stores!(
    swiss_with_byes,
    double_round_robin,
    elimination_with_byes,
    swiss_with_elimination,
    best_of_three_final_after_a_swiss,
    teams_on_two_boards,
    teams_whose_winners_continue,
    killed_in_the_middle,
    large_swiss,
);

/// Of the large Swiss.
const MANY: usize = 200;
const ROUNDS: usize = 5;

/// 1. The last of the list rests; half against half; Black and White by turns from 1 down, who has
///    Black or all is the other way round.
/// 2. After 1, 2, 5 (2 points) and 3, 4 (0) it is 4 who rests, 5 has had it. Somebody goes down to 3, and not
///    5 again, whose bye was a float: so it is 2. 1 and 5: 1 had Black. 2 and 3: both had White, 2 is better.
/// 3. After 1, 2 (4 points), 4, 5 (2) and 3 (0) it is 3 who rests; 1 and 2 both have had both colours, 1 last
///    White; 4 and 5 both have had Black once, and the better one has his wish.
const SWISS: Rounds<'static> = &[(&[(1, 3), (4, 2)], &[5]), (&[(5, 1), (2, 3)], &[4]), (&[(1, 2), (5, 4)], &[3])];

/// Total points: own + opponents' / 3 - 3, where a bye is own points. Opponents of 1: 2 + 2 + 4, of 2: 2 + 2
/// + 6, with 4: 4, which is 12; of 4: 4 + 4 + 2; of 3: 6 + 4 + 2; of 5: 2 + 6 + 4. So 5 2/3, 5, 4 1/3, 3, 3.
const SWISS_STANDS: &[(u64, u64, u64)] = &[(1, 1, 6), (2, 2, 4), (4, 3, 4), (3, 4, 2), (5, 4, 2)];

fn swiss(rounds: usize) -> Value {
    stage(json!({"system": "swiss", "rounds": rounds}), game())
}

async fn swiss_with_byes(kind: StoreKind) -> anyhow::Result<()> {
    let contest = Contest::played(kind, Field::Players(5), &[swiss(3)]).await?;
    contest.had_by_lot(1, SWISS).await?;
    contest.stands(1, SWISS_STANDS).await
}

async fn killed_in_the_middle(kind: StoreKind) -> anyhow::Result<()> {
    let mut contest = Contest::open(kind, Field::Players(5), &[swiss(3)]).await?;
    // in each game of the first round one move stands, and nobody goes on
    contest.bots.hold(true);
    contest.start().await?;
    let mut games = Vec::new();
    contest.when("the first round", |view| view["stages"][0]["rounds"] == 1).await?;
    for bout in contest.view("/rounds/1/1").await?["bouts"].as_array().context("no bouts")? {
        games.push(bout["games"][0]["game"].as_str().context("no game")?.to_owned());
    }
    for game in &games {
        tengen_tests::wait_for("a first move", 60, || async {
            let view: Value =
                serde_json::from_str(&contest.server.get(&format!("/api/v1/games/{game}")).await.ok()?).ok()?;
            (view["snapshot"]["moves"] == "A5").then_some(())
        })
        .await?;
    }
    contest.server.kill().await?;
    contest.server.start_again().await?;
    contest.bots.hold(false);
    // and once more, wherever it is when the first round is seen to be over
    contest.when("the second round", |view| view["stages"][0]["complete"].as_u64() >= Some(1)).await?;
    contest.server.kill().await?;
    contest.server.start_again().await?;
    contest.finished().await?;
    let round = contest.round(1, 1).await?;
    let went_on: Vec<_> =
        round["bouts"].as_array().into_iter().flatten().map(|bout| &bout["games"][0]["game"]).collect();
    ensure!(went_on == games.iter().collect::<Vec<_>>(), "the games of before the kill, not {went_on:?}");
    contest.had_by_lot(1, SWISS).await?;
    contest.stands(1, SWISS_STANDS).await
}

/// Berger's table of four without the fourth, then with the other colours. A bye is no points.
async fn double_round_robin(kind: StoreKind) -> anyhow::Result<()> {
    let stages = [stage(json!({"system": "round_robin", "laps": 2}), game())];
    let contest = Contest::played(kind, Field::Players(3), &stages).await?;
    let lap: Rounds<'_> = &[(&[(2, 3)], &[1]), (&[(1, 2)], &[3]), (&[(3, 1)], &[2])];
    let back: Rounds<'_> = &[(&[(3, 2)], &[1]), (&[(2, 1)], &[3]), (&[(1, 3)], &[2])];
    contest.had(1, &[lap, back].concat()).await?;
    contest.stands(1, &[(1, 1, 8), (2, 2, 4), (3, 3, 0)]).await
}

/// Eight places, three of them empty: 1 rests, 4 meets 5, 2 rests, 3 rests. Then 1 meets 4, who had Black, and
/// 2 meets 3 at the second table, where the worse one has it. In the final 1 has had Black and 2 White.
async fn elimination_with_byes(kind: StoreKind) -> anyhow::Result<()> {
    let stages = [stage(json!({"system": "elimination", "losses": 1}), game())];
    let contest = Contest::played(kind, Field::Players(5), &stages).await?;
    contest.had(1, &[(&[(4, 5)], &[1, 2, 3]), (&[(1, 4), (3, 2)], &[]), (&[(2, 1)], &[])]).await?;
    // who went out in the same round share a place
    contest.stands(1, &[(1, 1, 4), (2, 2, 2), (3, 3, 0), (4, 3, 2), (5, 5, 0)]).await?;
    let bracket = contest.view("/bracket?stage=1").await?["bracket"].take();
    let taken = |entry: u64| json!({"place": "taken", "entry": entry});
    let (empty, won) = (json!({"place": "empty"}), |entry: u64| json!({"outcome": "won", "entry": entry}));
    let meet = |upper: u64, lower: Option<u64>| {
        let lower = lower.map_or_else(|| empty.clone(), taken);
        json!({"upper": taken(upper), "lower": lower, "outcome": won(upper)})
    };
    let first = [meet(1, None), meet(4, Some(5)), meet(2, None), meet(3, None)];
    let layers = json!([
        {"round": 1, "matches": first},
        {"round": 2, "matches": [meet(1, Some(4)), meet(2, Some(3))]},
        {"round": 3, "matches": [meet(1, Some(2))]},
    ]);
    ensure!(bracket == json!({"layers": layers, "outcome": won(1)}), "{bracket}");
    Ok(())
}

/// After two rounds 4 has lost twice, and comes back since three are left. 3 goes in the third and 4 again;
/// 1 and 2 are alone and meet anew.
async fn swiss_with_elimination(kind: StoreKind) -> anyhow::Result<()> {
    let stages = [stage(json!({"system": "swiss_elimination", "losses": 2}), game())];
    let contest = Contest::played(kind, Field::Players(4), &stages).await?;
    let rounds: Rounds<'_> = &[
        (&[(1, 3), (4, 2)], &[]),
        (&[(2, 1), (3, 4)], &[]),
        // each pair has had both colours and the same one last: the better one's wish decides
        (&[(1, 4), (3, 2)], &[]),
        // 1 has had Black twice of three, 2 White
        (&[(2, 1)], &[]),
    ];
    contest.had_by_lot(1, rounds).await?;
    contest.stands(1, &[(1, 1, 8), (2, 2, 4), (3, 3, 2), (4, 4, 0)]).await
}

/// Two rounds would leave 2 and 3 level in everything, and nobody could say who goes on: there are three.
async fn best_of_three_final_after_a_swiss(kind: StoreKind) -> anyhow::Result<()> {
    let mut last = stage(json!({"system": "elimination", "losses": 1}), json!({"bout": "best_of", "games": 3}));
    last["from"] = json!({"first": 2});
    let contest = Contest::played(kind, Field::Players(4), &[swiss(3), last]).await?;
    let rounds: Rounds<'_> = &[(&[(1, 3), (4, 2)], &[]), (&[(2, 1), (3, 4)], &[]), (&[(1, 4), (3, 2)], &[])];
    contest.had_by_lot(1, rounds).await?;
    contest.stands(1, &[(1, 1, 6), (2, 2, 4), (3, 3, 2), (4, 4, 0)]).await?;
    // two games decide it, the second with the other colours
    let round = contest.round(2, 1).await?;
    ensure!(round["bouts"].as_array().map(Vec::len) == Some(1), "{round}");
    let bout = &round["bouts"][0];
    ensure!(lineups(bout) == [[(1, 0), (2, 0)], [(2, 0), (1, 0)]], "{bout}");
    ensure!(bout["result"] == json!({"first": "win", "second": "loss"}), "{bout}");
    contest.stands(2, &[(1, 1, 2), (2, 2, 0)]).await
}

/// Members 1 and 4 against 2 and 3 win one board each: a draw. Each wins both boards against 5 and 6. What
/// tells the first two apart is the win on the first board.
async fn teams_on_two_boards(kind: StoreKind) -> anyhow::Result<()> {
    let stages = [stage(json!({"system": "round_robin", "laps": 1}), json!({"bout": "boards", "boards": 2}))];
    let contest = Contest::played(kind, Field::Teams(&[&[1, 4], &[2, 3], &[5, 6]]), &stages).await?;
    for (number, sides, bye, result) in
        [(1, (2, 3), 1, ["win", "loss"]), (2, (1, 2), 3, ["draw", "draw"]), (3, (3, 1), 2, ["loss", "win"])]
    {
        let round = contest.round(1, number).await?;
        ensure!(round["byes"] == json!([bye]) && round["bouts"].as_array().map(Vec::len) == Some(1), "{round}");
        let (bout, (first, second)) = (&round["bouts"][0], sides);
        // the first-named has Black on the odd boards
        let mut boards = lineups(bout);
        boards.sort_by_key(|[black, _]| black.1);
        ensure!(boards == [[(first, 1), (second, 1)], [(second, 2), (first, 2)]], "{bout}");
        ensure!(bout["result"] == json!({"first": result[0], "second": result[1]}), "{bout}");
    }
    contest.stands(1, &[(1, 1, 3), (2, 2, 3), (3, 3, 0)]).await
}

/// 2 beats 4 and loses to 1, who beats the two others as well: 5 is not needed. Black by turns.
async fn teams_whose_winners_continue(kind: StoreKind) -> anyhow::Result<()> {
    let mut stage = stage(json!({"system": "round_robin", "laps": 1}), json!({"bout": "win_and_continue"}));
    stage["colours"] = "alternate".into();
    let contest = Contest::played(kind, Field::Teams(&[&[2, 6, 3], &[4, 1, 5]]), &[stage]).await?;
    let round = contest.round(1, 1).await?;
    let bout = &round["bouts"][0];
    let games = [[(1, 1), (2, 1)], [(2, 2), (1, 1)], [(1, 2), (2, 2)], [(2, 2), (1, 3)]];
    ensure!(lineups(bout) == games, "{bout}");
    ensure!(bout["result"] == json!({"first": "loss", "second": "win"}), "{bout}");
    contest.stands(1, &[(2, 1, 2), (1, 2, 0)]).await
}

/// Nobody is left out, nobody meets anybody twice, and points are wins, and places follow from them.
async fn large_swiss(kind: StoreKind) -> anyhow::Result<()> {
    if kind == StoreKind::Redis && std::env::var_os("TENGEN_LONG").is_none() {
        return Ok(());
    }
    let contest = Contest::played(kind, Field::Players(MANY), &[swiss(ROUNDS)]).await?;
    let (mut met, mut points) = (BTreeSet::new(), BTreeMap::new());
    for number in 1..=ROUNDS {
        let round = contest.round(1, number).await?;
        ensure!(round["byes"].is_null(), "200 are even: {round}");
        let mut paired = BTreeSet::new();
        for bout in round["bouts"].as_array().context("no bouts")? {
            the_better_has_won(bout)?;
            let mut sides = [&bout["first"], &bout["second"]].map(|side| side.as_u64().unwrap_or_default());
            sides.sort_unstable();
            ensure!(paired.insert(sides[0]) && paired.insert(sides[1]), "paired twice in round {number}: {bout}");
            ensure!(met.insert(sides), "they have met before round {number}: {bout}");
            *points.entry(sides[0]).or_insert(0_u64) += 2;
            points.entry(sides[1]).or_insert(0);
        }
        ensure!(paired.len() == MANY, "{} are paired in round {number}", paired.len());
    }
    // total points: own + opponents' / 5 - 5, as nobody rested; here five times that and 25 more
    let total = |entry: &u64| {
        let opponents = met.iter().filter(|sides| sides.contains(entry)).map(|[one, other]| one + other - entry);
        5 * points[entry] + opponents.map(|opponent| points[&opponent]).sum::<u64>()
    };
    let totals: BTreeMap<u64, u64> = points.keys().map(|entry| (*entry, total(entry))).collect();
    let place = |entry| 1 + totals.values().filter(|total| **total > totals[entry]).count() as u64;
    let mut expected: Vec<_> = points.iter().map(|(entry, points)| (*entry, place(entry), *points)).collect();
    expected.sort_by_key(|(entry, place, _)| (*place, *entry));
    ensure!(points[&1] == 2 * ROUNDS as u64, "nobody beats the strongest");
    contest.stands(1, &expected).await
}
