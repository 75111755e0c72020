//! What the server tells the service manager that started it: that it is ready, that it lives, that
//! it stops. Over the datagram socket of `NOTIFY_SOCKET` (sd_notify(3)); without that variable
//! nobody is told. A manager that cannot be told is logged and otherwise ignored: it may stop the
//! server for it, the server does not stop itself.

use sd_notify::NotifyState;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};
use tracing::warn;

/// Connections are accepted from now on.
pub fn ready() {
    tell(&NotifyState::Ready);
}

/// The stop begins. It may last as long as connections have to end.
pub fn stopping() {
    tell(&NotifyState::Stopping);
}

/// Shows twice in each `WatchdogSec` that the runtime still runs tasks, for ever; returns at once
/// where nobody watches.
pub async fn watch() {
    let Some(limit) = sd_notify::watchdog_enabled() else { return };
    let mut alive = interval((limit / 2).max(Duration::from_millis(1)));
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        alive.tick().await;
        tell(&NotifyState::Watchdog);
    }
}

fn tell(state: &NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(std::slice::from_ref(state)) {
        warn!(%error, %state, "the service manager could not be told");
    }
}
