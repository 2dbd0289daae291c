# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by gates.sh: the server of the Model Context Protocol."""
import asyncio
import importlib.util
import json
import os
import subprocess
import sys
import unittest

from gates_common import GATES, plan, program
import mcp_server


class Agents(unittest.TestCase):
    def ask(self, method, **parameters):
        return mcp_server.reply_to(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}))

    def tool(self, name, **arguments):
        result = self.ask("tools/call", name=name, arguments=arguments)["result"]
        text = result["content"][0]["text"]
        return text if result["isError"] else json.loads(text)

    def test_every_tool_answers(self):
        self.assertEqual(self.tool("estimate", plan=plan())["verdicts"][0]["fits"], "yes")
        self.assertGreater(self.tool("solve", plan=plan(), maximize="sequence_length")[0]["value"], 512)
        self.assertTrue(any(one["fits"] == "yes" for one in self.tool("advise", plan=plan("lora", "RTX 3060 12GB"))))
        self.assertEqual(len(self.tool("compare", plans=[plan(), plan("lora")])["answers"]), 2)
        self.assertEqual(self.tool("inspect", model="qwen2.5-7b")["parameters"]["total"] > 7e9, True)
        self.assertEqual(self.tool("import_config", text="vllm serve Qwen/Qwen2.5-7B --max-model-len 4096")["plan"]["task"], "infer")
        self.assertGreater(len(self.tool("models")), 50)
        self.assertGreater(len(self.tool("gpus")), 100)

    def refused(self, tool, /, **arguments):
        """What an agent reads that asked wrongly."""
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        self.assertTrue(result["isError"], result)
        return result["content"][0]["text"]

    def code(self, message):
        return mcp_server.reply_to(message if isinstance(message, (str, bytes)) else json.dumps(message))["error"]["code"]

    def test_errors_are_for_the_agent(self):
        self.assertIn("lorra", self.refused("estimate", plan=plan("lorra")))
        self.assertIn("needed: plan", self.refused("estimate"))
        self.assertIn("accepted: plan", self.refused("estimate", plan=plan(), card="L4"))
        self.assertIn("one of", self.refused("solve", plan=plan()))
        self.assertIn("2 to 16", self.refused("compare", plans=[plan()]))
        self.assertIn("2 to 16", self.refused("compare", plans=[plan()] * 17))
        self.assertIn("plans[1]", self.refused("compare", plans=[plan(), "--help"]))
        self.assertIn("plan: accepted: object", self.refused("estimate", plan="--help"))
        self.assertIn("card, cards, price", self.refused("solve", plan=plan(), minimize="cheapest"))

    def test_a_key_that_no_plan_has_is_refused(self):
        for wrong, near in ((plan() | {"sequence_lenght": 8}, "sequence_lenght: .*sequence_length"), (plan() | {"adapter": {"rnk": 4}}, "adapter.rnk: .*adapter.rank")):
            for tool, arguments in (("estimate", {"plan": wrong}), ("solve", {"plan": wrong, "maximize": "micro_batch"}), ("advise", {"plan": wrong}), ("compare", {"plans": [plan(), wrong]})):
                self.assertRegex(self.refused(tool, **arguments), near, tool)

    def test_no_value_is_an_option(self):
        for tool, arguments in (("inspect", {"model": "--help"}), ("inspect", {"model": "-h"}), ("inspect", {"model": ""}),
                                ("solve", {"plan": plan(), "maximize": "--help"}), ("solve", {"plan": plan(), "maximize": ""}),
                                ("import_config", {"text": "vllm serve a/b", "tool": "--help"}), ("import_config", {"text": "x", "tool": "../x"}),
                                ("estimate", {"plan": {"model": {"preset": "--help"}}})):
            self.assertTrue(self.refused(tool, **arguments), arguments)

    def test_what_is_no_text(self):
        deep = {"model": {}}
        for _ in range(5000):
            deep = {"model": deep}
        for text in ("a\0b", "\ud800", "\0"):
            for tool, arguments in (("inspect", {"model": text}), ("import_config", {"text": text}), ("import_config", {"text": "x", "tool": text}),
                                    ("solve", {"plan": plan(), "maximize": text}), ("estimate", {"plan": {"model": {"preset": text}}}),
                                    ("compare", {"plans": [plan(), {"name": text, "method": text}]})):
                self.assertTrue(self.refused(tool, **arguments), (tool, text))
        for tool in ("estimate", "advise"):
            self.assertTrue(mcp_server.call_tool(tool, {"plan": deep})["isError"])

    def test_faults_of_the_protocol(self):
        request = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for broken in ("{", "nothing", "[" * 100000, "{\"a\":" * 100000, b"\xff\xfe{", b"\xc3\x28"):
            self.assertEqual(self.code(broken), -32700, broken[:9])
        for no_request in (5, "text", None, True, [], {}, {"id": 1}, {"method": "ping", "id": 1}, request | {"jsonrpc": "1.0"}, request | {"method": 5},
                           request | {"method": None}, request | {"id": None}, request | {"id": 1.5}, request | {"id": []}, request | {"id": True}):
            self.assertEqual(self.code(json.dumps(no_request)), -32600, no_request)
        self.assertEqual(self.code(request | {"method": "no/such"}), -32601)
        call = request | {"method": "tools/call"}
        for parameters in ({"name": "delete_everything"}, {}, {"name": 5}, {"name": ["estimate"]}, [], "text", 5):
            self.assertEqual(self.code(call | {"params": parameters}), -32602, parameters)
        for arguments in ([], "text", 5, False):
            self.assertTrue(mcp_server.reply_to(json.dumps(call | {"params": {"name": "models", "arguments": arguments}}))["result"]["isError"])
        for silent in ({"method": "notifications/initialized"}, {"method": "tools/call", "params": 5}, {"id": 7, "result": {}}, {"id": 7, "error": {}}):
            self.assertIsNone(mcp_server.reply_to(json.dumps({"jsonrpc": "2.0"} | silent)), silent)
        batch = mcp_server.reply_to(json.dumps([request, 5, {"jsonrpc": "2.0", "method": "notifications/x"}]))
        self.assertEqual([one.get("result", one.get("error", {}).get("code")) for one in batch], [{}, -32600])

    def test_without_plimsoll_each_tool_says_so(self):
        for name in ("/bin/false", "/bin/true", "/bin/ls", "/nonexistent/plimsoll"):
            with program(name):
                self.assertEqual(self.ask("initialize", protocolVersion="2025-06-18")["result"]["protocolVersion"], "2025-06-18")
                for tool, arguments in (("estimate", {"plan": plan()}), ("solve", {"plan": plan(), "minimize": "card"}), ("advise", {"plan": plan()}), ("models", {}),
                                        ("compare", {"plans": [plan(), plan()]}), ("inspect", {"model": "x"}), ("import_config", {"text": "x"}), ("gpus", {})):
                    self.assertIn(name, self.refused(tool, **arguments))

    def test_cards_in_short(self):
        names = self.tool("gpus")
        self.assertLess(len(json.dumps(names)), 20000)
        some = self.tool("gpus", words="a100 sxm4")
        self.assertEqual([one["name"] for one in some][:2], [name for name in names if "A100 SXM4" in name])
        self.assertTrue(all("A100" in one["name"] for one in some))
        self.assertTrue(all(one["memory_bytes"] >= one["usable_bytes"] > 0 for one in some))
        self.assertIn("source", self.tool("gpus", words="h200 sxm", full=True)[0])
        self.assertIn("at most 10", self.refused("gpus", words="rtx", full=True))
        self.assertIn("boolean", self.refused("gpus", words="rtx", full="yes"))
        self.assertEqual(self.tool("gpus", words="no card has these"), [])
        self.assertEqual({one["name"] for one in self.tool("models", words="qwen2.5 7B")}, {one["name"] for one in self.tool("models") if "qwen2.5" in one["name"] and "7b" in one["name"]})

    def test_the_server_goes_on(self):
        call = {"jsonrpc": "2.0", "id": "\ud800", "method": "tools/call", "params": {"name": "inspect", "arguments": {"model": "--help"}}}
        lines = [b"\xff\xfe", b"[" * 100000, json.dumps(call).encode(), b"", json.dumps({"jsonrpc": "2.0", "id": 2, "method": "\ud800"}).encode(),
                 b'{"jsonrpc": "2.0", "id": 3, "method": "ping"}']
        done = subprocess.run([sys.executable, GATES / "mcp_server.py"], input=b"\n".join(lines) + b"\n", capture_output=True, timeout=120, env=os.environ | {"LC_ALL": "C"})
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        replies = [json.loads(line.decode()) for line in done.stdout.splitlines()]
        self.assertEqual(len(replies), 5)
        self.assertEqual(replies[-1], {"jsonrpc": "2.0", "id": 3, "result": {}})

    @unittest.skipUnless(importlib.util.find_spec("mcp"), "no client of the protocol (Python package mcp) is installed")
    def test_a_real_client(self):
        from mcp import ClientSession, StdioServerParameters
        from mcp.client.stdio import stdio_client

        async def talk():
            server = StdioServerParameters(command=sys.executable, args=[str(GATES / "mcp_server.py")], env=dict(os.environ))
            async with stdio_client(server) as (reads, writes), ClientSession(reads, writes) as session:
                await session.initialize()
                tools = {tool.name for tool in (await session.list_tools()).tools}
                answer = await session.call_tool("estimate", {"plan": plan()})
                wrong = await session.call_tool("inspect", {"model": "--help"})
                try:
                    await session.call_tool("delete_everything", {})
                    code = None
                except Exception as error:  # its class has another name in mcp 1 than in mcp 2
                    code = error.error.code
                return tools, json.loads(answer.content[0].text), wrong, code

        tools, answer, wrong, code = asyncio.run(talk())
        self.assertIn("--help", wrong.content[0].text)
        self.assertEqual(code, -32602)
        self.assertEqual(tools, set(mcp_server.TOOLS))
        self.assertEqual(answer["verdicts"][0]["fits"], "yes")


if __name__ == "__main__":
    unittest.main(verbosity=1)
