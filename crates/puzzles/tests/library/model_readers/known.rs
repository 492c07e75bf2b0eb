//! Model texts as other programs write them, and what they mean; those of dimod were written by
//! dimod 0.12.23.

/// A text, its format, its energies at the basis states in order, and the names of its variables.
pub(crate) struct Known {
    pub(crate) text: &'static str,
    pub(crate) format: &'static str,
    pub(crate) energies: &'static [f64],
    pub(crate) cells: &'static [&'static str],
}

/// `s.a − 2 s.b + 3 s.a s.b − s.b s.c / 2 + 3/4` over spins s = 2x − 1.
const SPINS: &[f64] = &[4.25, 0.25, -4.75, 3.25, 5.25, 1.25, -5.75, 2.25];

pub(crate) static KNOWN: &[Known] = &[
    Known {
        text: r#"{"type": "BinaryQuadraticModel", "version": {"bqm_schema": "3.0.0"}, "use_bytes": false, "index_type": "int32", "bias_type": "float64", "num_variables": 3, "num_interactions": 2, "variable_labels": ["a", "b", "c"], "variable_type": "SPIN", "offset": 0.75, "info": {}, "linear_biases": [1.0, -2.0, 0.0], "quadratic_biases": [3.0, -0.5], "quadratic_head": [0, 1], "quadratic_tail": [1, 2]}"#,
        format: "dimod",
        energies: SPINS,
        cells: &["a x0", "b x1", "c x2"],
    },
    Known {
        // the one before, after dimod's change_vartype
        text: r#"{"type": "BinaryQuadraticModel", "version": {"bqm_schema": "3.0.0"}, "use_bytes": false, "index_type": "int32", "bias_type": "float64", "num_variables": 3, "num_interactions": 2, "variable_labels": ["a", "b", "c"], "variable_type": "BINARY", "offset": 4.25, "info": {}, "linear_biases": [-4.0, -9.0, 1.0], "quadratic_biases": [12.0, -2.0], "quadratic_head": [0, 1], "quadratic_tail": [1, 2]}"#,
        format: "dimod",
        energies: SPINS,
        cells: &["a x0", "b x1", "c x2"],
    },
    Known {
        text: r#"{"type": "BinaryQuadraticModel", "version": {"bqm_schema": "3.0.0"}, "use_bytes": false, "index_type": "int32", "bias_type": "float64", "num_variables": 2, "num_interactions": 1, "variable_labels": [[0, 1], 4], "variable_type": "BINARY", "offset": 0.75, "info": {}, "linear_biases": [1.0, -2.0], "quadratic_biases": [3.0], "quadratic_head": [0], "quadratic_tail": [1]}"#,
        format: "dimod",
        energies: &[0.75, 1.75, -1.25, 2.75],
        cells: &["[0,1] x0", "4 x1"],
    },
    Known {
        text: "c a comment\n\np qubo 0 3 2 1\n0 0 -1\n2 2 2.5e0\n0 2 1\n",
        format: "qubo",
        energies: &[0.0, -1.0, 2.5, 2.5],
        cells: &["0 x0", "2 x1"],
    },
    Known {
        text: "c offset : -0.5\np qubo unconstrained 2 0 1\n1 0 4\n",
        format: "qubo",
        energies: &[-0.5, -0.5, -0.5, 3.5],
        cells: &[],
    },
    Known {
        text: r#"{"h": [1, 0], "J": [[1, 0, 2]]}"#,
        format: "ising",
        energies: &[3.0, -3.0, -1.0, 1.0],
        cells: &[],
    },
    Known {
        text: r#"{"n": 1, "offset": 1, "linear": [2], "quadratic": [], "cells": {"h": "x0"}}"#,
        format: "json",
        energies: &[1.0, 3.0],
        cells: &["h x0"],
    },
];
