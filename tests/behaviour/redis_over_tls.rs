//! A server whose Redis speaks TLS, with a certificate of the operator's own authority.

use anyhow::ensure;
use tengen_tests::{
    RedisServer, RedisTls,
    cli::guest,
    free_port,
    server::{Server, StoreKind},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_keeps_its_games_in_a_redis_that_speaks_tls() -> anyhow::Result<()> {
    let certificates = RedisTls::new()?;
    let port = free_port()?;
    let settings = certificates.settings(port);
    let _redis = RedisServer::with(&settings.iter().map(String::as_str).collect::<Vec<_>>())?;
    let authority = certificates.authority().display().to_string();
    let options = ["--dev", "--redis", &format!("rediss://127.0.0.1:{port}"), "--redis-ca", &authority];
    let trusting: Vec<String> = options.iter().map(|&word| word.to_owned()).collect();
    let server = Server::start_with(StoreKind::Embedded, &trusting).await?;
    let (_, token) = guest(server.home(), &server.url).await?;
    ensure!(!token.is_empty());

    // without the authority it does not start, and says why
    let refused = Server::start_with(StoreKind::Embedded, &trusting[..3]).await.err();
    let said = refused.map(|error| format!("{error:#}")).unwrap_or_default();
    ensure!(said.contains("the certificate of Redis at") && said.contains("redis-ca"), "{said}");
    Ok(())
}
