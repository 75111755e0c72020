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

/// Requests (undo, resume at a final stop, proposals) of one player in one game.
pub const REQUESTS: u32 = 50;

/// Rulings in one game, warnings among them. Beyond it only those pass that end the game, give it another
/// result, or let it go on.
pub const RULINGS: u32 = 200;

/// Accounts named as referees of one game.
pub const REFEREES: usize = 20;

/// After so long suspended play goes on by itself, and a game in which a ruling is awaited ends without one, ms
/// of wall time (30 days).
pub const SUSPENDED_MS: u64 = 30 * 86_400_000;

/// Up to so many stones played a referee may correct wrong colours (R02, 17.1).
pub const COLOURS_UP_TO: u32 = 10;

/// Periods that a side is given for one zi each, where the event sets that.
pub const PENALTY_PERIODS: u8 = 2;

/// Stones that must have been played before a game may be adjudicated for force majeure (S2, rule 3:
/// more than 150).
pub const ADJUDICATE_FROM: u32 = 151;

/// Fewest moves after which an event can have a game stop for a referee ..
pub const MOVE_LIMIT_LEAST: u32 = 10;

/// .. and most: with all else that happens they fit into [`GAME_EVENTS`].
pub const MOVE_LIMIT_MOST: u32 = 2_000;

/// How long all pauses of one game together may last at most, ms ..
pub const PAUSE_BUDGET_MS: u64 = 4 * 3_600_000;

/// .. and what they may where nothing else is said, in games with a live clock, ms.
pub const PAUSE_BUDGET_DEFAULT_MS: u64 = 30 * 60_000;

/// An adjourned game goes on by itself at most so long after the adjournment was proposed, ms (a year) ..
pub const ADJOURNED_MS: u64 = 366 * 86_400_000;

/// .. and where no time is said after this, ms (30 days).
pub const ADJOURNED_DEFAULT_MS: u64 = 30 * 86_400_000;

/// Bytes of the name of a time zone.
pub const ZONE_BYTES: usize = 64;

/// Bytes of a time as text, with its zone.
pub const RESUME_AT_BYTES: usize = 128;

/// Open offers of one account.
pub const OPEN_OFFERS: usize = 4;

/// Games in progress of one account; bots included.
pub const LIVE_GAMES: usize = 50;

/// Characters (code points) of one line of talk.
pub const LINE_CHARS: usize = 300;

/// Bytes that so many characters take at most.
pub const LINE_BYTES: usize = 4 * LINE_CHARS;

/// Lines of one channel of a game; more are refused.
pub const TALK_LINES: u64 = 1_000;

/// .. and so many of one account, so that nobody fills a channel by himself.
pub const TALK_LINES_EACH: u64 = 200;

/// Lines in one answer to `talk` ..
pub const TALK_ANSWER_LINES: usize = 50;

/// .. and about so many bytes.
pub const TALK_ANSWER_BYTES: usize = 16 * 1024;

/// Lines that one account may say at once ..
pub const TALK_BURST: u32 = 5;

/// .. each of which comes back after so many ms: 5 lines in 10 s, sustained.
pub const TALK_EACH_MS: u64 = 2_000;

/// Accounts that one account mutes.
pub const MUTED: usize = 200;

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
