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


def judgement_on(config, accelerators):
    """Of a task as its file has it, on one of the sets of cards that would do."""
    config = {key: value for key, value in config.items() if not key.startswith("_")} | {"resources": {"accelerators": dict(accelerators)}}
    text = (config.get("envs") or {}).get("PLIMSOLL_PLAN") or ""
    if not text:
        return gate.judge_text(yaml.safe_dump(config), source="skypilot")
    folder = os.path.expanduser(config["workdir"]) if isinstance(config.get("workdir"), str) else "."
    asked = gate.imported(yaml.safe_dump(config | {"run": "true"}), source="skypilot")
    gpus = gate.own_cards(asked.plan)
    if text.lstrip().startswith("{"):
        plan = gate.read(text)
        judgement = gate.Judgement("wrong", "PLIMSOLL_PLAN: no JSON") if plan is None else gate.judge_plan(plan, gpus, folder)
    else:
        judgement = gate.judge_file(Path(folder) / text, gpus)
    if gpus or judgement.state in ("wrong", "not asked"):
        return judgement
    why = asked.why.message if asked.why else "no card is named"
    return gate.Judgement("not known", f"the task's accelerators could not be read ({why}); on the plan's own cards: {judgement.sentence()}")


def judgement_of(task):
    """None where a task asks for no accelerators, which is nothing to judge. Of several sets of cards that would do (any_of, ordered, a list)
    SkyPilot takes one: the task is refused where it fits none of them."""
    config = task.to_yaml_config()
    found = {}
    for accelerators in (one.accelerators for one in task.resources):
        if accelerators:
            name = ", ".join(f"{card}:{count:g}" for card, count in accelerators.items())
            found[name] = judgement_on(config, accelerators)
            if any(count != int(count) for count in accelerators.values()) and found[name].state != "wrong":
                found[name] = gate.Judgement("not known", f"a part of a card is asked for; a whole one is judged so: {found[name].sentence()}")
    if len(found) < 2 or all(not one.admitted() for one in found.values()):
        return gate.worst_of(found.values()) if found else None
    said = [f"{name}: {one.sentence()}" for name, one in found.items() if not one.is_silent()]
    refused = any(not one.admitted() for one in found.values())
    return gate.Judgement("not known" if refused else gate.worst_of(found.values()).state, "; ".join(said))


class PlimsollPolicy(sky.AdminPolicy):
    """Changes nothing of a request."""

    @classmethod
    def validate_and_mutate(cls, user_request):
        judgement = judgement_of(user_request.task)
        closed = os.environ.get("PLIMSOLL_POLICY") == "closed"
        if judgement is not None and not judgement.admitted(closed):
            raise Refused(f"Plimsoll: {judgement.sentence()}")
        if judgement is not None and not judgement.is_silent():
            log.warning("Plimsoll: %s", judgement.sentence())
        return sky.MutatedUserRequest(user_request.task, user_request.skypilot_config)
