#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# apollo-torch 1.0.3: APOLLO's random projection can be drawn again from its seed, which the state holds, so that only the two moments
# of rank x n need to stay. The package keeps the projection as well, as GaLore has to: shorter side x rank more for each matrix, and
# a square matrix has a half more state than rank x n twice.
# Expected: states of 2 x rank x n values, 16384 for rank 16 of a matrix of 512 x 512.
# Seen:     the state has a seed; moments 16384 values; projection of 16 x 512 = 8192 values held after the step
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 numpy transformers==5.23.0 bitsandbytes==0.50.2
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install --no-deps apollo-torch==1.0.3
cat >"$folder/states.py" <<'PYTHON'
import torch
from apollo_torch import APOLLOAdamW

weight = torch.nn.Parameter(torch.ones(512, 512))
group = dict(params=[weight], rank=16, proj="random", scale_type="channel", scale=1, update_proj_gap=200, proj_type="std")
optimizer = APOLLOAdamW([group], lr=1e-3)
weight.grad = torch.ones_like(weight)
optimizer.step()
state = optimizer.state[weight]
moments = state["exp_avg"].numel() + state["exp_avg_sq"].numel()
print("seen:", "seed" in state, moments, tuple(state["projector"].ortho_matrix.shape))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/states.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: True 16384 (16, 512)" ]
