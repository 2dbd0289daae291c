#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The extension of the hf command, and what SKILL.md tells agents to type. Arguments: the source folder, the built plimsoll.
set -euo pipefail
source=$1 plimsoll=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }

# A plimsoll that says what it was called with.
printf '#!/bin/sh\nprintf "[%%s]" "$@"\nexit 3\n' >"$scratch/plimsoll"
chmod +x "$scratch/plimsoll"
called() { # what it was called with, by the extension with these arguments; its status is handed on
    local status=0
    PATH="$scratch:$PATH" "$source/packaging/hf/hf-plimsoll" "$@" || status=$?
    [ "$status" = 3 ] || fail "status $status of $*"
}
[ "$(called org/name --gpu 'RTX 4090')" = '[estimate][--model][org/name][--online][--gpu][RTX 4090]' ] || fail "a model of the Hub"
[ "$(called report --plan a/b.json)" = '[report][--plan][a/b.json]' ] || fail "a command"
[ "$(called)" = '[--help]' ] || fail "no arguments"
[ "$(called --version)" = '[--version]' ] || fail "an option"
status=0
PATH=/nowhere /bin/sh "$source/packaging/hf/hf-plimsoll" estimate 2>"$scratch/said" || status=$?
[ "$status" = 2 ] && grep -q 'plimsoll is not installed' "$scratch/said" || fail "without plimsoll: $status"
PLIMSOLL=$plimsoll "$source/packaging/hf/hf-plimsoll" --version | grep -q '^plimsoll ' || fail "the real one"
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["executable"] == "hf-plimsoll"' "$source/packaging/hf/manifest.json"

# Every command of the skill exists, with every option that is named beside it.
skill=$source/packaging/skill/SKILL.md
[ "$(head -n 1 "$skill")" = --- ] && grep -q '^name: plimsoll$' "$skill" && grep -q '^description: ' "$skill" || fail "front matter"
commands=0
while read -r line; do
    read -r _ command _ <<<"$line"
    "$plimsoll" "$command" --help >"$scratch/help" || fail "no command $command"
    for option in $(grep -o -- ' --[a-z-]*' <<<"$line"); do
        grep -q -- "$option\b" "$scratch/help" || fail "$command has no $option"
    done
    commands=$((commands + 1))
done < <(grep -o 'plimsoll [a-z]* [^`]*' "$skill" | grep -v 'plimsoll simulates')
[ "$commands" -ge 6 ] || fail "$commands commands were found"
(cd "$scratch" && grep '^plimsoll estimate --model' "$skill" | head -n 1 | sed "s|^plimsoll|$plimsoll|" | sh >answer.json 2>/dev/null) || fail "the first question"
python3 - "$scratch/answer.json" <<'PYTHON'
import json, sys
answer = json.load(open(sys.argv[1]))
assert answer["timeline"] == [] and answer["verdicts"][0]["fits"] == "yes", answer["verdicts"]
assert all(set(line) == {"component", "bytes"} for line in answer["at_peak"]), answer["at_peak"]
assert sum(line["bytes"] for line in answer["at_peak"]) == answer["peak"]["device_bytes"]
PYTHON
