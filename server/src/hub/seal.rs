//! What is kept of a sealed move: written in the step that seals it, read when the game goes on.
//!
//! Only the node that is about to open it reads it, and no answer, event, list or line of the node's log
//! has it before.

use super::{actor::Actor, draw};
use crate::store::{Secret, StoreError};
use tengen_core::game::{Command, Game, NONCE_BYTES, SealedMove};
use tengen_protocol::Vertex;

/// A move to be sealed, with a nonce of the moment.
pub(crate) fn sealed(vertex: Vertex) -> SealedMove {
    const { assert!(NONCE_BYTES * 8 == 128, "a nonce is drawn as one number") };
    SealedMove::new(draw::bits().to_be_bytes(), vertex)
}

/// What goes beside the log with a command.
pub(super) fn secret_of(command: &Command) -> Option<Secret> {
    match command {
        Command::Seal { sealed, .. } => Some(Secret::new(sealed.to_secret())),
        _ => None,
    }
}

/// Whether the command may open a sealed move that the fold has not been shown.
pub(super) fn opens(command: &Command, game: &Game) -> bool {
    matches!(command, Command::Answer { accept: true, .. }) && game.lacks_secret()
}

impl Actor {
    /// Shows the fold what is kept of its sealed move, if it lacks it.
    pub(super) async fn read_seal(&mut self) -> Result<(), StoreError> {
        let Some(journal) = self.journal.as_mut().filter(|journal| journal.game().lacks_secret()) else {
            return Ok(());
        };
        let kept = self.hub.0.calls.secret(journal.stream()).await?;
        let sealed = kept.and_then(|kept| SealedMove::from_secret(kept.as_bytes()).ok());
        if sealed.is_some_and(|sealed| journal.show_secret(sealed).is_ok()) {
            return Ok(());
        }
        // the fold is behind, or the store has lost it: to be seen in the log of the node
        self.behind = true;
        tracing::error!("what the store keeps of the sealed move is not what the game's log names");
        Err(StoreError::Unavailable("the sealed move is not there".into()))
    }
}
