//! Circuits: gates of an ansatz as text for other programs, and as a picture.

use crate::cost::floats;
use crate::drawing;
use crate::error::{argument, raised};
use ketboard_circuits::{CircuitExport, CircuitFormat, CircuitHeader};
use ketboard_qaoa::Angles;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The gates of an ansatz at any angles.
pub(crate) type Gates = Box<dyn Fn(&Angles) -> ketboard_circuits::Circuit + Send + Sync>;

/// The gates of a QAOA circuit, whose angles are given or open; a notebook shows it as a picture.
///
/// `Ansatz.circuit` and `Problem.circuit` make one. Its state is that of `Ansatz.state` on qubits,
/// in the order `"little"` and up to a global phase.
///
/// >>> from ketboard import Ansatz, Cost
/// >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit([0.5], [-0.3])
/// >>> circuit.qubits, circuit.layers, circuit.gates["cx"]
/// (2, 1, 2)
#[pyclass(frozen, module = "ketboard")]
pub(crate) struct Circuit {
    gates: Gates,
    header: CircuitHeader,
    layers: usize,
    is_open: bool,
}

#[pymethods]
impl Circuit {
    /// The number of qubits.
    #[getter]
    fn qubits(&self) -> usize {
        self.at().qubits()
    }

    /// The number of layers p.
    #[getter]
    fn layers(&self) -> usize {
        self.layers
    }

    /// Whether the angles are open: parameters instead of numbers.
    #[getter]
    fn is_open(&self) -> bool {
        self.is_open
    }

    /// How many gates there are of each name: a dict.
    #[getter]
    fn gates(&self) -> BTreeMap<String, usize> {
        self.at().gate_counts()
    }

    /// The number of gates on two qubits.
    #[getter]
    fn two_qubit_gates(&self) -> usize {
        self.at().two_qubit_gates()
    }

    /// The circuit in a format of the program's command `export`: `"qasm3"`, `"qasm2"`, `"ionq"`,
    /// `"braket"` and others; of open angles `"qasm3-param"`, with the inputs gamma_1, beta_1 and
    /// so on. By default it is the one of OpenQASM 3 that fits.
    ///
    /// Raises `ketboard.Error` if there is no such format, or it needs numbers where angles are
    /// open.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit(depth=1)
    /// >>> "input float[64] gamma_1;" in circuit.text()
    /// True
    #[pyo3(signature = (format = None))]
    fn text(&self, format: Option<&str>) -> PyResult<String> {
        let open = "qasm3-param";
        let name = format.unwrap_or(if self.is_open { open } else { "qasm3" });
        if self.is_open && name != open {
            let found = format!("{name} writes numbers, and the angles are open");
            return Err(argument("format", found, "give angles, or use qasm3-param"));
        }
        let circuit = self.at();
        let export = CircuitExport {
            ansatz: Some(&|angles| Ok((self.gates)(angles))),
            ..CircuitExport::new(&circuit, &self.header)
        };
        let format = CircuitFormat::named(name).map_err(raised)?;
        format.text(&export).map_err(raised)
    }

    fn __repr__(&self) -> String {
        let angles = if self.is_open { "open" } else { "given" };
        let (qubits, layers) = (self.qubits(), self.layers);
        format!("<ketboard.Circuit of {qubits} qubits, {layers} layers, angles {angles}>")
    }

    /// The first gates as an SVG picture, and how many follow.
    fn _repr_svg_(&self) -> String {
        drawing::svg(&self.at(), !self.is_open)
    }
}

impl Circuit {
    /// The circuit at these angles, or with so many layers of open ones.
    pub(crate) fn of(
        gates: Gates,
        name: &str,
        angles: [Option<&Bound<'_, PyAny>>; 2],
        depth: usize,
    ) -> PyResult<Self> {
        let (angles, is_open) = match angles {
            [Some(gammas), Some(betas)] => {
                let angles = Angles::new(floats(gammas)?, floats(betas)?);
                (angles.map_err(raised)?, false)
            }
            // an angle of 1 is that of no gate that falls away
            [None, None] => (Angles::from_flat(&vec![1.0; 2 * depth]), true),
            [_, _] => {
                let found = "found one of gammas and betas";
                return Err(argument("angles", found, "give both, or neither"));
            }
        };
        Ok(Self {
            gates,
            layers: angles.depth(),
            is_open,
            header: CircuitHeader {
                puzzle: name.to_owned(),
                file: "Python".to_owned(),
                angles,
                ..CircuitHeader::default()
            },
        })
    }

    fn at(&self) -> ketboard_circuits::Circuit {
        (self.gates)(&self.header.angles)
    }
}
