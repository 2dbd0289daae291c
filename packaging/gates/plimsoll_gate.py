# SPDX-License-Identifier: GPL-3.0-or-later
"""What the gates share: a plan in, one judgement out, by the command line of plimsoll. Python's standard library alone.

A gate is open by default: what plimsoll does not know (the name of a model or a card, a command that it cannot read, a plan without a card)
is admitted with a warning; what it knows not to fit, and a plan that is wrong or not there, is refused. PLIMSOLL names the program; without
it `plimsoll` on PATH."""
import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# The refusals that say "I have not heard of that name"; every other one says that the plan is wrong.
NOT_HEARD_OF = re.compile(r"[\w.-]+: read .*, accepted: (a preset \(plimsoll models|a model of the local Hugging Face cache|a name of the catalogue)"
                          r"|\w+: model type (?!\(none\))\S+ has no description", re.S)
STATES = ("fits", "open", "not known", "not asked", "does not fit", "wrong")  # the worse, the later
WORDS = {"fits": "fits", "tight": "tight", "unlikely": "unlikely", "does_not_fit": "does not fit", "unknown": "not known"}
LONGEST = 60  # seconds that plimsoll may take
# Warnings of an import by which the plan may be another than the run's: a value that only a shell tells, a file that is not here.
UNREAD = ("unknown_value", "variables_unread", "file", "length_not_stated")
# "H100:8", "8 x H100", "RTX 4090 x2", as an entry of target.gpus names several (docs/schema/plan.md).
COUNTED = re.compile(r"^(?:(?P<front>[1-9]\d*)\s*[x×*]\s*(?P<behind>.+)|(?P<before>.*\S)(?:\s+[x*]|\s*×)\s*(?P<back>[1-9]\d*)|(?P<name>[^:]*):(?P<colon>[1-9]\d*))$")


@dataclass
class Judgement:
    """One plan's. `state`: "fits", "open" (tight or unlikely), "not known", "not asked" (plimsoll could not be run), "does not fit" or
    "wrong". `device_bytes`: the peak on the device, None where it is not known. `notes`: what was taken for granted, to be said of any state."""
    state: str
    message: str = ""
    device_bytes: int | None = None
    verdicts: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    def admitted(self, closed=False):
        return self.state in ("fits", "open") or (self.state in ("not known", "not asked") and not closed)

    def is_silent(self):
        """Whether nothing needs to be said of it."""
        return self.state == "fits" and not self.notes

    def sentence(self):
        """For people: why there is no verdict, or the one that decides; what was taken for granted."""
        return "; ".join([self.verdict(), *self.notes])

    def verdict(self):
        if self.message:
            return self.message
        worst = next((one for fits in ("no", "unknown", "tight", "yes") for one in self.verdicts if one["fits"] == fits), None)
        if worst is None:
            return gib(self.device_bytes)
        card = f"{worst['count']} × {worst['gpu']}" if worst["count"] > 1 else worst["gpu"]
        word = ("probably " if worst["probably"] else "") + WORDS.get(worst["word"], worst["word"])
        return f"{gib(self.device_bytes)}: {word} on {card}. {worst['reason']}".strip()


def worst_of(judgements):
    return max(judgements, key=lambda one: STATES.index(one.state))


def gib(count):
    return "not known" if count is None else f"{count / 2**30:.2f} GiB"


def program():
    return os.environ.get("PLIMSOLL") or "plimsoll"


def run(arguments, text=None, folder=None):
    """Status, output and messages of plimsoll; status None, and why, where it cannot be run, is not given or does not end."""
    try:
        done = subprocess.run([program(), *arguments], input=b"" if text is None else text.encode(), capture_output=True, cwd=folder or None,
                              timeout=LONGEST, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"})
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:  # ValueError: a NUL or a lone surrogate, which no program is given
        return None, "", str(error)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def said(messages):
    """The error of a program's messages, without its name; None where plimsoll gave none."""
    errors = re.split(r"^plimsoll: ", messages, flags=re.M)[1:]
    return next((" ".join(one.removeprefix("-: ").split()) for one in errors if not one.startswith("warning: ")), None)


def read(text):
    """A text of JSON as an object of Python; None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def not_asked(status, messages):
    why = messages if status is None else f"it ended with {status} and without an answer"
    return Judgement("not asked", f"plimsoll ({program()}) could not be asked: {why.strip()}")


def state_of(verdicts):
    found = {one["fits"] for one in verdicts}
    return next((state for fits, state in (("no", "does not fit"), ("unknown", "not known"), ("tight", "open")) if fits in found), "fits")


def judgement_of(status, out, messages):
    """What an `estimate --format json` says."""
    error = said(messages)
    if status == 2 and error:
        return Judgement("not known" if NOT_HEARD_OF.match(error) else "wrong", error)
    answer = read(out)
    if status not in (0, 1, 3) or not isinstance(answer, dict) or not isinstance(answer.get("verdicts"), list):
        return not_asked(status, messages)
    need = answer["peak"]["device_bytes"]
    ignored = [one["text"] for one in answer["warnings"] if one["code"] == "unknown_field" and one["field"]]  # without: of a later session
    if ignored:
        return Judgement("wrong", "; ".join(ignored), need)
    if not answer["verdicts"]:
        return Judgement("not known", f"{gib(need)}, compared with nothing: no card is named", need)
    return Judgement(state_of(answer["verdicts"]), "", need, answer["verdicts"])


def judge(text, gpus=(), folder=None):
    """The text of a plan or session; `folder`: where its relative paths start."""
    return judgement_of(*run(["estimate", "--plan", "-", "--format", "json", "--brief", *(f"--gpu={gpu}" for gpu in gpus)], text, folder))


def judge_plan(plan, gpus=(), folder=None):
    """A plan as an object."""
    try:
        return judge(json.dumps(plan), gpus, folder)
    except (ValueError, RecursionError) as error:
        return Judgement("wrong", f"no plan: {error}")


def text_of(path):
    """The text of a file, or a judgement of what cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8") if Path(path).is_file() else Judgement("wrong", f"{path}: no such file")
    except (OSError, ValueError) as error:
        return Judgement("wrong", f"{path}: {error}")


def judge_file(path, gpus=()):
    """The selected plan of a plan or session file, on these cards or its own."""
    text = text_of(path)
    return text if isinstance(text, Judgement) else judge(text, gpus, Path(path).parent)


def judge_scenarios(path, gpus=()):
    """Every scenario of a session by its name, which is told apart; of a plan one, of the name None."""
    text = text_of(path)
    session = read(text) if isinstance(text, str) else None
    scenarios = session.get("scenarios") if isinstance(session, dict) else None
    if not isinstance(scenarios, list) or len(scenarios) < 2:
        return {None: judge_file(path, gpus)}
    out = {}
    for index, scenario in enumerate(scenarios):
        name = str(scenario.get("name") if isinstance(scenario, dict) else "") or f"scenario {index + 1}"
        out[f"{name} ({index + 1})" if name in out else name] = judge(json.dumps(session | {"selected": index}), gpus, Path(path).parent)
    return out


def counted(entry):
    """An entry of target.gpus as a card's name and how many are said, None where no number stands; (None, None) of what is no such entry."""
    if not isinstance(entry, str):
        return None, None
    found = COUNTED.match(entry.strip())
    if not found:
        return (None, None) if re.search(r":[-\d\s]*\w*$", entry) else (entry.strip(), None)
    return (found["behind"] or found["before"] or found["name"]), int(found["front"] or found["back"] or found["colon"])


def own_cards(plan):
    """The entries of target.gpus of a plan, or of a session's cards; nothing where there are none."""
    for holder in ("target", "cards"):
        held = plan.get(holder) if isinstance(plan, dict) else None
        if isinstance(held, dict) and isinstance(held.get("gpus"), list):
            return held["gpus"]
    return []


def as_many(entries, count):
    """So many of the first of these cards: what a job asks for, of whose kind nothing is said. Entries of several kinds that are together as
    many stay as they are, a run spread over them. Nothing where one is no entry."""
    read_entries = [counted(entry) for entry in entries]
    if not read_entries or any(name is None for name, _ in read_entries):
        return []
    if len(read_entries) > 1 and sum(number or 1 for _, number in read_entries) == count:
        return list(entries)
    return [f"{read_entries[0][0]}:{count}"]


@dataclass
class Imported:
    """`plan`: None, and `why` a judgement, where it is none that plimsoll reads. `unread`: what of it only its run can tell."""
    plan: dict | None = None
    why: Judgement | None = None
    unread: list = field(default_factory=list)


def imported(text, source=None, folder=None):
    """Another tool's configuration or command as a plan."""
    status, out, messages = run(["import", *([f"--from={source}"] if source else []), "--format=json", "-"], text, folder)
    answer, error = read(out), said(messages)
    if status == 0 and isinstance(answer, dict):
        if not isinstance(answer.get("plan"), dict):
            return Imported(why=Judgement("not known", "there is no plan in it"))
        return Imported(answer["plan"], None, [one["text"] for one in answer.get("warnings") or [] if one["code"] in UNREAD])
    if status == 2 and error:
        return Imported(why=Judgement("wrong" if "is not valid" in error or re.match(r"YAML: line \d", error) else "not known", error))
    return Imported(why=not_asked(status, messages))


def judge_text(text, source=None, gpus=(), folder=None):
    """Another tool's configuration or command. What plimsoll cannot read of it is not known: it states no plan that could be wrong, and a
    verdict without it is none of the run."""
    found = imported(text, source, folder)
    judgement = found.why or judge_plan(found.plan, gpus, folder)
    if found.why is not None or judgement.state == "not asked":
        return judgement
    if found.unread:
        message = f"not all of it could be read; what could be is judged so: {judgement.verdict()}"
        return Judgement("not known", message, judgement.device_bytes, notes=found.unread)
    return Judgement("not known", judgement.message) if judgement.state == "wrong" else judgement


def judge_config(path, gpus=()):
    """A file of another tool."""
    text = text_of(path)
    return text if isinstance(text, Judgement) else judge_text(text, None, gpus, Path(path).parent)
