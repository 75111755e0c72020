//! Komi as people write it, in points or in zi.
//!
//! `KM` is in points, but programs of China write zi, hundredths of zi and hundredths of points. Komi
//! has whole or half points, so a quarter can only be of a zi, and komi of 100 points does not exist:
//!
//! 1. A unit in the text settles it: `3.75子`, `3又3/4子` are zi, `7.5目` points.
//! 2. A whole number from 100 on, written without a decimal point, is in hundredths: 375 is 3.75, 750 is
//!    7.50. Then as below. (Should anybody play with such komi, it is written as 375.0.)
//! 3. A number with .25 or .75 is in zi: 3.75 is 7.5 points, 2.75 is 5.5.
//! 4. Any other number is in points: 7.5, 6.5, 0. Other fractions are not read.

use super::number::{self, Hundredths, Unit};
use tengen_protocol::Komi;

/// Komi, and whether rule 2 or 3 was needed.
pub(super) fn read(text: &str) -> Option<(Komi, bool)> {
    let (mut amount, unit) = number::read(text)?;
    let mut guessed = false;
    if unit == Unit::None && !text.contains(['.', ',']) && amount.0 % 100 == 0 && amount.0.abs() >= 100 * 100 {
        amount = Hundredths(amount.0 / 100);
        guessed = true;
    }
    let in_zi = unit == Unit::Zi || (unit == Unit::None && amount.0 % 50 != 0);
    guessed |= unit == Unit::None && in_zi;
    let half_points = amount.half_points(in_zi)?;
    let komi = i16::try_from(half_points).ok().filter(|half| half.abs() <= Komi::MAX_HALF_POINTS)?;
    Some((Komi::from_half_points(komi), guessed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_zi_and_hundredths_of_both() {
        for (text, komi, guessed) in [
            ("7.5", "7.5", false),
            ("6.5", "6.5", false),
            ("0", "0", false),
            ("0.00", "0", false),
            ("6,5", "6.5", false),
            (" 5.50 ", "5.5", false),
            ("7", "7", false),
            ("-3.5", "-3.5", false),
            (".5", "0.5", false),
            ("6.", "6", false),
            ("375", "7.5", true),
            ("750", "7.5", true),
            ("650", "6.5", true),
            ("550", "5.5", true),
            ("275", "5.5", true),
            ("800", "8", true),
            ("375.0", "375", false),
            ("-999.5", "-999.5", false),
            ("3.75", "7.5", true),
            ("2.75", "5.5", true),
            ("3.75子", "7.5", false),
            ("3又3/4子", "7.5", false),
            ("3 3/4 子", "7.5", false),
            ("3¾子", "7.5", false),
            ("三又四分之三子", "7.5", false),
            ("黑贴3又3/4子", "7.5", false),
            ("3 3/4", "7.5", true),
            ("7.5目", "7.5", false),
            ("黑贴7目半", "7.5", false),
            ("6目半", "6.5", false),
            ("4子", "8", false),
        ] {
            let expected = Some((komi.parse().unwrap(), guessed));
            assert_eq!(read(text), expected, "{text}");
        }
        for text in ["", "komi", "7.3", "1/3", "99999999999999999999", "100001", "1000.5", "7.55", "--1", "5.5.5"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
