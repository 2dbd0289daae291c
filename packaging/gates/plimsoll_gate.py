# SPDX-License-Identifier: GPL-3.0-or-later
"""What the gates share: a plan in, one judgement out, by the command line of plimsoll. Python's standard library alone.

A gate is open by default: what plimsoll does not know (a model, a card, a command that it cannot read) is admitted with a warning; what it
knows not to fit, and a plan that is wrong, is refused. PLIMSOLL names the program; without it `plimsoll` on PATH."""
import json
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

# Fields of an error that say "I have not heard of that", not "that is wrong".
NOT_HEARD_OF = re.compile(r"^(?:[^:]*: )?(?:model|--model|target\.gpus|--gpu|gpu)\b")


@dataclass
class Judgement:
    """One plan's. `state`: "fits", "does not fit", "open" (tight, unlikely or not known), "not known" or "wrong"."""
    state: str
    message: str = ""
    device_bytes: int | None = None
    verdicts: list = field(default_factory=list)

    def admitted(self, closed=False):
        return self.state in ("fits", "open") or (self.state == "not known" and not closed)

    def sentence(self):
        """For people: the first verdict that decides, or why there is none."""
        if self.message:
            return self.message
        for fits in ("no", "unlikely", "tight", "unknown", "yes"):
            for verdict in self.verdicts:
                if verdict["fits"] == fits:
                    return "{}: {} on {}. {}".format(gib(self.device_bytes), verdict["word"], verdict.get("gpu") or "the budget",
                                                     verdict.get("reason") or "").strip()
        return gib(self.device_bytes)


def gib(count):
    return "not known" if count is None else f"{count / 2**30:.2f} GiB"


def program():
    return os.environ.get("PLIMSOLL") or "plimsoll"


def run(arguments, text=None, folder=None, seconds=60):
    """Status, output and messages of plimsoll; status None where it cannot be run or does not end."""
    try:
        done = subprocess.run([program(), *arguments], input=text, capture_output=True, text=True, cwd=folder, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, "", str(error)
    return done.returncode, done.stdout, done.stderr


def said(messages):
    """The error of a program's messages, without its name."""
    lines = [line.removeprefix("plimsoll: ") for line in messages.splitlines() if not line.startswith("plimsoll: warning: ")]
    return lines[0] if lines else "plimsoll said nothing"


def judge_file(path, gpus=(), folder=None):
    """The selected plan of a plan or session file, on these cards or its own."""
    arguments = ["estimate", "--plan", str(path), "--format", "json", "--brief"]
    for gpu in gpus:
        arguments += ["--gpu", gpu]
    status, out, messages = run(arguments, folder=folder)
    if status is None:
        return Judgement("not known", f"plimsoll could not be asked: {messages}")
    if status == 2:
        error = said(messages)
        return Judgement("not known" if NOT_HEARD_OF.match(error) else "wrong", error)
    answer = json.loads(out)
    state = {0: "fits", 1: "does not fit"}.get(status, "open")
    return Judgement(state, "", answer["peak"]["device_bytes"], answer["verdicts"])


def judge_plan(plan, gpus=(), folder=None):
    """A plan as an object; `folder`: where its relative paths start."""
    folder = folder if folder and os.access(folder, os.W_OK) else None
    with tempfile.NamedTemporaryFile("w", suffix=".plimsoll", dir=folder, prefix=".plimsoll-", encoding="utf-8") as file:
        json.dump(plan, file)
        file.flush()
        return judge_file(file.name, gpus)


def imported(text, source=None, path=None):
    """Another tool's configuration or command as a plan; (None, why) where it is none that plimsoll reads."""
    arguments = ["import", str(path) if path else "-", "--format", "json"]
    if source:
        arguments += ["--from", source]
    status, out, messages = run(arguments, text=None if path else text)
    if status is None or not out:
        return None, messages if status is None else said(messages)
    return json.loads(out)["plan"], ""


def judge_text(text, source=None, gpus=(), path=None):
    """Another tool's configuration or command. What plimsoll cannot read is not known to it."""
    plan, why = imported(text, source, path)
    if plan is None:
        return Judgement("not known", why)
    return judge_plan(plan, gpus, Path(path).parent if path else None)
