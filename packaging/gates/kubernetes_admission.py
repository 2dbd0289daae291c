#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kubernetes' admission webhook, as an example: answers AdmissionReview (admission.k8s.io/v1) for pods and what makes pods.

Every container that asks for GPUs is judged. Its plan is the JSON of the pod's annotation plimsoll-planner.github.io/plan.CONTAINER, or
plimsoll-planner.github.io/plan for the first of them; without one its command is read, as `plimsoll import` reads it. Its cards are named, as
plimsoll names them, in plimsoll-planner.github.io/gpu.CONTAINER, or …/gpu for all, and are as many as the container asks for; a run over several
pods says all of its cards there (H100:16). Without a card, or with a command that is not read, there is no verdict: the pod is admitted with a
warning, by `--closed` it is refused. kubernetes/webhook.yaml has the objects of a cluster."""
import argparse
import json
import re
import shlex
import ssl
import sys
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plimsoll_gate as gate  # noqa: E402

PREFIX = "plimsoll-planner.github.io/"
PLAN, GPU = PREFIX + "plan", PREFIX + "gpu"
LARGEST = 8 << 20  # bytes of a review
PATIENCE = 10  # seconds that a connection may keep its thread waiting: for the handshake, and for each part of a request
IS_GPU = re.compile(r"^(nvidia\.com/gpu|nvidia\.com/mig-|amd\.com/gpu|gpu\.intel\.com/)")
WHOLE = re.compile(r"^(nvidia\.com/gpu|amd\.com/gpu|gpu\.intel\.com/(i915|xe))$")  # others are parts of a card: MIG, shares, memory of one
# Of pods that work together: what their controllers write on them (LeaderWorkerSet, Kubeflow, JobSet, KubeRay, Volcano, an indexed Job, a StatefulSet).
TOGETHER = re.compile(r"^(leaderworkerset\.sigs\.k8s\.io/|training\.kubeflow\.org/|jobset\.sigs\.k8s\.io/|ray\.io/|volcano\.sh/|"
                      r"batch\.kubernetes\.io/job-completion-index$|apps\.kubernetes\.io/pod-index$)")
# What an image runs where a container has arguments alone: ENTRYPOINT of vLLM's docker/Dockerfile (before `vllm serve` the module of the same
# server, with the same options) and of the target `server` of llama.cpp's .devops/*.Dockerfile.
ENTRYPOINTS = ((re.compile(r"(^|/)vllm-openai(-\w+)?([:@]|$)"), ["vllm", "serve"]),
               (re.compile(r"(^|/)llama\.cpp:server"), ["llama-server"]))


@dataclass
class Pod:
    """`together`: whether others may work on the same run."""
    annotations: dict
    spec: dict
    together: bool


def pod_of(item):
    """A pod, or one of those that a Deployment, Job, CronJob and others make."""
    spec = item.get("spec") or {}
    together = False
    while "template" in spec or "jobTemplate" in spec:
        together = together or (spec.get("parallelism") or 1) > 1 or item.get("kind") == "StatefulSet"
        item = spec.get("template") or spec.get("jobTemplate") or {}
        spec = item.get("spec") or {}
    metadata = item.get("metadata") or {}
    annotations = metadata.get("annotations") or {}
    return Pod(annotations, spec, together or any(TOGETHER.match(name) for name in [*(metadata.get("labels") or {}), *annotations]))


@dataclass
class Asked:
    """What a container asks for. `cards`: whole ones, None where their number cannot be read; `parts`: resources that are a part of one."""
    cards: int | None
    parts: list

    def sentence(self):
        return f"the container asks for {', '.join(self.parts)}, a part of a card" if self.parts else f"the container asks for {self.cards} of them"


def asked_of(container):
    """None where it asks for no GPU."""
    resources = container.get("resources") or {}
    asked = {name: str(count) for kind in ("requests", "limits") for name, count in (resources.get(kind) or {}).items()
             if IS_GPU.match(name) and str(count) != "0"}
    if not asked:
        return None
    counts = [count for name, count in asked.items() if WHOLE.match(name)]
    known = all(count.isascii() and count.isdecimal() for count in counts)
    return Asked(sum(map(int, counts)) if known else None, sorted(name for name in asked if not WHOLE.match(name)))


def gpu_containers(spec):
    """Those that ask for at least one GPU, also before the pod's own start, each with what it asks for."""
    for container in [*(spec.get("containers") or []), *(spec.get("initContainers") or [])]:
        if asked := asked_of(container):
            yield container, asked


def command_of(container):
    """What it runs, with the variables whose values stand in it; None where only the image knows."""
    command, arguments = container.get("command") or [], container.get("args") or []
    if not command:
        command = next((words for image, words in ENTRYPOINTS if image.search(container.get("image") or "")), [])
    values = {one["name"]: one["value"] for one in container.get("env") or [] if isinstance(one.get("value"), str)}
    expanded = [re.sub(r"\$\$|\$\(([\w.-]+)\)", lambda found: "$" if found[0] == "$$" else values.get(found[1], found[0]), str(word))
                for word in [*command, *arguments]]
    line = shlex.join(expanded)
    # A shell in it finds the container's variables in its environment.
    named = [name for name in values if re.search(rf"\$(?:{re.escape(name)}\b|\{{{re.escape(name)}\b)", line)]
    return "".join(f"export {name}={shlex.quote(values[name])}; " for name in named) + line if line else None


def judgement_of_plan(text, gpus):
    plan = gate.read(text)
    return gate.Judgement("wrong", f"{PLAN}: no JSON") if plan is None else gate.judge_plan(plan, gpus)


def judgement_of_command(container, gpus):
    command = command_of(container)
    return gate.judge_text(command, gpus=gpus) if command else gate.Judgement("not known", "it has neither a plan nor a command that is known here")


def cards_of(annotation, plan, asked, together):
    """Of a container the cards to judge on, nothing for the plan's own as they stand there, and what is to be said of them."""
    named = [card.strip() for card in annotation.split(",") if card.strip()]
    stated = [number for _, number in map(gate.counted, named)]
    if named and (None not in stated or not asked.cards):
        differ = asked.cards and not asked.parts and sum(stated) != asked.cards
        return named, [f"{GPU} says {annotation.strip()}, {asked.sentence()}"] if differ else []
    entries = named or gate.own_cards(plan)
    if not entries:
        return [], []
    if not asked.cards or asked.parts:
        return named, [f"{asked.sentence()}: the plan's own cards were judged"] if asked.parts else ["how many cards the container asks for could not be read"]
    if together and any((number or 1) > asked.cards for _, number in map(gate.counted, entries)):
        return named, [f"{asked.sentence()}: the others are taken to be other pods'"]
    return gate.as_many(entries, asked.cards) or named, []


def judgement_of(container, asked, pod, text):
    """`text`: the JSON of its plan; empty: its command is read."""
    name = container.get("name")
    annotation = pod.annotations.get(f"{GPU}.{name}") or pod.annotations.get(GPU) or ""
    gpus, notes = cards_of(annotation, gate.read(text) if text else None, asked, pod.together)
    judgement = judgement_of_plan(text, gpus) if text else judgement_of_command(container, gpus)
    if asked.parts and not annotation and judgement.verdicts:  # the whole card's verdict is none of a part
        return gate.Judgement("not known", f"{judgement.verdict()}; {'; '.join(notes)}", judgement.device_bytes)
    judgement.notes += notes
    return judgement


def judgements_of(item):
    """Of each container that asks for GPUs, by its name; of a pod's plan without such a container by None."""
    pod = pod_of(item)
    out = {}
    for index, (container, asked) in enumerate(gpu_containers(pod.spec)):
        name = container.get("name") or f"container {index + 1}"
        text = pod.annotations.get(f"{PLAN}.{name}") or (pod.annotations.get(PLAN) if index == 0 else None)
        out[name] = judgement_of(container, asked, pod, text)
    if not out and pod.annotations.get(PLAN):
        gpus = [card.strip() for card in (pod.annotations.get(GPU) or "").split(",") if card.strip()]
        out[None] = judgement_of_plan(pod.annotations[PLAN], gpus)
        out[None].notes.append("no container asks for a GPU by a resource that is known here")
    return out


def said_of(name, text, several):
    return f"Plimsoll: {name}: {text}" if several else f"Plimsoll: {text}"


def warnings_of(name, judgement, several):
    """Its verdict where that is not silent, and each note by itself: the API server cuts what is longer than 256 bytes."""
    texts = [*([judgement.verdict()] if judgement.state != "fits" else []), *judgement.notes]
    return [said_of(name, text, several).encode()[:256].decode(errors="ignore") for text in texts]


def answer(review, closed=False):
    """The AdmissionReview that answers one."""
    request = review["request"]
    judgements = judgements_of(request.get("object") or {})
    refused = [said_of(name, one.sentence(), len(judgements) > 1) for name, one in judgements.items() if not one.admitted(closed)]
    response = {"uid": request["uid"], "allowed": not refused}
    if refused:
        response["status"] = {"code": 403, "message": "\n".join(refused)}
    warnings = [text for name, one in judgements.items() if one.admitted(closed) for text in warnings_of(name, one, len(judgements) > 1)]
    if warnings:
        response["warnings"] = warnings
    return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}


class Handler(BaseHTTPRequestHandler):
    closed = False
    timeout = PATIENCE

    def do_GET(self):
        self.reply(200, {"ok": True})

    def do_POST(self):
        length = self.headers.get("Content-Length") or "0"
        if not length.isdecimal():
            return self.reply(400, {"error": "no length"})
        if int(length) > LARGEST:
            return self.reply(413, {"error": "too long"})
        try:
            return self.reply(200, answer(json.loads(self.rfile.read(int(length))), self.closed))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            return self.reply(400, {"error": f"no AdmissionReview: {error!r}"})

    def reply(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


class Server(ThreadingHTTPServer):
    """Each connection in a thread of its own, its TLS handshake too: one that says nothing keeps nobody else waiting."""

    def __init__(self, address, certificate=None, key=None):
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key)
        super().__init__(address, Handler)

    def finish_request(self, request, client_address):
        request.settimeout(PATIENCE)
        if self.context is None:
            return super().finish_request(request, client_address)
        try:
            with self.context.wrap_socket(request, server_side=True) as channel:
                super().finish_request(channel, client_address)
        except OSError as error:  # no handshake, or gone in between
            print(f"{client_address[0]}: {error}", file=sys.stderr, flush=True)
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="0.0.0.0")
    parser.add_argument("--port", type=int, default=8443)
    parser.add_argument("--certificate", help="PEM; the API server speaks TLS only, without it this is for trying out")
    parser.add_argument("--key", help="PEM")
    parser.add_argument("--seconds", type=float, default=4, help="that an estimate may take; less than the webhook's timeoutSeconds")
    parser.add_argument("--closed", action="store_true", help="refuse what has no verdict as well")
    asked = parser.parse_args()
    Handler.closed, gate.LONGEST = asked.closed, asked.seconds
    server = Server((asked.address, asked.port), asked.certificate, asked.key)
    print(f"listening on port {server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
