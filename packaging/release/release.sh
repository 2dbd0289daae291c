#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a release's files ready in a folder: release.sh FOLDER FILES… copies the packages, writes a bill of materials in SPDX and CycloneDX,
# SHA256SUMS over all of it, and signs that. KEY names the key of GnuPG; without it the folder stays unsigned, which is said.
# The same files in give the same bytes out: SOURCE_DATE_EPOCH is the day of the release.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# -ge 2 ] || { echo "usage: [KEY=…] release.sh FOLDER FILES…" >&2; exit 2; }
folder=$1
shift
mkdir -p "$folder"
[ -z "$(ls -A "$folder")" ] || { echo "release.sh: $folder is not empty" >&2; exit 2; }
cp -- "$@" "$folder/"
version=$(sed -n 's/^project(plimsoll VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
day=$(sed -n "s/.*<release version=\"$version\" date=\"\([0-9-]*\)\".*/\1/p" "$root"/packaging/desktop/*.metainfo.xml)
[ -n "$version" ] && [ -n "$day" ] || { echo "release.sh: no release in CMakeLists.txt and the AppStream file" >&2; exit 2; }
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -u -d "$day" +%s)}
python3 "$here/bill_of_materials.py" --version "$version" --folder "$folder"
(cd "$folder" && find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' -printf '%f\n' | LC_ALL=C sort | xargs -d '\n' sha256sum >SHA256SUMS)
if [ -n "${KEY:-}" ]; then
    gpg --batch --yes --local-user "$KEY" --armor --detach-sign --output "$folder/SHA256SUMS.asc" "$folder/SHA256SUMS"
    gpg --batch --verify "$folder/SHA256SUMS.asc" "$folder/SHA256SUMS"
else
    echo "release.sh: KEY is not set: SHA256SUMS is not signed" >&2
fi
