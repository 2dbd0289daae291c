#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# transformers 5.23.0, DynamicCache of a model with a sliding window (Gemma 3): after a prompt longer than the window, a sliding layer
# says that it has window - 1 tokens, but what it has is a view, and behind it stand the keys and values of the whole prompt. They go
# only when the next token is appended. At the end of the prompt, where the memory of a long context peaks, sliding layers save nothing.
# Expected: a layer with a window of 16 tokens holds some 16 tokens of a prompt of 256.
# Seen:     sliding layer: 15 tokens in sight, memory for 256; a token later, 15 and 16. Full layer: 256 and 256, then 257 and 257
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0
cat >"$folder/cache.py" <<'PYTHON'
import torch
from transformers import AutoModelForCausalLM, Gemma3TextConfig

config = Gemma3TextConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
                          num_key_value_heads=2, head_dim=16, sliding_window=16, layer_types=["sliding_attention", "full_attention"])
model = AutoModelForCausalLM.from_config(config).eval()
token_bytes = 2 * 16 * 4
seen = []
cache = None
for tokens in (256, 1):
    with torch.no_grad():
        cache = model(torch.ones(1, tokens, dtype=torch.long), past_key_values=cache, use_cache=True).past_key_values
    seen += [f"{layer.keys.shape[2]} {layer.keys.untyped_storage().nbytes() // token_bytes}" for layer in cache.layers]
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/cache.py" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 15 256, 256 256, 15 16, 257 257" ]
