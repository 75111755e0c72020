//! The locales: that each language has every text, with the same placeholders, in its own characters;
//! that whatever the protocol can name has a text; and results word for word.

use super::*;
use fluent_syntax::{ast, parser};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use tengen_protocol::{Code, Colour, Count, EndReason, Event, Outcome, QuarterZi, Sides, Why};

/// Keys that are made of a prefix and a name of the protocol, and so are written out nowhere.
const BUILT: [&str; 4] = ["refusal-", "why-", "reason-", "help-"];

/// Placeholders of the English text that a Chinese one leaves out: a result is said in zi alone there.
const LEFT_OUT: [(&str, &str); 2] = [("outcome-count", "points"), ("outcome-ruling-count", "points")];

/// A text as its file has it.
struct Text {
    /// The parameters in it, those it chooses by too.
    placeholders: BTreeSet<String>,
    /// What people see of it, whatever it chooses, without the parameters.
    seen: String,
}

fn read(tag: &str) -> BTreeMap<String, Text> {
    let mut texts = BTreeMap::new();
    for (name, text) in LOCALES.iter().find(|locale| locale.tag == tag).unwrap().files {
        let resource = parser::parse(*text).unwrap_or_else(|(_, errors)| panic!("{tag}/{name}: {errors:?}"));
        for entry in resource.body {
            let ast::Entry::Message(message) = entry else { continue };
            let (mut placeholders, mut seen) = (BTreeSet::new(), String::new());
            let value = message.value.unwrap_or_else(|| panic!("{tag}/{name}: {} is empty", message.id.name));
            take(&value, &mut placeholders, &mut seen);
            assert!(message.attributes.is_empty(), "{tag}/{name}: {} has attributes", message.id.name);
            let before = texts.insert(message.id.name.to_owned(), Text { placeholders, seen });
            assert!(before.is_none(), "{tag}/{name}: {} stands twice", message.id.name);
        }
    }
    texts
}

fn take(pattern: &ast::Pattern<&str>, placeholders: &mut BTreeSet<String>, seen: &mut String) {
    for element in &pattern.elements {
        match element {
            ast::PatternElement::TextElement { value } => seen.push_str(value),
            ast::PatternElement::Placeable { expression } => take_expression(expression, placeholders, seen),
        }
    }
}

fn take_expression(expression: &ast::Expression<&str>, placeholders: &mut BTreeSet<String>, seen: &mut String) {
    match expression {
        ast::Expression::Inline(inline) => take_inline(inline, placeholders, seen),
        ast::Expression::Select { selector, variants } => {
            take_inline(selector, placeholders, seen);
            variants.iter().for_each(|variant| take(&variant.value, placeholders, seen));
        }
    }
}

fn take_inline(inline: &ast::InlineExpression<&str>, placeholders: &mut BTreeSet<String>, seen: &mut String) {
    match inline {
        ast::InlineExpression::VariableReference { id } => {
            placeholders.insert(id.name.to_owned());
        }
        ast::InlineExpression::StringLiteral { value } => seen.push_str(value),
        ast::InlineExpression::NumberLiteral { .. } => {}
        ast::InlineExpression::Placeable { expression } => take_expression(expression, placeholders, seen),
        other => panic!("the texts do without {other:?}"),
    }
}

#[test]
fn every_language_has_every_text_with_the_same_placeholders() {
    let english = read("en");
    for tag in ["zh-Hans", "zh-Hant"] {
        let texts = read(tag);
        let keys = |of: &BTreeMap<String, Text>| of.keys().cloned().collect::<BTreeSet<String>>();
        let (here, there) = (keys(&texts), keys(&english));
        assert_eq!(here.symmetric_difference(&there).collect::<Vec<_>>(), [""; 0], "{tag} and en");
        for (key, text) in &texts {
            let mut wanted = english[key].placeholders.clone();
            wanted.retain(|name| !LEFT_OUT.contains(&(key.as_str(), name.as_str())));
            assert_eq!(text.placeholders, wanted, "{tag}: {key}");
            let same = text.seen == english[key].seen && text.seen.contains(|c: char| c.is_ascii_lowercase());
            assert!(!same, "{tag}: {key} is not translated");
        }
    }
}

/// Characters of which each script has its own, in pairs: simplified, traditional. Those that both
/// scripts use (后, 里, 只, 着, 台, 准, 几, 种) are not among them.
const PAIRS: &str = "与與 东東 丢丟 个個 为為 义義 仅僅 仪儀 们們 价價 会會 传傳 关關 内內 写寫 决決 减減 则則 别別 务務 动動 单單 双雙 发發 \
    变變 号號 启啟 员員 听聽 吗嗎 国國 图圖 场場 块塊 处處 备備 头頭 宽寬 对對 将將 层層 帮幫 应應 开開 归歸 录錄 当當 径徑 \
    态態 总總 战戰 户戶 执執 扰擾 损損 换換 数數 断斷 无無 时時 显顯 机機 杀殺 权權 条條 来來 标標 样樣 档檔 检檢 气氣 没沒 \
    满滿 点點 状狀 独獨 现現 电電 画畫 监監 盘盤 码碼 确確 离離 称稱 笔筆 签簽 类類 级級 纪紀 约約 线線 组組 终終 经經 结結 \
    给給 络絡 绝絕 统統 继繼 续續 编編 网網 罗羅 胜勝 节節 补補 见見 观觀 规規 觉覺 计計 认認 让讓 议議 记記 许許 论論 设設 \
    访訪 证證 识識 词詞 试試 话話 该該 详詳 语語 误誤 说說 请請 读讀 调調 谈談 谢謝 负負 账賬 责責 败敗 贴貼 质質 赛賽 赢贏 \
    轮輪 载載 输輸 边邊 达達 过過 还還 这這 进進 远遠 连連 迟遲 适適 选選 逻邏 释釋 钟鐘 钥鑰 链鏈 销銷 错錯 键鍵 长長 门門 \
    闭閉 问問 间間 队隊 阶階 随隨 难難 页頁 项項 须須 预預 题題 额額 风風 馆館 验驗 鱼魚 黄黃 齐齊";

#[test]
fn each_script_is_written_in_its_own_characters() {
    let pairs: Vec<(String, String)> = PAIRS
        .split_whitespace()
        .filter_map(|pair| {
            let mut characters = pair.chars().map(String::from);
            Some((characters.next()?, characters.next()?))
        })
        .collect();
    assert!(pairs.len() > 150);
    let check = |tag: &str, foreign: &dyn Fn(&(String, String)) -> String| {
        for (key, text) in read(tag) {
            for pair in &pairs {
                assert!(!text.seen.contains(&foreign(pair)), "{tag}: {key} has {} of the other script", foreign(pair));
            }
        }
    };
    check("zh-Hans", &|pair| pair.1.clone());
    check("zh-Hant", &|pair| pair.0.clone());
}

/// The names that a type of the protocol has on the wire, by the schema that is checked in; `tag` is
/// the field that tells variants with fields apart.
fn names(schema: &str, of: &str, tag: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/schema").join(schema);
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let variants = schema["$defs"][of]["oneOf"].as_array().unwrap_or_else(|| panic!("no {of}"));
    let name = |variant: &serde_json::Value| match variant["const"].as_str() {
        Some(name) => name.to_owned(),
        None => variant["properties"][tag]["const"].as_str().unwrap_or_else(|| panic!("{of}: {variant}")).to_owned(),
    };
    variants.iter().map(name).collect()
}

#[test]
fn whatever_the_protocol_names_has_a_text() {
    for (schema, of, tag, prefix) in [
        ("http_error.json", "Code", "", "refusal-"),
        ("http_error.json", "Limited", "", "limited-"),
        ("http_error.json", "Why", "", "why-"),
        ("recorded.json", "EndReason", "", "outcome-"),
        ("recorded.json", "Event", "kind", "event-"),
        ("recorded.json", "Preset", "", "rules-"),
        ("recorded.json", "Ko", "", "ko-"),
        ("recorded.json", "Matter", "", "state-awaits-"),
        ("recorded.json", "Matter", "", "event-awaits-"),
        ("client_message.json", "Repetition", "", "order-repetition-"),
        ("recorded.json", "Suicide", "", "suicide-"),
        ("recorded.json", "Compensation", "", "compensation-"),
        ("recorded.json", "Ending", "", "ending-"),
        ("recorded.json", "Placement", "", "placement-"),
        ("recorded.json", "Visibility", "", "visibility-"),
        ("recorded.json", "TimeControl", "system", "time-"),
        ("snapshot.json", "Phase", "", "phase-"),
        ("client_message.json", "ColourChoice", "", "maker-"),
    ] {
        let names = names(schema, of, tag);
        assert!(names.len() > 1, "{of}");
        for language in Language::ALL {
            for name in &names {
                let words = Words::of(language, false);
                // reasons that leave no winner
                let has = words.has(&format!("{prefix}{name}")) || words.has(&format!("{prefix}none-{name}"));
                assert!(has, "{language:?}: {prefix}{name}");
            }
        }
    }
    assert_eq!(names("http_error.json", "Code", "").len(), Code::ALL.len());
    let whys = names("http_error.json", "Why", "");
    assert!(whys.iter().eq(Why::ALL.iter().map(|why| why.as_str())), "{whys:?}");
    assert_eq!(read("en").keys().filter(|key| key.starts_with("why-")).count(), whys.len(), "texts that nobody uses");
    // The reasons of S1.12-20 that a referee gives.
    for reason in "late cheating consulting talking device smoking disturbance withdrawal ceremony other".split(' ') {
        assert!(Words::english().has(&format!("reason-{reason}")), "{reason}");
    }
}

/// The sources of the client, tests of the locales aside, and of the page, which shares its texts.
fn sources() -> Vec<String> {
    let mut directories =
        ["src", "../server/web"].map(|path| Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).to_vec();
    let mut sources = Vec::new();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|it| it == "rs" || it == "js") && !path.ends_with("words/tests.rs") {
                sources.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    sources
}

/// The arguments of a call, from behind its parenthesis on, as they are written.
fn arguments(source: &str) -> Vec<&str> {
    let (mut arguments, mut from, mut depth, mut quoted, mut escaped) = (Vec::new(), 0, 0, false, false);
    for (at, c) in source.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            ',' if depth == 0 => {
                arguments.push(source[from..at].trim());
                from = at + 1;
            }
            ')' | ']' | '}' if depth == 0 => {
                arguments.push(source[from..at].trim());
                break;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    arguments
}

/// The keys that are written in `t!(words, "key", name = ..)`, with the names.
fn written(source: &str) -> Vec<(&str, BTreeSet<String>)> {
    let calls = source.match_indices("t!(").filter(|(at, _)| !source[..*at].ends_with(char::is_alphanumeric));
    let call = |(at, _): (usize, &str)| {
        let arguments = arguments(&source[at + 3..]);
        let key = arguments.get(1)?.strip_prefix('"')?.strip_suffix('"')?;
        let names = arguments[2..].iter().filter_map(|argument| argument.split_once(" = "));
        Some((key, names.map(|(name, _)| name.to_owned()).collect()))
    };
    calls.filter_map(call).filter(|(key, _)| !key.starts_with("key")).collect()
}

#[test]
fn every_key_that_is_written_has_a_text_with_its_parameters_and_every_text_is_used() {
    let (sources, texts) = (sources(), read("en"));
    let calls: Vec<(&str, BTreeSet<String>)> = sources.iter().flat_map(|source| written(source)).collect();
    assert!(calls.len() > 100, "{calls:?}");
    for (key, names) in &calls {
        let text = texts.get(*key).unwrap_or_else(|| panic!("no text for {key}"));
        assert_eq!(names, &text.placeholders, "{key}");
    }
    let between_quotes: BTreeSet<&str> = sources.iter().flat_map(|source| source.split('"')).collect();
    let unused =
        |key: &String| !BUILT.iter().any(|prefix| key.starts_with(prefix)) && !between_quotes.contains(key.as_str());
    assert_eq!(texts.into_keys().filter(unused).collect::<Vec<_>>(), [""; 0], "texts that nobody uses");
}

fn counted(winner: Option<Colour>, quarter_zi: i32) -> Outcome {
    let count = Count { black: 185, white: 175, neutral: 1, quarter_zi, penalties: Sides::default() };
    Outcome { result: "not read".into(), reason: EndReason::Count, winner, count: Some(count) }
}

fn ended(winner: Option<Colour>, reason: EndReason) -> Outcome {
    Outcome { result: "not read".into(), reason, winner, count: None }
}

#[test]
fn results_word_for_word() {
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
    for (outcome, english, simplified, traditional) in [
        // 185 points with 3 3/4 zi of komi, 184, 184 1/2; 3 3/4 zi; a warned Black with 185.
        (counted(black, 3), "Black wins by ¾ zi (1.5 points)", "黑胜 ¾ 子", "黑勝 ¾ 子"),
        (counted(white, -1), "White wins by ¼ zi (0.5 points)", "白胜 ¼ 子", "白勝 ¼ 子"),
        (counted(black, 1), "Black wins by ¼ zi (0.5 points)", "黑胜 ¼ 子", "黑勝 ¼ 子"),
        (counted(black, 2), "Black wins by ½ zi (1 point)", "黑胜 ½ 子", "黑勝 ½ 子"),
        (counted(black, 15), "Black wins by 3¾ zi (7.5 points)", "黑胜 3¾ 子", "黑勝 3¾ 子"),
        (counted(white, -8), "White wins by 2 zi (4 points)", "白胜 2 子", "白勝 2 子"),
        (counted(None, 0), "draw", "和棋", "和棋"),
        (ended(white, EndReason::Resignation), "White wins by resignation", "白中盘胜", "白中盤勝"),
        (ended(white, EndReason::Time), "White wins on time", "黑超时负", "黑超時負"),
        (ended(black, EndReason::Time), "Black wins on time", "白超时负", "白超時負"),
        (ended(black, EndReason::Forfeit), "Black wins by forfeit", "白判负", "白判負"),
        (ended(black, EndReason::Ruling), "Black wins by a ruling", "裁判判黑胜", "裁判判黑勝"),
        (
            Outcome { result: "W+3.5".into(), ..ended(white, EndReason::Ruling) },
            "White wins by 1¾ zi (3.5 points), by a ruling",
            "裁判判白胜 1¾ 子",
            "裁判判白勝 1¾ 子",
        ),
        (ended(white, EndReason::Count), "White wins", "白胜", "白勝"),
        (ended(black, EndReason::NoShow), "Black wins: White never came", "白方未到，黑胜", "白方未到，黑勝"),
        (ended(white, EndReason::Abandoned), "White wins: Black left", "黑方离开，白胜", "黑方離開，白勝"),
        (ended(None, EndReason::Ruling), "no result", "无胜负", "無勝負"),
        (Outcome { result: "0".into(), ..ended(None, EndReason::Ruling) }, "draw", "和棋", "和棋"),
        (
            ended(None, EndReason::WrongColours),
            "no result: the colours were wrong, and the game begins anew",
            "无胜负：先后手有误，重新对局",
            "無勝負：先後手有誤，重新對局",
        ),
        (ended(None, EndReason::NoShow), "no result: a player never came", "无胜负：一方未到", "無勝負：一方未到"),
        (
            ended(None, EndReason::Abandoned),
            "no result: both players left",
            "无胜负：双方均已离开",
            "無勝負：雙方均已離開",
        ),
    ] {
        let said = Language::ALL.map(|language| game::outcome(Words::of(language, false), &outcome));
        assert_eq!(said, [english, simplified, traditional]);
    }
    let [english, simplified, _] = Language::ALL.map(|language| Words::of(language, true));
    assert_eq!(game::outcome(english, &counted(white, -15)), "White wins by 3 3/4 zi (7.5 points)");
    assert_eq!(game::outcome(simplified, &counted(black, 3)), "黑胜 3/4 子");
    let area = |words| game::outcome_with_area(words, &counted(black, 3));
    assert_eq!(area(english), "Black wins by 3/4 zi (1.5 points): area 185 to 175, 1 neutral");
    assert_eq!(area(simplified), "黑胜 3/4 子：黑 185 子，白 175 子，双方均分 1 点");
    let mut given = counted(black, 3);
    given.count.as_mut().unwrap().penalties = Sides { black: 2, white: 0 };
    assert_eq!(
        game::outcome_with_area(english, &given),
        "Black wins by 3/4 zi (1.5 points): area 185 to 175, 1 neutral; for warnings and overtime Black gives 2 zi, White 0"
    );
}

#[test]
fn zi_are_in_quarters_and_never_decimal() {
    let english = Words::english();
    for quarters in -1_450..=1_450 {
        let zi = english.zi(QuarterZi(quarters));
        let whole = (quarters.unsigned_abs() / 4).to_string();
        let whole = if whole == "0" && quarters % 4 != 0 { String::new() } else { whole };
        let fraction = ["", "¼", "½", "¾"][usize::try_from(quarters.unsigned_abs() % 4).unwrap()];
        assert_eq!(zi, format!("{whole}{fraction}"));
        let winner = QuarterZi(quarters).winner();
        for language in Language::ALL {
            let said = game::outcome(Words::of(language, quarters % 2 == 0), &counted(winner, quarters));
            assert!(!said.contains(".25") && !said.contains(".75"), "{said}");
        }
    }
    for locale in LOCALES {
        assert!(locale.files.iter().all(|(_, text)| !text.contains("3.75")), "{}", locale.tag);
    }
}

#[test]
fn komi_is_said_in_both_units() {
    let said = |half| {
        Language::ALL.map(|it| settings::komi(Words::of(it, false), tengen_protocol::Komi::from_half_points(half)))
    };
    assert_eq!(said(15), ["komi 7.5 (3¾ zi)", "贴 3¾ 子（7.5 目）", "貼 3¾ 子（7.5 目）"]);
    assert_eq!(said(-13), ["reverse komi 6.5 (3¼ zi)", "倒贴 3¼ 子（6.5 目）", "倒貼 3¼ 子（6.5 目）"]);
    assert_eq!(said(0), ["no komi", "不贴子", "不貼子"]);
}

#[test]
fn terms_say_what_is_not_as_usual() {
    let terms: tengen_protocol::Terms = serde_json::from_value(serde_json::json!({
        "size": {"width": 19, "height": 19}, "rules": "tromp-taylor", "handicap": 2, "placement": "free", "komi": 0.5,
        "time": {"system": "none"}, "colour": "white", "undo": false, "visibility": "private",
    }))
    .unwrap();
    assert_eq!(
        settings::terms(Words::of(Language::Simplified, false), &terms),
        "19x19，Tromp-Taylor 规则，双方停一手后按盘面数子，贴 ¼ 子（0.5 目），让 2 子，让子自由放置，不限时，执白，不可悔棋，不公开"
    );
}

#[test]
fn events_are_told_in_each_language() {
    let event = |text: &str| serde_json::from_str::<Event>(text).unwrap();
    let hash = "\"hash\":\"00000000\"";
    for (text, english, simplified) in [
        (
            format!(r#"{{"kind":"play","by":"black","id":"a","vertex":"D4","captures":["D3"],{hash}}}"#),
            "black D4, 1 stone is captured",
            "黑方 D4，提 1 子",
        ),
        (
            r#"{"kind":"undo_requested","by":"white","id":"a","moves":2}"#.into(),
            "white asks to take back 2 moves",
            "白方请求悔棋 2 手",
        ),
        (
            r#"{"kind":"warned","warned":"white","referee":"r1","id":"c","order":"0000000000000000","reason":"talking"}"#.into(),
            "white was warned: talking",
            "白方被警告：谈论对局",
        ),
        (
            r#"{"kind":"warned","warned":"white","referee":"r1","id":"c","order":"0000000000000000","reason":"other","text":"x\u001b[2J"}"#.into(),
            "white was warned: another reason: “x\u{fffd}[2J”",
            "白方被警告：其他原因：“x\u{fffd}[2J”",
        ),
        (
            format!(r#"{{"kind":"illegal","by":"white","id":"a","vertex":"E5","code":"occupied","led_to":"pass",{hash}}}"#),
            "white may not play E5 (there is a stone): that counts as a pass",
            "白方 E5 为非法着手（该处已有棋子），判虚着",
        ),
        (
            format!(r#"{{"kind":"overran","by":"black","led_to":"penalty",{hash}}}"#),
            "the time of black has run out: one more period for one zi",
            "黑方超时，罚一子，再给一次读秒",
        ),
        (
            r#"{"kind":"credited","to":"black","ms":3001}"#.into(),
            "black gets 4 s back: the server was away",
            "服务器曾中断，补还黑方 4 秒",
        ),
        (
            format!(
                r#"{{"kind":"play","by":"white","id":"a","vertex":"B9","repeats":{{"move":6,"occurrence":3}},"awaits":{{"on":"repetition","until":9}},{hash}}}"#
            ),
            "white B9; the position after move 6 once more, occurrence 3; play stops until a referee rules on the \
             repetition",
            "白方 B9；与第 6 手后全局同形，第 3 次出现；对局停止，全局同形由裁判裁定",
        ),
    ] {
        let said = [Language::English, Language::Simplified].map(|it| game::event(Words::of(it, false), &event(&text)));
        assert_eq!(said, [english, simplified]);
    }
}
