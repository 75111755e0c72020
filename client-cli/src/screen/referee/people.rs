//! What a referee orders beside the boards: at all of them at once, about results of bouts, about people. Pure.

use super::{
    orders::{Wrong, why, why_of},
    sheet::{Field, Sheet},
};
use crate::{
    args::GameArg,
    referee::all::ToAll,
    t,
    tournament::Names,
    words::{Words, game, tournament as said, when},
};
use tengen_protocol::{
    Act, BoutRef, GameScore, Sanction, Score, Scores, TournamentAsk,
    limits::LINE_CHARS,
    tournament_view::{BoardView, EntryView, TournamentView},
};

/// What a sheet of the list is for.
#[derive(Clone, Debug)]
pub(super) enum Matter {
    /// The menu of what is about people and bouts.
    Menu,
    /// All of these boards.
    All(ToAll, Vec<BoardView>),
    /// The game at a board.
    Game(Box<BoardView>),
    /// A bout, open or over.
    Bout,
    /// Somebody.
    Person(Ruling),
}

/// What is ordered about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    Exclude,
    Readmit,
    Reprimand,
    LowerPrize,
    Ban,
}

impl Ruling {
    pub(super) const ALL: [Self; 5] = [Self::Reprimand, Self::LowerPrize, Self::Ban, Self::Exclude, Self::Readmit];

    pub(super) fn name(self, words: Words) -> String {
        match self {
            Self::Exclude => t!(words, "ruling-exclude"),
            Self::Readmit => t!(words, "ruling-readmit"),
            Self::Reprimand => t!(words, "ruling-reprimand"),
            Self::LowerPrize => t!(words, "ruling-lower-prize"),
            Self::Ban => t!(words, "ruling-ban"),
        }
    }

    /// Whether it can be ordered about this entry.
    fn fits(self, entry: &EntryView) -> bool {
        match self {
            Self::Exclude => !entry.gone,
            Self::Ban => entry.entry.account.is_some(),
            Self::Readmit | Self::Reprimand | Self::LowerPrize => true,
        }
    }

    fn entries(self, event: &TournamentView) -> impl Iterator<Item = &EntryView> {
        event.entries.iter().filter(move |entry| self.fits(entry))
    }

    /// The sheet that asks for it.
    pub(super) fn sheet(self, words: Words, event: &TournamentView) -> Sheet {
        let names = Names::of(event);
        let entries = self.entries(event).map(|entry| names.numbered(entry.entry.no)).collect();
        let mut fields = vec![Field::choice(t!(words, "sheet-whom"), entries)];
        if self == Self::Ban {
            let check = |typed: &str| when::instant(typed, None).is_some();
            let wrong = t!(words, "sheet-wrong-until");
            fields.push(Field::text(t!(words, "sheet-until"), "", LINE_CHARS, check, wrong));
        }
        fields.extend(why(words));
        Sheet::new(self.name(words), String::new(), fields)
    }

    fn ask(self, words: Words, event: &TournamentView, sheet: &Sheet) -> Result<TournamentAsk, Wrong> {
        let nobody = || Wrong { field: 0, problem: t!(words, "sheet-nobody") };
        let entry = self.entries(event).nth(sheet.chosen(0)).ok_or_else(nobody)?;
        let (no, act) = (entry.entry.no, act_of(sheet));
        let sanction = |sanction| TournamentAsk::Sanction { sanction, act: act.clone() };
        Ok(match self {
            Self::Exclude => TournamentAsk::Exclude { entry: no, act },
            Self::Readmit => TournamentAsk::Readmit { entry: no, act },
            Self::Reprimand => sanction(Sanction::Reprimand { entry: Some(no), name: entry.entry.name.clone() }),
            Self::LowerPrize => sanction(Sanction::LowerPrize { entry: no }),
            Self::Ban => {
                let wrong = || Wrong { field: 1, problem: t!(words, "sheet-wrong-until") };
                let until = when::instant(sheet.typed(1), None).ok_or_else(wrong)?;
                sanction(Sanction::Ban {
                    account: entry.entry.account.clone().ok_or_else(nobody)?,
                    until,
                    everywhere: false,
                })
            }
        })
    }

    fn question(self, words: Words, event: &TournamentView, sheet: &Sheet) -> String {
        let entry = self.entries(event).nth(sheet.chosen(0)).map(|entry| entry.entry.no);
        let entry = entry.map(|no| Names::of(event).numbered(no)).unwrap_or_default();
        match self {
            Self::Exclude => t!(words, "tournament-order-exclude", entry = entry),
            Self::Readmit => t!(words, "tournament-order-readmit", entry = entry),
            Self::Reprimand => t!(words, "tournament-order-reprimand", name = entry),
            Self::LowerPrize => t!(words, "tournament-order-lower-prize", entry = entry),
            Self::Ban => {
                let until = when::instant(sheet.typed(1), None).map(when::local).unwrap_or_default();
                t!(words, "tournament-order-ban", account = entry, time = until)
            }
        }
    }
}

/// What can be given as a result, Black first.
fn scores() -> [Scores; 7] {
    let of = |first, second, forfeit| Scores { first, second, forfeit };
    [
        of(Score::Win, Score::Loss, false),
        of(Score::Loss, Score::Win, false),
        of(Score::Draw, Score::Draw, false),
        of(Score::Loss, Score::Loss, false),
        of(Score::Win, Score::Loss, true),
        of(Score::Loss, Score::Win, true),
        of(Score::Loss, Score::Loss, true),
    ]
}

fn act_of(sheet: &Sheet) -> Act {
    let (reason, text) = why_of(sheet);
    Act { reason, text: text.unwrap_or_default() }
}

/// The sheet that chooses what the others are for.
pub(super) fn menu(words: Words) -> Sheet {
    let mut matters: Vec<String> = Ruling::ALL.iter().map(|ruling| ruling.name(words)).collect();
    matters.push(t!(words, "console-bout"));
    let field = Field::choice(t!(words, "sheet-what"), matters);
    Sheet::new(t!(words, "console-people"), String::new(), vec![field])
}

/// What was chosen on the menu.
pub(super) fn chosen(sheet: &Sheet) -> Matter {
    Ruling::ALL.get(sheet.chosen(0)).map_or(Matter::Bout, |ruling| Matter::Person(*ruling))
}

/// The sheet of the result of a game that is at a board.
fn game_sheet(words: Words, event: &TournamentView, board: &BoardView) -> Sheet {
    let names = Names::of(event);
    let (black, white) = (names.seated(board.black), names.seated(board.white));
    let about = t!(words, "sheet-game", black = black, white = white);
    let mut fields = vec![Field::choice(t!(words, "sheet-black-first"), results(words, true))];
    fields.extend(why(words));
    Sheet::new(t!(words, "console-result", table = board.table), about, fields)
}

/// The sheet of the result of a bout; `at` is where one stands.
fn bout_sheet(words: Words, at: Option<&BoardView>) -> Sheet {
    let at = at.map(|board| bout_of(board).to_string()).unwrap_or_default();
    let check = |typed: &str| bout(typed).is_some();
    let mut fields = vec![
        Field::text(t!(words, "sheet-bout"), &at, LINE_CHARS, check, t!(words, "sheet-wrong-bout")),
        Field::choice(t!(words, "sheet-first-first"), results(words, false)),
    ];
    fields.extend(why(words));
    Sheet::new(t!(words, "console-bout"), String::new(), fields)
}

fn results(words: Words, again: bool) -> Vec<String> {
    let results = scores().into_iter().map(|scores| said::scores(words, scores));
    results.chain(again.then(|| t!(words, "sheet-again"))).collect()
}

const fn bout_of(board: &BoardView) -> BoutRef {
    BoutRef { stage: board.stage, round: board.round, table: board.table }
}

/// `stage.round.table`.
fn bout(typed: &str) -> Option<BoutRef> {
    match typed.parse() {
        Ok(GameArg::At(bout, None)) => Some(bout),
        _ => None,
    }
}

impl Matter {
    /// The sheet that asks for it; `at` is the board where one stands.
    pub(super) fn sheet(&self, words: Words, event: &TournamentView, at: Option<&BoardView>) -> Sheet {
        match self {
            Self::Menu => menu(words),
            Self::All(to_all, boards) => {
                Sheet::new(to_all.question(words, boards.len()), String::new(), why(words).into())
            }
            Self::Game(board) => game_sheet(words, event, board),
            Self::Bout => bout_sheet(words, at),
            Self::Person(ruling) => ruling.sheet(words, event),
        }
    }

    /// What is asked before it is done.
    pub(super) fn question(&self, words: Words, event: &TournamentView, sheet: &Sheet) -> String {
        let shown = |field: usize| sheet.fields.get(field).map(Field::shown).unwrap_or_default();
        let order = match self {
            Self::Menu => String::new(),
            Self::All(to_all, boards) => to_all.question(words, boards.len()),
            Self::Game(board) => {
                t!(words, "tournament-order-overturn-game", game = board.game.as_str(), result = shown(0))
            }
            Self::Bout => t!(words, "tournament-order-overturn-bout", bout = shown(0), result = shown(1)),
            Self::Person(ruling) => ruling.question(words, event, sheet),
        };
        let (reason, _) = why_of(sheet);
        t!(words, "sheet-question", order = order, reason = game::reason(words, reason.as_str()))
    }

    /// What is asked of the tournament; nothing for what goes to games.
    ///
    /// # Errors
    /// The answer that makes no sense.
    pub(super) fn ask(
        &self,
        words: Words,
        event: &TournamentView,
        sheet: &Sheet,
    ) -> Result<Option<TournamentAsk>, Wrong> {
        let act = || act_of(sheet);
        let given = |field: usize| scores().get(sheet.chosen(field)).copied();
        Ok(match self {
            Self::Menu | Self::All(..) => None,
            Self::Person(ruling) => Some(ruling.ask(words, event, sheet)?),
            Self::Game(board) => Some(match given(0) {
                Some(scores) => {
                    let score = GameScore { scores: Some(scores) };
                    TournamentAsk::OverturnGame { game: board.game.clone(), score, act: act() }
                }
                None => TournamentAsk::Replay { game: board.game.clone(), act: act() },
            }),
            Self::Bout => {
                let wrong = |field| Wrong { field, problem: t!(words, "sheet-wrong-bout") };
                let bout = bout(sheet.typed(0)).ok_or_else(|| wrong(0))?;
                let scores = given(1).ok_or_else(|| wrong(1))?;
                Some(TournamentAsk::OverturnBout { bout, scores, act: act() })
            }
        })
    }
}
