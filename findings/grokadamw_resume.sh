#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# grokadamw 0.1.2, which transformers 5.23 runs as optim="grokadamw": its states stand in the parameter group, under the parameter
# itself, and not in optimizer.state. A saved state_dict carries them, and a resumed run loads them without a word, but under the
# parameters of the run before: the first step after it begins with new moments, and the old ones stay beside them.
# Expected: a resumed run goes on from the saved moments, and holds one set of them.
# Seen:     optimizer.state holds 0 entries; after a step, saving, loading and a step, the parameter's count of steps is 1 (2 expected),
#           and states of 2 parameters are held where there is 1
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 numpy grokadamw==0.1.2
cat >"$folder/resume.py" <<'PYTHON'
import io
import torch
from grokadamw import GrokAdamW


def step(saved=None):
    weight = torch.nn.Parameter(torch.ones(4, 4))
    optimizer = GrokAdamW([weight])
    if saved is not None:
        optimizer.load_state_dict(torch.load(saved, weights_only=False))
    weight.grad = torch.ones_like(weight)
    optimizer.step()
    return weight, optimizer


_, first = step()
file = io.BytesIO()
torch.save(first.state_dict(), file)
file.seek(0)
weight, second = step(file)
held = second.param_groups[0]["state"]
print("seen:", len(first.state), held[weight]["step"], len(held))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/resume.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 0 1 2" ]
