//! Whatever people send, in whatever order: nothing is stuck, nothing panics, time is conserved.

use super::*;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Say(Colour, Kind),
    Wait(u64),
    TimeActs,
}

#[derive(Clone, Debug)]
enum Kind {
    Arrive,
    Play(u8, u8),
    Pass,
    Resign,
    Ask(u32),
    Answer(bool),
    Mark(u8, u8, bool, u32),
    Accept(u32),
    Resume,
}

fn colour() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(BLACK), Just(WHITE)]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        1 => Just(Kind::Arrive),
        20 => (0..6_u8, 0..6_u8).prop_map(|(x, y)| Kind::Play(x, y)),
        6 => Just(Kind::Pass),
        1 => Just(Kind::Resign),
        2 => (0..4_u32).prop_map(Kind::Ask),
        3 => any::<bool>().prop_map(Kind::Answer),
        4 => (0..5_u8, 0..5_u8, any::<bool>(), 0..3_u32).prop_map(|(x, y, dead, r)| Kind::Mark(x, y, dead, r)),
        3 => (0..3_u32).prop_map(Kind::Accept),
        2 => Just(Kind::Resume),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        20 => (colour(), kind()).prop_map(|(by, kind)| Step::Say(by, kind)),
        6 => prop_oneof![0..2_000_u64, 0..40_000_u64, Just(300_000_u64)].prop_map(Step::Wait),
        2 => Just(Step::TimeActs),
    ]
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let time = prop::sample::select(vec!["none", "1m", "20s+3x5s", "20s+3/10s", "20s+2s/move", "5s/move", "1d/move"]);
    let rules = prop::sample::select(Preset::ALL.to_vec());
    (time, rules, prop_oneof![Just(0_u16), Just(2), Just(3)]).prop_map(|(time, rules, handicap)| {
        let mut terms = terms("5", time);
        terms.rules = rules;
        terms.handicap = handicap;
        terms.placement = Placement::Free;
        terms
    })
}

/// What is known from outside: for each side the time charged and, of all, the time that was nobody's.
#[derive(Default)]
struct Books {
    charged: u64,
    elapsed: u64,
    nobodys: u64,
}

fn command(table: &Table, kind: &Kind) -> Option<Command> {
    let at = table.game.position();
    let (after, head) = (at.seq, at.head);
    let point = |x, y| tengen_protocol::Point::new(x, y);
    Some(match *kind {
        Kind::Arrive => Command::Arrive,
        Kind::Play(x, y) => Command::Play { vertex: Vertex::Point(point(x, y)?), after, head },
        Kind::Pass => Command::Play { vertex: Vertex::Pass, after, head },
        Kind::Resign => Command::Resign,
        Kind::Ask(moves) => Command::RequestUndo { moves, after, head },
        Kind::Answer(accept) => Command::AnswerUndo { accept, after, head },
        Kind::Mark(x, y, dead, revision) => Command::Mark { vertex: point(x, y)?, dead, revision },
        Kind::Accept(revision) => Command::Accept { revision },
        Kind::Resume => Command::Resume,
    })
}

fn run(terms: &Terms, steps: &[Step], lag: u64) -> Table {
    let mut table = Table::waiting(terms);
    table.claimed_lag = lag;
    table.measured_rtt = Some(100);
    let mut books = Books::default();
    for step in steps {
        let before = (table.game.running, table.game.since, table.game.position());
        let ended = match step {
            Step::Wait(ms) => {
                table.wait(*ms);
                continue;
            }
            Step::TimeActs => table.time_acts(),
            Step::Say(by, kind) => match command(&table, kind) {
                Some(command) => table.say(*by, command),
                None => continue,
            },
        };
        match ended {
            Ended::Committed(event) => keep_books(&mut books, &table, &event, before.0, before.1),
            _ => assert_eq!(table.game.position(), before.2, "what is not committed changes nothing"),
        }
    }
    assert_eq!(books.elapsed, books.charged + books.nobodys, "time is conserved");
    table
}

/// Elapsed logical time of the running clock = charged + nobody's.
fn keep_books(books: &mut Books, table: &Table, event: &Event, running: Option<Colour>, since: u64) {
    if table.game.time() != Time::Logical {
        return;
    }
    if let Event::Play { by, time, .. } | Event::Pass { by, time, .. } | Event::Handicap { by, time, .. } = event {
        assert_eq!(running, Some(*by), "only the side whose clock runs moves");
        books.elapsed += table.now - since;
        books.charged += time.used;
        // Commands are committed at their arrival here, so lag is all that is nobody's.
        books.nobodys += time.lag;
        let allowed = LAG_QUOTA_MS.min(100 + LAG_BEYOND_ROUND_TRIP_MS);
        assert!(time.lag <= allowed, "nobody gains beyond what is explained");
    }
    if let Event::TimedOut { by, .. } = event {
        assert_eq!(running, Some(*by));
    }
}

/// From any state, time alone ends the game.
fn ends_by_time(mut table: Table) {
    for _ in 0..8 {
        if table.game.phase() == Phase::Finished {
            assert!(table.game.outcome().is_some());
            return;
        }
        let Some(Due { when: When::At(at), .. }) = table.due else {
            panic!("nothing is due in {:?}", table.game.phase())
        };
        table.now = table.now.max(at);
        table.time_acts().event();
    }
    panic!("stuck in {:?}", table.game.phase());
}

/// From any state, the players can end the game.
fn ends_by_players(mut table: Table) {
    if table.game.phase() == Phase::Finished {
        return;
    }
    table.say(WHITE, Command::Resign).event();
    assert_eq!(table.outcome(), "B+R");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if std::env::var_os("TENGEN_LONG").is_some() { 10_000 } else { 400 }, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_commands_breaks_a_game(
        terms in any_terms(),
        steps in prop::collection::vec(step(), 1..120),
        lag in prop_oneof![Just(0_u64), Just(150), Just(1_000_000)],
    ) {
        let mut begun = vec![Step::Say(BLACK, Kind::Arrive), Step::Say(WHITE, Kind::Arrive)];
        begun.extend(steps);
        run(&terms, &begun, lag).check_replay();
        ends_by_time(run(&terms, &begun, lag));
        ends_by_players(run(&terms, &begun, lag));
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Game::load([&bytes]).is_err());
        let mut table = Table::new(&terms("9", "1m"));
        prop_assert!(table.game.apply(&bytes).is_err());
    }
}
