//! The boards that referees look at.

use super::*;
use tengen_protocol::tournament_view::Trouble;

fn tables(desk: &Desk) -> Vec<(u32, u32, Trouble)> {
    desk.event.open_boards().iter().map(|board| (board.round, board.table, board.trouble)).collect()
}

#[test]
fn boards_are_open_from_the_beginning_of_their_round_to_their_result() {
    let mut desk = Desk::started(settings(vec![stage(System::RoundRobin { laps: 1 })]), 4);
    assert_eq!(tables(&desk), []);
    desk.pair().unwrap();
    assert_eq!(tables(&desk), [(1, 1, Trouble::Missing), (1, 2, Trouble::Missing)]);
    let games = desk.going_on();
    let decision = desk.event.created(&games[..1], desk.now).unwrap().unwrap();
    desk.append(&decision);
    assert_eq!(tables(&desk), [(1, 1, Trouble::Unread), (1, 2, Trouble::Missing)], "one is there to be looked at");
    let board = desk.event.open_boards().remove(0);
    let (_, game) = desk.event.game(&board.game).unwrap();
    assert_eq!((&board.game, board.black, board.white), (&games[0], game.black, game.white));
    desk.end(&games[0], 10, won(Colour::Black)).unwrap();
    assert_eq!(tables(&desk), [(1, 2, Trouble::Missing)]);
    desk.end(&games[1], 10, won(Colour::White)).unwrap();
    assert_eq!(tables(&desk), []);
    desk.pair().unwrap();
    assert_eq!(tables(&desk).len(), 2);
    desk.ask("org", Command::Cancel { act: act(Reason::Other) }).unwrap();
    assert_eq!(tables(&desk), [], "nothing hangs on them any more");
}
