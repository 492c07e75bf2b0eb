OPENQASM 3.0;
// Ketboard: QAOA of depth 2 on 4 qubits
// puzzle: a small one (file: small.toml)
// model: 0123abcd
// gammas = [0.3, -0.7]
// betas = [-0.4, 0.9]
// 12 gates on two qubits in depth 10, all gates in depth 27
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
// IBM's samples are hexadecimal numbers whose lowest bit is c[0], which is variable x0
// Qiskit prints counts the other way round: read them with --bit-order qubit0-right
// $0 = r1c1
// $1 = !r1c2
// $2 = r2c1
// $3 = r2c2
// r1c1 = x0
// r1c2 = !x1
// r2c1 = x2
// r2c2 = x3
include "stdgates.inc";
gate rzz(theta) a, b { cx a, b; rz(theta) b; cx a, b; }
bit[4] c;
sx $3;
sx $1;
rzz(0.59999999999999964) $1, $3;
sx $0;
rzz(0.14999999999999999) $0, $1;
x $3;
sx $2;
rzz(1.2000000000000000) $2, $3;
rz(3.1415926535897931) $1;
sx $1;
cz $0, $1;
rz(3.1415926535897931) $1;
sx $1;
rzz(0.22499999999999998) $1, $2;
rz(3.1415926535897931) $1;
sx $1;
cz $0, $1;
rz(2.3415926535897924) $1;
sx $1;
rz(1.5707963267948966) $3;
rx(0.80000000000000016) $3;
rzz(1.3999999999999999) $1, $3;
rz(-1.1207963267948964) $0;
rx(-2.3415926535897933) $0;
rzz(0.34999999999999964) $0, $1;
rz(1.2707963267948967) $2;
rx(-0.79999999999999982) $2;
rzz(0.34159265358979329) $2, $3;
x $0;
rz(3.1415926535897931) $1;
sx $1;
cz $0, $1;
sx $1;
rzz(0.52500000000000036) $1, $2;
rz(3.1415926535897931) $1;
sx $1;
cz $0, $1;
rz(-1.0499999999999998) $0;
rx(-1.8000000000000003) $0;
rz(3.1415926535897931) $0;
rz(1.8000000000000007) $1;
sx $1;
rz(1.5707963267948966) $1;
rz(0.69999999999999929) $2;
rx(-1.8000000000000003) $2;
rz(3.1415926535897931) $2;
rx(1.8000000000000003) $3;
c[0] = measure $0;
c[1] = measure $1;
c[2] = measure $2;
c[3] = measure $3;
