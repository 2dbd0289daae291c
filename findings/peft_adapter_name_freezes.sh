#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PEFT 0.21.2, add_weighted_adapter(): the new adapter is frozen by its name, which is looked for anywhere in the parameters' names. A
# name that another adapter's begins with, or that stands in a module's name, freezes these as well: the active adapter goes on being
# active, is reported so, and trains nothing, or only some of its modules. There is no warning; set_adapter() switches it on again.
# Expected: the new adapter alone is frozen, whatever it is called: 4096 values of "task2" train before and after.
# Seen:     values that train after a combination called: "sum" 4096, "task" 0, "lora" 0, "q" 2048; active is task2 each time
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/combine.py" <<'PYTHON'
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
                     num_key_value_heads=4)
adapter = LoraConfig(r=8, target_modules=["q_proj", "v_proj"])


def trained_after(name):
    model = get_peft_model(AutoModelForCausalLM.from_config(config), adapter, adapter_name="task2")
    model.add_adapter("code", adapter)
    model.add_weighted_adapter(["task2", "code"], [1.0, 1.0], name, combination_type="linear")
    return f"{name} {model.get_nb_trainable_parameters()[0]} {model.active_adapter}"


print("seen:", ", ".join(map(trained_after, ("sum", "task", "lora", "q"))))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/combine.py" 2>/dev/null | grep '^seen:')
echo "peft 0.21.2: $seen"
[ "$seen" = "seen: sum 4096 task2, task 0 task2, lora 0 task2, q 2048 task2" ]
