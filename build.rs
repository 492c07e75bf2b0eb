//! Tells the program which commit it is built from, where it is built in a checkout; elsewhere, as
//! from a packaged crate, it stays unsaid.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A package carries this file; a folder of packages may lie in somebody else's checkout.
    if Path::new(".cargo_vcs_info.json").exists() {
        return;
    }
    // The log gets a line whenever the commit changes; where there is none, the head is all there
    // is to watch.
    let watched = ["logs/HEAD", "HEAD"].into_iter().find_map(|name| {
        let path = git(&["rev-parse", "--git-path", name])?;
        Path::new(&path).exists().then_some(path)
    });
    if let Some(path) = watched {
        println!("cargo:rerun-if-changed={path}");
    }
    // Only what is tracked here was built from this commit.
    if git(&["ls-files", "--error-unmatch", "build.rs"]).is_none() {
        return;
    }
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return;
    };
    println!("cargo:rustc-env=KETBOARD_COMMIT={commit}");
}

/// The first line that git prints; `None` where there is no git, or it refuses.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
