//! What is broken, and how it is mended.

use crate::world::{Node, World, signal};
use anyhow::{Context, ensure};
use clap::ValueEnum;
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};
use std::{ops::RangeInclusive, time::Duration};
use tengen_tests::{
    proxy::{Proxy, Way, Ways},
    wall_clock::WallClock,
};

/// A step of a wall clock, ms.
const STEP_MS: i64 = 60_000;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Kind {
    /// A node is killed (SIGKILL) and started again
    NodeKilled,
    /// A node stands still (SIGSTOP) and goes on
    NodeStopped,
    /// All nodes are restarted one after the other (SIGTERM)
    RollingRestart,
    /// Redis is killed (SIGKILL) and started again on its log
    RedisKilled,
    /// Redis stands still (SIGSTOP) and goes on
    RedisStopped,
    /// Redis refuses to write: its memory is full
    RedisFull,
    /// Redis cuts its subscribers (CLIENT KILL TYPE pubsub)
    SubscribersCut,
    /// Redis forgets its scripts (SCRIPT FLUSH)
    ScriptsForgotten,
    /// A node's connections to Redis are cut
    LinkCut,
    /// Nothing passes between a node and Redis, or nothing in one direction
    LinkStalled,
    /// Redis's answers to a node come late
    LinkLate,
    /// Redis's answers to a node are lost, then its connections cut
    AnswersLost,
    /// All that passes between a node and Redis comes in halves
    LinkHalved,
    /// The wall clock of Redis is set by 60 s, and back
    RedisClock,
    /// The wall clock of a node is set by 60 s, and back
    NodeClock,
}

impl Kind {
    /// As on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::NodeKilled => "node-killed",
            Self::NodeStopped => "node-stopped",
            Self::RollingRestart => "rolling-restart",
            Self::RedisKilled => "redis-killed",
            Self::RedisStopped => "redis-stopped",
            Self::RedisFull => "redis-full",
            Self::SubscribersCut => "subscribers-cut",
            Self::ScriptsForgotten => "scripts-forgotten",
            Self::LinkCut => "link-cut",
            Self::LinkStalled => "link-stalled",
            Self::LinkLate => "link-late",
            Self::AnswersLost => "answers-lost",
            Self::LinkHalved => "link-halved",
            Self::RedisClock => "redis-clock",
            Self::NodeClock => "node-clock",
        }
    }

    /// What two faults at once must not share.
    const fn at(self) -> Place {
        match self {
            Self::NodeKilled | Self::NodeStopped | Self::NodeClock => Place::Node,
            Self::RedisKilled | Self::RedisStopped | Self::RedisFull | Self::RedisClock => Place::Redis,
            Self::SubscribersCut | Self::ScriptsForgotten => Place::Redis,
            Self::LinkCut | Self::LinkStalled | Self::LinkLate | Self::AnswersLost | Self::LinkHalved => Place::Link,
            Self::RollingRestart => Place::Everywhere,
        }
    }

    /// How long it lasts, ms.
    const fn lasts_ms(self) -> RangeInclusive<u64> {
        match self {
            Self::SubscribersCut | Self::ScriptsForgotten | Self::LinkCut | Self::RollingRestart => 0..=0,
            Self::LinkHalved | Self::RedisClock | Self::NodeClock => 500..=8_000,
            _ => 100..=6_000,
        }
    }
}

/// Where a fault is; mended in this order, since a node needs Redis and its way there to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Redis,
    Link,
    Node,
    Everywhere,
}

/// One fault.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    /// The node that it is about, if it is about one.
    node: usize,
    pub(crate) lasts: Duration,
    /// A way for `LinkStalled` and `LinkLate`, a step for clocks.
    ways: Ways,
    step_ms: i64,
}

impl Fault {
    /// One or two at once, of these kinds.
    pub(crate) fn draw(rng: &mut StdRng, kinds: &[Kind], nodes: usize) -> anyhow::Result<Vec<Self>> {
        let mut drawn = vec![Self::one(rng, kinds, nodes)?];
        if rng.random_bool(0.25) {
            let second = Self::one(rng, kinds, nodes)?;
            let (here, there) = (drawn[0].kind.at(), second.kind.at());
            if here != there && here != Place::Everywhere && there != Place::Everywhere {
                drawn.push(second);
            }
        }
        Ok(drawn)
    }

    fn one(rng: &mut StdRng, kinds: &[Kind], nodes: usize) -> anyhow::Result<Self> {
        let kind = *kinds.choose(rng).context("no kind of fault")?;
        let late = Way::late(Duration::from_millis(rng.random_range(200..=2_800)));
        let (requests, answers) = match (kind, rng.random_range(0..3)) {
            (Kind::LinkStalled, 0) => (Way::STALLED, Way::CLEAR),
            (Kind::LinkStalled, 1) => (Way::CLEAR, Way::STALLED),
            (Kind::LinkStalled, _) => (Way::STALLED, Way::STALLED),
            (Kind::LinkLate, _) => (Way::CLEAR, late),
            (Kind::AnswersLost, _) => (Way::CLEAR, Way::LOST),
            (Kind::LinkHalved, _) => (Way::HALVED, Way::HALVED),
            _ => (Way::CLEAR, Way::CLEAR),
        };
        Ok(Self {
            kind,
            node: rng.random_range(0..nodes),
            lasts: Duration::from_millis(rng.random_range(kind.lasts_ms())),
            ways: Ways { requests, answers },
            step_ms: if rng.random_bool(0.5) { STEP_MS } else { -STEP_MS },
        })
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let name = self.kind.name();
        let node = if matches!(self.kind.at(), Place::Node | Place::Link) {
            format!(" (node {})", self.node + 1)
        } else {
            String::new()
        };
        let step = if matches!(self.kind, Kind::RedisClock | Kind::NodeClock) {
            format!(" by {} s", self.step_ms / 1_000)
        } else {
            String::new()
        };
        format!("{name}{node}{step} for {} ms", self.lasts.as_millis())
    }

    /// Breaks it.
    pub(crate) async fn begin(&self, world: &mut World) -> anyhow::Result<()> {
        let node = &mut world.nodes[self.node];
        match self.kind {
            Kind::NodeKilled => node.server.kill().await,
            Kind::NodeStopped => signal("-STOP", node.server.process()).await,
            Kind::RollingRestart => {
                for node in &mut world.nodes {
                    let status = node.server.stop().await?;
                    ensure!(status.success(), "a node that was told to end: {status}");
                    node.server.start_again().await?;
                }
                Ok(())
            }
            Kind::RedisKilled => {
                world.redis.kill();
                Ok(())
            }
            Kind::RedisStopped => world.redis.freeze(),
            Kind::RedisFull => world.redis.run(&["CONFIG", "SET", "maxmemory", "1"]).map(|_| ()),
            Kind::SubscribersCut => world.redis.run(&["CLIENT", "KILL", "TYPE", "pubsub"]).map(|_| ()),
            Kind::ScriptsForgotten => world.redis.run(&["SCRIPT", "FLUSH"]).map(|_| ()),
            Kind::LinkCut => {
                proxy(node)?.cut();
                Ok(())
            }
            Kind::LinkStalled | Kind::LinkLate | Kind::AnswersLost | Kind::LinkHalved => {
                proxy(node)?.set(self.ways);
                Ok(())
            }
            Kind::RedisClock => clock(world.redis_clock.as_ref())?.set(self.step_ms),
            Kind::NodeClock => clock(node.clock.as_ref())?.set(self.step_ms),
        }
    }

    /// Mends it.
    pub(crate) async fn end(&self, world: &mut World) -> anyhow::Result<()> {
        let node = &mut world.nodes[self.node];
        match self.kind {
            Kind::NodeKilled => node.server.start_again().await,
            Kind::NodeStopped => signal("-CONT", node.server.process()).await,
            Kind::RedisKilled => world.redis.restart(),
            Kind::RedisStopped => world.redis.thaw(),
            Kind::RedisFull => world.redis.run(&["CONFIG", "SET", "maxmemory", "0"]).map(|_| ()),
            Kind::LinkStalled | Kind::LinkLate | Kind::LinkHalved => {
                proxy(node)?.heal();
                Ok(())
            }
            Kind::AnswersLost => {
                proxy(node)?.cut_and_unmute();
                Ok(())
            }
            Kind::RedisClock => clock(world.redis_clock.as_ref())?.set(0),
            Kind::NodeClock => clock(node.clock.as_ref())?.set(0),
            Kind::RollingRestart | Kind::SubscribersCut | Kind::ScriptsForgotten | Kind::LinkCut => Ok(()),
        }
    }

    /// The order of mending.
    pub(crate) fn order(faults: &mut [Self]) {
        faults.sort_by_key(|fault| fault.kind.at());
    }
}

fn proxy(node: &Node) -> anyhow::Result<&Proxy> {
    node.proxy.as_ref().context("invariant: a world that is broken has proxies")
}

fn clock(clock: Option<&WallClock>) -> anyhow::Result<&WallClock> {
    clock.context("invariant: a world that is broken has clocks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn a_seed_gives_the_same_faults_again_and_every_kind_is_drawn() {
        let draw = |seed| {
            let mut rng = StdRng::seed_from_u64(seed);
            let faults = (0..500).flat_map(|_| Fault::draw(&mut rng, Kind::value_variants(), 3).unwrap());
            faults.collect::<Vec<_>>()
        };
        let text = |faults: &[Fault]| faults.iter().map(Fault::text).collect::<Vec<_>>();
        assert_eq!(text(&draw(7)), text(&draw(7)));
        assert_ne!(text(&draw(7)), text(&draw(8)));
        for kind in Kind::value_variants() {
            assert!(draw(7).iter().any(|fault| fault.kind == *kind), "{}", kind.name());
            assert_eq!(Kind::from_str(kind.name(), false), Ok(*kind));
        }
    }

    #[test]
    fn two_faults_at_once_are_not_at_one_place_and_a_node_is_mended_last() {
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..500 {
            let mut faults = Fault::draw(&mut rng, Kind::value_variants(), 3).unwrap();
            Fault::order(&mut faults);
            if let [first, second] = &faults[..] {
                assert!(first.kind.at() < second.kind.at(), "{first:?} {second:?}");
            }
        }
    }
}
