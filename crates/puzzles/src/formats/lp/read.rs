//! Reading the quadratic subset of CPLEX LP that solvers of QUBOs write: an objective to be
//! minimized over binaries.
//!
//! ```text
//! Minimize
//!  obj: 2 x - y + [ 6 x * y - z ^ 2 ] / 2 + 0.75
//! Subject To
//! Bounds
//! Binaries
//!  x y z
//! End
//! ```
//!
//! The sections of constraints, bounds and other variables must be empty: what they say has no
//! place in a model without rules.

use super::super::source::{ModelDraft, ModelText, Notes, shown};
use crate::encode::ModelFile;
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// A word of the file and its line.
type Word<'a> = (usize, &'a str);

const OBJECTIVE: &str =
    "an objective is signed terms `2 x`, `[ 6 x * y + 2 x ^ 2 ] / 2` and a constant";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LpSection {
    Objective,
    Constraints,
    Bounds,
    Binaries,
    OtherVariables,
    End,
}

pub(super) fn recognizes(text: &str) -> bool {
    let plain = text
        .lines()
        .map(|line| line.split('\\').next().unwrap_or(""));
    let first = plain.map(str::trim).find(|line| !line.is_empty());
    let first = first.map(str::to_ascii_lowercase);
    first.is_some_and(|line| line.starts_with("minimi") || line.starts_with("maximi"))
        || first_word_is_short_sense(text)
}

/// `min` and `max` are allowed too, if nothing but a name follows.
fn first_word_is_short_sense(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(|line| line.split('\\').next().unwrap_or(""));
    let word = lines.find_map(|line| line.split_whitespace().next());
    word.is_some_and(|word| ["min", "max"].contains(&word.to_ascii_lowercase().as_str()))
}

pub(super) fn read(text: &str, file: &str) -> Result<ModelFile> {
    let source = ModelText { text, file };
    let mut reader = LpReader::new(&source);
    let mut notes = Notes::default();
    for (number, line) in (1..).zip(text.lines()) {
        let (plain, comment) = line.split_once('\\').unwrap_or((line, ""));
        notes.take_comment(&source, number, comment)?;
        reader.take_line(number, plain)?;
    }
    let terms = LpObjective::new(&source, &reader.objective)?.terms()?;
    let declared: BTreeMap<&str, usize> = reader.binaries.iter().map(|(l, w)| (*w, *l)).collect();
    let mut names: Vec<String> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mentioned = terms.iter().flat_map(|(factors, _)| factors);
    for (line, name) in mentioned.chain(&reader.binaries) {
        if !declared.contains_key(name) {
            let found = format!("{} is not binary", shown(name));
            return Err(source.wrong(Some(*line), found, "list every variable under Binaries"));
        }
        places.entry(name).or_insert_with(|| {
            names.push((*name).to_owned());
            names.len() - 1
        });
    }
    // The objective itself has the constant; the comment repeats it.
    notes.offset = 0.0;
    let terms = terms.iter().map(|(factors, coefficient)| {
        let set = factors.iter().map(|(_, name)| places[name]).collect();
        (set, *coefficient)
    });
    let draft = ModelDraft {
        terms: terms.collect(),
        names,
        notes,
    };
    draft.model(&source, "x")
}

/// The words of the sections that count.
struct LpReader<'a> {
    source: &'a ModelText<'a>,
    section: Option<LpSection>,
    objective: Vec<Word<'a>>,
    binaries: Vec<Word<'a>>,
}

impl<'a> LpReader<'a> {
    fn new(source: &'a ModelText<'a>) -> Self {
        Self {
            source,
            section: None,
            objective: Vec::new(),
            binaries: Vec::new(),
        }
    }

    fn take_line(&mut self, number: usize, line: &'a str) -> Result<()> {
        let mut rest = line;
        while let Some((keyword, after)) = self.keyword(rest) {
            self.enter(number, keyword)?;
            rest = after;
        }
        let words = words(rest).into_iter().map(|word| (number, word));
        let words: Vec<Word<'a>> = words.collect();
        let Some(word) = words.first() else {
            return Ok(());
        };
        let refuse = |remedy: &str| {
            let found = shown(rest.trim());
            Err(self.source.wrong(Some(word.0), found, remedy))
        };
        match self.section {
            None => refuse("begin with Minimize"),
            Some(LpSection::Objective) => {
                self.objective.extend(words);
                Ok(())
            }
            Some(LpSection::Binaries) => self.take_binaries(words),
            Some(LpSection::Constraints) => {
                refuse("constraints cannot be read: add them to the objective as penalties")
            }
            Some(LpSection::Bounds | LpSection::OtherVariables) => {
                refuse("only binary variables without further bounds can be read")
            }
            Some(LpSection::End) => refuse("nothing may follow End"),
        }
    }

    fn take_binaries(&mut self, words: Vec<Word<'a>>) -> Result<()> {
        if let Some((line, word)) = words.iter().find(|(_, word)| !is_name(word)) {
            let remedy = "names of variables belong under Binaries";
            return Err(self.source.wrong(Some(*line), shown(word), remedy));
        }
        self.binaries.extend(words);
        Ok(())
    }

    fn enter(&mut self, line: usize, (name, section): (&str, LpSection)) -> Result<()> {
        if name.starts_with("max") {
            let remedy = "change every sign of the objective and write Minimize";
            return Err(self
                .source
                .wrong(Some(line), "a model to be maximized", remedy));
        }
        if (section == LpSection::Objective) != self.section.is_none() {
            let remedy = "Minimize comes first and once, then Subject To, Bounds, Binaries, End";
            return Err(self.source.wrong(Some(line), shown(name), remedy));
        }
        self.section = Some(section);
        Ok(())
    }

    /// The keyword at the start of a line, and what follows it.
    fn keyword(&self, line: &'a str) -> Option<((&'static str, LpSection), &'a str)> {
        let line = line.trim_start();
        let found = KEYWORDS.iter().find(|(keyword, _)| {
            let start = line.get(..keyword.len());
            let rest = line.get(keyword.len()..).unwrap_or("");
            let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
            ends && start.is_some_and(|start| start.eq_ignore_ascii_case(keyword))
        })?;
        Some((*found, &line[found.0.len()..]))
    }
}

/// The words that begin a section, in all spellings, longer ones first.
static KEYWORDS: &[(&str, LpSection)] = &[
    ("minimize", LpSection::Objective),
    ("minimise", LpSection::Objective),
    ("minimum", LpSection::Objective),
    ("min", LpSection::Objective),
    ("maximize", LpSection::Objective),
    ("maximise", LpSection::Objective),
    ("maximum", LpSection::Objective),
    ("max", LpSection::Objective),
    ("subject to", LpSection::Constraints),
    ("such that", LpSection::Constraints),
    ("s.t.", LpSection::Constraints),
    ("st", LpSection::Constraints),
    ("bounds", LpSection::Bounds),
    ("bound", LpSection::Bounds),
    ("binaries", LpSection::Binaries),
    ("binary", LpSection::Binaries),
    ("bin", LpSection::Binaries),
    ("generals", LpSection::OtherVariables),
    ("general", LpSection::OtherVariables),
    ("gen", LpSection::OtherVariables),
    ("integers", LpSection::OtherVariables),
    ("integer", LpSection::OtherVariables),
    ("int", LpSection::OtherVariables),
    ("semi-continuous", LpSection::OtherVariables),
    ("semis", LpSection::OtherVariables),
    ("semi", LpSection::OtherVariables),
    ("sos", LpSection::OtherVariables),
    ("end", LpSection::End),
];

/// Words between blanks, the signs of formulas each a word of its own.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let length = if is_sign(first) {
            first.len_utf8()
        } else if first.is_ascii_digit() || first == '.' {
            number_length(rest)
        } else {
            rest.find(|c: char| c.is_whitespace() || is_sign(c))
                .unwrap_or(rest.len())
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

fn is_sign(c: char) -> bool {
    matches!(
        c,
        '+' | '-' | '*' | '^' | '[' | ']' | '/' | ':' | '<' | '>' | '='
    )
}

/// Whether a word can be a variable: it begins with no sign, digit or point.
fn is_name(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(|c| !is_sign(c) && !c.is_ascii_digit() && c != '.')
}

/// The length of the number that a text starts with: digits, a point, an exponent.
fn number_length(text: &str) -> usize {
    let digits = |text: &str| {
        text.bytes()
            .take_while(|b| b.is_ascii_digit() || *b == b'.')
            .count()
    };
    let mantissa = digits(text);
    let Some(exponent) = text[mantissa..].strip_prefix(['e', 'E']) else {
        return mantissa;
    };
    let signs = usize::from(exponent.starts_with(['+', '-']));
    match digits(&exponent[signs..]) {
        0 => mantissa,
        more => mantissa + 1 + signs + more,
    }
}

/// The words of an objective, read term by term.
struct LpObjective<'a> {
    source: &'a ModelText<'a>,
    words: &'a [Word<'a>],
    at: usize,
}

/// A product of variables, each with its line, and its coefficient.
type LpTerm<'a> = (Vec<Word<'a>>, f64);

impl<'a> LpObjective<'a> {
    /// The words behind the objective's name, if it has one.
    fn new(source: &'a ModelText<'a>, words: &'a [Word<'a>]) -> Result<Self> {
        let at = match words {
            [_, (_, ":"), ..] => 2,
            _ => 0,
        };
        Ok(Self { source, words, at })
    }

    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).map(|(_, word)| *word)
    }

    fn takes(&mut self, word: &str) -> bool {
        let fits = self.peek() == Some(word);
        self.at += usize::from(fits);
        fits
    }

    fn terms(mut self) -> Result<Vec<LpTerm<'a>>> {
        let mut terms = Vec::new();
        while self.peek().is_some() {
            let sign = self.sign(terms.is_empty())?;
            if self.takes("[") {
                terms.extend(self.bracket(sign)?);
            } else {
                let term = self.term(sign)?;
                if term.0.len() > 1 {
                    return Err(self.wrong("products of variables stand between [ and ] / 2"));
                }
                terms.push(term);
            }
        }
        Ok(terms)
    }

    /// The terms up to `] / 2`, halved.
    fn bracket(&mut self, sign: f64) -> Result<Vec<LpTerm<'a>>> {
        let mut terms: Vec<LpTerm<'a>> = Vec::new();
        while !self.takes("]") {
            let own = self.sign(terms.is_empty())?;
            let (factors, coefficient) = self.term(sign * own)?;
            if factors.len() != 2 {
                return Err(self.wrong("between [ and ] stand x * y and x ^ 2 only"));
            }
            terms.push((factors, coefficient / 2.0));
        }
        if self.takes("/") && self.takes("2") {
            return Ok(terms);
        }
        Err(self.wrong("the brackets of an objective are halved: write ] / 2"))
    }

    /// The signs before a term; the first may have none.
    fn sign(&mut self, first: bool) -> Result<f64> {
        let mut sign = 1.0;
        let start = self.at;
        loop {
            if self.takes("-") {
                sign = -sign;
            } else if !self.takes("+") {
                break;
            }
        }
        if self.at == start && !first {
            return Err(self.wrong("+ or - stands between two terms"));
        }
        Ok(sign)
    }

    /// `2 x`, `2`, `x`, `2 x * y`, `2 x ^ 2`.
    fn term(&mut self, sign: f64) -> Result<LpTerm<'a>> {
        let number = self.peek().and_then(ModelText::decimal);
        self.at += usize::from(number.is_some());
        let mut factors: Vec<Word<'a>> = Vec::new();
        if let Some(name) = self.name() {
            factors.push(name);
            if self.takes("^") {
                if !self.takes("2") {
                    return Err(self.wrong("a variable may be squared: x ^ 2"));
                }
                factors.push(name);
            } else if self.takes("*") {
                let second = self.name();
                factors.push(second.ok_or_else(|| self.wrong("a variable belongs behind *"))?);
            }
        }
        if number.is_none() && factors.is_empty() {
            return Err(self.wrong(OBJECTIVE));
        }
        Ok((factors, sign * number.unwrap_or(1.0)))
    }

    fn name(&mut self) -> Option<Word<'a>> {
        let word = self.words.get(self.at)?;
        self.at += usize::from(is_name(word.1));
        is_name(word.1).then_some(*word)
    }

    /// An error at the next word, or at the last one where none is left.
    fn wrong(&self, remedy: &str) -> Error {
        let place = self.words.get(self.at).or(self.words.last());
        let found = match self.peek() {
            Some(word) => format!("{} in the objective", shown(word)),
            None => "the objective ends too early".to_owned(),
        };
        self.source
            .wrong(place.map(|(line, _)| *line), found, remedy)
    }
}
