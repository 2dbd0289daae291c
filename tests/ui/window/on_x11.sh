#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test program on a virtual X display; exit 77 with the reason where there is none.
set -euo pipefail
for tool in Xvfb xvfb-run xauth; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (packages xvfb, xauth)"; exit 77; }
done
exec xvfb-run -a -s "-screen 0 1600x1000x24" "$@"
