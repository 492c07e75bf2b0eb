//! Which groups become registers: those of one kind, or the disjoint ones that make the smallest
//! space.
//!
//! Here, too: the groups of rules that can become registers.
//!
//! The smallest space is a weighted set packing: each kind's partition, and none, is filled up with
//! the groups that gain most, and two registers are joined at the end where rules between them
//! leave fewer levels than the product. The result need not be the smallest of all; it is never
//! larger than that of one kind.

use super::meaning::{RegisterForm, RegisterLayout, RegisterMeaning};
use super::tables::ReducedModel;
use crate::encode::QubitLayout;
use crate::error::{Error, Result};
use crate::grid::Cell;
use crate::model::{Group, Model, Part, Var};
use crate::reduce::Reduction;
use std::collections::{BTreeMap, BTreeSet};

/// Spaces that differ by less, in bits, are equally large.
const EQUAL: f64 = 1e-9;

/// What the registers are to be.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, RegisterChoice, RuleSet, Weights, RegisterLayout, encode, reduce,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let layout = encode(&puzzle.model, &reduction, &Weights::default()).layout;
/// let states = |choice| {
///     let chosen = RegisterLayout::choose(&puzzle.model, &reduction, &layout, choice);
///     chosen.expect("the board has rows").states()
/// };
/// assert_eq!((states(RegisterChoice::Qubits), states(RegisterChoice::Rows)), (1 << 16, 256));
/// assert!(states(RegisterChoice::Auto) <= 256);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr, strum::EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum RegisterChoice {
    /// Every variable is a qubit: 2^n states.
    #[default]
    Qubits,
    /// One register for each row, whose states are its legal fillings.
    Rows,
    /// One register for each column.
    Columns,
    /// One register for each region, box or tree.
    Regions,
    /// The smallest space of all these and their unions.
    Auto,
    /// The groups in which exactly one variable is 1 that make the smallest space.
    OneHot,
}

impl RegisterChoice {
    /// The choices that users make, in the order of the help text.
    pub const ALL: [Self; 5] = [
        Self::Qubits,
        Self::Rows,
        Self::Columns,
        Self::Regions,
        Self::Auto,
    ];

    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The choice of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.name() == name)
    }

    fn part(self) -> Option<Part> {
        match self {
            Self::Rows => Some(Part::Row),
            Self::Columns => Some(Part::Column),
            Self::Regions => Some(Part::Region),
            Self::Qubits | Self::Auto | Self::OneHot => None,
        }
    }
}

impl RegisterLayout {
    /// The registers of a reduced model in `layout`, where every qubit is a variable
    /// ([`crate::encode::Symbols::OneHot`]).
    ///
    /// ```
    /// use ketboard_puzzles::{Puzzle, Reduction, RegisterChoice, Weights, RegisterLayout, encode};
    ///
    /// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 5", "five queens")?;
    /// let open = Reduction::givens_only(&puzzle.model);
    /// let layout = encode(&puzzle.model, &open, &Weights::default()).layout;
    /// let (model, choice) = (&puzzle.model, RegisterChoice::Columns);
    /// let columns = RegisterLayout::choose(model, &open, &layout, choice);
    /// let columns = columns.expect("every column has one queen").registers;
    /// assert_eq!((columns[1].name.as_str(), columns[1].levels.len()), ("column 2", 5));
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the layout is another one, the puzzle has no such groups, or a group has no legal
    /// assignment: [`Error::NoSolution`].
    pub fn choose(
        model: &Model,
        reduction: &Reduction,
        layout: &QubitLayout,
        choice: RegisterChoice,
    ) -> Result<Self> {
        if layout.coded().len() != layout.variables() {
            let found = "registers hold variables, one a qubit";
            return Err(Error::setting("symbols", found, "use `symbols` one-hot"));
        }
        if choice == RegisterChoice::Qubits {
            return Ok(laid_out(&[], layout));
        }
        let of = &ReducedModel::new(model, reduction);
        let groups = groups(of);
        check_levels(&groups)?;
        let chosen = match choice.part() {
            Some(part) => {
                let chosen = of_part(part, &groups, of);
                if chosen.is_empty() && reduction.qubits() > 0 {
                    let found = format!("this puzzle has no rules of {}", choice.name());
                    let remedy = "use `registers` auto, which takes what it has, or qubits";
                    return Err(Error::setting("registers", found, remedy));
                }
                completed(chosen, &those(&groups, Part::Cell))
            }
            None => smallest(&groups, of, choice),
        };
        check_levels(&chosen)?;
        Ok(laid_out(&chosen, layout))
    }
}

/// Succeeds if every group has a legal assignment, without which the puzzle has no solution.
fn check_levels(groups: &[RegisterCandidate]) -> Result<()> {
    let empty = groups.iter().find(|group| group.meaning.levels.is_empty());
    empty.map_or(Ok(()), |group| {
        let (file, reason) = (
            "the model".into(),
            format!("{} has no filling", group.meaning.name),
        );
        Err(Error::NoSolution { file, reason })
    })
}

/// The groups of a part of the board.
fn those(groups: &[RegisterCandidate], part: Part) -> Vec<RegisterCandidate> {
    let those = groups.iter().filter(|group| group.part == Some(part));
    those.cloned().collect()
}

/// The disjoint groups of a part of the board, in order. Where merged variables let two of them
/// overlap they are joined, if that is smaller than the first alone beside what the second adds.
fn of_part(
    part: Part,
    groups: &[RegisterCandidate],
    of: &ReducedModel<'_>,
) -> Vec<RegisterCandidate> {
    let mut chosen: Vec<RegisterCandidate> = Vec::new();
    for group in those(groups, part) {
        let met: Vec<usize> = (0..chosen.len())
            .filter(|&k| chosen[k].overlaps(&group))
            .collect();
        match met[..] {
            [] => chosen.push(group),
            [other] if chosen[other].part.is_some() => {
                let both = chosen[other].with(&group, of);
                if let Some(both) = both.filter(|both| both.gain() > chosen[other].gain() + EQUAL) {
                    chosen[other] = both;
                }
            }
            [..] => {}
        }
    }
    chosen
}

/// The disjoint groups of the smallest space that was found.
fn smallest(
    groups: &[RegisterCandidate],
    of: &ReducedModel<'_>,
    choice: RegisterChoice,
) -> Vec<RegisterCandidate> {
    let one_hot = choice == RegisterChoice::OneHot;
    let is_allowed = |group: &RegisterCandidate| !one_hot || group.is_one_hot();
    let mut pool = groups.to_vec();
    pool.retain(is_allowed);
    let parts = [Part::Row, Part::Column, Part::Region, Part::Cell];
    let seeds = parts.map(|part| of_part(part, &pool, of));
    // stable: groups of equal gain stay in the order of the rules
    pool.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
    let mut best: Vec<RegisterCandidate> = Vec::new();
    for mut seed in seeds.into_iter().chain([Vec::new()]) {
        seed.retain(is_allowed);
        let mut found = completed(seed, &pool);
        if !one_hot {
            found = joined(found, of);
        }
        if gain(&found) > gain(&best) + EQUAL {
            best = found;
        }
    }
    best
}

/// The bits that the space of these registers has fewer than plain qubits.
fn gain(groups: &[RegisterCandidate]) -> f64 {
    groups.iter().map(RegisterCandidate::gain).sum()
}

/// `chosen`, and every group of `pool` in its order that overlaps none before it.
fn completed(
    mut chosen: Vec<RegisterCandidate>,
    pool: &[RegisterCandidate],
) -> Vec<RegisterCandidate> {
    for group in pool {
        if !chosen.iter().any(|other| other.overlaps(group)) {
            chosen.push(group.clone());
        }
    }
    chosen
}

/// Two registers in one, where rules between them leave fewer levels than the product; the pairs
/// that gain most first, each register once.
fn joined(chosen: Vec<RegisterCandidate>, of: &ReducedModel<'_>) -> Vec<RegisterCandidate> {
    let mut pairs = Vec::new();
    for (b, second) in chosen.iter().enumerate() {
        for (a, first) in chosen[..b].iter().enumerate() {
            let are_groups = first.part.is_some() && second.part.is_some();
            if are_groups
                && are_related(first, second, of)
                && let Some(both) = first.with(second, of)
            {
                let gain = first.bits() + second.bits() - both.bits();
                pairs.push((gain, a, b, both));
            }
        }
    }
    pairs.retain(|(gain, ..)| *gain > EQUAL);
    pairs.sort_by(|x, y| y.0.total_cmp(&x.0));
    let mut places: Vec<Option<RegisterCandidate>> = chosen.into_iter().map(Some).collect();
    for (_, a, b, both) in pairs {
        let is_free = |place: usize| {
            let group: Option<&RegisterCandidate> = places[place].as_ref();
            group.is_some_and(|group| group.part.is_some())
        };
        if is_free(a) && is_free(b) {
            places[a] = Some(both);
            places[b] = None;
        }
    }
    places.into_iter().flatten().collect()
}

/// Whether a rule lies in both groups together, and in neither alone.
fn are_related(a: &RegisterCandidate, b: &RegisterCandidate, of: &ReducedModel<'_>) -> bool {
    of.rules.iter().any(|rule| {
        let all = |group: &RegisterCandidate| rule.variables.iter().all(|k| group.holds(*k));
        let mut each = rule.variables.iter();
        each.all(|k| a.holds(*k) || b.holds(*k)) && !all(a) && !all(b)
    })
}

/// The registers of `chosen` and, for every other variable of the layout, one of its own; by their
/// first variables.
fn laid_out(chosen: &[RegisterCandidate], layout: &QubitLayout) -> RegisterLayout {
    let chosen = chosen.iter().map(|group| group.meaning.clone());
    let mut registers: Vec<RegisterMeaning> = chosen.collect();
    let mut held = vec![false; layout.qubits()];
    for register in &registers {
        register.variables.iter().for_each(|&k| held[k] = true);
    }
    let alone = layout.names().iter().enumerate().filter(|(k, _)| !held[*k]);
    let alone = alone.map(|(k, name)| RegisterMeaning::new(name.clone(), vec![k], vec![0, 1]));
    registers.extend(alone);
    registers.sort_by_key(|register| register.variables[0]);
    RegisterLayout { registers }
}

// The groups of rules that can become registers: rows, columns, regions and cells.
//
// A group is a set of variables that a counting rule names (one queen in a row), or several rules
// over the same cells together (each digit once in a row of Sudoku), or a whole row or column of
// the board where every cell is a variable. It is a candidate if it has fewer legal assignments
// than 2^variables, and not more than [`MOST_LEVELS`].

/// The most levels of one group.
const MOST_LEVELS: usize = 1 << 13;

/// The most levels of two groups together, so that tables over two registers stay small.
const MOST_JOINED: usize = 1 << 10;

/// A set of variables with its legal assignments.
#[derive(Clone, PartialEq, Debug)]
struct RegisterCandidate {
    /// What it is a part of; `None` of two groups together.
    part: Option<Part>,
    meaning: RegisterMeaning,
}

impl RegisterCandidate {
    /// How many bits the space loses against plain qubits.
    fn gain(&self) -> f64 {
        self.meaning.variables.len() as f64 - self.bits()
    }

    /// log₂ of the number of levels.
    fn bits(&self) -> f64 {
        libm::log2(self.meaning.levels.len() as f64)
    }

    /// Whether it holds a variable.
    fn holds(&self, variable: usize) -> bool {
        self.meaning.variables.binary_search(&variable).is_ok()
    }

    /// Whether both hold a variable.
    fn overlaps(&self, other: &Self) -> bool {
        self.meaning.variables.iter().any(|k| other.holds(*k))
    }

    /// Whether exactly one variable is 1, or nothing is open: a single filling, as of a row whose
    /// queen is given.
    fn is_one_hot(&self) -> bool {
        self.meaning.levels.len() == 1 || self.meaning.form == RegisterForm::OneHot
    }

    /// Both together, where that is small enough.
    fn with(&self, other: &Self, of: &ReducedModel<'_>) -> Option<Self> {
        let (a, b) = (&self.meaning, &other.meaning);
        let both: BTreeSet<&usize> = a.variables.iter().chain(&b.variables).collect();
        let variables: Vec<usize> = both.into_iter().copied().collect();
        let levels = of.legal(&variables, MOST_JOINED)?;
        Some(Self {
            part: None,
            meaning: RegisterMeaning::new(format!("{} and {}", a.name, b.name), variables, levels),
        })
    }
}

/// The candidates of one group each, in the order of the rules; then whole lines of the board.
fn groups(of: &ReducedModel<'_>) -> Vec<RegisterCandidate> {
    let mut groups: Vec<RegisterCandidate> = Vec::new();
    for (group, vars) in stated(of.model).into_iter().chain(lines(of.model)) {
        let variables = of.reduction.open(&vars);
        let same = |known: &RegisterCandidate| {
            known.part == Some(group.part) && known.meaning.variables == variables
        };
        if variables.is_empty() || groups.iter().any(same) {
            continue;
        }
        let Some(levels) = of.legal(&variables, MOST_LEVELS) else {
            continue;
        };
        let candidate = RegisterCandidate {
            part: Some(group.part),
            meaning: RegisterMeaning::new(group.name, variables, levels),
        };
        if candidate.gain() > 0.0 {
            groups.push(candidate);
        }
    }
    groups
}

/// The groups that rules count, with their variables: those of the same cells are one, such as the
/// rules of each digit in a row.
fn stated(model: &Model) -> Vec<(Group, Vec<Var>)> {
    let mut groups: Vec<(Group, BTreeSet<Place>, Vec<Var>)> = Vec::new();
    for rule in model.constraints() {
        let Some(group) = &rule.group else { continue };
        let vars = rule.vars();
        let places: BTreeSet<Place> = vars.iter().map(|var| place(model, *var)).collect();
        let same = |(known, at, _): &&mut (Group, BTreeSet<Place>, Vec<Var>)| {
            known.part == group.part && *at == places
        };
        match groups.iter_mut().find(same) {
            Some((_, _, known)) => known.extend(vars),
            None => groups.push((group.clone(), places, vars)),
        }
    }
    let groups = groups.into_iter();
    groups.map(|(group, _, vars)| (group, vars)).collect()
}

/// The cell of a variable, else the variable itself.
type Place = (Option<Cell>, Option<Var>);

fn place(model: &Model, var: Var) -> Place {
    let cell = model.cell(var);
    (cell, cell.is_none().then_some(var))
}

/// The rows and columns of a board on which every variable has a cell of its own.
fn lines(model: &Model) -> Vec<(Group, Vec<Var>)> {
    let cells: Option<BTreeMap<Cell, Var>> = model
        .variables()
        .map(|var| Some((model.cell(var)?, var)))
        .collect();
    let Some(cells) = cells.filter(|cells| cells.len() == model.len()) else {
        return Vec::new();
    };
    let mut lines: BTreeMap<(bool, usize), Vec<Var>> = BTreeMap::new();
    for (cell, var) in cells {
        lines.entry((false, cell.row)).or_default().push(var);
        lines.entry((true, cell.col)).or_default().push(var);
    }
    let group = |((is_column, index), vars)| {
        let part = if is_column { Part::Column } else { Part::Row };
        let name = format!("{} {}", part.word(), index + 1);
        (Group { part, name }, vars)
    };
    lines.into_iter().map(group).collect()
}
