//! `ketboard completions`: what a shell needs to complete commands, options and their values.

use super::options::TalkOptions;
use super::page::FinishedText;
use crate::Result;
use clap_complete::Shell;
use serde_json::json;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell that is to complete
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs `ketboard completions`: prints the script that completes commands and options in a shell.
pub(crate) fn run(arguments: &CompletionsArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut super::command(),
        "ketboard",
        &mut text,
    );
    let script = FinishedText {
        text,
        summary: String::new(),
        about: json!({"shell": arguments.shell.to_string()}),
    };
    script.deliver(None, talk)
}
