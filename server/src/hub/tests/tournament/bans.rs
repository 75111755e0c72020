//! A ban from everywhere holds in every tournament, on every node.

use super::*;
use tengen_protocol::{Act, NewEntry, Reason, Sanction, Why};

fn sanction(sanction: Sanction) -> TournamentAsk {
    TournamentAsk::Sanction { sanction, act: Act { reason: Reason::Cheating, text: String::new() } }
}

fn enters(account: Option<&str>) -> TournamentAsk {
    TournamentAsk::Enter { entry: NewEntry { account: account.map(str::to_owned), ..NewEntry::default() } }
}

#[tokio::test(start_paused = true)]
async fn whoever_is_banned_from_everywhere_enters_nothing_until_it_is_over_or_lifted() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let event = Event::made(&one, settings(1)).await;
    let other = Event::made(&two, settings(1)).await;
    let entered = Event::made(&one, settings(1)).await;
    entered.ok("bob", enters(None)).await;
    let until = event.desk.now(&event.id) + 3_600_000;
    let ban = |everywhere| sanction(Sanction::Ban { account: account("bob"), until, everywhere });
    let refused = event.ask("org", ban(true)).await.unwrap_err();
    assert_eq!((refused.code, refused.why), (Code::Forbidden, Some(Why::NotOfTheServer)));
    event.ok("org", ban(false)).await;
    other.ok("bob", enters(None)).await;
    other.ok("bob", TournamentAsk::Withdraw { entry: EntryNo(1) }).await;
    event.ok("umpire", ban(true)).await;
    let why = async |event: &Event, by: &str, ask| event.ask(by, ask).await.err().and_then(|error| error.why);
    let third = Event::made(&two, settings(1)).await;
    for event in [&third, &third.on(&one)] {
        let banned = async || (why(event, "bob", enters(None)).await == Some(Why::BannedEverywhere)).then_some(());
        event.wait("the ban is known", banned).await;
    }
    assert_eq!(why(&third, "org", enters(Some("bob"))).await, Some(Why::BannedEverywhere));
    let list = [enters(Some("ann")), enters(Some("bob"))].map(|ask| match ask {
        TournamentAsk::Enter { entry } => entry,
        _ => unreachable!(),
    });
    assert_eq!(why(&third, "org", TournamentAsk::Import { entries: list.into() }).await, Some(Why::BannedEverywhere));
    // who takes part already goes on taking part
    let change = tengen_protocol::EntryChange { rating: Some(9), ..tengen_protocol::EntryChange::default() };
    entered.ok("org", TournamentAsk::ChangeEntry { entry: EntryNo(1), change }).await;
    assert_eq!(why(&event, "bob", enters(None)).await, Some(Why::BannedEverywhere));
    let lift = || sanction(Sanction::LiftBan { account: account("bob") });
    assert_eq!(why(&event, "org", lift()).await, Some(Why::NotOfTheServer));
    event.ok("umpire", lift()).await;
    third.wait("it is lifted", async || third.ask("bob", enters(None)).await.ok()).await;
    // and a ban ends by itself
    event.ok("umpire", ban(true)).await;
    let late = Event::made(&two, settings(1)).await;
    let banned = async || (why(&late, "bob", enters(None)).await == Some(Why::BannedEverywhere)).then_some(());
    late.wait("the ban is known", banned).await;
    tokio::time::sleep(Duration::from_secs(3_600)).await;
    late.wait("it is over", async || late.ask("bob", enters(None)).await.ok()).await;
}
