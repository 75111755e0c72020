//! Where text of strangers enters: one function each, for the fuzzer and for the short property tests
//! alike. Each panics when what it was given is taken wrongly; that it is refused is right.

use std::{collections::HashMap, sync::LazyLock};
use tengen_core::{
    game::Game,
    log::{self, Position},
    sgf,
};
use tengen_protocol::{ClientMessage, EVENT_FORMAT, Ko, Point, Rules, Sides, Suicide, TimeControl};
use tengen_server::auth::{SigningKeys, tokens::Use};

/// A client's message: what is understood means the same when it is written again.
pub fn frames(text: &str) {
    if let Ok(message) = ClientMessage::read(text) {
        let again = serde_json::to_string(&message).expect("a message can be written");
        assert_eq!(ClientMessage::read(&again).as_ref(), Ok(&message), "{again}");
    }
}

/// A time control as people write it: what is understood is read the same from its short form.
pub fn times(text: &str) {
    if let Ok(control) = text.parse::<TimeControl>() {
        let again = control.to_string();
        assert_eq!(again.parse(), Ok(control), "{again}");
    }
}

/// A token: nobody else can make one.
pub fn tokens(text: &str) {
    static KEYS: LazyLock<SigningKeys> = LazyLock::new(|| {
        let text = "-----BEGIN PRIVATE KEY-----\n\
            MC4CAQAwBQYDK2VwBCIEINxo11Sevrhv/ArFr+Oav6QU7iUEcCVcUiyw+uhZgnXy\n\
            -----END PRIVATE KEY-----\n\
            5bd5e4a3e0a94d1dbd3fcd5b7a0f1e2c5bd5e4a3e0a94d1dbd3fcd5b7a0f1e2c\n";
        SigningKeys::from_text(text).expect("they are keys")
    });
    let uses = [Use::Access, Use::Refresh, Use::Named, Use::Guest];
    assert!(KEYS.check(text, "tengen", &uses, 1_800_000_000).is_err(), "a forged token was accepted: {text}");
}

/// A game's log, one event a line, as damage or a newer server may have left it: what can be read is
/// read the same again, and can be shown.
pub fn stored(text: &str) {
    let (Some(game), events) = log_of(text.lines()) else { return };
    let again = Game::load(&events).expect("it was read before");
    assert_eq!(again.position(), game.position());
    let names = || Sides { black: "Li".to_owned(), white: "Kirin".to_owned() };
    let [shown, shown_again] = [game, again].map(|game| serde_json::to_string(&game.snapshot(names())));
    assert_eq!(shown.expect("a game can be shown"), shown_again.expect("a game can be shown"));
}

/// The players' names, a line each, and a game's log: whatever the names are, the record is one game
/// in SGF, and says what the log says; and it is read as what was written.
pub fn records(text: &str) {
    checked_record(text);
}

/// The same; gives the names as SGF has them, which knows no line breaks, and the record, if there is a game.
pub fn checked_record(text: &str) -> Option<(Sides<String>, String)> {
    let mut lines = text.split('\n');
    let mut name = || lines.next().unwrap_or_default().to_owned();
    let names = Sides { black: name(), white: name() };
    let (Some(game), events) = log_of(lines) else { return None };
    let shown = game.snapshot(names.clone());
    let text = sgf::write(&events, &names).expect("the log was read before");
    let nodes = nodes(&text).unwrap_or_else(|| panic!("it is not one game in SGF: {text}"));

    let root = |name| nodes[0].get(name).map(Vec::as_slice);
    let plain = |name: &str| name.replace(char::is_control, " ");
    let names = Sides { black: plain(&names.black), white: plain(&names.white) };
    assert_eq!(root("PB"), Some(&[names.black.clone()][..]), "{text}");
    assert_eq!(root("PW"), Some(&[names.white.clone()][..]), "{text}");
    assert_eq!(root("RE"), shown.outcome.map(|outcome| [plain(&outcome.result)]).as_ref().map(|re| &re[..]), "{text}");
    let point = |letters: &str| {
        let [column, row] = *letters.as_bytes() else { panic!("'{letters}' is no point: {text}") };
        let row = shown.setup.size.height().checked_sub(row.wrapping_sub(b'a').saturating_add(1));
        let point = row.and_then(|row| Point::new(column.wrapping_sub(b'a'), row));
        point.filter(|point| shown.setup.size.contains(*point)).unwrap_or_else(|| panic!("'{letters}': {text}"))
    };
    let stones: Vec<Point> = root("AB").unwrap_or_default().iter().map(|letters| point(letters)).collect();
    assert_eq!(stones, shown.handicap_stones, "{text}");
    let mut moves = Vec::new();
    for node in &nodes[1..] {
        let vertex = match (node.get("B"), node.get("W")) {
            (Some(one), None) | (None, Some(one)) if one.len() == 1 => &one[0],
            _ => panic!("not one move in {node:?}: {text}"),
        };
        moves.push(if vertex.is_empty() { "pass".to_owned() } else { point(vertex).to_string() });
    }
    assert_eq!(moves.join(" "), shown.moves, "{text}");

    let tree = sgf::parse(text.as_bytes()).expect("what is written can be read");
    let read = sgf::Record::read(&tree, 1).expect("it is a game of Go");
    let said = |text: &Option<String>| text.clone().unwrap_or_default();
    assert_eq!([said(&read.names.black), said(&read.names.white)], [names.black.trim(), names.white.trim()], "{text}");
    assert_eq!((read.size, read.komi), (shown.setup.size, Some(shown.setup.komi)), "{text}");
    let rules = read.known_rules().expect("we know our own names");
    let knobs = |rules: &Rules| (rules.ko, rules.suicide, rules.compensation);
    assert_eq!(knobs(&rules), knobs(&shown.setup.rules), "{text}");
    let stones: Vec<Point> = read.first_stones().map(|(_, point)| point).collect();
    assert_eq!(stones, shown.handicap_stones, "{text}");
    let vertex = |at: &sgf::Target| match at {
        sgf::Target::Vertex(vertex) => vertex.to_string(),
        sgf::Target::Beyond(written) => panic!("'{written}': {text}"),
    };
    let moves: Vec<String> = read.moves().map(|played| vertex(&played.at)).collect();
    assert_eq!(moves.join(" "), shown.moves, "{text}");
    Some((names, text))
}

/// A file with records, as UTF-8 and as single bytes: it is read within the limits or refused, what was
/// read is read the same again, and a game that the rules take is drawn as they have it.
pub fn files(text: &str) {
    file(text.as_bytes());
    let bytes: Vec<u8> = text.chars().filter_map(|letter| u8::try_from(u32::from(letter)).ok()).collect();
    file(&bytes);
}

fn file(bytes: &[u8]) {
    let limits = sgf::Limits::default();
    let Ok(tree) = sgf::parse_as(bytes, None, &limits) else { return };
    assert!(bytes.len() <= limits.bytes && tree.node_count() <= limits.nodes);
    let text = tree.to_sgf();
    let again = sgf::parse_as(text.as_bytes(), Some("UTF-8"), &limits).expect("what is written can be read");
    assert_eq!(again.to_sgf(), text);
    assert_eq!(again.notes().kept, [], "{text}");
    for game in 1..=tree.games().len() {
        let Ok(record) = sgf::Record::read(&tree, game) else { continue };
        let shown = sgf::show(&record, None);
        assert_eq!(shown.number, record.moves().count());
        let judged = sgf::judge(&record, Ko::Positional, Suicide::Multi);
        if judged.fault.is_none() {
            assert_eq!(shown.diagram.rows(), judged.position.board().rows(), "{text}");
        }
    }
}

/// The game that these events make and their stored forms, up to the first one that cannot be read.
pub fn log_of<'a>(events: impl Iterator<Item = &'a str>) -> (Option<Game>, Vec<Vec<u8>>) {
    let mut stored = Vec::new();
    let mut game: Option<Game> = None;
    for (number, event) in (1_u64..).zip(events) {
        let before = game.as_ref().map_or_else(Position::default, Game::position);
        let body = format!("\"v\":{EVENT_FORMAT},\"event\":{event}}}");
        let bytes = log::stored(before, number * 2_000, 1_796_000_000_000 + number * 2_000, body.as_bytes());
        let taken = match &mut game {
            Some(game) => game.apply(&bytes).is_ok(),
            None => Game::load([&bytes]).map(|first| game = Some(first)).is_ok(),
        };
        if !taken {
            // A game that refused an event is dropped; what was before it is read anew.
            return (Game::load(&stored).ok(), stored);
        }
        stored.push(bytes);
    }
    (game, stored)
}

/// The nodes of a record without variations, each with the values of its properties; `None` if the
/// grammar of SGF 4 does not allow it.
fn nodes(text: &str) -> Option<Vec<HashMap<&str, Vec<String>>>> {
    let mut rest = text.strip_prefix('(')?;
    let mut nodes = Vec::new();
    while let Some(after) = rest.trim_start().strip_prefix(';') {
        rest = after;
        let mut node = HashMap::new();
        while rest.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            let (name, after) = rest.split_at(rest.find('[')?);
            let mut values = Vec::new();
            rest = after;
            while let Some(after) = rest.strip_prefix('[') {
                let mut letters = after.chars();
                let mut value = String::new();
                loop {
                    match letters.next()? {
                        ']' => break,
                        '\\' => value.push(letters.next()?),
                        letter => value.push(letter),
                    }
                }
                values.push(value);
                rest = letters.as_str();
            }
            let named = name.bytes().all(|letter| letter.is_ascii_uppercase());
            if !named || node.insert(name, values).is_some() {
                return None;
            }
        }
        nodes.push(node);
    }
    (rest == ")\n" && !nodes.is_empty()).then_some(nodes)
}
