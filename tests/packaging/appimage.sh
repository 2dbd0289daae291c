#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The folder that an AppImage is made of, and which program its one file starts. linuxdeploy itself is not run.
. "$(dirname "$0")/common.sh" "$@"
folder=$scratch/AppDir
APPDIR=$folder DRY_RUN=1 "$source/packaging/appimage/build.sh" "$build" "$scratch/Plimsoll.AppImage" >/dev/null
for file in usr/bin/plimsoll usr/bin/plimsoll-window "usr/share/applications/$id.desktop" "usr/share/icons/hicolor/scalable/apps/$id.svg" AppRun; do
    [ -e "$folder/$file" ] || fail "$file is not in it"
done
[ ! -e "$folder/usr/include" ] || fail "headers are in it"
says '^plimsoll ' "$folder/AppRun" --version || fail "a command line"
for program in plimsoll plimsoll-window; do # stand-ins that say what they were called with
    printf '#!/bin/sh\necho %s "$@"\n' "$program" >"$folder/usr/bin/$program"
done
[ "$("$folder/AppRun")" = plimsoll-window ] || fail "without arguments"
[ "$("$folder/AppRun" estimate --plan x)" = 'plimsoll estimate --plan x' ] || fail "a command"
[ "$("$folder/AppRun" "$folder/AppRun")" = "plimsoll-window $folder/AppRun" ] || fail "a file"
status=0
PATH=/usr/bin:/bin LINUXDEPLOY=no-such-program APPDIR=$folder "$source/packaging/appimage/build.sh" "$build" "$scratch/Plimsoll.AppImage" \
    2>"$scratch/said" >/dev/null || status=$?
[ "$status" = 2 ] && grep -q 'no-such-program is not installed' "$scratch/said" || fail "without linuxdeploy: $status"
