#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# peft 0.21.2 with transformers 5.23.0, ShadowConfig: target_modules is left out, which is documented as "every decoder block is
# wrapped", and layers_to_transform names two of four blocks, as it does for LoRA.
# Expected: those two blocks are wrapped, and half of the blocks' parameters train.
# Seen:     all four are wrapped, with and without layers_to_transform: the model class replaces the missing target_modules by the full
#           names of all blocks before the indices are looked at, and full names are never compared with them. No warning.
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/layers.py" <<'PYTHON'
import torch
from peft import LoraConfig, get_peft_model
from peft.tuners.shadow import ShadowConfig
from peft.tuners.shadow.layers import ShadowLayer
from transformers import AutoConfig, AutoModelForCausalLM


def made(config):
    small = AutoConfig.for_model(
        "llama", hidden_size=64, intermediate_size=128, num_hidden_layers=4, num_attention_heads=4, vocab_size=100
    )
    with torch.device("meta"):
        model = get_peft_model(AutoModelForCausalLM.from_config(small), config)
    blocks = sum(isinstance(module, ShadowLayer) for module in model.modules())
    adapted = len({name.split(".layers.")[1].split(".")[0] for name, p in model.named_parameters() if "lora_" in name})
    return blocks, adapted


every, _ = made(ShadowConfig(task_type="CAUSAL_LM"))
two, _ = made(ShadowConfig(task_type="CAUSAL_LM", layers_to_transform=[1, 2]))
_, lora = made(LoraConfig(task_type="CAUSAL_LM", layers_to_transform=[1, 2]))
print("seen:", every, two, lora)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/layers.py" 2>/dev/null | grep '^seen:')
echo "peft 0.21.2: blocks wrapped by Shadow, by Shadow with two named, layers of LoRA with two named: ${seen#seen: }"
[ "$seen" = "seen: 4 4 2" ]
