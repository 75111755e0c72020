//! Settings that people know by name.

use tengen_protocol::{
    BoutKind, ContinueColours, DrawRule, EntryRule, EventSettings, IllegalMove, LatenessRule, LineupOrder, Overtime,
    Pace, ParseError, Preset, Qualifying, Size, StageSettings, Suicide, System, Terms, TimeControl, UnruledRepetition,
    tournament_limits as limits,
};

/// An hour, ms.
const HOUR: u64 = 3_600_000;

/// A minute, ms.
const MINUTE: u64 = 60_000;

/// A kind of event, to begin one's own settings from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventPreset {
    /// Computer-Go contest (S2, rule 2): an hour a side, no overtime, komi 5.5; everybody meets everybody
    /// with both colours; rounds follow one another by themselves.
    ComputerGo,
    /// National event by the rules of 1988: two hours with five counted minutes inside, komi 5.5. Those rules make
    /// a pass of an illegal move; here a slip of the hand is refused, and who wants it by the letter sets
    /// `illegal_move`.
    Chinese1988,
    /// National event by the rules of 2002: the same with komi 7.5.
    Chinese2002,
    /// As on CGOS: a quarter of an hour a side, every stone on the board counts at the end, and the
    /// next round begins a minute after one is over. An illegal move loses.
    Cgos,
    /// As at the UEC cup: half an hour a side, a referee rules after 400 moves; a Swiss, then an elimination of the
    /// first eight.
    Uec,
}

impl EventPreset {
    /// All, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::ComputerGo, Self::Chinese1988, Self::Chinese2002, Self::Cgos, Self::Uec];

    /// The name on the command line and in HTTP.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ComputerGo => "computer-go",
            Self::Chinese1988 => "chinese-1988",
            Self::Chinese2002 => "chinese-2002",
            Self::Cgos => "cgos",
            Self::Uec => "uec",
        }
    }

    /// Settings under this name.
    ///
    /// # Errors
    /// None: a size and time controls that are written here are read again.
    pub fn settings(self, name: &str) -> Result<EventSettings, ParseError> {
        let swiss = |rounds| stage(System::Swiss { rounds });
        let at_once = |stage| StageSettings { pace: Pace::AtOnce { pause: MINUTE }, ..stage };
        let (rules, time, stages, lateness) = match self {
            Self::ComputerGo => {
                let stage = at_once(stage(System::RoundRobin { laps: 2 }));
                (Preset::Chinese1988, absolute(HOUR), vec![stage], LatenessRule::None)
            }
            Self::Chinese1988 => (Preset::Chinese1988, national(), vec![swiss(7)], LatenessRule::Doubled),
            Self::Chinese2002 => (Preset::Chinese, national(), vec![swiss(7)], LatenessRule::Doubled),
            Self::Cgos => (Preset::TrompTaylor, absolute(15 * MINUTE), vec![at_once(swiss(10))], LatenessRule::None),
            Self::Uec => {
                let from = Some(Qualifying { first: 8, carry_points: false });
                let last = StageSettings { from, ..stage(System::Elimination { losses: 1 }) };
                (Preset::Chinese, absolute(30 * MINUTE), vec![swiss(7), last], LatenessRule::None)
            }
        };
        let size = Size::square(19)?;
        let mut terms = Terms { rules, undo: false, ..Terms::new(size, time) };
        if self == Self::Cgos {
            terms.suicide = Some(Suicide::No);
        }
        Ok(EventSettings {
            name: name.to_owned(),
            description: String::new(),
            prizes: Vec::new(),
            organisers: Vec::new(),
            referees: Vec::new(),
            teams: false,
            entry: EntryRule::Open,
            entry_limit: limits::ENTRIES,
            stages,
            terms,
            lateness,
            hosted: true,
            unruled_repetition: UnruledRepetition::NoResult,
            move_limit: (self == Self::Uec).then_some(400),
            illegal_move: if self == Self::Cgos { IllegalMove::Lose } else { IllegalMove::Reject },
            overtime: Overtime::Lose,
        })
    }
}

impl std::str::FromStr for EventPreset {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.into_iter().find(|preset| preset.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|preset| preset.name()).collect();
            ParseError(format!("preset '{text}': choose one of {}", names.join(", ")))
        })
    }
}

pub(super) const fn stage(system: System) -> StageSettings {
    StageSettings {
        system,
        bout: BoutKind::Game,
        draws: DrawRule::of(&system),
        colours: ContinueColours::Nigiri,
        lineups: LineupOrder::Kept,
        order: None,
        from: None,
        pace: Pace::ByHand,
    }
}

const fn absolute(main: u64) -> TimeControl {
    TimeControl::Absolute { main }
}

/// `2h(5x60s)`: five minutes are reserved inside the limit.
const fn national() -> TimeControl {
    TimeControl::ByoYomi { main: 2 * HOUR - 5 * MINUTE, periods: 5, period: MINUTE }
}
