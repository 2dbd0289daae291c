#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sizes and traces: files of at most 450 lines, functions of at most 80 (where Universal Ctags is installed), a licence in
# each source, no string that no translator sees, no open ends, no paths of one machine. Prints what breaks a rule; exit 1 when
# something does.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

# Sources, whether or not they are in git (a release has none).
sources()
{
    local pattern names=()
    for pattern in "$@"; do names+=(-o -name "$pattern"); done
    find dev CMakeLists.txt app core packaging tests ui -type f \( "${names[@]:1}" \) | sort
}

long_files()
{
    sources '*.cpp' '*.h' '*.sh' '*.cmake' CMakeLists.txt dev | while IFS= read -r file; do
        awk 'END {if (NR > 450) printf "%s: %d lines, at most 450\n", FILENAME, NR}' "$file"
    done
}

long_functions()
{
    ctags --version 2>/dev/null | grep -q Universal || return 0
    sources '*.cpp' '*.h' | ctags -L - --languages=C++ --langmap=C++:+.h --kinds-C++=f --fields=+ne -f - | awk -F '\t' '{
        first = last = 0
        for (i = 4; i <= NF; i++) {
            if ($i ~ /^line:/) first = substr($i, 6)
            if ($i ~ /^end:/) last = substr($i, 5)
        }
        if (last - first + 1 > 80) printf "%s: %s is %d lines, at most 80\n", $2, $1, last - first + 1
    }'
}

no_licence()
{
    sources '*.cpp' '*.h' '*.sh' dev | while IFS= read -r file; do
        head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' || echo "$file: no SPDX line"
    done
}

# What must not stand in a source, with the reason.
none_of()
{
    local pattern=$1 reason=$2
    shift 2
    sources "$@" | grep -v '^tests/structure/sizes.sh$' | xargs -r grep -nE "$pattern" | sed "s|\$|   <- $reason|" || true
}

# Where a file has a tr() of its own, lupdate does not know the context of its strings unless they are marked.
lost_strings()
{
    sources '*.cpp' | xargs -r grep -lE '^QString tr\(const char' | xargs -r grep -nE '(^|[^:_[:alnum:].])tr\("' |
        sed 's|$|   <- lupdate finds no context for it|' || true
}

# A merge that was committed as it stood; `=======` alone underlines titles elsewhere.
merge_marks()
{
    { find . -maxdepth 1 -type f -name '*.md'; find docs models tests -name '*.md' -o -name '*.json*'; sources '*'; } |
        xargs -r grep -nE '^(<<<<<<<|>>>>>>>) ' | sed 's|$|   <- mark of a merge|' || true
}

found=$(long_files; long_functions; no_licence; lost_strings; merge_marks
    none_of '\b(TODO|FIXME|XXX)\b' 'open end' '*.cpp' '*.h'
    none_of '(^|[^a-zA-Z0-9_.}])/(work|home|root)/[a-z]' 'path of one machine' '*.cpp' '*.h' '*.sh' '*.cmake' CMakeLists.txt dev)
[ -z "$found" ] || { printf '%s\n' "$found"; exit 1; }
