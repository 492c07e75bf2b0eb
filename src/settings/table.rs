//! The table of all settings.

use super::setting::{Field, Help, Label, Setting, Stage};
use super::value::Value;
use super::{Allowed, ValueName};
use crate::pipeline::AnsatzKind;
use ketboard_puzzles::{DistinctLines, RegisterChoice, RuleSet, Symbols, TwoValued};
use ketboard_qaoa::{MixerName, OPTIMIZERS, Strategy};

/// The setting of a name.
pub(crate) fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// The values of the setting `reduce`.
pub(crate) const RULES: [RuleSet; 3] = [RuleSet::None, RuleSet::Paper, RuleSet::Full];

/// A field of [`super::Settings`].
macro_rules! field {
    ($($name:ident).+) => {
        Field {
            get: |settings| settings.$($name).+.write(),
            set: |settings, written| {
                settings.$($name).+ = Value::read(written)?;
                Ok(())
            },
        }
    };
}

/// All settings, in the order of records. A plan crosses them in this order: the values of the last
/// one follow each other.
pub(crate) static SETTINGS: &[Setting] = &[
    Setting {
        name: "reduce",
        stage: Stage::Model,
        placeholder: "LEVEL",
        help: Help(
            "Which deductions may be made before qubits are counted [default: paper, and on to 16 \
             qubits where more remain]",
            "`none` keeps the problem as large as it is stated, `full` solves most real boards \
             outright; for the place between, use the setting `target_qubits`.",
        ),
        allowed: Allowed::Names(|| {
            vec![
                about("none", "Only the givens are filled in"),
                about("paper", "The initial-condition rules of the source paper"),
                about("full", "Every rule known, to a fixed point"),
            ]
        }),
        unset: Some("auto"),
        label: Label::Or("automatic reduction"),
        field: field!(reduce),
    },
    Setting {
        name: "target_qubits",
        stage: Stage::Model,
        placeholder: "N",
        help: Help(
            "Deduce one step at a time, simplest first, and stop as soon as at most N qubits remain \
             [default: no target]",
            "A dial for the size of the quantum problem. Without the setting `reduce` all rules may \
             be used on the way. Auxiliary qubits (of the setting `distinct_lines` qubo and the \
             setting `counts` slack) come on top; show tells how many.",
        ),
        allowed: Allowed::Whole(0, 10_000),
        unset: Some("none"),
        label: Label::Named,
        field: field!(target_qubits),
    },
    Setting {
        name: "weights",
        stage: Stage::Model,
        placeholder: "KIND=λ",
        help: Help(
            "Weight of one kind of penalty term, such as row=2; may be repeated [default: 1 for \
             each]",
            "Kinds: row, column, region, diagonal, repetition, balance, sign, and distinct where it \
             is encoded. Raise a kind whose rule is often broken.",
        ),
        allowed: Allowed::List("such as \"row=2\" or \"row=2, region=3\"; \"\" for 1 each"),
        unset: Some(""),
        label: Label::Named,
        field: field!(weights),
    },
    Setting {
        name: "drop_region",
        stage: Stage::Model,
        placeholder: "REGION",
        help: Help(
            "Leave out the penalty of one region, which the others imply: its letter, or auto for \
             the one with most open cells",
            "As the source paper does; refused where the region's rule does not follow from rows, \
             columns and the other regions.",
        ),
        allowed: Allowed::Text("the letter of a region, \"auto\" or \"none\""),
        unset: Some("none"),
        label: Label::Named,
        field: field!(drop_region),
    },
    Setting {
        name: "distinct_lines",
        stage: Stage::Model,
        placeholder: "WAY",
        help: Help(
            "How two lines that must differ enter the cost",
            "Lines with a missing cell (#) are never compared under unique_lines.",
        ),
        allowed: Allowed::Names(|| {
            let all = DistinctLines::ALL;
            all.map(|way| about(way.name(), way.about())).into()
        }),
        unset: None,
        label: Label::Named,
        field: field!(encodings.distinct_lines),
    },
    Setting {
        name: "counts",
        stage: Stage::Model,
        placeholder: "WAY",
        help: Help("How a count that may be q or q + 1 enters the cost", ""),
        allowed: Allowed::Names(|| {
            let all = TwoValued::ALL;
            all.map(|way| about(way.name(), way.about())).into()
        }),
        unset: None,
        label: Label::Named,
        field: field!(encodings.counts),
    },
    Setting {
        name: "symbols",
        stage: Stage::Model,
        placeholder: "WAY",
        help: Help(
            "How qubits hold a group in which exactly one variable is 1: the symbols of a cell, \
             else a row, column or region",
            "",
        ),
        allowed: Allowed::Names(|| {
            let all = Symbols::ALL;
            all.map(|way| about(way.name(), way.about())).into()
        }),
        unset: None,
        label: Label::Alone,
        field: field!(encodings.symbols),
    },
    Setting {
        name: "registers",
        stage: Stage::Registers,
        placeholder: "WHICH",
        help: Help(
            "Which rules the states keep by construction: one register for each such group \
             [default: qubits, or what the setting `mixer` needs]",
            "A register holds the legal fillings of a row, column or region, so that the space is \
             far smaller than 2^qubits and whole boards fit. With registers the reduction is that \
             of the setting `reduce` paper unless it is named; the setting `reduce` none keeps the \
             whole board. Rules without a penalty over qubits (the pairing of tents and trees, \
             lines that must differ) enter the cost where their cells lie in at most two registers.",
        ),
        allowed: Allowed::Names(|| {
            let all = RegisterChoice::ALL;
            all.map(|choice| about(choice.name(), choice.about()))
                .into()
        }),
        unset: Some("default"),
        label: Label::Unless("qubits"),
        field: field!(registers),
    },
    Setting {
        name: "mixer",
        stage: Stage::Registers,
        placeholder: "MIXER",
        help: Help(
            "What mixes the states [default: x on qubits, xy-complete on registers]",
            "Without the setting `registers`, xy-ring, xy-path and xy-complete take the groups in \
             which exactly one variable is 1 that make the smallest space.",
        ),
        allowed: Allowed::Names(|| {
            MixerName::all()
                .map(|mixer| about(mixer.name, mixer.about))
                .collect()
        }),
        unset: Some("default"),
        label: Label::Named,
        field: field!(mixer),
    },
    Setting {
        name: "warm_start",
        stage: Stage::Registers,
        placeholder: "BOARD",
        help: Help(
            "Where the setting `mixer` warm begins: a file with a board as a quiet \
             `ketboard solve` prints it (. for cells not guessed), or anneal [default: anneal]",
            "",
        ),
        allowed: Allowed::File("\"anneal\", or the rows of a board, . for cells not guessed"),
        unset: Some("anneal"),
        label: Label::Named,
        field: field!(warm_start),
    },
    Setting {
        name: "warm_epsilon",
        stage: Stage::Registers,
        placeholder: "ε",
        help: Help(
            "How far the setting `mixer` warm stays away from its guess: the probability of the \
             other value in each qubit, above 0, at most 0.5 [default: 0.25]",
            "",
        ),
        allowed: Allowed::Number(0.0, 0.5),
        unset: Some("0.25"),
        label: Label::Or("warm epsilon 0.25"),
        field: field!(warm_epsilon),
    },
    Setting {
        name: "ansatz",
        stage: Stage::Ansatz,
        placeholder: "ANSATZ",
        help: Help(
            "Which terms have angles of their own: standard (one γ), per-rule (a γ for each kind of \
             rule), multi-angle (a γ for each term, a β for each qubit)",
            "Lists of angles hold group after group, and qubit after qubit, all layers each. The \
             terms of multi-angle are products of 0/1 variables.",
        ),
        allowed: Allowed::Names(|| AnsatzKind::ALL.map(|kind| about(kind.name(), "")).into()),
        unset: None,
        label: Label::Alone,
        field: field!(ansatz),
    },
    Setting {
        name: "objective",
        stage: Stage::Search,
        placeholder: "GOAL",
        help: Help(
            "What the angles make small: expectation, cvar:α (mean of the lowest α of the \
             energies), gibbs:η (−ln⟨e^{−ηC}⟩), success",
            "η is in units of one over the unit of C. success asks the exact solver for all boards: \
             an upper bound of what a search can reach.",
        ),
        allowed: Allowed::Text(
            "expectation, cvar:α with 0 < α ≤ 1, gibbs:η with η > 0, or success",
        ),
        unset: None,
        label: Label::Alone,
        field: field!(objective),
    },
    Setting {
        name: "objective_shots",
        stage: Stage::Search,
        placeholder: "N",
        help: Help(
            "Estimate the objective from N shots at each point, for optimizers without gradients \
             [default: exactly]",
            "",
        ),
        allowed: Allowed::Whole(1, 1_000_000_000),
        unset: Some("exact"),
        label: Label::Or("exact"),
        field: field!(objective_shots),
    },
    Setting {
        name: "optimizer",
        stage: Stage::Search,
        placeholder: "NAME",
        help: Help("Classical optimizer of the angles", ""),
        allowed: Allowed::Names(|| {
            let all = OPTIMIZERS.iter();
            all.map(|one| about(one.name, one.about)).collect()
        }),
        unset: None,
        label: Label::Alone,
        field: field!(optimizer),
    },
    Setting {
        name: "strategy",
        stage: Stage::Search,
        placeholder: "NAME",
        help: Help("Where the search for the angles of each depth starts", ""),
        allowed: Allowed::NamesAndMore(|| {
            let all = Strategy::ALL;
            all.map(|one| about(one.kind(), one.about())).into()
        }),
        unset: None,
        label: Label::Alone,
        field: field!(strategy),
    },
    Setting {
        name: "transfer_table",
        stage: Stage::Search,
        placeholder: "FILE",
        help: Help(
            "The angles of the setting `strategy` transfer, a table that `ketboard learn` wrote \
             [default: the one that comes with the program]",
            "",
        ),
        allowed: Allowed::File("\"shipped\", or a table that `ketboard learn` wrote"),
        unset: Some("shipped"),
        label: Label::Named,
        field: field!(transfer_table),
    },
    Setting {
        name: "starts",
        stage: Stage::Search,
        placeholder: "N",
        help: Help(
            "Starting points tried at each depth: those that the strategy names, then seeded ones",
            "More starts find lower ⟨C⟩ and take proportionally longer.",
        ),
        allowed: Allowed::Whole(1, 10_000),
        unset: None,
        label: Label::Named,
        field: field!(starts),
    },
    Setting {
        name: "iterations",
        stage: Stage::Search,
        placeholder: "N",
        help: Help("Most iterations of the optimizer from one start", ""),
        allowed: Allowed::Whole(0, 1_000_000),
        unset: None,
        label: Label::Named,
        field: field!(iterations),
    },
    Setting {
        name: "precision",
        stage: Stage::Precision,
        placeholder: "PRECISION",
        help: Help(
            "Precision of the amplitudes: f64, f32 (half the memory), or auto (angles are searched \
             in f32 first, then in f64)",
            "",
        ),
        allowed: Allowed::Names(|| {
            vec![
                about("f64", "16 bytes for each basis state"),
                about(
                    "f32",
                    "8 bytes for each basis state; errors of 1e-6 and less",
                ),
                about(
                    "auto",
                    "Each search in f32 first, then in f64; the rest in f64",
                ),
            ]
        }),
        unset: None,
        label: Label::Alone,
        field: field!(precision),
    },
    Setting {
        name: "shots",
        stage: Stage::Shots,
        placeholder: "N",
        help: Help("Number of samples drawn from the final state", ""),
        allowed: Allowed::Whole(1, 1_000_000_000),
        unset: None,
        label: Label::Named,
        field: field!(shots),
    },
    Setting {
        name: "seed",
        stage: Stage::Seed,
        placeholder: "S",
        help: Help(
            "Seed of everything random; the same seed gives the same bytes, for any number of \
             threads",
            "",
        ),
        allowed: Allowed::Whole(0, u64::MAX),
        unset: None,
        label: Label::Named,
        field: field!(seed),
    },
];

fn about(name: &'static str, about: &'static str) -> ValueName {
    ValueName { name, about }
}
