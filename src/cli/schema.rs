//! `ketboard schema`: the JSON Schemas of what commands print and write.

use super::page::{PrintedPage, print_json};
use crate::Result;
use crate::experiment::{JsonKind, KINDS};
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct SchemaArguments {
    /// Which object of JSON; without it, all of them are listed
    #[arg(value_name = "KIND", value_parser = kinds())]
    kind: Option<String>,
}

fn kinds() -> PossibleValuesParser {
    let value = |kind: &JsonKind| PossibleValue::new(kind.name).help(kind.about);
    PossibleValuesParser::new(KINDS.iter().map(value))
}

pub(crate) fn run(arguments: &SchemaArguments) -> Result<ExitCode> {
    let named = |kind: &&JsonKind| Some(kind.name) == arguments.kind.as_deref();
    match KINDS.iter().find(named) {
        Some(kind) => print_json(&(kind.schema)())?,
        None => {
            let mut page = PrintedPage::default();
            for kind in KINDS {
                page.line(format_args!("{:16}  {}", kind.name, kind.about));
            }
            page.print()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
