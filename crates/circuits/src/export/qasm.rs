//! All dialects of OpenQASM as rows of one table, and how a file of any of them is put together:
//! its head, the gates, the measurements.
//!
//! The portable dialects have only: the include, one quantum and one classical register, one gate
//! of h, x, rx, ry, rz, cx, cz a line, angles as plain decimal numbers, measurements at the end,
//! and
//! `//` comments. No barrier, no gate definitions (not every reader knows rzz: it is written as cx
//! rz cx), no `ctrl @` (Braket's devices and IonQ do not take it: gates under more controls are
//! decomposed, [`Circuit::elementary`]), no expressions, no exponents; phases are rz: a global
//! phase is left out. The languages: Cross et al., "OpenQASM 3", arXiv 2104.14722, and "Open
//! Quantum Assembly Language", arXiv 1707.03429.
//!
//! - IonQ takes the portable file as it is (docs.ionq.com, api-reference/v0.4/openqasm3: a subset,
//!   everything outside of it is rejected by name).
//! - IBM's devices run rz, sx, x and cz or ecr on physical qubits `$k`; with fractional gates also
//!   rx, and rzz by 0 … π/2 (IBM's documentation, guides `qasm-feature-table` and
//!   `fractional-gates`). Neither ecr nor rzz is in stdgates.inc: the file defines them under their
//!   names, by which IBM checks a circuit's gates. The circuit must have been placed on the device.
//! - Braket knows cnot, cz, zz, h, x, rx, ry, rz without definitions (Braket developer guide, "What
//!   OpenQASM features does Braket support?"). In its verbatim box stand physical qubits and the
//!   device's gates, which it then runs as they are; such a task needs `disableQubitRewiring`.
//! - Quantinuum's machines have U1q(θ, φ) = e^{-iθ(cos φ X + sin φ Y)/2} and RZZ(θ) (hqslib1.inc,
//!   as pytket's package reads it): GPI is U1q(π, φ) and GPI2 is U1q(π/2, φ).

use super::circuit_format::CircuitExport;
use super::header::QISKIT_ORDER;
use super::ionq::{IONQ_ORDER, on_ions};
use super::parametric::Inputs;
use crate::circuit::{Circuit, Gate};
use crate::device::Device;
use crate::error::{Result, finite_angle};
use crate::native::{Pulses, translate};
use std::f64::consts::{FRAC_PI_2, PI};

/// A dialect of OpenQASM.
#[derive(Debug)]
pub(super) struct Dialect {
    /// The first line, of OpenQASM 2 or 3, which measure in other words.
    version: &'static str,
    /// The file that defines the gates.
    include: Option<&'static str>,
    gates: GateSet,
    /// Gates whose name is another one here, and the angles that come before their own.
    names: &'static [(&'static str, &'static str, &'static [f64])],
    /// What is particular to the dialect: where bits stand.
    pub(super) facts: &'static [&'static str],
}

/// Which gates a dialect writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GateSet {
    /// [`Circuit::elementary`].
    Elementary,
    /// The same, with the angles of the ansatz as inputs.
    Open,
    /// [`Circuit::fused`].
    Fused,
    /// Those of IBM's device, on its qubits.
    OfDevice,
    /// Those of an ion trap in Braket's verbatim box.
    Verbatim,
    /// Those of an ion trap; without a device of one that has as many ions as it takes.
    OfIons,
}

/// What ZZ rotations are where no gate is one.
const RZZ: &str = "RZZ is written as cx rz cx";

const PLAIN: Dialect = Dialect {
    version: "OPENQASM 3.0;",
    include: Some("stdgates.inc"),
    gates: GateSet::Elementary,
    names: &[],
    facts: &[RZZ, QISKIT_ORDER],
};

pub(super) const QASM3: Dialect = PLAIN;

pub(super) const QASM3_OPEN: Dialect = Dialect {
    gates: GateSet::Open,
    facts: &[
        "gamma_k and beta_k are the angles of layer k; give them by name: Qiskit lists parameters by the alphabet, betas first",
        RZZ,
        QISKIT_ORDER,
    ],
    ..PLAIN
};

pub(super) const QASM2: Dialect = Dialect {
    version: "OPENQASM 2.0;",
    include: Some("qelib1.inc"),
    ..PLAIN
};

pub(super) const IBM: Dialect = Dialect {
    gates: GateSet::OfDevice,
    facts: &[
        "IBM's samples are hexadecimal numbers whose lowest bit is c[0], which is variable x0",
        QISKIT_ORDER,
    ],
    ..PLAIN
};

pub(super) const IONQ: Dialect = Dialect {
    facts: &[RZZ, IONQ_ORDER],
    ..PLAIN
};

pub(super) const BRAKET: Dialect = Dialect {
    include: None,
    gates: GateSet::Fused,
    names: &[("cx", "cnot", &[])],
    facts: &["Braket's counts and measurements: c[0] is the leftmost"],
    ..PLAIN
};

pub(super) const BRAKET_NATIVE: Dialect = Dialect {
    gates: GateSet::Verbatim,
    names: &[],
    ..BRAKET
};

pub(super) const QUANTINUUM: Dialect = Dialect {
    version: "OPENQASM 2.0;",
    include: Some("hqslib1.inc"),
    gates: GateSet::OfIons,
    names: &[
        ("gpi", "U1q", &[PI]),
        ("gpi2", "U1q", &[FRAC_PI_2]),
        ("zz", "RZZ", &[]),
    ],
    facts: &["Quantinuum's bit strings end with c[0], pytket's rows of bits begin with it"],
};

/// The gates of devices that stdgates.inc does not define.
const DEFINITIONS: [(&str, &str); 2] = [
    (
        "rzz",
        "gate rzz(theta) a, b { cx a, b; rz(theta) b; cx a, b; }",
    ),
    (
        "ecr",
        "gate ecr a, b { h b; cx a, b; rz(pi/2) b; cx a, b; h b; x a; }",
    ),
];

impl Dialect {
    /// The file: the header as comments, declarations, gates, and each measured qubit into its bit.
    ///
    /// # Errors
    /// If an angle is not finite, or what the gates need is not given.
    pub(super) fn text(&self, export: &CircuitExport) -> Result<String> {
        let inputs = match self.gates {
            GateSet::Open => Some(Inputs::of(export)?),
            _ => None,
        };
        let circuit = match &inputs {
            Some(inputs) => inputs.circuit.clone(),
            None => self.written(export)?,
        };
        let mut lines = vec![self.version.to_owned()];
        let about = export.header.lines(export.circuit, &circuit, self);
        lines.extend(about.iter().map(|line| format!("// {line}")));
        lines.extend(self.include.map(|file| format!("include \"{file}\";")));
        let names = inputs.iter().flat_map(|inputs| &inputs.names);
        lines.extend(names.map(|name| format!("input float[64] {name};")));
        let occurs = |name: &str| circuit.gates().iter().any(|gate| gate.name() == name);
        if self.gates == GateSet::OfDevice {
            let defined = DEFINITIONS.iter().filter(|(name, _)| occurs(name));
            lines.extend(defined.map(|(_, definition)| (*definition).to_owned()));
        }
        let (qubits, bits) = (circuit.qubits(), circuit.measured().len());
        let is_second = self.version == QASM2.version;
        if is_second {
            lines.extend([format!("qreg q[{qubits}];"), format!("creg c[{bits}];")]);
        } else {
            lines.extend((!self.is_physical()).then(|| format!("qubit[{qubits}] q;")));
            lines.push(format!("bit[{bits}] c;"));
        }
        let boxed = self.gates == GateSet::Verbatim;
        lines.extend(boxed.then(|| "#pragma braket verbatim\nbox {".to_owned()));
        for (k, gate) in circuit.gates().iter().enumerate() {
            lines.push(self.statement(gate, |angle| match &inputs {
                Some(inputs) => inputs.expression(k, angle),
                None => literal(angle),
            })?);
        }
        lines.extend(boxed.then(|| "}".to_owned()));
        for (bit, qubit) in circuit.measured().into_iter().enumerate() {
            let qubit = self.wire(qubit);
            lines.push(match is_second {
                true => format!("measure {qubit} -> c[{bit}];"),
                false => format!("c[{bit}] = measure {qubit};"),
            });
        }
        Ok(lines.join("\n") + "\n")
    }

    /// The circuit in the gates that are written.
    fn written(&self, export: &CircuitExport) -> Result<Circuit> {
        let circuit = export.circuit;
        match self.gates {
            GateSet::Elementary | GateSet::Open => Ok(circuit.elementary()),
            GateSet::Fused => Ok(circuit.fused()),
            GateSet::OfDevice => {
                let device = export.device.expect("the table checked that there is one");
                translate(circuit, device, export.pulses)
            }
            GateSet::Verbatim => on_ions(circuit, export.device),
            GateSet::OfIons if export.device.is_none() => {
                translate(circuit, &Device::ions(circuit.qubits()), Pulses::Standard)
            }
            GateSet::OfIons => on_ions(circuit, export.device),
        }
    }

    fn is_physical(&self) -> bool {
        matches!(self.gates, GateSet::OfDevice | GateSet::Verbatim)
    }

    /// Whether a device's own gates are written.
    pub(super) fn is_native(&self) -> bool {
        self.is_physical() || self.gates == GateSet::OfIons
    }

    /// How qubit k is named: `q[k]`, and on a device `$k`.
    pub(super) fn wire(&self, qubit: usize) -> String {
        if self.is_physical() {
            format!("${qubit}")
        } else {
            format!("q[{qubit}]")
        }
    }

    /// `rz(0.50000000000000000) q[3];`: a gate, its own angles written by `number`.
    fn statement(&self, gate: &Gate, number: impl Fn(f64) -> Result<String>) -> Result<String> {
        let own = gate.name();
        let renamed = self.names.iter().find(|(name, ..)| *name == own);
        let (name, before) =
            renamed.map_or((own.as_str(), &[][..]), |(_, name, before)| (name, before));
        let before = before.iter().copied().map(literal);
        let angles = before.chain(gate.op.angles().into_iter().map(number));
        let angles = angles.collect::<Result<Vec<_>>>()?.join(", ");
        let angles = if angles.is_empty() {
            angles
        } else {
            format!("({angles})")
        };
        let operands: Vec<String> = gate.qubits.iter().map(|&q| self.wire(q)).collect();
        Ok(format!("{name}{angles} {};", operands.join(", ")))
    }
}

/// A number with 17 significant digits, which name exactly one f64: `-0.50000000000000000`. Digits
/// on both sides of the point, no exponent, no negative zero.
///
/// # Errors
/// If it is not finite.
pub(super) fn literal(value: f64) -> Result<String> {
    if finite_angle(value)? == 0.0 {
        return Ok("0.0".to_owned());
    }
    let scientific = format!("{value:.16e}");
    let exponent = scientific.split_once('e').map_or("0", |(_, digits)| digits);
    let exponent: i64 = exponent.parse().expect("format! wrote the exponent");
    let decimals = usize::try_from(16 - exponent).unwrap_or(0).max(1);
    Ok(format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_plain_and_names_the_same_number() {
        let values = [
            0.5,
            -0.5,
            0.1,
            1.0,
            -9.999999999999999,
            12.566370614359172,
            1e-9,
            -2.5e-12,
            3e20,
            1e-300,
            f64::MIN_POSITIVE,
            f64::MAX,
        ];
        for value in values {
            let text = literal(value).unwrap();
            let digits = text.strip_prefix('-').unwrap_or(&text);
            let (before, after) = digits.split_once('.').unwrap();
            for side in [before, after] {
                assert!(
                    !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit()),
                    "{text}"
                );
            }
            assert_eq!(
                text.parse::<f64>().unwrap().to_bits(),
                value.to_bits(),
                "{text}"
            );
        }
        assert_eq!(literal(0.5).unwrap(), "0.50000000000000000");
        assert_eq!(literal(-0.0).unwrap(), "0.0");
    }

    #[test]
    fn an_angle_that_is_not_finite_is_refused() {
        for value in [f64::NAN, f64::INFINITY] {
            assert!(literal(value).is_err(), "{value}");
        }
    }
}
