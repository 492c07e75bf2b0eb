//! Step 5: the angles are optimized depth by depth; success grows with depth.
//!
//! Run with `cargo run --example 05_find_angles`.

use ketboard::{Options, Puzzle};

fn main() -> ketboard::Result<()> {
    let puzzle = Puzzle::parse(include_str!("puzzles/tango-4x4.toml"))?;
    let run = puzzle.solve(&Options::default().depth(5).seed(1))?;
    for stage in run.stages() {
        let metrics = run.problem().at(&stage.angles)?;
        println!("p = {}: {metrics}", stage.depth);
    }
    println!("{run}");
    Ok(())
}
