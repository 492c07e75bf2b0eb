//! What every pass needs, over qubits and over qudits: scratch memory for each thread, arrays cut
//! alike, and sums whose order depends on no thread.

use crate::tasks::each;
use std::sync::Mutex;

/// The scratch memory of a state that no thread is using.
#[derive(Debug)]
pub(in crate::sim) struct Pool<W>(Mutex<Vec<W>>);

impl<W: Default> Pool<W> {
    /// Lends memory to some work.
    pub(in crate::sim) fn with<R>(&self, work: impl FnOnce(&mut W) -> R) -> R {
        let free = self.0.lock().expect("no thread panics with the lock").pop();
        let mut scratch = free.unwrap_or_default();
        let result = work(&mut scratch);
        let mut free = self.0.lock().expect("no thread panics with the lock");
        free.push(scratch);
        result
    }
}

impl<W> Default for Pool<W> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<W> Clone for Pool<W> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What `work` makes of each task, in the order of the tasks.
pub(in crate::sim) fn run<Task: Send, W: Default + Send, Sums: Default + Send>(
    pool: &Pool<W>,
    side_by_side: bool,
    tasks: Vec<Task>,
    work: impl Fn(Task, &mut W, &mut Sums) + Sync,
) -> Vec<Sums> {
    let one = |task| {
        let mut sums = Sums::default();
        pool.with(|scratch| work(task, scratch, &mut sums));
        sums
    };
    match side_by_side {
        true => each(tasks, one),
        false => tasks.into_iter().map(one).collect(),
    }
}

/// The sum of many parts, halved until two are left: an error of log₂ of their number.
pub(in crate::sim) fn pairwise<S: Clone + Default>(
    parts: &[S],
    plus: impl Fn(S, &S) -> S + Copy,
) -> S {
    match parts {
        [] => S::default(),
        [part] => part.clone(),
        _ => {
            let (left, right) = parts.split_at(parts.len() / 2);
            plus(pairwise(left, plus), &pairwise(right, plus))
        }
    }
}
