//! Two players at a board, on our server and on the bare one, who play move after move and check
//! everything that comes back.

use crate::{
    bare::NAME,
    client::{Guest, Incoming, Player, Socket},
};
use anyhow::ensure;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use std::{net::SocketAddr, time::Duration};
use tokio::time::Instant;

/// Bytes of what belongs to one move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    /// The command.
    pub(crate) command: usize,
    /// The event as it is stored.
    pub(crate) stored: usize,
    /// The event as it is sent.
    pub(crate) event: usize,
    /// The answer.
    pub(crate) answer: usize,
}

/// How long one move took from its sending on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    /// To its answer.
    pub(crate) answered: Duration,
    /// To the opponent.
    pub(crate) seen: Duration,
}

/// Two players.
pub(crate) trait Table: Send + 'static {
    /// Makes sure that so many moves can be played.
    fn prepare(&mut self, moves: usize) -> impl Future<Output = anyhow::Result<()>> + Send;

    /// Plays one move; it is over when its answer and what the opponent gets have come.
    fn play(&mut self) -> impl Future<Output = anyhow::Result<Played>> + Send;
}

/// Points for Black and for White in which each fills a half of the board, with an empty column in
/// between: every chain that is full reaches that column, so nothing is ever captured and no position
/// comes again, in whatever order the points are played.
fn halves(size: u8, order: &mut StdRng) -> [Vec<String>; 2] {
    let half = (size - 1) / 2;
    let letters: Vec<char> = ('A'..='Z').filter(|letter| *letter != 'I').collect();
    [0, size - half].map(|first| {
        let columns = letters.iter().skip(first.into()).take(half.into());
        let mut points: Vec<String> =
            columns.flat_map(|column| (1..=size).map(move |row| format!("{column}{row}"))).collect();
        points.shuffle(order);
        points
    })
}

/// Moves in one game on a board of this size.
pub(crate) fn moves_of(size: u8) -> usize {
    usize::from(size) * usize::from((size - 1) / 2) * 2
}

/// On our server.
pub(crate) struct Ours {
    /// Black and White.
    pub(crate) players: [Player; 2],
    white: String,
    size: u8,
    order: StdRng,
    points: [Vec<String>; 2],
    played: usize,
    /// Of the last move.
    pub(crate) sizes: Sizes,
}

impl Ours {
    /// Two guests connect; there is no game yet.
    pub(crate) async fn sit(server: SocketAddr, guests: [&Guest; 2], size: u8, seed: u64) -> anyhow::Result<Self> {
        let (black, white) = tokio::try_join!(
            Player::hello(server, Some(&guests[0].token), format!("b{seed}")),
            Player::hello(server, Some(&guests[1].token), format!("w{seed}")),
        )?;
        Ok(Self {
            players: [black, white],
            white: guests[1].account.clone(),
            size,
            order: StdRng::seed_from_u64(seed),
            points: [Vec::new(), Vec::new()],
            played: 0,
            sizes: Sizes::default(),
        })
    }

    /// Begins a game, after the last one was resigned.
    async fn begin(&mut self) -> anyhow::Result<()> {
        let [black, white] = &mut self.players;
        if black.log.seq > 0 {
            let game = black.log.game.clone();
            let end = black.log.seq + 1;
            black.ask(&format!(r#""type":"resign","game":"{game}""#)).await?;
            tokio::try_join!(black.see(end), white.see(end))?;
            for player in [&mut *black, &mut *white] {
                player.ask(&format!(r#""type":"leave","game":"{game}""#)).await?;
                player.log = crate::client::Log::default();
            }
        }
        let (size, to) = (self.size, &self.white);
        let offered = black
            .ask(&format!(
                r#""type":"offer","terms":{{"size":{{"width":{size},"height":{size}}},"rules":"chinese","time":{{"system":"byo_yomi","main":3600000,"periods":5,"period":60000}},"colour":"black","to":"{to}"}}"#
            ))
            .await?;
        let offer = offered.offer.unwrap_or_default();
        let game = white.ask(&format!(r#""type":"accept_offer","offer":"{offer}""#)).await?.game.unwrap_or_default();
        for player in [&mut *black, &mut *white] {
            player.join(&game).await?;
        }
        // created, and both have arrived
        tokio::try_join!(black.see(3), white.see(3))?;
        self.points = halves(size, &mut self.order);
        self.played = 0;
        Ok(())
    }
}

impl Table for Ours {
    async fn prepare(&mut self, moves: usize) -> anyhow::Result<()> {
        if self.played + moves > self.points[0].len() * 2 {
            self.begin().await?;
        }
        Ok(())
    }

    async fn play(&mut self) -> anyhow::Result<Played> {
        self.prepare(1).await?;
        let side = self.played % 2;
        let vertex = &self.points[side][self.played / 2];
        let (black, white) = self.players.split_at_mut(1);
        let (mover, other) = if side == 0 { (&mut black[0], &mut white[0]) } else { (&mut white[0], &mut black[0]) };
        let id = mover.next_id();
        let log = &mover.log;
        let command = format!(
            r#"{{"id":"{id}","type":"play","game":"{}","vertex":"{vertex}","after":{},"head":"{}"}}"#,
            log.game, log.seq, log.head
        );
        self.sizes.command = command.len();
        let sent = Instant::now();
        mover.socket.send(command).await?;
        let (answered, seen) =
            tokio::try_join!(answered(mover, &id, vertex, &mut self.sizes), seen(other, &id, vertex))?;
        self.played += 1;
        Ok(Played { answered: answered - sent, seen: seen - sent })
    }
}

/// Takes the event of a move.
fn take(player: &mut Player, incoming: &Incoming<'_>, id: &str, vertex: &str) -> anyhow::Result<()> {
    player.log.take(incoming)?;
    let event = incoming.event.as_ref();
    let is_it = event.is_some_and(|event| {
        event.kind == "play" && event.id == Some(id) && event.vertex == Some(vertex) && event.captures.is_none()
    });
    ensure!(is_it, "the event of {id} on {vertex} was expected: {incoming:?}");
    Ok(())
}

/// The mover gets his answer and his event, and nothing else.
async fn answered(player: &mut Player, id: &str, vertex: &str, sizes: &mut Sizes) -> anyhow::Result<Instant> {
    let (next, mut answered, mut has_event) = (player.log.seq + 1, None, false);
    loop {
        let text = player.socket.text().await?;
        let now = Instant::now();
        let incoming = Incoming::read(&text)?;
        if incoming.event.is_some() {
            take(player, &incoming, id, vertex)?;
            sizes.event = text.len();
            sizes.stored = text.len() + 1 - text.find(r#""seq""#).unwrap_or_default();
            has_event = true;
        } else {
            let seq = incoming.ok.and_then(|done| done.seq);
            ensure!(incoming.re == Some(id) && seq == Some(next), "`ok` to {id} as {next} was expected: {text}");
            sizes.answer = text.len();
            answered = Some(now);
        }
        if let (Some(answered), true) = (answered, has_event) {
            return Ok(answered);
        }
    }
}

async fn seen(player: &mut Player, id: &str, vertex: &str) -> anyhow::Result<Instant> {
    let text = player.socket.text().await?;
    let now = Instant::now();
    take(player, &Incoming::read(&text)?, id, vertex)?;
    Ok(now)
}

/// On the bare server.
pub(crate) struct Bare {
    players: [Socket; 2],
    sizes: Sizes,
    played: usize,
}

impl Bare {
    /// Two players connect; `game` is theirs alone.
    pub(crate) async fn sit(server: SocketAddr, game: usize, sizes: Sizes) -> anyhow::Result<Self> {
        let sit = async |side: usize| {
            let Sizes { stored, event, answer, .. } = sizes;
            let mut socket = Socket::open(server).await?;
            socket.send(format!("play {game} {side} {stored} {event} {answer}")).await?;
            let text = socket.text().await?;
            ensure!(text.as_str() == "ok", "not welcome: {text}");
            anyhow::Ok(socket)
        };
        Ok(Self { players: [sit(0).await?, sit(1).await?], sizes, played: 0 })
    }
}

impl Table for Bare {
    async fn prepare(&mut self, _moves: usize) -> anyhow::Result<()> {
        Ok(())
    }

    async fn play(&mut self) -> anyhow::Result<Played> {
        let (black, white) = self.players.split_at_mut(1);
        let (mover, other) =
            if self.played.is_multiple_of(2) { (&mut black[0], &mut white[0]) } else { (&mut white[0], &mut black[0]) };
        let name = format!("{:0NAME$}", self.played);
        let command = format!("{name:x<0$}", self.sizes.command);
        let sent = Instant::now();
        mover.send(command).await?;
        let (answered, seen) =
            tokio::try_join!(named(mover, &name, self.sizes.answer), named(other, &name, self.sizes.event))?;
        self.played += 1;
        Ok(Played { answered: answered - sent, seen: seen - sent })
    }
}

/// The next text, which must have this name and length.
pub(crate) async fn named(socket: &mut Socket, name: &str, bytes: usize) -> anyhow::Result<Instant> {
    let text = socket.text().await?;
    let now = Instant::now();
    ensure!(text.starts_with(name) && text.len() == bytes, "{name} with {bytes} bytes was expected: {text}");
    Ok(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_half_is_filled_once_and_a_column_stays_empty() {
        for size in [5, 9, 19, 25] {
            let [black, white] = halves(size, &mut StdRng::seed_from_u64(1));
            assert_eq!(black.len() + white.len(), moves_of(size));
            assert_eq!(black.len(), white.len());
            let points: HashSet<&String> = black.iter().chain(&white).collect();
            assert_eq!(points.len(), moves_of(size));
            let column = |point: &String| point.as_bytes()[0];
            let (last, first) = (black.iter().map(column).max().unwrap(), white.iter().map(column).min().unwrap());
            assert!(first - last >= 2, "{size}");
        }
    }
}
