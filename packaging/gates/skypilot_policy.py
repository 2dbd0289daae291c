# SPDX-License-Identifier: GPL-3.0-or-later
"""SkyPilot's admin policy: a task that is known not to fit its accelerators is refused before a machine is rented.

    ~/.sky/config.yaml:  admin_policy: skypilot_policy.PlimsollPolicy        (with this folder on PYTHONPATH)

A task carries its plan in `envs` as PLIMSOLL_PLAN, a file of its workdir or the plan itself as JSON; without one its own command is read, as
`plimsoll import --from skypilot` reads it. PLIMSOLL_POLICY=closed refuses what is not known as well."""
import logging
import os
from pathlib import Path

import plimsoll_gate as gate
import sky
import yaml

log = logging.getLogger("plimsoll")


class Refused(RuntimeError):
    """Why a task is not started, as its owner reads it."""


def judgement_of(task):
    """None where a task asks for no accelerators, which is nothing to judge."""
    config = task.to_yaml_config()
    if not any(one.accelerators for one in task.resources):
        return None
    text = (config.get("envs") or {}).get("PLIMSOLL_PLAN") or ""
    if not text:
        return gate.judge_text(yaml.safe_dump(config), source="skypilot")
    folder = os.path.expanduser(config["workdir"]) if isinstance(config.get("workdir"), str) else "."
    accelerators, _ = gate.imported(yaml.safe_dump(config), source="skypilot")
    gpus = [] if accelerators is None else (accelerators.get("target") or {}).get("gpus") or []
    if text.lstrip().startswith("{"):
        plan = gate.read(text)
        return gate.Judgement("wrong", "PLIMSOLL_PLAN: no JSON") if plan is None else gate.judge_plan(plan, gpus, folder)
    return gate.judge_file(Path(folder) / text, gpus)


class PlimsollPolicy(sky.AdminPolicy):
    """Changes nothing of a request."""

    @classmethod
    def validate_and_mutate(cls, user_request):
        judgement = judgement_of(user_request.task)
        closed = os.environ.get("PLIMSOLL_POLICY") == "closed"
        if judgement is not None and not judgement.admitted(closed):
            raise Refused(f"Plimsoll: {judgement.sentence()}")
        if judgement is not None and judgement.state != "fits":
            log.warning("Plimsoll: %s", judgement.sentence())
        return sky.MutatedUserRequest(user_request.task, user_request.skypilot_config)
