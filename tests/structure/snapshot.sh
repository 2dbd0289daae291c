#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the programs of a folder answer, as files: snapshot.sh BIN DIR. A change that must not move a byte is proved by a snapshot
# before and one after: `diff -r` of the two prints nothing. Everything asked stands in this repository; no answer names a path,
# a time or this machine. Pictures are left out where plimsoll-window was not built.
set -euo pipefail
bin=$(readlink -f "$1")
mkdir -p "$2"
out=$(readlink -f "$2")
[ -z "$(ls -A "$out")" ] || { echo "snapshot: $2 is not empty" >&2; exit 2; }
cd "$(dirname "$(readlink -f "$0")")/../.."
repository=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Neither this machine's locale, its settings nor its downloads take part, and no folder of its own is named.
unset HF_ENDPOINT HF_TOKEN HF_HUB_CACHE HUGGINGFACE_HUB_CACHE
export LC_ALL=C.UTF-8 TZ=UTC QT_QPA_PLATFORM=offscreen NO_COLOR=1 XDG_RUNTIME_DIR=$work
export HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent/config XDG_CACHE_HOME=/nonexistent/cache HF_HOME=/nonexistent/huggingface

# keep FILE COMMAND…: its answer, what it says besides, and its exit status.
keep()
{
    local file=$out/$1 status=0
    shift
    mkdir -p "$(dirname "$file")"
    "$@" >"$file" 2>"$work/said" || status=$?
    if [ -s "$work/said" ] || [ "$status" != 0 ]; then
        { cat "$work/said"; echo "exit status $status"; } >"$file.said"
    fi
}

# The plan of every EVERYth row of the reference rows in "$@", one a line.
plans()
{
    local every=$1
    shift
    awk -v every="$every" '
        FNR % every == 1 % every {
            at = index($0, "\"plan\":{")
            rest = substr($0, at + 7)
            depth = quoted = 0
            count = split(rest, c, "")
            for (i = 1; i <= count; ++i) {
                if (c[i] == "\\") ++i
                else if (c[i] == "\"") quoted = !quoted
                else if (!quoted && c[i] == "{") ++depth
                else if (!quoted && c[i] == "}" && --depth == 0) {print substr(rest, 1, i); break}
            }
        }' "$@"
}

accuracy()
{
    keep accuracy/table.json "$bin/plimsoll-accuracy" --json -
    keep accuracy/rows.txt "$bin/plimsoll-accuracy" --list --refused --by method --by stack --by gpu
}

# Every reference row's estimate; of every seventh the timeline as well.
estimates()
{
    local rows
    cd tests/accuracy
    for rows in rows/*.jsonl; do
        plans 1 "$rows" >"$work/plans"
        [ "$(wc -l <"$work/plans")" = "$(wc -l <"$rows")" ] || { echo "snapshot: a row of $rows has no plan" >&2; exit 2; }
        keep "estimates/${rows#rows/}" "$bin/plimsoll" estimate --requests - <"$work/plans"
        plans 7 "$rows" >"$work/plans"
        keep "timelines/${rows#rows/}" "$bin/plimsoll" estimate --timeline --max --requests - <"$work/plans"
    done
    cd "$repository"
}

models()
{
    local file preset
    keep inspect/models.json "$bin/plimsoll" models --format json
    for file in models/presets/*.json; do
        preset=$(basename "$file" .json)
        keep "inspect/presets/$preset.json" "$bin/plimsoll" inspect "$preset" --format json
        keep "inspect/presets/$preset.txt" "$bin/plimsoll" inspect "$preset" --rank 16
    done
    for file in tests/fixtures/configs/*.json tests/fixtures/quantised/*.json tests/fixtures/field/*.json; do
        keep "inspect/${file#tests/fixtures/}" "$bin/plimsoll" inspect "$file" --format json
    done
}

# Every form of an answer about a file that holds one plan or several.
examples()
{
    local file name ending
    ln -s "$repository/resources/examples" "$work/examples"
    cd "$work" # reports name the command that wrote them
    for file in examples/*.plimsoll; do
        name=$(basename "$file" .plimsoll)
        keep "examples/$name.txt" "$bin/plimsoll" estimate --plan "$file"
        keep "examples/$name.json" "$bin/plimsoll" compare --plan "$file" --format json
        for ending in md html csv json svg; do
            if [ "$ending" = svg ] && [ ! -e "$bin/plimsoll-window" ]; then continue; fi
            keep "reports/$name.$ending.printed" "$bin/plimsoll" report --plan "$file" --output "report.$ending"
            [ ! -e "report.$ending" ] || mv "report.$ending" "$out/reports/$name.$ending"
        done
    done
    cd "$repository"
}

# What the other commands say of some rows' plans.
decisions()
{
    local number=0 plan name
    ln -s "$repository/tests/accuracy/configs" "$work/configs"
    plans 71 tests/accuracy/rows/*.jsonl >"$work/plans"
    cd "$work"
    while IFS= read -r plan; do
        number=$((number + 1))
        name=$(printf '%02d' "$number")
        printf '%s\n' "$plan" >plan.json
        keep "decisions/$name-estimate.txt" "$bin/plimsoll" estimate --plan plan.json --offers
        keep "decisions/$name-solve.json" "$bin/plimsoll" solve --plan plan.json --maximize micro_batch --format json
        keep "decisions/$name-smallest.txt" "$bin/plimsoll" solve --plan plan.json --minimize card
        keep "decisions/$name-advise.json" "$bin/plimsoll" advise --plan plan.json --format json
        keep "decisions/$name-advise.txt" "$bin/plimsoll" advise --plan plan.json
        keep "decisions/$name-sweep.json" "$bin/plimsoll" sweep --plan plan.json --over micro_batch=1,2,4 --format json
    done <"$work/plans"
    cd "$repository"
}

commands()
{
    local name
    keep commands/help.txt "$bin/plimsoll" --help
    for name in estimate compare solve advise sweep envelope report inspect models gpus watch; do
        keep "commands/$name.txt" "$bin/plimsoll" "$name" --help
    done
    keep commands/all-models.txt "$bin/plimsoll" models
    keep commands/all-gpus.json "$bin/plimsoll" gpus --format json
}

# All that the window draws in light and dark. Kept as pictures: `diff -r` compares their bytes.
pictures()
{
    [ -e "$bin/plimsoll-screens" ] || { echo "snapshot: no plimsoll-screens, no pictures" >&2; return; }
    mkdir "$out/pictures"
    # Qt's offscreen platform says what it cannot do; that is no news
    QT_SCALE_FACTOR=1 QT_LOGGING_RULES='*.warning=false' "$bin/plimsoll-screens" --screenshots "$out/pictures" --only '*'
}

for part in accuracy estimates models examples decisions commands pictures; do
    SECONDS=0
    "$part"
    echo "snapshot: $part, $SECONDS s" >&2
done
