#!/bin/sh
# A plan on all cores of one machine by GNU parallel, a shard at a time on each, then one folder:
#     sh parallel.sh PLAN.toml OUT 16
# Started again, every shard goes on where it was.
set -eu
plan=$1 out=$2 shards=$3
seq 1 "$shards" | parallel --quote --retries 2 \
    ketboard sweep "$plan" --shard "{}/$shards" --out "$out/shard-{}" --threads 1 --quiet
cat "$out"/shard-*/records.jsonl > "$out/records.jsonl"
ketboard sweep "$plan" --out "$out"
