//! The order of work: which pass over memory does what, so that a layer costs one pass and not one
//! for each group of qubits.
//!
//! A layer is a phase and a turn of every group; turns of different groups commute, and the phase
//! is diagonal, so that a pass over any group can do it. So the groups are walked to and fro:
//!
//! ```text
//! pass 1: |+⟩, phase 1, turn 1 of group 0 ; pass 2: turn 1 of group 1, phase 2, turn 2 of group 1
//!     ; pass 3: turn 2 of group 0, phase 3, …
//! ```
//!
//! With two groups that is p + 1 passes for p layers instead of 2p, with three 2p + 1 instead of
//! 3p. One group is a state in the cache. The adjoint gradient goes the same way back. A group for
//! qubits on another machine changes nothing in this walk (docs/src/decisions.md).

/// What one pass does, in this order; the numbers are layers from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::sim) struct Pass {
    pub(in crate::sim) group: usize,
    pub(in crate::sim) first: bool,
    /// The layer whose turn is done (or undone) before the phase.
    pub(in crate::sim) before: Option<usize>,
    /// The layer whose phase is done (or undone).
    pub(in crate::sim) phase: Option<usize>,
    /// The layer whose turn is done (or undone) after the phase.
    pub(in crate::sim) after: Option<usize>,
    pub(in crate::sim) last: bool,
}

/// The passes of `layers` layers on `groups` groups. Where phases are only known in group 0
/// (`from_tiles`), every layer begins there, and costs a pass for each group.
pub(in crate::sim) fn forward(groups: usize, layers: usize, from_tiles: bool) -> Vec<Pass> {
    let (mut passes, mut pass) = (Vec::new(), Pass::default());
    for k in 0..layers {
        (pass.phase, pass.after) = (Some(k), Some(k));
        passes.push(std::mem::take(&mut pass));
        for step in 1..groups {
            pass.group = match from_tiles || k.is_multiple_of(2) {
                true => step,
                false => groups - 1 - step,
            };
            pass.before = Some(k);
            if from_tiles || step + 1 < groups {
                passes.push(std::mem::take(&mut pass));
            }
        }
    }
    if groups > 1 || layers == 0 {
        passes.push(pass);
    }
    with_ends(passes)
}

/// The passes that undo them, last layer first: a phase between two turns is undone between them.
pub(in crate::sim) fn backward(groups: usize, layers: usize, from_tiles: bool) -> Vec<Pass> {
    let mut passes = forward(groups, layers, from_tiles);
    passes.reverse();
    for (number, pass) in passes.iter_mut().enumerate() {
        // but for the first pass, a turn alone comes before the phase that is not there
        if number == 0 || pass.phase.is_some() {
            (pass.before, pass.after) = (pass.after, pass.before);
        }
    }
    with_ends(passes)
}

/// The passes of a mixer that turns the whole space: each ends with the sum that the next one
/// needs.
pub(in crate::sim) fn whole(layers: usize, back: bool) -> Vec<Pass> {
    let pass = |k: usize| {
        let phase = (k < layers).then_some(k);
        let before = if back { phase } else { k.checked_sub(1) };
        Pass {
            before,
            phase,
            ..Pass::default()
        }
    };
    let mut passes: Vec<Pass> = (0..=layers).map(pass).collect();
    if back {
        passes.reverse();
    }
    with_ends(passes)
}

fn with_ends(mut passes: Vec<Pass>) -> Vec<Pass> {
    let last = passes.len() - 1;
    for (number, pass) in passes.iter_mut().enumerate() {
        (pass.first, pass.last) = (number == 0, number == last);
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is done to the state: (turn of a layer, group), or (phase of a layer).
    fn deeds(passes: Vec<Pass>) -> Vec<(usize, Option<usize>)> {
        let mut deeds = Vec::new();
        for pass in passes {
            deeds.extend(pass.before.map(|k| (k, Some(pass.group))));
            deeds.extend(pass.phase.map(|k| (k, None)));
            deeds.extend(pass.after.map(|k| (k, Some(pass.group))));
        }
        deeds
    }

    #[test]
    fn every_layer_is_a_phase_and_then_one_turn_of_every_group() {
        for (groups, from_tiles) in (1..5).flat_map(|groups| [(groups, false), (groups, true)]) {
            for layers in 0..6 {
                let passes = forward(groups, layers, from_tiles);
                assert_eq!(passes.iter().filter(|p| p.last).count(), 1);
                assert!(passes[0].first && passes[passes.len() - 1].last);
                let deeds = deeds(passes);
                for (k, deeds) in deeds.chunks(1 + groups).enumerate() {
                    assert_eq!(deeds[0], (k, None), "{groups} groups, layer {k}");
                    let mut turned: Vec<_> = deeds[1..].to_vec();
                    turned.sort_unstable();
                    let all: Vec<_> = (0..groups).map(|g| (k, Some(g))).collect();
                    assert_eq!(turned, all, "{groups} groups, layer {k}");
                }
                assert_eq!(deeds.len(), layers * (1 + groups));
            }
        }
    }

    #[test]
    fn the_way_back_is_the_way_there() {
        for (groups, from_tiles) in (1..5).flat_map(|groups| [(groups, false), (groups, true)]) {
            for layers in 1..6 {
                let there = forward(groups, layers, from_tiles);
                let back = backward(groups, layers, from_tiles);
                assert!(back[0].first && back[back.len() - 1].last);
                assert_eq!(back[0].group, there[there.len() - 1].group);
                assert_eq!(back.len(), there.len());
                let mut there = deeds(there);
                there.reverse();
                assert_eq!(deeds(back), there, "{groups} groups, {layers} layers");
            }
        }
    }
}
