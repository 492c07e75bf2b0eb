//! Any text as counts of so many qubits as the first byte says: never a panic, and every refusal is
//! one line.

#![no_main]

use ketboard_circuits::{MeasuredResults, BitOrder, ResultHints};
use ketboard_fuzz::seed;
use libfuzzer_sys::fuzz_target;

const SEEDS: [&str; 11] = [
    "{\"0110\": 12, \"1111\": 3}",
    "{\"counts\": {\"0x3\": 2}, \"shots\": 2, \"bit_order\": \"number\"}",
    "{\"probabilities\": {\"0110\": 0.25, \"1001\": 0.75}}",
    "[\"0110\", \"1001\"]",
    "[[0, 1, 1, 0], [1, 0, 0, 1]]",
    "{\"results\": [{\"data\": {\"c\": {\"samples\": [\"0x3\"], \"num_bits\": 4}}}]}",
    "{\"results\": [{\"data\": {\"counts\": {\"0x3\": 5}}}]}",
    "{\"6\": 0.5, \"9\": 0.5}",
    "{\"shots\": [{\"registers\": {\"c\": [0, 1, 1, 0]}}]}",
    "{\"probabilities\": {\"registers\": {\"output_all\": {\"0110\": 1}}}}",
    "{\"measurements\": [[\"0\", \"1\", \"1\", \"0\"]], \"measuredQubits\": [3, 0, 1, 2]}",
];

fuzz_target!(
    init: {
        seed(&[4], SEEDS.map(str::to_owned));
    },
    |data: &[u8]| {
        let Some((qubits, bytes)) = data.split_first() else {
            return;
        };
        let text = String::from_utf8_lossy(bytes);
        for bit_order in [None, Some(BitOrder::Left), Some(BitOrder::Number)] {
            let hints = ResultHints { bit_order, result: None };
            if let Err(error) = MeasuredResults::read(&text, "counts.json", usize::from(*qubits), hints) {
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
            }
        }
    }
);
