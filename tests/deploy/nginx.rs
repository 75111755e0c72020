//! The proxy of `nginx.conf` in front of real servers: what it lets through, and what it does when one
//! of them is gone.

use crate::{game, program, replaced, run, secured::Secured, text};
use anyhow::{Context, ensure};
use reqwest::{Certificate, Client, redirect::Policy};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    process::Stdio,
};
use tempfile::TempDir;
use tengen_tests::{
    free_port,
    server::{Server, StoreKind},
    wait_for,
};
use tokio::process::{Child, Command};

/// The name in the file.
const SITE: &str = "go.example";

/// A running nginx; killed when dropped.
struct Nginx {
    _process: Child,
    _dir: TempDir,
    /// Without TLS.
    plain: SocketAddr,
    /// With TLS.
    tls: SocketAddr,
    /// That sends people to TLS.
    redirect: SocketAddr,
    certificate: Certificate,
}

impl Nginx {
    /// In front of these two, whose addresses take the place of the file's.
    async fn start(nodes: [SocketAddr; 2]) -> anyhow::Result<Self> {
        let dir = tempfile::tempdir()?;
        let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let [plain, tls, redirect] = [at(free_port()?), at(free_port()?), at(free_port()?)];
        let certificate = certificate(dir.path()).await?;
        let mut site = text("nginx.conf")?;
        for (from, to) in [
            ("127.0.0.1:9191", nodes[0].to_string()),
            ("127.0.0.1:9193", nodes[1].to_string()),
            ("listen [::]:443 ssl;", String::new()),
            ("listen [::]:80;", String::new()),
            ("listen 443 ssl;", format!("listen {tls} ssl; listen {plain};")),
            ("listen 80;", format!("listen {redirect};")),
            ("/etc/letsencrypt/live/go.example", dir.path().display().to_string()),
        ] {
            site = replaced(&site, from, &to)?;
        }
        std::fs::write(dir.path().join("tengen.conf"), site)?;
        // One process, so that none is left over when it is killed.
        let all = "daemon off; master_process off; pid nginx.pid; events {} http { access_log off; \
                   client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; \
                   uwsgi_temp_path uwsgi; scgi_temp_path scgi; include tengen.conf; }";
        std::fs::write(dir.path().join("nginx.conf"), all)?;
        let said = run(nginx(dir.path(), &["-t"])).await?;
        ensure!(said.contains("test is successful") && !said.contains("[warn]"), "{said}");
        let log = std::fs::File::create(dir.path().join("log"))?;
        let process = nginx(dir.path(), &[]).stdin(Stdio::null()).stderr(log).spawn()?;
        wait_for("nginx", 20, || async { tokio::net::TcpStream::connect(plain).await.ok() }).await?;
        Ok(Self { _process: process, _dir: dir, plain, tls, redirect, certificate })
    }
}

fn nginx(dir: &Path, words: &[&str]) -> Command {
    // Debian has it where only root looks.
    let system = Path::new("/usr/sbin/nginx");
    let mut command = program(if system.exists() { system } else { Path::new("nginx") }, words);
    command.arg("-p").arg(dir).args(["-c", "nginx.conf", "-e", "stderr"]);
    command
}

/// Makes one for the site, where the file looks for it.
async fn certificate(dir: &Path) -> anyhow::Result<Certificate> {
    let mut openssl = program("openssl", &["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]);
    openssl.args(["-nodes", "-days", "2", "-subj", "/CN=go.example", "-addext", "subjectAltName=DNS:go.example"]);
    openssl.args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"]).arg(dir.join("privkey.pem"));
    run({
        openssl.arg("-out").arg(dir.join("fullchain.pem"));
        openssl
    })
    .await?;
    Ok(Certificate::from_pem(&std::fs::read(dir.join("fullchain.pem"))?)?)
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_through_nginx_when_a_node_is_gone() -> anyhow::Result<()> {
    let redis = Secured::start().await?;
    let mut options = redis.options();
    options.extend(["--public-url", "https://go.example", "--trusted-proxy", "127.0.0.1"].map(str::to_owned));
    let mut nodes = [
        Server::start_with(StoreKind::Embedded, &options).await?,
        Server::start_with(StoreKind::Embedded, &options).await?,
    ];
    let nginx = Nginx::start([nodes[0].address, nodes[1].address]).await?;
    let (home, url, other) = (nodes[1].home().to_owned(), format!("http://{}", nginx.plain), nodes[1].url.clone());
    let mut players = game::begun(&home, std::slice::from_ref(&url)).await?;
    game::over(&mut players, &other, async || {
        let status = nodes[0].stop().await?;
        ensure!(status.success(), "SIGTERM ends it well: {status}");
        Ok(())
    })
    .await?;
    let came_back = players.iter().filter(|player| player.joined >= 2).count();
    ensure!(came_back >= 1, "three came through nginx, and nobody was on the node that stopped");
    let (tokens, game) = ([players[0].token.clone(), players[1].token.clone()], players[0].game.clone());
    game::check(&url, players).await?;
    game::counted(&home, [&url, &url], [&tokens[0], &tokens[1]], &game).await?;
    // Requests find the one that is left, every time.
    for _ in 0..10 {
        let answer = reqwest::get(format!("{url}/api/v1/games/{game}.sgf")).await?;
        ensure!(answer.status().is_success(), "{}", answer.status());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_speaks_tls_and_names_the_client_itself() -> anyhow::Result<()> {
    let options = ["--public-url", "https://go.example", "--trusted-proxy", "127.0.0.1", "--guests-per-address", "2"];
    let options = options.map(str::to_owned);
    let server = Server::start_with(StoreKind::Embedded, &options).await?;
    let nginx = Nginx::start([server.address, server.address]).await?;
    let client = Client::builder()
        .tls_certs_only([nginx.certificate.clone()])
        .resolve(SITE, nginx.tls)
        .redirect(Policy::none())
        .build()?;
    let url = format!("https://{SITE}:{}", nginx.tls.port());
    let answer = client.get(format!("{url}/healthz")).send().await?;
    ensure!(answer.status().is_success(), "{}", answer.status());
    ensure!(answer.headers().contains_key("strict-transport-security"), "{:?}", answer.headers());

    let plain = client.get(format!("http://{}/x", nginx.redirect)).header("host", SITE).send().await?;
    let location = plain.headers().get("location").and_then(|value| value.to_str().ok());
    ensure!(plain.status() == 301 && location == Some("https://go.example/x"), "{} {location:?}", plain.status());

    // Who names another address each time is counted by his own.
    let mut made = 0;
    for last in 1..=3 {
        let guest = client.post(format!("{url}/api/v1/guests")).header("x-forwarded-for", format!("192.0.2.{last}"));
        let status = guest.send().await.context("guest")?.status();
        ensure!(status.is_success() || status == 429, "{status}");
        made += usize::from(status.is_success());
    }
    ensure!(made == 2, "{made} guests were made where one address may make 2");
    Ok(())
}
