//! Work side by side on the threads of the current rayon pool.
//!
//! There is one way to share work, and rayon's part of it is compiled once: a parallel iterator is
//! generic in its items, its result and its closure, and a hundred of them were a third of what
//! this crate compiled to.

use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// What `work` makes of each item, in the order of the items.
pub(crate) fn each<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let places: Vec<_> = items.into_iter().map(WorkItem::new).collect();
    in_parallel(places.len(), &|k| places[k].fill(&work));
    places.into_iter().map(WorkItem::into_result).collect()
}

/// An item, and then what was made of it. Each is visited once, so nobody waits for the lock.
struct WorkItem<T, R>(Mutex<(Option<T>, Option<R>)>);

impl<T, R> WorkItem<T, R> {
    fn new(item: T) -> Self {
        Self(Mutex::new((Some(item), None)))
    }

    fn fill(&self, work: impl Fn(T) -> R) {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let item = place.0.take().expect("each item is visited once");
        place.1 = Some(work(item));
    }

    fn into_result(self) -> R {
        let place = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        place.1.expect("every item has been visited")
    }
}

fn in_parallel(count: usize, work: &(dyn Fn(usize) + Sync)) {
    if count == 1 {
        return work(0); // no thread waits for another
    }
    (0..count).into_par_iter().for_each(work);
}

pub(crate) fn sort(numbers: &mut [f64]) {
    numbers.par_sort_unstable_by(f64::total_cmp);
}

/// Threads of their own, which do nothing but what they are given: work on them never waits for
/// other work that was begun elsewhere.
#[derive(Debug)]
pub(crate) struct Crew(rayon::ThreadPool);

impl Crew {
    /// So many threads; as many as the process works with, where none are named.
    pub(crate) fn new(threads: Option<usize>) -> Self {
        let threads = threads.unwrap_or_else(rayon::current_num_threads);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Self(pool.expect("a system has some threads"))
    }

    pub(crate) fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Does the work on these threads, and waits for it.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_for_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let squares = pool
                .build()
                .unwrap()
                .install(|| each(0..1000_u64, |k| k * k));
            assert!(squares.into_iter().eq((0..1000).map(|k| k * k)));
        }
    }

    #[test]
    fn parts_of_an_array_are_written_side_by_side() {
        let mut numbers = vec![0; 1000];
        each(numbers.chunks_mut(7).enumerate(), |(k, part)| part.fill(k));
        assert!(numbers.iter().enumerate().all(|(i, k)| i / 7 == *k));
    }
}
