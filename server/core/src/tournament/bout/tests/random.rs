//! What holds of every bout, whatever its games bring.

use super::*;
use proptest::prelude::*;

fn any_say() -> impl Strategy<Value = Say> {
    prop_oneof![
        4 => Just(Say::First),
        4 => Just(Say::Second),
        1 => Just(Say::Drawn),
        1 => Just(Say::Nobody),
        1 => Just(Say::NoResult),
        1 => Just(Say::WrongColours),
        1 => Just(Say::FirstByForfeit),
        1 => Just(Say::SecondByForfeit),
    ]
}

fn any_kind() -> impl Strategy<Value = BoutKind> {
    prop_oneof![
        Just(BoutKind::Game),
        prop_oneof![Just(3), Just(5), Just(7)].prop_map(|games| BoutKind::BestOf { games }),
        (1..=6_u8).prop_map(|boards| BoutKind::Boards { boards }),
        any::<bool>().prop_map(|draw_both_out| BoutKind::WinAndContinue { draw_both_out }),
    ]
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let draws = prop_oneof![Just(DrawRule::Stands), Just(DrawRule::Replay)];
    let colours = prop_oneof![Just(ContinueColours::Nigiri), Just(ContinueColours::Alternate)];
    (draws, colours).prop_map(|(draws, colours)| Rules { draws, colours })
}

fn any_team() -> impl Strategy<Value = Lineup> {
    (1..=6_u32, prop::collection::btree_set(1..=6_u32, 0..3)).prop_map(|(size, absent)| Lineup {
        members: (1..=size).collect(),
        absent: absent.into_iter().filter(|member| *member <= size).collect(),
    })
}

/// A bout of teams or individuals, as its kind needs.
fn any_bout() -> impl Strategy<Value = Played> {
    (any_kind(), any_rules(), any_team(), any_team()).prop_map(|(kind, rules, first, second)| match kind {
        BoutKind::Game | BoutKind::BestOf { .. } => Played::individual(kind, rules),
        _ => Played::new(kind, Lineups { first, second }, rules),
    })
}

/// Plays to the end: whichever open game `which` points to brings what `says` has for it, decisive
/// results when there are no more.
fn play_out(played: &mut Played, says: &[Say], which: &[usize]) -> (Step, Vec<NewGame>) {
    let mut begun = Vec::new();
    for turn in 0.. {
        let advance = played.advance();
        begun.extend(advance.begun);
        if advance.then != Step::Wait {
            return (advance.then, begun);
        }
        let open: Vec<usize> =
            (0..played.bout.games.len()).filter(|index| played.bout.games[*index].result.is_none()).collect();
        let pick = which.get(turn).copied().unwrap_or(0) % open.len();
        played.say(open[pick], says.get(turn).copied().unwrap_or(Say::First));
    }
    unreachable!("it returns")
}

fn cases() -> ProptestConfig {
    let cases = if std::env::var_os("TENGEN_LONG").is_some() { 20_000 } else { 500 };
    ProptestConfig { cases, ..ProptestConfig::default() }
}

/// Games with a score or an end: what counts in best of n, counted apart from the code under test.
fn wins(played: &Played, upto: usize) -> (u32, u32, u32) {
    let mut counts = (0, 0, 0);
    for game in &played.bout.games[..upto] {
        let Some(GameScores::Scored(scores)) = game.result else { continue };
        let (black, white) = (scores.first.points(), scores.second.points());
        let (one, two) = if game.black.entry == ONE { (black, white) } else { (white, black) };
        match (one, two) {
            (2, 0) => counts.0 += 1,
            (0, 2) => counts.1 += 1,
            (0, 0) => counts.2 += 1,
            _ => {}
        }
    }
    counts
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_bout_ends_within_its_limit(
        mut played in any_bout(),
        says in prop::collection::vec(any_say(), 0..60),
        which in prop::collection::vec(0..20_usize, 0..60),
    ) {
        let (then, begun) = play_out(&mut played, &says, &which);
        let games = &played.bout.games;
        prop_assert!(games.len() <= most_games(played.kind, &played.lineups));
        prop_assert_eq!(games.len(), begun.len(), "each is begun once");
        match then {
            Step::Decided(scores) => {
                prop_assert_eq!(played.bout.result, Some(scores));
                if played.rules.draws == DrawRule::Replay {
                    prop_assert!(scores.first != Score::Draw, "somebody must win, or both lose");
                }
                let scored = games.iter().filter_map(|game| match game.result {
                    Some(GameScores::Scored(scores)) => Some(scores.forfeit),
                    _ => None,
                });
                if scores.forfeit {
                    prop_assert!(scored.clone().all(|forfeit| forfeit));
                }
                let closed = close(played.kind, &played.bout, &played.lineups, played.rules);
                prop_assert_eq!(closed, Some(scores));
            }
            Step::Rule => {
                let replays = games.iter().filter(|game| match game.result {
                    Some(GameScores::Scored(scores)) => scores.first == Score::Draw,
                    Some(GameScores::NoResult | GameScores::WrongColours) => true,
                    None => false,
                });
                prop_assert!(replays.count() > MOST_REPLAYS.min(games.len() - 1) / 2);
            }
            Step::Play(_) | Step::Wait => prop_assert!(false, "not at its end"),
        }
    }

    #[test]
    fn any_prefix_leads_to_the_same_games(
        mut played in any_bout(),
        says in prop::collection::vec(any_say(), 0..40),
    ) {
        let (_, begun) = play_out(&mut played, &says, &[]);
        // Cut off anywhere and asked again, the next games are the same ones.
        let whole = played.bout.games.clone();
        for cut in 0..whole.len() {
            let prefix = Bout { games: whole[..cut].to_vec(), ..Bout::new(ONE, TWO) };
            let then = step(played.kind, &prefix, &played.lineups, played.rules, SEED);
            if let BoutKind::Boards { boards } = played.kind {
                // Boards are played side by side: those that have not begun are, whatever the others brought.
                let Step::Play(new) = then else { prop_assert!(cut >= usize::from(boards)); continue };
                let unbegun: Vec<_> = new.into_iter().filter(|game| game.why == Why::Board).collect();
                prop_assert_eq!(&unbegun[..], begun.get(cut..usize::from(boards)).unwrap_or_default());
            } else {
                prop_assert_eq!(then, Step::Play(vec![begun[cut].clone()]));
            }
        }
    }

    #[test]
    fn best_of_stops_when_it_is_decided_and_never_before(
        games in prop_oneof![Just(3_u8), Just(5), Just(7)],
        says in prop::collection::vec(any_say(), 0..20),
        rules in any_rules(),
    ) {
        let mut played = Played::individual(BoutKind::BestOf { games }, rules);
        let (then, _) = play_out(&mut played, &says, &[]);
        let begun = played.bout.games.len();
        for upto in 0..begun {
            let (one, two, nobody) = wins(&played, upto);
            let left = u32::from(games) - one - two - nobody;
            // Whoever is behind could have drawn level by winning all that was left.
            prop_assert!(left > 0 && one.min(two) + left >= one.max(two), "it went on after {} games", upto);
        }
        if let Step::Decided(scores) = then {
            let (one, two, nobody) = wins(&played, begun);
            let left = u32::from(games) - one - two - nobody;
            prop_assert!(left == 0 || one.min(two) + left < one.max(two), "it stopped early");
            prop_assert_eq!(scores.first == Score::Win, one > two);
            prop_assert_eq!(scores.second == Score::Win, two > one);
            if nobody == 0 {
                prop_assert_eq!(one.max(two), u32::from(games / 2 + 1));
            }
        }
    }

    #[test]
    fn win_and_continue_has_its_length(
        a in 1..=8_u32,
        b in 1..=8_u32,
        says in prop::collection::vec(any_say(), 0..40),
        draw_both_out in any::<bool>(),
        rules in any_rules(),
    ) {
        let mut played = Played::teams(BoutKind::WinAndContinue { draw_both_out }, a, b, rules);
        let (then, _) = play_out(&mut played, &says, &[]);
        prop_assume!(then != Step::Rule);
        // Games that put somebody out: all but those that were followed by the same two.
        let pairs = played.pairs();
        let counted = 1 + pairs.windows(2).filter(|two| two[0] != two[1]).count();
        let (a, b) = (usize::try_from(a).unwrap(), usize::try_from(b).unwrap());
        prop_assert!((a.min(b)..a + b).contains(&counted), "{} games of {} and {}", counted, a, b);
        // Each team comes in its order, one after the other.
        for two in pairs.windows(2) {
            prop_assert!((two[0].0..=two[0].0 + 1).contains(&two[1].0));
            prop_assert!((two[0].1..=two[0].1 + 1).contains(&two[1].1));
        }
    }

    #[test]
    fn a_team_match_goes_to_more_board_points(
        says in prop::collection::vec(any_say(), 0..20),
        boards in 1..=6_u8,
        which in prop::collection::vec(0..20_usize, 0..20),
    ) {
        let kind = BoutKind::Boards { boards };
        let mut played = Played::teams(kind, u32::from(boards), u32::from(boards), Rules::default());
        let (then, _) = play_out(&mut played, &says, &which);
        prop_assume!(then != Step::Rule);
        // A board has one game with a score; each score is 2:0, 1:1, 0:2 or 0:0.
        let (mut one, mut two, mut scored) = (0, 0, 0);
        for game in &played.bout.games {
            if let Some(GameScores::Scored(scores)) = game.result {
                let (black, white) = (scores.first.points(), scores.second.points());
                let (first, second) = if game.black.entry == ONE { (black, white) } else { (white, black) };
                (one, two, scored) = (one + first, two + second, scored + 1);
            }
        }
        prop_assert_eq!(scored, boards);
        let scores = played.bout.result.unwrap();
        prop_assert_eq!(scores.first == Score::Win, one > two);
        prop_assert_eq!(scores.second == Score::Win, two > one);
        prop_assert_eq!(scores.first == Score::Draw, one == two && one > 0);
    }

    #[test]
    fn the_result_is_that_of_the_games_that_count(
        mut played in any_bout(),
        says in prop::collection::vec(any_say(), 0..40),
        which in prop::collection::vec(0..20_usize, 0..40),
        cut in 0..40_usize,
    ) {
        let (then, _) = play_out(&mut played, &says, &which);
        prop_assume!(then != Step::Rule);
        let points = |played: &Played| {
            let counted = counted(played.kind, &played.bout, &played.lineups, played.rules);
            let first: u32 = counted.iter().map(|game| game.scores.first.points()).sum();
            let second: u32 = counted.iter().map(|game| game.scores.second.points()).sum();
            (counted.len(), first, second)
        };
        let (games, one, two) = points(&played);
        let scores = played.bout.result.unwrap();
        let (a, b) = (played.lineups.first.members.len(), played.lineups.second.members.len());
        match played.kind {
            BoutKind::Game => prop_assert_eq!((games, one, two), (1, scores.first.points(), scores.second.points())),
            BoutKind::WinAndContinue { .. } => prop_assert!((a.min(b)..a + b).contains(&games)),
            BoutKind::BestOf { .. } => {
                prop_assert_eq!((scores.first == Score::Win, scores.second == Score::Win), (one > two, two > one));
            }
            BoutKind::Boards { boards } => {
                prop_assert_eq!(games, usize::from(boards));
                prop_assert!(one <= two || scores.first == Score::Win, "{} to {}", one, two);
                prop_assert!(two <= one || scores.second == Score::Win, "{} to {}", one, two);
            }
        }
        // Closed in the midst of it, a match is what its boards make.
        let cut = cut % played.bout.games.len();
        played.bout.games[cut..].iter_mut().for_each(|game| game.result = None);
        played.bout.result = close(played.kind, &played.bout, &played.lineups, played.rules);
        if let (BoutKind::Boards { boards }, Some(scores)) = (played.kind, played.bout.result) {
            let (games, one, two) = points(&played);
            prop_assert_eq!(games, usize::from(boards));
            prop_assert!(one <= two || scores.first == Score::Win, "{} to {}", one, two);
            prop_assert!(two <= one || scores.second == Score::Win, "{} to {}", one, two);
        }
    }

    #[test]
    fn overturned_results_leave_a_bout_that_still_ends(
        mut played in any_bout(),
        says in prop::collection::vec(any_say(), 0..40),
        overturned in prop::collection::vec((0..40_usize, any_say()), 1..6),
    ) {
        play_out(&mut played, &says, &[]);
        for (index, say) in overturned {
            let before = played.bout.games.clone();
            let index = index % before.len();
            played.say(index, say);
            let _ = play_out(&mut played, &[], &[]);
            // Games that were begun stand.
            for (was, is) in before.iter().zip(&played.bout.games) {
                prop_assert_eq!((was.board, was.black, was.white), (is.board, is.black, is.white));
            }
            prop_assert!(played.bout.games.len() <= most_games(played.kind, &played.lineups));
        }
    }
}
