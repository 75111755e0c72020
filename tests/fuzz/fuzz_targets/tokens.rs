#![no_main]

#[path = "../entries.rs"]
#[allow(dead_code)] // each target has one
mod entries;

libfuzzer_sys::fuzz_target!(|text: &str| entries::tokens(text));
