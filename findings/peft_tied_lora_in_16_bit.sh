#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PEFT 0.21.2, LoraConfig(target_modules=["embed_tokens"], ensure_weight_tying=True) on a model whose head is its embedding: the head
# gets an adapter that shares the embedding's two matrices. Over a 16-bit base it shares nothing: the cast of adapters to float32,
# which is on unless it is switched off, makes tensors of their own, so that the two drift apart and there is twice the memory. And
# the report of trained parameters counts both, shared or not.
# Expected: what ensure_weight_tying ties stays tied whatever dtype the base has, and is counted once (768 values).
# Seen:     matrices in memory of their own: float32 2 of 4, bfloat16 4 of 4, bfloat16 without the cast 2 of 4; 1536 counted each time
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/tied.py" <<'PYTHON'
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=1, num_attention_heads=4,
                     num_key_value_heads=2, tie_word_embeddings=True)
seen = []
for dtype, cast in ((torch.float32, True), (torch.bfloat16, True), (torch.bfloat16, False)):
    base = AutoModelForCausalLM.from_config(config, dtype=dtype)
    options = LoraConfig(r=4, target_modules=["embed_tokens"], ensure_weight_tying=True)
    model = get_peft_model(base, options, autocast_adapter_dtype=cast)
    trained = [each for each in model.parameters() if each.requires_grad]
    seen.append(f"{len({each.data_ptr() for each in trained})}/{len(trained)} {model.get_nb_trainable_parameters()[0]}")
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/tied.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 2/4 1536, 4/4 1536, 2/4 1536" ]
