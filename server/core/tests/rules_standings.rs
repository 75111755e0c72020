//! gacrux, FIDE's reference implementation of tie-breaks, as an independent judge of points, SOS, SOS
//! without extremes, SODOS, 小分, wins and direct encounter, over random events.
//!
//! `TENGEN_PYTHON` names the Python that has it (tests/run installs it). Where definitions agree the
//! numbers must be equal; where they differ:
//! - Both count a player's own points for a bye or a forfeit (FIDE since 2024). For a round before a late
//!   entry FIDE does so too and we count 0: the difference is exactly his points, and is checked.
//! - After somebody leaves, FIDE takes the rest of his rounds as draws in his opponents' sums, we take his
//!   points: nobody leaves here.
//! - Without the extremes FIDE first cuts a round that the player missed by his own fault, we the lowest
//!   term: compared for those who missed none.
//! - FIDE counts a bye as a win, we do not: the difference is the number of byes.
//! - A direct encounter in which not all have met may decide under FIDE's rules, never under ours:
//!   compared where all have met.
//! - Rematches count by their average under FIDE's rules: nobody meets twice here.
#![cfg(test)]

#[path = "rules/random.rs"]
mod random;
#[path = "rules/tiers.rs"]
mod tiers;

use num_rational::Ratio;
use random::Random;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    thread,
};
use tengen_core::tournament::{
    Bout, Entrant, History, Round,
    standings::{self, standings},
};
use tengen_protocol::{
    EntryNo, Score, Scores,
    standings::{Criterion, Order, Row},
};

/// An event as `tiebreaks.py` reads it.
#[derive(Serialize)]
struct Question {
    players: u32,
    rounds: u32,
    robin: bool,
    tiebreaks: Vec<&'static str>,
    games: Vec<(u32, u32, u32, u32, u32, bool)>,
    byes: Vec<(u32, u32)>,
}

#[derive(Deserialize)]
struct Judged {
    rank: u32,
    numbers: Vec<f64>,
}

/// What it makes of the events; `None` without the Python.
fn judge(questions: &[Question]) -> Option<Vec<BTreeMap<u32, Judged>>> {
    let Some(python) = std::env::var_os("TENGEN_PYTHON") else {
        println!("skipped without TENGEN_PYTHON: standings beside those of gacrux");
        return None;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracle/tiebreaks.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("TENGEN_PYTHON runs");
    let mut stdin = child.stdin.take().unwrap();
    let body = serde_json::to_vec(questions).unwrap();
    let writer = thread::spawn(move || stdin.write_all(&body));
    let output = child.wait_with_output().unwrap();
    let written = writer.join().unwrap();
    assert_ne!(output.status.code(), Some(3), "gacrux is missing: run tests/run --install");
    assert!(output.status.success(), "tiebreaks.py: {}", output.status);
    written.expect("the events are read");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// An event in which nobody meets twice and nobody leaves.
fn event(random: &mut Random, robin: bool) -> History {
    let n = 3 + u32::try_from(random.below(10)).unwrap();
    let even = n + n % 2;
    let rounds =
        if robin { even - 1 } else { 1 + u32::try_from(random.below(usize::try_from(even - 1).unwrap())).unwrap() };
    let mut history = History::new((1..=n).map(|no| Entrant::new(EntryNo(no), no)).collect());
    if !robin && rounds > 2 {
        history.entrants[0].from_round = 1 + u32::try_from(random.below(3)).unwrap();
    }
    for number in 0..rounds {
        // The circle turns: number 0 stays, the others move on; `n` and beyond is nobody.
        let seat = |at: u32| if at == 0 { 0 } else { 1 + (at - 1 + number) % (even - 1) };
        let mut round = Round::default();
        for at in 0..even / 2 {
            let (one, other) = (seat(at), seat(even - 1 - at));
            let is_there = |seat: &u32| {
                history
                    .entrants
                    .get(usize::try_from(*seat).unwrap())
                    .is_some_and(|entrant| entrant.plays_in(number + 1))
            };
            let there: Vec<EntryNo> =
                [one, other].iter().filter(|seat| is_there(seat)).map(|seat| EntryNo(seat + 1)).collect();
            match there[..] {
                [first, second] => {
                    let (first, second) = if random.below(2) == 0 { (first, second) } else { (second, first) };
                    let result = match random.below(16) {
                        0 => Scores::forfeited(Score::Win),
                        1 => Scores::both_lose(true),
                        2 => Scores::both_lose(false),
                        3..8 => Scores::played(Score::Win),
                        8..13 => Scores::played(Score::Loss),
                        _ => Scores::played(Score::Draw),
                    };
                    round.bouts.push(Bout { result: Some(result), ..Bout::new(first, second) });
                }
                [one] => round.byes.push(one),
                _ => {}
            }
        }
        history.rounds.push(round);
    }
    history
}

fn question(history: &History, robin: bool) -> Question {
    let mut question = Question {
        players: u32::try_from(history.entrants.len()).unwrap(),
        rounds: u32::try_from(history.rounds.len()).unwrap(),
        robin,
        tiebreaks: if robin { vec!["PTS", "SB"] } else { vec!["PTS", "DE", "BH", "BH/M1", "SB", "WIN", "BWG"] },
        games: Vec::new(),
        byes: Vec::new(),
    };
    for (number, round) in (1..).zip(&history.rounds) {
        for bout in &round.bouts {
            let scores = bout.result.unwrap();
            let (first, second) = (scores.first.points(), scores.second.points());
            question.games.push((number, bout.first.0, bout.second.0, first, second, !scores.forfeit));
        }
        // A bye of a round robin gives nothing and is no game there.
        question.byes.extend(round.byes.iter().filter(|_| !robin).map(|no| (number, no.0)));
    }
    question
}

fn number(row: &Row, at: usize) -> Ratio<i64> {
    let exact = row.values[at].number.unwrap();
    Ratio::new(exact.n, i64::try_from(exact.d.get()).unwrap())
}

/// Its numbers are halves of points at most, which binary fractions hold exactly.
fn theirs(number: f64) -> Ratio<i64> {
    Ratio::approximate_float(number).unwrap()
}

#[test]
fn gacrux_counts_the_same() {
    let events = if tiers::long_tier("10,000 events beside gacrux; 300 do now") { 10_000 } else { 300 };
    let mut random = Random(6);
    let events: Vec<(History, bool)> = (0..events)
        .map(|at| {
            let robin = at % 3 == 0;
            (event(&mut random, robin), robin)
        })
        .collect();
    let questions: Vec<Question> = events.iter().map(|(history, robin)| question(history, *robin)).collect();
    let Some(answers) = judge(&questions) else { return };
    assert_eq!(answers.len(), events.len());
    let mut encounters = 0;
    for (at, ((history, robin), judged)) in events.iter().zip(&answers).enumerate() {
        assert_eq!(judged.len(), history.entrants.len(), "event {at}");
        if *robin {
            check_robin(at, history, judged);
        } else {
            check_swiss(at, history, judged);
            encounters += check_encounters(at, history, judged);
        }
    }
    assert!(encounters > events.len() / 4, "{encounters} direct encounters decided");
}

fn check_robin(at: usize, history: &History, judged: &BTreeMap<u32, Judged>) {
    let order = standings::round_robin(u32::try_from(history.rounds.len()).unwrap());
    for row in standings(history, &order) {
        let theirs_of = &judged[&row.entry.0];
        assert_eq!(number(&row, 0), theirs(theirs_of.numbers[0]), "event {at}, points of {}", row.entry);
        assert_eq!(number(&row, 1) * 2, theirs(theirs_of.numbers[1]), "event {at}, beaten by {}", row.entry);
        // Nobody was warned: the places are by these two.
        assert_eq!(row.place, Some(theirs_of.rank), "event {at}, place of {}", row.entry);
    }
}

fn check_swiss(at: usize, history: &History, judged: &BTreeMap<u32, Judged>) {
    let criteria = vec![
        Criterion::Points,
        Criterion::Sos,
        Criterion::SosWithoutExtremes,
        Criterion::Sodos,
        Criterion::Wins,
        Criterion::WinsWithWhite,
    ];
    for row in standings(history, &Order { criteria, ..standings::swiss() }) {
        let (no, theirs_of) = (row.entry, &judged[&row.entry.0].numbers);
        let [points, _, sos, middle, sodos, wins, white] = theirs_of[..] else { panic!("seven numbers") };
        let missed = i64::from(history.entrant(no).unwrap().from_round.saturating_sub(1));
        let byes = i64::try_from(history.byes_of(no)).unwrap();
        assert_eq!(number(&row, 0), theirs(points), "event {at}, points of {no}");
        assert_eq!(number(&row, 1) + number(&row, 0) * missed, theirs(sos), "event {at}, SOS of {no}");
        assert_eq!(number(&row, 3) * 2, theirs(sodos), "event {at}, SODOS of {no}");
        assert_eq!(number(&row, 4) + byes, theirs(wins), "event {at}, wins of {no}");
        assert_eq!(number(&row, 5), theirs(white), "event {at}, wins with White of {no}");
        let lost_by_forfeit =
            history.bouts_of(no).any(|(_, bout)| !bout.is_met() && bout.score_of(no) != Some(Score::Win));
        if missed == 0 && !lost_by_forfeit {
            assert_eq!(number(&row, 2), theirs(middle), "event {at}, SOS without extremes of {no}");
        }
    }
}

/// Direct encounters of those who have all met; how many of them told anybody apart.
fn check_encounters(at: usize, history: &History, judged: &BTreeMap<u32, Judged>) -> usize {
    // FIDE applies it again to those who still tie.
    let mut criteria = vec![Criterion::Points];
    criteria.extend([Criterion::DirectEncounter; 8]);
    let rows = standings(history, &Order { criteria, ..standings::swiss() });
    let mut decided = 0;
    for group in rows.chunk_by(|one, other| one.points == other.points) {
        if group.iter().any(|row| row.values[1].number.is_none()) {
            continue;
        }
        // Its further criteria split what is left; the number of this one is the rank inside of the group.
        let ranks: Vec<i64> = group.iter().map(|row| theirs(judged[&row.entry.0].numbers[1]).to_integer()).collect();
        for (one, rank) in group.iter().zip(&ranks) {
            for (other, other_rank) in group.iter().zip(&ranks) {
                assert_eq!(
                    one.place.cmp(&other.place),
                    rank.cmp(other_rank),
                    "event {at}: {} and {}",
                    one.entry,
                    other.entry
                );
            }
        }
        let places: BTreeSet<_> = group.iter().map(|row| row.place).collect();
        decided += usize::from(places.len() > 1);
    }
    decided
}
