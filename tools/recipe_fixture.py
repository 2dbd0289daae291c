#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes lines for tests/fixtures/recipes.jsonl: configurations of a model type, what transformers builds of them and PEFT trains.

    python tools/recipe_fixture.py MODEL_TYPE… >> tests/fixtures/recipes.jsonl

The first line of a type has the defaults with few layers and the LoRA counts at rank 16; four more have one key changed each.
"""
import copy
import json
import random
import sys

import recipe_builds
import torch
import transformers
from peft import LoraConfig, get_peft_model


def trainable(builds, keys, targets):
    with torch.device("meta"):
        model = getattr(transformers, builds.class_name)(builds.config_class.from_dict(copy.deepcopy(keys)))
    model.tie_weights()
    given = {} if targets == "default" else {"target_modules": targets}
    try:
        wrapped = get_peft_model(model, LoraConfig(r=16, task_type="CAUSAL_LM", **given))
    except Exception:  # PEFT refuses in many ways
        return None
    return sum(p.numel() for p in wrapped.parameters() if p.requires_grad)


def line(builds, build):
    config = {"model_type": builds.model_type, "architectures": [builds.class_name], **build.keys}
    return {"config": config, "total": build.total, "buffers_bytes": build.buffer_bytes}


def main():
    random.seed(1)
    for model_type in sys.argv[1:]:
        builds = recipe_builds.Builds(model_type, seconds=60)
        first, *others = builds.all
        out = line(builds, first)
        out["lora"] = {"default": trainable(builds, first.keys, "default"),
                       "all-linear": trainable(builds, first.keys, "all-linear"),
                       "q_proj,v_proj": trainable(builds, first.keys, ["q_proj", "v_proj"])}
        print(json.dumps(out))
        random.shuffle(others)
        totals = {first.total: first, **{b.total: b for b in others}}
        for build in [b for b in totals.values() if b is not first][:4]:
            print(json.dumps(line(builds, build)))


if __name__ == "__main__":
    main()
