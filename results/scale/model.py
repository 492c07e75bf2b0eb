#!/usr/bin/env python3
"""Seconds a layer over a cluster, predicted from what was measured and from the network's published figures.

    python3 results/scale/model.py [--cores 64] [--network slingshot]

The arithmetic, per rank and layer, for n qubits over R ranks of one node each:

    share    = 16 * 2^n / R bytes (f64; half of it in f32)
    passes   = groups(n) - 1 over the share: a layer of a walk to and fro (crates/qaoa/src/sim/walk/pass.rs)
    compute  = share / (cores * RATE), or passes * 2 * share / MEMORY where memory is slower
    sent     = (R - 1) / R * share: the one exchange of a layer, without the levels of the cost, a 32nd more
    copies   = share / (cores * COPIES), or 2 * 2 * share / MEMORY where memory is slower: packed and unpacked
    network  = sent / BANDWIDTH + messages * LATENCY, messages = (R - 1) * pieces
    layer    = max(compute, copies + network) + first piece, since pieces are exchanged while others are computed

RATE and COPIES are read from measured.csv, at 28 qubits: what one thread does to the state in a layer, and what two ranks of one
thread each take beyond half of that, for each byte of their share (the exchange itself is a copy there, too). MEMORY, BANDWIDTH
and LATENCY are published figures, named below. An all-to-all over many nodes reaches a part of the links' bandwidth: EFFICIENCY is an assumption, not a measurement.
"""

import argparse
import csv
import pathlib

QUBITS = 28


def measured(ranks):
    """Seconds of a layer of 28 qubits, over ranks of one thread each."""
    with (pathlib.Path(__file__).parent / "measured.csv").open() as rows:
        wanted = (str(QUBITS), ranks, "1")
        return next(float(row["s a layer"]) for row in csv.DictReader(rows) if tuple(list(row.values())[:3]) == wanted)


# Bytes of the state that one core takes through a layer in a second, and bytes of a share that it packs, hands over and unpacks.
RATE = 16 * 2**QUBITS / measured("no mpirun")
COPIES = 16 * 2**QUBITS / 2 / (measured("2") - measured("no mpirun") / 2)
# The memory of a node of two AMD EPYC 7763, 16 channels of DDR4-3200: 16 * 25.6 GB/s, of which a stream reaches about 0.8.
MEMORY = 0.8 * 16 * 25.6e9
PIECE = 2**24
MOST_RANKS = 64
# A share of the bandwidth that an all-to-all reaches: assumed.
EFFICIENCY = 0.5
# Bytes a second of a node, one way, and seconds a message.
NETWORKS = {
    "ethernet": (10e9 / 8, 20e-6, "10 Gb/s Ethernet of a laboratory; the latency is assumed"),
    "hdr100": (100e9 / 8, 2e-6, "InfiniBand HDR100 of Narval (docs.alliancecan.ca, Narval); the latency is assumed"),
    "slingshot": (200e9 / 8, 2e-6, "one Slingshot-11 endpoint of 200 Gb/s a node of LUMI-C (docs.lumi-supercomputer.eu, network); the latency is assumed"),
}


def passes(n, tile=14, columns=12):
    """Passes over memory in a layer of n > 21 qubits: the groups of crates/qaoa/src/sim/walk/plan.rs, less one."""
    return -(-(n - tile) // columns)


def layer(n, ranks, cores, network, amplitude=16):
    """Seconds of a layer, and its parts."""
    bandwidth, latency, _ = NETWORKS[network]
    share = amplitude * 2**n / ranks
    compute = max(share / (cores * RATE), passes(n) * 2 * share / MEMORY)
    if ranks == 1:
        return {"share": share, "sent": 0.0, "compute": compute, "exchange": 0.0, "layer": compute}
    sent = (ranks - 1) / ranks * share
    pieces = max(1, share / PIECE)
    exchange = max(share / (cores * COPIES), 4 * share / MEMORY) + sent / (EFFICIENCY * bandwidth) + (ranks - 1) * pieces * latency
    return {"share": share, "sent": sent, "compute": compute, "exchange": exchange, "layer": max(compute, exchange) + exchange / pieces}


def size(count):
    for unit in ["B", "KiB", "MiB", "GiB", "TiB"]:
        if count < 1024 or unit == "TiB":
            return f"{count:.3g} {unit}"
        count /= 1024


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--cores", type=int, default=64)
    options.add_argument("--network", choices=NETWORKS, default="slingshot")
    options.add_argument("--memory", type=float, default=256, help="GiB of a node that a state may take")
    given = options.parse_args()
    print(f"{given.cores} cores a node, {NETWORKS[given.network][2]}")
    print("| qubits | nodes | share | sent a layer | compute, s | exchange, s | layer, s |")
    print("|---|---|---|---|---|---|---|")
    for n in range(30, 43, 2):
        for ranks in [1, 4, 16, 64, 256, 1024, 4096]:
            # two states, as a gradient needs them
            if 2 * 16 * 2**n / ranks > given.memory * 2**30:
                continue
            found = layer(n, ranks, given.cores, given.network)
            star = "" if ranks <= MOST_RANKS else " *"
            times = " | ".join(f"{found[key]:.3g}" for key in ["compute", "exchange", "layer"])
            print(f"| {n} | {ranks}{star} | {size(found['share'])} | {size(found['sent'])} | {times} |")
            break
        else:
            print(f"| {n} | more than 4096 | | | | | |")
    print(f"* The program shares a state among {MOST_RANKS} ranks at most; beyond, this is what the walk would take.")


if __name__ == "__main__":
    main()
