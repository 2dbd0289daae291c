#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys that a training tool's configuration takes, one a line, as its installed release has them:

    python tools/trainer_keys.py trl           dataclasses that `trl sft | dpo | grpo | …` parse
    python tools/trainer_keys.py transformers  TrainingArguments
    python tools/trainer_keys.py accelerate    its file, and with dashes before them `accelerate launch`'s options
    python tools/trainer_keys.py peft          LoraConfig

and of a source folder, of which nothing is run (its classes as they are written):

    python tools/trainer_keys.py axolotl FOLDER RELEASE        AxolotlInputConfig and its integrations' arguments
    python tools/trainer_keys.py llama-factory FOLDER RELEASE  its dataclasses; transformers' TrainingArguments beside them
    python tools/trainer_keys.py ms-swift FOLDER RELEASE       those of `swift` and `megatron`
    python tools/trainer_keys.py unsloth FOLDER RELEASE        arguments of from_pretrained and get_peft_model

tests/fixtures/exchange/<tool>.txt keeps what it prints; test_trainer_keys holds import and export against it. The environment needs
the tool and PyTorch. With --check FILE instead: the file is read by the tool's own reader, and its complaint is the answer.
"""
import ast
import dataclasses
import importlib.metadata
import sys
from pathlib import Path


def fields(*classes):
    return sorted({field.name for each in classes for field in dataclasses.fields(each) if field.init})


def trl_classes():
    import trl
    from trl.scripts.utils import ScriptArguments

    names = ["SFTConfig", "DPOConfig", "GRPOConfig", "RLOOConfig", "KTOConfig", "RewardConfig", "ModelConfig"]
    return [getattr(trl, name) for name in names] + [ScriptArguments]


def trl():
    return fields(*trl_classes())


def transformers():
    from transformers import TrainingArguments

    return fields(TrainingArguments)


def accelerate():
    from accelerate.commands.config.config_args import ClusterConfig
    from accelerate.commands.launch import launch_command_parser

    options = set()
    for action in launch_command_parser()._actions:
        options.update("--" + option.lstrip("-").replace("-", "_") for option in action.option_strings if option.startswith("--"))
    return fields(ClusterConfig) + sorted(options - {"--help"})


def peft():
    from peft import LoraConfig

    return fields(LoraConfig)


def parsed(folder):
    for path in sorted(Path(folder).rglob("*.py")):
        try:
            yield from ast.walk(ast.parse(path.read_text()))
        except SyntaxError:  # a template
            continue


def written_fields(folder, *names):
    classes = {}
    for node in parsed(folder):
        if isinstance(node, ast.ClassDef):
            classes.setdefault(node.name, node)
    out, seen = set(), set()

    def add(name):
        if name in seen or name not in classes:
            return
        seen.add(name)
        for base in classes[name].bases:
            add(ast.unparse(base).split(".")[-1])
        for line in classes[name].body:
            if isinstance(line, ast.AnnAssign) and "ClassVar" not in ast.unparse(line.annotation):
                out.add(line.target.id)

    for name in names:
        if name not in classes:
            sys.exit(f"no class {name}")
        add(name)
    return sorted(name for name in out if not name.startswith("_") and name != "model_config")


def axolotl(folder):
    plugins = ["CutCrossEntropyArgs", "DenseMixerArgs", "DiffusionArgs", "ExpertParallelArgs", "GrokfastArgs", "KDArgs", "KernelsArgs",
               "LigerArgs", "LLMCompressorArgs", "LMEvalArgs", "MoraArgs", "SpectrumArgs", "NemoGymArgs"]
    return written_fields(folder, "AxolotlInputConfig", *plugins)


def llama_factory(folder):
    return written_fields(folder, "ModelArguments", "DataArguments", "FinetuningArguments", "TrainingArguments", "GeneratingArguments")


def ms_swift(folder):
    return written_fields(folder, "SftArguments", "RLHFArguments", "MegatronSftArguments", "MegatronRLHFArguments")


def unsloth(folder):
    classes = {"from_pretrained": ("FastLanguageModel", "FastModel"), "get_peft_model": ("FastLlamaModel", "FastBaseModel")}
    out = set()
    for node in parsed(folder):
        for method in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(method, ast.FunctionDef) and node.name in classes.get(method.name, ()):
                out.update(f"{method.name}.{each.arg}" for each in method.args.args + method.args.kwonlyargs if each.arg != "model")
    return sorted(out)


def check_trl(path):
    from trl import ModelConfig, SFTConfig, TrlParser
    from trl.scripts.utils import ScriptArguments

    *_, rest = TrlParser((ScriptArguments, SFTConfig, ModelConfig)).parse_args_and_config(
        ["--config", path, "--dataset_name", "x", "--output_dir", "/tmp/x"], return_remaining_strings=True
    )
    from accelerate.commands.launch import launch_command_parser

    from trl.cli.accelerate_config import resolve_accelerate_config_argument

    launch_command_parser().parse_args(resolve_accelerate_config_argument(rest) + ["train.py"])


def check_accelerate(path):
    from accelerate.commands.config.config_args import ClusterConfig
    from accelerate.commands.launch import _validate_launch_command, launch_command_parser

    ClusterConfig.from_yaml_file(path)
    _validate_launch_command(launch_command_parser().parse_args(["--config_file", path, "train.py"]))


if __name__ == "__main__":
    tool = sys.argv[1]
    if "--check" in sys.argv:
        for path in sys.argv[3:]:
            globals()["check_" + tool](path)
        sys.exit(0)
    release = sys.argv[3] if len(sys.argv) > 3 else importlib.metadata.version(tool)
    print(f"# {tool} {release}")
    print("\n".join(globals()[tool.replace("-", "_")](*sys.argv[2:3])))
