//! Where qubit 0 stands in the names that machines give to outcomes.
//!
//! Character k of a bitstring is qubit k in this program, in Braket's results and in IonQ's newer ones; Qiskit and
//! IBM write qubit 0 last. Numbers (IonQ's older results, Azure, IBM's hexadecimal samples) agree: qubit 0 is the
//! least significant bit.

/// How the name of an outcome is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BitOrder {
    /// Character k is qubit k.
    #[default]
    Left,
    /// The last character is qubit 0.
    Right,
    /// A decimal number, or a hexadecimal one after `0x`, with qubit 0 as its least significant bit.
    Number,
}

impl BitOrder {
    /// All orders, in the order of the help text.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::Number];

    /// The name that users and files write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "qubit0-left",
            Self::Right => "qubit0-right",
            Self::Number => "number",
        }
    }

    /// The order of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// All names in a sentence, for messages.
    pub(super) fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The basis index of `qubits` qubits that `text` names; blanks between registers are skipped.
    /// What is wrong otherwise.
    pub(super) fn index(self, text: &str, qubits: usize) -> Result<u64, String> {
        let digits: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        match self {
            Self::Number => number(&digits, qubits),
            Self::Left => bits(digits.chars(), qubits),
            Self::Right => bits(digits.chars().rev(), qubits),
        }
    }
}

/// The index whose bit k is the k-th character.
fn bits(characters: impl Iterator<Item = char>, qubits: usize) -> Result<u64, String> {
    let mut index = 0;
    let mut width = 0_usize;
    for character in characters {
        let bit = match character {
            '0' => 0,
            '1' => 1,
            other => return Err(format!("{other:?} is not 0 or 1")),
        };
        if width < qubits {
            index |= bit << width;
        }
        width += 1;
    }
    if width == qubits {
        Ok(index)
    } else {
        Err(format!("{width} bits, the circuit has {qubits} qubits"))
    }
}

fn number(text: &str, qubits: usize) -> Result<u64, String> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let value = match u64::from_str_radix(digits, radix) {
        Ok(value) if digits.bytes().all(|b| b.is_ascii_alphanumeric()) => value,
        Ok(_) | Err(_) => return Err("it is no number of at most 64 bits".to_owned()),
    };
    let width = u64::BITS as usize - value.leading_zeros() as usize;
    if width <= qubits {
        Ok(value)
    } else {
        Err(format!("{width} bits, the circuit has {qubits} qubits"))
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
            assert_eq!(order.index(text, 4), Ok(index), "{} {text}", order.name());
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
            assert!(order.index(text, 4).is_err(), "{} {text:?}", order.name());
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
