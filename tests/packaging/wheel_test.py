# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by wheel.sh: the installed package beside the built plimsoll. SOURCE, SCRATCH and PLIMSOLL say where things are."""
import json
import os
import subprocess
import sys
import threading
import types
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

import plimsoll

SOURCE, SCRATCH, PROGRAM = Path(os.environ["SOURCE"]), Path(os.environ["SCRATCH"]), os.environ["PLIMSOLL"]
EXAMPLES = sorted((SOURCE / "resources/examples").glob("*.plimsoll"))
WORDS = ["--model", "qwen2.5-7b", "--method", "qlora", "--gpu", "RTX 4090"]


def run(program, *arguments, text=None):
    return subprocess.run([*program, *arguments], capture_output=True, text=True, input=text, check=False)


def both(*arguments, text=None):
    """The wheel's command beside the program: status, output and messages of each."""
    return [(done.returncode, done.stdout, done.stderr) for done in (run([sys.executable, "-m", "plimsoll"], *arguments, text=text),
                                                                     run([PROGRAM], *arguments, text=text))]


class Calls(unittest.TestCase):
    def test_an_estimate_is_that_of_the_command_line(self):
        done = run([PROGRAM], "estimate", *WORDS, "--format", "json")
        answer = plimsoll.estimate(model="qwen2.5-7b", method="qlora", gpu="RTX 4090", timeline=True)
        self.assertEqual(answer, json.loads(done.stdout))
        self.assertEqual((answer.fits, answer.device_bytes), ("yes", answer.peak.device_bytes))
        self.assertEqual(answer.text(), run([PROGRAM], "estimate", *WORDS).stdout)

    def test_plans_of_files_texts_and_dictionaries(self):
        for path in EXAMPLES:
            expected = json.loads(run([PROGRAM], "estimate", "--plan", str(path), "--format", "json", "--brief").stdout)
            self.assertEqual(plimsoll.estimate(path, brief=True), expected, path)
        plan = plimsoll.plan(model="qwen2.5-0.5b", method="lora", adapter_rank=32)
        self.assertEqual(plan.adapter, {"rank": 32})
        self.assertEqual(plimsoll.estimate(plan), plimsoll.estimate(json.dumps(plan)))

    def test_every_call_answers(self):
        asked = {"model": "qwen2.5-0.5b", "method": "lora", "gpu": ["RTX 4090", "L4"]}
        solutions = plimsoll.solve(maximize="sequence_length", **asked)
        self.assertEqual([one.gpu for one in solutions], ["GeForce RTX 4090", "L4"])
        self.assertTrue(all(value > 2048 for value in solutions.values))
        self.assertEqual(plimsoll.solve(minimize="card", model="qwen2.5-0.5b", method="lora")[0].field, "card")
        self.assertTrue(plimsoll.advise(model="qwen2.5-7b", method="full", gpu="RTX 4090").useful)
        two = plimsoll.compare([plimsoll.plan(model="qwen2.5-0.5b", method=method) for method in ("lora", "full")])
        self.assertEqual(len(two.answers), 2)
        self.assertGreater(plimsoll.inspect("qwen2.5-7b").parameters.total, 7e9)
        read = plimsoll.import_config("vllm serve Qwen/Qwen2.5-7B --max-model-len 4096")
        self.assertEqual((read.tool, read.plan.inference.context), ("vllm", 4096))
        self.assertEqual([one.plan.adapter.rank for one in plimsoll.sweep(model="qwen2.5-0.5b", method="lora", over="rank=8:32:x2")], [8, 16, 32])
        self.assertEqual(plimsoll.splits(model="qwen2.5-0.5b", method="full", gpu="L4:2", global_batch=8)[0].global_batch, 8)
        self.assertTrue(plimsoll.splits(model="qwen2.5-0.5b", method="full", gpu="L4:2", minimize="hours")[0].splits)
        self.assertIn("command", plimsoll.export(model="qwen2.5-0.5b", method="lora", to="trl"))
        self.assertGreater(len(plimsoll.gpus()), 100)
        self.assertGreater(len(plimsoll.models()), 50)

    def test_refusals(self):
        with self.assertRaises(plimsoll.PlimsollError) as caught:
            plimsoll.estimate(model="qwen2.5-7b", method="lorra")
        self.assertEqual((caught.exception.field, caught.exception.read), ("method", '"lorra"'))
        self.assertIn("qlora", caught.exception.accepted)
        with self.assertRaises(TypeError):
            plimsoll.estimate(model="qwen2.5-7b", methud="lora")
        many = plimsoll.estimate_many([{"method": "x"}, {"model": {"preset": "qwen2.5-0.5b"}}])
        self.assertIsInstance(many[0], plimsoll.PlimsollError)
        self.assertIsInstance(many[1], plimsoll.Estimate)

    def test_threads(self):
        out = []
        ask = lambda: out.append(plimsoll.estimate(model="qwen2.5-0.5b", method="lora").device_bytes)  # noqa: E731
        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(out), 8)
        self.assertEqual(len(set(out)), 1)

    def test_a_notebook_shows_a_picture(self):
        answer = plimsoll.estimate(model="qwen2.5-7b", method="qlora", gpu="RTX 4090")
        tree.fromstring(answer.svg())
        self.assertIn(answer.svg(), answer._repr_html_())


class CommandLine(unittest.TestCase):
    def test_the_same_output_messages_and_statuses(self):
        for arguments in (["estimate", *WORDS], ["estimate", *WORDS, "--format", "json"], ["estimate", *WORDS, "--format", "csv"],
                          ["estimate", *WORDS, "--format", "markdown"], ["estimate", *WORDS, "--method", "full", "--quant", "none", "--format", "json", "--brief"],
                          ["solve", *WORDS, "--maximize", "sequence_length", "--format", "json"], ["solve", *WORDS, "--minimize", "price", "--format", "json"],
                          ["advise", *WORDS, "--format", "json"], ["compare", "--plan", str(EXAMPLES[1])], ["compare", "--plan", str(EXAMPLES[1]), "--format", "json"],
                          ["inspect", "qwen2.5-7b"], ["inspect", "qwen2.5-7b", "--format", "json"], ["models", "--format", "json"], ["gpus", "--format", "json"],
                          ["estimate", *WORDS, "--rank", "0"], ["estimate", *WORDS, "--set", "adapter.rank=x"], ["estimate", "--model", "no-such"],
                          ["estimate", *WORDS, "--set", "nonsense"], ["--version"]):
            wheel, program = both(*arguments)
            self.assertEqual(wheel[0], program[0], arguments)
            self.assertEqual(wheel[1], program[1], arguments)
            if wheel[0] == 2:
                self.assertEqual(wheel[2], program[2], arguments)

    def test_what_is_piped_in(self):
        held = {"schema": "plimsoll.session/1", "scenarios": [{"name": name, "plan": {"model": {"preset": "qwen2.5-0.5b"}, "method": name}} for name in ("lora", "full")],
                "selected": 1, "cards": {"gpus": ["RTX 4090"]}}
        for text in (json.dumps(held), '{"model": {"preset": "qwen2.5-7b"}, "target": {"gpus": ["L4"]}}', '{"model": {"preset": "größe"}}', '{"model": {"hub": 5}}', "nothing", "[]",
                     '{"model": {"preset": "qwen2.5-7b"}, "sequence_lenght": 8}', "-"):
            file = "/nonexistent" if text == "-" else "-"
            wheel, program = both("estimate", "--plan", file, "--format", "json", "--brief", text=text)
            self.assertEqual(wheel[:2], program[:2], text)
            if wheel[0] == 2:
                self.assertEqual(wheel[2], program[2], text)

    def test_requests(self):
        lines = '{"model": {"preset": "qwen2.5-0.5b"}, "method": "lora"}\n{"method": "x"}\n'
        wheel, program = both("estimate", "--requests", "-", "--brief", text=lines)
        self.assertEqual(wheel[:2], program[:2])


class Callback(unittest.TestCase):
    """With what transformers gives a callback; the library itself is not needed."""

    def setUp(self):
        if "transformers" not in sys.modules:
            try:
                import transformers  # noqa: F401
            except ImportError:
                sys.modules["transformers"] = types.SimpleNamespace(TrainerCallback=object)
        self.said = []

    def train(self, memory, **given):
        from plimsoll.callback import MemoryCallback
        callback = MemoryCallback(memory=memory, say=self.said.append, **given)
        callback.on_train_begin(types.SimpleNamespace(to_dict=lambda: {}), None, None)
        for step in range(1, 6):
            callback.on_step_end(None, types.SimpleNamespace(global_step=step), None)
        return callback

    def test_planned_against_measured(self):
        plan = plimsoll.plan(model="qwen2.5-0.5b", method="lora")
        planned = plimsoll.estimate(plan).peak
        callback = self.train(lambda: (planned.allocated_bytes * 11 // 10, planned.reserved_bytes), plan=plan)
        self.assertAlmostEqual(callback.difference, 10.0, places=3)
        self.assertEqual(len(self.said), 2, self.said)
        self.assertIn("after 3 steps", self.said[1])
        self.assertIn("(+10.0 %)", self.said[1])

    def test_a_plan_of_what_the_trainer_has(self):
        from plimsoll.callback import plan_of
        config = {"model_type": "qwen2", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
                  "intermediate_size": 128, "vocab_size": 1000, "quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": True,
                                                                                       "bnb_4bit_quant_type": "nf4", "bnb_4bit_use_double_quant": True}}
        args = types.SimpleNamespace(to_dict=lambda: {"per_device_train_batch_size": 4, "gradient_checkpointing": True, "bf16": True,
                                                      "optim": "adamw_torch_fused", "output_dir": "out", "max_length": 1024, "warmup_ratio": None})
        base = types.SimpleNamespace(config=types.SimpleNamespace(to_json_string=lambda use_diff: json.dumps(config)), dtype="torch.bfloat16",
                                     is_loaded_in_4bit=True)
        adapter = types.SimpleNamespace(r=16, target_modules={"q_proj", "v_proj"})
        model = types.SimpleNamespace(get_base_model=lambda: base, peft_config={"default": adapter})
        plan, unsaid = plan_of(args, model)
        self.assertEqual(unsaid, [])
        self.assertEqual((plan.method, plan.micro_batch, plan.sequence_length, plan.gradient_checkpointing, plan.autocast), ("qlora", 4, 1024, True, "bf16"))
        self.assertEqual(plan.weights, {"dtype": "bf16", "quant": "nf4", "double_quant": True})
        self.assertEqual(plan.adapter, {"rank": 16, "targets": ["q_proj", "v_proj"]})
        self.assertNotIn("quantization_config", plan.model.config)
        self.assertGreater(plimsoll.estimate(plan).device_bytes, 0)
        del base.is_loaded_in_4bit
        self.assertEqual(plan_of(args, base, sequence_length=64)[0].method, "full")

    def test_a_run_is_never_stopped(self):
        self.train(lambda: None, plan=plimsoll.plan(model="qwen2.5-0.5b"))
        self.assertIn("no CUDA device", self.said[-1])
        self.said.clear()
        self.train(lambda: (1, 1), plan={"method": "nothing"})
        self.assertEqual(len(self.said), 1)
        self.assertIn("no plan could be made", self.said[0])


if __name__ == "__main__":
    unittest.main(verbosity=1)
