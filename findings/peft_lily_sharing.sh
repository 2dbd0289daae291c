#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PEFT 0.21.2, LilyConfig(r=4, target_modules="all-linear") on a Llama of 2, 3 and 6 layers: Lily's experts (lily_B) are meant to be
# shared by all layers, and are, once there are more than a few modules. Below that nothing is shared, without a word: the model of
# 2 layers trains more parameters than the same one of 3.
# Expected: a deeper model of equal width trains at least as many parameters, and experts are shared at any depth.
# Seen:     2 layers 12144 parameters, 14 of 14 expert matrices apart; 3 layers 10024, 7 of 21; 6 layers 15952, 7 of 42
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/count.py" <<'PYTHON'
from peft import LilyConfig, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

seen = []
for layers in (2, 3, 6):
    config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=layers, num_attention_heads=4,
                         num_key_value_heads=4)
    model = get_peft_model(AutoModelForCausalLM.from_config(config), LilyConfig(r=4, target_modules="all-linear"))
    experts = [each.data_ptr() for name, each in model.named_parameters(remove_duplicate=False) if "lily_B" in name]
    seen.append(f"{model.get_nb_trainable_parameters()[0]} {len(set(experts))}/{len(experts)}")
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/count.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 12144 14/14, 10024 7/21, 15952 7/42" ]
