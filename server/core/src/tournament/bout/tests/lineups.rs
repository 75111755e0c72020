//! Which line-ups are valid.

use super::*;
use tengen_protocol::LineupOrder::{Free, Kept};

#[test]
fn nobody_sits_twice_and_the_order_is_kept_where_the_event_says_so() {
    let check = |members: &[u32], order| Lineup::team(members.to_vec()).check(5, Some(4), order);
    assert_eq!(check(&[1, 2, 3, 4], Kept), Ok(()));
    assert_eq!(check(&[1, 3, 5], Kept), Ok(()), "the last board is empty");
    assert_eq!(check(&[1, 5, 3, 4], Kept), Err(BadLineup::Order { member: 3, before: 5 }));
    assert_eq!(check(&[1, 5, 3, 4], Free), Ok(()));
    assert_eq!(check(&[1, 2, 1], Free), Err(BadLineup::Twice(1)));
    assert_eq!(check(&[1, 1], Kept), Err(BadLineup::Twice(1)));
    assert_eq!(check(&[1, 6], Kept), Err(BadLineup::NoSuchMember { member: 6, team: 5 }));
    assert_eq!(check(&[0], Free), Err(BadLineup::NoSuchMember { member: 0, team: 5 }));
    assert_eq!(check(&[1, 2, 3, 4, 5], Free), Err(BadLineup::TooMany { given: 5, most: 4 }));
    assert_eq!(check(&[], Free), Err(BadLineup::Empty));
    let stranger = Lineup { members: vec![1, 2], absent: [3].into() };
    assert_eq!(stranger.check(5, Some(4), Free), Err(BadLineup::AbsentStranger(3)));
    let all: Vec<u32> = (1..=30).collect();
    assert_eq!(Lineup::team(all.clone()).check(MOST_MEMBERS, None, Kept), Ok(()));
    assert_eq!(
        Lineup::team(all.into_iter().chain([31]).collect()).check(31, None, Kept),
        Err(BadLineup::TooMany { given: 31, most: MOST_MEMBERS })
    );
}

#[test]
fn a_team_that_names_no_line_up_plays_in_the_order_of_its_list() {
    assert_eq!(Lineup::usual(6, Some(4)).members, [1, 2, 3, 4]);
    assert_eq!(Lineup::usual(3, Some(4)).members, [1, 2, 3], "the last board is empty");
    assert_eq!(Lineup::usual(3, None).members, [1, 2, 3]);
}
