#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# torchinfo 1.8.0 on models of transformers 5.23.0: a head tied to its embedding is counted a second time, in parameters and in bytes.
# And "Params size" leaves out parameters that stand in a module that has modules of its own, as the stacked experts of a mixture do,
# though the count of parameters has them: two lines of one summary that speak of different models.
# Expected: the parameters of the model, and two bytes for each in bfloat16.
# Seen:     parameters, torchinfo's, its bytes: tied Llama 127296, 192832, 385664; Qwen3-MoE 140672, 140672, 84736 (281344 expected)
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 torchinfo==1.8.0
cat >"$folder/count.py" <<'PYTHON'
import torch
from torchinfo import summary
from transformers import AutoModelForCausalLM, LlamaConfig, Qwen3MoeConfig

sizes = dict(hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2)
tied = LlamaConfig(vocab_size=1024, tie_word_embeddings=True, **sizes)
experts = Qwen3MoeConfig(vocab_size=128, head_dim=16, num_experts=8, num_experts_per_tok=2, moe_intermediate_size=32, **sizes)
seen = []
for config in (tied, experts):
    model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)
    told = summary(model, input_data={"input_ids": torch.ones(1, 64, dtype=torch.long)}, verbose=0)
    seen.append(f"{model.num_parameters()} {told.total_params} {told.total_param_bytes}")
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/count.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 127296 192832 385664, 140672 140672 84736" ]
