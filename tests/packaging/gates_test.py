# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by gates.sh: what the gates of packaging/gates admit and refuse. SOURCE, SCRATCH and PLIMSOLL say where things are."""
import asyncio
import contextlib
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import unittest
import urllib.request
from pathlib import Path

SOURCE, SCRATCH = Path(os.environ["SOURCE"]), Path(os.environ["SCRATCH"])
GATES = SOURCE / "packaging/gates"
sys.path.insert(0, str(GATES))
sys.dont_write_bytecode = True
import kubernetes_admission  # noqa: E402
import mcp_server  # noqa: E402
import plimsoll_check  # noqa: E402
import plimsoll_gate as gate  # noqa: E402


def plan(method="qlora", gpu="RTX 4090", model="qwen2.5-7b", **more):
    return {"model": {"preset": model}, "method": method, "sequence_length": 512, "target": {"gpus": [gpu] if gpu else []}, **more}


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


def git(folder, *arguments):
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


class Judgements(unittest.TestCase):
    def test_states(self):
        self.assertEqual(gate.judge_plan(plan()).state, "fits")
        refused = gate.judge_plan(plan("full"))
        self.assertEqual(refused.state, "does not fit")
        self.assertRegex(refused.sentence(), r"GiB: .* on .*RTX 4090")
        self.assertFalse(refused.admitted())
        self.assertEqual(gate.judge_plan(plan(gpu=None)).state, "fits")

    def test_what_is_not_known_is_admitted_and_what_is_wrong_is_not(self):
        for unknown in (plan(model="nobody-has-heard-of-it"), plan(gpu="Quantum 9000"), {"method": "lora", "model": {"hub": "nobody/nothing"}}):
            judgement = gate.judge_plan(unknown)
            self.assertEqual(judgement.state, "not known", judgement.message)
            self.assertTrue(judgement.admitted() and not judgement.admitted(closed=True))
        wrong = gate.judge_plan(plan("lorra"))
        self.assertEqual((wrong.state, wrong.admitted()), ("wrong", False))
        self.assertIn("lorra", wrong.message)

    def test_without_plimsoll_nothing_is_refused(self):
        before = os.environ["PLIMSOLL"]
        os.environ["PLIMSOLL"] = "/nonexistent/plimsoll"
        try:
            self.assertTrue(gate.judge_plan(plan("full")).admitted())
        finally:
            os.environ["PLIMSOLL"] = before


class Repository(unittest.TestCase):
    def setUp(self):
        self.folder = SCRATCH / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()
        self.before = Path.cwd()
        os.chdir(self.folder)
        git(".", "init", "-q")
        write(Path("train/a.plimsoll"), plan())
        write(Path("b.plimsoll"), plan(sequence_length=512))
        git(".", "add", ".")
        git(".", "commit", "-qm", "plans")

    def tearDown(self):
        os.chdir(self.before)

    def check(self, *arguments):
        out = io.StringIO()
        sys.argv = ["plimsoll_check", *arguments]
        with contextlib.redirect_stdout(out):
            status = plimsoll_check.main()
        return status, out.getvalue()

    def test_growth_beside_the_base(self):
        self.assertEqual(self.check("--base", "HEAD")[0], 0)
        write(Path("train/a.plimsoll"), plan(sequence_length=4096))
        write(Path("new.plimsoll"), plan())
        status, text = self.check("--base", "HEAD")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"`train/a.plimsoll` \| [\d.]+ GiB \| [\d.]+ GiB \| \+[\d.]+ % \| \*\*breaks growth\*\*")
        self.assertRegex(text, r"`b.plimsoll` .* ±0 ")
        self.assertRegex(text, r"`new.plimsoll` .* – \| new ")
        self.assertEqual(self.check("--base", "HEAD", "--grow-over", "1000")[0], 0)
        self.assertEqual(subprocess.run(["git", "worktree", "list"], capture_output=True, text=True).stdout.count("\n"), 1)

    def test_waivers_have_owners_and_end(self):
        write(Path("b.plimsoll"), plan("full"))
        waiver = {"plan": "b.*", "rule": "fits", "owner": "@somebody", "until": "2026-12-31", "reason": "a bigger card comes"}
        write(Path(".plimsoll-waivers.json"), {"waivers": [waiver]})
        status, text = self.check("--today", "2026-12-31")
        self.assertEqual(status, 0, text)
        self.assertIn("waived until 2026-12-31 by @somebody", text)
        status, text = self.check("--today", "2027-01-01")
        self.assertEqual(status, 1)
        self.assertIn("The waiver of @somebody for `b.*` ended on 2026-12-31.", text)
        write(Path(".plimsoll-waivers.json"), {"waivers": [waiver | {"rule": "growth"}]})
        self.assertEqual(self.check("--today", "2026-12-31")[0], 1)
        for wrong in (waiver | {"owner": ""}, waiver | {"until": "soon"}, {key: waiver[key] for key in ("plan", "rule", "until")}):
            write(Path(".plimsoll-waivers.json"), {"waivers": [wrong]})
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                self.check()

    def test_configurations_of_other_tools(self):
        Path("train.sh").write_text('trl sft --model_name_or_path Qwen/Qwen2.5-7B --per_device_train_batch_size 1 --bf16 True\n')
        status, text = self.check("train.sh", "--gpu", "RTX 3060 12GB")
        self.assertIn("`train.sh`", text)
        Path("notes.sh").write_text("echo hello\n")
        status, text = self.check("notes.sh")
        self.assertEqual(status, 0, text)
        self.assertIn("admitted, not known", text)
        self.assertEqual(self.check("--closed", "notes.sh")[0], 1)
        self.assertFalse(list(Path(".").glob(".plimsoll-*")))

    @unittest.skipUnless(shutil.which("pre-commit"), "pre-commit is not installed")
    def test_pre_commit(self):
        hooks = SCRATCH / "hooks"
        (hooks / "packaging").mkdir(parents=True)
        shutil.copytree(GATES, hooks / "packaging/gates", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(SOURCE / ".pre-commit-hooks.yaml", hooks)
        git(hooks, "init", "-q")
        git(hooks, "add", ".")
        git(hooks, "commit", "-qm", "hooks")
        subprocess.run(["pre-commit", "validate-manifest", str(hooks / ".pre-commit-hooks.yaml")], check=True)
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hooks, capture_output=True, text=True, check=True).stdout.strip()
        Path(".pre-commit-config.yaml").write_text(f"repos:\n- repo: {hooks}\n  rev: {head}\n  hooks:\n  - id: plimsoll\n")
        environment = os.environ | {"PRE_COMMIT_HOME": str(SCRATCH / "pre-commit"), "HOME": str(SCRATCH)}
        run = lambda: subprocess.run(["pre-commit", "run", "--all-files"], capture_output=True, text=True, env=environment)  # noqa: E731
        git(".", "add", ".")
        done = run()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("plans fit their cards", done.stdout)
        write(Path("b.plimsoll"), plan("full"))
        git(".", "add", ".")
        done = run()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("breaks fits", done.stdout)

    def test_steps_of_the_action(self):
        text = (GATES / "github/action.yml").read_text()
        blocks = re.findall(r"^      run: \|\n((?:        .*\n|\n)+)|^      run: (.*)$", text, re.M)
        check, comment, end = ["\n".join(line[8:] for line in block.splitlines()) + "\n" if block else one for block, one in blocks]
        write(Path("b.plimsoll"), plan("full"))
        temp = SCRATCH / "runner"
        temp.mkdir()
        said = SCRATCH / "gh-was-called"
        (temp / "gh").write_text(f'#!/bin/sh\necho "$@" >>"{said}"\ncase $* in *--paginate*) [ ! -f "{temp}/there" ] || echo 7 ;; esac\n')
        (temp / "gh").chmod(0o755)
        environment = os.environ | {"PLANS": "b.plimsoll train/*.plimsoll", "BASE": "HEAD", "GROW_OVER": "5", "GPU": "", "WAIVERS": ".plimsoll-waivers.json",
                                    "CLOSED": "false", "RUNNER_TEMP": str(temp), "GITHUB_OUTPUT": str(temp / "output"), "GITHUB_REPOSITORY": "o/r",
                                    "GITHUB_STEP_SUMMARY": str(temp / "summary"), "GITHUB_ACTION_PATH": str(GATES / "github"), "NUMBER": "12",
                                    "PATH": f"{temp}:{os.environ['PATH']}"}
        run = lambda script, **more: subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], env=environment | more, capture_output=True, text=True)  # noqa: E731
        done = run(check)
        self.assertEqual(done.returncode, 0, done.stderr)
        output = dict(line.split("=", 1) for line in (temp / "output").read_text().splitlines())
        self.assertEqual(output["status"], "1")
        self.assertIn("**breaks fits**", (temp / "summary").read_text())
        self.assertEqual(run(end, STATUS=output["status"]).returncode, 1)
        self.assertEqual(run(comment, REPORT=output["report"]).returncode, 0)
        (temp / "there").touch()
        self.assertEqual(run(comment, REPORT=output["report"]).returncode, 0)
        calls = said.read_text()
        self.assertIn("--method POST repos/o/r/issues/12/comments", calls)
        self.assertIn("--method PATCH repos/o/r/issues/comments/7", calls)
        self.assertTrue(Path(output["report"]).read_text().startswith("<!-- plimsoll-check -->"))


class Admission(unittest.TestCase):
    def review(self, item):
        return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u-1", "object": item}}

    def answer(self, item, closed=False):
        out = kubernetes_admission.answer(self.review(item), closed)
        self.assertEqual((out["apiVersion"], out["kind"], out["response"]["uid"]), ("admission.k8s.io/v1", "AdmissionReview", "u-1"))
        return out["response"]

    def pod(self, value=None, command=None, gpus="1"):
        container = {"name": "c", "command": command or ["sleep"], "resources": {"limits": {"nvidia.com/gpu": gpus} if gpus else {}}}
        annotations = {kubernetes_admission.PLAN: json.dumps(value)} if value else {}
        return {"metadata": {"annotations": annotations}, "spec": {"containers": [container]}}

    def test_plans_of_pods_and_of_what_makes_pods(self):
        self.assertEqual(self.answer(self.pod(plan())), {"uid": "u-1", "allowed": True})
        refused = self.answer(self.pod(plan("full")))
        self.assertFalse(refused["allowed"])
        self.assertEqual(refused["status"]["code"], 403)
        self.assertIn("RTX 4090", refused["status"]["message"])
        self.assertFalse(self.answer({"kind": "Job", "spec": {"template": self.pod(plan("full"))}})["allowed"])
        self.assertFalse(self.answer({"spec": {"jobTemplate": {"spec": {"template": self.pod(plan("full"))}}}})["allowed"])
        other = self.pod(plan("full"))
        other["metadata"]["annotations"][kubernetes_admission.GPU] = "H200 SXM:4"
        self.assertTrue(self.answer(other)["allowed"])

    def test_commands(self):
        serve = ["vllm", "serve", "Qwen/Qwen2.5-7B-Instruct", "--max-model-len", "4096"]
        self.assertTrue(self.answer(self.pod(command=serve))["allowed"])
        self.assertTrue(self.answer(self.pod(command=["sleep", "infinity"]))["allowed"])
        self.assertIn("warnings", self.answer(self.pod(command=["sleep", "infinity"])))
        self.assertFalse(self.answer(self.pod(command=["sleep", "infinity"]), closed=True)["allowed"])
        self.assertNotIn("warnings", self.answer(self.pod(command=["sleep"], gpus=None)))

    def test_over_http(self):
        server = kubernetes_admission.ThreadingHTTPServer(("127.0.0.1", 0), kubernetes_admission.Handler)
        kubernetes_admission.Handler.log_message = lambda *_: None
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        try:
            body = json.dumps(self.review(self.pod(plan("full")))).encode()
            with urllib.request.urlopen(urllib.request.Request(address, body, {"Content-Type": "application/json"}), timeout=60) as reply:
                self.assertFalse(json.load(reply)["response"]["allowed"])
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(urllib.request.Request(address, b"{}"), timeout=60)
            self.assertEqual(refused.exception.code, 400)
            refused.exception.close()
        finally:
            server.shutdown()
            server.server_close()

    def test_the_example_asks_for_what_is_answered(self):
        text = (GATES / "kubernetes/webhook.yaml").read_text()
        self.assertIn("failurePolicy: Ignore", text)
        self.assertIn("admissionReviewVersions: [v1]", text)
        self.assertIn("share/plimsoll/gates/kubernetes_admission.py", text)


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

    def test_errors_are_for_the_agent(self):
        self.assertIn("lorra", self.tool("estimate", plan=plan("lorra")))
        self.assertIn("accepted", self.tool("estimate"))
        self.assertIn("one of", self.tool("solve", plan=plan()))
        self.assertEqual(self.ask("tools/call", name="delete_everything")["error"]["code"], -32601)
        self.assertEqual(self.ask("no/such")["error"]["code"], -32601)
        self.assertEqual(mcp_server.reply_to("{")["error"]["code"], -32700)
        self.assertIsNone(mcp_server.reply_to('{"jsonrpc": "2.0", "method": "notifications/initialized"}'))

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
                return tools, json.loads(answer.content[0].text)

        tools, answer = asyncio.run(talk())
        self.assertEqual(tools, set(mcp_server.TOOLS))
        self.assertEqual(answer["verdicts"][0]["fits"], "yes")


@unittest.skipUnless(importlib.util.find_spec("sky"), "SkyPilot is not installed")
class SkyPilot(unittest.TestCase):
    def request(self, accelerators, run="echo", **envs):
        import sky
        task = sky.Task(run=run, envs=envs or None)
        task.set_resources(sky.Resources(accelerators=accelerators))
        from sky.server.requests import request_names
        name = next(iter(request_names.AdminPolicyRequestName))
        return sky.UserRequest(task, sky.Config(), name)

    def test_policy(self):
        import skypilot_policy
        self.assertTrue(issubclass(skypilot_policy.PlimsollPolicy, __import__("sky").AdminPolicy))
        decide = skypilot_policy.PlimsollPolicy.validate_and_mutate
        asked = self.request("A100-80GB:1", PLIMSOLL_PLAN=json.dumps(plan(gpu=None)))
        self.assertIs(decide(asked).task, asked.task)
        with self.assertRaisesRegex(skypilot_policy.Refused, "GiB"):
            decide(self.request("L4:1", PLIMSOLL_PLAN=json.dumps(plan("full", gpu=None))))
        with self.assertRaisesRegex(skypilot_policy.Refused, "PLIMSOLL_PLAN"):
            decide(self.request("L4:1", PLIMSOLL_PLAN="{nothing"))
        decide(self.request("L4:1", run="python train.py"))
        decide(self.request(None, run="python train.py"))


if __name__ == "__main__":
    write(SCRATCH / "full.plimsoll", plan("full", gpu=None))
    unittest.main(verbosity=1)
