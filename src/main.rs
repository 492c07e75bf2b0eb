//! The command-line program; everything it does is in the library's `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ketboard::main()
}
