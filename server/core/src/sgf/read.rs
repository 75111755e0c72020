//! From bytes to a [`Tree`]: what others write, read as far as it can be.
//!
//! The grammar is that of FF[4], read leniently: text around games is skipped, missing `;` and `)`
//! are supplied, lower-case letters in names (FF[1] to FF[3]) are allowed. What was supplied or
//! skipped is noted with its place. It is an error only that there is no game, or more than the
//! [`Limits`] allow. One pass, without recursion.

use super::{
    encoding,
    note::{Counted, Notes, Oddity, Place, ReadError},
    tree::{NONE, NodeId, NodeLinks, PropertySpan, Span, Tree},
};

/// How much of a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub bytes: usize,
    /// Nodes of all games.
    pub nodes: usize,
    /// Variations within variations; the game itself is the first.
    pub depth: usize,
    /// Properties of all nodes.
    pub properties: usize,
    /// Values of all properties.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 8 * 1024 * 1024, nodes: 200_000, depth: 10_000, properties: 1_000_000, values: 1_000_000 }
    }
}

/// Reads a file.
///
/// # Errors
/// When there is no game in it, or more than is read.
pub fn parse(bytes: &[u8]) -> Result<Tree, ReadError> {
    parse_as(bytes, None, &Limits::default())
}

/// Reads a file in this encoding, whatever it says of itself, within these limits.
///
/// # Errors
/// When there is no game in it, or more than is read, or the encoding is not known.
pub fn parse_as(bytes: &[u8], encoding: Option<&str>, limits: &Limits) -> Result<Tree, ReadError> {
    // Spans are of 32 bits, and decoding at most triples a text.
    let most = limits.bytes.min(u32::MAX as usize / 4);
    if bytes.len() > most {
        return Err(ReadError::TooLong { bytes: bytes.len(), most });
    }
    let wanted = match encoding {
        Some(named) => {
            Some(encoding::named(named).ok_or_else(|| ReadError::NoSuchEncoding { named: named.to_owned() })?)
        }
        None => None,
    };
    let decoded = encoding::decode(bytes, wanted);
    let mut reader = Reader::new(&decoded.text, limits);
    for oddity in decoded.notes {
        reader.note(0, oddity);
    }
    reader.file()?;
    if reader.games.is_empty() {
        return Err(ReadError::NoGame);
    }
    let Reader { nodes, properties, values, games, notes, .. } = reader;
    Ok(Tree { text: decoded.text, encoding: decoded.encoding, nodes, properties, values, games, notes })
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// The next byte.
    at: usize,
    limits: &'a Limits,
    nodes: Vec<NodeLinks>,
    properties: Vec<PropertySpan>,
    values: Vec<Span>,
    games: Vec<NodeId>,
    notes: Notes,
    /// The node before each open `(`.
    open: Vec<u32>,
    /// The node that the next one follows.
    current: u32,
    /// Whether a property now belongs to `current`.
    in_node: bool,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str, limits: &'a Limits) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            limits,
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
            games: Vec::new(),
            notes: Notes { kept: Vec::new(), more: 0 },
            open: Vec::new(),
            current: NONE,
            in_node: false,
        }
    }

    fn note(&mut self, offset: usize, what: Oddity) {
        self.notes.add(self.text, offset, what);
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn too_many(&self, what: Counted, most: usize) -> ReadError {
        ReadError::TooMany { what, most, at: Place::of(self.text, self.at) }
    }

    fn file(&mut self) -> Result<(), ReadError> {
        while self.find_game() {
            (self.current, self.in_node) = (NONE, false);
            self.game()?;
        }
        Ok(())
    }

    /// Goes to the next `(` that is followed by `;` or by a property.
    fn find_game(&mut self) -> bool {
        let mut skipped = None;
        while let Some(byte) = self.peek() {
            if byte == b'(' && self.begins_game() {
                break;
            }
            if !byte.is_ascii_whitespace() {
                skipped.get_or_insert(self.at);
            }
            self.at += 1;
        }
        let found = self.at < self.bytes.len();
        // Without any game the error says it.
        if let Some(offset) = skipped.filter(|_| found || !self.games.is_empty()) {
            self.note(offset, Oddity::Skipped);
        }
        found
    }

    fn begins_game(&self) -> bool {
        let mut rest = self.bytes[self.at + 1..].iter().copied().skip_while(u8::is_ascii_whitespace);
        match rest.next() {
            Some(b';') => true,
            Some(first) if first.is_ascii_alphabetic() => {
                let after = rest.find(|byte| !byte.is_ascii_alphanumeric());
                after == Some(b'[')
            }
            _ => false,
        }
    }

    /// From `(` to the `)` that closes it.
    fn game(&mut self) -> Result<(), ReadError> {
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    if self.open.len() >= self.limits.depth {
                        return Err(self.too_many(Counted::Depth, self.limits.depth));
                    }
                    self.open.push(self.current);
                    self.in_node = false;
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    self.in_node = false;
                    self.current = self.open.pop().unwrap_or(NONE);
                    if self.open.is_empty() {
                        return Ok(());
                    }
                }
                b';' => {
                    self.node()?;
                    self.at += 1;
                }
                _ if byte.is_ascii_alphabetic() => self.property()?,
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => self.stray(),
            }
        }
        let missing = u32::try_from(self.open.len()).unwrap_or(u32::MAX);
        self.open.clear();
        self.note(self.bytes.len(), Oddity::OpenTrees { missing });
        Ok(())
    }

    /// Begins a node here.
    fn node(&mut self) -> Result<(), ReadError> {
        if self.nodes.len() >= self.limits.nodes.min(NONE as usize) {
            return Err(self.too_many(Counted::Nodes, self.limits.nodes));
        }
        let id = narrow(self.nodes.len());
        let parent = self.current;
        self.nodes.push(NodeLinks {
            parent,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
            properties_end: narrow(self.properties.len()),
            offset: narrow(self.at),
        });
        match self.nodes.get_mut(parent as usize) {
            None => self.games.push(NodeId(id)),
            Some(links) => {
                let before = std::mem::replace(&mut links.last_child, id);
                if links.first_child == NONE {
                    links.first_child = id;
                }
                if let Some(before) = self.nodes.get_mut(before as usize) {
                    before.next = id;
                }
            }
        }
        (self.current, self.in_node) = (id, true);
        Ok(())
    }

    /// A name and its values; a name without values is skipped as text.
    fn property(&mut self) -> Result<(), ReadError> {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let name = Span { from: narrow(from), to: narrow(self.at) };
        self.skip_space();
        if self.peek() != Some(b'[') {
            self.note(from, Oddity::Skipped);
            return Ok(());
        }
        if !self.in_node {
            self.note(from, Oddity::NoSemicolon);
            self.node()?;
        }
        if self.properties.len() >= self.limits.properties {
            return Err(self.too_many(Counted::Properties, self.limits.properties));
        }
        while self.peek() == Some(b'[') {
            if self.values.len() >= self.limits.values {
                return Err(self.too_many(Counted::Values, self.limits.values));
            }
            let value = self.value();
            self.values.push(value);
            self.skip_space();
        }
        self.properties.push(PropertySpan { name, values_end: narrow(self.values.len()) });
        if let Some(node) = self.nodes.get_mut(self.current as usize) {
            node.properties_end = narrow(self.properties.len());
        }
        Ok(())
    }

    /// What is between `[` here and the next `]` that is not escaped.
    fn value(&mut self) -> Span {
        self.at += 1;
        let from = self.at;
        loop {
            match self.peek() {
                Some(b']') => break,
                Some(b'\\') => self.at = (self.at + 2).min(self.bytes.len()),
                Some(_) => self.at += 1,
                None => {
                    self.note(from.saturating_sub(1), Oddity::OpenValue);
                    // An escape of nothing would not be the same when it is written again.
                    let to = if self.ends_in_escape(from) { self.at - 1 } else { self.at };
                    return Span { from: narrow(from), to: narrow(to) };
                }
            }
        }
        let to = self.at;
        self.at += 1;
        Span { from: narrow(from), to: narrow(to) }
    }

    fn ends_in_escape(&self, from: usize) -> bool {
        self.bytes[from..].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
    }

    /// Skips what is no part of the grammar; of a value without a name all of it.
    fn stray(&mut self) {
        self.note(self.at, Oddity::Skipped);
        if self.peek() == Some(b'[') {
            let _skipped = self.value();
            return;
        }
        let ends = |byte: u8| matches!(byte, b'(' | b')' | b';' | b'[') || byte.is_ascii_alphabetic();
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }
}

/// An index or offset, which the limits keep within 32 bits.
fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(NONE - 1)
}

#[cfg(test)]
mod tests;
