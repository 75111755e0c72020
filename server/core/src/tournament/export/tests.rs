//! The lists of one little event, word for word.

use super::{Results, csv, h9, text};
use crate::tournament::event::five_players;
use tengen_protocol::Rank;

fn results() -> Results {
    let mut results = five_players().results(1).unwrap();
    for line in &mut results.lines {
        let (name, rank, club) = match line.entry.no.0 {
            1 => ("李明", Some(Rank::Dan(5)), Some("西城 棋社")),
            2 => ("=1+2", None, None),
            3 => ("Ann van der Berg", Some(Rank::Kyu(12)), Some("-Ost;West")),
            4 => ("Zoë", Some(Rank::Pro(9)), None),
            _ => ("Bo", None, None),
        };
        (line.entry.name, line.entry.rank, line.entry.club) = (name.into(), rank, club.map(str::to_owned));
    }
    results
}

#[test]
fn a_spreadsheet_reads_places_numbers_and_rounds_and_no_formula() {
    let lines = "\
place,no,name,rank,rating,club,points,sos,warnings,round_1,round_2\r
1,5,Bo,,,,4,8,0,bye,2+!b\r
2,3,Ann van der Berg,12k,,'-Ost;West,3,5,0,4+b,1=b\r
3,1,李明,5d,,西城 棋社,3,3,0,2+b,3=w\r
4,4,Zoë,9p,,,2,5,0,3-w,bye\r
5,2,'=1+2,,,,0,3,0,1-w,5-!w\r
";
    assert_eq!(csv(&results()).unwrap(), lines);
}

#[test]
fn a_rating_program_reads_the_european_table() {
    let table = h9(&results()).unwrap();
    let lines = "\
; EV[Spring]
; DT[1970-01-01,1970-01-01]
; KM[7.5]
; TM[115]
; Pl Name Rk Co Club points sos warnings
   1 Bo - 30K XX xxxx 4 8 0 0        0+     5+!b0
   2 Ann van_der_Berg 12K XX -Ost_West 3 5 0 0     4+/b0     3=/b0
   3 李明 - 5D XX 西城_棋社 3 3 0 0     5+/b0     2=/w0
   4 Zoë - 9P XX xxxx 2 5 0 0     2-/w0        0+
   5 =1+2 - 30K XX xxxx 0 3 0 0     3-/w0     1-!w0
";
    assert_eq!(table, lines);
    let mut teams = results();
    teams.settings.teams = true;
    assert!(h9(&teams).is_none());
    let mut sly = results();
    sly.settings.name = "a]b[c\nd".into();
    sly.bye_points = 0;
    let table = h9(&sly).unwrap();
    assert!(table.starts_with("; EV[a b c d]\n") && table.contains("        0-     5+!b0\n"), "{table}");
}

/// Every line has as many entries, each with an opponent that says the opposite: what a reader of the
/// table checks.
#[test]
fn the_european_table_agrees_with_itself() {
    let table = h9(&results()).unwrap();
    let lines: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with(';')).map(|line| line.split_whitespace().collect()).collect();
    for (at, line) in (1_usize..).zip(&lines) {
        assert_eq!((line.len(), line[0]), (10 + 2, at.to_string().as_str()));
        for round in 10..12 {
            let end = line[round].find(['+', '-', '=']).unwrap();
            let (opponent, said) = line[round].split_at(end);
            if opponent != "0" {
                let other = lines[opponent.parse::<usize>().unwrap() - 1][round];
                let swapped: String = said
                    .chars()
                    .map(|c| match c {
                        '+' => '-',
                        '-' => '+',
                        'b' => 'w',
                        'w' => 'b',
                        other => other,
                    })
                    .collect();
                assert_eq!(other, format!("{at}{swapped}"));
            }
        }
    }
}

#[test]
fn a_printed_list_stands_in_columns_in_any_script() {
    let lines = "\
Spring
place  no  name              rank  club       points  sos  warnings  round_1  round_2
    1   5  Bo                                      4    8         0  bye      2+!b
    2   3  Ann van der Berg   12k  -Ost;West       3    5         0  4+b      1=b
    3   1  李明                5d  西城 棋社       3    3         0  2+b      3=w
    4   4  Zoë                 9p                  2    5         0  3-w      bye
    5   2  =1+2                                    0    3         0  1-w      5-!w
";
    assert_eq!(text(&results()), lines);
}

#[test]
fn a_stage_that_has_not_begun_has_no_results() {
    let event = five_players();
    assert!(event.results(0).is_none() && event.results(2).is_none());
}
