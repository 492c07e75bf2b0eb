//! The page of all commands and their options.

use clap::{Arg, Command};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HEAD: &str = "# Commands and options\n\n\
    <!-- Written by a test from the tables of the program; do not edit. -->\n\n\
    Every command takes `--help`. A puzzle or model file may be `-` for standard input. The exit status is 0 if the\n\
    work is done, 1 if the puzzle has no solution or none was found, 2 for a wrong command line or a wrong file, and\n\
    130 if Ctrl-C stopped the command.\n";

/// An argument that is described alike in so many commands is described once.
const SHARED: usize = 3;

/// The whole page, a section for each command in the order of the program's help.
pub(super) fn page(program: &Command) -> String {
    let commands: Vec<&Command> = program
        .get_subcommands()
        .filter(|command| command.get_name() != "help" && !command.is_hide_set())
        .collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for command in &commands {
        for option in command.get_arguments().filter(|a| !is_help(a)) {
            *uses.entry(entry(option)).or_default() += 1;
        }
    }
    let is_shared = |option: &Arg| {
        let shared = uses.get(&entry(option)).is_some_and(|uses| *uses >= SHARED);
        shared && option.get_long().is_some()
    };
    let mut page = HEAD.to_owned();
    page += "\n| command | what it does |\n|---|---|\n";
    for command in &commands {
        let (name, about) = (command.get_name(), about(command));
        writeln!(page, "| [`{name}`](#{name}) | {} |", in_cell(&about))
            .expect("a string takes any text");
    }
    page += "\n## Options of several commands\n\nThe sections of the commands name those that they take.\n";
    let of_all = options_below(program, Some("Output")).into_iter();
    let of_all: String = of_all.map(entry).collect();
    page += &format!("\n### Every command\n\n{of_all}");
    let mut told: Vec<String> = Vec::new();
    for heading in all_headings(&commands) {
        let mut entries = String::new();
        for option in commands
            .iter()
            .flat_map(|command| options_below(command, heading))
        {
            let text = entry(option);
            if is_shared(option) && !told.contains(&text) {
                entries += &text;
                told.push(text);
            }
        }
        if !entries.is_empty() {
            page += &format!("\n### {}\n\n{entries}", heading.unwrap_or("Options"));
        }
    }
    for command in &commands {
        page += &section(command, is_shared);
    }
    page
}

/// The headings of several commands, each once, in the order in which they first appear.
fn all_headings<'c>(commands: &[&'c Command]) -> Vec<Option<&'c str>> {
    let mut all = Vec::new();
    for heading in commands.iter().flat_map(|command| headings(command)) {
        if !all.contains(&heading) {
            all.push(heading);
        }
    }
    all
}

/// The line of help that says what a command does.
fn about(command: &Command) -> String {
    command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// The options of a command below a heading, in the order of the help.
fn options_below<'c>(command: &'c Command, heading: Option<&str>) -> Vec<&'c Arg> {
    let options = command.get_arguments().filter(|option| {
        option.get_long().is_some() && option.get_help_heading() == heading && !is_help(option)
    });
    options.collect()
}

/// The section of a command: its usage, its own options below their headings, and a line that names
/// those it shares.
fn section(command: &Command, is_shared: impl Fn(&Arg) -> bool) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    let mut text = format!("\n## {}\n\n", command.get_name());
    text += &format!("{}.\n\n```text\n{usage}\n```\n", about(command));
    let long = command.get_long_about().map(ToString::to_string);
    for paragraph in long.unwrap_or_default().split("\n\n").skip(1) {
        text += &format!("\n{}", wrapped(&in_text(&ended(paragraph)), "", ""));
    }
    let positional: String = command.get_positionals().map(entry).collect();
    if !positional.is_empty() {
        text += &format!("\n**Arguments**\n\n{positional}");
    }
    let mut shared = Vec::new();
    for heading in headings(command) {
        let (common, own): (Vec<&Arg>, Vec<&Arg>) = options_below(command, heading)
            .into_iter()
            .partition(|option| is_shared(option));
        shared.extend(common.iter().map(|option| format!("`{}`", written(option))));
        let own: String = own.into_iter().map(entry).collect();
        if !own.is_empty() {
            text += &format!("\n**{}**\n\n{own}", heading.unwrap_or("Options"));
        }
    }
    if !shared.is_empty() {
        let list = shared.join(", ");
        let line = format!("[Options of several commands](#options-of-several-commands): {list}.");
        text += &format!("\n{}", wrapped(&line, "", ""));
    }
    if let Some(more) = command.get_after_long_help() {
        text += &format!("\n```text\n{}\n```\n", wrapped_block(&more.to_string()));
    }
    text
}

/// Whether an option is `--help`, which every command has.
fn is_help(argument: &Arg) -> bool {
    argument.get_id() == "help" || argument.is_hide_set()
}

/// The headings of a command's options, in the order in which the help shows them.
fn headings(command: &Command) -> Vec<Option<&str>> {
    let mut headings = vec![None];
    for argument in command.get_arguments() {
        if !headings.contains(&argument.get_help_heading()) {
            headings.push(argument.get_help_heading());
        }
    }
    headings
}

/// One argument as an item of a list: how it is written, what it does, its values.
fn entry(argument: &Arg) -> String {
    let help = argument
        .get_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let long = argument.get_long_help().map(ToString::to_string);
    let help = long.unwrap_or(help);
    let help: Vec<String> = help.split("\n\n").map(sentence).collect();
    let mut text = format!("`{}`: {}", written(argument), in_text(&help.join(" ")));
    let default = argument.get_default_values();
    if !default.is_empty() && argument.get_action().takes_values() {
        let default: Vec<_> = default
            .iter()
            .map(|value| value.to_string_lossy())
            .collect();
        text += &format!(" Default: `{}`.", default.join(" "));
    }
    let values = argument.get_possible_values();
    if !values.is_empty() && argument.get_action().takes_values() {
        text += " Values:";
        let mut item = wrapped(&text, "- ", "  ");
        for value in values {
            let about = value
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            let about = match about.as_str() {
                "" => String::new(),
                about => format!(": {}", ended(about)),
            };
            item += &wrapped(
                &in_text(&format!("`{}`{about}", value.get_name())),
                "  - ",
                "    ",
            );
        }
        return item;
    }
    wrapped(&text, "- ", "  ")
}

/// How an argument is written: its short and its long name, and what its value is called.
fn written(argument: &Arg) -> String {
    let short = argument.get_short().map(|c| format!("-{c}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    let values = argument
        .get_value_names()
        .filter(|_| argument.get_action().takes_values());
    let values: String = values
        .unwrap_or_default()
        .iter()
        .map(|value| format!(" <{value}>"))
        .collect();
    format!("{}{values}", names.join(", ")).trim().to_owned()
}

/// A paragraph of the help as sentences: what it is if it is not given becomes one of its own.
fn sentence(paragraph: &str) -> String {
    let text = paragraph.replace('\n', " ");
    let parts = text.split_once(" [default: ");
    match parts.and_then(|(text, default)| Some((text, default.strip_suffix(']')?))) {
        Some((text, default)) => format!("{} Default: {default}.", ended(text)),
        None => ended(&text),
    }
}

/// A text that begins with a capital letter.
pub(super) fn begun(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// A text that ends with a full stop.
pub(super) fn ended(text: &str) -> String {
    match text.trim_end() {
        "" => String::new(),
        text if text.ends_with(['.', ':', '!', '?']) => text.to_owned(),
        text => format!("{text}."),
    }
}

/// A text in which Markdown sees no tag and no emphasis.
fn in_text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut code = false;
    for c in text.chars() {
        code ^= c == '`';
        match c {
            '<' | '>' | '*' | '_' | '[' | ']' | '|' if !code => shown.extend(['\\', c]),
            c => shown.push(c),
        }
    }
    shown
}

/// A text for the cell of a table.
pub(super) fn in_cell(text: &str) -> String {
    in_text(text).replace('\n', " ")
}

/// A paragraph of at most 120 columns; its first line begins with `first`, the others with `rest`.
pub(super) fn wrapped(text: &str, first: &str, rest: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > 120 {
            lines += line.trim_end();
            lines.push('\n');
            line = rest.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line += word;
        empty = false;
    }
    lines + line.trim_end() + "\n"
}

/// Each line of a text wrapped by itself, with the indentation that it has.
fn wrapped_block(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| {
        let indent = &line[..line.len() - line.trim_start().len()];
        match line.chars().count() > 120 {
            true => wrapped(line, indent, indent).trim_end().to_owned(),
            false => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}
