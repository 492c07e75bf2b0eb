//! Links of all documents: each leads to a file that is there, and to a heading that it has.

use super::{read, root};
use std::path::{Path, PathBuf};

/// Every Markdown file below a folder, in order.
pub(super) fn markdown_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(markdown_below(&path));
        } else if path.extension().is_some_and(|end| end == "md") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Every Markdown file that readers of the repository meet.
fn documents() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") {
            files.push(path);
        }
    }
    for folder in ["docs", "crates", "examples", "results", "benches", "tests"] {
        files.extend(markdown_below(&root().join(folder)));
    }
    assert!(files.len() > 20, "{files:?}");
    files
}

/// The lines of a document that stand in no fenced block.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The targets of a line's links and pictures.
fn targets(line: &str) -> Vec<&str> {
    // What stands in backticks is shown, not linked.
    let shown = line.split('`').step_by(2);
    let links = shown.flat_map(|part| {
        let links = part
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        let pictures = part
            .split("src=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        links.chain(pictures).collect::<Vec<_>>()
    });
    links.collect()
}

/// The name that a heading is linked by.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_anchor(file: &Path, name: &str) -> bool {
    let text = read(file);
    prose(&text).any(|line| line.starts_with('#') && anchor(line) == name)
}

#[test]
fn every_link_leads_to_a_file_and_a_heading_that_are_there() {
    let mut broken = Vec::new();
    let book = root().join("docs/src");
    for file in documents() {
        let text = read(&file);
        // A link's text may end on one line and its target stand on the next.
        let lines: Vec<&str> = prose(&text).collect();
        for target in lines.iter().flat_map(|line| targets(line)) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let place = match path {
                "" => file.clone(),
                path => file.parent().unwrap().join(path),
            };
            let Ok(place) = place.canonicalize() else {
                broken.push(format!("{}: {target} is not there", file.display()));
                continue;
            };
            if !heading.is_empty() && !has_anchor(&place, heading) {
                broken.push(format!("{}: {target} has no such heading", file.display()));
            }
            // A rendered book has nothing but its own pages and pictures.
            if file.starts_with(&book) && !place.starts_with(&book) {
                broken.push(format!("{}: {target} is outside the book", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_book_stands_in_its_summary() {
    let book = root().join("docs/src");
    let summary = read(&book.join("SUMMARY.md"));
    let listed: Vec<PathBuf> = summary
        .lines()
        .flat_map(targets)
        .map(|path| book.join(path))
        .collect();
    for page in markdown_below(&book) {
        let count = listed.iter().filter(|listed| **listed == page).count();
        let expected = usize::from(!page.ends_with("SUMMARY.md"));
        assert_eq!(count, expected, "{} in SUMMARY.md", page.display());
    }
}

#[test]
fn prose_keeps_to_120_columns() {
    let mut long = Vec::new();
    for file in documents() {
        let text = read(&file);
        for line in prose(&text) {
            let is_table = line.trim_start().starts_with('|');
            let is_code = line.starts_with("    ");
            // A picture or a link cannot be broken.
            let is_one_word =
                !line.trim().contains(' ') || line.trim_start().starts_with(['!', '<', '[']);
            if line.chars().count() > 120 && !is_table && !is_code && !is_one_word {
                long.push(format!("{}: {line}", file.display()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn links_pictures_and_headings_are_seen() {
    let line = "a [b](c.md#d-e), ![f](g.svg) <img src=\"h.svg\"> `[no](x)`";
    assert_eq!(targets(line), ["c.md#d-e", "g.svg", "h.svg"]);
    for (heading, name) in [
        ("## Commands and options", "commands-and-options"),
        ("# P(success), what it is", "psuccess-what-it-is"),
        ("### `solve`", "solve"),
    ] {
        assert_eq!(anchor(heading), name);
    }
}
