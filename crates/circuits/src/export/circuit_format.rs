//! The table of circuit formats, and what each of them is given.

use super::header::CircuitHeader;
use super::qasm::{self, Dialect};
use super::{backend, ionq};
use crate::circuit::Circuit;
use crate::device::{Device, Entangler};
use crate::error::{Error, Result};
use crate::native::Pulses;
use ketboard_qaoa::Angles;
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
    /// The usual ending of its files, without the dot.
    pub extension: &'static str,
    /// Who takes it as a job.
    pub service: Option<Service>,
    writer: Writer,
}

/// How a file is written.
#[derive(Debug)]
enum Writer {
    Qasm(Dialect),
    /// IonQ's JSON, over usual gates or those of its devices.
    Ionq {
        is_native: bool,
    },
}

/// Who runs circuits for others.
///
/// ```
/// use ketboard_circuits::{CircuitFormat, Service};
///
/// assert_eq!(CircuitFormat::named("ionq-native")?.service, Some(Service::Ionq));
/// assert_eq!(CircuitFormat::named("qasm3")?.service, None);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
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

impl Service {
    /// The vendor's name.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// All circuit formats. Adding one: a row here, and of OpenQASM its dialect in `export/qasm.rs`.
///
/// ```
/// use ketboard_circuits::CIRCUIT_FORMATS;
///
/// let native: Vec<_> = CIRCUIT_FORMATS.iter().filter(|format| format.is_native()).collect();
/// assert_eq!(native.len(), 4);
/// ```
pub static CIRCUIT_FORMATS: &[CircuitFormat] = &[
    row(
        "qasm3",
        "OpenQASM 3, the subset that Qiskit, Braket and IonQ read",
        None,
        Writer::Qasm(qasm::QASM3),
    ),
    row(
        "qasm3-param",
        "OpenQASM 3 whose angles are inputs (input float[64] gamma_1)",
        None,
        Writer::Qasm(qasm::QASM3_OPEN),
    ),
    row(
        "qasm2",
        "OpenQASM 2 with qelib1.inc, for tools that read no other",
        None,
        Writer::Qasm(qasm::QASM2),
    ),
    row(
        "ibm-isa",
        "OpenQASM 3 on the physical qubits and gates of an IBM device (the setting `backend`)",
        Some(Service::Ibm),
        Writer::Qasm(qasm::IBM),
    ),
    row(
        "ionq-qasm3",
        "the same, as IonQ takes it (ionq.qasm3.v1)",
        Some(Service::Ionq),
        Writer::Qasm(qasm::IONQ),
    ),
    row(
        "ionq",
        "IonQ's JSON over usual gates (ionq.circuit.v1, qis)",
        Some(Service::Ionq),
        Writer::Ionq { is_native: false },
    ),
    row(
        "ionq-native",
        "IonQ's JSON over the gates of its devices: gpi, gpi2, zz or ms",
        Some(Service::Ionq),
        Writer::Ionq { is_native: true },
    ),
    row(
        "braket",
        "OpenQASM 3 with Amazon Braket's names of gates",
        Some(Service::Braket),
        Writer::Qasm(qasm::BRAKET),
    ),
    row(
        "braket-native",
        "OpenQASM 3 with IonQ's gates in Braket's verbatim box",
        Some(Service::Braket),
        Writer::Qasm(qasm::BRAKET_NATIVE),
    ),
    row(
        "quantinuum",
        "OpenQASM 2 with the gates of Quantinuum's machines: U1q and RZZ",
        None,
        Writer::Qasm(qasm::QUANTINUUM),
    ),
];

const fn row(
    name: &'static str,
    about: &'static str,
    service: Option<Service>,
    writer: Writer,
) -> CircuitFormat {
    let extension = match writer {
        Writer::Qasm(_) => "qasm",
        Writer::Ionq { .. } => "json",
    };
    CircuitFormat {
        name,
        about,
        extension,
        service,
        writer,
    }
}

/// A circuit at any angles.
pub(crate) type AtAngles<'a> = &'a dyn Fn(&Angles) -> Result<Circuit>;

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
    /// The circuit at any angles, for a format or a job that leaves them open: as `circuit` is, on
    /// the qubits of the device where there is one.
    pub ansatz: Option<AtAngles<'a>>,
    /// The device whose gates are written, and whose qubits the circuit's are; for formats that
    /// name one.
    pub device: Option<&'a Device>,
    /// Which of its gates.
    pub pulses: Pulses,
}

impl<'a> CircuitExport<'a> {
    /// A circuit for no device in particular.
    pub fn new(circuit: &'a Circuit, header: &'a CircuitHeader) -> Self {
        Self {
            circuit,
            header,
            ansatz: None,
            device: None,
            pulses: Pulses::Standard,
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
    /// The format of a name on the command line.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Self> {
        let found = CIRCUIT_FORMATS.iter().find(|format| format.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = CIRCUIT_FORMATS.iter().map(|format| format.name).collect();
            let remedy = format!("the formats are {}", names.join(", "));
            Error::setting("to", format!("found {name:?}"), remedy)
        })
    }

    /// Whether it writes a device's own gates, which are then done as they are written: a circuit
    /// that is placed and ordered for the device stays so.
    pub fn is_native(&self) -> bool {
        match &self.writer {
            Writer::Qasm(dialect) => dialect.is_native(),
            Writer::Ionq { is_native } => *is_native,
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// If the circuit has no qubits or an angle that is not finite, or if the format needs what is
    /// not given: a device, or an ansatz.
    pub fn text(&self, export: &CircuitExport) -> Result<String> {
        if export.circuit.qubits() == 0 {
            return Err(Error::argument(
                "circuit",
                "0 qubits: the reduction alone decided every cell, there is nothing to run",
                "reduce less (`reduce` paper, `target_qubits` N) to leave some qubits",
            ));
        }
        self.check(export.circuit.qubits(), export.device)?;
        match &self.writer {
            Writer::Qasm(dialect) => dialect.text(export),
            Writer::Ionq { is_native } => ionq::text(export, *is_native),
        }
    }

    /// Whether a circuit of so many qubits can be written for a device, before there is one.
    ///
    /// # Errors
    /// If the circuit is wider than the device, its service has no such device, or the format needs
    /// one and there is none.
    pub fn check(&self, qubits: usize, device: Option<&Device>) -> Result<()> {
        let Some(device) = device else {
            return match self.service {
                Some(Service::Ibm) => Err(Error::setting(
                    "backend",
                    format!(
                        "missing: {} writes the gates of one device on its own qubits",
                        self.name
                    ),
                    "add `backend` torino, fez, boston, miami or sherbrooke, or a coupling map in a .json file",
                )),
                Some(Service::Ionq | Service::Braket) | None => Ok(()),
            };
        };
        device.check_width(qubits)?;
        let is_ion = device.entangler.is_of_ions();
        // Braket compiles usual gates for each of its machines
        let is_native = self.is_native();
        let of_braket = device.name.starts_with(backend::ARN);
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
