//! What `solve` prints: the JSON of the contract and the lines for people.

use super::page::PrintedPage;
use super::registers;
use super::show::{shortfall, solved_marks, style, summary, unencoded};
use super::subject::success_of_a_model;
use super::weights::warning_if_any;
use super::words::{plural, probability, ratio};
use crate::experiment::SolveRecord;
use crate::pipeline::{Outcome, Problem, SearchPlan};
use ketboard_circuits::Judged;
use ketboard_puzzles::{Assignment, draw_board, draw_legend};
use ketboard_qaoa::Angles;

/// What `--json` prints of a run, without the wall time.
pub(crate) fn record(problem: &Problem, outcome: &Outcome, plan: &SearchPlan) -> SolveRecord {
    let warning = warning_if_any(problem, outcome.rule_broken_at_lowest_energy);
    SolveRecord::of(problem, outcome, plan).with("warning", warning)
}

/// The run for people: reduction, angles, probabilities; then the board that a search found, or
/// what each layer does at given angles.
pub(crate) fn page(problem: &Problem, outcome: &Outcome, plan: &SearchPlan) -> PrintedPage {
    let mut page = PrintedPage::default();
    let puzzle = &problem.puzzle;
    page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
    page.line(match success_of_a_model(problem) {
        Some(success) => {
            let qubits = plural(problem.qubits() as u64, "qubit");
            format!("{qubits}, one for each variable; {success}")
        }
        None => {
            let (summary, shortfall) = (summary(problem), shortfall(problem));
            {
                let plan = problem.settings.reduction_in_words();
                format!("Reduction ({plan}): {summary}{shortfall}")
            }
        }
    });
    if let Some(known) = &problem.registers {
        let space = registers::summary(problem, known);
        page.line(format_args!("Registers: {space}"));
    }
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
    match outcome.board() {
        Some(board) if problem.is_model() => add_ground_state(&mut page, problem, board),
        Some(board) => {
            let marks = solved_marks(problem, board);
            page.drawing(draw_board(puzzle, &marks, style()));
            page.drawing(draw_legend(puzzle, style()));
        }
        None => add_failure(&mut page, problem, outcome),
    }
    page
}

/// Adds the angles and how many evaluations they took, what was minimized where it is not ⟨C⟩, and
/// ⟨C⟩.
fn add_angles(page: &mut PrintedPage, outcome: &Outcome, plan: &SearchPlan) {
    let (depth, settings) = (outcome.depth(), &plan.settings);
    let is_search = outcome.layers.is_empty();
    if depth == 0 {
        page.line("p = 0: no layers, the uniform superposition is sampled");
    } else {
        let source = match is_search {
            true => plural(outcome.evaluations, "evaluation"),
            false => "as given".to_owned(),
        };
        page.line(format_args!("Angles (p = {depth}, {source}):"));
        add_series(
            page,
            &outcome.angles(),
            outcome.groups.as_deref().unwrap_or_default(),
            depth,
        );
    }
    if let Some(value) = outcome
        .objective_value()
        .filter(|_| is_search && plan.is_other_search())
    {
        let shots = settings.objective_shots.map_or_else(String::new, |shots| {
            format!(", estimated from {} at each point", plural(shots, "shot"))
        });
        let objective = settings.objective;
        page.line(format_args!(
            "Minimized: {objective}{shots}; exactly {value:.4} here"
        ));
    }
    let metrics = &outcome.metrics;
    let (mean, lowest) = (metrics.expectation, metrics.ground_energy);
    page.line(format_args!("⟨C⟩ = {mean:.4} (lowest energy {lowest})"));
}

/// Adds a line of angles for γ and one for β, in radians; several series stand one below the other
/// with their names.
fn add_series(page: &mut PrintedPage, angles: &Angles, groups: &[String], depth: usize) {
    /// Series of angles beyond this are left to the JSON.
    const MOST_SERIES: usize = 8;
    let rounded = |angles: &[f64]| -> String {
        let texts: Vec<_> = angles.iter().map(|a| format!("{a:+.4}")).collect();
        texts.join("  ")
    };
    if groups.len() > MOST_SERIES {
        let terms = plural(groups.len() as u64, "term");
        page.line(format_args!(
            "  γ  a series for each of {terms} (--json tells them)"
        ));
    } else if groups.is_empty() {
        page.line(format_args!("  γ  {}", rounded(&angles.gammas)));
    }
    let width = groups.iter().map(String::len).max().unwrap_or(0);
    let named = groups.iter().filter(|_| groups.len() <= MOST_SERIES);
    for (name, series) in named.zip(angles.gammas.chunks(depth)) {
        page.line(format_args!("  γ  {name:width$}  {}", rounded(series)));
    }
    page.line(match angles.betas.len() == depth {
        true => format!("  β  {}", rounded(&angles.betas)),
        false => "  β  a series for each qubit (--json tells them)".to_owned(),
    });
}

/// Adds success beside the random guess, and the probability of the lowest energy.
fn add_probabilities(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    let truth = &problem.truth;
    let metrics = &outcome.metrics;
    let random = metrics.random_success_probability;
    if let Some((success, random)) = metrics.success_probability.zip(random) {
        let (one, many) = match (problem.is_model(), truth.best) {
            (true, _) => (
                "exact ground state".to_owned(),
                "exact ground states".to_owned(),
            ),
            (false, None) => (
                "board that obeys the rules".to_owned(),
                "boards that obey the rules".to_owned(),
            ),
            (false, Some(best)) => (
                format!("board that obeys the rules and has the best value, {best}"),
                format!("boards that obey the rules and have the best value, {best}"),
            ),
        };
        let what = match truth.boards.len() {
            1 if problem.is_model() => format!("the {one}"),
            1 => format!("the one {one}"),
            number => format!("any of the {number} {many}"),
        };
        page.line(format_args!(
            "P({what}) = {}, {} times a random guess ({})",
            probability(success),
            ratio(success, random),
            probability(random)
        ));
        if success < random {
            page.line(match outcome.layers.is_empty() {
                true => {
                    "Worse than a random guess: low ⟨C⟩ does not make a solution likely. Try --strategy tqa, or --objective gibbs:1"
                }
                false => {
                    "Worse than a random guess at these angles: C is made small by γ > 0 with β < 0"
                }
            });
        }
    } else {
        page.line("Success probability: not computed (too many solutions to list them all)");
    }
    let states = plural(metrics.ground_states, "state");
    let ground = probability(metrics.ground_probability);
    page.line(format_args!("P(lowest energy, {states}) = {ground}"));
    if !problem.is_model() && metrics.energy_agrees_with_rules(truth) == Some(false) {
        let obeying = metrics.ground_states_that_obey.unwrap_or(0);
        let solutions = plural(truth.boards.len() as u64, "solution");
        page.line(format_args!(
            "Note: lowest energy and rules disagree: {obeying} of the {states} of lowest energy solve the puzzle, out of {solutions}."
        ));
    }
}

/// Adds the numbers after each layer, and the likeliest boards of the last, a line each.
fn add_layers(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    page.line("\nLayers            ⟨C⟩   P(success)");
    for (k, metrics) in outcome.layers.iter().enumerate() {
        let layer = (k * outcome.layer_step).min(outcome.depth());
        let success = metrics.success_probability;
        let success = success.map_or_else(|| "-".to_owned(), probability);
        let mean = metrics.expectation;
        page.line(format_args!("{layer:6}  {mean:13.4}   {success:>10}"));
    }
    let Some(boards) = &outcome.likeliest_boards else {
        return;
    };
    let (what, solves, fails) = match (problem.is_model(), problem.puzzle.model.has_objective()) {
        (true, _) => ("states", "ground state", ""),
        (false, true) => (
            "boards",
            "obeys the rules, best value",
            "breaks a rule, or is not best",
        ),
        (false, false) => ("boards", "obeys the rules", "breaks a rule"),
    };
    page.line(format_args!("\nLikeliest {what}:"));
    for likely in boards {
        let verdict = match likely.solves {
            Some(true) => solves,
            Some(false) => fails,
            None => "",
        };
        let (chance, board) = (probability(likely.probability), likely.board.join(" "));
        page.line(format_args!("  {chance:>8}  {verdict:15}  {board}"));
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
        return;
    }
    if problem.qubits() == 0 {
        return;
    }
    let obeying = outcome.shots_that_obey();
    page.line(format_args!("{obeying} of {samples} obey the rules"));
    if let Some(best) = problem.truth.best {
        page.line(format_args!(
            "{solving} of these reach the best value, {best}"
        ));
    }
    if let Some(dropped) = problem
        .shots_dropped(outcome)
        .filter(|dropped| *dropped > 0)
    {
        let rules = unencoded(problem);
        page.line(format_args!(
            "{dropped} more break only rules that are not in the cost: {rules}"
        ));
    }
}

/// Adds the ground state of a model, and which of its variables are 1.
fn add_ground_state(page: &mut PrintedPage, problem: &Problem, found: &Assignment) {
    let model = &problem.puzzle.model;
    let bits = problem.puzzle.board(found).concat();
    page.line(format_args!("Ground state: {bits}"));
    let ones = model.variables().filter(|var| found[var.index()]);
    let ones: Vec<String> = ones.map(|var| model.name(var).to_owned()).collect();
    match ones.as_slice() {
        [] => page.line("No variable is 1."),
        ones => page.listed("Variables that are 1:", ones),
    }
}

/// Adds what comes nearest where no sample solves the puzzle or model, and what to try.
fn add_failure(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    /// Broken rules that are named.
    const NAMED: usize = 5;
    let remedy = "Try a larger --depth or more --shots.";
    let frequent = outcome.judged.first();
    if problem.is_model() {
        page.line(format_args!(
            "No sample shows an exact ground state. {remedy}"
        ));
        if let Some(frequent) = frequent {
            let bits = problem.puzzle.board(&frequent.assignment).concat();
            page.line(format_args!("The most frequent sample: {bits}"));
        }
        return;
    }
    let obeying = outcome.judged.iter().filter(|judged| judged.obeys());
    let values = obeying.filter_map(|judged: &Judged<_>| judged.value);
    if let Some(value) = values.max_by(f64::total_cmp) {
        let of = match problem.truth.best {
            Some(best) => format!(" of best {best}. {remedy}"),
            None => "; the best value is not known.".to_owned(),
        };
        page.line(format_args!(
            "The best sample that obeys the rules has value {value}{of}"
        ));
        return;
    }
    page.line(format_args!("No sample obeys the rules. {remedy}"));
    if let Some(best) = frequent {
        let rules = plural(best.violations.len() as u64, "rule");
        page.line(format_args!("The most frequent board breaks {rules}:"));
        for violation in best.violations.iter().take(NAMED) {
            let words = problem.puzzle.model.describe(violation, &best.assignment);
            page.line(format_args!("  {words}"));
        }
    }
}
