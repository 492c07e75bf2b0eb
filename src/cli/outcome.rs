//! What `solve` and `evaluate` print: the JSON of the contract and the lines for people.

use super::page::PrintedPage;
use super::registers;
use super::show::{shortfall, solved_marks, style, summary, unencoded};
use super::subject::success_of_a_model;
use super::weights::warning_if_any;
use super::words::{plural, probability, ratio};
use crate::experiment::SolveRecord;
use crate::pipeline::{Outcome, Problem, SearchPlan, Truth};
use ketboard_circuits::Judged;
use ketboard_puzzles::{Assignment, draw_board, draw_legend};
use ketboard_qaoa::Angles;

/// What `--json` prints of a run, without the wall time.
pub(crate) fn record(problem: &Problem, outcome: &Outcome, plan: &SearchPlan) -> SolveRecord {
    SolveRecord {
        warning: warning_if_any(problem, outcome.rule_broken_at_lowest_energy),
        ..SolveRecord::of(problem, outcome, plan)
    }
}

/// The run for people: reduction, angles, probabilities; then the board that a search found, or
/// what each layer does at given angles.
pub(crate) fn page(problem: &Problem, outcome: &Outcome, plan: &SearchPlan) -> PrintedPage {
    let mut page = PrintedPage::default();
    add_subject(&mut page, problem);
    if problem.qubits() == 0 {
        page.line("No qubit is left: the deductions alone solve the board, no circuit is needed.");
    } else {
        add_angles(&mut page, outcome, plan);
        add_probabilities(&mut page, problem, outcome);
    }
    if !outcome.layers.is_empty() {
        add_layers(&mut page, problem, outcome);
        return page;
    }
    add_samples(&mut page, problem, outcome);
    if let Some(warning) = warning_if_any(problem, outcome.rule_broken_at_lowest_energy) {
        page.line(warning);
    }
    page.line("");
    add_answer(&mut page, problem, outcome);
    page
}

/// What runs: the board and its reduction, or the model; and the space of its states.
fn add_subject(page: &mut PrintedPage, problem: &Problem) {
    let puzzle = &problem.puzzle;
    page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
    match success_of_a_model(problem) {
        Some(success) => {
            let qubits = plural(problem.qubits() as u64, "qubit");
            page.line(format_args!("{qubits}, one for each variable; {success}"));
        }
        None => page.line(format_args!(
            "Reduction ({}): {}{}",
            problem.settings.reduction_in_words(),
            summary(problem),
            shortfall(problem)
        )),
    }
    if let Some(known) = &problem.registers {
        page.line(format_args!(
            "Registers: {}",
            registers::summary(problem, known)
        ));
    }
}

/// Adds the angles and how many evaluations they took, what was minimized where it is not ⟨C⟩, and
/// ⟨C⟩.
fn add_angles(page: &mut PrintedPage, outcome: &Outcome, plan: &SearchPlan) {
    let depth = outcome.depth();
    let is_search = outcome.layers.is_empty();
    if depth == 0 {
        page.line("p = 0: no layers, the uniform superposition is sampled");
    } else {
        let source = match is_search {
            true => plural(outcome.evaluations, "evaluation"),
            false => "as given".to_owned(),
        };
        page.line(format_args!("Angles (p = {depth}, {source}):"));
        add_series(page, &outcome.angles(), outcome.groups.as_deref(), depth);
    }
    if is_search
        && plan.is_other_search()
        && let Some(value) = outcome.objective_value()
    {
        let shots = plan
            .settings
            .objective_shots
            .map_or_else(String::new, |shots| {
                format!(", estimated from {} at each point", plural(shots, "shot"))
            });
        page.line(format_args!(
            "Minimized: {}{shots}; exactly {value:.4} here",
            plan.settings.objective
        ));
    }
    page.line(format_args!(
        "⟨C⟩ = {:.4} (lowest energy {})",
        outcome.metrics.expectation, outcome.metrics.ground_energy
    ));
}

/// Adds the numbers after each layer, and the likeliest boards of the last, a line each.
fn add_layers(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    page.line("");
    page.line("Layers            ⟨C⟩   P(success)");
    for (k, metrics) in outcome.layers.iter().enumerate() {
        let layer = (k * outcome.layer_step).min(outcome.depth());
        let success = metrics.success_probability;
        let success = success.map_or_else(|| "-".to_owned(), probability);
        page.line(format_args!(
            "{layer:6}  {:13.4}   {success:>10}",
            metrics.expectation
        ));
    }
    let is_valued = problem.puzzle.model.has_objective();
    let Some(boards) = &outcome.likeliest_boards else {
        return;
    };
    let of_model = problem.is_model();
    page.line("");
    page.line(match of_model {
        true => "Likeliest states:",
        false => "Likeliest boards:",
    });
    for likely in boards {
        let verdict = match likely.solves {
            Some(true) if of_model => "ground state",
            Some(false) if of_model => "",
            Some(true) if is_valued => "obeys the rules, best value",
            Some(true) => "obeys the rules",
            Some(false) if is_valued => "breaks a rule, or is not best",
            Some(false) => "breaks a rule",
            None => "",
        };
        let board = likely.board.join(" ");
        let chance = probability(likely.probability);
        page.line(format_args!("  {chance:>8}  {verdict:15}  {board}"));
    }
}

/// Series of angles beyond this are left to the JSON.
const MOST_SERIES: usize = 8;

/// Adds the angles, a line for γ and one for β, in radians; several series stand one below the
/// other with their names.
fn add_series(page: &mut PrintedPage, angles: &Angles, groups: Option<&[String]>, depth: usize) {
    let groups = groups.unwrap_or_default();
    let width = groups.iter().map(String::len).max().unwrap_or(0);
    if groups.len() > MOST_SERIES {
        let terms = plural(groups.len() as u64, "term");
        page.line(format_args!(
            "  γ  a series for each of {terms} (--json tells them)"
        ));
    } else if groups.is_empty() {
        page.line(format_args!("  γ  {}", rounded(&angles.gammas)));
    } else {
        for (name, series) in groups.iter().zip(angles.gammas.chunks(depth)) {
            page.line(format_args!("  γ  {name:width$}  {}", rounded(series)));
        }
    }
    if angles.betas.len() == depth {
        page.line(format_args!("  β  {}", rounded(&angles.betas)));
    } else {
        page.line("  β  a series for each qubit (--json tells them)");
    }
}

/// What a solution is, of one board.
fn wanted(truth: &Truth) -> String {
    truth.best.map_or_else(
        || "obeys the rules".to_owned(),
        |best| format!("obeys the rules and has the best value, {best}"),
    )
}

/// What a solution is, of several.
fn wanted_of_many(truth: &Truth) -> String {
    truth.best.map_or_else(
        || "obey the rules".to_owned(),
        |best| format!("obey the rules and have the best value, {best}"),
    )
}

/// What to try where given angles hide the solution.
const WORSE_AT_THESE_ANGLES: &str =
    "Worse than a random guess at these angles: C is made small by γ > 0 with β < 0";

/// What to try where angles of low ⟨C⟩ hide the solution.
const WORSE_THAN_A_GUESS: &str = "Worse than a random guess: low ⟨C⟩ does not make a solution likely. Try --strategy tqa, or \
                                  --objective gibbs:1";

/// What solves a problem, in the words of a probability.
fn any_solution(problem: &Problem) -> String {
    let truth = &problem.truth;
    match (problem.is_model(), truth.boards.len()) {
        (true, 1) => "the exact ground state".to_owned(),
        (true, many) => format!("any of the {many} exact ground states"),
        (false, 1) => format!("the one board that {}", wanted(truth)),
        (false, many) => format!("any of the {many} boards that {}", wanted_of_many(truth)),
    }
}

/// Adds success beside the random guess, and the probability of the lowest energy.
fn add_probabilities(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    let metrics = &outcome.metrics;
    let known = (
        metrics.success_probability,
        metrics.random_success_probability,
    );
    if let (Some(success), Some(random)) = known {
        page.line(format_args!(
            "P({}) = {}, {} times a random guess ({})",
            any_solution(problem),
            probability(success),
            ratio(success, random),
            probability(random)
        ));
        if success < random {
            page.line(match outcome.layers.is_empty() {
                true => WORSE_THAN_A_GUESS,
                false => WORSE_AT_THESE_ANGLES,
            });
        }
    } else {
        page.line("Success probability: not computed (too many solutions to list them all)");
    }
    page.line(format_args!(
        "P(lowest energy, {}) = {}",
        plural(metrics.ground_states, "state"),
        probability(metrics.ground_probability)
    ));
    if !problem.is_model() && metrics.energy_agrees_with_rules(&problem.truth) == Some(false) {
        page.line(format_args!(
            "Note: lowest energy and rules disagree: {} of the {} of lowest energy solve the puzzle, out of {}.",
            metrics.ground_states_that_obey.unwrap_or(0),
            plural(metrics.ground_states, "state"),
            plural(problem.truth.boards.len() as u64, "solution")
        ));
    }
}

/// Adds how many samples solve the puzzle or model.
fn add_samples(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    let samples = plural(outcome.shots(), "sample");
    let solving = outcome.shots_that_solve();
    if problem.is_model() {
        page.line(format_args!(
            "{solving} of {samples} show an exact ground state"
        ));
    } else if problem.qubits() > 0 {
        let obeying = outcome.shots_that_obey();
        page.line(format_args!("{obeying} of {samples} obey the rules"));
        if let Some(best) = problem.truth.best {
            page.line(format_args!(
                "{solving} of these reach the best value, {best}"
            ));
        }
        if let Some(dropped) = problem.shots_dropped(outcome) {
            page.line(format_args!(
                "{dropped} more break only rules that are not in the cost: {}",
                unencoded(problem)
            ));
        }
    }
}

/// Adds the board or the ground state that was found, or what to try.
fn add_answer(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    let puzzle = &problem.puzzle;
    match outcome.board() {
        Some(found) if problem.is_model() => {
            page.line(format_args!("Ground state: {}", bits(problem, found)));
            let model = &puzzle.model;
            let ones = model.variables().filter(|var| found[var.index()]);
            let ones: Vec<String> = ones.map(|var| model.name(var).to_owned()).collect();
            match ones.as_slice() {
                [] => page.line("No variable is 1."),
                ones => page.listed("Variables that are 1:", ones),
            }
        }
        Some(board) => {
            let marks = solved_marks(problem, board);
            page.drawing(draw_board(puzzle, &marks, style()));
            page.drawing(draw_legend(puzzle, style()));
        }
        None if problem.is_model() => {
            page.line(
                "No sample shows an exact ground state. Try a larger --depth or more --shots.",
            );
            if let Some(frequent) = outcome.judged.first() {
                let frequent = bits(problem, &frequent.assignment);
                page.line(format_args!("The most frequent sample: {frequent}"));
            }
        }
        None if outcome.judged.iter().any(Judged::obeys) => {
            add_second_best(page, &problem.truth, outcome)
        }
        None => add_failure(page, problem, outcome),
    }
}

/// The values of all variables of a model.
fn bits(problem: &Problem, values: &Assignment) -> String {
    problem.puzzle.board(values).concat()
}

/// What to say where boards obey the rules and none is best.
fn add_second_best(page: &mut PrintedPage, truth: &Truth, outcome: &Outcome) {
    let obeying = outcome.judged.iter().filter(|judged| judged.obeys());
    let values = obeying.filter_map(|judged| judged.value);
    let value = values.fold(f64::NEG_INFINITY, f64::max);
    page.line(match truth.best {
        Some(best) => format!("The best sample that obeys the rules has value {value} of best {best}. Try a larger --depth or more --shots."),
        None => format!("The best sample that obeys the rules has value {value}; the best value is not known."),
    });
}

/// Adds what to try where no sample obeys the rules, and which of them the most frequent board
/// breaks.
fn add_failure(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    page.line("No sample obeys the rules. Try a larger --depth or more --shots.");
    if let Some(best) = outcome.judged.first() {
        let model = &problem.puzzle.model;
        let rules = plural(best.violations.len() as u64, "rule");
        page.line(format_args!("The most frequent board breaks {rules}:"));
        for violation in best.violations.iter().take(NAMED) {
            let words = model.describe(violation, &best.assignment);
            page.line(format_args!("  {words}"));
        }
    }
}

/// How many broken rules of a board are named.
const NAMED: usize = 5;

/// Angles to four digits, with their signs.
fn rounded(angles: &[f64]) -> String {
    let texts: Vec<_> = angles.iter().map(|a| format!("{a:+.4}")).collect();
    texts.join("  ")
}
