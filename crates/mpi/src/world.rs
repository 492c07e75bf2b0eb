//! The ranks that `mpirun` has started, and the program that runs over them.

use ketboard_qaoa::ranks::{self, Ranks};
use mpi::Threading;
use mpi::collective::{CommunicatorCollectives, Root};
use mpi::topology::{Communicator, SimpleCommunicator};
use std::process::ExitCode;

/// All ranks that `mpirun` has started. Calls come from one thread at a time, whichever.
#[derive(Debug)]
struct World;

/// The exit status of bad usage.
const USAGE: u8 = 2;
/// The exit status of a program that panics.
const PANIC: i32 = 101;
/// Bytes of one call; MPI counts up to 2³¹.
const AT_ONCE: usize = 1 << 30;
const ONE_THREAD: &str =
    "this MPI library allows calls from one thread alone; use one that allows calls in turn";

/// Runs a program over the ranks that `mpirun` has started, and returns its exit status on rank 0;
/// the other ranks hold their shares of its large states until it ends. Without `mpirun` there is
/// one rank, and the program runs as it would without MPI.
///
/// A rank that panics or is lost ends all ranks. Signals are left to rank 0.
pub fn run(program: impl FnOnce() -> ExitCode) -> ExitCode {
    // MPI ends with this value, on all ranks together
    let started = mpi::initialize_with_threading(Threading::Serialized);
    let world = SimpleCommunicator::world();
    let is_first = world.rank() == 0;
    if world.size() > 1 {
        end_all_on_panic();
    }
    if !is_first {
        // Ctrl-C reaches all ranks; rank 0 stops gently, and then ends these
        ctrlc::set_handler(|| ()).ok();
    }
    let done = match started {
        Some((_, Threading::Single | Threading::Funneled)) => Err(ONE_THREAD.to_owned()),
        _ => ranks::over_ranks(World, program).map_err(|error| error.to_string()),
    };
    match done {
        Ok(status) => status.unwrap_or(ExitCode::SUCCESS),
        Err(why) => {
            if is_first {
                eprintln!("error: {why}");
            }
            ExitCode::from(USAGE)
        }
    }
}

/// Lets a panic of any rank end all of them, after its message.
fn end_all_on_panic() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tell(panic);
        SimpleCommunicator::world().abort(PANIC);
    }));
}

impl Ranks for World {
    fn rank(&self) -> usize {
        usize::try_from(SimpleCommunicator::world().rank()).unwrap_or(0)
    }

    fn size(&self) -> usize {
        usize::try_from(SimpleCommunicator::world().size()).unwrap_or(1)
    }

    fn size_here(&self) -> usize {
        let world = SimpleCommunicator::world();
        let here = world.split_shared(world.rank());
        usize::try_from(here.size()).unwrap_or(1)
    }

    fn broadcast(&self, from: usize, bytes: &mut [u8]) {
        let from = i32::try_from(from).expect("ranks are numbered by MPI");
        let world = SimpleCommunicator::world();
        let from = world.process_at_rank(from);
        bytes
            .chunks_mut(AT_ONCE)
            .for_each(|part| from.broadcast_into(part));
    }

    fn exchange(&self, give: &[u8], take: &mut [u8]) {
        SimpleCommunicator::world().all_to_all_into(give, take);
    }
}
