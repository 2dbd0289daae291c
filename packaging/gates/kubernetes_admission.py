#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kubernetes' admission webhook, as an example: answers AdmissionReview (admission.k8s.io/v1) for pods and what makes pods.

A pod carries its plan as JSON in the annotation plimsoll-planner.github.io/plan, and its cards as plimsoll names them in
plimsoll-planner.github.io/gpu; without a plan the command of the container that asks for GPUs is read, as `plimsoll import` reads it.
kubernetes/webhook.yaml has the objects of a cluster. `--closed` refuses what is not known as well."""
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

PLAN, GPU = "plimsoll-planner.github.io/plan", "plimsoll-planner.github.io/gpu"
LARGEST = 8 << 20  # bytes of a review
IS_GPU = re.compile(r"^(nvidia\.com/gpu|nvidia\.com/mig-|amd\.com/gpu|gpu\.intel\.com/)")


def pod_of(item):
    """Annotations and specification of a pod, or of the pods that a Deployment, Job, CronJob and others make."""
    spec = item.get("spec") or {}
    while "template" in spec or "jobTemplate" in spec:
        item = spec.get("template") or spec.get("jobTemplate") or {}
        spec = item.get("spec") or {}
    return (item.get("metadata") or {}).get("annotations") or {}, spec


def command_of(spec):
    """Of the first container that asks for GPUs; None where none does."""
    for container in spec.get("containers") or []:
        resources = container.get("resources") or {}
        if any(IS_GPU.match(name) for kind in ("limits", "requests") for name in resources.get(kind) or {}):
            return shlex.join(map(str, [*(container.get("command") or []), *(container.get("args") or [])]))
    return None


def judgement_of(item):
    annotations, spec = pod_of(item)
    gpus = [name.strip() for name in annotations.get(GPU, "").split(",") if name.strip()]
    if PLAN in annotations:
        try:
            return gate.judge_plan(json.loads(annotations[PLAN]), gpus)
        except json.JSONDecodeError as error:
            return gate.Judgement("wrong", f"{PLAN}: {error}")
    command = command_of(spec)
    return gate.judge_text(command, gpus=gpus) if command else None


def answer(review, closed=False):
    """The AdmissionReview that answers one."""
    request = review["request"]
    judgement = judgement_of(request.get("object") or {})
    response = {"uid": request["uid"], "allowed": judgement is None or judgement.admitted(closed)}
    if not response["allowed"]:
        response["status"] = {"code": 403, "message": f"Plimsoll: {judgement.sentence()}"}
    elif judgement is not None and judgement.state != "fits":
        response["warnings"] = [f"Plimsoll: {judgement.sentence()}"[:256]]
    return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}


class Handler(BaseHTTPRequestHandler):
    closed = False

    def do_GET(self):
        self.reply(200, {"ok": True})

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST:
            return self.reply(413, {"error": "too long"})
        try:
            return self.reply(200, answer(json.loads(self.rfile.read(length)), self.closed))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return self.reply(400, {"error": f"no AdmissionReview: {error!r}"})

    def reply(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="0.0.0.0")
    parser.add_argument("--port", type=int, default=8443)
    parser.add_argument("--certificate", help="PEM; the API server speaks TLS only, without it this is for trying out")
    parser.add_argument("--key", help="PEM")
    parser.add_argument("--closed", action="store_true")
    asked = parser.parse_args()
    Handler.closed = asked.closed
    server = ThreadingHTTPServer((asked.address, asked.port), Handler)
    if asked.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(asked.certificate, asked.key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(f"listening on port {server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
