#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# TRL 1.16.0's SFTTrainer on GraniteMoE (transformers 5.23.0): the first step raises. TRL switches the router's loss on wherever the
# configuration has a coefficient above 0, and asks for `num_experts`, which GraniteMoeConfig calls `num_local_experts`. With a
# coefficient of 0 the same model trains; Mixtral, whose configuration uses the same name, trains either way.
# Expected: a model type whose configuration has router_aux_loss_coef trains with it.
# Seen:     granitemoe raises AttributeError (num_experts), mixtral and granitemoe without the coefficient do not
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 trl==1.16.0 accelerate==1.15.0
cat >"$folder/train.py" <<'PYTHON'
import sys

from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import AutoModelForCausalLM, GraniteMoeConfig, MixtralConfig, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

words = Tokenizer(models.WordLevel({**{str(i): i for i in range(90)}, "<pad>": 90, "<eos>": 91, "<unk>": 92}, unk_token="<unk>"))
words.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>")
rows = Dataset.from_dict({"text": ["1 2 3 4 5 6"] * 2})
folder = sys.argv[1]


def outcome(config_class, coefficient):
    config = config_class(vocab_size=128, hidden_size=64, intermediate_size=64, num_hidden_layers=1, num_attention_heads=4,
                          num_key_value_heads=2, num_local_experts=4, num_experts_per_tok=2, pad_token_id=90, eos_token_id=91,
                          bos_token_id=91, router_aux_loss_coef=coefficient)
    options = SFTConfig(output_dir=folder, max_steps=1, per_device_train_batch_size=2, report_to=[], use_cpu=True, bf16=False,
                        save_strategy="no", logging_strategy="no", disable_tqdm=True)
    try:
        SFTTrainer(model=AutoModelForCausalLM.from_config(config), args=options, train_dataset=rows,
                   processing_class=tokenizer).train()
    except AttributeError as error:
        return "num_experts" if "num_experts" in str(error) else str(error)
    return "trains"


print("seen:", outcome(GraniteMoeConfig, 0.01), outcome(GraniteMoeConfig, 0.0), outcome(MixtralConfig, 0.01))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/train.py" "$folder/out" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: num_experts trains trains" ]
