#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# DeepSpeed 0.19.8, estimate_zero2_/estimate_zero3_model_states_mem_needs_all_live: for a model on the meta device, the way to ask about
# one that is too large to make, they count a single parameter. Parameters are told apart by their address, so that tied ones count
# once, and every address on the meta device is 0. The answer looks like any other: a total, and a table of gigabytes a card.
# Expected: the same total for the same model with and without memory.
# Seen:     of 116925440 parameters: with memory 116M, on the meta device 32M (its head), by both functions
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 setuptools
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install transformers==5.23.0 deepspeed==0.19.8
cat >"$folder/estimate.py" <<'PYTHON'
import contextlib
import io
import re
import torch
from deepspeed.runtime.zero.stage3 import estimate_zero3_model_states_mem_needs_all_live
from deepspeed.runtime.zero.stage_1_and_2 import estimate_zero2_model_states_mem_needs_all_live
from transformers import AutoModelForCausalLM, LlamaConfig

config = LlamaConfig(vocab_size=32000, hidden_size=1024, intermediate_size=2816, num_hidden_layers=4, num_attention_heads=16)
seen = []
for device in ("cpu", "meta"):
    with torch.device(device):
        model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)
    seen.append(str(sum(each.numel() for each in model.parameters())))
    for estimate in (estimate_zero2_model_states_mem_needs_all_live, estimate_zero3_model_states_mem_needs_all_live):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            estimate(model, num_gpus_per_node=8, num_nodes=1)
        seen.append(re.search(r"(\d+M) total params", said.getvalue())[1])
print("seen:", *seen)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/estimate.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 116925440 116M 116M 116925440 32M 32M" ]
