#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A release's files, bill of materials, checksums and signature; what the bill names is what the build looks for; citation and policy.
. "$(dirname "$0")/common.sh" "$@"
have python3 || skip "python3 is not installed"
printf 'a package' >"$scratch/plimsoll_0.deb"
make() { "$source/packaging/release/release.sh" "$1" "$scratch/plimsoll_0.deb" 2>"$scratch/said"; }
make "$scratch/one"
grep -q 'is not signed' "$scratch/said" || fail "an unsigned release says so"
(cd "$scratch/one" && sha256sum --check --quiet SHA256SUMS) || fail "checksums"
[ "$(wc -l <"$scratch/one/SHA256SUMS")" = 3 ] || fail "three files are summed up"
make "$scratch/two"
diff -r "$scratch/one" "$scratch/two" || fail "the same files in, other bytes out"
! make "$scratch/one" || fail "a folder with files is not written over"

python3 - "$source" "$scratch/one" <<'PYTHON'
import hashlib, json, re, subprocess, sys
from pathlib import Path
source, folder = Path(sys.argv[1]), Path(sys.argv[2])
version = re.search(r"project\(plimsoll VERSION ([0-9.]+)", (source / "CMakeLists.txt").read_text())[1]
spdx = json.loads((folder / f"plimsoll-{version}.spdx.json").read_text())
cyclonedx = json.loads((folder / f"plimsoll-{version}.cdx.json").read_text())
names = {package["name"] for package in spdx["packages"]}
assert names == {"plimsoll"} | {part["name"] for part in cyclonedx["components"] if part["type"] == "library"}, names
sha = hashlib.sha256(b"a package").hexdigest()
assert any(one["checksumValue"] == sha for file in spdx["files"] for one in file["checksums"])
assert any(part["type"] == "file" and part["hashes"][0]["content"] == sha for part in cyclonedx["components"])
identities = {item["SPDXID"] for item in spdx["packages"] + spdx["files"]} | {"SPDXRef-DOCUMENT"}
for relation in spdx["relationships"]:
    assert relation["spdxElementId"] in identities and relation["relatedSpdxElement"] in identities, relation

# Everything that a build looks for is a material, and the other way round.
wanted = set()
for path in [source / "CMakeLists.txt", *source.glob("core/**/CMakeLists.txt")]:
    text = path.read_text()
    wanted |= set(re.findall(r"find_package\((\w+)", text)) - {"Threads"}
    wanted |= {"Qt6::Charts"} if "COMPONENTS Gui Widgets Charts" in text else set()
    wanted |= {"lib" + name for name in re.findall(r"find_library\(\w+ (?!NAMES\b)(\w+)", text)}
known = {one["cmake"] for one in json.loads((source / "packaging/release/materials.json").read_text())}
assert wanted == known, (wanted, known)

citation = (source / "CITATION.cff").read_text()
assert re.search(rf"^version: {re.escape(version)}$", citation, re.M), "CITATION.cff is of another release"
day = re.search(rf'<release version="{re.escape(version)}" date="([0-9-]+)"', next((source / "packaging/desktop").glob("*.metainfo.xml")).read_text())[1]
assert f"date-released: {day}" in citation, "CITATION.cff has another day"
assert re.search(r"^## Reporting$", (source / "SECURITY.md").read_text(), re.M)
PYTHON

have gpg || skip "gpg is not installed: the signature was not looked at"
export GNUPGHOME
GNUPGHOME=$(mktemp -d) # its sockets want a short path
trap 'gpgconf --kill all 2>/dev/null || true; rm -rf "$GNUPGHOME"' EXIT
gpg --batch --quiet --pinentry-mode loopback --passphrase '' --quick-generate-key 'Test <test@example.org>' ed25519 sign never 2>/dev/null
KEY=test@example.org "$source/packaging/release/release.sh" "$scratch/signed" "$scratch/plimsoll_0.deb" >/dev/null 2>&1
gpg --batch --quiet --verify "$scratch/signed/SHA256SUMS.asc" "$scratch/signed/SHA256SUMS" 2>/dev/null || fail "signature"
echo x >>"$scratch/signed/SHA256SUMS"
! gpg --batch --quiet --verify "$scratch/signed/SHA256SUMS.asc" "$scratch/signed/SHA256SUMS" 2>/dev/null || fail "a changed file still verifies"
