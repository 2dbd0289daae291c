#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One reverse-DNS name in all that a desktop reads; AppStream, menu entry, type and icon of `.plimsoll` as their own tools see them.
. "$(dirname "$0")/common.sh" "$@"
desktop=$source/packaging/desktop
for file in "$desktop/$id".{desktop,metainfo.xml,mime.xml,svg,plan.svg}; do [ -f "$file" ] || fail "$file is not there"; done
grep -q "setDesktopFileName(QStringLiteral(\"$id\"))" "$source/app/window/window_app.cpp" || fail "the window has another name"
grep -q "<id>$id</id>" "$desktop/$id.metainfo.xml" && grep -q ">$id.desktop<" "$desktop/$id.metainfo.xml" || fail "AppStream has another name"
grep -qx "Icon=$id" "$desktop/$id.desktop" || fail "the menu entry has another icon"
grep -q "^id: $id\$" "$source/packaging/flatpak/$id.yaml" || fail "Flatpak has another name"
grep -q "^id=$id\$" "$source/packaging/appimage/build.sh" || fail "the AppImage has another name"
type=$(sed -n 's/.*<mime-type type="\([^"]*\)".*/\1/p' "$desktop/$id.mime.xml")
grep -qx "MimeType=$type;" "$desktop/$id.desktop" || fail "the menu entry does not open $type"
grep -q "<mediatype>$type</mediatype>" "$desktop/$id.metainfo.xml" || fail "AppStream does not provide $type"

python3 - "$source" "$desktop/$id.metainfo.xml" <<'PYTHON'
import struct, sys
import xml.etree.ElementTree as tree
source, path = sys.argv[1:]
image = tree.parse(path).find("screenshots/screenshot/image")
file = source + "/" + image.text.split("/raw/main/")[1]
width, height = struct.unpack(">II", open(file, "rb").read(24)[16:])
assert (str(width), str(height)) == (image.get("width"), image.get("height")), (width, height)
PYTHON
if have update-mime-database; then
    mkdir -p "$scratch/mime/packages"
    cp "$desktop/$id.mime.xml" "$scratch/mime/packages/$id.xml"
    said=$(update-mime-database "$scratch/mime" 2>&1) || fail "update-mime-database: $said"
    grep -q ":$type:\*\.plimsoll\$" "$scratch/mime/globs2" || fail "*.plimsoll is no $type"
    grep -q "^$type:$id.plan\$" "$scratch/mime/icons" || fail "$type has no icon"
fi
if have desktop-file-validate; then
    said=$(desktop-file-validate "$desktop/$id.desktop") || fail "$said"
    [ -z "$said" ] || fail "$said"
fi
if have flatpak-builder; then
    flatpak-builder --show-manifest "$source/packaging/flatpak/$id.yaml" >"$scratch/manifest.json" || fail "flatpak-builder does not read the manifest"
fi
have appstreamcli || skip "appstreamcli is not installed: only names were compared"
appstreamcli validate --pedantic --no-net "$desktop/$id.metainfo.xml" >"$scratch/said" || { cat "$scratch/said"; fail "appstreamcli"; }
! grep -q '^[EWIP]:' "$scratch/said" || { cat "$scratch/said"; fail "appstreamcli finds something"; }
