#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drafts a recipe (models/families/README.md) for a model type of transformers.

    python tools/describe_family.py MODEL_TYPE ['{"key": …}'] > models/families/MODEL_TYPE.family

The model is built on the meta device from its default configuration with few layers, or from the keys given where that does not
build, then again with every key changed by itself.
Each size, each repetition and each condition of the recipe is the simplest expression of the keys that holds in all of those builds.
What no expression explains stands in the draft as "# ?" with the values seen: read the model's code and write it.
"""
import json
import sys
import warnings

warnings.filterwarnings("ignore")
import recipe_builds  # noqa: E402
import recipe_search  # noqa: E402
import transformers  # noqa: E402


class Writer:
    """Turns the modules seen in all builds into nested lines."""

    def __init__(self, builds):
        self.builds = builds
        self.search = recipe_search.Search(builds)
        self.lines = []
        self.used_grafts = set()

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def condition(self, prefix, present):
        """present: {(build, indices): bool} -> "" or " if EXPR"."""
        if all(present.values()):
            return ""
        found = self.search.predicate(present)
        return f" if {found}" if found else f" if # ? {self.search.sample(present)}"

    def size(self, values):
        found = self.search.expression(values)
        return found if found else f"# ? {self.search.sample(values)} #"

    def children(self, prefix):
        out = []
        for path in self.builds.order:
            if path[: len(prefix)] == prefix and len(path) > len(prefix) and path[len(prefix)] not in out:
                out.append(path[len(prefix)])
        return out

    def emit(self, prefix, depth):
        self.module(prefix, depth)
        for name in self.children(prefix):
            path = prefix + (name,)
            if name == "#":
                continue
            if path in self.builds.grafts:
                self.put(depth, name)
                self.put(depth + 1, self.builds.grafts[path])
                continue
            if path + ("#",) in self.builds.loops:
                self.loop(path, depth)
                if any(c != "#" for c in self.children(path)):
                    self.put(depth, name)
                    self.rest(path, depth + 1)
                continue
            self.scope(path, depth)

    def rest(self, path, depth):
        for name in self.children(path):
            if name != "#":
                self.scope(path + (name,), depth)

    def holds_something(self, path):
        return any(m[: len(path)] == path for m in [*self.builds.modules, *self.builds.grafts])

    def scope(self, path, depth):
        if not self.holds_something(path):
            return
        where = self.builds.present(path)
        condition = self.condition(path, where)
        if path in self.builds.modules and not self.children(path):
            line = self.one_line(path, condition)
            if line:
                self.put(depth, line)
                return
        if condition:
            self.put(depth, condition[1:])
            depth += 1
        self.put(depth, path[-1])
        with self.search.where(where):
            self.emit(path, depth + 1)

    def loop(self, path, depth):
        inner = path + ("#",)
        counts = self.builds.loop_counts(inner)
        if all(n == 0 for n in counts.values()):
            return
        level = sum(part == "#" for part in path)
        variable = "ijk"[level]
        suffix = "" if level == 0 else f" as {variable}"
        self.put(depth, f"{path[-1]} * {self.size(counts)}{suffix}")
        present = self.builds.present(inner)
        line = self.one_line(inner, "") if inner in self.builds.modules and not self.children(inner) else None
        if line:  # a list of plain modules: the module itself is the repetition's content
            kind = line.split(" = ", 1)[1]
            self.lines[-1] = "  " * depth + f"{path[-1]} * {self.size(counts)}{suffix}"
            self.put(depth + 1, f"self = {kind}")
            return
        with self.search.where(present):
            self.emit(inner, depth + 1)

    def one_line(self, path, condition):
        kind = self.builds.kind(path)
        tensors = self.builds.tensors(path)
        if kind in (None, "experts") or set(tensors) - {"weight", "bias"} or "weight" not in tensors or self.builds.buffers(path):
            return None
        shapes = tensors["weight"]
        with self.search.where({p: True for p in shapes}):
            dims = [self.size({p: s[d] for p, s in shapes.items()}) for d in range(len(next(iter(shapes.values()))))]
            bias = ""
            if "bias" in tensors:
                has = {p: p in tensors["bias"] for p in shapes}
                found = self.condition(path, has)
                bias = " bias " + (found[4:] if found else "true")
        if kind == "linear":
            dims = [dims[1], dims[0]]
        return f"{path[-1]} = {kind}({', '.join(dims)}){bias}{condition}"

    def module(self, path, depth):
        """Bare tensors and buffers of a module."""
        kind = self.builds.kind(path)
        for name, shapes in self.builds.tensors(path).items():
            with self.search.where({p: True for p in shapes}):
                dims = [self.size({p: s[d] for p, s in shapes.items()}) for d in range(len(next(iter(shapes.values()))))]
            present = {p: p in shapes for p in self.builds.present_points(path)}
            condition = self.condition(path, present)
            if kind == "experts":
                self.put(depth, f"{name} = expert({self.builds.active_key()}, {', '.join(dims)}){condition}")
            else:
                self.put(depth, f"{name} = tensor({', '.join(dims)}){condition}")
        for name, shapes in self.builds.buffers(path).items():
            rank, wide = next(iter(shapes.values()))
            dims = [self.size({p: s[0][d] for p, s in shapes.items()}) for d in range(len(rank))]
            present = {p: p in shapes for p in self.builds.present_points(path)}
            self.put(depth, f"{name} = {'buffer64' if wide else 'buffer'}({', '.join(dims)}){self.condition(path, present)}")

    def fallbacks(self):
        """Keys that the class computes where they are absent."""
        out = []
        for key in self.search.used:
            values = self.builds.computed(key)
            if values is None:
                continue
            found = self.search.expression(values, without=key)
            out.append(f"let {key} = {key} ?? {found or '# ? ' + self.search.sample(values)}")
        return out

    def lacking(self):
        """What the class says it does not support; models/families/README.md has the words."""
        made = getattr(transformers, self.builds.class_name)
        out = []
        if not made._supports_sdpa:
            out.append("sdpa")
        if not made._supports_flash_attn:
            out.append("flash2")
        if not made.supports_gradient_checkpointing:
            out.append("checkpointing")
        if getattr(made, "_compatible_flash_implementations", None):
            out.append("flash-attn")
        return ["without " + " ".join(out)] if out else []

    def write(self):
        self.emit((), 0)
        ties = self.builds.ties()
        for (tied, source), present in ties.items():
            self.put(0, f"tie {tied} {source}{self.condition((), present)}")
        if self.builds.head:
            self.put(0, f"head {self.builds.head}")
        if not self.builds.generates:
            self.put(0, "encodes")
        header = [f"class {self.builds.class_name}"] + self.lacking() + self.fallbacks()
        return "\n".join(header + grouped(self.lines)) + "\n"


def indent(line):
    return len(line) - len(line.lstrip())


def grouped(lines):
    """Neighbours with the same condition stand below one if."""
    out, at = [], 0
    while at < len(lines):
        line = lines[at]
        plain, found, condition = line.partition(" if ")
        end = at
        while found and end < len(lines) and lines[end].endswith(found + condition) and indent(lines[end]) == indent(line) and (
                end + 1 == len(lines) or indent(lines[end + 1]) <= indent(line)) and not lines[end].lstrip().startswith(("tie", "if")):
            end += 1
        if end - at < 2:
            out.append(line)
            at += 1
            continue
        out.append(" " * indent(line) + f"if {condition}")
        out += ["  " + inner[: -len(found + condition)] for inner in lines[at:end]]
        at = end
    return out


def main():
    model_type, *keys = sys.argv[1:]
    builds = recipe_builds.Builds(model_type, keys=json.loads(keys[0]) if keys else None)
    sys.stdout.write(Writer(builds).write())


if __name__ == "__main__":
    main()
