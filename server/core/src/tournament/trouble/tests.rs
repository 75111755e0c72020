use super::*;
use crate::game::tests::{Table, terms};
use tengen_protocol::{Adjournment, Pause, ResumeAt, Scoring, Sides};

const NOW: u64 = 50_000;
const WALL: u64 = 9_000_000;

fn game() -> Snapshot {
    let mut table = Table::new(&terms("9x9", "10m+3x30s"));
    table.plays("E5 pass");
    table.game.snapshot(Sides { black: "Ann".into(), white: "Bob".into() })
}

fn of(game: &Snapshot) -> (Trouble, Option<u64>, Option<u64>) {
    let look = look(game, NOW, WALL, [false; 2]);
    (look.trouble, look.since, look.until)
}

#[test]
fn each_trouble_is_told_with_its_times_for_people() {
    let playing = game();
    assert_eq!(of(&playing), (Trouble::Playing, None, None));
    let state = look(&playing, NOW, WALL, [false; 2]).state;
    assert_eq!((state.moves, state.to_move, state.now), (2, Colour::Black, NOW));
    let warned = Snapshot { warnings: Sides { black: 0, white: 1 }, ..playing.clone() };
    assert_eq!(of(&warned), (Trouble::Warned, None, None));
    let away = look(&warned, NOW, WALL, [false, true]);
    assert_eq!((away.trouble, away.absent), (Trouble::Disconnected, vec![Colour::White]), "that is worse");

    let waiting = Snapshot {
        phase: Phase::Waiting,
        arrived: Sides { black: true, white: false },
        created_at: 8_000_000,
        ..playing.clone()
    };
    let until = 8_000_000 + waiting.setup.arrive_within;
    let late = look(&waiting, NOW, WALL, [true; 2]);
    assert_eq!((late.trouble, late.since, late.until), (Trouble::Late, Some(8_000_000), Some(until)));
    assert_eq!(late.absent, [Colour::White]);

    let paused = |until, suspended_until, awaits| {
        let pause = Some(Pause { since: NOW - 7_000, until, suspended_until, awaits });
        of(&Snapshot { phase: Phase::Paused, pause, ..playing.clone() })
    };
    let since = Some(WALL - 7_000);
    assert_eq!(paused(Some(NOW + 60_000), None, None), (Trouble::Paused, since, Some(WALL + 60_000)));
    assert_eq!(paused(None, Some(9_900_000), None), (Trouble::Suspended, since, Some(9_900_000)));
    for (matter, trouble) in [(Matter::Repetition, Trouble::Repetition), (Matter::MoveLimit, Trouble::MoveLimit)] {
        assert_eq!(paused(None, Some(9_900_000), Some(matter)), (trouble, since, Some(9_900_000)));
    }
    let resume_at = ResumeAt { resume_at: 9_500_000, zone: None };
    let adjournment = Some(Adjournment { resume_at, sealed: None });
    let adjourned = Snapshot { phase: Phase::Adjourned, adjournment, ..playing.clone() };
    assert_eq!(of(&adjourned), (Trouble::Adjourned, None, Some(9_500_000)));

    let scoring = |left: u64, is_final| {
        let sides = Sides { black: false, white: false };
        let scoring = Scoring {
            stop: 1,
            is_final,
            revision: 0,
            dead: Vec::new(),
            accepted: sides,
            resume_asked: sides,
            deadline: NOW + left,
        };
        of(&Snapshot { phase: Phase::Scoring, scoring: Some(scoring), ..playing.clone() })
    };
    assert_eq!(scoring(120_000, false), (Trouble::Scoring, None, Some(WALL + 120_000)));
    assert_eq!(scoring(119_999, false), (Trouble::LongScoring, None, Some(WALL + 119_999)));
    assert_eq!(scoring(300_000, true), (Trouble::FinalStop, None, Some(WALL + 300_000)));
}

#[test]
fn the_worst_comes_first() {
    assert!(Trouble::ALL.is_sorted());
    assert!(Trouble::ALL.iter().filter(|trouble| !trouble.is_trouble()).all(|quiet| *quiet > Trouble::Adjourned));
}
