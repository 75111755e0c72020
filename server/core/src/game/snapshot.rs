//! A game as it stands, for whoever joins: the same for everybody and for every node.

use super::{Game, decide::hash_of};
use std::fmt::Write as _;
use tengen_protocol::{Clocks, Colour, Preset, Scoring, Sides, Snapshot, Vertex};

impl Game {
    /// The snapshot; `names` are the players' now.
    #[must_use]
    pub fn snapshot(&self, names: Sides<String>) -> Snapshot {
        let position = &self.position;
        Snapshot {
            seq: self.at.seq,
            head: self.at.head,
            setup: self.setup.clone(),
            names,
            created_at: self.created_at,
            phase: self.phase,
            arrived: self.arrived,
            start: self.start.clone(),
            handicap_stones: self.handicap_stones.clone(),
            handicap_left: self.handicap_left,
            moves: self.moves_as_text(),
            board: position.board().rows(),
            hash: hash_of(position),
            to_move: self.to_move(),
            captures: Sides { black: position.prisoners(Colour::White), white: position.prisoners(Colour::Black) },
            pass_stones: self.pass_stones(),
            clocks: self.clocks.map(|clocks| Clocks {
                black: clocks.black,
                white: clocks.white,
                running: self.running,
                since: self.since,
            }),
            warnings: self.warnings,
            no_repetition: Sides {
                black: position.is_repetition_forbidden(Colour::Black),
                white: position.is_repetition_forbidden(Colour::White),
            },
            penalties: self.penalties,
            undo_request: self.undo.map(|pending| pending.request),
            proposal: self.breaks.proposal.as_ref().map(|(proposed, _)| proposed.clone()),
            pause_left: self.breaks.pause_left,
            pause: self.breaks.pause,
            adjournment: self.breaks.adjournment.clone(),
            scoring: self.scoring.as_ref().map(|marks| Scoring {
                stop: marks.stop,
                is_final: marks.is_final,
                revision: marks.revision,
                dead: marks.dead.clone(),
                accepted: marks.accepted,
                resume_asked: marks.resume_asked,
                deadline: marks.deadline,
            }),
            next_stop_final: self.next_stop_final,
            outcome: self.outcome.clone(),
        }
    }

    fn moves_as_text(&self) -> String {
        let mut text = String::with_capacity(4 * self.position.ply() as usize);
        for (_, vertex) in self.position.moves() {
            if !text.is_empty() {
                text.push(' ');
            }
            let _infallible = write!(text, "{vertex}");
        }
        text
    }

    /// Under AGA rules each pass gives a prisoner; it is shown only, area is counted.
    fn pass_stones(&self) -> Option<Sides<u32>> {
        if self.setup.rules.preset != Preset::Aga {
            return None;
        }
        let mut passes = Sides::default();
        for (by, _) in self.position.moves().filter(|(_, vertex)| *vertex == Vertex::Pass) {
            *passes.of_mut(by) += 1;
        }
        Some(passes)
    }
}
