//! A rectangle of painted characters, and its lines as text with ANSI escapes.

use anstyle::Style as Paint;

/// Characters with their paint, row by row.
#[derive(Debug)]
pub(super) struct TextCanvas {
    rows: Vec<Vec<(char, Paint)>>,
}

impl TextCanvas {
    pub(super) fn blank(rows: usize, columns: usize) -> Self {
        Self {
            rows: vec![vec![(' ', Paint::new()); columns]; rows],
        }
    }

    /// Writes `text` to the right from a place.
    pub(super) fn write(&mut self, row: usize, column: usize, text: &str, paint: Paint) {
        let places = self.rows[row].iter_mut().skip(column);
        for (place, symbol) in places.zip(text.chars()) {
            *place = (symbol, paint);
        }
    }

    /// One text a row; runs of equal paint share their escapes.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |row: &Vec<(char, Paint)>| {
            let runs = row.chunk_by(|a, b| a.1 == b.1);
            let run = |run: &[(char, Paint)]| {
                let text: String = run.iter().map(|(symbol, _)| symbol).collect();
                painted(&text, run[0].1)
            };
            runs.map(run).collect()
        };
        self.rows.iter().map(line).collect()
    }
}

/// The text between the escapes of its paint; no escapes without paint.
pub(super) fn painted(text: &str, paint: Paint) -> String {
    format!("{paint}{text}{paint:#}")
}
