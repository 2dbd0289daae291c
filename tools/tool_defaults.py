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
    python tools/tool_defaults.py accelerate                the options of `accelerate launch`, in an environment with accelerate
    python tools/tool_defaults.py llama.cpp FOLDER COMMIT   common/arg.cpp with what common/common.h sets, of a server
    python tools/tool_defaults.py ollama FOLDER COMMIT      envconfig/config.go
    python tools/tool_defaults.py ollama-parameters FOLDER COMMIT   api/types.go (DefaultOptions)

Keys without a default of their own (None) are left out. tests/fixtures/exchange/defaults/<tool>.tsv keeps what it prints;
test_bare_commands holds that stating a tool's own default changes no plan.
"""
import ast
import dataclasses
import enum
import importlib.metadata
import json
import re
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


def accelerate():
    from accelerate.commands.launch import launch_command_parser

    out = {}
    for action in launch_command_parser()._actions:
        long = [name for name in action.option_strings if name.startswith("--")]
        if long and action.nargs != 0:
            out[long[0][2:]] = action.default
    return out


def c_value(text):
    """A literal of C: 1, -1.0f, true, "text", 4 * 1024; a name of an enumeration by its last word ("…_TYPE_AUTO": auto)."""
    text = text.strip()
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r'"[^"]*"', text):
        return text[1:-1]
    if re.fullmatch(r"[-+0-9.eE]+f?", text):
        number = float(text.rstrip("f"))
        return int(number) if "." not in text else number
    if re.fullmatch(r"(GGML_TYPE|LLAMA_[A-Z]+(_[A-Z]+)*)_[A-Z0-9]+(_[0-9]+)?", text):
        return (text.removeprefix("GGML_TYPE_") if text.startswith("GGML_TYPE_") else text.split("_")[-1]).lower()
    return UNKNOWN


def structs_of(header):
    """Structs by name: their members, each with its type's name and its initial value."""
    out = {}
    for name, body in re.findall(r"^struct (\w+)(?: : \w+)? \{\n(.*?)^\};", header, re.M | re.S):
        members = {}
        for line in body.splitlines():
            found = re.match(r"    (?:enum |struct )?([\w:<>]+) +(\w+)(?: *= *([^;]+))?;", line)
            if found:
                members[found.group(2)] = found.groups()
        out[name] = members
    return out


def member_at(structs, path):
    """What "speculative.draft.n_max" of common_params begins with."""
    struct, value = "common_params", None
    for name in path.split("."):
        if name not in structs.get(struct, {}):
            return UNKNOWN
        struct, _, value = structs[struct][name]
    return UNKNOWN if value is None else c_value(value)


def llama_cpp(folder):
    structs = structs_of((Path(folder) / "common/common.h").read_text())
    out = {}
    for block in re.split(r"\badd_opt\(common_arg\(", (Path(folder) / "common/arg.cpp").read_text())[1:]:
        block, *behind = block.split(".set_examples(")
        if behind and not re.search("SERVER|COMMON", behind[0].split(")")[0]):
            continue
        block = block.split("\n    ));")[0]
        names = re.findall(r'"--([\w-]+)"', block.split("}")[0])
        takes = re.search(r"common_params ?& ?params, (int|const std::string &|bool) ?value", block)
        member = re.search(r"params\.([\w.]+) *= *(?:\w+\()*(?:value|gg)", block)
        if not names or not takes:
            continue
        value = member_at(structs, member.group(1)) if member else UNKNOWN
        shown = re.search(r"default: '?([a-z][\w.-]*|-?\d[\d.]*)'?[,;)]", block)
        if shown and value is UNKNOWN:
            value = shown.group(1)
        if value is not UNKNOWN and value != "" and isinstance(value, bool) == (takes.group(1) == "bool"):
            out[names[0 if takes.group(1) == "bool" else -1]] = value
    # words that the parser spells out, and a server's slots: as many as it likes (tools/server)
    out.update({"parallel": -1, "gpu-layers": "auto", "flash-attn": "auto", "split-mode": "layer", "fit": "on"})
    return out


def ollama(folder):
    text = (Path(folder) / "envconfig/config.go").read_text()
    out = {name: False for name in re.findall(r'= Bool\("(\w+)"\)', text)}
    out.update({name: int(value) for name, value in re.findall(r'= Uint(?:64)?\("(\w+)", (\d+)\)', text)})
    functions = dict(re.findall(r'(\w+) += BoolWithDefault\("(\w+)"\)', text))
    for function, value in re.findall(r"(\w+)\((true|false)\), \"", text):
        if function in functions:
            out[functions[function]] = value == "true"
    return out


def ollama_parameters(folder):
    text = (Path(folder) / "api/types.go").read_text()
    names = dict(re.findall(r'^\s+(\w+) +\S+ +`json:"(\w+),omitempty"`', text, re.M))
    body = text.split("func DefaultOptions() Options {")[1].split("\n}")[0]
    out = {}
    for member, value in re.findall(r"(\w+): +([-\d.]+|true|false),", body):
        out[names[member]] = c_value(value)
    return out


# Where a value that is stated is another thing than the same value by silence.
SPOKEN = {
    "llama.cpp": {
        "ctx-size": "0 forbids --fit to lower it",
        "kv-unified": "on where nobody says how many slots",
        "hf-repo": "", "docker-repo": "", "model": "", "model-url": "",
    },
    "ollama": {"OLLAMA_FLASH_ATTENTION": "unset: by the model and the card"},
    "ollama-parameters": {
        "draft_num_predict": "who says it asks for drafts (server/routes.go)",
        "num_batch": "who says it keeps it from growing with the context (server/routes.go, usesAutomaticNumBatch)",
    },
    "accelerate": {"parallelism_config_sp_seq_length_is_variable": "", "fsdp_min_num_params": "of one policy alone"},
}

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
    elif tool in ("llama.cpp", "ollama", "ollama-parameters"):
        values, release = globals()[tool.replace(".", "_").replace("-", "_")](arguments[0]), arguments[1]
    else:
        values, release = globals()[tool](*arguments), importlib.metadata.version(tool)
    print(f"# {tool} {release}")
    for key, value in sorted(values.items()):
        if key not in SPOKEN.get(tool, {}) and isinstance(value, (bool, int, float, str)) and not key.startswith("_") and value != float("inf"):
            print(f"{key}\t{json.dumps(value)}")


if __name__ == "__main__":
    main()
