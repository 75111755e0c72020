//! What a process has used, from `/proc`: CPU in ns and resident memory. Linux only.

use anyhow::{Context, ensure};
use std::{collections::BTreeMap, fs, time::Duration};

/// Length of the ticks in `/proc/PID/stat`, ms: 100 a second on every Linux.
const TICK_MS: u64 = 10;

/// CPU that a process has used so far.
#[derive(Clone, Debug)]
pub(crate) struct Cpu {
    /// Each thread's own, ns.
    threads: BTreeMap<u32, u64>,
    /// Ticks in user mode and in the kernel, ended threads included.
    ticks: [u64; 2],
}

/// What it used between two looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    /// All of it.
    pub(crate) total: Duration,
    /// The part in the kernel, 0 to 1.
    pub(crate) kernel: f64,
}

impl Cpu {
    /// Of a process now.
    pub(crate) fn of(process: u32) -> anyhow::Result<Self> {
        let mut threads = BTreeMap::new();
        for entry in fs::read_dir(format!("/proc/{process}/task")).context("the process is gone")? {
            let entry = entry?;
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            // a thread may end meanwhile, and a kernel may have no schedstat
            let Ok(text) = fs::read_to_string(entry.path().join("schedstat")) else { continue };
            let ns = text.split_whitespace().next().and_then(|first| first.parse().ok());
            threads.insert(id, ns.context("/proc/PID/task/ID/schedstat")?);
        }
        let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
        // the name, in brackets, may hold anything
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let tick = |index: usize| fields.get(index).and_then(|field| field.parse().ok()).context("/proc/PID/stat");
        Ok(Self { threads, ticks: [tick(11)?, tick(12)?] })
    }

    /// What was used since an earlier look at the same process.
    pub(crate) fn since(&self, before: &Self) -> Spent {
        let thread = |(id, ns): (&u32, &u64)| ns.saturating_sub(before.threads.get(id).copied().unwrap_or_default());
        let exact = Duration::from_nanos(self.threads.iter().map(thread).sum());
        let [user, kernel] = [0, 1].map(|mode| self.ticks[mode].saturating_sub(before.ticks[mode]));
        // ticks know threads that have ended, but only to one tick up or down
        let rough = Duration::from_millis(TICK_MS * (user + kernel).saturating_sub(2));
        Spent { total: exact.max(rough), kernel: kernel as f64 / (user + kernel).max(1) as f64 }
    }
}

/// Resident memory of a process, KiB.
pub(crate) fn resident_kib(process: u32) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("the process is gone")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kib = line.trim().trim_end_matches("kB").trim().parse()?;
    ensure!(kib > 0, "VmRSS is 0");
    Ok(kib)
}
