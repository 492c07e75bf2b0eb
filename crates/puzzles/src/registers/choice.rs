//! Which groups become registers: those of one kind, or the disjoint ones that make the smallest
//! space.
//!
//! The smallest space is a weighted set packing, which is filled greedily: from the groups of each
//! part, and from those that gain most. Two groups are one where rules between them leave fewer
//! levels than the product. All of it is deterministic and bounded. The result need not be the
//! smallest of all; it is never larger than that of one part.

use super::candidates::{EQUAL, RegisterCandidate, groups, unions};
use super::meaning::{RegisterForm, RegisterLayout, RegisterMeaning};
use super::rules::ReducedModel;
use crate::encode::QubitLayout;
use crate::model::{Model, Part};
use crate::reduce::Reduction;

/// The parts of a board that registers may be.
const PARTS: [Part; 4] = [Part::Row, Part::Column, Part::Region, Part::Cell];

/// What the registers are to be.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, RegisterChoice, RuleSet, Weights, choose_registers, encode, reduce,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let layout = encode(&puzzle.model, &reduction, &Weights::default()).layout;
/// let states = |choice| {
///     let chosen = choose_registers(&puzzle.model, &reduction, &layout, choice);
///     chosen.expect("the board has rows").states()
/// };
/// assert_eq!((states(RegisterChoice::Qubits), states(RegisterChoice::Rows)), (1 << 16, 256));
/// assert!(states(RegisterChoice::Auto) <= 256);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum RegisterChoice {
    /// Every variable alone.
    #[default]
    Qubits,
    /// The rows.
    Rows,
    /// The columns.
    Columns,
    /// The regions: colored regions, boxes, the neighborhoods of trees.
    Regions,
    /// Whatever makes the smallest space.
    Auto,
    /// The groups in which exactly one variable is 1 that make the smallest space.
    OneHot,
}

/// Why there are no such registers.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, Refusal, RegisterChoice, RuleSet, Weights, choose_registers, encode, reduce,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::None, None).expect("it has a solution");
/// let layout = encode(&puzzle.model, &reduction, &Weights::default()).layout;
/// let regions = RegisterChoice::Regions; // this board has none
/// let refusal = choose_registers(&puzzle.model, &reduction, &layout, regions).unwrap_err();
/// let Refusal::NoGroups(offered) = refusal else { panic!("no group of that kind") };
/// assert!(offered.contains(&RegisterChoice::Rows) && !offered.contains(&regions));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The puzzle has no group of that kind; the kinds that it has.
    NoGroups(Vec<RegisterChoice>),
    /// A group has no legal assignment, so that the puzzle has no solution: its name.
    NoLevel(String),
    /// The layout holds groups of variables in fewer qubits, and registers hold variables, one a
    /// qubit.
    Coded,
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

/// The registers of a reduced model in `layout`, where every qubit is a variable
/// ([`crate::encode::Symbols::OneHot`]).
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, Reduction, RegisterChoice, Weights, choose_registers, encode,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 5", "five queens")?;
/// let open = Reduction::givens_only(&puzzle.model);
/// let layout = encode(&puzzle.model, &open, &Weights::default()).layout;
/// let columns = choose_registers(&puzzle.model, &open, &layout, RegisterChoice::Columns);
/// let columns = columns.expect("every column has one queen").registers;
/// assert_eq!((columns[1].name.as_str(), columns[1].levels.len()), ("column 2", 5));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// If the layout is another one, the puzzle has no such groups, or a group has no legal assignment.
pub fn choose(
    model: &Model,
    reduction: &Reduction,
    layout: &QubitLayout,
    choice: RegisterChoice,
) -> Result<RegisterLayout, Refusal> {
    choose_below(model, reduction, layout, choice, f64::INFINITY)
}

/// The registers that [`choose`] makes, with less work where the space has more than 2^`bits`
/// states: it may then be larger than that of `choose`.
///
/// ```
/// use ketboard_puzzles::{
///     Puzzle, Reduction, RegisterChoice, Weights, choose_registers_below, encode,
/// };
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 4", "four queens")?;
/// let open = Reduction::givens_only(&puzzle.model);
/// let layout = encode(&puzzle.model, &open, &Weights::default()).layout;
/// let chosen = |bits| {
///     let auto = RegisterChoice::Auto;
///     let found = choose_registers_below(&puzzle.model, &open, &layout, auto, bits);
///     found.expect("there are groups").states()
/// };
/// assert_eq!((chosen(f64::INFINITY), chosen(0.0)), (36, 256)); // pairs of lines, and lines alone
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
///
/// # Errors
/// As [`choose`].
pub fn choose_below(
    model: &Model,
    reduction: &Reduction,
    layout: &QubitLayout,
    choice: RegisterChoice,
    bits: f64,
) -> Result<RegisterLayout, Refusal> {
    if layout.coded().len() != layout.variables() {
        return Err(Refusal::Coded);
    }
    if choice == RegisterChoice::Qubits {
        return Ok(laid_out(&[], layout));
    }
    let of = &ReducedModel::new(model, reduction);
    let groups = groups(of);
    if let Some(empty) = groups.iter().find(|group| group.levels.is_empty()) {
        return Err(Refusal::NoLevel(empty.name.clone()));
    }
    let chosen = match choice.part() {
        Some(part) => {
            let chosen = of_part(part, &groups, of);
            if chosen.is_empty() && reduction.qubits() > 0 {
                return Err(Refusal::NoGroups(offered(&groups)));
            }
            completed(chosen, &those(&groups, Part::Cell))
        }
        None => {
            let one_hot = choice == RegisterChoice::OneHot;
            let is_allowed = |group: &RegisterCandidate| !one_hot || group.is_one_hot();
            let seeds = PARTS.map(|part| {
                let mut seed = of_part(part, &groups, of);
                seed.retain(is_allowed);
                seed
            });
            let mut pool = groups;
            pool.retain(is_allowed);
            let plain = packed(pool.clone(), &seeds);
            // Two registers in one have about as many levels as the larger of them at least.
            if one_hot || (layout.qubits() as f64 - gain(&plain)) / 2.0 > bits {
                plain
            } else {
                pool.extend(unions(&pool, of));
                packed(pool, &seeds)
            }
        }
    };
    if let Some(empty) = chosen.iter().find(|group| group.levels.is_empty()) {
        return Err(Refusal::NoLevel(empty.name.clone()));
    }
    Ok(laid_out(&chosen, layout))
}

/// The kinds of registers that the puzzle has.
fn offered(groups: &[RegisterCandidate]) -> Vec<RegisterChoice> {
    let has = |choice: &RegisterChoice| match choice.part() {
        Some(part) => groups.iter().any(|group| group.part == Some(part)),
        None => *choice == RegisterChoice::Auto,
    };
    RegisterChoice::ALL.into_iter().filter(has).collect()
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
        let mut met = chosen.iter_mut().filter(|other| other.overlaps(&group));
        match (met.next(), met.next()) {
            (None, _) => chosen.push(group),
            (Some(other), None) if other.part.is_some() => {
                let both = other.with(&group, of);
                if let Some(both) = both.filter(|both| both.gain() > other.gain() + EQUAL) {
                    *other = both;
                }
            }
            _ => {}
        }
    }
    chosen
}

/// The bits that the space of these registers has fewer than plain qubits.
fn gain(groups: &[RegisterCandidate]) -> f64 {
    groups.iter().map(RegisterCandidate::gain).sum()
}

/// The disjoint groups of `pool` that make the smallest space that was found: those of one part, or
/// those that gain most, also by variable; each filled up with the others that gain most.
fn packed(
    mut pool: Vec<RegisterCandidate>,
    seeds: &[Vec<RegisterCandidate>],
) -> Vec<RegisterCandidate> {
    // stable: groups of equal gain stay in the order of the rules
    pool.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
    let mut dense = pool.clone();
    let density = |group: &RegisterCandidate| group.gain() / group.variables.len() as f64;
    dense.sort_by(|a, b| density(b).total_cmp(&density(a)));
    let seeds = seeds.iter().map(|seed| completed(seed.clone(), &pool));
    let parts = PARTS.map(|part| completed(those(&pool, part), &pool));
    let others = [completed(Vec::new(), &pool), completed(Vec::new(), &dense)];
    let better = |best: Vec<RegisterCandidate>, other: Vec<RegisterCandidate>| match gain(&other)
        > gain(&best) + EQUAL
    {
        true => other,
        false => best,
    };
    let ways = seeds.chain(parts).chain(others);
    ways.reduce(better).unwrap_or_default()
}

/// `chosen`, where no two overlap, and every group of `pool` in its order that overlaps none before
/// it.
fn completed(chosen: Vec<RegisterCandidate>, pool: &[RegisterCandidate]) -> Vec<RegisterCandidate> {
    let mut disjoint: Vec<RegisterCandidate> = Vec::new();
    for group in chosen.iter().chain(pool) {
        if !disjoint.iter().any(|other| other.overlaps(group)) {
            disjoint.push(group.clone());
        }
    }
    disjoint
}

/// The registers of `chosen` and, for every other variable of the layout, one of its own; by their
/// first variables.
fn laid_out(chosen: &[RegisterCandidate], layout: &QubitLayout) -> RegisterLayout {
    let mut held = vec![false; layout.qubits()];
    let mut registers = Vec::new();
    for group in chosen {
        group.variables.iter().for_each(|&k| held[k] = true);
        let (name, variables) = (group.name.clone(), group.variables.clone());
        registers.push(RegisterMeaning::new(name, variables, group.levels.clone()));
    }
    let alone = layout.names().iter().enumerate().filter(|(k, _)| !held[*k]);
    registers.extend(alone.map(|(k, name)| RegisterMeaning {
        name: name.clone(),
        variables: vec![k],
        levels: vec![0, 1],
        form: RegisterForm::Qubit,
    }));
    registers.sort_by_key(|register| register.variables[0]);
    RegisterLayout { registers }
}
