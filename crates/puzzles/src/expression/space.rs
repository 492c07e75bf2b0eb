//! The variables of one model: who exists, what they are called, and which of them were added by a
//! constraint.
//!
//! Here, too: variables in rows and columns.

use super::Expression;
use crate::encode::{ModelFile, Polynomial};
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::ops::Index;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most variables of a space.
const MOST_VARIABLES: usize = 1 << 16;

/// What the auxiliary variables are called: `slack[0]`, `slack[1]`, …
const AUXILIARY: &str = "slack";

/// The number of the space that a variable belongs to. It is never shown and orders nothing.
pub(super) type Home = u64;

/// That of the next space.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A binary variable of a [`VariableSpace`].
///
/// ```
/// use ketboard_puzzles::VariableSpace;
///
/// let mut space = VariableSpace::new();
/// let (a, b) = (space.variable("a")?, space.variable("b")?);
/// assert_eq!((a.index(), space.names()[b.index()].as_str()), (0, "b"));
/// assert_eq!((1.0 - a * b).value(&[true, true])?, 0.0); // it is used in expressions
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    pub(super) home: Home,
    index: usize,
}

impl Variable {
    /// Its position in an assignment, and its qubit.
    pub fn index(self) -> usize {
        self.index
    }
}

/// The binary variables of a model, in the order in which they were made.
///
/// ```
/// use ketboard_puzzles::VariableSpace;
///
/// let mut space = VariableSpace::new();
/// let items = space.array("item", [3])?;
/// let cost = items.sum().between(1, 3, &mut space)?; // at least one of three
/// assert_eq!(space.polynomial(&cost)?.n(), space.names().len());
/// let values: Vec<bool> = (0..space.names().len()).map(|k| k == 1).collect();
/// let (names, chosen): (Vec<_>, Vec<_>) = space.decode(&values)?.into_iter().unzip();
/// assert_eq!((names[1], chosen), ("item[1]", vec![false, true, false])); // no auxiliaries
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Debug)]
pub struct VariableSpace {
    home: Home,
    names: Vec<String>,
    taken: BTreeSet<String>,
    auxiliaries: BTreeSet<usize>,
}

impl Default for VariableSpace {
    fn default() -> Self {
        Self::new()
    }
}

impl VariableSpace {
    /// A space without variables.
    pub fn new() -> Self {
        Self {
            home: NEXT.fetch_add(1, Ordering::Relaxed),
            names: Vec::new(),
            taken: BTreeSet::from([AUXILIARY.to_owned()]),
            auxiliaries: BTreeSet::new(),
        }
    }

    /// A new variable called `name`.
    ///
    /// # Errors
    /// As [`Self::array`].
    pub fn variable(&mut self, name: &str) -> Result<Variable> {
        Ok(self.array(name, [])?[[]])
    }

    /// New variables in an array of any number of dimensions: `x[0][0]`, `x[0][1]`, … for the name
    /// `x`; the last index runs fastest.
    ///
    /// # Errors
    /// If the name is no identifier or used already, or the space would have more than 65536
    /// variables.
    pub fn array<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<VariableArray<D>> {
        self.check_name(name)?;
        let size = shape.iter().try_fold(1, |n: usize, &m| n.checked_mul(m));
        let size = size.unwrap_or(usize::MAX);
        self.check_room(size, "shape", || format!("{shape:?}"))?;
        self.taken.insert(name.to_owned());
        let variables = (0..size).map(|flat| self.add(format!("{name}{}", suffix(flat, &shape))));
        Ok(VariableArray::new(shape, variables.collect()))
    }

    /// Refuses more variables than a space has.
    fn check_room(&self, more: usize, of: &str, what: impl Fn() -> String) -> Result<()> {
        if more <= MOST_VARIABLES - self.len() {
            return Ok(());
        }
        let found = format!("{} beside {} variables", what(), self.len());
        let remedy = format!("a space has at most {MOST_VARIABLES} variables");
        Err(Error::argument(of, found, remedy))
    }

    /// Succeeds if a name is new and no name of an auxiliary.
    fn check_name(&self, name: &str) -> Result<()> {
        let identifier = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let remedy = if !identifier {
            "a name is a letter or _, then letters, digits or _".to_owned()
        } else if name == AUXILIARY {
            format!("{AUXILIARY} is what the auxiliary variables are called; choose another name")
        } else if self.taken.contains(name) {
            "it is the name of other variables; choose another one".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::argument("name", format!("{name:?}"), remedy))
    }

    /// One more variable.
    fn add(&mut self, name: String) -> Variable {
        self.names.push(name);
        Variable {
            home: self.home,
            index: self.names.len() - 1,
        }
    }

    /// New auxiliary variables.
    pub(super) fn slack(&mut self, count: usize) -> Result<Vec<Variable>> {
        self.check_room(count, "between", || format!("{count} auxiliaries"))?;
        let next = |space: &mut Self| {
            let slack = space.add(format!("{AUXILIARY}[{}]", space.auxiliaries.len()));
            space.auxiliaries.insert(slack.index);
            slack
        };
        Ok((0..count).map(|_| next(self)).collect())
    }

    /// Number of variables, auxiliaries included: the qubits of a cost over this space.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of every variable, auxiliaries included, by index: as many as the qubits of a cost
    /// over this space.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The indices of the auxiliary variables, ascending.
    pub fn auxiliaries(&self) -> impl ExactSizeIterator<Item = usize> {
        self.auxiliaries.iter().copied()
    }

    /// The user's variables by name with their values, auxiliaries left out.
    ///
    /// # Errors
    /// If there is not one value for each variable.
    pub fn decode(&self, values: &[bool]) -> Result<Vec<(&str, bool)>> {
        if values.len() != self.len() {
            let found = format!("{} values for {} variables", values.len(), self.len());
            let remedy = "give one value for each variable, auxiliaries included";
            return Err(Error::argument("values", found, remedy));
        }
        let names = self.names.iter().map(String::as_str);
        let all = names.zip(values).enumerate();
        let own = all.filter(|(index, _)| !self.auxiliaries.contains(index));
        Ok(own.map(|(_, (name, &value))| (name, value)).collect())
    }

    /// The polynomial of an expression over all variables of the space: variable i is the variable
    /// of index i.
    ///
    /// # Errors
    /// If the expression carries a mistake: variables of another space, or a number that is not
    /// finite.
    pub fn polynomial(&self, expression: &Expression) -> Result<Polynomial> {
        expression.check()?;
        if expression.home.is_some_and(|home| home != self.home) {
            let remedy = "make all variables of a model in one space";
            let found = "variables of another space";
            return Err(Error::argument("expression", found, remedy));
        }
        let mut polynomial = expression.polynomial.clone();
        polynomial.widen(self.len());
        Ok(polynomial)
    }

    /// [`Self::polynomial`] with the names of the variables, as
    /// [`ModelFormat::ALL`](crate::ModelFormat::ALL) write it.
    ///
    /// # Errors
    /// As [`Self::polynomial`].
    pub fn model_file(&self, expression: &Expression) -> Result<ModelFile> {
        let polynomial = self.polynomial(expression)?;
        let qubits = (0..self.len()).map(|qubit| format!("x{qubit}"));
        Ok(ModelFile {
            cells: self.names.iter().cloned().zip(qubits).collect(),
            ..ModelFile::from(polynomial)
        })
    }
}

/// `[r][c]` of the element at position `flat` of an array.
fn suffix(flat: usize, shape: &[usize]) -> String {
    let (mut rest, mut text) = (flat, String::new());
    for &extent in shape.iter().rev() {
        text = format!("[{}]{text}", rest % extent);
        rest /= extent;
    }
    text
}

// Variables in rows and columns: sums over axes, and the lines of a board.

/// Variables in `D` dimensions; `x[[r, c]]` is one of them. Made by
/// [`VariableSpace::array`](super::VariableSpace::array).
///
/// ```
/// use ketboard_puzzles::{VariableArray, VariableSpace};
///
/// let mut space = VariableSpace::new();
/// let x: VariableArray<2> = space.array("x", [2, 3])?;
/// assert_eq!((x.shape(), x[[1, 2]].index()), ([2, 3], 5)); // the last index runs fastest
/// let values = [true, false, true, false, false, false];
/// let shown: Vec<String> = x.rows().map(|row| row.show(&values, 'Q', '.')).collect();
/// assert_eq!(shown, ["Q.Q", "..."]);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableArray<const D: usize> {
    shape: [usize; D],
    variables: Vec<Variable>,
}

impl<const D: usize> VariableArray<D> {
    pub(super) fn new(shape: [usize; D], variables: Vec<Variable>) -> Self {
        Self { shape, variables }
    }

    /// The extent of each dimension.
    pub fn shape(&self) -> [usize; D] {
        self.shape
    }

    /// All variables; the last index runs fastest.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Variable> {
        self.variables.iter().copied()
    }

    /// The sum of all variables.
    pub fn sum(&self) -> Expression {
        self.iter().sum()
    }

    /// The variable at an index; none outside of the array.
    pub fn get(&self, index: [usize; D]) -> Option<Variable> {
        Some(self.variables[self.place(index)?])
    }

    fn place(&self, index: [usize; D]) -> Option<usize> {
        let place = |flat: usize, (&i, &extent)| (i < extent).then(|| flat * extent + i);
        index.iter().zip(&self.shape).try_fold(0, place)
    }
}

impl VariableArray<1> {
    /// One character for each variable: `one` where `values`, which holds all of the space's
    /// variables, has a 1, else `zero`.
    ///
    /// # Panics
    /// If `values` is shorter than the space.
    pub fn show(&self, values: &[bool], one: char, zero: char) -> String {
        let sign = |variable: Variable| if values[variable.index()] { one } else { zero };
        self.iter().map(sign).collect()
    }
}

impl VariableArray<2> {
    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = VariableArray<1>> {
        let [rows, columns] = self.shape;
        (0..rows).map(move |r| self.line((0..columns).map(move |c| [r, c])))
    }

    /// The columns, from the left.
    pub fn columns(&self) -> impl Iterator<Item = VariableArray<1>> {
        let [rows, columns] = self.shape;
        (0..columns).map(move |c| self.line((0..rows).map(move |r| [r, c])))
    }

    /// The diagonals from top left to bottom right (c − r constant), from the bottom left corner to
    /// the top right one, those of length 1 included.
    ///
    /// Source 001 calls these anti-diagonals.
    pub fn diagonals(&self) -> impl Iterator<Item = VariableArray<1>> {
        // k = c − r + rows − 1
        self.slanted(|k, r, rows| (k + r + 1).wrapping_sub(rows))
    }

    /// The diagonals from top right to bottom left (r + c constant), from the top left corner to
    /// the bottom right one, those of length 1 included.
    ///
    /// Source 001 says that these run from top left to bottom right; on its own board they do not.
    pub fn anti_diagonals(&self) -> impl Iterator<Item = VariableArray<1>> {
        self.slanted(|k, r, _| k.wrapping_sub(r))
    }

    /// The lines k = 0, 1, … that have a variable of row r in the column of k, r and the rows.
    fn slanted(
        &self,
        column: fn(usize, usize, usize) -> usize,
    ) -> impl Iterator<Item = VariableArray<1>> {
        let [rows, columns] = self.shape;
        let is_empty = self.variables.is_empty();
        let lines = if is_empty { 0 } else { rows + columns - 1 };
        (0..lines).map(move |k| self.line((0..rows).map(move |r| [r, column(k, r, rows)])))
    }

    /// The variables at those of the places that lie on the array.
    fn line(&self, places: impl Iterator<Item = [usize; 2]>) -> VariableArray<1> {
        let variables: Vec<_> = places.filter_map(|place| self.get(place)).collect();
        VariableArray::new([variables.len()], variables)
    }
}

/// The variable at an index.
///
/// # Panics
/// Outside of the array, as indexing a slice does; [`VariableArray::get`] asks.
impl<const D: usize> Index<[usize; D]> for VariableArray<D> {
    type Output = Variable;

    fn index(&self, index: [usize; D]) -> &Variable {
        let flat = self.place(index);
        &self.variables[flat.expect("an index inside the array")]
    }
}
