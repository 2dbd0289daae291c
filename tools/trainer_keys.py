#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys that a training tool's configuration takes, one a line, as its installed release has them:

    python tools/trainer_keys.py trl           dataclasses that `trl sft | dpo | grpo | …` parse
    python tools/trainer_keys.py transformers  TrainingArguments
    python tools/trainer_keys.py accelerate    its file, and with dashes before them `accelerate launch`'s options
    python tools/trainer_keys.py peft          LoraConfig

tests/fixtures/exchange/<tool>.txt keeps what it prints; test_trainer_keys holds import and export against it. The environment needs
the tool and PyTorch. With --check FILE instead: the file is read by the tool's own reader, and its complaint is the answer.
"""
import dataclasses
import importlib.metadata
import sys


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
    print(f"# {tool} {importlib.metadata.version(tool)}")
    print("\n".join(globals()[tool]()))
