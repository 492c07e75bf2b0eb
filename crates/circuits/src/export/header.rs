//! What every circuit file says beside its gates: which puzzle, which angles, which conventions,
//! which cell each qubit is.

use super::circuit_format::CircuitFormat;
use crate::circuit::Circuit;
use ketboard_puzzles::{ModelFile, Reading};
use ketboard_qaoa::{
    Angles,
    angles::AngleShape,
    mixers::{MixerAction, MixerName},
};

/// What a reader of the file must know beside the gates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CircuitHeader {
    /// What the circuit does, where it is not QAOA: `Grover search, 3 iterations`. Angles and the
    /// conventions of the ansatz are then left out.
    pub title: Option<String>,
    /// The puzzle's name.
    pub puzzle: String,
    /// The puzzle's file.
    pub file: String,
    /// The hash of the model, as other records of the same run give it.
    pub model_hash: String,
    /// The angles, as they are used.
    pub angles: Angles,
    /// Their shape: how many series of γ and of β there are, named in a note.
    pub shape: AngleShape,
    /// The mixer on registers; `None` for ΣX on plain qubits.
    pub mixer: Option<MixerName>,
    /// Every cell with its value: `r1c1` is `x0`, `!x0`, `0`, `1` or `x0 & !x1`, as [`Reading`]
    /// writes it.
    pub cells: Vec<(String, String)>,
    /// Further lines, such as the options that make the same reduction again.
    pub notes: Vec<String>,
    /// How counts in Qiskit's order are read, in the words of the program that writes the file:
    /// `read them with …`. Without it the file says only that their order is the reverse.
    pub counts_in_qiskits_order: Option<String>,
}

const BITS: &str = "c[i] is the measured value of variable xi";

const PHASE: &str = "the constant of C is a global phase and is left out of the circuit";

/// How the counts of Qiskit and of IBM's runtime are ordered.
pub(super) const QISKIT_ORDER: &str = "Qiskit prints counts the other way round";

impl CircuitHeader {
    /// The header as lines of text without comment marks; no line holds a control character.
    pub(super) fn lines(
        &self,
        circuit: &Circuit,
        written: &Circuit,
        format: &CircuitFormat,
    ) -> Vec<String> {
        let mut lines = vec![self.first_line(circuit)];
        lines.push(format!("puzzle: {} (file: {})", self.puzzle, self.file));
        if !self.model_hash.is_empty() {
            lines.push(format!("model: {}", self.model_hash));
        }
        if self.title.is_none() && self.angles.depth_in(self.shape) > 0 {
            lines.push(format!("gammas = {:?}", self.angles.gammas));
            lines.push(format!("betas = {:?}", self.angles.betas));
        }
        lines.push(format!(
            "{} gates on two qubits in depth {}, all gates in depth {}",
            written.two_qubit_gates(),
            written.two_qubit_depth(),
            written.depth(),
        ));
        lines.extend(self.notes.iter().cloned());
        lines.extend(self.conventions(format.facts));
        lines.extend(self.places(circuit, |q| format.wire(q)));
        let cells = self.cells.iter();
        lines.extend(cells.map(|(cell, value)| format!("{cell} = {value}")));
        lines.iter().map(|line| on_one_line(line)).collect()
    }

    /// `Ketboard: QAOA of depth 3 on 13 qubits`.
    pub(super) fn first_line(&self, circuit: &Circuit) -> String {
        match &self.title {
            Some(title) => format!("Ketboard: {title} on {} qubits", circuit.qubits()),
            None => format!(
                "Ketboard: QAOA of depth {} on {} qubits",
                self.angles.depth_in(self.shape),
                circuit.measured().len()
            ),
        }
    }

    fn conventions(&self, facts: &[&str]) -> Vec<String> {
        let facts = facts
            .iter()
            .map(|fact| match &self.counts_in_qiskits_order {
                Some(how) if *fact == QISKIT_ORDER => format!("{fact}: {how}"),
                Some(_) | None => (*fact).to_owned(),
            });
        if self.title.is_some() {
            let measured = "c[i] is the measured value of the i-th qubit that is measured";
            return [measured.to_owned()].into_iter().chain(facts).collect();
        }
        let of_circuits = [BITS, PHASE].map(str::to_owned);
        let card = self.card().into_iter();
        card.chain(of_circuits).chain(facts).collect()
    }

    /// The conventions of the ansatz, one a line; registers have another start and mixer.
    pub(super) fn card(&self) -> Vec<String> {
        let own = self.mixer.map_or_else(Vec::new, of_mixer);
        let meaning = |name: &str| own.iter().find(|(key, _)| *key == name);
        let card = ModelFile::CONVENTIONS.iter();
        card.map(|(name, stated)| {
            let stated = meaning(name).map_or(stated, |(_, other)| other);
            format!("{name}: {stated}")
        })
        .collect()
    }

    /// Which cell each qubit holds: by qubit where all are measured in their order, else also by
    /// the bit that it is measured into.
    fn places(&self, circuit: &Circuit, wire: impl Fn(usize) -> String) -> Vec<String> {
        let measured = circuit.measured();
        if self.title.is_some() || measured.iter().copied().eq(0..circuit.qubits()) {
            let qubits = 0..circuit.qubits();
            return qubits
                .map(|q| format!("{} = {}", wire(q), self.place(q, circuit)))
                .collect();
        }
        let bits = measured.iter().enumerate();
        bits.map(|(i, &q)| format!("c[{i}] = {} = {}", wire(q), self.place(i, circuit)))
            .collect()
    }

    /// The cells that hold a variable, or else its place in a register: `column[0]`.
    pub(super) fn place(&self, variable: usize, circuit: &Circuit) -> String {
        let cells = self.cells_of(variable);
        let mut registers = circuit.registers().iter();
        match registers.find(|register| register.qubits.contains(&variable)) {
            _ if !cells.is_empty() => cells,
            Some(register) => format!("{}[{}]", register.name, variable - register.qubits.start),
            None => "no cell (auxiliary)".to_owned(),
        }
    }

    /// The cells that hold a qubit: `r1c1`, or where only the negation is held `!r1c2`.
    fn cells_of(&self, qubit: usize) -> String {
        let holding = |symbol: String, mark: &str| -> Vec<String> {
            let cells = self.cells.iter().filter(|(_, value)| *value == symbol);
            cells.map(|(cell, _)| format!("{mark}{cell}")).collect()
        };
        let mut names = holding(format!("x{qubit}"), "");
        names.extend(holding(format!("!x{qubit}"), "!"));
        names.extend(names.is_empty().then(|| self.part_of(qubit)).flatten());
        names.join(" = ")
    }

    /// The cells that hold a qubit together with others; `None` where no cell does.
    fn part_of(&self, qubit: usize) -> Option<String> {
        let holds = |value: &str| {
            Reading::parse(value).is_some_and(|reading| reading.qubits().any(|q| q == qubit))
        };
        let cells = self.cells.iter().filter(|(_, value)| holds(value));
        let names: Vec<&str> = cells.map(|(cell, _)| cell.as_str()).collect();
        (!names.is_empty()).then(|| format!("with others: {}", names.join(" ")))
    }
}

fn of_mixer(mixer: MixerName) -> Vec<(&'static str, &'static str)> {
    let layer = ("layer", mixer.layer);
    match mixer.acts {
        MixerAction::Qubits => Vec::new(),
        MixerAction::AllLevels | MixerAction::Edges(_) | MixerAction::Whole => vec![
            (
                "state",
                "every register uniform over its levels, |u> each: a W state where one of its qubits is 1; |+> on a qubit alone",
            ),
            layer,
            (
                "rotations",
                "RZ(2 gamma h), RZZ(2 gamma J) with C rewritten on the levels, where it has the same values up to its constant",
            ),
        ],
        MixerAction::WarmQubits => vec![
            (
                "state",
                "every qubit in |phi> = RY(theta)|0>, turned toward a guess",
            ),
            layer,
            (
                "rotations",
                "RZ(2 gamma h), RZZ(2 gamma J), RY(theta) RZ(2 beta) RY(-theta)",
            ),
        ],
    }
}

/// The text with control characters made blanks: a line break in a puzzle's name must not end the
/// comment.
pub(super) fn on_one_line(text: &str) -> String {
    text.replace(
        |c: char| c.is_control() || "\u{2028}\u{2029}".contains(c),
        " ",
    )
}
