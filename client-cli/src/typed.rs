//! What a person types while playing, and what it asks of the game as it stands. Pure.

use crate::game_view::GameView;
use tengen_protocol::{Colour, GameId, Phase, Point, Request, Vertex};

/// What can be typed, for `help`.
pub(crate) const HELP: &str = "\
Q16              play there (a letter without I, then a row)
pass             pass
resign           resign; asks once more
undo [N]         ask to take back N moves (default: back through your last one)
yes, no          answer a question
dead D4          mark the chain there dead, after two passes
alive D4         mark it alive again
accept           accept the marks; when both do, the board is counted
resume           play on instead of counting
seat             play from here again, after another connection took over
board            show the board again
help             show this
quit             leave; the game goes on, `tengen play` comes back";

/// A line that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// Play or pass.
    Play(Vertex),
    /// Resign, after a question.
    Resign,
    /// Ask to take moves back; without a number one's last move.
    Undo(Option<u32>),
    /// Yes.
    Yes,
    /// No.
    No,
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
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let point = |text: &str| text.parse::<Point>().map_err(|error| error.to_string());
        Ok(match words.as_slice() {
            [] => Self::Nothing,
            ["pass"] => Self::Play(Vertex::Pass),
            ["resign"] => Self::Resign,
            ["undo"] => Self::Undo(None),
            ["undo", n] => match n.parse() {
                Ok(n @ 1..) => Self::Undo(Some(n)),
                _ => return Err(format!("undo '{n}': write how many moves, such as undo 2")),
            },
            ["yes" | "y"] => Self::Yes,
            ["no" | "n"] => Self::No,
            ["dead", at] => Self::Mark(point(at)?, true),
            ["alive", at] => Self::Mark(point(at)?, false),
            ["accept"] => Self::Accept,
            ["resume"] => Self::Resume,
            ["seat"] => Self::Seat,
            ["board"] => Self::Board,
            ["help" | "?"] => Self::Help,
            ["quit" | "exit"] => Self::Quit,
            ["play", at] | [at] => match at.parse() {
                Ok(vertex) => Self::Play(vertex),
                Err(_) => return Err(format!("'{}': write a vertex such as Q16, or help", line.trim())),
            },
            _ => return Err(format!("'{}': write a vertex such as Q16, or help", line.trim())),
        })
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
pub(crate) fn meaning(typed: Typed, view: &GameView, game: &GameId, me: Colour, confirming: bool) -> Meaning {
    let (game, after, head) = (game.clone(), view.seq, view.head);
    let revision = view.scoring.as_ref().map_or(0, |scoring| scoring.revision);
    Meaning::Send(match typed {
        Typed::Play(vertex) => Request::Play { game, vertex, after, head, lag: None },
        Typed::Resign => return Meaning::Confirm,
        Typed::Yes if confirming => Request::Resign { game },
        Typed::No if confirming => return Meaning::Say("not resigned".into()),
        Typed::Yes | Typed::No => match view.undo_request {
            Some(request) if request.by == me && typed == Typed::Yes => {
                return Meaning::Say("your opponent has to answer; `no` takes the request back".into());
            }
            Some(_) => Request::AnswerUndo { game, accept: typed == Typed::Yes, after, head },
            None => return Meaning::Say("nothing was asked".into()),
        },
        Typed::Undo(asked) => match (view.undo_request, asked.or_else(|| own_last(view, me))) {
            (Some(request), _) if request.by == me => {
                return Meaning::Say("you have asked already; `no` takes the request back".into());
            }
            (Some(_), _) => return Meaning::Say("your opponent asks to take moves back: answer yes or no".into()),
            (None, None) => return Meaning::Say("you have no move to take back".into()),
            (None, Some(moves)) => Request::RequestUndo { game, moves, after, head },
        },
        Typed::Mark(vertex, dead) => Request::Mark { game, vertex, dead, revision },
        Typed::Accept if view.phase != Phase::Scoring => {
            return Meaning::Say("there is nothing to accept: dead stones are marked after two passes".into());
        }
        Typed::Accept => Request::Accept { game, revision },
        Typed::Resume => Request::Resume { game },
        Typed::Seat => Request::TakeSeat { game },
        Typed::Board | Typed::Help | Typed::Quit | Typed::Nothing => return Meaning::Say(String::new()),
    })
}

/// How many plies to take back so that one's own last move is among them; nothing without one.
fn own_last(view: &GameView, me: Colour) -> Option<u32> {
    let back = view.moves.iter().rev().position(|(by, _)| *by == me);
    back.and_then(|n| u32::try_from(n + 1).ok())
}

/// What a line says while there is no game yet; nothing when it asks to leave.
pub(crate) fn before_the_game(line: &str) -> Option<&'static str> {
    match Typed::read(line) {
        Ok(Typed::Quit) => None,
        Ok(Typed::Nothing) => Some(""),
        Ok(Typed::Help) => Some("waiting for somebody to accept; quit withdraws the offer"),
        _ => Some("the game has not begun; quit withdraws the offer"),
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
        ] {
            assert_eq!(Typed::read(line), Ok(typed), "{line}");
        }
        for bad in ["I5", "undo 0", "undo x", "dead", "dead pass", "hello there", "Q26"] {
            assert!(Typed::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn resigning_needs_a_yes() {
        let script = Script::playing(9);
        let mean = |typed, confirming| meaning(typed, script.view(), &game_id(), Colour::Black, confirming);
        assert_eq!(mean(Typed::Resign, false), Meaning::Confirm);
        assert_eq!(mean(Typed::Yes, true), Meaning::Send(Request::Resign { game: game_id() }));
        assert!(matches!(mean(Typed::No, true), Meaning::Say(_)));
        assert!(matches!(mean(Typed::Yes, false), Meaning::Say(_)));
    }

    #[test]
    fn undo_goes_back_to_ones_own_move() {
        let mut script = Script::playing(9);
        let nothing = meaning(Typed::Undo(None), script.view(), &game_id(), Colour::Black, false);
        assert_eq!(nothing, Meaning::Say("you have no move to take back".into()));
        let moves = |script: &Script, me| match meaning(Typed::Undo(None), script.view(), &game_id(), me, false) {
            Meaning::Send(Request::RequestUndo { moves, .. }) => moves,
            other => panic!("{other:?}"),
        };
        script.play("D4");
        assert_eq!(moves(&script, Colour::Black), 1);
        script.play("F6");
        assert_eq!((moves(&script, Colour::Black), moves(&script, Colour::White)), (2, 1));
        script.append(Event::UndoRequested { by: Colour::White, id: command_id(), moves: 1 });
        let mean = |me| meaning(Typed::Undo(None), script.view(), &game_id(), me, false);
        assert!(matches!(mean(Colour::Black), Meaning::Say(text) if text.contains("answer yes or no")));
        assert!(matches!(mean(Colour::White), Meaning::Say(text) if text.contains("asked already")));
    }

    #[test]
    fn what_is_typed_before_the_game_is_not_kept() {
        assert_eq!(before_the_game("D4"), Some("the game has not begun; quit withdraws the offer"));
        assert_eq!(before_the_game("resign"), Some("the game has not begun; quit withdraws the offer"));
        assert_eq!(before_the_game(""), Some(""));
        assert_eq!(before_the_game("quit"), None);
    }

    #[test]
    fn a_command_names_the_position_it_was_typed_for() {
        let mut script = Script::playing(9);
        script.play("D4");
        let typed = Typed::read("F6").unwrap();
        let Meaning::Send(Request::Play { after, head, .. }) =
            meaning(typed, script.view(), &game_id(), Colour::White, false)
        else {
            panic!("a vertex is a play");
        };
        assert_eq!((after, head), (script.view().seq, script.view().head));
    }
}
