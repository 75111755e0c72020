//! The service on the store in memory, two nodes on one store, with a time of the test's own; what
//! depends on the store's promises also on the embedded one and on Redis.

mod browser;
mod sessions;
mod talk;

use super::{super::SigningKeys, *};
use crate::store::{embedded, memory::Memory, redis};
use std::{
    net::{IpAddr, Ipv4Addr},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};
use tengen_protocol::Code;

const START: u64 = 1_800_000_000_000;
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2));
const PASSWORD: &str = "correct horse";

struct World {
    time: Arc<AtomicU64>,
    store: Arc<dyn Store>,
    nodes: [Arc<Accounts>; 2],
    kept: Kept,
}

/// What must live as long as the store.
enum Kept {
    Nothing,
    Directory(#[expect(dead_code, reason = "it is removed when dropped")] tempfile::TempDir),
    Redis(#[expect(dead_code, reason = "it ends when dropped")] tengen_tests::RedisServer),
}

/// The test's time for the embedded store.
struct Wall(Arc<AtomicU64>);

impl embedded::Clock for Wall {
    fn wall_ms(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    fn monotonic_ms(&self) -> u64 {
        self.0.load(Ordering::SeqCst) - START
    }
}

impl World {
    fn new() -> Self {
        Self::with(Limits::default())
    }

    fn with(limits: Limits) -> Self {
        Self::on(|time| (Arc::new(Memory::with_wall(clock(&time))), Kept::Nothing), limits)
    }

    /// Memory first, then the embedded store, then Redis, whose own time is real: what ends there by
    /// itself does not end sooner.
    async fn on_all() -> [Self; 3] {
        let durable = |time| {
            let dir = tempfile::tempdir().unwrap();
            let store: Arc<dyn Store> = embedded::Embedded::open_with(dir.path(), "here", Wall(time)).unwrap();
            (store, Kept::Directory(dir))
        };
        let server = tengen_tests::RedisServer::start().unwrap();
        let store = redis::RedisStore::open(&server.url(), "here", redis::RedisOptions::default()).await.unwrap();
        let shared = |_| (store as Arc<dyn Store>, Kept::Redis(server));
        [Self::new(), Self::on(durable, Limits::default()), Self::on(shared, Limits::default())]
    }

    fn on(open: impl FnOnce(Arc<AtomicU64>) -> (Arc<dyn Store>, Kept), limits: Limits) -> Self {
        let time = Arc::new(AtomicU64::new(START));
        let (store, kept) = open(Arc::clone(&time));
        let hashing = Hashing { memory_kib: 8, passes: 1, at_once: 2, waiting: 1_000 };
        let node = || {
            let settings = Settings { issuer: "tengen".into(), hashing, limits };
            let keys = SigningKeys::from_bytes(&[7; 32]).unwrap();
            Arc::new(Accounts::with_clock(Arc::clone(&store), keys, settings, clock(&time)).unwrap())
        };
        Self { nodes: [node(), node()], time, store, kept }
    }

    fn pass(&self, ms: u64) {
        self.time.fetch_add(ms, Ordering::SeqCst);
    }

    async fn register(&self, name: &str) -> Issued {
        self.nodes[0].register(HERE, name, PASSWORD).await.unwrap()
    }

    async fn code_of(&self, token: &str) -> Option<Code> {
        let codes = [self.nodes[0].authenticate(token).await, self.nodes[1].authenticate(token).await];
        let [a, b] = codes.map(|answer| answer.err().map(|error| error.code()));
        assert_eq!(a, b, "both nodes say the same");
        a
    }
}

fn clock(time: &Arc<AtomicU64>) -> Clock {
    let time = Arc::clone(time);
    Arc::new(move || time.load(Ordering::SeqCst))
}

#[track_caller]
fn code<T>(answer: Result<T, AuthError>) -> Code {
    match answer {
        Ok(_) => panic!("it was allowed"),
        Err(error) => error.code(),
    }
}

#[tokio::test]
async fn a_registered_account_logs_in_on_any_node_however_the_name_is_written() {
    let world = World::new();
    let first = world.register("Kirin").await;
    let identity = world.nodes[1].authenticate(&first.token).await.unwrap();
    assert_eq!((&*identity.name, identity.guest, identity.roles.len()), ("Kirin", false, 0));
    assert_eq!(identity.account, first.account);
    assert_eq!(identity.expires_at, START + 15 * 60 * 1000);
    for name in ["Kirin", "kirin", "KIRIN", "Ｋirin"] {
        assert_eq!(world.nodes[1].login(THERE, name, PASSWORD).await.unwrap().account, first.account);
    }
    assert_eq!(world.nodes[1].find("kirin").await.unwrap(), Some(first.account.clone()));
    let unknown: AccountId = "nobody".parse().unwrap();
    let names = world.nodes[1].names_of(&[unknown, first.account]).await.unwrap();
    assert_eq!(names, [None, Some("Kirin".into())]);
}

#[tokio::test]
async fn that_an_account_does_not_exist_is_remembered_for_a_minute() {
    let world = World::new();
    let ids = [world.register("Kirin").await.account, "nobody".parse().unwrap(), world.register("Ryu").await.account];
    let node = &world.nodes[1];
    assert_eq!(node.names_of(&ids).await.unwrap(), [Some("Kirin".into()), None, Some("Ryu".into())]);
    let until = |id: &AccountId| node.nobodies.lock().unwrap().get(id);
    let minute = START + NOBODY_FOR_MS;
    assert_eq!([until(&ids[0]), until(&ids[1])], [None, Some(minute)]);
    // and then it is looked for again
    let late = world.register("Late").await.account;
    node.nobodies.lock().unwrap().put(late.clone(), minute);
    assert_eq!(node.names_of(std::slice::from_ref(&late)).await.unwrap(), [None]);
    world.time.store(minute, Ordering::SeqCst);
    assert_eq!(node.names_of(&[late]).await.unwrap(), [Some("Late".into())]);
}

#[tokio::test]
async fn names_and_passwords_are_judged_before_anything_is_written() {
    let world = World::new();
    assert_eq!(code(world.nodes[0].register(HERE, "admin", PASSWORD).await), Code::BadName);
    assert_eq!(code(world.nodes[0].register(HERE, "x", PASSWORD).await), Code::BadName);
    assert_eq!(code(world.nodes[0].register(HERE, "Kirin", "short").await), Code::BadPassword);
    assert!(world.nodes[0].list(10).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_name_and_its_twins_belong_to_one_account() {
    let world = World::new();
    world.register("PauI").await; // a capital i
    for twin in ["Paul", "paui", "PAUL", "pau1"] {
        assert_eq!(code(world.nodes[1].register(HERE, twin, PASSWORD).await), Code::NameTaken, "{twin}");
    }
    // the second key of a name finds nobody
    assert_eq!(world.nodes[1].find("paul").await.unwrap(), None);
    assert_eq!(code(world.nodes[1].login(HERE, "paul", PASSWORD).await), Code::BadLogin);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_eight_that_register_one_name_exactly_one_gets_it() {
    for world in World::on_all().await {
        for name in ["Kirin", "PauI"] {
            let tasks: Vec<_> = (0..8)
                .map(|n| {
                    let node = Arc::clone(&world.nodes[n % 2]);
                    let name = if n % 3 == 0 { name.to_owned() } else { name.to_lowercase() };
                    tokio::spawn(
                        async move { node.register(HERE, &name, PASSWORD).await.map_err(|error| error.code()) },
                    )
                })
                .collect();
            let mut winners = Vec::new();
            for task in tasks {
                match task.await.unwrap() {
                    Ok(issued) => winners.push(issued),
                    Err(code) => assert_eq!(code, Code::NameTaken),
                }
            }
            assert_eq!(winners.len(), 1, "{name}");
            let found = world.nodes[0].find(name).await.unwrap();
            assert_eq!(found.as_ref(), Some(&winners[0].account));
            assert!(world.nodes[1].login(HERE, &winners[0].name, PASSWORD).await.is_ok());
        }
        let listed = world.nodes[0].list(10).await.unwrap();
        assert_eq!(listed.len(), 2, "orphans are not listed");
        assert_eq!(world.nodes[0].list(1).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn guests_have_one_token_and_a_name_of_their_own() {
    let world = World::new();
    let mut names = std::collections::HashSet::new();
    for _ in 0..20 {
        let guest = world.nodes[0].guest(HERE).await.unwrap();
        assert!(guest.name.starts_with("guest-") && guest.refresh_token.is_none());
        assert!(names.insert(guest.name.clone()));
        assert_eq!(world.nodes[1].find(&guest.name).await.unwrap(), Some(guest.account));
        assert_eq!(code(world.nodes[0].login(HERE, &guest.name, "not a password").await), Code::BadLogin);
    }
    let guest = world.nodes[0].guest(HERE).await.unwrap();
    world.pass(30 * 24 * 3600 * 1000 - 1);
    let identity = world.nodes[1].authenticate(&guest.token).await.unwrap();
    assert!(identity.guest);
    assert_eq!(code(world.nodes[1].name_token(&identity, "bot", None).await), Code::Forbidden);
    assert_eq!(code(world.nodes[1].set_password(&identity.account, PASSWORD).await), Code::Forbidden);
    world.nodes[1].logout(&identity).await.unwrap();
    assert_eq!(world.code_of(&guest.token).await, Some(Code::Unauthorized));
    assert!(world.nodes[0].list(100).await.unwrap().is_empty());
    assert_eq!(code(world.nodes[0].register(HERE, &guest.name, PASSWORD).await), Code::BadName);
}

#[tokio::test]
async fn named_tokens_are_listed_limited_and_revoked() {
    for world in World::on_all().await {
        let first = world.register("Kirin").await;
        let login = world.nodes[0].authenticate(&first.token).await.unwrap();
        let mut made = Vec::new();
        for n in 0..20 {
            made.push(world.nodes[n % 2].name_token(&login, &format!("bot {n}"), Some(1)).await.unwrap());
        }
        assert_eq!(code(world.nodes[0].name_token(&login, "bot", None).await), Code::TooMany);
        assert_eq!(world.nodes[1].list_tokens(&login.account).await.unwrap().len(), 20);
        assert_eq!(world.code_of(&made[3].token).await, None);
        world.nodes[0].revoke(&login, &made[3].id).await.unwrap();
        assert_eq!(world.code_of(&made[3].token).await, Some(Code::Unauthorized));
        assert_eq!(code(world.nodes[0].revoke(&login, &made[3].id).await), Code::NotFound);
        let long = world.nodes[0].name_token(&login, "again there is room", Some(400)).await.unwrap();
        let bot = world.nodes[0].authenticate(&made[4].token).await.unwrap();
        assert_eq!(code(world.nodes[0].name_token(&bot, "child", None).await), Code::Forbidden);
        assert_eq!(code(world.nodes[0].revoke(&bot, &long.id).await), Code::Forbidden);
        world.nodes[0].revoke(&bot, &bot.jti).await.unwrap();
        world.pass(24 * 3600 * 1000 + 5_000);
        assert_eq!(world.code_of(&made[5].token).await, Some(Code::Unauthorized), "a day is over");
        assert_eq!(world.code_of(&long.token).await, None);
        assert_eq!(world.nodes[0].list_tokens(&login.account).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn labels_and_days_of_named_tokens_have_limits() {
    let world = World::new();
    let first = world.register("Kirin").await;
    let login = world.nodes[0].authenticate(&first.token).await.unwrap();
    for (label, days, fits) in [
        ("", None, false),
        ("  ", None, false),
        ("棋", Some(1), true),
        (&*"棋".repeat(64), Some(400), true),
        (&*"x".repeat(65), None, false),
        ("a\nb", None, false),
        ("bot", Some(0), false),
        ("bot", Some(401), false),
    ] {
        let made = world.nodes[0].name_token(&login, label, days).await;
        assert_eq!(made.err().map(|error| error.code()), (!fits).then_some(Code::BadRequest), "{label} {days:?}");
    }
}

#[tokio::test]
async fn a_new_password_or_revoking_all_ends_everything() {
    let world = World::new();
    let first = world.register("Kirin").await;
    let login = world.nodes[0].authenticate(&first.token).await.unwrap();
    let bot = world.nodes[0].name_token(&login, "bot", None).await.unwrap();
    world.nodes[1].set_password(&login.account, "another password").await.unwrap();
    for token in [&first.token, &bot.token] {
        assert_eq!(world.code_of(token).await, Some(Code::Unauthorized));
    }
    assert_eq!(code(world.nodes[0].refresh(first.refresh_token.as_ref().unwrap()).await), Code::Unauthorized);
    assert_eq!(code(world.nodes[0].login(HERE, "Kirin", PASSWORD).await), Code::BadLogin);
    let second = world.nodes[0].login(HERE, "Kirin", "another password").await.unwrap();
    assert_eq!(world.code_of(&second.token).await, None);
    world.nodes[0].revoke_all(&login.account).await.unwrap();
    assert_eq!(world.code_of(&second.token).await, Some(Code::Unauthorized));
    assert_eq!(code(world.nodes[0].revoke_all(&"nobody".parse().unwrap()).await), Code::NotFound);
}

#[tokio::test]
async fn roles_are_given_and_taken_and_nobody_has_one_for_being_first() {
    let world = World::new();
    let first = world.register("Kirin").await;
    assert!(world.nodes[0].authenticate(&first.token).await.unwrap().roles.is_empty());
    world.nodes[0].give_role(&first.account, Role::Referee).await.unwrap();
    world.nodes[1].give_role(&first.account, Role::Referee).await.unwrap();
    world.nodes[1].give_role(&first.account, Role::Admin).await.unwrap();
    let roles = world.nodes[0].authenticate(&first.token).await.unwrap().roles;
    assert_eq!(roles, [Role::Admin, Role::Referee]);
    world.nodes[0].take_role(&first.account, Role::Admin).await.unwrap();
    assert_eq!(world.nodes[1].list(10).await.unwrap()[0].roles, [Role::Referee]);
}

#[tokio::test]
async fn a_long_log_is_compacted_and_read_the_same() {
    for world in World::on_all().await {
        let first = world.register("Kirin").await;
        for n in 0..65 {
            world.nodes[n % 2].give_role(&first.account, Role::Referee).await.unwrap();
            world.nodes[n % 2].take_role(&first.account, Role::Referee).await.unwrap();
        }
        let stream = Stream::account(&first.account);
        let tail = world.store.read(&stream, 0, 1_000).await.unwrap().value;
        assert_eq!(tail.end.seq, 131);
        assert!(tail.snapshot.is_some() && tail.events.len() < 100);
        let mut anew = Folded::<Account>::default();
        anew.catch_up(&*world.store, &stream).await.unwrap();
        assert_eq!(anew.state, world.nodes[0].load(&first.account).await.unwrap());
        assert_eq!(anew.state.name, "Kirin");
        assert_eq!(world.code_of(&first.token).await, None);
    }
}

#[tokio::test]
async fn failures_are_throttled_by_name_and_address_and_say_when_to_come_back() {
    let world = World::new();
    world.register("Kirin").await;
    for n in 0..5 {
        assert_eq!(code(world.nodes[n % 2].login(HERE, "Kirin", "wrong password").await), Code::BadLogin);
    }
    let refused = world.nodes[0].login(HERE, "kirin", PASSWORD).await;
    assert!(matches!(refused, Err(AuthError::Throttled { retry_after_ms: 30_000 })), "the right one too");
    assert!(world.nodes[0].login(THERE, "Kirin", PASSWORD).await.is_ok(), "the owner elsewhere is not locked out");
    world.pass(29_999);
    assert!(matches!(
        world.nodes[1].login(HERE, "Kirin", PASSWORD).await,
        Err(AuthError::Throttled { retry_after_ms: 1 })
    ));
    world.pass(1);
    assert!(world.nodes[1].login(HERE, "Kirin", PASSWORD).await.is_ok());
}

#[tokio::test]
async fn many_addresses_do_not_guess_one_password() {
    let world = World::new();
    world.register("Kirin").await;
    let mut refused = 0;
    for n in 0..60 {
        let from = IpAddr::V4(Ipv4Addr::new(10, 9, 0, n));
        refused += u32::from(code(world.nodes[0].login(from, "Kirin", "wrong password").await) == Code::RateLimited);
    }
    assert_eq!(refused, 10);
}

#[tokio::test]
async fn strangers_do_not_lock_somebody_out_from_where_he_logged_in_lately() {
    for world in World::on_all().await {
        world.register("Kirin").await;
        assert!(world.nodes[0].login(HERE, "Kirin", PASSWORD).await.is_ok());
        for n in 0..50 {
            let from = IpAddr::V4(Ipv4Addr::new(10, 9, 0, n));
            assert_eq!(code(world.nodes[0].login(from, "Kirin", "wrong password").await), Code::BadLogin);
        }
        assert_eq!(code(world.nodes[0].login(THERE, "Kirin", PASSWORD).await), Code::RateLimited);
        assert!(world.nodes[1].login(HERE, "KIRIN", PASSWORD).await.is_ok(), "the owner");
        // and yet nobody guesses from there
        for _ in 0..5 {
            assert_eq!(code(world.nodes[0].login(HERE, "Kirin", "wrong password").await), Code::BadLogin);
        }
        assert_eq!(code(world.nodes[0].login(HERE, "Kirin", PASSWORD).await), Code::RateLimited);
    }
}

#[tokio::test]
async fn a_guest_leaves_nothing_behind() {
    let time = Arc::new(AtomicU64::new(START));
    let store = Arc::new(Memory::with_wall(clock(&time)));
    let world = World::on(|_| (Arc::clone(&store) as Arc<dyn Store>, Kept::Nothing), Limits::default());
    let [quiet, gone] = [world.nodes[0].guest(HERE).await.unwrap(), world.nodes[0].guest(HERE).await.unwrap()];
    let identity = world.nodes[1].authenticate(&gone.token).await.unwrap();
    world.nodes[1].logout(&identity).await.unwrap();
    for (passed, left) in [(30 * 24 * 3600 * 1000, 2), (60 * 60 * 1000 + 5_000, 0)] {
        world.pass(passed);
        time.store(world.time.load(Ordering::SeqCst), Ordering::SeqCst);
        assert_eq!(store.logs(), left);
    }
    assert_eq!(world.nodes[1].load(&quiet.account).await.unwrap(), Account::default());
    assert_eq!(world.code_of(&quiet.token).await, Some(Code::Unauthorized));
    world.register("Kirin").await;
    world.pass(400 * 24 * 3600 * 1000);
    time.store(world.time.load(Ordering::SeqCst), Ordering::SeqCst);
    assert!(store.logs() > 0, "accounts stay");
}

#[tokio::test]
async fn a_logout_that_is_cut_off_half_way_leaves_no_refresh_token() {
    let store = Arc::new(Memory::default());
    let world = World::on(|_| (Arc::clone(&store) as Arc<dyn Store>, Kept::Nothing), Limits::default());
    let first = world.register("Kirin").await;
    let identity = world.nodes[0].authenticate(&first.token).await.unwrap();
    store.hold_commits();
    tokio::select! {
        _ = world.nodes[0].logout(&identity) => panic!("the store holds it"),
        () = store.held() => {}
    }
    store.release();
    assert_eq!(world.code_of(&first.token).await, None, "its log knows nothing of it");
    assert_eq!(code(world.nodes[1].refresh(first.refresh_token.as_ref().unwrap()).await), Code::Unauthorized);
}

#[tokio::test]
async fn an_unknown_name_is_answered_like_a_wrong_password() {
    let world = World::new();
    world.register("Kirin").await;
    let guest = world.nodes[0].guest(HERE).await.unwrap();
    let mut answers = Vec::new();
    for (name, password) in [
        ("Kirin", "wrong password"),
        ("Nobody-here", "wrong password"),
        (&guest.name, "wrong password"),
        ("no such name!", "wrong password"),
        ("Kirin", "short"),
        // what unknown names are compared with
        ("Nobody-there", "not a password"),
    ] {
        let before = world.nodes[0].passwords.checks();
        let error = world.nodes[0].login(HERE, name, password).await.unwrap_err();
        answers.push(format!("{error}"));
        assert_eq!(world.nodes[0].passwords.checks(), before + 1, "the same work for {name}");
    }
    answers.dedup();
    assert_eq!(answers, ["wrong name or password"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_people_behind_one_address_register_mistype_and_log_in() {
    for world in World::on_all().await {
        // two nodes race on memory; the embedded store has but one
        let nodes = if matches!(world.kept, Kept::Directory(_)) { 1 } else { 2 };
        let tasks: Vec<_> = (0..200)
            .map(|n| {
                let node = Arc::clone(&world.nodes[n % nodes]);
                tokio::spawn(async move {
                    let name = format!("pupil-{n}");
                    node.register(HERE, &name, PASSWORD).await.unwrap();
                    assert_eq!(code(node.login(HERE, &name, "mistyped password").await), Code::BadLogin);
                    node.login(HERE, &name, PASSWORD).await.unwrap();
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        // and yet there is an end to registering
        let mut refused = 0;
        for n in 0..60 {
            let made = world.nodes[0].register(HERE, &format!("more-{n}"), PASSWORD).await;
            refused += u32::from(made.is_err_and(|error| error.code() == Code::RateLimited));
        }
        assert_eq!(refused, 10);
        assert!(world.nodes[0].register(THERE, "elsewhere", PASSWORD).await.is_ok());
    }
}

#[tokio::test]
async fn guests_and_sessions_have_limits_too() {
    let tight = Allowance { burst: 2, each_ms: 1_000 };
    let world = World::with(Limits { guests: tight, sessions: tight, ..Limits::default() });
    for n in 0..3 {
        let made = world.nodes[n % 2].guest(HERE).await;
        assert_eq!(made.err().map(|error| error.code()), (n == 2).then_some(Code::RateLimited));
    }
    world.register("Kirin").await;
    for n in 0..3 {
        let begun = world.nodes[n % 2].login(HERE, "Kirin", PASSWORD).await;
        assert_eq!(begun.err().map(|error| error.code()), (n == 2).then_some(Code::RateLimited));
    }
}

#[test]
fn an_address_that_may_make_more_guests_waits_as_long_for_all_of_them() {
    let of = |most| Limits::default().with_guests(NonZeroU32::new(most).unwrap()).guests;
    assert_eq!(Limits::default().guests, Allowance { burst: 500, each_ms: 5_000 });
    assert_eq!(of(2_500), Allowance { burst: 2_500, each_ms: 1_000 });
    assert_eq!(of(u32::MAX), Allowance { burst: u32::MAX, each_ms: 1 });
}

#[tokio::test]
async fn an_address_may_make_as_many_guests_as_the_settings_say() {
    let world = World::with(Limits::default().with_guests(NonZeroU32::new(3).unwrap()));
    for n in 0..4 {
        let made = world.nodes[n % 2].guest(HERE).await;
        assert_eq!(made.err().map(|error| error.code()), (n == 3).then_some(Code::RateLimited));
    }
}

async fn soon(what: impl Future<Output = ()>) -> bool {
    tokio::time::timeout(Duration::from_secs(20), what).await.is_ok()
}

#[tokio::test]
async fn an_open_socket_is_told_on_another_node() {
    for world in World::on_all().await {
        let first = world.register("Kirin").await;
        let other = world.nodes[0].login(HERE, "Kirin", PASSWORD).await.unwrap();
        let login = world.nodes[1].authenticate(&first.token).await.unwrap();
        let bot = world.nodes[0].name_token(&login, "bot", None).await.unwrap();
        let mut watches = Vec::new();
        for token in [&first.token, &other.token, &bot.token] {
            let identity = world.nodes[1].authenticate(token).await.unwrap();
            watches.push(world.nodes[1].watch(&identity).await.unwrap());
        }
        assert_eq!(world.nodes[1].followed_accounts(), 1);
        world.nodes[0].logout(&login).await.unwrap();
        assert!(soon(watches[0].revoked()).await);
        assert!(soon(watches[0].revoked()).await, "and again");
        world.nodes[0].revoke_named(&login.account, &bot.id).await.unwrap();
        assert!(soon(watches[2].revoked()).await);
        tokio::select! {
            biased;
            () = watches[1].revoked() => panic!("the other session goes on"),
            () = tokio::task::yield_now() => {}
        }
        world.nodes[0].revoke_all(&login.account).await.unwrap();
        assert!(soon(watches[1].revoked()).await);
        drop(watches);
        assert_eq!(world.nodes[1].followed_accounts(), 0);
    }
}

#[tokio::test]
async fn a_watch_that_begins_after_the_revocation_knows_it() {
    let world = World::new();
    let first = world.register("Kirin").await;
    let identity = world.nodes[1].authenticate(&first.token).await.unwrap();
    world.nodes[0].revoke_all(&first.account).await.unwrap();
    let mut watch = world.nodes[1].watch(&identity).await.unwrap();
    assert!(soon(watch.revoked()).await);
}

#[tokio::test(start_paused = true)]
async fn a_revocation_whose_news_was_lost_is_found_by_the_check() {
    let time = Arc::new(AtomicU64::new(START));
    let store = Arc::new(Memory::with_wall(clock(&time)));
    let world = World::on(|_| (Arc::clone(&store) as Arc<dyn Store>, Kept::Nothing), Limits::default());
    let first = world.register("Kirin").await;
    let identity = world.nodes[1].authenticate(&first.token).await.unwrap();
    let mut watch = world.nodes[1].watch(&identity).await.unwrap();
    store.forget_subscribers();
    world.nodes[0].revoke_all(&first.account).await.unwrap();
    let before = tokio::time::Instant::now();
    watch.revoked().await;
    let took = before.elapsed().as_millis();
    assert!(took <= u128::from(super::super::watch::CHECK_MS), "{took}");
}

#[tokio::test]
async fn an_account_of_a_newer_server_is_not_guessed_at() {
    let world = World::new();
    let first = world.register("Kirin").await;
    let stream = Stream::account(&first.account);
    let end = world.store.read(&stream, 0, 0).await.unwrap().value.end;
    let body = bytes::Bytes::from_static(br#""v":1,"event":{"kind":"ascended","secret":"s3cr3t"}}"#);
    let guard = tengen_core::timing::Guard::None;
    let commit = crate::store::Commit { stream, expect: end, body, guard, due: None, lifecycle: None, secret: None };
    world.store.commit(commit).await.unwrap();
    let error = world.nodes[1].authenticate(&first.token).await.unwrap_err();
    assert_eq!(error.code(), Code::Unreadable);
    assert!(!error.to_string().contains("s3cr3t"), "{error}");
    assert_eq!(tengen_protocol::WireError::from(error).code, Code::Unreadable);
}

#[tokio::test]
async fn no_secret_is_in_any_debug_text_or_in_the_log() {
    let printed = Arc::new(Mutex::new(Vec::new()));
    let writer = Arc::clone(&printed);
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || Sink(Arc::clone(&writer)))
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    // one alone would be asked on its own thread only: what another test says first would stay silent
    let _another = tracing::Dispatch::new(tracing_subscriber::registry());
    let world = World::new();
    let first = world.register("Kirin").await;
    let login = world.nodes[0].authenticate(&first.token).await.unwrap();
    let bot = world.nodes[0].name_token(&login, "bot", None).await.unwrap();
    let guest = world.nodes[0].guest(HERE).await.unwrap();
    let wrong = world.nodes[0].login(HERE, "Kirin", "wrong password").await.unwrap_err();
    let refresh = first.refresh_token.clone().unwrap();
    world.nodes[0].refresh(&refresh).await.unwrap();
    world.pass(60_000);
    let reused = world.nodes[0].refresh(&refresh).await.unwrap_err();
    let account = world.nodes[0].load(&first.account).await.unwrap();
    drop(guard);
    let mut text = String::from_utf8(printed.lock().unwrap().clone()).unwrap();
    assert!(text.contains("account registered"), "{text}");
    text +=
        &format!("{first:?} {login:?} {bot:?} {guest:?} {wrong:?} {wrong} {reused:?} {account:?} {:?}", world.nodes);
    let signature = |token: &str| token.rsplit('.').next().unwrap().to_owned();
    for secret in [
        PASSWORD.to_owned(),
        "wrong password".replace("password", "pass") + "word",
        "argon2id".into(),
        signature(&first.token),
        signature(&refresh),
        signature(&bot.token),
        signature(&guest.token),
        "07".repeat(8),
    ] {
        let shown = text.replace("wrong name or password", "");
        assert!(!shown.contains(&secret), "{secret} in {shown}");
    }
}

struct Sink(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
