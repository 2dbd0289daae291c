#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The gates (packaging/gates), with the built plimsoll; with pre-commit, SkyPilot, an MCP client, Lua and the schema of GitHub's actions where
# they are installed.
. "$(dirname "$0")/common.sh" "$@"
have python3 && have git || skip "python3 or git is not installed"
export PLIMSOLL=$plimsoll SCRATCH=$scratch SOURCE=$source GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
python3 "$(dirname "$0")/gates_test.py"
if have lua5.4 || have lua; then
    lua=$(command -v lua5.4 || command -v lua)
    cp "$source/resources/examples/case0-qlora-7b-16gb.plimsoll" "$scratch/plan.plimsoll"
    ask() { PLIMSOLL_PLAN=$1 "$lua" "$(dirname "$0")/slurm_stub.lua" "$source/packaging/gates/slurm/cli_filter.lua" "$2"; }
    says '^SUCCESS$' ask "" gpu:a100:1 || fail "slurm: a job without a plan"
    says '^SUCCESS$' ask "$scratch/plan.plimsoll" gpu:h100:1 || fail "slurm: a plan that fits"
    ask "$scratch/full.plimsoll" gpu:v100 >"$scratch/said"
    grep -qx 'ERROR' "$scratch/said" && grep -q 'error: plimsoll: .*full.plimsoll: ' "$scratch/said" || { cat "$scratch/said"; fail "slurm: a plan that does not fit"; }
    ask "$scratch/full.plimsoll" gpu:z9:2 >"$scratch/said"
    grep -q 'z9 is not listed' "$scratch/said" || fail "slurm: a card that is not listed"
    ask "$scratch/absent.plimsoll" gpu:h100:1 >"$scratch/said"
    grep -qx 'SUCCESS' "$scratch/said" && grep -q 'was not judged' "$scratch/said" || fail "slurm: a plan that is not there"
    cp "$scratch/full.plimsoll" "$scratch/it's.plimsoll"
    says '^ERROR$' ask "$scratch/it's.plimsoll" gpu:v100:1 || fail "slurm: a quote in a name"
else
    echo "lua is not installed: Slurm's filter was not run"
fi
if have check-jsonschema; then
    check-jsonschema --builtin-schema vendor.github-actions "$source/packaging/gates/github/action.yml" || fail "no composite action"
else
    echo "check-jsonschema is not installed: the action was compared with no schema"
fi
