//! Records of others, held against sgfmill, which shares no code with the reader: real games as whole
//! files, and generated files in the encodings of East Asia.

use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};
use tengen_core::{
    rules::{Position, count},
    sgf::{self, Record, Target, Tree},
};
use tengen_protocol::{Colour, Ko, Komi, Point, Suicide, Vertex};

/// What sgfmill makes of a record.
#[derive(Debug, Deserialize)]
struct Read {
    bytes: String,
    rewritten: String,
    board: String,
    moves: Vec<(String, Option<(u8, u8)>)>,
    black: Option<String>,
    white: Option<String>,
    game_comment: Option<String>,
    result: Option<String>,
    komi: Option<f64>,
    comments: Vec<Option<String>>,
}

/// Asks sgfmill about these texts in these encodings, all in one process.
fn sgfmill(records: &[(String, &str)]) -> Vec<Read> {
    let mut python = Command::new(tengen_tests::oracle::python())
        .arg(tengen_tests::oracle::file("oracle/records.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python with sgfmill: run tests/run, which installs it");
    let mut stdin = python.stdin.take().unwrap();
    let asked: String =
        records.iter().map(|(text, encoding)| format!("{}\n", json!({ "text": text, "encoding": encoding }))).collect();
    let asking = std::thread::spawn(move || stdin.write_all(asked.as_bytes()).unwrap());
    let out = python.wait_with_output().unwrap();
    asking.join().unwrap();
    let answers = String::from_utf8(out.stdout).unwrap();
    let answers: Vec<Read> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(out.status.success() && answers.len() == records.len(), "sgfmill answered {} times", answers.len());
    answers
}

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn read(bytes: &[u8]) -> (Tree, Record) {
    let tree = sgf::parse(bytes).unwrap();
    let record = Record::read(&tree, 1).unwrap();
    assert!(record.notes.kept.is_empty(), "{:?}", record.notes);
    (tree, record)
}

/// Moves as sgfmill gives them.
fn moves(record: &Record) -> Vec<(String, Option<(u8, u8)>)> {
    let one = |played: &sgf::Move| {
        let at = match &played.at {
            Target::Vertex(Vertex::Point(point)) => Some((point.row(), point.column())),
            Target::Vertex(Vertex::Pass) => None,
            Target::Beyond(written) => panic!("'{written}' is on no board"),
        };
        (played.by.letter().to_ascii_lowercase().to_string(), at)
    };
    record.moves().map(one).collect()
}

/// Holds what we read in these bytes against what sgfmill reads.
fn compare(bytes: &[u8], expected: &Read) -> (Tree, Record) {
    let (tree, record) = read(bytes);
    assert_eq!(sgf::show(&record, None).diagram.rows(), expected.board);
    assert_eq!(moves(&record), expected.moves);
    assert_eq!(record.names.black, expected.black);
    assert_eq!(record.names.white, expected.white);
    assert_eq!(record.comment, expected.game_comment);
    assert_eq!(record.result, expected.result);
    assert_eq!(record.komi.map(|komi| f64::from(komi.half_points()) / 2.0), expected.komi);
    let comments: Vec<_> = record.steps.iter().map(|step| step.comment.clone()).collect();
    assert_eq!(comments, expected.comments);
    (tree, record)
}

/// A real game as a whole file.
fn file(game: &Value) -> String {
    let [id, date, result, komi] = ["id", "date", "re", "komi"].map(|key| game[key].to_string().replace('"', ""));
    let moves = game["sgf"].as_str().unwrap();
    format!("(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[{id}]DT[{date}]RU[Chinese]KM[{komi}]RE[{result}]{moves})\n")
}

#[test]
fn real_games_are_read_as_sgfmill_reads_them_and_count_as_they_did() {
    let Some(folder) = std::env::var_os("TENGEN_VECTORS") else {
        println!("skipped without TENGEN_VECTORS: real games as whole files");
        return;
    };
    let games = std::fs::read_to_string(PathBuf::from(folder).join("real_games.jsonl")).unwrap();
    let games: Vec<Value> = games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let files: Vec<(String, &str)> = games.iter().map(|game| (file(game), "utf-8")).collect();
    for ((game, (text, _)), expected) in games.iter().zip(&files).zip(sgfmill(&files)) {
        let (tree, record) = compare(text.as_bytes(), &expected);
        assert_eq!(u64::try_from(record.moves().count()).unwrap(), game["moves"].as_u64().unwrap(), "{text}");
        // Written by us and by sgfmill, it is the same game.
        let (_, again) = read(tree.to_sgf().as_bytes());
        assert_eq!(again.steps.len(), record.steps.len(), "{text}");
        assert_eq!(moves(&again), expected.moves, "{text}");
        compare(&unhex(&expected.rewritten), &expected);

        let rules = record.known_rules().unwrap();
        let judged = sgf::judge(&record, rules.ko, rules.suicide);
        assert_eq!(judged.fault, None, "{text}");
        assert_eq!(judged.position.board().rows(), expected.board, "{text}");
        let area = count::area(judged.position.board(), &dead(game, &judged.position));
        let number = |key: &str| u16::try_from(game[key].as_u64().unwrap()).unwrap();
        assert_eq!((area.black, area.white, area.neutral), (number("black"), number("white"), number("neutral")));
        let terms = count::Terms { komi: record.komi.unwrap(), ..count::Terms::default() };
        assert_eq!(Some(count::score(area, terms)), record.verdict.and_then(sgf::Verdict::margin), "{text}");
    }
    assert_eq!(games.len(), 200);
}

/// The dead stones of a real game, each chain named by one of its stones alone.
fn dead(game: &Value, position: &Position) -> Vec<Point> {
    let letters = game["dead"].as_array().unwrap().iter().map(|at| at.as_str().unwrap().as_bytes());
    let points: Vec<Point> = letters.map(|at| Point::new(at[0] - b'a', 18 - (at[1] - b'a')).unwrap()).collect();
    let named = points.iter().filter(|point| position.board().chain(**point).first() == Some(point));
    let mut chains: Vec<Point> = named.flat_map(|point| position.board().chain(*point)).collect();
    let mut points = points.clone();
    points.sort_unstable();
    chains.sort_unstable();
    assert_eq!(chains, points, "the game names whole chains");
    chains
}

/// Numbers that look like chance and are the same each time (an LCG of Knuth's).
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn text(&mut self, letters: &str) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let length = self.below(12);
        let mut text: String = (0..length).map(|_| letters[self.below(letters.len())]).collect();
        // sgfmill keeps no spaces at the ends of SimpleText, and nor do we; a letter keeps them inside.
        text.insert(0, 'a');
        text.push('z');
        text
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:")
}

/// A file with moves that are legal or not, comments and variations.
fn generated(draw: &mut Draw, encoding: &str, letters: &str) -> String {
    let mut sgf = format!(
        "(;GM[1]FF[4]CA[{encoding}]SZ[9]PB[{}]PW[{}]GC[{}\n{}]KM[{}]RE[B+R]AB[aa][bc]AW[ii]",
        escaped(&draw.text(letters)),
        escaped(&draw.text(letters)),
        escaped(&draw.text(letters)),
        escaped(&draw.text(letters)),
        Komi::from_half_points(15),
    );
    let mut by = Colour::Black;
    let mut open = 0;
    let mut taken = vec!["aa".to_owned(), "bc".to_owned(), "ii".to_owned()];
    for _ in 0..draw.below(30) {
        if draw.below(8) == 0 {
            sgf.push('(');
            open += 1;
        }
        let letter = |n: usize| char::from(b"abcdefghi"[n]);
        let point: String = [letter(draw.below(9)), letter(draw.below(9))].iter().collect();
        // sgfmill refuses to play where a stone is; a pass instead.
        let at = if taken.contains(&point) { String::new() } else { point };
        taken.push(at.clone());
        sgf.push_str(&format!("\n;{}[{at}]", by.letter()));
        if draw.below(4) == 0 {
            sgf.push_str(&format!("C[{}]", escaped(&draw.text(letters))));
        }
        by = by.other();
    }
    for _ in 0..open {
        sgf.push_str(")(;W[aa]C[other])");
    }
    sgf + ")"
}

#[test]
fn generated_files_in_every_encoding_are_read_as_sgfmill_reads_them() {
    let mut draw = Draw(4);
    // sgfmill takes a file apart before it decodes it, so no character may have a trail byte that equals
    // \ or ]; those are in the unit tests of the reader.
    let kinds = [
        ("UTF-8", "utf-8", "a]\\:[;() 柯洁李昌鎬이세돌井山é𠀀"),
        ("GB18030", "gb18030", "a]\\:[;() 柯洁李昌镐井山裕太"),
        ("GBK", "gbk", "a]\\:[;() 柯洁古力"),
        ("GB2312", "gb2312", "a]\\:[;() 柯洁古力"),
        ("Big5", "big5", "a]\\:[;() 周俊勳張栩王立誠"),
        ("Shift_JIS", "shift_jis", "a]\\:[;() 井山裕太一力遼"),
        ("EUC-KR", "euc_kr", "a]\\:[;() 이세돌박정환"),
        ("EUC-JP", "euc_jp", "a]\\:[;() 井山裕太"),
        ("ISO-8859-1", "latin_1", "a]\\:[;() éüß"),
    ];
    let mut files = Vec::new();
    for _ in 0..12 {
        files.extend(kinds.map(|(name, python, letters)| (generated(&mut draw, name, letters), python)));
    }
    for ((text, encoding), expected) in files.iter().zip(sgfmill(&files)) {
        let (tree, record) = compare(&unhex(&expected.bytes), &expected);
        compare(&unhex(&expected.rewritten), &expected);
        let (unicode, again) = read(text.replace("CA[", "XX[").as_bytes());
        assert_eq!((again.steps, again.names), (record.steps.clone(), record.names.clone()), "{encoding}: {text}");
        assert_eq!(unicode.to_sgf().replace("XX[", "CA["), tree.to_sgf());
        let judged = sgf::judge(&record, Ko::Positional, Suicide::No);
        assert!(judged.fault.is_some() || judged.position.board().rows() == expected.board, "{text}");
    }
}
