//! Ideal devices of any size: lines, grids, heavy-hex lattices, all-to-all.
//!
//! `heavy-hex-D` is the lattice of the heavy-hexagon code of odd distance D with (5D² − 2D − 1)/2
//! qubits (Chamberland et al., Phys. Rev. X 10, 011022 (2020), arXiv 1907.09528): D rows of 2D − 1
//! qubits, and between two rows (D + 1)/2 bridges.

use super::{Device, MAX_QUBITS};
use crate::error::{Error, Result};

/// How the families are written, and their sizes, of at most [`MAX_QUBITS`] qubits.
const FAMILIES: [(&str, &str); 4] = [
    ("line-N", "has 1 to 2048 qubits"),
    ("grid-RxC", "has 1 to 2048 qubits: R rows of C"),
    ("heavy-hex-D", "has an odd distance D from 3 to 27"),
    ("all-to-all-N", "has 1 to 2048 qubits"),
];

pub(super) fn find(name: &str) -> Result<Device> {
    let (family, size) = name.rsplit_once('-').unwrap_or((name, ""));
    let number = |text: &str| text.parse().ok().filter(|n| *n > 0 && *n <= MAX_QUBITS);
    let built = match family {
        "line" => number(size).map(|n| ("a line", n, (1..n).map(|b| (b - 1, b)).collect())),
        "all-to-all" => number(size).map(|n| ("all to all", n, all_pairs(n))),
        "grid" => size.split_once('x').and_then(|(rows, columns)| {
            let (rows, columns) = (number(rows)?, number(columns)?);
            let qubits = Some(rows * columns).filter(|n| *n <= MAX_QUBITS)?;
            Some(("a square grid", qubits, grid(rows, columns)))
        }),
        "heavy-hex" => number(size)
            .filter(|d| d % 2 == 1 && (3..=27).contains(d))
            .map(|d| ("a heavy-hex lattice", heavy_hex_qubits(d), heavy_hex(d))),
        _ => None,
    };
    let (about, qubits, couplings) = built.ok_or_else(|| {
        let is_it =
            |(form, _): &&(&str, &str)| form.rsplit_once('-').is_some_and(|f| f.0 == family);
        let known = FAMILIES.iter().find(is_it).filter(|_| name.contains('-'));
        let remedy = known.map_or_else(
            || {
                let ideal = FAMILIES.iter().map(|(form, _)| *form);
                let names: Vec<&str> = Device::shipped().chain(ideal).collect();
                format!(
                    "the devices are {}, or one in a .json file",
                    names.join(", ")
                )
            },
            |(form, sizes)| format!("{form} {sizes}"),
        );
        Error::setting("backend", format!("found {name:?}"), remedy)
    })?;
    Ok(Device::ideal(name.to_owned(), about, qubits, couplings))
}

fn heavy_hex_qubits(d: usize) -> usize {
    (5 * d * d - 2 * d - 1) / 2
}

/// Every pair of `n` qubits.
pub(super) fn all_pairs(n: usize) -> Vec<(usize, usize)> {
    (0..n)
        .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
        .collect()
}

fn grid(rows: usize, columns: usize) -> Vec<(usize, usize)> {
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

fn heavy_hex(d: usize) -> Vec<(usize, usize)> {
    let width = 2 * d - 1;
    let mut couplings = Vec::new();
    for row in 0..d {
        couplings.extend((1..width).map(|c| (row * width + c - 1, row * width + c)));
    }
    let mut bridge = d * width;
    for gap in 0..d - 1 {
        // bridges are at every other flag, and at the data qubit of the edge where the flags
        // leave room
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
    use super::*;

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
            let device = Device::named(name).unwrap();
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
            let neighbors = Device::named(name).unwrap().neighbors();
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
        for name in ["", "line", "ring-5", "Torino", "grid"] {
            let message = Device::named(name).unwrap_err().to_string();
            assert!(
                message.contains("heavy-hex-D") && message.contains("torino"),
                "{message}"
            );
        }
        for name in [
            "heavy-hex-4",
            "heavy-hex-1",
            "heavy-hex-99999",
            "heavy-hex-18446744073709551615",
            "line-0",
            "line-",
            "line-x",
            "line-5000",
            "all-to-all-0",
            "grid-3",
            "grid-0x3",
            "grid-99999999999x99999999999",
        ] {
            let told = Device::named(name).unwrap_err().to_string();
            let (family, _) = name.rsplit_once('-').unwrap();
            let known = match family {
                "heavy-hex" => "D from 3 to ".to_owned(),
                _ => format!("has 1 to {MAX_QUBITS} qubits"),
            };
            assert!(told.contains(name) && told.contains(&known), "{told}");
        }
        // the largest of each are devices
        let told = Device::named("heavy-hex-1").unwrap_err().to_string();
        let most: usize = told.rsplit_once(' ').unwrap().1.parse().unwrap();
        assert!(Device::named(&format!("heavy-hex-{most}")).is_ok());
        assert!(Device::named(&format!("heavy-hex-{}", most + 2)).is_err());
        assert!(Device::named(&format!("line-{MAX_QUBITS}")).is_ok());
    }
}
