//! Numbers of records: decimals, fractions, and those of Chinese and Japanese texts. Integers only.

/// A number in hundredths: enough for quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hundredths(pub(super) i64);

impl Hundredths {
    /// In half points, from points or from zi (1 zi = 2 points); nothing if it is not a whole number of
    /// them.
    pub(super) fn half_points(self, in_zi: bool) -> Option<i64> {
        let unit = if in_zi { 25 } else { 50 };
        (self.0 % unit == 0).then_some(self.0 / unit)
    }
}

/// What a number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    None,
    Points,
    Zi,
}

/// Reads the only number of a text and its unit: `7.5`, `3 3/4`, `3又3/4子`, `2目半`, `四分之三子`,
/// `3¾子`. Words around it are read over; a second number makes it unreadable.
pub(super) fn read(text: &str) -> Option<(Hundredths, Unit)> {
    let text = plain(text);
    let unit = if text.contains('子') || text.contains("zi") {
        Unit::Zi
    } else if text.contains(['目', '点', '點', '집']) || text.contains("point") || text.contains("moku") {
        Unit::Points
    } else {
        Unit::None
    };
    let negative = text.contains('-');
    let parts: Vec<&str> = text.split(|letter: char| !is_of_number(letter)).filter(|part| !part.is_empty()).collect();
    let half = text.contains(['半', '반']);
    let amount = match (parts.as_slice(), half) {
        ([], true) => 50,
        // Denominator first: 四分之三, 三又四分之三.
        ([whole @ .., bottom, top], false) if text.contains("分之") && whole.len() < 2 => {
            let whole = whole.first().map_or(Some(0), |whole| decimal(whole))?;
            whole.checked_add(fraction(top, bottom)?)?
        }
        ([one], false) => mixed(one)?,
        ([one], true) => decimal(one)?.checked_add(50)?,
        ([whole, part], false) if part.contains('/') && !whole.contains('/') => {
            decimal(whole)?.checked_add(mixed(part)?)?
        }
        _ => return None,
    };
    // One sign, before the number.
    let signs = text.matches('-').count();
    let sign_first = text.find('-') < text.find(is_of_number);
    (signs == 0 || (signs == 1 && sign_first)).then_some((Hundredths(if negative { -amount } else { amount }), unit))
}

const fn is_of_number(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '.' | '/')
}

/// Lower case, plain digits; `3¾` as `3 3/4`, `三` as `3`, a comma as a point.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.trim().chars().flat_map(char::to_lowercase) {
        match letter {
            '¼' => plain.push_str(" 1/4"),
            '½' => plain.push_str(" 1/2"),
            '¾' => plain.push_str(" 3/4"),
            ',' | '，' | '．' => plain.push('.'),
            '／' => plain.push('/'),
            '－' | '−' => plain.push('-'),
            '＋' => plain.push('+'),
            '０'..='９' => plain.extend(char::from_digit(u32::from(letter) - u32::from('０'), 10)),
            '〇' | '零' => plain.push('0'),
            '一' => plain.push('1'),
            '二' | '两' | '兩' => plain.push('2'),
            '三' => plain.push('3'),
            '四' => plain.push('4'),
            '五' => plain.push('5'),
            '六' => plain.push('6'),
            '七' => plain.push('7'),
            '八' => plain.push('8'),
            '九' => plain.push('9'),
            '十' => {
                // 十 is 10, 十二 12, 二十 20, 二十三 23: a digit on either side or none.
                if !plain.ends_with(|before: char| before.is_ascii_digit()) {
                    plain.push('1');
                }
                plain.push('十');
            }
            _ => plain.push(letter),
        }
    }
    while let Some(at) = plain.find('十') {
        let after = at + '十'.len_utf8();
        let more = plain.get(after..).is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()));
        plain.replace_range(at..after, if more { "" } else { "0" });
    }
    plain
}

/// `3/4` or a decimal.
fn mixed(text: &str) -> Option<i64> {
    match text.split_once('/') {
        Some((top, bottom)) => fraction(top, bottom),
        None => decimal(text),
    }
}

fn fraction(top: &str, bottom: &str) -> Option<i64> {
    let (top, bottom): (i64, i64) = (top.parse().ok()?, bottom.parse().ok()?);
    let hundredths = top.checked_mul(100)?;
    (bottom > 0 && hundredths % bottom == 0).then(|| hundredths / bottom)
}

/// A decimal of at most two digits after the point that are not 0, without a sign.
fn decimal(text: &str) -> Option<i64> {
    scaled(text, 2)
}

/// A decimal without a sign, times 10 to this power; nothing when more digits than that matter.
pub(super) fn scaled(text: &str, digits: usize) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !all_digits(whole) || !all_digits(part) || part.len() > digits {
        return None;
    }
    format!("{whole}{part:0<digits$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_chinese_texts() {
        for (text, hundredths, unit) in [
            ("白胜3/4子", 75, Unit::Zi),
            ("黑勝一又四分之三子", 175, Unit::Zi),
            ("黑胜四分之一子", 25, Unit::Zi),
            ("黑胜十二目半", 1250, Unit::Points),
            ("白二十三子", 2300, Unit::Zi),
            ("三十", 3000, Unit::None),
            ("半目", 50, Unit::Points),
            ("白2目半勝ち", 250, Unit::Points),
            ("２．５", 250, Unit::None),
            ("1½ points", 150, Unit::Points),
        ] {
            assert_eq!(read(text), Some((Hundredths(hundredths), unit)), "{text}");
        }
        for text in ["", "1 2", "1/0", "1/3", "2-3", "..", "1.234"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(scaled("12.345", 3), Some(12_345));
        assert_eq!(scaled("12.3", 3), Some(12_300));
        assert_eq!(scaled("12", 3), Some(12_000));
        assert_eq!(scaled("12.3450000", 3), Some(12_345));
        assert_eq!(scaled("12.3456", 3), None);
        assert_eq!(scaled("99999999999999999999", 3), None);
        assert_eq!(scaled("", 3), None);
        assert_eq!(scaled("1e3", 3), None);
    }
}
