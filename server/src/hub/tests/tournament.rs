//! Tournaments on nodes that race, die and lose news: games are created once, results count once, and both nodes
//! see the same.

mod boards;
mod crashes;
mod following;
mod limits;
mod loaded;
mod results;

use super::*;
use crate::{hub::Tournaments, store::Stream};
use tengen_core::tournament::event::EventPreset;
use tengen_protocol::{
    EntryNo, EventSettings, NewTournament, Pace, Size, StageSettings, System, Terms, TournamentAsk, TournamentCommand,
    TournamentDone, TournamentId, tournament_view::TournamentPhase,
};

/// Everybody meets everybody so many times, on small boards: two players have as many rounds.
fn settings(laps: u8) -> EventSettings {
    let preset = EventPreset::Chinese2002.settings("Spring").unwrap();
    let stage = StageSettings { system: System::RoundRobin { laps }, ..preset.stages[0].clone() };
    let terms = Terms { undo: false, ..Terms::new(Size::square(9).unwrap(), "10m+5x30s".parse().unwrap()) };
    EventSettings { stages: vec![stage], terms, ..preset }
}

/// The same whose rounds follow one another.
fn at_once(laps: u8) -> EventSettings {
    let mut settings = settings(laps);
    settings.stages[0].pace = Pace::AtOnce { pause: 10_000 };
    settings
}

fn account(name: &str) -> AccountId {
    name.parse().unwrap()
}

/// A desk of a node, and a tournament.
struct Event {
    desk: Tournaments,
    id: TournamentId,
}

static COMMANDS: AtomicU32 = AtomicU32::new(1);

fn command(ask: TournamentAsk) -> TournamentCommand {
    let id = format!("c-{}", COMMANDS.fetch_add(1, Ordering::Relaxed)).parse().unwrap();
    TournamentCommand { id, after: None, ask }
}

impl Event {
    async fn made(node: &Node, settings: EventSettings) -> Self {
        let desk = node.hub.tournaments();
        let id = command(TournamentAsk::Start).id;
        let done = desk.create(&account("org"), NewTournament { id, settings }).await.unwrap();
        Self { desk, id: done.tournament }
    }

    /// With these entered, the order drawn, and begun.
    async fn begun(node: &Node, settings: EventSettings, players: &[&str]) -> Self {
        let event = Self::made(node, settings).await;
        for player in players {
            event.ok(player, TournamentAsk::Enter { entry: tengen_protocol::NewEntry::default() }).await;
        }
        event.ok("org", TournamentAsk::Draw { by: tengen_protocol::DrawBy::Seed }).await;
        event.ok("org", TournamentAsk::Start).await;
        event
    }

    fn on(&self, node: &Node) -> Self {
        Self { desk: node.hub.tournaments(), id: self.id.clone() }
    }

    async fn ask(&self, by: &str, ask: TournamentAsk) -> Result<TournamentDone, WireError> {
        self.desk.command(&account(by), &self.id, command(ask)).await
    }

    async fn ok(&self, by: &str, ask: TournamentAsk) -> TournamentDone {
        self.ask(by, ask).await.unwrap()
    }

    async fn phase(&self) -> TournamentPhase {
        let list = self.desk.list(None, None, 50).await.unwrap();
        list.tournaments.iter().find(|line| line.tournament == self.id).unwrap().phase
    }

    /// Games of the newest round: id, and whether it is created and scored.
    async fn games(&self) -> Vec<(GameId, bool, bool)> {
        let fold = self.desk.get(&self.id).await.unwrap();
        let round = fold.stages().last().and_then(|stage| stage.rounds.last());
        let games = round.into_iter().flat_map(|round| &round.bouts).flat_map(|bout| &bout.games);
        games.map(|game| (game.id.clone(), game.created, game.score.is_some())).collect()
    }

    async fn created(&self, games: usize) -> Vec<GameId> {
        self.wait("its games are created", async || {
            let created: Vec<_> = self.games().await.into_iter().filter(|(_, created, _)| *created).collect();
            (created.len() == games).then(|| created.into_iter().map(|(id, ..)| id).collect())
        })
        .await
    }

    async fn round_is_complete(&self, round: usize) {
        self.wait("the round is complete", async || {
            let fold = self.desk.get(&self.id).await.unwrap();
            fold.stages().last()?.rounds.get(round - 1)?.complete.map(|_| ())
        })
        .await;
    }

    async fn wait<T>(&self, what: &str, holds: impl AsyncFn() -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_secs(3_600);
        loop {
            if let Some(held) = holds().await {
                return held;
            }
            assert!(Instant::now() < end, "{what}: that never held");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// What stands in a tournament's log.
fn log(memory: &Memory, event: &Event) -> Vec<Value> {
    memory.events(&Stream::tournament(&event.id)).into_iter().map(|stored| stored["event"]["what"].clone()).collect()
}

fn kinds(memory: &Memory, event: &Event) -> Vec<String> {
    log(memory, event).iter().map(|what| what["kind"].as_str().unwrap().to_owned()).collect()
}

/// The player of these, whoever has Black, resigns; both come first.
async fn plays_and_resigns(game: &GameId, clients: &mut [&mut Client], loser: &str) {
    for client in clients.iter_mut() {
        client.join(game).await;
    }
    for client in clients.iter_mut() {
        client.wait("both came", |message| message["game"] == game.as_str() && message["seq"] == 3).await;
    }
    let client = clients.iter_mut().find(|client| client.name == loser).unwrap();
    client.ok(json!({"type": "resign", "game": game})).await;
}

/// The players of a game.
async fn players(node: &Node, game: &GameId) -> [String; 2] {
    let setup = node.hub.view(game).await.unwrap().snapshot.setup;
    [setup.players.black.to_string(), setup.players.white.to_string()]
}

#[tokio::test(start_paused = true)]
async fn a_tournament_is_played_through_on_two_nodes() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let (mut ann, mut bob) = (one.login("ann").await, two.login("bob").await);
    let event = Event::begun(&one, settings(2), &["ann", "bob"]).await;
    let there = event.on(&two);
    assert_eq!(there.phase().await, TournamentPhase::Running);
    for round in 1..=2 {
        event.ok("org", TournamentAsk::Pair { begin: true }).await;
        let [game] = event.created(1).await.try_into().unwrap();
        for client in [&mut ann, &mut bob] {
            let told = client.notice("tournament_game").await;
            assert_eq!((told["game"].as_str(), told["bout"]["round"].as_u64()), (Some(game.as_str()), Some(round)));
        }
        let setup = one.hub.view(&game).await.unwrap().snapshot.setup;
        assert_eq!(setup.tournament.unwrap().tournament, event.id);
        assert_eq!(one.hub.games_of(&account("ann")).await.unwrap(), std::slice::from_ref(&game));
        plays_and_resigns(&game, &mut [&mut ann, &mut bob], "bob").await;
        event.round_is_complete(usize::try_from(round).unwrap()).await;
        there.round_is_complete(usize::try_from(round).unwrap()).await;
    }
    let rows = event.desk.get(&event.id).await.unwrap().standings(1).unwrap();
    assert_eq!((rows[0].entry, rows[0].points), (EntryNo(1), 4));
    there.ok("org", TournamentAsk::Finish).await;
    event
        .wait("it is over in the list", async || (event.phase().await == TournamentPhase::Finished).then_some(()))
        .await;
    let finished = event.desk.list(Some(TournamentPhase::Finished), None, 10).await.unwrap();
    assert_eq!(finished.tournaments.len(), 1);
    assert!(event.desk.list(Some(TournamentPhase::Running), None, 10).await.unwrap().tournaments.is_empty());
    let page = event.desk.log(&event.id, 1, 3).await.unwrap();
    assert_eq!((page.events.len(), page.events[0].seq), (3, 1));
    assert_eq!(page.seq, memory.end(&Stream::tournament(&event.id)).seq);
}

#[tokio::test(start_paused = true)]
async fn games_are_created_once_while_two_nodes_race_and_their_players_are_told_once() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let names: Vec<String> = (1..=8).map(|n| format!("p{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut first = two.login("p1").await;
    let event = Event::begun(&one, settings(3), &names).await;
    let there = event.on(&two);
    there.desk.get(&event.id).await.unwrap();
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    // each finds the same work
    one.hub.tournament_acts(&event.id);
    two.hub.tournament_acts(&event.id);
    let games = there.created(4).await;
    first.notice("tournament_game").await;
    for _ in 0..30 {
        assert!(first.is_quiet().await, "told once");
    }
    let noted: Vec<Value> = log(&memory, &event).into_iter().filter(|what| what["kind"] == "games_created").collect();
    let noted: Vec<&Value> = noted.iter().flat_map(|what| what["games"].as_array().unwrap()).collect();
    assert_eq!(noted.len(), 4, "{noted:?}");
    for game in &games {
        let events = memory.events(&Stream::game(game));
        assert_eq!(events.iter().filter(|stored| stored["event"]["kind"] == "created").count(), 1);
        assert_eq!(events[0]["event"]["setup"]["tournament"]["tournament"], event.id.as_str());
    }
    let lobby = memory.events(&Stream::lobby());
    let promised: Vec<&Value> = lobby.iter().filter(|stored| stored["event"]["kind"] == "promised").collect();
    let promised = promised.iter().flat_map(|stored| stored["event"]["games"].as_array().unwrap()).count();
    assert_eq!(promised, 4);
    assert!(!memory.is_due_some_day(&Stream::tournament(&event.id)), "nothing is left to be done");
}

#[tokio::test(start_paused = true)]
async fn what_was_accepted_is_answered_again_wherever_it_is_sent() {
    let memory = Memory::new();
    let (one, two) = (Node::start(&memory, "one"), Node::start(&memory, "two"));
    let event = Event::begun(&one, settings(2), &["ann", "bob"]).await;
    let there = event.on(&two);
    there.desk.get(&event.id).await.unwrap();
    memory.silent.store(true, Ordering::Release);
    let pair = command(TournamentAsk::Pair { begin: true });
    memory.answers_lost.store(1, Ordering::Release);
    let done = event.desk.command(&account("org"), &event.id, pair.clone()).await.unwrap();
    for desk in [&event.desk, &there.desk] {
        assert_eq!(desk.command(&account("org"), &event.id, pair.clone()).await.unwrap(), done);
    }
    let other = TournamentCommand { ask: TournamentAsk::Pair { begin: false }, ..pair };
    assert_eq!(event.desk.command(&account("org"), &event.id, other).await.unwrap_err().code, Code::IdReused);
    assert_eq!(kinds(&memory, &event).iter().filter(|kind| *kind == "paired").count(), 1);
    let enter = command(TournamentAsk::Enter { entry: tengen_protocol::NewEntry::default() });
    let open = Event::made(&one, settings(2)).await;
    let done = open.desk.command(&account("cyd"), &open.id, enter.clone()).await.unwrap();
    assert_eq!(done.entries, [EntryNo(1)]);
    assert_eq!(open.on(&two).desk.command(&account("cyd"), &open.id, enter).await.unwrap(), done);
}

#[tokio::test(start_paused = true)]
async fn a_large_round_is_created_whole() {
    let memory = Memory::new();
    let node = Node::start(&memory, "one");
    let mut swiss = settings(1);
    swiss.stages[0].system = System::Swiss { rounds: 3 };
    let event = Event::made(&node, swiss).await;
    // more games than are promised in one event of the lobby
    let entries = (1..=140).map(|n| tengen_protocol::NewEntry { account: Some(format!("m{n}")), ..Default::default() });
    let done = event.ok("org", TournamentAsk::Import { entries: entries.collect() }).await;
    assert_eq!(done.entries.len(), 140);
    event.ok("org", TournamentAsk::Draw { by: tengen_protocol::DrawBy::Seed }).await;
    event.ok("org", TournamentAsk::Start).await;
    event.ok("org", TournamentAsk::Pair { begin: true }).await;
    let games = event.created(70).await;
    for game in &games {
        assert_eq!(memory.events(&Stream::game(game)).len(), 1);
    }
    until("done", || !memory.is_due_some_day(&Stream::tournament(&event.id))).await;
}
