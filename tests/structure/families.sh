#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A family stands in its own file (core/families) or recipe (models/families). Shared code asks for what a class does, never for its
# name: no model type is compared with a word, and no family's name is a text in what runs a step.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
failed=0
report() { [ -z "$2" ] || { printf '%s:\n%s\n' "$1" "$2"; failed=1; }; }

# A model type (or a family's name) against a word. What another library keeps by model type stands in a table, which the finder of
# its row reads: no word there.
types='(model_type|defaults_name\(\)|family[.>-]+name)'
compared="$types *(==|!=) *\"|\"[^\"]*\" *(==|!=) *[A-Za-z_.>()-]*$types|$types\.(starts_with|ends_with|find|contains|compare)\("
report 'model types compared with a word' "$(grep -rnE "$compared" core ui app --include='*.cpp' --include='*.h' |
    grep -vE '^core/(families/describe/hub_code|(engines|serving|stacks)/([a-z_]+/)?[a-z_]+_classes)\.cpp:' || true)"
report 'model types looked up outside families and reading' "$(grep -rnE '::model_type\)' core ui app --include='*.cpp' --include='*.h' |
    grep -vE '^core/((families|model|load)/|(engines|stacks)/([a-z_]+/)?[a-z_]+_classes\.cpp:)' || true)"
# … or a list of them against one that is asked for: a trait of the family says it.
lists='find\([a-z_]+, *([a-z_]+\.)?(model_type|defaults_name\(\)|type)\)'
report 'lists of model types in shared code' "$(grep -rnE "$lists" core --include='*.cpp' --include='*.h' |
    grep -vE '^core/(model|load|families/(describe/hub_code|describe/undescribed|registry))|\((out|types), type\)|^core/(engines|stacks)/([a-z_]+/)?[a-z_]+_classes\.cpp:' || true)"
report 'modules of core/nn with functions in families' "$(grep -rnE "^[A-Za-z].*\b($(grep -hoE '^(class|struct) [A-Z][A-Za-z]+' core/nn/*.h |
    cut -d' ' -f2 | sort -u | paste -sd'|'))::[a-z0-9_]+\(.*\)( const)?\$" core/families --include='*.cpp' || true)"

# Every model type and every description's name, one a line.
names=$(mktemp)
trap 'rm -f "$names"' EXIT
{
    grep -hoE '(\{"[^"]+", "[^"]*", "[^"]*", describe_|recipe_with_step\("[^"]+")' core/families/*.cpp | cut -d'"' -f2,4 | tr '"' '\n'
    for recipe in models/families/*.family; do basename "$recipe" .family; done
    sed -n 's/^also //p' models/families/*.family | tr ' ' '\n' | cut -d: -f1
} | sort -u | sed '/^$/d; s/.*/"&"/' >"$names"
[ "$(wc -l <"$names")" -gt 400 ] || { echo "only $(wc -l <"$names") names of families were found"; exit 1; }
listed=$(grep -oE '^ +file\([a-z0-9_]+\)' core/families/registry.cpp | tr -d ' ' | sed 's/file(//; s/)/.cpp/' | paste -sd'|')
report 'types compared with names of families in shared files' "$(grep -nE '\btype *(==|!=) *"' core/families/*.cpp core/families/describe/*.cpp core/families/describe/frames/*.cpp core/decoder/*.cpp core/load/*.cpp core/nn/*.cpp |
    grep -Ff "$names" | grep -vE "^core/families/($listed):" || true)"
# What an engine's or a stack's own code of a model does stands in a table of its classes (*_classes.cpp of core/engines, core/serving,
# core/stacks).
# "clip" is what torch.clip is called in a step's list of operations.
report "names of families in shared code" "$(grep -rnFf "$names" core/torch core/nn core/run core/stacks core/engines core/resolve \
    core/replay core/estimate core/fit --include='*.cpp' --include='*.h' | grep -vE '^[^:]+:[0-9]+: *///?|^core/nn/recurrent\.cpp:[0-9]+:.*"clip"|^core/(engines|stacks)/([a-z_]+/)?[a-z_]+_classes\.cpp:' || true)"

# One file a family: the names that the registry lists are files.
for file in $(grep -oE '^ +file\([a-z0-9_]+\)' core/families/registry.cpp | tr -d ' ' | sed 's/file(//; s/)//'); do
    [ -f "core/families/$file.cpp" ] || report 'listed in registry.cpp, but no file' "$file"
done
exit "$failed"
