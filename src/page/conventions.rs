//! The signs and orders that all numbers of a page follow, in short.

/// What a word on the page means.
pub(super) const MEANINGS: &[(&str, &str)] = &[
    (
        "success probability",
        "the probability of all boards that obey the rules (and are best, where boards differ in value), found by an exact solver over the rules; of a model, which states no rules, the probability of its exact ground states",
    ),
    (
        "ground probability",
        "the probability of the states of lowest energy, which is another thing wherever a rule has no penalty",
    ),
    (
        "approximation ratio",
        "(highest − ⟨C⟩) / (highest − lowest), with the exact extremes of C",
    ),
    (
        "shots to 99 %",
        "measurements until a solution was seen with 99 %: ln 0.01 / ln(1 − P)",
    ),
    (
        "random guess",
        "one uniformly random state of the same space",
    ),
    (
        "annealing",
        "one run of simulated annealing of as many sweeps as the search for the angles ran layers up to this depth, within 5 %: a layer of a circuit and a sweep both look once at every term of the cost. In brackets the 95 % interval (Wilson) of its runs; ≤ where none succeeded",
    ),
    (
        "Grover",
        "Grover's search with as many iterations as QAOA has layers, in closed form",
    ),
    (
        "exact search",
        "values assumed by the exact solver until it knew all boards; of a model, the energies of all states",
    ),
    (
        "calls",
        "calls of the simulator during the search for angles, up to and including this depth",
    ),
    (
        "rules kept",
        "the probability that every rule of a kind holds; broken: how many of them fail on average",
    ),
    (
        "marginal",
        "the probability that a cell shows a symbol, or that a variable of a model is 1, whatever the others show",
    ),
    (
        "layer 0",
        "the initial state; layer k is the state after k layers of the circuit at the angles of its full depth. Where records hold no layers, those of the deepest circuit were computed for this page from its angles, of puzzles of at most 2¹⁶ states",
    ),
];
