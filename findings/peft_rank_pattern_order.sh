#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PEFT 0.21.2, LoraConfig(rank_pattern={"q_proj": 4, "layers.0.self_attn.q_proj": 2}): of the keys that fit a module the first one
# speaks, so that every q_proj gets rank 4. save_pretrained() writes adapter_config.json with its keys sorted, those inside rank_pattern
# too; read again, the narrower key is the first one, and the adapter has other shapes than the file beside it. HiRA, whose
# configuration has rank_pattern too and documents it, gives every module the rank r.
# Expected: what was saved loads again; rank_pattern of HiRA changes ranks.
# Seen:     trained values 1024 before saving, then a size mismatch of lora_A; HiRA 2048 with and without rank_pattern {"q_proj": 4}
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/order.py" <<'PYTHON'
import sys

from peft import HiraConfig, LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
                     num_key_value_heads=2)


def base():
    return AutoModelForCausalLM.from_config(config)


def trained(options):
    return get_peft_model(base(), options).get_nb_trainable_parameters()[0]


ranks = {"q_proj": 4, "layers.0.self_attn.q_proj": 2}
model = get_peft_model(base(), LoraConfig(r=8, target_modules=["q_proj"], rank_pattern=ranks))
counted = model.get_nb_trainable_parameters()[0]
model.save_pretrained(sys.argv[1])
try:
    PeftModel.from_pretrained(base(), sys.argv[1])
    loads = "loads"
except RuntimeError as error:
    loads = "size mismatch" if "size mismatch" in str(error) else "another error"
hira = [trained(HiraConfig(r=8, target_modules=["q_proj"], **more)) for more in ({}, {"rank_pattern": {"q_proj": 4}})]
print("seen:", counted, loads, *hira)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/order.py" "$folder/saved" 2>/dev/null | grep '^seen:')
echo "peft 0.21.2: $seen"
[ "$seen" = "seen: 1024 size mismatch 2048 2048" ]
