//! What is done to blossoms: formed, turned to another base, opened.

use super::{
    NONE,
    search::{Label, Link, Node, Search, Step},
};

impl Search {
    /// Two outer nodes are joined by a tight edge: of two trees, which makes one pair more, or of
    /// one, which makes a blossom.
    pub(super) fn connect(&mut self, link: Link) -> Step {
        if let Some(apex) = self.common_ancestor(self.top[link.from], self.top[link.to]) {
            self.form(link, apex);
            return Step::Grown;
        }
        self.flip(link);
        self.flip(link.turned());
        Step::Augmented
    }

    /// From an outer node towards its root: over its matched edge to the inner node, from there by
    /// the edge that its tree came along to the next outer node. `None` for a root.
    fn up(&self, outer: usize) -> Option<((Link, usize), (Link, usize))> {
        let from = self.nodes[outer].base;
        let to = self.mate[from];
        if to == NONE {
            return None;
        }
        let inner = self.top[to];
        let back = self.nodes[inner].entry.turned();
        Some(((Link { from, to }, inner), (back, self.top[back.to])))
    }

    fn common_ancestor(&mut self, one: usize, other: usize) -> Option<usize> {
        self.mark += 1;
        let mut ends = [Some(one), Some(other)];
        while ends != [None, None] {
            for end in &mut ends {
                let Some(node) = *end else { continue };
                if self.marks[node] == self.mark {
                    return Some(node);
                }
                self.marks[node] = self.mark;
                *end = self.up(node).map(|(_, (_, outer))| outer);
            }
        }
        None
    }

    /// The nodes from an outer one up to `apex`, each with the link to the next; `apex` left out.
    fn chain(&self, from: usize, apex: usize) -> Vec<(usize, Link)> {
        let (mut chain, mut node) = (Vec::new(), from);
        while node != apex
            && let Some(((first, inner), (second, outer))) = self.up(node)
        {
            chain.push((node, first));
            chain.push((inner, second));
            node = outer;
        }
        chain
    }

    /// Makes one node of the circle that `link` closes.
    fn form(&mut self, link: Link, apex: usize) {
        let (one, other) = (self.chain(self.top[link.from], apex), self.chain(self.top[link.to], apex));
        let mut children = vec![apex];
        let mut links = Vec::new();
        for &(node, up) in one.iter().rev() {
            children.push(node);
            links.push(up.turned());
        }
        links.push(link);
        for &(node, up) in &other {
            children.push(node);
            links.push(up);
        }
        let blossom = self.spare.pop().unwrap_or_else(|| {
            self.nodes.push(Node::unused());
            self.labels.push(Label::Free);
            self.marks.push(0);
            self.nodes.len() - 1
        });
        let mut vertices = Vec::new();
        for &child in &children {
            self.nodes[child].parent = blossom;
            vertices.extend(&self.nodes[child].vertices);
            if self.labels[child] == Label::Inner {
                self.queue.extend(&self.nodes[child].vertices);
            }
        }
        for &vertex in &vertices {
            self.top[vertex] = blossom;
        }
        self.labels[blossom] = Label::Outer;
        self.nodes[blossom] = Node { base: self.nodes[apex].base, children, links, vertices, ..Node::unused() };
        self.gather_offers(blossom);
    }

    /// Matches `link.from` to `link.to` and shifts the pairs from there to the root.
    fn flip(&mut self, mut link: Link) {
        loop {
            let node = self.top[link.from];
            let above = self.up(node);
            self.turn(node, link.from);
            self.mate[link.from] = link.to;
            let Some((_, (back, _))) = above else { return };
            self.turn(self.top[back.from], back.from);
            self.mate[back.from] = back.to;
            link = back.turned();
        }
    }

    /// The child of a blossom in which a vertex lies, as its place in the circle.
    fn place_of(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while self.nodes[node].parent != blossom {
            node = self.nodes[node].parent;
        }
        self.nodes[blossom].children.iter().position(|&child| child == node).unwrap_or(0)
    }

    /// Makes a vertex the base of its node: the rest of the node is matched within.
    fn turn(&mut self, node: usize, vertex: usize) {
        if node < self.n || self.nodes[node].base == vertex {
            return;
        }
        let place = self.place_of(node, vertex);
        self.turn(self.nodes[node].children[place], vertex);
        let count = self.nodes[node].children.len();
        // The pairs between the new base and the old one move by one, on the side where their number is even.
        let (first, end) = if place.is_multiple_of(2) { (0, place) } else { (place + 1, count) };
        for pair in (first..end).step_by(2) {
            let Link { from, to } = self.nodes[node].links[pair];
            self.turn(self.nodes[node].children[pair], from);
            self.turn(self.nodes[node].children[(pair + 1) % count], to);
            (self.mate[from], self.mate[to]) = (to, from);
        }
        self.nodes[node].children.rotate_left(place);
        self.nodes[node].links.rotate_left(place);
        self.nodes[node].base = vertex;
    }

    /// Opens an inner blossom: the way through it stays in the tree, the rest of it is free.
    pub(super) fn expand(&mut self, blossom: usize) {
        let entry = self.nodes[blossom].entry;
        let place = self.place_of(blossom, entry.to);
        let (children, links) = self.open(blossom);
        let count = children.len();
        for &child in &children {
            self.labels[child] = Label::Free;
            self.nodes[child].nearest = None;
            self.nodes[child].offers = None;
        }
        let (mut at, mut entry) = (place, entry);
        loop {
            let inner = children[at];
            self.labels[inner] = Label::Inner;
            self.nodes[inner].entry = entry;
            if at == 0 {
                return;
            }
            let forward = place % 2 == 1;
            let next = if forward { at + 1 } else { at - 1 };
            self.make_outer(children[next]);
            at = if forward { (next + 1) % count } else { next - 1 };
            entry = if forward { links[next] } else { links[at].turned() };
        }
    }

    /// Takes a blossom apart; its number can be used again.
    fn open(&mut self, blossom: usize) -> (Vec<usize>, Vec<Link>) {
        let node = std::mem::replace(&mut self.nodes[blossom], Node::unused());
        for &child in &node.children {
            self.nodes[child].parent = NONE;
            for &vertex in &self.nodes[child].vertices {
                self.top[vertex] = child;
            }
        }
        self.spare.push(blossom);
        (node.children, node.links)
    }

    /// Between two stages: opens the blossoms that hold nothing together.
    pub(super) fn dissolve(&mut self) {
        let mut looked_at: Vec<usize> = (self.n..self.nodes.len()).filter(|&node| self.is_top(node)).collect();
        while let Some(node) = looked_at.pop() {
            if node >= self.n && self.nodes[node].dual == 0 {
                looked_at.extend(self.open(node).0);
            }
        }
    }
}
