#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# transformers 5.23.0 with peft 0.21.2: the same LoraConfig on the same bfloat16 model is float32 by get_peft_model(), which casts
# adapters of 16 bits, and bfloat16 by the model's own add_adapter(), which does not. Its adapter, gradients and AdamW's states take half
# the memory, and learn in 16 bits. The same holds for loading: one and the same adapter folder, opened by PEFT and by from_pretrained().
# Expected: one dtype for one configuration, or one file.
# Seen:     made: get_peft_model float32, 65536 bytes of weights, gradients and states; add_adapter bfloat16, 32768;
#           loaded: PeftModel float32, AutoPeftModelForCausalLM float32, AutoModelForCausalLM bfloat16
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 peft==0.21.2
cat >"$folder/dtypes.py" <<'PYTHON'
import sys
import torch
from peft import AutoPeftModelForCausalLM, LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

base, saved = sys.argv[1] + "/base", sys.argv[1] + "/adapter"
config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
                     num_key_value_heads=4)
AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16).save_pretrained(base)
adapter = LoraConfig(r=8, target_modules=["q_proj", "v_proj"])


def loaded():
    return AutoModelForCausalLM.from_pretrained(base, dtype=torch.bfloat16)


def dtype(model):
    return ", ".join(sorted({str(value.dtype)[6:] for name, value in model.named_parameters() if "lora_" in name}))


def trained(model):
    """The dtype, and the bytes of weights, gradients and states after a step."""
    values = [value for value in model.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW(values)
    model(torch.ones(1, 4, dtype=torch.long)).logits.float().sum().backward()
    optimizer.step()
    states = [state for one in optimizer.state.values() for state in one.values() if state.dim()]
    return f"{dtype(model)} {sum(tensor.nbytes for tensor in [*values, *(value.grad for value in values), *states])}"


by_peft, by_transformers = get_peft_model(loaded(), adapter), loaded()
by_transformers.add_adapter(adapter)
seen = [trained(by_peft), trained(by_transformers)]
by_peft.to(torch.bfloat16).save_pretrained(saved)
seen += map(dtype, (PeftModel.from_pretrained(loaded(), saved), AutoPeftModelForCausalLM.from_pretrained(saved),
                    AutoModelForCausalLM.from_pretrained(saved)))
print("seen:", ", ".join(seen))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/dtypes.py" "$folder" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: float32 65536, bfloat16 32768, float32, float32, bfloat16" ]
