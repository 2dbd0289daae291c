#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options that an engine's own parser takes, one a line with a tab before what it accepts:

    python tools/engine_options.py vllm                      in an environment with vLLM
    python tools/engine_options.py sglang FOLDER             the folder that holds sglang/, with msgspec, torch and transformers
    python tools/engine_options.py llama.cpp FOLDER RELEASE  its source
    python tools/engine_options.py ollama FOLDER RELEASE     its source

-: a switch; N: a whole number; X: a number; T: a text; a|b: one of these. tests/fixtures/exchange/<engine>.txt keeps what it prints,
and test_exchange holds every command that the planner writes against it.
"""
import importlib.machinery
import re
import sys
import types
from pathlib import Path
from typing import get_args


def kind(action, values):
    if action.nargs == 0:
        return "-"
    if action.choices:
        return "|".join(map(str, action.choices))
    for option in action.option_strings:
        if option in values:
            return "|".join(values[option])
    name = getattr(action.type, "__name__", "")
    return "N" if name in ("int", "human_readable_int", "human_readable_int_or_auto") else "X" if name == "float" else "T"


def of_parser(parser, values):
    for action in parser._actions:
        for option in action.option_strings:
            yield f"{option}\t{kind(action, values)}"


def vllm():
    import vllm
    from vllm.config.cache import CacheDType
    from vllm.entrypoints.common.cli_args import make_arg_parser
    from vllm.model_executor.layers.quantization import QuantizationMethods
    from vllm.utils.argparse_utils import FlexibleArgumentParser
    values = {"--kv-cache-dtype": get_args(CacheDType), "--quantization": get_args(QuantizationMethods)}
    print(f"# vLLM {vllm.__version__}: entrypoints/common/cli_args.py, make_arg_parser; config/cache.py, CacheDType; "
          "model_executor/layers/quantization/__init__.py, QuantizationMethods")
    return of_parser(make_arg_parser(FlexibleArgumentParser()), values)


def sglang(folder):
    # its package imports kernels when it is loaded; the parser needs none
    package = types.ModuleType("sglang")
    package.__path__ = [str(Path(folder) / "sglang")]
    package.__spec__ = importlib.machinery.ModuleSpec("sglang", None, is_package=True)
    sys.modules["sglang"] = package
    import argparse
    from sglang.srt.server_args import ServerArgs
    version = re.search(r"version = ['\"]([^'\"]+)", (Path(folder) / "sglang" / "_version.py").read_text()).group(1)
    print(f"# SGLang {version}: srt/server_args.py, ServerArgs.add_cli_args")
    parser = argparse.ArgumentParser()
    ServerArgs.add_cli_args(parser)
    return of_parser(parser, {})


def llama_cpp(folder, release):
    text = (Path(folder) / "common" / "arg.cpp").read_text()
    types_of_cache = re.search(r"kv_cache_types = \{(.*?)\}", text, re.S).group(1)
    names = [name.lower() for name in re.findall(r"GGML_TYPE_(\w+)", types_of_cache)]
    print(f"# llama.cpp {release}: common/arg.cpp, common_params_parser_init, kv_cache_types")
    # the names, what the value looks like unless it is a switch, help, and what is done with it
    declared = r"common_arg\(\s*\{([^{}]*)\},\s*(\"[^\"]*\",(?=\s*(?:\"|string_format)))?(.*?)(?=common_arg\(|\Z)"
    for match in re.finditer(declared, text, re.S):
        shape = (match.group(2) or "").strip('",')
        handler = re.search(r"\[[^\[\]]*\]\(common_params & \w*(?:, (int|bool|const std::string &) )?", match.group(3))
        taken = {"int": "N", "const std::string &": "T"}.get(handler.group(1) if handler else None, "-")
        if "KV cache" in match.group(3) and shape == "TYPE":
            taken = "|".join(names)
        elif re.fullmatch(r"[\[{][\w|,]+[\]}]", shape):
            taken = "|".join(re.split(r"[|,]", shape[1:-1]))
        for option in re.findall(r"\"(-[^\"]+)\"", match.group(1)):
            yield f"{option}\t{taken}"


def ollama(folder, release):
    print(f"# Ollama {release}: envconfig/config.go, AsMap; api/types.go, Runner and Options (PARAMETER); parser/parser.go, "
          "isValidCommand; cmd/cmd.go")
    environment = (Path(folder) / "envconfig" / "config.go").read_text()
    for name in dict.fromkeys(re.findall(r"EnvVar\{\"(\w+)\"|\"\w+\":\s*\{\"(\w+)\"", environment)):
        yield f"{name[0] or name[1]}\tT"
    api = (Path(folder) / "api" / "types.go").read_text()
    for struct in ("Runner", "Options"):
        body = re.search(rf"^type {struct} struct \{{(.*?)^\}}", api, re.S | re.M).group(1)
        for go_type, name in re.findall(r"\w+\s+([*\[\]\w]+)\s+`json:\"(\w+),", body):
            yield f"PARAMETER {name}\t{'N' if 'int' in go_type else 'X' if 'float' in go_type else 'T'}"
    parser = (Path(folder) / "parser" / "parser.go").read_text()
    for name in re.findall(r"\"(\w+)\"", re.search(r"func isValidCommand.*?case (.*?):", parser, re.S).group(1)):
        yield f"{name.upper()}\tT"
    commands = (Path(folder) / "cmd" / "cmd.go").read_text()
    for name in re.findall(r"createCmd\.Flags\(\)\.StringP\(\"\w+\", \"(\w)\"", commands):
        yield f"-{name}\tT"


if __name__ == "__main__":
    makers = {"vllm": vllm, "sglang": sglang, "llama.cpp": llama_cpp, "ollama": ollama}
    for line in makers[sys.argv[1]](*sys.argv[2:]):
        print(line)
