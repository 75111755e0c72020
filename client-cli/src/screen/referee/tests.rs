//! A referee's console as state, and as it looks.

use super::*;
use crate::{
    connection::{News, TournamentNews},
    referee::all::ToAll,
    screen::{game::tests::text, look::Colours},
    testing::{Script, board, game_id},
    words::{Language, Words},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
};
use serde_json::json;
use std::path::Path;
use tengen_protocol::{
    Code, Colour, EntryNo, Loser, Order, Phase, Reason, Rule, Sanction, Score, Scores, Seat, Sides, Snapshot,
    TournamentAsk, TournamentDone, Welcome, WireError,
    tournament_view::{TournamentPhase, Trouble},
};
use unicode_width::UnicodeWidthStr;

/// When the boards were looked at, ms since 1970.
const NOW: u64 = 1_800_000_000_000;

fn look(language: Language) -> Look {
    Look { words: Words::of(language, false), colours: Colours::None, ascii: false, bell: false }
}

fn english() -> Look {
    look(Language::English)
}

fn ascii() -> Look {
    Look { words: Words::of(Language::English, true), ascii: true, ..english() }
}

fn tournament() -> TournamentId {
    "t1".parse().unwrap()
}

pub(crate) fn event(seq: u64) -> Arc<TournamentView> {
    Arc::new(
        serde_json::from_value(json!({
            "tournament": "t1", "seq": seq, "head": "0000000000000000", "now": NOW, "phase": "running",
            "settings": { "name": "春季公开赛", "organisers": ["a8"], "referees": ["a9"],
                "stages": [{ "system": { "system": "swiss", "rounds": 3 }, "bout": { "bout": "game" } }],
                "terms": { "size": { "width": 19, "height": 19 }, "time": { "system": "absolute", "main": 600_000 } },
                "lateness": "quarter_hour" },
            "officials": [],
            "entries": [
                { "no": 1, "name": "Honinbo Shusaku the Invincible", "account": "a1" },
                { "no": 2, "name": "小林光一", "account": "a2" },
                { "no": 3, "name": "Ann\u{1b}[2J", "account": "a3" },
                { "no": 4, "name": "Bob", "account": "a9" },
                { "no": 5, "name": "Cyd", "gone": true },
            ],
        }))
        .unwrap(),
    )
}

fn seat(entry: u32) -> Seat {
    Seat { entry: EntryNo(entry), member: 0 }
}

/// One board of each kind, as the server sorts them.
pub(crate) fn boards(seq: u64) -> Arc<BoardsView> {
    let mut boards: Vec<BoardView> = (1..).zip(Trouble::ALL).map(|(table, trouble)| board(table, trouble)).collect();
    for board in &mut boards {
        board.moves = 10 * board.table;
        match board.trouble {
            Trouble::Repetition | Trouble::Suspended => board.since = Some(NOW - 754_000),
            Trouble::FinalStop => (board.since, board.until) = (Some(NOW - 60_000), Some(NOW + 125_000)),
            Trouble::Late => {
                (board.since, board.until) = (Some(NOW - 300_000), Some(NOW + 600_000));
                board.absent = vec![Colour::Black, Colour::White];
            }
            Trouble::Disconnected => board.absent = vec![Colour::White],
            Trouble::Missing => board.phase = None,
            Trouble::Adjourned => board.until = Some(NOW + 90_061_000),
            Trouble::Warned => board.warnings = Sides { black: 1, white: 0 },
            _ => {}
        }
        if matches!(board.trouble, Trouble::Suspended | Trouble::Paused | Trouble::Repetition) {
            board.phase = Some(Phase::Paused);
        }
        if board.trouble == Trouble::Warned {
            (board.black, board.white) = (seat(3), seat(4));
        }
    }
    Arc::new(BoardsView { tournament: tournament(), seq, now: NOW, boards })
}

struct Tried {
    console: Console,
    now: Instant,
}

impl Tried {
    fn new(look: Look) -> Self {
        let now = Instant::now();
        Self { console: Console::new(look, tournament(), now), now }
    }

    /// Connected, with boards.
    fn full(look: Look) -> Self {
        let mut tried = Self::new(look);
        tried.connect();
        tried.fetch(Fetched::Event(event(7)));
        tried.fetch(Fetched::Boards(boards(7)));
        tried
    }

    fn connect(&mut self) -> Vec<Effect> {
        let (account, name) = (Some("a9".parse().unwrap()), Some("Ref".into()));
        let welcome = Welcome { server: "tengen".into(), account, name, games: Vec::new(), expires_at: None };
        self.console.heard(Update::Connected(Box::new(welcome)), self.now)
    }

    fn fetch(&mut self, fetched: Fetched) -> Vec<Effect> {
        self.console.fetched(fetched, self.now)
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        self.console.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), self.now)
    }

    /// Letters one by one; `\n` is Enter, `<` a step down.
    fn keys(&mut self, keys: &str) -> Vec<Effect> {
        keys.chars().flat_map(|c| self.press(key_of(c))).collect()
    }

    fn screen(&mut self, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let now = self.now;
        terminal.draw(|frame| self.console.draw(frame, now)).unwrap();
        text(terminal.backend().buffer())
    }

    fn said(&self) -> &str {
        self.console.said.as_ref().map_or("", |said| said.text.as_str())
    }

    fn on_board(&mut self, trouble: Trouble) {
        let at = Trouble::ALL.iter().position(|it| *it == trouble).unwrap();
        self.console.select(at);
    }
}

fn key_of(c: char) -> KeyCode {
    match c {
        '\n' => KeyCode::Enter,
        '<' => KeyCode::Down,
        c => KeyCode::Char(c),
    }
}

/// Holds a screen against its file; `TENGEN_UPDATE=1` writes it anew.
fn golden(name: &str, screen: &str) {
    for line in screen.lines() {
        assert!(line.width() <= 80, "{name}: {line}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/screen/referee/golden").join(format!("{name}.txt"));
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        std::fs::write(&path, screen).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(screen, wanted, "{name}:\n{screen}");
}

fn looks() -> [(&'static str, Look); 4] {
    [
        ("en", english()),
        ("zh-Hans", look(Language::Simplified)),
        ("zh-Hant", look(Language::Traditional)),
        ("ascii", ascii()),
    ]
}

#[test]
fn the_console_looks_so() {
    for (name, look) in looks() {
        let mut tried = Tried::full(look);
        tried.press(KeyCode::Down);
        golden(&format!("boards-{name}"), &tried.screen(80, 24));
        tried.keys("s<<<\n");
        golden(&format!("sheet-{name}"), &tried.screen(80, 24));
        tried.keys("power cut\n");
        golden(&format!("question-{name}"), &tried.screen(80, 24));
    }
    golden("small", &Tried::full(english()).screen(60, 20));
    for (columns, rows) in [(1, 1), (59, 20), (60, 20), (200, 60)] {
        let mut tried = Tried::full(look(Language::Simplified));
        tried.screen(columns, rows);
        tried.keys("m<<");
        tried.screen(columns, rows);
    }
}

#[test]
fn boards_are_asked_for_when_one_is_connected_and_again_and_when_the_tournament_has_news() {
    let mut tried = Tried::new(english());
    assert_eq!(tried.press(KeyCode::Char('r')), [], "there is no connection");
    let boards_query = || Effect::Ask(Query::Boards { tournament: tournament() });
    let event_query = || Effect::Ask(Query::Event { tournament: tournament() });
    let follow = Request::FollowTournament { tournament: tournament(), follow: true };
    assert_eq!(tried.connect(), [Effect::Send(follow), boards_query(), event_query()]);
    assert_eq!(tried.fetch(Fetched::Event(event(7))), []);
    assert_eq!(tried.fetch(Fetched::Boards(boards(7))), []);
    assert_eq!(tried.console.input(Input::Tick, tried.now), []);
    let later = tried.now + REFRESH;
    assert_eq!(tried.console.input(Input::Tick, later), [boards_query()]);
    assert_eq!(tried.console.input(Input::Tick, later), [], "the answer is waited for");
    assert_eq!(tried.fetch(Fetched::Boards(boards(9))), [event_query()], "it has gone on: who plays may be new");
    let (phase, raw) = (TournamentPhase::Running, "".into());
    let news = TournamentNews { tournament: tournament(), phase, standings_changed: false, raw };
    tried.fetch(Fetched::Event(event(9)));
    assert_eq!(tried.console.heard(Update::Tournament(Box::new(news)), tried.now), [boards_query()]);
}

#[test]
fn a_lost_connection_and_what_could_not_be_had_are_said() {
    let mut tried = Tried::full(english());
    let lost = Update::Disconnected { why: "refused".into(), retry_in: Duration::from_secs(3) };
    tried.console.heard(lost, tried.now);
    let shown = tried.screen(80, 24);
    assert!(shown.contains("refused") && shown.contains("3 s"), "{shown}");
    tried.connect();
    let failed = Fetched::Failed(Query::Boards { tournament: tournament() }, "the store does not answer".into());
    tried.fetch(failed);
    assert!(tried.screen(80, 24).contains("the store does not answer"));
    tried.fetch(Fetched::Boards(boards(7)));
    assert_eq!(tried.said(), "", "it was had again");
    let error = WireError::new(Code::Forbidden, "no");
    tried.console.heard(Update::Answer { id: "c1".parse().unwrap(), result: Err(error) }, tried.now);
    assert!(!tried.said().is_empty());
}

#[test]
fn one_stays_on_a_board_while_others_come_before_it() {
    let mut tried = Tried::full(english());
    tried.on_board(Trouble::Disconnected);
    let game = tried.console.chosen().unwrap().game.clone();
    let mut next = (*boards(7)).clone();
    next.boards.reverse();
    tried.fetch(Fetched::Boards(Arc::new(next.clone())));
    assert_eq!(tried.console.chosen().unwrap().game, game);
    next.boards.retain(|board| board.game != game);
    tried.fetch(Fetched::Boards(Arc::new(next)));
    assert_eq!(tried.console.selected(), 0, "it is over");
    tried.press(KeyCode::End);
    assert_eq!(tried.console.selected(), Trouble::ALL.len() - 2);
    tried.press(KeyCode::Down);
    assert_eq!(tried.console.selected(), Trouble::ALL.len() - 2);
}

#[test]
fn a_board_is_opened_unless_it_is_missing_or_ones_own() {
    let mut tried = Tried::full(english());
    assert_eq!(tried.press(KeyCode::Enter), [Effect::Watch("g1".parse().unwrap())]);
    tried.on_board(Trouble::Missing);
    assert_eq!(tried.press(KeyCode::Enter), []);
    assert!(tried.said().contains("not there yet"), "{}", tried.said());
    tried.on_board(Trouble::Warned);
    assert_eq!(tried.press(KeyCode::Enter), []);
    assert!(tried.said().contains("another official"), "{}", tried.said());
}

#[test]
fn all_boards_are_suspended_once_it_is_confirmed() {
    let mut tried = Tried::full(english());
    assert_eq!(tried.keys("s<<<<<<<<<\npower cut\n"), []);
    let shown = tried.screen(80, 24);
    let wanted: Vec<BoardView> = ToAll::Suspend.of(&boards(7));
    assert!(shown.contains(&format!("suspend {} boards", wanted.len())), "{shown}");
    assert_eq!(tried.keys("n"), []);
    assert!(tried.console.asking.is_none() && tried.said().contains("Not done"), "{}", tried.said());
    let effects = tried.keys("s<<<<<<<<<\npower cut\nxy");
    let query = Query::ToAll {
        boards: wanted.clone(),
        to_all: ToAll::Suspend,
        reason: Reason::Other,
        text: Some("power cut".into()),
    };
    assert_eq!(effects[0], Effect::Ask(query));
    tried.fetch(Fetched::Ordered { done: 9, failed: Vec::new() });
    assert!(tried.said().contains('9'), "{}", tried.said());
    tried.fetch(Fetched::Ordered { done: 8, failed: vec![(wanted[1].clone(), "has not begun".into())] });
    assert!(tried.said().contains("has not begun"), "{}", tried.said());
}

#[test]
fn results_and_people_are_ruled_on() {
    let ask_of = |effects: &[Effect]| match effects.first() {
        Some(Effect::Ask(Query::Tournament { after: 7, ask, .. })) => (**ask).clone(),
        other => panic!("{other:?}"),
    };
    let mut tried = Tried::full(english());
    let TournamentAsk::OverturnGame { game, score, act } = ask_of(&tried.keys("v<\n<\nhe helped\ny")) else { panic!() };
    let white_wins = Scores { first: Score::Loss, second: Score::Win, forfeit: false };
    assert_eq!((game.as_str(), score.scores), ("g1", Some(white_wins)));
    assert_eq!((act.reason, act.text.as_str()), (Reason::Cheating, "he helped"));
    assert!(matches!(ask_of(&tried.keys("v<<<<<<<<\n\n\ny")), TournamentAsk::Replay { .. }));
    // the menu: reprimand, lower the prize, ban, exclude, readmit, a bout
    let TournamentAsk::Sanction { sanction, .. } = ask_of(&tried.keys("m1\n<<\n\n\ny")) else { panic!() };
    assert!(matches!(sanction, Sanction::Reprimand { entry: Some(EntryNo(3)), .. }));
    let TournamentAsk::Sanction { sanction, .. } = ask_of(&tried.keys("m2\n<\n\n\ny")) else { panic!() };
    assert_eq!(sanction, Sanction::LowerPrize { entry: EntryNo(2) });
    let TournamentAsk::Sanction { sanction, .. } = ask_of(&tried.keys("m3\n<\n2099-01-01T00:00:00Z\n\n\ny")) else {
        panic!()
    };
    assert_eq!(sanction, Sanction::Ban { account: "a2".parse().unwrap(), until: 4_070_908_800_000, everywhere: false });
    assert!(matches!(ask_of(&tried.keys("m4\n\n\n\ny")), TournamentAsk::Exclude { entry: EntryNo(1), .. }));
    assert!(matches!(ask_of(&tried.keys("m5\n<<<<\n\n\ny")), TournamentAsk::Readmit { entry: EntryNo(5), .. }));
    let TournamentAsk::OverturnBout { bout, .. } = ask_of(&tried.keys("m6\n\n\n\n\ny")) else { panic!() };
    assert_eq!(bout.to_string(), "1.1.1", "the bout on which one stands");
    tried.fetch(Fetched::Asked(TournamentDone { tournament: tournament(), seq: 8, entries: Vec::new() }));
    assert!(tried.said().contains('8'), "{}", tried.said());
}

#[test]
fn what_makes_no_sense_is_said_and_asked_for_again() {
    let mut tried = Tried::full(english());
    tried.keys("m3\n\nsoon\n");
    assert!(tried.screen(80, 24).contains("Write a day"));
    tried.press(KeyCode::Esc);
    tried.press(KeyCode::Esc);
    assert!(tried.console.asking.is_none());
}

/// A board that is opened: a game of which all was heard.
struct Opened {
    table: RefereeTable,
    script: Script,
}

impl Opened {
    fn new(look: Look, change: impl FnOnce(&mut Snapshot)) -> Self {
        let script = Script::with(9, change);
        let table = RefereeTable::new(look, tournament(), game_id(), Some("a9".parse().unwrap()));
        let mut opened = Self { table, script };
        opened.tell();
        opened
    }

    fn tell(&mut self) {
        let (view, now) = (Arc::new(self.script.view().clone()), self.script.at());
        let news = News::Snapshot { raw: "".into(), lost: Vec::new() };
        self.table.heard(Update::Game { game: game_id(), view, news }, now);
    }

    fn keys(&mut self, keys: &str) -> Vec<Effect> {
        let now = self.script.at();
        let key = |c| Input::Key(KeyEvent::new(key_of(c), KeyModifiers::NONE));
        keys.chars().flat_map(|c| self.table.input(key(c), now)).collect()
    }

    /// The order that these keys give.
    fn orders(&mut self, keys: &str) -> Rule {
        let effects = self.keys(keys);
        let [Effect::Send(Request::Rule { game, rule })] = effects.as_slice() else { panic!("{keys}: {effects:?}") };
        assert_eq!(*game, game_id());
        rule.clone()
    }

    fn screen(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let now = self.script.at();
        terminal.draw(|frame| self.table.draw(frame, now)).unwrap();
        text(terminal.backend().buffer())
    }
}

#[test]
fn an_opened_board_looks_so() {
    for (name, look) in looks() {
        let mut opened = Opened::new(look, |snapshot| {
            snapshot.names = Sides { black: "Honinbo Shusaku".into(), white: "小林光一".into() };
            snapshot.warnings = Sides { black: 0, white: 1 };
        });
        for at in ["E5", "C3", "D4"] {
            opened.script.play(at);
        }
        opened.tell();
        let mut view = (*boards(7)).clone();
        let absent = vec![Colour::White];
        view.boards = vec![BoardView { game: game_id(), absent, ..board(3, Trouble::Disconnected) }];
        opened.table.fetched(Fetched::Boards(Arc::new(view)), opened.script.at());
        golden(&format!("table-{name}"), &opened.screen());
        opened.keys("w<\n<<<");
        golden(&format!("warn-{name}"), &opened.screen());
        opened.keys("\nagain\n");
        golden(&format!("warned-{name}"), &opened.screen());
    }
}

#[test]
fn each_order_has_a_key_and_is_confirmed() {
    let mut opened = Opened::new(english(), |_| {});
    opened.script.play("E5");
    opened.tell();
    let at = (opened.script.view().seq, opened.script.view().head);
    let rule = opened.orders("s<<<<<<<<<\npower cut\ny");
    assert_eq!((rule.after, rule.head, rule.reason), (at.0, at.1, Reason::Other));
    assert_eq!((rule.order, rule.text.as_deref()), (Order::Suspend, Some("power cut")));
    for (keys, order) in [
        ("g", Order::Resume),
        ("w<\n", Order::Warn { side: Colour::White }),
        ("l<<\n", Order::Lose { side: Loser::Both }),
        ("eb+3.5\n<\n", Order::Adjudicate { result: "B+3.5".parse().unwrap(), force_majeure: false }),
        ("ce5, c3\n\n", Order::AdjudicateCount { dead: points("E5 C3"), force_majeure: true }),
        ("de5\n", Order::LifeAndDeath { dead: points("E5") }),
        ("b\n", Order::TakeBack { moves: 1, black: None, white: None }),
        ("n", Order::Restart),
        ("r", Order::Replay),
        ("x", Order::ColoursWrong),
        ("k<<<\n", Order::Repetition { ruling: tengen_protocol::Repetition::Forbid }),
        ("oW+F\n", Order::Overturn { result: "W+F".parse().unwrap() }),
    ] {
        assert_eq!(opened.orders(&format!("{keys}\n\ny")).order, order, "{keys}");
        assert_eq!(opened.keys(&format!("{keys}\n\nn")), [], "{keys}: it was not confirmed");
    }
    let Order::Clocks { black: Some(black), white: None } = opened.orders("t20m 5\n\n\n\ny").order else { panic!() };
    assert_eq!((black.main, black.periods), (Some(1_200_000), Some(5)));
    let Order::Clocks { black: None, white: Some(white) } = opened.orders("t\n- 3\n\n\ny").order else { panic!() };
    assert_eq!((white.main, white.periods), (None, Some(3)));
    let edit = opened.orders("pe5\nc3\n\n<<\n\n\ny").order;
    let (remove, black) = (points("E5"), points("C3"));
    assert_eq!(edit, Order::Edit { remove, black, white: Vec::new(), to_move: Some(Colour::White) });
    assert_eq!(opened.keys("t\n\n\n\ny"), [], "a clock must be named");
    assert!(opened.screen().contains("Name the time"), "{}", opened.screen());
}

fn points(text: &str) -> Vec<tengen_protocol::Point> {
    text.split(' ').map(|point| point.parse().unwrap()).collect()
}

#[test]
fn letters_of_a_line_are_no_orders() {
    let mut opened = Opened::new(english(), |_| {});
    let now = opened.script.at();
    opened.table.input(Input::Key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE)), now);
    assert_eq!(opened.keys("swlq"), []);
    assert!(
        opened
            .table
            .input(Input::Tick, now + REFRESH_AGAIN)
            .contains(&Effect::Ask(Query::Boards { tournament: tournament() }))
    );
    assert!(opened.screen().contains("swlq"), "{}", opened.screen());
}

#[test]
fn an_order_is_for_the_game_as_it_was_shown() {
    let mut opened = Opened::new(english(), |_| {});
    let before = opened.script.view().seq;
    opened.keys("w");
    opened.script.play("E5");
    opened.tell();
    assert_eq!(opened.orders("\n\n\ny").after, before, "the server judges whether that is too old");
}
