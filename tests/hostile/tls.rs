//! A server with a certificate of its own: games over it, its renewal under play, and who never
//! ends a handshake.

use crate::client::SOON;
use anyhow::{Context, ensure};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;
use tengen_tests::{
    binary,
    certificates::{Authority, Issued},
    cli::{Dialogue, tengen, typed},
    server::{Server, StoreKind},
    wait_for,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    process::Command,
    task::JoinSet,
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream, rustls::pki_types::ServerName};

const HEALTHZ: &str = "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

/// A server with a certificate, and the authority that has issued it.
struct Secured {
    server: Server,
    files: Issued,
    authority: Authority,
    ca: PathBuf,
    dir: TempDir,
}

impl Secured {
    async fn start(more: &[&str]) -> anyhow::Result<Self> {
        let (dir, authority) = (tempfile::tempdir()?, Authority::new()?);
        let files = authority.issue(dir.path(), "site")?;
        let mut arguments = files.arguments();
        arguments.extend(more.iter().map(|word| (*word).to_owned()));
        let server = Server::start_with(StoreKind::Embedded, &arguments).await?;
        ensure!(server.url.starts_with("https://"), "{}", server.url);
        let ca = authority.file(dir.path())?;
        Ok(Self { server, files, authority, ca, dir })
    }

    /// `tengen` of somebody who trusts this authority, if any.
    fn tengen(&self, who: &str, ca: Option<&Path>, words: &str) -> anyhow::Result<Command> {
        let mut command = tengen(&self.server.home().join(who), &self.server.url, None)?;
        if let Some(ca) = ca {
            command.env("TENGEN_CA", ca);
        }
        command.args(words.split(' '));
        Ok(command)
    }

    /// The same to its end: exit code, stdout, stderr.
    async fn run(&self, who: &str, ca: Option<&Path>, words: &str) -> anyhow::Result<(Option<i32>, String, String)> {
        typed(self.tengen(who, ca, words)?, "").await
    }

    /// Replaces certificate and key, asks the server to read them, and waits until it says this.
    async fn renew(&self, with: &Issued, said: &str) -> anyhow::Result<()> {
        let times = self.server.log().matches(said).count();
        std::fs::copy(&with.cert, &self.files.cert)?;
        std::fs::copy(&with.key, &self.files.key)?;
        self.server.signal("HUP").await?;
        let heard = || async { (self.server.log().matches(said).count() > times).then_some(()) };
        wait_for(said, 30, heard).await
    }

    /// Waits until nobody is connected.
    async fn empty(&self) -> anyhow::Result<()> {
        let gone = || async {
            let text = reqwest::get(format!("{}/metrics", self.server.admin)).await.ok()?.text().await.ok()?;
            text.lines().any(|line| line == "tengen_connections 0").then_some(())
        };
        wait_for("all connections to have ended", 30, gone).await
    }

    /// A connection from this address of this machine, with its handshake done.
    async fn connect(&self, from: Ipv4Addr, alpn: &[&[u8]]) -> anyhow::Result<TlsStream<TcpStream>> {
        let stream = tcp(from, self.server.address).await?;
        let name = ServerName::try_from("127.0.0.1")?;
        let handshake = TlsConnector::from(self.authority.client(alpn)?).connect(name, stream);
        Ok(timeout(SOON, handshake).await.context("no handshake")??)
    }
}

async fn tcp(from: Ipv4Addr, to: SocketAddr) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    timeout(SOON, socket.connect(to)).await.context("no connection")?.context("connect")
}

/// The whole answer to a request on a connection.
async fn ask<S>(mut stream: S, request: &str) -> anyhow::Result<String>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    timeout(SOON, stream.read_to_string(&mut answer)).await.context("no answer")??;
    Ok(answer)
}

const READ_AGAIN: &str = "certificate and key were read again";
const KEPT: &str = "certificate and key could not be read again";

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_while_the_certificate_is_renewed() -> anyhow::Result<()> {
    let site = Secured::start(&[]).await?;
    let ca = Some(site.ca.as_path());
    for who in ["black", "white"] {
        let (code, _, said) = site.run(who, ca, "guest").await?;
        ensure!(code == Some(0), "{said}");
    }
    let (_, offer, said) = site.run("black", ca, "offer --size 9 --time 1h --colour black").await?;
    let (code, game, more) = site.run("white", ca, &format!("accept {}", offer.trim())).await?;
    ensure!(code == Some(0), "{said} {more}");
    let play = format!("play {}", game.trim());
    let mut black = Dialogue::start(site.tengen("black", ca, &play)?)?;
    let mut white = Dialogue::start(site.tengen("white", ca, &play)?)?;
    black.when("your move", "D4").await?;
    white.when("your move", "F6").await?;
    black.when("your move", "").await?;

    // another authority: whoever trusts it alone gets in only with the new certificate
    let other = Authority::new()?;
    let renewed = other.issue(site.dir.path(), "renewed")?;
    let new_ca = site.dir.path().join("new-ca.pem");
    std::fs::write(&new_ca, other.pem())?;
    ensure!(site.run("watcher", Some(&new_ca), "games").await?.0 == Some(3), "the certificate is not new yet");
    site.renew(&renewed, READ_AGAIN).await?;
    let (code, _, said) = site.run("watcher", Some(&new_ca), "games").await?;
    ensure!(code == Some(0), "{said}");
    ensure!(site.run("watcher", ca, "games").await?.0 == Some(3), "the certificate is still the old one");

    // a key that does not belong to it, and no PEM at all: the one before stays
    let mixed = Issued { cert: renewed.cert.clone(), key: other.issue(site.dir.path(), "mixed")?.key };
    let text = site.dir.path().join("text");
    std::fs::write(&text, "no PEM")?;
    for broken in [mixed, Issued { cert: text.clone(), key: text }] {
        site.renew(&broken, KEPT).await?;
        let (code, _, said) = site.run("watcher", Some(&new_ca), "games").await?;
        ensure!(code == Some(0), "{said}");
    }

    // the connections of the players were open all the time
    black.say("C3").await?;
    white.when("your move", "resign").await?;
    white.when("resign this game?", "yes").await?;
    for player in [black, white] {
        ensure!(!player.said.iter().any(|message| message.contains("lost")), "{:?}", player.said);
        ensure!(player.end().await?.0, "the game did not end well");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_told_why_it_does_not_trust_and_remembers_whom_it_does() -> anyhow::Result<()> {
    let site = Secured::start(&[]).await?;
    let refused = |said: &str| said.contains("nobody trusted has issued its certificate") && said.contains("--ca");
    for words in ["games", "guest", "watch g1"] {
        let (code, out, said) = site.run("stranger", None, words).await?;
        ensure!(code == Some(3) && out.is_empty() && refused(&said), "{words}: {code:?} {said}");
    }
    // another authority of the same name is another
    let other = site.dir.path().join("other-ca.pem");
    std::fs::write(&other, Authority::new()?.pem())?;
    let (code, _, said) = site.run("stranger", Some(&other), "games").await?;
    ensure!(code == Some(3) && said.contains("certificate"), "{code:?} {said}");
    let (code, _, said) = site.run("stranger", Some(Path::new("/nonexistent")), "games").await?;
    ensure!(code == Some(2) && said.contains("--ca /nonexistent: No such file"), "{code:?} {said}");

    // the flag, kept with the login
    let (code, _, said) = site.run("ann", None, &format!("--ca {} guest", site.ca.display())).await?;
    ensure!(code == Some(0), "{said}");
    for words in ["whoami", "offers"] {
        let (code, _, said) = site.run("ann", None, words).await?;
        ensure!(code == Some(0), "{words}: {said}");
    }
    // a login says anew whom it trusts
    let (code, _, said) = site.run("ann", None, "guest --replace").await?;
    ensure!(code == Some(3) && refused(&said), "{code:?} {said}");

    // who speaks plainly to it is told how to ask
    let plain = format!("http://{}", site.server.address);
    for words in [&["games"][..], &["watch", "g1"]] {
        let mut command = tengen(&site.server.home().join("plain"), &plain, None)?;
        command.args(words);
        let (code, _, said) = typed(command, "").await?;
        let try_https = format!("this server may speak https: try https://{}", site.server.address);
        ensure!(code == Some(3) && said.contains(&try_https), "{words:?}: {code:?} {said}");
    }
    Ok(())
}

/// Begins handshakes and never ends one; begins anew when the server hangs up.
async fn half_open(from: Ipv4Addr, to: SocketAddr, begins: bool) -> anyhow::Result<()> {
    loop {
        let mut stream = tcp(from, to).await?;
        if begins {
            // a part of a ClientHello of 508 bytes
            stream.write_all(&[22, 3, 1, 2, 0, 1, 0, 1]).await?;
        }
        let mut rest = Vec::new();
        // a reset is a hang-up too
        let _reset = timeout(SOON, stream.read_to_end(&mut rest)).await.context("a handshake may last for ever")?;
        ensure!(rest.is_empty(), "{rest:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn handshakes_that_never_end_take_only_their_address_s_share_and_not_for_long() -> anyhow::Result<()> {
    // half of the places are an address's share
    let site = Secured::start(&["--max-connections", "64"]).await?;
    let [one, other] = [Ipv4Addr::new(127, 0, 0, 1), Ipv4Addr::new(127, 0, 0, 2)];
    let mut flood = JoinSet::new();
    for number in 0..40 {
        flood.spawn(half_open(one, site.server.address, number % 2 == 0));
    }
    // one more of that address is told so, with TLS; another address is served all the time
    let told = async |from, status: &str| {
        let told = ask(site.connect(from, &[]).await.ok()?, HEALTHZ).await.ok()?;
        told.starts_with(&format!("HTTP/1.1 {status} ")).then_some(told)
    };
    let full = wait_for("its share to be taken", 60, || told(one, "429")).await?;
    ensure!(full.contains("retry-after"), "{full}");
    ensure!(told(other, "200").await.is_some(), "the other address is not served");
    // and each of them for a time only
    let timed_out = || async {
        let text = reqwest::get(format!("{}/metrics", site.server.admin)).await.ok()?.text().await.ok()?;
        let count = text.lines().find_map(|line| line.strip_prefix("tengen_refused_total{reason=\"tls\"} "))?;
        count.parse().ok().filter(|count: &u64| *count >= 32)
    };
    wait_for("handshakes to be given up", 60, timed_out).await?;
    ensure!(told(other, "200").await.is_some(), "the other address is not served");
    while let Some(done) = flood.try_join_next() {
        done??;
    }
    flood.shutdown().await;
    wait_for("its places", 60, || told(one, "200")).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_begins_handshakes_without_end_is_stopped_alone() -> anyhow::Result<()> {
    let site = Secured::start(&[]).await?;
    let [one, other] = [Ipv4Addr::new(127, 0, 0, 3), Ipv4Addr::new(127, 0, 0, 4)];
    let mut begun = 0;
    while site.connect(one, &[]).await.is_ok() {
        for _ in 0..200 {
            drop(tcp(one, site.server.address).await?);
        }
        begun += 201;
        site.empty().await?;
        // 2,000 at once and 100 a second
        ensure!(begun < 50_000, "nothing stops it");
    }
    ensure!(begun >= 1_900, "it was stopped after {begun}");
    let served = ask(site.connect(other, &[]).await?, HEALTHZ).await?;
    ensure!(served.starts_with("HTTP/1.1 200 "), "{served}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_tls_is_closed_and_hurts_nobody() -> anyhow::Result<()> {
    let site = Secured::start(&["--max-connections", "16"]).await?;
    let from = Ipv4Addr::LOCALHOST;
    for bytes in [HEALTHZ.as_bytes(), b"\x16\x03\x01\xff\xff", &[0; 4096], b"SSH-2.0-x\r\n"] {
        let mut stream = tcp(from, site.server.address).await?;
        stream.write_all(bytes).await?;
        let mut answer = Vec::new();
        let _reset = timeout(SOON, stream.read_to_end(&mut answer)).await.context("it is not closed")?;
        ensure!(!answer.starts_with(b"HTTP"), "{answer:?}");
    }
    ensure!(site.connect(from, &[b"h2"]).await.is_err(), "HTTP/2 is not spoken here");
    let stream = site.connect(from, &[b"h2", b"http/1.1"]).await?;
    ensure!(stream.get_ref().1.alpn_protocol() == Some(b"http/1.1".as_slice()));
    let served = ask(stream, HEALTHZ).await?;
    ensure!(served.starts_with("HTTP/1.1 200 "), "{served}");

    // a full server says so with TLS
    site.empty().await?;
    let mut held = Vec::new();
    while held.len() < 16 {
        held.push(site.connect(from, &[]).await?);
    }
    let other = Ipv4Addr::new(127, 0, 0, 2);
    let full = || async {
        let told = ask(site.connect(other, &[]).await.ok()?, HEALTHZ).await.ok()?;
        (told.starts_with("HTTP/1.1 503 ") && told.contains("unavailable")).then_some(())
    };
    wait_for("to be told that it is full", 30, full).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_look_as_before_and_a_health_check_speaks_tls() -> anyhow::Result<()> {
    let site = Secured::start(&[]).await?;
    let ready = reqwest::get(format!("{}/readyz", site.server.admin)).await?;
    ensure!(ready.status() == 200, "{}", ready.status());
    let check = async |more: &[&str]| {
        let mut command = Command::new(binary("tengen-server")?);
        command.arg("healthcheck").arg("--listen").arg(site.server.address.to_string());
        command.args(["--data", "/nonexistent", "--admin-listen", "off"]).args(more);
        let done = command.stdin(Stdio::null()).output().await?;
        anyhow::Ok((done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned()))
    };
    // it needs neither file, only to know that there are
    let (code, said) = check(&["--tls-cert", "/nonexistent", "--tls-key", "/nonexistent"]).await?;
    ensure!(code == Some(0), "{said}");
    ensure!(check(&[]).await?.0 == Some(1), "without TLS nothing is understood");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_certificate_cannot_be_used_does_not_start() -> anyhow::Result<()> {
    let (dir, authority) = (tempfile::tempdir()?, Authority::new()?);
    let (one, other) = (authority.issue(dir.path(), "one")?, authority.issue(dir.path(), "other")?);
    let missing = dir.path().join("missing");
    // a key that lost its line breaks on the way
    let (squashed, secret) = (dir.path().join("squashed"), std::fs::read_to_string(&one.key)?.replace('\n', ""));
    std::fs::write(&squashed, &secret)?;
    let part = secret.get(60..72).context("a key is longer")?;
    let numbers = part.bytes().map(|byte| byte.to_string()).collect::<Vec<_>>().join(", ");
    for (cert, key, said) in [
        (&one.cert, &squashed, "not the PEM of a private key"),
        (&squashed, &one.key, "not the PEM of certificates"),
        (&missing, &one.key, "tls-cert: "),
        (&one.cert, &missing, "tls-key: "),
        (&one.cert, &other.key, "it is not the key of the certificate in "),
        (&one.key, &one.key, "there is no certificate in it"),
    ] {
        for command in [&[][..], &["check-config"]] {
            let mut server = Command::new(binary("tengen-server")?);
            server.args(command).args(["--listen", "127.0.0.1:0", "--admin-listen", "off"]);
            server.arg("--data").arg(dir.path().join("data")).arg("--tls-cert").arg(cert).arg("--tls-key").arg(key);
            let done = timeout(SOON, server.kill_on_drop(true).output()).await.context("it runs")??;
            let error = String::from_utf8_lossy(&done.stderr);
            ensure!(done.status.code() == Some(2) && error.contains(said), "{command:?} {:?} {error}", done.status);
            ensure!(!error.contains("PRIVATE KEY-----\n"), "{error}");
            ensure!(!error.contains(part) && !error.contains(&numbers), "the key is told: {error}");
        }
    }
    Ok(())
}
