//! Sampler V2 results as Qiskit's runtime encoder saves them: every object as
//! `{"__type__": …, "__value__": …}`, the bits of a register as a NumPy array, packed with zlib and
//! base64 (qiskit-ibm-runtime 0.51, `RuntimeEncoder`).
//!
//! A shot is a row of bytes, most significant first, whose lowest bit is bit 0 of the register
//! (Qiskit, `BitArray`). The array of a circuit that was run at several sets of angles has further
//! dimensions before that of the shots; sets are counted through all results.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::ibm::check_width;
use super::npy::Bytes;
use super::reader::ResultReader;
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// `{"__type__": "PrimitiveResult", "__value__": {"pub_results": […]}}`.
pub(super) const SHAPE: ResultShape = ResultShape {
    name: "qiskit-primitive",
    recognizes: |value, _| value.get("__type__").is_some(),
    read,
};

/// No list of shots is longer unpacked.
const LONGEST: usize = 1 << 30;

/// No file has more sets of angles.
const MOST_SETS: usize = 1 << 20;

const REMEDY: &str = "save the whole result with RuntimeEncoder, or only its counts: \
    json.dump(result[0].data.c.get_counts(), file), to be read with the setting `bit_order` qubit0-right";

fn read(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(SHAPE.name, BitOrder::Number)?;
    let results = inside(value, "PrimitiveResult").and_then(|v| v.get("pub_results")?.as_array());
    let results = results.ok_or_else(|| wrong(reader, "this is no PrimitiveResult"))?;
    let mut sets = Vec::new();
    for result in results {
        sets.extend((0..count(result)).map(|set| (result, set)));
        if sets.len() > MOST_SETS {
            let found = format!("more than {MOST_SETS} sets of angles");
            return Err(wrong(reader, &found));
        }
    }
    let &(result, set) = reader.choose(&sets, "pub_results")?;
    let fields = data_bin(result).and_then(|bin| bin.get("fields")?.as_object());
    let fields = fields.ok_or_else(|| wrong(reader, "a result without the bits of a sampler"))?;
    let (name, register) = reader.only_register(fields.iter(), "fields")?;
    let bits = inside(register, "BitArray");
    let bits = bits.ok_or_else(|| wrong(reader, "a field that is no BitArray"))?;
    check_width(reader, name, bits.get("num_bits"))?;
    let array = bits
        .get("array")
        .and_then(|array| inside(array, "ndarray")?.as_str());
    let array = array.ok_or_else(|| wrong(reader, "a BitArray without its array"))?;
    let counts = counts(reader, array, (set, count(result)))?;
    Ok((counts, order, SaidBy::Shape))
}

/// The registers of a result.
fn data_bin(result: &Value) -> Option<&Value> {
    inside(inside(result, "SamplerPubResult")?.get("data")?, "DataBin")
}

/// How many sets of angles a result holds: the product of the extents of its `shape`.
fn count(result: &Value) -> usize {
    let shape = data_bin(result).and_then(|bin| bin.get("shape")?.as_array());
    let extents = shape.into_iter().flatten().map(|extent| {
        let extent = extent.as_u64().and_then(|n| usize::try_from(n).ok());
        extent.filter(|n| *n <= MOST_SETS).unwrap_or(1)
    });
    extents
        .fold(1_usize, |n, extent| n.saturating_mul(extent))
        .min(MOST_SETS)
}

/// The value of an encoded object of that type.
fn inside<'v>(value: &'v Value, kind: &str) -> Option<&'v Value> {
    let right = value.get("__type__").and_then(Value::as_str) == Some(kind);
    value.get("__value__").filter(|_| right)
}

/// The counts of one of so many sets.
fn counts(
    reader: &ResultReader<'_>,
    packed: &str,
    (set, sets): (usize, usize),
) -> Result<Counts<Bitstring>> {
    let spoiled = || wrong(reader, "an array that is no base64 of zlib of NumPy bytes");
    let packed = STANDARD.decode(packed.trim()).map_err(|_| spoiled())?;
    let npy = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, LONGEST);
    let npy = npy.map_err(|_| spoiled())?;
    let bytes = Bytes::of_npy(&npy).ok_or_else(spoiled)?;
    let [before @ .., shots, width] = bytes.shape.as_slice() else {
        return Err(wrong(
            reader,
            "an array without the dimensions of shots and bytes",
        ));
    };
    if *width == 0 {
        return Err(wrong(reader, "an array whose shots have no bits"));
    }
    if before.iter().product::<usize>() != sets {
        let found = format!("an array of the shape {:?} for {sets} sets", bytes.shape);
        return Err(wrong(reader, &found));
    }
    let of_set = shots * width;
    let bytes_of_set = bytes.data.get(set * of_set..(set + 1) * of_set);
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    for shot in bytes_of_set.unwrap_or_default().chunks_exact(*width) {
        let digits: String = shot.iter().map(|byte| format!("{byte:02x}")).collect();
        let outcome = reader.outcome(&format!("0x{digits}"), BitOrder::Number)?;
        counts.add(outcome, 1.0);
    }
    Ok(counts)
}

fn wrong(reader: &ResultReader<'_>, found: &str) -> crate::error::Error {
    reader.wrong(Some("__type__"), found, REMEDY)
}
