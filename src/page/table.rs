//! Tables as plain HTML: readable without a script, sortable with one. A cell shows a number to
//! four digits and carries it whole.

use super::chain::RunChain;
use super::escape::text;
use super::number::short;
use super::settings::NamedSetting;
use crate::lab::Record;
use crate::pipeline::ShotEstimate;
use ketboard_circuits::{Interval, median, median_interval, quantile};
use std::fmt::Write;

/// A column of a table of runs: its head, what it means, its number, and the 95 % interval of it
/// where it is measured.
struct TableColumn {
    head: &'static str,
    meaning: &'static str,
    value: fn(&Record) -> Option<f64>,
    interval: fn(&Record) -> Option<Interval>,
}

const fn column(
    head: &'static str,
    meaning: &'static str,
    value: fn(&Record) -> Option<f64>,
) -> TableColumn {
    TableColumn {
        head,
        meaning,
        value,
        interval: |_| None,
    }
}

const QUBITS: TableColumn = column("qubits", "after the reduction", |r| Some(r.qubits as f64));
const STATES: TableColumn = column("states", "2^qubits, or those of the registers", |r| {
    Some(r.states as f64)
});
const SOLUTIONS: TableColumn = column(
    "solutions",
    "boards that obey the rules, or ground states of a model",
    |r| r.solutions.map(|n| n as f64),
);
const DEPTH: TableColumn = column("p", "layers of the circuit", |r| Some(r.depth as f64));
const SUCCESS: TableColumn = column(
    "success",
    "probability of all boards that obey the rules, or of the exact ground states of a model",
    |r| r.success_probability,
);
const GROUND: TableColumn = column(
    "ground",
    "probability of the states of lowest energy",
    |r| Some(r.ground_probability),
);
const RANDOM: TableColumn = column(
    "random guess",
    "probability that a random state obeys the rules",
    |r| r.baselines.random_guess,
);
const ANNEALING: TableColumn = TableColumn {
    interval: |r| ends(r.annealing()?.success),
    ..column("annealing", "success of one run at equal layers", |r| {
        Some(r.annealing()?.success.value)
    })
};
const GROVER: TableColumn = column("Grover", "success after p iterations", |r| {
    r.baselines.grover
});
const SEARCH: TableColumn = column("exact search", "values assumed by the exact solver", |r| {
    r.baselines.exact_search.as_ref().map(|s| s.nodes as f64)
});
const RATIO: TableColumn = column("ratio", "approximation ratio", |r| r.approximation_ratio);
const SHOTS: TableColumn = column("shots to 99 %", "from the exact success probability", |r| {
    r.shots_to_99
});
const LAYERS: TableColumn = column("layers to 99 %", "shots to 99 % times depth", |r| {
    r.layers_to_99
});
const CALLS: TableColumn = column("calls", "of the simulator, up to this depth", |r| {
    Some(r.evaluations as f64)
});
const OBJECTIVE: TableColumn = column("objective", "the value of what was minimized", |r| {
    Some(r.objective)
});
const EXPECTATION: TableColumn = column("⟨C⟩", "mean energy of the state", |r| {
    Some(r.expectation)
});
const MEASURED: TableColumn = TableColumn {
    interval: |r| ends(r.measured.as_ref()?.success),
    ..column("measured", "success in the shots that were drawn", |r| {
        let estimate = |success: ShotEstimate| success.value;
        r.measured.as_ref().map(|m| estimate(m.success))
    })
};

/// One row for each puzzle and setting, at its largest depth.
pub(super) fn results(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> String {
    let columns = [
        QUBITS, STATES, SOLUTIONS, DEPTH, SUCCESS, RANDOM, ANNEALING, GROVER, SEARCH, GROUND,
        RATIO, SHOTS, CALLS,
    ];
    let rows = chains.iter().enumerate().map(|(k, c)| (k, c, c.deepest()));
    let caption = "Each puzzle at its largest depth";
    runs(("results", caption), rows, &columns, settings)
}

/// One row for each record.
pub(super) fn all_runs(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> String {
    let columns = [
        DEPTH,
        OBJECTIVE,
        EXPECTATION,
        SUCCESS,
        MEASURED,
        GROUND,
        RATIO,
        SHOTS,
        LAYERS,
        CALLS,
    ];
    let rows = chains.iter().enumerate();
    let rows = rows.flat_map(|(k, c)| c.runs.iter().map(move |run| (k, c, *run)));
    runs(("all-runs", "Every run"), rows, &columns, settings)
}

fn runs<'a>(
    (id, caption): (&str, &str),
    rows: impl Iterator<Item = (usize, &'a RunChain<'a>, &'a Record)> + Clone,
    columns: &[TableColumn],
    settings: &[NamedSetting],
) -> String {
    let present = |column: &&TableColumn| rows.clone().any(|(_, _, r)| (column.value)(r).is_some());
    let columns: Vec<&TableColumn> = columns.iter().filter(present).collect();
    let mut html = open(id, caption);
    head(&mut html, "puzzle", "", "text");
    if settings.len() > 1 {
        head(&mut html, "setting", "its number below", "number");
    }
    for column in &columns {
        head(&mut html, column.head, column.meaning, "number");
    }
    html.push_str("</tr></thead>\n<tbody>");
    for (number, chain, record) in rows.clone() {
        let name = text(&record.name);
        let family = text(record.family.as_deref().unwrap_or("model"));
        write(
            &mut html,
            format_args!(
                "\n<tr data-chain=\"{number}\" data-depth=\"{}\" data-words=\"{name} {family}\"><th scope=\"row\">{name}</th>",
                record.depth
            ),
        );
        if settings.len() > 1 {
            number_cell(&mut html, Some(chain.setting as f64 + 1.0));
        }
        for column in &columns {
            let interval = (column.interval)(record);
            estimate_cell(&mut html, (column.value)(record), interval);
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// What a median is of.
const MEDIAN: &str = "over the puzzles, of six or more with its 95 % interval";

/// What the settings reach, side by side, at their largest depths.
pub(super) fn settings(chains: &[RunChain<'_>], settings: &[NamedSetting]) -> String {
    let mut html = open(
        "settings-table",
        "The settings at the largest depth of each puzzle",
    );
    let heads = [
        ("setting", "", "number"),
        ("what differs", "", "text"),
        ("puzzles", "", "number"),
        ("median success", MEDIAN, "number"),
        ("first quartile", "of the success", "number"),
        ("third quartile", "of the success", "number"),
        ("median ratio", MEDIAN, "number"),
        ("median calls", MEDIAN, "number"),
    ];
    for (name, meaning, kind) in heads {
        head(&mut html, name, meaning, kind);
    }
    html.push_str("</tr></thead>\n<tbody>");
    for (k, named) in settings.iter().enumerate() {
        let runs = chains.iter().filter(|chain| chain.setting == k);
        let runs: Vec<&Record> = runs.map(RunChain::deepest).collect();
        let values = |value: fn(&Record) -> Option<f64>| -> Vec<f64> {
            runs.iter().filter_map(|run| value(run)).collect()
        };
        let success = values(SUCCESS.value);
        let label = match &*named.label {
            "" => "the only one",
            label => label,
        };
        write(&mut html, format_args!("\n<tr data-setting=\"{k}\">"));
        number_cell(&mut html, Some(k as f64 + 1.0));
        write(
            &mut html,
            format_args!("<th scope=\"row\">{}</th>", text(label)),
        );
        number_cell(&mut html, Some(runs.len() as f64));
        median_cell(&mut html, &success);
        for part in [0.25, 0.75] {
            number_cell(&mut html, quantile(success.iter().copied(), part));
        }
        median_cell(&mut html, &values(RATIO.value));
        median_cell(&mut html, &values(CALLS.value));
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// A table of two columns: a word and what it means.
pub(super) fn pairs<'a>(id: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut html = format!("<dl id=\"{id}\" class=\"pairs\">");
    for (word, meaning) in rows {
        write(
            &mut html,
            format_args!(
                "\n<div><dt>{}</dt><dd>{}</dd></div>",
                text(word),
                text(meaning)
            ),
        );
    }
    html.push_str("\n</dl>\n");
    html
}

/// A table that scrolls by itself where it is too wide, up to the first cell of its head.
fn open(id: &str, caption: &str) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}-caption\">\n\
         <table id=\"{id}\" class=\"sortable\"><caption id=\"{id}-caption\">{caption}</caption>\n<thead><tr>"
    )
}

fn head(html: &mut String, name: &str, meaning: &str, kind: &str) {
    let title = match meaning {
        "" => String::new(),
        meaning => format!(" title=\"{}\"", text(meaning)),
    };
    write(
        html,
        format_args!(
            "<th scope=\"col\" data-kind=\"{kind}\"{title}>{}</th>",
            text(name)
        ),
    );
}

fn ends(of: ShotEstimate) -> Option<Interval> {
    Some((of.low, of.high?))
}

/// A number with its interval; of a measured 0 the most that it can be.
fn estimate_cell(html: &mut String, value: Option<f64>, interval: Option<Interval>) {
    let (Some(value), Some((low, high))) = (value, interval) else {
        return number_cell(html, value);
    };
    let (low, high, shown) = (short(low), short(high), short(value));
    let shown = match value {
        0.0 => format!("≤ {high}"),
        _ => format!("{shown} [{low}, {high}]"),
    };
    write(
        html,
        format_args!("<td data-value=\"{value}\">{shown}</td>"),
    );
}

fn median_cell(html: &mut String, values: &[f64]) {
    let sample = || values.iter().copied();
    estimate_cell(html, median(sample()), median_interval(sample()));
}

fn number_cell(html: &mut String, value: Option<f64>) {
    match value {
        Some(value) => write(
            html,
            format_args!("<td data-value=\"{value}\">{}</td>", short(value)),
        ),
        None => html.push_str("<td class=\"none\">–</td>"),
    }
}

fn write(html: &mut String, text: std::fmt::Arguments<'_>) {
    html.write_fmt(text).expect("a String takes all text");
}
