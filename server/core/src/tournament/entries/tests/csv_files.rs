//! Tables as clubs write them.

use super::*;
use encoding_rs::{GB18030, UTF_16LE};

fn players(text: &str) -> Vec<Entry> {
    read(text.as_bytes(), Form::Players).unwrap_or_else(|error| panic!("{error}")).entries
}

fn refused(text: &str, form: Form) -> String {
    read(text.as_bytes(), form).unwrap_err().to_string()
}

const CHINESE: &str = "序号,姓名,段位,等级分,队,种子\r\n1,柯洁,职业九段,,北京,1\r\n2,李　明,业余5段,2100,上海,\r\n";

fn chinese() -> Vec<Entry> {
    let ke = Entry { rank: Some(Rank::Pro(9)), club: Some("北京".into()), seed: Some(1), ..player(1, "柯洁") };
    let li =
        Entry { rank: Some(Rank::Dan(5)), rating: Some(2100), club: Some("上海".into()), ..player(2, "李 明") };
    vec![ke, li]
}

#[test]
fn a_list_in_chinese_is_read_in_every_encoding_in_which_it_is_saved() {
    let utf16 = || [0xfeff_u16].into_iter().chain(CHINESE.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let (gb, _, _) = GB18030.encode(CHINESE);
    let cases: [(Vec<u8>, &str); 4] = [
        (CHINESE.into(), "UTF-8"),
        (format!("\u{feff}{CHINESE}").into(), "UTF-8"),
        (gb.into_owned(), GB18030.name()),
        (utf16(), UTF_16LE.name()),
    ];
    for (bytes, encoding) in cases {
        let list = read(&bytes, Form::Players).unwrap();
        assert_eq!((list.entries, list.encoding), (chinese(), encoding));
        assert!(list.ignored.is_empty());
    }
}

#[test]
fn traditional_characters_head_columns_too() {
    let text = "編號,姓名,段位,等級分,隊名,種子號,起始輪次\n4,王小明,三段,,臺北,,2\n";
    let wang = Entry { rank: Some(Rank::Dan(3)), club: Some("臺北".into()), from_round: 2, ..player(4, "王小明") };
    assert_eq!(players(text), [wang]);
}

#[test]
fn separators_line_ends_quotes_and_blank_lines_do_not_matter() {
    let club = |no, name, club: &str| Entry { club: Some(club.into()), ..player(no, name) };
    let two = [club(1, "O'Neil, \"Ann\"", "West; East"), club(2, "Bob", "North")];
    for text in [
        "Name,Club\n\"O'Neil, \"\"Ann\"\"\",West; East\nBob,North\n",
        "name;club\r\n\"O'Neil, \"\"Ann\"\"\";\"West; East\"\r\nBob;North",
        "NAME\tTeam Name\r\r\"O'Neil, \"\"Ann\"\"\"\tWest; East\r\rBob\t North \r",
        "\n ,\nclub,name,\nWest; East,\"O'Neil, \"\"Ann\"\"\",\n,,\nNorth,Bob\n",
    ] {
        assert_eq!(players(text), two, "{text:?}");
    }
}

#[test]
fn numbers_that_are_missing_follow_the_highest() {
    let numbers: Vec<u32> = players("no,name\n,Ann\n7,Bob\n,Cyd\n3,Dan\n").iter().map(|entry| entry.no.0).collect();
    assert_eq!(numbers, [8, 7, 9, 3]);
    assert_eq!(players("name\nAnn\nBob\n")[1].no, EntryNo(2));
}

#[test]
fn ranks_and_ratings_are_read_from_either_column() {
    for (cells, rank, rating) in [
        ("5d,", Some(Rank::Dan(5)), None),
        (",5 Dan", Some(Rank::Dan(5)), None),
        ("2100,", None, Some(2100)),
        ("-35,", None, Some(-35)),
        (",−35", None, Some(-35)),
        (",２１００", None, Some(2100)),
        ("12级,850", Some(Rank::Kyu(12)), Some(850)),
        ("12 kyu,", Some(Rank::Kyu(12)), None),
        ("二十三级,", Some(Rank::Kyu(23)), None),
        ("十級,", Some(Rank::Kyu(10)), None),
        ("十二级,", Some(Rank::Kyu(12)), None),
        ("初段,", Some(Rank::Dan(1)), None),
        ("職業初段,", Some(Rank::Pro(1)), None),
        ("业余６段,", Some(Rank::Dan(6)), None),
        ("9 dan pro,", Some(Rank::Pro(9)), None),
        ("9P,3100", Some(Rank::Pro(9)), Some(3100)),
        ("5d,5段", Some(Rank::Dan(5)), None),
    ] {
        let list = players(&format!("name,rank,rating\nAnn,{cells}\n"));
        assert_eq!((list[0].rank, list[0].rating), (rank, rating), "{cells}");
    }
    for cells in
        ["10d,", "31k,", "0段,", "十十段,", "初初段,", "段,", "strong,", ",2100.5", "5d,4d", "2100,2200", ",10000"]
    {
        let error = refused(&format!("name,rank,rating\nAnn,{cells}\n"), Form::Players);
        assert!(error.starts_with("line 2, column "), "{cells}: {error}");
    }
}

#[test]
fn each_fault_names_its_line_and_column() {
    let text = "no,name,rating,account,seed\n1,Ann,high,a b,\n\n2,,1500,,0\n\"x\ny\",\"C\nD\",,,\n4,Eve,,,,more\n";
    let Err(ReadError::Rows(problems)) = read(text.as_bytes(), Form::Players) else { panic!() };
    let told: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "line 2, column 4 (account): write the id of an account, not \"a b\"",
            "line 2, column 3 (rating): write a whole number from -9999 to 9999, not \"high\"",
            "line 4, column 2 (name): is missing",
            "line 4, column 5 (seed): write a whole number from 1 to 1000, not \"0\"",
            "line 5, column 1 (no): write a whole number from 1 to 9999, not \"x\\ny\"",
            "line 8, column 6: the row has more cells than the header: put a cell with a comma into quotation marks",
        ]
    );
    assert_eq!(
        refused("name,club\nAnn,West\nBob,\n\nann,west\n", Form::Players),
        "line 5, column 1 (name): entry #1 has the same name and club: tell them apart by the club or by the name"
    );
    assert_eq!(
        refused("name\n\"Ann\nBob\"\n", Form::Players),
        "line 2, column 1 (name): U+000A is not allowed: no control, direction or zero-width characters"
    );
}

#[test]
fn heads_are_needed_once_and_others_are_named() {
    assert_eq!(refused("", Form::Players), "the file is empty: the first line heads the columns");
    assert_eq!(refused(" \n,,\n", Form::Players), "the file is empty: the first line heads the columns");
    assert_eq!(refused("Ann,5d\nBob,4d\n", Form::Players), "no column is headed name");
    assert_eq!(refused("name\nAnn\n", Form::Teams), "no column is headed team");
    assert_eq!(refused("team,club,name\n", Form::Players), "columns 1 and 2 both hold club: leave one");
    assert_eq!(refused(&"a,".repeat(64), Form::Players), "65 columns: at most 64 are read");
    let list = read("姓名,电话,性别\n柯洁,1,男\n".as_bytes(), Form::Players).unwrap();
    assert_eq!(list.ignored, ["电话", "性别"]);
    assert_eq!(players("name\n"), []);
}

#[test]
fn a_list_has_1000_entries_and_256_kib() {
    let rows = |count: usize| (0..count).fold(String::from("name\n"), |list, n| list + &format!("P {n}\n"));
    assert_eq!(players(&rows(1_000)).len(), 1_000);
    assert_eq!(read(rows(1_001).as_bytes(), Form::Players), Err(ReadError::TooMany(1_000)));
    let teams = |count: usize| (0..count).fold(String::from("team,name\n"), |list, n| list + &format!("T {n},Ann\n"));
    assert_eq!(read(teams(1_000).as_bytes(), Form::Teams).unwrap().entries.len(), 1_000);
    assert_eq!(read(teams(1_001).as_bytes(), Form::Teams), Err(ReadError::TooMany(1_000)));
    let mut long = "name\nAnn\n".to_owned();
    long.push_str(&"\n".repeat(CSV_BYTES - long.len()));
    assert_eq!(players(&long).len(), 1);
    long.push('\n');
    assert_eq!(read(long.as_bytes(), Form::Players), Err(ReadError::TooLarge(CSV_BYTES + 1)));
}

#[test]
fn rows_of_a_team_are_its_members_in_order() {
    let text = "队名,姓名,段位,种子,单位\n西队,甲一,5d,1,\n东队,乙一,,,某校\n西队,甲二,3k,,\n东队,乙二,,2,\n";
    let west = Entry {
        seed: Some(1),
        members: vec![
            Member { rank: Some(Rank::Dan(5)), ..member("甲一") },
            Member { rank: Some(Rank::Kyu(3)), ..member("甲二") },
        ],
        ..player(1, "西队")
    };
    let east = Entry {
        seed: Some(2),
        club: Some("某校".into()),
        members: vec![member("乙一"), member("乙二")],
        ..player(2, "东队")
    };
    assert_eq!(read(text.as_bytes(), Form::Teams).unwrap().entries, [west, east]);
    assert_eq!(
        refused("team,name,seed\nWest,Ann,1\nWest,Bob,2\n", Form::Teams),
        "line 3, column 3 (seed): another row of this team says otherwise"
    );
    assert_eq!(
        refused("team,name\nWest,Ann\nEast,Bob\nWest,ann\n", Form::Teams),
        "line 4, column 2 (name): entry #1 has the same"
    );
}

#[test]
fn what_a_spreadsheet_takes_for_a_formula_is_written_as_text() {
    let named = |name| vec![Entry { club: Some("-x".into()), ..player(1, name) }];
    for (name, cell) in [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("＝1", "'＝1"),
        ("'=1", "''=1"),
        ("'t Hooft", "'t Hooft"),
        ("a=b", "a=b"),
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
    ] {
        let list = named(name);
        let text = write(&list, Form::Players).unwrap();
        let row = text.lines().nth(1).unwrap();
        assert_eq!(row, format!("1,{cell},,,,'-x,,"));
        assert_eq!(players(&text), list);
    }
    let mut list = named("Ann");
    list[0].rating = Some(-35);
    assert!(write(&list, Form::Players).unwrap().contains(",-35,"), "numbers stay numbers");
}

#[test]
fn any_bytes_are_a_list_or_an_error() {
    for bytes in [&b"\xff\xfe"[..], b"\xef\xbb\xbf", b"name\n\xff\xff", b"name\n\"", b"\"name\n", b"\0", b"name\n\0\0"]
    {
        let _ = read(bytes, Form::Players);
        let _ = read(bytes, Form::Teams);
    }
    assert!(read(b"\xef\xbb\xbfname\nA\xff\xffb\n", Form::Players).unwrap_err().to_string().contains("UTF-8"));
}
