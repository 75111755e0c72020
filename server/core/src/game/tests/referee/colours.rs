//! Wrong colours, which a referee corrects up to the tenth stone (R02, 17.1).

use super::*;

#[test]
fn wrong_colours_are_corrected_up_to_the_tenth_stone() {
    let mut table = game("10m");
    table.plays("A1 B1 C1 D1 pass E1 F1 G1 H1 J1 A3");
    let mut late = table.copy();
    table.rule(Order::ColoursWrong).event();
    assert_eq!(table.result(), ("Void", EndReason::WrongColours));
    table.check_replay();
    assert_eq!(table.rule(Order::ColoursWrong).refused(), Code::GameOver);
    late.plays("A5");
    let refusal = late.rule(Order::ColoursWrong).refusal();
    assert_eq!(refusal.code, Code::RulingMoves);
    let limit = refusal.limit.unwrap();
    assert_eq!((limit.max, limit.given), (10, Some(11)), "stones, and not passes");
}

#[test]
fn they_are_corrected_before_anybody_has_come_too() {
    let mut table = Table::waiting(&terms("9", "10m"));
    table.rule(Order::ColoursWrong).event();
    assert_eq!(table.result(), ("Void", EndReason::WrongColours));
}
