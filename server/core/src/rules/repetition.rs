//! Repetition: the ko, superko, and the balanced cycles on which a referee rules.
//!
//! Under [`Ko::Referee`] a cycle is what was played since the latest ply with the same board, the play in
//! question included. Where Black and White have played equally often in it, both have lost as many stones,
//! and neither is better off for it: that is triple ko or eternal life, and allowed here. Where they have not
//! (sending two and returning one, moonshine life), or where it is no more than a ko that was retaken after
//! passes, it is refused.

use super::{
    board::{Cell, Effect},
    position::{Illegal, Position},
};
use tengen_protocol::{Colour, Ko, Point, Recurrence};

impl Position {
    /// From now on this side may repeat no board at all, under [`Ko::Referee`]. Nothing that is taken back
    /// changes it.
    pub const fn forbid_repetition(&mut self, colour: Colour) {
        self.bound[colour.index()] = true;
    }

    /// Whether [`forbid_repetition`](Self::forbid_repetition) was said of this side.
    #[must_use]
    pub const fn is_repetition_forbidden(&self, colour: Colour) -> bool {
        self.bound[colour.index()]
    }

    /// Which board a play of the side to move would bring about again, and how often it then has been; nothing for
    /// a new board, and under all settings but [`Ko::Referee`].
    ///
    /// # Errors
    /// Under that setting: why the play would be refused.
    pub fn recurrence_after(&self, point: Point) -> Result<Option<Recurrence>, Illegal> {
        // every play of every game comes by here
        if self.ko != Ko::Referee {
            return Ok(None);
        }
        let (at, effect) = self.judge(point)?;
        let Some(of_move) = self.history.find(effect.hash, |ply| self.leads_to(ply, at, &effect)) else {
            return Ok(None);
        };
        Ok(Some(Recurrence { of_move, occurrence: self.came_about(at, &effect).saturating_add(1) }))
    }

    /// How often the board after this play has come about: at the start and by plays. A pass leaves a board as
    /// it is, and makes no new occurrence of it.
    fn came_about(&self, at: Cell, effect: &Effect) -> u32 {
        let mut times: u32 = 0;
        let _none = self.history.find(effect.hash, |ply| {
            let made = ply == 0 || self.history.played(ply).is_some();
            if made && self.leads_to(ply, at, effect) {
                times = times.saturating_add(1);
            }
            false
        });
        times
    }

    pub(super) fn judge_repetition(&self, at: Cell, effect: &Effect) -> Result<(), Illegal> {
        let ply = self.ply();
        let before_last = ply.saturating_sub(1);
        if self.history.played(ply).is_some()
            && self.history.hash(before_last) == Some(effect.hash)
            && self.leads_to(before_last, at, effect)
        {
            return Err(Illegal::Ko);
        }
        let next_to_move = self.history.to_move_after(ply + 1);
        let any = || self.history.find(effect.hash, |ply| self.leads_to(ply, at, effect));
        let repeated = match self.ko {
            Ko::Simple => None,
            Ko::Positional => any(),
            Ko::Situational => self.history.find(effect.hash, |ply| {
                self.history.to_move_after(ply) == next_to_move && self.leads_to(ply, at, effect)
            }),
            Ko::Referee => any().filter(|ply| self.is_repetition_forbidden(self.to_move()) || !self.is_balanced(*ply)),
        };
        match repeated {
            Some(repeats_move) => Err(Illegal::Superko { repeats_move }),
            None => Ok(()),
        }
    }

    /// Whether both sides have played equally often since that ply, a play of the side to move now included,
    /// and more than once.
    fn is_balanced(&self, since: u32) -> bool {
        let mut plays = [0_u32; 2];
        plays[self.to_move().index()] = 1;
        for ply in (since + 1..=self.ply()).filter(|ply| self.history.played(*ply).is_some()) {
            plays[self.history.to_move_after(ply - 1).index()] += 1;
        }
        plays[0] == plays[1] && plays[0] > 1
    }

    /// Whether the play leads to exactly the board after that ply, stone by stone.
    #[cold]
    fn leads_to(&self, ply: u32, at: Cell, effect: &Effect) -> bool {
        let after = self.board.contents_after(at, self.to_move(), effect);
        after == self.history.contents_at(ply, self.board.contents())
    }
}
