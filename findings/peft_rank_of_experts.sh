#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PEFT 0.21.2 with transformers 5.23.0: LoraConfig(r=4, target_modules="all-linear") on a mixture of experts. transformers keeps the
# experts as two stacked parameters, of which the first holds gate and up projection; PEFT wraps these, and gives the first twice
# the rank that was asked for: matrices of 2 · r · experts rows beside r · experts of the second. And a LoraConfig without
# target_modules, which takes q and v projection of a dense Qwen3, is refused for Qwen3-MoE.
# Expected: every adapter has the rank that the configuration says, and model types with attention alike have defaults alike.
# Seen:     for 4 experts and r=4: 32 and 16 rows; Qwen3 without targets 4 adapters (q and v of 2 layers), Qwen3-MoE raises
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/ranks.py" <<'PYTHON'
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Qwen3Config, Qwen3MoeConfig

sizes = dict(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
             head_dim=16)
experts = dict(num_experts=4, num_experts_per_tok=2, moe_intermediate_size=32)


def adapted(config, targets):
    options = LoraConfig(r=4, task_type="CAUSAL_LM", target_modules=targets)
    model = get_peft_model(AutoModelForCausalLM.from_config(config), options)
    return {name: tuple(each.shape) for name, each in model.named_parameters() if "lora_A" in name}


moe = adapted(Qwen3MoeConfig(**sizes, **experts), "all-linear")
first = {shape[0] for name, shape in moe.items() if "experts.base_layer" in name}
second = {shape[0] for name, shape in moe.items() if "experts.lora_A" in name}
dense = len(adapted(Qwen3Config(**sizes), None))
try:
    refused = len(adapted(Qwen3MoeConfig(**sizes, **experts), None))
except ValueError:
    refused = "raises"
print("seen:", first, second, dense, refused)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/ranks.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: {32} {16} 4 raises" ]
