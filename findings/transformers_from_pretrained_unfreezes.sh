#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# transformers 5.23: WhisperEncoder freezes its table of sinusoids where it is made (embed_positions.requires_grad_(False)), and
# from_pretrained() undoes it: every floating point parameter that is loaded asks for a gradient (core_model_loading.py,
# set_param_for_module). A fine-tuning of a checkpoint trains a table that one of a freshly built model keeps: a gradient and two
# states more, and the fixed positions move.
# Expected: what a class freezes in __init__ is frozen after from_pretrained() too.
# Seen:     built: False, loaded: True
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 numpy transformers==5.23.0
cat >"$folder/frozen.py" <<'PYTHON'
import sys
from transformers import WhisperConfig, WhisperForConditionalGeneration

name = "model.encoder.embed_positions.weight"
config = WhisperConfig(vocab_size=100, d_model=32, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2,
                       encoder_ffn_dim=64, decoder_ffn_dim=64, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1)
built = WhisperForConditionalGeneration(config)
built.save_pretrained(sys.argv[1])
loaded = WhisperForConditionalGeneration.from_pretrained(sys.argv[1])
print("seen:", built.get_parameter(name).requires_grad, loaded.get_parameter(name).requires_grad)
PYTHON
seen=$("$folder/venv/bin/python" "$folder/frozen.py" "$folder/model" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: False True" ]
