//! A wish that memory which is read soon be brought near.
//!
//! A column pass reads short pieces of rows that lie far apart. The processor notices runs of
//! memory by itself, but only after a few lines of each, and waits for those; while it works on one
//! strip the next one can come into the second cache. It changes no number, and processors that are
//! not asked do without it.

/// Asks for the lines of a run of numbers.
#[inline]
pub(super) fn prefetch<T>(run: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in run.chunks((64 / size_of::<T>()).max(1)) {
        safe_arch::prefetch_t1(&line[0]);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _as_it_is = run;
}
