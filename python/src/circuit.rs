//! Circuits: gates of an ansatz as text for other programs.

use crate::arguments::{angles, whole};
use crate::error::{argument, raised};
use crate::interrupt::called;
use ketboard_circuits::{
    Backend, CircuitExport, CircuitFormat, CircuitHeader, CompileSettings, Program, compile,
};
use ketboard_qaoa::{Angles, angles::AngleShape};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The program of an ansatz at any angles.
type Gates = Arc<dyn Fn(&Angles) -> Program + Send + Sync>;

/// What is written of open angles.
const OPEN: &str = "qasm3-param";

/// The gates of a QAOA circuit, whose angles are given or open.
///
/// `Ansatz.circuit` and `Problem.circuit` make one. Its state is that of `Ansatz.state` on qubits,
/// in the order `"little"` and up to a global phase. `to_qiskit(circuit).draw()` draws it.
///
/// >>> from ketboard import Ansatz, Cost
/// >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit([0.5], [-0.3])
/// >>> circuit.qubits, circuit.layers, circuit.gates["cx"]
/// (2, 1, 2)
#[pyclass(frozen, module = "ketboard")]
#[derive(Clone)]
pub(crate) struct Circuit {
    program: Gates,
    /// The circuit at these angles, where all qubits are coupled.
    circuit: ketboard_circuits::Circuit,
    header: CircuitHeader,
    /// Whether the angles are open: parameters instead of numbers.
    #[pyo3(get)]
    is_open: bool,
}

#[pymethods]
impl Circuit {
    /// The number of qubits.
    #[getter]
    fn qubits(&self) -> usize {
        self.circuit.qubits()
    }

    /// The number of layers p.
    #[getter]
    fn layers(&self) -> usize {
        self.header.angles.depth()
    }

    /// How many gates there are of each name: a dict.
    #[getter]
    fn gates(&self) -> BTreeMap<String, usize> {
        self.circuit.gate_counts()
    }

    /// The number of gates on two qubits.
    #[getter]
    fn two_qubit_gates(&self) -> usize {
        self.circuit.two_qubit_gates()
    }

    /// The circuit in a format of the program's command `export`: `"qasm3"`, `"qasm2"`, `"ionq"`,
    /// `"braket"` and others; of open angles `"qasm3-param"`, with the inputs gamma_1, beta_1 and
    /// so on. By default it is the one of OpenQASM 3 that fits. `backend` names a machine, such as
    /// `"torino"`: on its couplings the circuit is placed and routed, where its vendor does not do
    /// that, and `"ibm-isa"`, `"ionq-native"`, `"braket-native"` and `"quantinuum"` write its
    /// gates.
    ///
    /// Raises `ketboard.Error` if there is no such format or machine, or it needs numbers where
    /// angles are open.
    ///
    /// >>> from ketboard import Ansatz, Cost
    /// >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit(depth=1)
    /// >>> "input float[64] gamma_1;" in circuit.text()
    /// True
    #[pyo3(signature = (format = None, *, backend = None, seed = 0))]
    fn text(
        &self,
        py: Python<'_>,
        format: Option<&str>,
        backend: Option<&str>,
        seed: i128,
    ) -> PyResult<String> {
        let format = format.unwrap_or(if self.is_open { OPEN } else { "qasm3" });
        self.written(py, format, (backend, None), seed)
    }

    /// The body of a job that runs the circuit `shots` times on a machine, as JSON text for the
    /// interface of IBM, IonQ or Amazon Braket; `format` is the program's that the service takes:
    /// `"ibm-isa"`, `"ionq"`, `"ionq-native"`, `"ionq-qasm3"`, `"braket"` or `"braket-native"`.
    ///
    /// >>> import json
    /// >>> from ketboard import Ansatz, Cost
    /// >>> circuit = Ansatz(Cost(2, {(0, 1): 1.0})).circuit([0.5], [-0.3])
    /// >>> json.loads(circuit.job("ibm-isa", "torino"))["backend"]
    /// 'ibm_torino'
    #[pyo3(signature = (format, backend, *, shots = 1024, seed = 0))]
    fn job(
        &self,
        py: Python<'_>,
        format: &str,
        backend: &str,
        shots: i128,
        seed: i128,
    ) -> PyResult<String> {
        let shots = whole("shots", shots, 1)?;
        self.written(py, format, (Some(backend), Some(shots)), seed)
    }

    fn __repr__(&self) -> String {
        let angles = if self.is_open { "open" } else { "given" };
        let (qubits, layers) = (self.qubits(), self.layers());
        format!("<ketboard.Circuit of {qubits} qubits, {layers} layers, angles {angles}>")
    }
}

impl Circuit {
    /// The circuit as text, or as a job of so many shots.
    fn written(
        &self,
        py: Python<'_>,
        format: &str,
        (backend, shots): (Option<&str>, Option<u64>),
        seed: i128,
    ) -> PyResult<String> {
        let settings = CompileSettings {
            seed: whole("seed", seed, 0)?,
            ..CompileSettings::default()
        };
        if self.is_open && (format != OPEN || backend.is_some()) {
            let found = format!("{format} writes numbers, and the angles are open");
            return Err(argument("format", found, "give angles, or use qasm3-param"));
        }
        let format = CircuitFormat::named(format).map_err(raised)?;
        let backend = backend.map(Backend::named).transpose().map_err(raised)?;
        let of = self.clone();
        called(py, 0, move |_| -> ketboard_circuits::Result<String> {
            let device = backend.as_ref().and_then(|one| one.device.as_ref());
            format.check(of.qubits(), device)?;
            let placed = device.filter(|_| format.service.is_none() || format.is_native());
            let gates = |angles: &Angles| match placed {
                None => Ok((of.program)(angles).written()),
                Some(device) => {
                    Ok(compile(&(of.program)(angles), device, &settings, None)?.circuit)
                }
            };
            let circuit = gates(&of.header.angles)?;
            let export = CircuitExport {
                ansatz: Some(&gates),
                device,
                ..CircuitExport::new(&circuit, &of.header)
            };
            match (&backend, shots) {
                (Some(backend), Some(shots)) => format.job(&[export], backend, shots, None),
                (_, _) => format.text(&export),
            }
        })
    }

    /// The circuit at these angles, or with so many layers of open ones.
    pub(crate) fn of(
        py: Python<'_>,
        program: impl Fn(&Angles) -> Program + Send + Sync + 'static,
        name: &str,
        given: [Option<&Bound<'_, PyAny>>; 2],
        depth: Option<i128>,
    ) -> PyResult<Self> {
        let (angles, is_open) = match (given, depth) {
            ([Some(gammas), Some(betas)], None) => {
                (angles(gammas, betas, AngleShape::STANDARD)?, false)
            }
            ([None, None], depth) => {
                let depth: usize = whole("depth", depth.unwrap_or(1), 1)?;
                // an angle of 1 is that of no gate that falls away
                (Angles::from_flat(&vec![1.0; 2 * depth]), true)
            }
            ([_, _], _) => {
                let found = "found gammas or betas alone, or a depth beside them";
                let remedy = "give both gammas and betas, or a depth alone: each gamma has a layer";
                return Err(argument("angles", found, remedy));
            }
        };
        let program: Gates = Arc::new(program);
        let (made, at) = (Arc::clone(&program), angles.clone());
        Ok(Self {
            circuit: called(py, 0, move |_| ketboard::Result::Ok(made(&at).written()))?,
            program,
            is_open,
            header: CircuitHeader {
                puzzle: name.to_owned(),
                file: "Python".to_owned(),
                angles,
                ..CircuitHeader::default()
            },
        })
    }
}
