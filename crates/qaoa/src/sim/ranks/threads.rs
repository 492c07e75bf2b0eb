//! Ranks that are threads of one process: the plain twin of a message-passing library.

use super::{LEAST, Ranks, Team};
use crate::sim::cut::Limits;
use std::sync::{Arc, Barrier, Mutex};

/// What all ranks of a test share.
#[derive(Debug)]
struct Hub {
    /// What each rank gives.
    given: Vec<Mutex<Vec<u8>>>,
    all_have_given: Barrier,
    all_have_taken: Barrier,
}

#[derive(Debug)]
struct Thread {
    rank: usize,
    hub: Arc<Hub>,
}

impl Thread {
    /// Gives something, and takes from each rank by `take`.
    fn turn(&self, give: &[u8], mut take: impl FnMut(usize, &[u8])) {
        give.clone_into(&mut self.hub.given[self.rank].lock().unwrap());
        self.hub.all_have_given.wait();
        for (rank, given) in self.hub.given.iter().enumerate() {
            take(rank, &given.lock().unwrap());
        }
        self.hub.all_have_taken.wait();
    }
}

impl Ranks for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.hub.given.len()
    }

    fn size_here(&self) -> usize {
        self.size()
    }

    fn broadcast(&self, from: usize, bytes: &mut [u8]) {
        let give = bytes.to_vec();
        self.turn(&give, |rank, given| {
            if rank == from {
                bytes.copy_from_slice(given);
            }
        });
    }

    fn exchange(&self, give: &[u8], take: &mut [u8]) {
        let part = give.len() / self.size();
        self.turn(give, |rank, given| {
            let from_there = &given[self.rank * part..][..part];
            take[rank * part..][..part].copy_from_slice(from_there);
        });
    }
}

/// How states are cut and shared in a test.
#[derive(Clone, Copy)]
pub(crate) struct SharedCut {
    limits: Limits,
    /// Qubits of the smallest state that is shared.
    pub(crate) least: usize,
    /// Bytes of a piece.
    piece: usize,
}

/// Small states in three groups; pieces of a few strips.
pub(crate) const SMALL: SharedCut = SharedCut {
    limits: Limits {
        run: 64,
        tile: [1 << 7, 400],
        rows: 90,
        strip: 512,
        chunk: 1 << 6,
        parallel_from: 2,
        instructions: None,
    },
    least: 17,
    piece: 1 << 16,
};

/// States as they are cut and shared in a program, in smaller pieces.
pub(crate) const USUAL: SharedCut = SharedCut {
    limits: Limits::USUAL,
    least: LEAST,
    piece: 1 << 22,
};

/// What a program returns over so many ranks; over none, where it is 0.
pub(crate) fn over_threads<R>(size: usize, cut: SharedCut, program: impl FnOnce() -> R) -> R {
    cut.limits.tested(|| match size {
        0 => program(),
        _ => of_threads(size, cut, program),
    })
}

fn of_threads<R>(size: usize, cut: SharedCut, program: impl FnOnce() -> R) -> R {
    let hub = Arc::new(Hub {
        given: (0..size).map(|_| Mutex::default()).collect(),
        all_have_given: Barrier::new(size),
        all_have_taken: Barrier::new(size),
    });
    let team = |rank: usize| {
        let hub = Arc::clone(&hub);
        let mut team = Team::new(Box::new(Thread { rank, hub }), cut.least);
        (team.piece, team.limits) = (cut.piece, cut.limits);
        Arc::new(team)
    };
    std::thread::scope(|scope| {
        for rank in 1..size {
            let team = team(rank);
            scope.spawn(move || team.run(|| ()));
        }
        let team = team(0);
        super::team::TESTED.set(Some(Arc::clone(&team)));
        let result = team.run(program);
        super::team::TESTED.set(None);
        result.expect("rank 0 runs the program")
    })
}
