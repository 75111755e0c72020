//! One server from its first connection to its last: both listeners, and the order of a stop.

use crate::{
    accept::{Acceptor, REFUSALS},
    config::Config,
    http::{HttpRates, Shell, Unheeded, admin, pack, public},
    services::Services,
    shares::Shares,
    tls::Tls,
};
use std::{num::NonZeroUsize, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Semaphore, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::{info, warn};

/// Connections of the admin listener: some tools and a person.
const ADMIN_CONNECTIONS: usize = 64;

/// Files that are not connections: the admin's, refusals, the store's, the log, listeners, the
/// runtime's own.
const OTHER_FILES: usize = ADMIN_CONNECTIONS + REFUSALS + 96;

/// For the store to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// For tasks that were told to drop everything, and for admin connections.
const LAST_TIMEOUT: Duration = Duration::from_secs(1);

/// Listeners that are bound already.
#[derive(Debug)]
pub struct Listeners {
    /// For the world.
    pub public: TcpListener,
    /// What the public one shows with TLS; without it speaks plainly.
    pub tls: Option<Tls>,
    /// For operators, never with TLS.
    pub admin: Option<TcpListener>,
}

/// Serves until `stop`, then stops gracefully: not ready, no new connections, sockets are told and
/// have [`Config::drain`] to end, the store is closed, the admin listener ends last.
pub async fn serve(config: &Config, listeners: Listeners, services: Services, stop: CancellationToken) {
    if config.page {
        // nobody waits for it but who asks for a file at once
        drop(tokio::task::spawn_blocking(pack));
    }
    let force = CancellationToken::new();
    let tasks = TaskTracker::new();
    let places = connection_limit(config.max_connections);
    let shares = Shares::of(places);
    let shell = Shell {
        services: services.clone(),
        origins: config.origins.clone().into(),
        page: config.page,
        trusted: config.trusted_proxies.clone().into(),
        timeouts: config.timeouts,
        node_name: config.node_name.as_str().into(),
        closing: stop.clone(),
        force: force.clone(),
        sockets: tasks.clone(),
        shares: shares.clone(),
        rates: Arc::new(HttpRates::new()),
        unheeded: Arc::new(Unheeded::default()),
    };
    let public = Acceptor {
        router: public(&shell),
        tls: listeners.tls,
        prefix: config.prefix.clone(),
        places: Arc::new(Semaphore::new(places)),
        shares: Some(shares),
        trusted: shell.trusted.clone(),
        timeouts: config.timeouts,
        metrics: Some(services.metrics.clone()),
        closing: stop.clone(),
        force: force.clone(),
        tasks: tasks.clone(),
    };
    let admin = Acceptor {
        router: admin(&shell),
        tls: None,
        prefix: None,
        places: Arc::new(Semaphore::new(ADMIN_CONNECTIONS)),
        shares: None,
        metrics: None,
        closing: CancellationToken::new(),
        tasks: TaskTracker::new(),
        ..public.clone()
    };
    let (admin_closing, admin_tasks) = (admin.closing.clone(), admin.tasks.clone());
    if let Some(listener) = listeners.admin {
        admin_tasks.spawn(admin.run(listener));
    }
    public.run(listeners.public).await;
    info!(connections = tasks.len(), drain_s = config.drain.as_secs(), "stopping: connections may end");
    drain(&tasks, &force, config.drain).await;
    if timeout(CLOSE_TIMEOUT, services.health.close()).await.is_err() {
        warn!(timeout_s = CLOSE_TIMEOUT.as_secs(), "the store did not close in time");
    }
    admin_closing.cancel();
    admin_tasks.close();
    if timeout(LAST_TIMEOUT, admin_tasks.wait()).await.is_err() {
        force.cancel();
    }
    info!("stopped");
}

async fn drain(tasks: &TaskTracker, force: &CancellationToken, drain: Duration) {
    tasks.close();
    if timeout(drain, tasks.wait()).await.is_ok() {
        return;
    }
    warn!(connections = tasks.len(), "connections did not end in time and are dropped");
    force.cancel();
    if timeout(LAST_TIMEOUT, tasks.wait()).await.is_err() {
        warn!(connections = tasks.len(), "connections could not be dropped");
    }
}

/// Raises the soft limit of open files to the hard one and says how many connections that allows:
/// as many as were asked for, or fewer.
fn connection_limit(wanted: Option<NonZeroUsize>) -> usize {
    let files = match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => usize::try_from(files).unwrap_or(usize::MAX),
        Err(error) => {
            warn!(%error, "cannot raise the limit of open files");
            let soft = rlimit::getrlimit(rlimit::Resource::NOFILE).map_or(1024, |(soft, _)| soft);
            usize::try_from(soft).unwrap_or(usize::MAX)
        }
    };
    let limit = allowed(files, wanted);
    if wanted.is_some_and(|wanted| wanted.get() > limit) {
        warn!(files, limit, "the limit of open files allows fewer connections than max-connections");
    }
    info!(connections = limit, files, "connection limit");
    limit
}

/// At least one: a server that takes nobody has no use.
fn allowed(files: usize, wanted: Option<NonZeroUsize>) -> usize {
    let possible = files.saturating_sub(OTHER_FILES).clamp(1, Semaphore::MAX_PERMITS);
    wanted.map_or(possible, |wanted| wanted.get().min(possible))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_limit_connections() {
        assert_eq!(allowed(1024, None), 1024 - OTHER_FILES);
        assert_eq!(allowed(20_000, NonZeroUsize::new(10)), 10);
        assert_eq!(allowed(1024, NonZeroUsize::new(5000)), 1024 - OTHER_FILES);
        assert_eq!(allowed(10, None), 1);
        assert!(allowed(usize::MAX, None) <= Semaphore::MAX_PERMITS);
    }
}
