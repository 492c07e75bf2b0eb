OPENQASM 2.0;
// Ketboard: QAOA of depth 2 on 4 qubits
// puzzle: a small one (file: small.toml)
// model: 0123abcd
// gammas = [0.3, -0.7]
// betas = [-0.4, 0.9]
// 12 gates on two qubits in depth 10, all gates in depth 20
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
// Quantinuum's bit strings end with c[0], pytket's rows of bits begin with it
// q[0] = r1c1
// q[1] = !r1c2
// q[2] = r2c1
// q[3] = r2c2
// r1c1 = x0
// r1c2 = !x1
// r2c1 = x2
// r2c2 = x3
include "hqslib1.inc";
qreg q[4];
creg c[4];
U1q(1.5707963267948966, 0.0) q[1];
U1q(1.5707963267948966, 0.0) q[3];
RZZ(-0.59999999999999964) q[1], q[3];
U1q(1.5707963267948966, 0.0) q[0];
RZZ(0.14999999999999999) q[0], q[1];
U1q(1.5707963267948966, 0.0) q[2];
RZZ(1.2000000000000000) q[2], q[3];
U1q(1.5707963267948966, 3.1415926535897931) q[1];
RZZ(1.5707963267948966) q[0], q[1];
U1q(1.5707963267948966, 1.5707963267948957) q[1];
RZZ(0.22499999999999998) q[1], q[2];
U1q(1.5707963267948966, -1.5707963267948966) q[1];
RZZ(1.5707963267948966) q[0], q[1];
U1q(1.5707963267948966, -2.3415926535897933) q[1];
U1q(1.5707963267948966, 0.0) q[3];
U1q(1.5707963267948966, 2.3415926535897928) q[3];
RZZ(1.3999999999999999) q[1], q[3];
U1q(1.5707963267948966, 2.6915926535897929) q[0];
U1q(1.5707963267948966, -1.2500000000000000) q[0];
RZZ(-0.34999999999999964) q[0], q[1];
U1q(1.5707963267948966, 0.29999999999999982) q[2];
U1q(1.5707963267948966, 2.6415926535897931) q[2];
RZZ(0.34159265358979329) q[2], q[3];
U1q(1.5707963267948966, 0.79999999999999982) q[1];
RZZ(1.5707963267948966) q[0], q[1];
U1q(1.5707963267948966, -0.77079632679489674) q[1];
RZZ(-0.52500000000000036) q[1], q[2];
U1q(1.5707963267948966, 2.3707963267948964) q[1];
RZZ(1.5707963267948966) q[0], q[1];
U1q(1.5707963267948966, 2.9415926535897929) q[0];
U1q(1.5707963267948966, -2.0000000000000000) q[0];
U1q(1.5707963267948966, -1.0000000000000000) q[1];
U1q(1.5707963267948966, -1.2000000000000011) q[2];
U1q(1.5707963267948966, 0.14159265358979223) q[2];
U1q(1.5707963267948966, -0.80000000000000071) q[3];
U1q(1.5707963267948966, 0.54159265358979258) q[3];
measure q[0] -> c[0];
measure q[1] -> c[1];
measure q[2] -> c[2];
measure q[3] -> c[3];
