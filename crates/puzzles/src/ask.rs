//! How whatever takes long asks whether to go on.

use std::ops::ControlFlow;

/// Who is asked on the way of something long, from any thread, whether to go on.
pub type Ask<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);
