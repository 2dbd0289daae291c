#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# transformers 5.23.0, get_memory_footprint() of a model that optimum-quanto 0.2.7 or torchao 0.18.0 has quantised: the answer is the
# size from before. Values are multiplied by the size of the dtype that a weight shows, which for these is the one they were made from,
# so that 8, 4 and 2 bits weigh the same. bitsandbytes' weights show what they are stored in, and its 8 bits lack their scales only.
# Expected: the bytes of the tensors that hold the weights and their scales.
# Seen:     footprint of bytes held: bfloat16 2886400 of 2886400; quanto int8 2886512 of 1715056, int4 2886512 of 1153904, int2 2886512 of
#           858992; torchao int8 2886400 of 1727232; bitsandbytes int8 1706752 of 1723136
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 accelerate==1.15.0 \
  optimum-quanto==0.2.7 torchao==0.18.0 bitsandbytes==0.50.2
cat >"$folder/footprint.py" <<'PYTHON'
import sys
import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass
from torchao.quantization import Int8WeightOnlyConfig
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, LlamaConfig, QuantoConfig, TorchAoConfig

folder = sys.argv[1]
config = LlamaConfig(vocab_size=512, hidden_size=256, intermediate_size=512, num_hidden_layers=2, num_attention_heads=4,
                     num_key_value_heads=2)
AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16).save_pretrained(folder)


def held(tensor):
    if not is_traceable_wrapper_subclass(tensor):
        return tensor.nbytes
    return sum(held(getattr(tensor, name)) for name in tensor.__tensor_flatten__()[0])


seen = []
for quantisation in (None, *(QuantoConfig(weights=to) for to in ("int8", "int4", "int2")), TorchAoConfig(Int8WeightOnlyConfig()),
                     BitsAndBytesConfig(load_in_8bit=True)):
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16, quantization_config=quantisation)
    scales = [p.SCB for p in model.parameters() if hasattr(p, "SCB")] if isinstance(quantisation, BitsAndBytesConfig) else []
    seen.append(f"{model.get_memory_footprint()} of {sum(map(held, [*model.parameters(), *model.buffers(), *scales]))}")
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/footprint.py" "$folder" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: 2886400 of 2886400, 2886512 of 1715056, 2886512 of 1153904, 2886512 of 858992, 2886400 of 1727232, 1706752 of 1723136" ]
