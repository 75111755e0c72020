//! Sessions of pages: those of guests, and ending one by its refresh token.

use super::*;
use crate::auth::tokens::{ACCESS_S, GUEST_S, REFRESH_S};

fn refresh_of(issued: &Issued) -> &str {
    issued.refresh_token.as_deref().expect("a session")
}

#[tokio::test]
async fn a_guest_comes_back_to_a_page_as_long_as_he_lives_and_no_longer() {
    let world = World::new();
    let [one, two] = &world.nodes;
    let first = one.guest_session(HERE).await.unwrap();
    let guest = two.authenticate(&first.token).await.unwrap();
    assert!(guest.guest && first.name.starts_with("guest-"));
    assert_eq!(code(two.name_token(&guest, "bot", None).await), Code::Forbidden);
    assert_eq!(guest.expires_at, first.expires_at);
    assert!(first.expires_at <= world.time.load(Ordering::SeqCst) + ACCESS_S * 1000);
    assert_eq!(first.refresh_life_s, GUEST_S);
    let second = two.refresh(refresh_of(&first)).await.unwrap();
    assert_eq!((&second.account, &second.name), (&first.account, &first.name));
    assert_eq!(world.code_of(&second.token).await, None);
    // a minute before his end
    world.pass((GUEST_S - 60) * 1000);
    let last = one.refresh(refresh_of(&second)).await.unwrap();
    assert!(last.refresh_life_s <= 60 && last.refresh_life_s > 50, "{}", last.refresh_life_s);
    assert!(last.expires_at <= START + GUEST_S * 1000);
    let claims = one.keys.check(refresh_of(&last), "tengen", &[Use::Refresh], one.now() / 1000).unwrap();
    let session = format!("sess.{}", claims.sid.unwrap());
    assert!(world.store.record(&session).await.unwrap().is_some());
    world.pass(66_000);
    assert_eq!(code(one.refresh(refresh_of(&last)).await), Code::Unauthorized);
    assert_eq!(world.code_of(&last.token).await, Some(Code::Unauthorized));
    assert!(world.store.record(&session).await.unwrap().is_none(), "nothing of him is left");
}

#[tokio::test]
async fn any_refresh_token_of_a_session_ends_it_and_again_is_the_same() {
    for world in World::on_all().await {
        let [one, two] = &world.nodes;
        let account = world.register("Kirin").await;
        let other = two.login(THERE, "Kirin", PASSWORD).await.unwrap();
        assert_eq!(other.refresh_life_s, REFRESH_S);
        let mut begun = vec![account];
        // the time of Redis is real: by the test's a guest there has ended
        if !matches!(world.kept, Kept::Redis(_)) {
            begun.push(one.guest_session(HERE).await.unwrap());
        }
        for first in begun {
            let second = one.refresh(refresh_of(&first)).await.unwrap();
            // an access token may have ended long ago: it is not asked for
            for token in [refresh_of(&first), refresh_of(&second), refresh_of(&first)] {
                two.end_session_of(token).await.unwrap();
                for ended in [&first, &second] {
                    assert_eq!(world.code_of(&ended.token).await, Some(Code::Unauthorized));
                    assert_eq!(code(one.refresh(refresh_of(ended)).await), Code::Unauthorized);
                }
            }
        }
        assert_eq!(world.code_of(&other.token).await, None, "another session goes on");
        for nothing in ["", "a.b.c", &other.token] {
            two.end_session_of(nothing).await.unwrap();
        }
        assert_eq!(world.code_of(&other.token).await, None);
    }
}

#[tokio::test]
async fn a_page_that_lost_an_answer_goes_on_with_what_it_has() {
    for world in World::on_all().await {
        let [one, two] = &world.nodes;
        let first = world.register("Kirin").await;
        for (ms, node) in [(0, one), (1, two), (3_599_998, one)] {
            world.pass(ms);
            let lost = node.refresh_page(refresh_of(&first)).await.unwrap();
            assert_eq!(refresh_of(&lost), refresh_of(&first), "it is young");
            assert_eq!(world.code_of(&lost.token).await, None);
        }
        world.pass(1);
        let second = one.refresh_page(refresh_of(&first)).await.unwrap();
        assert_ne!(refresh_of(&second), refresh_of(&first), "an hour old");
        world.pass(29_999);
        assert_eq!(refresh_of(&two.refresh_page(refresh_of(&first)).await.unwrap()), refresh_of(&second));
        world.pass(1);
        // young or not: two have it
        assert_eq!(code(two.refresh_page(refresh_of(&first)).await), Code::Unauthorized);
        assert_eq!(code(one.refresh_page(refresh_of(&second)).await), Code::Unauthorized);
        assert_eq!(world.code_of(&second.token).await, Some(Code::Unauthorized));
    }
}
