//! The rules of chess boards read once more, cell by cell, on plain text: who attacks whom, and
//! what the best boards are.

/// A board of pieces as text, and how its edges are joined.
pub(crate) struct Naive {
    pieces: Vec<Vec<char>>,
    wraps: [bool; 2],
    own: fn(char) -> Vec<Move>,
}

/// A step, and how often it may be repeated.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) step: (i64, i64),
    pub(crate) most: i64,
}

const FAR: i64 = 99;

fn images(a: i64, b: i64, most: i64) -> Vec<Move> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let steps = signs.map(|(s, t)| [(s * a, t * b), (s * b, t * a)]);
    let mut steps = steps.concat();
    steps.sort_unstable();
    steps.dedup();
    steps.into_iter().map(|step| Move { step, most }).collect()
}

pub(crate) fn own_pieces(letter: char) -> Vec<Move> {
    match letter {
        'C' => images(1, 3, 1),
        'W' => images(0, 1, 2),
        'F' => vec![
            Move {
                step: (0, 1),
                most: FAR,
            },
            Move {
                step: (2, 0),
                most: 1,
            },
        ],
        _ => panic!("no piece {letter}"),
    }
}

impl Naive {
    /// `rows` parted by blanks; `wraps` says whether rows and columns close.
    pub(crate) fn new(rows: &str, wraps: [bool; 2]) -> Self {
        let pieces = rows.split_whitespace().map(|row| row.chars().collect());
        Self {
            pieces: pieces.collect(),
            wraps,
            own: own_pieces,
        }
    }

    /// All cells, in reading order.
    pub(crate) fn cells(&self) -> Vec<(i64, i64)> {
        let (rows, cols) = self.size();
        let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        all.filter(|cell| self.piece(*cell) != '#').collect()
    }

    pub(crate) fn piece(&self, (r, c): (i64, i64)) -> char {
        self.pieces[r as usize][c as usize]
    }

    fn size(&self) -> (i64, i64) {
        (self.pieces.len() as i64, self.pieces[0].len() as i64)
    }

    fn moves(&self, letter: char) -> Vec<Move> {
        match letter {
            'K' => [images(0, 1, 1), images(1, 1, 1)].concat(),
            'Q' => [images(0, 1, FAR), images(1, 1, FAR)].concat(),
            'R' => images(0, 1, FAR),
            'B' => images(1, 1, FAR),
            'N' => images(1, 2, 1),
            'P' => [(-1, -1), (-1, 1)]
                .map(|step| Move { step, most: 1 })
                .to_vec(),
            other => (self.own)(other),
        }
    }

    /// The cells that the piece at `from` attacks, each once; where `blocked`, a piece of `placed`
    /// ends the line it stands in.
    pub(crate) fn attacked(
        &self,
        from: (i64, i64),
        placed: &[(i64, i64)],
        blocked: bool,
    ) -> Vec<(i64, i64)> {
        let (rows, cols) = self.size();
        let mut found = Vec::new();
        for Move { step, most } in self.moves(self.piece(from)) {
            let mut at = from;
            for _ in 0..most {
                at = (at.0 + step.0, at.1 + step.1);
                if self.wraps[0] {
                    at.0 = at.0.rem_euclid(rows);
                }
                if self.wraps[1] {
                    at.1 = at.1.rem_euclid(cols);
                }
                let on_board = (0..rows).contains(&at.0) && (0..cols).contains(&at.1);
                if !on_board || at == from {
                    break;
                }
                if !found.contains(&at) {
                    found.push(at);
                }
                if blocked && placed.contains(&at) {
                    break;
                }
            }
        }
        found
    }

    /// The number of attacks between the pieces of `placed`: ordered pairs, no piece in the way of
    /// another.
    pub(crate) fn ordered_attacks(&self, placed: &[(i64, i64)]) -> usize {
        let hits = placed.iter().map(|from| {
            let targets = self.attacked(*from, placed, false);
            placed.iter().filter(|cell| targets.contains(cell)).count()
        });
        hits.sum()
    }

    /// Whether no piece attacks another by the rules of chess, where pieces block the view.
    pub(crate) fn is_quiet(&self, placed: &[(i64, i64)]) -> bool {
        placed.iter().all(|from| {
            let targets = self.attacked(*from, placed, true);
            placed.iter().all(|cell| !targets.contains(cell))
        })
    }
}
