//! The table of all settings.

use super::setting::{Offered, RunStage, Setting};
use super::value::SettingValue;
use super::{Allowed, AnsatzKind, GivenAngles, TransferTable};
use ketboard_puzzles::{DistinctLines, Kind, RegisterChoice, RuleSet, Symbols, TwoValued};
use ketboard_qaoa::{
    Objective, Precision, SearchSettings,
    mixers::MixerName,
    search::{Effort, OPTIMIZERS, Optimizer, Strategy},
};
use std::collections::BTreeMap;

/// Makes [`Settings`] and [`SETTINGS`] of rows. A row is the help of the option; the name, the type
/// and the default; the stage of a run that it decides, what its value is called in the help, and
/// which values are allowed; where a setting may be unset, the word for that; where its
/// value says in a label what it is, `plain true`; and, where it is not in the short help of
/// commands, where it is offered.
macro_rules! settings {
    ($(
        $(#[doc = $help:literal])+
        $name:ident: $type:ty = $default:expr,
        $stage:ident $value_name:literal, $allowed:ident $values:tt
        $(, unset $unset:literal)? $(, plain $plain:literal)? $(, offered $offered:ident)?;
    )+) => {
        /// What is set for a run. Two runs of one puzzle, depth and settings give the same bytes.
        #[derive(Clone, Debug)]
        pub(crate) struct Settings {
            $($(#[doc = $help])+ pub(crate) $name: $type,)+
            /// The weights of kinds that a model has named, which no text could name.
            pub(crate) own_weights: BTreeMap<Kind, f64>,
        }

        impl Default for Settings {
            /// What is meant where nothing is said.
            fn default() -> Self {
                Self { $($name: $default,)+ own_weights: BTreeMap::new() }
            }
        }

        /// All settings, in the order of records. A plan crosses them in this order: the values of
        /// the last one follow each other.
        pub(crate) static SETTINGS: &[Setting] = &[$(Setting {
            name: stringify!($name),
            stage: RunStage::$stage,
            value_name: $value_name,
            help: &[$($help),+],
            allowed: Allowed::$allowed $values,
            unset: [$(Some($unset),)? None][0],
            is_plain: [$($plain,)? false][0],
            offered: [$(Offered::$offered,)? Offered::ShortHelp][0],
            write: |settings| settings.$name.write(),
            read: |settings, text| {
                let value = SettingValue::read(text)?;
                Ok(value.map(|value| settings.$name = value).is_some())
            },
        }),+];
    };
}

settings! {
    /// Rules of deduction that are used first [default: paper, then others down to 16 qubits]
    ///
    /// `none` keeps the problem as large as it is stated, `full` solves most real boards outright;
    /// to choose a size in between, use the setting `target_qubits`. By default the rules of the
    /// source paper are used, then, only where more than 16 qubits remain, further deductions
    /// down to 16.
    reduce: Option<RuleSet> = None,
        Model "LEVEL", Names(RuleSet::names), unset "auto";

    /// Deduce step by step until at most N qubits remain [default: no target]
    ///
    /// It sets the size of the quantum problem: the simplest deductions come first, and each
    /// removes one qubit. Without the setting `reduce` every rule may be used. Auxiliary
    /// qubits (of the setting `distinct_lines` qubo and the setting `counts` slack) come on top;
    /// show says how many.
    target_qubits: Option<usize> = None,
        Model "N", Whole(0, 10_000), unset "none";

    /// Weight of one kind of penalty term, such as row=2; may be repeated [default: 1 for
    /// each]
    ///
    /// Kinds: cell, row, column, region, diagonal, repetition, balance, sign, tree, and distinct
    /// where it is encoded. Raise a kind whose rule is often broken.
    weights: Vec<String> = Vec::new(),
        Model "KIND=λ", List("such as \"row=2\" or \"row=2, region=3\"; \"\" for 1 each"),
        unset "", offered LongHelp;

    /// Leave out the penalty of one region, which the others imply: its letter, or auto for
    /// the one with most open cells
    ///
    /// As the source paper does; refused where the region's rule does not follow from rows,
    /// columns and the other regions.
    drop_region: Option<String> = None,
        Model "REGION", Text("the letter of a region, \"auto\" or \"none\""), unset "none", offered LongHelp;

    /// How two lines that must differ enter the cost
    ///
    /// Lines with a missing cell (#) are never compared under unique_lines.
    distinct_lines: DistinctLines = DistinctLines::Filter,
        Model "WAY", Names(DistinctLines::names), offered LongHelp;

    /// How a count that may be q or q + 1 enters the cost
    counts: TwoValued = TwoValued::Fractional,
        Model "WAY", Names(TwoValued::names), offered LongHelp;

    /// How qubits hold a group in which exactly one variable is 1: the symbols of a cell,
    /// else a row, column or region
    symbols: Symbols = Symbols::OneHot,
        Model "WAY", Names(Symbols::names), plain true, offered LongHelp;

    /// Groups whose rules every state keeps [default: qubits, or what the setting `mixer` needs]
    ///
    /// Each group (a row, column or region) becomes one qudit, whose basis states are the legal
    /// fillings of the group, so that the space is far smaller than 2^qubits and whole boards
    /// fit. With registers the reduction is that
    /// of the setting `reduce` paper unless it is named; the setting `reduce` none keeps the
    /// whole board. Rules without a penalty over qubits (the pairing of tents and trees,
    /// lines that must differ) enter the cost where their cells lie in at most two registers.
    registers: Option<RegisterChoice> = None,
        Registers "WHICH", Names(RegisterChoice::names), unset "default";

    /// The mixer of a layer [default: x on qubits, xy-complete on registers]
    ///
    /// Without the setting `registers`, xy-ring, xy-path and xy-complete take the groups in
    /// which exactly one variable is 1 that make the smallest space.
    mixer: Option<MixerName> = None,
        Registers "MIXER", Names(MixerName::names), unset "default";

    /// Where the setting `mixer` warm begins: a file with a board as a quiet `ketboard solve`
    /// prints it (. for cells not guessed), or anneal [default: anneal]
    warm_start: Option<String> = None,
        Registers "BOARD", Text("\"anneal\", or the rows of a board, . for cells not guessed"),
        unset "anneal", offered InPlans;

    /// How far the setting `mixer` warm stays away from its guess: the probability of the
    /// other value in each qubit, above 0, at most 0.5 [default: 0.25]
    warm_epsilon: Option<f64> = None,
        Registers "ε", Number(0.0, 0.5), unset "0.25",
        offered InPlans;

    /// Which terms have angles of their own: standard (one γ), per-rule (a γ for each kind of
    /// rule), multi-angle (a γ for each term, a β for each qubit)
    ///
    /// Lists of angles are in the order of groups (or qubits), and of each the layers in order. The
    /// terms of multi-angle are products of 0/1 variables.
    ansatz: AnsatzKind = AnsatzKind::Standard,
        Ansatz "ANSATZ", Names(AnsatzKind::names), plain true, offered LongHelp;

    /// What the search minimizes: expectation, cvar:α, gibbs:η or success
    ///
    /// expectation is ⟨C⟩. cvar:α is the mean of the lowest fraction α of the energies. gibbs:η is
    /// −ln⟨e^{−ηC}⟩, with η in units of one over the unit of C. success is minus P(success): it
    /// uses the known solutions, and shows how far angles can get, nothing that a machine could do.
    objective: Objective = Objective::Expectation,
        Search "GOAL", Text("expectation, cvar:α with 0 < α ≤ 1, gibbs:η with η > 0, or success"),
        plain true, offered LongHelp;

    /// Estimate the objective from N shots at each point, for optimizers without gradients
    /// [default: exactly]
    objective_shots: Option<u64> = None,
        Search "N", Whole(1, 1_000_000_000), unset "exact", offered LongHelp;

    /// Angles to run at instead of a search: ramp:Δγ,Δβ, or a file of JSON with "gammas" and
    /// "betas" of each depth
    ///
    /// The ramp is γ = Δγ t and β = -Δβ (1 - t) at the midpoints t of the layers, in radians.
    angles: Option<GivenAngles> = None,
        Search "FILE", Text("\"search\", ramp:Δγ,Δβ, or JSON with the lists \"gammas\" and \"betas\""),
        unset "search", offered InPlans;

    /// Classical optimizer of the angles
    optimizer: &'static Optimizer = &OPTIMIZERS[0],
        Search "NAME", Names(<&Optimizer>::names), plain true, offered LongHelp;

    /// First angles of the search at each depth
    strategy: Strategy = Strategy::Ladder,
        Search "NAME", NamesAndMore(Strategy::names), plain true;

    /// The angles of the setting `strategy` transfer: a table of angles by family and depth
    /// [default: the one that comes with the program]
    transfer_table: Option<TransferTable> = None,
        Search "FILE", Text("\"shipped\", or a table of angles by family and depth, as JSON"), unset "shipped",
        offered InPlans;

    /// How far the setting `strategy` ladder looks for lower ⟨C⟩ [default: the lowest valleys
    /// beside the smooth one]
    effort: Option<Effort> = None,
        Search "HOW", Names(Effort::names), unset "default";

    /// Starting points at each depth, where the setting `strategy` is another than ladder
    ///
    /// The first is that of the setting `strategy`, the others are random and depend on the
    /// setting `seed`. More starts find lower ⟨C⟩ and take proportionally longer.
    starts: usize = SearchSettings::default().starts,
        Search "N", Whole(1, 10_000), offered LongHelp;

    /// Most iterations of the optimizer from one start
    iterations: u64 = 200,
        Search "N", Whole(0, 1_000_000), offered LongHelp;

    /// Precision of the amplitudes: f64, or f32 (half the memory)
    precision: Precision = Precision::F64,
        Precision "PRECISION", Names(Precision::names), plain true, offered LongHelp;

    /// Number of samples drawn from the final state
    shots: u64 = 1024,
        Shots "N", Whole(1, 1_000_000_000);

    /// Seed of everything random: the same seed gives the same bytes
    ///
    /// The bytes are the same for any number of threads and on any processor.
    seed: u64 = 0,
        Seed "S", Whole(0, u64::MAX);
}

/// The setting of a name.
pub(crate) fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// Settings are equal where all of their values are written alike.
impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        let same = |setting: &Setting| setting.get(self) == setting.get(other);
        self.own_weights == other.own_weights && SETTINGS.iter().all(same)
    }
}
