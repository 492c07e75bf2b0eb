//! How whatever takes long asks whether to go on.

use std::ops::ControlFlow;

/// Who is asked on the way of something long, from any thread, whether to go on.
///
/// ```
/// use ketboard_puzzles::{Ask, Limits, Puzzle, all_solutions_asking};
/// use std::ops::ControlFlow;
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 8", "eight queens")?;
/// let cancelled: Ask<'_> = &|| ControlFlow::Break(()); // as where a user has said "cancel"
/// assert!(!all_solutions_asking(&puzzle.model, &Limits::default(), cancelled).complete);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub type Ask<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);
