//! An event that an organiser makes and starts over HTTP, and that plays itself then.

use super::bots::Bots;
use crate::StoreKind;
use anyhow::{Context, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use tengen_tests::{lobby::Guest, server::Server, wait_for};

/// However slow the machine: no event takes longer, seconds.
const LIMIT: u64 = 120;

/// Rounds: who met whom, the first-named with Black, and who had a bye.
pub(super) type Rounds<'a> = &'a [(&'a [(u64, u64)], &'a [u64])];

/// A stage whose rounds follow one another by themselves.
pub(super) fn stage(system: Value, bout: Value) -> Value {
    // nobody wins an elimination by a draw
    let draws = if system["system"] == "elimination" { "replay" } else { "stands" };
    json!({"system": system, "bout": bout, "draws": draws, "pace": {"pace": "at_once", "pause": 0}})
}

/// One game.
pub(super) fn game() -> Value {
    json!({"bout": "game"})
}

/// Players by strength: the number of each, from 1, is his strength, and the lower one wins.
pub(super) enum Field<'a> {
    /// So many; entry n has strength n.
    Players(usize),
    /// Teams with the strengths of their members.
    Teams(&'a [&'a [usize]]),
}

impl Field<'_> {
    fn size(&self) -> usize {
        match self {
            Self::Players(count) => *count,
            Self::Teams(teams) => teams.iter().map(|team| team.len()).sum(),
        }
    }

    fn entries(&self, players: &[Guest]) -> Vec<Value> {
        let person = |strength: usize| {
            let account = players[strength - 1].account.as_str();
            json!({"name": format!("Strength {strength}"), "account": account})
        };
        match self {
            Self::Players(count) => (1..=*count)
                .map(|seed| {
                    let mut entry = person(seed);
                    entry["seed"] = seed.into();
                    entry
                })
                .collect(),
            Self::Teams(teams) => (1..)
                .zip(*teams)
                .map(|(seed, team)| {
                    let members: Vec<_> = team.iter().map(|strength| person(*strength)).collect();
                    json!({"name": format!("Team {seed}"), "seed": seed, "members": members})
                })
                .collect(),
        }
    }
}

/// The event, its server and its players.
pub(super) struct Contest {
    pub(super) server: Server,
    pub(super) bots: Bots,
    http: reqwest::Client,
    organiser: String,
    tournament: String,
    commands: u32,
}

impl Contest {
    /// Everybody is entered and the order is drawn by seed.
    pub(super) async fn open(kind: StoreKind, field: Field<'_>, stages: &[Value]) -> anyhow::Result<Self> {
        let (server, http) = (Server::start(kind).await?, reqwest::Client::new());
        let at = (&http, server.url.as_str());
        let names = (1..=field.size()).map(|strength| format!("Strength{strength}"));
        // what costs time are the passwords, and a server takes few at once
        let players: Vec<Guest> = stream::iter(names).map(|name| register(at, name)).buffered(2).try_collect().await?;
        let strengths = (1..).zip(&players).map(|(strength, player)| (player.account.clone(), strength)).collect();
        let bots = Bots::come(&server.url, &players, strengths);
        let (organiser, tournament) = (String::new(), String::new());
        let mut contest = Self { server, bots, http, organiser, tournament, commands: 0 };
        contest.organiser = register((&contest.http, &contest.server.url), "Olga".to_owned()).await?.token;
        let presets = contest.get("/presets").await?;
        let presets = presets["presets"].as_array().context("no presets")?;
        let preset = presets.iter().find(|preset| preset["preset"] == "cgos").context("no preset")?;
        let mut settings = preset["settings"].clone();
        settings["stages"] = stages.into();
        settings["terms"]["size"] = json!({"width": 9, "height": 9});
        if matches!(field, Field::Teams(_)) {
            settings["teams"] = true.into();
        }
        let made = contest.post("tournaments", &json!({"id": "make", "settings": settings})).await?;
        contest.tournament = format!("/{}", made["tournament"].as_str().context("no tournament")?);
        contest.order(json!({"ask": "import", "entries": field.entries(&players)})).await?;
        contest.order(json!({"ask": "draw", "by": "seed"})).await?;
        Ok(contest)
    }

    /// From now on nobody does anything but the players.
    pub(super) async fn start(&mut self) -> anyhow::Result<()> {
        self.order(json!({"ask": "start"})).await
    }

    /// The event is played to its end by its players alone.
    pub(super) async fn played(kind: StoreKind, field: Field<'_>, stages: &[Value]) -> anyhow::Result<Self> {
        let mut contest = Self::open(kind, field, stages).await?;
        contest.start().await?;
        contest.finished().await?;
        Ok(contest)
    }

    pub(super) async fn finished(&self) -> anyhow::Result<()> {
        self.when("the end of the event", |view| view["phase"] == "finished").await
    }

    pub(super) async fn when(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> anyhow::Result<()> {
        let come = wait_for(what, LIMIT, || async { is_so(&self.view("").await.ok()?).then_some(()) }).await;
        match come {
            Ok(()) => Ok(()),
            Err(late) => Err(late.context(format!("{:?}", self.view("").await))),
        }
    }

    async fn order(&mut self, mut command: Value) -> anyhow::Result<()> {
        self.commands += 1;
        command["id"] = format!("o{}", self.commands).into();
        self.post(&format!("tournaments{}/commands", self.tournament), &command).await.map(|_| ())
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let request = self.http.post(format!("{}/api/v1/{path}", self.server.url)).json(body);
        let request = request.bearer_auth(&self.organiser);
        let answer = request.send().await?;
        let (status, text) = (answer.status(), answer.text().await?);
        ensure!(status.is_success(), "{path}: {status} {text}");
        Ok(serde_json::from_str(&text)?)
    }

    async fn get(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&self.server.get(&format!("/api/v1/tournaments{path}")).await?)?)
    }

    /// What is below the event.
    pub(super) async fn view(&self, rest: &str) -> anyhow::Result<Value> {
        self.get(&format!("{}{rest}", self.tournament)).await
    }

    pub(super) async fn round(&self, stage: usize, round: usize) -> anyhow::Result<Value> {
        let view = self.view(&format!("/rounds/{stage}/{round}")).await?;
        ensure!(view["complete"].is_u64() && view["closed"].is_null(), "not played: {view}");
        Ok(view)
    }

    /// A stage had these rounds and no more: who met whom, the first-named with Black, and who had a bye.
    /// In each the better one, whose number is lower, has won the only game.
    pub(super) async fn had(&self, stage: usize, rounds: Rounds<'_>) -> anyhow::Result<()> {
        let view = self.view("").await?;
        ensure!(view["stages"][stage - 1]["rounds"] == rounds.len(), "{view}");
        for (number, (pairs, byes)) in (1..).zip(rounds) {
            let view = self.round(stage, number).await?;
            let bouts = view["bouts"].as_array().context("no bouts")?;
            let side = |bout: &Value, side: &str| bout[side].as_u64().unwrap_or_default();
            let met: Vec<_> = bouts.iter().map(|bout| (side(bout, "first"), side(bout, "second"))).collect();
            let rested: Vec<_> = view["byes"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
            ensure!(met == *pairs && rested == *byes, "stage {stage}, round {number}: {met:?}, byes {rested:?}");
            for bout in bouts {
                the_better_has_won(bout)?;
            }
        }
        Ok(())
    }

    /// The same in a Swiss, where a lot gives the first seed his first colour: as written he has Black, else all
    /// colours of the stage are the other ones.
    pub(super) async fn had_by_lot(&self, stage: usize, rounds: Rounds<'_>) -> anyhow::Result<()> {
        let drawn = self.round(stage, 1).await?["bouts"][0]["first"].as_u64();
        if drawn == rounds.first().and_then(|(pairs, _)| pairs.first()).map(|(first, _)| *first) {
            return self.had(stage, rounds).await;
        }
        let swapped: Vec<Vec<_>> =
            rounds.iter().map(|(pairs, _)| pairs.iter().map(|(first, second)| (*second, *first)).collect()).collect();
        let rounds: Vec<_> = swapped.iter().zip(rounds).map(|(pairs, (_, byes))| (pairs.as_slice(), *byes)).collect();
        self.had(stage, &rounds).await
    }

    /// The standings of a stage, the best first: entry, place, points.
    pub(super) async fn stands(&self, stage: usize, expected: &[(u64, u64, u64)]) -> anyhow::Result<()> {
        let view = self.view(&format!("/standings?stage={stage}")).await?;
        let number = |row: &Value, field: &str| row[field].as_u64().unwrap_or_default();
        let rows = view["rows"].as_array().context("no rows")?;
        let rows: Vec<_> =
            rows.iter().map(|row| (number(row, "entry"), number(row, "place"), number(row, "points"))).collect();
        ensure!(rows == expected, "{rows:?} is not {expected:?}");
        Ok(())
    }
}

/// A new account at this server, whose guests may not take part.
async fn register((http, node): (&reqwest::Client, &str), name: String) -> anyhow::Result<Guest> {
    let body = json!({"name": name, "password": "correct horse"});
    let answer = http.post(format!("{node}/api/v1/accounts")).json(&body).send().await?;
    let (status, text) = (answer.status(), answer.text().await?);
    ensure!(status.is_success(), "{name}: {status} {text}");
    Ok(serde_json::from_str(&text)?)
}

/// By resignation, in one game that counts once.
pub(super) fn the_better_has_won(bout: &Value) -> anyhow::Result<()> {
    let games = bout["games"].as_array().context("no games")?;
    ensure!(games.len() == 1 && games[0]["outcome"]["reason"] == "resignation", "{bout}");
    let [first, second] =
        if bout["first"].as_u64() < bout["second"].as_u64() { ["win", "loss"] } else { ["loss", "win"] };
    ensure!(bout["result"] == json!({"first": first, "second": second}), "{bout}");
    Ok(())
}

/// Who had Black and who had White in the games of a bout, each as entry and member.
pub(super) fn lineups(bout: &Value) -> Vec<[(u64, u64); 2]> {
    let seat = |seat: &Value| (seat["entry"].as_u64().unwrap_or_default(), seat["member"].as_u64().unwrap_or_default());
    let games = bout["games"].as_array().into_iter().flatten();
    games.map(|game| [seat(&game["black"]), seat(&game["white"])]).collect()
}
