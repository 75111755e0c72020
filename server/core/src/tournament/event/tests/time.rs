//! What time does by itself.

use super::*;
use crate::timing::{Due, Time, When};
use tengen_protocol::Qualifying;

fn at(ms: u64) -> Option<Due> {
    Some(Due { time: Time::Wall, when: When::At(ms) })
}

/// Lets time act as long as it does anything.
pub(super) fn let_time_act(desk: &mut Desk) -> u32 {
    let mut acts = 0;
    while let Some(ripe) = desk.event.ripe(desk.now) {
        let proposal = (ripe == Ripe::Next).then(|| desk.event.propose());
        let seed = desk.seed();
        let decision = desk.event.time_acts(proposal.as_ref(), &seed, desk.now).unwrap().unwrap();
        desk.append(&decision);
        acts += 1;
        assert!(acts < 10, "time does not spin");
    }
    assert!(desk.event.time_acts(None, "00", desk.now).unwrap().is_none());
    acts
}

#[test]
fn an_unattended_event_goes_on_by_itself_to_its_end() {
    let pace = Pace::AtOnce { pause: 500 };
    let first = StageSettings { pace: pace.clone(), ..stage(System::Swiss { rounds: 3 }) };
    let last = StageSettings {
        pace,
        from: Some(Qualifying { first: 2, carry_points: false }),
        ..stage(System::Elimination { losses: 1 })
    };
    let mut desk = Desk::started(settings(vec![first, last]), 8);
    assert_eq!(desk.event.due(), at(desk.now), "nobody waits for the first round");
    for round in 1..=3 {
        assert_eq!(let_time_act(&mut desk), 1, "round {round}");
        assert_eq!(desk.event.due(), None, "games are played");
        for game in desk.going_on() {
            // the better placed wins: one is first with three wins
            let (_, state) = desk.event.game(&game).unwrap();
            let colour = if state.black.entry < state.white.entry { Colour::Black } else { Colour::White };
            desk.end(&game, 3, won(colour)).unwrap();
        }
        assert_eq!(desk.event.due(), at(desk.now + 500));
        assert_eq!(let_time_act(&mut desk), 0, "not before the pause is over");
        desk.now += 500;
    }
    let rows = desk.event.standings(1).unwrap();
    let tied = rows.iter().filter(|row| row.place == rows[1].place).count() > 1;
    let acts = let_time_act(&mut desk);
    if tied {
        assert_eq!((acts, desk.event.due()), (1, None), "held until an organiser names who goes on");
        let chosen = Some(vec![rows[0].entry, rows[1].entry]);
        desk.ask("org", Command::NextStage { chosen }).unwrap();
        let_time_act(&mut desk);
    }
    let final_game = desk.going_on();
    assert_eq!(final_game.len(), 1);
    desk.end(&final_game[0], 3, won(Colour::White)).unwrap();
    desk.now += 500;
    let_time_act(&mut desk);
    assert_eq!(desk.event.phase(), Phase::Finished);
    assert_eq!(desk.event.due(), None);
    desk.check();
}

#[test]
fn a_timetable_begins_rounds_and_waits_for_the_one_before() {
    let pace = Pace::At { times: vec![10_000, 20_000, 30_000], zone: Some("Asia/Shanghai".into()) };
    let mut desk = Desk::new(settings(vec![StageSettings { pace, ..stage(System::Swiss { rounds: 3 }) }]));
    desk.enter(4);
    assert_eq!(desk.event.due(), None);
    desk.ask("org", Command::Draw { by: tengen_protocol::DrawBy::Seed, seed: "00".into() }).unwrap();
    assert_eq!(desk.event.due(), at(10_000));
    assert_eq!(let_time_act(&mut desk), 0);
    desk.now = 10_000;
    assert_eq!(let_time_act(&mut desk), 2, "it starts, and its first round begins");
    assert_eq!(desk.event.due(), None);
    desk.now = 25_000;
    assert_eq!(let_time_act(&mut desk), 0, "the first round is going on");
    for game in desk.going_on() {
        desk.end(&game, 3, won(Colour::Black)).unwrap();
    }
    assert_eq!(desk.event.due(), at(20_000), "its time has come");
    assert_eq!(let_time_act(&mut desk), 1);
    for game in desk.going_on() {
        desk.end(&game, 3, won(Colour::Black)).unwrap();
    }
    // paired beforehand by an official, begun by time
    let (proposal, seed) = (Box::new(desk.event.propose().unwrap()), desk.seed());
    desk.ask("org", Command::Pair { proposal, begin: false, seed }).unwrap();
    assert_eq!(desk.event.due(), at(30_000));
    desk.now = 30_000;
    assert_eq!(let_time_act(&mut desk), 1);
    assert_eq!(desk.going_on().len(), 2);
    desk.check();
}

#[test]
fn what_time_cannot_do_is_said_once() {
    let pace = Pace::AtOnce { pause: 0 };
    let mut desk = Desk::started(settings(vec![StageSettings { pace, ..stage(System::Swiss { rounds: 9 }) }]), 2);
    let_time_act(&mut desk);
    desk.beats(1, 2);
    assert_eq!(let_time_act(&mut desk), 1, "two who have met: no further round");
    assert_eq!(desk.event.due(), None);
    assert_eq!(desk.event.stages()[0].held, Some(2));
    desk.ask("org", Command::Finish).unwrap();
    desk.check();
}

#[test]
fn an_old_proposal_is_made_anew() {
    let mut desk = Desk::started(settings(vec![stage(System::Swiss { rounds: 3 })]), 4);
    let old = desk.event.propose().unwrap();
    desk.ask("p4", Command::Withdraw { entry: EntryNo(4), in_play: false, seed: "1eaf".into() }).unwrap();
    let pair = Command::Pair { proposal: Box::new(old), begin: true, seed: "01".into() };
    assert_eq!(desk.ask("org", pair), Err(Refused::OldProposal));
    desk.pair().unwrap();
    assert_eq!(desk.event.stages()[0].rounds[0].byes.len(), 1);
}
