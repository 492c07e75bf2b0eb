//! Boards stated by hand, at random, and their solutions by enumeration: the judge of the
//! reduction.

use crate::model::{Assignment, Constraint, Form, Kind, Model, Var};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// A board and all its solutions, in increasing order.
pub(crate) struct Board {
    pub(crate) name: String,
    pub(crate) model: Model,
    pub(crate) solutions: Vec<Assignment>,
}

impl Board {
    /// Every assignment is tried.
    pub(crate) fn enumerated(name: impl Into<String>, model: Model) -> Self {
        let solutions = solutions(&model);
        let name = name.into();
        Self {
            name,
            model,
            solutions,
        }
    }

    /// Every placement of one queen a row and a column is tried.
    fn of_permutations(name: String, model: Model, size: usize) -> Self {
        let boards = permutations(size)
            .into_iter()
            .map(|columns| placement(&columns));
        let mut solutions: Vec<_> = boards.filter(|board| model.is_solved_by(board)).collect();
        solutions.sort();
        Self {
            name,
            model,
            solutions,
        }
    }
}

/// All solutions of a model, by trying every assignment.
pub(crate) fn solutions(model: &Model) -> Vec<Assignment> {
    let n = model.len();
    let assignment = |index: u32| (0..n).map(|k| index >> k & 1 == 1).collect();
    let all = (0..1_u32 << n).map(assignment);
    let mut solutions: Vec<_> = all.filter(|x: &Assignment| model.is_solved_by(x)).collect();
    solutions.sort();
    solutions
}

/// A model with `size` x `size` cells `r1c1`, and the cells.
pub(crate) fn square(size: usize) -> (Model, Vec<Vec<Var>>) {
    let mut model = Model::default();
    let mut row = |r| {
        let name = |c| format!("r{}c{}", r + 1, c + 1);
        (0..size).map(|c| model.add_variable(name(c))).collect()
    };
    let cells = (0..size).map(&mut row).collect();
    (model, cells)
}

pub(crate) fn columns(cells: &[Vec<Var>]) -> Vec<Vec<Var>> {
    (0..cells.len())
        .map(|c| cells.iter().map(|row| row[c]).collect())
        .collect()
}

/// A queens board: one queen a row, a column and a region, none touching; `reach` along diagonals.
pub(crate) fn queens(regions: &[Vec<usize>], reach: usize) -> (Model, Vec<Vec<Var>>) {
    let size = regions.len();
    let (mut model, cells) = square(size);
    for (r, line) in cells.iter().enumerate() {
        model.add(Constraint::exactly(
            Kind::Row,
            format!("row {}", r + 1),
            1,
            line.clone(),
        ));
    }
    for (c, line) in columns(&cells).into_iter().enumerate() {
        model.add(Constraint::exactly(
            Kind::Column,
            format!("column {}", c + 1),
            1,
            line,
        ));
    }
    for k in 0..size {
        let places = (0..size * size).filter(|i| regions[i / size][i % size] == k);
        let region: Vec<Var> = places.map(|i| cells[i / size][i % size]).collect();
        let letter = char::from(b'A' + k as u8);
        model.add(Constraint::exactly(
            Kind::Region,
            format!("region {letter}"),
            1,
            region,
        ));
    }
    for (first, second) in diagonal_pairs(size, reach) {
        let pair = [first, second].map(|(r, c)| cells[r][c]);
        let name = pair.map(|var| model.name(var).to_owned()).join(" and ");
        model.add(Constraint::not_both(Kind::Diagonal, name, pair));
    }
    (model, cells)
}

type Place = (usize, usize);

/// Pairs of places on one diagonal, at most `reach` apart.
pub(crate) fn diagonal_pairs(size: usize, reach: usize) -> Vec<(Place, Place)> {
    let mut pairs = Vec::new();
    for (r, c, d) in
        (0..size * size).flat_map(|i| (1..=reach).map(move |d| (i / size, i % size, d)))
    {
        if r + d < size && c + d < size {
            pairs.push(((r, c), (r + d, c + d)));
        }
        if r + d < size && c >= d {
            pairs.push(((r, c), (r + d, c - d)));
        }
    }
    pairs
}

/// Connected regions around one cell a row, grown at random.
pub(crate) fn random_regions(rng: &mut impl Rng, size: usize) -> Vec<Vec<usize>> {
    let mut seats: Vec<usize> = (0..size).collect();
    seats.shuffle(rng);
    let mut regions = vec![vec![usize::MAX; size]; size];
    for (row, &column) in seats.iter().enumerate() {
        regions[row][column] = row;
    }
    while regions.iter().flatten().any(|&k| k == usize::MAX) {
        let (r, c) = (rng.random_range(0..size), rng.random_range(0..size));
        let (dr, dc) = pick(rng, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
        let near = r.checked_add_signed(dr).zip(c.checked_add_signed(dc));
        let Some((r2, c2)) = near.filter(|&(r2, c2)| r2 < size && c2 < size) else {
            continue;
        };
        if regions[r][c] == usize::MAX {
            regions[r][c] = regions[r2][c2];
        }
    }
    regions
}

/// Queens boards with random regions and up to two cells given: 4x4 tried out, 5x5 by permutations.
pub(crate) fn queens_boards(rng: &mut impl Rng, count: usize) -> Vec<Board> {
    let mut board = |index: usize| {
        let size = 4 + index % 2;
        let reach = if index.is_multiple_of(3) { size - 1 } else { 1 };
        let (mut model, cells) = queens(&random_regions(rng, size), reach);
        for _ in 0..index % 3 {
            let cell = cells[rng.random_range(0..size)][rng.random_range(0..size)];
            model.give(cell, rng.random_range(0..3) == 0);
        }
        Board::of_permutations(format!("queens {index}"), model, size)
    };
    (0..count).map(&mut board).collect()
}

/// 4x4 Tango boards, every second with distinct lines (Takuzu), with givens and signs of a
/// solution.
pub(crate) fn tango_boards(rng: &mut impl Rng, count: usize) -> Vec<Board> {
    let plain = [tango(false), tango(true)].map(|model| (solutions(&model), model));
    let mut board = |index: usize| {
        let (solutions, model) = &plain[index % 2];
        let solution = &solutions[rng.random_range(0..solutions.len())];
        let mut model = model.clone();
        for _ in 0..rng.random_range(0..4) {
            let var = Var(rng.random_range(0..16));
            model.give(var, solution[var.index()]);
        }
        for _ in 0..rng.random_range(0..5) {
            let pair = [(); 2].map(|()| Var(rng.random_range(0..16)));
            let [a, b] = pair.map(|var| solution[var.index()]);
            model.add(sign(&model, pair, a != b));
        }
        let solutions = solutions
            .iter()
            .filter(|x| model.is_solved_by(x))
            .cloned()
            .collect();
        Board {
            name: format!("tango {index}"),
            model,
            solutions,
        }
    };
    (0..count).map(&mut board).collect()
}

/// An = or x sign.
pub(crate) fn sign(model: &Model, pair: [Var; 2], differ: bool) -> Constraint {
    let [a, b] = pair.map(|var| model.name(var));
    let mark = if differ { "x" } else { "=" };
    Constraint::new(
        Kind::Sign,
        format!("{a} {mark} {b}"),
        if differ {
            Form::differ(pair)
        } else {
            Form::equal(pair)
        },
    )
}

fn tango(distinct: bool) -> Model {
    let (mut model, cells) = square(4);
    for lines in [cells.clone(), columns(&cells)] {
        for line in &lines {
            model.add(Constraint::exactly(Kind::Balance, "line", 2, line.clone()));
            for window in line.windows(3) {
                model.add(Constraint::one_of_two(
                    Kind::Repetition,
                    "window",
                    1,
                    window.to_vec(),
                ));
            }
        }
        for (i, j) in (0..16)
            .map(|k| (k / 4, k % 4))
            .filter(|(i, j)| distinct && i < j)
        {
            let form = Form::Distinct([lines[i].clone(), lines[j].clone()]);
            model.add(Constraint::new(Kind::Distinct, "lines", form));
        }
    }
    model
}

/// Models of all forms and kinds; two of three have a solution, planted.
pub(crate) fn random_models(rng: &mut impl Rng, count: usize) -> Vec<Board> {
    (0..count)
        .map(|index| Board::enumerated(format!("random {index}"), random_model(rng)))
        .collect()
}

fn random_model(rng: &mut impl Rng) -> Model {
    let n = rng.random_range(3..=9);
    let mut model = Model::default();
    let vars: Vec<Var> = (0..n)
        .map(|k| model.add_variable(format!("v{k}")))
        .collect();
    let planted: Assignment = vars.iter().map(|_| rng.random()).collect();
    let solvable = rng.random_range(0..3) > 0;
    for _ in 0..rng.random_range(1..=n) {
        let constraint = random_constraint(rng, &vars);
        if !solvable || constraint.holds(&planted) {
            model.add(constraint);
        }
    }
    for _ in 0..rng.random_range(0..=n / 3) {
        let var = pick(rng, &vars);
        let value = if solvable {
            planted[var.index()]
        } else {
            rng.random()
        };
        model.give(var, value);
    }
    model
}

fn random_constraint(rng: &mut impl Rng, vars: &[Var]) -> Constraint {
    let mut shuffled = vars.to_vec();
    shuffled.shuffle(rng);
    let pair = [shuffled[0], shuffled[1]];
    let some = shuffled[..rng.random_range(1..=vars.len())].to_vec();
    let half = rng.random_range(1..=vars.len() / 2);
    let lines = [
        shuffled[..half].to_vec(),
        shuffled[shuffled.len() - half..].to_vec(),
    ];
    let (kind, form) = match rng.random_range(0..9) {
        0 => (Kind::Diagonal, Form::not_both(pair, rng.random_range(1..3))),
        1 => (Kind::Sign, Form::equal(pair)),
        2 => (Kind::Sign, Form::differ(pair)),
        3 => (Kind::Distinct, Form::Distinct(lines)),
        8 => (Kind::Matching, Form::Matching(lines.into())),
        4 => (Kind::Repetition, Form::sum(&shuffled[..3], 1, 2)),
        _ => {
            let kinds = [
                Kind::Row,
                Kind::Column,
                Kind::Region,
                Kind::Balance,
                Kind::Diagonal,
                Kind::Repetition,
                Kind::Tree,
            ];
            let count = rng.random_range(0..=some.len() as u32 / 2 + 1);
            let or_one_more = rng.random_range(0..3) == 0;
            (
                pick(rng, &kinds),
                Form::sum(&some, count, count + u32::from(or_one_more)),
            )
        }
    };
    Constraint::new(kind, format!("{kind}"), form)
}

fn pick<T: Copy>(rng: &mut impl Rng, items: &[T]) -> T {
    items[rng.random_range(0..items.len())]
}

/// All orders of 0..size.
pub(crate) fn permutations(size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(size - 1);
    let insert = |rest: &Vec<usize>, at| {
        let mut order = rest.clone();
        order.insert(at, size - 1);
        order
    };
    shorter
        .iter()
        .flat_map(|rest| (0..size).map(move |at| insert(rest, at)))
        .collect()
}

/// The board with a queen in this column of each row.
pub(crate) fn placement(columns: &[usize]) -> Assignment {
    let size = columns.len();
    let queen = |&column: &usize| (0..size).map(move |c| c == column);
    columns.iter().flat_map(queen).collect()
}
