# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects of JSON whose keys are attributes as well."""
from __future__ import annotations

from typing import Any


class Record(dict):
    """`answer["peak"]["device_bytes"]` and `answer.peak.device_bytes` are the same."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name!r}: {', '.join(self)}") from None


def recorded(pairs: list[tuple[str, Any]]) -> Record:
    """For json.loads(…, object_pairs_hook=recorded)."""
    return Record(pairs)
