//! The format of a circuit's file, by name.

use super::flags::in_text;
use crate::{Error, Result};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard_circuits::{
    CIRCUIT_FORMATS, Circuit, CircuitExport, CircuitFormat, CircuitHeader, Service,
};

/// The format of an exported circuit that is no QAOA.
#[derive(Args, Debug, Clone)]
pub(crate) struct CircuitFileOptions {
    /// The format of the exported circuit; ibm-isa and qasm3-param are those of `ketboard export`
    /// [default: qasm3]
    #[arg(long, value_name = "FORMAT", requires = "export", value_parser = circuit_formats())]
    to: Option<String>,
}

impl CircuitFileOptions {
    /// The circuit in the format, which must not need more than a circuit: neither a device nor
    /// angles.
    ///
    /// # Errors
    /// If there is none of that name, it needs a device, or it lacks one of the circuit's gates.
    pub(crate) fn text(&self, circuit: &Circuit, header: &CircuitHeader) -> Result<Vec<u8>> {
        let name = self.to.as_deref().unwrap_or(CIRCUIT_FORMATS[0].name);
        let format = CircuitFormat::named(name)?;
        if format.service == Some(Service::Ibm) {
            let found = format!("{name} is for a circuit that was placed on a device");
            let remedy =
                "use --to qasm3, and the vendor's compiler; ketboard places QAOA circuits (export)";
            return Err(Error::argument("--to", found, remedy));
        }
        let export = CircuitExport::new(circuit, header);
        Ok(format.text(&export)?.into_bytes())
    }
}

/// How `decode` reads counts as Qiskit prints them; stands in every file of a circuit that Qiskit
/// may read.
pub(crate) const QISKITS_ORDER: &str = "read them with --bit-order qubit0-right";

/// All formats with a line of help each.
pub(crate) fn circuit_formats() -> PossibleValuesParser {
    let value = |f: &'static CircuitFormat| PossibleValue::new(f.name).help(in_text(f.about));
    PossibleValuesParser::new(CIRCUIT_FORMATS.iter().map(value))
}
