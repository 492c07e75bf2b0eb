// A QAOA layer with Qulacs over MPI ranks: bench_qulacs gates|layer|optimized MODEL RUNS LIMIT LIMIT
//
// Circuits of RX on each qubit (the mixer), and of a layer: PauliRotation ZZ for each pair, RZ on each qubit, the mixer. "gates"
// times the mixer, "layer" both. "optimized" times the mixer after QuantumCircuitOptimizer::optimize(mixer, 2, 2): qubits are
// exchanged between ranks by fused swaps (swap level 2), and gates are merged into blocks of at most two qubits; what that
// takes is told as prepare_s and not counted. The phases are not put through it: with a swap level, Qulacs 4f6de32c uses the
// operator of a PauliRotation after it was freed (ClsPauliRotationGate::create_gate_whose_qubit_indices_are_replaced).
#include "common.hpp"

#include <cppsim/circuit.hpp>
#include <cppsim/circuit_optimizer.hpp>
#include <cppsim/gate_factory.hpp>
#include <cppsim/state.hpp>

// Qulacs turns by e^{+i angle P / 2}.
static void add_mixer(QuantumCircuit &circuit, const Model &model) {
    for (int k = 0; k < model.qubits; ++k) circuit.add_RX_gate(k, -2 * BETA);
}

static void add_phases(QuantumCircuit &circuit, const Model &model) {
    const std::vector<UINT> zz{3, 3};
    for (const Pair &pair : model.couplings)
        circuit.add_multi_Pauli_rotation_gate({UINT(pair.a), UINT(pair.b)}, zz, -2 * GAMMA * pair.value);
    for (int k = 0; k < model.qubits; ++k) circuit.add_RZ_gate(k, -2 * GAMMA * model.field[k]);
}

int main(int count, char **words) {
    MPI_Init(&count, &words);
    const Task task(words);
    const Model &model = task.model;
    {
        QuantumState state(model.qubits, 1);
        QuantumCircuit plus(model.qubits), phases(model.qubits), mixer(model.qubits);
        for (int k = 0; k < model.qubits; ++k) plus.add_H_gate(k);
        add_phases(phases, model);
        add_mixer(mixer, model);
        const double start = MPI_Wtime();
        if (task.is("optimized")) QuantumCircuitOptimizer().optimize(&mixer, 2, 2);
        const double prepared = MPI_Wtime() - start;
        auto mix = [&] { mixer.update_quantum_state(&state); };
        auto layer = [&] {
            phases.update_quantum_state(&state);
            mix();
        };

        plus.update_quantum_state(&state);
        layer();
        const Check one(model, state.data_cpp(), state.dim);
        const Time gates = task.best(task.mixer_limit, mix), whole = task.is("layer") ? task.best(task.layer_limit, layer) : Time();
        report(gates, whole, one, prepared, Check(model, state.data_cpp(), state.dim).norm);
    }
    MPI_Finalize();
}
