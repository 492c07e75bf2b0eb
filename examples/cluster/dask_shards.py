"""A plan in shards on the workers of Dask, then one folder of all:

    python dask_shards.py PLAN.toml OUT 16 [tcp://HOST:8786]

Without the address of a scheduler it takes the cores of this machine. Started again, every shard goes on where it was.
"""

import subprocess
import sys
from pathlib import Path

from dask.distributed import Client

plan, out, shards = sys.argv[1], sys.argv[2], int(sys.argv[3])


def run(shard, plan, out, shards):
    folder = f"{out}/shard-{shard}"
    command = ["ketboard", "sweep", plan, "--shard", f"{shard}/{shards}", "--out", folder]
    subprocess.run([*command, "--threads", "1", "--quiet"], check=True)
    return folder


if __name__ == "__main__":
    with Client(sys.argv[4]) if len(sys.argv) > 4 else Client(threads_per_worker=1) as client:
        runs = client.map(run, range(1, shards + 1), plan=plan, out=out, shards=shards, pure=False, retries=2)
        folders = client.gather(runs)
    with open(f"{out}/records.jsonl", "wb") as joined:
        for folder in folders:
            joined.write(Path(folder, "records.jsonl").read_bytes())
    subprocess.run(["ketboard", "sweep", plan, "--out", out], check=True)
