//! The boards of a tournament as lines, those in trouble first.

use crate::{
    context::{Account, Context},
    failure::Failure,
    output::{self, Form},
    t,
    tournament::{Names, Side, Table},
    words::{Words, referee as said},
};
use tengen_protocol::{
    TournamentId,
    tournament_view::{BoardsView, TournamentView},
};

/// Prints them; with `--json` as the server sent them.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(super) async fn run(context: &Context, tournament: &TournamentId) -> Result<(), Failure> {
    let body = page(context, tournament, "/boards").await?;
    if context.form == Form::Json {
        return output::raw(&body);
    }
    let boards: BoardsView = context.api.understood(&body)?;
    let event = event(context, tournament).await?;
    output::line(&lines(context.words, &event, &boards))
}

async fn page(context: &Context, tournament: &TournamentId, path: &str) -> Result<String, Failure> {
    let token = context.token(Account::Needed).await?;
    context.api.tournaments(&format!("/{tournament}{path}"), token.as_deref()).await
}

/// The boards as they stand.
///
/// # Errors
/// A refusal, or that the server cannot be reached.
pub(crate) async fn boards(context: &Context, tournament: &TournamentId) -> Result<BoardsView, Failure> {
    context.api.understood(&page(context, tournament, "/boards").await?)
}

/// The tournament.
///
/// # Errors
/// As [`boards`].
pub(crate) async fn event(context: &Context, tournament: &TournamentId) -> Result<TournamentView, Failure> {
    context.api.understood(&page(context, tournament, "").await?)
}

/// Whether bouts have several boards, so that a table alone says too little.
pub(crate) fn are_several(boards: &BoardsView) -> bool {
    boards.boards.iter().any(|board| board.board > 1)
}

fn lines(words: Words, event: &TournamentView, view: &BoardsView) -> String {
    if view.boards.is_empty() {
        return t!(words, "console-no-boards");
    }
    let (names, several) = (Names::of(event), are_several(view));
    let troubled = view.boards.iter().filter(|board| board.trouble.needs_a_look()).count();
    let mut table = Table::new([
        (t!(words, "console-table"), Side::Right),
        (t!(words, "console-state"), Side::Left),
        (t!(words, "console-time"), Side::Left),
        (t!(words, "console-black"), Side::Left),
        (t!(words, "console-white"), Side::Left),
        (t!(words, "console-moves"), Side::Right),
        (t!(words, "console-absent"), Side::Left),
        (t!(words, "console-game"), Side::Left),
    ]);
    for board in &view.boards {
        table.row([
            said::table(board, several),
            said::trouble(words, board.trouble),
            said::how_long(words, board, view.now),
            names.seated(board.black),
            names.seated(board.white),
            board.moves.to_string(),
            said::absent(words, board),
            board.game.to_string(),
        ]);
    }
    format!("{}\n{}", t!(words, "console-count", open = view.boards.len(), troubled = troubled), table.text())
}
