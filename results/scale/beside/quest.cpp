// A QAOA layer with QuEST 4 over MPI ranks: bench_quest gates|layer|diagonal MODEL RUNS LIMIT LIMIT
//
// applyRotateX on each qubit (the mixer); a layer: applyPhaseGadget for each pair, applyRotateZ on each qubit, the mixer. "gates"
// times the mixer, "layer" both. "diagonal" times a layer whose phases are one diagonal operator instead, filled anew in each
// layer from costs that were tabulated once (prepare_s, not counted).
#include "common.hpp"

#include <quest.h>

// QuEST turns by e^{-i angle P / 2}.
static void mix(Qureg state) {
    for (int k = 0; k < state.numQubits; ++k) applyRotateX(state, k, 2 * BETA);
}

static void phases(Qureg state, const Model &model) {
    for (const Pair &pair : model.couplings) {
        int targets[2] = {pair.a, pair.b};
        applyPhaseGadget(state, targets, 2, 2 * GAMMA * pair.value);
    }
    for (int k = 0; k < model.qubits; ++k) applyRotateZ(state, k, 2 * GAMMA * model.field[k]);
}

int main(int count, char **words) {
    // over ranks, no GPU, one thread
    initCustomQuESTEnv(1, 0, 0);
    const Task task(words);
    const Model &model = task.model;
    const bool diagonal = task.is("diagonal");

    Qureg state = createCustomQureg(model.qubits, 0, 1, 0, 0);
    const uint64_t held = state.numAmpsPerNode;
    FullStateDiagMatr turn{};
    std::vector<double> costs;
    const double start = MPI_Wtime();
    if (diagonal) {
        turn = createCustomFullStateDiagMatr(model.qubits, 1, 0, 0);
        costs.resize(held);
        for (uint64_t k = 0; k < held; ++k) costs[k] = model.cost(rank() * held + k);
    }
    const double prepared = MPI_Wtime() - start;
    auto layer = [&] {
        if (diagonal) {
            for (uint64_t k = 0; k < held; ++k) turn.cpuElems[k] = std::polar(1.0, -GAMMA * costs[k]);
            syncFullStateDiagMatr(turn);
            applyFullStateDiagMatr(state, turn);
        } else {
            phases(state, model);
        }
        mix(state);
    };

    initPlusState(state);
    layer();
    const Check one(model, state.cpuAmps, held);
    const Time gates = diagonal ? Time() : task.best(task.mixer_limit, [&] { mix(state); });
    const Time whole = task.is("gates") ? Time() : task.best(task.layer_limit, layer);
    report(gates, whole, one, prepared, Check(model, state.cpuAmps, held).norm);
    if (diagonal) destroyFullStateDiagMatr(turn);
    destroyQureg(state);
    finalizeQuESTEnv();
}
