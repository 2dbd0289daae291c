#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a tool takes where nobody says, one key a line with a tab before its value as JSON:

    python tools/tool_defaults.py trl sft|dpo|grpo          what `trl COMMAND` ends up with, in an environment with TRL
    python tools/tool_defaults.py transformers              TrainingArguments
    python tools/tool_defaults.py axolotl FOLDER RELEASE    of a source folder, of which nothing is run: classes as they are written
    python tools/tool_defaults.py llama-factory FOLDER RELEASE
    python tools/tool_defaults.py ms-swift FOLDER RELEASE
    python tools/tool_defaults.py vllm FOLDER RELEASE
    python tools/tool_defaults.py sglang FOLDER RELEASE

Keys without a default of their own (None) are left out. tests/fixtures/exchange/defaults/<tool>.tsv keeps what it prints;
test_bare_commands holds that stating a tool's own default changes no plan.
"""
import ast
import dataclasses
import enum
import importlib.metadata
import json
import sys
from pathlib import Path

UNKNOWN = object()


def effective(*made):
    """Fields of dataclasses after their own __post_init__."""
    out = {}
    for each in made:
        for field in dataclasses.fields(each):
            value = getattr(each, field.name)
            out[field.name] = value.value if isinstance(value, enum.Enum) else value
    return out


def trl(command):
    import transformers.training_args
    import trl as library

    transformers.training_args.is_torch_bf16_gpu_available = lambda: True  # as on a card of capability 8.0
    config = {"sft": "SFTConfig", "dpo": "DPOConfig", "grpo": "GRPOConfig"}[command]
    return effective(library.ModelConfig(), getattr(library, config)(output_dir="out"))


def transformers():
    from transformers import TrainingArguments

    return effective(TrainingArguments(output_dir="out"))


def classes_of(folder):
    out = {}
    for path in sorted(Path(folder).rglob("*.py")):
        try:
            tree = ast.parse(path.read_text())
        except SyntaxError:  # a template
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                out.setdefault(node.name, node)
    return out


def value_of(node, classes):
    """The literal that a field's line gives it: 1, field(default=1), Field(default=1), OtherClass.name, "a" if x else "b" is none."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        pass
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == "default":
                return value_of(keyword.value, classes)
        if node.args and ast.unparse(node.func).split(".")[-1] == "Field":
            return value_of(node.args[0], classes)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in classes:
        return written(node.value.id, classes).get(node.attr, UNKNOWN)
    return UNKNOWN


def written(name, classes, seen=()):
    out = {}
    if name not in classes or name in seen:
        return out
    for base in reversed(classes[name].bases):
        out.update(written(ast.unparse(base).split(".")[-1].split("[")[0], classes, (*seen, name)))
    for line in classes[name].body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and "ClassVar" not in ast.unparse(line.annotation):
            value = UNKNOWN if line.value is None else value_of(line.value, classes)
            out[line.target.id] = value
            if value is UNKNOWN:
                out.pop(line.target.id)
    return out


def of_classes(folder, *names):
    classes, out = classes_of(folder), {}
    for name in names or classes:
        out.update(written(name, classes))
    return out


SOURCES = {
    "axolotl": ["AxolotlInputConfig"],
    "llama-factory": ["ModelArguments", "DataArguments", "FinetuningArguments", "GeneratingArguments"],
    "ms-swift": ["SftArguments"],
    "vllm": ["EngineArgs"],
    "sglang": [],  # every class of srt/arg_groups/fields
}


def main():
    tool, arguments = sys.argv[1], sys.argv[2:]
    if tool in SOURCES:
        values, release = of_classes(arguments[0], *SOURCES[tool]), arguments[1]
    else:
        values, release = globals()[tool](*arguments), importlib.metadata.version(tool)
    print(f"# {tool} {release}")
    for key, value in sorted(values.items()):
        if isinstance(value, (bool, int, float, str)) and not key.startswith("_") and value != float("inf"):
            print(f"{key}\t{json.dumps(value)}")


if __name__ == "__main__":
    main()
