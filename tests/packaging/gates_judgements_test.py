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

    def test_without_plimsoll_nothing_is_refused_unless_closed(self):
        for name in ("/nonexistent/plimsoll", "/bin/false", "/bin/true", "/bin/ls", "/bin/cat"):
            with program(name):
                for judgement in (gate.judge_plan(plan("full")), gate.judge_text("vllm serve Qwen/Qwen2.5-7B")):
                    self.assertEqual(judgement.state, "not asked", f"{name}: {judgement.message}")
                    self.assertIn(name, judgement.message)
                    self.assertTrue(judgement.admitted() and not judgement.admitted(closed=True))


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


if __name__ == "__main__":
    unittest.main(verbosity=1)
