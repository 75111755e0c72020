//! `tengen-server`: reads arguments, makes the configuration, runs the server until a signal.

use anyhow::anyhow;
use std::{
    io::{self, Write},
    net::SocketAddr,
    process::ExitCode,
};
use tengen_server::{
    Listeners, Tls,
    admin::run_admin_client,
    bind,
    cli::{self, Command, InvocationError},
    config::{Config, ConfigError},
    run, systemd, telemetry,
};
use tokio::{
    net::TcpListener,
    signal::unix::{Signal, SignalKind, signal},
};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// Arguments or configuration were wrong; the same that clap exits with.
const WRONG_USE: u8 = 2;

/// SIGXFSZ on every system that this runs on: a file grew beyond the limit of its size (`ulimit -f`).
const FILE_TOO_LARGE: i32 = 25;

fn main() -> ExitCode {
    let invocation = match cli::invocation(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(InvocationError::Arguments(error)) => error.exit(),
        Err(InvocationError::Config(error)) => return fail(&error.into()),
    };
    let done = match invocation.command {
        None => Config::settle(invocation.effective.options()).map_err(Into::into).and_then(|config| serve(&config)),
        Some(Command::CheckConfig) => cli::check_config(&invocation.effective, &mut io::stdout().lock()),
        Some(Command::Healthcheck(how)) => Config::settle(invocation.effective.options())
            .map_err(Into::into)
            .and_then(|config| cli::healthcheck(&config, how)),
        Some(Command::Admin(arguments)) => Config::settle(invocation.effective.options())
            .map_err(Into::into)
            .and_then(|config| run_admin_client(&config.admin_socket, &arguments, &mut io::stdout().lock())),
        Some(Command::Completions { shell }) => {
            cli::completions(shell, &mut io::stdout().lock());
            Ok(())
        }
    };
    done.map_or_else(|error| fail(&error), |()| ExitCode::SUCCESS)
}

fn fail(error: &anyhow::Error) -> ExitCode {
    // A closed stderr leaves nobody to tell.
    let _ = writeln!(io::stderr(), "tengen-server: {error:#}");
    if error.is::<ConfigError>() { ExitCode::from(WRONG_USE) } else { ExitCode::FAILURE }
}

#[tokio::main]
async fn serve(config: &Config) -> anyhow::Result<()> {
    telemetry::init(&config.log, config.log_format)?;
    let stop = CancellationToken::new();
    // Before anything slow, so that no signal is missed.
    let signals = [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?];
    // The signal would end the process; the write says it too, and the store refuses what it cannot keep.
    let _too_large = signal(SignalKind::from_raw(FILE_TOO_LARGE))?;
    tokio::spawn(on_signals(signals, stop.clone()));
    let tls = config.tls.as_ref().map(Tls::load).transpose().map_err(ConfigError::from)?;
    if let Some(tls) = &tls {
        tokio::spawn(on_hangup(signal(SignalKind::hangup())?, tls.clone()));
    }
    let public = listen("--listen", config.listen)?;
    let admin = config.admin_listen.map(|address| listen("--admin-listen", address)).transpose()?;
    let public_address = public.local_addr()?;
    let admin_address = admin.as_ref().map(TcpListener::local_addr).transpose()?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    let ready = || {
        let mut out = io::stdout().lock();
        // Whoever closed stdout does not wait for these lines.
        let _ = writeln!(out, "listening on {scheme}://{public_address}");
        if let Some(address) = admin_address {
            let _ = writeln!(out, "admin on http://{address}");
        }
        let _ = out.flush();
        info!(listen = %public_address, tls = scheme == "https", admin = ?admin_address, node = config.node_name, "ready");
        systemd::ready();
    };
    tokio::spawn(systemd::watch());
    Ok(run(config, Listeners { public, tls, admin }, stop, ready).await?)
}

/// Listens; an error names the option that said where.
fn listen(option: &str, address: SocketAddr) -> anyhow::Result<TcpListener> {
    bind(address).map_err(|error| {
        let what = format!("cannot listen on {address} ({option})");
        match error.kind() {
            io::ErrorKind::AddrInUse => anyhow!("{what}: {error}; another tengen-server may be running"),
            _ => anyhow!("{what}: {error}"),
        }
    })
}

/// The first signal stops the server gracefully, the second at once.
async fn on_signals([mut terminate, mut interrupt]: [Signal; 2], stop: CancellationToken) {
    let first = next(&mut terminate, &mut interrupt).await;
    info!(signal = first, "stopping");
    systemd::stopping();
    stop.cancel();
    let second = next(&mut terminate, &mut interrupt).await;
    warn!(signal = second, "stopping at once");
    std::process::exit(128 + second);
}

/// Each one reads certificate and key again; a pair that cannot be used changes nothing.
async fn on_hangup(mut hangup: Signal, tls: Tls) {
    while hangup.recv().await.is_some() {
        let again = tls.clone();
        match tokio::task::spawn_blocking(move || again.reload()).await {
            Ok(Ok(())) => {
                info!(path = %tls.cert().display(), "certificate and key were read again: new connections get them")
            }
            Ok(Err(error)) => error!(%error, "certificate and key could not be read again: those before stay in use"),
            Err(error) => error!(%error, "reading certificate and key again failed: those before stay in use"),
        }
    }
}

async fn next(terminate: &mut Signal, interrupt: &mut Signal) -> i32 {
    tokio::select! {
        _ = terminate.recv() => SignalKind::terminate().as_raw_value(),
        _ = interrupt.recv() => SignalKind::interrupt().as_raw_value(),
    }
}
