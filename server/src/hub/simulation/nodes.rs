//! The nodes of a run: they die, drain and start again.

use super::world::{Seam, World};
use crate::{
    Metrics,
    hub::{Directory, Hub, Identity, lock},
};
use async_trait::async_trait;
use std::sync::{Arc, Mutex};
use tengen_protocol::{AccountId, Code, WireError};
use tokio_util::sync::CancellationToken;

struct Nobody;

#[async_trait]
impl Directory for Nobody {
    async fn authenticate(&self, _: &str) -> Result<Identity, WireError> {
        Err(WireError::new(Code::Unauthorized, "nobody logs in here"))
    }

    async fn is_referee(&self, _: &AccountId) -> Result<bool, WireError> {
        Ok(false)
    }

    async fn names(&self, accounts: &[AccountId]) -> Vec<String> {
        accounts.iter().map(ToString::to_string).collect()
    }
}

/// One life of a node.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) hub: Hub,
    /// It died, or is to be left.
    pub(super) dead: CancellationToken,
}

impl Node {
    fn start(world: &Arc<World>, which: usize) -> Self {
        let store = Arc::new(Seam::new(world, which));
        let hub = Hub::start(format!("n{which}").into(), store, Arc::new(Nobody), Arc::new(Metrics::new()));
        Self { hub, dead: CancellationToken::new() }
    }
}

pub(super) struct Nodes(Mutex<Vec<Option<Node>>>);

impl Nodes {
    pub(super) fn start(world: &Arc<World>, count: usize) -> Arc<Self> {
        let start = |which: usize| Some(Node::start(world, which));
        Arc::new(Self(Mutex::new((0..count).map(start).collect())))
    }

    /// Any that lives.
    pub(super) fn any(&self, world: &World) -> Option<Node> {
        let nodes = lock(&self.0);
        let living: Vec<_> = nodes.iter().flatten().collect();
        if living.is_empty() {
            return None;
        }
        let chosen = usize::try_from(world.below(living.len() as u64)).unwrap_or_default();
        living.get(chosen).map(|node| Node::clone(node))
    }

    /// This one, if it lives.
    pub(super) fn at(&self, which: usize) -> Option<Node> {
        lock(&self.0).get(which).cloned().flatten()
    }

    /// Takes one away: killed, or drained.
    pub(super) async fn end(&self, which: usize, drained: bool) {
        let node = lock(&self.0).get_mut(which).and_then(Option::take);
        let Some(node) = node else { return };
        node.dead.cancel();
        if drained {
            node.hub.close().await;
        } else {
            node.hub.0.stop.cancel();
            node.hub.0.tasks.close();
            node.hub.0.tasks.wait().await;
        }
    }

    pub(super) fn again(&self, world: &Arc<World>, which: usize) {
        if let Some(place) = lock(&self.0).get_mut(which) {
            *place = Some(Node::start(world, which));
        }
    }
}
