#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The gates (packaging/gates), with the built plimsoll; with pre-commit, SkyPilot, an MCP client, Lua and the schema of GitHub's actions where
# they are installed.
. "$(dirname "$0")/common.sh" "$@"
have python3 && have git || skip "python3 or git is not installed"
export PLIMSOLL=$plimsoll SCRATCH=$scratch SOURCE=$source GIT_CONFIG_GLOBAL=/dev/null
export PYTHONDONTWRITEBYTECODE=1
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
here=$(dirname "$(readlink -f "$0")")
for part in judgements repository admission agents; do
    python3 -W error::SyntaxWarning "$here/gates_${part}_test.py" || fail "gates: $part"
done
LUA=$(command -v lua5.4 || command -v lua || true)
export LUA
if [ -n "$LUA" ]; then
    "$here/gates_slurm.sh"
else
    echo "lua is not installed: Slurm's filter was not run"
fi
if have check-jsonschema; then
    check-jsonschema --builtin-schema vendor.github-actions "$source/packaging/gates/github/action.yml" || fail "no composite action"
else
    echo "check-jsonschema is not installed: the action was compared with no schema"
fi
