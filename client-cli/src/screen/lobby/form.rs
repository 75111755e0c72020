//! The form of an offer: six fields, each with a few usual values and most open to typed ones. Pure.

use tengen_protocol::{ColourChoice, Komi, Preset, Size, Terms, TimeControl};

/// A field that is typed holds so many characters.
const TYPED: usize = 24;

/// A field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// The board.
    Size,
    /// The time control.
    Time,
    /// The rules.
    Rules,
    /// Handicap stones.
    Handicap,
    /// Komi in points; empty for that of the rules.
    Komi,
    /// The offerer's colour.
    Colour,
}

/// The fields, from the top.
pub(super) const FIELDS: [Field; 6] =
    [Field::Size, Field::Time, Field::Rules, Field::Handicap, Field::Komi, Field::Colour];

const SIZES: &[&str] = &["9", "13", "19"];
const TIMES: &[&str] =
    &["5m+3x20s", "10m+3x30s", "30m+5x30s", "1h+5x60s", "10m+10s/move", "20m+25/10m", "1h", "3d/move", "none"];
const HANDICAPS: &[&str] = &["0", "2", "3", "4", "5", "6", "7", "8", "9"];
const KOMIS: &[&str] = &["", "0", "0.5", "5.5", "6.5", "7.5"];
const COLOURS: [ColourChoice; 3] = [ColourChoice::Nigiri, ColourChoice::Black, ColourChoice::White];

/// What a person does to a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// The field so many below.
    Field(isize),
    /// The next usual value, or the one before.
    Value(isize),
    /// This character.
    Type(char),
    /// The last character goes.
    Erase,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    at: usize,
    size: String,
    time: String,
    handicap: String,
    komi: String,
    rules: Preset,
    colour: ColourChoice,
    /// Whether the present field was typed into since it was entered: before, typing begins anew.
    typing: bool,
    /// The field that made no sense when the offer was to be made.
    pub(super) wrong: Option<Field>,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            at: 0,
            size: "19".into(),
            time: "30m+5x30s".into(),
            handicap: "0".into(),
            komi: String::new(),
            rules: Preset::default(),
            colour: ColourChoice::default(),
            typing: false,
            wrong: None,
        }
    }
}

impl Form {
    /// The field that keys are about.
    pub(super) fn field(&self) -> Field {
        FIELDS.get(self.at).copied().unwrap_or(Field::Size)
    }

    /// Goes to a field.
    pub(super) fn go_to(&mut self, field: Field) {
        self.at = FIELDS.iter().position(|one| *one == field).unwrap_or(0);
        self.typing = false;
    }

    /// What was typed or chosen in a field of text.
    pub(super) fn text(&self, field: Field) -> &str {
        match field {
            Field::Size => &self.size,
            Field::Time => &self.time,
            Field::Handicap => &self.handicap,
            Field::Komi => &self.komi,
            Field::Rules => self.rules.name(),
            Field::Colour => match self.colour {
                ColourChoice::Black => "black",
                ColourChoice::White => "white",
                ColourChoice::Nigiri => "nigiri",
            },
        }
    }

    /// The rules.
    pub(super) const fn rules(&self) -> Preset {
        self.rules
    }

    /// The offerer's colour.
    pub(super) const fn colour(&self) -> ColourChoice {
        self.colour
    }

    /// The komi that an empty field stands for.
    pub(super) fn usual_komi(&self) -> Komi {
        match self.handicap.trim() {
            "" | "0" => self.rules.komi(),
            _ => Komi::default(),
        }
    }

    /// Changes it.
    pub(super) fn edit(&mut self, edit: Edit) {
        self.wrong = None;
        match edit {
            Edit::Field(by) => {
                let fields = isize::try_from(FIELDS.len()).unwrap_or(1);
                let at = isize::try_from(self.at).unwrap_or(0);
                self.at = (at + by).rem_euclid(fields).unsigned_abs();
                self.typing = false;
            }
            Edit::Value(by) => {
                self.typing = false;
                match self.field() {
                    Field::Rules => self.rules = turned(&Preset::ALL, &self.rules, by),
                    Field::Colour => self.colour = turned(&COLOURS, &self.colour, by),
                    field => {
                        let usual = usual(field);
                        let now = self.text(field).to_owned();
                        let next = turned(usual, &now.as_str(), by).to_owned();
                        if let Some(text) = self.typed_into(field) {
                            *text = next;
                        }
                    }
                }
            }
            Edit::Type(c) => {
                let begun = std::mem::replace(&mut self.typing, true);
                if let Some(text) = self.typed_into(self.field()) {
                    if !begun {
                        text.clear();
                    }
                    if text.chars().count() < TYPED && !c.is_control() {
                        text.push(c);
                    }
                }
            }
            Edit::Erase => {
                self.typing = true;
                if let Some(text) = self.typed_into(self.field()) {
                    text.pop();
                }
            }
        }
    }

    const fn typed_into(&mut self, field: Field) -> Option<&mut String> {
        match field {
            Field::Size => Some(&mut self.size),
            Field::Time => Some(&mut self.time),
            Field::Handicap => Some(&mut self.handicap),
            Field::Komi => Some(&mut self.komi),
            Field::Rules | Field::Colour => None,
        }
    }

    /// What is offered.
    ///
    /// # Errors
    /// The field that makes no sense.
    pub(super) fn terms(&self) -> Result<Terms, Field> {
        let size: Size = self.size.trim().parse().map_err(|_| Field::Size)?;
        let time: TimeControl = self.time.trim().parse().map_err(|_| Field::Time)?;
        let handicap: u16 = self.handicap.trim().parse().map_err(|_| Field::Handicap)?;
        let komi = match self.komi.trim() {
            "" => None,
            komi => Some(komi.parse().map_err(|_| Field::Komi)?),
        };
        if handicap > 0 && self.colour == ColourChoice::Nigiri {
            return Err(Field::Colour);
        }
        let (rules, colour) = (self.rules, self.colour);
        Ok(Terms { rules, komi, handicap, colour, ..Terms::new(size, time) })
    }
}

/// The usual values of a field of text.
const fn usual(field: Field) -> &'static [&'static str] {
    match field {
        Field::Size => SIZES,
        Field::Time => TIMES,
        Field::Handicap => HANDICAPS,
        Field::Komi => KOMIS,
        Field::Rules | Field::Colour => &[],
    }
}

/// The value so many after the present one, round about; the first when there is no such value.
fn turned<T: Copy + PartialEq>(values: &[T], now: &T, by: isize) -> T {
    let count = isize::try_from(values.len()).unwrap_or(1).max(1);
    let next = values.iter().position(|value| value == now).and_then(|at| isize::try_from(at).ok());
    let next = next.map_or(0, |at| (at + by).rem_euclid(count)).unsigned_abs();
    values.get(next).copied().unwrap_or(*now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(edits: &[Edit]) -> Form {
        let mut form = Form::default();
        edits.iter().for_each(|edit| form.edit(*edit));
        form
    }

    fn typed(field: Field, text: &str) -> Form {
        let mut form = Form::default();
        form.go_to(field);
        text.chars().for_each(|c| form.edit(Edit::Type(c)));
        form
    }

    #[test]
    fn an_untouched_form_offers_what_the_command_line_does() {
        let terms = Form::default().terms().unwrap();
        assert_eq!(terms, Terms::new("19".parse().unwrap(), "30m+5x30s".parse().unwrap()));
    }

    #[test]
    fn usual_values_go_round_and_typing_begins_anew() {
        let form = edited(&[Edit::Value(1)]);
        assert_eq!(form.text(Field::Size), "9");
        assert_eq!(edited(&[Edit::Value(-1)]).text(Field::Size), "13");
        assert_eq!(typed(Field::Size, "13x9").terms().unwrap().size.to_string(), "13x9");
        let mut form = typed(Field::Size, "7");
        form.edit(Edit::Value(1));
        assert_eq!(form.text(Field::Size), "9", "from a value of one's own to the first usual one");
        let form = edited(&[Edit::Field(-1), Edit::Value(1)]);
        assert_eq!((form.field(), form.colour()), (Field::Colour, ColourChoice::Black));
        let form = edited(&[Edit::Field(2), Edit::Value(1), Edit::Type('x')]);
        assert_eq!(form.rules(), Preset::Chinese1988);
        let form = edited(&[Edit::Field(1), Edit::Erase, Edit::Type('m')]);
        assert_eq!(form.text(Field::Time), "30m+5x30m");
        assert_eq!(typed(Field::Komi, &"1".repeat(99)).text(Field::Komi).len(), TYPED);
    }

    #[test]
    fn each_field_is_judged_and_named() {
        assert_eq!(typed(Field::Size, "26").terms(), Err(Field::Size));
        assert_eq!(typed(Field::Time, "10").terms(), Err(Field::Time));
        assert_eq!(typed(Field::Handicap, "x").terms(), Err(Field::Handicap));
        assert_eq!(typed(Field::Komi, "0.3").terms(), Err(Field::Komi));
        let mut form = typed(Field::Handicap, "2");
        assert_eq!(form.terms(), Err(Field::Colour), "who gives a handicap must be said");
        form.go_to(Field::Colour);
        form.edit(Edit::Value(1));
        let terms = form.terms().unwrap();
        assert_eq!((terms.handicap, terms.colour, terms.komi), (2, ColourChoice::Black, None));
        assert_eq!(form.usual_komi(), Komi::default());
        assert_eq!(Form::default().usual_komi().to_string(), "7.5");
    }

    #[test]
    fn every_usual_value_is_one() {
        for field in [Field::Size, Field::Time, Field::Handicap, Field::Komi] {
            for value in usual(field) {
                let mut form = Form { colour: ColourChoice::Black, ..Form::default() };
                *form.typed_into(field).unwrap() = (*value).to_owned();
                assert!(form.terms().is_ok(), "{field:?} {value}");
            }
        }
    }
}
