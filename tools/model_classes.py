#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes models/classes.txt: how the other classes of a model type differ from the one that its family describes.

    python tools/model_classes.py TYPE=CLASS… > models/classes.txt

CLASS is what the family builds (LlamaForCausalLM). Every other public class of transformers with the same configuration is built on the
meta device beside it; models/families/README.md says what the lines mean. A class whose difference no expression explains is left out:
the planner then answers for CLASS and says so.
"""
import copy
import importlib
import signal
import sys
import warnings

warnings.filterwarnings("ignore")
import recipe_builds  # noqa: E402
import torch  # noqa: E402
import transformers  # noqa: E402
from transformers import PreTrainedModel  # noqa: E402
from transformers.models.auto.configuration_auto import CONFIG_MAPPING  # noqa: E402

LABELS = 7
MOST_ADDED = 24


def parts_of(model):
    """{parameter: (shape, kind of its module)} without the second names of shared ones."""
    out = {}
    for name, module in model.named_modules():
        for key, value in module._parameters.items():
            if value is not None:
                out[f"{name}.{key}" if name else key] = (tuple(value.shape), recipe_builds.kind_of(module), key)
    return out


def build(cls, config):
    signal.alarm(30)
    try:
        with torch.device("meta"):
            model = cls(copy.deepcopy(config))
        model.tie_weights()
        return model
    except Exception:  # refused, or too long
        return None
    finally:
        signal.alarm(0)


def under(names, prefix):
    """{name without `prefix`: name}"""
    return {n[len(prefix):]: n for n in names if n.startswith(prefix)}


def bases(model):
    """Prefixes below which the base model may stand."""
    own = [n + "." for n, m in model.named_modules() if n and n.count(".") < 2 and isinstance(m, (PreTrainedModel, torch.nn.Module))]
    return [""] + own


def alignment(main, other, main_model, other_model):
    """The pair of prefixes under which most tensors agree."""
    best = (0, 0, "", "")
    for p in bases(main_model):
        a = under(main, p)
        for q in bases(other_model):
            if q and p and q != p and q.split(".")[-2] != p.split(".")[-2] and min(p.count("."), q.count(".")) > 1:
                continue
            b = under(other, q)
            same = sum(1 for n, full in a.items() if n in b and main[full][0] == other[b[n]][0])
            best = max(best, (same, -len(p) - len(q) - 40 * (p != q), p, q), key=lambda t: t[:2])
    return best[2], best[3], best[0]


def dropped(main, other, p, q):
    """The highest scopes below `p` of which the other class has nothing, and what is left over."""
    have = set(under(other, q))
    gone = [n for n in under(main, p) if n not in have]
    scopes = []
    for name in gone:
        if any(name.startswith(s + ".") or name == s for s in scopes):
            continue
        pieces = name.split(".")
        for depth in range(1, len(pieces) + 1):
            scope = ".".join(pieces[:depth])
            if not any(h == scope or h.startswith(scope + ".") for h in have):
                scopes.append(scope)
                break
    return scopes


class Point:
    def __init__(self, changed, config, main, other):
        self.changed, self.main, self.other = changed, main, other
        self.fields = recipe_builds.fields_of(config)
        self.fields["num_labels"] = config.num_labels


class Difference:
    def __init__(self, model_type, main_name, cls):
        self.type, self.main_class, self.cls = model_type, getattr(transformers, main_name), cls
        self.config_class = CONFIG_MAPPING[model_type]
        self.keys = recipe_builds.few_layers(self.config_class)
        self.points = []

    def config(self, changes=()):
        config = self.config_class.from_dict(copy.deepcopy(self.keys))
        config.num_labels = LABELS
        for key, value in changes:
            inner = config
            *path, last = key.split(".")
            for part in path:
                inner = getattr(inner, part)
            setattr(inner, last, value)
        return config

    def add(self, changes=()):
        try:
            config = self.config(changes)
            main, other = build(self.main_class, config), build(self.cls, config)
        except Exception:
            return None
        if main is None or other is None:
            return None
        point = Point(changes[0][0] if changes else None, config, parts_of(main), parts_of(other))
        point.models = (main, other)
        self.points.append(point)
        return point

    def candidates(self, value):
        out = []
        for key, own in self.points[0].fields.items():
            if isinstance(own, bool) or not isinstance(own, int) or own < 1:
                continue
            for text, made in ((key, own), (f"{key} + 1", own + 1), (f"{key} - 1", own - 1), (f"2 * {key}", 2 * own), (f"{key} / 2", own // 2),
                               (f"3 * {key}", 3 * own), (f"4 * {key}", 4 * own), (f"{key} + 2", own + 2)):
                if made == value:
                    out.append((key, text))
        return out

    def evaluate(self, text, key, point):
        value = point.fields.get(key)
        return None if value is None else int(eval(text.replace(key, str(value)).replace("/", "//")))

    def size(self, name, dim):
        first = self.points[0].other[name][0][dim]
        options = self.candidates(first)
        for key, _ in options:
            if key != "num_labels" and not any(p.changed == key for p in self.points):
                self.add(((key, self.points[0].fields[key] * 2),)) or self.add(((key, self.points[0].fields[key] + 4),))
        if not any(p.changed == "num_labels" for p in self.points):
            self.add((("num_labels", 11),))
        values = [(p, p.other[name][0][dim]) for p in self.points if name in p.other and dim < len(p.other[name][0])]
        if len(values) != len(self.points):
            return None
        if all(v == first for _, v in values):
            return str(first)
        for key, text in options:
            if all(self.evaluate(text, key, p) == v for p, v in values):
                return text
        return None

    def added_lines(self, added):
        lines, modules = [], {}
        for name in added:
            owner, _, key = name.rpartition(".")
            modules.setdefault(owner, []).append(name)
        for owner, names in modules.items():
            kind = self.points[0].other[names[0]][1]
            keys = {n.rpartition(".")[2]: n for n in names}
            if kind in ("linear", "embedding", "norm", "conv", "conv1d") and not set(keys) - {"weight", "bias"} and "weight" in keys and owner:
                shape = self.points[0].other[keys["weight"]][0]
                dims = [self.size(keys["weight"], d) for d in range(len(shape))]
                if None in dims:
                    return None
                if kind == "linear":
                    dims = dims[::-1]
                lines.append(f"  {owner} = {kind}({', '.join(dims)})" + (" bias true" if "bias" in keys and kind != "conv1d" else ""))
                continue
            for key, name in keys.items():
                dims = [self.size(name, d) for d in range(len(self.points[0].other[name][0]))]
                if None in dims:
                    return None
                if owner:
                    lines.append(f"  {owner}")
                lines.append(f"{'    ' if owner else '  '}{key} = tensor({', '.join(dims)})")
        return lines

    def text(self):
        first = self.add()
        if not first:
            return None
        main_model, other_model = first.models
        p, q, same = alignment(first.main, first.other, main_model, other_model)
        if same < 3:
            return None
        covered = under(first.main, p)
        added = [n for n in first.other
                 if not (n.startswith(q) and n[len(q):] in covered and first.main[covered[n[len(q):]]][0] == first.other[n][0])]
        ties = {}
        for tied, source in dict(getattr(other_model, "all_tied_weights_keys", {}) or {}).items():
            ties[tied] = source
        generates = bool(other_model.can_generate())
        head = other_model.get_output_embeddings() if generates else None
        head_name = next((n for n, m in other_model.named_modules() if head is not None and m is head), "")
        if len(added) > MOST_ADDED:
            return None
        gone = dropped(first.main, first.other, p, q)
        kept = {n for n, _ in other_model.named_buffers()}
        gone += [n for n, _ in main_model.named_buffers() if not p and "." not in n and n not in kept]
        body = self.added_lines(added)
        if body is None:
            return None
        move = f" {p[:-1] or '.'} -> {q[:-1] or '.'}"
        body = [f"  without {scope}" for scope in gone] + body
        for name in added:
            if name in ties:
                body.append(f"  tie {name} {ties[name]}" + (" if tie_word_embeddings" if "tie_word_embeddings" in first.fields else ""))
        if generates:
            body.append(f"  head {head_name}" if head_name else "  generates")
        return "\n".join([f"{self.cls.__name__} of {self.type} {self.main_class.__name__}{move}"] + body)


def classes_of(model_type, main_name):
    main = getattr(transformers, main_name)
    module = importlib.import_module(main.__module__)
    wanted = CONFIG_MAPPING[model_type]
    for name in dir(module):
        cls = getattr(module, name)
        if (isinstance(cls, type) and issubclass(cls, PreTrainedModel) and name != main_name and hasattr(transformers, name)
                and cls.__module__ == main.__module__ and getattr(cls, "config_class", None) is wanted
                and not name.endswith(("PreTrainedModel", "PretrainedModel"))):
            yield cls


def main():
    for pair in sys.argv[1:]:
        model_type, main_name = pair.split("=")
        if not hasattr(transformers, main_name) or model_type not in CONFIG_MAPPING:
            continue
        for cls in classes_of(model_type, main_name):
            try:
                text = Difference(model_type, main_name, cls).text()
            except Exception:  # a configuration that cannot be read key by key
                text = None
            if text:
                print(text, flush=True)
            else:
                print(f"{cls.__name__}: left out", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
