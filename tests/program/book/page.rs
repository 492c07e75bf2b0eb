//! A page of Markdown as what can be run: its fenced blocks, in order.
//!
//! - ```` ```console ````: lines that begin with `$ ` are commands, the lines below them what they
//!   print. A line `…` stands for any lines, `…` within a line for any text.
//! - ```` ```sh ````: each line is a command that must end well.
//! - `<!-- file: NAME -->` before a fence: the block is the file NAME.
//! - `<!-- picture: FILE -->` above a picture: FILE, which the commands made, is what it shows.

/// What a fenced block asks for.
#[derive(Debug, PartialEq)]
pub(super) enum Block {
    File { name: String, text: String },
    Picture { made: String, shown: String },
    Lines(Vec<String>),
    Console(Vec<Shown>),
}

/// A command and what the page says it prints.
#[derive(Debug, PartialEq)]
pub(super) struct Shown {
    /// The command, continued lines joined.
    pub(super) line: String,
    /// The command as it stands on the page, with its line break.
    pub(super) written: String,
    /// The lines below it.
    pub(super) output: String,
}

/// The blocks of a page that are files or commands.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut file = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("<!-- file: ") {
            file = name.strip_suffix(" -->").map(str::to_owned);
            continue;
        }
        if let Some(made) = line.strip_prefix("<!-- picture: ") {
            let shown = lines.find(|line| line.starts_with("!["));
            let shown = shown.and_then(|line| line.split("](").nth(1));
            blocks.push(Block::Picture {
                made: made.trim_end_matches(" -->").to_owned(),
                shown: shown.unwrap().trim_end_matches(')').to_owned(),
            });
            continue;
        }
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let body = lines.by_ref().take_while(|line| !line.starts_with("```"));
        let body: String = body.flat_map(|line| [line, "\n"]).collect();
        match (file.take(), info) {
            (Some(name), _) => blocks.push(Block::File { name, text: body }),
            (None, "sh") => blocks.push(Block::Lines(commands(&body))),
            (None, "console") => blocks.push(Block::Console(console(&body))),
            (None, _) => {}
        }
    }
    blocks
}

/// The commands of a shell block, without comments.
fn commands(body: &str) -> Vec<String> {
    let joined = body.replace("\\\n", " ");
    let lines = joined.lines().map(|line| {
        let end = line.find(" #").unwrap_or(line.len());
        line[..end].trim().to_owned()
    });
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

fn console(body: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut lines = body.lines();
    while let Some(line) = lines.next() {
        if let Some(first) = line.strip_prefix("$ ") {
            let mut command = first.to_owned();
            let mut written = format!("{line}\n");
            while command.ends_with('\\') {
                let next = lines.next().unwrap();
                written += &format!("{next}\n");
                command.pop();
                command += next.trim_start_matches("> ").trim_start();
            }
            shown.push(Shown {
                line: command,
                written,
                output: String::new(),
            });
        } else {
            let last = shown.last_mut().expect("a block begins with a command");
            last.output += line;
            last.output.push('\n');
        }
    }
    shown
}

/// Whether the page leaves lines of the output out.
pub(super) fn leaves_out(said: &str) -> bool {
    said.contains('…')
}

/// Whether `found` is what `said` shows: line by line, where `…` stands for what is left out.
pub(super) fn matches(said: &str, found: &str) -> bool {
    let said: Vec<&str> = said.lines().map(str::trim_end).collect();
    let found: Vec<&str> = found.lines().map(str::trim_end).collect();
    lines_match(&said, &found)
}

fn lines_match(said: &[&str], found: &[&str]) -> bool {
    let Some((first, rest)) = said.split_first() else {
        return found.is_empty();
    };
    if first.trim() == "…" {
        return (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..]));
    }
    match found.split_first() {
        Some((line, others)) => line_matches(first, line) && lines_match(rest, others),
        None => false,
    }
}

fn line_matches(said: &str, found: &str) -> bool {
    let mut parts = said.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = found.strip_prefix(first) else {
        return false;
    };
    let mut ends_here = true;
    for part in parts {
        let Some(place) = rest.rfind(part).filter(|_| !part.is_empty()) else {
            // `…` at the end of the line
            return part.is_empty();
        };
        rest = &rest[place + part.len()..];
        ends_here = rest.is_empty();
    }
    ends_here && rest.is_empty()
}

/// The page with what a command really prints.
pub(super) fn replaced(text: &str, shown: &Shown, found: &str) -> String {
    let before = format!("{}{}", shown.written, shown.output);
    let lines = found.lines().map(|line| format!("{}\n", line.trim_end()));
    let after = format!("{}{}", shown.written, lines.collect::<String>());
    text.replacen(&before, &after, 1)
}

#[test]
fn what_a_page_leaves_out_may_be_anything() {
    for (said, found, same) in [
        ("a\nb\n", "a\nb\n", true),
        ("a\nb\n", "a\n", false),
        ("a\n", "a\nb\n", false),
        ("a\n…\n", "a\nb\nc\n", true),
        ("…\nc\n", "a\nb\nc\n", true),
        ("a\n…\nc\n", "a\nc\n", true),
        ("a\n…\nd\n", "a\nb\nc\n", false),
        ("took … s\n", "took 1.5 s\n", true),
        ("took … s\n", "took 1.5 ms!\n", false),
        ("took …\n", "took 1.5 ms\n", true),
        ("", "", true),
        ("", "a\n", false),
    ] {
        assert_eq!(matches(said, found), same, "{said:?} {found:?}");
    }
}

#[test]
fn a_page_is_read_as_files_and_commands() {
    let page = "Text\n\n<!-- file: a.toml -->\n\n```toml\nx = 1\n```\n\n```console\n$ one \\\n    two\nout\n$ three\n```\n\n\
                <!-- picture: made.svg -->\n\n![It](../it.svg)\n\n```sh\nketboard x   # why\n# no\n```\n\n```text\n$ not this\n```\n";
    let shown = |line: &str, written: &str, output: &str| Shown {
        line: line.to_owned(),
        written: written.to_owned(),
        output: output.to_owned(),
    };
    let expected = [
        Block::File {
            name: "a.toml".to_owned(),
            text: "x = 1\n".to_owned(),
        },
        Block::Console(vec![
            shown("one two", "$ one \\\n    two\n", "out\n"),
            shown("three", "$ three\n", ""),
        ]),
        Block::Picture {
            made: "made.svg".to_owned(),
            shown: "../it.svg".to_owned(),
        },
        Block::Lines(vec!["ketboard x".to_owned()]),
    ];
    assert_eq!(blocks(page), expected);
}
