//! Numbers worked out by hand.

use super::{Exact, bout, drawn, entrants, first_number, places, round, row_of, won};
use crate::tournament::{
    Bout, BoutGame, Entrant, GameScores, History, Player, Round,
    bout::{Lineup, Lineups, Rules, counted},
    standings::{self, as_it_counts, criteria::bracket, explain, shared, void},
};
use tengen_protocol::{
    BoutKind, EntryNo, Score, Scores,
    standings::{Counted, Criterion, Formula, Highest, Order, Unplayed, Withdrawals},
};

fn by(criteria: &[Criterion]) -> Order {
    Order { criteria: criteria.to_vec(), ..standings::swiss() }
}

/// An event of seven rounds in which 1 has these points from wins and, where `bye`, a bye in the
/// first round, against opponents with these points; the others are there for them.
fn seven_rounds(points: u32, opponents: &[u32], bye: bool) -> History {
    let n = u32::try_from(opponents.len()).unwrap();
    let mut history = entrants(1 + 2 * n);
    history.rounds = vec![Round::default(); 7];
    let first = usize::from(bye);
    if bye {
        history.rounds[0].byes.push(EntryNo(1));
    }
    let wins = points / 2 - u32::from(bye);
    for (at, wanted) in (0u32..).zip(opponents) {
        let (opponent, partner) = (2 + 2 * at, 3 + 2 * at);
        let mut left = *wanted;
        for (number, played) in (0..).zip(&mut history.rounds) {
            if number == usize::try_from(at).unwrap() + first {
                let is_win = at < wins;
                left -= if is_win { 0 } else { 2 };
                played.bouts.push(if is_win { won(1, opponent) } else { won(opponent, 1) });
            }
        }
        for (number, played) in (0..).zip(&mut history.rounds) {
            if number != usize::try_from(at).unwrap() + first {
                let score = [Score::Loss, Score::Draw, Score::Win][usize::try_from(left.min(2)).unwrap()];
                left -= score.points();
                played.bouts.push(bout(opponent, partner, Some(Scores::played(score))));
            }
        }
        assert_eq!(left, 0);
    }
    history
}

#[test]
fn method_a() {
    // 12 points, sum 66.
    let history = seven_rounds(12, &[9, 9, 9, 9, 10, 10, 10], false);
    let twice = standings::swiss();
    let actual = Order { highest: Highest::BestActual, ..twice.clone() };
    assert_eq!(first_number(&history, &twice, 1).to_string(), "14.4286");
    assert_eq!(first_number(&history, &actual, 1).to_string(), "16");
    // It is not points, then sum: 8 points with sum 56 are above 10 points with sum 40.
    let eight = first_number(&seven_rounds(8, &[8; 7], false), &twice, 1);
    let ten = first_number(&seven_rounds(10, &[5, 5, 6, 6, 6, 6, 6], false), &twice, 1);
    assert_eq!((eight.to_string(), ten.to_string()), ("9".into(), "8.7143".into()));
}

#[test]
fn a_bye_in_method_a() {
    // 8 points, one of the wins a bye, the others' sum 42.
    let history = seven_rounds(8, &[7; 6], true);
    let own = standings::swiss();
    let [none, half] = [Unplayed::None, Unplayed::Half].map(|unplayed| Order { unplayed, ..own.clone() });
    assert_eq!(first_number(&history, &own, 1).to_string(), "8.1429");
    assert_eq!(first_number(&history, &none, 1), Exact::whole(7));
    // 8 + 46/7 - 7
    assert_eq!(first_number(&history, &half, 1).to_string(), "7.5714");
}

#[test]
fn brackets_before_anybody_has_points() {
    assert_eq!(bracket(0.into(), 0, 0), 0.into());
    assert_eq!(bracket(0.into(), 0, 3), 0.into(), "best actual score 0: everybody lost");
    let order = standings::swiss();
    assert_eq!(places(&entrants(3), &order), [(1, Some(1)), (2, Some(1)), (3, Some(1))]);
}

#[test]
fn method_b_and_the_places_that_are_shared() {
    let mut history = entrants(4);
    history.rounds = vec![
        round([won(1, 3), won(2, 4)], &[]), //
        round([drawn(1, 2), drawn(3, 4)], &[]),
    ];
    let order = standings::swiss_by_points();
    assert_eq!(places(&history, &order), [(1, Some(1)), (2, Some(1)), (3, Some(3)), (4, Some(3))]);
    assert_eq!(shared(&super::standings(&history, &order)), [[EntryNo(1), EntryNo(2)], [EntryNo(3), EntryNo(4)]]);
    // A warning of 1 puts 2 before him; 3 and 4 draw lots.
    history.entrants[0].warnings = 1;
    let order = Order { drawn: vec![EntryNo(4), EntryNo(1), EntryNo(3)], ..order };
    assert_eq!(places(&history, &order), [(2, Some(1)), (1, Some(2)), (4, Some(3)), (3, Some(4))]);
    assert_eq!(explain(&history, &order, EntryNo(3)).unwrap().drawn, Some(2));
    assert_eq!(explain(&history, &order, EntryNo(1)).unwrap().drawn, None, "the warning decided");
    // A lot that leaves somebody out decides nothing.
    let order = Order { drawn: vec![EntryNo(4)], ..order };
    assert_eq!(places(&history, &order)[2..], [(3, Some(3)), (4, Some(3))]);
}

#[test]
fn a_round_robin_counts_wins_by_forfeit_in_the_points_of_beaten_opponents() {
    // 1 beats 2 and 3 and loses to 4; 2 beats 3 and 4 (who does not come); 3 draws with 4.
    let mut history = entrants(4);
    history.rounds = vec![
        round([won(4, 1), won(2, 3)], &[]),
        round([bout(2, 4, Some(Scores::forfeited(Score::Win))), won(1, 3)], &[]),
        round([won(1, 2), drawn(3, 4)], &[]),
    ];
    // Points: 1 4, 2 4, 3 1, 4 3. Beaten: 1: 4 + 1; 2: 1 + 3; 3: 3/2; 4: 4 + 1/2.
    let order = standings::round_robin(3);
    assert_eq!(places(&history, &order), [(1, Some(1)), (2, Some(2)), (4, Some(3)), (3, Some(4))]);
    let beaten = |no| row_of(&history, &order, no).values[1].number.unwrap().to_string();
    assert_eq!([beaten(1), beaten(2), beaten(3), beaten(4)], ["5", "4", "1.5", "4.5"]);
}

/// S1.28: A 小分, B warnings, C lot or shared.
#[test]
fn a_round_robin_is_decided_by_a_then_b_then_c() {
    // 1 beats 2, 2 beats 3, 3 beats 1, and each beats 4, 5 and 6; these draw among themselves.
    let mut history = entrants(6);
    history.rounds = vec![
        round([won(1, 6), won(2, 5), won(3, 4)], &[]),
        round([drawn(6, 4), won(3, 5), won(1, 2)], &[]),
        round([won(2, 6), won(3, 1), drawn(4, 5)], &[]),
        round([drawn(6, 5), won(1, 4), won(2, 3)], &[]),
        round([won(3, 6), won(2, 4), won(1, 5)], &[]),
    ];
    let order = standings::round_robin(5);
    let row = row_of(&history, &order, 1);
    // 8 points; 8 of the one beaten of his equals, 2 of each of the others.
    assert_eq!((row.points, row.values[1].number), (8, Some(Exact::whole(14))));
    assert_eq!(places(&history, &order)[..4], [(1, Some(1)), (2, Some(1)), (3, Some(1)), (4, Some(4))], "all level");
    // A: 1 and 2 have the same points.
    let mut split = history.clone();
    split.rounds[4].bouts[0] = drawn(3, 6);
    assert_eq!(places(&split, &order)[..3], [(1, Some(1)), (2, Some(2)), (3, Some(3))]);
    let numbers = |no| row_of(&split, &order, no).values[1].number.unwrap().to_string();
    // 3 has 7, 6 has 3: 1: 8 + 2 + 2 + 3; 2: 7 + 2 + 2 + 3; 3: 8 + 2 + 2 + 3/2.
    assert_eq!([numbers(1), numbers(2), numbers(3)], ["15", "14", "13.5"]);
    // B.
    history.entrants[0].warnings = 2;
    history.entrants[2].warnings = 1;
    assert_eq!(places(&history, &order)[..3], [(2, Some(1)), (3, Some(2)), (1, Some(3))]);
    // C: shared, or by lot.
    history.entrants[2].warnings = 2;
    assert_eq!(places(&history, &order)[..3], [(2, Some(1)), (1, Some(2)), (3, Some(2))]);
    let drawn = Order { drawn: vec![EntryNo(3), EntryNo(1)], ..order };
    assert_eq!(places(&history, &drawn)[..3], [(2, Some(1)), (3, Some(2)), (1, Some(3))]);
}

/// A round robin of n (even) by turning a circle, two laps if asked; the lower number always wins.
fn round_robin(n: u32, laps: u32) -> History {
    let mut history = entrants(n);
    for number in (0..laps).flat_map(|_| 0..n - 1) {
        let turned = |at: u32| if at == 0 { 1 } else { 2 + (at - 1 + number) % (n - 1) };
        let pairs = (0..n / 2).map(|at| (turned(at), turned(n - 1 - at)));
        let bouts: Vec<_> = pairs.map(|(one, other)| won(one.min(other), one.max(other))).collect();
        history.rounds.push(round(bouts, &[]));
    }
    history
}

/// 1 withdraws after this many rounds; the rest of his games are forfeits.
fn withdraw(mut history: History, after: u32) -> History {
    history.entrants[0].until_round = Some(after);
    history.entrants[0].warnings = 2;
    for played in history.rounds.iter_mut().skip(usize::try_from(after).unwrap()) {
        for bout in played.bouts.iter_mut().filter(|bout| bout.first == EntryNo(1)) {
            bout.result = None;
        }
    }
    history
}

#[test]
fn withdrawing_from_a_round_robin_before_and_after_half() {
    for (laps, rounds, voided, stands) in [(1, 7, 3, 4), (2, 14, 6, 7)] {
        let rule = Withdrawals::VoidBelowHalf { rounds };
        let order = standings::round_robin(rounds);
        let history = withdraw(round_robin(8, laps), voided);
        assert_eq!(void(&history, rule), [EntryNo(1)], "{voided} of {rounds}");
        let counted = as_it_counts(&history, rule);
        assert!(counted.bouts_of(EntryNo(1)).next().is_none(), "void for both sides");
        assert_eq!(counted.entrants[0].warnings, 2, "warnings are kept");
        let row = row_of(&history, &order, 1);
        assert_eq!((row.place, row.points), (None, 0));
        assert_eq!(row.values[2].number, Some(Exact::whole(2)));
        // Best is 2, who won all his six opponents' games of each lap.
        assert_eq!(places(&history, &order)[0], (2, Some(1)));
        assert_eq!(row_of(&history, &order, 2).points, 12 * laps);
        let terms = &explain(&history, &order, EntryNo(2)).unwrap().figures[0].terms;
        let is_void = terms.iter().filter(|term| term.why == Counted::Void && term.opponent == Some(EntryNo(1)));
        assert_eq!(is_void.count(), usize::try_from(laps).unwrap());

        let history = withdraw(round_robin(8, laps), stands);
        assert!(void(&history, rule).is_empty(), "{stands} of {rounds}");
        let row = row_of(&history, &order, 1);
        assert_eq!(row.points, 2 * stands, "his results stand");
        let won: u32 = standings::standings(&history, &order).iter().map(|row| row.points).sum();
        assert_eq!(won, 2 * 4 * rounds, "the rest are wins of the others");
        let counted = as_it_counts(&history, rule);
        let forfeits = counted.bouts_of(EntryNo(1)).filter(|(_, bout)| !bout.is_met()).count();
        assert_eq!(forfeits, usize::try_from(rounds - stands).unwrap());
    }
}

#[test]
fn a_forfeit_is_not_played_when_half_of_the_rounds_are_counted() {
    let mut history = withdraw(round_robin(8, 1), 4);
    let lost = history.rounds[1].bouts.iter_mut().find(|bout| bout.first == EntryNo(1)).unwrap();
    lost.result = Some(Scores::forfeited(Score::Win));
    assert_eq!(void(&history, Withdrawals::VoidBelowHalf { rounds: 7 }), [EntryNo(1)]);
    assert!(void(&history, Withdrawals::Stand).is_empty(), "S1.25, S1.26");
}

#[test]
fn rounds_before_entry_and_after_withdrawal_add_nothing() {
    // 3 enters in round 2, 2 leaves after round 2; 3 has a bye in round 3.
    let mut history = entrants(3);
    history.entrants[2].from_round = 2;
    history.entrants[1].until_round = Some(2);
    history.rounds = vec![
        round([won(1, 2)], &[]),
        round([won(3, 2)], &[1]),
        round([won(1, 3)], &[]), //
    ];
    let order = by(&[Criterion::Sos]);
    let why = |no| {
        let terms = &explain(&history, &order, EntryNo(no)).unwrap().figures[0].terms;
        terms.iter().map(|term| (term.why, term.counts.n)).collect::<Vec<_>>()
    };
    // Points: 1 has 6 (a bye), 2 has 0, 3 has 2.
    assert_eq!(why(1), [(Counted::Played, 0), (Counted::Bye, 6), (Counted::Played, 2)]);
    assert_eq!(why(2), [(Counted::Played, 6), (Counted::Played, 2), (Counted::AfterLeaving, 0)]);
    assert_eq!(why(3), [(Counted::BeforeEntry, 0), (Counted::Played, 0), (Counted::Played, 6)]);
}

#[test]
fn a_round_that_is_going_on_counts_in_the_points_alone() {
    let mut history = entrants(4);
    history.rounds = vec![round([won(1, 2), won(3, 4)], &[]), round([won(1, 3), bout(2, 4, None)], &[])];
    let order = by(&[Criterion::Total, Criterion::Points, Criterion::Sos]);
    let row = row_of(&history, &order, 1);
    assert_eq!(row.points, 4);
    let numbers = row.values.iter().map(|value| value.number.unwrap().to_string());
    // 4 + [0 / (2/2) - 1]: the opponents' points are those after round 1.
    assert_eq!(numbers.collect::<Vec<_>>(), ["3", "4", "0"]);
    let explanation = explain(&history, &order, EntryNo(2)).unwrap();
    assert_eq!(explanation.rounds, 1);
    assert_eq!(explanation.figures[1].terms[1].why, Counted::Undecided);
}

#[test]
fn direct_encounter_needs_everybody_to_have_met() {
    // 1, 2 and 3 have 4 points each; 1 beat 2, 2 beat 3, 3 and 1 have not met.
    let mut history = entrants(6);
    history.rounds = vec![
        round([won(1, 2), won(3, 4)], &[]),
        round([won(2, 3), won(1, 5)], &[]),
        round([won(2, 6), won(3, 5), won(4, 1)], &[]),
    ];
    let order = by(&[Criterion::Points, Criterion::DirectEncounter]);
    assert_eq!(places(&history, &order)[..3], [(1, Some(1)), (2, Some(1)), (3, Some(1))]);
    let explanation = explain(&history, &order, EntryNo(2)).unwrap();
    assert_eq!((explanation.figures[1].formula, explanation.figures[1].level), (Formula::NotAllMet, 3));
    assert_eq!(explanation.shared_with, [EntryNo(1), EntryNo(3)]);
    // Warned, 3 leaves the other two to themselves.
    history.entrants[2].warnings = 1;
    let order = by(&[Criterion::Points, Criterion::Warnings, Criterion::DirectEncounter]);
    assert_eq!(places(&history, &order)[..3], [(1, Some(1)), (2, Some(2)), (3, Some(3))]);
    // What was won by forfeit was not a meeting.
    history.rounds[0].bouts[0].result = Some(Scores::forfeited(Score::Win));
    assert_eq!(places(&history, &order)[..3], [(1, Some(1)), (2, Some(1)), (3, Some(3))]);
}

#[test]
fn sums_and_wins_that_an_event_may_choose() {
    // 1: beats 2, loses to 3, draws with 4, has a bye. Points: 5, 2: 2, 3: 8, 4: 1.
    let mut history = entrants(4);
    history.rounds = vec![
        round([won(1, 2), won(3, 4)], &[]),
        round([won(3, 1)], &[2]),
        round([drawn(4, 1), won(3, 2)], &[]),
        round([won(3, 4)], &[1]),
    ];
    let criteria = [
        Criterion::Sos,
        Criterion::SosWithoutExtremes,
        Criterion::Sodos,
        Criterion::Sosos,
        Criterion::Wins,
        Criterion::WinsWithWhite,
    ];
    let row = row_of(&history, &by(&criteria), 1);
    let numbers: Vec<_> = row.values.iter().map(|value| value.number.unwrap().to_string()).collect();
    // SOS 2 + 8 + 1 + 5 (the bye); without 1 and 8; 2 beaten + 1/2 drawn + own 5.
    // SOS of 2: 5 + 2 + 8 + 2 = 17, of 3: 1 + 5 + 2 + 1 = 9, of 4: 8 + 1 + 5 + 8 = 22; own 16.
    assert_eq!(numbers, ["16", "7", "7.5", "64", "1", "0"]);
    let explained = explain(&history, &by(&criteria), EntryNo(1)).unwrap();
    let why: Vec<_> = explained.figures[1].terms.iter().map(|term| term.why).collect();
    assert_eq!(why, [Counted::Played, Counted::Highest, Counted::Lowest, Counted::Bye]);
    // Black wins all of the above; here White does.
    history.rounds[0].bouts[0] = bout(2, 1, Some(Scores::played(Score::Loss)));
    assert_eq!(first_number(&history, &by(&[Criterion::WinsWithWhite]), 1), Exact::whole(1));
}

#[test]
fn elimination_places_by_the_round_of_going_out() {
    let mut history = entrants(4);
    history.rounds = vec![round([won(1, 4), won(2, 3)], &[]), round([won(1, 2)], &[])];
    let order = standings::elimination(1);
    assert_eq!(places(&history, &order), [(1, Some(1)), (2, Some(2)), (3, Some(3)), (4, Some(3))]);
    // Both lose the final: the first place is shared.
    history.rounds[1].bouts[0].result = Some(Scores::both_lose(false));
    assert_eq!(places(&history, &order), [(1, Some(1)), (2, Some(1)), (3, Some(3)), (4, Some(3))]);
    // Withdrawn after winning round 1: out with those of round 2.
    history.rounds.truncate(1);
    history.entrants[0].until_round = Some(1);
    assert_eq!(places(&history, &order), [(2, Some(1)), (1, Some(2)), (3, Some(3)), (4, Some(3))]);
    let explained = explain(&history, &order, EntryNo(1)).unwrap();
    assert_eq!(explained.figures[0].formula, Formula::Out { round: 2 });
}

#[test]
fn whoever_is_brought_back_is_in_until_his_next_loss() {
    // Six, out after one loss: 4 is brought back after round 1, beats 1, loses the final to 2.
    let mut history = entrants(6);
    history.rounds = vec![
        round([won(1, 4), won(2, 5), won(3, 6)], &[]),
        round([won(4, 1), won(2, 3)], &[]),
        round([won(2, 4)], &[]),
    ];
    let order = standings::swiss_elimination(1);
    // 3 met the winner, 1 did not.
    let expected = [(2, Some(1)), (4, Some(2)), (3, Some(3)), (1, Some(4)), (5, Some(5)), (6, Some(6))];
    assert_eq!(places(&history, &order), expected);
    let sos = explain(&history, &order, EntryNo(6)).unwrap().figures.swap_remove(2);
    assert_eq!(sos.terms[2].why, Counted::AfterLeaving, "who is out is not just unpaired");
    history.rounds.truncate(2);
    assert_eq!(places(&history, &order)[..2], [(2, Some(1)), (4, Some(2))], "both are in");
}

#[test]
fn a_team_match_goes_by_its_boards() {
    let game = |board, black: u32, white: u32, result| BoutGame {
        board,
        black: Player { entry: EntryNo(black), member: board },
        white: Player { entry: EntryNo(white), member: board },
        result: Some(result),
    };
    let win = GameScores::Scored(Scores::played(Score::Win));
    let lose = GameScores::Scored(Scores::played(Score::Loss));
    let forfeit = GameScores::Scored(Scores::forfeited(Score::Loss));
    let mut history = entrants(4);
    // 1 - 2: 2:1 (board 1 was replayed and won by 1, board 3 lost); 3 - 4: 2:1 by boards 2 and 3.
    let mut one = won(1, 2);
    one.games = vec![game(1, 1, 2, GameScores::NoResult), game(2, 2, 1, lose), game(3, 1, 2, lose), game(1, 1, 2, win)];
    let mut two = won(3, 4);
    two.games = vec![game(1, 3, 4, lose), game(2, 4, 3, forfeit), game(3, 3, 4, win)];
    let count = |bout: &mut Bout| {
        let lineups = Lineups { first: Lineup::team(vec![1, 2, 3]), second: Lineup::team(vec![1, 2, 3]) };
        bout.counted = counted(BoutKind::Boards { boards: 3 }, bout, &lineups, Rules::default());
    };
    count(&mut one);
    count(&mut two);
    history.rounds = vec![round([one, two], &[])];
    let order = standings::team(3, 0);
    // All level until board 1.
    assert_eq!(places(&history, &order), [(1, Some(1)), (3, Some(2)), (4, Some(3)), (2, Some(4))]);
    let numbers = |history: &History, no| {
        row_of(history, &order, no).values.iter().map(|value| value.number.unwrap().n).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&history, 1), [2, 4, 0, 1, 1, 0, 0]);
    assert_eq!(numbers(&history, 4), [0, 2, 0, 1, 0, 0, 0]);
    assert_eq!(first_number(&history, &by(&[Criterion::BoardWins]), 3), Exact::whole(2));
    // Closed without a result on a board: a point each, as in the match. SODOS is 1/2.
    let closed = &mut history.rounds[0].bouts[0];
    closed.games.pop();
    closed.result = Some(Scores::played(Score::Draw));
    count(closed);
    assert_eq!(numbers(&history, 1), [1, 3, 1, 0, 1, 0, 0]);
    assert_eq!(numbers(&history, 2), [1, 3, 1, 0, 0, 1, 0]);
}

#[test]
fn nobody_has_a_place_who_never_took_part() {
    let mut history = entrants(3);
    history.entrants[0] = Entrant { until_round: Some(0), ..history.entrants[0].clone() };
    history.rounds = vec![round([won(3, 2)], &[])];
    assert_eq!(places(&history, &standings::swiss_by_points()), [(3, Some(1)), (2, Some(2)), (1, None)]);
    assert_eq!(explain(&history, &standings::swiss_by_points(), EntryNo(1)).unwrap().place, None);
    assert_eq!(explain(&history, &standings::swiss_by_points(), EntryNo(9)), None);
}

#[test]
fn rulings_that_make_both_lose_are_played_games() {
    let mut history = entrants(2);
    history.rounds = vec![round([bout(1, 2, Some(Scores::both_lose(false)))], &[])];
    let terms = explain(&history, &by(&[Criterion::Sos]), EntryNo(1)).unwrap().figures.swap_remove(0).terms;
    assert_eq!((terms[0].why, terms[0].score), (Counted::Played, Some(Score::Loss)));
    // Nobody has a point: with the best actual score there is no bracket.
    let order = Order { highest: Highest::BestActual, ..standings::swiss() };
    assert_eq!(first_number(&history, &order, 1), Exact::whole(0));
}
