#!/bin/sh
# A plan as an array job of Slurm, and a job that joins its shards: on the login node
#     sh slurm.sh PLAN.toml OUT 16
# Cores, memory and minutes are for you to set; `ketboard sweep PLAN.toml --out OUT --dry-run`
# says what the whole plan takes. Submitted again, every shard goes on where it was.
set -eu
plan=$1 out=$2 shards=$3
cores=1 memory=1G minutes=60
mkdir -p "$out"
array=$(sbatch --parsable --job-name=ketboard --array="1-$shards" --output="$out/shard-%a.log" \
    --cpus-per-task="$cores" --mem="$memory" --time="$minutes" --wrap "exec ketboard sweep '$plan' \
    --shard \$SLURM_ARRAY_TASK_ID/$shards --out '$out/shard-'\$SLURM_ARRAY_TASK_ID --threads $cores --quiet")
sbatch --job-name=ketboard-join --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
    --output="$out/join.log" --mem="$memory" --wrap \
    "cat '$out'/shard-*/records.jsonl > '$out/records.jsonl' && exec ketboard sweep '$plan' --out '$out'"
