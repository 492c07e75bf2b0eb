//! Who made a run: the program's version and commit, and the instructions of the processor. The
//! last bits of numbers depend on these, and the records that hold the numbers do not say them.

use serde::{Deserialize, Serialize};

/// The program and the processor that made a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct MadeBy {
    /// The version of the program.
    pub version: String,
    /// The commit that the program was built from, where that is known.
    pub commit: Option<String>,
    /// The instructions that the simulator used: `AVX-512`, `AVX2+FMA`, `NEON` or `plain`.
    pub instructions: String,
}

impl MadeBy {
    /// This program on this processor.
    pub(crate) fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("KETBOARD_COMMIT").map(str::to_owned),
            instructions: ketboard_qaoa::instructions().to_owned(),
        }
    }
}
