use super::*;

fn parse(line: &str) -> Result<Cli, clap::Error> {
    Cli::read(line.split(' ').map(OsString::from))
}

fn bot(line: &str) -> BotArgs {
    let Some(Command::Bot(bot)) = parse(line).unwrap().command else { panic!("{line} is no bot") };
    bot
}

#[test]
fn the_definition_is_sound() {
    Cli::definition().debug_assert();
    let terms = TermsArgs::augment_args(clap::Command::new("terms"));
    let ids: Vec<&str> = terms.get_arguments().map(|arg| arg.get_id().as_str()).collect();
    assert_eq!(ids, SETTINGS);
}

#[test]
fn a_bot_offers_or_accepts() {
    assert!(parse("tengen bot --engine x").is_err());
    assert!(parse("tengen bot --engine x --offer --accept").is_err());
    assert!(parse("tengen bot --engine x --accept --games 0").is_err());
    let args = bot("tengen bot --engine x --accept --games 2");
    assert_eq!((args.accept, args.games, args.start_within), (Some(None), Some(2), 30));
    let args = bot("tengen bot --engine x --accept o1");
    assert_eq!(args.accept, Some(Some("o1".parse().unwrap())));
    let line = "tengen bot --engine x --offer --size 9 --time 1m+3x10s --komi -3.5 --colour black --json";
    assert!(parse(line).unwrap().global.json);
    let terms = bot(line).terms.terms();
    assert_eq!(terms.size.to_string(), "9x9");
    assert_eq!(terms.time.to_string(), "60s+3x10s");
    assert_eq!(terms.komi.unwrap().half_points(), -7);
    assert_eq!(terms.colour, ColourChoice::Black);
}

#[test]
fn a_bot_that_accepts_may_say_what_it_wants() {
    let terms = |line: &str| bot(line).terms.terms();
    let nine = terms("tengen bot --engine x --offer --size 9 --time 1m");
    let nineteen = terms("tengen bot --engine x --offer --time 1m --rules aga");
    let wanted = |line: &str| bot(line).wanted();
    let any = wanted("tengen bot --engine x --accept");
    assert!(any == Wanted::default() && any.takes(&nine) && any.takes(&nineteen));
    let small = wanted("tengen bot --engine x --accept --size 9");
    assert!(small.takes(&nine) && !small.takes(&nineteen));
    let quick = wanted("tengen bot --engine x --accept --time 60s --rules AGA");
    assert!(!quick.takes(&nine) && quick.takes(&nineteen));
    // 19x19 is the default of an offer, but here it was said.
    assert!(!wanted("tengen bot --engine x --accept --size 19").takes(&nine));
}

#[test]
fn settings_of_an_offer_are_refused_without_one() {
    for line in [
        "tengen play g1 --size 9",
        "tengen play --accept o1 --time 1m",
        "tengen play --colour black",
        "tengen bot --engine x --accept --komi 0.5",
        "tengen bot --engine x --accept --colour white",
        "tengen guest --print --replace",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
    for line in ["tengen play", "tengen play g1", "tengen play --offer --size 9", "tengen offer --size 9"] {
        assert!(parse(line).is_ok(), "{line}");
    }
}

#[test]
fn one_mutes_by_name_or_id() {
    let mute = |line: &str| match parse(line).unwrap().command {
        Some(Command::Mute(args)) => (args.who, args.beside, true),
        Some(Command::Unmute(args)) => (args.who, args.beside, false),
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(mute("tengen mute @a9"), ("@a9".into(), None, true));
    assert_eq!(mute("tengen unmute Cyd --beside g1"), ("Cyd".into(), Some("g1".parse().unwrap()), false));
    assert!(parse("tengen mute").is_err());
}

#[test]
fn games_are_looked_for_by_player() {
    let games = |line: &str| match parse(line).map(|cli| cli.command) {
        Ok(Some(Command::Games(args))) => Some(args),
        Ok(other) => panic!("{line}: {other:?}"),
        Err(_) => None,
    };
    assert!(!games("tengen games --limit 5").unwrap().searches());
    let args = games("tengen games --player Ann --finished --opponent Bob --size 9 --result WON --before 7.g").unwrap();
    let query = args.query();
    assert!(args.searches() && query.finished);
    assert_eq!((query.player.as_deref(), query.opponent.as_deref()), (Some("Ann"), Some("Bob")));
    assert_eq!(
        (query.result, query.size),
        (Some(tengen_protocol::http::PlayerResult::Won), Some("9".parse().unwrap()))
    );
    for wrong in ["--opponent Bob", "--result won", "--mine --player Ann", "--mine --finished", "--limit 201"] {
        assert!(games(&format!("tengen games {wrong}")).is_none(), "{wrong}");
    }
}

#[test]
fn names_of_rules_and_colours_are_read_in_any_case() {
    let args = bot("tengen bot --engine x --offer --rules New-Zealand --colour WHITE --ko Simple");
    let terms = args.terms.terms();
    assert_eq!((terms.rules, terms.colour, terms.ko), (Preset::NewZealand, ColourChoice::White, Some(Ko::Simple)));
}

#[test]
fn mistakes_say_what_was_meant() {
    let error = |line: &str| parse(line).unwrap_err().to_string();
    assert!(error("tengen offer --time 10").contains("did you mean 10m or 10s?"));
    assert!(error("tengen offer --size 26").contains("1 to 25"));
    assert!(error("tengen offer --size 300").contains("up to 25"));
}

#[test]
fn help_says_first_what_it_is_and_ends_with_examples() {
    let help = Cli::definition().render_long_help().to_string();
    assert!(help.starts_with("Play Go on a Tengen server"), "{help}");
    let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("no {text} in {help}"));
    assert!(at("Usage:") < at("Commands:") && at("Commands:") < at("Examples:") && at("Examples:") < at("Exit codes:"));
}

#[test]
fn a_record_is_of_the_server_or_in_a_file() {
    let sgf = |line: &str| match parse(line).map(|cli| cli.command) {
        Ok(Some(Command::Sgf(args))) => Some(args),
        Ok(_) => panic!("{line}"),
        Err(_) => None,
    };
    for line in ["tengen sgf g1", "tengen sgf g1 --json", "tengen sgf --json g1", "tengen --json sgf g1"] {
        let args = sgf(line).unwrap();
        assert_eq!((args.game.unwrap().as_str(), args.command.is_none()), ("g1", true), "{line}");
    }
    for line in ["tengen sgf", "tengen sgf g1 g2", "tengen sgf g1 show a.sgf", "tengen sgf show", "tengen sgf check"] {
        assert!(sgf(line).is_none(), "{line}");
    }
    for line in ["tengen sgf show a.sgf --move 5 --json", "tengen sgf --json show --move 5 a.sgf"] {
        let Some(SgfCommand::Show { file, number }) = sgf(line).unwrap().command else { panic!("{line}") };
        assert_eq!((file.file, file.which, file.encoding, number), ("a.sgf".into(), 1, None, Some(5)), "{line}");
    }
    let line = ["tengen", "sgf", "check", "-", "--dead", "d4 Q16", "--rules", "AGA", "--ko", "Simple", "--game", "2"];
    let Ok(Some(Command::Sgf(args))) = Cli::read(line.map(OsString::from)).map(|cli| cli.command) else { panic!() };
    let Some(SgfCommand::Check { file, rules, ko, suicide, dead }) = args.command else { panic!() };
    let named: Vec<String> = dead.unwrap().0.iter().map(ToString::to_string).collect();
    assert_eq!((file.which, rules, named.join(" ")), (2, Some(Preset::Aga), "D4 Q16".into()));
    assert!(matches!(ko, Some(KoArg::Simple)) && suicide.is_none());
    assert!(parse("tengen sgf check a.sgf --dead i5").is_err());
}

#[test]
fn one_plays_in_a_tournament_instead_of_by_an_offer() {
    let args = bot("tengen bot --engine x --tournament t1 --enter --games 3");
    assert_eq!((args.in_tournament, args.enter), (Some("t1".parse().unwrap()), true));
    for line in [
        "tengen bot --engine x --tournament t1 --offer",
        "tengen bot --engine x --tournament t1 --size 9",
        "tengen bot --engine x --offer --enter",
        "tengen play --tournament t1 --offer",
        "tengen play --tournament t1 --size 9",
        "tengen play g1 --tournament t1",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
    assert!(parse("tengen play --tournament t1").is_ok());
}

#[test]
fn a_repetition_is_ruled_on_in_five_ways() {
    use tengen_protocol::Repetition;
    let words = ["draw", "no-result", "replay", "forbid", "continue"];
    for (word, ruling) in words.into_iter().zip(Repetition::ALL) {
        let line = format!("tengen referee g1 repetition {word} --reason other");
        let Some(Command::Referee(args)) = parse(&line).unwrap().command else { panic!("{line}") };
        let Some(referee::RefereeOrder::Game(order)) = args.order else { panic!("{line}") };
        assert_eq!(order.order().0, tengen_protocol::Order::Repetition { ruling }, "{line}");
    }
    assert!(parse("tengen referee g1 repetition --reason other").is_err());
    assert!(parse("tengen referee g1 repetition void --reason other").is_err());
}
