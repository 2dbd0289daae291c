#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian packages of this build: what is in them, what they need, and what lintian says: nothing.
. "$(dirname "$0")/common.sh" "$@"
have dpkg-deb && have dpkg-shlibdeps || skip "dpkg-dev is not installed"
grep -q '^BUILD_SHARED_LIBS:.*=ON$' "$build/CMakeCache.txt" && skip "a build for sanitizers is not packed"
cmake=$(sed -n 's/^CMAKE_COMMAND:INTERNAL=//p' "$build/CMakeCache.txt")
"${cmake%cmake}cpack" --config "$build/CPackConfig.cmake" -B "$scratch" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip >"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; fail "cpack"; }
for name in plimsoll libplimsoll-dev; do
    packages=("$scratch/${name}_"*.deb)
    [ -f "${packages[0]}" ] || fail "no package $name"
    dpkg-deb --contents "${packages[0]}" >"$scratch/$name.contents"
done
has() { grep -q " \./$2\$" "$scratch/$1.contents" || fail "$1 has no $2"; }
for file in usr/bin/plimsoll usr/bin/plimsoll-window usr/share/man/man1/plimsoll-solve.1.gz usr/share/bash-completion/completions/plimsoll \
    usr/share/zsh/vendor-completions/_plimsoll usr/share/fish/vendor_completions.d/plimsoll.fish "usr/share/applications/$id.desktop" \
    "usr/share/metainfo/$id.metainfo.xml" "usr/share/mime/packages/$id.xml" "usr/share/icons/hicolor/scalable/mimetypes/$id.plan.svg" \
    usr/share/doc/plimsoll/copyright usr/share/doc/plimsoll/changelog.Debian.gz; do
    has plimsoll "$file"
done
has libplimsoll-dev usr/include/plimsoll/core/api/planner.h
says 'libqt6core6.*libqt6svg6\|libqt6svg6.*libqt6core6' dpkg-deb --field "$scratch"/plimsoll_*.deb Depends || fail "it does not depend on Qt"
! grep -q '/include/\|\.a$' "$scratch/plimsoll.contents" || fail "the programs' package has the core's files"
have lintian || skip "lintian is not installed: contents and fields were compared"
lintian --allow-root --tag-display-limit 0 --suppress-tags "$(paste -sd, "$source/packaging/debian/lintian-not-ours")" "$scratch"/*.deb >"$scratch/found" 2>&1 || true
[ ! -s "$scratch/found" ] || { cat "$scratch/found"; fail "lintian"; }
