# SPDX-License-Identifier: GPL-3.0-or-later
"""A callback of transformers' Trainer, and so of TRL's: planned against measured after the first steps.

    trainer = SFTTrainer(…, callbacks=[plimsoll.callback.MemoryCallback()])

Without a plan it makes one of the trainer's own arguments, model and adapters, and says what it could not tell."""
from __future__ import annotations

import json
from typing import Any

from transformers import TrainerCallback

from . import api


def plan_of(args: Any, model: Any = None, **words: Any) -> tuple[dict, list[str]]:
    """A plan of TrainingArguments, a model and, of PEFT, its adapters; and what the arguments say that a plan cannot."""
    given = {key: value for key, value in args.to_dict().items() if value is not None and not isinstance(value, dict)}
    tool = "trl" if "max_length" in given else "transformers"
    read = api.import_config(json.dumps(given, default=str, indent=0), tool)
    plan = dict(read["plan"])
    unsaid = [entry["key"] for entry in read["not_said"]]
    base = model.get_base_model() if hasattr(model, "get_base_model") else model
    if base is not None:
        plan["model"] = {"config": json.loads(base.config.to_json_string(use_diff=False))}
        plan["weights"] = _weights_of(base, plan["model"]["config"])
    adapters = getattr(model, "peft_config", None) or {}
    plan.setdefault("method", ("qlora" if _is_quantized(base) else "lora") if adapters else "full")
    if adapters:
        adapter = next(iter(adapters.values()))
        targets = getattr(adapter, "target_modules", None)
        plan["adapter"] = {"rank": adapter.r, **({"targets": sorted(targets) if not isinstance(targets, str) else targets} if targets else {})}
    return api.plan(plan, **words), unsaid


def _weights_of(model: Any, config: dict) -> dict:
    """How the model's weights are held. What bitsandbytes packs while it loads is no part of the checkpoint."""
    out: dict[str, Any] = {}
    if getattr(model, "dtype", None) is not None:
        name = str(model.dtype).removeprefix("torch.")
        out["dtype"] = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16"}.get(name, "auto")
    if getattr(model, "is_loaded_in_8bit", False):
        out["quant"] = "int8"
    elif getattr(model, "is_loaded_in_4bit", False):
        packed = config.get("quantization_config") or {}
        out |= {"quant": packed.get("bnb_4bit_quant_type", "fp4"), "double_quant": bool(packed.get("bnb_4bit_use_double_quant", False))}
    if "quant" in out:
        config.pop("quantization_config", None)
    return out


def _is_quantized(model: Any) -> bool:
    return bool(getattr(model, "is_loaded_in_4bit", False) or getattr(model, "is_loaded_in_8bit", False))


class MemoryCallback(TrainerCallback):
    """After `steps` optimizer steps says once what was planned and what the allocator counted, and leaves it in `planned`, `measured` and
    `difference` (per cent of allocated bytes; positive: more than planned). `plan`: of the run; words are set in it, as in plimsoll.plan()."""

    def __init__(self, plan: Any = None, steps: int = 3, say: Any = print, memory: Any = None, **words: Any):
        self.plan, self.steps, self.say, self.words = plan, steps, say, words
        self.memory = memory or cuda_peak
        self.planned: Any = None
        self.measured: tuple[int, int] | None = None
        self.difference: float | None = None

    def on_train_begin(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> None:
        try:
            unsaid: list[str] = []
            plan = self.plan
            if plan is None:
                plan, unsaid = plan_of(args, model, **self.words)
            self.planned = api.estimate(plan, **({} if self.plan is None else self.words))
        except (api.PlimsollError, TypeError, AttributeError) as error:  # a run is never stopped by who looks on
            self.say(f"plimsoll: no plan could be made of this run: {error}")
            return
        if unsaid:
            self.say(f"plimsoll: a plan does not say {', '.join(unsaid)}")
        self.say(f"plimsoll: planned {gib(self.planned.peak.allocated_bytes)} allocated, {gib(self.planned.peak.reserved_bytes)} reserved, "
                 f"peak at {self.planned.peak.phase.replace('_', ' ')}")

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if self.planned is None or self.measured is not None or state.global_step < self.steps:
            return
        self.measured = self.memory()
        if self.measured is None:
            self.say("plimsoll: nothing was measured: no CUDA device is in use")
            self.planned = None
            return
        allocated, reserved = self.measured
        planned = self.planned.peak
        self.difference = 100.0 * (allocated - planned.allocated_bytes) / planned.allocated_bytes
        self.say(f"plimsoll: after {state.global_step} steps {gib(allocated)} allocated, planned {gib(planned.allocated_bytes)} "
                 f"({self.difference:+.1f} %); {gib(reserved)} reserved, planned {gib(planned.reserved_bytes)} "
                 f"({100.0 * (reserved - planned.reserved_bytes) / planned.reserved_bytes:+.1f} %)")


def gib(count: int) -> str:
    return f"{count / 2**30:.2f} GiB"


def cuda_peak() -> tuple[int, int] | None:
    """Allocated and reserved bytes of the fullest card of this process, as torch counted them at their highest."""
    import torch
    if not torch.cuda.is_available():
        return None
    cards = range(torch.cuda.device_count())
    return max((torch.cuda.max_memory_allocated(card), torch.cuda.max_memory_reserved(card)) for card in cards)
