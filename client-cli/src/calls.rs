//! What a time keeper calls out to a player in line mode: each call of his own clock once. Pure; the
//! instant of each look is an argument.

use crate::{
    game_view::GameView,
    words::{
        Words,
        clock::{call, calls},
    },
};
use std::time::{Duration, Instant};
use tengen_protocol::{Clock, Colour, TimeControl};

/// How often a clock must be looked at so that no second is called late.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Remembers what a player's clock showed.
#[derive(Debug, Default)]
pub(crate) struct TimeKeeper {
    /// The last event at the last look, and what the clock showed.
    looked: Option<(u64, Clock)>,
}

impl TimeKeeper {
    /// What is called since the last look, if that was at the same move.
    pub(crate) fn look(&mut self, words: Words, view: &GameView, me: Colour, at: Instant) -> Vec<String> {
        let now = view.clocks(at).filter(|_| has_calls(view, me)).map(|clocks| (view.seq, *clocks.of(me)));
        let before = std::mem::replace(&mut self.looked, now);
        match (before, now) {
            (Some((then, before)), Some((seq, now))) if then == seq => {
                calls(&view.setup.time, &before, &now).into_iter().map(|due| call(words, due)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether a player's clock runs and something is called of it.
pub(crate) fn has_calls(view: &GameView, me: Colour) -> bool {
    matches!(view.setup.time, TimeControl::ByoYomi { .. }) && view.running() == Some(me)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Script;

    #[test]
    fn a_player_hears_his_own_clock_from_his_first_look_at_a_move_on() {
        let mut script = Script::playing(9);
        let (mut black, mut white) = (TimeKeeper::default(), TimeKeeper::default());
        let mut look = |script: &Script, ms: u64| {
            let at = script.at() + Duration::from_millis(ms);
            let said = [(&mut black, Colour::Black), (&mut white, Colour::White)]
                .map(|(keeper, me)| keeper.look(Words::english(), script.view(), me, at));
            let [black, white] = said;
            assert_eq!(white, [""; 0], "it is Black's move");
            black
        };
        assert_eq!(look(&script, 59_000), [""; 0]);
        assert_eq!(look(&script, 60_100), ["byo-yomi begins: 3 periods"]);
        assert_eq!(look(&script, 60_200), [""; 0]);
        assert_eq!(look(&script, 70_100), ["2 periods left"]);
        assert_eq!(look(&script, 75_100), ["5 seconds"]);
        assert_eq!(look(&script, 80_100), ["1 period left"]);
        assert_eq!(look(&script, 87_100), ["three"]);
        script.play("D4");
        script.play("E5");
        assert_eq!(look(&script, 88_100), [""; 0], "another move");
        let slow = Script::with(9, |snapshot| snapshot.setup.time = "60s".parse().unwrap());
        assert!(!has_calls(slow.view(), Colour::Black) && has_calls(script.view(), Colour::Black));
    }
}
