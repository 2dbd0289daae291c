# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share; sourced. Arguments of each: the source folder, the build folder, a scratch folder.
set -euo pipefail
source=$1 build=$2 scratch=$3
plimsoll=$build/bin/plimsoll
rm -rf "$scratch"
mkdir -p "$scratch"
fail() { echo "FAIL: $*" >&2; exit 1; }
skip() { echo "skipped: $*"; exit 77; }
have() { command -v "$1" >/dev/null 2>&1; }
# says PATTERN COMMAND…: whether a line of what it prints is like that. A pipe into grep -q ends its writer early, which pipefail takes for a failure.
says() { local pattern=$1; shift; "$@" >"$scratch/.said" 2>&1 || true; grep -q -- "$pattern" "$scratch/.said"; }
id=io.github.plimsoll_planner.plimsoll
