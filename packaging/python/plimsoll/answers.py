# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers: the JSON of docs/schema, and what is asked of it most."""
from __future__ import annotations

from typing import Any

from . import _core, picture, types


class Estimate(types.EstimateFields):
    """schema plimsoll.estimate/1. A notebook shows its picture."""

    def __init__(self, answer: dict, question: tuple[str, str] = ("{}", "")):
        super().__init__(answer)
        self._question: tuple[str, str]
        object.__setattr__(self, "_question", question)

    @property
    def fits(self) -> str:
        """"yes", "tight", "no" or "unknown": of the card that decides; "unknown" where no card and no budget is named."""
        found = {verdict["fits"] for verdict in self["verdicts"]}
        return next((one for one in ("no", "unknown", "tight", "yes") if one in found), "unknown")

    @property
    def device_bytes(self) -> int:
        """What nvidia-smi shows at the peak."""
        return self["peak"]["device_bytes"]

    def text(self, format: str = "text") -> str:
        """As the command line shows it: "text", "markdown" (a block for a model card) or "csv"."""
        from .api import answered_text
        return answered_text(_core.estimate_as(self._question[0], self._question[1], format, False))

    def svg(self) -> str:
        """The column at the peak against the load line of the first card."""
        return picture.svg(self)

    def _repr_html_(self) -> str:
        return picture.html(self)

    def __repr__(self) -> str:
        return f"<plimsoll.Estimate {picture.sentence(self)}>"


class Solutions(list[types.SolutionFields]):
    """docs/schema/solve.md: an entry for each card."""

    @property
    def values(self) -> list[Any]:
        return [one["value"] for one in self]


class Advice(list[types.ChangeFields]):
    """docs/schema/advise.md: changes, the best first."""

    @property
    def useful(self) -> list[types.ChangeFields]:
        """Those that make it fit."""
        return [one for one in self if one["fits"] == "yes" and one["no_effect"] is None]


class Comparison(types.ComparisonFields):
    """schema plimsoll.compare/1."""


class Inspection(types.InspectionFields):
    """schema plimsoll.inspect/1."""


class Import(types.ImportFields):
    """schema plimsoll.import/1: `plan` goes into estimate()."""
