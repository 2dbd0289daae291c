# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by gates.sh: what the gates judge in common, and SkyPilot's policy."""
import importlib.util
import json
import os
import unittest
from unittest import mock

from gates_common import SCRATCH, UNKNOWN, WRONG, plan, program, session, write
import plimsoll_gate as gate


class Judgements(unittest.TestCase):
    def test_states(self):
        self.assertEqual(gate.judge_plan(plan()).state, "fits")
        refused = gate.judge_plan(plan("full"))
        self.assertEqual(refused.state, "does not fit")
        self.assertRegex(refused.sentence(), r"GiB: does not fit on .*RTX 4090")
        self.assertFalse(refused.admitted())

    def test_without_a_card_there_is_no_verdict(self):
        judgement = gate.judge_plan(plan(gpu=None))
        self.assertEqual(judgement.state, "not known")
        self.assertRegex(judgement.sentence(), r"[\d.]+ GiB.* no card is named")
        self.assertTrue(judgement.admitted() and not judgement.admitted(closed=True))

    def test_a_name_that_is_not_known_is_admitted(self):
        for unknown in UNKNOWN:
            judgement = gate.judge_plan(unknown)
            self.assertEqual(judgement.state, "not known", f"{unknown}: {judgement.message}")
            self.assertTrue(judgement.admitted() and not judgement.admitted(closed=True))

    def test_what_is_wrong_is_not(self):
        for wrong in WRONG:
            judgement = gate.judge_plan(wrong)
            self.assertEqual((judgement.state, judgement.admitted()), ("wrong", False), f"{wrong}: {judgement.message}")
            self.assertTrue(judgement.message)
        self.assertIn("lorra", gate.judge_plan(plan("lorra")).message)
        for path in (SCRATCH / "not-there.plimsoll", SCRATCH, "a\0b"):
            self.assertEqual(gate.judge_file(path).state, "wrong", path)
            self.assertEqual(gate.judge_config(path).state, "wrong", path)
        for text in ("{", "[1, 2]", "nothing", "\0", '"\\ud800"'):
            self.assertEqual(gate.judge(text).state, "wrong", text)

    def test_words_are_for_people(self):
        verdict = {"gpu": "L4", "count": 2, "fits": "tight", "word": "unlikely", "probably": True, "reason": "Why."}
        judgement = gate.Judgement("open", "", 1 << 30, [verdict])
        self.assertEqual(judgement.sentence(), "1.00 GiB: probably unlikely on 2 × L4. Why.")
        for word in ("fits", "tight", "unlikely", "does_not_fit", "unknown"):
            judgement.verdicts = [verdict | {"word": word}]
            self.assertNotIn("_", judgement.sentence())

    def test_every_scenario_of_a_session(self):
        path = SCRATCH / "session.plimsoll"
        write(path, session(("QLoRA", plan(gpu=None)), ("full", plan("full", gpu=None)), ("full", plan(gpu=None, model="nobody"))))
        self.assertEqual({name: one.state for name, one in gate.judge_scenarios(path).items()},
                         {"QLoRA": "fits", "full": "does not fit", "full (3)": "not known"})
        self.assertEqual(gate.judge_file(path).state, "fits")
        write(path, session(("QLoRA", plan(gpu=None)), of_a_later_version=True))
        self.assertEqual({name: one.state for name, one in gate.judge_scenarios(path).items()}, {None: "fits"})
        write(path, plan())
        self.assertEqual(list(gate.judge_scenarios(path)), [None])

    def test_relative_paths_start_at_the_file(self):
        folder = SCRATCH / "beside"
        write(folder / "model/config.json", {"model_type": "qwen2", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                                             "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 1000})
        write(folder / "plan.plimsoll", plan() | {"model": {"config": "model/config.json"}})
        self.assertEqual(gate.judge_file(folder / "plan.plimsoll").state, "fits")
        (folder / "train.yaml").write_text("base_model: ./model\nadapter: lora\nlora_r: 8\nsequence_len: 512\n")
        self.assertEqual(gate.judge_config(folder / "train.yaml", ["L4"]).state, "fits")

    def test_commands(self):
        self.assertEqual(gate.judge_text("sleep infinity").state, "not known")
        self.assertEqual(gate.judge_text("accelerate launch train.py").state, "not known")
        self.assertEqual(gate.judge_text('{"a":').state, "wrong")
        for text in ("a\0b", "\ud800"):
            self.assertIn(gate.judge_text(text).state, ("not known", "not asked"), text)

    def test_how_many_cards_an_entry_names(self):
        for entry, expected in {"H100": ("H100", None), "H100:8": ("H100", 8), "H100:1": ("H100", 1), "8 x H100": ("H100", 8), "8xH100": ("H100", 8),
                                "8 × H100": ("H100", 8), "8*H100": ("H100", 8), "H100 x8": ("H100", 8), "H100 ×8": ("H100", 8), "RX 7900 XTX": ("RX 7900 XTX", None),
                                "T4:0": (None, None), "T4:x": (None, None), "T4:": (None, None), "T4:-1": (None, None), 5: (None, None)}.items():
            self.assertEqual(gate.counted(entry), expected, entry)
        self.assertEqual(gate.as_many(["L4"], 1), ["L4:1"])
        self.assertEqual(gate.as_many(["L4:8", "A100"], 2), ["L4:2"])
        self.assertEqual(gate.as_many(["L4:4", "A100:4"], 8), ["L4:4", "A100:4"])
        self.assertEqual(gate.as_many(["L4:0"], 8), [])
        for one in (plan("lora") | {"parallel": {"data": 8}}, plan() | {"task": "infer", "inference": {"engine": "vllm"}, "parallel": {"tensor": 4}}):
            for cards, state in (("H100 SXM5:1", "does not fit"), ("1 x H100 SXM5", "does not fit"), ("H100 SXM5:2", "does not fit"), ("H100 SXM5:8", "fits"), ("H100 SXM5", "fits")):
                self.assertEqual(gate.judge_plan({key: value for key, value in one.items() if key != "method" or one.get("task") != "infer"}, [cards]).state, state, cards)

    def test_what_only_a_run_tells_is_admitted_with_a_word(self):
        serve = "vllm serve Qwen/Qwen2.5-7B-Instruct "
        for more, gpu in (("--tensor-parallel-size $NGPU --max-model-len 4096", "L4:4"), ("--quantization $Q --max-model-len 4096", "L4"), ("--max-model-len $LEN", "H100 SXM5"),
                          ("--gpu-memory-utilization ${SHARE} --max-model-len 4096", "H100 SXM5")):
            judgement = gate.judge_text(serve + more, gpus=[gpu])
            self.assertEqual(judgement.state, "not known", judgement.sentence())
            self.assertIn("only what runs the configuration can tell $", judgement.sentence())
            self.assertTrue(judgement.admitted() and not judgement.admitted(closed=True))
        launched = gate.judge_text("torchrun --nproc_per_node $NGPU train.py --model_name_or_path Qwen/Qwen2.5-7B --max_length 512", gpus=["L4"])
        self.assertEqual(launched.state, "not known", launched.sentence())
        self.assertIn("$NGPU", launched.sentence())
        for more, gpu, state in (("--max-model-len ${LEN:-4096}", "H100 SXM5", "fits"), ("--max-model-len 4096", "RTX 3060 12GB", "does not fit")):
            judgement = gate.judge_text(serve + more, gpus=[gpu])
            self.assertEqual((judgement.state, judgement.notes), (state, []), judgement.sentence())

    def test_without_plimsoll_nothing_is_refused_unless_closed(self):
        for name in ("/nonexistent/plimsoll", "/bin/false", "/bin/true", "/bin/ls", "/bin/cat"):
            with program(name):
                for judgement in (gate.judge_plan(plan("full")), gate.judge_text("vllm serve Qwen/Qwen2.5-7B")):
                    self.assertEqual(judgement.state, "not asked", f"{name}: {judgement.message}")
                    self.assertIn(name, judgement.message)
                    self.assertTrue(judgement.admitted() and not judgement.admitted(closed=True))


@unittest.skipUnless(importlib.util.find_spec("sky"), "SkyPilot is not installed")
class SkyPilot(unittest.TestCase):
    def request(self, accelerators, run="echo", nodes=1, **envs):
        import sky
        task = sky.Task(run=run, envs=envs or None, num_nodes=nodes)
        several = accelerators if isinstance(accelerators, (list, set)) else [accelerators]
        resources = [sky.Resources(accelerators=one) for one in several]
        task.set_resources(set(resources) if isinstance(accelerators, set) else resources)
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
        for wrong in ({"model": {"hub": 5}}, {"modell": {"preset": "qwen2.5-7b"}}, plan("lorra"), plan() | {"sequence_lenght": 8}):
            with self.assertRaises(skypilot_policy.Refused, msg=wrong):
                decide(self.request("L4:1", PLIMSOLL_PLAN=json.dumps(wrong)))
        with self.assertRaisesRegex(skypilot_policy.Refused, "no such file"):
            decide(self.request("L4:1", PLIMSOLL_PLAN="not-there.plimsoll"))
        unknown = self.request("L4:1", PLIMSOLL_PLAN=json.dumps(plan(model="nobody")))
        with self.assertLogs("plimsoll", "WARNING"):
            decide(unknown)
        with mock.patch.dict(os.environ, PLIMSOLL_POLICY="closed"), self.assertRaisesRegex(skypilot_policy.Refused, "nobody"):
            decide(unknown)
        with self.assertLogs("plimsoll", "WARNING"):
            decide(self.request("L4:1", run="python train.py"))
        decide(self.request(None, run="python train.py"))

    def said(self, request):
        """What is warned of an admitted task; empty: nothing."""
        import skypilot_policy
        with self.assertLogs("plimsoll", "WARNING") as logs:
            skypilot_policy.log.warning("begin")
            skypilot_policy.PlimsollPolicy.validate_and_mutate(request)
        return " ".join(one.getMessage() for one in logs.records[1:])

    def test_variables_of_a_task(self):
        import skypilot_policy
        serve = "vllm serve Qwen/Qwen2.5-7B-Instruct --tensor-parallel-size $SKYPILOT_NUM_GPUS_PER_NODE --max-model-len "
        self.assertEqual(self.said(self.request("L4:4", serve + "4096")), "")
        self.assertEqual(self.said(self.request("L4:4", serve + "$LEN", LEN="4096")), "")
        self.assertIn("$LEN", self.said(self.request("L4:4", serve + "$LEN")))
        with self.assertRaisesRegex(skypilot_policy.Refused, "does not fit"):
            self.said(self.request("T4:1", serve + "4096"))

    def test_the_number_of_cards_counts(self):
        import skypilot_policy
        eight = json.dumps(plan("lora", gpu=None) | {"parallel": {"data": 8}})
        for cards, nodes in (("H100:1", 1), ("H100:4", 1), ("H100:2", 2), ({"H100:1", "A100-80GB:4"}, 1)):
            with self.assertRaisesRegex(skypilot_policy.Refused, "8 processes", msg=cards):
                self.said(self.request(cards, nodes=nodes, PLIMSOLL_PLAN=eight))
        for cards, nodes in (("H100:8", 1), ("H100:4", 2), ("H100:1", 8), ({"H100:8", "A100-80GB:8"}, 1)):
            self.assertEqual(self.said(self.request(cards, nodes=nodes, PLIMSOLL_PLAN=eight)), "", cards)
        with self.assertRaisesRegex(skypilot_policy.Refused, "4 processes"):
            self.said(self.request("H100:1", "vllm serve Qwen/Qwen2.5-7B-Instruct --tensor-parallel-size 4"))

    def test_cards_that_cannot_be_told(self):
        """The plan's own card would fit, which says nothing of the task's."""
        import skypilot_policy
        full = json.dumps(plan("full", gpu="H200 SXM"))
        for cards in (["H100:8", "L4:1"], {"H200:1", "L4:1"}):
            self.assertRegex(self.said(self.request(cards, PLIMSOLL_PLAN=full)), "L4:1: .*does not fit")
            with mock.patch.dict(os.environ, PLIMSOLL_POLICY="closed"), self.assertRaises(skypilot_policy.Refused):
                self.said(self.request(cards, PLIMSOLL_PLAN=full))
        with self.assertRaisesRegex(skypilot_policy.Refused, "does not fit"):
            self.said(self.request(["T4:1", "L4:1"], PLIMSOLL_PLAN=full))
        self.assertIn("tpu", self.said(self.request("tpu-v5litepod-8", PLIMSOLL_PLAN=full)))
        self.assertIn("a part of a card", self.said(self.request("T4:0.5", PLIMSOLL_PLAN=full)))


if __name__ == "__main__":
    unittest.main(verbosity=1)
