//! How long a round takes, and how it grows: figures to look at, not to fail by.

use super::*;
use rand::SeedableRng as _;
use std::time::Instant;

/// Ten rounds of 125, 250, 500 and 1,000; prints the time of each round and the growth against the
/// smallest field.
/// `TENGEN_LONG=1 cargo test -p tengen-core --profile ci --lib tournament::swiss::tests::speed -- --nocapture`
#[test]
fn a_thousand_players_are_paired_for_ten_rounds() {
    if std::env::var_os("TENGEN_LONG").is_none() {
        println!("skipped without TENGEN_LONG=1: the times of large fields");
        return;
    }
    let mut smallest = None;
    for n in [125, 250, 500, 1_000] {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(u64::from(n));
        let mut history = History::new(field(n));
        let mut times = Vec::new();
        for _ in 0..10 {
            let began = Instant::now();
            let pairing = pair(&history, &Options::default()).unwrap();
            times.push(began.elapsed());
            history.rounds.push(play(&pairing.plan, &mut random));
        }
        let sum = times.iter().sum::<std::time::Duration>().as_secs_f64();
        let ratio = sum / *smallest.get_or_insert(sum);
        println!("{n} players: 10 rounds in {sum:.3} s, {ratio:.1} times the smallest; {times:.3?}");
    }
}
