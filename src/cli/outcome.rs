//! A run of `solve` for people.

use super::facts::{style, text_of};
use super::page::PrintedPage;
use super::registers::by_kind;
use super::words::plural;
use crate::json::to_json;
use crate::page::short;
use crate::pipeline::{Outcome, Problem, Record};
use serde_json::{Value, json};

/// What is printed of the numbers of every run.
const FACTS: &str = "expectation ground_energy ground_states ground_probability solutions success_probability random_success_probability";

impl PrintedPage {
    /// Adds a run: what was left to run, the angles, the probabilities; then the board that a
    /// search found, or what each layer does at given angles.
    pub(crate) fn run(&mut self, problem: &Problem, outcome: &Outcome) {
        self.problem(problem);
        let record = &outcome.record;
        let json = to_json(record);
        if problem.qubits() > 0 {
            self.angles(record);
            self.facts(&json, "evaluations");
            let is_other = record.objective != Some(record.metrics.expectation);
            if let Some(value) = record.objective.filter(|_| is_other) {
                let objective = record.setting.objective;
                self.fact("minimized", format_args!("{objective}: {}", short(value)));
            }
            self.facts(&json, FACTS);
            self.facts(&json["measured"], "shots hits obeying");
            self.facts(&json, "best_value value");
            self.remarks(problem, record);
        }
        if record.found.after_layers.is_some() {
            self.line("");
            self.records(
                &json["after_layers"],
                "layer expectation success_probability",
            );
            self.line("\nLikeliest states:");
            self.records(&json["likeliest"], "board probability solves");
            return;
        }
        self.line("");
        match outcome.board() {
            Some(board) if problem.is_model => {
                let model = &problem.puzzle.model;
                let ones = model.variables().filter(|var| board[var.index()]);
                let ones: Vec<Value> = ones.map(|var| model.name(var).into()).collect();
                self.fact("ground state", problem.puzzle.board(board).concat());
                self.listed("Variables that are 1:", &ones);
            }
            Some(board) => {
                self.answer(problem, board);
                self.drawing(problem.puzzle.legend(style()));
            }
            None => self.failure(problem, outcome),
        }
    }

    /// Adds γ and β in radians, a line for each series; many series are left to the JSON.
    fn angles(&mut self, record: &Record) {
        /// Series that are printed.
        const MOST: usize = 8;
        self.fact("p", record.depth);
        let names = record.groups.as_deref().unwrap_or_default();
        for (angle, series, names) in [("γ", &record.gammas, names), ("β", &record.betas, &[])] {
            let series = series.chunks(record.depth.max(1));
            if series.len() > MOST {
                self.fact(
                    angle,
                    format_args!("{} series; --json has them", series.len()),
                );
                continue;
            }
            for (k, series) in series.enumerate() {
                let name = names.get(k);
                let label = name.map_or(angle.to_owned(), |name| format!("{angle} {name}"));
                self.fact(&label, text_of(&json!(series), short));
            }
        }
    }

    /// Adds what is to be noticed in the numbers.
    fn remarks(&mut self, problem: &Problem, record: &Record) {
        let (metrics, found) = (&record.metrics, &record.found);
        let success = metrics.success_probability;
        if let Some((success, random)) = success.zip(metrics.random_success_probability) {
            self.line(match (success < random, found.after_layers.is_none()) {
                (false, _) => format!("P(success) is {} times a random guess.", short(success / random)),
                (true, true) => "Worse than a random guess: low ⟨C⟩ does not make a solution likely. Try --strategy tqa, or --objective gibbs:1".to_owned(),
                (true, false) => "Worse than a random guess at these angles: γ > 0 with β < 0 makes C small".to_owned(),
            });
        } else {
            self.line("P(success) is not known: there are too many solutions to list them all.");
        }
        if found.lowest_energy_agrees_with_rules == Some(false) {
            self.line(format_args!(
                "Lowest energy and rules disagree: {} of the states of lowest energy are solutions.",
                metrics.ground_states_that_obey.unwrap_or(0)
            ));
        }
        if let Some(dropped) = found.shots_dropped.filter(|dropped| *dropped > 0) {
            let samples = plural(dropped, "sample");
            let rules = by_kind(problem, problem.judged_only());
            self.line(format_args!(
                "{samples} break only rules that are not in the cost: {rules}"
            ));
        }
        if let Some(warning) = &found.warning {
            self.line(warning);
        }
    }

    /// Adds what comes nearest where no sample solves the puzzle or model, and what to try.
    fn failure(&mut self, problem: &Problem, outcome: &Outcome) {
        self.line("No sample is a solution. Try a larger --depth or more --shots.");
        let obeying = outcome.judged.iter().filter(|judged| judged.obeys());
        if let Some(value) = obeying.filter_map(|one| one.value).max_by(f64::total_cmp) {
            self.line(format_args!(
                "The best board that obeys the rules has value {value}."
            ));
        } else if let Some(frequent) = outcome.judged.first() {
            self.line("The most frequent sample:");
            let (puzzle, board) = (&problem.puzzle, &frequent.assignment);
            if problem.is_model {
                self.line(puzzle.board(board).concat());
            }
            self.violations(puzzle, frequent);
        }
    }
}
