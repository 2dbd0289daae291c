# SPDX-License-Identifier: GPL-3.0-or-later
"""The calls. All of them may be made from several threads: none holds the interpreter while it works."""
from __future__ import annotations

import json
import math
import numbers
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import _core
from .answers import Advice, Comparison, Estimate, Import, Inspection, Solutions
from .record import Record, recorded

PlanLike = Mapping[str, Any] | str | os.PathLike | None


class PlimsollError(ValueError):
    """Why something was refused. `field` names it as the schema does, `read` is what stood there, `accepted` what may stand there."""

    def __init__(self, error: Mapping[str, Any]):
        self.field, self.read, self.accepted = (error.get(key) for key in ("field", "read", "accepted"))
        super().__init__(error.get("message") or self.field or "refused")


def answered(answer: tuple[bool, str]) -> Any:
    ok, text = answer
    read = json.loads(text, object_pairs_hook=recorded)
    if not ok:
        raise PlimsollError(read["error"])
    return read


def answered_text(answer: tuple[bool, str]) -> str:
    """Of calls whose answer is no JSON."""
    ok, text = answer
    return text if ok else answered(answer)


@lru_cache(maxsize=1)
def _paths() -> dict[str, tuple[str, bool]]:
    """By option and by path with underscores, the path of a field and whether it is a list of cards."""
    out = {}
    for one in fields():
        for name in (one["option"], one["path"]):
            out[name.replace("-", "_").replace(".", "_")] = (one["path"], one["path"] == "target.gpus")
    return out


def _plain(value: Any) -> Any:
    """What json.dumps() takes, of numbers of other packages (numpy's) and of mappings, lists and sets of them."""
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, numbers.Real) and not isinstance(value, (bool, float)):
        return float(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(one) for one in value]
    if type(value).__name__ in ("bool_", "bool") and hasattr(value, "item"):
        return bool(value)
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _not_finite(value: Any, path: str = "") -> str | None:
    """Where the first number is that JSON has none of; None where all are numbers."""
    if isinstance(value, float):
        return None if math.isfinite(value) else path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return next((found for key, one in items if (found := _not_finite(one, f"{path}.{key}".lstrip("."))) is not None), None)


def _text(value: Any, path: str = "") -> str:
    """JSON of a value that stands at a path of a plan."""
    plain = _plain(value)
    found = _not_finite(plain, path)
    if found is not None:
        raise refusal(found, "NaN or Infinity", "a finite number")
    try:
        return json.dumps(plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise refusal(path or "plan", repr(value)[:60], f"what JSON holds ({error})") from None


def refusal(field: str, read: str, accepted: str) -> PlimsollError:
    return PlimsollError({"field": field, "read": read, "accepted": accepted, "message": f"{field}: read {read}, accepted: {accepted}"})


def typed(value: Any, path: str = "") -> str:
    """A value as it is typed for an option."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else _text(value, path)


@lru_cache(maxsize=1)
def _accepted() -> dict[str, str]:
    return {one["path"]: one["accepted"] for one in fields()}


def _set(text: str, words: Mapping[str, Any]) -> str:
    for word, value in words.items():
        if word not in _paths():
            raise TypeError(f"no field of a plan is called {word!r}; plimsoll.fields() has them all")
        path, cards = _paths()[word]
        if value is None and not cards and "null" not in _accepted()[path].split(" | "):  # the plan would lose the field without a word
            raise refusal(path, "None", _accepted()[path])
        names = [value] if cards and isinstance(value, str) else value
        ok, out = _core.with_typed(text, path, _text(names, path) if cards else typed(value, path))
        if not ok:
            answered((ok, out))
        text = out
    return text


def _read(given: PlanLike) -> tuple[str, str]:
    """The text of a plan, and the folder in which its relative paths start."""
    if given is None:
        return "{}", ""
    if isinstance(given, Mapping):
        return _text(given), ""
    if isinstance(given, str) and given.lstrip().startswith("{"):
        return given, ""
    path = Path(given)
    held = answered(_core.plans_in(path.read_text(encoding="utf-8")))
    return json.dumps(held["plans"][held["selected"]]["plan"]), str(path.parent)


def _question(given: PlanLike, words: Mapping[str, Any], folder: str | os.PathLike | None,
              amount: Mapping[str, Any] | None = None) -> tuple[str, str]:
    text, base = _read(given)
    text = _set(text, words)
    if amount is not None:
        text = _text({**json.loads(text), "amount": dict(amount)})
    return text, str(folder) if folder is not None else base


def plan(given: PlanLike = None, **words: Any) -> Record:
    """A plan with more words: `plan(model="qwen2.5-7b", method="lora", rank=16)`. Names are options (`rank`) or paths (`adapter_rank`)."""
    return json.loads(_set(_read(given)[0], words), object_pairs_hook=recorded)


def estimate(given: PlanLike = None, *, folder: str | os.PathLike | None = None, timeline: bool = False, maxima: bool = False, brief: bool = False,
             amount: Mapping[str, Any] | None = None, **words: Any) -> Estimate:
    """What a plan takes of a GPU's memory, and whether it fits.

    timeline: with the step, moment by moment. maxima: the largest micro batch and length for each card. brief: without formulas and sources.
    folder: where relative paths of the plan start; a file's own folder unless given. amount: what the run goes through, for hours and dollars:
    {"tokens": 1e7}, {"rows": 50000, "epochs": 3}, or {"lengths": [812, 40, 2100]}, tokens of each row, with "batches" beside them."""
    text, base = _question(given, words, folder, amount)
    return Estimate(answered(_core.estimate(text, base, timeline, maxima, brief)), question=(text, base))


def estimate_many(plans: Iterable[PlanLike], *, folder: str | os.PathLike = "", brief: bool = True) -> list[Estimate | PlimsollError]:
    """Of many plans on all cores, in their order; a plan that is refused has its error in its place."""
    texts = [_read(one)[0] for one in plans]
    out: list[Estimate | PlimsollError] = []
    for text, answer in zip(texts, _core.estimates(texts, str(folder), False, False, brief)):
        try:
            out.append(Estimate(answered(answer), question=(text, str(folder))))
        except PlimsollError as error:
            out.append(error)
    return out


def _goal(maximize: str | None, minimize: str | None, global_batch: int | None) -> tuple[str, str]:
    asked = [(goal, str(of)) for goal, of in (("maximize", maximize), ("minimize", minimize), ("global_batch", global_batch)) if of is not None]
    if len(asked) != 1:
        raise TypeError("one of maximize, minimize and global_batch")
    return asked[0]


def solve(given: PlanLike = None, *, maximize: str | None = None, minimize: str | None = None, global_batch: int | None = None,
          folder: str | os.PathLike | None = None, amount: Mapping[str, Any] | None = None, **words: Any) -> Solutions:
    """The largest value of a field that fits (`maximize="sequence_length"`), the smallest card, number of cards or price (`minimize="card"`), or
    how a global batch is split; an entry for each card. amount: as of estimate()."""
    text, base = _question(given, words, folder, amount)
    return Solutions(answered(_core.solve(text, base, *_goal(maximize, minimize, global_batch))))


def splits(given: PlanLike = None, *, goal: str = "fits", global_batch: int | None = None, minimize: str = "",
           folder: str | os.PathLike | None = None, amount: Mapping[str, Any] | None = None, **words: Any) -> Solutions:
    """Ways of spreading a training over the plan's cards, ranked: goal "fits", "fewest" or "cheapest"; minimize="hours" or "cost" ranks by that. amount: as of
    estimate()."""
    text, base = _question(given, words, folder, amount)
    return Solutions(answered(_core.splits(text, base, goal, "" if global_batch is None else str(global_batch), minimize)))


def advise(given: PlanLike = None, *, folder: str | os.PathLike | None = None, **words: Any) -> Advice:
    """Changes that make the plan fit, by the bytes that they save in it, each as a JSON merge patch."""
    return Advice(answered(_core.advise(*_question(given, words, folder))))


def compare(plans: Sequence[PlanLike], *, folder: str | os.PathLike = "") -> Comparison:
    """Plans side by side, term by term."""
    return Comparison(answered(_core.compare([_read(one)[0] for one in plans], str(folder))))


def sweep(given: PlanLike = None, *, over: str | Sequence[str], folder: str | os.PathLike | None = None, **words: Any) -> list[Estimate | PlimsollError]:
    """An estimate for each value of a field or each combination of several: `over="rank=8:64:x2"`."""
    text, base = _question(given, words, folder)
    out: list[Estimate | PlimsollError] = []
    for answer in _core.sweep(text, base, [over] if isinstance(over, str) else list(over)):
        try:
            read = answered(answer)
            out.append(Estimate(read, question=(json.dumps(read["plan"]), base)))
        except PlimsollError as error:
            out.append(error)
    return out


def inspect(model: str | os.PathLike, *, rank: int = 16, targets: Sequence[str] = ()) -> Inspection:
    """What is understood of a model: a preset, a config.json or its folder, a GGUF file, or a Hub id whose configuration is on this machine."""
    return Inspection(answered(_core.inspect(str(model), rank, list(targets))))


def import_config(config: str | os.PathLike, tool: str = "", *, model: str = "") -> Import:
    """Another tool's configuration or command line as a plan: a path, or the text itself where it has several lines or no such file is there."""
    path = None if isinstance(config, str) and ("\n" in config or not _is_file(config)) else Path(config)
    text = str(config) if path is None else path.read_text(encoding="utf-8")
    return Import(answered(_core.import_text(text, tool, str(path or ""), model)))


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError: # too long for a name
        return False


def export(given: PlanLike = None, *, to: str, folder: str | os.PathLike | None = None, **words: Any) -> Record:
    """The plan as another tool's configuration or command, and what that cannot say."""
    return answered(_core.export_text(*_question(given, words, folder), to))


def fields() -> list[dict[str, Any]]:
    """Every field of a plan: its path, its option, what it is and what it takes."""
    return json.loads(_core.fields())


def models() -> list[Record]:
    """The models that come with it."""
    return json.loads(_core.models(), object_pairs_hook=recorded)


def gpus() -> list[Record]:
    """The cards that it knows, with sources."""
    return json.loads(_core.gpus(), object_pairs_hook=recorded)
