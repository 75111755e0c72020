use super::*;
use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};
use tengen_protocol::locales::LOCALES;
use unicode_width::UnicodeWidthStr;

fn words(language: Language) -> Words {
    Words::of(language, false)
}

/// All commands with their paths, the whole first.
fn all() -> Vec<(String, clap::Command)> {
    fn add(command: &clap::Command, path: &str, all: &mut Vec<(String, clap::Command)>) {
        all.push((path.to_owned(), command.clone()));
        for below in below(command) {
            add(below, &path_of(path, below.get_name()), all);
        }
    }
    let mut whole = Cli::definition();
    whole.build();
    let mut found = Vec::new();
    add(&whole, WHOLE, &mut found);
    found
}

/// The texts of the definition by their keys: what several commands have in the same words once.
fn texts() -> Vec<(String, String)> {
    let commands = all();
    let mut uses: BTreeMap<(String, String), usize> = BTreeMap::new();
    let arguments = |command: &clap::Command| -> Vec<Arg> { command.get_arguments().cloned().collect() };
    // the parser's own flag tells here and there that there is a longer page
    let said = |arg: &Arg| match arg.get_id().as_str() {
        "help" => "Print help".to_owned(),
        _ => english(arg.get_help()),
    };
    for (path, command) in &commands {
        for arg in arguments(command) {
            let [_, any] = argument_keys(&arg, path);
            *uses.entry((any, said(&arg))).or_default() += 1;
        }
    }
    let shared = |any: &str, text: &str| {
        let most = uses.iter().filter(|((key, _), _)| key == any).max_by_key(|(_, uses)| **uses);
        most.is_some_and(|((_, most), uses)| most == text && *uses > 1)
    };
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut add = |key: String, text: String| {
        if texts.iter().all(|(known, _)| *known != key) {
            texts.push((key, text));
        }
    };
    for (path, command) in &commands {
        add(about_key(path), english(command.get_about()));
        for arg in arguments(command) {
            let [own, any] = argument_keys(&arg, path);
            let text = said(&arg);
            let key = if shared(&any, &text) { any } else { own };
            add(key.clone(), text);
            for value in arg.get_possible_values() {
                if let Some(help) = value.get_help() {
                    add(value_key(&key, value.get_name()), help.to_string());
                }
            }
        }
        if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
            add(after_key(path), after.to_string());
        }
    }
    let help = commands.first().and_then(|(_, whole)| whole.find_subcommand("help").cloned()).unwrap();
    add(about_key("help"), english(help.get_about()));
    texts
}

/// A file of texts as `protocol/locales` has it.
fn written(texts: &[(String, String)]) -> String {
    let mut file = "# Made of the definition of the command line by its tests (TENGEN_UPDATE=1).\n\n".to_owned();
    for (key, text) in texts {
        if text.contains('\n') {
            writeln!(file, "{key} =").unwrap();
            for line in text.lines() {
                let line = if line.is_empty() { String::new() } else { format!("    {line}") };
                writeln!(file, "{line}").unwrap();
            }
        } else {
            writeln!(file, "{key} = {text}").unwrap();
        }
    }
    file
}

/// Compares a text with a file, or with `TENGEN_UPDATE` writes it anew.
fn golden(path: &Path, text: &str) {
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        fs::write(path, text).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(kept, text, "{}: TENGEN_UPDATE=1 writes it anew", path.display());
}

#[test]
fn the_english_texts_are_those_of_the_definition() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/locales/en/help.ftl");
    golden(&path, &written(&texts()));
}

#[test]
fn every_command_and_argument_has_its_help_in_every_language() {
    let texts = texts();
    for language in Language::ALL {
        let words = words(language);
        let missing: Vec<_> = texts.iter().map(|(key, _)| key).filter(|key| !words.has(key)).collect();
        assert!(missing.is_empty(), "{language:?} has no text for {missing:?}");
        let files = LOCALES.iter().find(|locale| locale.tag == language.tag()).unwrap().files;
        let help = files.iter().find(|(name, _)| *name == "help.ftl").unwrap().1;
        let unused: Vec<_> = help
            .lines()
            .filter_map(|line| line.split_once(" ="))
            .map(|(key, _)| key)
            .filter(|key| key.starts_with("help-") && texts.iter().all(|(known, _)| known != key))
            .collect();
        assert!(unused.is_empty(), "{language:?} has texts of nothing: {unused:?}");
    }
    for (key, text) in &texts {
        assert!(!text.is_empty(), "{key} has no text");
        // as Fluent reads it back
        assert_eq!(looked_up(words(Language::English), [key.clone()]).as_deref(), Some(text.trim_end()));
    }
}

/// A page without its colours.
fn page(language: Language, arguments: &str, long: bool) -> String {
    let line = format!("tengen {arguments}");
    let definition = definition(words(language), 80, long);
    let error = definition.try_get_matches_from(line.split_whitespace()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{arguments}");
    error.to_string()
}

#[test]
fn pages_in_chinese_are_as_they_were_read() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/args/localised/pages");
    for (name, arguments) in [("tengen", "--help"), ("play", "play --help")] {
        golden(&directory.join(format!("{name}.zh-Hans.txt")), &page(Language::Simplified, arguments, true));
    }
}

/// The commands of a path as they are typed: names of commands have hyphens too, and one may begin as another
/// does.
fn typed(command: &clap::Command, path: &str) -> Option<String> {
    let below = |sub: &clap::Command| match path.strip_prefix(sub.get_name())? {
        "" => Some(sub.get_name().to_owned()),
        rest => Some(format!("{} {}", sub.get_name(), typed(sub, rest.strip_prefix('-')?)?)),
    };
    command.get_subcommands().find_map(below)
}

#[test]
fn no_page_is_wider_than_the_terminal() {
    for language in Language::ALL {
        for (path, _) in all() {
            let arguments = if path == WHOLE {
                "--help".to_owned()
            } else {
                format!("{} --help", typed(&Cli::definition(), &path).unwrap_or_else(|| panic!("no command {path}")))
            };
            for long in [false, true] {
                for line in page(language, &arguments, long).lines() {
                    assert!(line.width() <= 80, "{language:?} {path}: {line}");
                }
            }
        }
    }
}

#[test]
fn help_is_asked_for_in_each_way_that_the_parser_knows() {
    let long = page(Language::Simplified, "play --help", true);
    assert_eq!(page(Language::Simplified, "help play", true), long);
    assert!(long.contains("用法：tengen play [选项] [GAME]\n"), "{long}");
    let ways = page(Language::Simplified, "sgf --help", true);
    assert!(ways.contains("用法：tengen sgf [选项] <GAME>\n      tengen sgf "), "{ways}");
    assert!(page(Language::Simplified, "play -h", false).lines().count() < long.lines().count());
}

fn told(language: Language, line: &str) -> String {
    let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
    let error = Cli::read(line.clone()).unwrap_err();
    tell(&error, line, words(language), 80).unwrap_or_else(|| panic!("{error} has no words of its own"))
}

#[test]
fn mistakes_are_told_in_the_language() {
    let unknown = told(Language::Simplified, "tengen offers --sevrer x");
    assert_eq!(
        unknown,
        "错误：没有“--sevrer”这个参数\n\n  提示：有相近的“--server”\n\n用法：tengen offers --server <URL>\n\n详细说明请看 --help。"
    );
    for (line, part) in [
        ("tengen ofer", "没有“ofer”这个命令"),
        ("tengen token", "命令"),
        ("tengen bot", "缺少必需的参数：--engine <CMD>"),
        ("tengen offer --size 26", "“--size <SIZE>”的值“26”无效"),
        ("tengen offer --colour red", "[可选值：black, white, nigiri]"),
        ("tengen play g1 --accept o1", "不能与"),
        ("tengen --json --json offers", "只能使用一次"),
        ("tengen offer --time", "需要一个值"),
        ("tengen watch g/1", "\n  对局；编号由"),
        ("tengen play --\u{1b}[2J", "\u{fffd}"),
    ] {
        let text = told(Language::Simplified, line);
        assert!(text.contains(part), "{line}: {text}");
        assert!(!text.contains('\u{1b}') || line.ends_with("token"), "{line}: {text}");
    }
    // what a value must look like is said by the argument's own help
    assert!(told(Language::Simplified, "tengen offer --time 10").contains("30m+5x60s"));
}

#[test]
fn the_language_is_known_before_the_line_is_read() {
    let language = |line: &str, named: Option<&str>| {
        let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        before_reading(&line, named).language()
    };
    assert_eq!(language("tengen --language zh-Hant --help", Some("en")), Language::Traditional);
    assert_eq!(language("tengen offers --language=zh_CN.UTF-8 -h", None), Language::Simplified);
    assert_eq!(language("tengen --help", Some("zh-Hant")), Language::Traditional);
    assert_eq!(language("tengen --ascii --help", None), Language::of_user());
    assert_eq!(language("tengen offers -- --language zh", Some("en")), Language::English);
    assert_eq!(language("tengen --language", Some("zh")), Language::Simplified);
}
