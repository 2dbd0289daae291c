#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A family stands in its own file (core/families) or recipe (models/families). Shared code asks for what a class does, never for its
# name: no model type is compared outside families and the rooms that read files, and no family's name is a text in what runs a step.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
failed=0
report() { [ -z "$2" ] || { printf '%s:\n%s\n' "$1" "$2"; failed=1; }; }

# Reading (model, load) knows the tables of other libraries by model type: PEFT's targets, the blocks of transformers 4, what a loader
# keeps wide.
compared='model_type *(==|!=) *"|"[^"]*" *(==|!=) *[A-Za-z_.>()-]*model_type|model_type\.(starts_with|ends_with|find|contains|compare)\(|::model_type\)'
report 'model types compared outside families and reading' "$(grep -rnE "$compared" core ui app --include='*.cpp' --include='*.h' |
    grep -vE '^core/(families|model|load)/' || true)"

# Every model type and every description's name, one a line.
names=$(mktemp)
trap 'rm -f "$names"' EXIT
{
    grep -hoE '\{"[^"]+", "[^"]*", "[^"]*", describe_' core/families/*.cpp | cut -d'"' -f2,4 | tr '"' '\n'
    for recipe in models/families/*.family; do basename "$recipe" .family; done
    sed -n 's/^also //p' models/families/*.family | tr ' ' '\n' | cut -d: -f1
} | sort -u | sed '/^$/d; s/.*/"&"/' >"$names"
[ "$(wc -l <"$names")" -gt 400 ] || { echo "only $(wc -l <"$names") names of families were found"; exit 1; }
# "clip" is what torch.clip is called in a step's list of operations.
report "names of families in shared code" "$(grep -rnFf "$names" core/torch core/nn core/run core/stacks core/engines core/resolve \
    core/replay core/estimate core/fit --include='*.cpp' --include='*.h' | grep -vE '^[^:]+:[0-9]+: *///?|^core/nn/recurrent\.cpp:[0-9]+:.*"clip"' || true)"

# One file a family: the names that the registry lists are files.
for file in $(grep -oE '^ +file\([a-z0-9_]+\)' core/families/registry.cpp | tr -d ' ' | sed 's/file(//; s/)//'); do
    [ -f "core/families/$file.cpp" ] || report 'listed in registry.cpp, but no file' "$file"
done
exit "$failed"
