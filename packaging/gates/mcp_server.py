#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server of the Model Context Protocol over standard input and output: plimsoll's answers as tools for agents. The standard library alone.

    {"mcpServers": {"plimsoll": {"command": "/usr/share/plimsoll/gates/mcp_server.py"}}}

Tools read and answer; none writes a file or reaches the network."""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plimsoll_gate as gate  # noqa: E402

PROTOCOLS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
PLAN = {"type": "object", "description": 'A plan (plimsoll.plan/1): {"model": {"preset": "qwen2.5-7b"} or {"hub": "org/name"}, "method": "full | lora | qlora", '
        '"sequence_length": 2048, "target": {"gpus": ["RTX 4090"]}, …}; what is left out gets the library\'s default'}


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
    "models": ("The models that come with Plimsoll", schema({}, [])),
    "gpus": ("The cards that Plimsoll knows", schema({}, [])),
}


class Refused(Exception):
    """What plimsoll said, for the agent to mend."""


def asked(arguments, text=None):
    status, out, messages = gate.run(arguments, text=text)
    if status is None or (status == 2 and not out):
        raise Refused(messages if status is None else gate.said(messages))
    return json.loads(out)


def with_plan(command, plan, *more):
    import tempfile
    with tempfile.NamedTemporaryFile("w", suffix=".plimsoll", encoding="utf-8") as file:
        json.dump(plan, file)
        file.flush()
        return asked([command, "--plan", file.name, *more, "--format", "json"])


def compare(plans):
    import contextlib
    import tempfile
    with contextlib.ExitStack() as stack:
        arguments = ["compare"]
        for plan in plans:
            file = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".plimsoll", encoding="utf-8"))
            json.dump(plan, file)
            file.flush()
            arguments += ["--plan", file.name]
        return asked([*arguments, "--format", "json"])


def solve(plan, maximize=None, minimize=None):
    if (maximize is None) == (minimize is None):
        raise Refused("one of maximize and minimize")
    return with_plan("solve", plan, *(["--maximize", maximize] if maximize else ["--minimize", minimize]))


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
        return asked(["inspect", given["model"], "--format", "json"])
    if name == "import_config":
        return asked(["import", "-", "--format", "json", *(["--from", given["tool"]] if given.get("tool") else [])], text=given["text"])
    return asked([name, "--format", "json"])


def call_tool(parameters):
    name, given = parameters["name"], parameters.get("arguments") or {}
    if name not in TOOLS:
        return None
    try:
        missing = [key for key in TOOLS[name][1]["required"] if key not in given]
        if missing or set(given) - set(TOOLS[name][1]["properties"]):
            raise Refused(f"accepted: {', '.join(TOOLS[name][1]['properties']) or 'nothing'}")
        return {"content": [{"type": "text", "text": json.dumps(call(name, given), ensure_ascii=False)}], "isError": False}
    except Refused as error:
        return {"content": [{"type": "text", "text": str(error)}], "isError": True}


def result_of(method, parameters):
    """None: there is no such method or tool."""
    if method == "initialize":
        wanted = parameters.get("protocolVersion")
        _, version, _ = gate.run(["--version"])
        return {"protocolVersion": wanted if wanted in PROTOCOLS else PROTOCOLS[0], "capabilities": {"tools": {}},
                "serverInfo": {"name": "plimsoll", "version": version.removeprefix("plimsoll ").strip() or "unknown"},
                "instructions": "Ask before multiplying parameters by bytes. Bytes are whole numbers; null means not known, never 0."}
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": [{"name": name, "description": about, "inputSchema": accepts, "annotations": {"readOnlyHint": True, "openWorldHint": False}}
                          for name, (about, accepts) in TOOLS.items()]}
    return call_tool(parameters) if method == "tools/call" else None


def reply_to(line):
    """None for a notification, which has no answer."""
    try:
        message = json.loads(line)
        method, identity = message["method"], message.get("id")
    except (ValueError, KeyError, TypeError):
        return {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no request of JSON-RPC"}}
    if identity is None:
        return None
    try:
        result = result_of(method, message.get("params") or {})
    except (KeyError, TypeError, AttributeError) as error:
        return {"jsonrpc": "2.0", "id": identity, "error": {"code": -32602, "message": f"parameters: {error!r}"}}
    if result is None:
        return {"jsonrpc": "2.0", "id": identity, "error": {"code": -32601, "message": f"no method or tool {method}"}}
    return {"jsonrpc": "2.0", "id": identity, "result": result}


def main():
    for line in sys.stdin:
        if line.strip() and (reply := reply_to(line)) is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
