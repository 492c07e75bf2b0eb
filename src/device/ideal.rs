//! Ideal devices of any size: lines, grids, heavy-hex lattices, all-to-all.
//!
//! `heavy-hex-D` is the lattice of the heavy-hexagon code of odd distance D with (5D² − 2D − 1)/2 qubits (Chamberland et al., Phys. Rev. X
//! 10, 011022 (2020), arXiv 1907.09528): D rows of 2D − 1 qubits, and between two rows (D + 1)/2 bridges.

use super::{Device, MAX_QUBITS};
use crate::error::{Error, Result};

/// How the families are written.
pub(super) const NAMES: [&str; 4] = ["line-N", "grid-RxC", "heavy-hex-D", "all-to-all-N"];

pub(super) fn find(name: &str) -> Result<Device> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|n| *n > 0);
    let unknown = || {
        Error::argument(
            "device",
            format!("`{name}`"),
            format!("the devices are {}", super::names().join(", ")),
        )
    };
    let (family, size) = name.rsplit_once('-').ok_or_else(unknown)?;
    let (about, qubits, couplings): (_, _, fn(&[usize]) -> Vec<(usize, usize)>);
    let sizes: Vec<usize>;
    match family {
        "line" => {
            sizes = vec![number(size).ok_or_else(unknown)?];
            (about, qubits, couplings) = ("a line", Some(sizes[0]), line);
        }
        "all-to-all" => {
            sizes = vec![number(size).ok_or_else(unknown)?];
            (about, qubits, couplings) = ("all to all", Some(sizes[0]), complete);
        }
        "grid" => {
            let (rows, columns) = size.split_once('x').ok_or_else(unknown)?;
            let (rows, columns) = (number(rows), number(columns));
            let (rows, columns) = rows.zip(columns).ok_or_else(unknown)?;
            sizes = vec![rows, columns];
            (about, qubits, couplings) = ("a square grid", rows.checked_mul(columns), grid);
        }
        "heavy-hex" => {
            let distance = number(size).ok_or_else(unknown)?;
            if distance.is_multiple_of(2) || distance < 3 {
                return Err(Error::argument(
                    "device",
                    format!("`{name}`"),
                    "the distance of a heavy-hex lattice is odd and at least 3",
                ));
            }
            sizes = vec![distance];
            let squared = distance
                .checked_mul(distance)
                .and_then(|d| d.checked_mul(5));
            let qubits_of = |squared: usize| (squared - 2 * distance - 1) / 2;
            (about, qubits, couplings) = ("a heavy-hex lattice", squared.map(qubits_of), heavy_hex);
        }
        _ => return Err(unknown()),
    }
    let qubits = qubits.filter(|n| *n <= MAX_QUBITS).ok_or_else(|| {
        let remedy = format!("a device has at most {MAX_QUBITS} qubits");
        Error::argument("device", format!("`{name}`"), remedy)
    })?;
    Ok(Device::ideal(
        name.to_owned(),
        about,
        qubits,
        couplings(&sizes),
    ))
}

fn line(sizes: &[usize]) -> Vec<(usize, usize)> {
    (1..sizes[0]).map(|b| (b - 1, b)).collect()
}

fn complete(sizes: &[usize]) -> Vec<(usize, usize)> {
    all_pairs(sizes[0])
}

/// Every pair of `n` qubits.
pub(super) fn all_pairs(n: usize) -> Vec<(usize, usize)> {
    (0..n)
        .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
        .collect()
}

fn grid(sizes: &[usize]) -> Vec<(usize, usize)> {
    let (rows, columns) = (sizes[0], sizes[1]);
    let mut couplings = Vec::new();
    for q in 0..rows * columns {
        if !(q + 1).is_multiple_of(columns) {
            couplings.push((q, q + 1));
        }
        if q + columns < rows * columns {
            couplings.push((q, q + columns));
        }
    }
    couplings
}

fn heavy_hex(sizes: &[usize]) -> Vec<(usize, usize)> {
    let d = sizes[0];
    let width = 2 * d - 1;
    let mut couplings = Vec::new();
    for row in 0..d {
        couplings.extend((1..width).map(|c| (row * width + c - 1, row * width + c)));
    }
    let mut bridge = d * width;
    for gap in 0..d - 1 {
        // bridges stand at every other flag, and at the data qubit of the edge where the flags leave room
        let columns: Vec<usize> = if gap.is_multiple_of(2) {
            (1..width - 1).step_by(4).chain([width - 1]).collect()
        } else {
            std::iter::once(0).chain((3..width).step_by(4)).collect()
        };
        for column in columns {
            let above = gap * width + column;
            couplings.extend([(above, bridge), (bridge, above + width)]);
            bridge += 1;
        }
    }
    couplings
}

#[cfg(test)]
mod tests {
    use super::super::find;

    #[test]
    fn the_families_have_the_sizes_of_their_formulas() {
        for (name, qubits, couplings, degree) in [
            ("line-1", 1, 0, 0),
            ("line-12", 12, 11, 2),
            ("grid-3x4", 12, 17, 4),
            ("grid-1x5", 5, 4, 2),
            ("heavy-hex-3", 19, 20, 3),
            ("heavy-hex-5", 57, 64, 3),
            ("heavy-hex-7", 115, 132, 3),
            ("all-to-all-6", 6, 15, 5),
        ] {
            let device = find(name).unwrap();
            assert_eq!(device.qubits, qubits, "{name}");
            assert_eq!(device.couplings.len(), couplings, "{name}");
            let degrees = device.neighbors().into_iter().map(|list| list.len());
            assert_eq!(degrees.max(), Some(degree), "{name}");
        }
    }

    #[test]
    fn every_qubit_of_a_family_is_reached_from_the_first() {
        for name in [
            "line-9",
            "grid-4x5",
            "heavy-hex-3",
            "heavy-hex-9",
            "all-to-all-4",
        ] {
            let neighbors = find(name).unwrap().neighbors();
            let mut seen = vec![false; neighbors.len()];
            let mut open = vec![0];
            while let Some(q) = open.pop() {
                if !std::mem::replace(&mut seen[q], true) {
                    open.extend(&neighbors[q]);
                }
            }
            assert!(seen.iter().all(|&s| s), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_none_is_answered_by_those_there_are() {
        for name in [
            "", "line", "line-", "line-0", "line-x", "grid-3", "grid-0x3", "ring-5", "Torino",
        ] {
            let message = find(name).unwrap_err().to_string();
            assert!(
                message.contains("heavy-hex-D") && message.contains("torino"),
                "{message}"
            );
        }
        for name in [
            "heavy-hex-4",
            "heavy-hex-1",
            "line-5000",
            "grid-99999999999x99999999999",
        ] {
            assert!(find(name).unwrap_err().to_string().contains(name));
        }
    }
}
