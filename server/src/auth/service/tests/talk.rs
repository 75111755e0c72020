//! Mutes: an account's own, and the operator's.

use super::*;
use tengen_protocol::{http::Muted, limits::MUTED};

#[tokio::test]
async fn a_mute_holds_on_every_node_until_it_is_taken_back() {
    let world = World::new();
    let (ann, bob) = (world.register("Ann").await.account, world.register("Bob").await.account);
    let [one, two] = &world.nodes;
    let muted = async |node: &Accounts| node.voice(&ann).await.unwrap().0.muted.contains(&bob);
    for _ in 0..2 {
        one.mute(&ann, &bob, true).await.unwrap();
        assert!(muted(one).await && muted(two).await);
    }
    let mutes = async |node: &Accounts| node.muted_by(&ann).await.unwrap();
    let told = [Muted { account: bob.clone(), name: "Bob".to_owned() }];
    assert!(mutes(one).await == told && mutes(two).await == told, "one can take back whom one sees");
    // a node that follows the account knows it without asking
    let token = one.login(HERE, "Ann", PASSWORD).await.unwrap().token;
    let watch = two.watch(&two.authenticate(&token).await.unwrap()).await.unwrap();
    assert!(two.mutes(&ann, &bob) && !two.mutes(&bob, &ann));
    for _ in 0..2 {
        one.mute(&ann, &bob, false).await.unwrap();
        assert!(!muted(one).await && !muted(two).await && mutes(one).await.is_empty());
    }
    while two.mutes(&ann, &bob) {
        tokio::task::yield_now().await;
    }
    drop(watch);
    let nobody = "nobody".parse().unwrap();
    assert_eq!(code(one.mute(&ann, &nobody, true).await), Code::NotFound);
    assert_eq!(code(one.mute(&ann, &ann, true).await), Code::BadRequest);
    one.mute(&ann, &nobody, false).await.unwrap();
}

#[tokio::test]
async fn an_account_mutes_so_many_and_no_more() {
    let world = World::new();
    let ann = world.register("Ann").await.account;
    let node = &world.nodes[0];
    let mut guests = Vec::new();
    for n in 0..=MUTED {
        guests.push(node.guest([10, 1, 0, u8::try_from(n % 250).unwrap()].into()).await.unwrap().account);
    }
    for guest in &guests[..MUTED] {
        node.mute(&ann, guest, true).await.unwrap();
    }
    assert_eq!(code(node.mute(&ann, &guests[MUTED], true).await), Code::TooMany);
    node.mute(&ann, &guests[0], true).await.unwrap();
    node.mute(&ann, &guests[0], false).await.unwrap();
    node.mute(&ann, &guests[MUTED], true).await.unwrap();
    assert_eq!(world.nodes[1].voice(&ann).await.unwrap().0.muted.len(), MUTED, "after its log was compacted too");
}

#[tokio::test]
async fn the_operators_mute_ends_by_itself_or_when_it_is_taken_back() {
    let world = World::new();
    let ann = world.register("Ann").await.account;
    let [one, two] = &world.nodes;
    let left = async || two.voice(&ann).await.unwrap().1;
    assert_eq!(left().await, None);
    one.silence(&ann, Some(Some(Duration::from_secs(60)))).await.unwrap();
    assert_eq!(left().await, Some(Some(60_000)));
    world.pass(59_999);
    assert_eq!(left().await, Some(Some(1)));
    world.pass(1);
    assert_eq!(left().await, None);
    one.silence(&ann, Some(None)).await.unwrap();
    assert_eq!(left().await, Some(None));
    for _ in 0..2 {
        one.silence(&ann, None).await.unwrap();
        assert_eq!(left().await, None);
    }
    assert_eq!(code(one.silence(&"nobody".parse().unwrap(), Some(None)).await), Code::NotFound);
}
