#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The README's examples are what the program prints. readme.sh BIN: runs each "$ plimsoll …" of its console blocks with the
# programs of the folder BIN, takes what it writes to standard output, and shows what differs (exit 1). readme.sh BIN --update: writes the answers into the README.
# Accuracy tables take long: only --update makes them; test_accuracy, which judges every row, holds them.
# A line "…" ends the part of an answer that is shown; --update keeps as many lines as stood there.
set -euo pipefail
bin=$(readlink -f "$1") update=${2:-}
cd "$(dirname "$(readlink -f "$0")")/../.."
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT

# Prints the answer to `command`, cut where `shown` (what stands in the README) is cut.
answer()
{
    local command=$1 shown=$2 kept
    if [[ $command == plimsoll-accuracy* ]] && [ "$update" != --update ]; then
        printf '%s' "$shown"
        return
    fi
    [ -x "$bin/${command%% *}" ] || { echo "$bin has no ${command%% *}" >&2; exit 2; } # else its answer would be nothing
    kept=$(grep -nx '…' <<<"$shown" | head -n 1 | cut -d : -f 1) || true
    PATH=$bin:$PATH LC_ALL=C.UTF-8 bash -c "$command" 2>/dev/null | if [ -n "$kept" ]; then
        head -n "$((kept - 1))"
        echo …
    else
        cat
    fi || true
}

flush() { [ -z "$command" ] || answer "$command" "$shown"; command='' shown=''; }

command='' shown='' inside=no
while IFS= read -r line; do
    if [ "$inside" = yes ] && [ "$line" != '```' ] && [[ $line != '$ '* ]]; then
        shown+=$line$'\n'
        continue
    fi
    flush
    case $inside:$line in
        no:'```console') inside=yes ;;
        yes:'```') inside=no ;;
        yes:*) command=${line#'$ '} ;;
    esac
    printf '%s\n' "$line"
done <README.md >"$fresh"

if [ "$update" = --update ]; then cat "$fresh" >README.md; exit; fi
diff -u README.md "$fresh" || { echo "README.md shows other answers than the program gives: ./dev readme writes them anew"; exit 1; }
