//! A whole game in full screen: two people, two languages, no colours, and a third who comes later.

use crate::golden::is_kept;
use anyhow::{Context, ensure};
use tengen_tests::{
    oracle,
    server::{Server, StoreKind},
    terminal::{
        Account, Screen, Table, Terminal,
        story::{BLACK_WAITS, DEAD, MOVES, RESULT, WHITE_WAITS},
    },
};

const NO_COLOUR: &[(&str, &str)] = &[("NO_COLOR", "1")];

const FROM_BLACK: &str = "good luck";
const FROM_WHITE: &str = "请多指教";
const FROM_THE_THIRD: &str = "黑棋厚";

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_game() -> anyhow::Result<()> {
    whole_game(StoreKind::Embedded).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_game_over_redis() -> anyhow::Result<()> {
    whole_game(StoreKind::Redis).await
}

async fn whole_game(store: StoreKind) -> anyhow::Result<()> {
    let server = Server::start(store).await?;
    let named = |name| Account::named(&server, name);
    let (kirin, longma, fenghuang) = tokio::try_join!(named("Kirin"), named("龙马"), named("鳳凰"))?;
    let (black, white, third) = tokio::try_join!(
        Terminal::open(&kirin, "en", NO_COLOUR),
        Terminal::open(&longma, "zh-Hans", NO_COLOUR),
        Terminal::open(&fenghuang, "zh-Hant", &[]),
    )?;
    offered_and_taken(&black, &white, &server.url).await?;
    let game = kirin.run(&["games", "--mine"]).await?;
    let game = game.first().and_then(|game| game["game"].as_str()).context("no game")?.to_owned();
    let table = Table { black: &black, white: &white, moves: &MOVES };

    by_cursor_and_mouse(&table).await?;
    table.play(2..12).await?;
    watched(&table, &third, &server.url).await?;
    talked(&table, &third).await?;
    looked_back(&table, 12).await?;
    killed_and_back(&table, &black, 14).await?;
    resized(&table, &white, 16).await?;
    suspended(&table, 17).await?;
    table.play(19..29).await?;
    kos(&table, 29).await?;
    passed(&table, 34).await?;
    agreed(&table, &third).await?;
    ended(&table, &third).await?;

    let record = kirin.run(&["sgf", &game]).await?;
    let sgf = record.first().and_then(|record| record["sgf"].as_str()).context("no record")?;
    let record = oracle::sgfmill(sgf, &[DEAD.to_owned()]).await?;
    ensure!(record.result.as_deref() == Some(RESULT) && record.moves == MOVES.len(), "{record:?}");
    ensure!(f64::from(record.area_margin) - record.komi == 1.5, "{record:?}");
    Ok(())
}

/// The offer is made in a form in one lobby and taken in the other.
async fn offered_and_taken(black: &Terminal, white: &Terminal, url: &str) -> anyhow::Result<()> {
    black.line("tengen").await?;
    black.sees("n makes an offer").await?;
    black.text("n9").await?;
    black.keys(&["Down"]).await?;
    black.text("50m").await?;
    black.keys(&["Up", "Up", "Right"]).await?;
    let form = black.until("Black chosen", |screen| screen.has("50m") && screen.has("Black")).await?;
    is_kept("form-en", &form, &[url])?;
    black.keys(&["Enter"]).await?;
    is_kept("lobby-en", &lists(black, "(yours)", "none is being played").await?, &[url])?;

    white.line("tengen").await?;
    is_kept("lobby-zh-Hans", &lists(white, "Kirin", "现在没有对局").await?, &[url])?;
    white.keys(&["Enter"]).await?;
    for terminal in [black, white] {
        terminal.until("an empty board", |screen| screen.at("E5").is_some()).await?;
    }
    Ok(())
}

/// A lobby with both lists: offers come over the socket, games over HTTP.
async fn lists(terminal: &Terminal, offer: &str, games: &str) -> anyhow::Result<Screen> {
    terminal.until("both lists", |screen| screen.has(offer) && screen.has(games)).await
}

/// The first move by the keys of the cursor, the second by two clicks.
async fn by_cursor_and_mouse(table: &Table<'_>) -> anyhow::Result<()> {
    // The cursor appears in the middle, E5.
    table.black.keys(&["Right", "Right", "Up", "Enter"]).await?;
    table.shows(0).await?;
    let point = table.white.screen().await?.point(MOVES[1]).context("no board")?;
    table.white.click(point).await?;
    let marked = (point.0 - 1, point.1);
    table.white.until("the cursor", |screen| screen.cell(marked).is_some_and(|sign| sign != ' ')).await?;
    table.white.click(point).await?;
    table.shows(1).await
}

/// The third finds the game in the lobby and watches it from its middle.
async fn watched(table: &Table<'_>, third: &Terminal, url: &str) -> anyhow::Result<()> {
    third.line("tengen --ascii").await?;
    is_kept("lobby-zh-Hant-ascii", &third.sees("Kirin").await?, &[url])?;
    third.keys(&["Enter"]).await?;
    table.shows_on(third, 11).await?;
    // What the moves before took is read apart from the board.
    let timed = |screen: &Screen| screen.has("12 O D1") && !screen.has("?");
    is_kept("watch-zh-Hant-ascii", &third.until("the times of all moves", timed).await?, &[])
}

/// Both channels are used: players read theirs, who watches reads his own. In turn, so that whoever
/// reads a line of his channel would have read the line before it in the other one.
async fn talked(table: &Table<'_>, third: &Terminal) -> anyhow::Result<()> {
    say(table.black, FROM_BLACK).await?;
    table.white.sees(FROM_BLACK).await?;
    say(third, FROM_THE_THIRD).await?;
    say(table.white, FROM_WHITE).await?;
    is_kept("talk-en", &table.black.sees(FROM_WHITE).await?, &[])
}

/// Goes to the line for talk and back.
async fn say(terminal: &Terminal, text: &str) -> anyhow::Result<()> {
    terminal.keys(&["Tab"]).await?;
    terminal.line(text).await?;
    let is_said = |screen: &Screen| screen.rows().iter().any(|row| row.ends_with(text) && !row.starts_with('>'));
    terminal.until("what was said", is_said).await?;
    terminal.keys(&["Tab"]).await
}

/// White looks at an earlier board while Black moves, and comes back to the game.
async fn looked_back(table: &Table<'_>, ply: usize) -> anyhow::Result<()> {
    table.white.text("[[").await?;
    let earlier = MOVES[ply - 1];
    table.white.until("an earlier board", |screen| screen.at(earlier) == Some('·')).await?;
    table.black.line(MOVES[ply]).await?;
    table.shows_on(table.black, ply).await?;
    let screen = table.white.sees(&format!("黑方 {}", MOVES[ply])).await?;
    ensure!([MOVES[ply], earlier].iter().all(|vertex| screen.at(vertex) == Some('·')), "the earlier board:\n{screen}");
    is_kept("review-zh-Hans", &screen, &[])?;
    table.white.keys(&["End"]).await?;
    table.shows_on(table.white, ply).await?;
    table.play(ply + 1..ply + 2).await
}

/// Black's program is killed; White moves, and Black comes back to the game with it.
async fn killed_and_back(table: &Table<'_>, black: &Terminal, ply: usize) -> anyhow::Result<()> {
    table.play(ply..ply + 1).await?;
    black.kill_program().await?;
    black.sees("Killed").await?;
    table.white.line(MOVES[ply + 1]).await?;
    table.shows_on(table.white, ply + 1).await?;
    black.line("reset; tengen play").await?;
    table.shows(ply + 1).await
}

/// White's terminal shrinks until no board fits, grows, and is as it was.
async fn resized(table: &Table<'_>, white: &Terminal, ply: usize) -> anyhow::Result<()> {
    white.resize((50, 15)).await?;
    white.until("no board", |screen| screen.at("A1").is_none()).await?;
    white.resize((120, 40)).await?;
    white.until("a board", |screen| screen.at("A1").is_some()).await?;
    table.play(ply..ply + 1).await?;
    white.resize((80, 24)).await?;
    white.until("80 columns", |screen| screen.at("A1").is_some() && screen.width() <= 80).await.map(drop)
}

/// White moves and suspends the client; Black moves; in the foreground again all is there.
async fn suspended(table: &Table<'_>, ply: usize) -> anyhow::Result<()> {
    table.play(ply..ply + 1).await?;
    table.white.keys(&["C-z"]).await?;
    table.white.sees("Stopped").await?;
    table.white.line("echo the shell is here").await?;
    table.white.prompt().await?;
    table.black.line(MOVES[ply + 1]).await?;
    table.shows_on(table.black, ply + 1).await?;
    table.white.line("fg").await?;
    let screen = table.shows_on(table.white, ply + 1).await?;
    ensure!(!screen.has("the shell is here"), "the shell's lines are gone:\n{screen}");
    Ok(())
}

/// Both sides may not take the ko back at once, and are told so in their languages.
async fn kos(table: &Table<'_>, from: usize) -> anyhow::Result<()> {
    let mut ply = from;
    for ((after, vertex), says, name) in [(WHITE_WAITS, "打劫", "ko-zh-Hans"), (BLACK_WAITS, "ko", "ko-en")] {
        table.play(ply..after).await?;
        ply = after;
        let (mover, _) = table.mover(ply);
        mover.line(vertex).await?;
        let refused = |screen: &Screen| screen.rows().iter().any(|row| row.contains(vertex) && row.contains(says));
        let screen = mover.until("a refusal", refused).await?;
        ensure!(!is_own(&screen, vertex, ply), "not played:\n{screen}");
        is_kept(name, &screen, &[])?;
    }
    table.play(ply..34).await
}

/// Black passes by a key, White by a word.
async fn passed(table: &Table<'_>, ply: usize) -> anyhow::Result<()> {
    ensure!(MOVES[ply..] == ["pass", "pass"], "the story ends so");
    table.black.keys(&["F2"]).await?;
    table.black.sees("Pass?").await?;
    table.black.line("yes").await?;
    table.shows(ply).await?;
    table.white.line("pass").await?;
    table.black.sees("revision 0").await.map(drop)
}

/// White marks a stone with two clicks; Black accepts by a word, White by a key.
async fn agreed(table: &Table<'_>, third: &Terminal) -> anyhow::Result<()> {
    let point = table.white.screen().await?.point(DEAD).context("no board")?;
    table.white.click(point).await?;
    table.white.click(point).await?;
    for terminal in [table.black, table.white, third] {
        terminal.until("a dead stone", |screen| screen.at(DEAD) == Some('o')).await?;
    }
    table.black.line("accept").await?;
    is_kept("scoring-en", &table.black.sees("+ ●").await?, &[])?;
    is_kept("scoring-zh-Hans", &table.white.sees("+ ●").await?, &[])?;
    // Until the end each reads his own channel alone: not what was said in the other one before.
    let screen = third.sees(FROM_THE_THIRD).await?;
    ensure!(!screen.has(FROM_BLACK), "{screen}");
    for player in [table.black, table.white] {
        let screen = player.sees(FROM_WHITE).await?;
        ensure!(!screen.has(FROM_THE_THIRD), "{screen}");
    }
    table.white.keys(&["F2"]).await?;
    table.white.line("yes").await
}

/// All three are told the result and read both channels, and leave.
async fn ended(table: &Table<'_>, third: &Terminal) -> anyhow::Result<()> {
    let all = [
        (table.black, "Black wins by ¾ zi (1.5 points)", "result-en"),
        (table.white, "黑胜 ¾ 子", "result-zh-Hans"),
        (third, "黑勝 3/4 子", "result-zh-Hant-ascii"),
    ];
    for (terminal, result, name) in all {
        let texts = [result, FROM_BLACK, FROM_WHITE, FROM_THE_THIRD];
        let screen = terminal.until(result, |screen| texts.iter().all(|text| screen.has(text))).await?;
        is_kept(name, &screen, &[])?;
    }
    let painted = table.black.painted().await?;
    ensure!(!has_colours(&painted), "NO_COLOR:\n{painted}");
    ensure!(has_colours(&third.painted().await?), "colours are used where they are not unwanted");
    // Here the program began with the game.
    table.black.keys(&["Escape"]).await?;
    table.black.prompt().await?;
    // The first one takes away the cursor.
    table.white.keys(&["Escape"]).await?;
    table.white.until("no cursor", |screen| !screen.has("[o]")).await?;
    left(table.white, "the shell is here").await?;
    left(third, "tengen --ascii").await
}

/// Leaves a game that is over for the lobby, and the lobby for the shell, which shows what it did before.
async fn left(terminal: &Terminal, before: &str) -> anyhow::Result<()> {
    terminal.keys(&["Escape"]).await?;
    terminal.sees("天元 Tengen").await?;
    terminal.keys(&["q"]).await?;
    let screen = terminal.prompt().await?;
    ensure!(screen.has(before), "the screen of before:\n{screen}");
    Ok(())
}

/// Whether the stone of whoever makes this move is shown.
fn is_own(screen: &Screen, vertex: &str, ply: usize) -> bool {
    screen.at(vertex).is_some_and(|shown| ["●X", "○O"][ply % 2].contains(shown))
}

/// Whether any cell has a colour: SGR 30 to 49 and 90 to 107.
fn has_colours(painted: &str) -> bool {
    let sequences = painted.split('\u{1b}').skip(1).filter_map(|rest| rest.strip_prefix('[')?.split_once('m'));
    let mut numbers = sequences.flat_map(|(numbers, _)| numbers.split(';')).filter_map(|number| number.parse().ok());
    numbers.any(|number: u8| matches!(number, 30..=38 | 40..=48 | 90..=107))
}
