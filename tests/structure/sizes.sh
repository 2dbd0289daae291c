#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sizes and traces: files of at most 450 lines, functions of at most 80 (where Universal Ctags is installed), no paths of
# the machine it was written on. Prints what breaks the rule; exit 1 when something does.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

tracked() { git ls-files --cached --others --exclude-standard -- "$@"; }

long_files()
{
    tracked '*.cpp' '*.h' '*.sh' '*.cmake' '*CMakeLists.txt' dev | while IFS= read -r file; do
        [ -f "$file" ] && awk 'END {if (NR > 450) printf "%s: %d lines, at most 450\n", FILENAME, NR}' "$file"
    done
}

long_functions()
{
    ctags --version 2>/dev/null | grep -q Universal || return 0
    tracked '*.cpp' '*.h' | ctags -L - --languages=C++ --langmap=C++:+.h --kinds-C++=f --fields=+ne -f - | awk -F '\t' '{
        first = last = 0
        for (i = 4; i <= NF; i++) {
            if ($i ~ /^line:/) first = substr($i, 6)
            if ($i ~ /^end:/) last = substr($i, 5)
        }
        if (last - first + 1 > 80) printf "%s: %s is %d lines, at most 80\n", $2, $1, last - first + 1
    }'
}

no_licence() { tracked '*.cpp' '*.h' '*.sh' | while IFS= read -r file; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' || echo "$file: no SPDX line"
done; }

open_ends() { git grep -nE '\b(TODO|FIXME|XXX)\b' -- '*.cpp' '*.h' || true; }

machine_paths() { git grep -nIE '(^|[^a-z.])/(work|home|root)/[a-z]' -- '*.cpp' '*.h' '*.cmake' '*CMakeLists.txt' '*.sh' dev || true; }

found=$(long_files; long_functions; no_licence; open_ends; machine_paths)
[ -z "$found" ] || { printf '%s\n' "$found"; exit 1; }
