#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the plans of a Git repository: whether each fits its cards, and what it needs beside the commit that a change starts from.

    plimsoll_check.py                                     every *.plimsoll, each scenario of a session
    plimsoll_check.py --base origin/main --grow-over 5    and none may need 5 % more than there
    plimsoll_check.py train/*.yaml --gpu "A100 SXM4 80GB" configurations of other tools, as plimsoll imports them

Exit status: 0 passed or waived, 1 a rule is broken, 2 bad usage, or plimsoll cannot be run. A waiver has an owner and a day on which it ends:
{"waivers": [{"plan": "train/*.plimsoll", "rule": "growth", "owner": "@someone", "until": "2027-03-31", "reason": "…"}]}"""
import argparse
import contextlib
import datetime
import fnmatch
import json
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plimsoll_gate as gate  # noqa: E402

MARK = "<!-- plimsoll-check -->"
RULES = {"fits": "does not fit", "growth": "grows", "read": "cannot be judged"}
SHOWN_FROM = 1.0  # per cent


@dataclass
class Base:
    """A commit's files, and where the files of the working tree were in it. `renamed`: by the path of now the path of then, both from the
    top, as `git diff -M` finds them."""
    top: Path
    tree: Path
    renamed: dict

    def of(self, plan):
        """The file of then; None where there was none, or where the plan is outside of the repository."""
        path = Path(plan)
        try:
            inside = (path.parent.resolve() / path.name).relative_to(self.top)
        except ValueError:
            return None
        then = self.tree / self.renamed.get(str(inside), inside)
        return then if then.exists() else None


def usage(text):
    print(f"plimsoll_check: {text}", file=sys.stderr)
    raise SystemExit(2)


def git(*arguments):
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError as error:
        usage(f"git: {error}")
    if done.returncode != 0:
        usage(f"git {' '.join(arguments)}: {os.fsdecode(done.stderr).strip()}")
    return os.fsdecode(done.stdout)


def stated(waiver, key):
    text = waiver[key]
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{key}: read {json.dumps(text)}")
    return text


def waiver_of(one):
    if not isinstance(one, dict) or one.get("rule", "any") not in (*RULES, "any"):
        raise ValueError(f"rule: accepted: {', '.join(RULES)} or any")
    return {"plan": stated(one, "plan"), "owner": stated(one, "owner").strip(), "rule": one.get("rule", "any"),
            "until": datetime.date.fromisoformat(stated(one, "until"))}


def waivers_in(path, today):
    """Those that hold, and sentences about those that do not any more."""
    if not path.exists():
        return [], []
    try:
        listed = [waiver_of(one) for one in json.loads(path.read_text(encoding="utf-8"))["waivers"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        usage(f"{path}: a waiver has plan, rule, owner and until (YYYY-MM-DD): {error!r}")
    ended = [f"The waiver of {one['owner']} for `{one['plan']}` ended on {one['until']}." for one in listed if one["until"] < today]
    return [one for one in listed if one["until"] >= today], ended


def waived(waivers, plan, rule):
    return next((one for one in waivers if fnmatch.fnmatch(plan, one["plan"]) and one["rule"] in (rule, "any")), None)


def judged(path, gpus):
    """By the scenario's name; of a plan alone by None."""
    return gate.judge_scenarios(path, gpus) if path.suffix == ".plimsoll" else {None: gate.judge_config(path, gpus)}


def growth_of(now, before):
    """Per cent; None where one of both is not known."""
    if before is None or not now.device_bytes or not before.device_bytes:
        return None
    return 100.0 * (now.device_bytes - before.device_bytes) / before.device_bytes


def broken_rule(now, growth, asked):
    if now.state == "does not fit":
        return "fits"
    if not now.admitted(asked.closed):
        return "read"
    return "growth" if growth is not None and growth > asked.grow_over else None


def cell(text):
    """As a cell of a table: one line, of what every terminal and file can hold."""
    text = " ".join(text.split()).replace("|", "\\|")
    return text.encode("utf-8", "backslashreplace").decode()


def row(title, now, before, growth, verdict):
    change = "new" if before is None else "" if growth is None else "±0" if abs(growth) < SHOWN_FROM else f"{growth:+.1f} %"
    return f"| {cell(title)} | {gate.gib(now.device_bytes)} | {gate.gib(before.device_bytes) if before else '–'} | {change} | {cell(verdict)} |"


def report(rows, notes, broken):
    plans = "1 plan" if len(rows) == 1 else f"{len(rows)} plans"
    head = f"{broken} of {plans} break a rule" if broken else f"{plans}, no rule broken"
    lines = [MARK, f"### GPU memory: {head}", ""]
    if rows:
        lines += ["| plan | needs | before | change | verdict |", "|---|---|---|---|---|", *rows]
    return "\n".join(lines + [""] * bool(notes) + [f"- {cell(note)}" for note in notes]) + "\n"


def verdict_of(now, growth, rule, waiver, asked):
    """For people: what was decided, and why."""
    said = now.sentence()
    if rule is None:
        return f"admitted, not known: {said}" if now.state in ("not known", "not asked") else said
    mark = f"waived until {waiver['until']} by {waiver['owner']} ({RULES[rule]})" if waiver else f"**breaks {rule}**"
    return f"{mark}: {said}" + (f" It needs {growth:.1f} % more, at most {asked.grow_over:g} %." if rule == "growth" else "")


def earlier(before, now, index, scenario):
    """A scenario's judgement of then: by its name, else by its place, where that scenario of then has another name now."""
    names = list(before)
    if scenario not in before and index < len(names) and names[index] not in now:
        return before[names[index]]
    return before.get(scenario)


def checked(plan, base, waivers, asked):
    """A row for each scenario of a file, and how many break a rule."""
    then = base.of(plan) if base else None
    before = judged(then, asked.gpu) if then else {}
    scenarios = judged(Path(plan), asked.gpu)
    rows, broken = [], 0
    for index, (scenario, now) in enumerate(scenarios.items()):
        if now.state == "not asked" and not asked.without_plimsoll:
            usage(f"{now.message}; install plimsoll, name it in PLIMSOLL, or pass without it by --without-plimsoll")
        old = earlier(before, scenarios, index, scenario)
        growth = growth_of(now, old)
        rule = broken_rule(now, growth, asked)
        waiver = waived(waivers, plan, rule) if rule else None
        broken += rule is not None and waiver is None
        title = f"`{plan}`" + ("" if scenario is None else f", {scenario}")
        rows.append(row(title, now, old, growth, verdict_of(now, growth, rule, waiver, asked)))
    return rows, broken


def plans_of(asked):
    """Files from here, each once. Of those that Git has, only what is still there."""
    if not asked.plans:
        listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.plimsoll").split("\0")
        return sorted({name for name in listed if name and os.path.lexists(name)})
    here = Path.cwd().resolve()
    out = set()
    for name in asked.plans:
        path = Path(name).parent.resolve() / Path(name).name
        out.add(str(path.relative_to(here)) if path.is_relative_to(here) else name)
    return sorted(out)


def check(asked, base):
    today = datetime.date.fromisoformat(asked.today) if asked.today else datetime.date.today()
    waivers, notes = waivers_in(Path(asked.waivers), today)
    plans = plans_of(asked)
    if not plans:
        notes.append("There is no plan here: no file is called *.plimsoll.")
    rows, broken = [], 0
    for plan in plans:
        some, more = checked(plan, base, waivers, asked)
        rows += some
        broken += more
    return report(rows, notes, broken), broken


@contextlib.contextmanager
def base_at(commit):
    """The files of a commit, for as long as they are compared with."""
    with tempfile.TemporaryDirectory() as folder:
        git("-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", "--quiet", f"{folder}/base", commit)
        try:
            moved = git("diff", "-M", "-z", "--name-status", "--no-relative", "--diff-filter=R", commit).split("\0")
            yield Base(Path(git("rev-parse", "--show-toplevel").rstrip("\n")).resolve(), Path(folder, "base"), dict(zip(moved[2::3], moved[1::3])))
        finally:
            git("worktree", "remove", "--force", f"{folder}/base")


def percentage(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plans", nargs="*", help="files; without, every *.plimsoll that git knows or does not ignore")
    parser.add_argument("--base", help="a commit to compare with")
    parser.add_argument("--grow-over", type=percentage, default=5.0, metavar="PERCENT", help="more growth than that breaks a rule; 5 unless given")
    parser.add_argument("--gpu", action="append", default=[], help="a card instead of the plans' own")
    parser.add_argument("--waivers", default=".plimsoll-waivers.json")
    parser.add_argument("--closed", action="store_true", help="what is not known breaks a rule")
    parser.add_argument("--without-plimsoll", action="store_true", help="where plimsoll cannot be run every plan is admitted, with a word about it")
    parser.add_argument("--markdown", help="where the report goes as well")
    parser.add_argument("--today", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    asked = parsed()
    with base_at(asked.base) if asked.base else contextlib.nullcontext() as base:
        text, broken = check(asked, base)
    print(text, end="")
    if asked.markdown:
        try:
            Path(asked.markdown).write_text(text, encoding="utf-8")
        except OSError as error:
            usage(f"--markdown: {error}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
