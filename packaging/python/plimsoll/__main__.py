# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of the wheel: the commands that need neither the window nor the network, with the whole program's options of a plan, its JSON
and its exit statuses. Beside a plan each has the options that its help lists, which are not all of the whole program's: that one, in the
packages of the desktop planner, also reads measurements, snapshots and logs, has amounts, offers and pictures, picks models and cards by words,
shows charts and goes online, and has report, watch and envelope."""
from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from . import _core, api

FITS, DOES_NOT_FIT, BAD_INPUT, OPEN = 0, 1, 2, 3
SUMMARIES = {
    "estimate": "What a plan takes of a GPU's memory, and whether it fits.",
    "compare": "Plans side by side, term by term.",
    "solve": "The largest batch, length, rank or context that fits on a card.",
    "advise": "What to change so that a plan fits, by the bytes it saves.",
    "sweep": "One estimate per value of a field, or per combination of several.",
    "export": "The plan as another tool's configuration or command.",
    "import": "Another tool's configuration or command line as a plan.",
    "inspect": "What was understood of a model: modules, shapes, exact counts.",
    "models": "The models that come with Plimsoll.",
    "gpus": "The cards that Plimsoll knows.",
}


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def status_of(fits: list[str]) -> int:
    """Of verdicts: every card fits, one does not, or one is tight or not known."""
    if "no" in fits:
        return DOES_NOT_FIT
    return OPEN if any(one != "yes" for one in fits) else FITS


def verdicts_of(answers: list[dict]) -> list[str]:
    return [verdict["fits"] for answer in answers for verdict in answer["verdicts"]]


def say_warnings(answer: dict) -> None:
    for warning in answer.get("warnings", []):
        print(f"plimsoll: warning: {warning['text']}", file=sys.stderr)


def add_plan_options(parser: argparse.ArgumentParser, several: bool = False) -> None:
    parser.add_argument("--plan", metavar="FILE", action="append" if several else "store", help="A plan or session file; -: what is piped in.")
    for field in api.fields():
        names = dict.fromkeys(["--" + field["option"], "--" + field["path"].replace("_", "-").replace(".", "-")])
        hidden = field["path"].startswith("libraries.")
        about = argparse.SUPPRESS if hidden else f"{field['about']}: {field['accepted']}.".replace("%", "%%")
        parser.add_argument(*names, dest=field["path"], metavar="VALUE", help=about, action="append" if field["path"] == "target.gpus" else "store")
    parser.add_argument("--set", metavar="PATH=VALUE", action="append", default=[], help="Any field by its path.")


def typed_fields(asked: argparse.Namespace) -> list[tuple[str, str, str]]:
    """Path, value and how an error names it, in the order of the command line: options by the table, then --set."""
    out = []
    for field in api.fields():
        value = getattr(asked, field["path"], None)
        if value is not None:
            out.append((field["path"], json.dumps(value) if isinstance(value, list) else value, "--" + field["option"]))
    for text in asked.set:
        path, equals, value = text.partition("=")
        if not equals:
            raise api.PlimsollError({"message": f'--set: read {text}, accepted: PATH=VALUE, such as adapter.dora=true'})
        out.append((path, value, "--set" if path not in {one["path"] for one in api.fields()} else path))
    return out


def overridden(text: str, asked: argparse.Namespace) -> str:
    for path, value, name in typed_fields(asked):
        ok, out = _core.with_typed(text, path, value)
        if not ok:
            error = json.loads(out)["error"]
            field = error.get("field") or ""
            message = error.get("message") or ""
            raise api.PlimsollError(error | {"message": message.replace(field, name, 1) if field and message.startswith(field) else message})
        text = out
    return text


def text_of(file: str, option: str = "") -> str:
    """What stands in a file, or is piped in. `option`: what an error names before it."""
    if file == "-":
        return sys.stdin.buffer.read().decode("utf-8")
    path = Path(file)
    if not path.is_file():
        raise api.PlimsollError({"message": f"{option}{file}: {'not a regular file' if path.exists() else 'no such file'}"})
    return path.read_text(encoding="utf-8")


def plans_in(file: str) -> dict:
    """The plans of a file, whose name stands before its errors."""
    text = text_of(file, "--plan ")
    try:
        return api.answered(_core.plans_in(text))
    except api.PlimsollError as error:
        raise api.PlimsollError({"message": f"{file}: {str(error).removeprefix('session: ')}"}) from None


def plans_of(asked: argparse.Namespace) -> tuple[list[str], str]:
    """Texts of every plan of every --plan, a session's all, with the overrides; and where their relative paths start."""
    files = asked.plan if isinstance(asked.plan, list) else [asked.plan] if asked.plan else []
    out, folder = [], ""
    for file in files:
        held = plans_in(file)
        chosen = held["plans"] if isinstance(asked.plan, list) else [held["plans"][held["selected"]]]
        out += [overridden(json.dumps(one["plan"]), asked) for one in chosen]
        # what was typed is meant from where it was typed
        folder = "" if file == "-" or getattr(asked, "model") else str(Path(file).parent)
    return out or [overridden("{}", asked)], folder


def run_estimate(asked: argparse.Namespace) -> int:
    if asked.requests:
        return run_requests(asked)
    (text, *_), folder = plans_of(asked)
    if asked.format == "json":
        answer = api.answered(_core.estimate(text, folder, not asked.brief, asked.max, asked.brief))
        print_json(answer)
    else:
        answer = api.answered(_core.estimate(text, folder, False, False, True))
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
        print(api.answered_text(_core.estimate_as(text, folder, asked.format, colour)), end="")
    say_warnings(answer)
    return status_of(verdicts_of([answer]))


def run_requests(asked: argparse.Namespace) -> int:
    lines = text_of(asked.requests).splitlines()
    lines = [line for line in lines if line.strip()]
    failed = False
    for number, (ok, text) in enumerate(_core.estimates(lines, "", False, asked.max, asked.brief), 1):
        if not ok:
            error = {"error": {"line": number} | json.loads(text)["error"]}
            text = json.dumps(error, ensure_ascii=False, separators=(",", ":"))
        print(text)
        failed |= not ok
    return BAD_INPUT if failed else FITS


def run_compare(asked: argparse.Namespace) -> int:
    texts, folder = plans_of(asked)
    answer = api.answered(_core.compare(texts, folder))
    if asked.format == "json":
        print_json(answer)
    else:
        print(api.answered_text(_core.compare_as(texts, folder, asked.format)), end="")
    return status_of(verdicts_of(answer["answers"]))


def run_solve(asked: argparse.Namespace) -> int:
    (text, *_), folder = plans_of(asked)
    if asked.split:
        if asked.maximize:
            raise api.PlimsollError({"message": "solve: accepted: --global-batch and --minimize hours | cost beside --split"})
        answer = api.answered(_core.splits(text, folder, asked.split, asked.global_batch or "", asked.minimize or ""))
        print_json(answer)
        fits = [one["splits"][0]["fits"] if one["splits"] else "no" for one in answer]
        return status_of(fits)
    goals = [(goal, value) for goal, value in (("maximize", asked.maximize), ("minimize", asked.minimize), ("global_batch", asked.global_batch)) if value]
    if len(goals) != 1:
        raise api.PlimsollError({"message": "solve: accepted: one of --maximize, --minimize, --split and --global-batch"})
    answer = api.answered(_core.solve(text, folder, *goals[0]))
    if asked.format == "json":
        print_json(answer)
    else:
        print(api.answered_text(_core.solve_as_text(text, folder, *goals[0])), end="")
    if all(one["value"] is not None for one in answer):
        return FITS
    may = [one for one in answer if one["value"] is None and (one.get("tight_value") is not None or one.get("likely") is not None)]
    return OPEN if may else DOES_NOT_FIT


def run_advise(asked: argparse.Namespace) -> int:
    (text, *_), folder = plans_of(asked)
    answer = api.answered(_core.advise(text, folder))
    if asked.format == "json":
        print_json(answer)
    else:
        for one in answer:
            saves = "–" if one["no_effect"] else f"{one['saves_bytes'] / 2**30:.2f}"
            print(f"{saves:>7} {one['device_bytes'] / 2**30:>7.2f}  {one['word'].replace('_', ' '):<12}  {one['title']}: {one['no_effect'] or one['cost']}")
    found = {one["fits"] for one in answer if one["no_effect"] is None}
    return FITS if "yes" in found else OPEN if found & {"tight", "unknown"} else DOES_NOT_FIT


def run_sweep(asked: argparse.Namespace) -> int:
    (text, *_), folder = plans_of(asked)
    points = _core.sweep(text, folder, asked.over or [])
    for _, line in points:
        print(line)
    return FITS if all(ok for ok, _ in points) else BAD_INPUT


def run_export(asked: argparse.Namespace) -> int:
    (text, *_), folder = plans_of(asked)
    answer = api.answered(_core.export_text(text, folder, asked.to or ""))
    print_json(answer)
    return FITS


def run_import(asked: argparse.Namespace) -> int:
    text = text_of(asked.file)
    answer = api.answered(_core.import_text(text, asked.source, "" if asked.file == "-" else asked.file, asked.model))
    print_json(answer)
    return FITS


def run_inspect(asked: argparse.Namespace) -> int:
    status = FITS
    for ref in asked.refs:
        try:
            if asked.format == "json":
                print_json(api.answered(_core.inspect(ref, asked.rank, asked.targets)))
            else:
                print(api.answered_text(_core.inspect_as_text(ref, asked.rank, asked.targets)), end="")
        except api.PlimsollError as error:
            status = refuse(error)
    return status


def run_models(asked: argparse.Namespace) -> int:
    if asked.format == "json":
        print_json(api.models())
    else:
        for one in api.models():
            print(f"{one['name']:<32}{one['parameters']:>18,}")
    return FITS


def run_gpus(asked: argparse.Namespace) -> int:
    if asked.format == "json":
        print_json(api.gpus())
    else:
        for one in api.gpus():
            print(one["name"])
    return FITS


def refuse(error: Exception) -> int:
    sys.stdout.flush()
    print(f"plimsoll: {error}", file=sys.stderr)
    return BAD_INPUT


def add_options(command: str, parser: argparse.ArgumentParser) -> None:
    formats = {"estimate": ("text", "json", "markdown", "csv"), "compare": ("text", "json", "markdown", "csv"), "export": ("json",),
               "import": ("json",), "sweep": ("jsonl",)}.get(command, ("text", "json"))
    if command in ("estimate", "compare", "solve", "advise", "sweep", "export"):
        add_plan_options(parser, several=command == "compare")
    if command == "estimate":
        parser.add_argument("--requests", metavar="FILE", help="One plan a line in (- is stdin), one estimate a line out.")
        parser.add_argument("--brief", action="store_true", help="JSON without timeline, formulas and sources.")
        parser.add_argument("--max", action="store_true", help="JSON: the largest micro batch and sequence length per card.")
    elif command == "solve":
        for name in ("maximize", "minimize", "global-batch", "split"):
            parser.add_argument(f"--{name}", metavar="WHAT")
    elif command == "sweep":
        parser.add_argument("--over", metavar="FIELD=FROM:TO[:STEP]", action="append")
    elif command == "export":
        parser.add_argument("--to", metavar="TOOL")
    elif command == "import":
        parser.add_argument("file", metavar="FILE", help="A configuration or a command line; - for standard input.")
        parser.add_argument("--from", dest="source", metavar="TOOL", default="")
        parser.add_argument("--model", default="")
    elif command == "inspect":
        parser.add_argument("refs", metavar="REF", nargs="+")
        parser.add_argument("--rank", type=int, default=16)
        parser.add_argument("--targets", action="append", default=[])
    parser.add_argument("--format", choices=formats, default=formats[0])


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(prog="plimsoll", description="Plans the GPU memory of fine-tuning and inference jobs.",
                                     epilog="Exit status: 0 fits, 1 does not fit, 2 bad usage or input, 3 tight or not known.")
    parser.add_argument("--version", "-v", action="version", version=f"plimsoll {_core.version}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in SUMMARIES.items():
        one = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if arguments and arguments[0] == name: # the table of fields is long: only for the command that is asked
            add_options(name, one)
    asked = parser.parse_args(arguments)
    try:
        return globals()[f"run_{asked.command}"](asked)
    except (api.PlimsollError, OSError, UnicodeDecodeError) as error:
        return refuse(error)
    except BrokenPipeError:
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
