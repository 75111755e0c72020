//! What `README.md` says about backups: a copy that was made while a game went on, and the game goes
//! on from it, on either store.

use crate::{game, program, run, secured::Secured};
use anyhow::ensure;
use tengen_tests::{
    binary,
    server::{Server, StoreKind},
    wait_for,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_from_a_backup_of_a_directory() -> anyhow::Result<()> {
    let mut server = Server::start(StoreKind::Embedded).await?;
    let (home, url) = (server.home().to_owned(), server.url.clone());
    let mut players = game::begun(&home, std::slice::from_ref(&url)).await?;
    let (data, copy) = (home.join("data"), home.join("copy"));
    Box::pin(game::over(&mut players, &url, async || {
        let mut backup = program(binary("tengen-server")?, &["admin", "backup"]);
        run({
            backup.arg(&copy).arg("--data").arg(&data);
            backup
        })
        .await?;
        // The disk is lost, the copy takes its place.
        ensure!(server.stop().await?.success(), "SIGTERM ends it well");
        std::fs::remove_dir_all(&data)?;
        std::fs::rename(&copy, &data)?;
        server.start_again().await
    }))
    .await?;
    let tokens = [players[0].token.clone(), players[1].token.clone()];
    let game = players[0].game.clone();
    game::check(&url, players).await?;
    game::counted(&home, [&url, &url], [&tokens[0], &tokens[1]], &game).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_from_a_copy_of_the_files_of_redis() -> anyhow::Result<()> {
    let mut redis = Secured::start().await?;
    let node = Server::start_with(StoreKind::Embedded, &redis.options()).await?;
    let (home, url) = (node.home().to_owned(), node.url.clone());
    let mut players = game::begun(&home, std::slice::from_ref(&url)).await?;
    let copy = redis.beside("copy");
    Box::pin(game::over(&mut players, &url, async || {
        // The files are appended to and never changed while the log is not rewritten.
        let () = redis.ask(&["CONFIG", "SET", "auto-aof-rewrite-percentage", "0"]).await?;
        wait_for("no rewrite", 20, || async {
            let info: String = redis.ask(&["INFO", "persistence"]).await.ok()?;
            info.contains("aof_rewrite_in_progress:0").then_some(())
        })
        .await?;
        std::fs::create_dir(&copy)?;
        let files = redis.files().join("appendonlydir");
        run(program("cp", &["-a", &files.display().to_string(), &copy.display().to_string()])).await?;
        redis.restart_from(&copy).await
    }))
    .await?;
    game::check(&url, players).await
}
