#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PyTorch 2.13.0's FlopCounterMode counts scaled_dot_product_attention by where the tensors lie: on the CPU, where one counts a model
# before renting a card, it is 0, forward and backward, since the CPU's fused kernel has no formula; on the meta device the same call
# is counted. A causal mask halves nothing in either.
# Expected: forward 2 products of 4 heads x 64 x 64 x 16, 1048576; backward twice that; the same on every device.
# Seen:     cpu 0 and 0, cpu with the math kernel 1048576 and 2097152, meta 1048576 and 2097152
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0
cat >"$folder/count.py" <<'PYTHON'
import contextlib
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

seen = []
for device, kernel in (("cpu", contextlib.nullcontext()), ("cpu", sdpa_kernel(SDPBackend.MATH)), ("meta", contextlib.nullcontext())):
    q, k, v = (torch.ones(1, 4, 64, 16, device=device, requires_grad=True) for _ in range(3))
    with kernel, FlopCounterMode(display=False) as forward:
        result = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    with FlopCounterMode(display=False) as backward:
        result.sum().backward()
    seen.append(f"{forward.get_total_flops()} {backward.get_total_flops()}")
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/count.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 0 0, 1048576 2097152, 1048576 2097152" ]
