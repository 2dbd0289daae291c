#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PEFT 0.21.2, modules_to_save: a name that no module of the model has is passed over, where the same name among target_modules raises.
# It is matched as a suffix of the whole name too, so that "norm" trains the final norm and both norms of every layer, though no module but
# one is called so: "input_layernorm" ends with it.
# Expected: an unknown name raises as it does in target_modules; "norm" is the module of that name.
# Seen:     no error and the count of none; "norm" trains 5 norms of 64 values beside 2 adapters of 8 x (64 + 64)
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/saved.py" <<'PYTHON'
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
                     num_key_value_heads=4)


def trained(**more):
    options = LoraConfig(**{"r": 8, "target_modules": ["q_proj"], **more})
    try:
        return get_peft_model(AutoModelForCausalLM.from_config(config), options).get_nb_trainable_parameters()[0]
    except ValueError:
        return "raises"


print("seen:", trained(), trained(modules_to_save=["no_such_module"]), trained(target_modules=["no_such_module"]),
      trained(modules_to_save=["norm"]))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/saved.py" 2>/dev/null | grep '^seen:')
echo "peft 0.21.2: $seen"
[ "$seen" = "seen: 2048 2048 raises 2368" ]
