#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every string of the window is found by lupdate under the context that it is looked up by at run time. lupdate reads classes with
# a parser of its own: where it loses one, its strings get a context without the namespace, and no translation ever shows.
# Exit 77 where lupdate is not installed.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
lupdate=$(command -v lupdate || ls /usr/lib/qt6/bin/lupdate 2>/dev/null || true)
[ -n "$lupdate" ] || { echo "skipped: lupdate is not installed (qt6-l10n-tools)"; exit 77; }

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$lupdate" -silent -I . core ui app/window -source-language en_US -ts "$folder/all.ts" 2>"$folder/said" || { cat "$folder/said"; exit 1; }
grep -oE '<name>[^<]+' "$folder/all.ts" | sed 's/<name>//' | sort -u >"$folder/found"
# What free functions name themselves, and members of classes.
{
    grep -rhoE 'Q_DECLARE_TR_FUNCTIONS\([A-Za-z]+' ui app/window | sed 's/.*(//'
    grep -rhoE '(translate|QT_TRANSLATE_NOOP)\("[A-Za-z]+"' core ui app/window | sed 's/.*("//; s/"$//'
} | sort -u >"$folder/named"
lost=$(grep -v '^plimsoll::' "$folder/found" | grep -vxFf "$folder/named" || true)
lost+=$(sed -n 's/^\(.*Qualifying with unknown.*::[A-Z].*\|.*lacks Q_OBJECT.*\)$/\1/p' "$folder/said")
# tr() around another macro hides the text from lupdate.
lost+=$(grep -rnE '\btr\([[:space:]]*QT_TRANSLATE_NOOP' ui app/window || true)
[ -z "$lost" ] || { printf 'lupdate finds no place for:\n%s\n' "$lost"; exit 1; }
echo "$(grep -c '<source>' "$folder/all.ts") strings, each where it is looked up"
