# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by wheel.sh: the installed package beside the built plimsoll. SOURCE, SCRATCH and PLIMSOLL say where things are."""
import importlib.util
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

    def test_numbers_that_json_has_none_of(self):
        class Four(int):
            """As numpy's integers are numbers.Integral, and no int to json."""
        try:
            from numpy import bool_, float32, int64
        except ImportError:
            bool_, float32, int64 = bool, float, Four
        self.assertEqual(plimsoll.plan(model="qwen2.5-0.5b", method="lora", rank=int64(4), micro_batch=int64(2), dropout=float32(0.5), dora=bool_(True)),
                         plimsoll.plan(model="qwen2.5-0.5b", method="lora", rank=4, micro_batch=2, dropout=0.5, dora=True))
        self.assertEqual(plimsoll.estimate({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "adapter": {"rank": int64(4), "targets": ("q_proj",)}}).device_bytes,
                         plimsoll.estimate({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "adapter": {"rank": 4, "targets": ["q_proj"]}}).device_bytes)
        for value in (float("nan"), float("inf"), -float("inf")):
            for ask in (lambda value=value: plimsoll.estimate({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "adapter": {"dropout": value}}),
                        lambda value=value: plimsoll.estimate(model="qwen2.5-0.5b", method="lora", dropout=value)):
                with self.assertRaises(plimsoll.PlimsollError) as caught:
                    ask()
                self.assertEqual((caught.exception.field, caught.exception.read), ("adapter.dropout", "NaN or Infinity"))
        for value in (object(), 1j, {"a": object()}):
            with self.assertRaises(plimsoll.PlimsollError):
                plimsoll.estimate({"model": {"preset": "qwen2.5-0.5b"}, "method": value})
            with self.assertRaises(plimsoll.PlimsollError):
                plimsoll.plan(model="qwen2.5-0.5b", rank=value)

    def test_none_is_no_value(self):
        for word in ("method", "rank", "quant", "sequence_length"):
            with self.assertRaises(plimsoll.PlimsollError) as caught:
                plimsoll.estimate(model="qwen2.5-0.5b", **{word: None})
            self.assertEqual(caught.exception.read, "None", word)
        self.assertEqual(plimsoll.plan(model="qwen2.5-0.5b", trainable=None, gpu=None), plimsoll.plan(model="qwen2.5-0.5b"))

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
        adapter = types.SimpleNamespace(to_dict=lambda: {"peft_type": "LORA", "r": 16, "lora_alpha": 32, "target_modules": {"q_proj", "v_proj"}, "use_dora": True,
                                                         "layers_to_transform": [0]})
        model = types.SimpleNamespace(get_base_model=lambda: base, peft_config={"default": adapter})
        plan, unsaid = plan_of(args, model)
        self.assertEqual(unsaid, [])
        self.assertEqual((plan.method, plan.micro_batch, plan.sequence_length, plan.gradient_checkpointing, plan.autocast), ("qlora", 4, 1024, True, "bf16"))
        self.assertEqual(plan.weights, {"dtype": "bf16", "quant": "nf4", "double_quant": True})
        self.assertEqual((plan.adapter.rank, plan.adapter.alpha, plan.adapter.targets, plan.adapter.dora), (16, 32, ["q_proj", "v_proj"], True))
        self.assertEqual(plan.adapter.settings, {"layers_to_transform": [0]})
        self.assertFalse(plan.kbit_prepare)
        self.assertNotIn("quantization_config", plan.model.config)
        self.assertGreater(plimsoll.estimate(plan).device_bytes, 0)
        del base.is_loaded_in_4bit
        self.assertEqual(plan_of(args, base, sequence_length=64)[0].method, "full")

    ARGUMENTS = {"per_device_train_batch_size": 4, "optim": "adamw_torch_fused", "output_dir": "out"}
    CONFIG = {"model_type": "qwen2", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 1000}

    def read(self, adapter=None, kind="TrainingArguments", head="Qwen2ForCausalLM", config=(), **given):
        """A plan of what has these keys, as the classes of the libraries would be called."""
        from plimsoll.callback import plan_of
        ranks = given.pop("world_size", 1)
        args = type(kind, (), {"to_dict": lambda self: Callback.ARGUMENTS | given, "world_size": ranks})()
        held = types.SimpleNamespace(to_json_string=lambda use_diff: json.dumps(self.CONFIG | dict(config)), num_labels=3, _attn_implementation=given.pop("attention", "sdpa"))
        model = type(head, (), {})()
        model.config, model.dtype = held, "torch.bfloat16"
        if adapter:
            model.peft_config = {"default": types.SimpleNamespace(to_dict=lambda: adapter)}
        return plan_of(args, model)

    def test_every_method_of_peft(self):
        for kind, keys, expected in (("LOHA", {"r": 8, "alpha": 8}, "loha"), ("IA3", {"feedforward_modules": []}, "ia3"), ("VERA", {"r": 256}, "vera"),
                                     ("PROMPT_TUNING", {"num_virtual_tokens": 8, "token_dim": 64}, "prompt_tuning"), ("LN_TUNING", {"target_modules": ["norm"]}, "ln_tuning")):
            plan, _ = self.read({"peft_type": kind, "target_modules": {"q_proj"}, **keys})
            self.assertEqual((plan.method, plan.adapter.type), ("lora", expected))
            self.assertGreater(plimsoll.estimate(plan).device_bytes, 0)
        plan, unsaid = self.read({"peft_type": "OF_A_LATER_RELEASE", "target_modules": {"q_proj"}})
        self.assertEqual((plan.method, unsaid), ("lora", ["peft_type OF_A_LATER_RELEASE", "sequence_length"]))

    def test_dictionaries_of_the_arguments(self):
        plan, _ = self.read(fsdp=["full_shard"], fsdp_config={"version": 2, "activation_checkpointing": True}, world_size=8)
        self.assertEqual((plan.parallel.engine, plan.parallel.zero, plan.parallel.data), ("fsdp2", 3, 8))
        plan, _ = self.read(deepspeed={"zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}}, world_size=4)
        self.assertEqual((plan.parallel.engine, plan.parallel.zero, plan.parallel.offload, plan.parallel.data), ("deepspeed", 2, "optimizer", 4))
        self.assertEqual(self.read(world_size=2)[0].parallel.data, 2)
        self.assertNotIn("parallel", self.read()[0])
        self.assertEqual(self.read(eval_strategy="no")[0].evaluation, {"micro_batch": 0})
        self.assertEqual(self.read(attention="flash_attention_2")[0].attention, "flash2")
        self.assertIn("attention (paged)", self.read(attention="paged")[1])

    def test_what_is_trained_for(self):
        self.assertEqual(self.read(kind="DPOConfig", max_length=512)[0].objective, "dpo")
        self.assertEqual(self.read(kind="OnlineDPOConfig", max_length=512)[0].objective, "online_dpo")
        self.assertIn("objective (XPOConfig)", self.read(kind="XPOConfig", max_length=512)[1])
        plan, _ = self.read(head="Qwen2ForSequenceClassification")
        self.assertEqual((plan.objective, plan.num_labels), ("classification", 3))
        self.assertIn("objective (Qwen2ForTokenClassification)", self.read(head="Qwen2ForTokenClassification")[1])
        self.assertIn("pictures and sounds of a row", self.read(config={"vision_config": {"hidden_size": 8}})[1])

    def test_a_length_that_nobody_stated(self):
        """The longest row of the first batches is planned; what was not seen is said."""
        from plimsoll.callback import MemoryCallback
        hooks = []
        removed = types.SimpleNamespace(remove=hooks.clear)
        model = types.SimpleNamespace(config=types.SimpleNamespace(to_json_string=lambda use_diff: json.dumps(self.CONFIG)), dtype="torch.bfloat16",
                                      register_forward_pre_hook=lambda hook, with_kwargs: hooks.append(hook) or removed)
        args = types.SimpleNamespace(to_dict=lambda: dict(self.ARGUMENTS))
        for batches, planned in (((17, 33, 25), 33), ((), 2048)):
            callback = MemoryCallback(memory=lambda: (10**8, 2 * 10**8), say=self.said.append)
            callback.on_train_begin(args, None, None, model=model)
            self.assertIsNone(callback.planned)
            for length in batches:
                hooks[0](types.SimpleNamespace(training=True), (), {"input_ids": types.SimpleNamespace(ndim=2, shape=(4, length))})
                hooks[0](types.SimpleNamespace(training=False), (), {"input_ids": types.SimpleNamespace(ndim=2, shape=(4, 900))})
            callback.on_step_end(args, types.SimpleNamespace(global_step=3), None)
            self.assertEqual((callback.planned.plan.sequence_length, hooks), (planned, []))
            self.assertEqual(any("no batch of tokens was seen" in line for line in self.said), not batches)
            self.assertIsNotNone(callback.difference)

    @unittest.skipUnless(all(map(importlib.util.find_spec, ("torch", "transformers", "peft"))), "torch, transformers or PEFT is not installed")
    def test_the_weights_that_train_are_the_librarys_own(self):
        import peft
        import transformers
        from plimsoll.callback import plan_of
        config = transformers.Qwen2Config(**{key: value for key, value in self.CONFIG.items() if key != "model_type"})
        args = transformers.TrainingArguments(output_dir=str(SCRATCH / "out"), use_cpu=True, report_to=[])
        lora = {"r": 8, "target_modules": ["q_proj", "up_proj"]}
        made = {"dora": peft.LoraConfig(use_dora=True, **lora), "patterns": peft.LoraConfig(rank_pattern={"q_proj": 4}, layers_to_transform=[0, 1], bias="all", **lora),
                "saved": peft.LoraConfig(modules_to_save=["lm_head"], **lora), "expression": peft.LoraConfig(r=4, target_modules=r".*mlp.*proj"),
                "vera": peft.VeraConfig(target_modules=["q_proj"]), "loha": peft.LoHaConfig(r=8, target_modules=["q_proj"]),
                "ia3": peft.IA3Config(target_modules=["k_proj"], feedforward_modules=[]), "prompt": peft.PromptTuningConfig(num_virtual_tokens=8, task_type="CAUSAL_LM")}
        models = {name: peft.get_peft_model(transformers.Qwen2ForCausalLM(config), one) for name, one in made.items()}
        models |= {name: transformers.Qwen2ForCausalLM(config) for name in ("full", "frozen parts", "half a module")}
        for one in (models["frozen parts"].model.embed_tokens, models["frozen parts"].model.layers[:2]):
            one.requires_grad_(False)
        models["half a module"].model.layers[3].self_attn.q_proj.bias.requires_grad_(False)
        models["scores"] = transformers.Qwen2ForSequenceClassification(config)
        for name, model in models.items():
            plan, unsaid = plan_of(args, model, sequence_length=64)
            self.assertEqual(unsaid, [], name)
            self.assertEqual(plimsoll.estimate(plan).parameters.trainable, sum(one.numel() for one in model.parameters() if one.requires_grad), name)
        models["dora"].base_model.model.model.norm.weight.requires_grad_(True)
        self.assertIn("train beside the adapters", plan_of(args, models["dora"], sequence_length=64)[1][0])

    def test_a_run_is_never_stopped(self):
        self.train(lambda: None, plan=plimsoll.plan(model="qwen2.5-0.5b"))
        self.assertIn("no CUDA device", self.said[-1])
        self.said.clear()
        self.train(lambda: (1, 1), plan={"method": "nothing"})
        self.assertEqual(len(self.said), 1)
        self.assertIn("no plan could be made", self.said[0])


if __name__ == "__main__":
    unittest.main(verbosity=1)
