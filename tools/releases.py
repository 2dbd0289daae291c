#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a new release of a library changed, and which of our facts cite what changed:

    python tools/releases.py LIBRARY VERSION [--from OLD]      both releases by pip, without what they need
    python tools/releases.py LIBRARY --folders OLD_FOLDER NEW_FOLDER

LIBRARY as core/libraries has it ("trl", "llama_factory"); OLD is the release that it calls known. Of every Python file the code is
compared, without comments and texts about it; of classes and functions, what they take where nobody says. Then every line of core/,
docs/ and tools/ that names such a file beside the library: first those whose own words (a class, a function, a key) changed. Exit
status: 0 where no line cites what changed, 1 where one does, 2 where nothing could be compared.

--facts FOLDER: another tree than this one.  --verbose: also what no line cites.
"""
import argparse
import ast
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = {".py", ".cpp", ".cu", ".cuh", ".h", ".hpp", ".c", ".go", ".rs", ".toml", ".yaml", ".json"}
# how sources and documents spell a library, and the folder of its package, where they are not its name
SPELT = {"torch": r"(?:py)?torch", "liger_kernel": r"liger(?:[_-]kernel)?", "mlx_lm": r"mlx[_-]lm"}
PIPPED = {"llama_factory": "llamafactory", "ms_swift": "ms-swift", "liger_kernel": "liger-kernel"}


def library_file(facts, library):
    return facts / "core" / "libraries" / (library.replace(".", "_") + ".cpp")


def known_release(facts, library):
    path = library_file(facts, library)
    found = re.search(r'\.known = "([^"]+)"', path.read_text()) if path.exists() else None
    return found and found.group(1)


# ---- two folders -------------------------------------------------------------------------------------------------


def unpacked(library, version, folder):
    """The sources of a release in `folder`: its wheel, else its source archive."""
    target = folder / version
    asked = [f"{PIPPED.get(library, library)}=={version}", "--no-deps", "-q", "-d", str(target)]
    for form in (["--only-binary", ":all:"], ["--no-binary", ":all:", "--no-build-isolation"]):
        if subprocess.run([sys.executable, "-m", "pip", "download", *form, *asked]).returncode == 0:
            break
    else:
        sys.exit(2)
    for archive in list(target.iterdir()):
        if archive.suffix in (".whl", ".zip"):
            zipfile.ZipFile(archive).extractall(target / "unpacked")
        elif archive.name.endswith((".tar.gz", ".tgz")):
            tarfile.open(archive).extractall(target / "unpacked", filter="data")
    return target / "unpacked"


def files_of(folder):
    """Sources by their path; a folder that only carries the version in its name is left out."""
    folder = Path(folder)
    below = [each for each in folder.iterdir() if each.is_dir()]
    if len(list(folder.iterdir())) == 1 and below and re.search(r"-\d", below[0].name):
        folder = below[0]
    out = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in SOURCES and ".dist-info" not in str(path):
            out[path.relative_to(folder).as_posix()] = path.read_text(errors="replace")
    return out


def without_texts(tree):
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
            node.body = kept or [ast.Pass()]
    return tree


def parsed(text):
    try:
        return without_texts(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError):
        return None


class Definitions(ast.NodeVisitor):
    """Code of every class and function by its name, and what each takes where nobody says: "SFTConfig.packing" → "False"."""

    def __init__(self):
        self.code, self.defaults, self.inside = {}, {}, []

    def named(self, name):
        return ".".join([*self.inside, name])

    def visit_ClassDef(self, node):
        self.code[self.named(node.name)] = ast.dump(node)
        self.inside.append(node.name)
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                self.defaults[self.named(each.target.id)] = ast.unparse(default_of(each.value)) if each.value else "(needed)"
            elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                self.defaults[self.named(each.targets[0].id)] = ast.unparse(each.value)
        self.generic_visit(node)
        self.inside.pop()

    def visit_FunctionDef(self, node):
        self.code[self.named(node.name)] = ast.dump(node)
        self.inside.append(node.name)
        placed = node.args.posonlyargs + node.args.args
        pairs = list(zip(placed[len(placed) - len(node.args.defaults) :], node.args.defaults))
        pairs += [(arg, value) for arg, value in zip(node.args.kwonlyargs, node.args.kw_defaults) if value is not None]
        for arg, value in pairs:
            self.defaults[self.named(arg.arg)] = ast.unparse(value)
        self.generic_visit(node)
        self.inside.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Module(self, node):
        for each in node.body:
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                self.defaults[each.targets[0].id] = ast.unparse(each.value)
        self.generic_visit(node)


def default_of(value):
    """What field(default=…) and its like say."""
    if isinstance(value, ast.Call):
        for word in value.keywords:
            if word.arg in ("default", "default_factory"):
                return word.value
        name = ast.unparse(value.func)
        if name.rsplit(".", 1)[-1].lower() == "field" and value.args:
            return value.args[0]
    return value


class Difference:
    """Of one file: `rows` for people, `names` of what changed (the last part of each)."""

    def __init__(self, path, kind):
        self.path, self.kind, self.rows, self.names = path, kind, [], set()

    def note(self, name, row):
        self.rows.append(row)
        self.names.update([name, name.rsplit(".", 1)[-1]])


def compared(path, old, new):
    """None where the code is the same."""
    if old is None or new is None:
        out = Difference(path, "new" if old is None else "gone")
        tree = parsed(old or new) if path.endswith(".py") else None
        if tree is not None:
            made = Definitions()
            made.visit(tree)
            out.names.update(part for name in [*made.code, *made.defaults] for part in (name, name.rsplit(".", 1)[-1]))
        return out
    if old == new:
        return None
    out = Difference(path, "changed")
    before, after = (parsed(old), parsed(new)) if path.endswith(".py") else (None, None)
    if before is None or after is None:
        return out
    if ast.dump(before) == ast.dump(after):
        return None
    was, now = Definitions(), Definitions()
    was.visit(before)
    now.visit(after)
    for name in sorted(was.defaults.keys() | now.defaults.keys()):
        a, b = was.defaults.get(name), now.defaults.get(name)
        if a == b:
            continue
        out.note(name, f"{name}: {short(a)} became {short(b)}" if a and b else f"{name}: {'gone' if a else 'new, ' + short(b)}")
    for name in sorted(was.code.keys() | now.code.keys()):
        a, b = was.code.get(name), now.code.get(name)
        if a == b or any(inner.startswith(name + ".") for inner in out.names):
            continue
        inner = [each for each in was.code.keys() | now.code.keys() if each.startswith(name + ".")]
        if a and b and any(was.code.get(each) != now.code.get(each) for each in inner):
            continue  # said by what is inside it
        out.note(name, f"{name}: {'other code' if a and b else 'gone' if a else 'new'}")
    return out


def short(text):
    return text if len(text) <= 80 else text[:77] + "..."


def differences(old_folder, new_folder):
    old, new = files_of(old_folder), files_of(new_folder)
    if not old or not new:
        print("nothing to compare: a folder without sources", file=sys.stderr)
        sys.exit(2)
    found = (compared(path, old.get(path), new.get(path)) for path in sorted(old.keys() | new.keys()))
    return [each for each in found if each is not None]


# ---- our facts ---------------------------------------------------------------------------------------------------

FILE = re.compile(r"[\w./-]*\w\.(?:py|cpp|cuh?|h|hpp|c|go|rs|toml|yaml|json)\b")
WORD = re.compile(r"[A-Za-z_][\w.]*\w")


def citations(facts, library):
    """(file, line number, text, cited files, cited words) of every line that cites the library, its release, and a file or
    a class. In its own file every row does."""
    spelt = SPELT.get(library, library.replace("_", "[_-]").replace(".", r"\."))
    cited = re.compile(rf"(?<![\w.-]){spelt}(?:'s)? (?:before )?v?\d[\w.]*,?:? *([^\"]*)", re.IGNORECASE)
    own = library_file(facts, library)
    for folder in ("core", "docs", "tools"):
        for path in sorted((facts / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h", ".md", ".py") or not path.is_file():
                continue
            for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                texts = re.findall(r'"([^"]+)"', line) if path == own else [m.group(1) for m in cited.finditer(line)]
                for text in texts:
                    files = FILE.findall(text)
                    words = {word for word in WORD.findall(FILE.sub(" ", text))}
                    if files or any("." in word or "_" in word or word[:1].isupper() for word in words):
                        yield path.relative_to(facts).as_posix(), number, line.strip(), files, words


def touched_by(cited_files, words, changed):
    """Of one citation: what changed in the files that it names (or anywhere, where it names a class), and whether its words did."""
    out = []
    for one in changed:
        names_it = any(one.path == file or one.path.endswith("/" + file) for file in cited_files)
        named = {word for word in words if word in one.names}
        if names_it or (not cited_files and any(re.match(r"[A-Z]\w+\.\w+$", word) for word in named)):
            out.append((one, named))
    return out


def report(changed, facts, library, verbose):
    print(f"{len(changed)} files of {library} are other ones")
    close, near, cited_paths = [], [], set()
    for file, number, line, cited_files, words in citations(facts, library):
        for one, named in touched_by(cited_files, words, changed):
            cited_paths.add(one.path)
            (close if named or one.kind == "gone" else near).append((file, number, line, one, named))
    for title, rows in (("What it names changed", close), ("Its file changed elsewhere", near)):
        if rows:
            print(f"\n{title}:")
        for file, number, line, one, named in rows:
            print(f"  {file}:{number}: {short(line)}")
            said = [row for row in one.rows if any(row.split(":")[0].split(".")[-1] == name.split(".")[-1] for name in named)]
            print(f"      {one.path}: {one.kind}" + "".join(f"\n        {row}" for row in said))
    shown = [one for one in changed if one.rows and (verbose or one.path in cited_paths)]
    if shown:
        print("\nFiles:" if verbose else "\nFiles that are cited:")
    for one in shown:
        print(f"  {one.path}: {one.kind}" + "".join(f"\n      {row}" for row in one.rows))
    return 1 if close or near else 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("library")
    arguments.add_argument("version", nargs="?")
    arguments.add_argument("--from", dest="old")
    arguments.add_argument("--folders", nargs=2)
    arguments.add_argument("--facts", type=Path, default=ROOT)
    arguments.add_argument("--verbose", action="store_true")
    asked = arguments.parse_args()
    if asked.folders:
        return report(differences(*asked.folders), asked.facts, asked.library, asked.verbose)
    old = asked.old or known_release(asked.facts, asked.library)
    if not asked.version or not old:
        arguments.error("a version and a known release, or --folders OLD NEW")
    with tempfile.TemporaryDirectory() as made:
        folders = [unpacked(asked.library, version, Path(made)) for version in (old, asked.version)]
        return report(differences(*folders), asked.facts, asked.library, asked.verbose)


if __name__ == "__main__":
    sys.exit(main())
