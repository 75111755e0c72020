//! A terminal as an SVG picture: each character stands in its own cells, whatever fonts the reader has.

use std::fmt::Write as _;
use unicode_width::UnicodeWidthChar;

/// A cell, in pixels.
const CELL: (f64, f64) = (8.5, 18.0);

/// Around the cells, in pixels.
const EDGE: f64 = 12.0;

/// Above the foot of a cell, in pixels: where letters stand.
const BASE: f64 = 5.0;

/// Of a sign: in the middle of its cells, whose width its font may not have. Wide ones fill theirs.
const SIGN: &str = " text-anchor=\"middle\"";
const WIDE: &str = " text-anchor=\"middle\" font-size=\"16\"";

const PAPER: &str = "#1c1f24";
const INK: &str = "#d5d8dc";

/// The sixteen colours of terminals, dim and bright.
const SIXTEEN: [&str; 16] = [
    "#2b2f36", "#c8372d", "#7fb069", "#dcb35c", "#5f9ed1", "#b58bd0", "#56b6b6", "#c3c8ce", "#7d848d", "#f0817c",
    "#9fd086", "#f2c364", "#86bdea", "#d0abe8", "#7fd4d4", "#ffffff",
];

/// How a cell is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Paint {
    /// Of the sixteen.
    ink: Option<u8>,
    paper: Option<u8>,
    bold: bool,
    dim: bool,
    underlined: bool,
    reversed: bool,
}

impl Paint {
    /// Takes the numbers of one SGR sequence; what is none of these changes nothing.
    fn take(&mut self, numbers: &str) {
        let mut numbers = numbers.split(';').map(|number| number.parse::<u8>().unwrap_or_default());
        while let Some(number) = numbers.next() {
            match number {
                0 => *self = Self::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                4 => self.underlined = true,
                7 => self.reversed = true,
                22 => (self.bold, self.dim) = (false, false),
                24 => self.underlined = false,
                27 => self.reversed = false,
                30..=37 => self.ink = Some(number - 30),
                // 38;5;N: of 256 colours, of which the first are the sixteen
                38 => self.ink = numbers.nth(1).filter(|colour| *colour < 16),
                39 => self.ink = None,
                40..=47 => self.paper = Some(number - 40),
                48 => self.paper = numbers.nth(1).filter(|colour| *colour < 16),
                49 => self.paper = None,
                90..=97 => self.ink = Some(number - 82),
                100..=107 => self.paper = Some(number - 92),
                _ => {}
            }
        }
    }

    /// The colours of ink and paper; no paper is the terminal's own.
    fn colours(self) -> (&'static str, Option<&'static str>) {
        let colour = |of: Option<u8>| of.and_then(|of| SIXTEEN.get(usize::from(of)).copied());
        let (ink, paper) = (colour(self.ink), colour(self.paper));
        if self.reversed { (paper.unwrap_or(PAPER), Some(ink.unwrap_or(INK))) } else { (ink.unwrap_or(INK), paper) }
    }
}

/// A character with its cells and paint.
struct Cell {
    shown: char,
    column: usize,
    width: usize,
    paint: Paint,
}

impl Cell {
    /// Of a word: these have one width in any font that a terminal has.
    const fn is_letter(&self) -> bool {
        self.shown.is_ascii_graphic()
    }
}

/// Reads a row with its escape sequences; what they say goes on in the next row.
fn read(row: &str, paint: &mut Paint) -> Vec<Cell> {
    let (mut cells, mut column, mut rest) = (Vec::new(), 0, row);
    while let Some(shown) = rest.chars().next() {
        rest = &rest[shown.len_utf8()..];
        if shown == '\u{1b}' {
            let end = rest.find(|at: char| at.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
            if let Some(numbers) = rest[..end].strip_prefix('[').and_then(|rest| rest.strip_suffix('m')) {
                paint.take(numbers);
            }
            rest = &rest[end..];
            continue;
        }
        let width = shown.width().unwrap_or_default();
        if width > 0 {
            cells.push(Cell { shown, column, width, paint: *paint });
        }
        column += width;
    }
    cells
}

/// Makes a picture of what [`Terminal::painted`](super::Terminal::painted) gave, of so many columns and
/// rows; `about` is read to who cannot see it.
#[must_use]
pub fn svg(painted: &str, (columns, rows): (u16, u16), about: &str) -> String {
    let (width, height) = (f64::from(columns).mul_add(CELL.0, 2.0 * EDGE), f64::from(rows).mul_add(CELL.1, 2.0 * EDGE));
    let fonts = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Noto Sans Mono CJK SC','Noto Sans CJK SC','PingFang SC',\
                 'Microsoft YaHei','WenQuanYi Micro Hei',monospace";
    let about = escaped(about);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{about}\">\n<title>{about}</title>\n<rect width=\"{width}\" \
         height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n<g font-family=\"{fonts}\" font-size=\"14\">\n"
    );
    let mut paint = Paint::default();
    for (row, line) in painted.lines().take(usize::from(rows)).enumerate() {
        let cells = read(line, &mut paint);
        for run in cells.chunk_by(|one, next| one.paint == next.paint) {
            draw(&mut svg, run, row);
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// Cells of one paint beside each other.
fn draw(svg: &mut String, run: &[Cell], row: usize) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    let (ink, paper) = first.paint.colours();
    let (left, right, top) = (across(first.column), across(last.column + last.width), down(row));
    if let Some(paper) = paper {
        let wide = right - left;
        let _infallible =
            writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{}\" fill=\"{paper}\"/>", CELL.1);
    }
    if first.paint.underlined {
        let y = top + CELL.1 - 2.0;
        let _infallible = writeln!(svg, "<path d=\"M{left} {y}H{right}\" stroke=\"{ink}\"/>");
    }
    let (mut words, mut signs, mut wide, mut lines) = (String::new(), String::new(), String::new(), String::new());
    for word in run.chunk_by(|one, next| one.is_letter() && next.is_letter()) {
        let [cell, ..] = word else { continue };
        let x = across(cell.column);
        if let Some(arms) = arms(cell.shown) {
            lines.push_str(&frame(arms, x, top));
        } else if cell.is_letter() {
            // Stretched to its cells; who cannot stretch has a font that nearly fits.
            let text: String = word.iter().map(|cell| cell.shown).collect();
            let long = CELL.0 * exact(word.len());
            let _infallible = write!(words, "<tspan x=\"{x}\" textLength=\"{long}\">{}</tspan>", escaped(&text));
        } else if cell.shown != ' ' {
            let middle = f64::midpoint(x, across(cell.column + cell.width));
            let signs = if cell.width > 1 { &mut wide } else { &mut signs };
            let _infallible = write!(signs, "<tspan x=\"{middle}\">{}</tspan>", cell.shown);
        }
    }
    if !lines.is_empty() {
        let _infallible = writeln!(svg, "<path d=\"{lines}\" stroke=\"{ink}\" fill=\"none\"/>");
    }
    let bold = if first.paint.bold { " font-weight=\"bold\"" } else { "" };
    let dim = if first.paint.dim { " opacity=\"0.65\"" } else { "" };
    let y = top + CELL.1 - BASE;
    for (text, anchor) in [(words, ""), (signs, SIGN), (wide, WIDE)] {
        if !text.is_empty() {
            let _infallible = writeln!(svg, "<text y=\"{y}\" fill=\"{ink}\"{anchor}{bold}{dim}>{text}</text>");
        }
    }
}

/// Columns and rows of a terminal are few: their numbers are exact.
fn exact(number: usize) -> f64 {
    u16::try_from(number).map_or(0.0, f64::from)
}

fn across(column: usize) -> f64 {
    exact(column).mul_add(CELL.0, EDGE)
}

fn down(row: usize) -> f64 {
    exact(row).mul_add(CELL.1, EDGE)
}

/// Up, down, left and right of a character of frames: drawn as lines they meet, in letters they seldom do.
const fn arms(shown: char) -> Option<[bool; 4]> {
    Some(match shown {
        '\u{2500}' => [false, false, true, true],
        '\u{2502}' => [true, true, false, false],
        '\u{250c}' | '\u{256d}' => [false, true, false, true],
        '\u{2510}' | '\u{256e}' => [false, true, true, false],
        '\u{2514}' | '\u{2570}' => [true, false, false, true],
        '\u{2518}' | '\u{256f}' => [true, false, true, false],
        '\u{251c}' => [true, true, false, true],
        '\u{2524}' => [true, true, true, false],
        '\u{252c}' => [false, true, true, true],
        '\u{2534}' => [true, false, true, true],
        '\u{253c}' => [true, true, true, true],
        _ => return None,
    })
}

fn frame([up, down, left, right]: [bool; 4], x: f64, y: f64) -> String {
    let (middle, centre) = (CELL.0.mul_add(0.5, x), CELL.1.mul_add(0.5, y));
    let mut path = String::new();
    if up || down {
        let (from, to) = (if up { y } else { centre }, if down { y + CELL.1 } else { centre });
        let _infallible = write!(path, "M{middle} {from}V{to}");
    }
    if left || right {
        let (from, to) = (if left { x } else { middle }, if right { x + CELL.0 } else { middle });
        let _infallible = write!(path, "M{from} {centre}H{to}");
    }
    path
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_stands_in_its_cells() {
        let svg = svg("\u{1b}[1;38;5;1ma<\u{1b}[0m \u{9f99}\u{2502}\nb", (10, 2), "two rows");
        let word = r#"<tspan x="12" textLength="17">a&lt;</tspan></text>"#;
        assert!(svg.contains(&format!("fill=\"#c8372d\" font-weight=\"bold\">{word}")), "{svg}");
        // wide: the middle of its two cells
        assert!(svg.contains("font-size=\"16\"><tspan x=\"46\">\u{9f99}</tspan></text>"), "{svg}");
        assert!(svg.contains("M58.75 12V30") && svg.contains("y=\"43\""), "{svg}");
    }

    #[test]
    fn reversed_cells_have_the_ink_as_paper_even_where_nothing_is_written() {
        let svg = svg("\u{1b}[7m  \u{1b}[27m", (3, 1), "");
        assert!(svg.contains(&format!("width=\"17\" height=\"18\" fill=\"{INK}\"")) && !svg.contains("<text"), "{svg}");
    }
}
