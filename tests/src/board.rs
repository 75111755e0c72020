//! A plain, slow board with all positions of a game: what scripted players choose their moves by and
//! what histories are judged by. It shares no code with what it judges.

const LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Stones on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    width: usize,
    height: usize,
    /// Rows from the top: `X` Black, `O` White, `.` empty.
    points: Vec<u8>,
}

impl Board {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { width, height, points: vec![b'.'; width * height] }
    }

    /// `None` for what is no point of it.
    fn point(&self, vertex: &str) -> Option<usize> {
        let (letter, row) = vertex.split_at_checked(1)?;
        let (column, row) = (LETTERS.find(letter)?, row.parse::<usize>().ok()?);
        let is_on = column < self.width && (1..=self.height).contains(&row);
        is_on.then(|| (self.height - row) * self.width + column)
    }

    fn vertex(&self, point: usize) -> String {
        let column = point % self.width;
        format!("{}{}", &LETTERS[column..=column], self.height - point / self.width)
    }

    /// Puts a handicap stone; whether the point was empty.
    pub(crate) fn put(&mut self, vertex: &str, by: &str) -> bool {
        let Some(point) = self.point(vertex).filter(|point| self.points[*point] == b'.') else { return false };
        self.points[point] = stone(by);
        true
    }

    /// Plays; the stones that it captures. `None` for a point that is not empty, and for suicide.
    fn play(&mut self, point: usize, by: &str) -> Option<Vec<usize>> {
        let own = stone(by);
        if self.points[point] != b'.' {
            return None;
        }
        self.points[point] = own;
        let mut captured = Vec::new();
        for near in self.near(point) {
            if self.points[near] != b'.' && self.points[near] != own {
                captured.extend(self.remove_if_dead(near));
            }
        }
        self.remove_if_dead(point).is_empty().then_some(captured)
    }

    fn near(&self, point: usize) -> Vec<usize> {
        let (column, row) = (point % self.width, point / self.width);
        let mut near = Vec::new();
        near.extend((column > 0).then(|| point - 1));
        near.extend((column + 1 < self.width).then_some(point + 1));
        near.extend((row > 0).then(|| point - self.width));
        near.extend((row + 1 < self.height).then_some(point + self.width));
        near
    }

    /// The stones that were removed.
    fn remove_if_dead(&mut self, point: usize) -> Vec<usize> {
        let (colour, mut chain, mut next) = (self.points[point], vec![point], 0);
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for near in self.near(stone) {
                if self.points[near] == b'.' {
                    return Vec::new();
                }
                if self.points[near] == colour && !chain.contains(&near) {
                    chain.push(near);
                }
            }
        }
        for stone in &chain {
            self.points[*stone] = b'.';
        }
        chain
    }

    /// CRC-32 of the rows, as it is on the wire.
    pub(crate) fn hash(&self) -> String {
        let mut crc = u32::MAX;
        for byte in &self.points {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 };
            }
        }
        format!("{:08x}", !crc)
    }

    /// As it is on the wire.
    pub(crate) fn rows(&self) -> String {
        String::from_utf8_lossy(&self.points).into_owned()
    }
}

fn stone(by: &str) -> u8 {
    if by == "black" { b'X' } else { b'O' }
}

/// A board and all that stood on it before.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// Before the first move, and after each; never empty.
    boards: Vec<Board>,
}

impl Position {
    pub(crate) fn new(board: Board) -> Self {
        Self { boards: vec![board] }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// Puts a handicap stone before the first move; whether the point was empty.
    pub(crate) fn put(&mut self, vertex: &str, by: &str) -> bool {
        let last = self.boards.len() - 1;
        self.boards[last].put(vertex, by)
    }

    /// Moves that can be taken back.
    pub(crate) fn plies(&self) -> usize {
        self.boards.len() - 1
    }

    /// The captured stones in any order.
    ///
    /// # Errors
    /// What is wrong with it; suicide and any position that was there before are.
    pub(crate) fn play(&mut self, vertex: &str, by: &str) -> Result<Vec<String>, &'static str> {
        let mut board = self.board().clone();
        let point = board.point(vertex).ok_or("no point")?;
        let captured = board.play(point, by).ok_or("no empty point with a liberty")?;
        if self.boards.contains(&board) {
            return Err("a position that was there before");
        }
        let captured = captured.into_iter().map(|point| board.vertex(point)).collect();
        self.boards.push(board);
        Ok(captured)
    }

    pub(crate) fn pass(&mut self) {
        self.boards.push(self.board().clone());
    }

    /// Takes moves back; whether there were so many.
    pub(crate) fn undo(&mut self, plies: usize) -> bool {
        let left = self.plies().checked_sub(plies);
        self.boards.truncate(left.unwrap_or_default() + 1);
        left.is_some()
    }

    /// Every point where this side may play, and how many stones that captures.
    pub(crate) fn legal(&self, by: &str) -> Vec<(String, usize)> {
        let board = self.board();
        let all = (0..board.points.len()).map(|point| board.vertex(point));
        all.filter_map(|vertex| {
            let captured = self.clone().play(&vertex, by).ok()?.len();
            Some((vertex, captured))
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &[&str]) -> Position {
        let mut position = Position::new(Board::new(4, 4));
        for (ply, vertex) in moves.iter().enumerate() {
            let by = ["black", "white"][ply % 2];
            if *vertex == "pass" {
                position.pass();
            } else {
                position.play(vertex, by).unwrap_or_else(|why| panic!("{vertex}: {why}"));
            }
        }
        position
    }

    #[test]
    fn captures_ko_and_suicide() {
        // Black A2 C2 B1, White B3 .. around B2
        let mut ko = position(&["B3", "C3", "A2", "D2", "B1", "C1", "C2"]);
        assert_eq!(ko.play("B2", "white"), Ok(vec!["C2".to_owned()]));
        assert_eq!(ko.clone().play("C2", "black"), Err("a position that was there before"));
        assert!(ko.legal("black").iter().all(|(vertex, _)| vertex != "C2"));
        ko.play("A4", "black").unwrap();
        ko.play("D4", "white").unwrap();
        assert_eq!(ko.play("C2", "black"), Ok(vec!["B2".to_owned()]), "elsewhere first");
        let corner = position(&["A3", "A2", "D4", "B1"]);
        assert_eq!(corner.clone().play("A1", "black"), Err("no empty point with a liberty"));
        assert!(corner.clone().play("A1", "white").is_ok());
        assert_eq!(corner.clone().play("E1", "white"), Err("no point"));
    }

    #[test]
    fn what_was_taken_back_was_never_there() {
        let mut position = position(&["B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2"]);
        assert!(position.undo(1));
        assert_eq!(position.plies(), 7);
        assert!(position.play("B2", "white").is_ok());
        assert!(!position.undo(9));
    }
}
