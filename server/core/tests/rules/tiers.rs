//! The short and the long tier of tests.

/// Whether the long tier runs; prints what is left out if it does not.
pub(crate) fn long_tier(what: &str) -> bool {
    let long = std::env::var_os("TENGEN_LONG").is_some_and(|value| value == "1");
    if !long {
        println!("skipped without TENGEN_LONG=1: {what}");
    }
    long
}
