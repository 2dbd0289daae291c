#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the planner's counts against transformers for every model type that it has, on configurations that nobody chose.

    python tools/compare_types.py path/to/plimsoll [SEED [TYPE…]]

Of each type: its defaults with few layers, two with one to three keys changed at random, and its commonest sizes halved, each with all
keys of the same value, since many must change together. Prints what differs, is refused or is approximate, then how many of each.
"""
import collections
import copy
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")
import recipe_builds
import torch
import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

UNTOUCHED = ("token", "_id", "_ids", "dropout", "layer_types", "version", "_eps", "theta", "beta", "init", "max_position", "sample_rate")
SECONDS = 40


def with_values(keys, values):
    out = copy.deepcopy(keys)
    for path, value in values.items():
        *outer, last = path.split(".")
        inner = out
        for name in outer:
            inner = inner.setdefault(name, {})
        inner[last] = value
    return out


def at_random(fields, dice):
    out = {}
    for path in dice.sample(sorted(fields), min(len(fields), dice.randint(1, 3))):
        value = fields[path]
        out[path] = not value if isinstance(value, bool) else dice.choice([value * 2, max(1, value // 2)])
    return out


def together(fields):
    groups = collections.defaultdict(list)
    for path, value in fields.items():
        if not isinstance(value, bool) and 64 <= value <= 20000 and value % 2 == 0:
            groups[value].append(path)
    for value, paths in sorted(groups.items(), key=lambda group: -len(group[1]))[:3]:
        yield {path: value // 2 for path in paths}


def variants(config_class, keys, dice):
    fields = {path: value for path, value in recipe_builds.fields_of(config_class(**copy.deepcopy(keys))).items()
              if isinstance(value, int) and not any(part in path for part in UNTOUCHED)}
    yield {}
    for _ in range(2):
        yield at_random(fields, dice)
    yield from together(fields)


def built(config_class, class_name, keys):
    """The configuration as it would be saved, and the parameters of its model, those that are tied once."""
    config = config_class.from_dict(copy.deepcopy(keys))
    with torch.device("meta"):
        model = getattr(transformers, class_name)(config)
    model.tie_weights()
    saved = json.loads(config.to_json_string(use_diff=False))
    saved.update(model_type=config_class.model_type, architectures=[class_name])
    return saved, sum(p.numel() for p in {id(p): p for p in model.parameters()}.values())


def counted(program, config):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "config.json")
        file.write_text(json.dumps(config))
        done = subprocess.run([program, "inspect", str(file), "--format", "json"], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip()


def outcome(answer, total):
    if isinstance(answer, str):
        return "refused"
    return "same" if answer["parameters"]["total"] == total else "differs" if answer["exact"] else "approximate"


def main():
    program, dice = sys.argv[1], random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    outcomes = collections.Counter()
    for model_type in sys.argv[3:] or sorted(CONFIG_MAPPING):
        try:
            config_class, class_name = CONFIG_MAPPING[model_type], recipe_builds.class_name_of(model_type)
            keys = json.loads(json.dumps(recipe_builds.few_layers(config_class)))
            changes = list(variants(config_class, keys, dice))
        except (Exception, SystemExit):  # no class for it, or no defaults
            continue
        for changed in changes:
            try:
                signal.alarm(SECONDS)
                config, total = built(config_class, class_name, with_values(keys, changed))
            except (Exception, recipe_builds.TooLong):  # transformers cannot build it either
                continue
            finally:
                signal.alarm(0)
            answer = counted(program, config)
            result = outcome(answer, total)
            outcomes[result] += 1
            if result != "same":
                said = answer if isinstance(answer, str) else answer["parameters"]["total"]
                print(result, model_type, changed, said, "transformers:", total, flush=True)
    print(dict(outcomes))


if __name__ == "__main__":
    main()
