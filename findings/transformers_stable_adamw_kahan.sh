#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# transformers 5.23.0 with torch-optimi 0.3.3, TrainingArguments(optim="stable_adamw", optim_args="kahan_sum=False"): the word is read
# by bool(), and bool("False") is True, so that the compensation is switched on by the argument that switches it off. In 16 bit it
# then keeps one more value for each parameter.
# Expected: kahan_sum=False and kahan_sum=True differ, as use_kahan_summation of the same file (anyprecision) does.
# Seen:     kahan_sum=False True, kahan_sum=True True; states of a bfloat16 parameter: exp_avg exp_avg_sq kahan_comp
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 accelerate==1.15.0 torch-optimi==0.3.3
cat >"$folder/ask.py" <<'PYTHON'
import sys
import torch
from transformers import Trainer, TrainingArguments

model = torch.nn.Linear(8, 8, bias=False, dtype=torch.bfloat16)
seen = []
for said in ("False", "True"):
    arguments = TrainingArguments(output_dir=sys.argv[1], optim="stable_adamw", optim_args=f"kahan_sum={said}", use_cpu=True)
    made, options = Trainer.get_optimizer_cls_and_kwargs(arguments)
    seen.append(f"{said} {options['kahan_sum']}")
    if said == "False":
        optimizer = made(model.parameters(), **options)
        model.weight.grad = torch.ones_like(model.weight)
        optimizer.step()
        state = optimizer.state[model.weight]
        names = sorted(name for name, value in state.items() if torch.is_tensor(value) and value.numel() == 64)
print("seen:", *seen, *names)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/ask.py" "$folder" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: False True True True exp_avg exp_avg_sq kahan_comp" ]
