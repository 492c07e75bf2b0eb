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
//! 3p. One group is a state in the cache. The adjoint gradient goes the same way back. Adding a
//! group for qubits that lie on another machine changes this walk by nothing
//! (docs/src/decisions.md).

/// What one pass does, in this order; the numbers are layers from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::sim) struct Pass {
    /// The group of qubits that is turned.
    pub(in crate::sim) group: usize,
    /// Whether it is the first of its circuit.
    pub(in crate::sim) first: bool,
    /// The layer whose turn is done (or undone) before the phase.
    pub(in crate::sim) before: Option<usize>,
    /// The layer whose phase is done (or undone).
    pub(in crate::sim) phase: Option<usize>,
    /// The layer whose turn is done (or undone) after the phase.
    pub(in crate::sim) after: Option<usize>,
    /// Whether it is the last of its circuit.
    pub(in crate::sim) last: bool,
}

/// The passes of `layers` layers on `groups` groups.
pub(in crate::sim) fn forward(groups: usize, layers: usize) -> impl Iterator<Item = Pass> {
    let first = Pass {
        first: true,
        phase: (layers > 0).then_some(0),
        after: (layers > 0).then_some(0),
        last: layers == 0 || groups == 1 && layers == 1,
        ..Pass::default()
    };
    let next = move |k: usize| {
        (1..groups.max(2)).map(move |step| {
            let ends = step + 1 >= groups;
            let next = (ends && k + 1 < layers).then_some(k + 1);
            Pass {
                group: if groups == 1 {
                    0
                } else {
                    end(k, groups, groups - 1 - step)
                },
                first: false,
                before: (groups > 1).then_some(k),
                phase: next,
                after: next,
                last: if groups == 1 {
                    k + 2 == layers
                } else {
                    ends && k + 1 == layers
                },
            }
        })
    };
    let rest = if groups == 1 {
        layers.saturating_sub(1)
    } else {
        layers
    };
    std::iter::once(first).chain((0..rest).flat_map(next))
}

/// The passes that undo them, last layer first. With several groups the first pass belongs to the
/// group in which [`forward`] ends.
pub(in crate::sim) fn backward(groups: usize, layers: usize) -> impl Iterator<Item = Pass> {
    let last = layers - 1;
    let first = (groups > 1).then(|| Pass {
        group: end(last, groups, 0),
        first: true,
        after: Some(last),
        ..Pass::default()
    });
    let next = move |k: usize| {
        (1..groups.max(2)).map(move |step| {
            let ends = step + 1 >= groups;
            Pass {
                group: if groups == 1 { 0 } else { end(k, groups, step) },
                first: groups == 1 && k == last,
                before: Some(k),
                phase: ends.then_some(k),
                after: if groups > 1 && ends {
                    k.checked_sub(1)
                } else {
                    None
                },
                last: ends && k == 0,
            }
        })
    };
    first.into_iter().chain((0..layers).rev().flat_map(next))
}

/// The passes of [`forward`] where phases are only known in group 0: every layer begins there, and
/// costs a pass for each group.
pub(in crate::sim) fn forward_from_tiles(groups: usize, layers: usize) -> Vec<Pass> {
    if groups == 1 || layers == 0 {
        return forward(groups, layers).collect();
    }
    let layer = |k: usize| {
        (0..groups).map(move |group| Pass {
            group,
            first: k == 0 && group == 0,
            before: (group > 0).then_some(k),
            phase: (group == 0).then_some(k),
            after: (group == 0).then_some(k),
            last: false,
        })
    };
    let end = Pass {
        last: true,
        ..Pass::default()
    };
    (0..layers).flat_map(layer).chain([end]).collect()
}

/// The passes that undo those of [`forward_from_tiles`].
pub(in crate::sim) fn backward_from_tiles(groups: usize, layers: usize) -> Vec<Pass> {
    if groups == 1 {
        return backward(groups, layers).collect();
    }
    let begin = Pass {
        first: true,
        ..Pass::default()
    };
    let layer = |k: usize| {
        (0..groups).rev().map(move |group| Pass {
            group,
            first: false,
            before: Some(k),
            phase: (group == 0).then_some(k),
            after: None,
            last: k == 0 && group == 0,
        })
    };
    let rest = (0..layers).rev().flat_map(layer);
    std::iter::once(begin).chain(rest).collect()
}

/// The group `distance` steps before the one that ends layer `k` of [`forward`].
fn end(k: usize, groups: usize, distance: usize) -> usize {
    if k.is_multiple_of(2) {
        groups - 1 - distance
    } else {
        distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is done to the state: (turn of a layer, group), or (phase of a layer).
    fn deeds(passes: impl Iterator<Item = Pass>) -> Vec<(usize, Option<usize>)> {
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
        for groups in 1..5 {
            for layers in 0..6 {
                let passes: Vec<_> = forward(groups, layers).collect();
                assert_eq!(passes.iter().filter(|p| p.last).count(), 1);
                assert!(passes[0].first && passes[passes.len() - 1].last);
                let deeds = deeds(passes.into_iter());
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
        for groups in 1..5 {
            for layers in 1..6 {
                let there: Vec<_> = forward(groups, layers).collect();
                let back: Vec<_> = backward(groups, layers).collect();
                assert!(back[0].first && back[back.len() - 1].last);
                assert_eq!(back[0].group, there[there.len() - 1].group);
                assert_eq!(back.len(), there.len());
                let mut there = deeds(there.into_iter());
                there.reverse();
                assert_eq!(
                    deeds(back.into_iter()),
                    there,
                    "{groups} groups, {layers} layers"
                );
            }
        }
    }
}
