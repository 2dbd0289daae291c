#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PEFT 0.21.2, AdaLoraConfig on the same model in float32 and in bfloat16: `ranknum`, which holds how many ranks a module has left and
# is set to need no gradient, needs one as soon as the base is 16-bit. The cast of adapters to float32 makes a new parameter of it.
# Expected: the same parameters train, whatever dtype the base has.
# Seen:     float32: no ranknum trains; bfloat16: all of them do, one a module
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/count.py" <<'PYTHON'
import torch
from peft import AdaLoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
                     num_key_value_heads=4)
seen = []
for dtype in (torch.float32, torch.bfloat16):
    base = AutoModelForCausalLM.from_config(config).to(dtype)
    model = get_peft_model(base, AdaLoraConfig(init_r=4, total_step=10, target_modules=["q_proj"]))
    counts = [each.requires_grad for name, each in model.named_parameters() if "ranknum" in name]
    seen.append(f"{sum(counts)}/{len(counts)}")
print("seen:", *seen)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/count.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 0/2 2/2" ]
