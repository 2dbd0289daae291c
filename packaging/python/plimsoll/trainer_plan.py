# SPDX-License-Identifier: GPL-3.0-or-later
"""A plan of what a Trainer of transformers holds while it trains: its arguments, its model and, of PEFT, its adapters. What a plan cannot say of
them is told beside it. Read of transformers 5.23, PEFT 0.21 and TRL 1.16."""
from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from typing import Any

from . import api

DTYPES = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16"}
ATTENTION = {"eager": "eager", "sdpa": "sdpa", "flash_attention_2": "flash2", "flash_attention_3": "flash3"}
# Warnings of an import that ask for what the live objects tell.
ANSWERED = ("no_model", "model_not_here", "length_not_stated", "open_ranks", "default_taken")
HEADS = ("ForTokenClassification", "ForQuestionAnswering", "ForMaskedLM", "ForMultipleChoice", "ForImageClassification")


def plan_of(args: Any, model: Any = None, **words: Any) -> tuple[dict, list[str]]:
    """A plan of TrainingArguments, a model and its adapters, with `words` set in it as in plimsoll.plan(); and what these say that a plan cannot.
    Without a length in either, the last of these is "sequence_length"."""
    given = {key: value for key, value in args.to_dict().items() if value is not None}
    of_trl = type(args).__module__.partition(".")[0] == "trl" or "max_length" in given
    plan, unsaid = _read(given, "trl" if of_trl else "transformers")
    base = model.get_base_model() if hasattr(model, "get_base_model") else model
    if given.get("eval_strategy") == "no":
        plan["evaluation"] = {"micro_batch": 0}
    _set_objective(plan, unsaid, args, base)
    if base is not None:
        config = json.loads(base.config.to_json_string(use_diff=False))
        plan["weights"] = _weights_of(base, config, plan)
        plan["model"] = {"config": config}
        _set_kernels(plan, unsaid, base)
        if config.get("vision_config") or config.get("audio_config"):
            unsaid.append("pictures and sounds of a row")
    adapters = getattr(model, "peft_config", None) or {}
    if adapters:
        _set_adapter(plan, unsaid, model, adapters)
    else:
        plan.setdefault("method", "full")
        _set_trainable(plan, base)
    if _is_quantized(base) and plan["method"] == "lora":
        plan["method"] = "qlora"
    _set_ranks(plan, unsaid, args)
    out = api.plan(plan, **words)
    if "sequence_length" not in out:
        unsaid.append("sequence_length")
    return out, unsaid


def _as_json(value: Any) -> Any:
    """What json.dumps() does not know of a configuration's values."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return str(getattr(value, "value", value)).removeprefix("torch.")


def _read(config: dict, tool: str) -> tuple[dict, list[str]]:
    """What the reader of a tool's files makes of a live configuration, and the keys that no plan has."""
    read = api.import_config(json.dumps(config, default=_as_json, indent=0), tool)
    told = [f"{one['field'] or one['code']} ({one['text']})" for one in read["warnings"] if one["code"] not in ANSWERED]
    return dict(read["plan"]), [entry["key"] for entry in read["not_said"]] + told


def _set_objective(plan: dict, unsaid: list[str], args: Any, base: Any) -> None:
    """By the class of TRL's arguments, else by the model's head."""
    kind, head = type(args).__name__, type(base).__name__
    known = {choice.replace("_", ""): choice for one in api.fields() if one["path"] == "objective" for choice in one["choices"]}
    if kind.endswith("Config"):
        if objective := known.get(kind.removesuffix("Config").lower()):
            plan.setdefault("objective", objective)
        else:
            unsaid.append(f"objective ({kind})")
    elif head.endswith("ForSequenceClassification"):
        plan.setdefault("objective", "classification")
        plan["num_labels"] = base.config.num_labels
    elif head.endswith(HEADS):
        unsaid.append(f"objective ({head})")


def _weights_of(model: Any, config: dict, plan: dict) -> dict:
    """How the model's weights are held. What bitsandbytes packs while it loads is no part of the checkpoint. Preparation for k-bit training turns
    what is not packed to float32, and the model says so then."""
    out: dict[str, Any] = {}
    held = str(getattr(model, "dtype", None) or "").removeprefix("torch.")
    stored = str(config.get("dtype") or config.get("torch_dtype") or "").removeprefix("torch.")
    if _is_quantized(model):
        plan["kbit_prepare"] = held == "float32" and stored in ("float16", "bfloat16")
        held = stored if plan["kbit_prepare"] else held
    if held:
        out["dtype"] = DTYPES.get(held, "auto")
    packed = config.get("quantization_config") or {}
    if getattr(model, "is_loaded_in_8bit", False):
        out["quant"] = "int8"
    elif getattr(model, "is_loaded_in_4bit", False):
        out |= {"quant": packed.get("bnb_4bit_quant_type", "fp4"), "double_quant": bool(packed.get("bnb_4bit_use_double_quant", False))}
        if storage := DTYPES.get(str(packed.get("bnb_4bit_quant_storage", "")).removeprefix("torch.")):
            out["quant_storage"] = storage
    if "quant" in out:
        config.pop("quantization_config", None)
    return out


def _is_quantized(model: Any) -> bool:
    return bool(getattr(model, "is_loaded_in_4bit", False) or getattr(model, "is_loaded_in_8bit", False))


def _set_kernels(plan: dict, unsaid: list[str], base: Any) -> None:
    attention = getattr(base.config, "_attn_implementation", None)
    if attention in ATTENTION:
        plan["attention"] = ATTENTION[attention]
    elif attention:
        unsaid.append(f"attention ({attention})")
    switch = "is_activation_checkpointing" if hasattr(base, "is_activation_checkpointing") else "is_gradient_checkpointing"  # the older name
    if getattr(base, switch, False) and not plan.get("gradient_checkpointing"):
        plan["gradient_checkpointing"] = True  # switched on at the model itself


def _parameters(model: Any) -> list[tuple[str, Any]]:
    return list(model.named_parameters()) if hasattr(model, "named_parameters") else []


def _set_adapter(plan: dict, unsaid: list[str], model: Any, adapters: dict) -> None:
    """As the reader of adapter_config.json has it; dtypes of what trains as they are."""
    active = getattr(model, "active_adapter", None)
    name = active if isinstance(active, str) and active in adapters else next(iter(adapters))
    config = adapters[name].to_dict()
    read, keys = _read(config, "peft")
    plan |= {key: read[key] for key in ("method", "adapter") if key in read}
    if "method" not in read:
        plan["method"] = "lora"
        keys = [f"peft_type {_as_json(config.get('peft_type'))}"]
    unsaid += keys + [f"the adapter {other!r}" for other in adapters if other != name]
    trained = [(key, value) for key, value in _parameters(model) if value.requires_grad]
    low_rank = {DTYPES.get(str(value.dtype).removeprefix("torch.")) for key, value in trained if ".lora_" in key}
    if len(low_rank) == 1 and None not in low_rank:
        plan["adapter"] = {**plan.get("adapter", {}), "dtype": low_rank.pop()}
    if str(_as_json(config.get("peft_type"))) == "LORA":
        own = re.compile(r"\.lora_|\.modules_to_save\.|\.token_adapter\." + (r"|bias$" if config.get("bias", "none") != "none" else ""))
        if beside := [key for key, _ in trained if not own.search(key)]:
            unsaid.append(f"{len(beside)} weights that train beside the adapters ({beside[0]})")


def _whole_modules(names: Iterable[str], others: Iterable[str]) -> list[str]:
    """The fewest modules that hold these parameters and none of the others; a parameter whose module is split, by its name alone."""
    inside = {other[:at] for other in others for at in (*_dots(other), len(other))}
    out: dict[str, None] = {}
    for name in names:
        module = next((name[:at] for at in _dots(name) if name[:at] not in inside), None)
        out[f"^{re.escape(name)}$" if module is None else module] = None
    return list(out)


def _dots(name: str) -> list[int]:
    return [at for at, letter in enumerate(name) if letter == "."]


def _set_trainable(plan: dict, base: Any) -> None:
    """Of full fine-tuning with frozen parts, what trains."""
    parameters = _parameters(base)
    trained = [name for name, value in parameters if value.requires_grad]
    frozen = [name for name, value in parameters if not value.requires_grad]
    if trained and frozen:
        plan["trainable"] = _whole_modules(trained, frozen)


def _set_ranks(plan: dict, unsaid: list[str], args: Any) -> None:
    """Processes of the run, of which the other meshes leave the copies of the data."""
    ranks = getattr(args, "world_size", 1)
    if getattr(args, "n_gpu", 1) > 1:
        unsaid.append(f"torch's DataParallel over {args.n_gpu} cards (n_gpu)")
    parallel = dict(plan.get("parallel") or {})
    others = parallel.get("tensor", 1) * parallel.get("pipeline", 1) * parallel.get("context", 1)
    if ranks % others:
        unsaid.append(f"{ranks} ranks, which are no multiple of the {others} that hold one model")
    elif ranks > 1 or parallel:
        parallel["data"] = ranks // others
        each = os.environ.get("LOCAL_WORLD_SIZE", "")  # torchrun's
        if ranks > 1 and each.isdecimal() and int(each):
            parallel["gpus_per_node"] = int(each)
        plan["parallel"] = parallel
