#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# heavyball 3.2.1, storage_dtype: the dtype of an optimizer's states, float32 unless said, whatever the weights are. It is heard by the
# moments alone: the second set of weights that a schedule-free optimizer keeps has the weights' dtype, and SOAP's four square
# matrices, which are most of its state, are float32 whatever is asked for.
# Expected: storage_dtype="bfloat16" halves the states of float32 weights; bfloat16 weights have bfloat16 states, as in torch.optim.
# Seen:     bytes for a matrix of 64 x 128, float32 weights as float32 and as bfloat16, bfloat16 weights by default and as bfloat16:
#           AdamW 65536, 32768, 65536, 32768; SFAdamW 65536, 49152, 49152, 32768; SOAP 229376, 196608, 229376, 196608
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 heavyball==3.2.1
cat >"$folder/states.py" <<'PYTHON'
import heavyball
import heavyball.utils
import torch

heavyball.utils.compile_mode = None  # needs no compiler


def held(state):
    if torch.is_tensor(state):
        return state.nbytes if state.numel() > 1 else 0
    if isinstance(state, dict):
        state = state.values()
    return sum(map(held, state)) if not isinstance(state, (str, int, float, bool, type(None))) else 0


def states(optimizer, dtype, **options):
    weights = torch.nn.Parameter(torch.ones(64, 128, dtype=dtype))
    made = optimizer([weights], lr=1e-3, **options)
    for _ in range(3):
        weights.grad = torch.randn_like(weights)
        made.step()
    return held(dict(made.state))


asked = [(dtype, options) for dtype in (torch.float32, torch.bfloat16) for options in ({}, {"storage_dtype": "bfloat16"})]
print("seen:", *(f"{optimizer.__name__} {[states(optimizer, dtype, **options) for dtype, options in asked]}"
                 for optimizer in (heavyball.AdamW, heavyball.SFAdamW, heavyball.SOAP)))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/states.py" 2>/dev/null | grep '^seen:')
echo "heavyball 3.2.1: $seen"
[ "$seen" = "seen: AdamW [65536, 32768, 65536, 32768] SFAdamW [65536, 49152, 49152, 32768] SOAP [229376, 196608, 229376, 196608]" ]
