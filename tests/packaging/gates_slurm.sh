#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Called by gates.sh: Slurm's filter, in Lua, with what Slurm gives it (slurm_stub.lua). LUA, SOURCE, SCRATCH and PLIMSOLL say where things are.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
filter=$SOURCE/packaging/gates/slurm/cli_filter.lua
closed=$SCRATCH/closed.lua
sed 's/^local closed = false$/local closed = true/' "$filter" >"$closed"
! cmp -s "$filter" "$closed" || { echo "FAIL: slurm: no switch that closes"; exit 1; }
# job OUTCOME PATTERN PLAN OPTION…: what becomes of a job, and a line that is said of it ("": none).
judged_by=$filter
job() {
    local outcome=$1 pattern=$2 plan=$3
    shift 3
    PLIMSOLL_PLAN=$plan "$LUA" "$here/slurm_stub.lua" "$judged_by" "$@" >"$SCRATCH/said" 2>&1 || true
    local lines=1
    [ -z "$pattern" ] || lines='[2-9]'
    if [ "$(tail -n 1 "$SCRATCH/said")" != "$outcome" ] || ! grep -qE -- "${pattern:-.}" "$SCRATCH/said" || ! grep -c . "$SCRATCH/said" | grep -qx "$lines"; then
        cat "$SCRATCH/said"
        echo "FAIL: slurm: $outcome, '$pattern', of $plan with $*"
        exit 1
    fi
}
plan() { printf '{"model": {"preset": "qwen2.5-7b"}, "method": "%s", "sequence_length": 512%s}' "$2" "${3:-}" >"$SCRATCH/$1.plimsoll"; }
cd "$SCRATCH"
plan fits qlora
plan full full
plan named full ', "target": {"gpus": ["L4"]}'
plan "it's" full
# 8 ranks of 4 GPUs each node: what is too few is refused, so the number is that of the whole job.
plan eight lora ', "parallel": {"data": 8}'

job SUCCESS "" "" gres=gpu:a100:1
job SUCCESS "" fits.plimsoll gres=gpu:h100:1
job ERROR "error: plimsoll: it's.plimsoll: ✕ Does not fit on" "it's.plimsoll" gres=gpu:v100:1
# The reason is the refusal, not a warning before it, nor another card's verdict.
plan warned full ', "evaluation": {"micro_batch": 64}'
job ERROR '^error: plimsoll: warned.plimsoll: ✕ Does not fit on Tesla V100 32GB' warned.plimsoll gres=gpu:v100
job ERROR '^error: plimsoll: full.plimsoll: ✕ Does not fit .*Tesla V100 32GB' full.plimsoll gres=gpu:h200:1,gpu:v100:1
job ERROR '^error: plimsoll: named.plimsoll: ✕ Does not fit on 2 × L4' named.plimsoll gpus=2
job ERROR '^info: plimsoll: the job names no type of its 2 GPUs; the plan.s own kind is judged' named.plimsoll gpus=2
job ERROR "^info: plimsoll: the job names no GPU; the plan's own cards are judged" named.plimsoll

# Every way to ask for a GPU of a type.
for option in gres=gres:gpu:v100:1 gres=gres/gpu:v100:1 gres=gpu:v100 gres=gres:tmpfs:10G,gpu:v100:1 gres=gres/tmpfs:10G,gres/gpu:v100:1 gres=shard:2,gpu:v100:1 \
    'gres=gpu:v100:2(S:0,1)' gres=gpu:h200:1,gpu:V100:1 gpus=v100:1 gpus=gres:gpu:v100:1 gpus=h200:1,v100:2 gpus-per-node=v100:1 gpus-per-task=v100:1 gpus-per-socket=v100 \
    tres-per-task=cpu=2,gres/gpu:v100=1 tres-per-task=gres:gpu:v100:1; do
    job ERROR 'Tesla V100 32GB' full.plimsoll "$option"
done
for option in gres=gpu:2 gres=gpu gres=shard:2 gres=shard:v100:2 gres=tmpfs:10G gres=gpumem:v100:1 gpus=2 gpus-per-task=1 tres-per-task=gres/gpu=1 job-name=v100 gpus=invalid-context gpus-per-node=unset; do
    job SUCCESS 'was not judged: no card is named' full.plimsoll "$option"
done
job ERROR '4 × H100' eight.plimsoll gpus=h100:4
# One card is a number as well, with a type and without.
plan on_kind lora ', "parallel": {"data": 8}, "target": {"gpus": ["H100 SXM5"]}'
plan on_eight lora ', "parallel": {"data": 8}, "target": {"gpus": ["H100 SXM5:8"]}'
plan on_two_kinds lora ', "parallel": {"data": 8}, "target": {"gpus": ["H100 SXM5:4", "H200 SXM:4"]}'
plan bad_number lora ', "target": {"gpus": ["H100 SXM5:0"]}'
job ERROR 'H100 SXM5.*8 processes' eight.plimsoll gpus=h100:1
for file in on_kind on_eight on_two_kinds; do
    for option in gres=gpu:1 gpus=1 gpus=2 gpus-per-node=4 gpus=z9:2; do job ERROR "error: plimsoll: $file.*8 processes" "$file.plimsoll" "$option"; done
    job SUCCESS "the plan's own kind is judged" "$file.plimsoll" gpus=8
    job SUCCESS "the plan's own kind is judged" "$file.plimsoll" gres=gpu:4 nodes=2
done
job ERROR 'error: plimsoll: bad_number' bad_number.plimsoll gpus=2
for options in "gpus=h100:8" "gpus-per-node=h100:4 nodes=2" "gres=gpu:h100:4 nodes=2-3" "gpus-per-task=h100:1 ntasks=8" "gpus-per-task=h100:1 nodes=2 ntasks-per-node=4" \
    "gpus-per-socket=h100:2 nodes=2 sockets-per-node=2" "gres=gpu:h100:8 nodes=unset"; do
    # options are words
    # shellcheck disable=SC2086
    job SUCCESS "" eight.plimsoll $options
done

# A job of its own by srun is judged, a step inside of a job is not again.
job ERROR '✕ Does not fit' full.plimsoll type=srun gpus=v100:1
SLURM_JOB_ID=7 job SUCCESS "" full.plimsoll type=srun
SLURM_JOB_ID=7 job ERROR '✕ Does not fit' full.plimsoll type=sbatch gpus=v100:1

# What is not known goes on with a word, what is wrong does not; the switch closes.
printf '{"model": {"preset": "nobody"}}' >unheard.plimsoll
printf '{"model": {"hub": 5}}' >kind.plimsoll
printf '{"modell": {"preset": "qwen2.5-7b"}}' >field.plimsoll
printf 'nothing' >nothing.plimsoll
job SUCCESS 'unheard.plimsoll was not judged: model.preset: read nobody' unheard.plimsoll gpus=h100:1
job SUCCESS 'z9 is not listed' fits.plimsoll gpus=z9:2
job ERROR 'z9 is not listed' named.plimsoll gpus=z9:2
for wrong in kind field nothing absent; do job ERROR "error: plimsoll: $wrong.plimsoll: .*(read|no such|not valid)" "$wrong.plimsoll" gpus=h100:1; done
job ERROR 'no such file' --help gpus=h100:1
for program in /bin/false /bin/true /bin/ls /nonexistent/plimsoll; do PLIMSOLL=$program job SUCCESS 'was not judged' full.plimsoll gpus=v100:1; done
judged_by=$closed
job SUCCESS "" "" gres=gpu:a100:1
job SUCCESS "" fits.plimsoll gres=gpu:h100:1
job ERROR 'nobody' unheard.plimsoll gpus=h100:1
job ERROR 'z9 is not listed' fits.plimsoll gpus=z9:2
job ERROR 'no card is named' fits.plimsoll gpus=2
SLURM_JOB_ID=7 job SUCCESS "" fits.plimsoll type=srun
PLIMSOLL=/bin/false job ERROR 'could not be asked' fits.plimsoll gpus=v100:1
