//! The embedded store: one process, one directory.
