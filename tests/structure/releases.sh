#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/releases.py on two small folders: what changed between them, and which facts of a small tree cite it. Exit 77 without Python.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
given=tests/fixtures/releases
status=0
said=$(python3 tools/releases.py toy --folders $given/old $given/new --facts $given/facts) || status=$?
fail() { printf '%s\n---\n%s\n' "$1" "$said"; exit 1; }
[ "$status" = 1 ] || fail "exit status $status where facts cite what changed"

has() { grep -qF -- "$1" <<<"$said" || fail "not said: $1"; }
has_not() { if grep -qF -- "$1" <<<"$said"; then fail "said: $1"; fi; }
has '3 files of toy are other ones' # of one only the comments are
has 'ToyConfig.rank: 8 became 16'
has 'ToyConfig.packing: False became True'
has 'ToyConfig.shuffle: new, True'
has 'loss: other code'
has_not 'shifted: other code'
has_not 'same.py'

named=$(sed -n '/^What it names changed:/,/^Its file changed elsewhere:/p' <<<"$said")
elsewhere=$(sed -n '/^Its file changed elsewhere:/,/^Files that are cited:/p' <<<"$said")
in_part() { grep -qF -- "$2" <<<"$1" || fail "in another part, or none: $2"; }
in_part "$named" 'core/stacks/toy.cpp:3:'    # its rank
in_part "$named" 'core/stacks/toy.cpp:5:'    # its class alone is named
in_part "$named" 'core/stacks/toy.cpp:9:'    # the function
in_part "$named" 'core/libraries/toy.cpp:4:' # the file is gone
in_part "$elsewhere" 'core/stacks/toy.cpp:4:'
in_part "$elsewhere" 'core/libraries/toy.cpp:3:'
has_not 'core/stacks/toy.cpp:7:' # of another library

status=0
said=$(python3 tools/releases.py toy --folders $given/old $given/old --facts $given/facts) || status=$?
[ "$status" = 0 ] || fail "exit status $status where nothing changed"
has '0 files of toy are other ones'
echo 'what a release changed, and who cites it'
