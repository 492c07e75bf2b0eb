//! What this program is: its version, the commit it was built from, and the instructions it uses on
//! this processor.

use crate::lab::MadeBy;
use std::sync::LazyLock;

/// The commit that the program was built from; `None` where it was built outside a checkout.
pub(crate) const COMMIT: Option<&str> = option_env!("KETBOARD_COMMIT");

/// What `--version` prints behind the name; `-V` prints the first word of it.
pub(crate) fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let this = MadeBy::this(COMMIT);
        let commit = this.commit.map(|commit| format!("\ncommit {commit}"));
        format!(
            "{}{}\ninstructions {}",
            this.version,
            commit.unwrap_or_default(),
            this.instructions
        )
    });
    &TEXT
}
