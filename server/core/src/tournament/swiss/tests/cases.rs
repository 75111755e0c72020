//! Cases computed by hand.

use super::*;

fn no(numbers: impl IntoIterator<Item = u32>) -> Vec<EntryNo> {
    numbers.into_iter().map(EntryNo).collect()
}

/// The plan as numbers, Black first.
fn pairs(pairing: &Pairing) -> Vec<(u32, u32)> {
    pairing.plan.pairs.iter().map(|pair| (pair.first.0, pair.second.0)).collect()
}

/// A round in which Black (named first) got this.
fn round(bouts: &[(u32, u32, Scores)], byes: &[u32]) -> Round {
    let bout = |&(first, second, result)| Bout { result: Some(result), ..Bout::new(EntryNo(first), EntryNo(second)) };
    Round { bouts: bouts.iter().map(bout).collect(), byes: no(byes.iter().copied()) }
}

const WON: Scores = Scores::played(Score::Win);
const LOST: Scores = Scores::played(Score::Loss);

fn paired(history: &History) -> Pairing {
    pair(history, &Options::default()).unwrap()
}

#[test]
fn the_first_round_is_i_against_i_plus_half() {
    let even = paired(&History::new(field(8)));
    assert_eq!(pairs(&even), [(1, 5), (6, 2), (3, 7), (8, 4)]);
    let odd = paired(&History::new(field(7)));
    assert_eq!(pairs(&odd), [(1, 4), (5, 2), (3, 6)]);
    assert_eq!(odd.plan.byes, no([7]));
    let white = Options { first_colour: Colour::White, ..Options::default() };
    assert_eq!(pairs(&pair(&History::new(field(4)), &white).unwrap()), [(3, 1), (2, 4)]);
    for n in 2..=40 {
        let pairing = paired(&History::new(field(n)));
        let places: Vec<_> = pairs(&pairing).into_iter().map(|(one, two)| (one.min(two), one.max(two))).collect();
        assert_eq!(places, (1..=n / 2).map(|i| (i, i + n / 2)).collect::<Vec<_>>());
        assert_eq!(pairing.plan.byes, no((n % 2 == 1).then_some(n)));
    }
}

/// 1, 2, 3, 4 have won, with Black, White, Black, White. 1 against 3 and 2 against 4 would leave a
/// strong wish in each pair; of the two other ways, both displaced by 1 + 1, 1-2 3-4 is lower.
fn after_one_round() -> History {
    let mut history = History::new(field(8));
    history.rounds.push(round(&[(1, 5, WON), (6, 2, LOST), (3, 7, WON), (8, 4, LOST)], &[]));
    history
}

#[test]
fn wishes_for_colours_go_before_displacement() {
    let pairing = paired(&after_one_round());
    assert_eq!(pairs(&pairing), [(2, 1), (4, 3), (5, 6), (7, 8)]);
    let Why::Pair { first, second, colours, costs } = &pairing.why[0] else { panic!("a bye") };
    assert_eq!(*colours, ColourReason::OtherwiseMore { criterion: Criterion::StrongWishes });
    assert_eq!(costs, &[Amount { criterion: Criterion::Displacement, amount: 1 }]);
    assert_eq!((first.entry, first.place, first.points, first.rank, first.group), (EntryNo(2), 2, 2, 2, 4));
    assert_eq!(second.wish, Some(Wish { colour: Colour::White, strength: Strength::Strong }));
    let obstacle = Obstacle::CostsMore { criterion: Criterion::StrongWishes };
    assert_eq!(second.natural, Some(Natural { opponent: EntryNo(3), obstacle }));
}

#[test]
fn an_explanation_is_codes_and_numbers() {
    let pairing = paired(&after_one_round());
    let told = serde_json::to_value(&pairing.why[0]).unwrap();
    let expected = serde_json::json!({
        "kind": "pair",
        "first": {
            "entry": 2, "place": 2, "points": 2, "byes": 0, "rank": 2, "group": 4, "colours": ["white"],
            "wish": {"colour": "black", "strength": "strong"},
            "natural": {"opponent": 4, "obstacle": {"obstacle": "costs_more", "criterion": "strong_wishes"}},
        },
        "second": {
            "entry": 1, "place": 1, "points": 2, "byes": 0, "rank": 1, "group": 4, "colours": ["black"],
            "wish": {"colour": "white", "strength": "strong"},
            "natural": {"opponent": 3, "obstacle": {"obstacle": "costs_more", "criterion": "strong_wishes"}},
        },
        "colours": {"reason": "otherwise_more", "criterion": "strong_wishes"},
        "costs": [{"criterion": "displacement", "amount": 1}],
    });
    assert_eq!(told, expected);
}

/// 1 (bye) and 2 have 2 points, 3 none. 1 and 2 meet, 3 has the bye; then 3 against 1, who beat 2.
/// The bye was a float down, as is now 1 against 3.
#[test]
fn three_players_take_turns_with_the_bye() {
    let mut history = History::new(field(3));
    let first = paired(&history);
    assert_eq!((pairs(&first), &first.plan.byes), (vec![(1, 2)], &no([3])));
    history.rounds.push(round(&[(1, 2, WON)], &[3]));
    let second = paired(&history);
    assert_eq!((pairs(&second), &second.plan.byes), (vec![(3, 1)], &no([2])));
    history.rounds.push(round(&[(3, 1, WON)], &[2]));
    let third = paired(&history);
    assert_eq!((pairs(&third), &third.plan.byes), (vec![(2, 3)], &no([1])));
    let Why::Pair { first: two, second: three, .. } = &third.why[0] else { panic!("a bye") };
    assert_eq!((two.float, two.last_float, two.float_before), (Some(Float::Up), Some(Float::Down), None));
    assert_eq!((three.float, three.last_float, three.float_before), (Some(Float::Down), None, Some(Float::Down)));
    history.rounds.push(round(&[(2, 3, WON)], &[1]));
    assert_eq!(pair(&history, &Options::default()), Err(NotYet::Exhausted));
    let again = Options { rematches: Rematches::WhenExhausted, ..Options::default() };
    // All have 4 points and had a bye; the last by seed has his second one. 1 had White last, 2 Black.
    let fourth = pair(&history, &again).unwrap();
    assert_eq!((pairs(&fourth), &fourth.plan.byes), (vec![(1, 2)], &no([3])));
    let pair = Pair { first: EntryNo(1), second: EntryNo(2) };
    let bye = Remark::ByeAgain { entry: EntryNo(3), times: 2 };
    assert_eq!(fourth.plan.remarks, [Remark::Rematch { pair, times: 2 }, bye]);
}

/// 1 and 2, 2 and 3 have met; 1 and 3 were paired, but 3 did not come. All had a bye.
#[test]
fn a_forfeit_is_paired_again_and_a_second_bye_is_told() {
    let mut history = History::new(field(3));
    history.rounds.push(round(&[(1, 2, WON)], &[3]));
    history.rounds.push(round(&[(3, 1, Scores::forfeited(Score::Loss))], &[2]));
    history.rounds.push(round(&[(2, 3, WON)], &[1]));
    let pairing = paired(&history);
    // 1 has had Black, 3 White: each wishes for the other, and nothing else is left.
    assert_eq!((pairs(&pairing), &pairing.plan.byes), (vec![(3, 1)], &no([2])));
    assert_eq!(pairing.plan.remarks, [Remark::ByeAgain { entry: EntryNo(2), times: 2 }]);
}

#[test]
fn who_won_by_forfeit_floated_down_and_who_lost_so_did_not() {
    let mut history = History::new(field(4));
    history.rounds.push(round(&[(1, 3, Scores::forfeited(Score::Win)), (4, 2, LOST)], &[]));
    let Pairing { why, .. } = paired(&history);
    let last_floats = |entry| {
        why.iter().find_map(|why| match why {
            Why::Pair { first, second, .. } => [first, second].into_iter().find(|side| side.entry == EntryNo(entry)),
            Why::Bye { .. } => None,
        })
    };
    assert_eq!([1, 2, 3, 4].map(|entry| last_floats(entry).unwrap().last_float), [Some(Float::Down), None, None, None]);
    assert!(last_floats(1).unwrap().colours.is_empty());
}

/// Group of three with 2 points (1, 2, 3), of three without (4, 5, 6): the last of the upper one
/// meets the first of the lower one.
#[test]
fn the_last_of_a_group_meets_the_first_of_the_next() {
    let mut history = History::new(field(6));
    // Nobody has a colour yet, and nobody has met.
    let both = |one, two| (one, two, Scores::both_lose(true));
    let mut first = round(&[both(4, 5)], &[1, 2, 3]);
    first.bouts.push(Bout { result: Some(Scores::both_lose(true)), ..Bout::new(EntryNo(6), EntryNo(99)) });
    history.rounds.push(first);
    let pairing = paired(&history);
    assert_eq!(pairs(&pairing), [(1, 2), (3, 4), (5, 6)]);
    let Why::Pair { costs, .. } = &pairing.why[1] else { panic!("a bye") };
    // 3 floats down as with the bye.
    let amounts = [(Criterion::PointDifference, 4), (Criterion::FloatAgain, 1)];
    assert_eq!(costs, &amounts.map(|(criterion, amount)| Amount { criterion, amount }));
}

/// Members of a club meet in the first rounds only when there is no other way.
#[test]
fn clubs_are_kept_apart_for_two_rounds() {
    let mut history = History::new(field(4));
    for entrant in &mut history.entrants {
        entrant.club = Some(u32::from(entrant.no.0 % 2 == 1));
    }
    // 1 against 3 and 2 against 4 would be two pairs of a club.
    assert_eq!(pairs(&paired(&history)), [(1, 2), (3, 4)]);
    let never = Options { clubs_apart: 0, ..Options::default() };
    assert_eq!(pairs(&pair(&history, &never).unwrap()), [(1, 3), (4, 2)]);
}

/// Points that were brought along count as in the places, and so does what a bye gives.
#[test]
fn points_are_those_of_the_places() {
    let mut history = History::new(field(4));
    for (entrant, carried) in history.entrants.iter_mut().zip([0, 2, 1, 2]) {
        entrant.carried = carried;
    }
    let pairing = paired(&history);
    assert_eq!(pairs(&pairing), [(4, 2), (3, 1)]);
    let Why::Pair { first, .. } = &pairing.why[0] else { panic!("a bye") };
    assert_eq!(first.points, 2);

    // 1 beat 2, 4 had the bye, 3 comes now: with 2 points for the bye 4 meets 1; with none 1 meets one of
    // three below him, and 3 is nearer to their head.
    let mut history = History::new(field(4));
    history.entrants[2].from_round = 2;
    history.rounds.push(round(&[(1, 2, WON)], &[4]));
    let meets = |bye_points| {
        let pairing = pair(&history, &Options { bye_points, ..Options::default() }).unwrap();
        let of_four = pairs(&pairing).into_iter().find(|(one, two)| *one == 4 || *two == 4).unwrap();
        of_four.0 + of_four.1 - 4
    };
    assert_eq!((meets(2), meets(0)), (1, 2));
}

#[test]
fn nothing_is_paired_before_all_results_are_there() {
    let mut history = History::new(field(4));
    let open = Bout::new(EntryNo(1), EntryNo(3));
    history.rounds.push(Round { bouts: vec![open.clone(), open], byes: Vec::new() });
    assert_eq!(pair(&history, &Options::default()), Err(NotYet::Undecided { round: 1, undecided: 2 }));
    assert_eq!(pair(&History::new(field(1)), &Options::default()), Err(NotYet::TooFew(1)));
    assert_eq!(pair(&History::default(), &Options::default()), Err(NotYet::TooFew(0)));
    let given = MOST_ENTRANTS + 1;
    let crowd = History::new(field(u32::try_from(given).unwrap()));
    assert_eq!(pair(&crowd, &Options::default()), Err(NotYet::TooMany { given, most: MOST_ENTRANTS }));
}

/// The colours of 1 and 2 after games against others, oldest first, and what the two then get.
fn colours_of(one: &str, two: &str, seeds: (u32, u32)) -> (u32, ColourReason) {
    let mut history = History::new(field(2));
    (history.entrants[0].seed, history.entrants[1].seed) = seeds;
    let rounds = one.len().max(two.len());
    for round in 0..rounds {
        let mut played = Round::default();
        for (entry, colours) in [(1, one), (2, two)] {
            let at = (round + colours.len()).checked_sub(rounds);
            let colour = at.map(|at| colours.as_bytes()[at]);
            let other = EntryNo(100 * entry + u32::try_from(round).unwrap());
            let bout = match colour {
                Some(b'B') => Bout::new(EntryNo(entry), other),
                Some(_) => Bout::new(other, EntryNo(entry)),
                None => continue,
            };
            played.bouts.push(Bout { result: Some(Scores::played(Score::Draw)), ..bout });
        }
        history.rounds.push(played);
    }
    let pairing = paired(&history);
    let Why::Pair { colours, .. } = pairing.why[0] else { panic!("a bye") };
    (pairing.plan.pairs[0].first.0, colours)
}

#[test]
fn colours_go_by_wishes_and_then_by_rules_in_order() {
    let more = |criterion| ColourReason::OtherwiseMore { criterion };
    // Two in a row beat an even count: BBWW must not get White.
    assert_eq!(colours_of("BBWW", "WBBW", (1, 2)), (1, more(Criterion::ColourBounds)));
    assert_eq!(colours_of("WBW", "BWB", (1, 2)), (1, more(Criterion::StrongWishes)));
    // 1 had White less often, 2 has had both as often and wishes for White mildly.
    assert_eq!(colours_of("BWB", "WB", (1, 2)), (2, more(Criterion::StrongWishes)));
    assert_eq!(colours_of("BW", "WB", (1, 2)), (1, more(Criterion::MildWishes)));
    // One more Black would be the third in a row for 2, and a difference of 3.
    assert_eq!(colours_of("BWB", "WBB", (1, 2)), (1, more(Criterion::ColourBounds)));
    assert_eq!(colours_of("BWB", "BBWB", (1, 2)), (1, more(Criterion::ColourBounds)));
    // For 1 the third in a row, for 2 a difference of 3: one bound either way, and 2 has more Blacks over.
    assert_eq!(colours_of("WBB", "BBWB", (1, 2)), (1, ColourReason::LargerDifference));
    assert_eq!(colours_of("BBWB", "WBB", (1, 2)), (2, ColourReason::LargerDifference));
    // Both strongly for White; they last had different colours in their second games.
    assert_eq!(colours_of("BWBWB", "WBBWB", (1, 2)), (1, ColourReason::Alternate));
    assert_eq!(colours_of("WBBWB", "BWBWB", (1, 2)), (2, ColourReason::Alternate));
    // The same colours all along: the better placed gets his wish, here White.
    assert_eq!(colours_of("WB", "WB", (1, 2)), (2, ColourReason::BetterPlaced));
    assert_eq!(colours_of("WB", "WB", (2, 1)), (1, ColourReason::BetterPlaced));
    assert_eq!(colours_of("", "", (1, 2)), (1, ColourReason::Seed));
    assert_eq!(colours_of("", "", (4, 8)), (2, ColourReason::Seed));
}
