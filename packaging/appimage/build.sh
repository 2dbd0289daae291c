#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Plimsoll as an AppImage: build.sh BUILD OUTPUT, of a release build (cmake --preset release). Needs linuxdeploy with its plugin for Qt
# on PATH, or named in LINUXDEPLOY. To run on older distributions, build on the oldest that is to be served. DRY_RUN=1 stops where
# linuxdeploy would start and leaves the folder that it is given.
set -euo pipefail
id=io.github.plimsoll_planner.plimsoll
[ $# = 2 ] || { echo "usage: build.sh BUILD OUTPUT.AppImage" >&2; exit 2; }
build=$1 output=$2
here=$(cd "$(dirname "$0")" && pwd)
folder=${APPDIR:-$build/AppDir}
rm -rf "$folder"
cmake --install "$build" --component runtime --prefix "$folder/usr" --strip
install -m 755 "$here/AppRun" "$folder/AppRun"
[ "${DRY_RUN:-}" != 1 ] || { echo "$folder"; exit 0; }
linuxdeploy=${LINUXDEPLOY:-linuxdeploy}
command -v "$linuxdeploy" >/dev/null || { echo "build.sh: $linuxdeploy is not installed" >&2; exit 2; }
# Charts are a module, icons and platforms are plugins: what is loaded at run time is not found by looking at what is linked.
export EXTRA_QT_MODULES="svg;waylandcompositor" EXTRA_PLATFORM_PLUGINS="libqwayland-generic.so;libqoffscreen.so" OUTPUT=$output
"$linuxdeploy" --appdir "$folder" --plugin qt --output appimage --custom-apprun "$here/AppRun" \
    --executable "$folder/usr/bin/plimsoll" --executable "$folder/usr/bin/plimsoll-window" \
    --desktop-file "$folder/usr/share/applications/$id.desktop" --icon-file "$folder/usr/share/icons/hicolor/scalable/apps/$id.svg"
