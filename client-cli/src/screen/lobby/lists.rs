//! The three lists of the lobby as one: one's own games, open offers, games of others. What is
//! selected by the person stays selected while the lists change around it; before that it is the first
//! entry. Pure.

use tengen_protocol::{GameId, Offer, OfferId, http::GameSummary};

/// A list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// One's own games in progress.
    Mine,
    /// Open offers.
    Offers,
    /// Games of others.
    Games,
}

/// The lists, from the top.
pub(super) const SECTIONS: [Section; 3] = [Section::Mine, Section::Offers, Section::Games];

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry<'a> {
    /// A game of one's own.
    Mine(&'a GameSummary),
    /// An offer.
    Offer(&'a Offer),
    /// A game of others.
    Game(&'a GameSummary),
}

/// What an entry is about: the same after the lists were read again.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    Game(GameId),
    Offer(OfferId),
}

/// A line of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The title of a list.
    Title(Section),
    /// The entry of this number.
    Entry(usize),
    /// That a list is empty.
    Nothing(Section),
    /// Between two lists.
    Blank,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    mine: Vec<GameSummary>,
    offers: Vec<Offer>,
    games: Vec<GameSummary>,
    selected: usize,
    /// Whether the person has chosen the selected entry: else it is only the first one.
    moved: bool,
    /// The selected entry has gone: nothing is selected until the person says so, lest a key that was
    /// meant for it hits another one.
    gone: bool,
}

impl Lists {
    /// How many entries a list has.
    pub(super) fn count(&self, section: Section) -> usize {
        match section {
            Section::Mine => self.mine.len(),
            Section::Offers => self.offers.len(),
            Section::Games => self.games.len(),
        }
    }

    fn len(&self) -> usize {
        SECTIONS.map(|section| self.count(section)).iter().sum()
    }

    /// The number of a list's first entry.
    fn first(&self, section: Section) -> usize {
        SECTIONS.into_iter().take_while(|one| *one != section).map(|one| self.count(one)).sum()
    }

    /// The entry of a number.
    pub(super) fn entry(&self, at: usize) -> Option<Entry<'_>> {
        let offers = self.first(Section::Offers);
        let games = self.first(Section::Games);
        if at < offers {
            self.mine.get(at).map(Entry::Mine)
        } else if at < games {
            self.offers.get(at - offers).map(Entry::Offer)
        } else {
            self.games.get(at - games).map(Entry::Game)
        }
    }

    /// The number of the selected entry.
    pub(super) fn selected(&self) -> Option<usize> {
        self.chosen().map(|_| self.selected)
    }

    /// The selected entry.
    pub(super) fn chosen(&self) -> Option<Entry<'_>> {
        if self.gone { None } else { self.entry(self.selected) }
    }

    /// Selects an entry by its number.
    pub(super) fn select(&mut self, at: usize) {
        self.place(at);
        self.moved = self.len() > 0;
        self.gone = false;
    }

    fn place(&mut self, at: usize) {
        self.selected = at.min(self.len().saturating_sub(1));
    }

    /// Selects the entry so many below, or above; where the selected one has gone, the one in its place.
    pub(super) fn step(&mut self, by: isize) {
        let by = if self.gone { 0 } else { by };
        self.select(self.selected.saturating_add_signed(by));
    }

    /// Selects the first entry of the next list that has one.
    pub(super) fn next_section(&mut self, back: bool) {
        let starts: Vec<usize> =
            SECTIONS.into_iter().filter(|one| self.count(*one) > 0).map(|s| self.first(s)).collect();
        let next = match back {
            false => starts.iter().find(|at| **at > self.selected).or(starts.first()),
            true => starts.iter().rev().find(|at| **at < self.selected).or(starts.last()),
        };
        if let Some(next) = next.copied() {
            self.select(next);
        }
    }

    /// New lists of games.
    pub(super) fn set_games(&mut self, mine: Vec<GameSummary>, games: Vec<GameSummary>) {
        self.change(|lists| {
            lists.mine = mine;
            lists.games = games;
        });
    }

    /// New offers.
    pub(super) fn set_offers(&mut self, offers: Vec<Offer>) {
        self.change(|lists| lists.offers = offers);
    }

    fn change(&mut self, change: impl FnOnce(&mut Self)) {
        let (before, gone) = (self.chosen().map(key), self.gone);
        change(self);
        let again = before
            .as_ref()
            .and_then(|before| (0..self.len()).find(|at| self.entry(*at).map(key).as_ref() == Some(before)));
        match again {
            Some(_) if !self.moved => self.place(0),
            again => self.place(again.unwrap_or(self.selected)),
        }
        self.gone = self.len() > 0 && (gone || (before.is_some() && again.is_none()));
        self.moved &= self.len() > 0;
    }

    /// All lines, from the top.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for section in SECTIONS {
            if !lines.is_empty() {
                lines.push(Line::Blank);
            }
            lines.push(Line::Title(section));
            let (first, count) = (self.first(section), self.count(section));
            lines.extend((first..first + count).map(Line::Entry));
            if count == 0 {
                lines.push(Line::Nothing(section));
            }
        }
        lines
    }

    /// The first line to show in so many rows, so that the selected one is seen; `before` is what was
    /// the first.
    pub(super) fn scroll(&self, lines: &[Line], rows: usize, before: usize) -> usize {
        let at = lines.iter().position(|line| *line == Line::Entry(self.selected)).unwrap_or(0);
        // With the title when it is the first of its list.
        let top = match at.checked_sub(1).and_then(|above| lines.get(above)) {
            Some(Line::Title(_)) => at - 1,
            _ => at,
        };
        let lowest = (at + 1).saturating_sub(rows);
        before.min(top).max(lowest).min(lines.len().saturating_sub(rows))
    }
}

fn key(entry: Entry<'_>) -> Key {
    match entry {
        Entry::Mine(game) | Entry::Game(game) => Key::Game(game.game.clone()),
        Entry::Offer(offer) => Key::Offer(offer.offer.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing, *};

    fn three() -> Lists {
        let mut lists = Lists::default();
        lists.set_games(vec![testing::game("g1", "Ann", "Bob")], vec![testing::game("g2", "Cem", "Dan")]);
        lists.set_offers(vec![testing::offer("o1", "Eve"), testing::offer("o2", "Fay")]);
        lists
    }

    fn chosen(lists: &Lists) -> String {
        match lists.chosen() {
            Some(Entry::Mine(game) | Entry::Game(game)) => game.game.to_string(),
            Some(Entry::Offer(offer)) => offer.offer.to_string(),
            None => "-".into(),
        }
    }

    #[test]
    fn one_walks_through_all_lists_and_jumps_between_them() {
        let mut lists = three();
        let mut walked = Vec::new();
        for _ in 0..5 {
            walked.push(chosen(&lists));
            lists.step(1);
        }
        assert_eq!(walked, ["g1", "o1", "o2", "g2", "g2"]);
        lists.step(-100);
        assert_eq!(chosen(&lists), "g1");
        let mut jumps = Vec::new();
        for back in [false, false, false, true, true, true] {
            lists.next_section(back);
            jumps.push(chosen(&lists));
        }
        assert_eq!(jumps, ["o1", "g2", "g1", "g2", "o1", "g1"]);
        let mut nothing = Lists::default();
        nothing.next_section(false);
        nothing.step(1);
        assert_eq!(chosen(&nothing), "-");
    }

    #[test]
    fn what_is_selected_stays_so_while_others_come_and_go() {
        let mut lists = three();
        lists.select(2);
        lists.set_offers(vec![testing::offer("o0", "Zoe"), testing::offer("o1", "Eve"), testing::offer("o2", "Fay")]);
        assert_eq!(chosen(&lists), "o2");
        lists.set_games(Vec::new(), Vec::new());
        assert_eq!(chosen(&lists), "o2");
        lists.set_offers(vec![testing::offer("o1", "Eve")]);
        assert_eq!(chosen(&lists), "-", "another one is not selected instead");
        lists.set_offers(vec![testing::offer("o1", "Eve")]);
        assert_eq!((chosen(&lists), lists.selected()), ("-".into(), None));
        lists.step(1);
        assert_eq!(chosen(&lists), "o1");
        lists.set_offers(Vec::new());
        lists.set_offers(vec![testing::offer("o3", "Eve")]);
        assert_eq!(chosen(&lists), "o3", "the first one after none");
    }

    #[test]
    fn what_nobody_has_chosen_does_not_stick() {
        let games = |lists: &mut Lists| lists.set_games(Vec::new(), vec![testing::game("g2", "Cem", "Dan")]);
        let mut lists = Lists::default();
        // A key before there is anything chooses nothing.
        lists.step(1);
        games(&mut lists);
        assert_eq!(chosen(&lists), "g2");
        lists.set_offers(vec![testing::offer("o1", "Eve")]);
        games(&mut lists);
        assert_eq!(chosen(&lists), "o1", "the first entry, whichever list came first");
        lists.set_offers(vec![testing::offer("o0", "Zoe"), testing::offer("o1", "Eve")]);
        assert_eq!(chosen(&lists), "o0");
        lists.set_offers(vec![testing::offer("o1", "Eve")]);
        assert_eq!(chosen(&lists), "-", "what was selected has gone: a key for it hits nothing else");
        lists.step(1);
        lists.set_offers(vec![testing::offer("o0", "Zoe"), testing::offer("o1", "Eve")]);
        assert_eq!(chosen(&lists), "o1", "now it is chosen");
    }

    #[test]
    fn the_selected_line_is_always_in_sight() {
        let mut lists = three();
        lists.set_offers((0..30).map(|n| testing::offer(&format!("o{n}"), "Eve")).collect());
        let lines = lists.lines();
        let mut scroll = 0;
        for at in (0..32).chain((0..32).rev()) {
            lists.select(at);
            scroll = lists.scroll(&lines, 10, scroll);
            let shown = &lines[scroll..scroll + 10];
            assert!(shown.contains(&Line::Entry(at)), "{at} in {shown:?}");
        }
        assert_eq!(scroll, 0, "the first title is seen again");
        assert_eq!(lists.scroll(&lines, 100, 7), 0);
    }
}
