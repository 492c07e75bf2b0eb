OPENQASM 3.0;
// Ketboard: QAOA of depth 2 on 4 qubits
// puzzle: a small one (file: small.toml)
// model: 0123abcd
// gammas = [0.3, -0.7]
// betas = [-0.4, 0.9]
// 20 gates on two qubits in depth 16, all gates in depth 58
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
gate ecr a, b { h b; cx a, b; rz(pi/2) b; cx a, b; h b; x a; }
bit[4] c;
ecr $3, $1;
rz(3.1415926535897931) $3;
sx $3;
rz(-0.59999999999999964) $3;
sx $3;
rz(3.1415926535897931) $1;
sx $1;
rz(3.1415926535897931) $1;
ecr $3, $1;
rz(3.1415926535897931) $1;
sx $1;
sx $0;
rz(-2.6915926535897929) $0;
sx $0;
rz(1.5707963267948966) $0;
ecr $1, $0;
rz(3.1415926535897927) $1;
sx $1;
rz(-0.15000000000000036) $1;
sx $1;
rz(3.1415926535897931) $0;
sx $0;
rz(3.1415926535897931) $0;
ecr $1, $0;
sx $2;
rz(1.5707963267948966) $3;
sx $3;
rz(-1.5707963267948966) $3;
ecr $2, $3;
x $2;
rz(3.1415926535897931) $3;
sx $3;
rz(-1.9415926535897929) $3;
ecr $2, $3;
x $1;
rz(3.1415926535897931) $0;
sx $0;
rz(3.1415926535897931) $0;
ecr $1, $0;
sx $1;
x $2;
rz(-1.8707963267948964) $2;
ecr $1, $2;
x $1;
rz(3.1415926535897931) $2;
sx $2;
rz(-2.9165926535897930) $2;
ecr $1, $2;
sx $1;
rz(3.1415926535897931) $0;
sx $0;
rz(3.1415926535897931) $0;
ecr $1, $0;
rz(1.5707963267948966) $3;
sx $3;
x $1;
rz(2.3415926535897933) $1;
ecr $3, $1;
rz(0.79999999999999960) $3;
sx $3;
rz(-1.3999999999999995) $3;
sx $3;
rz(3.1415926535897931) $1;
sx $1;
rz(3.1415926535897931) $1;
ecr $3, $1;
rz(3.1415926535897931) $1;
sx $1;
rz(-2.4670771525854924) $0;
sx $0;
rz(-0.92185963528426562) $0;
sx $0;
rz(-2.6914360171449836) $0;
ecr $1, $0;
sx $1;
rz(-0.34999999999999964) $1;
sx $1;
rz(3.1415926535897931) $0;
sx $0;
rz(3.1415926535897931) $0;
ecr $1, $0;
rz(-1.5707963267948966) $2;
sx $2;
rz(-0.77079632679489674) $2;
sx $2;
rz(-1.5707963267948974) $3;
sx $3;
rz(-1.5707963267948966) $3;
ecr $2, $3;
x $2;
rz(3.1415926535897931) $3;
sx $3;
rz(0.34159265358979352) $3;
ecr $2, $3;
x $1;
rz(3.1415926535897931) $0;
sx $0;
rz(3.1415926535897931) $0;
ecr $1, $0;
rz(3.1415926535897931) $1;
sx $1;
x $2;
rz(2.2707963267948967) $2;
ecr $1, $2;
x $1;
rz(3.1415926535897931) $2;
sx $2;
rz(2.6165926535897936) $2;
ecr $1, $2;
sx $1;
rz(3.1415926535897931) $0;
sx $0;
rz(3.1415926535897931) $0;
ecr $1, $0;
sx $0;
rz(-0.22920367320510326) $0;
sx $0;
rz(-1.5707963267948974) $0;
rz(2.9123889803846890) $1;
sx $1;
rz(-1.5707963267948966) $1;
rz(1.5707963267948966) $2;
sx $2;
rz(-2.9123889803846894) $2;
sx $2;
rz(1.5707963267948966) $2;
rz(1.5707963267948966) $3;
sx $3;
rz(-2.9123889803846894) $3;
sx $3;
rz(1.5707963267948966) $3;
c[0] = measure $0;
c[1] = measure $1;
c[2] = measure $2;
c[3] = measure $3;
