#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes plimsoll/types.py from the tables of docs/schema: make_types.py OUTPUT; the wheel's build does. A class for each object of an answer, its fields with the
types that the tables give them."""
import keyword
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCHEMAS = HERE.parent.parent / "docs/schema"
ANSWERS = {"Estimate": "estimate", "Solution": "solve", "Change": "advise", "Comparison": "compare", "Inspection": "inspect", "Import": "import"}
HEAD = '''# SPDX-License-Identifier: GPL-3.0-or-later
"""Made by make_types.py from docs/schema, which says what each field means. Objects of answers are dictionaries whose keys are attributes as
well; what a table does not name is there as a key."""
from __future__ import annotations

from typing import Any

from .record import Record

'''
SIMPLE = {"text": "str", "choice": "str", "boolean": "bool", "integer": "int", "bytes": "int", "number": "float", "map": "dict[str, Any]",
          "any": "Any", "object": "Any", "patch": "dict[str, Any]"}


def python_type(text):
    """Of "integer or null, tokens", "list of bytes"; Any where the table names another document."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).split(",")[0].strip()
    parts = []
    for part in text.split(" or "):
        if part == "null":
            parts.append("None")
        elif part.startswith("list of "):
            parts.append(f"list[{SIMPLE.get(part.removeprefix('list of '), 'Any')}]")
        else:
            parts.append(SIMPLE.get(part, "Any"))
    return "Any" if "Any" in parts else " | ".join(dict.fromkeys(parts))


def rows(document):
    """Paths and types of every table of fields."""
    for line in (SCHEMAS / f"{document}.md").read_text(encoding="utf-8").splitlines():
        found = re.match(r"^\| `([\w.\[\]*]+)` \| ([^|]*) \|", line)
        if found:
            yield found[1], found[2]


def tree_of(document):
    """{field: type as the table has it, or (is it a list, tree, other types)}; a whole answer that is an array is described by one of its elements."""
    out = {}
    for path, kind in rows(document):
        place, keys = out, path.removeprefix("[].").split(".")
        for key in keys[:-1]:
            name, listed = key.removesuffix("[]"), key.endswith("[]")
            inner = place.get(name)
            if not isinstance(inner, tuple):
                # "object or null", "list of number or object": what stands there besides the object whose fields follow
                others = [part for part in (inner or "").split(",")[0].split(" or ") if part not in ("", "object", "map")]
                inner = place[name] = (listed, {}, [python_type(part) for part in others])
            place = inner[1]
        place.setdefault(keys[-1].removesuffix("[]"), kind)
    return out


def classes(name, tree):
    """Inner classes first."""
    body, before = [], []
    for key, value in tree.items():
        if key == "*" or not key.isidentifier() or keyword.iskeyword(key):
            continue # there as a key
        if isinstance(value, tuple):
            listed, inner, others = value
            if set(inner) == {"*"} or not inner:
                kind = "dict[str, Any]"
            else:
                kind = name + "".join(part.capitalize() for part in key.split("_"))
                before += classes(kind, inner)
            value = " | ".join([f"list[{kind}]" if listed else kind, *others])
        else:
            value = python_type(value)
        body.append(f"    {key}: {value}")
    return before + ["\n".join([f"class {name}(Record):", *(body or ["    pass"])])]


def text_of_all():
    parts = []
    for name, document in ANSWERS.items():
        parts += classes(name + "Fields", tree_of(document))
    return HEAD + "\n" + "\n\n\n".join(parts) + "\n"


def main():
    if len(sys.argv) != 2:
        print("usage: make_types.py OUTPUT", file=sys.stderr)
        return 2
    Path(sys.argv[1]).write_text(text_of_all(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
