# SPDX-License-Identifier: GPL-3.0-or-later
"""Called by gates.sh: the check of a repository's plans, as a hook and as a step of GitHub's."""
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from gates_common import GATES, SCRATCH, SOURCE, WRONG, git, plan, program, session, write
import plimsoll_check


class Repository(unittest.TestCase):
    def setUp(self):
        self.folder = SCRATCH / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()
        self.before = Path.cwd()
        os.chdir(self.folder)
        git(".", "init", "-q")
        write(Path("train/a.plimsoll"), plan())
        write(Path("b.plimsoll"), plan(sequence_length=512))
        git(".", "add", ".")
        git(".", "commit", "-qm", "plans")

    def tearDown(self):
        os.chdir(self.before)

    def check(self, *arguments):
        out = io.StringIO()
        sys.argv = ["plimsoll_check", *arguments]
        with contextlib.redirect_stdout(out):
            status = plimsoll_check.main()
        return status, out.getvalue()

    def refused(self, *arguments):
        """What is said where the check cannot be made."""
        said = io.StringIO()
        with self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(said):
            self.check(*arguments)
        self.assertEqual(ended.exception.code, 2)
        return said.getvalue()

    def test_growth_beside_the_base(self):
        self.assertEqual(self.check("--base", "HEAD")[0], 0)
        write(Path("train/a.plimsoll"), plan(sequence_length=4096))
        write(Path("new.plimsoll"), plan())
        status, text = self.check("--base", "HEAD")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"`train/a.plimsoll` \| [\d.]+ GiB \| [\d.]+ GiB \| \+[\d.]+ % \| \*\*breaks growth\*\*")
        self.assertRegex(text, r"`b.plimsoll` .* ±0 ")
        self.assertRegex(text, r"`new.plimsoll` .* – \| new ")
        self.assertEqual(self.check("--base", "HEAD", "--grow-over", "1000")[0], 0)
        self.assertEqual(subprocess.run(["git", "worktree", "list"], capture_output=True, text=True).stdout.count("\n"), 1)

    def test_waivers_have_owners_and_end(self):
        write(Path("b.plimsoll"), plan("full"))
        waiver = {"plan": "b.*", "rule": "fits", "owner": "@somebody", "until": "2026-12-31", "reason": "a bigger card comes"}
        write(Path(".plimsoll-waivers.json"), {"waivers": [waiver]})
        status, text = self.check("--today", "2026-12-31")
        self.assertEqual(status, 0, text)
        self.assertIn("waived until 2026-12-31 by @somebody", text)
        status, text = self.check("--today", "2027-01-01")
        self.assertEqual(status, 1)
        self.assertIn("The waiver of @somebody for `b.*` ended on 2026-12-31.", text)
        write(Path(".plimsoll-waivers.json"), {"waivers": [waiver | {"rule": "growth"}]})
        self.assertEqual(self.check("--today", "2026-12-31")[0], 1)
        wrong = [waiver | {"owner": ""}, waiver | {"owner": " "}, waiver | {"owner": 5}, waiver | {"owner": ["@a"]}, waiver | {"plan": 5}, waiver | {"plan": ""},
                 waiver | {"until": "soon"}, waiver | {"until": 20261231}, waiver | {"rule": "none"}, waiver | {"rule": ["fits"]}, "b.plimsoll", None,
                 {key: waiver[key] for key in ("plan", "rule", "until")}]
        for text in [json.dumps({"waivers": [one]}) for one in wrong] + ["[]", '{"waivers": 5}', "{}", "{", "[" * 100000]:
            Path(".plimsoll-waivers.json").write_text(text)
            self.assertIn("a waiver has plan, rule, owner and until", self.refused(), text[:200])
        Path(".plimsoll-waivers.json").unlink()
        Path(".plimsoll-waivers.json").mkdir()
        self.assertIn(".plimsoll-waivers.json", self.refused())

    def test_configurations_of_other_tools(self):
        Path("train.sh").write_text('trl sft --model_name_or_path Qwen/Qwen2.5-7B --per_device_train_batch_size 1 --bf16 True\n')
        status, text = self.check("train.sh", "--gpu", "RTX 3060 12GB")
        self.assertIn("`train.sh`", text)
        Path("notes.sh").write_text("echo hello\n")
        status, text = self.check("notes.sh")
        self.assertEqual(status, 0, text)
        self.assertIn("admitted, not known", text)
        self.assertEqual(self.check("--closed", "notes.sh")[0], 1)
        self.assertFalse(list(Path(".").glob(".plimsoll-*")))

    def test_wrong_plans_break_the_check(self):
        for index, wrong in enumerate(WRONG):
            write(Path(f"wrong-{index}.plimsoll"), wrong)
        status, text = self.check(*(f"wrong-{index}.plimsoll" for index in range(len(WRONG))), "absent.plimsoll", "absent.yaml")
        self.assertEqual(status, 1)
        self.assertEqual(text.count("**breaks read**"), len(WRONG) + 2, text)
        self.assertEqual(len(re.findall(r"`absent\.(?:plimsoll|yaml)` .*no such file", text)), 2, text)

    def test_names_of_every_alphabet(self):
        for name in ("größe.plimsoll", "计划/一.plimsoll", 'quo"te.plimsoll', "line\nbreak.plimsoll", b"latin-\xe9.plimsoll".decode("utf-8", "surrogateescape")):
            write(Path(name), plan("full"))
        for state in ("untracked", "tracked"):
            status, text = self.check()
            self.assertEqual((status, text.count("**breaks fits**")), (1, 5), f"{state}: {text}")
            git(".", "add", ".")
        text.encode()
        Path("b.plimsoll").unlink()
        self.assertNotIn("`b.plimsoll`", self.check()[1])

    def test_every_way_to_name_a_file(self):
        write(Path("train/a.plimsoll"), plan(sequence_length=4096))
        outside = SCRATCH / "outside.plimsoll"
        write(outside, plan())
        for name in ("train/a.plimsoll", "./train/a.plimsoll", str(Path("train/a.plimsoll").resolve()), "train/../train/a.plimsoll"):
            status, text = self.check("--base", "HEAD", name)
            self.assertEqual(status, 1, f"{name}: {text}")
            self.assertIn("`train/a.plimsoll`", text)
            self.assertIn("**breaks growth**", text)
        os.chdir("train")
        self.assertIn("**breaks growth**", self.check("--base", "HEAD", "a.plimsoll")[1])
        self.assertIn("±0", self.check("--base", "HEAD", "../b.plimsoll")[1])
        self.assertIn("| new |", self.check("--base", "HEAD", str(outside))[1])

    def test_what_is_renamed_is_not_new(self):
        git(".", "mv", "train/a.plimsoll", "größer.plimsoll")
        write(Path("größer.plimsoll"), plan(sequence_length=4096))
        git(".", "mv", "b.plimsoll", "train/c.plimsoll")
        status, text = self.check("--base", "HEAD")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"`größer.plimsoll` .* \+[\d.]+ % \| \*\*breaks growth")
        self.assertRegex(text, r"`train/c.plimsoll` .* ±0 ")

    def test_every_scenario_of_a_session(self):
        write(Path("b.plimsoll"), session(("one", plan()), ("two", plan())))
        git(".", "commit", "-qam", "a session")
        write(Path("b.plimsoll"), session(("one", plan()), ("other", plan(sequence_length=4096)), ("full", plan("full"))))
        status, text = self.check("--base", "HEAD", "b.plimsoll")
        self.assertEqual(status, 1)
        self.assertRegex(text, r"`b.plimsoll`, one \| .* ±0 ")
        self.assertRegex(text, r"`b.plimsoll`, other \| .* \+[\d.]+ % \| \*\*breaks growth")
        self.assertRegex(text, r"`b.plimsoll`, full \| .* new \| \*\*breaks fits\*\*: [\d.]+ GiB: does not fit on ")
        self.assertIn("2 of 3 plans break a rule", text)

    def test_without_a_card_there_is_no_verdict(self):
        write(Path("b.plimsoll"), plan(gpu=None))
        status, text = self.check("b.plimsoll")
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"\| [\d.]+ GiB .* admitted, not known: .*no card is named")
        self.assertEqual(self.check("--closed", "b.plimsoll")[0], 1)

    def test_without_plimsoll_nothing_was_checked(self):
        for name in ("/nonexistent/plimsoll", "/bin/false", "/bin/ls"):
            with program(name):
                self.assertIn(f"plimsoll ({name}) could not be asked", self.refused())
                self.assertIn("--without-plimsoll", self.refused("--base", "HEAD"))
                status, text = self.check("--without-plimsoll")
                self.assertEqual(status, 0, text)
                self.assertIn(f"admitted, not known: plimsoll ({name})", text)
                self.assertEqual(self.check("--without-plimsoll", "--closed")[0], 1)

    def test_bad_usage(self):
        for value in ("nan", "inf", "-inf", "much"):
            self.assertIn("--grow-over", self.refused(f"--grow-over={value}"))
        self.assertIn("no-such-commit", self.refused("--base", "no-such-commit"))
        self.assertIn("--markdown", self.refused("--markdown", "absent/report.md"))

    def test_no_plan_is_said(self):
        git(".", "rm", "-q", "-r", ".")
        status, text = self.check()
        self.assertEqual(status, 0)
        self.assertIn("There is no plan here", text)

    @unittest.skipUnless(shutil.which("pre-commit"), "pre-commit is not installed")
    def test_pre_commit(self):
        hooks = SCRATCH / "hooks"
        (hooks / "packaging").mkdir(parents=True)
        shutil.copytree(GATES, hooks / "packaging/gates", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(SOURCE / ".pre-commit-hooks.yaml", hooks)
        git(hooks, "init", "-q")
        git(hooks, "add", ".")
        git(hooks, "commit", "-qm", "hooks")
        subprocess.run(["pre-commit", "validate-manifest", str(hooks / ".pre-commit-hooks.yaml")], check=True)
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hooks, capture_output=True, text=True, check=True).stdout.strip()
        Path(".pre-commit-config.yaml").write_text(f"repos:\n- repo: {hooks}\n  rev: {head}\n  hooks:\n  - id: plimsoll\n")
        environment = os.environ | {"PRE_COMMIT_HOME": str(SCRATCH / "pre-commit"), "HOME": str(SCRATCH)}
        run = lambda: subprocess.run(["pre-commit", "run", "--all-files"], capture_output=True, text=True, env=environment)  # noqa: E731
        git(".", "add", ".")
        done = run()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("plans fit their cards", done.stdout)
        write(Path("b.plimsoll"), plan("full"))
        git(".", "add", ".")
        done = run()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("breaks fits", done.stdout)
        write(Path("b.plimsoll"), plan(model="nobody"))
        git(".", "add", ".")
        done = run()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("admitted, not known", done.stdout)
        with program("/nonexistent/plimsoll"):
            environment["PLIMSOLL"] = os.environ["PLIMSOLL"]
            done = run()
        self.assertNotEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("install plimsoll", done.stdout)

    def test_steps_of_the_action(self):
        text = (GATES / "github/action.yml").read_text()
        blocks = re.findall(r"^      run: \|\n((?:        .*\n|\n)+)|^      run: (.*)$", text, re.M)
        check, comment, end = ["\n".join(line[8:] for line in block.splitlines()) + "\n" if block else one for block, one in blocks]
        write(Path("b.plimsoll"), plan("full"))
        temp = SCRATCH / "runner"
        temp.mkdir()
        said = SCRATCH / "gh-was-called"
        (temp / "gh").write_text(f'#!/bin/sh\necho "$@" >>"{said}"\n[ ! -f "{temp}/forbidden" ] || exit 1\ncase $* in *--paginate*) [ ! -f "{temp}/there" ] || echo 7 ;; esac\n')
        (temp / "gh").chmod(0o755)
        environment = os.environ | {"PLANS": "b.plimsoll train/*.plimsoll", "BASE": "HEAD", "GROW_OVER": "5", "GPU": "", "WAIVERS": ".plimsoll-waivers.json",
                                    "CLOSED": "false", "RUNNER_TEMP": str(temp), "GITHUB_OUTPUT": str(temp / "output"), "GITHUB_REPOSITORY": "o/r",
                                    "GITHUB_STEP_SUMMARY": str(temp / "summary"), "GITHUB_ACTION_PATH": str(GATES / "github"), "NUMBER": "12",
                                    "PATH": f"{temp}:{os.environ['PATH']}"}
        run = lambda script, **more: subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], env=environment | more, capture_output=True, text=True)  # noqa: E731
        done = run(check)
        self.assertEqual(done.returncode, 0, done.stderr)
        output = dict(line.split("=", 1) for line in (temp / "output").read_text().splitlines())
        self.assertEqual(output["status"], "1")
        self.assertIn("**breaks fits**", (temp / "summary").read_text())
        self.assertEqual(run(end, STATUS=output["status"]).returncode, 1)
        self.assertEqual(run(comment, REPORT=output["report"]).returncode, 0)
        (temp / "there").touch()
        self.assertEqual(run(comment, REPORT=output["report"]).returncode, 0)
        calls = said.read_text()
        self.assertIn("--method POST repos/o/r/issues/12/comments", calls)
        self.assertIn("--method PATCH repos/o/r/issues/comments/7", calls)
        self.assertTrue(Path(output["report"]).read_text().startswith("<!-- plimsoll-check -->"))
        self.assertNotIn("::warning::", run(comment, REPORT=output["report"]).stdout)
        (temp / "forbidden").touch()
        done = run(comment, REPORT=output["report"])
        self.assertEqual((done.returncode, done.stdout.count("::warning::")), (0, 1), done.stderr)
        for pattern in ("train/*.json", "b.plimsoll trian/**/*.plimsoll"):
            (temp / "output").unlink()
            done = run(check, PLANS=pattern)
            output = dict(line.split("=", 1) for line in (temp / "output").read_text().splitlines())
            self.assertEqual((done.returncode, output["status"]), (0, "2"), pattern)
            self.assertIn(f"no file is like {pattern.split()[-1]}", done.stdout)
            self.assertFalse(Path(output["report"]).exists())

    def test_the_action_installs_plimsoll_where_there_is_none(self):
        script = re.search(r"^      run: \|\n((?:        .*\n|\n)+)", (GATES / "github/action.yml").read_text(), re.M)[1].replace("\n        ", "\n")
        temp = SCRATCH / "bare"
        (temp / "bin").mkdir(parents=True)
        installs = f"""#!/bin/sh
[ "$2" = venv ] || exec {sys.executable} "$@"
mkdir -p "$3/bin"
printf '#!/bin/sh\\necho "$@" >{temp}/asked; ln -s {os.environ["PLIMSOLL"]} "${{0%%pip}}plimsoll"\\n' >"$3/bin/pip"
chmod +x "$3/bin/pip"
"""
        (temp / "bin/python3").write_text(installs)
        (temp / "bin/python3").chmod(0o755)
        for tool in ("git", "bash", "sh", "rm", "cat", "mkdir", "chmod", "ln"):
            (temp / "bin" / tool).symlink_to(shutil.which(tool))
        environment = os.environ | {"PATH": str(temp / "bin"), "PLIMSOLL": "", "PLANS": "", "BASE": "", "GROW_OVER": "5", "GPU": "", "WAIVERS": "none", "CLOSED": "false",
                                    "RUNNER_TEMP": str(temp), "GITHUB_OUTPUT": str(temp / "output"), "GITHUB_STEP_SUMMARY": str(temp / "summary"),
                                    "GITHUB_ACTION_PATH": str(GATES / "github")}
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 plans, no rule broken", (temp / "summary").read_text(), done.stdout + done.stderr)
        self.assertRegex((temp / "asked").read_text(), r"install --quiet plimsoll==[\d.]+$")

    def test_what_is_named_of_a_release_is_this_one(self):
        release = re.search(r"^project\(plimsoll VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text(), re.M)[1]
        text = (GATES / "github/action.yml").read_text()
        self.assertEqual(re.findall(r"install .*plimsoll(=.*)", text), [f"=={release}"])
        self.assertEqual(re.findall(r"gates/github@v(.*)", text), [release])
        self.assertEqual(re.findall(r"rev: v(.*)", (SOURCE / "packaging/README.md").read_text()), [release])


if __name__ == "__main__":
    unittest.main(verbosity=1)
