//! The values that a setting may have.

/// The values of a setting.
#[derive(Debug)]
pub(crate) enum Allowed {
    /// One of these names.
    Names(fn() -> Vec<ValueName>),
    /// One of these names, or a text that begins with one of them.
    NamesAndMore(fn() -> Vec<ValueName>),
    /// A whole number between two others, which are allowed too.
    Whole(u64, u64),
    /// A number above the first and at most the second.
    Number(f64, f64),
    /// A text, described in words.
    Text(&'static str),
    /// Texts with commas between them, described in words.
    List(&'static str),
}

/// A value with a name.
#[derive(Debug)]
pub(crate) struct ValueName {
    /// As users write it.
    pub name: &'static str,
    /// What it does, in a line of help; empty where the help of the setting says it.
    pub about: &'static str,
}

impl Allowed {
    /// The names among the values.
    pub(crate) fn names(&self) -> Vec<ValueName> {
        match self {
            Self::Names(names) | Self::NamesAndMore(names) => names(),
            Self::Whole(..) | Self::Number(..) | Self::Text(_) | Self::List(_) => Vec::new(),
        }
    }

    /// Whether a text may be a value: one of the names, or a number in the range. Of other texts
    /// only their meaning decides.
    pub(crate) fn allows(&self, text: &str) -> bool {
        match self {
            Self::Names(names) => names().iter().any(|one| one.name == text),
            Self::Whole(least, most) => {
                let number = text.parse::<u64>();
                number.is_ok_and(|number| (*least..=*most).contains(&number))
            }
            Self::Number(above, most) => {
                let number = text.parse::<f64>();
                number.is_ok_and(|number| number > *above && number <= *most)
            }
            Self::NamesAndMore(_) | Self::Text(_) | Self::List(_) => true,
        }
    }

    /// The values in words, with the word for nothing set, if there is one.
    pub(crate) fn in_words(&self, unset: Option<&str>) -> String {
        match self {
            Self::Names(names) | Self::NamesAndMore(names) => {
                let named = names();
                let names = unset.into_iter().chain(named.iter().map(|one| one.name));
                one_of(&names.collect::<Vec<_>>())
            }
            Self::Whole(least, most) => {
                let number = match most {
                    &u64::MAX => format!("a whole number from {least}"),
                    most => format!("a whole number from {least} to {most}"),
                };
                unset.map_or(number.clone(), |unset| format!("{number}, or \"{unset}\""))
            }
            Self::Number(above, most) => format!("a number above {above}, at most {most}"),
            Self::Text(words) | Self::List(words) => (*words).to_owned(),
        }
    }
}

/// Names as words: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
