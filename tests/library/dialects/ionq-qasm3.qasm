OPENQASM 3.0;
// Ketboard: QAOA of depth 2 on 4 qubits
// puzzle: a small one (file: small.toml)
// model: 0123abcd
// gammas = [0.3, -0.7]
// betas = [-0.4, 0.9]
// 20 gates on two qubits in depth 16, all gates in depth 25
// reduced with --reduce paper
// state: |+>^n
// layer: e^{-i beta sum X} e^{-i gamma C}, cost first, C including the offset
// angles: C is minimized; a ramp that minimizes has gamma > 0 and beta < 0; angles are given as they are used
// bit order: qubit k is bit k of the basis index (least significant first); character k of a bitstring is qubit k
// spin: x = (1 - z)/2
// rotations: RZ(2 gamma h), RZZ(2 gamma J), RX(2 beta)
// cells: x3 is qubit 3, !x3 is 1 minus qubit 3, 0 and 1 are constants
// c[i] is the measured value of variable xi
// the constant of C is a global phase and is left out of the circuit
// RZZ is written as cx rz cx
// IonQ's results: c[0] is the lowest bit of a decimal state (v1), the leftmost character of a bit string (v2)
// q[0] = r1c1
// q[1] = !r1c2
// q[2] = r2c1
// q[3] = r2c2
// r1c1 = x0
// r1c2 = !x1
// r2c1 = x2
// r2c2 = x3
include "stdgates.inc";
qubit[4] q;
bit[4] c;
h q[0];
h q[1];
h q[2];
h q[3];
rz(0.44999999999999996) q[0];
rz(-0.29999999999999999) q[2];
cx q[1], q[3];
rz(-0.59999999999999998) q[3];
cx q[1], q[3];
cx q[0], q[1];
rz(0.14999999999999999) q[1];
cx q[0], q[1];
cx q[2], q[3];
rz(1.2000000000000000) q[3];
cx q[2], q[3];
cx q[0], q[1];
cx q[1], q[2];
rz(0.22499999999999998) q[2];
cx q[1], q[2];
cx q[0], q[1];
rx(-0.80000000000000004) q[0];
rx(-0.80000000000000004) q[1];
rx(-0.80000000000000004) q[2];
rx(-0.80000000000000004) q[3];
rz(-1.0499999999999998) q[0];
rz(0.69999999999999996) q[2];
cx q[1], q[3];
rz(1.3999999999999999) q[3];
cx q[1], q[3];
cx q[0], q[1];
rz(-0.34999999999999998) q[1];
cx q[0], q[1];
cx q[2], q[3];
rz(-2.7999999999999998) q[3];
cx q[2], q[3];
cx q[0], q[1];
cx q[1], q[2];
rz(-0.52499999999999991) q[2];
cx q[1], q[2];
cx q[0], q[1];
rx(1.8000000000000000) q[0];
rx(1.8000000000000000) q[1];
rx(1.8000000000000000) q[2];
rx(1.8000000000000000) q[3];
c[0] = measure q[0];
c[1] = measure q[1];
c[2] = measure q[2];
c[3] = measure q[3];
