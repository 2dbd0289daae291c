#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# accelerate 1.15.0: weights of torch.float4_e2m1fn_x2, PyTorch's dtype of two 4-bit values in a byte, weigh nothing: the bytes of a
# dtype are read off the digits of its name, 4 // 8. compute_module_sizes, and the device map and the room for the largest layer made
# of it, are 0 for them. torch.bool is an eighth of a byte there, where a tensor takes a byte a value.
# Expected: the bytes that the tensors take: 4096 and 4096.
# Seen:     sizes 0 and 512; infer_auto_device_map puts a model of 8192 bytes into the first card's 2048
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 accelerate==1.15.0
cat >"$folder/sizes.py" <<'PYTHON'
import torch
from accelerate import infer_auto_device_map
from accelerate.utils import compute_module_sizes


def layer(dtype):
    made = torch.nn.Module()
    made.weight = torch.nn.Parameter(torch.zeros(64, 64, dtype=torch.uint8).view(dtype), requires_grad=False)
    assert made.weight.nbytes == 4096
    return made


sizes = [int(compute_module_sizes(layer(dtype))[""]) for dtype in (torch.float4_e2m1fn_x2, torch.bool)]
model = torch.nn.Sequential(layer(torch.float4_e2m1fn_x2), layer(torch.float4_e2m1fn_x2))
print("seen:", *sizes, dict(infer_auto_device_map(model, max_memory={0: 2048, "cpu": 10**6})))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/sizes.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 0 512 {'': 0}" ]
