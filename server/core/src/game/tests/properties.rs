//! Whatever people send, in whatever order, however slow the store: nothing is stuck, nothing panics,
//! and every millisecond is charged to whom it belongs.

use super::{purse::Purse, *};
use proptest::prelude::*;
use tengen_protocol::{Compensation, EndReason, IllegalMove, Ko, MoveTime, Overtime, Regulations, Suicide};

#[derive(Clone, Debug)]
enum Step {
    /// A command, and how long the store takes for it.
    Say(Colour, Kind, u64),
    /// The last command that was accepted, again: as it was, or with the same id and another body.
    Repeat(bool),
    /// A move made for what was the end of the log so many events ago.
    Stale(Colour, u8, u8, usize),
    Wait(u64),
    TimeActs,
    /// Time for a side whose node was away.
    Credit(Colour, u64),
    Warn(Colour),
}

#[derive(Clone, Debug)]
enum Kind {
    Arrive,
    Play(u8, u8),
    Pass,
    Resign,
    Ask(u32),
    Answer(bool),
    Propose(usize, Option<u64>),
    Reply(bool),
    Seal(Option<(u8, u8)>),
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
        30 => (0..6_u8, 0..6_u8).prop_map(|(x, y)| Kind::Play(x, y)),
        6 => Just(Kind::Pass),
        1 => Just(Kind::Resign),
        4 => (0..6_u32).prop_map(Kind::Ask),
        6 => prop_oneof![3 => Just(true), 1 => Just(false)].prop_map(Kind::Answer),
        5 => (0..Proposal::ALL.len(), prop::option::of(0..600_000_u64)).prop_map(|(n, ms)| Kind::Propose(n, ms)),
        8 => prop_oneof![4 => Just(true), 1 => Just(false)].prop_map(Kind::Reply),
        3 => prop::option::of((0..6_u8, 0..6_u8)).prop_map(Kind::Seal),
        4 => (0..5_u8, 0..5_u8, any::<bool>(), 0..3_u32).prop_map(|(x, y, dead, r)| Kind::Mark(x, y, dead, r)),
        3 => (0..3_u32).prop_map(Kind::Accept),
        2 => Just(Kind::Resume),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let delay = prop_oneof![Just(0_u64), 0..300_u64, 0..=ARRIVAL_WINDOW_MS];
    prop_oneof![
        30 => (colour(), kind(), delay).prop_map(|(by, kind, delay)| Step::Say(by, kind, delay)),
        2 => any::<bool>().prop_map(Step::Repeat),
        2 => (colour(), 0..5_u8, 0..5_u8, 1..4_usize).prop_map(|(by, x, y, ago)| Step::Stale(by, x, y, ago)),
        8 => prop_oneof![0..2_000_u64, 0..8_000_u64, 0..40_000_u64, Just(300_000_u64)].prop_map(Step::Wait),
        2 => Just(Step::TimeActs),
        1 => (colour(), 0..10_000_u64).prop_map(|(to, ms)| Step::Credit(to, ms)),
        1 => colour().prop_map(Step::Warn),
    ]
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let times = vec![
        "none",
        "1m",
        "20s+3x5s",
        "0s+2x3s",
        "20s+3/10s",
        "0s+2/20s",
        "20s+2s/move",
        "20s+4s/move<20s",
        "5s/move",
        "1d/move",
    ];
    let board = prop_oneof![
        4 => Just(("5", 0_u16, Placement::Fixed)),
        1 => Just(("5", 3, Placement::Free)),
        1 => Just(("7", 2, Placement::Free)),
        1 => Just(("7", 3, Placement::Fixed)),
    ];
    let ko = prop::option::of(prop::sample::select(vec![Ko::Positional, Ko::Situational, Ko::Simple, Ko::Referee]));
    let suicide = prop::option::of(prop::sample::select(vec![Suicide::No, Suicide::Multi]));
    let compensation = prop::option::of(prop::sample::select(vec![Compensation::N, Compensation::None]));
    let rules = prop::sample::select(Preset::ALL.to_vec());
    let time = prop::sample::select(times);
    (time, rules, board, ko, suicide, compensation).prop_map(|(time, rules, board, ko, suicide, compensation)| {
        let (size, handicap, placement) = board;
        Terms { rules, handicap, placement, ko, suicide, compensation, ..terms(size, time) }
    })
}

fn any_lapses() -> impl Strategy<Value = (IllegalMove, Overtime)> {
    (prop::sample::select(IllegalMove::ALL.to_vec()), prop::sample::select(Overtime::ALL.to_vec()))
}

/// Where there are no periods time that runs out can only lose.
fn regulations(terms: &Terms, illegal_move: IllegalMove, overtime: Overtime) -> Regulations {
    let has_periods = matches!(terms.time, TimeControl::ByoYomi { .. });
    let overtime = if has_periods { overtime } else { Overtime::Lose };
    Regulations { illegal_move, overtime, ..Regulations::default() }
}

const fn is_illegal(code: Code) -> bool {
    matches!(code, Code::Occupied | Code::Suicide | Code::Ko | Code::Superko)
}

fn command(table: &Table, kind: &Kind) -> Option<Command> {
    let at = table.game.position();
    let (after, head) = (at.seq, at.head);
    let point = |x, y| tengen_protocol::Point::new(x, y);
    // revisions are counted over the whole game: mostly the one that stands
    let revision = |behind| table.game.scoring.as_ref().map_or(0, |marks| marks.revision).saturating_sub(behind);
    Some(match *kind {
        Kind::Arrive => Command::Arrive,
        Kind::Play(x, y) => Command::Play { vertex: Vertex::Point(point(x, y)?), after, head },
        Kind::Pass => Command::Play { vertex: Vertex::Pass, after, head },
        Kind::Resign => Command::Resign,
        Kind::Ask(moves) => Command::RequestUndo { moves, after, head },
        Kind::Answer(accept) => Command::AnswerUndo { accept, after, head },
        Kind::Propose(which, ms) => {
            let proposal = Proposal::ALL[which];
            let resume_at = ms.filter(|_| proposal == Proposal::Adjourn).map(|ms| table.now + ms);
            let resume_at = resume_at.map(|resume_at| ResumeAt { resume_at, zone: None });
            Command::Propose { proposal, resume_at, after, head }
        }
        Kind::Reply(accept) => Command::Answer { accept, after, head },
        Kind::Seal(at) => {
            let vertex = at.map_or(Some(Vertex::Pass), |(x, y)| point(x, y).map(Vertex::Point))?;
            // no number of the log looks like it
            Command::Seal { sealed: SealedMove::new([0xab; NONCE_BYTES], vertex), after, head }
        }
        Kind::Mark(x, y, dead, behind) => Command::Mark { vertex: point(x, y)?, dead, revision: revision(behind) },
        Kind::Accept(behind) => Command::Accept { revision: revision(behind) },
        Kind::Resume => Command::Resume,
    })
}

/// A game, and what is known of it from outside.
struct Watched {
    table: Table,
    purses: Sides<Purse>,
    /// Whose clock runs since when, as events say.
    turn: Option<(Colour, u64)>,
    /// Who made each ply; a pass that the server recorded is nobody's.
    plies: Vec<Option<Colour>>,
    placing: u16,
    accepted: Option<(Colour, CommandId, Command, u64)>,
    said: u32,
    /// Further periods for one zi each.
    penalties: Sides<u8>,
}

impl Watched {
    fn new(terms: &Terms, regulations: &Regulations, lag: u64) -> Self {
        let mut table = Table::waiting_under(terms, regulations);
        (table.claimed_lag, table.measured_rtt) = (lag, Some(100));
        let purse = Purse::new(terms.time);
        Self {
            table,
            purses: Sides { black: purse.clone(), white: purse },
            turn: None,
            plies: Vec::new(),
            placing: if terms.placement == Placement::Free { terms.handicap } else { 0 },
            accepted: None,
            said: 0,
            penalties: Sides::default(),
        }
    }

    fn take(&mut self, step: &Step) {
        let before = self.table.game.position();
        let arrived = self.table.now;
        let ended = match step {
            Step::Wait(ms) => return self.table.wait(*ms),
            Step::TimeActs => self.table.time_acts(),
            Step::Say(by, kind, delay) => match command(&self.table, kind) {
                Some(command) => self.say(*by, &command, *delay),
                None => return,
            },
            Step::Stale(by, x, y, ago) => return self.stale(*by, *x, *y, *ago),
            Step::Repeat(same) => return self.repeat(*same),
            Step::Credit(to, ms) => self.credit(*to, *ms),
            Step::Warn(warned) => self.warn(*warned),
        };
        match ended {
            Ended::Committed(event) => self.note(&event, arrived),
            Ended::Late => {
                let (side, since) = self.turn.expect("only a running clock runs out");
                let over = if self.table.game.time() == Time::Wall { self.table.now } else { arrived };
                assert!(over - since >= self.purses.of(side).total(), "in time, but refused as late");
            }
            Ended::Refused(ref refusal)
                if is_illegal(refusal.code) && !matches!(step, Step::Say(_, Kind::Seal(_), _)) =>
            {
                let game = &self.table.game;
                let placing = game.handicap_left > 0;
                assert!(placing || game.setup.regulations.illegal_move == IllegalMove::Reject, "{refusal:?}");
                assert_eq!(game.position(), before, "what is not committed changes nothing");
            }
            Ended::Refused(_) | Ended::Time => {
                assert_eq!(self.table.game.position(), before, "what is not committed changes nothing");
            }
        }
        self.keeps_its_secret();
    }

    /// Nothing that is stored or sent tells of a sealed move.
    fn keeps_its_secret(&self) {
        if self.table.game.phase() != Phase::Adjourned {
            return;
        }
        let stored = self.table.stored.last().unwrap();
        let snapshot = serde_json::to_string(&self.table.game.snapshot(Sides::default())).unwrap();
        let nonce = "ab".repeat(NONCE_BYTES);
        for text in [String::from_utf8_lossy(stored), snapshot.into(), format!("{:?}", self.table.game).into()] {
            assert!(!text.contains(&nonce), "{text}");
        }
        let text = String::from_utf8_lossy(stored);
        assert!(!text.contains("sealed") || !text.contains("vertex"), "{text}");
    }

    fn say(&mut self, by: Colour, command: &Command, delay: u64) -> Ended {
        self.said += 1;
        let id: CommandId = format!("w{}", self.said).parse().unwrap();
        let table = &mut self.table;
        let arrival = Arrival {
            logical: table.now,
            wall: table.now,
            claimed_lag: table.claimed_lag,
            measured_rtt: table.measured_rtt,
        };
        match table.game.decide(by, &id, command, arrival) {
            Ok(decision) => {
                table.wait(delay);
                let ended = table.append(decision);
                table.keep(command, &ended);
                if let Ended::Committed(_) = ended {
                    self.accepted = Some((by, id, command.clone(), table.game.position().seq));
                }
                ended
            }
            Err(refusal) => Ended::Refused(Box::new(refusal)),
        }
    }

    fn stale(&mut self, by: Colour, x: u8, y: u8, ago: usize) {
        let stored = &self.table.stored;
        let Some(kept) = stored.len().checked_sub(ago).filter(|kept| *kept > 0) else { return };
        let at = Game::load(&stored[..kept]).unwrap().position();
        let vertex = Vertex::Point(tengen_protocol::Point::new(x, y).unwrap());
        let command = Command::Play { vertex, after: at.seq, head: at.head };
        let began = self.table.game.turn_began;
        let arrived = self.table.now;
        match self.say(by, &command, 0) {
            Ended::Committed(event) => {
                assert!(at.seq >= began, "a move for another position was taken");
                self.note(&event, arrived);
            }
            Ended::Refused(refusal) if self.table.game.phase() == Phase::Playing && at.seq < began => {
                assert_eq!((refusal.code, refusal.seq), (Code::Stale, Some(self.table.game.position().seq)));
            }
            _ => {}
        }
    }

    fn repeat(&self, same: bool) {
        let Some((by, id, command, seq)) = &self.accepted else { return };
        if same {
            assert_eq!(self.table.game.repeat(*by, id, command), Some(Ok(*seq)));
        } else {
            let other = if *command == Command::Resign { Command::Resume } else { Command::Resign };
            let refusal = self.table.game.repeat(*by, id, &other).unwrap().unwrap_err();
            assert_eq!(refusal.code, Code::IdReused);
        }
        assert_eq!(self.table.game.repeat(by.other(), id, command), None, "ids are each player's own");
    }

    /// At most what he was away for since his clock started.
    fn credit(&mut self, to: Colour, ms: u64) -> Ended {
        let since = self.turn.filter(|(side, _)| *side == to).map_or(self.table.now, |(_, since)| since);
        let ms = ms.min(self.table.now - since);
        let Some(mut due) = self.table.game.due().filter(|_| self.table.game.time() == Time::Logical) else {
            return Ended::Time;
        };
        if let (When::At(at), Some((side, _))) = (due.when, self.turn)
            && side == to
        {
            due.when = When::At(at + ms);
        }
        let event = Event::Credited { to, ms };
        self.table.append(Decision { event, guard: Guard::None, due: Some(due), lifecycle: false })
    }

    fn warn(&mut self, warned: Colour) -> Ended {
        let game = &self.table.game;
        if game.phase() == Phase::Finished {
            return Ended::Time;
        }
        let authority = authority(Reason::Device);
        let decision = if *game.warnings.of(warned) == 0 {
            let now = self.table.now;
            game.warns(warned, authority, Arrival { logical: now, wall: now, ..Arrival::default() })
        } else {
            let outcome = Some(count::win(warned.other(), EndReason::Forfeit));
            game.ends(Event::Warned { warned, authority, revised: None, outcome })
        };
        self.table.append(decision)
    }

    /// Charges what the event means; the instants are those that were seen from outside.
    fn note(&mut self, event: &Event, arrived: u64) {
        let now = self.table.now;
        match event {
            Event::Arrived { .. } if self.table.game.phase() == Phase::Playing => self.turn_to(self.first()),
            Event::Play { by, time, .. }
            | Event::Pass { by, time, .. }
            | Event::Illegal { by, led_to: IllegalMove::Pass, time, .. } => {
                self.charge(*by, *time, arrived, Purse::move_after);
                self.plies.push(Some(*by));
                self.turn_to(by.other());
            }
            Event::Illegal { by, led_to, time, outcome, .. } => {
                assert_eq!(*led_to, self.table.game.setup.regulations.illegal_move);
                assert_eq!((*time, self.turn.map(|(side, _)| side)), (MoveTime::default(), Some(*by)), "time runs on");
                let second = *self.table.game.warnings.of(*by) > 1;
                assert_eq!(outcome.is_some(), second || *led_to == IllegalMove::Lose);
            }
            Event::Overran { by, led_to, time, .. } => self.overran(*by, *led_to, *time),
            Event::Handicap { by, time, left, .. } => {
                self.charge(*by, *time, arrived, Purse::place_after);
                self.placing = *left;
                self.turn_to(self.first());
            }
            Event::UndoAnswered { undone: Some(undone), .. } => {
                self.take_back(undone.moves as usize, undone.to_move, arrived)
            }
            Event::Resumed { to_move, .. } | Event::WentOn { to_move, .. } => self.turn_to(*to_move),
            Event::Paused { time, .. } => self.stand(*time, arrived),
            Event::CountAgreed { time, stop, .. } => {
                self.stand(*time, arrived);
                assert!(stop.is_none_or(|stop| !stop.closing_pass), "nobody has passed");
            }
            Event::Sealed { by, time, .. } => {
                self.charge(*by, *time, arrived, Purse::move_after);
                self.turn = None;
            }
            Event::Unsealed { sealed_by, .. } => {
                self.plies.push(Some(*sealed_by));
                self.turn_to(sealed_by.other());
            }
            Event::Credited { to, ms } => {
                if let Some((side, since)) = &mut self.turn
                    && side == to
                {
                    *since += ms;
                }
            }
            Event::TimedOut { by, .. } => {
                let (side, since) = self.turn.expect("a clock ran");
                assert_eq!(side, *by, "only the side whose clock runs loses by it");
                let quota = if self.table.game.time() == Time::Logical { self.purses.of(side).quota() } else { 0 };
                assert!(now - since >= self.purses.of(side).total() + quota + FLAG_GRACE_MS, "no flag is early");
            }
            _ => {}
        }
        if let Event::Pass { stop: Some(stop), by, .. }
        | Event::Illegal { stop: Some(stop), by, .. }
        | Event::Overran { stop: Some(stop), by, .. }
        | Event::Unsealed { stop: Some(stop), sealed_by: by, .. } = event
        {
            if stop.closing_pass {
                self.plies.push(None);
            }
            assert_eq!(stop.closing_pass, *by == BLACK && self.table.game.setup.rules.preset == Preset::Aga);
            self.turn = None;
        }
        self.check_faces();
    }

    /// All that the side had is charged, and the rest until now is nobody's; no flag is early.
    fn overran(&mut self, by: Colour, led_to: Overtime, time: MoveTime) {
        let (side, since) = self.turn.expect("a clock ran");
        assert_eq!(side, by, "only the side whose clock runs runs out of time");
        let purse = self.purses.of_mut(by);
        let passed = self.table.now - since;
        assert!(passed >= purse.total() + purse.quota() + FLAG_GRACE_MS, "no flag is early");
        assert_eq!((time.used, time.lag), (purse.total(), 0), "charged and nobody's");
        purse.overrun(led_to == Overtime::Pass);
        if led_to == Overtime::Pass {
            assert_eq!(self.placing, 0, "handicap stones are placed first");
            self.plies.push(Some(by));
            self.turn_to(by.other());
        } else {
            *self.penalties.of_mut(by) += 1;
            assert!(*self.penalties.of(by) <= limits::PENALTY_PERIODS);
            self.turn_to(by);
        }
        assert_eq!(self.table.game.penalties, self.penalties);
    }

    fn first(&self) -> Colour {
        if self.table.game.setup.handicap < 2 || self.placing > 0 { BLACK } else { WHITE }
    }

    fn turn_to(&mut self, side: Colour) {
        self.turn = Some((side, self.table.now));
    }

    fn charge(&mut self, by: Colour, time: tengen_protocol::MoveTime, arrived: u64, act: fn(&mut Purse, u64, u64)) {
        let (side, since) = self.turn.expect("a clock runs while moves are made");
        assert_eq!(side, by, "only the side whose clock runs moves");
        if self.table.game.time() == Time::Wall {
            assert_eq!((time.used, time.lag), (0, 0));
            return act(self.purses.of_mut(by), 0, 0);
        }
        let purse = self.purses.of_mut(by);
        // From the start of the clock to the arrival; what the store took is nobody's.
        let thought = arrived - since;
        let given = self.table.claimed_lag.min(100 + LAG_BEYOND_ROUND_TRIP_MS).min(purse.quota()).min(thought);
        assert_eq!((time.used, time.lag), (thought - given, given), "charged and nobody's");
        act(purse, time.used, time.lag);
    }

    /// Play stands still: what the side to move has thought is charged, the rest is nobody's.
    fn stand(&mut self, time: tengen_protocol::MoveTime, arrived: u64) {
        let (side, since) = self.turn.take().expect("a clock runs while moves are made");
        match self.table.game.time() {
            Time::Logical => {
                assert_eq!((time.used, time.lag), (arrived - since, 0), "charged to the arrival");
                self.purses.of_mut(side).think(time.used);
            }
            Time::Wall => self.purses.of_mut(side).think(self.table.now - since),
        }
    }

    fn take_back(&mut self, moves: usize, to_move: Colour, arrived: u64) {
        let (side, since) = self.turn.expect("a clock runs while moves are made");
        if self.table.game.time() == Time::Logical {
            self.purses.of_mut(side).think(arrived - since);
        }
        let taken = self.plies.split_off(self.plies.len() - moves);
        for colour in [BLACK, WHITE] {
            let own = taken.iter().filter(|by| **by == Some(colour)).count();
            self.purses.of_mut(colour).take_back(own);
        }
        self.turn_to(to_move);
    }

    /// Both clocks are what the books say; at the end what was left of the one that ran.
    fn check_faces(&self) {
        let ended = self.turn.filter(|_| self.table.game.phase() == Phase::Finished);
        for colour in [BLACK, WHITE] {
            let thinking = ended.filter(|(side, _)| *side == colour).map_or(0, |(_, since)| self.table.now - since);
            let purse = self.purses.of(colour);
            assert_eq!(self.table.game.clock(colour), purse.face_after(thinking), "{colour}");
            assert_eq!(*self.table.game.quota.of(colour), purse.quota(), "lag credit of {colour}");
        }
        assert_eq!(self.table.game.given.len(), self.plies.len(), "what each ply gave");
    }
}

fn run(terms: &Terms, regulations: &Regulations, steps: &[Step], lag: u64) -> Table {
    let mut watched = Watched::new(terms, regulations, lag);
    for by in [BLACK, WHITE] {
        watched.take(&Step::Say(by, Kind::Arrive, 0));
    }
    for step in steps {
        watched.take(step);
    }
    watched.table
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
        (illegal_move, overtime) in any_lapses(),
        steps in prop::collection::vec(step(), 1..120),
        lag in prop_oneof![Just(0_u64), Just(150), Just(1_000_000)],
    ) {
        let regulations = regulations(&terms, illegal_move, overtime);
        let table = run(&terms, &regulations, &steps, lag);
        table.check_replay();
        ends_by_time(table);
        ends_by_players(run(&terms, &regulations, &steps, lag));
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Game::load([&bytes]).is_err());
        let mut table = Table::new(&terms("9", "1m"));
        prop_assert!(table.game.apply(&bytes).is_err());
    }
}
