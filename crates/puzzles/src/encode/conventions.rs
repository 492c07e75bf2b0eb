//! The conventions card that goes into every exported file and every record: what the numbers mean
//! on a quantum computer.

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

/// The rows of [`CONVENTIONS`] that read otherwise where a run is on registers of levels.
pub const REGISTER_CONVENTIONS: &[(&str, &str)] = &[
    ("state", "that which the mixer begins with, on registers"),
    (
        "layer",
        "e^{-i gamma C} first, C including the offset, then the mixer at beta",
    ),
    (
        "bit order",
        "a basis index is the sum of level_r stride_r, register 0 fastest; counts are of qubits: character k of a bitstring is qubit k",
    ),
    (
        "rotations",
        "RZ(2 gamma h), RZZ(2 gamma J) with C rewritten on the levels; those of the mixer at beta",
    ),
];
