//! What was weighed for each pair.

use super::{
    Drawing, Rematches,
    cost::{self, Costs},
};
pub use tengen_protocol::pairing::{
    Amount, ColourReason, Criterion, Float, Natural, Obstacle, SideWhy, Strength, Why, Wish,
};

/// How somebody with `own` points floats against somebody with `other`.
pub(super) fn float_between(own: u32, other: u32) -> Option<Float> {
    match own.cmp(&other) {
        std::cmp::Ordering::Less => Some(Float::Up),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Float::Down),
    }
}

impl Drawing<'_> {
    pub(super) fn why_pair(&self, mate: &[usize], place: usize, partner: usize) -> Why {
        let colours = cost::colours(&self.members[place], &self.members[partner], self.options);
        let (first, second) = if colours.better_black { (place, partner) } else { (partner, place) };
        Why::Pair {
            first: self.side(mate, first),
            second: self.side(mate, second),
            colours: colours.reason,
            costs: amounts(&self.costs((place, partner))),
        }
    }

    pub(super) fn why_bye(&self, mate: &[usize], place: usize) -> Why {
        Why::Bye { side: self.side(mate, place), costs: amounts(&self.costs((place, self.members.len()))) }
    }

    fn side(&self, mate: &[usize], place: usize) -> SideWhy {
        let member = &self.members[place];
        let float = match self.members.get(mate[place]) {
            Some(other) => member.float_against(other),
            None => Some(Float::Down),
        };
        SideWhy {
            entry: member.no,
            place: place + 1,
            points: member.points,
            byes: member.byes,
            rank: member.rank + 1,
            group: member.group_size,
            colours: member.colours.clone(),
            wish: member.wish,
            float,
            last_float: member.floats[0],
            float_before: member.floats[1],
            natural: self.natural(mate, place),
        }
    }

    fn natural(&self, mate: &[usize], place: usize) -> Option<Natural> {
        let member = &self.members[place];
        let half = member.group_size / 2;
        let natural = match member.rank {
            upper if upper < half => place + half,
            lower if lower < 2 * half => place - half,
            _ => return None,
        };
        Some(Natural { opponent: self.members[natural].no, obstacle: self.obstacle(mate, place, natural) })
    }

    fn obstacle(&self, mate: &[usize], place: usize, natural: usize) -> Obstacle {
        let ends = (place.min(natural), place.max(natural));
        let times = self.members[place].meetings(&self.members[natural]);
        if mate[place] == natural {
            return Obstacle::Paired;
        }
        if times > 0 && self.options.rematches == Rematches::Never {
            return Obstacle::Met { times };
        }
        let Some(opponent) = self.no_of(mate[natural]) else { return Obstacle::HasBye };
        if self.no_of(mate[place]).is_none() {
            return Obstacle::OwnBye;
        }
        if self.members[mate[natural]].points != self.members[natural].points {
            return Obstacle::Floats { opponent };
        }
        let now = self.costs((place.min(mate[place]), place.max(mate[place])));
        let then = self.costs(ends);
        match then.iter().zip(now).position(|(then, now)| *then != now) {
            Some(at) if then[at] > now[at] => Obstacle::CostsMore { criterion: cost::ORDER[at] },
            _ => Obstacle::Whole { opponent },
        }
    }
}

fn amounts(costs: &Costs) -> Vec<Amount> {
    let amounts = cost::ORDER.iter().zip(costs);
    amounts.filter(|(_, amount)| **amount > 0).map(|(&criterion, &amount)| Amount { criterion, amount }).collect()
}
