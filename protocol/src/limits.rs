//! Limits that are part of the protocol. Each is enforced by the server and tested at the limit
//! and one beyond.

/// The WebSocket subprotocol.
pub const SUBPROTOCOL: &str = "tengen.v1";

/// Largest message of a client, bytes.
pub const MESSAGE_BYTES: usize = 8 * 1024;

/// Largest message before `hello` is accepted, bytes.
pub const HELLO_BYTES: usize = 4 * 1024;

/// Time for `hello` after the connection is open, ms.
pub const HELLO_WITHIN_MS: u64 = 5_000;

/// Games followed by one connection.
pub const JOINED_GAMES: usize = 16;

/// Games followed by one connection of an account with the role `broadcaster`.
pub const BROADCAST_GAMES: usize = 256;

/// Bytes that may wait for one connection to read them.
pub const OUTGOING_BYTES: usize = 64 * 1024;

/// The server pings this often, ms.
pub const PING_EVERY_MS: u64 = 20_000;

/// A connection from which nothing is heard for so long is closed, ms.
pub const SILENCE_MS: u64 = 45_000;

/// `join` answers with events up to this many ..
pub const JOIN_EVENTS: usize = 64;

/// .. and this many bytes, else with a snapshot.
pub const JOIN_EVENT_BYTES: usize = 32 * 1024;

/// Earlier heads in `have`; more are not looked at.
pub const HAVE_HEADS: usize = 16;

/// Events of one game. Beyond it only commands that end the game pass.
pub const GAME_EVENTS: u64 = 4_000;

/// Revisions of marks in one game.
pub const MARK_REVISIONS: u32 = 200;

/// Requests (undo, resume at a final stop) of one player in one game.
pub const REQUESTS: u32 = 50;

/// Open offers of one account.
pub const OPEN_OFFERS: usize = 4;

/// Games in progress of one account; bots included.
pub const LIVE_GAMES: usize = 50;

/// Commands of one account a second, sustained, and how many at once.
pub const COMMANDS_PER_SECOND: u32 = 20;

/// Burst of commands of one account.
pub const COMMANDS_BURST: u32 = 60;

/// A connection is closed when so many more of its commands, pings and pongs were too fast than were
/// not.
pub const RATE_REFUSALS: u32 = 1_000;

/// Pings and pongs before `hello`.
pub const HELLO_CONTROL_FRAMES: u32 = 16;

/// Connections of one account to one node.
pub const SOCKETS_PER_ACCOUNT: usize = 32;

/// HTTP requests of one account a second, sustained.
pub const REQUESTS_PER_SECOND: u32 = 10;

/// Burst of HTTP requests of one account.
pub const REQUESTS_BURST: u32 = 100;

/// HTTP requests of one account that change something, a minute, sustained.
pub const CHANGES_PER_MINUTE: u32 = 20;

/// Burst of HTTP requests of one account that change something: all its named tokens made anew.
pub const CHANGES_BURST: u32 = 60;

/// HTTP requests from one address a second, sustained, whoever makes them: a school sits behind it.
pub const ADDRESS_REQUESTS_PER_SECOND: u32 = 200;

/// Burst of HTTP requests from one address.
pub const ADDRESS_REQUESTS_BURST: u32 = 2_000;

/// Events in one page of a log over HTTP.
pub const LOG_PAGE: u64 = 1_000;
