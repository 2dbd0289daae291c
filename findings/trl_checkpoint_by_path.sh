#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# TRL 1.16.0: one bfloat16 checkpoint, given by its path, trains in float32 under SFT, DPO, KTO, GRPO, RLOO and the reward trainer, and in
# bfloat16 under CPO, ORPO and online DPO, which leave the dtype to transformers. A reward model given by its path is bfloat16 under
# GRPO and RLOO too, beside a policy of float32. Weights, gradients and AdamW's states have half the size on one side.
# Expected: what a path loads as does not depend on the trainer; the models of one run agree.
# Seen:     policies as listed: float32 of six trainers, bfloat16 of three; reward models of GRPO, RLOO bfloat16
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install torch==2.13.0 transformers==5.23.0 trl==1.16.0 accelerate==1.15.0
cat >"$folder/paths.py" <<'PYTHON'
import sys

import torch
import trl
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import AutoModelForCausalLM, AutoModelForSequenceClassification, LlamaConfig, PreTrainedTokenizerFast
from trl.experimental.cpo import CPOConfig, CPOTrainer
from trl.experimental.online_dpo import OnlineDPOConfig, OnlineDPOTrainer
from trl.experimental.orpo import ORPOConfig, ORPOTrainer

policy, judge = sys.argv[1] + "/policy", sys.argv[1] + "/judge"
words = Tokenizer(models.WordLevel({**{str(i): i for i in range(90)}, "<pad>": 90, "<eos>": 91, "<unk>": 92}, unk_token="<unk>"))
words.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>")
config = LlamaConfig(vocab_size=128, hidden_size=64, intermediate_size=64, num_hidden_layers=1, num_attention_heads=4,
                     num_key_value_heads=2, pad_token_id=90, eos_token_id=91, bos_token_id=91)
AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16).save_pretrained(policy)
config.num_labels = 1
AutoModelForSequenceClassification.from_config(config, dtype=torch.bfloat16).save_pretrained(judge)
for folder in (policy, judge):
    tokenizer.save_pretrained(folder)
texts = Dataset.from_dict({"text": ["1 2 3 4"] * 2})
prompts = Dataset.from_dict({"prompt": ["1 2 3"] * 2})
pairs = Dataset.from_dict({"prompt": ["1 2 3"] * 2, "chosen": ["4 5"] * 2, "rejected": ["6 7"] * 2})
marks = Dataset.from_dict({"prompt": ["1 2 3"] * 2, "completion": ["4 5"] * 2, "label": [True, False]})
scored = {"reward_funcs": judge}


def made(trainer, options, rows, model=policy, settings={}, **more):
    arguments = options(output_dir=sys.argv[1] + "/out", per_device_train_batch_size=2, use_cpu=True, bf16=False, report_to=[],
                        **settings)
    return trainer(model=model, args=arguments, train_dataset=rows, processing_class=tokenizer, **more)


def dtype(model):
    return str(next(model.parameters()).dtype)[6:]


groups = [made(trainer, options, prompts, settings={"num_generations": 2}, **scored)
          for trainer, options in ((trl.GRPOTrainer, trl.GRPOConfig), (trl.RLOOTrainer, trl.RLOOConfig))]
trainers = [made(trl.SFTTrainer, trl.SFTConfig, texts), made(trl.DPOTrainer, trl.DPOConfig, pairs),
            made(trl.KTOTrainer, trl.KTOConfig, marks), *groups, made(trl.RewardTrainer, trl.RewardConfig, pairs, model=judge),
            made(CPOTrainer, CPOConfig, pairs), made(ORPOTrainer, ORPOConfig, pairs),
            made(OnlineDPOTrainer, OnlineDPOConfig, prompts, **scored)]
print("seen:", *(dtype(trainer.model) for trainer in trainers), "rewards", *(dtype(trainer.reward_funcs[0]) for trainer in groups))
PYTHON
seen=$("$folder/venv/bin/python" "$folder/paths.py" "$folder" 2>/dev/null | grep '^seen:')
echo "$seen"
[ "$seen" = "seen: float32 float32 float32 float32 float32 float32 bfloat16 bfloat16 bfloat16 rewards bfloat16 bfloat16" ]
