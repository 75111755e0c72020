//! Kept screens.

use anyhow::{Context, ensure};
use std::fmt::Write as _;
use tengen_tests::{
    oracle,
    terminal::{Screen, steady},
};

/// Compares a screen with the kept one of this name, both without what differs from time to time (see
/// [`steady`]).
///
/// # Errors
/// When they differ, with the rows that do.
pub(crate) fn is_kept(name: &str, screen: &Screen, ids: &[&str]) -> anyhow::Result<()> {
    let path = oracle::file(&format!("terminal/screens/{name}.txt"));
    let shown = steady(screen, ids);
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        return std::fs::write(&path, shown).with_context(|| path.display().to_string());
    }
    let kept = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    ensure!(kept == shown, "{name} is another screen (TENGEN_UPDATE=1 keeps it):\n{}", difference(&kept, &shown));
    Ok(())
}

/// Row by row: `-` kept, `+` shown.
fn difference(kept: &str, shown: &str) -> String {
    let (mut kept, mut shown) = (kept.lines(), shown.lines());
    let mut text = String::new();
    loop {
        match (kept.next(), shown.next()) {
            (None, None) => return text,
            (Some(kept), Some(shown)) if kept == shown => {
                let _infallible = writeln!(text, "  {kept}");
            }
            (kept, shown) => {
                for (mark, row) in [('-', kept), ('+', shown)] {
                    if let Some(row) = row {
                        let _infallible = writeln!(text, "{mark} {row}");
                    }
                }
            }
        }
    }
}
