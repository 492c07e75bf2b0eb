//! The conventions card that goes into every exported file: what the numbers mean on a quantum
//! computer; and its short form in records.

/// Name and meaning of each convention; the crate's formulas follow them, exporters copy them.
pub const CONVENTIONS: &[(&str, &str)] = &[
    ("state", "|+>^n"),
    (
        "layer",
        "e^{-i beta sum X} e^{-i gamma C}, cost first, C including the offset",
    ),
    (
        "angles",
        "C is minimized; a ramp that minimizes has gamma > 0 and beta < 0; angles are given as they are used",
    ),
    (
        "bit order",
        "qubit k is bit k of the basis index (least significant first); character k of a bitstring is qubit k",
    ),
    ("spin", "x = (1 - z)/2"),
    ("rotations", "RZ(2 gamma h), RZZ(2 gamma J), RX(2 beta)"),
    (
        "cells",
        "x3 is qubit 3, !x3 is 1 minus qubit 3, 0 and 1 are constants",
    ),
];

/// The conventions in short, as records of runs hold them: the first lines of [`CONVENTIONS`], or
/// those of a space of registers.
pub fn conventions_in_short(on_registers: bool) -> String {
    if on_registers {
        return "state: that which the mixer begins with, on registers; layer: e^{-i gamma C} first, then the mixer at beta; C is \
                minimized"
            .to_owned();
    }
    let card = CONVENTIONS.iter().take(4);
    let lines = card.map(|(name, meaning)| format!("{name}: {meaning}"));
    lines.collect::<Vec<_>>().join("; ")
}
