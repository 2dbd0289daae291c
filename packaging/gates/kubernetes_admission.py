#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kubernetes' admission webhook, as an example: answers AdmissionReview (admission.k8s.io/v1) for pods and what makes pods.

Every container that asks for GPUs is judged. Its plan is the JSON of the pod's annotation plimsoll-planner.github.io/plan.CONTAINER, or
plimsoll-planner.github.io/plan for the first of them; without one its command is read, as `plimsoll import` reads it. Its cards are named, as
plimsoll names them, in plimsoll-planner.github.io/gpu.CONTAINER, or …/gpu for all. Without a card, or with a command that is not read, there
is no verdict: the pod is admitted with a warning, by `--closed` it is refused. kubernetes/webhook.yaml has the objects of a cluster."""
import argparse
import json
import re
import shlex
import ssl
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import plimsoll_gate as gate  # noqa: E402

PREFIX = "plimsoll-planner.github.io/"
PLAN, GPU = PREFIX + "plan", PREFIX + "gpu"
LARGEST = 8 << 20  # bytes of a review
PATIENCE = 10  # seconds that a connection may keep its thread waiting: for the handshake, and for each part of a request
IS_GPU = re.compile(r"^(nvidia\.com/gpu|nvidia\.com/mig-|amd\.com/gpu|gpu\.intel\.com/)")
# What an image runs where a container has arguments alone: ENTRYPOINT of vLLM's docker/Dockerfile (before `vllm serve` the module of the same
# server, with the same options) and of the target `server` of llama.cpp's .devops/*.Dockerfile.
ENTRYPOINTS = ((re.compile(r"(^|/)vllm-openai(-\w+)?([:@]|$)"), ["vllm", "serve"]),
               (re.compile(r"(^|/)llama\.cpp:server"), ["llama-server"]))


def pod_of(item):
    """Annotations and specification of a pod, or of the pods that a Deployment, Job, CronJob and others make."""
    spec = item.get("spec") or {}
    while "template" in spec or "jobTemplate" in spec:
        item = spec.get("template") or spec.get("jobTemplate") or {}
        spec = item.get("spec") or {}
    return (item.get("metadata") or {}).get("annotations") or {}, spec


def gpu_containers(spec):
    """Those that ask for at least one GPU, also before the pod's own start."""
    for container in [*(spec.get("containers") or []), *(spec.get("initContainers") or [])]:
        resources = container.get("resources") or {}
        asked = [count for kind in ("limits", "requests") for name, count in (resources.get(kind) or {}).items() if IS_GPU.match(name)]
        if any(str(count) != "0" for count in asked):
            yield container


def command_of(container):
    """What it runs, with the variables whose values stand in it; None where only the image knows."""
    command, arguments = container.get("command") or [], container.get("args") or []
    if not command:
        command = next((words for image, words in ENTRYPOINTS if image.search(container.get("image") or "")), [])
    values = {one["name"]: one["value"] for one in container.get("env") or [] if isinstance(one.get("value"), str)}
    expanded = [re.sub(r"\$\$|\$\(([\w.-]+)\)", lambda found: "$" if found[0] == "$$" else values.get(found[1], found[0]), str(word))
                for word in [*command, *arguments]]
    return shlex.join(expanded) or None


def judgement_of_plan(text, gpus):
    plan = gate.read(text)
    return gate.Judgement("wrong", f"{PLAN}: no JSON") if plan is None else gate.judge_plan(plan, gpus)


def judgement_of_command(container, gpus):
    command = command_of(container)
    return gate.judge_text(command, gpus=gpus) if command else gate.Judgement("not known", "it has neither a plan nor a command that is known here")


def judgements_of(item):
    """Of each container that asks for GPUs, by its name; of a pod's plan without such a container by None."""
    annotations, spec = pod_of(item)
    out = {}
    for index, container in enumerate(gpu_containers(spec)):
        name = container.get("name") or f"container {index + 1}"
        cards = annotations.get(f"{GPU}.{name}") or annotations.get(GPU) or ""
        gpus = [card.strip() for card in cards.split(",") if card.strip()]
        text = annotations.get(f"{PLAN}.{name}") or (annotations.get(PLAN) if index == 0 else None)
        out[name] = judgement_of_plan(text, gpus) if text else judgement_of_command(container, gpus)
    if not out and annotations.get(PLAN):
        out[None] = judgement_of_plan(annotations[PLAN], [card.strip() for card in (annotations.get(GPU) or "").split(",") if card.strip()])
    return out


def sentence(name, judgement, several):
    return f"Plimsoll: {name}: {judgement.sentence()}" if several else f"Plimsoll: {judgement.sentence()}"


def answer(review, closed=False):
    """The AdmissionReview that answers one."""
    request = review["request"]
    judgements = judgements_of(request.get("object") or {})
    refused = [sentence(name, one, len(judgements) > 1) for name, one in judgements.items() if not one.admitted(closed)]
    response = {"uid": request["uid"], "allowed": not refused}
    if refused:
        response["status"] = {"code": 403, "message": "\n".join(refused)}
    # 256 bytes: the API server cuts longer warnings.
    warnings = [sentence(name, one, len(judgements) > 1)[:256] for name, one in judgements.items() if one.admitted(closed) and one.state != "fits"]
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
