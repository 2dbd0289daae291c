#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# accelerate 1.15.0 with transformers 5.23.0: a model made under init_empty_weights(), the way to ask for a size without the memory,
# has a head beside its embedding although the configuration ties them; accelerate's own sizes then count that matrix twice. The same
# model made under torch.device("meta"), or for real, has it once, and tie_weights() afterwards mends it.
# Expected: a model without memory has the parameters of the one with memory.
# Seen:     calculate_maximum_sizes in bytes: real 541952, init_empty_weights 804096 and after tie_weights() 541952, meta device 541952
#           (less 64 bytes of buffers)
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 accelerate==1.15.0
cat >"$folder/sizes.py" <<'PYTHON'
import contextlib
import torch
from accelerate import init_empty_weights
from accelerate.utils import calculate_maximum_sizes
from transformers import AutoModelForCausalLM, LlamaConfig

config = LlamaConfig(vocab_size=1024, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
                     tie_word_embeddings=True)


def size(model):
    return calculate_maximum_sizes(model)[0] - sum(each.nbytes for each in model.buffers())


seen = []
for way in (contextlib.nullcontext(), init_empty_weights(), torch.device("meta")):
    with way:
        model = AutoModelForCausalLM.from_config(config)
    seen.append(size(model))
    if len(seen) == 2:
        model.tie_weights()
        seen.append(size(model))
print("seen:", *seen)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/sizes.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 541952 804096 541952 541952" ]
