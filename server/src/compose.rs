//! Puts the parts of a server together as the configuration says, and takes them apart at the end.

use crate::{
    admin::{AdminSocket, BindError},
    auth::{Accounts, AuthError, KeyError, Limits, Role, Settings, SigningKeys},
    config::{Config, StoreChoice, certificates},
    http::{accounts, browser, tournaments},
    hub::{Directory, Hub, Identity, Keeping, Person, Silenced, Voice},
    metrics::Metrics,
    services::{Health, Services},
    socket::Sockets,
    store::{
        Store, StoreError,
        embedded::Embedded,
        redis::{RedisOptions, RedisStore},
    },
};
use async_trait::async_trait;
use std::{
    fs::DirBuilder,
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::Arc,
};
use tengen_core::tournament::event::Office;
use tengen_protocol::{AccountId, WireError, limits};
use tokio::sync::watch;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::{info, warn};

/// Why a server cannot start, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store promises less than the configuration demands.
    #[error("require-durable is set, but {0}")]
    NotDurable(String),
    /// The signing secret is missing or wrong.
    #[error("the signing secret")]
    Secret(#[from] KeyError),
    /// Accounts cannot be served.
    #[error("accounts cannot be served")]
    Accounts(#[from] AuthError),
    /// The administrator's socket cannot be made.
    #[error(transparent)]
    AdminSocket(#[from] BindError),
    /// The store broke while the server was running.
    #[error("the store broke, and the server stopped so that nothing is promised falsely: {0}")]
    Broken(Arc<str>),
}

/// A server's parts.
pub(crate) struct Parts {
    pub(crate) services: Services,
    /// Becomes `Some` when the store broke for good; `None` for a store that cannot.
    pub(crate) broken: Option<watch::Receiver<Option<Arc<str>>>>,
}

impl Parts {
    /// Opens everything. The data directory is made by whoever needs it first.
    pub(crate) async fn open(config: &Config) -> Result<Self, RunError> {
        let node = node_identity(&config.node_name);
        let (store, embedded) = open_store(config, &node).await?;
        let broken = embedded.as_ref().map(|store| store.fatal());
        check_promise(config, &*store).await?;
        let limits = Limits::default().with_guests(config.guests_per_address);
        let settings = Settings { limits, ..Settings::default() };
        let accounts = Arc::new(Accounts::new(store.clone(), signing_keys(config)?, settings)?);
        make_directory(&config.data)?;
        let admin = AdminSocket::bind(&config.admin_socket)?;
        info!(path = %config.admin_socket.display(), "the administrator's socket");
        let metrics = Arc::new(Metrics::new());
        let directory = Arc::new(AccountDirectory(accounts.clone()));
        let keeping = Keeping { archive_after: config.archive_after, talk: config.talk_keep };
        let hub = Hub::start_with(node.as_str().into(), store.clone(), directory, metrics.clone(), keeping);
        hub.opened().await;
        let end =
            Ending { store, hub: hub.clone(), admin_closing: CancellationToken::new(), tasks: TaskTracker::new() };
        end.tasks.spawn(admin.serve(accounts.clone(), embedded, end.admin_closing.clone()));
        let games = Arc::new(hub.clone());
        let routes = accounts::routes(accounts.clone())
            .merge(tournaments::routes(accounts.clone(), hub.tournaments(), games.clone()))
            .merge(browser::routes(accounts.clone(), config.into()));
        let services = Services {
            games,
            sockets: Arc::new(Sockets::new(hub).anonymous_per_address(config.anonymous_per_address)),
            tokens: accounts,
            health: Arc::new(end),
            routes,
            metrics,
        };
        Ok(Self { services, broken })
    }
}

/// The data directory, where the store did not make it already: the administrator's socket lies there.
fn make_directory(path: &Path) -> Result<(), RunError> {
    let failed = |error: io::Error| StoreError::Open(format!("cannot make {}: {error}", path.display()));
    Ok(DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(failed)?)
}

/// Under which name the store knows this run of the node: one that was started again is another node
/// than the one whose seats are still in the store, whatever the operator calls it.
fn node_identity(name: &str) -> String {
    format!("{name}-{:08x}", rand::random::<u32>())
}

/// The store, and the same again if it is the embedded one.
async fn open_store(config: &Config, node: &str) -> Result<(Arc<dyn Store>, Option<Arc<Embedded>>), RunError> {
    match &config.store {
        StoreChoice::Embedded => {
            let store = Embedded::open(&config.data, node)?;
            Ok((store.clone(), Some(store)))
        }
        StoreChoice::Redis { url, sentinel_master, replicas, authorities } => {
            info!(%url, sentinel_master, "opening Redis");
            let read = |path: &PathBuf| certificates(path).map(Into::into).map_err(StoreError::Open);
            let options = RedisOptions {
                sentinel_master: sentinel_master.clone(),
                replicas: *replicas,
                authorities: authorities.as_ref().map(read).transpose()?,
                ..RedisOptions::default()
            };
            let store = RedisStore::open(url.expose(), node, options).await?;
            Ok((store, None))
        }
    }
}

/// Says in one line what holds for acknowledged moves.
async fn check_promise(config: &Config, store: &dyn Store) -> Result<(), RunError> {
    let promise = store.promise().await?;
    match (promise.durable, config.require_durable) {
        (true, _) => info!(durable = true, "{}", promise.sentence),
        (false, false) => warn!(durable = false, "{}", promise.sentence),
        (false, true) => return Err(RunError::NotDurable(promise.sentence)),
    }
    Ok(())
}

fn signing_keys(config: &Config) -> Result<SigningKeys, KeyError> {
    match (&config.secret_file, &config.store) {
        (Some(file), _) => SigningKeys::from_file(file),
        (None, StoreChoice::Embedded) => SigningKeys::create_in(&config.data),
        (None, StoreChoice::Redis { .. }) => {
            warn!("development: tokens are signed with a secret that ends with this process");
            SigningKeys::random()
        }
    }
}

/// Accounts as the hub sees them.
struct AccountDirectory(Arc<Accounts>);

#[async_trait]
impl Directory for AccountDirectory {
    async fn authenticate(&self, token: &str) -> Result<Identity, WireError> {
        let identity = self.0.authenticate(token).await?;
        let mut watch = self.0.watch(&identity).await?;
        Ok(Identity {
            account: identity.account,
            name: identity.name.as_ref().to_owned(),
            expires_at: identity.expires_at,
            follows: follows(&identity.roles),
            revoked: Box::pin(async move { watch.revoked().await }),
        })
    }

    async fn is_referee(&self, account: &AccountId) -> Result<bool, WireError> {
        Ok(self.0.load(account).await?.roles.contains(&Role::Referee))
    }

    async fn office(&self, account: &AccountId) -> Result<Option<Office>, WireError> {
        Ok(tournaments::office(&self.0.load(account).await?.roles))
    }

    /// A name that cannot be read now is shown as the id: a game goes on without it.
    async fn names(&self, accounts: &[AccountId]) -> Vec<String> {
        let names = self.0.names_of(accounts).await.unwrap_or_else(|error| {
            warn!(%error, "names of accounts could not be read");
            vec![None; accounts.len()]
        });
        let named = accounts.iter().zip(names);
        named.map(|(id, name)| name.map_or_else(|| id.to_string(), |name| name.as_ref().to_owned())).collect()
    }

    /// Ids come first: a name that is written like somebody's id does not stand in his place.
    async fn person(&self, who: &str) -> Result<Option<Person>, WireError> {
        let person = async |id: AccountId| -> Result<Option<Person>, AuthError> {
            let account = self.0.load(&id).await?;
            let (guest, since) = (account.is_guest(), account.registered_at);
            Ok(account.exists().then_some(Person { account: id, name: account.name, guest, since }))
        };
        if let Ok(id) = who.parse::<AccountId>()
            && let Some(person) = person(id).await?
        {
            return Ok(Some(person));
        }
        match self.0.find(who).await? {
            Some(id) => Ok(person(id).await?),
            None => Ok(None),
        }
    }

    async fn voice(&self, account: &AccountId) -> Result<Voice, WireError> {
        let (account, left) = self.0.voice(account).await?;
        Ok(Voice { silenced: left.map(|left| Silenced { left }), mutes: account.muted })
    }

    fn mutes(&self, reader: &AccountId, speaker: &AccountId) -> bool {
        self.0.mutes(reader, speaker)
    }

    async fn mute(&self, reader: &AccountId, speaker: &AccountId, muted: bool) -> Result<(), WireError> {
        Ok(self.0.mute(reader, speaker, muted).await?)
    }
}

/// How many games a connection of an account with these roles may follow.
fn follows(roles: &[Role]) -> usize {
    if roles.contains(&Role::Broadcaster) { limits::BROADCAST_GAMES } else { limits::JOINED_GAMES }
}

/// Readiness, and the order in which the parts end.
struct Ending {
    store: Arc<dyn Store>,
    hub: Hub,
    admin_closing: CancellationToken,
    tasks: TaskTracker,
}

#[async_trait]
impl Health for Ending {
    async fn ready(&self) -> Result<(), String> {
        if let Some(why) = self.hub.not_ready() {
            return Err(why.to_owned());
        }
        self.store.ready().await.map_err(|error| error.to_string())
    }

    async fn close(&self) {
        self.admin_closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
        self.hub.close().await;
        self.store.close().await;
    }
}
