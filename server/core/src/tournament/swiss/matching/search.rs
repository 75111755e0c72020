//! The search itself: growing trees, and changing the duals where they cannot grow.

use super::{Edge, NONE, Optimum, Tight};
use crate::tournament::swiss::optimum::Cost;

/// Duals and costs are kept at this multiple: half a slack is then a whole number.
const SCALE: Cost = 4;

/// Where a node (a vertex or a blossom that lies in no other) stands in the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// In no tree.
    Free,
    /// At an even distance from the root.
    Outer,
    /// At an odd distance.
    Inner,
}

/// From a vertex to another, over an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Link {
    pub(super) const fn turned(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

/// A link that is not tight yet, perhaps, and its scaled cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub(super) link: Link,
    pub(super) cost: Cost,
}

/// A vertex (numbers below `n`) or a blossom.
#[derive(Debug)]
pub(super) struct Node {
    /// The blossom that it lies in, or [`NONE`].
    pub(super) parent: usize,
    /// Its vertex that is matched to the outside, or not at all.
    pub(super) base: usize,
    /// For an inner node: the edge by which its tree reached it, from the outer vertex.
    pub(super) entry: Link,
    /// The dual of a blossom.
    pub(super) dual: Cost,
    /// A blossom's odd circle, that with the base first.
    pub(super) children: Vec<usize>,
    /// The edge from each child to the next.
    pub(super) links: Vec<Link>,
    /// All its vertices; empty for a number that is not in use.
    pub(super) vertices: Vec<usize>,
    /// For an outer node: the edge to another outer one with the least slack.
    pub(super) nearest: Option<Offer>,
    /// For a blossom formed in this stage: the best edge to each outer node that there was then.
    pub(super) offers: Option<Vec<Offer>>,
}

/// One direction of an edge.
#[derive(Clone, Copy, Debug)]
struct Arc {
    to: usize,
    cost: Cost,
}

/// Whether a step has ended the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Two roots were joined: one pair more.
    Augmented,
    /// The trees have grown.
    Grown,
    /// They cannot: there is no perfect matching.
    Stuck,
}

/// The state of the algorithm.
pub(super) struct Search {
    pub(super) n: usize,
    arcs: Vec<Arc>,
    starts: Vec<usize>,
    pub(super) duals: Vec<Cost>,
    pub(super) mate: Vec<usize>,
    /// The outermost node of each vertex.
    pub(super) top: Vec<usize>,
    pub(super) nodes: Vec<Node>,
    pub(super) labels: Vec<Label>,
    /// Numbers of blossoms that are not in use.
    pub(super) spare: Vec<usize>,
    /// Outer vertices whose edges are to be looked at.
    pub(super) queue: Vec<usize>,
    /// For vertices that are not outer: the edge from an outer one with the least slack.
    reach: Vec<Option<Offer>>,
    /// Marks of the search for a common ancestor.
    pub(super) marks: Vec<usize>,
    pub(super) mark: usize,
}

impl Search {
    pub(super) fn new(n: usize, edges: &[Edge]) -> Self {
        let mut starts = vec![0; n + 1];
        for edge in edges {
            starts[edge.ends.0] += 1;
            starts[edge.ends.1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut arcs = vec![Arc { to: NONE, cost: 0 }; edges.len() * 2];
        for edge in edges.iter().rev() {
            for (from, to) in [edge.ends, (edge.ends.1, edge.ends.0)] {
                starts[from] -= 1;
                arcs[starts[from]] = Arc { to, cost: edge.cost * SCALE };
            }
        }
        let vertex = |v| Node { base: v, vertices: vec![v], ..Node::unused() };
        Self {
            n,
            arcs,
            starts,
            duals: vec![0; n],
            mate: vec![NONE; n],
            top: (0..n).collect(),
            nodes: (0..n).map(vertex).collect(),
            labels: vec![Label::Free; n],
            spare: Vec::new(),
            queue: Vec::new(),
            reach: vec![None; n],
            marks: vec![0; n],
            mark: 0,
        }
    }

    /// Matches all; false if that is impossible.
    pub(super) fn run(&mut self) -> bool {
        if !self.begin() {
            return false;
        }
        while self.mate.contains(&NONE) {
            if !self.stage() {
                return false;
            }
            self.dissolve();
        }
        true
    }

    /// The first duals, all even, and a first matching of tight edges. False for a vertex alone.
    fn begin(&mut self) -> bool {
        for v in 0..self.n {
            let Some(least) = self.arcs_of(v).iter().map(|arc| arc.cost).min() else { return false };
            self.duals[v] = least / 2;
        }
        for v in 0..self.n {
            if self.mate[v] != NONE {
                continue;
            }
            let slack = |arc: &Arc| arc.cost - self.duals[v] - self.duals[arc.to];
            let least = self.arcs_of(v).iter().map(slack).min().unwrap_or(0);
            let partner = self.arcs_of(v).iter().find(|arc| slack(arc) == least && self.mate[arc.to] == NONE);
            if let Some(partner) = partner.map(|arc| arc.to) {
                (self.mate[v], self.mate[partner]) = (partner, v);
            }
            self.duals[v] += least;
        }
        true
    }

    fn arcs_of(&self, v: usize) -> &[Arc] {
        &self.arcs[self.starts[v]..self.starts[v + 1]]
    }

    pub(super) fn slack(&self, offer: Offer) -> Cost {
        offer.cost - self.duals[offer.link.from] - self.duals[offer.link.to]
    }

    /// One pair more, or false.
    fn stage(&mut self) -> bool {
        self.labels.fill(Label::Free);
        self.reach.fill(None);
        self.queue.clear();
        for node in 0..self.nodes.len() {
            self.nodes[node].nearest = None;
            self.nodes[node].offers = None;
            if self.is_top(node) && self.mate[self.nodes[node].base] == NONE {
                self.make_outer(node);
            }
        }
        loop {
            while let Some(vertex) = self.queue.pop() {
                if self.scan(vertex) == Step::Augmented {
                    return true;
                }
            }
            match self.adjust() {
                Step::Augmented => return true,
                Step::Stuck => return false,
                Step::Grown => {}
            }
        }
    }

    /// Whether this number is in use for a node that lies in no other.
    pub(super) fn is_top(&self, node: usize) -> bool {
        self.nodes[node].parent == NONE && !self.nodes[node].vertices.is_empty()
    }

    pub(super) fn make_outer(&mut self, node: usize) {
        self.labels[node] = Label::Outer;
        self.queue.extend(&self.nodes[node].vertices);
    }

    /// Looks at the edges of an outer vertex.
    fn scan(&mut self, from: usize) -> Step {
        for index in self.starts[from]..self.starts[from + 1] {
            let Arc { to, cost } = self.arcs[index];
            let (here, there) = (self.top[from], self.top[to]);
            if here == there {
                continue;
            }
            let offer = Offer { link: Link { from, to }, cost };
            let slack = self.slack(offer);
            match self.labels[there] {
                Label::Outer if slack == 0 => {
                    if self.connect(offer.link) == Step::Augmented {
                        return Step::Augmented;
                    }
                }
                Label::Outer => {
                    if self.nodes[here].nearest.is_none_or(|best| slack < self.slack(best)) {
                        self.nodes[here].nearest = Some(offer);
                    }
                }
                Label::Free if slack == 0 => self.grow(offer.link),
                Label::Free | Label::Inner => {
                    if self.reach[to].is_none_or(|best| slack < self.slack(best)) {
                        self.reach[to] = Some(offer);
                    }
                }
            }
        }
        Step::Grown
    }

    /// Takes a free node and its partner into a tree.
    fn grow(&mut self, link: Link) {
        let node = self.top[link.to];
        self.labels[node] = Label::Inner;
        self.nodes[node].entry = link;
        self.make_outer(self.top[self.mate[self.nodes[node].base]]);
    }

    /// Changes the duals by as much as they can be, and does what becomes possible.
    fn adjust(&mut self) -> Step {
        let free = |v: &usize| self.labels[self.top[*v]] == Label::Free;
        let reached = (0..self.n).filter(free).filter_map(|v| self.reach[v]).map(|offer| self.slack(offer)).min();
        let joined =
            (0..self.nodes.len()).filter(|node| self.is_top(*node)).filter_map(|node| self.time_of(node)).min();
        let Some(delta) = reached.into_iter().chain(joined).min() else { return Step::Stuck };
        for v in 0..self.n {
            match self.labels[self.top[v]] {
                Label::Free => {}
                Label::Outer => self.duals[v] += delta,
                Label::Inner => self.duals[v] -= delta,
            }
        }
        for node in self.n..self.nodes.len() {
            if self.is_top(node) {
                match self.labels[node] {
                    Label::Free => {}
                    Label::Outer => self.nodes[node].dual += 2 * delta,
                    Label::Inner => self.nodes[node].dual -= 2 * delta,
                }
            }
        }
        for v in 0..self.n {
            let offer = self.reach[v].filter(|offer| self.slack(*offer) == 0);
            if let Some(offer) = offer.filter(|_| self.labels[self.top[v]] == Label::Free) {
                self.grow(offer.link);
            }
        }
        for node in 0..self.nodes.len() {
            if self.is_top(node) && self.time_of(node) == Some(0) {
                if self.labels[node] == Label::Inner {
                    self.expand(node);
                } else if let Some(offer) = self.nodes[node].nearest
                    && self.connect(offer.link) == Step::Augmented
                {
                    return Step::Augmented;
                }
            }
        }
        Step::Grown
    }

    /// By how much the duals may change before this node is joined to another outer one, or is to
    /// be expanded.
    fn time_of(&self, node: usize) -> Option<Cost> {
        match self.labels[node] {
            Label::Free => None,
            Label::Outer => self.nodes[node].nearest.map(|offer| self.slack(offer) / 2),
            Label::Inner => (node >= self.n).then(|| self.nodes[node].dual / 2),
        }
    }

    /// The best edges from a new blossom to the outer nodes around it, from those of its parts.
    pub(super) fn gather_offers(&mut self, blossom: usize) {
        let mut best: Vec<Option<Offer>> = vec![None; self.nodes.len()];
        let mut consider = |offer: Offer| {
            let there = self.top[offer.link.to];
            if there != blossom
                && self.labels[there] == Label::Outer
                && best[there].is_none_or(|other| self.slack(offer) < self.slack(other))
            {
                best[there] = Some(offer);
            }
        };
        for &child in &self.nodes[blossom].children {
            if let Some(offers) = &self.nodes[child].offers {
                offers.iter().copied().for_each(&mut consider);
                continue;
            }
            for &from in &self.nodes[child].vertices {
                for &Arc { to, cost } in self.arcs_of(from) {
                    consider(Offer { link: Link { from, to }, cost });
                }
            }
        }
        let offers: Vec<_> = best.into_iter().flatten().collect();
        self.nodes[blossom].nearest = offers.iter().copied().min_by_key(|offer| self.slack(*offer));
        self.nodes[blossom].offers = Some(offers);
    }

    /// What is known when all are matched.
    pub(super) fn optimum(self, edges: &[Edge]) -> Optimum {
        let positive = |node: usize| node >= self.n && self.nodes[node].dual > 0;
        let around = |v: usize| {
            let chain = std::iter::successors(Some(v), |&node| Some(self.nodes[node].parent).filter(|&up| up != NONE));
            let mut blossoms: Vec<_> = chain.filter(|&node| positive(node)).collect();
            blossoms.reverse();
            blossoms
        };
        let around: Vec<_> = (0..self.n).map(around).collect();
        let tight = |edge: &Edge| {
            let (a, b) = edge.ends;
            let common = around[a].iter().zip(&around[b]).take_while(|(one, other)| one == other);
            let (mut shared, mut duals) = (0, 0);
            for (&node, _) in common {
                shared += 1;
                duals += self.nodes[node].dual;
            }
            let slack = edge.cost * SCALE - self.duals[a] - self.duals[b] + duals;
            debug_assert!(slack >= 0, "the duals of edge {edge:?} are {slack} too high");
            let crossed = around[a].len() + around[b].len() - 2 * shared;
            (slack == 0).then(|| Tight { ends: edge.ends, crossings: Cost::try_from(crossed).unwrap_or(Cost::MAX) })
        };
        let most_crossings = around.iter().map(Vec::len).sum::<usize>();
        Optimum {
            tight: edges.iter().filter_map(tight).collect(),
            most_crossings: Cost::try_from(most_crossings).unwrap_or(Cost::MAX),
            mate: self.mate,
        }
    }
}

impl Node {
    pub(super) const fn unused() -> Self {
        Self {
            parent: NONE,
            base: NONE,
            entry: Link { from: NONE, to: NONE },
            dual: 0,
            children: Vec::new(),
            links: Vec::new(),
            vertices: Vec::new(),
            nearest: None,
            offers: None,
        }
    }
}
