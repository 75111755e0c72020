//! Two players, a store and a virtual clock.

mod absence;
mod adjournments;
mod counting;
mod lapses;
mod late;
mod life;
mod pauses;
mod properties;
mod purse;
mod referee;
mod refusals;
mod scoring;
mod time;
mod undo;

use super::*;
use crate::timing::{ARRIVAL_WINDOW_MS, FLAG_GRACE_ELSEWHERE_MS, FLAG_GRACE_MS, Guard, When};
use tengen_protocol::{
    Authority, ColourChoice, EVENT_FORMAT, Event, Placement, Preset, Proposal, Reason, Regulations, ResumeAt, Size,
    Terms, TimeControl, Vertex,
};

pub(crate) const BLACK: Colour = Colour::Black;
pub(crate) const WHITE: Colour = Colour::White;

/// A referee's word without a command behind it.
pub(crate) fn authority(reason: Reason) -> Authority {
    let (referee, id) = ("ref".parse().unwrap(), "r-1".parse().unwrap());
    Authority { referee, id, reason, text: None, order: Head::EMPTY }
}

/// How an attempt to append ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Committed(Box<Event>),
    Refused(Box<Refusal>),
    Late,
    Time,
}

impl Ended {
    #[track_caller]
    pub(crate) fn event(self) -> Event {
        match self {
            Self::Committed(event) => *event,
            other => panic!("not committed: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => *refusal,
            other => panic!("not refused: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn refused(self) -> Code {
        self.refusal().code
    }
}

/// A game at its table: logical and wall time are one here.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) now: u64,
    pub(crate) stored: Vec<Vec<u8>>,
    /// Where the store was told to look next.
    pub(crate) due: Option<Due>,
    commands: u64,
    pub(crate) claimed_lag: u64,
    pub(crate) measured_rtt: Option<u64>,
    /// What is kept beside the log: the sealed move that was stored last.
    pub(crate) secret: Option<String>,
}

pub(crate) fn terms(size: &str, time: &str) -> Terms {
    Terms { colour: ColourChoice::Black, ..Terms::new(size.parse().unwrap(), time.parse().unwrap()) }
}

impl Table {
    pub(crate) fn waiting(terms: &Terms) -> Self {
        Self::waiting_under(terms, &Regulations::default())
    }

    /// The same where an event settles this.
    pub(crate) fn waiting_under(terms: &Terms, regulations: &Regulations) -> Self {
        let players = Sides { black: "ann".parse().unwrap(), white: "bob".parse().unwrap() };
        let setup = settle(terms, players, None, None).unwrap();
        Self::created(Setup { regulations: regulations.clone(), ..setup })
    }

    pub(crate) fn created(setup: Setup) -> Self {
        let created = Game::create(setup).unwrap();
        let now = 1_000_000;
        let body = log::body(EVENT_FORMAT, &created.event).unwrap();
        let first = log::stored(log::Position::default(), now, now, &body);
        let game = Game::load([&first]).unwrap();
        let mut table = Self {
            game,
            now,
            stored: vec![first],
            due: None,
            commands: 0,
            claimed_lag: 0,
            measured_rtt: None,
            secret: None,
        };
        table.due = table.instant(created.due);
        table
    }

    /// Both have come.
    pub(crate) fn new(terms: &Terms) -> Self {
        let mut table = Self::waiting(terms);
        table.say(BLACK, Command::Arrive).event();
        table.say(WHITE, Command::Arrive).event();
        table
    }

    fn instant(&self, due: Option<Due>) -> Option<Due> {
        due.map(|due| match due.when {
            When::After(ms) => Due { when: When::At(self.now + ms), ..due },
            When::At(_) => due,
        })
    }

    pub(crate) fn say(&mut self, by: Colour, command: Command) -> Ended {
        self.commands += 1;
        let id = format!("c{}", self.commands).parse().unwrap();
        self.say_as(by, &id, command)
    }

    /// A command that arrives now and is committed now.
    pub(crate) fn say_as(&mut self, by: Colour, id: &CommandId, command: Command) -> Ended {
        let arrival = Arrival {
            logical: self.now,
            wall: self.now,
            claimed_lag: self.claimed_lag,
            measured_rtt: self.measured_rtt,
        };
        match self.game.decide(by, id, &command, arrival) {
            Ok(decision) => {
                let ended = self.append(decision);
                self.keep(&command, &ended);
                ended
            }
            Err(refusal) => Ended::Refused(Box::new(refusal)),
        }
    }

    /// What a store keeps of a sealed move that was committed, and shows to the fold.
    pub(crate) fn keep(&mut self, command: &Command, ended: &Ended) {
        if let (Command::Seal { sealed, .. }, Ended::Committed(_)) = (command, ended) {
            self.secret = Some(sealed.to_secret());
            assert!(self.game.lacks_secret(), "a fold knows nothing by itself");
            self.game.show_secret(SealedMove::from_secret(sealed.to_secret().as_bytes()).unwrap()).unwrap();
        }
    }

    pub(crate) fn propose(&mut self, by: Colour, proposal: Proposal) -> Ended {
        self.propose_at(by, proposal, None)
    }

    pub(crate) fn propose_at(&mut self, by: Colour, proposal: Proposal, resume_at: Option<ResumeAt>) -> Ended {
        let at = self.game.position();
        self.say(by, Command::Propose { proposal, resume_at, after: at.seq, head: at.head })
    }

    pub(crate) fn reply(&mut self, by: Colour, accept: bool) -> Ended {
        let at = self.game.position();
        self.say(by, Command::Answer { accept, after: at.seq, head: at.head })
    }

    /// Black proposes and White accepts.
    #[track_caller]
    pub(crate) fn agree(&mut self, proposal: Proposal) -> Event {
        self.propose(BLACK, proposal).event();
        self.reply(WHITE, true).event()
    }

    pub(crate) fn seal(&mut self, by: Colour, vertex: &str) -> Ended {
        let at = self.game.position();
        let sealed = SealedMove::new([7; NONCE_BYTES], vertex.parse().unwrap());
        self.say(by, Command::Seal { sealed, after: at.seq, head: at.head })
    }

    /// What the store does with a decision.
    pub(crate) fn append(&mut self, decision: Decision) -> Ended {
        match decision.guard {
            Guard::Arrived { arrived, start, .. }
                if arrived < start || arrived > self.now || self.now - arrived > ARRIVAL_WINDOW_MS =>
            {
                return Ended::Time;
            }
            Guard::Arrived { arrived, credit, deadline: Some(deadline), .. } if arrived - credit >= deadline => {
                return Ended::Late;
            }
            Guard::Before { deadline } if self.now >= deadline => return Ended::Late,
            Guard::Due { at, flag, .. } if self.now < at + flag.map_or(0, |(_, quota)| quota + FLAG_GRACE_MS) => {
                return Ended::Time;
            }
            _ => {}
        }
        let body = log::body(EVENT_FORMAT, &decision.event).unwrap();
        assert!(body.len() < 2_000, "an event is small: {}", String::from_utf8_lossy(&body));
        let stored = log::stored(self.game.position(), self.now, self.now, &body);
        self.game.apply(&stored).unwrap();
        self.stored.push(stored);
        self.due = self.instant(decision.due);
        assert_eq!(self.due, self.game.due(), "the store looks when the game says: {:?}", decision.event);
        let finished = self.game.phase() == Phase::Finished;
        assert_eq!(decision.lifecycle, finished, "other logs hear of the end");
        assert_eq!(self.due.is_none(), finished, "every unfinished game waits for time");
        Ended::Committed(Box::new(decision.event))
    }

    /// Time acts, if it may now.
    pub(crate) fn time_acts(&mut self) -> Ended {
        match self.game.time_acts() {
            Some(decision) => self.append(decision),
            None => Ended::Refused(Box::new(Refusal::new(Code::GameOver, "time does nothing to a finished game"))),
        }
    }

    pub(crate) fn play(&mut self, by: Colour, vertex: &str) -> Ended {
        let at = self.game.position();
        self.say(by, Command::Play { vertex: vertex.parse().unwrap(), after: at.seq, head: at.head })
    }

    /// Moves of alternating sides, from the side to move on.
    #[track_caller]
    pub(crate) fn plays(&mut self, vertices: &str) {
        for vertex in vertices.split_whitespace() {
            let by = self.game.to_move();
            self.play(by, vertex).event();
        }
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.now += ms;
    }

    pub(crate) fn clock(&self, colour: Colour) -> Clock {
        self.game.clock(colour).unwrap()
    }

    pub(crate) fn outcome(&self) -> &str {
        &self.game.outcome().expect("finished").result
    }

    /// The fold of the log from its start is this game.
    pub(crate) fn check_replay(&self) {
        let again = Game::load(&self.stored).unwrap();
        let names = || Sides { black: "Ann".to_owned(), white: "Bob".to_owned() };
        assert_eq!(again.snapshot(names()), self.game.snapshot(names()));
        assert_eq!(again.due(), self.game.due());
        assert_eq!(again.commands.len(), self.game.commands.len());
    }
}
