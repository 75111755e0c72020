use super::*;
use crate::testing::{Script, points};

/// A stop with Black on D4 E4 and C7, White on F6 and G3.
fn stopped(number: u32) -> Script {
    let mut script = Script::playing(9);
    for at in ["D4", "F6", "E4", "G3", "C7"] {
        script.play(at);
    }
    script.stop(number);
    script
}

fn plan(script: &Script, dead: &str) -> Plan {
    Plan::new(script.view(), script.view().scoring.as_ref().unwrap(), &points(dead))
}

fn next(plan: &mut Plan, script: &Script) -> Step {
    plan.next(script.view().scoring.as_ref().unwrap(), Colour::White)
}

#[test]
fn marks_that_are_the_engines_are_accepted() {
    let script = stopped(1);
    assert_eq!(next(&mut plan(&script, ""), &script), Step::Accept(0));
}

#[test]
fn each_chain_that_differs_is_marked_once() {
    let mut script = stopped(1);
    let mut plan = plan(&script, "D4 E4 F6");
    let Step::Mark(first, true) = next(&mut plan, &script) else { panic!() };
    assert!(points("D4 E4").contains(&first));
    script.mark(Colour::White, &["D4", "E4"], true);
    plan.done(first);
    assert_eq!(next(&mut plan, &script), Step::Mark("F6".parse().unwrap(), true));
    script.mark(Colour::White, &["F6"], true);
    assert_eq!(next(&mut plan, &script), Step::Accept(2));
}

#[test]
fn a_part_of_a_chain_means_the_chain() {
    let mut script = stopped(1);
    let mut plan = plan(&script, "E4");
    assert!(matches!(next(&mut plan, &script), Step::Mark(_, true)));
    script.mark(Colour::White, &["D4", "E4"], true);
    assert_eq!(next(&mut plan, &script), Step::Accept(1));
}

#[test]
fn what_the_opponent_marked_wrongly_is_marked_alive_once() {
    let mut script = stopped(1);
    script.mark(Colour::Black, &["G3"], true);
    let mut plan = plan(&script, "");
    assert_eq!(next(&mut plan, &script), Step::Mark("G3".parse().unwrap(), false));
    script.mark(Colour::White, &["G3"], false);
    plan.done("G3".parse().unwrap());
    assert_eq!(next(&mut plan, &script), Step::Accept(2));
    script.append(tengen_protocol::Event::Accepted {
        by: Colour::White,
        id: crate::testing::command_id(),
        revision: 2,
        outcome: None,
    });
    assert_eq!(next(&mut plan, &script), Step::Wait);
    // He marks it again after the bot has accepted: the bot does not follow, it plays on.
    script.mark(Colour::Black, &["G3"], true);
    assert_eq!(next(&mut plan, &script), Step::Resume);
    plan.has_resumed();
    assert_eq!(next(&mut plan, &script), Step::Wait);
}

#[test]
fn at_a_final_stop_it_waits() {
    let mut script = stopped(2);
    let mut plan = plan(&script, "");
    script.mark(Colour::Black, &["G3"], true);
    assert_eq!(next(&mut plan, &script), Step::Wait);
    script.mark(Colour::Black, &["G3"], false);
    assert_eq!(next(&mut plan, &script), Step::Accept(2));
}

#[test]
fn lists_of_engines_are_read_in_any_layout() {
    assert_eq!(read_list("A1 B2\nC3\n"), points("A1 B2 C3"));
    assert_eq!(read_list("nothing"), points(""));
    assert_eq!(read_list("\n"), points(""));
}
