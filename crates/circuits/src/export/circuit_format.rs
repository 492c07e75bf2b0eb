//! The table of circuit formats, and what each of them is given.
//!
//! The portable dialects of OpenQASM have only: the include, one quantum and one classical
//! register, one gate of h, x, rx, ry, rz, cx, cz a line, angles as plain decimal numbers,
//! measurements at the end, and `//` comments. No barrier, no gate definitions (not every reader
//! knows rzz), no `ctrl @` (Braket's devices and IonQ do not take it), no expressions, no
//! exponents; phases are rz. The languages: Cross et al., "OpenQASM 3", arXiv 2104.14722, and "Open
//! Quantum Assembly Language", arXiv 1707.03429.
//!
//! - IonQ takes the portable file as it is (docs.ionq.com, api-reference/v0.4/openqasm3).
//! - IBM's devices run rz, sx, x and cz or ecr on physical qubits `$k`; with fractional gates also
//!   rx, and rzz by 0 … π/2 (IBM's documentation, guides `qasm-feature-table` and
//!   `fractional-gates`). Neither ecr nor rzz is in stdgates.inc: the file defines them under their
//!   names, by which IBM checks a circuit's gates. The circuit must have been placed on the device.
//! - Braket knows cnot, cz, zz, h, x, rx, ry, rz without definitions (Braket developer guide, "What
//!   OpenQASM features does Braket support?"). Its verbatim box holds physical qubits and the
//!   device's gates, which it then runs as they are; such a task needs `disableQubitRewiring`.
//! - Quantinuum's machines have U1q(θ, φ) = e^{-iθ(cos φ X + sin φ Y)/2} and RZZ(θ) (hqslib1.inc,
//!   as pytket's package reads it): GPI is U1q(π, φ) and GPI2 is U1q(π/2, φ).

use super::header::{CircuitHeader, QISKIT_ORDER};
use super::ionq::IONQ_ORDER;
use super::{ionq, qasm};
use crate::circuit::Circuit;
use crate::device::{Device, Entangler};
use crate::error::{Error, Result};
use crate::native::translate;
use ketboard_qaoa::Angles;
use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt;

/// A format that a circuit can be written in.
///
/// ```
/// use ketboard_circuits::{Circuit, CircuitExport, CircuitFormat, CircuitHeader, Gate};
///
/// let mut circuit = Circuit::new(1);
/// circuit.push(Gate::h(0));
/// let header = CircuitHeader::default();
/// let text = CircuitFormat::named("qasm2")?.text(&CircuitExport::new(&circuit, &header))?;
/// assert!(text.starts_with("OPENQASM 2.0;") && text.contains("h q[0];"));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Debug)]
pub struct CircuitFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// Who takes it as a job.
    pub service: Option<Service>,
    pub(super) language: Language,
    /// The file that defines the gates.
    pub(super) include: Option<&'static str>,
    pub(super) gates: GateSet,
    /// Whether qubits are those of a device: `$k`.
    pub(super) is_physical: bool,
    /// Gates whose name is another one here, and the angles that come before their own.
    pub(super) names: &'static [(&'static str, &'static str, &'static [f64])],
    /// What is particular to the format: the order of its bits.
    pub(super) facts: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Qasm2,
    Qasm3,
    IonqJson,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GateSet {
    /// [`Circuit::elementary`].
    Elementary,
    /// The same, with the angles of the ansatz as inputs.
    Open,
    /// [`Circuit::fused`].
    Fused,
    /// Those of a device; without one, those of a trap that has as many ions as it takes.
    Native,
}

/// Who runs circuits for others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::Display)]
pub enum Service {
    /// IBM's quantum platform.
    #[strum(serialize = "IBM")]
    Ibm,
    /// IonQ's quantum cloud.
    #[strum(serialize = "IonQ")]
    Ionq,
    /// Amazon Braket.
    #[strum(serialize = "Amazon Braket")]
    Braket,
}

/// What ZZ rotations are where no gate is one.
const RZZ: &str = "RZZ is written as cx rz cx";

const QASM3: CircuitFormat = CircuitFormat {
    name: "qasm3",
    about: "OpenQASM 3, the subset that Qiskit, Braket and IonQ read",
    service: None,
    language: Language::Qasm3,
    include: Some("stdgates.inc"),
    gates: GateSet::Elementary,
    is_physical: false,
    names: &[],
    facts: &[RZZ, QISKIT_ORDER],
};

const IONQ: CircuitFormat = CircuitFormat {
    name: "ionq",
    about: "IonQ's JSON over usual gates (ionq.circuit.v1, qis)",
    service: Some(Service::Ionq),
    language: Language::IonqJson,
    gates: GateSet::Fused,
    ..QASM3
};

const BRAKET: CircuitFormat = CircuitFormat {
    name: "braket",
    about: "OpenQASM 3 with Amazon Braket's names of gates",
    service: Some(Service::Braket),
    include: None,
    gates: GateSet::Fused,
    names: &[("cx", "cnot", &[])],
    facts: &["Braket's counts and measurements: c[0] is the leftmost"],
    ..QASM3
};

type AtAngles<'a> = &'a dyn Fn(&Angles) -> Result<Circuit>;

/// A circuit to be written: bit i of its outcome is variable i.
///
/// ```
/// use ketboard_circuits::{Circuit, CircuitExport, CircuitFormat, CircuitHeader};
/// use ketboard_circuits::{Device, Gate};
///
/// let mut circuit = Circuit::new(2);
/// circuit.extend([Gate::h(0), Gate::cx(0, 1)]);
/// let (header, forte) = (CircuitHeader::default(), Device::named("forte")?);
/// let export = CircuitExport { device: Some(&forte), ..CircuitExport::new(&circuit, &header) };
/// assert!(CircuitFormat::named("ionq-native")?.text(&export)?.contains("gpi2"));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct CircuitExport<'a> {
    /// The gates and what is measured.
    pub circuit: &'a Circuit,
    /// What a reader must know beside them.
    pub header: &'a CircuitHeader,
    /// The circuit at any angles, on the same qubits, for a format or a job that leaves them open.
    pub ansatz: Option<AtAngles<'a>>,
    /// The device whose gates are written, and whose qubits the circuit's are, if a format names
    /// one.
    pub device: Option<&'a Device>,
    /// Whether its fractional gates are written.
    pub fractional: bool,
}

impl<'a> CircuitExport<'a> {
    /// A circuit for no device in particular.
    pub fn new(circuit: &'a Circuit, header: &'a CircuitHeader) -> Self {
        Self {
            circuit,
            header,
            ansatz: None,
            device: None,
            fractional: false,
        }
    }
}

impl fmt::Debug for CircuitExport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Export");
        shown.field("header", self.header);
        shown.field("qubits", &self.circuit.qubits());
        shown.finish_non_exhaustive()
    }
}

impl CircuitFormat {
    /// All circuit formats. A new one is a row here.
    pub const ALL: &[Self] = &[
        QASM3,
        CircuitFormat {
            name: "qasm3-param",
            about: "OpenQASM 3 whose angles are inputs (input float[64] gamma_1)",
            gates: GateSet::Open,
            facts: &[
                "gamma_k and beta_k are the angles of layer k; give them by name: Qiskit lists parameters by the alphabet, betas first",
                RZZ,
                QISKIT_ORDER,
            ],
            ..QASM3
        },
        CircuitFormat {
            name: "qasm2",
            about: "OpenQASM 2 with qelib1.inc, for tools that read no other",
            language: Language::Qasm2,
            include: Some("qelib1.inc"),
            ..QASM3
        },
        CircuitFormat {
            name: "ibm-isa",
            about: "OpenQASM 3 on the physical qubits and gates of an IBM device (the setting `backend`)",
            service: Some(Service::Ibm),
            gates: GateSet::Native,
            is_physical: true,
            facts: &[
                "IBM's samples are hexadecimal numbers whose lowest bit is c[0], which is variable x0",
                QISKIT_ORDER,
            ],
            ..QASM3
        },
        CircuitFormat {
            name: "ionq-qasm3",
            about: "the same, as IonQ takes it (ionq.qasm3.v1)",
            service: Some(Service::Ionq),
            facts: &[RZZ, IONQ_ORDER],
            ..QASM3
        },
        IONQ,
        CircuitFormat {
            name: "ionq-native",
            about: "IonQ's JSON over the gates of its devices: gpi, gpi2 and zz",
            gates: GateSet::Native,
            ..IONQ
        },
        BRAKET,
        CircuitFormat {
            name: "braket-native",
            about: "OpenQASM 3 with IonQ's gates in Braket's verbatim box",
            gates: GateSet::Native,
            is_physical: true,
            names: &[],
            ..BRAKET
        },
        CircuitFormat {
            name: "quantinuum",
            about: "OpenQASM 2 with the gates of Quantinuum's machines: U1q and RZZ",
            language: Language::Qasm2,
            include: Some("hqslib1.inc"),
            gates: GateSet::Native,
            names: &[
                ("gpi", "U1q", &[PI]),
                ("gpi2", "U1q", &[FRAC_PI_2]),
                ("zz", "RZZ", &[]),
            ],
            facts: &["Quantinuum's bit strings end with c[0], pytket's rows of bits begin with it"],
            ..QASM3
        },
    ];

    /// The format of a name on the command line. Fails if there is none.
    pub fn named(name: &str) -> Result<&'static Self> {
        let found = CircuitFormat::ALL.iter().find(|format| format.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = CircuitFormat::ALL
                .iter()
                .map(|format| format.name)
                .collect();
            let remedy = format!("the formats are {}", names.join(", "));
            Error::setting("to", format!("found {name:?}"), remedy)
        })
    }

    /// Whether it writes a device's own gates, which are then run as they are written.
    pub fn is_native(&self) -> bool {
        self.gates == GateSet::Native
    }

    /// The usual ending of its files, without the dot.
    pub fn extension(&self) -> &'static str {
        match self.language {
            Language::IonqJson => "json",
            Language::Qasm2 | Language::Qasm3 => "qasm",
        }
    }

    /// A circuit in the gates that are written. Fails if the device does not have them.
    pub(super) fn written(&self, circuit: &Circuit, export: &CircuitExport) -> Result<Circuit> {
        match (self.gates, export.device) {
            (GateSet::Elementary | GateSet::Open, _) => Ok(circuit.elementary()),
            (GateSet::Fused, _) => Ok(circuit.fused()),
            (GateSet::Native, Some(device)) => translate(circuit, device, export.fractional),
            (GateSet::Native, None) => translate(circuit, &Device::ions(circuit.qubits()), false),
        }
    }

    /// The text of the file. Fails if the circuit has no qubits or an angle that is not finite, or
    /// if the format needs a device, or an ansatz, that is not given.
    pub fn text(&self, export: &CircuitExport) -> Result<String> {
        self.check_export(export)?;
        match self.language {
            Language::IonqJson => ionq::text(self, export),
            Language::Qasm2 | Language::Qasm3 => qasm::text(self, export),
        }
    }

    pub(super) fn check_export(&self, export: &CircuitExport) -> Result<()> {
        if export.circuit.qubits() > 0 {
            return self.check(export.circuit.qubits(), export.device);
        }
        Err(Error::argument(
            "circuit",
            "0 qubits: the reduction alone decided every cell, there is nothing to run",
            "reduce less (`reduce` paper, `target_qubits` N) to leave some qubits",
        ))
    }

    /// Whether a circuit of `qubits` qubits can be written for a device, before there is one. Fails
    /// if the circuit is wider than the device, its service has no such device, or the format needs
    /// one and there is none.
    pub fn check(&self, qubits: usize, device: Option<&Device>) -> Result<()> {
        let Some(device) = device else {
            if self.service != Some(Service::Ibm) {
                return Ok(());
            }
            let name = self.name;
            let found = format!("missing: {name} writes the gates of one device on its own qubits");
            let remedy = "add `backend` torino, fez, boston, miami or sherbrooke, or a coupling map in a .json file";
            return Err(Error::setting("backend", found, remedy));
        };
        device.check_width(qubits)?;
        let is_ion = device.entangler.is_of_ions();
        // Braket compiles usual gates for each of its machines
        let is_native = self.is_native();
        let of_braket = device.name.starts_with(super::job::ARN);
        let of_ionq = device.name.contains("/ionq/");
        let (unfit, remedy) = match self.service {
            Some(Service::Braket) if of_braket && !is_native => return Ok(()),
            Some(Service::Braket) if of_braket && !of_ionq => {
                ("does not take IonQ's gates", "use `to` braket")
            }
            Some(Service::Ibm) if is_ion => (
                "is an ion trap, whose gates are not IBM's",
                "use `to` ionq-native",
            ),
            None if is_native && device.entangler != Entangler::Zz => (
                "has another gate than ZZ of any angle",
                "leave `backend` out, or give a trap in a .json file with the entangler zz",
            ),
            Some(Service::Ionq | Service::Braket) if !is_ion => (
                "is no device of IonQ",
                "use `backend` forte or simulator, or `to` ibm-isa",
            ),
            _ => return Ok(()),
        };
        let found = format!("{} {unfit}", device.name);
        Err(Error::setting("backend", found, remedy))
    }
}
