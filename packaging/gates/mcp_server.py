#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server of the Model Context Protocol over standard input and output: plimsoll's answers as tools for agents. The standard library alone.

    {"mcpServers": {"plimsoll": {"command": "/usr/share/plimsoll/gates/mcp_server.py"}}}

Tools read and answer; none writes a file or reaches the network. Whatever stands in a line, the server answers it and goes on."""
import contextlib
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plimsoll_gate as gate  # noqa: E402

PROTOCOLS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
NO_JSON, NO_REQUEST, NO_METHOD, BAD_PARAMETERS, OWN_FAULT = -32700, -32600, -32601, -32602, -32603  # JSON-RPC 2.0, section 5.1
PLAN = {"type": "object", "description": 'A plan (plimsoll.plan/1): {"model": {"preset": "qwen2.5-7b"} or {"hub": "org/name"}, "method": "full | lora | qlora", '
        '"sequence_length": 2048, "target": {"gpus": ["RTX 4090"]}, …}; what is left out gets the library\'s default'}
WORDS = {"type": "string", "description": "only those whose names have all of these words"}
MOST_IN_FULL = 10
CARD = ("name", "memory_bytes", "usable_bytes", "compute_capability")


def schema(properties, required):
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TOOLS = {
    "estimate": ("What a plan takes of a GPU's memory, when in the step, and whether it fits", schema({"plan": PLAN}, ["plan"])),
    "solve": ("The largest value of a field, the smallest card or the cheapest offer that holds a plan",
              schema({"plan": PLAN, "maximize": {"type": "string", "description": "micro_batch, sequence_length, rank, context, …"},
                      "minimize": {"type": "string", "enum": ["card", "cards", "price"]}}, ["plan"])),
    "advise": ("Changes that make a plan fit, ranked by the bytes that they save in it", schema({"plan": PLAN}, ["plan"])),
    "compare": ("Plans side by side, term by term", schema({"plans": {"type": "array", "items": PLAN, "minItems": 2, "maxItems": 16}}, ["plans"])),
    "inspect": ("What is understood of a model: modules, shapes, exact counts",
                schema({"model": {"type": "string", "description": "a preset, a Hub id whose configuration is here, or a path"}}, ["model"])),
    "import_config": ("Another tool's configuration or command line as a plan",
                      schema({"text": {"type": "string"}, "tool": {"type": "string", "description": "as the text itself says unless given"}}, ["text"])),
    "models": ("The models that come with Plimsoll", schema({"words": WORDS}, [])),
    "gpus": ("The cards that Plimsoll knows: their names; with words, those cards and their memory",
             schema({"words": WORDS, "full": {"type": "boolean", "description": "all that is known of them, with sources; of at most 10"}}, [])),
}
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool}


class Refused(Exception):
    """What plimsoll said, for the agent to mend."""


def fault_in(value, accepts, at):
    """The first thing in a value that its schema does not take; None where it takes all of it."""
    if not isinstance(value, KINDS[accepts["type"]]):
        return f"{at}: accepted: {accepts['type']}"
    if "enum" in accepts and value not in accepts["enum"]:
        return f"{at}: accepted: {', '.join(accepts['enum'])}"
    if isinstance(value, list):
        if not accepts["minItems"] <= len(value) <= accepts["maxItems"]:
            return f"{at}: accepted: {accepts['minItems']} to {accepts['maxItems']} of them"
        return next((fault for index, one in enumerate(value) if (fault := fault_in(one, accepts["items"], f"{at}[{index}]"))), None)
    if "properties" not in accepts:
        return None
    if set(accepts["required"]) - set(value) or set(value) - set(accepts["properties"]):
        return f"{at}: accepted: {', '.join(accepts['properties']) or 'nothing'}" + (f"; needed: {', '.join(accepts['required'])}" if accepts["required"] else "")
    return next((fault for key, one in value.items() if (fault := fault_in(one, accepts["properties"][key], key))), None)


def asked(arguments, text=None):
    """What plimsoll answers. A key that no plan has is refused: an agent would take the answer for one of what it asked."""
    status, out, messages = gate.run(arguments, text=text)
    answer = gate.read(out)
    if ignored := dict.fromkeys(re.findall(r"^plimsoll: warning: (\S+: no such field, .*)$", messages, re.M)):
        raise Refused("; ".join(ignored))
    if status is None or answer is None:
        raise Refused(gate.said(messages) or gate.not_asked(status, messages).message)
    return answer


def with_plan(command, plan, *more):
    return asked([command, "--plan=-", *more, "--format=json"], text=json.dumps(plan))


def compare(plans):
    with contextlib.ExitStack() as stack:
        arguments = ["compare"]
        for plan in plans:
            file = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".plimsoll", encoding="utf-8"))
            json.dump(plan, file)
            file.flush()
            arguments.append(f"--plan={file.name}")
        return asked([*arguments, "--format=json"])


def solve(plan, maximize=None, minimize=None):
    if (maximize is None) == (minimize is None):
        raise Refused("one of maximize and minimize")
    return with_plan("solve", plan, f"--maximize={maximize}" if minimize is None else f"--minimize={minimize}")


def inspect(model):
    if model.startswith("-"):
        raise Refused(f"model: read {model}, accepted: a preset, a Hub id or a path")
    return asked(["inspect", "--format=json", "--", model])


def having(words, entries, *keys):
    """The entries in whose names every word stands."""
    wanted = words.casefold().split()
    named = [(" ".join([*(str(one.get(key) or "") for key in keys), *one.get("aliases", [])]).casefold(), one) for one in entries]
    return [one for names, one in named if all(word in names for word in wanted)]


def gpus(words="", full=False):
    found = having(words, asked(["gpus", "--format=json"]), "name", "vendor", "architecture")
    if full and len(found) > MOST_IN_FULL:
        raise Refused(f"{len(found)} cards have these words, in full at most {MOST_IN_FULL}: name more words, or ask without full")
    if not words.split():
        return [one["name"] for one in found]
    return found if full else [{key: one[key] for key in CARD} for one in found]


def call(name, given):
    if name == "estimate":
        return with_plan("estimate", given["plan"], "--brief")
    if name == "solve":
        return solve(**given)
    if name == "advise":
        return with_plan("advise", given["plan"])
    if name == "compare":
        return compare(given["plans"])
    if name == "inspect":
        return inspect(given["model"])
    if name == "import_config":
        return asked(["import", *([f"--from={given['tool']}"] if given.get("tool") else []), "--format=json", "-"], text=given["text"])
    if name == "models":
        return having(given.get("words", ""), asked(["models", "--format=json"]), "name", "title", "family", "hub")
    return gpus(**given)


def call_tool(name, given):
    """A fault of what an agent gave is the tool's result, which the agent reads and mends."""
    try:
        if fault := fault_in(given, TOOLS[name][1], "arguments"):
            raise Refused(fault)
        text, wrong = json.dumps(call(name, given), ensure_ascii=False, separators=(",", ":")), False
    except Refused as error:
        text, wrong = str(error), True
    except (OSError, ValueError, RecursionError) as error:  # ValueError: also of Unicode
        text, wrong = f"arguments: {error}", True
    return {"content": [{"type": "text", "text": text}], "isError": wrong}


class Fault(Exception):
    """A request that has no result: a number and a sentence of JSON-RPC."""


def initialized(parameters):
    wanted = parameters.get("protocolVersion")
    _, version, _ = gate.run(["--version"])
    return {"protocolVersion": wanted if wanted in PROTOCOLS else PROTOCOLS[0], "capabilities": {"tools": {}},
            "serverInfo": {"name": "plimsoll", "version": version.removeprefix("plimsoll ").strip() or "unknown"},
            "instructions": "Ask before multiplying parameters by bytes. Bytes are whole numbers; null means not known, never 0."}


def result_of(method, parameters):
    if method == "initialize":
        return initialized(parameters)
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": [{"name": name, "description": about, "inputSchema": accepts, "annotations": {"readOnlyHint": True, "openWorldHint": False}}
                          for name, (about, accepts) in TOOLS.items()]}
    if method != "tools/call":
        raise Fault(NO_METHOD, f"no method {method}")
    name = parameters.get("name")
    if not isinstance(name, str) or name not in TOOLS:
        raise Fault(BAD_PARAMETERS, f"Unknown tool: {name}")
    given = parameters.get("arguments")
    return call_tool(name, {} if given is None else given)


def error_of(identity, code, message):
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}


def answer_to(message):
    """Of one request. None for a notification, and for an answer to what was never asked: neither is answered."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return error_of(None, NO_REQUEST, "no request of JSON-RPC 2.0")
    if "method" not in message and ("result" in message or "error" in message):
        return None
    identity, method, parameters = message.get("id"), message.get("method"), message.get("params")
    if "id" in message and (not isinstance(identity, (str, int)) or isinstance(identity, bool)):
        return error_of(None, NO_REQUEST, "id: accepted: text or a whole number")
    if not isinstance(method, str):
        return error_of(identity, NO_REQUEST, "method: accepted: text")
    if "id" not in message:
        return None
    if parameters is not None and not isinstance(parameters, dict):
        return error_of(identity, BAD_PARAMETERS, "params: accepted: an object")
    try:
        return {"jsonrpc": "2.0", "id": identity, "result": result_of(method, parameters or {})}
    except Fault as fault:
        return error_of(identity, *fault.args)
    except Exception as error:  # a server that ends takes every later question with it
        return error_of(identity, OWN_FAULT, repr(error))


def reply_to(line):
    """What is answered to a line, which is bytes or text; None where nothing is."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        return error_of(None, NO_JSON, f"no JSON: {error}")
    if not isinstance(message, list) or not message:
        return answer_to(message)
    return [answer for one in message if (answer := answer_to(one)) is not None] or None  # a batch, which 2025-03-26 has


def main():
    for line in sys.stdin.buffer:
        if line.strip() and (reply := reply_to(line)) is not None:
            # A lone surrogate, which a line may have brought, is no character: strict clients take no text with one.
            sys.stdout.buffer.write(json.dumps(reply, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
