//! A run of `solve` for people, from the object of `solve --json`.

use super::facts::{list, style, text_of};
use super::page::PrintedPage;
use super::show::unencoded;
use super::words::plural;
use crate::page::short;
use crate::pipeline::{Outcome, Problem};
use serde_json::{Value, json};

/// What is printed of every run.
const FACTS: &str = "evaluations objective objective_shots objective_value expectation ground_energy ground_states ground_probability solutions success_probability random_success_probability shots shots_that_obey shots_in_ground_states shots_that_are_best best_value value";

impl PrintedPage {
    /// Adds a run: what was left to run, the angles, the probabilities; then the board that a
    /// search found, or what each layer does at given angles.
    pub(crate) fn run(&mut self, problem: &Problem, outcome: &Outcome, record: &Value) {
        self.problem(problem);
        if problem.qubits() > 0 {
            self.angles(record);
            self.facts(record, FACTS);
            self.remarks(problem, record);
        }
        if !record["layers"].is_null() {
            self.line("");
            self.records(&record["layers"], "layer expectation success_probability");
            self.line("\nLikeliest states:");
            self.records(&record["likeliest"], "board probability solves");
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
    fn angles(&mut self, record: &Value) {
        /// Series that are printed.
        const MOST: usize = 8;
        let depth = record["depth"].as_u64().unwrap_or(0) as usize;
        self.fact("p", depth);
        let names = list(record, "groups");
        for (angle, key) in [("γ", "gammas"), ("β", "betas")] {
            let series = list(record, key).chunks(depth.max(1));
            if series.len() > MOST {
                self.fact(
                    angle,
                    format_args!("{} series; --json has them", series.len()),
                );
                continue;
            }
            for (k, series) in series.enumerate() {
                let name = names
                    .get(k)
                    .and_then(Value::as_str)
                    .filter(|_| key == "gammas");
                let label = name.map_or(angle.to_owned(), |name| format!("{angle} {name}"));
                self.fact(&label, text_of(&json!(series), short));
            }
        }
    }

    /// Adds what is to be noticed in the numbers.
    fn remarks(&mut self, problem: &Problem, record: &Value) {
        let number = |key: &str| record[key].as_f64();
        if let Some((success, random)) =
            number("success_probability").zip(number("random_success_probability"))
        {
            self.line(match (success < random, record["layers"].is_null()) {
                (false, _) => format!("P(success) is {} times a random guess.", short(success / random)),
                (true, true) => "Worse than a random guess: low ⟨C⟩ does not make a solution likely. Try --strategy tqa, or --objective gibbs:1".to_owned(),
                (true, false) => "Worse than a random guess at these angles: γ > 0 with β < 0 makes C small".to_owned(),
            });
        } else {
            self.line("P(success) is not known: there are too many solutions to list them all.");
        }
        if record["lowest_energy_agrees_with_rules"] == false {
            self.line(format_args!(
                "Lowest energy and rules disagree: {} of the states of lowest energy are solutions.",
                record["ground_states_that_obey"]
            ));
        }
        let dropped = record["shots_dropped"].as_u64().unwrap_or(0);
        if dropped > 0 {
            let (samples, rules) = (plural(dropped, "sample"), unencoded(problem));
            self.line(format_args!(
                "{samples} break only rules that are not in the cost: {rules}"
            ));
        }
        if let Some(warning) = record["warning"].as_str() {
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
