# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of packaging/gates share. gates.sh calls them; SOURCE, SCRATCH and PLIMSOLL say where things are."""
import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

SOURCE, SCRATCH = Path(os.environ["SOURCE"]), Path(os.environ["SCRATCH"])
GATES = SOURCE / "packaging/gates"
sys.path.insert(0, str(GATES))
sys.dont_write_bytecode = True


def plan(method="qlora", gpu="RTX 4090", model="qwen2.5-7b", **more):
    return {"model": {"preset": model}, "method": method, "sequence_length": 512, "target": {"gpus": [gpu] if gpu else []}, **more}


def session(*plans, **more):
    """A session of plans by their names, with cards of its own."""
    scenarios = [{"name": name, "plan": {key: value for key, value in one.items() if key != "target"}} for name, one in plans]
    return {"schema": "plimsoll.session/1", "scenarios": scenarios, "cards": {"gpus": ["RTX 4090"]}, **more}


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


def git(folder, *arguments):
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@contextlib.contextmanager
def program(name):
    """Another program in plimsoll's place."""
    before = os.environ["PLIMSOLL"]
    os.environ["PLIMSOLL"] = name
    try:
        yield
    finally:
        os.environ["PLIMSOLL"] = before


# What no plan may say: a field that is none, of another kind, or that is not there.
WRONG = [{"model": {"hub": 5}}, {"modell": {"preset": "qwen2.5-7b"}}, {}, [], "text", {"model": "qwen2.5-7b"}, {"model": {"config": {}}},
         {"model": {"config": "not-there.json"}}, {"model": {"hub": "no name"}}, plan("lorra"), plan() | {"target": {"gpus": "RTX 4090"}},
         plan() | {"target": {"gpus": [5]}}, plan(gpu="RTX 4090:0"), plan(gpu="RTX 4090:x"), plan() | {"sequence_lenght": 8}]
# What Plimsoll may not have heard of: a name.
UNKNOWN = [plan(model="nobody-has-heard-of-it"), plan(gpu="Quantum 9000"), plan(gpu="Quantum 9000:2"), {"method": "lora", "model": {"hub": "nobody/nothing"}},
           plan() | {"model": {"config": {"model_type": "nobody-has-heard-of-it"}}},
           plan() | {"objective": "gkd", "distillation": {"teacher": {"preset": "nobody-has-heard-of-it"}}}]
