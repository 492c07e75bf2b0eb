OPENQASM 3.0;
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
// Braket's counts and measurements: c[0] is the leftmost
// $0 = r1c1
// $1 = !r1c2
// $2 = r2c1
// $3 = r2c2
// r1c1 = x0
// r1c2 = !x1
// r2c1 = x2
// r2c2 = x3
bit[4] c;
#pragma braket verbatim
box {
gpi2(0.0) $1;
gpi2(0.0) $3;
zz(-0.59999999999999964) $1, $3;
gpi2(0.0) $0;
zz(0.14999999999999999) $0, $1;
gpi2(0.0) $2;
zz(1.2000000000000000) $2, $3;
gpi2(3.1415926535897931) $1;
zz(1.5707963267948966) $0, $1;
gpi2(1.5707963267948957) $1;
zz(0.22499999999999998) $1, $2;
gpi2(-1.5707963267948966) $1;
zz(1.5707963267948966) $0, $1;
gpi2(-2.3415926535897933) $1;
gpi2(0.0) $3;
gpi2(2.3415926535897928) $3;
zz(1.3999999999999999) $1, $3;
gpi2(2.6915926535897929) $0;
gpi2(-1.2500000000000000) $0;
zz(-0.34999999999999964) $0, $1;
gpi2(0.29999999999999982) $2;
gpi2(2.6415926535897931) $2;
zz(0.34159265358979329) $2, $3;
gpi2(0.79999999999999982) $1;
zz(1.5707963267948966) $0, $1;
gpi2(-0.77079632679489674) $1;
zz(-0.52500000000000036) $1, $2;
gpi2(2.3707963267948964) $1;
zz(1.5707963267948966) $0, $1;
gpi2(2.9415926535897929) $0;
gpi2(-2.0000000000000000) $0;
gpi2(-1.0000000000000000) $1;
gpi2(-1.2000000000000011) $2;
gpi2(0.14159265358979223) $2;
gpi2(-0.80000000000000071) $3;
gpi2(0.54159265358979258) $3;
}
c[0] = measure $0;
c[1] = measure $1;
c[2] = measure $2;
c[3] = measure $3;
