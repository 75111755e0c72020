//! Sessions of programs: what their tokens are good for, how they are renewed, and how they end.

use super::*;

#[tokio::test]
async fn access_tokens_expire_and_are_refreshed() {
    let world = World::new();
    let first = world.register("Kirin").await;
    world.pass(15 * 60 * 1000 + 4_999);
    assert_eq!(world.code_of(&first.token).await, None, "leeway");
    world.pass(1);
    assert_eq!(world.code_of(&first.token).await, Some(Code::Unauthorized));
    let second = world.nodes[1].refresh(first.refresh_token.as_ref().unwrap()).await.unwrap();
    assert_eq!(world.code_of(&second.token).await, None);
    // an access token does not refresh, a refresh token lets nobody in
    assert_eq!(code(world.nodes[0].refresh(&second.token).await), Code::Unauthorized);
    assert_eq!(world.code_of(second.refresh_token.as_ref().unwrap()).await, Some(Code::Unauthorized));
}

#[tokio::test]
async fn a_session_lives_while_it_is_refreshed() {
    for world in World::on_all().await {
        let mut refresh = world.register("Kirin").await.refresh_token.unwrap();
        for _ in 0..5 {
            world.pass(29 * 24 * 3600 * 1000);
            refresh = world.nodes[0].refresh(&refresh).await.unwrap().refresh_token.unwrap();
        }
        world.pass(30 * 24 * 3600 * 1000 + 5_000);
        assert_eq!(code(world.nodes[0].refresh(&refresh).await), Code::Unauthorized);
    }
}

#[tokio::test]
async fn a_lost_answer_is_given_again_and_no_second_line_of_tokens_begins() {
    let world = World::new();
    let first = world.register("Kirin").await.refresh_token.unwrap();
    let second = world.nodes[0].refresh(&first).await.unwrap().refresh_token.unwrap();
    world.pass(29_999);
    let again = world.nodes[1].refresh(&first).await.unwrap().refresh_token.unwrap();
    assert_eq!(again, second);
    assert!(world.nodes[1].refresh(&second).await.is_ok());
    // now the first is two back
    assert_eq!(code(world.nodes[1].refresh(&first).await), Code::Unauthorized);
}

#[tokio::test]
async fn a_refresh_token_that_is_used_again_ends_its_session_only() {
    let world = World::new();
    let first = world.register("Kirin").await;
    let other = world.nodes[0].login(HERE, "Kirin", PASSWORD).await.unwrap();
    let old = first.refresh_token.unwrap();
    let second = world.nodes[0].refresh(&old).await.unwrap();
    world.pass(30_000);
    assert_eq!(code(world.nodes[1].refresh(&old).await), Code::Unauthorized);
    assert_eq!(world.code_of(&second.token).await, Some(Code::Unauthorized));
    assert_eq!(world.code_of(&first.token).await, Some(Code::Unauthorized));
    assert_eq!(code(world.nodes[1].refresh(second.refresh_token.as_ref().unwrap()).await), Code::Unauthorized);
    assert_eq!(world.code_of(&other.token).await, None);
    assert!(world.nodes[1].refresh(other.refresh_token.as_ref().unwrap()).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_refresh_token_used_at_once_on_two_nodes_gives_one_successor() {
    for world in World::on_all().await {
        let first = world.register("Kirin").await.refresh_token.unwrap();
        let tasks: Vec<_> = (0..8)
            .map(|n| {
                let (node, first) = (Arc::clone(&world.nodes[n % 2]), first.clone());
                tokio::spawn(async move { node.refresh(&first).await.unwrap().refresh_token.unwrap() })
            })
            .collect();
        let mut successors = std::collections::HashSet::new();
        for task in tasks {
            successors.insert(task.await.unwrap());
        }
        assert_eq!(successors.len(), 1);
    }
}

#[tokio::test]
async fn logging_out_ends_the_session_on_every_node() {
    let world = World::new();
    let first = world.register("Kirin").await;
    let other = world.nodes[1].login(HERE, "Kirin", PASSWORD).await.unwrap();
    let identity = world.nodes[1].authenticate(&first.token).await.unwrap();
    world.nodes[1].logout(&identity).await.unwrap();
    world.nodes[1].logout(&identity).await.unwrap();
    assert_eq!(world.code_of(&first.token).await, Some(Code::Unauthorized));
    assert_eq!(code(world.nodes[0].refresh(first.refresh_token.as_ref().unwrap()).await), Code::Unauthorized);
    assert_eq!(world.code_of(&other.token).await, None);
}
