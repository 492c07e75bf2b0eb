//! How often each outcome was seen, and its JSON; which end of an outcome's name is qubit 0.

use serde_json::{Map, Value, json};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Outcomes, each with its weight; outcomes that were not seen are not listed. What was drawn from
/// a state are its basis states, what was measured are values of qubits ([`Bitstring`]).
///
/// ```
/// use ketboard_circuits::Counts;
///
/// let counts: Counts = Counts::from_shots(2, vec![(0, 60), (3, 40)]);
/// assert_eq!((counts.total(), counts.weight(&3), counts.distinct()), (100.0, 40.0, 2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Counts<X = u64> {
    qubits: usize,
    unit: CountUnit,
    outcomes: BTreeMap<X, f64>,
}

/// What the weight of an outcome is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountUnit {
    /// A number of shots: a whole number, at most 2⁵³.
    Shots,
    /// A probability (some machines and simulators send no shots).
    Probability,
}

impl Counts {
    /// The counts of shots of a state ([`ketboard_qaoa::State::sample`]): (basis state, how often),
    /// each basis state once.
    pub fn from_shots(qubits: usize, shots: Vec<(u64, u64)>) -> Self {
        let mut counts = Self::new(qubits, CountUnit::Shots);
        let shots = shots.into_iter();
        shots.for_each(|(x, times)| counts.add(x, times as f64));
        counts
    }
}

impl<X: Ord> Counts<X> {
    /// No outcome yet, of `qubits` qubits; of registers, of as many bits as number their states.
    pub fn new(qubits: usize, unit: CountUnit) -> Self {
        Self {
            qubits,
            unit,
            outcomes: BTreeMap::new(),
        }
    }

    /// Adds to the weight of an outcome; a weight of 0 leaves it unlisted.
    pub fn add(&mut self, outcome: X, weight: f64) {
        if weight > 0.0 {
            *self.outcomes.entry(outcome).or_default() += weight;
        }
    }

    /// Number of qubits.
    pub(crate) fn qubits(&self) -> usize {
        self.qubits
    }

    /// What the weights are.
    pub fn unit(&self) -> CountUnit {
        self.unit
    }

    /// The sum of all weights: the number of shots, or about 1.
    pub fn total(&self) -> f64 {
        self.outcomes.values().sum()
    }

    /// Number of different outcomes.
    pub fn distinct(&self) -> usize {
        self.outcomes.len()
    }

    /// The weight of one outcome; 0 if it was not seen.
    pub fn weight(&self, outcome: &X) -> f64 {
        self.outcomes.get(outcome).copied().unwrap_or(0.0)
    }

    /// Every outcome seen with its weight, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&X, f64)> {
        let outcomes = self.outcomes.iter();
        outcomes.map(|(outcome, &weight)| (outcome, weight))
    }

    /// The weights of what `of` makes of the outcomes.
    pub fn mapped<Y: Ord>(&self, of: impl Fn(&X) -> Y) -> Counts<Y> {
        let mut mapped = Counts::new(self.qubits, self.unit);
        self.iter()
            .for_each(|(x, weight)| mapped.add(of(x), weight));
        mapped
    }
}

impl Counts<Bitstring> {
    /// The same outcomes read from the other end: bit k is that of qubit n − 1 − k.
    pub fn turned(&self) -> Self {
        self.mapped(Bitstring::turned)
    }

    /// `{"shots": 100, "bit_order": "qubit0-left", "counts": {"0110": 100}}`, which
    /// [`MeasuredResults::read`](super::MeasuredResults::read) reads; `probabilities` in place of
    /// `shots` and `counts` where these are the unit.
    pub fn to_json(&self) -> Value {
        let order = BitOrder::Left.name();
        let outcomes = |number: fn(f64) -> Value| -> Map<String, Value> {
            let named = self.iter().map(|(x, w)| (x.to_string(), number(w)));
            named.collect()
        };
        if self.unit == CountUnit::Probability {
            return json!({"bit_order": order, "probabilities": outcomes(Value::from)});
        }
        let counts = outcomes(|shots| (shots as u64).into());
        json!({"shots": self.total() as u64, "bit_order": order, "counts": counts})
    }
}

// Which end of an outcome's name is qubit 0: machines differ.
//
// Character k of a bitstring is qubit k in this program, in Braket's results and in IonQ's newer
// ones; Qiskit and IBM write qubit 0 last. Numbers (IonQ's older results, IBM's hexadecimal
// samples) agree: qubit 0 is the least significant bit.

/// How the name of an outcome is read.
///
/// ```
/// use ketboard_circuits::BitOrder;
///
/// assert_eq!(BitOrder::from_name(BitOrder::Right.name()), Some(BitOrder::Right)); // Qiskit's
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum BitOrder {
    /// Character k is qubit k.
    #[default]
    #[strum(serialize = "qubit0-left")]
    Left,
    /// The last character is qubit 0.
    #[strum(serialize = "qubit0-right")]
    Right,
    /// A decimal number, or a hexadecimal one after `0x`, whose least significant bit is qubit 0.
    Number,
}

impl BitOrder {
    /// All orders, in the order of the help text.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Number];

    /// The name that users and files write.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The order of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    pub(super) fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The values of `qubits` qubits that `text` names, or what is wrong; blanks are skipped.
    pub(super) fn values(self, text: &str, qubits: usize) -> Result<Bitstring, String> {
        let digits: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        match self {
            Self::Number => number(&digits, qubits),
            Self::Left => bits(digits.chars(), qubits),
            Self::Right => bits(digits.chars().rev(), qubits),
        }
    }
}

/// Bit k is the k-th character.
fn bits(characters: impl Iterator<Item = char>, qubits: usize) -> Result<Bitstring, String> {
    let bit = |character| match character {
        '0' => Ok(false),
        '1' => Ok(true),
        other => Err(format!("the character {other:?} is not 0 or 1")),
    };
    let values: Bitstring = characters.map(bit).collect::<Result<_, _>>()?;
    let width = values.bits().len();
    if width == qubits {
        Ok(values)
    } else {
        Err(too_wide(&width.to_string(), qubits))
    }
}

/// A hexadecimal number of any size, or a decimal one below 2¹²⁸.
fn number(text: &str, qubits: usize) -> Result<Bitstring, String> {
    let digits = match text.strip_prefix("0x") {
        Some(digits) => digits.to_owned(),
        None if text.is_empty() || !text.chars().all(|c| c.is_ascii_digit()) => String::new(),
        None => match text.parse::<u128>() {
            Ok(number) => format!("{number:x}"),
            Err(_) => return Err(too_wide("more than 128", qubits)),
        },
    };
    let digits: Option<Vec<u32>> = digits.chars().rev().map(|c| c.to_digit(16)).collect();
    let digits = digits
        .filter(|digits| !digits.is_empty())
        .ok_or("it is no whole number")?;
    let bit = |k: usize| {
        digits
            .get(k / 4)
            .is_some_and(|digit| digit >> (k % 4) & 1 == 1)
    };
    let width = (0..4 * digits.len())
        .rfind(|&k| bit(k))
        .map_or(0, |k| k + 1);
    if width > qubits {
        return Err(too_wide(&width.to_string(), qubits));
    }
    Ok((0..qubits).map(bit).collect())
}

fn too_wide(width: &str, qubits: usize) -> String {
    format!("{width} bits, the circuit has {qubits} qubits")
}

// The values of the qubits of a circuit, as they were measured: of any number of qubits.
//
// A machine measures more qubits than an index of a state vector has bits: a 9×9 board on one-hot
// registers has 81. So what comes back is no number.

/// The value of every qubit, that of qubit 0 first; they ascend as the numbers whose lowest bit is
/// qubit 0.
///
/// ```
/// use ketboard_circuits::Bitstring;
///
/// let outcome = Bitstring::of_index(0b011, 3);
/// assert_eq!((outcome.to_string(), outcome.index()), ("110".to_owned(), Some(3)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bitstring(Box<[bool]>);

impl Bitstring {
    /// The values of `qubits` qubits in a basis index: qubit k is bit k.
    pub fn of_index(index: u64, qubits: usize) -> Self {
        let bit = |k: usize| {
            let shifted = u32::try_from(k).ok().and_then(|k| index.checked_shr(k));
            shifted.is_some_and(|shifted| shifted & 1 == 1)
        };
        (0..qubits).map(bit).collect()
    }

    /// The basis index; `None` beyond 64 qubits.
    pub fn index(&self) -> Option<u64> {
        let bits = self.0.iter().enumerate();
        (self.0.len() <= 64).then(|| bits.fold(0, |index, (k, &bit)| index | u64::from(bit) << k))
    }

    /// The values, that of qubit 0 first.
    pub fn bits(&self) -> &[bool] {
        &self.0
    }

    /// The same read from the other end: qubit k is qubit n − 1 − k.
    pub(crate) fn turned(&self) -> Self {
        self.0.iter().rev().copied().collect()
    }
}

impl FromIterator<bool> for Bitstring {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        Self(bits.into_iter().collect())
    }
}

impl Ord for Bitstring {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Bitstring {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Character k is qubit k.
impl fmt::Display for Bitstring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.0.iter().map(|bit| if *bit { '1' } else { '0' });
        digits.try_for_each(|digit| f.write_char(digit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_puts_qubit_0_where_it_says() {
        for (order, text, index) in [
            (BitOrder::Left, "1000", 0b0001),
            (BitOrder::Left, "0110", 0b0110),
            (BitOrder::Right, "1000", 0b1000),
            (BitOrder::Right, "00 01", 0b0001),
            (BitOrder::Number, "8", 0b1000),
            (BitOrder::Number, "10", 0b1010),
            (BitOrder::Number, "0xd", 0b1101),
        ] {
            let values = order.values(text, 4).unwrap();
            assert_eq!(values.index(), Some(index), "{} {text}", order.name());
        }
    }

    #[test]
    fn what_is_no_outcome_is_refused() {
        for (order, text) in [
            (BitOrder::Left, "010"),
            (BitOrder::Left, "01010"),
            (BitOrder::Right, "01o1"),
            (BitOrder::Right, ""),
            (BitOrder::Left, "0x01"),
            (BitOrder::Number, "16"),
            (BitOrder::Number, "-1"),
            (BitOrder::Number, "+1"),
            (BitOrder::Number, "0x"),
            (BitOrder::Number, "99999999999999999999"),
        ] {
            assert!(order.values(text, 4).is_err(), "{} {text:?}", order.name());
        }
    }

    #[test]
    fn numbers_of_any_width_name_the_same_outcome_in_both_radices() {
        // 2^80 + 2^64 + 5
        let wide: Bitstring = (0..81).map(|k| [0, 2, 64, 80].contains(&k)).collect();
        for (text, qubits) in [
            ("1208944266358702884257797", 81),
            ("0x100010000000000000005", 81),
        ] {
            assert_eq!(
                BitOrder::Number.values(text, qubits).unwrap(),
                wide,
                "{text}"
            );
            let error = BitOrder::Number.values(text, 80).unwrap_err();
            assert_eq!(error, "81 bits, the circuit has 80 qubits");
            assert!(BitOrder::Number.values(text, 8).is_err());
        }
    }

    #[test]
    fn names_are_read_back() {
        for order in BitOrder::ALL {
            assert_eq!(BitOrder::from_name(order.name()), Some(order));
        }
        assert_eq!(BitOrder::from_name("left"), None);
    }

    #[test]
    fn bitstrings_are_ordered_and_numbered_as_basis_indices_are() {
        let all: Vec<Bitstring> = (0..16).map(|x| Bitstring::of_index(x, 4)).collect();
        assert!(all.is_sorted());
        for (x, bits) in all.iter().enumerate() {
            assert_eq!(bits.index(), Some(x as u64));
            assert_eq!(bits.turned().turned(), *bits);
        }
        assert_eq!(all[0b0011].to_string(), "1100");
        assert_eq!(all[0b0011].turned(), all[0b1100]);
    }

    #[test]
    fn no_number_of_qubits_is_too_large() {
        let first = Bitstring::of_index(1, 81);
        assert_eq!((first.bits().len(), first.index()), (81, None));
        assert!(first.to_string().starts_with("100"));
        assert!(first < first.turned() && first.turned().bits()[80]);
        assert_eq!(Bitstring::of_index(u64::MAX, 64).index(), Some(u64::MAX));
    }
}
