//! The grammar, leniently; the limits; and that nothing breaks the reader.

use super::*;
use crate::sgf::{Property, Record, judge, show};
use proptest::prelude::*;
use tengen_protocol::{Ko, Suicide};

/// The games as they are understood, written in one form.
fn read(text: &str) -> String {
    parse(text.as_bytes()).unwrap().to_sgf()
}

fn notes(text: &str) -> Vec<(u32, u32, Oddity)> {
    let tree = parse(text.as_bytes()).unwrap();
    tree.notes().kept.iter().map(|note| (note.at.line, note.at.column, note.what.clone())).collect()
}

#[test]
fn what_is_well_written_is_read_as_it_is() {
    for text in [
        "(;)\n",
        "(;GM[1];B[aa];W[bb])\n",
        "(;GM[1]\n(;B[aa])\n(;W[bb]))\n",
        "(;GM[1]\n(;B[aa]\n(;W[bb];B[cc])\n(;W[dd]))\n(;B[ee])\n(;B[ff];W[gg]))\n",
        "(;A[1])\n(;B[2])\n",
        "(;AB[aa][bb]C[a\\]b\\\\])\n",
        "(;C[\\:(;)[ )(])\n",
    ] {
        assert_eq!(read(text), text);
        assert_eq!(notes(text), [], "{text}");
    }
    assert_eq!(read(" ( ; GM [1]\r\n\tAB [aa] \n [bb] ; B [cc] )"), "(;GM[1]AB[aa][bb];B[cc])\n");
}

#[test]
fn what_is_badly_written_is_read_as_far_as_it_goes() {
    use Oddity::{NoSemicolon, OpenTrees, OpenValue, Skipped};
    for (text, understood, odd) in [
        ("Hello (world)\n(;B[aa])", "(;B[aa])\n", vec![(1, 1, Skipped)]),
        ("(;B[aa]) bye", "(;B[aa])\n", vec![(1, 10, Skipped)]),
        ("(;B[aa]))(;W[bb])", "(;B[aa])\n(;W[bb])\n", vec![(1, 9, Skipped)]),
        ("(GM[1];B[aa])", "(;GM[1];B[aa])\n", vec![(1, 2, NoSemicolon)]),
        ("(;GM[1](B[aa])(W[bb]))", "(;GM[1]\n(;B[aa])\n(;W[bb]))\n", vec![(1, 9, NoSemicolon), (1, 16, NoSemicolon)]),
        ("(;GM[1];B[aa]", "(;GM[1];B[aa])\n", vec![(1, 14, OpenTrees { missing: 1 })]),
        ("(;A[1](;B[aa](;W[bb]", "(;A[1];B[aa];W[bb])\n", vec![(1, 21, OpenTrees { missing: 3 })]),
        ("(;C[hm", "(;C[hm])\n", vec![(1, 4, OpenValue), (1, 7, OpenTrees { missing: 1 })]),
        ("(;C[hm\\", "(;C[hm])\n", vec![(1, 4, OpenValue), (1, 8, OpenTrees { missing: 1 })]),
        ("(;C[see [1] there];B[aa])", "(;C[see [1];B[aa])\n", vec![(1, 13, Skipped), (1, 18, Skipped)]),
        ("(;B[aa] here ;W[bb])", "(;B[aa];W[bb])\n", vec![(1, 9, Skipped)]),
        ("(;B[aa]\n€[cc];W[bb])", "(;B[aa];W[bb])\n", vec![(2, 1, Skipped), (2, 2, Skipped)]),
        ("(;GM[1]()(;B[aa]))", "(;GM[1];B[aa])\n", vec![]),
        // What stands after a variation belongs to no node.
        ("(;A[1](;B[aa])C[x])", "(;A[1]\n(;B[aa])\n(;C[x]))\n", vec![(1, 15, NoSemicolon)]),
        ("((;A[1]))", "(;A[1])\n", vec![(1, 1, Skipped), (1, 9, Skipped)]),
    ] {
        assert_eq!(read(text), understood, "{text}");
        assert_eq!(notes(text), odd, "{text}");
    }
    for none in ["", " ", "hello", "(", "((((", "()", "(;", ";B[aa]", "(B aa)"] {
        let refused = parse(none.as_bytes()).map(|tree| tree.to_sgf());
        match none {
            "(;" => assert_eq!(refused, Ok("(;)\n".into())),
            _ => assert_eq!(refused, Err(ReadError::NoGame), "{none}"),
        }
    }
}

#[test]
fn names_lose_small_letters() {
    let tree = parse(b"(;Black[aa]WHite[bb]sz[9]KGSDE[aa]L1[x])").unwrap();
    let names: Vec<_> = tree.properties(tree.games()[0]).map(|property| property.name().into_owned()).collect();
    assert_eq!(names, ["B", "WH", "SZ", "KGSDE", "L1"]);
}

#[test]
fn text_of_values() {
    let tree = parse("(;C[ a\\]b\\\\c\\:d\te\\\nf\r\ng\nh柯 ])".as_bytes()).unwrap();
    let value = tree.properties(tree.games()[0]).next().unwrap().values().next().unwrap();
    assert_eq!(value.text(), " a]b\\c:d ef\ng\nh柯 ");
    assert_eq!(value.simple_text(), "a]b\\c:d ef g h柯");
    assert_eq!(value.place(), Place { line: 1, column: 5 });
}

fn within(text: &str, limits: Limits) -> Result<usize, ReadError> {
    parse_as(text.as_bytes(), None, &limits).map(|tree| tree.node_count())
}

#[test]
fn each_limit_holds_at_the_limit_and_one_beyond() {
    let all = Limits::default();
    let too_many = |what, most, column| Err(ReadError::TooMany { what, most, at: Place { line: 1, column } });
    assert_eq!(within("(;A[1])", Limits { bytes: 7, ..all }), Ok(1));
    assert_eq!(within("(;A[1])", Limits { bytes: 6, ..all }), Err(ReadError::TooLong { bytes: 7, most: 6 }));
    assert_eq!(within("(;;)(;)", Limits { nodes: 3, ..all }), Ok(3));
    assert_eq!(within("(;;)(;)", Limits { nodes: 2, ..all }), too_many(Counted::Nodes, 2, 6));
    assert_eq!(within("(;(;(;)))", Limits { depth: 3, ..all }), Ok(3));
    assert_eq!(within("(;(;(;)))", Limits { depth: 2, ..all }), too_many(Counted::Depth, 2, 5));
    assert_eq!(within("(;A[1]B[1])", Limits { properties: 2, ..all }), Ok(1));
    assert_eq!(within("(;A[1]B[1])", Limits { properties: 1, ..all }), too_many(Counted::Properties, 1, 8));
    assert_eq!(within("(;A[1][2])", Limits { values: 2, ..all }), Ok(1));
    assert_eq!(within("(;A[1][2])", Limits { values: 1, ..all }), too_many(Counted::Values, 1, 7));
    let unknown = parse_as(b"(;)", Some("klingon"), &all).unwrap_err();
    assert_eq!(unknown, ReadError::NoSuchEncoding { named: "klingon".into() });
}

#[test]
fn long_and_deep_games_need_no_stack() {
    let all = Limits::default();
    let long = format!("({})", ";B[aa];W[bb]".repeat(all.nodes / 2));
    let tree = parse(long.as_bytes()).unwrap();
    assert_eq!(tree.main_line(tree.games()[0]).count(), all.nodes);
    assert_eq!(tree.to_sgf().len(), long.len() + 1);
    // Anything that looks through the text for each move would not end here.
    assert_eq!(show(&Record::read(&tree, 1).unwrap(), None).number, all.nodes);
    let deep = |depth: usize| format!("{}{}", "(;B[aa]".repeat(depth), ")".repeat(depth));
    let tree = parse(deep(all.depth).as_bytes()).unwrap();
    assert_eq!(tree.node_count(), all.depth);
    assert!(tree.to_sgf().starts_with("(;B[aa];B[aa]"));
    let at = Place { line: 1, column: 7 * 10_000 + 1 };
    let too_deep = ReadError::TooMany { what: Counted::Depth, most: all.depth, at };
    assert_eq!(parse(deep(all.depth + 1).as_bytes()).unwrap_err(), too_deep);
    let points = format!("(;SZ[25]AB{})", "[aa:yy]".repeat(1_600));
    let tree = parse(points.as_bytes()).unwrap();
    assert_eq!(Record::read(&tree, 1).unwrap().steps[0].set_up.len(), 1_000_000);
    let tree = parse(points.replace("[aa:yy])", "[aa:yy][aa])").as_bytes()).unwrap();
    let refused = Record::read(&tree, 1).unwrap_err();
    assert!(matches!(refused, ReadError::TooMany { what: Counted::SetUp, most: 1_000_000, .. }), "{refused}");
}

#[test]
fn notes_are_few_and_the_rest_is_counted() {
    let tree = parse("(;$;".repeat(150).as_bytes()).unwrap();
    assert_eq!((tree.notes().kept.len(), tree.notes().more), (100, 51));
}

/// A node: properties, each a name and the texts of its values.
type Node = Vec<(String, Vec<String>)>;

/// A tree of them: the node, and what follows.
#[derive(Clone, Debug, PartialEq)]
struct Game(Node, Vec<Game>);

fn node() -> impl Strategy<Value = Node> {
    let value = "[a-s]{2}|[\\]\\[\\\\:;() \n柯許表a-z]{0,8}|\\PC{0,5}";
    prop::collection::vec(("[A-Z]{1,3}", prop::collection::vec(value, 1..3)), 0..4)
}

fn game() -> impl Strategy<Value = Game> {
    let leaf = node().prop_map(|node| Game(node, Vec::new()));
    leaf.prop_recursive(8, 40, 4, |inner| {
        (node(), prop::collection::vec(inner, 0..4)).prop_map(|(node, after)| Game(node, after))
    })
}

/// As SGF, by the grammar: escapes only where they are needed.
fn written(game: &Game) -> String {
    let Game(node, after) = game;
    let mut sgf = String::from(";");
    for (name, values) in node {
        sgf.push_str(name);
        for value in values {
            let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
            sgf.push_str(&format!("[{escaped}]"));
        }
    }
    match after.as_slice() {
        [one] => sgf.push_str(&written(one)),
        several => sgf.extend(several.iter().map(|one| format!("({})", written(one)))),
    }
    sgf
}

fn understood(tree: &Tree, node: NodeId) -> Game {
    let values = |property: Property<'_>| property.values().map(|value| value.text()).collect();
    let properties = tree.properties(node).map(|property| (property.name().into_owned(), values(property))).collect();
    Game(properties, tree.children(node).map(|child| understood(tree, child)).collect())
}

/// Reads anything and asks all of it: nothing may break.
fn ask_all(bytes: &[u8]) -> Result<(), TestCaseError> {
    let limits = Limits { bytes: 4_096, nodes: 50, depth: 8, properties: 60, values: 70 };
    let Ok(tree) = parse_as(bytes, None, &limits) else { return Ok(()) };
    prop_assert!(tree.node_count() <= 50 && tree.properties.len() <= 60 && tree.values.len() <= 70);
    // It is UTF-8 now, whatever encoding it names.
    let again = parse_as(tree.to_sgf().as_bytes(), Some("UTF-8"), &Limits::default()).unwrap();
    prop_assert_eq!(again.to_sgf(), tree.to_sgf());
    prop_assert!(again.notes().kept.is_empty(), "{:?}", again.notes());
    for game in 1..=tree.games().len() {
        let Ok(record) = Record::read(&tree, game) else { continue };
        let shown = show(&record, None);
        let judged = judge(&record, Ko::Positional, Suicide::Multi);
        let moves = record.moves().count();
        prop_assert_eq!(shown.number, moves);
        if judged.fault.is_none() {
            prop_assert_eq!(shown.diagram.rows(), judged.position.board().rows());
            prop_assert_eq!(judged.moves as usize, moves);
            prop_assert_eq!([shown.diagram.captured.black, shown.diagram.captured.white], judged.captured);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_tree_that_is_written_is_read_the_same(game in game()) {
        let text = format!("({})", written(&game));
        let read = |text: &str| parse_as(text.as_bytes(), Some("UTF-8"), &Limits::default()).unwrap();
        let tree = read(&text);
        prop_assert_eq!(&tree.notes().kept, &[]);
        prop_assert_eq!(understood(&tree, tree.games()[0]), game.clone());
        let again = read(&tree.to_sgf());
        prop_assert_eq!(understood(&again, again.games()[0]), game);
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        ask_all(&bytes)?;
    }

    #[test]
    fn nothing_like_a_record_breaks_the_reader(
        parts in prop::collection::vec(prop::sample::select(vec![
            "(;", "(", ")", ";", "B", "W", "AB", "AW", "AE", "PL", "SZ", "HA", "KM", "RE", "TB", "BL", "CA",
            "[aa]", "[ab]", "[ba]", "[bb]", "[cc]", "[]", "[tt]", "[zz]", "[aa:cc]", "[3]", "[2]", "[3:2]", "[B]",
            "[W+1.5]", "[GBK]", "[Big5]", "[375]", "[-1]", "[", "]", "\\", "\n", "x", "柯", "\u{feff}",
        ]), 0..60),
    ) {
        ask_all(format!("(;SZ[3]{}", parts.concat()).as_bytes())?;
    }
}

#[test]
fn a_name_begins_with_a_letter_when_its_small_ones_are_left_out() {
    for (written, name) in [("a0GM", "GM"), ("Black", "B"), ("gm", "GM"), ("G1m2", "G12"), ("AB", "AB")] {
        let tree = parse(format!("(;{written}[1])").as_bytes()).unwrap();
        let text = tree.to_sgf();
        assert_eq!(text, format!("(;{name}[1])\n"), "{written}");
        assert_eq!(parse(text.as_bytes()).unwrap().to_sgf(), text, "{written}");
    }
}
