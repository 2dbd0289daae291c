# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by gates.sh: Kubernetes' admission webhook."""
import contextlib
import json
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
import unittest
import urllib.error
import urllib.request

from gates_common import GATES, SCRATCH, UNKNOWN, WRONG, plan, program
import kubernetes_admission


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
        self.assertEqual(self.answer(self.pod(plan()), closed=True), {"uid": "u-1", "allowed": True})
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

    def test_every_gpu_container(self):
        fits, refused = self.pod(plan()), self.pod(plan())
        second = {"name": "second", "command": ["vllm", "serve", "nobody/nothing"], "resources": {"limits": {"nvidia.com/gpu": 1}}}
        fits["spec"]["containers"] += [second | {"resources": {"limits": {"nvidia.com/gpu": 0}}}, {"name": "none", "command": ["sleep"]}]
        self.assertEqual(self.answer(fits, closed=True), {"uid": "u-1", "allowed": True})
        for more in ({"containers": [*fits["spec"]["containers"], second]}, {"initContainers": [second]}):
            refused["spec"] = fits["spec"] | more
            said = self.answer(refused)
            self.assertTrue(said["allowed"])
            self.assertRegex(" ".join(said["warnings"]), "second: .*nobody/nothing")
            self.assertFalse(self.answer(refused, closed=True)["allowed"])
            refused["metadata"]["annotations"][kubernetes_admission.PLAN + ".second"] = json.dumps(plan("full"))
            self.assertRegex(self.answer(refused)["status"]["message"], "second: .*does not fit on GeForce RTX 4090")
            refused["metadata"]["annotations"][kubernetes_admission.GPU + ".second"] = "H200 SXM"
            self.assertTrue(self.answer(refused, closed=True)["allowed"])
            refused["metadata"]["annotations"] = fits["metadata"]["annotations"].copy()

    def test_the_number_of_cards_counts(self):
        for one in (plan("lora", "H100 SXM5") | {"parallel": {"data": 4}},
                    {key: value for key, value in plan(gpu="H100 SXM5:4").items() if key != "method"} | {"task": "infer", "inference": {"engine": "vllm"}, "parallel": {"tensor": 4}}):
            for count in ("1", 2):
                self.assertRegex(self.answer(self.pod(one, gpus=count))["status"]["message"], "4 processes")
            self.assertEqual(self.answer(self.pod(one, gpus="4")), {"uid": "u-1", "allowed": True})
        serve = self.pod(command=["vllm", "serve", "Qwen/Qwen2.5-7B-Instruct", "--tensor-parallel-size", "4", "--max-model-len", "4096"])
        serve["metadata"]["annotations"][kubernetes_admission.GPU] = "H100 SXM5"
        self.assertRegex(self.answer(serve)["status"]["message"], "4 processes")
        serve["spec"]["containers"][0]["resources"] = {"limits": {"nvidia.com/gpu": 4}}
        self.assertEqual(self.answer(serve, closed=True), {"uid": "u-1", "allowed": True})

    def test_pods_that_work_together(self):
        one = plan("lora", "H100 SXM5:16") | {"parallel": {"data": 16}}
        self.assertFalse(self.answer(self.pod(one, gpus="8"))["allowed"])
        labelled = self.pod(one, gpus="8")
        labelled["metadata"]["labels"] = {"leaderworkerset.sigs.k8s.io/name": "train"}
        annotated = self.pod(one, gpus="8")
        annotated["metadata"]["annotations"][kubernetes_admission.GPU] = "H100 SXM5:16"
        for item, pattern in ((labelled, "asks for 8 of them"), (annotated, "asks for 8 of them"),
                              ({"kind": "Job", "spec": {"parallelism": 2, "template": self.pod(one, gpus="8")}}, "asks for 8 of them")):
            said = self.answer(item)
            self.assertTrue(said["allowed"], said)
            self.assertRegex(" ".join(said["warnings"]), pattern)

    def test_a_part_of_a_card(self):
        for resource in ("nvidia.com/mig-1g.10gb", "nvidia.com/gpu.shared", "nvidia.com/gpumem"):
            pod = self.pod(plan())
            pod["spec"]["containers"][0]["resources"]["limits"] = {resource: "1"}
            said = self.answer(pod)
            self.assertTrue(said["allowed"])
            self.assertIn(resource, said["warnings"][0])
            self.assertFalse(self.answer(pod, closed=True)["allowed"])
        refused, pod = self.pod(plan("full")), self.pod(plan())
        for one in (refused, pod):
            one["spec"]["containers"][0]["resources"]["limits"] = {"nvidia.com/mig-3g.40gb": "1"}
            one["metadata"]["annotations"][kubernetes_admission.GPU] = "A100 80GB MIG 3g.40gb"
        self.assertIn("MIG 3g.40gb", self.answer(refused)["status"]["message"])
        pod["metadata"]["annotations"][kubernetes_admission.GPU] = "A100 80GB MIG 3g.40gb"
        self.assertEqual(self.answer(pod, closed=True), {"uid": "u-1", "allowed": True})

    def test_a_number_that_is_none(self):
        pod = self.pod(plan(), gpus="many")
        self.assertIn("could not be read", self.answer(pod)["warnings"][0])

    def test_what_a_shell_in_it_finds(self):
        pod = self.pod(command=["sh", "-c", "vllm serve Qwen/Qwen2.5-7B-Instruct --tensor-parallel-size ${N} --max-model-len $LEN"], gpus="2")
        pod["metadata"]["annotations"][kubernetes_admission.GPU] = "H100 SXM5"
        said = self.answer(pod)
        self.assertTrue(said["allowed"])
        self.assertRegex(" ".join(said["warnings"]), r"\$\{?N.*\$LEN|\$LEN")
        self.assertTrue(all(len(one.encode()) <= 256 for one in said["warnings"]))
        pod["spec"]["containers"][0]["env"] = [{"name": "N", "value": "2"}, {"name": "LEN", "value": "4096"}]
        self.assertEqual(self.answer(pod, closed=True), {"uid": "u-1", "allowed": True})

    def test_no_card_is_no_verdict(self):
        for pod in (self.pod(plan(gpu=None)), self.pod(plan(gpu=None), gpus=None)):
            said = self.answer(pod)
            self.assertTrue(said["allowed"])
            self.assertIn("no card is named", said["warnings"][0])
            self.assertFalse(self.answer(pod, closed=True)["allowed"])

    def test_wrong_plans_are_refused_and_unknown_names_admitted(self):
        for wrong in WRONG:
            self.assertFalse(self.answer(self.pod(plan()) | {"metadata": {"annotations": {kubernetes_admission.PLAN: json.dumps(wrong)}}})["allowed"], wrong)
        for text in ("{", "[" * 100000, '"\\ud800"'):
            self.assertFalse(self.answer(self.pod(plan()) | {"metadata": {"annotations": {kubernetes_admission.PLAN: text}}})["allowed"], text[:9])
        for unknown in UNKNOWN:
            self.assertTrue(self.answer(self.pod(unknown))["warnings"], unknown)
        with program("/bin/false"):
            self.assertIn("could not be asked", self.answer(self.pod(plan()))["warnings"][0])

    def test_images_with_arguments_alone(self):
        known = ("vllm/vllm-openai", "vllm/vllm-openai:v0.11.0", "docker.io/vllm/vllm-openai@sha256:00", "localhost:5000/vllm-openai-rocm:v1")
        for image in known:
            self.assertEqual(kubernetes_admission.command_of({"image": image, "args": ["--model", "a/b"]}), "vllm serve --model a/b")
        self.assertEqual(kubernetes_admission.command_of({"image": known[0], "command": ["sleep"], "args": ["1"]}), "sleep 1")
        self.assertEqual(kubernetes_admission.command_of({"image": "ghcr.io/ggml-org/llama.cpp:server-cuda", "args": ["-m", "a.gguf"]}), "llama-server -m a.gguf")
        self.assertIsNone(kubernetes_admission.command_of({"image": "own/image"}))
        pod = self.pod()
        pod["spec"]["containers"][0] = pod["spec"]["containers"][0] | {"image": known[0], "command": None, "args": ["$(MODEL)", "--max-model-len", "4096"],
                                                                      "env": [{"name": "MODEL", "value": "nobody/nothing"}, {"name": "TOKEN", "valueFrom": {}}]}
        self.assertIn("nobody/nothing", self.answer(pod)["warnings"][0])
        pod["spec"]["containers"][0] = {"name": "c", "image": "own/image", "resources": {"requests": {"nvidia.com/mig-1g.5gb": 1}}}
        self.assertIn("neither a plan nor a command", self.answer(pod)["warnings"][0])
        self.assertFalse(self.answer(pod, closed=True)["allowed"])

    @unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
    def test_a_connection_that_says_nothing_keeps_nobody_waiting(self):
        key, certificate = SCRATCH / "tls.key", SCRATCH / "tls.crt"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        kubernetes_admission.Handler.log_message = lambda *_: None
        before, kubernetes_admission.PATIENCE = kubernetes_admission.PATIENCE, 2
        server = kubernetes_admission.Server(("127.0.0.1", 0), certificate, key)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with contextlib.ExitStack() as stack:
                idle = [stack.enter_context(socket.create_connection(server.server_address)) for _ in range(3)]
                idle[1].sendall(b"GET / HTTP/1.1\r\n\r\n")  # no TLS
                address = f"https://127.0.0.1:{server.server_address[1]}/"
                began = time.monotonic()
                with urllib.request.urlopen(address, timeout=60, context=ssl.create_default_context(cafile=certificate)) as reply:
                    self.assertEqual(json.load(reply), {"ok": True})
                self.assertLess(time.monotonic() - began, kubernetes_admission.PATIENCE)
                idle[0].settimeout(60)
                self.assertEqual(idle[0].recv(1), b"", "a connection without a handshake is ended")
        finally:
            kubernetes_admission.PATIENCE = before
            server.shutdown()
            server.server_close()

    def test_over_http(self):
        server = kubernetes_admission.Server(("127.0.0.1", 0))
        kubernetes_admission.Handler.log_message = lambda *_: None
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        try:
            body = json.dumps(self.review(self.pod(plan("full")))).encode()
            with urllib.request.urlopen(urllib.request.Request(address, body, {"Content-Type": "application/json"}), timeout=60) as reply:
                self.assertFalse(json.load(reply)["response"]["allowed"])
            for body, length in ((b"{}", "2"), (b"[]", "2"), (b"5", "1"), (b"{", "1"), (b"[" * 100000, "100000"), (b"{}", "-1"), (b"{}", "x"), (b"\xff", "1")):
                with self.assertRaises(urllib.error.HTTPError) as refused:
                    urllib.request.urlopen(urllib.request.Request(address, body, {"Content-Length": length}), timeout=60)
                self.assertEqual(refused.exception.code, 400, body[:9])
                refused.exception.close()
        finally:
            server.shutdown()
            server.server_close()

    def test_the_example_asks_for_what_is_answered(self):
        text = (GATES / "kubernetes/webhook.yaml").read_text()
        self.assertIn("failurePolicy: Ignore", text)
        self.assertIn("admissionReviewVersions: [v1]", text)
        self.assertIn("share/plimsoll/gates/kubernetes_admission.py", text)

    def test_the_example_names_nothing_that_it_does_not_define(self):
        text = (GATES / "kubernetes/webhook.yaml").read_text()
        kinds = dict(re.findall(r"^kind: (\w+)\nmetadata:\n  name: ([\w-]+)$", text, re.M))
        self.assertEqual(set(re.findall(r"namespace: ([\w-]+)", text)), {kinds["Namespace"]})
        self.assertEqual(re.findall(r"inject-ca-from: (.*)", text), [f"{kinds['Namespace']}/{kinds['Certificate']}"])
        made, *used = re.findall(r"secretName: ([\w-]+)", text)
        self.assertEqual(set(used), {made})
        self.assertRegex(text, rf"issuerRef:\n    kind: Issuer\n    name: {kinds['Issuer']}\n")
        self.assertIn(f"{kinds['Service']}.{kinds['Namespace']}.svc", re.search(r"dnsNames: \[(.*)\]", text)[1].split(", "))


if __name__ == "__main__":
    unittest.main(verbosity=1)
