//! What a person types while playing, and what it asks of the game as it stands. Pure.
//!
//! Every word can be typed in English and in Chinese, whatever the language of the answers.

use crate::{
    game_view::GameView,
    t,
    text::printable,
    words::{Words, game::suspended, when},
};
use tengen_protocol::{Colour, GameId, Phase, Point, Proposal, Request, Vertex};

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// Play or pass.
    Play(Vertex),
    /// Resign, after a question.
    Resign,
    /// Ask to take moves back; without a number one's last move.
    Undo(Option<u32>),
    /// Propose something; with an adjournment when the game goes on.
    Propose(Proposal, Option<String>),
    /// Seal a move, or a pass.
    Seal(Vertex),
    /// Yes.
    Yes,
    /// No.
    No,
    /// What is asked: the marks while there are any, else as [`Typed::Yes`].
    Agree,
    /// Mark dead or alive.
    Mark(Point, bool),
    /// Accept the marks.
    Accept,
    /// Play on.
    Resume,
    /// Take the seat.
    Seat,
    /// Show the board.
    Board,
    /// Show help.
    Help,
    /// Leave.
    Quit,
    /// Nothing.
    Nothing,
}

impl Typed {
    /// Reads a line.
    ///
    /// # Errors
    /// What can be typed instead.
    pub(crate) fn read(words: Words, line: &str) -> Result<Self, String> {
        let typed: Vec<String> =
            line.chars().map(narrow).collect::<String>().split_whitespace().map(str::to_lowercase).collect();
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        let unknown = || t!(words, "typed-unknown", typed = printable(line.trim()));
        let point = |text: &str| text.parse::<Point>().map_err(|_| unknown());
        Ok(match typed.as_slice() {
            [] => Self::Nothing,
            ["pass" | "停一手" | "停手" | "虚手" | "虛手" | "虚着" | "虛著"] => Self::Play(Vertex::Pass),
            ["resign" | "认输" | "認輸"] => Self::Resign,
            ["undo" | "悔棋"] => Self::Undo(None),
            ["undo" | "悔棋", n] => match n.parse() {
                Ok(n @ 1..) => Self::Undo(Some(n)),
                _ => return Err(t!(words, "typed-undo", typed = printable(n))),
            },
            ["pause" | "暂停" | "暫停"] => Self::Propose(Proposal::Pause, None),
            ["count" | "数子" | "數子" | "申请数子" | "申請數子"] => Self::Propose(Proposal::Count, None),
            ["adjourn" | "封棋"] => Self::Propose(Proposal::Adjourn, None),
            ["adjourn" | "封棋", ..] => {
                // as it was typed: names of zones have capitals
                let wide: String = line.chars().map(narrow).collect();
                let time = wide.trim().split_once(char::is_whitespace).map_or("", |(_, time)| time);
                match when::typed(time) {
                    Some(time) => Self::Propose(Proposal::Adjourn, Some(time)),
                    None => return Err(t!(words, "typed-adjourn", typed = printable(time.trim()))),
                }
            }
            ["seal" | "封手" | "封", "pass" | "停一手" | "停手" | "虚手" | "虛手"] => {
                Self::Seal(Vertex::Pass)
            }
            ["seal" | "封手" | "封", at] => Self::Seal(Vertex::Point(point(at)?)),
            ["yes" | "y" | "是"] => Self::Yes,
            ["no" | "n" | "否" | "不同意"] => Self::No,
            ["同意"] => Self::Agree,
            ["dead" | "死", at] => Self::Mark(point(at)?, true),
            ["alive" | "活", at] => Self::Mark(point(at)?, false),
            ["accept" | "接受"] => Self::Accept,
            ["resume" | "继续" | "繼續"] => Self::Resume,
            ["seat" | "入座"] => Self::Seat,
            ["board" | "棋盘" | "棋盤"] => Self::Board,
            ["help" | "?" | "帮助" | "幫助"] => Self::Help,
            ["quit" | "exit" | "退出" | "离开" | "離開"] => Self::Quit,
            ["play" | "落子", at] | [at] => at.parse().map(Self::Play).map_err(|_| unknown())?,
            _ => return Err(unknown()),
        })
    }
}

/// The ASCII character that a full-width one stands for: an input method types `Ｑ１６`.
fn narrow(typed: char) -> char {
    match typed {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(typed) - 0xfee0).unwrap_or(typed),
        _ => typed,
    }
}

/// What a line asks of the server, or of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Send this.
    Send(Request),
    /// Ask whether he really resigns.
    Confirm,
    /// Tell him this.
    Say(String),
}

/// What a line means in a game, for the side that types it. `confirming`: the last line was
/// `resign`. Whether it is allowed is for the server to say.
pub(crate) fn meaning(
    words: Words,
    typed: Typed,
    view: &GameView,
    game: &GameId,
    me: Colour,
    confirming: bool,
) -> Meaning {
    let typed = match (typed, view.phase) {
        (Typed::Agree, Phase::Scoring) if !confirming => Typed::Accept,
        (Typed::Agree, _) => Typed::Yes,
        (typed, _) => typed,
    };
    let (game, after, head) = (game.clone(), view.seq, view.head);
    let revision = view.scoring.as_ref().map_or(0, |scoring| scoring.revision);
    Meaning::Send(match typed {
        // what is due is sealed: openly it would be refused
        Typed::Play(vertex) if view.is_sealing() => Request::Seal { game, vertex, after, head, lag: None },
        Typed::Play(vertex) => Request::Play { game, vertex, after, head, lag: None },
        Typed::Seal(vertex) => Request::Seal { game, vertex, after, head, lag: None },
        Typed::Propose(proposal, resume_at) => match &view.proposal {
            Some(asked) if asked.by == me => return Meaning::Say(t!(words, "typed-asked-already")),
            Some(_) => return Meaning::Say(t!(words, "typed-opponent-proposes")),
            None => Request::Propose { game, proposal, resume_at, after, head },
        },
        Typed::Resume if view.is_suspended() => return Meaning::Say(suspended(words, view)),
        Typed::Resume if matches!(view.phase, Phase::Paused | Phase::Adjourned) => match &view.proposal {
            Some(asked) if asked.by != me && asked.proposal == Proposal::GoOn => {
                Request::Answer { game, accept: true, after, head }
            }
            _ => Request::Propose { game, proposal: Proposal::GoOn, resume_at: None, after, head },
        },
        Typed::Resign => return Meaning::Confirm,
        Typed::Yes if confirming => Request::Resign { game },
        Typed::No if confirming => return Meaning::Say(t!(words, "typed-not-resigned")),
        Typed::Yes | Typed::No | Typed::Agree if is_about_proposal(view, me) => {
            let own = view.proposal.as_ref().is_some_and(|asked| asked.by == me);
            if own && typed == Typed::Yes {
                return Meaning::Say(t!(words, "typed-opponent-answers"));
            }
            Request::Answer { game, accept: typed == Typed::Yes, after, head }
        }
        Typed::Yes | Typed::No | Typed::Agree => match view.undo_request {
            Some(request) if request.by == me && typed == Typed::Yes => {
                return Meaning::Say(t!(words, "typed-opponent-answers"));
            }
            Some(_) => Request::AnswerUndo { game, accept: typed == Typed::Yes, after, head },
            None => return Meaning::Say(t!(words, "typed-nothing-asked")),
        },
        Typed::Undo(asked) => match (view.undo_request, asked.or_else(|| own_last(view, me))) {
            (Some(request), _) if request.by == me => {
                return Meaning::Say(t!(words, "typed-asked-already"));
            }
            (Some(_), _) => return Meaning::Say(t!(words, "typed-opponent-asks")),
            (None, None) => return Meaning::Say(t!(words, "typed-no-move")),
            (None, Some(moves)) => Request::RequestUndo { game, moves, after, head },
        },
        Typed::Mark(vertex, dead) => Request::Mark { game, vertex, dead, revision },
        Typed::Accept if view.phase != Phase::Scoring => {
            return Meaning::Say(t!(words, "typed-nothing-to-accept"));
        }
        Typed::Accept => Request::Accept { game, revision },
        Typed::Resume => Request::Resume { game },
        Typed::Seat => Request::TakeSeat { game },
        Typed::Board | Typed::Help | Typed::Quit | Typed::Nothing => return Meaning::Say(String::new()),
    })
}

/// Whether yes and no answer a proposal: the opponent's before one's own, an undo before a proposal.
fn is_about_proposal(view: &GameView, me: Colour) -> bool {
    match (&view.proposal, view.undo_request) {
        (Some(asked), Some(undo)) => asked.by != me && undo.by == me,
        (asked, _) => asked.is_some(),
    }
}

/// How many plies to take back so that one's own last move is among them; nothing without one.
fn own_last(view: &GameView, me: Colour) -> Option<u32> {
    let back = view.moves.iter().rev().position(|(by, _)| *by == me);
    back.and_then(|n| u32::try_from(n + 1).ok())
}

/// What a line says while there is no game yet; nothing when it asks to leave.
pub(crate) fn before_the_game(words: Words, line: &str) -> Option<String> {
    match Typed::read(words, line) {
        Ok(Typed::Quit) => None,
        Ok(Typed::Nothing) => Some(String::new()),
        Ok(Typed::Help) => Some(t!(words, "offer-waiting")),
        _ => Some(t!(words, "offer-not-begun")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Script, command_id, game_id};
    use tengen_protocol::Event;

    #[test]
    fn lines_are_read_in_any_case() {
        let q16 = Vertex::Point("Q16".parse().unwrap());
        for (line, typed) in [
            ("q16", Typed::Play(q16)),
            (" play Q16 ", Typed::Play(q16)),
            ("PASS", Typed::Play(Vertex::Pass)),
            ("undo", Typed::Undo(None)),
            ("undo 3", Typed::Undo(Some(3))),
            ("dead d4", Typed::Mark("D4".parse().unwrap(), true)),
            ("alive D4", Typed::Mark("D4".parse().unwrap(), false)),
            ("Resign", Typed::Resign),
            ("", Typed::Nothing),
            ("Ｑ１６", Typed::Play(q16)),
            ("停一手", Typed::Play(Vertex::Pass)),
            ("認輸", Typed::Resign),
            ("悔棋　2", Typed::Undo(Some(2))),
            ("死 d4", Typed::Mark("D4".parse().unwrap(), true)),
            ("同意", Typed::Agree),
            ("Pause", Typed::Propose(Proposal::Pause, None)),
            ("申请数子", Typed::Propose(Proposal::Count, None)),
            ("封棋", Typed::Propose(Proposal::Adjourn, None)),
            (
                "adjourn 2026-12-01 10:00 Asia/Shanghai",
                Typed::Propose(Proposal::Adjourn, Some("2026-12-01T10:00:00+08:00[Asia/Shanghai]".into())),
            ),
            ("seal q16", Typed::Seal(q16)),
            ("封 pass", Typed::Seal(Vertex::Pass)),
        ] {
            assert_eq!(Typed::read(Words::english(), line), Ok(typed), "{line}");
        }
        for bad in ["I5", "undo 0", "undo x", "dead", "dead pass", "hello there", "Q26", "seal", "adjourn soon"] {
            assert!(Typed::read(Words::english(), bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn resigning_needs_a_yes() {
        let script = Script::playing(9);
        let mean =
            |typed, confirming| meaning(Words::english(), typed, script.view(), &game_id(), Colour::Black, confirming);
        assert_eq!(mean(Typed::Resign, false), Meaning::Confirm);
        assert_eq!(mean(Typed::Yes, true), Meaning::Send(Request::Resign { game: game_id() }));
        assert!(matches!(mean(Typed::No, true), Meaning::Say(_)));
        assert!(matches!(mean(Typed::Yes, false), Meaning::Say(_)));
    }

    #[test]
    fn to_agree_is_to_accept_the_marks_while_there_are_any_and_else_to_say_yes() {
        let mut script = Script::playing(9);
        let mean = |script: &Script, confirming| {
            meaning(Words::english(), Typed::Agree, script.view(), &game_id(), Colour::Black, confirming)
        };
        assert_eq!(mean(&script, true), Meaning::Send(Request::Resign { game: game_id() }));
        assert_eq!(mean(&script, false), Meaning::Say("nothing was asked".into()));
        script.play("D4");
        script.append(Event::UndoRequested { by: Colour::White, id: command_id(), moves: 1 });
        assert!(matches!(mean(&script, false), Meaning::Send(Request::AnswerUndo { accept: true, .. })));
        script.stop(1);
        assert!(matches!(mean(&script, false), Meaning::Send(Request::Accept { .. })));
    }

    #[test]
    fn undo_goes_back_to_ones_own_move() {
        let mut script = Script::playing(9);
        let nothing = meaning(Words::english(), Typed::Undo(None), script.view(), &game_id(), Colour::Black, false);
        assert_eq!(nothing, Meaning::Say("you have no move to take back".into()));
        let moves = |script: &Script, me| match meaning(
            Words::english(),
            Typed::Undo(None),
            script.view(),
            &game_id(),
            me,
            false,
        ) {
            Meaning::Send(Request::RequestUndo { moves, .. }) => moves,
            other => panic!("{other:?}"),
        };
        script.play("D4");
        assert_eq!(moves(&script, Colour::Black), 1);
        script.play("F6");
        assert_eq!((moves(&script, Colour::Black), moves(&script, Colour::White)), (2, 1));
        script.append(Event::UndoRequested { by: Colour::White, id: command_id(), moves: 1 });
        let mean = |me| meaning(Words::english(), Typed::Undo(None), script.view(), &game_id(), me, false);
        assert!(matches!(mean(Colour::Black), Meaning::Say(text) if text.contains("answer yes or no")));
        assert!(matches!(mean(Colour::White), Meaning::Say(text) if text.contains("asked already")));
    }

    #[test]
    fn proposals_are_made_and_answered() {
        let mut script = Script::playing(9);
        let mean = |script: &Script, typed, me| meaning(Words::english(), typed, script.view(), &game_id(), me, false);
        let pause = || Typed::Propose(Proposal::Pause, None);
        let Meaning::Send(Request::Propose { proposal: Proposal::Pause, .. }) = mean(&script, pause(), Colour::Black)
        else {
            panic!("nothing waits");
        };
        let proposed = |by, proposal| Event::Proposed { by, id: command_id(), proposal, resume_at: None };
        script.append(proposed(Colour::White, Proposal::Pause));
        assert!(matches!(mean(&script, Typed::Yes, Colour::White), Meaning::Say(_)));
        for (by, typed, accepts) in [
            (Colour::Black, Typed::Yes, true),
            (Colour::Black, Typed::Agree, true),
            (Colour::Black, Typed::No, false),
            (Colour::White, Typed::No, false),
        ] {
            let Meaning::Send(Request::Answer { accept, .. }) = mean(&script, typed, by) else { panic!("{by}") };
            assert_eq!(accept, accepts, "{by}");
        }
        assert!(matches!(mean(&script, pause(), Colour::Black), Meaning::Say(_)));
        script.append(Event::Paused {
            by: Colour::Black,
            id: command_id(),
            time: tengen_protocol::MoveTime { used: 0, lag: 0, clock: None },
            lasts: 1_000,
        });
        let Meaning::Send(Request::Propose { proposal: Proposal::GoOn, .. }) =
            mean(&script, Typed::Resume, Colour::White)
        else {
            panic!("resume asks to go on");
        };
        script.append(proposed(Colour::Black, Proposal::GoOn));
        assert!(matches!(
            mean(&script, Typed::Resume, Colour::White),
            Meaning::Send(Request::Answer { accept: true, .. })
        ));
    }

    #[test]
    fn a_move_is_sealed_once_an_adjournment_is_agreed_on() {
        let mut script = Script::playing(9);
        let resume_at = tengen_protocol::ResumeAt { resume_at: 1_800_000_000_000, zone: None };
        script.append(Event::AdjournmentAgreed { by: Colour::White, id: command_id(), resume_at });
        let typed = Typed::read(Words::english(), "D4").unwrap();
        let meant = meaning(Words::english(), typed, script.view(), &game_id(), Colour::Black, false);
        assert!(matches!(meant, Meaning::Send(Request::Seal { .. })), "{meant:?}");
    }

    #[test]
    fn what_is_typed_before_the_game_is_not_kept() {
        assert_eq!(
            before_the_game(Words::english(), "D4"),
            Some("the game has not begun; quit withdraws the offer".into())
        );
        assert_eq!(
            before_the_game(Words::english(), "resign"),
            Some("the game has not begun; quit withdraws the offer".into())
        );
        assert_eq!(before_the_game(Words::english(), ""), Some(String::new()));
        assert_eq!(before_the_game(Words::english(), "quit"), None);
    }

    #[test]
    fn a_command_names_the_position_it_was_typed_for() {
        let mut script = Script::playing(9);
        script.play("D4");
        let typed = Typed::read(Words::english(), "F6").unwrap();
        let Meaning::Send(Request::Play { after, head, .. }) =
            meaning(Words::english(), typed, script.view(), &game_id(), Colour::White, false)
        else {
            panic!("a vertex is a play");
        };
        assert_eq!((after, head), (script.view().seq, script.view().head));
    }
}
