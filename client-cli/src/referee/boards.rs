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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{screen::referee_samples as samples, words::Language};
    use std::path::Path;

    #[test]
    fn the_list_looks_so() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/referee/golden");
        for language in Language::ALL {
            let words = Words::of(language, false);
            let text = format!("{}\n", lines(words, &samples::event(7), &samples::boards(7)));
            let path = directory.join(format!("boards.{}.txt", language.tag()));
            if std::env::var_os("TENGEN_UPDATE").is_some() {
                std::fs::create_dir_all(&directory).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "{}", path.display());
            let none = BoardsView { boards: Vec::new(), ..(*samples::boards(7)).clone() };
            assert_eq!(lines(words, &samples::event(7), &none), t!(words, "console-no-boards"));
        }
    }
}
