//! An independent reader of the portable OpenQASM 3 subset: anything outside of it is an error.
//!
//! It shares nothing with the writer but the gates' meaning.

use super::{Circuit, Gate};

/// A program that was read: its gates, and for each bit of `c` the qubit that is measured into it.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) circuit: Circuit,
    pub(crate) measured: Vec<usize>,
    #[allow(dead_code, reason = "not every test reads them")]
    pub(crate) comments: Vec<String>,
}

/// Reads a program, or names the line that is outside of the subset.
pub(crate) fn read(text: &str) -> Result<Program, String> {
    if text.contains('\r') || !text.ends_with('\n') {
        return Err("lines must end with LF".into());
    }
    let comments = text.lines().filter_map(|line| line.strip_prefix("// "));
    let comments = comments.map(str::to_owned).collect();
    let mut code = text.lines().filter(|line| !line.starts_with("//"));
    let mut expect = |wanted: &str| match code.next() {
        Some(line) if line == wanted => Ok(()),
        other => Err(format!("found {other:?}, wanted {wanted:?}")),
    };
    expect("OPENQASM 3.0;")?;
    expect("include \"stdgates.inc\";")?;
    let n = declared(code.next(), "qubit[", "] q;")?;
    let bits = declared(code.next(), "bit[", "] c;")?;
    let mut circuit = Circuit::new(n);
    let mut measured = Vec::new();
    for line in code {
        let statement = line.strip_suffix(';').ok_or(format!("no ; in {line:?}"))?;
        if let Some((bit, qubit)) = statement.split_once(" = measure ") {
            if index(bit, "c")? != measured.len() {
                return Err(format!("{line:?}: bits must be measured in order"));
            }
            measured.push(index(qubit, "q")?);
        } else if measured.is_empty() {
            circuit.push(gate(statement)?);
        } else {
            return Err(format!("{line:?} after a measurement"));
        }
    }
    if measured.len() != bits || bits > n {
        return Err(format!("{} of {bits} bits, {n} qubits", measured.len()));
    }
    Ok(Program {
        circuit,
        measured,
        comments,
    })
}

fn declared(line: Option<&str>, before: &str, after: &str) -> Result<usize, String> {
    line.and_then(|line| line.strip_prefix(before)?.strip_suffix(after))
        .and_then(|size| size.parse().ok())
        .ok_or(format!("found {line:?}, wanted {before}n{after}"))
}

fn index(operand: &str, register: &str) -> Result<usize, String> {
    operand
        .strip_prefix(register)
        .and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']')?.parse().ok())
        .ok_or(format!("{operand:?} is no element of {register}"))
}

fn gate(statement: &str) -> Result<Gate, String> {
    let wrong = || format!("{statement:?} is no gate of the subset");
    let (call, operands) = statement.split_once(' ').ok_or_else(wrong)?;
    let qubits = operands.split(", ").map(|operand| index(operand, "q"));
    let qubits: Vec<usize> = qubits.collect::<Result<_, _>>()?;
    let (name, angle) = match call.split_once('(') {
        Some((name, rest)) => (
            name,
            Some(decimal(rest.strip_suffix(')').ok_or_else(wrong)?)?),
        ),
        None => (call, None),
    };
    match (name, angle, qubits.as_slice()) {
        ("h", None, &[q]) => Ok(Gate::h(q)),
        ("x", None, &[q]) => Ok(Gate::x(q)),
        ("rx", Some(theta), &[q]) => Ok(Gate::rx(q, theta)),
        ("ry", Some(theta), &[q]) => Ok(Gate::ry(q, theta)),
        ("rz", Some(theta), &[q]) => Ok(Gate::rz(q, theta)),
        ("cx", None, &[control, target]) => Ok(Gate::cx(control, target)),
        ("cz", None, &[control, target]) => Ok(Gate::z(target).when(control, true)),
        _ => Err(wrong()),
    }
}

fn decimal(text: &str) -> Result<f64, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
    match digits.split_once('.') {
        Some((before, after)) if plain(before) && plain(after) => {
            text.parse().map_err(|_| format!("{text:?} is no number"))
        }
        _ => Err(format!("{text:?} is no plain decimal literal")),
    }
}
