//! Who is to be paired, and what of his past matters: points, place, floats, colours, opponents.

use super::{Float, Options, Strength, Wish, why::float_between};
use crate::tournament::{Bout, Entrant, History};
use rustc_hash::FxHashMap;
use tengen_protocol::{Colour, EntryNo, Score};

/// One of the field.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) no: EntryNo,
    pub(super) seed: u32,
    pub(super) club: Option<u32>,
    /// Byes and what he brought along included.
    pub(super) points: u32,
    pub(super) byes: u32,
    /// The number of those with the same points.
    pub(super) group_size: usize,
    /// His place among them by seed, from 0.
    pub(super) rank: usize,
    /// His colours, oldest first.
    pub(super) colours: Vec<Colour>,
    /// Blacks less Whites.
    pub(super) balance: i64,
    /// How he floated in the last round and in that before it.
    pub(super) floats: [Option<Float>; 2],
    pub(super) wish: Option<Wish>,
    /// Whom he has met, once for each meeting.
    met: Vec<EntryNo>,
}

impl Member {
    /// How often the two have met.
    pub(super) fn meetings(&self, other: &Self) -> usize {
        self.met.iter().filter(|&&no| no == other.no).count()
    }

    /// How he would float against this one.
    pub(super) fn float_against(&self, other: &Self) -> Option<Float> {
        float_between(self.points, other.points)
    }

    /// How many bounds this colour would break for him.
    pub(super) fn breaches(&self, colour: Colour, options: &Options) -> u32 {
        let alike = self.colours.iter().rev().take_while(|&&had| had == colour).count() + 1;
        let balance = self.balance + if colour == Colour::Black { 1 } else { -1 };
        let too_many = usize::try_from(options.in_a_row).is_ok_and(|bound| alike >= bound);
        let too_uneven = balance.abs() > i64::from(options.difference) && balance.abs() > self.balance.abs();
        u32::from(too_many) + u32::from(too_uneven)
    }

    fn wish_under(&self, options: &Options) -> Option<Wish> {
        let [black, white] = [Colour::Black, Colour::White].map(|colour| self.breaches(colour, options));
        let strong = |colour| Some(Wish { colour, strength: Strength::Strong });
        match (black.cmp(&white), self.balance.signum()) {
            (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Equal, -1) => strong(Colour::Black),
            (std::cmp::Ordering::Greater, _) | (std::cmp::Ordering::Equal, 1) => strong(Colour::White),
            _ => self.colours.last().map(|last| Wish { colour: last.other(), strength: Strength::Mild }),
        }
    }
}

/// What has been gathered of an entrant.
#[derive(Default)]
struct Past {
    points: u32,
    byes: u32,
    colours: Vec<Colour>,
    met: Vec<EntryNo>,
    /// By round, the latest last.
    floats: Vec<Option<Float>>,
}

/// The field in the order of the ranking so far: most points first, then by seed.
pub(super) fn members(history: &History, options: &Options) -> Vec<Member> {
    let pasts = pasts(history, options.bye_points);
    let member = |entrant: &&Entrant| {
        let past = pasts.get(&entrant.no)?;
        let mut latest = past.floats.iter().rev().copied();
        let blacks = past.colours.iter().map(|colour| if *colour == Colour::Black { 1 } else { -1 });
        let mut member = Member {
            no: entrant.no,
            seed: entrant.seed,
            club: entrant.club,
            points: past.points,
            byes: past.byes,
            group_size: 0,
            rank: 0,
            balance: blacks.sum(),
            colours: past.colours.clone(),
            floats: [latest.next().flatten(), latest.next().flatten()],
            wish: None,
            met: past.met.clone(),
        };
        member.wish = member.wish_under(options);
        Some(member)
    };
    let mut members: Vec<_> = history.field().iter().filter_map(member).collect();
    members.sort_by_key(|member| (std::cmp::Reverse(member.points), member.seed, member.no));
    for group in members.chunk_by_mut(|one, other| one.points == other.points) {
        let size = group.len();
        for (rank, member) in group.iter_mut().enumerate() {
            (member.rank, member.group_size) = (rank, size);
        }
    }
    members
}

/// Goes through the rounds once for all.
fn pasts(history: &History, bye_points: u32) -> FxHashMap<EntryNo, Past> {
    let before = |entrant: &Entrant| (entrant.no, Past { points: entrant.carried, ..Past::default() });
    let mut pasts: FxHashMap<_, _> = history.entrants.iter().map(before).collect();
    for round in &history.rounds {
        let before: FxHashMap<_, _> = pasts.iter().map(|(no, past)| (*no, past.points)).collect();
        for past in pasts.values_mut() {
            past.floats.push(None);
        }
        for bout in &round.bouts {
            for no in [bout.first, bout.second] {
                if let Some(past) = pasts.get_mut(&no) {
                    past.add_bout(bout, no, &before);
                }
            }
        }
        for no in &round.byes {
            if let Some(past) = pasts.get_mut(no) {
                past.byes += 1;
                past.points = past.points.saturating_add(bye_points);
                past.float(Some(Float::Down));
            }
        }
    }
    pasts
}

impl Past {
    fn float(&mut self, float: Option<Float>) {
        if let Some(last) = self.floats.last_mut() {
            *last = float;
        }
    }

    fn add_bout(&mut self, bout: &Bout, no: EntryNo, before: &FxHashMap<EntryNo, u32>) {
        let score = bout.score_of(no);
        self.points = self.points.saturating_add(score.map_or(0, Score::points));
        let (Some(opponent), Some(colour)) = (bout.opponent_of(no), bout.colour_of(no)) else { return };
        if !bout.is_met() {
            self.float((score == Some(Score::Win)).then_some(Float::Down));
            return;
        }
        self.met.push(opponent);
        self.colours.push(colour);
        let points = |no| before.get(&no).copied().unwrap_or(0);
        self.float(float_between(points(no), points(opponent)));
    }
}
