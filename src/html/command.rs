//! The command behind a run: what to type to run it again, with every option whose value is not the default.

use crate::encode::Encodings;
use crate::lab::{Input, Record, Setting};

/// The command that runs all depths up to the record's; the file it names is the record's input.
pub(super) fn command(record: &Record) -> String {
    let ending = match &record.input {
        Input::Puzzle(_) => "toml",
        Input::Model(_) => "json",
    };
    let file = format!("{}.{ending}", record.name);
    let mut words = vec!["ketboard sweep".to_owned(), quoted(&file)];
    words.push(format!("--depth {}", record.depth));
    words.extend(options(&record.setting));
    words.join(" ")
}

fn options(setting: &Setting) -> Vec<String> {
    let mut options = Vec::new();
    let mut add = |name: &str, value: &str| options.push(format!("--{name} {}", quoted(value)));
    let paper = Encodings::default();
    let named = [
        ("reduce", setting.reduce.as_deref()),
        ("drop-region", setting.drop_region.as_deref()),
        ("registers", setting.registers.as_deref()),
        ("mixer", setting.mixer.as_deref()),
    ];
    for (name, value) in named {
        value.into_iter().for_each(|value| add(name, value));
    }
    if let Some(target) = setting.target_qubits {
        add("target-qubits", &target.to_string());
    }
    setting.weights.iter().for_each(|w| add("weight", w));
    let with_default = [
        (
            "distinct-lines",
            &*setting.distinct_lines,
            paper.distinct_lines.name(),
        ),
        ("counts", &*setting.counts, paper.counts.name()),
        ("symbols", &*setting.symbols, paper.symbols.name()),
        ("ansatz", &*setting.ansatz, "standard"),
        ("objective", &*setting.objective, "expectation"),
        ("strategy", &*setting.strategy, "ladder"),
        ("precision", &*setting.precision, "f64"),
    ];
    for (name, value, default) in with_default {
        if value != default {
            add(name, value);
        }
    }
    if let Some(shots) = setting.objective_shots {
        add("objective-shots", &shots.to_string());
    }
    add("optimizer", &setting.optimizer);
    add("starts", &setting.starts.to_string());
    add("iterations", &setting.iterations.to_string());
    add("shots", &setting.shots.to_string());
    add("seed", &setting.seed.to_string());
    options
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.:=/,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_only_where_a_shell_would_split_or_change_it() {
        assert_eq!(quoted("queens-4x4.toml"), "queens-4x4.toml");
        assert_eq!(quoted("row=2"), "row=2");
        assert_eq!(quoted("my board.toml"), "'my board.toml'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
