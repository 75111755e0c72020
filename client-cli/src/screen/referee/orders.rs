//! The orders of a referee in a game: a key for each, what is asked for it, and what is sent. Pure.

use super::sheet::{Field, Sheet};
use crate::{game_view::GameView, t, words::Words, words::game};
use tengen_protocol::{
    Colour, GivenResult, Loser, Matter, NewClock, Order, Phase, Point, Reason, Repetition, TimeControl, check_text,
    limits::LINE_CHARS,
};

/// What can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Suspend,
    Resume,
    Warn,
    Lose,
    Adjudicate,
    Count,
    LifeAndDeath,
    Clocks,
    TakeBack,
    Edit,
    Restart,
    Replay,
    Overturn,
    Repetition,
    ColoursWrong,
}

/// Each with its key, in the order in which keys are shown.
pub(super) const KEYS: [(char, Deed); 15] = [
    ('k', Deed::Repetition),
    ('s', Deed::Suspend),
    ('g', Deed::Resume),
    ('w', Deed::Warn),
    ('l', Deed::Lose),
    ('e', Deed::Adjudicate),
    ('c', Deed::Count),
    ('d', Deed::LifeAndDeath),
    ('t', Deed::Clocks),
    ('b', Deed::TakeBack),
    ('p', Deed::Edit),
    ('n', Deed::Restart),
    ('r', Deed::Replay),
    ('x', Deed::ColoursWrong),
    ('o', Deed::Overturn),
];

/// What an answer makes no sense as.
pub(super) struct Wrong {
    /// Which field.
    pub(super) field: usize,
    /// What is said.
    pub(super) problem: String,
}

impl Deed {
    /// In one or two words, beside its key.
    pub(super) fn name(self, words: Words) -> String {
        match self {
            Self::Suspend => t!(words, "deed-suspend"),
            Self::Resume => t!(words, "deed-resume"),
            Self::Warn => t!(words, "deed-warn"),
            Self::Lose => t!(words, "deed-lose"),
            Self::Adjudicate => t!(words, "deed-adjudicate"),
            Self::Count => t!(words, "deed-count"),
            Self::LifeAndDeath => t!(words, "deed-life-and-death"),
            Self::Clocks => t!(words, "deed-clocks"),
            Self::TakeBack => t!(words, "deed-take-back"),
            Self::Edit => t!(words, "deed-edit"),
            Self::Restart => t!(words, "deed-restart"),
            Self::Replay => t!(words, "deed-replay"),
            Self::Overturn => t!(words, "deed-overturn"),
            Self::Repetition => t!(words, "deed-repetition"),
            Self::ColoursWrong => t!(words, "deed-colours-wrong"),
        }
    }

    /// Whether it has a sense while the game stands so: the others are not offered, and the server judges.
    pub(super) const fn fits(self, phase: Phase, suspended: bool, awaits: Option<Matter>) -> bool {
        match self {
            Self::Repetition => matches!(awaits, Some(Matter::Repetition)),
            // such play does not go on unruled
            Self::Resume if matches!(awaits, Some(Matter::Repetition)) => false,
            Self::Overturn => matches!(phase, Phase::Finished),
            Self::Suspend => matches!(phase, Phase::Playing) || (matches!(phase, Phase::Paused) && !suspended),
            Self::Resume => matches!(phase, Phase::Paused),
            Self::LifeAndDeath => matches!(phase, Phase::Scoring),
            _ => !matches!(phase, Phase::Finished),
        }
    }

    /// The sheet that asks for it.
    pub(super) fn sheet(self, words: Words, view: &GameView) -> Sheet {
        let mut fields = self.fields(words, view);
        fields.extend(why(words));
        let (black, white) = (view.names.black.as_str(), view.names.white.as_str());
        Sheet::new(self.name(words), t!(words, "sheet-game", black = black, white = white), fields)
    }

    fn fields(self, words: Words, view: &GameView) -> Vec<Field> {
        let sides = || vec![game::colour(words, Colour::Black), game::colour(words, Colour::White)];
        let text = |label, begun: &str, check, wrong| Field::text(label, begun, LINE_CHARS, check, wrong);
        let vertices = |label, begun: &str| text(label, begun, are_points, t!(words, "sheet-wrong-points"));
        match self {
            Self::Suspend | Self::Resume | Self::Restart | Self::Replay | Self::ColoursWrong => Vec::new(),
            Self::Repetition => {
                let rulings = Repetition::ALL.into_iter().map(|ruling| Order::Repetition { ruling });
                vec![Field::choice(
                    t!(words, "sheet-ruling"),
                    rulings.map(|order| game::order(words, &order)).collect(),
                )]
            }
            Self::Warn => vec![Field::choice(t!(words, "sheet-whom"), sides())],
            Self::Lose => {
                let mut losers = sides();
                losers.push(t!(words, "sheet-both"));
                vec![Field::choice(t!(words, "sheet-who-loses"), losers)]
            }
            Self::Adjudicate | Self::Overturn => {
                let wrong = t!(words, "sheet-wrong-result");
                let result = text(t!(words, "sheet-result"), "", |typed| result(typed).is_some(), wrong);
                let force = vec![t!(words, "sheet-force-majeure"), t!(words, "sheet-no-force-majeure")];
                let force = Field::choice(t!(words, "sheet-for"), force);
                if self == Self::Overturn { vec![result] } else { vec![result, force] }
            }
            Self::Count => {
                let force = vec![t!(words, "sheet-force-majeure"), t!(words, "sheet-no-force-majeure")];
                vec![vertices(t!(words, "sheet-dead"), ""), Field::choice(t!(words, "sheet-for"), force)]
            }
            Self::LifeAndDeath => {
                let marked = view.scoring.as_ref().map_or(&[][..], |scoring| &scoring.dead);
                let marked: Vec<String> = marked.iter().map(ToString::to_string).collect();
                vec![vertices(t!(words, "sheet-dead"), &marked.join(" "))]
            }
            Self::Clocks => {
                let wrong = || t!(words, "sheet-wrong-clock");
                let clock = |label| text(label, "", |typed| clock(typed).is_some(), wrong());
                vec![clock(t!(words, "sheet-clock-black")), clock(t!(words, "sheet-clock-white"))]
            }
            Self::TakeBack => {
                let check = |typed: &str| typed.parse::<u32>().is_ok_and(|moves| moves > 0);
                vec![text(t!(words, "sheet-moves"), "1", check, t!(words, "sheet-wrong-moves"))]
            }
            Self::Edit => {
                let mut next = vec![t!(words, "sheet-as-it-is")];
                next.extend(sides());
                vec![
                    vertices(t!(words, "sheet-remove"), ""),
                    vertices(t!(words, "sheet-put-black"), ""),
                    vertices(t!(words, "sheet-put-white"), ""),
                    Field::choice(t!(words, "sheet-next"), next),
                ]
            }
        }
    }

    /// What is ordered by these answers.
    ///
    /// # Errors
    /// The answer that makes no sense.
    pub(super) fn order(self, words: Words, sheet: &Sheet) -> Result<Order, Wrong> {
        let side = |field| if sheet.chosen(field) == 0 { Colour::Black } else { Colour::White };
        let points =
            |field| points(sheet.typed(field)).ok_or_else(|| Wrong { field, problem: t!(words, "sheet-wrong-points") });
        let given = || {
            let wrong = || Wrong { field: 0, problem: t!(words, "sheet-wrong-result") };
            result(sheet.typed(0)).ok_or_else(wrong)
        };
        let new_clock = |field| {
            let wrong = || Wrong { field, problem: t!(words, "sheet-wrong-clock") };
            clock(sheet.typed(field)).ok_or_else(wrong)
        };
        Ok(match self {
            Self::Suspend => Order::Suspend,
            Self::Resume => Order::Resume,
            Self::Restart => Order::Restart,
            Self::Replay => Order::Replay,
            Self::ColoursWrong => Order::ColoursWrong,
            Self::Repetition => {
                let ruling = Repetition::ALL.get(sheet.chosen(0)).copied().unwrap_or(Repetition::Draw);
                Order::Repetition { ruling }
            }
            Self::Warn => Order::Warn { side: side(0) },
            Self::Lose => Order::Lose {
                side: match sheet.chosen(0) {
                    0 => Loser::Black,
                    1 => Loser::White,
                    _ => Loser::Both,
                },
            },
            Self::Adjudicate => Order::Adjudicate { result: given()?, force_majeure: sheet.chosen(1) == 0 },
            Self::Overturn => Order::Overturn { result: given()? },
            Self::Count => Order::AdjudicateCount { dead: points(0)?, force_majeure: sheet.chosen(1) == 0 },
            Self::LifeAndDeath => Order::LifeAndDeath { dead: points(0)? },
            Self::Clocks => match (new_clock(0)?, new_clock(1)?) {
                (None, None) => return Err(Wrong { field: 0, problem: t!(words, "sheet-no-clock") }),
                (black, white) => Order::Clocks { black, white },
            },
            Self::TakeBack => {
                let wrong = |_| Wrong { field: 0, problem: t!(words, "sheet-wrong-moves") };
                Order::TakeBack { moves: sheet.typed(0).parse().map_err(wrong)?, black: None, white: None }
            }
            Self::Edit => Order::Edit {
                remove: points(0)?,
                black: points(1)?,
                white: points(2)?,
                to_move: (sheet.chosen(3) > 0)
                    .then(|| if sheet.chosen(3) == 1 { Colour::Black } else { Colour::White }),
            },
        })
    }
}

/// What every order is asked for: the reason and words.
pub(super) fn why(words: Words) -> [Field; 2] {
    let reasons = Reason::ALL.iter().map(|reason| game::reason(words, reason.as_str())).collect();
    let check = |typed: &str| typed.is_empty() || check_text(typed).is_ok();
    [
        Field::choice(t!(words, "sheet-reason"), reasons),
        Field::text(t!(words, "sheet-text"), "", LINE_CHARS, check, t!(words, "sheet-wrong-text")),
    ]
}

/// The last two answers of a sheet.
pub(super) fn why_of(sheet: &Sheet) -> (Reason, Option<String>) {
    let reason = sheet.fields.len().saturating_sub(2);
    let text = sheet.typed(reason + 1);
    let reason = Reason::ALL.get(sheet.chosen(reason)).copied().unwrap_or(Reason::Other);
    (reason, (!text.is_empty()).then(|| text.to_owned()))
}

/// A result as officials write it, in any case.
fn result(typed: &str) -> Option<GivenResult> {
    let upper = typed.to_uppercase();
    let exact = match upper.as_str() {
        "VOID" => "Void",
        "BOTH_LOSE" => "both_lose",
        other => other,
    };
    exact.parse().ok()
}

fn points(typed: &str) -> Option<Vec<Point>> {
    typed.split([' ', ',']).filter(|point| !point.is_empty()).map(|point| point.to_uppercase().parse().ok()).collect()
}

fn are_points(typed: &str) -> bool {
    points(typed).is_some()
}

/// `20m`, or `20m 5` with five periods; empty for a clock that stays.
#[expect(clippy::option_option, reason = "no clock is another answer than none that can be read")]
fn clock(typed: &str) -> Option<Option<NewClock>> {
    let mut parts = typed.split_whitespace();
    let Some(main) = parts.next() else { return Some(None) };
    let main = match main {
        "0" => 0,
        "-" => return parts.next()?.parse().ok().map(|periods| Some(NewClock { main: None, periods: Some(periods) })),
        main => match main.parse().ok()? {
            TimeControl::Absolute { main } => main,
            _ => return None,
        },
    };
    let periods = parts.next().map(|periods| periods.parse().ok());
    match (periods, parts.next()) {
        (None, None) => Some(Some(NewClock { main: Some(main), periods: None })),
        (Some(Some(periods)), None) => Some(Some(NewClock { main: Some(main), periods: Some(periods) })),
        _ => None,
    }
}
