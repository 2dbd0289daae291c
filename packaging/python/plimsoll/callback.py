# SPDX-License-Identifier: GPL-3.0-or-later
"""A callback of transformers' Trainer, and so of TRL's: planned against measured after the first steps.

    trainer = SFTTrainer(…, callbacks=[plimsoll.callback.MemoryCallback()])

Without a plan it makes one of the trainer's own arguments, model and adapters, and says what it could not tell. Where no length is stated there,
the longest row of the first batches is planned, once they were seen."""
from __future__ import annotations

from typing import Any

from transformers import TrainerCallback

from . import api
from .trainer_plan import plan_of

__all__ = ["MemoryCallback", "cuda_peak", "gib", "plan_of"]


class MemoryCallback(TrainerCallback):
    """After `steps` optimizer steps says once what was planned and what the allocator counted, and leaves it in `planned`, `measured` and
    `difference` (per cent of allocated bytes; positive: more than planned). `plan`: of the run; words are set in it, as in plimsoll.plan()."""

    def __init__(self, plan: Any = None, steps: int = 3, say: Any = print, memory: Any = None, **words: Any):
        self.plan, self.steps, self.say, self.words = plan, steps, say, words
        self.memory = memory or cuda_peak
        self.planned: Any = None
        self.measured: tuple[int, int] | None = None
        self.difference: float | None = None
        self._longest, self._hook, self._waiting = 0, None, None

    def on_train_begin(self, args: Any, state: Any, control: Any, model: Any = None, **_: Any) -> None:
        self._longest, self._hook, self._waiting = 0, None, None
        unsaid: list[str] = []
        try:
            plan = self.plan
            if plan is None:
                words = dict(self.words)
                if getattr(args, "auto_find_batch_size", False) and getattr(state, "train_batch_size", None):
                    words.setdefault("micro_batch", state.train_batch_size)
                plan, unsaid = plan_of(args, model, **words)
                if "sequence_length" in unsaid and hasattr(model, "register_forward_pre_hook"):
                    unsaid.remove("sequence_length")
                    self._waiting = plan
                    self._hook = model.register_forward_pre_hook(self._see, with_kwargs=True)
            if unsaid:
                self.say(f"plimsoll: a plan does not say {', '.join(unsaid)}")
            if self._waiting is None:
                self._plan(plan, {} if self.plan is None else self.words)
            else:
                self.say("plimsoll: no length is stated: the longest row of the first batches is planned, once they were seen")
        except (api.PlimsollError, TypeError, AttributeError) as error:  # a run is never stopped by who looks on
            self.say(f"plimsoll: no plan could be made of this run: {error}")

    def _plan(self, plan: Any, words: dict) -> None:
        self.planned = api.estimate(plan, **words)
        self.say(f"plimsoll: planned {gib(self.planned.peak.allocated_bytes)} allocated, {gib(self.planned.peak.reserved_bytes)} reserved, "
                 f"peak at {self.planned.peak.phase.replace('_', ' ')}")

    def _see(self, module: Any, positional: tuple, named: dict) -> None:
        """Tokens of the longest row of a batch, as the model is called with it."""
        ids = named.get("input_ids")
        ids = ids if ids is not None else named.get("inputs_embeds", next(iter(positional), None))
        if module.training and getattr(ids, "ndim", 0) >= 2:
            self._longest = max(self._longest, int(ids.shape[1]))

    def _plan_what_was_seen(self) -> None:
        """Of a run whose length nobody stated, from its first batches."""
        plan, self._waiting = self._waiting, None
        self._hook.remove()
        try:
            if not self._longest:
                self.say("plimsoll: a plan does not say sequence_length: no batch of tokens was seen")
            self._plan(plan, {"sequence_length": self._longest} if self._longest else {})
        except (api.PlimsollError, TypeError, AttributeError) as error:
            self.say(f"plimsoll: no plan could be made of this run: {error}")

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.global_step < self.steps:
            return
        if self._waiting is not None:
            self._plan_what_was_seen()
        if self.planned is None or self.measured is not None:
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
