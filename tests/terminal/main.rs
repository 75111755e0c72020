//! People at terminals: the client in a real terminal, its screens compared with kept ones.
//!
//! `TENGEN_UPDATE=1` writes the kept screens anew; look at the difference before they are committed.

mod game;
mod golden;
mod lines;
mod referee;
