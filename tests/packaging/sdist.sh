#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The source archive of the wheel has all that its build reads, and nothing that is not in the repository.
. "$(dirname "$0")/common.sh" "$@"
have python3 && python3 -c 'import scikit_build_core, nanobind' 2>/dev/null || skip "scikit-build-core and nanobind are not installed"
git -C "$source" rev-parse --git-dir >/dev/null 2>&1 || skip "these sources are no repository"
(cd "$source" && python3 -c 'import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])' "$scratch") >"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; fail "sdist"; }
tar -tf "$scratch"/plimsoll-*.tar.gz | sed 's|^[^/]*/||' | grep -v '/$\|^$\|^PKG-INFO$' | sort >"$scratch/there"
git -C "$source" ls-files --cached --others --exclude-standard -- CMakeLists.txt LICENSE README.md CHANGELOG.md pyproject.toml cmake core docs/schema models packaging resources |
    sort >"$scratch/wanted"
diff "$scratch/wanted" "$scratch/there" || fail "left: what the repository has, right: what the archive has"
