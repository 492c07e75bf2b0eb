// What the benchmark programs of all simulators share: the model, the clock and the check.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

constexpr double GAMMA = 0.08, BETA = -0.4;

struct Pair {
    int a, b;
    double value;
};

// A cost C(x) = sum of linear[k] x[k] + sum of value x[a] x[b] over bits x. With x = (1 - z) / 2 it is, but for a constant,
// the sum of field[k] z[k] + the sum of value z[a] z[b] over the couplings.
struct Model {
    int qubits = 0;
    std::vector<double> linear, field;
    std::vector<Pair> pairs, couplings;

    // The file: qubits and number of pairs, the linear coefficients, a line "a b value" for each pair.
    explicit Model(const char *path) {
        std::ifstream file(path);
        size_t count = 0;
        file >> qubits >> count;
        linear.resize(qubits);
        for (double &value : linear) file >> value;
        pairs.resize(count);
        for (Pair &pair : pairs) file >> pair.a >> pair.b >> pair.value;
        if (!file) std::fprintf(stderr, "%s: not a model\n", path), std::exit(1);
        for (double value : linear) field.push_back(-value / 2);
        for (const Pair &pair : pairs) {
            couplings.push_back({pair.a, pair.b, pair.value / 4});
            field[pair.a] -= pair.value / 4;
            field[pair.b] -= pair.value / 4;
        }
    }

    double cost(uint64_t state) const {
        double sum = 0;
        for (int k = 0; k < qubits; ++k) sum += linear[k] * (state >> k & 1);
        for (const Pair &pair : pairs) sum += pair.value * (state >> pair.a & state >> pair.b & 1);
        return sum;
    }
};

inline int rank() {
    int found = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &found);
    return found;
}

struct Time {
    double seconds = 0;
    int runs = 0;
};

// What the command line asks for: WHAT MODEL RUNS LIMIT LIMIT, seconds for the mixer and for a layer.
struct Task {
    std::string what;
    Model model;
    int runs;
    double mixer_limit, layer_limit;

    explicit Task(char **words)
        : what(words[1]), model(words[2]), runs(std::atoi(words[3])), mixer_limit(std::atof(words[4])), layer_limit(std::atof(words[5])) {}

    bool is(const char *word) const { return what == word; }

    // The shortest of `runs` runs between two barriers, after one that warms up. No further run begins once `limit` seconds are
    // over; a first run that takes as long is counted.
    template <class Work>
    Time best(double limit, Work work) const {
        auto once = [&] {
            MPI_Barrier(MPI_COMM_WORLD);
            double start = MPI_Wtime();
            work();
            MPI_Barrier(MPI_COMM_WORLD);
            double taken = MPI_Wtime() - start;
            // all ranks go by the clock of rank 0
            MPI_Bcast(&taken, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            return taken;
        };
        double spent = once();
        if (spent >= limit) return {spent, 1};
        Time found{std::numeric_limits<double>::infinity(), 0};
        while (found.runs < runs && spent < limit) {
            double taken = once();
            found = {std::min(found.seconds, taken), found.runs + 1};
            spent += taken;
        }
        return found;
    }
};

// The norm, the mean of C and one amplitude of a state of which this rank holds `count` amplitudes, those of the
// basis states from rank * count on.
struct Check {
    double norm, mean, real, imag;

    Check(const Model &model, const std::complex<double> *amplitudes, uint64_t count) {
        double sums[4] = {0, 0, 0, 0}, totals[4];
        const uint64_t first = rank() * count, one = 0x5a5a5a5a & ((uint64_t(1) << model.qubits) - 1);
        // sums of blocks of 2^12 are summed, for the sake of the rounding
        for (uint64_t block = 0; block < count; block += 4096) {
            double weights = 0, costs = 0;
            for (uint64_t k = block; k < std::min<uint64_t>(block + 4096, count); ++k) {
                weights += std::norm(amplitudes[k]);
                costs += std::norm(amplitudes[k]) * model.cost(first + k);
            }
            sums[0] += weights;
            sums[1] += costs;
        }
        if (first <= one && one < first + count) {
            sums[2] = amplitudes[one - first].real();
            sums[3] = amplitudes[one - first].imag();
        }
        MPI_Allreduce(sums, totals, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        norm = totals[0], mean = totals[1], real = totals[2], imag = totals[3];
    }
};

// One JSON object, from rank 0: times of a gate on each qubit and of a layer; the check of one layer on |+>; the norm at the end.
inline void report(Time gates, Time layer, const Check &one, double prepared, double norm) {
    if (rank() != 0) return;
    std::printf("{\"gates_s\": %.6g, \"gates_runs\": %d, \"layer_s\": %.6g, \"layer_runs\": %d, \"prepare_s\": %.3g, ",
        gates.seconds, gates.runs, layer.seconds, layer.runs, prepared);
    std::printf("\"norm\": %.16g, \"mean\": %.16g, \"amplitude\": [%.16g, %.16g], \"last_norm\": %.16g}\n",
        one.norm, one.mean, one.real, one.imag, norm);
}
