#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# came-pytorch 0.1.3: CAME keeps rows and columns in place of Adam's second moment, but its first moment is float32 whatever the weights
# are. Over bfloat16 weights it takes as much as torch.optim.AdamW, whose two moments are 16-bit, for matrices; twice as much for
# vectors; and for the 3 x 3 kernels of convolutions more than twice, since rows and columns are those of the last two dimensions.
# Expected: about half of AdamW's states, as in float32.
# Seen:     bytes, CAME of AdamW: float32 matrix 1056768 of 2097152, bfloat16 matrix 1056768 of 1048576, bfloat16 vector 8192 of 4096,
#           bfloat16 kernel 344064 of 147456
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 numpy came-pytorch==0.1.3
cat >"$folder/states.py" <<'PYTHON'
import torch
from came_pytorch import CAME

seen = []
sizes_asked = (((512, 512), torch.float32), ((512, 512), torch.bfloat16), ((1024,), torch.bfloat16), ((64, 64, 3, 3), torch.bfloat16))
for shape, dtype in sizes_asked:
    sizes = []
    for made in (CAME, torch.optim.AdamW):
        weight = torch.nn.Parameter(torch.ones(shape, dtype=dtype))
        weight.grad = torch.ones_like(weight)
        optimizer = made([weight], lr=1e-4)
        optimizer.step()
        sizes.append(sum(each.nbytes for each in optimizer.state[weight].values() if torch.is_tensor(each) and each.numel() > 1))
    seen.append(f"{sizes[0]} of {sizes[1]}")
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/states.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 1056768 of 2097152, 1056768 of 1048576, 8192 of 4096, 344064 of 147456" ]
