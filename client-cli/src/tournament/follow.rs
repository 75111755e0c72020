//! `tengen tournament follow`: the standings as they change, heard of over the socket.

use super::{names::Names, of_stage, page, standings, view};
use crate::{
    connection::{Client, Patience, TournamentNews, Update},
    context::{Account, Context},
    failure::Failure,
    output::{self, Form, say},
    words::tournament as said,
};
use tengen_protocol::{CommandId, Request, TournamentId, tournament_view::TournamentPhase};

/// Prints the standings now and whenever they change, until the tournament is over.
///
/// # Errors
/// A refusal, or why the session has ended.
pub(super) async fn run(context: &Context, tournament: &TournamentId) -> Result<(), Failure> {
    let mut client = context.client(Account::Optional, Patience::Long)?;
    let result = follow(context, &mut client, tournament).await;
    client.close().await;
    result
}

/// What was printed last.
#[derive(Default)]
struct Printed {
    /// With `--json` the page of the standings; else what a person saw.
    standings: String,
    phase: Option<TournamentPhase>,
}

async fn follow(context: &Context, client: &mut Client, tournament: &TournamentId) -> Result<(), Failure> {
    let mut printed = Printed::default();
    let mut asked: Option<CommandId> = None;
    loop {
        match client.next().await? {
            Update::Connected(_) => {
                // Each connection follows anew, and what happened between is read.
                let request = Request::FollowTournament { tournament: tournament.clone(), follow: true };
                asked = Some(client.submit(request).await?);
            }
            Update::Answer { id, result } if asked.as_ref() == Some(&id) => {
                result?;
                if now(context, tournament, &mut printed).await? {
                    return Ok(());
                }
            }
            Update::Tournament(news) if news.tournament == *tournament => {
                if heard(context, &news, &mut printed).await? {
                    return Ok(());
                }
            }
            other => other.message().into_iter().for_each(say),
        }
    }
}

/// Whether nothing changes by itself any more.
const fn is_over(phase: TournamentPhase) -> bool {
    matches!(phase, TournamentPhase::Finished | TournamentPhase::Cancelled)
}

/// Reads how it stands; says whether it is over.
async fn now(context: &Context, tournament: &TournamentId, printed: &mut Printed) -> Result<bool, Failure> {
    let view = view(context, tournament).await?;
    if context.form == Form::Human && printed.phase.replace(view.phase) != Some(view.phase) {
        output::line(&said::phase(context.words, view.phase))?;
    }
    // before the first stage there is no order of places
    if !view.stages.is_empty() {
        let body = page(context, tournament, &format!("/standings{}", of_stage(None))).await?;
        let text = match context.form {
            Form::Json => body,
            Form::Human => {
                let standings = context.api.understood(&body)?;
                standings::standings(context.words, &Names::of(&view), &standings, false)
            }
        };
        if text != printed.standings {
            match context.form {
                Form::Json => output::raw(&text)?,
                Form::Human => output::line(&text)?,
            }
            printed.standings = text;
        }
    }
    Ok(is_over(view.phase))
}

/// Prints what is new; says whether it is over.
async fn heard(context: &Context, news: &TournamentNews, printed: &mut Printed) -> Result<bool, Failure> {
    match context.form {
        Form::Json => {
            output::raw(&news.raw)?;
            Ok(is_over(news.phase))
        }
        Form::Human if news.standings_changed || printed.phase != Some(news.phase) => {
            now(context, &news.tournament, printed).await
        }
        Form::Human => Ok(is_over(news.phase)),
    }
}
