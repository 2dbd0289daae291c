#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# transformers 5.23.0, RecurrentGemma: the states of its recurrent layers stand in the modules, not in the outputs, and they are kept
# with the graph that made them. After a forward pass that keeps a graph, a third of what it saved for backward stays on the card when
# the outputs are gone, until the next forward pass; use_cache=False changes nothing, and Llama leaves nothing.
# Expected: what was saved for backward goes with the outputs.
# Seen:     bytes of saved activations, and after the outputs are deleted: RecurrentGemma 577364, 195540, without cache 577364, 195540;
#           Llama's rest 0
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0
cat >"$folder/saved.py" <<'PYTHON'
import gc
import weakref
import torch
from transformers import AutoModelForCausalLM, LlamaConfig, RecurrentGemmaConfig


class Held:
    def __init__(self, tensor):
        self.tensor = tensor


def measure(model, use_cache):
    weights = {each.data_ptr() for each in model.parameters()}
    saved = []

    def pack(tensor):
        held = Held(tensor if tensor.is_leaf else tensor.detach())
        if tensor.data_ptr() not in weights:
            saved.append((weakref.ref(held), tensor.nbytes))
        return held

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda held: held.tensor):
        outputs = model(torch.ones(1, 40, dtype=torch.long), use_cache=use_cache)
    before = sum(size for held, size in saved if held() is not None)
    del outputs
    gc.collect()
    return before, sum(size for held, size in saved if held() is not None)


sizes = dict(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=1,
             pad_token_id=0, bos_token_id=1, eos_token_id=2)
recurrent = RecurrentGemmaConfig(**sizes, lru_width=64, block_types=["recurrent", "attention"], attention_window_size=512)
model = AutoModelForCausalLM.from_config(recurrent)
print("seen:", *measure(model, True), *measure(model, False), measure(AutoModelForCausalLM.from_config(LlamaConfig(**sizes)), True)[1])
PYTHON
seen=$("$folder/venv/bin/python" "$folder/saved.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 577364 195540 577364 195540 0" ]
