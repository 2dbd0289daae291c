#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hqq 0.2.8.post1: 5 and 6 bits take exactly the memory of 8: they lose the values' precision and save nothing, since only 4, 3, 2 and
# 1 bits are packed. 3 bits are ten to an int32.
# Expected: 6 bits take 6 / 8 of 8 bits, and 5 bits less.
# Seen:     bits a weight of a 1024 x 1024 layer, without scales and zeros: 8: 8.00, 6: 8.00, 5: 8.00, 4: 4.00, 3: 3.20
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 hqq==0.2.8.post1
cat >"$folder/bits.py" <<'PYTHON'
import torch
from hqq.core.quantize import BaseQuantizeConfig, HQQLinear

seen = []
for bits in (8, 6, 5, 4, 3):
    layer = torch.nn.Linear(1024, 1024, bias=False)
    packed = HQQLinear(layer, BaseQuantizeConfig(nbits=bits, group_size=64), compute_dtype=torch.bfloat16, device="cpu")
    seen.append(f"{bits}: {8 * packed.W_q.nbytes / 2**20:.2f}")
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/bits.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 8: 8.00, 6: 8.00, 5: 8.00, 4: 4.00, 3: 3.20" ]
