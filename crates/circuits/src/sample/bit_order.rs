//! Which end of an outcome's name is qubit 0: machines differ.
//!
//! Character k of a bitstring is qubit k in this program, in Braket's results and in IonQ's newer
//! ones; Qiskit and IBM write qubit 0 last. Numbers (IonQ's older results, IBM's hexadecimal
//! samples) agree: qubit 0 is the least significant bit.

use super::Bitstring;

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
    /// A decimal number, or a hexadecimal one after `0x`, with qubit 0 as its least significant
    /// bit.
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

    /// All names in a sentence, for messages.
    pub(super) fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The values of `qubits` qubits that `text` names; blanks between registers are skipped.
    /// What is wrong otherwise.
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
}
