//! The command-line program; everything it does is in the library's `cli`. With the feature `mpi`
//! its large states are shared by the ranks that `mpirun` has started.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "mpi")]
    let status = ketboard_mpi::run(ketboard::main);
    #[cfg(not(feature = "mpi"))]
    let status = ketboard::main();
    status
}
