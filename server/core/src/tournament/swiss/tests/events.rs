//! Whole events: what must hold round after round.

use super::*;
use proptest::prelude::*;
use rand::{SeedableRng as _, seq::SliceRandom as _};

/// What the round must be, whatever the past.
fn check(history: &History, options: &Options, pairing: &Pairing) -> Result<(), TestCaseError> {
    let plan = &pairing.plan;
    let mut seen: Vec<_> =
        plan.pairs.iter().flat_map(|pair| [pair.first, pair.second]).chain(plan.byes.clone()).collect();
    seen.sort_unstable();
    let mut there: Vec<_> = history.field().iter().map(|entrant| entrant.no).collect();
    there.sort_unstable();
    prop_assert_eq!(&seen, &there, "everybody once");
    prop_assert_eq!(plan.byes.len(), there.len() % 2);
    prop_assert_eq!(pairing.why.len(), plan.pairs.len() + plan.byes.len());
    for pair in &plan.pairs {
        prop_assert_eq!(history.meetings(pair.first, pair.second), 0, "no rematch");
    }
    for bye in &plan.byes {
        let had = history.byes_of(*bye);
        let remarked = Remark::ByeAgain { entry: *bye, times: had + 1 };
        prop_assert_eq!(plan.remarks.contains(&remarked), had > 0);
        for other in there.iter().filter(|other| history.byes_of(**other) < had) {
            // With a bye for him instead there must be no round of the others.
            let mut without = history.clone();
            for entrant in without.entrants.iter_mut().filter(|entrant| entrant.no == *other) {
                entrant.until_round = Some(history.next_round() - 1);
            }
            prop_assert_eq!(pair(&without, options), Err(NotYet::Exhausted), "a bye for {}", other);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("TENGEN_LONG").is_some() { 3_000 } else { 60 }, ..ProptestConfig::default() })]

    #[test]
    fn whole_events_keep_what_is_promised(seed in any::<u64>()) {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let mut entrants = field(random.random_range(2..=30));
        for entrant in &mut entrants {
            entrant.club = random.random_bool(0.5).then(|| random.random_range(1..=6));
            if random.random_bool(0.1) {
                entrant.from_round = random.random_range(1..=4);
            }
        }
        let mut history = History::new(entrants);
        let options = Options::default();
        for round in 1..=9 {
            for entrant in &mut history.entrants {
                if entrant.until_round.is_none() && random.random_bool(0.02) {
                    entrant.until_round = Some(round - 1);
                }
            }
            let pairing = match pair(&history, &options) {
                Ok(pairing) => pairing,
                Err(NotYet::TooFew(_) | NotYet::Exhausted) => break,
                Err(other) => panic!("{other}"),
            };
            check(&history, &options, &pairing)?;
            let mut shuffled = history.clone();
            shuffled.entrants.shuffle(&mut random);
            for round in &mut shuffled.rounds {
                round.bouts.shuffle(&mut random);
            }
            prop_assert_eq!(pair(&shuffled, &options), Ok(pairing.clone()), "the order of lists does not matter");
            history.rounds.push(play(&pairing.plan, &mut random));
        }
    }

    /// In an event of usual length nobody ever breaks a bound of colours.
    #[test]
    fn bounds_of_colours_hold_in_usual_events(seed in any::<u64>()) {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let mut history = History::new(field(random.random_range(24..=40)));
        for _ in 0..7 {
            let pairing = pair(&history, &Options::default()).unwrap();
            history.rounds.push(play(&pairing.plan, &mut random));
        }
        for entrant in &history.entrants {
            let colours = history.colours_of(entrant.no);
            prop_assert!(colours.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]), "{colours:?}");
            let mut balance = 0_i32;
            for colour in colours {
                balance += if colour == Colour::Black { 1 } else { -1 };
                prop_assert!(balance.abs() <= 2);
            }
        }
    }
}
