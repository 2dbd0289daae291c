#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes models/defaults.json: what transformers' configuration classes assume for keys that a config.json leaves out.

    python tools/config_defaults.py > models/defaults.json        # with the release of transformers that the planner follows

One line per model type: fields with their defaults, "@alias" (other names of keys), "@sub" (entries of the configurations inside
whose class is fixed; for the others their own model_type decides), "@absent" (what stands for a configuration inside that is missing;
its model_type is also that of one which names none), "@merge" (those of "@absent" whose keys also fill what a given one leaves out),
"@optional" (configurations inside that may be missing).
"""
import copy
import dataclasses
import json
import sys

from transformers import PreTrainedConfig
from transformers.configuration_utils import SubConfigSpec
from transformers.models.auto.configuration_auto import CONFIG_MAPPING, CONFIG_MAPPING_NAMES

# neither shapes nor memory depend on these
LEFT_OUT = {
    "pad_token_id", "bos_token_id", "eos_token_id", "initializer_range", "return_dict", "output_hidden_states", "dtype",
    "chunk_size_feed_forward", "id2label", "label2id", "problem_type", "architectures", "transformers_version", "use_cache",
    "name_or_path", "tokenizer_class", "decoder_start_token_id", "image_token_id", "video_token_id", "vision_start_token_id",
    "vision_end_token_id",
}

# names that __post_init__ takes in place of a field
LEGACY = {
    "bloom": {"n_embed": "hidden_size"},
    "falcon": {"n_embed": "hidden_size"},
    "lfm2": {"block_ff_dim": "intermediate_size", "tie_embedding": "tie_word_embeddings"},
    "lfm2_moe": {"tie_embedding": "tie_word_embeddings"},
    "lfm2_vl": {"tie_embedding": "tie_word_embeddings"},
}

# what __post_init__ puts where a key is missing, the same whatever the others say
COMPUTED = {
    "bart": {"num_labels": 3},
    "sam2_hiera_det_model": {"image_size": [1024, 1024], "patch_kernel_size": [7, 7], "window_positional_embedding_background_size": [7, 7],
                             "blocks_per_stage": [1, 2, 7, 2], "embed_dim_per_stage": [96, 192, 384, 768],
                             "num_attention_heads_per_stage": [1, 2, 4, 8], "window_size_per_stage": [8, 4, 14, 7]},
    "sam2_video": {"memory_attention_rope_feat_sizes": [64, 64]},
    "sam2_vision_model": {"backbone_channel_list": [768, 384, 192, 96]},
    "sam3_vision_model": {"scale_factors": [4.0, 2.0, 1.0, 0.5]},
    "sam3_vit_model": {"global_attn_indexes": [7, 15, 23, 31]},
    "zamba2": {"layers_block_type": ["linear_attention"] + (["linear_attention"] * 5 + ["hybrid"]) * 7 + ["linear_attention"] * 4
               + ["hybrid"] + ["linear_attention"] * 3 + ["hybrid"] + ["linear_attention"] * 2},
}


def plain(value):
    if value is None or isinstance(value, (bool, int, str)):
        return True
    if isinstance(value, float):
        return abs(value) < float("inf")
    if isinstance(value, (list, tuple)):
        return len(value) < 200 and all(plain(item) for item in value)
    if isinstance(value, dict):
        return len(value) < 40 and all(isinstance(key, str) and plain(item) for key, item in value.items())
    return False


def default_of(field):
    if field.default is not dataclasses.MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not dataclasses.MISSING else NotImplemented


def merges(cls, key, given):
    """Whether the class puts `given` beneath a configuration inside that has keys of its own."""
    try:
        inner = getattr(cls(**{key: {}}), key)
        alone = type(inner)()
        told = [k for k, v in given.items() if hasattr(alone, k) and getattr(alone, k) != v and not k.startswith("rope")]
        return bool(told) and all(getattr(inner, k) == given[k] for k in told)
    except Exception:  # a class that needs more keys
        return False


def collect(cls, name, table):
    if name in table:
        return
    entry = table[name] = {}
    for field in dataclasses.fields(cls):
        if field.name in LEFT_OUT or field.name.startswith("_"):
            continue
        value = default_of(field)
        if isinstance(value, PreTrainedConfig):
            value = None
        if plain(value):
            entry[field.name] = value
    entry.update(COMPUTED.get(name, {}))
    aliases = {**(getattr(cls, "attribute_map", None) or {}), **LEGACY.get(name, {})}
    fields = [field.name for field in dataclasses.fields(cls)]
    for alias, key in list(aliases.items()):  # a field of its own that is set first: the other one's default takes its place
        if alias in fields and key in fields and fields.index(alias) < fields.index(key):
            del aliases[alias]
    if aliases:
        entry["@alias"] = aliases
    inner, absent, optional = {}, {}, []
    for key, spec in (cls.sub_configs_defaults or cls.sub_configs or {}).items():
        inner_class = getattr(spec, "config_class", spec)
        if dataclasses.is_dataclass(inner_class):
            inner[key] = getattr(inner_class, "model_type", "") or f"{name}.{key}"
            collect(inner_class, inner[key], table)
        if not isinstance(spec, SubConfigSpec):
            continue
        given = {k: copy.deepcopy(v) for k, v in spec.init_kwargs.items() if plain(v)}
        if spec.model_type or given:
            absent[key] = {**({"model_type": spec.model_type} if spec.model_type else {}), **given}
        if spec.optional:
            optional.append(key)
    merged = [key for key, given in absent.items() if merges(cls, key, given)]  # building one may change the class's own dictionaries
    for label, value in (("@sub", inner), ("@absent", absent), ("@merge", merged), ("@optional", optional)):
        if value:
            entry[label] = value


def main():
    table = {}
    for model_type in CONFIG_MAPPING_NAMES:
        collect(CONFIG_MAPPING[model_type], model_type, table)
    lines = (f'"{name}": {json.dumps(table[name])}' for name in sorted(table))
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
