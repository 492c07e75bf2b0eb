//! What `solve` tells: the JSON of the contract and the lines for people.

use super::ground_state;
use super::page::PrintedPage;
use super::registers;
use super::show::{shortfall, solved_marks, style, summary, unencoded};
use super::small_weight::small_weight_warning;
use super::subject::success_of_a_model;
use super::weights::warning;
use super::words::{plural, probability, ratio};
use crate::experiment::SolveRecord;
use crate::pipeline::{Outcome, Problem, ReductionPlan, SearchPlan, Truth};
use ketboard_circuits::Judged;
use ketboard_puzzles::{draw_board, draw_legend};
use ketboard_qaoa::Angles;

/// All that `solve --json` tells, without the wall time.
pub(crate) fn record(
    problem: &Problem,
    truth: &Truth,
    outcome: &Outcome,
    plan: &SearchPlan,
) -> SolveRecord {
    SolveRecord {
        warning: warning_about(problem, outcome),
        ..SolveRecord::of(problem, truth, outcome, plan)
    }
}

/// That a weight is too small: what a state of lowest energy shows, or else what the bound on
/// attacks does.
pub(crate) fn warning_about(problem: &Problem, outcome: &Outcome) -> Option<String> {
    let shown = outcome.rule_broken_at_lowest_energy;
    let shown = shown.map(|rule| warning(problem, rule));
    shown.or_else(|| small_weight_warning(problem))
}

/// The run for people: reduction, angles, probabilities, then the board.
pub(crate) fn page(
    problem: &Problem,
    truth: &Truth,
    outcome: &Outcome,
    (plan, search): (&ReductionPlan, &SearchPlan),
) -> PrintedPage {
    let puzzle = &problem.puzzle;
    let mut page = PrintedPage::default();
    add_subject(&mut page, (problem, truth), plan);
    if problem.is_model() {
        add_search(&mut page, outcome, search);
        add_probabilities(&mut page, (problem, truth), outcome);
        ground_state::add_samples(&mut page, outcome.shots_that_solve(), outcome.shots());
        page.line("");
        ground_state::add_answer(&mut page, problem, outcome);
        return page;
    }
    if problem.qubits() == 0 {
        page.line("No qubit is left: the deductions alone solve the board, no circuit is needed.");
    } else {
        add_search(&mut page, outcome, search);
        add_probabilities(&mut page, (problem, truth), outcome);
        page.line(format_args!(
            "{} of {} obey the rules",
            outcome.shots_that_obey(),
            plural(outcome.shots(), "sample")
        ));
        if let Some(best) = truth.best {
            page.line(format_args!(
                "{} of these reach the best value, {best}",
                outcome.shots_that_solve()
            ));
        }
        if let Some(dropped) = problem.shots_dropped(outcome) {
            page.line(format_args!(
                "{} more break only rules that are not in the cost: {}",
                dropped,
                unencoded(problem)
            ));
        }
    }
    if let Some(warning) = warning_about(problem, outcome) {
        page.line(warning);
    }
    page.line("");
    match outcome.board() {
        Some(board) => {
            let marks = solved_marks(problem, board);
            page.line(draw_board(puzzle, &marks, style()));
            page.line(draw_legend(puzzle, style()));
        }
        None if outcome.judged.iter().any(Judged::obeys) => {
            add_second_best(&mut page, truth, outcome);
        }
        None => add_failure(&mut page, problem, outcome),
    }
    page
}

/// What runs: the board and its reduction, or the model; and the space of its states.
pub(crate) fn add_subject(
    page: &mut PrintedPage,
    (problem, truth): (&Problem, &Truth),
    plan: &ReductionPlan,
) {
    let puzzle = &problem.puzzle;
    page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
    match success_of_a_model(problem, truth) {
        Some(success) => {
            let qubits = plural(problem.qubits() as u64, "qubit");
            page.line(format_args!("{qubits}, one for each variable; {success}"));
        }
        None => page.line(format_args!(
            "Reduction ({}): {}{}",
            plan.describe(),
            summary(problem),
            shortfall(problem, plan)
        )),
    }
    if let Some(known) = &problem.registers {
        page.line(format_args!(
            "Registers: {}",
            registers::summary(problem, known)
        ));
    }
}

/// Adds how many evaluations the search took, and where it was stopped.
fn add_search(page: &mut PrintedPage, outcome: &Outcome, plan: &SearchPlan) {
    let (angles, depth) = (outcome.angles(), outcome.depth());
    if depth == 0 {
        page.line("p = 0: no layers, the uniform superposition is sampled");
    } else {
        let evaluations = plural(outcome.evaluations, "evaluation");
        page.line(format_args!("Angles (p = {depth}, {evaluations}):"));
        add_angles(page, &angles, outcome.groups.as_deref(), depth);
    }
    if plan.is_other_search()
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

/// The angles of a run at given angles, and ⟨C⟩ there.
pub(crate) fn add_given_angles(page: &mut PrintedPage, outcome: &Outcome) {
    let depth = outcome.depth();
    if depth == 0 {
        page.line("p = 0: no layers, the uniform superposition");
    } else {
        page.line(format_args!("Angles (p = {depth}, as given):"));
        add_angles(page, &outcome.angles(), outcome.groups.as_deref(), depth);
    }
    page.line(format_args!(
        "⟨C⟩ = {:.4} (lowest energy {})",
        outcome.metrics.expectation, outcome.metrics.ground_energy
    ));
}

/// The likeliest boards, a line each.
pub(crate) fn add_likeliest(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    let is_valued = problem.puzzle.model.has_objective();
    let Some(boards) = &outcome.likeliest_boards else {
        return;
    };
    let of_model = problem.is_model();
    page.line(match of_model {
        true => "\nLikeliest states:",
        false => "\nLikeliest boards:",
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
fn add_angles(page: &mut PrintedPage, angles: &Angles, groups: Option<&[String]>, depth: usize) {
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

/// Adds ⟨C⟩ beside the lowest energy, success beside the random guess, the probability of the
/// lowest energy, and how many samples obey the rules.
pub(crate) fn add_probabilities(
    page: &mut PrintedPage,
    (problem, truth): (&Problem, &Truth),
    outcome: &Outcome,
) {
    let metrics = &outcome.metrics;
    let known = (
        metrics.success_probability,
        metrics.random_success_probability,
    );
    if let (Some(success), Some(random)) = known {
        let boards = match truth.boards.len() {
            _ if problem.is_model() => ground_state::wanted(truth),
            1 => format!("the one board that {}", wanted(truth)),
            many => format!("any of the {many} boards that {}", wanted_of_many(truth)),
        };
        page.line(format_args!(
            "P({boards}) = {}, {} times a random guess ({})",
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
    if !problem.is_model() && metrics.energy_agrees_with_rules(truth) == Some(false) {
        page.line(format_args!(
            "Note: lowest energy and rules disagree: {} of the {} of lowest energy solve the puzzle, out of {}.",
            metrics.ground_states_that_obey.unwrap_or(0),
            plural(metrics.ground_states, "state"),
            plural(truth.boards.len() as u64, "solution")
        ));
    }
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
