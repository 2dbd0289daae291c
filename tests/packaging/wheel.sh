#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The wheel, built from the source archive and installed where nothing else is: the same answers as the command line's. It compiles the core
# anew, which takes minutes: PLIMSOLL_WHEEL=build does, PLIMSOLL_WHEEL=FILE.whl takes one that is there, and without either this is skipped.
. "$(dirname "$0")/common.sh" "$@"
[ -n "${PLIMSOLL_WHEEL:-}" ] || skip "PLIMSOLL_WHEEL is neither build nor a wheel"
python=${PYTHON:-python3}
"$python" -m venv "$scratch/venv"
wheel=$PLIMSOLL_WHEEL
if [ "$wheel" = build ]; then
    "$python" -m venv "$scratch/builder"
    "$scratch/builder/bin/pip" install --quiet build
    "$scratch/builder/bin/python" -m build --outdir "$scratch/dist" "$source" >"$scratch/log" 2>&1 || { tail -n 30 "$scratch/log"; fail "build"; }
    wheel=$(ls "$scratch"/dist/*.whl)
fi
"$scratch/venv/bin/pip" install --quiet --no-index --no-deps "$wheel"
unzip -l "$wheel" >"$scratch/contents" 2>/dev/null || "$python" -m zipfile -l "$wheel" >"$scratch/contents"
! grep -q 'libQt\|\.cpp\|CMakeLists' "$scratch/contents" || fail "what does not belong into a wheel"
extension=$(find "$scratch/venv" -name '_core*.so')
! says 'libQt\|libyaml' ldd "$extension" || fail "the extension links what not every machine has"
export PLIMSOLL=$plimsoll SCRATCH=$scratch SOURCE=$source
cd "$scratch"
"$scratch/venv/bin/python" -W error "$source/tests/packaging/wheel_test.py"
