//! Talk beside a followed game: each line that one may read is told once and in order.
//!
//! What was said before is asked for after each `join`, and of both channels when the game is finished;
//! what is missing before a line that comes by itself is asked for too. Until that is answered lines that
//! come are not told: the answer has them.

use super::{Followed, Session, backoff, may_be_repeated, told::Update, wait};
use std::time::Instant;
use tengen_protocol::{AccountId, Channel, Code, CommandId, Done, GameId, Line, Phase, Request, Talk, WireError};

/// What is known of one channel of a game.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// All that may be read up to this line was told.
    upto: Option<u64>,
    /// When the newest line that was told was said.
    newest_at: u64,
    /// The question that is on its way.
    asked: Option<CommandId>,
    /// Whether everything was told on this connection that was said before.
    listed: bool,
    again_at: Option<Instant>,
    tries: u32,
}

/// Both channels.
#[derive(Debug, Default)]
pub(super) struct Channels([Heard; 2]);

impl Channels {
    const fn of(&mut self, channel: Channel) -> &mut Heard {
        let [players, spectators] = &mut self.0;
        match channel {
            Channel::Players => players,
            Channel::Spectators => spectators,
        }
    }

    /// The connection is gone.
    pub(super) fn closed(&mut self) {
        for heard in &mut self.0 {
            heard.asked = None;
            heard.listed = false;
            heard.again_at = None;
        }
    }

    pub(super) fn is_asked(&self) -> bool {
        self.0.iter().any(|heard| heard.asked.is_some())
    }

    pub(super) fn next_due(&self) -> Option<Instant> {
        self.0.iter().filter_map(|heard| heard.again_at).min()
    }
}

/// Whether an account may read a channel of the game as it stands.
fn may_read(followed: &Followed, account: Option<&AccountId>, channel: Channel) -> bool {
    let Some(view) = &followed.view else { return false };
    let player = account.is_some_and(|account| view.side_of(account).is_some());
    channel.may_read(player, view.phase == Phase::Finished)
}

impl Session {
    /// Asks for what was said in the channels that may be read and were not asked for.
    pub(super) fn ask_talk(&mut self, game: &GameId) {
        if !self.hears_talk || self.talk_off || !self.ready {
            return;
        }
        for channel in Channel::ALL {
            let Some(followed) = self.games.get_mut(game).filter(|followed| followed.joined) else { return };
            let open = may_read(followed, self.account.as_ref(), channel);
            let heard = followed.talk.of(channel);
            if !open || heard.listed || heard.asked.is_some() || heard.again_at.is_some() {
                continue;
            }
            let request = Request::Talk { game: game.clone(), channel, after: heard.upto };
            let id = self.send_new(request);
            if let Some(followed) = self.games.get_mut(game) {
                followed.talk.of(channel).asked = Some(id);
            }
        }
    }

    /// Asks what was put off until now.
    pub(super) fn talk_due(&mut self, now: Instant) {
        let games: Vec<GameId> = self.games.keys().cloned().collect();
        for game in games {
            for channel in Channel::ALL {
                let Some(followed) = self.games.get_mut(&game) else { continue };
                let heard = followed.talk.of(channel);
                heard.again_at = heard.again_at.filter(|at| *at > now);
            }
            self.ask_talk(&game);
        }
    }

    /// The game and channel that a question was about.
    pub(super) fn asking_talk(&mut self, re: &CommandId) -> Option<(GameId, Channel)> {
        self.games.iter_mut().find_map(|(game, followed)| {
            let asked = |channel: &Channel| followed.talk.of(*channel).asked.as_ref() == Some(re);
            let channel = Channel::ALL.into_iter().find(asked)?;
            followed.talk.of(channel).asked = None;
            Some((game.clone(), channel))
        })
    }

    pub(super) fn talk_answered(
        &mut self,
        game: &GameId,
        channel: Channel,
        result: Result<Done, WireError>,
        now: Instant,
    ) {
        let Some(followed) = self.games.get_mut(game) else { return };
        let heard = followed.talk.of(channel);
        let Talk { lines, upto, more } = match result {
            Ok(Done::Talk(talk)) => talk,
            Err(error) if may_be_repeated(&error) => {
                heard.tries = heard.tries.saturating_add(1);
                let pause = wait(&error).unwrap_or_else(|| backoff::bound(heard.tries));
                heard.again_at = Some(now + pause + backoff::jitter(pause / 4));
                return;
            }
            // it cannot be heard here: that is no reason to end the game
            Ok(_) => return heard.listed = true,
            Err(error) => {
                self.talk_off |= error.code == Code::TalkOff;
                return;
            }
        };
        // a channel that begins anew: what was known has gone, not what was told
        let anew = heard.upto.is_some_and(|known| upto < known);
        let newest_at = heard.newest_at;
        let known = heard.upto.replace(upto).unwrap_or_default();
        // where an answer leads no further there is nothing to ask for
        heard.listed = !more || (upto <= known && !anew);
        heard.tries = if anew { heard.tries.saturating_add(1) } else { 0 };
        if more && anew {
            // once more from the beginning, but not round and round
            heard.again_at = Some(now + backoff::bound(heard.tries));
        }
        let new: Vec<Line> =
            lines.into_iter().filter(|line| if anew { line.at > newest_at } else { line.n > known }).collect();
        for line in new {
            self.tell_line(game, channel, line);
        }
        if more {
            self.ask_talk(game);
        }
    }

    /// A line came by itself.
    pub(super) fn line(&mut self, game: &GameId, channel: Channel, line: Line) {
        if !self.hears_talk {
            return;
        }
        let Some(followed) = self.games.get_mut(game) else { return };
        let heard = followed.talk.of(channel);
        let (true, Some(upto)) = (heard.listed, heard.upto) else { return };
        if line.n == upto + 1 {
            heard.upto = Some(line.n);
            self.tell_line(game, channel, line);
        } else if line.n > upto || line.at > heard.newest_at {
            heard.listed = false;
            self.ask_talk(game);
        }
    }

    fn tell_line(&mut self, game: &GameId, channel: Channel, line: Line) {
        if let Some(followed) = self.games.get_mut(game) {
            let heard = followed.talk.of(channel);
            heard.newest_at = heard.newest_at.max(line.at);
        }
        self.tell(Update::Talk { game: game.clone(), channel, line });
    }
}
