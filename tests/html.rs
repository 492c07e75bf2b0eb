//! The report: every number is there, nothing leaves the page, and what cannot be shown is said.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "html/study.rs"]
mod study;

use ketboard::html::{Source, page};
use ketboard::lab::{Input, Record};
use serde_json::Value;
use std::path::Path;
use study::study;

const PUZZLES: [&str; 7] = [
    "queens-5x5",
    "tango-6x6",
    "tents-4x4",
    "sudoku-4x4",
    "chess-max-4x4",
    "star-battle-5x5",
    "queens-holes-5x5",
];

fn source() -> Source {
    Source {
        folder: "runs/study".into(),
        command: "ketboard report runs/study".into(),
        plan: None,
    }
}

#[test]
fn dump() {
    let records = study(&PUZZLES, 5);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study");
    std::fs::create_dir_all(&folder).unwrap();
    let lines: String = records.iter().map(|r| serde_json::to_string(r).unwrap() + "\n").collect();
    std::fs::write(folder.join("records.jsonl"), lines).unwrap();
    std::fs::write(folder.join("report.html"), page(&records, &source()).unwrap()).unwrap();
}
