//! The settings of an event as options: what is said replaces what a preset or a file has.

use super::{
    order::OrderArg,
    values::{PaceArg, SystemArg, bout_kind},
};
use crate::args::{KoArg, preset};
use clap::{Args, ValueEnum};
use std::{path::PathBuf, str::FromStr};
use tengen_protocol::{
    BoutKind, ContinueColours, DrawRule, EntryRule, EventSettings, IllegalMove, Komi, LatenessRule, LineupOrder,
    Overtime, Pace, ParseError, Preset, Qualifying, Size, StageSettings, System, TimeControl, UnruledRepetition,
};

/// A tournament that is made.
#[derive(Args, Debug)]
pub(crate) struct CreateArgs {
    /// What people call it.
    pub(crate) name: String,
    /// Settings to begin from, as `tengen tournament presets` lists them.
    #[arg(long, default_value = "chinese-2002")]
    pub(crate) preset: String,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// Print the settings as JSON and send nothing.
    #[arg(long)]
    pub(crate) print: bool,
}

/// Settings that are said.
#[derive(Args, Debug, Default)]
pub(crate) struct SettingsArgs {
    /// Settings from a file with JSON, as --print writes them; what else is said replaces them.
    #[arg(long = "settings", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Place, fees: what else people should know.
    #[arg(long)]
    pub(crate) description: Option<String>,
    /// The prize of the next place of the last stage, once for each from the first on.
    #[arg(long = "prize", value_name = "PRIZE")]
    pub(crate) prizes: Vec<String>,
    /// Rounds of the Swiss stage.
    #[arg(long, conflicts_with_all = ["system", "stages"])]
    pub(crate) rounds: Option<u32>,
    /// The one stage: swiss:5, round-robin:2, elimination:1, swiss-elimination:2.
    #[arg(long, conflicts_with = "stages")]
    pub(crate) system: Option<SystemArg>,
    /// A stage, once for each in their order: elimination:1,best-of-3,first:8.
    #[arg(long = "stage", value_name = "STAGE")]
    pub(crate) stages: Vec<StageArg>,
    /// What places of Swiss and round-robin stages are decided by, with commas between: points, total, sos,
    /// sos-without-extremes, sodos, sosos, beaten-opponents, warnings, direct-encounter, wins, wins-with-white,
    /// board-points, board-wins, wins-on-board:1; also unplayed:own, none or half, highest:twice-rounds or best-actual.
    #[arg(long, value_name = "CRITERIA")]
    pub(crate) order: Option<OrderArg>,
    /// What a bout is made of: game, best-of-3, boards:5, win-and-continue, or win-and-continue:both-out, where a draw
    /// puts both out.
    #[arg(long, value_parser = bout_kind)]
    pub(crate) bout: Option<BoutKind>,
    /// When rounds begin: by-hand, at-once, at-once:5m after the one before, or at:TIME,TIME ..
    #[arg(long)]
    pub(crate) pace: Option<PaceArg>,
    /// The time zone of these times by its IANA name [default: this machine's].
    #[arg(long)]
    pub(crate) zone: Option<String>,
    /// Board: 19, or 13x9 for 13 columns and 9 rows; up to 25.
    #[arg(long)]
    pub(crate) size: Option<Size>,
    /// Time: 30m+5x60s (byo-yomi), '2h(5x60s)' (in quotes), 20m+25/10m (Canadian), 10m+15s/move
    /// (Fischer), 1h, 5s/move, 3d/move, none.
    #[arg(long)]
    pub(crate) time: Option<TimeControl>,
    /// Rules: chinese, chinese-1988, aga, new-zealand, tromp-taylor.
    #[arg(long, value_parser = preset)]
    pub(crate) rules: Option<Preset>,
    /// Komi in points [default: that of the rules; 0 with a handicap].
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) komi: Option<Komi>,
    /// What lateness costs.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) lateness: Option<LatenessArg>,
    /// Ko setting other than that of the rules.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) ko: Option<KoArg>,
    /// What a repetition is on which nobody rules.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) unruled_repetition: Option<UnruledArg>,
    /// After so many moves a referee rules; 0 for no limit.
    #[arg(long, value_name = "N")]
    pub(crate) move_limit: Option<u32>,
    /// What becomes of a play that the rules refuse: on a stone, suicide, ko, repetition.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) illegal_move: Option<IllegalMoveArg>,
    /// What becomes of a side whose time has run out; other than lose only with byo-yomi.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) overtime: Option<OvertimeArg>,
    /// Entries are teams.
    #[arg(long)]
    pub(crate) teams: bool,
    /// Who may enter.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) entering: Option<EnteringArg>,
    /// Most entries.
    #[arg(long, value_name = "N")]
    pub(crate) entry_limit: Option<u32>,
    /// One more organiser, by name or id; once for each.
    #[arg(long = "organiser", value_name = "ACCOUNT")]
    pub(crate) organisers: Vec<String>,
    /// One more referee, by name or id; once for each.
    #[arg(long = "referee", value_name = "ACCOUNT")]
    pub(crate) referees: Vec<String>,
    /// Games are not played on this server: results are announced.
    #[arg(long)]
    pub(crate) elsewhere: bool,
}

/// Why settings that are said make none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoSettings {
    /// No stage is a Swiss, and its rounds were said.
    NoSwiss,
    /// This stage, from 1, does not say who comes into it.
    NobodyComes(usize),
    /// This is no time.
    NoTime(String),
}

impl SettingsArgs {
    /// Replaces what was said; officials are looked up before.
    ///
    /// # Errors
    /// What makes no sense.
    pub(crate) fn apply(&self, settings: &mut EventSettings) -> Result<(), NoSettings> {
        set(&mut settings.description, self.description.clone());
        if !self.prizes.is_empty() {
            settings.prizes.clone_from(&self.prizes);
        }
        set(&mut settings.terms.size, self.size);
        set(&mut settings.terms.time, self.time);
        set(&mut settings.terms.rules, self.rules);
        settings.terms.komi = self.komi.or(settings.terms.komi);
        set(&mut settings.lateness, self.lateness.map(LatenessArg::value));
        settings.terms.ko = self.ko.map(KoArg::value).or(settings.terms.ko);
        set(&mut settings.unruled_repetition, self.unruled_repetition.map(UnruledArg::value));
        set(&mut settings.move_limit, self.move_limit.map(|moves| (moves > 0).then_some(moves)));
        set(&mut settings.illegal_move, self.illegal_move.map(IllegalMoveArg::value));
        set(&mut settings.overtime, self.overtime.map(OvertimeArg::value));
        set(&mut settings.entry, self.entering.map(EnteringArg::value));
        set(&mut settings.entry_limit, self.entry_limit);
        settings.teams |= self.teams;
        settings.hosted &= !self.elsewhere;
        self.apply_stages(&mut settings.stages)
    }

    fn apply_stages(&self, stages: &mut Vec<StageSettings>) -> Result<(), NoSettings> {
        let pace = stages.first().map(|stage| stage.pace.clone()).unwrap_or_default();
        if let Some(SystemArg(system)) = self.system {
            let bout = stages.first().map_or(BoutKind::Game, |stage| stage.bout);
            *stages = vec![StageSettings { bout, pace, ..stage(system) }];
        } else if !self.stages.is_empty() {
            *stages = self.stages.iter().map(|said| said.settings(self.bout, pace.clone())).collect();
        }
        if let Some(rounds) = self.rounds {
            let swiss = stages.iter_mut().find(|stage| matches!(stage.system, System::Swiss { .. }));
            swiss.ok_or(NoSettings::NoSwiss)?.system = System::Swiss { rounds };
        }
        if let Some(bout) = self.bout.filter(|_| self.stages.is_empty()) {
            stages.iter_mut().for_each(|stage| stage.bout = bout);
        }
        if let Some(said) = &self.order {
            stages.iter_mut().for_each(|stage| stage.order = said.of(stage).or_else(|| stage.order.take()));
        }
        if let Some(said) = &self.pace {
            let pace = said.pace(self.zone.as_deref()).map_err(NoSettings::NoTime)?;
            // a timetable is that of the first stage: nobody knows when another one begins
            let of = if matches!(pace, Pace::At { .. }) { 1 } else { stages.len() };
            stages.iter_mut().take(of).for_each(|stage| stage.pace = pace.clone());
        }
        match stages.iter().skip(1).position(|stage| stage.from.is_none()) {
            Some(at) => Err(NoSettings::NobodyComes(at + 2)),
            None => Ok(()),
        }
    }
}

fn set<T>(place: &mut T, said: Option<T>) {
    if let Some(said) = said {
        *place = said;
    }
}

/// A stage of single games by this system, each round begun by hand.
const fn stage(system: System) -> StageSettings {
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

/// A stage: `elimination:1,best-of-3,first:8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StageArg {
    system: System,
    bout: Option<BoutKind>,
    draws: Option<DrawRule>,
    first: Option<u32>,
    carry: bool,
}

impl StageArg {
    fn settings(&self, bout: Option<BoutKind>, pace: Pace) -> StageSettings {
        let whole = stage(self.system);
        StageSettings {
            bout: self.bout.or(bout).unwrap_or(whole.bout),
            draws: self.draws.unwrap_or(whole.draws),
            from: self.first.map(|first| Qualifying { first, carry_points: self.carry }),
            pace,
            ..whole
        }
    }
}

impl FromStr for StageArg {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split(',').map(str::trim);
        let SystemArg(system) = parts.next().unwrap_or_default().parse()?;
        let mut stage = Self { system, bout: None, draws: None, first: None, carry: false };
        for part in parts {
            match (part, part.strip_prefix("first:")) {
                ("carry", _) => stage.carry = true,
                ("draws:stands", _) => stage.draws = Some(DrawRule::Stands),
                ("draws:replay", _) => stage.draws = Some(DrawRule::Replay),
                (_, Some(first)) => {
                    let bad = |_| ParseError(format!("'{part}': write first:8"));
                    stage.first = Some(first.parse().map_err(bad)?);
                }
                _ => stage.bout = Some(bout_kind(part)?),
            }
        }
        if stage.carry && stage.first.is_none() {
            return Err(ParseError(format!("'{text}': carry needs first:N")));
        }
        Ok(stage)
    }
}

/// What lateness costs.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LatenessArg {
    /// Twice the lateness comes off the main time; more than an hour loses.
    Doubled,
    /// More than 15 minutes loses.
    QuarterHour,
    /// The clock runs, nothing else.
    None,
}

impl LatenessArg {
    const fn value(self) -> LatenessRule {
        match self {
            Self::Doubled => LatenessRule::Doubled,
            Self::QuarterHour => LatenessRule::QuarterHour,
            Self::None => LatenessRule::None,
        }
    }
}

/// What a repetition is on which nobody rules.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnruledArg {
    /// No result.
    NoResult,
    /// A draw.
    Draw,
}

impl UnruledArg {
    const fn value(self) -> UnruledRepetition {
        match self {
            Self::NoResult => UnruledRepetition::NoResult,
            Self::Draw => UnruledRepetition::Draw,
        }
    }
}

/// What becomes of a refused play.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IllegalMoveArg {
    /// It is refused, and the side plays another move.
    Reject,
    /// It counts as a pass.
    Pass,
    /// It is warned: one zi, and the second loses.
    Warn,
    /// It loses the game.
    Lose,
}

impl IllegalMoveArg {
    const fn value(self) -> IllegalMove {
        match self {
            Self::Reject => IllegalMove::Reject,
            Self::Pass => IllegalMove::Pass,
            Self::Warn => IllegalMove::Warn,
            Self::Lose => IllegalMove::Lose,
        }
    }
}

/// What becomes of a side whose time has run out.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OvertimeArg {
    /// It loses.
    Lose,
    /// Its move is a pass, and its last period is full again.
    Pass,
    /// It gets one more period for one zi, twice at most.
    Penalty,
}

impl OvertimeArg {
    const fn value(self) -> Overtime {
        match self {
            Self::Lose => Overtime::Lose,
            Self::Pass => Overtime::Pass,
            Self::Penalty => Overtime::Penalty,
        }
    }
}

/// Who may enter.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnteringArg {
    /// Everybody enters himself.
    Open,
    /// Organisers enter people.
    Organiser,
}

impl EnteringArg {
    const fn value(self) -> EntryRule {
        match self {
            Self::Open => EntryRule::Open,
            Self::Organiser => EntryRule::Organiser,
        }
    }
}
