//! How whatever takes long asks whether to go on.

use std::ops::ControlFlow;

/// What something long asks on its way, from any thread, whether to go on.
///
/// ```
/// use ketboard_puzzles::{Ask, Limits, Puzzle};
/// use std::ops::ControlFlow;
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 8", "eight queens")?;
/// let cancelled: Ask<'_> = &|| ControlFlow::Break(()); // as where a user has said "cancel"
/// let limits = Limits { ask: Some(cancelled), ..Limits::default() };
/// assert!(!puzzle.model.all_solutions(&limits).complete);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub type Ask<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);
