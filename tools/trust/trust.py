#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long checks that continuous integration has no time for; docs/testing.md has the table of what they said last.

    python tools/trust/trust.py kills N       N programs are killed at a random moment while they write a report, a model card, an export
                                              or a window's kept session: each file is the old or the new one, whole
    python tools/trust/trust.py memory MIN    different plans through one process for MIN minutes: its memory does not grow
    python tools/trust/trust.py flakes N      the whole suite N times: a test that fails once is named
    python tools/trust/trust.py mutations     the seeded faults of mutations.json, one by one: each is caught by a test
    python tools/trust/trust.py fuzz SECONDS  every reader in turn, from a seed that is said
    python tools/trust/trust.py threads N     N different plans, and every command that works on all cores, under the thread sanitizer

--build DIR: of the programs (build/dev; for fuzz build/asan, for threads build/tsan).  Exit status: 0 where all held.
"""
import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "resources/examples/case1-precisions.plimsoll"
SETTINGS = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")


def started(command, **more):
    return subprocess.Popen([str(word) for word in command], env=dict(SETTINGS, **more), stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# ---- kills ---------------------------------------------------------------------------------------------------------


class Written:
    """A command that writes a file which held something else before."""

    def __init__(self, name, command, path, before):
        self.name, self.command, self.path, self.before = name, command, path, before
        self.cut = 0
        path.write_bytes(before)
        begun = time.monotonic()
        assert started(command).wait() in (0, 1, 3), name
        self.seconds = time.monotonic() - begun
        self.after = path.read_bytes()
        assert self.after != before, name

    def kill_once(self):
        self.path.write_bytes(self.before)
        process = started(self.command)
        time.sleep(random.uniform(0, self.seconds * 1.1))
        self.cut += process.poll() is None
        process.kill()
        process.wait()
        return self.path.read_bytes() in (self.before, self.after)


class KeptSession:
    """The window keeps its session while it is open; killed, what it kept is read back whole by the next start."""

    name = "window"

    def __init__(self, window, program, folder):
        self.window, self.program, self.home = window, program, folder / "home"
        self.cut = 0

    def kill_once(self):
        process = started([self.window, EXAMPLE], XDG_CONFIG_HOME=str(self.home))
        time.sleep(random.uniform(0.05, 1.5))
        self.cut += process.poll() is None
        process.kill()
        process.wait()
        records = list((self.home / "plimsoll/sessions").glob("*.json"))
        whole = all(self.readable(record) for record in records)
        for file in (self.home / "plimsoll/sessions").glob("*"):
            file.unlink()
        return whole

    @staticmethod
    def readable(record):
        try:
            return isinstance(json.loads(record.read_text()), dict)
        except ValueError:
            return False


def kills(count, build):
    program, window = build / "bin/plimsoll", build / "bin/plimsoll-window"
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        card = folder / "README.md"
        text = b"# A model\n\n## Hardware\n\nOne card.\n"
        targets = [
            Written("report", [program, "report", "--plan", EXAMPLE, "--output", folder / "report.html"], folder / "report.html", b"before\n"),
            Written("picture", [program, "report", "--plan", EXAMPLE, "--output", folder / "page.svg"], folder / "page.svg", b"before\n"),
            Written("model card", [program, "report", "--plan", EXAMPLE, "--into", card], card, text),
            Written("export", [program, "export", "--plan", EXAMPLE, "--to", "axolotl", "--output", folder / "a.yaml"], folder / "a.yaml", b"a: 1\n"),
            KeptSession(window, program, folder),
        ]
        lost = []
        for number in range(count):
            target = targets[number % len(targets)]
            if not target.kill_once():
                lost.append(target.name)
        for target in targets:
            print(f"{target.name}: {target.cut} killed at work")
        print(f"kills: {count}, files lost or cut: {len(lost)} {lost or ''}")
        return not lost


# ---- memory --------------------------------------------------------------------------------------------------------


def plans():
    models = ["qwen2.5-0.5b", "qwen2.5-7b", "llama-3.1-8b", "smollm2-135m"]
    while True:
        plan = {"model": {"preset": random.choice(models)}, "method": random.choice(["full", "lora", "qlora"]),
                "sequence_length": random.randrange(64, 4096), "micro_batch": random.randrange(1, 5),
                "gradient_checkpointing": random.choice([True, False])}
        if random.random() < 0.3:
            plan = {"model": plan["model"], "task": "infer", "inference": {"engine": random.choice(["vllm", "sglang", "transformers"]),
                                                                         "context": random.randrange(256, 8192)}}
        yield {**plan, "target": {"gpus": ["H100 SXM"]}}


def resident(process):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text()).group(1))


def feed(process, end):
    source = plans()
    while time.monotonic() < end:
        process.stdin.write(json.dumps(next(source)) + "\n")
    process.stdin.close()


def memory(minutes, build):
    process = subprocess.Popen([str(build / "bin/plimsoll"), "estimate", "--requests", "-", "--format", "json", "--brief"], env=SETTINGS,
                               text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    threading.Thread(target=feed, args=(process, time.monotonic() + 60 * minutes), daemon=True).start()
    seen, answers = [], 0
    for _ in process.stdout:
        answers += 1
        if answers % 100 == 0 and process.poll() is None:
            seen.append(resident(process))
    if process.wait() not in (0, 1, 3) or len(seen) < 8:
        print(f"memory: ended with {process.returncode} after {answers} plans")
        return False
    quarter = len(seen) // 4
    first, last = max(seen[quarter:2 * quarter]), max(seen[-quarter:-1])
    print(f"memory: {answers} plans in {minutes:g} min, {first // 1024} MiB in the second quarter, {last // 1024} MiB in the last")
    return last <= first * 1.05


# ---- the suite, again and with faults ------------------------------------------------------------------------------


def failed_tests(build, *options):
    done = subprocess.run(["ctest", "--test-dir", str(build), "-j2", "--timeout", "290", *options], env=SETTINGS, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return re.findall(r"^\s+\d+ - (\S+) \((?!Skipped|Disabled)", done.stdout, re.M)


def flakes(times, build):
    counts = {}
    for number in range(times):
        for test in failed_tests(build):
            counts[test] = counts.get(test, 0) + 1
            print(f"flakes: {test} failed in run {number + 1}", flush=True)
    print(f"flakes: {times} runs, {len(counts)} tests failed at least once: {counts}")
    return not counts


def caught(mutation, build):
    """The first tests that fail with the fault in; None where it does not compile."""
    path = ROOT / mutation["file"]
    text = path.read_text()
    assert mutation["from"] in text, f"{mutation['what']}: its place is gone"
    try:
        path.write_text(text.replace(mutation["from"], mutation["to"], 1))
        targets = ["core_tests", "app_tests", "plimsoll-accuracy"]
        if subprocess.run(["ninja", "-C", str(build), *targets], stdout=subprocess.DEVNULL).returncode:
            return None
        return failed_tests(build, "-L", "core|app|accuracy", "-LE", "fuzz|heavy", "--stop-on-failure")
    finally:
        path.write_text(text)


def mutations(build):
    left = []
    for mutation in json.loads((Path(__file__).parent / "mutations.json").read_text()):
        tests = caught(mutation, build)
        said = "does not compile" if tests is None else "caught by " + ", ".join(tests) if tests else "NOT CAUGHT"
        print(f"{mutation['what']}: {said}", flush=True)
        if tests == []:
            left.append(mutation["what"])
    print(f"mutations: {len(left)} not caught")
    return not left


def fuzz(seconds, build):
    program = build / "bin/plimsoll-fuzz"
    seed = random.randrange(1 << 30)
    names = re.findall(r"fuzz_(\S+)", subprocess.run(["ctest", "--test-dir", str(build), "-N", "-L", "fuzz"], capture_output=True, text=True).stdout)
    held = True
    for name in names:
        done = subprocess.run([str(program), name, str(seconds), str(seed)], capture_output=True, text=True, cwd=build)
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        print(f"{name}: {'held' if done.returncode == 0 else 'FAILED'}, seed {seed}; {' '.join(last)}", flush=True)
        held = held and done.returncode == 0
    return held


# ---- threads -------------------------------------------------------------------------------------------------------


def threads(count, build):
    source = plans()
    with tempfile.TemporaryDirectory() as place:
        requests = Path(place) / "plans.jsonl"
        requests.write_text("".join(json.dumps(next(source)) + "\n" for _ in range(count)))
        model = ["--model", "qwen2.5-7b", "--method", "qlora"]
        commands = [["estimate", "--requests", requests, "--max"], ["advise", *model, "--gpu", "RTX 3070"],
                    ["sweep", *model, "--over", "sequence_length=256:4096:256", "--over", "micro_batch=1:4"],
                    ["solve", *model, "--minimize", "card"], ["solve", *model, "--minimize", "cost"],
                    ["solve", "--model", "qwen2.5-7b", "--method", "full", "--gpu", "L4:8", "--split", "fits"],
                    ["estimate", *model, "--gpu", "RTX 4090", "--offers", "--max"], ["report", "--plan", EXAMPLE, "--output", Path(place) / "r.html"]]
        races = 0
        for command in commands:
            done = subprocess.run([str(word) for word in [build / "bin/plimsoll", *command]], capture_output=True, text=True,
                                  env=dict(SETTINGS, TSAN_OPTIONS="exitcode=66"))
            found = done.stderr.count("WARNING: ThreadSanitizer")
            races += found
            print(f"{' '.join(map(str, command[:2]))}: {found} warnings, exit status {done.returncode}", flush=True)
            if found:
                print(done.stderr[:4000])
        print(f"threads: {count} plans and {len(commands)} commands, {races} data races")
        return races == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("check", choices=["kills", "memory", "flakes", "mutations", "fuzz", "threads"])
    parser.add_argument("amount", nargs="?", type=float, default=1)
    parser.add_argument("--build", type=Path)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    build = (asked.build or ROOT / "build" / {"fuzz": "asan", "threads": "tsan"}.get(asked.check, "dev")).resolve()
    if asked.check == "kills":
        return kills(int(asked.amount), build)
    if asked.check == "memory":
        return memory(asked.amount, build)
    if asked.check == "flakes":
        return flakes(int(asked.amount), build)
    if asked.check == "threads":
        return threads(int(asked.amount), build)
    if asked.check == "fuzz":
        return fuzz(int(asked.amount), build)
    return mutations(build)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
