#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the plans of a Git repository: whether each fits its cards, and what it needs beside the commit that a change starts from.

    plimsoll_check.py                                     every *.plimsoll
    plimsoll_check.py --base origin/main --grow-over 5    and none may need 5 % more than there
    plimsoll_check.py train/*.yaml --gpu "A100 SXM4 80GB" configurations of other tools, as plimsoll imports them

Exit status: 0 passed or waived, 1 a rule is broken, 2 bad usage. A waiver has an owner and a day on which it ends:
{"waivers": [{"plan": "train/*.plimsoll", "rule": "growth", "owner": "@someone", "until": "2027-03-31", "reason": "…"}]}"""
import argparse
import datetime
import fnmatch
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plimsoll_gate as gate  # noqa: E402

MARK = "<!-- plimsoll-check -->"
RULES = ("fits", "growth", "read")
SHOWN_FROM = 1.0  # per cent


def usage(text):
    print(f"plimsoll_check: {text}", file=sys.stderr)
    raise SystemExit(2)


def git(*arguments):
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        usage(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def waivers_in(path, today):
    """Those that hold, and sentences about those that do not any more."""
    if not path.exists():
        return [], []
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))["waivers"]
        for one in listed:
            one["until"] = datetime.date.fromisoformat(one["until"])
            if not one["owner"] or one.get("rule", "any") not in (*RULES, "any") or not one["plan"]:
                raise ValueError(f"owner, plan, and rule of {', '.join(RULES)} or any")
    except (ValueError, KeyError, TypeError) as error:
        usage(f"{path}: a waiver has plan, rule, owner and until (YYYY-MM-DD): {error!r}")
    ended = [f"The waiver of {one['owner']} for `{one['plan']}` ended on {one['until']}." for one in listed if one["until"] < today]
    return [one for one in listed if one["until"] >= today], ended


def waived(waivers, plan, rule):
    return next((one for one in waivers if fnmatch.fnmatch(plan, one["plan"]) and one.get("rule", "any") in (rule, "any")), None)


def judged(path, gpus):
    return gate.judge_file(path, gpus) if path.suffix == ".plimsoll" else gate.judge_text(None, gpus=gpus, path=path)


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
    return text.replace("|", "\\|").replace("\n", " ")


def row(plan, now, before, growth, verdict):
    change = "new" if before is None else "" if growth is None else "±0" if abs(growth) < SHOWN_FROM else f"{growth:+.1f} %"
    return f"| `{plan}` | {gate.gib(now.device_bytes)} | {gate.gib(before.device_bytes) if before else '–'} | {change} | {cell(verdict)} |"


def report(rows, notes, broken):
    head = f"{broken} of {len(rows)} plans break a rule" if broken else f"{len(rows)} plans, no rule broken"
    lines = [MARK, f"### GPU memory: {head}", ""]
    if rows:
        lines += ["| plan | needs | before | change | verdict |", "|---|---|---|---|---|", *rows]
    return "\n".join(lines + [""] * bool(notes) + [f"- {note}" for note in notes]) + "\n"


def check(asked, base_folder):
    today = datetime.date.fromisoformat(asked.today) if asked.today else datetime.date.today()
    waivers, notes = waivers_in(Path(asked.waivers), today)
    plans = asked.plans or git("ls-files", "--cached", "--others", "--exclude-standard", "--", "*.plimsoll").split("\n")
    rows, broken = [], 0
    for plan in sorted(name for name in plans if name):
        now = judged(Path(plan), asked.gpu)
        old = Path(base_folder, plan) if base_folder else None
        before = judged(old, asked.gpu) if old and old.exists() else None
        growth = growth_of(now, before)
        rule, verdict = broken_rule(now, growth, asked), now.sentence()
        if now.state == "not known" and rule is None:
            verdict = f"admitted, not known: {verdict}"
        if rule:
            waiver = waived(waivers, plan, rule)
            broken += waiver is None
            mark = f"waived until {waiver['until']} by {waiver['owner']}" if waiver else f"**breaks {rule}**"
            verdict = f"{mark}: {verdict}" + (f" It needs {growth:.1f} % more, at most {asked.grow_over:g} %." if rule == "growth" else "")
        rows.append(row(plan, now, before, growth, verdict))
    return report(rows, notes, broken), broken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plans", nargs="*", help="files; without, every *.plimsoll that git knows or does not ignore")
    parser.add_argument("--base", help="a commit to compare with")
    parser.add_argument("--grow-over", type=float, default=5.0, metavar="PERCENT", help="more growth than that breaks a rule; 5 unless given")
    parser.add_argument("--gpu", action="append", default=[], help="a card instead of the plans' own")
    parser.add_argument("--waivers", default=".plimsoll-waivers.json")
    parser.add_argument("--closed", action="store_true", help="what is not known breaks a rule")
    parser.add_argument("--markdown", help="where the report goes as well")
    parser.add_argument("--today", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.base:
        with tempfile.TemporaryDirectory() as folder:
            git("worktree", "add", "--detach", "--quiet", f"{folder}/base", asked.base)
            try:
                inside = git("rev-parse", "--show-prefix").strip()
                text, broken = check(asked, f"{folder}/base/{inside}")
            finally:
                git("worktree", "remove", "--force", f"{folder}/base")
    else:
        text, broken = check(asked, None)
    print(text, end="")
    if asked.markdown:
        Path(asked.markdown).write_text(text, encoding="utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
