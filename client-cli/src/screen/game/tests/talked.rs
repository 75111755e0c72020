//! Talk beside the game: what is shown of it, and that typing it never plays.

use super::*;
use tengen_protocol::{Channel, Code, Done, Line, WireError, http::Muted};

fn table(me: &str, look: Look) -> Table {
    let mut table = Table::new(Script::playing(19), me, look);
    for at in ["Q16", "D4", "Q3", "D16"] {
        table.play(at);
    }
    table
}

fn line(n: u64, by: &str, name: &str, text: &str) -> Line {
    Line { n, at: 1_700_000_000_000 + n, by: by.parse().unwrap(), name: name.into(), text: text.into() }
}

fn hear(table: &mut Table, channel: Channel, line: Line) {
    assert!(table.hear(Update::Talk { game: game_id(), channel, line }).is_empty());
}

#[test]
fn what_is_said_stands_below_the_moves() {
    for (look, name) in [(look(), "talk-en"), (chinese(), "talk-zh")] {
        let mut table = table("a1", look);
        hear(&mut table, Channel::Players, line(1, "a2", "小林光一", "请多指教"));
        hear(
            &mut table,
            Channel::Players,
            line(2, "a1", "Ann", "Have a good game! I have not played this opening for many years."),
        );
        hear(
            &mut table,
            Channel::Players,
            line(3, "a2", "小林光一", "\u{1b}[2J\u{202e}我也是，很久没有这样开局了，今天想试一试看。"),
        );
        table.press(KeyCode::Tab);
        for c in "你好".chars() {
            table.press(KeyCode::Char(c));
        }
        table.is_golden(name);
    }
}

#[test]
fn lines_that_were_not_looked_at_are_counted() {
    let mut table = table("a1", look());
    hear(&mut table, Channel::Players, line(1, "a2", "Bob", "hello"));
    hear(&mut table, Channel::Players, line(2, "a2", "Bob", "?"));
    hear(&mut table, Channel::Players, line(3, "a1", "Ann", "from my other window"));
    assert!(table.shown().contains("Talk: 2 new"), "{}", table.shown());
    table.press(KeyCode::Tab);
    hear(&mut table, Channel::Players, line(4, "a2", "Bob", "there?"));
    table.press(KeyCode::Tab);
    assert!(table.shown().contains("─ Talk ─"), "{}", table.shown());
}

#[test]
fn what_is_typed_as_talk_is_said_and_never_played() {
    let mut table = table("a1", look());
    table.press(KeyCode::Tab);
    assert!(table.shown().lines().nth(22).unwrap().starts_with("players>"));
    let said =
        |text: &str| vec![Effect::Send(Request::Say { game: game_id(), channel: Channel::Players, text: text.into() })];
    for text in ["d4", "resign", "? [ok] 1", "停一手"] {
        assert_eq!(table.enter(text), said(text));
    }
    assert!(table.enter("").is_empty() && table.enter("   ").is_empty(), "nothing is not said");
    table.press(KeyCode::Esc);
    table.press(KeyCode::Esc);
    assert!(matches!(table.enter("c3").as_slice(), [Effect::Send(Request::Play { .. })]), "Esc goes back to moves");
}

#[test]
fn a_refused_line_can_be_said_again() {
    let mut table = table("a1", look());
    table.press(KeyCode::Tab);
    let Some(Effect::Send(request)) = table.enter("well played").pop() else { panic!("a line is sent") };
    let id: CommandId = "c-1".parse().unwrap();
    table.screen.sent(id.clone(), &request);
    table.hear(Update::Answer { id, result: Err(WireError::new(Code::RateLimited, "").retry_after(1_500)) });
    assert!(table.shown().contains("players> well played"), "{}", table.shown());
}

#[test]
fn after_the_end_both_channels_are_there() {
    let mut table = table("a3", look());
    let channel = |table: &mut Table| {
        table.press(KeyCode::Tab);
        table.screen.talk.to
    };
    assert_eq!([channel(&mut table), channel(&mut table)], [Some(Channel::Spectators), None]);
    table.then(|script| script.resign(Colour::Black).clone());
    let ways = [channel(&mut table), channel(&mut table), channel(&mut table)];
    assert_eq!(ways, [Some(Channel::Spectators), Some(Channel::Players), None]);
    hear(&mut table, Channel::Players, line(1, "a1", "Ann", "thanks"));
    hear(&mut table, Channel::Spectators, line(1, "a4", "Eve", "what a game"));
    let shown = table.shown();
    assert!(shown.contains("[players] Ann: thanks") && shown.contains("[spectators] Eve: what"), "{shown}");
}

#[test]
fn whoever_has_no_account_only_reads() {
    let mut table = table("a3", look());
    table.screen.account = None;
    table.press(KeyCode::Tab);
    assert!(table.screen.talk.to.is_none() && table.shown().contains("account"), "{}", table.shown());
}

#[test]
fn much_talk_is_kept_within_bounds() {
    let mut table = table("a1", look());
    for n in 1..=500 {
        hear(&mut table, Channel::Players, line(n, "a2", "Bob", &format!("line {n} {}", "很长".repeat(100))));
    }
    let shown = table.shown();
    assert!(shown.contains("很长") && shown.contains("Moves"), "{shown}");
    assert!(shown.lines().all(|line| line.width() <= 80));
}

#[test]
fn talk_can_be_typed_among_the_moves_and_people_muted_by_name() {
    let mut table = table("a3", look());
    let say = Request::Say { game: game_id(), channel: Channel::Spectators, text: "Well  played".into() };
    assert_eq!(table.enter("say Well  played"), [Effect::Send(say)]);
    hear(&mut table, Channel::Spectators, line(1, "a9", "Cyd", "noise"));
    hear(&mut table, Channel::Spectators, line(2, "a8", "Dee", "music"));
    let mute = |muted| vec![Effect::Send(Request::Mute { account: "a9".parse().unwrap(), muted })];
    assert_eq!(table.enter("mute cyd"), mute(true));
    let answer = |table: &mut Table, result| {
        let (id, account): (CommandId, _) = ("c-1".parse().unwrap(), "a9".parse().unwrap());
        table.screen.sent(id.clone(), &Request::Mute { account, muted: true });
        assert!(table.shown().contains("noise") && !table.shown().contains("not heard any more"), "not yet muted");
        table.hear(Update::Answer { id, result });
    };
    answer(&mut table, Err(WireError::new(Code::RateLimited, "").retry_after(1_500)));
    assert!(table.shown().contains("noise") && !table.shown().contains("not heard any more"), "{}", table.shown());
    answer(&mut table, Ok(Done::Nothing {}));
    assert!(!table.shown().contains("noise") && table.shown().contains("music"), "{}", table.shown());
    assert!(table.shown().contains("Cyd (@a9) is not heard any more"), "{}", table.shown());
    assert_eq!(table.enter("unmute @a9"), mute(false));
    assert!(table.enter("unmute Zoe").is_empty(), "nobody knows her");
    let now = table.now();
    let zoe = Muted { account: "a9".parse().unwrap(), name: "Zoe".into() };
    table.screen.fetched(Fetched::Mutes(vec![zoe]), now);
    assert_eq!(table.enter("unmute Zoe"), mute(false), "she was muted before");
    assert_eq!(table.enter("unmute Cyd"), mute(false));
    assert!(table.enter("mute Nobody").is_empty() && table.enter("mute").is_empty() && table.enter("say").is_empty());
    table.screen.account = None;
    assert!(table.enter("say hello").is_empty());
}

#[test]
fn the_longest_line_can_be_typed_with_and_without_the_word_before_it() {
    let longest = "好".repeat(tengen_protocol::limits::LINE_CHARS);
    let said = |effects: Vec<Effect>| match effects.as_slice() {
        [Effect::Send(Request::Say { text, .. })] => text.clone(),
        other => panic!("{other:?}"),
    };
    let mut table = table("a1", look());
    assert_eq!(said(table.enter(&format!("say {longest}"))), longest);
    table.press(KeyCode::Tab);
    assert_eq!(said(table.enter(&format!("{longest}x"))), longest, "no more can be typed");
}
