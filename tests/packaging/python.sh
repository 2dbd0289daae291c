#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What of the Python package is Python: types made of the schema's tables, the picture of an answer. The wheel itself: wheel.sh.
. "$(dirname "$0")/common.sh" "$@"
have python3 || skip "python3 is not installed"
mkdir "$scratch/plimsoll"
cp "$source/packaging/python/plimsoll/"*.py "$scratch/plimsoll/"
python3 "$source/packaging/python/make_types.py" "$scratch/plimsoll/types.py"
cd "$scratch"
"$plimsoll" estimate --model qwen2.5-0.5b --method lora --gpu "RTX 4090:2" --format json --brief >answer.json 2>/dev/null
"$plimsoll" estimate --model qwen2.5-7b --method full --format json --brief >no_card.json 2>/dev/null
# From what fits to what does not, by lengths: every word that people read is said on the way.
for length in $(seq 512 64 1536); do
    "$plimsoll" estimate --model qwen2.5-7b --method lora --gpu "RTX 3090" --sequence-length "$length" --format json --brief >"word-$length.json" 2>/dev/null || true
done
"$plimsoll" solve --maximize micro_batch --model qwen2.5-0.5b --method lora --gpu "RTX 4090" --format json >solve.json 2>/dev/null
python3 -W error - <<'PYTHON'
import json, pathlib, sys, types as modules
import xml.etree.ElementTree as tree
import importlib.util

package = modules.ModuleType("plimsoll") # without the extension
package.__path__ = ["plimsoll"]
sys.modules["plimsoll"] = package
from plimsoll import picture, types
from plimsoll.record import Record, recorded

# Every key of an answer is a field of its class, at every depth that the tables describe.
def fields_of(kind):
    return kind.__annotations__

def described(value, kind, path):
    for key, inner in value.items():
        assert key in fields_of(kind), f"{path}.{key} is in no table"
        name = fields_of(kind)[key].split(" | ")[0].removeprefix("list[").removesuffix("]")
        if hasattr(types, name) and issubclass(getattr(types, name), Record):
            for one in inner if isinstance(inner, list) else [inner]:
                if isinstance(one, dict):
                    described(one, getattr(types, name), f"{path}.{key}")

def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=recorded)

answer = read("answer.json")
described(answer, types.EstimateFields, "estimate")
described(read("solve.json")[0], types.SolutionFields, "solve[]")
assert types.EstimateFieldsPeak.__annotations__["device_bytes"] == "int"
assert types.EstimateFieldsPeak.__annotations__["evaluation_bytes"] == "int | None"
assert types.EstimateFields.__annotations__["verdicts"] == "list[EstimateFieldsVerdicts]"
assert answer.peak.device_bytes == answer["peak"]["device_bytes"]
try:
    answer.nothing
    raise SystemExit("an attribute that there is not")
except AttributeError as error:
    assert "'nothing'" in str(error)

# The picture says the verdict, its parts add up to the peak, and its bar is as long as they are.
groups = picture.groups(answer)
assert sum(count for _, _, count in groups) == answer.peak.device_bytes, groups
assert not any(title == "Other" for title, _, _ in groups), groups
root = tree.fromstring(picture.svg(answer))
space = "{http://www.w3.org/2000/svg}"
assert root.get("aria-label").startswith("fits: ") and "2 × GeForce RTX 4090" in root.get("aria-label"), root.get("aria-label")
bars = [one for one in root.iter(space + "rect") if one.find(space + "title") is not None]
assert len(bars) == len(groups)
ends = [(float(one.get("x")), float(one.get("width"))) for one in bars]
for (x, width), (following, _) in zip(ends, ends[1:]):
    assert abs(x + width - following) < 0.2, ends
line = next(one for one in root.iter(space + "path") if one.find(space + "title") is not None and "usable" in one.find(space + "title").text)
assert float(line.get("d")[1:].split()[0]) > ends[-1][0] + ends[-1][1], "it fits: the load line is right of the bar"
tree.fromstring(picture.html(answer))

# The word is the answer's own, which says more than whether it fits.
said = {"fits": "fits: ", "tight": "tight: ", "unlikely": "unlikely: ", "does_not_fit": "does not fit: ", "unknown": "not known: "}
words = set()
for path in sorted(pathlib.Path().glob("word-*.json")):
    one = read(path)
    words.add(one.verdicts[0].word)
    assert picture.sentence(one).startswith(said[one.verdicts[0].word]), (path, picture.sentence(one))
    one.verdicts[0]["probably"] = True
    assert tree.fromstring(picture.svg(one)).get("aria-label").startswith("probably " + said[one.verdicts[0].word])
assert words >= {"fits", "tight", "unlikely", "does_not_fit"}, words
assert set(picture.WORDS) == set(said)
answer["warnings"] = [{"text": "<script>"}]
assert "<script>" not in picture.html(answer)
bare = read("no_card.json")
assert "at the peak" in picture.sentence(bare) and "usable" not in picture.svg(bare)
PYTHON
