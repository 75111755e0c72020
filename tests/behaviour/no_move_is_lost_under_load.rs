//! Many games, many spectators and many idle connections at once: the load tool, made small, checks
//! every answer, and that everybody gets every event once and in order.

use anyhow::ensure;
use tengen_tests::{binary, cli::json};
use tokio::process::Command;

#[tokio::test(flavor = "multi_thread")]
async fn every_move_is_answered_and_everybody_sees_it_once_and_in_order() -> anyhow::Result<()> {
    let mut load = Command::new(binary("load")?);
    load.args(["--smoke", "--seconds", "0.5", "--idle-seconds", "0.5", "--json"]).kill_on_drop(true);
    let reports = json(load).await?;
    let measured: Vec<_> = reports.iter().filter_map(|report| report["measure"].as_str()).collect();
    ensure!(measured == ["moves", "fan-out", "idle"], "{reports:?}");
    for column in ["ours, Redis", "ours, embedded"] {
        let rate = reports[0]["rows"]["moves_per_s"][column]["median"].as_f64();
        ensure!(rate.is_some_and(|rate| rate > 0.0), "{}", reports[0]);
    }
    Ok(())
}
