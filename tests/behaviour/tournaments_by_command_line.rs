//! An organiser runs a tournament from the command line: one whose games are played elsewhere, and one that two
//! engines play.

use crate::{StoreKind, on_both_stores};
use anyhow::{Context, ensure};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};
use tengen_tests::{
    cli::{Running, json, tengen, typed},
    server::Server,
    wait_for,
    wall_clock::WallClock,
};
use tokio::process::Command;

on_both_stores!(results_are_announced_and_explained, engines_play_in_a_tournament);

/// A server and people who have accounts, each with a profile of his own.
struct Site {
    server: Server,
    home: PathBuf,
}

impl Site {
    async fn with(kind: StoreKind, people: &[&str]) -> anyhow::Result<Self> {
        Self::at(Server::start(kind).await?, people).await
    }

    async fn at(server: Server, people: &[&str]) -> anyhow::Result<Self> {
        let site = Self { home: server.home().to_owned(), server };
        for name in people {
            let (code, _, said) = typed(site.client(name, &["register", name])?, "correct horse\n").await?;
            ensure!(code == Some(0), "{name}: {said}");
        }
        Ok(site)
    }

    fn client(&self, who: &str, words: &[&str]) -> anyhow::Result<Command> {
        let mut command = tengen(&self.home.join(who), &self.server.url, None)?;
        command.args(words);
        Ok(command)
    }

    /// Exit code, stdout, stderr of an order about a tournament.
    async fn order(&self, who: &str, words: &[&str]) -> anyhow::Result<(Option<i32>, String, String)> {
        typed(self.client(who, &[&["tournament"], words].concat())?, "").await
    }

    /// What is printed for an order that must succeed.
    async fn done(&self, who: &str, words: &[&str]) -> anyhow::Result<String> {
        let (code, out, said) = self.order(who, words).await?;
        ensure!(code == Some(0), "{words:?}: {out} {said}");
        Ok(out)
    }

    async fn json(&self, who: &str, words: &[&str]) -> anyhow::Result<Vec<Value>> {
        json(self.client(who, &[&["tournament", "--json"], words].concat())?).await
    }

    fn file(&self, name: &str, text: &str) -> anyhow::Result<String> {
        let path = self.home.join(name);
        std::fs::write(&path, text)?;
        Ok(path.to_str().context("a path that is no text")?.to_owned())
    }
}

async fn results_are_announced_and_explained(kind: StoreKind) -> anyhow::Result<()> {
    let site = Site::with(kind, &["Olga", "Ann"]).await?;
    let presets = site.done("Ann", &["presets"]).await?;
    ensure!(presets.contains("chinese-2002") && presets.contains("Swiss of 7 rounds"), "{presets}");
    let settings = site
        .done("Olga", &["create", "春季公开赛", "--preset", "chinese-2002", "--rounds", "2", "--elsewhere", "--print"])
        .await?;
    let settings = site.file("cup.json", &settings)?;
    let made = site.done("Olga", &["create", "春季公开赛", "--settings", &settings, "--referee", "Ann"]).await?;
    let t = made.trim();
    let shown = site.done("Ann", &["show", t]).await?;
    ensure!(shown.contains("Swiss of 2 rounds") && shown.contains("you are a referee"), "{shown}");
    ensure!(site.done("Ann", &["list", "--phase", "entry"]).await?.contains("春季公开赛"), "it is listed");

    // lists: what is wrong is said by line and column
    let bad = site.file("bad.csv", "name,rank\nLi Ming,5d\n王小明,5x\n")?;
    for words in [&["import", t, &bad, "--check"][..], &["import", t, &bad]] {
        let (code, out, said) = site.order("Olga", words).await?;
        ensure!(code == Some(1) && format!("{out}{said}").contains("line 3, column 2: rank: "), "{out} {said}");
    }
    let good = site.file("good.csv", "name,rank,club\nLi Ming,5d,West\n王小明,12k,北京棋院\nCyd,2d,\n")?;
    ensure!(site.done("Olga", &["import", t, &good, "--check"]).await?.contains("in order: 3 entries"));
    ensure!(site.done("Olga", &["import", t, &good]).await?.contains("entered 3: #1 to #3"));
    ensure!(site.done("Ann", &["enter", t, "--rank", "1d"]).await?.contains("entered as #4"));
    let (code, _, said) = site.order("Ann", &["draw", t]).await?;
    ensure!(code == Some(1) && !said.is_empty(), "only an organiser draws: {said}");
    let entries = site.done("Ann", &["entries", t]).await?;
    ensure!(entries.contains("#2  王小明   12k   北京棋院"), "{entries}");
    ensure!(site.json("Ann", &["entries", t]).await?.len() == 4, "one line an entry");
    site.done("Olga", &["edit", t, "Cyd", "--club", "East", "--clear", "rank"]).await?;

    site.done("Olga", &["draw", t, "--by", "rank"]).await?;
    site.done("Olga", &["start", t]).await?;
    site.done("Olga", &["pair", t, "--begin"]).await?;
    let round = site.done("Ann", &["pairings", t]).await?;
    ensure!(round.starts_with("Stage 1, round 1\n") && round.contains("played elsewhere"), "{round}");
    let (code, _, said) = site.order("Olga", &["close-round", t]).await?;
    ensure!(code == Some(2) && said.contains("--yes"), "who cannot be asked says it beforehand: {said}");
    for (table, score) in [("1.1.1", "2:0"), ("1.1.2", "0:2f")] {
        site.done("Olga", &["result", t, table, score, "--reason", "other"]).await?;
    }
    let round = site.json("Ann", &["round", t, "--stage", "1", "--round", "1"]).await?;
    ensure!(round[0]["complete"].is_u64() && round[0]["bouts"][1]["result"]["forfeit"] == true, "{round:?}");
    let first = round[0]["bouts"][0]["first"].as_u64().context("no bout")?;
    let crosstable = site.done("Ann", &["standings", t, "--crosstable"]).await?;
    ensure!(
        crosstable.starts_with("Standings of stage 1 after 1 round\n") && crosstable.contains("+b"),
        "{crosstable}"
    );
    let explained = site.done("Ann", &["explain", t, &first.to_string()]).await?;
    ensure!(
        explained.contains("points: 2") && explained.contains("Pairings:\n  round 1\n    with black"),
        "{explained}"
    );

    // a referee overturns: the standings follow
    let overturn = ["overturn", t, "1.1.1", "0:2", "--reason", "cheating", "--text", "seen by two", "--yes"];
    site.done("Ann", &overturn).await?;
    let row = |standings: &[Value]| {
        let rows = standings[0]["rows"].as_array().cloned().unwrap_or_default();
        rows.into_iter().find(|row| row["entry"] == first).map(|row| row["points"].clone())
    };
    ensure!(row(&site.json("Ann", &["standings", t]).await?) == Some(0.into()), "the points are gone");
    site.done("Olga", &["sanction", t, "reprimand", "Zed", "--reason", "disturbance", "--yes"]).await?;
    site.done("Olga", &["withdraw", t, "Cyd", "--yes"]).await?;
    site.done("Olga", &["finish", t, "--yes"]).await?;
    let csv = site.home.join("out.csv");
    site.done("Ann", &["export", t, "--format", "csv", "-o", csv.to_str().context("no text")?]).await?;
    ensure!(std::fs::read_to_string(&csv)?.contains("王小明"), "the list has everybody");
    for format in ["h9", "txt"] {
        ensure!(site.done("Ann", &["export", t, "--format", format]).await?.contains("Li Ming"), "{format}");
    }
    // over already: what stands is printed, and that is all
    let followed = site.done("Ann", &["follow", t]).await?;
    ensure!(followed.starts_with("over\nStandings of stage 1"), "{followed}");
    let shown = site.done("Ann", &["show", t]).await?;
    ensure!(shown.contains("over") && shown.contains("reprimand Zed in public"), "{shown}");
    let log = site.done("Ann", &["log", t]).await?;
    let lines: Vec<&str> = log.lines().collect();
    ensure!(lines[0].starts_with("1  ") && lines[0].ends_with("Olga: made: 春季公开赛"), "{log}");
    for said in [
        "Olga: entered: #1 Li Ming, #2 王小明, #3 Cyd",
        "Ann: entered: #4 Ann",
        "Olga: stage 1 begins with 4 entries",
        "Olga: stage 1, round 1 paired and begun: #",
        "Ann: result overturned (cheating: “seen by two”), 1.1.1 counts 0:2",
        "Olga: reprimand Zed in public",
        "Olga: #3 Cyd withdraws",
        "Olga: over",
    ] {
        ensure!(lines.iter().any(|line| line.contains(said)), "{said}: {log}");
    }
    let rest = site.json("Ann", &["log", t, "--from", "3"]).await?;
    ensure!(rest.len() == lines.len() - 2 && rest[0]["seq"] == 3, "{rest:?}");
    let (code, _, said) = site.order("Ann", &["show", "nosuch"]).await?;
    ensure!(code == Some(1) && !said.is_empty(), "{said}");
    Ok(())
}

/// An engine that resigns at once, as a command.
fn engine(site: &Site, who: &str) -> anyhow::Result<String> {
    let moves = site.file(&format!("{who}.moves"), "resign")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client-cli/src/bot/testing/engine.py");
    Ok(format!("python3 '{}' 'moves={moves}'", script.display()))
}

async fn engines_play_in_a_tournament(kind: StoreKind) -> anyhow::Result<()> {
    let site = Site::with(kind, &["Olga", "Ann", "Bob"]).await?;
    let size = ["create", "Bots", "--system", "swiss:1", "--size", "9", "--time", "10m"];
    let made = site.done("Olga", &size).await?;
    let t = made.trim();
    let mut bots = Vec::new();
    for who in ["Ann", "Bob"] {
        let engine = engine(&site, who)?;
        let words = ["bot", "--json", "--engine", &engine, "--tournament", t, "--enter"];
        bots.push(Running::start(site.client(who, &words)?)?);
    }
    wait_for("both engines are entered", 60, || async {
        let entries = site.json("Olga", &["entries", t]).await.ok()?;
        (entries.len() == 2).then_some(())
    })
    .await?;
    site.done("Olga", &["draw", t, "--by", "lot"]).await?;
    site.done("Olga", &["start", t]).await?;
    site.done("Olga", &["pair", t, "--begin"]).await?;
    let follow = Running::start(site.client("Olga", &["tournament", "--json", "follow", t])?)?;
    wait_for("the game counts", 60, || async {
        let round = site.json("Olga", &["pairings", t]).await.ok()?;
        round.first()?["complete"].is_u64().then_some(())
    })
    .await?;
    let standings = site.json("Olga", &["standings", t]).await?;
    // by total points two who have met once are level: any of them may stand first
    let rows = standings[0]["rows"].as_array().context("no rows")?;
    let mut points: Vec<_> = rows.iter().filter_map(|row| row["points"].as_u64()).collect();
    points.sort_unstable();
    ensure!(points == [0, 2], "{standings:?}");
    site.done("Olga", &["finish", t, "--yes"]).await?;
    for bot in bots {
        let (played, well) = bot.rest().await?;
        ensure!(well && played.len() == 1 && played[0]["reason"] == "resignation", "{played:?}");
    }
    let (heard, well) = follow.rest().await?;
    ensure!(well && heard.last().is_some_and(|last| last["phase"] == "finished"), "{heard:?}");
    let records = site.done("Ann", &["export", t, "--format", "sgf"]).await?;
    ensure!(records.contains("RE[") && records.contains("+R]"), "{records}");
    Ok(())
}

/// In the night to 28 March 2027 clocks in Berlin go from two to three: these times are twenty seconds apart.
const TIMETABLE: &str = "at:2027-03-28 01:59:50, 2027-03-28 03:00:10";
/// The same in ms since 1970.
const BEGIN: [u64; 2] = [1_806_195_590_000, 1_806_195_610_000];
/// The server's clock goes right until this long before the first of them, ms.
const BEFORE: i64 = 3_000;

#[tokio::test(flavor = "multi_thread")]
async fn rounds_begin_by_a_timetable_across_a_change_of_the_clocks() -> anyhow::Result<()> {
    let clock = WallClock::new()?;
    let server = Server::start_in(StoreKind::Embedded, &[], &clock.environment()).await?;
    let site = Site::at(server, &["Olga"]).await?;
    let create = ["create", "Night", "--system", "round-robin:1", "--elsewhere", "--pace", TIMETABLE];
    let made = site.done("Olga", &[&create[..], &["--zone", "Europe/Berlin"]].concat()).await?;
    let t = made.trim();
    for (zone, times) in
        [("Europe/Berlin", ["01:59 +01:00", "03:00 +02:00"]), ("UTC", ["00:59 +00:00", "01:00 +00:00"])]
    {
        let mut show = site.client("Olga", &["tournament", "show", t])?;
        show.env("TZ", zone);
        let (_, shown, said) = typed(show, "").await?;
        ensure!(times.iter().all(|time| shown.contains(&format!("2027-03-28 {time}"))), "{zone}: {shown} {said}");
    }
    let list = site.file("list.csv", "name,seed\nAnn,1\nBob,2\nCyd,3\n")?;
    site.done("Olga", &["import", t, &list]).await?;
    site.done("Olga", &["draw", t]).await?;
    let began = async |round: usize| -> Option<u64> {
        let path = format!("/api/v1/tournaments/{t}/rounds/1/{round}");
        serde_json::from_str::<Value>(&site.server.get(&path).await.ok()?).ok()?["begun"].as_u64()
    };
    ensure!(began(1).await.is_none(), "its time is months away");
    let here = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
    clock.set(i64::try_from(BEGIN[0])? - BEFORE - here)?;
    let first = wait_for("the first round", 60, || began(1)).await?;
    ensure!(first >= BEGIN[0], "it began at {first}");
    // months have passed for whoever was logged in
    let (code, _, said) = typed(site.client("Olga", &["login", "Olga"])?, "correct horse\n").await?;
    ensure!(code == Some(0), "{said}");
    site.done("Olga", &["result", t, "1.1.1", "2:0", "--reason", "other"]).await?;
    let second = wait_for("the second round", 60, || began(2)).await?;
    ensure!(second >= BEGIN[1], "it began at {second}");
    Ok(())
}
