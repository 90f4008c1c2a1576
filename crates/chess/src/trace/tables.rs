//! Games of the line protocol of `pvcheck subject`, as tables of positions.

use super::game::{End, Received, TracedGame};

/// A position: its score, and where its moves and its null move lead.
#[derive(Default, Debug)]
struct Row {
    /// `None` if it is a mate, whose score is the engine's.
    score: Option<i32>,
    moves: Vec<usize>,
    pass: Option<usize>,
}

impl Row {
    /// Reads what follows `position P`.
    fn read(words: &[&str]) -> Option<Self> {
        let ["score", score, "moves", moves @ ..] = words else { return None };
        let numbers = moves.iter().map_while(|word| word.parse().ok()).collect();
        let pass = moves.iter().skip_while(|&&word| word != "pass").nth(1);
        Some(Self {
            score: score.parse().ok(),
            moves: numbers,
            pass: pass.and_then(|word| word.parse().ok()),
        })
    }
}

/// The game whose lines the program has received last. Move M of the protocol is M + 1 in the trace.
#[derive(Default, Debug)]
pub(super) struct Tables {
    rows: Vec<Row>,
}

impl Tables {
    /// The row of a position; an empty one if a move leads to a position that was not told.
    fn row(&self, position: usize) -> &Row {
        const NONE: &Row = &Row { score: None, moves: Vec::new(), pass: None };
        self.rows.get(position).unwrap_or(NONE)
    }
}

impl TracedGame for Tables {
    type Position = usize;

    fn receive(&mut self, line: &str) -> Result<Received<usize>, String> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["newgame", ..] => return Ok(Received::NewGame),
            ["game", "table", _] => self.rows.clear(),
            ["game", ..] => return Err("expected the form `table`".to_owned()),
            ["position", position, ref row @ ..] => {
                let is_next = position.parse() == Ok(self.rows.len());
                let row = Row::read(row).filter(|_| is_next);
                self.rows.push(row.ok_or("expected the next position of a table")?);
            }
            ["search", position, ..] => {
                let position = position.parse().ok().filter(|&position| position < self.rows.len());
                return Ok(Received::Root(vec![position.ok_or("expected a position of the table")?], true));
            }
            _ => {}
        }
        Ok(Received::Other)
    }

    fn after(&self, &position: &usize, mv: u32) -> Option<usize> {
        let row = self.row(position);
        match mv {
            0 => row.pass,
            _ => row.moves.get(mv as usize - 1).copied(),
        }
    }

    fn moves(&self, &position: &usize, moves: &mut Vec<u32>) -> bool {
        moves.extend(1..=self.row(position).moves.len() as u32);
        true
    }

    fn identity(&self, &position: &usize) -> Option<u64> {
        Some(position as u64)
    }

    fn end(&self, &position: &usize) -> End {
        self.row(position).score.map_or(End::Unknown, End::Score)
    }

    fn evaluation(&self, &position: &usize) -> Option<i32> {
        self.row(position).score
    }

    fn move_name(&self, _: &usize, mv: u32) -> String {
        if mv == 0 { "null move".to_owned() } else { format!("move {}", mv - 1) }
    }

    fn text(&self, &position: &usize) -> Option<String> {
        let row = self.row(position);
        let score = row.score.map_or("a mate".to_owned(), |score| format!("score {score}"));
        Some(format!("{position}: {score}, moves to {:?}", row.moves))
    }
}
