//! An independent reader of all dialects: lines of OpenQASM and IonQ's JSON become gates,
//! whose matrices are the vendors'.

use ketboard_circuits::{Circuit, Gate, Op};
use ketboard_qaoa::Angles;
use serde_json::Value;
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Reads a file of any dialect, its inputs bound to the angles.
pub(crate) fn read(text: &str, angles: &Angles) -> Result<Circuit, String> {
    if text.starts_with('{') {
        from_json(&serde_json::from_str(text).map_err(|error| error.to_string())?)
    } else {
        from_lines(text, angles)
    }
}

fn from_lines(text: &str, angles: &Angles) -> Result<Circuit, String> {
    let (mut gates, mut measured) = (Vec::new(), BTreeMap::new());
    let mut inputs = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        if is_declaration(line) {
            continue;
        }
        let statement = line.strip_suffix(';').ok_or(format!("no ; in {line:?}"))?;
        if let Some(name) = statement.strip_prefix("input float[64] ") {
            inputs.insert(name.to_owned(), bound(name, angles)?);
        } else if let Some((bit, qubit)) = measurement(statement) {
            measured.insert(index(bit)?, index(qubit)?);
        } else {
            gates.extend(gate(statement, &inputs)?);
        }
    }
    Ok(circuit(gates, measured.into_values().collect()))
}

fn is_declaration(line: &str) -> bool {
    let starts = [
        "OPENQASM ",
        "include ",
        "qubit[",
        "qreg ",
        "bit[",
        "creg ",
        "gate ",
        "#pragma ",
    ];
    starts.iter().any(|start| line.starts_with(start)) || ["box {", "}"].contains(&line)
}

fn measurement(statement: &str) -> Option<(&str, &str)> {
    if let Some(pair) = statement.split_once(" = measure ") {
        return Some(pair);
    }
    let (qubit, bit) = statement.strip_prefix("measure ")?.split_once(" -> ")?;
    Some((bit, qubit))
}

fn bound(name: &str, angles: &Angles) -> Result<f64, String> {
    let (kind, number) = name.split_once('_').ok_or(name)?;
    let list = match kind {
        "gamma" => &angles.gammas,
        "beta" => &angles.betas,
        _ => return Err(format!("input {name}")),
    };
    let number: usize = number.parse().map_err(|_| name)?;
    list.get(number - 1).copied().ok_or(format!("input {name}"))
}

/// `q[3]`, `c[3]` and `$3` are 3.
fn index(operand: &str) -> Result<usize, String> {
    let digits: String = operand.chars().filter(char::is_ascii_digit).collect();
    let shapes = [
        format!("q[{digits}]"),
        format!("c[{digits}]"),
        format!("${digits}"),
    ];
    if !shapes.contains(&operand.to_owned()) {
        return Err(format!("{operand:?} is no qubit and no bit"));
    }
    digits.parse().map_err(|_| operand.to_owned())
}

fn gate(statement: &str, inputs: &BTreeMap<String, f64>) -> Result<Vec<Gate>, String> {
    let (call, operands) = match statement.split_once(") ") {
        Some((call, operands)) => (call, operands),
        None => statement.split_once(' ').ok_or(statement)?,
    };
    let (name, arguments) = call.split_once('(').unwrap_or((call, ""));
    let arguments = arguments
        .split(", ")
        .filter(|argument| !argument.is_empty());
    let arguments: Vec<f64> = arguments
        .map(|argument| value(argument, inputs))
        .collect::<Result<_, _>>()?;
    let qubits: Vec<usize> = operands.split(", ").map(index).collect::<Result<_, _>>()?;
    native(name, &arguments, &qubits).ok_or(format!("{statement:?} is no gate"))
}

/// A number, or a sum of numbers times inputs.
fn value(text: &str, inputs: &BTreeMap<String, f64>) -> Result<f64, String> {
    let mut sum = 0.0;
    for term in text.replace(" - ", " + -").split(" + ") {
        let mut factors = term.split(" * ");
        let number: f64 = factors.next().and_then(|x| x.parse().ok()).ok_or(term)?;
        let input = match factors.next() {
            Some(name) => *inputs.get(name).ok_or(term)?,
            None => 1.0,
        };
        sum += number * input;
    }
    Ok(sum)
}

fn native(name: &str, angles: &[f64], qubits: &[usize]) -> Option<Vec<Gate>> {
    let one = match (name, angles, qubits) {
        ("h", [], &[q]) => {
            let rz = Gate::rz(q, FRAC_PI_2);
            return Some(vec![rz.clone(), Gate::new(Op::Sx, q), rz]);
        }
        ("ry", &[t], &[q]) => {
            let turn = |angle| Gate::rz(q, angle);
            return Some(vec![turn(-FRAC_PI_2), Gate::rx(q, t), turn(FRAC_PI_2)]);
        }
        ("rz", &[t], &[q]) => Gate::rz(q, t),
        ("rx", &[t], &[q]) => Gate::rx(q, t),
        ("sx", [], &[q]) => Gate::new(Op::Sx, q),
        ("x", [], &[q]) => Gate::x(q),
        ("cx" | "cnot", [], &[a, b]) => Gate::cx(a, b),
        ("cz", [], &[a, b]) => Gate::z(b).when(a, true),
        ("ecr", [], &[a, b]) => Gate::pair(Op::Ecr, a, b),
        ("rzz" | "RZZ", &[t], &[a, b]) => Gate::pair(Op::Rzz(t), a, b),
        ("zz", &[t], &[a, b]) => Gate::pair(Op::Zz(t), a, b),
        ("U1q", &[t, p], &[q]) => {
            let turn = |angle| Gate::rz(q, angle);
            return Some(vec![turn(-p), Gate::rx(q, t), turn(p)]);
        }
        ("gpi", &[p], &[q]) => Gate::new(Op::Gpi(p), q),
        ("gpi2", &[p], &[q]) => Gate::new(Op::Gpi2(p), q),
        _ => return None,
    };
    Some(vec![one])
}

fn from_json(body: &Value) -> Result<Circuit, String> {
    let input = &body["input"];
    let is_native = match input["gateset"].as_str() {
        Some("native") => true,
        Some("qis") => false,
        other => return Err(format!("gateset {other:?}")),
    };
    let list = input["circuit"].as_array().ok_or("no circuit")?;
    let mut gates = Vec::new();
    for entry in list {
        let of_json = if is_native {
            of_ions(entry)
        } else {
            usual(entry)
        };
        gates.extend(of_json.ok_or(format!("{entry} is no gate"))?);
    }
    let qubits = input["qubits"].as_u64().ok_or("no qubits")? as usize;
    let found = circuit(gates, (0..qubits).collect());
    (found.qubits() == qubits)
        .then_some(found)
        .ok_or("a gate beyond the qubits".into())
}

fn number(entry: &Value, key: &str) -> Option<f64> {
    entry[key].as_f64()
}

fn qubits(entry: &Value) -> Option<Vec<usize>> {
    let all = match (&entry["control"], &entry["target"], &entry["targets"]) {
        (Value::Null, target, Value::Null) => vec![target],
        (control, target, Value::Null) => vec![control, target],
        (Value::Null, Value::Null, targets) => targets.as_array()?.iter().collect(),
        _ => return None,
    };
    all.into_iter()
        .map(|q| Some(q.as_u64()? as usize))
        .collect()
}

/// Radians.
fn usual(entry: &Value) -> Option<Vec<Gate>> {
    let name = match (entry["gate"].as_str()?, entry.get("control").is_some()) {
        ("z", true) => "cz",
        (name @ ("h" | "x" | "rx" | "ry" | "rz" | "zz"), false) => name,
        ("cnot", true) => "cnot",
        _ => return None,
    };
    let angle: Vec<f64> = number(entry, "rotation").into_iter().collect();
    native(name, &angle, &qubits(entry)?)
}

/// Turns.
fn of_ions(entry: &Value) -> Option<Vec<Gate>> {
    let turns: Vec<f64> = match entry["gate"].as_str()? {
        "gpi" | "gpi2" => vec![number(entry, "phase")?],
        "zz" => vec![number(entry, "angle")?],
        _ => return None,
    };
    let radians: Vec<f64> = turns.iter().map(|turn| turn * TAU).collect();
    native(entry["gate"].as_str()?, &radians, &qubits(entry)?)
}

fn circuit(gates: Vec<Gate>, measured: Vec<usize>) -> Circuit {
    let used = gates.iter().flat_map(|gate| &gate.qubits);
    let most = used.chain(&measured).max();
    let mut circuit = Circuit::new(most.map_or(0, |q| q + 1));
    circuit.extend(gates);
    circuit.measure(measured);
    circuit
}
