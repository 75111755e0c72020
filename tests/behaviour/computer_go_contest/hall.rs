//! Where a contest takes place: the server, programs behind gates, and what is asked of them.

use crate::StoreKind;
use anyhow::ensure;
use serde_json::Value;
use std::path::PathBuf;
use tengen_tests::{
    cli::{Running, tengen, typed},
    oracle,
    server::Server,
    wait_for,
};
use tokio::process::Command;

/// However slow the machine: nothing takes longer, seconds.
pub(super) const LIMIT: u64 = 240;

/// Passes on what an engine is asked. From its seventh move on in a game it is not asked while `$1.hold` is
/// there; `$1.waits` says that it should be. `$1.pid` names its process.
const GATE: &str = r#"
at=$1
shift
moves=0
while read -r line; do
    case $line in *genmove*)
        moves=$((moves + 1))
        if [ "$moves" -gt 6 ]; then
            while [ -e "$at.hold" ]; do : >"$at.waits"; sleep 0.05; done
            rm -f "$at.waits"
        fi ;;
    esac
    printf '%s\n' "$line" || exit
    case $line in *quit) exit ;; esac
done | sh -c 'echo $$ >"$0.pid"; exec "$@"' "$at" "$@"
"#;

/// The contest, its server and its programs.
pub(super) struct Contest {
    pub(super) server: Server,
    home: PathBuf,
    /// The tournament's id.
    pub(super) t: String,
    /// By entry, the first one first.
    pub(super) bots: Vec<Running>,
}

impl Contest {
    /// GNU Go of these levels, each another one, are entered for an event with these settings beside the usual ones,
    /// and the order is drawn.
    pub(super) async fn open(kind: StoreKind, levels: &[u32], settings: &[&str]) -> anyhow::Result<Self> {
        let server = Server::start(kind).await?;
        let home = server.home().to_owned();
        let mut contest = Self { server, home, t: String::new(), bots: Vec::new() };
        std::fs::write(contest.home.join("gate.sh"), GATE)?;
        let programs: Vec<String> = levels.iter().map(|level| format!("Level{level}")).collect();
        for name in ["Olga", "Ann"].into_iter().chain(programs.iter().map(String::as_str)) {
            let (code, _, said) = typed(contest.client(name, &["register", name])?, "correct horse\n").await?;
            ensure!(code == Some(0), "{name}: {said}");
        }
        let like = ["create", "Programs", "--preset", "computer-go"];
        let short = ["--size", "9", "--time", "10m", "--pace", "at-once", "--referee", "Ann"];
        let made = contest.done("Olga", &[&like[..], &short, settings].concat()).await?;
        contest.t = made.trim().to_owned();
        for (name, level) in programs.iter().zip(levels) {
            let entry = contest.bots.len() + 1;
            let engine = contest.engine(entry, *level);
            let words = ["bot", "--json", "--engine", &engine, "--tournament", &contest.t, "--enter"];
            let bot = Running::start(contest.client(name, &words)?)?;
            contest.bots.push(bot);
            wait_for("an entry", LIMIT, || async {
                let view = contest.get(&format!("/tournaments/{}", contest.t)).await.ok()?;
                (view["entries"].as_array()?.len() == entry).then_some(())
            })
            .await?;
            contest.done("Olga", &["edit", &contest.t, name, "--seed", &entry.to_string()]).await?;
        }
        contest.done("Olga", &["draw", &contest.t, "--by", "seed"]).await?;
        Ok(contest)
    }

    fn engine(&self, entry: usize, level: u32) -> String {
        let (gate, at) = (self.home.join("gate.sh"), self.beside(entry, ""));
        // with time to spare it would think at higher levels than its own
        let level = format!("--level {level} --max-level {level}");
        let options = format!("--mode gtp --chinese-rules --positional-superko {level}");
        format!("sh '{}' '{}' {} {options}", gate.display(), at.display(), oracle::gnugo())
    }

    /// A file of the gate of an entry.
    pub(super) fn beside(&self, entry: usize, end: &str) -> PathBuf {
        self.home.join(format!("engine{entry}{end}"))
    }

    pub(super) fn client(&self, who: &str, words: &[&str]) -> anyhow::Result<Command> {
        let mut command = tengen(&self.home.join(who), &self.server.url, None)?;
        command.args(words);
        Ok(command)
    }

    pub(super) async fn done(&self, who: &str, words: &[&str]) -> anyhow::Result<String> {
        let command = self.client(who, &[&["tournament"], words].concat())?;
        let (code, out, said) = typed(command, "").await?;
        ensure!(code == Some(0), "{words:?}: {out} {said}");
        Ok(out)
    }

    pub(super) async fn rules(&self, game: &str, words: &[&str]) -> anyhow::Result<(Option<i32>, String, String)> {
        let words = [&["referee", game], words, &["--reason", "other", "--yes"]].concat();
        typed(self.client("Ann", &words)?, "").await
    }

    pub(super) async fn ruled(&self, game: &str, words: &[&str]) -> anyhow::Result<()> {
        let (code, out, said) = self.rules(game, words).await?;
        ensure!(code == Some(0), "{words:?}: {out} {said}");
        Ok(())
    }

    pub(super) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&self.server.get(&format!("/api/v1{path}")).await?)?)
    }

    pub(super) async fn log(&self, game: &str) -> anyhow::Result<Vec<Value>> {
        let mut page = self.get(&format!("/games/{game}/log?from=1&limit=1000")).await?;
        let Value::Array(events) = page["events"].take() else { anyhow::bail!("no log: {page}") };
        ensure!(page["seq"].as_u64() == Some(events.len() as u64), "not the whole log");
        Ok(events)
    }

    /// The game of an entry in a round, once it is there.
    pub(super) async fn game(&self, round: usize, entry: usize) -> anyhow::Result<String> {
        let path = format!("/tournaments/{}/rounds/1/{round}", self.t);
        wait_for(&format!("the game of entry {entry} in round {round}"), LIMIT, || async {
            let view = self.get(&path).await.ok()?;
            let bouts = view["bouts"].as_array()?;
            let bout = bouts.iter().find(|bout| bout["first"] == entry || bout["second"] == entry)?;
            let game = &bout["games"][0];
            (game["created"] == true).then(|| game["game"].as_str().map(str::to_owned))?
        })
        .await
    }

    pub(super) async fn over(&self, game: &str) -> anyhow::Result<Value> {
        wait_for("the end of a game", LIMIT, || async {
            let outcome = self.get(&format!("/games/{game}")).await.ok()?["snapshot"]["outcome"].take();
            outcome.is_object().then_some(outcome)
        })
        .await
    }

    /// From now on an entry's engine gives no seventh move of a game.
    pub(super) fn hold(&self, entry: usize) -> anyhow::Result<()> {
        Ok(std::fs::write(self.beside(entry, ".hold"), "")?)
    }

    pub(super) fn release(&self, entry: usize) -> anyhow::Result<()> {
        Ok(std::fs::remove_file(self.beside(entry, ".hold"))?)
    }

    /// The game of a held entry in a round, in its middle: it is to move and does not.
    pub(super) async fn held(&self, round: usize, entry: usize) -> anyhow::Result<String> {
        let game = self.game(round, entry).await?;
        let waits = self.beside(entry, ".waits");
        wait_for("an engine that is held", LIMIT, || async {
            let snapshot = &self.get(&format!("/games/{game}")).await.ok()?["snapshot"];
            let plies = snapshot["moves"].as_str()?.split_whitespace().count();
            (plies > 1 && snapshot["phase"] == "playing" && waits.exists()).then_some(())
        })
        .await?;
        Ok(game)
    }
}
