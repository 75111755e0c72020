//! A file that is new among those of the page must be embedded too: the compiler notices changed ones only.

#![allow(clippy::print_stdout)] // so a build script speaks to cargo

fn main() {
    for folder in ["web", "../protocol/locales"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
