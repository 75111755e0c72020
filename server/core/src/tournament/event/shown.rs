//! What others see of a tournament, in the words of the wire. Pure: names of accounts are the caller's to
//! put in, and the time comes as an argument.

mod boards;
mod round;
mod table;
#[cfg(test)]
pub(super) mod tests;
mod whole;

pub use table::pairing_why;
