//! `RE`: how a recorded game ended, as people write it in several languages.
//!
//! Margins of FF[4] are points. A margin with .25 or .75, or named so, is in zi, since no margin in
//! points has a quarter: `B+0.75` and `黑胜3/4子` are both 1.5 points.

use super::number::{self, Unit};
use tengen_protocol::{Colour, QuarterZi};

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Somebody won.
    Win {
        /// Who.
        winner: Colour,
        /// How.
        how: How,
    },
    /// Nobody did (`0`, `Draw`, 和棋).
    Draw,
    /// The game does not count (`Void`, 无胜负).
    Void,
    /// The record says that it is not known (`?`).
    Unknown,
}

/// How somebody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By a count: the margin, positive for Black as everywhere.
    Count(QuarterZi),
    /// By resignation (中盘胜).
    Resignation,
    /// On time (超时).
    Time,
    /// By forfeit.
    Forfeit,
    /// It does not say.
    Unstated,
}

impl Verdict {
    /// The margin of a counted game, 0 for a draw.
    #[must_use]
    pub const fn margin(self) -> Option<QuarterZi> {
        match self {
            Self::Win { how: How::Count(margin), .. } => Some(margin),
            Self::Draw => Some(QuarterZi(0)),
            _ => None,
        }
    }
}

/// Reads `RE`.
pub(super) fn read(text: &str) -> Option<Verdict> {
    let plain = number::plain(text);
    let plain = plain.trim();
    match plain {
        "" | "?" | "unknown" | "未知" => return Some(Verdict::Unknown),
        "0" | "draw" | "jigo" | "d" | "tie" => return Some(Verdict::Draw),
        "void" | "no result" | "none" => return Some(Verdict::Void),
        _ => {}
    }
    let said = |words: &[&str]| words.iter().any(|word| plain.contains(word));
    if said(&["无胜负", "無勝負", "无结果", "無結果", "void", "무승부 무효"]) {
        return Some(Verdict::Void);
    }
    if said(&["和棋", "和局", "平局", "持碁", "持棋", "ジゴ", "draw", "무승부", "빅"]) {
        return Some(Verdict::Draw);
    }
    if let Some((winner, how)) = signed(plain) {
        return Some(Verdict::Win { winner, how: how_of(how, winner)? });
    }
    let winner = winner_in_words(plain)?;
    Some(Verdict::Win { winner, how: in_words(plain, winner)? })
}

/// The sides by the names that people give them.
const NAMES: [(&str, Colour); 7] = [
    ("black", Colour::Black),
    ("white", Colour::White),
    ("黑", Colour::Black),
    ("黒", Colour::Black),
    ("白", Colour::White),
    ("흑", Colour::Black),
    ("백", Colour::White),
];

/// `B+..` and `White + ..`: the winner, and what follows the sign.
fn signed(plain: &str) -> Option<(Colour, &str)> {
    let letters = [("b", Colour::Black), ("w", Colour::White)];
    let named = NAMES.into_iter().chain(letters).find_map(|(name, colour)| Some((colour, plain.strip_prefix(name)?)));
    let (colour, rest) = named?;
    rest.trim_start().strip_prefix('+').map(|how| (colour, how.trim()))
}

/// Who won, where it is said who did or who lost: the side that is named last before that word, else the
/// first one (`白超时，黑胜`, `White loses by 2.5`).
fn winner_in_words(plain: &str) -> Option<Colour> {
    const WON: [&str; 8] = ["胜", "勝", "赢", "贏", "win", "won", "승", "이김"];
    const LOST: [&str; 10] = ["负", "負", "败", "敗", "认输", "認輸", "投了", "lose", "lost", "resign"];
    let first_of = |words: &[&str]| words.iter().filter_map(|word| plain.find(word)).min();
    let named = |before: usize| {
        let sides = || NAMES.iter().flat_map(|(name, colour)| plain.match_indices(name).map(|(at, _)| (at, *colour)));
        let last = sides().filter(|(at, _)| *at < before).max_by_key(|(at, _)| *at);
        last.or_else(|| sides().min_by_key(|(at, _)| *at)).map(|(_, colour)| colour)
    };
    match (first_of(&WON), first_of(&LOST), plain.find(" by ")) {
        (Some(at), ..) => named(at),
        (None, Some(at), _) => named(at).map(Colour::other),
        (None, None, Some(at)) => named(at),
        (None, None, None) => None,
    }
}

/// After `B+` or `W+`.
fn how_of(how: &str, winner: Colour) -> Option<How> {
    match how {
        "" | "?" => Some(How::Unstated),
        "r" | "res" | "resign" | "resigned" | "resignation" => Some(How::Resignation),
        "t" | "time" | "timeout" => Some(How::Time),
        "f" | "forfeit" => Some(How::Forfeit),
        _ => in_words(how, winner),
    }
}

fn in_words(text: &str, winner: Colour) -> Option<How> {
    let said = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if said(&["中盘", "中盤", "中押", "认输", "認輸", "投了", "投子", "불계", "resign"]) {
        return Some(How::Resignation);
    }
    if said(&["超时", "超時", "时间", "時間", "時切", "切れ", "시간", "time"]) {
        return Some(How::Time);
    }
    if said(&["判", "反则", "反則", "弃权", "棄權", "forfeit", "반칙", "기권"]) {
        return Some(How::Forfeit);
    }
    let has_number = text.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '半' | '반'));
    if !has_number {
        return Some(How::Unstated);
    }
    let (amount, unit) = number::read(text)?;
    let in_zi = unit == Unit::Zi || (unit == Unit::None && amount.0 % 50 != 0);
    let quarters = i32::try_from(amount.half_points(in_zi)?).ok().filter(|quarters| *quarters > 0)?;
    Some(How::Count(QuarterZi(if winner == Colour::Black { quarters } else { -quarters })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_as_people_write_them() {
        use Colour::{Black, White};
        let win = |winner, how| Some(Verdict::Win { winner, how });
        let count = |quarters: i32| win(if quarters > 0 { Black } else { White }, How::Count(QuarterZi(quarters)));
        for (text, verdict) in [
            ("B+1.5", count(3)),
            ("W+0.5", count(-1)),
            ("b+12.50", count(25)),
            ("W+3,5", count(-7)),
            ("B + 3.5", count(7)),
            ("B+3.5 points", count(7)),
            ("W+0.75", count(-3)),
            ("B+3/4", count(3)),
            ("B+2.25", count(9)),
            ("W+R", win(White, How::Resignation)),
            ("B+Resign", win(Black, How::Resignation)),
            ("White+Resign", win(White, How::Resignation)),
            ("W+T", win(White, How::Time)),
            ("B+Time", win(Black, How::Time)),
            ("B+F", win(Black, How::Forfeit)),
            ("W+Forfeit", win(White, How::Forfeit)),
            ("W+", win(White, How::Unstated)),
            ("B+?", win(Black, How::Unstated)),
            ("黑中盘胜", win(Black, How::Resignation)),
            ("白中盤勝", win(White, How::Resignation)),
            ("黑胜3/4子", count(3)),
            ("白胜3/4子", count(-3)),
            ("黑胜1又3/4子", count(7)),
            ("白勝一又四分之一子", count(-5)),
            ("黑胜半目", count(1)),
            ("黑胜2目半", count(5)),
            ("白胜 2.75 子", count(-11)),
            ("黑方胜1/4子", count(1)),
            ("白超时负", win(Black, How::Time)),
            ("黑超時負", win(White, How::Time)),
            ("白超时胜", win(White, How::Time)),
            ("黑认输", win(White, How::Resignation)),
            ("白超时，黑胜", win(Black, How::Time)),
            ("黑方认输，白中盘胜", win(White, How::Resignation)),
            ("胜方：黑", win(Black, How::Unstated)),
            ("White loses by 2.5 points", count(5)),
            ("Black by 3.5", count(7)),
            ("White resigned, Black won", win(Black, How::Resignation)),
            ("黑胜", win(Black, How::Unstated)),
            ("黒中押し勝ち", win(Black, How::Resignation)),
            ("白番2目半勝ち", count(-5)),
            ("白半目勝ち", count(-1)),
            ("흑불계승", win(Black, How::Resignation)),
            ("백 반집승", count(-1)),
            ("White wins by 2.5 points", count(-5)),
            ("Black wins by resignation", win(Black, How::Resignation)),
            ("White resigns", win(Black, How::Resignation)),
            ("0", Some(Verdict::Draw)),
            ("Draw", Some(Verdict::Draw)),
            ("Jigo", Some(Verdict::Draw)),
            ("和棋", Some(Verdict::Draw)),
            ("Void", Some(Verdict::Void)),
            ("无胜负", Some(Verdict::Void)),
            ("?", Some(Verdict::Unknown)),
            ("", Some(Verdict::Unknown)),
        ] {
            assert_eq!(read(text), verdict, "{text}");
        }
        for text in ["hello", "B+three", "B+1/3", "W+99999999999999999999", "B+0", "12"] {
            assert!(!matches!(read(text), Some(Verdict::Win { how: How::Count(_), .. })), "{text}: {:?}", read(text));
        }
        assert_eq!(read("hello"), None);
    }
}
