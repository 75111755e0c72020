//! Judging what people ask, what games say, and what time does.

mod field;
mod games;
mod leaving;
mod people;
mod rounds;

pub(super) use field::accounts;
pub use games::GameEnd;

use super::{
    Asker, Command, Done, EVENT_BYTES, Office, Phase, Refused, Tournament,
    command::is_same,
    settings,
    state::{BoutState, number},
};
use crate::timing::Due;
use tengen_protocol::{
    AccountId, Act, Asked, CommandId, EntryNo, EventSettings, Happened, StageSettings, TournamentEvent, steers,
    tournament_limits as limits,
};

/// An event and when time may act on the tournament next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The event.
    pub event: TournamentEvent,
    /// When time may act next.
    pub due: Option<Due>,
}

impl Tournament {
    /// What an accepted command was answered with, if it is still remembered.
    ///
    /// # Errors
    /// The id was used for another command.
    pub fn repeat(&self, by: &AccountId, id: &CommandId, command: &Command) -> Option<Result<&Done, Refused>> {
        let known = self.state.commands.iter().rev().find(|known| is_same((&known.by, &known.id), by, id))?;
        Some(match command.said() {
            Ok(said) if said == known.said => Ok(&known.done),
            Ok(_) => Err(Refused::IdReused),
            Err(refused) => Err(refused),
        })
    }

    /// Judges a command that is not a repeat ([`Tournament::repeat`]); `now` is the store's wall time.
    ///
    /// # Errors
    /// A refusal; the tournament stays as it was.
    pub fn decide(&self, asker: &Asker, id: &CommandId, command: Command, now: u64) -> Result<Decision, Refused> {
        let asked = Asked { by: asker.account.clone(), id: id.clone(), said: command.said()? };
        let what = match command {
            Command::Create(settings) => self.create(asker, *settings)?,
            command => {
                self.settings().ok_or(Refused::Unknown)?;
                self.must_be_seen(asker)?;
                self.must_have_steps(asker, &command)?;
                self.happens(asker, command, now)?
            }
        };
        self.decision(TournamentEvent { asked: Some(asked), what }, now)
    }

    fn happens(&self, asker: &Asker, command: Command, now: u64) -> Result<Happened, Refused> {
        match command {
            Command::Create(_) => Err(Refused::Exists),
            Command::Settings(settings) => self.change_settings(asker, *settings),
            Command::Enter(entry) => self.enter(asker, vec![*entry], now),
            Command::Import(entries) => {
                self.must_organise(asker)?;
                self.enter(asker, entries, now)
            }
            Command::ChangeEntry(entry, change) => self.change_entry(asker, entry, change, now),
            Command::Withdraw { entry, in_play, seed } => self.withdraw(asker, entry, in_play, &seed),
            Command::Exclude { entry, act, in_play, seed } => self.exclude(asker, entry, act, in_play, &seed),
            Command::LineUp { entry, members, absent } => self.line_up(asker, entry, members, absent),
            Command::MemberLeaves { entry, member, in_play, seed } => {
                self.member_leaves(asker, entry, member, in_play, &seed)
            }
            Command::Readmit { entry, act } => self.readmit(asker, entry, act, now),
            Command::Draw { by, seed } => self.draw(asker, by, &seed),
            Command::Start => {
                self.must_organise(asker)?;
                self.start()
            }
            Command::Pair { proposal, begin, seed } => {
                self.must_officiate(asker)?;
                self.pair(&proposal, begin, &seed)
            }
            Command::PairByHand { pairs, byes, act, seed } => self.pair_by_hand(asker, pairs, byes, act, &seed),
            Command::Begin { seed } => {
                self.must_officiate(asker)?;
                self.begin(&seed)
            }
            Command::Swap { bout, act } => self.swap(asker, bout, act),
            Command::Announce { game, score, act, seed } => self.announce(asker, game, score, act, &seed),
            Command::Replay { game, act, seed } => self.replay(asker, game, act, &seed),
            Command::Overturn { ruled, act, seed } => self.overturn(asker, ruled, act, &seed),
            Command::CloseRound => self.close_round(asker),
            Command::NextStage { chosen } => {
                self.must_organise(asker)?;
                self.must_not_be_named(asker, chosen.as_deref())?;
                self.next_stage(chosen)
            }
            Command::Sanction { sanction, act } => self.sanction(asker, sanction, act),
            Command::Finish => {
                self.must_organise(asker)?;
                self.finish()
            }
            Command::Cancel { act } => self.cancel(asker, act),
        }
    }

    /// Closes a decision: its size is bounded, and it says when time may act next.
    pub(super) fn decision(&self, mut event: TournamentEvent, now: u64) -> Result<Decision, Refused> {
        if bytes(&event)? > EVENT_BYTES {
            // an explanation can be asked for again, a pairing cannot be left out
            if let Happened::Paired { why, .. } = &mut event.what {
                *why = None;
            }
            if bytes(&event)? > EVENT_BYTES {
                return Err(Refused::Limit { what: "bytes in one step", most: EVENT_BYTES });
            }
        }
        let after = self.after(&event, now).map_err(Refused::Unwritable)?;
        Ok(Decision { due: after.due(), event })
    }

    /// The log has an end also where people would go on and on; an event can be finished there.
    fn must_have_steps(&self, asker: &Asker, command: &Command) -> Result<(), Refused> {
        let most = match command {
            Command::Replay { .. } | Command::Overturn { .. } => limits::STEPS + limits::RULINGS_BEYOND,
            Command::Settings(_)
            | Command::Enter(_)
            | Command::Import(_)
            | Command::ChangeEntry(..)
            | Command::Readmit { .. }
            | Command::LineUp { .. }
            | Command::Draw { .. }
            | Command::PairByHand { .. }
            | Command::Swap { .. } => {
                // players do not take the last ones away
                if self.office_of(asker).is_some() { limits::STEPS } else { limits::PLAYERS_STEPS }
            }
            _ => return Ok(()),
        };
        if self.state.steps < most { Ok(()) } else { Err(Refused::Limit { what: "steps", most }) }
    }

    /// An official has seen what others ruled.
    fn must_be_seen(&self, asker: &Asker) -> Result<(), Refused> {
        match asker.after {
            Some(after) if after < self.state.acted => Err(Refused::Stale { after, acted: self.state.acted }),
            _ => Ok(()),
        }
    }

    /// The office of an account here.
    #[must_use]
    pub fn office_of(&self, asker: &Asker) -> Option<Office> {
        let settings = self.settings()?;
        if asker.office == Some(Office::Organiser) || settings.organisers.contains(&asker.account) {
            return Some(Office::Organiser);
        }
        let referee = asker.office == Some(Office::Referee) || settings.referees.contains(&asker.account);
        referee.then_some(Office::Referee)
    }

    fn must_organise(&self, asker: &Asker) -> Result<(), Refused> {
        if self.office_of(asker) == Some(Office::Organiser) { Ok(()) } else { Err(Refused::NotAnOrganiser) }
    }

    fn must_officiate(&self, asker: &Asker) -> Result<(), Refused> {
        self.office_of(asker).map(|_| ()).ok_or(Refused::NotAnOfficial)
    }

    /// An official who does not play in this bout.
    fn must_rule(&self, asker: &Asker, bout: &BoutState) -> Result<(), Refused> {
        self.must_officiate(asker)?;
        if self.plays_in(&asker.account, bout) { Err(Refused::OwnBout) } else { Ok(()) }
    }

    /// An official who does not meet this entry in the newest round.
    fn must_judge(&self, asker: &Asker, no: EntryNo) -> Result<(), Refused> {
        self.must_officiate(asker)?;
        if self.is_of(no, &asker.account) {
            return Ok(());
        }
        let newest = self.state.stage().and_then(|stage| stage.rounds.last());
        let bout = newest.and_then(|round| round.bouts.iter().find(|bout| bout.has(no)));
        bout.map_or(Ok(()), |bout| self.must_rule(asker, bout))
    }

    /// Whether an account plays for either side of a bout, in whichever of its games.
    pub(super) fn plays_in(&self, account: &AccountId, bout: &BoutState) -> bool {
        [bout.first, bout.second].into_iter().any(|no| self.is_of(no, account))
    }

    /// Whoever plays for an entry himself; for a team the first of its members who has an account.
    fn speaks_for(&self, no: EntryNo, account: &AccountId) -> bool {
        self.entry(no).is_some_and(|entered| field::accounts(&entered.entry).next() == Some(account))
    }

    pub(super) fn is_of(&self, no: EntryNo, account: &AccountId) -> bool {
        self.entry(no).is_some_and(|entered| field::accounts(&entered.entry).any(|known| known == account))
    }

    fn must_be(&self, phases: &[Phase]) -> Result<(), Refused> {
        if phases.contains(&self.phase()) { Ok(()) } else { Err(Refused::NotNow(self.phase())) }
    }

    fn create(&self, asker: &Asker, mut settings: EventSettings) -> Result<Happened, Refused> {
        if self.state.settings.is_some() {
            return Err(Refused::Exists);
        }
        if !settings.organisers.contains(&asker.account) {
            settings.organisers.insert(0, asker.account.clone());
        }
        settings::check(&settings)?;
        Ok(Happened::Created { settings: Box::new(settings) })
    }

    fn change_settings(&self, asker: &Asker, settings: EventSettings) -> Result<Happened, Refused> {
        self.must_organise(asker)?;
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running, Phase::Finished])?;
        settings::check(&settings)?;
        if settings.organisers.is_empty() {
            return Err(Refused::Settings("an event has at least one organiser"));
        }
        let entered = number(self.entries().iter().filter(|entered| !entered.gone).count());
        if settings.entry_limit < entered {
            let (given, min) = (settings.entry_limit.into(), entered.into());
            return Err(Refused::OutOfRange { what: "entry limit", given, min, max: limits::ENTRIES.into() });
        }
        let old = self.settings().ok_or(Refused::Unknown)?;
        if settings == *old {
            return Err(Refused::Settings("these are its settings already"));
        }
        if settings.teams != old.teams && !self.entries().is_empty() {
            return Err(Refused::Settings("there are entries: players stay players, and teams teams"));
        }
        if !self.stages().is_empty() {
            self.only_later_ones(old, &settings)?;
            self.check_lots(asker, old, &settings)?;
        }
        Ok(Happened::Changed { settings: Box::new(settings) })
    }

    pub(super) fn finish(&self) -> Result<Happened, Refused> {
        self.must_be(&[Phase::Running])?;
        self.rounds_must_be_over()?;
        Ok(Happened::Finished)
    }

    fn cancel(&self, asker: &Asker, act: Act) -> Result<Happened, Refused> {
        self.must_organise(asker)?;
        check_act(&act)?;
        self.must_be(&[Phase::Entry, Phase::Drawn, Phase::Running])?;
        Ok(Happened::Cancelled { act })
    }

    /// No round of the stage going on is waiting or being played.
    fn rounds_must_be_over(&self) -> Result<(), Refused> {
        let Some(stage) = self.state.stage() else { return Ok(()) };
        match stage.rounds.last() {
            Some(round) if !round.is_complete() => Err(Refused::RoundOpen(stage.round())),
            _ => Ok(()),
        }
    }

    /// The settings of the stage that is going on, and its number.
    fn current(&self) -> Result<(u32, &StageSettings), Refused> {
        self.must_be(&[Phase::Running])?;
        let stage = number(self.state.stages.len());
        Ok((stage, self.stage_settings(stage).ok_or(Refused::NoRound)?))
    }
}

fn bytes(event: &TournamentEvent) -> Result<usize, Refused> {
    serde_json::to_vec(event).map(|bytes| bytes.len()).map_err(|error| Refused::Unwritable(error.to_string()))
}

/// An official's words are text, or none.
fn check_act(act: &Act) -> Result<(), Refused> {
    check_text("text", &act.text, 0, limits::TEXT_CHARS)
}

/// A text of `least` to `most` characters, none of which steers a terminal or a page; line ends are
/// allowed where it is longer than a line.
pub(super) fn check_text(what: &'static str, text: &str, least: usize, most: usize) -> Result<(), Refused> {
    let chars = text.chars().count();
    if chars > most {
        let (given, min, max) = (chars as u64, least as u64, most as u64);
        return Err(Refused::OutOfRange { what, given, min, max });
    }
    let lines = most >= limits::DESCRIPTION_CHARS;
    let steering = text.chars().any(|c| steers(c) && !(lines && c == '\n'));
    let empty = least > 0 && text.chars().all(char::is_whitespace);
    if steering || empty { Err(Refused::Text { what }) } else { Ok(()) }
}
