//! Two people at terminals with the same game on their screens.

use super::{Screen, Terminal};

/// How the stones of a side are drawn: with and without `--ascii`.
const STONES: [[char; 2]; 2] = [['\u{25cf}', 'X'], ['\u{25cb}', 'O']];

/// Two terminals that show one game.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// Where Black sits.
    pub black: &'a Terminal,
    /// Where White sits.
    pub white: &'a Terminal,
    /// What they play, Black first.
    pub moves: &'a [&'a str],
}

impl Table<'_> {
    /// The terminals of who makes a move, counted from 0, and of his opponent.
    #[must_use]
    pub const fn mover(&self, ply: usize) -> (&Terminal, &Terminal) {
        if ply.is_multiple_of(2) { (self.black, self.white) } else { (self.white, self.black) }
    }

    /// Types the moves from one to before another, each when the one before is on both
    /// screens.
    ///
    /// # Errors
    /// When one is not shown.
    pub async fn play(&self, plies: std::ops::Range<usize>) -> anyhow::Result<()> {
        for ply in plies {
            self.mover(ply).0.line(self.moves[ply]).await?;
            self.shows(ply).await?;
        }
        Ok(())
    }

    /// Waits until both screens show the stone of a move.
    ///
    /// # Errors
    /// When one does not.
    pub async fn shows(&self, ply: usize) -> anyhow::Result<()> {
        self.shows_on(self.black, ply).await?;
        self.shows_on(self.white, ply).await.map(drop)
    }

    /// Waits until this screen shows the stone of a move, or the pass in its list.
    ///
    /// # Errors
    /// When it does not.
    pub async fn shows_on(&self, terminal: &Terminal, ply: usize) -> anyhow::Result<Screen> {
        let vertex = self.moves[ply];
        let stones = STONES[ply % 2];
        let is_there = |screen: &Screen| match vertex {
            "pass" => stones.iter().any(|stone| screen.has(&format!("{} {stone} ", ply + 1))),
            _ => screen.at(vertex).is_some_and(|shown| stones.contains(&shown)),
        };
        terminal.until(&format!("move {}, {vertex}", ply + 1), is_there).await
    }
}
