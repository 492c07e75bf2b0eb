//! A circuit as a picture: a line for each qubit, gates from left to right as early as they can be.

use ketboard_circuits::{Circuit, Gate};
use std::fmt::Write;

/// Columns of gates that are drawn.
const COLUMNS: usize = 40;
/// Pixels from a column to the next.
const STEP: usize = 44;
/// Pixels from a line to the next.
const LINE: usize = 40;
/// Pixels left of the first column.
const LEFT: usize = 40;
/// Half the side of a gate's box.
const HALF: usize = 15;

/// The picture; `with_angles` writes the angle of a gate below its name.
pub(crate) fn svg(circuit: &Circuit, with_angles: bool) -> String {
    let qubits = circuit.qubits();
    let mut busy_until = vec![0; qubits];
    let (mut body, mut drawn, mut columns) = (String::new(), 0, 1);
    for gate in circuit.gates() {
        let on = gate.qubits();
        let (low, high) = on
            .iter()
            .fold((gate.target, gate.target), |(low, high), &q| {
                (low.min(q), high.max(q))
            });
        let column = (low..=high).map(|q| busy_until[q]).max().unwrap_or(0);
        if column >= COLUMNS {
            break;
        }
        busy_until[low..=high].fill(column + 1);
        columns = columns.max(column + 1);
        drawn += 1;
        body += &one(gate, column, (low, high), with_angles);
    }
    let left = circuit.gates().len() - drawn;
    let (width, foot) = (LEFT + columns * STEP + 10, if left > 0 { 24 } else { 0 });
    let height = qubits * LINE + 10;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{}" viewBox="0 0 {width} {}" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#ffffff"/>"##,
        height + foot,
        height + foot
    );
    for qubit in 0..qubits {
        let y = line(qubit);
        let _written = write!(
            svg,
            r##"<text x="6" y="{}" fill="#333333">q{qubit}</text><path d="M{} {y}H{width}" stroke="#888888"/>"##,
            y + 4,
            LEFT - 8
        );
    }
    svg += &body;
    if left > 0 {
        let _written = write!(
            svg,
            r##"<text x="6" y="{}" fill="#333333">and {left} more gates</text>"##,
            height + 14
        );
    }
    svg + "</svg>"
}

fn line(qubit: usize) -> usize {
    qubit * LINE + LINE / 2 + 5
}

/// One gate: dots where it is controlled (hollow on 0), a box or a plus on its target.
fn one(gate: &Gate, column: usize, (low, high): (usize, usize), with_angle: bool) -> String {
    let (x, y) = (LEFT + column * STEP + STEP / 2, line(gate.target));
    let mut svg = String::new();
    if low < high {
        let (from, to) = (line(low), line(high));
        svg += &format!(r##"<path d="M{x} {from}V{to}" stroke="#1f5fa8"/>"##);
    }
    for control in &gate.controls {
        let fill = if control.value { "#1f5fa8" } else { "#ffffff" };
        let y = line(control.qubit);
        svg += &format!(r##"<circle cx="{x}" cy="{y}" r="4" fill="{fill}" stroke="#1f5fa8"/>"##);
    }
    let name = gate.op.name();
    if name == "x" && !gate.controls.is_empty() {
        let (up, down, left, right) = (y - 9, y + 9, x - 9, x + 9);
        return svg
            + &format!(
                r##"<circle cx="{x}" cy="{y}" r="9" fill="#ffffff" stroke="#1f5fa8"/><path d="M{x} {up}V{down}M{left} {y}H{right}" stroke="#1f5fa8"/>"##
            );
    }
    let angle = gate.op.angle().filter(|_| with_angle);
    let fill = if gate.op.angle().is_some() {
        "#e4eef9"
    } else {
        "#f3f3f3"
    };
    svg += &format!(
        r##"<rect x="{}" y="{}" width="{}" height="{}" rx="3" fill="{fill}" stroke="#555555"/>"##,
        x - HALF - 3,
        y - HALF,
        2 * HALF + 6,
        2 * HALF
    );
    let mut word = |text: &str, dy: usize, size: usize| {
        svg += &format!(
            r##"<text x="{x}" y="{}" text-anchor="middle" font-size="{size}" fill="#111111">{text}</text>"##,
            y + dy - 8
        );
    };
    match angle {
        None => word(&name.to_uppercase(), 12, 11),
        Some(angle) => {
            word(&name.to_uppercase(), 7, 10);
            word(&format!("{angle:.2}"), 19, 9);
        }
    }
    svg
}
