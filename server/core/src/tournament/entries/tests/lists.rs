//! What the check finds.

use super::*;

fn faults(entries: &[Entry], form: Form) -> Vec<(usize, Option<usize>, Field, Fault)> {
    check(entries, form).into_iter().map(|problem| (problem.at, problem.member, problem.field, problem.fault)).collect()
}

#[test]
fn a_good_list_has_no_faults() {
    let mut entries = vec![player(1, "柯洁"), player(7, "Ann O'Neil"), player(3, "李 明")];
    entries[0].seed = Some(1);
    entries[1].rank = Some(Rank::Kyu(30));
    entries[1].rating = Some(-9_999);
    entries[2].from_round = 1_000;
    assert_eq!(check(&entries, Form::Players), []);
    assert_eq!(check(&[], Form::Players), []);
}

#[test]
fn each_field_has_its_limits() {
    type Change = fn(&mut Entry);
    let cases: [(Change, Field, Option<Fault>); 21] = [
        (|e| e.name = String::new(), Field::Name, Some(Fault::Missing)),
        (|e| e.name = "x".into(), Field::Name, Some(Fault::Length { min: 2, given: 1 })),
        (|e| e.name = "棋".repeat(24), Field::Name, None),
        (|e| e.name = "棋".repeat(25), Field::Name, Some(Fault::Length { min: 2, given: 25 })),
        (|e| e.name = "a\u{300}\u{301}\u{302}\u{303}\u{304}".repeat(24), Field::Name, Some(Fault::Bytes(264))),
        (|e| e.name = "a\nb".into(), Field::Name, Some(Fault::Steers('\n'))),
        (|e| e.name = "ab\u{202e}".into(), Field::Name, Some(Fault::Steers('\u{202e}'))),
        (|e| e.name = "ab\u{fffd}".into(), Field::Name, Some(Fault::Undecodable)),
        (|e| e.name = " ab".into(), Field::Name, Some(Fault::Blanks)),
        (|e| e.name = "a\u{3000}b".into(), Field::Name, Some(Fault::Blanks)),
        (|e| e.club = Some("A".into()), Field::Club, None),
        (|e| e.club = Some(String::new()), Field::Club, Some(Fault::Missing)),
        (|e| e.rank = Some(Rank::Dan(10)), Field::Rank, Some(Fault::Rank("10d".into()))),
        (|e| e.rating = Some(9_999), Field::Rating, None),
        (|e| e.rating = Some(10_000), Field::Rating, Some(number("10000", -9_999, 9_999))),
        (|e| e.seed = Some(1_000), Field::Seed, None),
        (|e| e.seed = Some(1_001), Field::Seed, Some(number("1001", 1, 1_000))),
        (|e| e.seed = Some(0), Field::Seed, Some(number("0", 1, 1_000))),
        (|e| e.from_round = 0, Field::FromRound, Some(number("0", 1, 1_000))),
        (|e| e.no = EntryNo(0), Field::No, Some(number("0", 1, 9_999))),
        (|e| e.members.push(member("Ann")), Field::Name, Some(Fault::NoTeam)),
    ];
    for (change, field, fault) in cases {
        let mut entry = player(1, "Ann");
        change(&mut entry);
        let expected: Vec<_> = fault.into_iter().map(|fault| (0, None, field, fault)).collect();
        assert_eq!(faults(std::slice::from_ref(&entry), Form::Players), expected, "{entry:?}");
    }
}

fn number(given: &str, min: i64, max: i64) -> Fault {
    Fault::Number { min, max, given: given.to_owned() }
}

#[test]
fn two_may_not_share_a_number_a_seed_an_account_or_name_and_club() {
    let mut entries = vec![player(1, "Ann"), player(1, "Bob"), player(2, "ANN"), player(3, "ann")];
    entries[0].account = Some("a1".parse().unwrap());
    entries[1].account = Some("a1".parse().unwrap());
    entries[1].seed = Some(4);
    entries[3].seed = Some(4);
    entries[3].club = Some("West".into());
    assert_eq!(
        faults(&entries, Form::Players),
        [
            (1, None, Field::No, Fault::Taken(EntryNo(1))),
            (1, None, Field::Account, Fault::Taken(EntryNo(1))),
            (2, None, Field::Name, Fault::SameName(EntryNo(1))),
            (3, None, Field::Seed, Fault::Taken(EntryNo(1))),
        ]
    );
}

#[test]
fn a_team_has_members_and_they_have_accounts() {
    let mut team = player(1, "West");
    assert_eq!(faults(&[team.clone()], Form::Teams), [(0, None, Field::Team, Fault::Members(0))]);
    team.members = (1..=30).map(|n| member(&format!("Player {n}"))).collect();
    assert_eq!(check(&[team.clone()], Form::Teams), []);
    team.members.push(member("Player 31"));
    assert_eq!(faults(&[team.clone()], Form::Teams), [(0, None, Field::Team, Fault::Members(31))]);
    team.members.truncate(2);
    team.members[0].account = Some("a1".parse().unwrap());
    let mut other = team.clone();
    other.no = EntryNo(2);
    other.name = "East".into();
    other.account = Some("a2".parse().unwrap());
    other.members[1].name = "player 1".into();
    assert_eq!(
        faults(&[team, other], Form::Teams),
        [
            (1, None, Field::Account, Fault::NotOfTeams),
            (1, Some(0), Field::Account, Fault::Taken(EntryNo(1))),
            (1, Some(1), Field::Name, Fault::Taken(EntryNo(2))),
        ]
    );
}

#[test]
fn no_more_than_twenty_problems_are_told() {
    let entries: Vec<_> = (1..=30).map(|no| player(no, "")).collect();
    assert_eq!(check(&entries, Form::Players).len(), 20);
}
