//! Small fields, against all pairings with all colours. Everything is counted anew here, from the
//! definitions and by the plainest questions to the history.

use super::*;
use proptest::prelude::*;
use rand::{SeedableRng as _, seq::SliceRandom as _};

/// Costs by the criteria in order, but for the lowest list.
type Sums = [u64; 11];

/// A pair of places with the better first, whether he has Black; the bye has the place after the last.
type List = Vec<(usize, usize)>;

/// The history as it was before a round.
fn before(history: &History, round: usize) -> History {
    History { entrants: history.entrants.clone(), rounds: history.rounds[..round].to_vec() }
}

fn points(history: &History, no: EntryNo, options: &Options) -> u64 {
    let byes = u64::from(options.bye_points) * history.byes_of(no) as u64;
    u64::from(history.entrant(no).map_or(0, |entrant| entrant.carried) + history.points_from_bouts(no)) + byes
}

/// +1 up, -1 down, 0 none.
fn float(history: &History, no: EntryNo, rounds_ago: usize, options: &Options) -> i8 {
    let Some(round) = history.rounds.len().checked_sub(rounds_ago) else { return 0 };
    if history.rounds[round].byes.contains(&no) {
        return -1;
    }
    let Some(bout) = history.rounds[round].bout_of(no) else { return 0 };
    if !bout.is_met() {
        return if bout.score_of(no) == Some(Score::Win) { -1 } else { 0 };
    }
    let then = before(history, round);
    direction(points(&then, no, options), points(&then, bout.opponent_of(no).unwrap(), options))
}

fn direction(own: u64, other: u64) -> i8 {
    i8::from(other > own) - i8::from(other < own)
}

fn breaches(history: &History, no: EntryNo, colour: Colour, options: &Options) -> u64 {
    let mut colours = history.colours_of(no);
    let difference = |colours: &[Colour]| {
        let blacks = colours.iter().filter(|colour| **colour == Colour::Black).count();
        blacks.abs_diff(colours.len() - blacks)
    };
    let had = difference(&colours);
    colours.push(colour);
    let row = options.in_a_row as usize;
    let alike = colours.len() >= row && colours[colours.len() - row..].iter().all(|last| *last == colour);
    let uneven = difference(&colours) > options.difference as usize && difference(&colours) > had;
    u64::from(alike) + u64::from(uneven)
}

/// (strong, mild) wishes that this colour leaves unmet.
fn unmet(history: &History, no: EntryNo, colour: Colour, options: &Options) -> (u64, u64) {
    let (own, other) = (breaches(history, no, colour, options), breaches(history, no, colour.other(), options));
    if own != other {
        return (u64::from(own > other), 0);
    }
    let colours = history.colours_of(no);
    let alike = colours.iter().filter(|had| **had == colour).count();
    match alike.cmp(&(colours.len() - alike)) {
        std::cmp::Ordering::Greater => (1, 0),
        std::cmp::Ordering::Less => (0, 0),
        std::cmp::Ordering::Equal => (0, u64::from(colours.last() == Some(&colour))),
    }
}

/// All that can be asked about a field.
struct Oracle<'a> {
    history: &'a History,
    options: &'a Options,
    order: Vec<EntryNo>,
}

impl<'a> Oracle<'a> {
    fn new(history: &'a History, options: &'a Options) -> Self {
        let mut order: Vec<_> = history.field().iter().map(|entrant| entrant.no).collect();
        order.sort_by_key(|no| std::cmp::Reverse(points(history, *no, options)));
        Self { history, options, order }
    }

    /// Those with his points, by seed.
    fn group(&self, no: EntryNo) -> Vec<EntryNo> {
        let alike =
            |other: &&EntryNo| points(self.history, **other, self.options) == points(self.history, no, self.options);
        self.order.iter().filter(alike).copied().collect()
    }

    fn costs(&self, black: EntryNo, white: EntryNo) -> Sums {
        let (history, options) = (self.history, self.options);
        let (one, two) = (points(history, black, options), points(history, white, options));
        let again = |rounds_ago| {
            let again =
                |no, direction| u64::from(direction != 0 && float(history, no, rounds_ago, options) == direction);
            again(black, direction(one, two)) + again(white, direction(two, one))
        };
        let club = |no| history.entrant(no).unwrap().club;
        let same_club =
            club(black).is_some() && club(black) == club(white) && history.next_round() <= options.clubs_apart;
        let (strong, mild) = unmet(history, black, Colour::Black, options);
        let (more_strong, more_mild) = unmet(history, white, Colour::White, options);
        let rank = |no| self.group(no).iter().position(|other| *other == no).unwrap();
        let displacement = if one == two {
            let apart = rank(black).abs_diff(rank(white));
            apart.abs_diff(self.group(black).len() / 2).pow(2)
        } else {
            let (upper, lower) = if one > two { (black, white) } else { (white, black) };
            (self.group(upper).len() - 1 - rank(upper)).pow(2) + rank(lower).pow(2)
        };
        [
            history.meetings(black, white) as u64,
            0,
            breaches(history, black, Colour::Black, options) + breaches(history, white, Colour::White, options),
            0,
            one.abs_diff(two).pow(2),
            again(1),
            again(2),
            u64::from(same_club),
            strong + more_strong,
            mild + more_mild,
            displacement as u64,
        ]
    }

    fn bye_costs(&self, no: EntryNo) -> Sums {
        let behind = self.order.iter().rev().position(|other| *other == no).unwrap();
        [0, self.history.byes_of(no) as u64, 0, behind as u64, 0, 0, 0, 0, 0, 0, 0]
    }

    /// The best of all rounds: tries every pairing with every colouring.
    fn best(&self) -> Option<(Sums, List)> {
        let n = self.order.len();
        let costs: Vec<Vec<Option<Sums>>> = (0..n)
            .map(|black| {
                let of = |white: usize| {
                    let (one, two) = (self.order[black], self.order[white]);
                    let may =
                        self.options.rematches == Rematches::WhenExhausted || self.history.meetings(one, two) == 0;
                    (black != white && may).then(|| self.costs(one, two))
                };
                (0..n).map(of).collect()
            })
            .collect();
        let mut best = None;
        self.extend(&costs, &mut vec![false; n], [0; 11], &mut Vec::new(), &mut best);
        best
    }

    fn extend(
        &self,
        costs: &[Vec<Option<Sums>>],
        taken: &mut Vec<bool>,
        sums: Sums,
        list: &mut List,
        best: &mut Option<(Sums, List)>,
    ) {
        let n = self.order.len();
        let Some(a) = taken.iter().position(|taken| !taken) else {
            if best.as_ref().is_none_or(|(least, lowest)| (&sums, &*list) < (least, lowest)) {
                *best = Some((sums, list.clone()));
            }
            return;
        };
        taken[a] = true;
        for b in a + 1..n {
            if taken[b] {
                continue;
            }
            taken[b] = true;
            list.push((a, b));
            for costs_of in [costs[a][b], costs[b][a]].into_iter().flatten() {
                self.extend(costs, taken, add(sums, costs_of), list, best);
            }
            list.pop();
            taken[b] = false;
        }
        if n % 2 == 1 && list.iter().all(|pair| pair.1 != n) {
            list.push((a, n));
            self.extend(costs, taken, add(sums, self.bye_costs(self.order[a])), list, best);
            list.pop();
        }
        taken[a] = false;
    }
}

fn add(mut sums: Sums, more: Sums) -> Sums {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
    sums
}

/// A past that no system would have made: anybody met anybody, byes fell anywhere.
fn wild_history(random: &mut impl Rng) -> History {
    let n = random.random_range(2..=10_u32);
    let played = random.random_range(0..=5_usize);
    let mut seeds: Vec<u32> = (1..=n).collect();
    seeds.shuffle(random);
    let clubs = random.random_bool(0.5);
    let carries = random.random_bool(0.3);
    let mut entrants = field(n);
    for (entrant, seed) in entrants.iter_mut().zip(seeds) {
        entrant.seed = seed;
        entrant.club = (clubs && random.random_bool(0.7)).then(|| random.random_range(1..=3));
        if random.random_bool(0.1) {
            entrant.from_round = random.random_range(1..=6);
        }
        if random.random_bool(0.1) {
            entrant.until_round = Some(random.random_range(0..=6));
        }
        entrant.carried = if carries { random.random_range(0..=3) } else { 0 };
    }
    let mut history = History::new(entrants);
    for _ in 0..played {
        let mut there: Vec<_> = history.field().iter().map(|entrant| entrant.no).collect();
        there.shuffle(random);
        let byes = there.len() % 2 + if random.random_bool(0.1) { 2 } else { 0 };
        let byes = there.split_off(there.len().saturating_sub(byes));
        let pairs = there.chunks_exact(2).map(|two| Pair { first: two[0], second: two[1] }).collect();
        history.rounds.push(play(&Plan { pairs, byes, remarks: Vec::new() }, random));
    }
    history
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("TENGEN_LONG").is_some() { 5_000 } else { 250 }, ..ProptestConfig::default() })]

    #[test]
    fn small_fields_are_paired_as_by_trying_everything(seed in any::<u64>()) {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let history = wild_history(&mut random);
        let options = Options {
            clubs_apart: random.random_range(0..=3),
            in_a_row: random.random_range(2..=3),
            difference: random.random_range(1..=2),
            rematches: if random.random_bool(0.4) { Rematches::WhenExhausted } else { Rematches::Never },
            first_colour: Colour::Black,
            bye_points: random.random_range(0..=2),
        };
        let oracle = Oracle::new(&history, &options);
        let n = oracle.order.len();
        if n < 2 {
            prop_assert_eq!(pair(&history, &options), Err(NotYet::TooFew(n)));
            return Ok(());
        }
        let Some((least, lowest)) = oracle.best() else {
            prop_assert_eq!(pair(&history, &options), Err(NotYet::Exhausted));
            return Ok(());
        };
        let pairing = pair(&history, &options).unwrap();
        let place = |no: EntryNo| oracle.order.iter().position(|other| *other == no).unwrap();
        let mut sums = [0; 11];
        let mut list = Vec::new();
        for pair in &pairing.plan.pairs {
            sums = add(sums, oracle.costs(pair.first, pair.second));
            let (one, two) = (place(pair.first), place(pair.second));
            list.push((one.min(two), one.max(two)));
        }
        for bye in &pairing.plan.byes {
            sums = add(sums, oracle.bye_costs(*bye));
            list.push((place(*bye), n));
        }
        prop_assert!(pairing.plan.pairs.is_empty() || list[..pairing.plan.pairs.len()].is_sorted());
        list.sort_unstable();
        prop_assert_eq!(sums, least);
        prop_assert_eq!(list, lowest);
        let told = |criterion| {
            let costs = pairing.why.iter().flat_map(|why| match why {
                Why::Pair { costs, .. } | Why::Bye { costs, .. } => costs,
            });
            costs.filter(|amount| amount.criterion == criterion).map(|amount| amount.amount.unsigned_abs()).sum::<u64>()
        };
        prop_assert_eq!(cost::ORDER.map(told), least);
    }
}
