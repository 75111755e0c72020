//! Clients that mean harm, or are many, against real servers: what each can take is bounded, and
//! nobody else pays for it.

mod accounts;
mod client;
mod floods;
mod private;
mod seats;
mod stalled;
mod tls;
