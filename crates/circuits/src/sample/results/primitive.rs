//! Sampler V2 results as Qiskit's runtime encoder saves them: every object as
//! `{"__type__": …, "__value__": …}`, the bits of a register as a NumPy array, packed with zlib and
//! base64 (qiskit-ibm-runtime 0.51, `RuntimeEncoder`).
//!
//! A shot is a row of bytes, most significant first, whose lowest bit is bit 0 of the register
//! (Qiskit, `BitArray`).

use super::super::{BitOrder, Bitstring, Counts, Unit};
use super::ibm::check_width;
use super::npy::Bytes;
use super::reader::Reader;
use super::{Found, SaidBy, Shape};
use crate::error::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// `{"__type__": "PrimitiveResult", "__value__": {"pub_results": […]}}`.
pub(super) const SHAPE: Shape = Shape {
    name: "qiskit-primitive",
    recognizes: |value, _| value.get("__type__").is_some(),
    read,
};

/// No list of shots is longer unpacked.
const LONGEST: usize = 1 << 30;

const REMEDY: &str = "save the whole result with RuntimeEncoder, or only its counts: \
    json.dump(result[0].data.c.get_counts(), file), to be read with the setting `bit_order` qubit0-right";

fn read(reader: &Reader<'_>, value: &Value) -> Result<Found> {
    let order = reader.fixed_order(SHAPE.name, BitOrder::Number)?;
    let results = inside(value, "PrimitiveResult").and_then(|v| v.get("pub_results")?.as_array());
    let results = results.ok_or_else(|| wrong(reader, "this is no PrimitiveResult"))?;
    let result = reader.choose(results, "pub_results")?;
    let fields = inside(result, "SamplerPubResult").and_then(|v| {
        inside(v.get("data")?, "DataBin")?
            .get("fields")?
            .as_object()
    });
    let fields = fields.ok_or_else(|| wrong(reader, "a result without the bits of a sampler"))?;
    let (name, register) = reader.only_register(fields.iter(), "fields")?;
    let bits = inside(register, "BitArray");
    let bits = bits.ok_or_else(|| wrong(reader, "a field that is no BitArray"))?;
    check_width(reader, name, bits.get("num_bits"))?;
    let array = bits
        .get("array")
        .and_then(|array| inside(array, "ndarray")?.as_str());
    let array = array.ok_or_else(|| wrong(reader, "a BitArray without its array"))?;
    Ok((counts(reader, array)?, order, SaidBy::Shape))
}

/// The value of an encoded object of that type.
fn inside<'v>(value: &'v Value, kind: &str) -> Option<&'v Value> {
    let right = value.get("__type__").and_then(Value::as_str) == Some(kind);
    value.get("__value__").filter(|_| right)
}

fn counts(reader: &Reader<'_>, packed: &str) -> Result<Counts<Bitstring>> {
    let spoiled = || wrong(reader, "an array that is no base64 of zlib of NumPy bytes");
    let packed = STANDARD.decode(packed.trim()).map_err(|_| spoiled())?;
    let npy = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, LONGEST);
    let npy = npy.map_err(|_| spoiled())?;
    let bytes = Bytes::of_npy(&npy).ok_or_else(spoiled)?;
    let &[_, width] = bytes.shape.as_slice() else {
        let found = format!("an array of {} dimensions", bytes.shape.len());
        return Err(reader.wrong(
            None,
            found,
            "give the result of one circuit without parameters",
        ));
    };
    if width == 0 {
        return Err(wrong(reader, "an array whose shots have no bits"));
    }
    let mut counts = Counts::new(reader.qubits, Unit::Shots);
    for shot in bytes.data.chunks_exact(width) {
        let digits: String = shot.iter().map(|byte| format!("{byte:02x}")).collect();
        let outcome = reader.outcome(&format!("0x{digits}"), BitOrder::Number)?;
        counts.add(outcome, 1.0);
    }
    Ok(counts)
}

fn wrong(reader: &Reader<'_>, found: &str) -> crate::error::Error {
    reader.wrong(Some("__type__"), found, REMEDY)
}
