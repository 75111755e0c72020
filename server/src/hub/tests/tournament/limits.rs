//! Who may make tournaments and enter them, and how many.

use super::*;
use tengen_protocol::{NewEntry, tournament_limits};

fn named(account: &str) -> NewEntry {
    NewEntry { account: Some(account.into()), ..NewEntry::default() }
}

#[tokio::test(start_paused = true)]
async fn an_account_has_so_many_tournaments_that_are_not_over() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let desk = node.hub.tournaments();
    let new = || NewTournament { id: command(TournamentAsk::Start).id, settings: settings(1) };
    let mut made = Vec::new();
    for _ in 0..tournament_limits::OPEN_EACH {
        made.push(Event::made(&node, settings(1)).await);
    }
    assert_eq!(desk.create(&account("org"), new()).await.unwrap_err().code, Code::TooMany);
    let mut named = new();
    named.settings.organisers = vec![account("org"), account("ann")];
    desk.create(&account("ann"), named).await.expect("it counts for whoever makes it, whomever he names first");
    let act = tengen_protocol::Act { reason: tengen_protocol::Reason::Other, text: String::new() };
    made[0].ok("org", TournamentAsk::Cancel { act }).await;
    made[0].wait("noted", async || (made[0].phase().await == TournamentPhase::Cancelled).then_some(())).await;
    let again = new();
    let done = desk.create(&account("org"), again.clone()).await.unwrap();
    assert_eq!(
        desk.create(&account("org"), again.clone()).await.unwrap(),
        done,
        "the same one, though there is no room"
    );
    let other = NewTournament { settings: settings(2), ..again };
    assert_eq!(desk.create(&account("org"), other).await.unwrap_err().code, Code::IdReused);
}

#[tokio::test(start_paused = true)]
async fn guests_and_nobody_do_not_take_part() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let desk = node.hub.tournaments();
    let new = NewTournament { id: "a-1".parse().unwrap(), settings: settings(1) };
    assert_eq!(desk.create(&account("guest1"), new).await.unwrap_err().code, Code::Forbidden);
    let event = Event::made(&node, settings(1)).await;
    let code = async |by, entry| event.ask(by, TournamentAsk::Enter { entry }).await.unwrap_err().code;
    assert_eq!(code("guest1", NewEntry::default()).await, Code::Forbidden);
    assert_eq!(code("org", named("guest1")).await, Code::Forbidden);
    assert_eq!(code("org", named("gone")).await, Code::NotFound);
    assert_eq!(code("ann", named("bob")).await, Code::Forbidden);
    assert_eq!(event.ask("ann", TournamentAsk::Start).await.unwrap_err().code, Code::Forbidden);
    event.ok("org", TournamentAsk::Enter { entry: named("BOB") }).await;
    event.ok("org", TournamentAsk::Enter { entry: NewEntry { myself: true, ..NewEntry::default() } }).await;
    event.ok("org", TournamentAsk::Enter { entry: NewEntry { name: Some("Li".into()), ..NewEntry::default() } }).await;
    let fold = event.desk.get(&event.id).await.unwrap();
    let entered: Vec<_> = fold.entries().iter().map(|entered| &entered.entry).collect();
    let accounts: Vec<_> = entered.iter().map(|entry| entry.account.as_ref().map(AccountId::as_str)).collect();
    assert_eq!(accounts, [Some("bob"), Some("org"), None]);
    assert_eq!(entered.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["BOB", "ORG", "Li"]);
}

#[tokio::test(start_paused = true)]
async fn lists_come_page_by_page_the_newest_first() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(Event::made(&node, settings(1)).await.id);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    made.reverse();
    let desk = node.hub.tournaments();
    let (mut found, mut before) = (Vec::new(), None::<String>);
    loop {
        let page = desk.list(Some(TournamentPhase::Entry), before.as_deref(), 2).await.unwrap();
        found.extend(page.tournaments.into_iter().map(|line| line.tournament));
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(found, made);
    assert_eq!(desk.list(None, Some("nonsense"), 2).await.unwrap_err().code, Code::BadRequest);
}

#[tokio::test(start_paused = true)]
async fn names_of_others_are_looked_up_for_organisers_alone_and_each_once() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let event = Event::made(&one, settings(1)).await;
    let there = event.on(&two);
    there.desk.get(&event.id).await.unwrap();
    let looked_up = |node: &Node| node.names.looked_up.swap(0, Ordering::Relaxed);
    let import = || TournamentAsk::Import { entries: (1..=60).map(|n| named(&format!("m{n}"))).collect() };
    let change = tengen_protocol::EntryChange { account: Some("cyd".into()), ..Default::default() };
    let change = TournamentAsk::ChangeEntry { entry: EntryNo(1), change };
    looked_up(&two);
    for ask in [import(), change] {
        assert_eq!(there.ask("ann", ask).await.unwrap_err().code, Code::Forbidden);
    }
    assert_eq!(looked_up(&two), 0);
    memory.silent.store(true, Ordering::Release);
    let mut named_organiser = settings(1);
    named_organiser.organisers = vec![account("org"), account("ann")];
    event.ok("org", TournamentAsk::Settings { settings: Box::new(named_organiser) }).await;
    there.ok("ann", import()).await;
    assert_eq!(looked_up(&two), 60, "though it was not heard that she organises");
    let nameless = |n| NewEntry { name: Some(format!("Li {n}")), ..NewEntry::default() };
    let mut entries: Vec<NewEntry> = (1..=30).map(nameless).collect();
    entries.extend([named("zoe"), named("zoe")]);
    assert!(there.ask("ann", TournamentAsk::Import { entries }).await.is_err(), "one twice");
    assert_eq!(looked_up(&two), 2, "who asks, and zoe");
}

#[tokio::test(start_paused = true)]
async fn a_list_counts_for_as_many_commands_as_it_names_accounts() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let event = Event::made(&node, settings(1)).await;
    let names = |list: u32| (1..=1_000).map(|n| named(&format!("m{list}-{n}"))).collect();
    let mut codes = Vec::new();
    for list in 0..40 {
        codes.push(event.ask("ann", TournamentAsk::Import { entries: names(list) }).await.unwrap_err().code);
    }
    assert_eq!(codes[0], Code::Forbidden);
    assert!(codes.contains(&Code::RateLimited), "{codes:?}");
}
