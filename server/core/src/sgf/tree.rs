//! The games of a file as they are written: nodes, properties, values. Nothing here knows Go.
//!
//! Everything lies in flat arrays beside the decoded text, values as spans of it: reading allocates
//! little, and nothing recurses however long or deep a game is.

use super::note::{Notes, Place};
use std::borrow::Cow;

/// A part of the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// Nobody, in the links between nodes.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeLinks {
    pub(super) parent: u32,
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    pub(super) next: u32,
    /// Where its properties end; they begin where those of the node before it end.
    pub(super) properties_end: u32,
    pub(super) offset: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PropertySpan {
    pub(super) name: Span,
    pub(super) values_end: u32,
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub(super) u32);

/// All games of a file.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) text: String,
    pub(super) encoding: &'static str,
    pub(super) nodes: Vec<NodeLinks>,
    pub(super) properties: Vec<PropertySpan>,
    pub(super) values: Vec<Span>,
    pub(super) games: Vec<NodeId>,
    pub(super) notes: Notes,
}

impl Tree {
    /// The roots of its games, at least one.
    #[must_use]
    pub fn games(&self) -> &[NodeId] {
        &self.games
    }

    /// The encoding that it was read as.
    #[must_use]
    pub const fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// What was odd about the text.
    #[must_use]
    pub const fn notes(&self) -> &Notes {
        &self.notes
    }

    /// How many nodes there are in all games.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, node: NodeId) -> Option<&NodeLinks> {
        self.nodes.get(node.0 as usize)
    }

    fn linked(&self, link: u32) -> Option<NodeId> {
        (link != NONE).then_some(NodeId(link))
    }

    /// The nodes that follow a node; the first one is the main line.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.node(node).and_then(|links| self.linked(links.first_child));
        std::iter::successors(first, |node| self.next(*node))
    }

    fn next(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).and_then(|links| self.linked(links.next))
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).and_then(|links| self.linked(links.parent))
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).and_then(|links| self.linked(links.first_child))
    }

    /// The nodes of the main line, from this one on.
    pub fn main_line(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(root), |node| self.first_child(*node))
    }

    /// The properties of a node, as they are written.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> + '_ {
        let end = |index: Option<u32>| index.and_then(|i| self.node(NodeId(i))).map_or(0, |node| node.properties_end);
        let (from, to) = (end(node.0.checked_sub(1)), end(Some(node.0)));
        (from..to).map(|index| Property { tree: self, index })
    }

    /// Where a node begins.
    #[must_use]
    pub fn place(&self, node: NodeId) -> Place {
        Place::of(&self.text, self.node(node).map_or(0, |links| links.offset as usize))
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        self.text.get(span.from as usize..span.to as usize).unwrap_or_default()
    }

    /// All games as SGF: the same nodes, properties and values, nothing else. It is UTF-8, whatever `CA`
    /// in it says.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let mut sgf = String::with_capacity(self.text.len());
        for game in &self.games {
            self.write_game(*game, &mut sgf);
        }
        sgf
    }

    fn write_game(&self, root: NodeId, sgf: &mut String) {
        sgf.push('(');
        let mut at = Some(root);
        while let Some(node) = at {
            self.write_node(node, sgf);
            at = self.first_child(node);
            if at.is_some_and(|child| self.next(child).is_some()) {
                sgf.push_str("\n(");
            }
            let mut done = node;
            // Up to where another variation waits.
            while at.is_none() && done != root {
                let parent = self.parent(done).unwrap_or(root);
                at = self.next(done);
                if self.first_child(parent).is_some_and(|first| self.next(first).is_some()) {
                    sgf.push_str(if at.is_some() { ")\n(" } else { ")" });
                }
                done = parent;
            }
        }
        sgf.push_str(")\n");
    }

    fn write_node(&self, node: NodeId, sgf: &mut String) {
        sgf.push(';');
        for property in self.properties(node) {
            sgf.push_str(&property.name());
            for value in property.values() {
                sgf.push('[');
                sgf.push_str(value.raw());
                sgf.push(']');
            }
        }
    }
}

/// A property of a node.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    tree: &'a Tree,
    index: u32,
}

impl<'a> Property<'a> {
    /// Its name in capitals: `Black` of old files is `B`; a name without capitals is taken as if it
    /// were in capitals. It begins with a letter, as it must to be read again.
    #[must_use]
    pub fn name(&self) -> Cow<'a, str> {
        let written = self.tree.properties.get(self.index as usize).map_or("", |it| self.tree.slice(it.name));
        if !written.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return Cow::Borrowed(written);
        }
        match written.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => {
                let capitals = written.chars().filter(|letter| !letter.is_ascii_lowercase());
                capitals.skip_while(char::is_ascii_digit).collect()
            }
            false => written.to_ascii_uppercase().into(),
        }
    }

    /// Its values, at least one.
    pub fn values(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let tree = self.tree;
        let end =
            |index: Option<u32>| index.and_then(|i| tree.properties.get(i as usize)).map_or(0, |it| it.values_end);
        (end(self.index.checked_sub(1))..end(Some(self.index)))
            .filter_map(move |index| tree.values.get(index as usize).map(|span| Value { tree, span: *span }))
    }
}

/// A value of a property.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    tree: &'a Tree,
    span: Span,
}

impl<'a> Value<'a> {
    /// As it is written, between the brackets.
    #[must_use]
    pub fn raw(&self) -> &'a str {
        self.tree.slice(self.span)
    }

    /// SimpleText of FF[4]: escapes resolved, escaped line breaks left out, other white space as
    /// spaces, none at the ends.
    #[must_use]
    pub fn simple_text(&self) -> String {
        let mut text = unescaped(self.raw(), false);
        text.truncate(text.trim_end().len());
        let from = text.len() - text.trim_start().len();
        text.split_off(from)
    }

    /// Text of FF[4]: the same, but line breaks stay, as `\n`.
    #[must_use]
    pub fn text(&self) -> String {
        unescaped(self.raw(), true)
    }

    /// Where it begins.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::of(&self.tree.text, self.offset())
    }

    pub(super) const fn offset(&self) -> usize {
        self.span.from as usize
    }
}

/// Resolves escapes and white space.
fn unescaped(raw: &str, keep_lines: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(mut letter) = letters.next() {
        let escaped = letter == '\\';
        if escaped {
            let Some(next) = letters.next() else { break };
            letter = next;
        }
        match letter {
            '\n' | '\r' => {
                // One break is one or two characters.
                let other = if letter == '\n' { '\r' } else { '\n' };
                letters.next_if_eq(&other);
                match (escaped, keep_lines) {
                    (true, _) => {}
                    (false, true) => text.push('\n'),
                    (false, false) => text.push(' '),
                }
            }
            '\t' | '\u{b}' | '\u{c}' => text.push(' '),
            _ => text.push(letter),
        }
    }
    text
}
