# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer as a picture: the bar at the peak in its components, against what the card has. No library draws it."""
from __future__ import annotations

from html import escape
from typing import Any

GIB = 2**30
WIDTH, HEIGHT, LEFT, TOP, BAR = 720, 150, 10, 48, 34
# The groups of the window's columns, and their colours on light paper; components of one group lie side by side.
GROUPS = [
    ("Weights", "#1f3a4d", ("weights", "weight_casts", "quantization_metadata")),
    ("Adapters", "#3f7d95", ("adapters",)),
    ("Gradients", "#c0792a", ("gradients",)),
    ("Optimizer", "#8a5a9e", ("optimizer",)),
    ("Activations", "#4f8a4c", ("activations", "checkpoints", "recompute", "captured_states")),
    ("Logits and loss", "#b84a4a", ("logits_loss",)),
    ("KV cache", "#2f8f86", ("kv_cache",)),
    ("Working memory", "#8c8f3a", ("temporaries", "workspace", "communication")),
    ("Runtime", "#8a9199", ("allocator_slack", "context")),
]
WORDS = {"fits": "fits", "tight": "tight", "unlikely": "unlikely", "does_not_fit": "does not fit", "unknown": "not known"}


def gib(count: int | float) -> str:
    return f"{count / GIB:,.2f} GiB"


def groups(answer: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Title, colour and bytes of each group that holds something; they add up to the peak on the device."""
    held = {entry["component"]: entry["bytes"] for entry in answer["at_peak"]}
    out = [(title, colour, sum(held.pop(name, 0) for name in names)) for title, colour, names in GROUPS]
    out.append(("Other", "#444444", sum(held.values())))
    return [one for one in out if one[2] > 0]


def sentence(answer: dict[str, Any]) -> str:
    need = gib(answer["peak"]["device_bytes"])
    if not answer["verdicts"]:
        return f"{need} at the peak"
    verdict = answer["verdicts"][0]
    card = f"{verdict['count']} × {verdict['gpu']}" if verdict["count"] > 1 else verdict["gpu"]
    probably = "probably " if verdict["probably"] else ""
    return f"{probably}{WORDS[verdict['word']]}: {need} of {gib(verdict['usable_bytes'])} on {card}"


def svg(answer: dict[str, Any]) -> str:
    peak = answer["peak"]
    usable = answer["verdicts"][0]["usable_bytes"] if answer["verdicts"] else None
    most = 1.04 * max(peak["interval_bytes"][1], usable or 0, 1)
    scale = (WIDTH - 2 * LEFT) / most
    words = escape(sentence(answer))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" aria-label="{words}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="22" font-size="15" font-weight="bold" fill="#1b1f23">{words[0].upper() + words[1:]}</text>']
    x = float(LEFT)
    for title, colour, count in groups(answer):
        out.append(f'<rect x="{x:.1f}" y="{TOP}" width="{count * scale:.2f}" height="{BAR}" fill="{colour}"><title>{escape(title)}: {gib(count)}</title></rect>')
        x += count * scale
    low, high = (LEFT + end * scale for end in peak["interval_bytes"])
    out.append(f'<path d="M{low:.1f} {TOP + BAR + 8}h{high - low:.1f}M{low:.1f} {TOP + BAR + 4}v8M{high:.1f} {TOP + BAR + 4}v8" stroke="#1b1f23" fill="none">'
               f'<title>90 % interval: {gib(peak["interval_bytes"][0])} to {gib(peak["interval_bytes"][1])}</title></path>')
    if usable is not None:
        line = LEFT + usable * scale
        out.append(f'<path d="M{line:.1f} {TOP - 10}v{BAR + 26}" stroke="#b00020" stroke-width="2"><title>usable: {gib(usable)}</title></path>')
    x, y = float(LEFT), TOP + BAR + 32
    for title, colour, count in groups(answer):
        label = f"{title} {count / GIB:,.2f}"
        wide = 24 + 7.2 * len(label)
        if x + wide > WIDTH - LEFT:
            x, y = float(LEFT), y + 18
        out.append(f'<rect x="{x:.1f}" y="{y - 9}" width="10" height="10" fill="{colour}"/><text x="{x + 14:.1f}" y="{y}" fill="#1b1f23">{escape(label)}</text>')
        x += wide
    return "".join(out) + "</svg>"


def html(answer: dict[str, Any]) -> str:
    """The picture and the table behind it, which says the same without colours."""
    total = answer["peak"]["device_bytes"]
    rows = "".join(f"<tr><td>{escape(title)}</td><td style='text-align:right'>{gib(count)}</td><td style='text-align:right'>{100 * count / total:.1f} %</td></tr>"
                   for title, _, count in groups(answer))
    notes = "".join(f"<li>{escape(warning['text'])}</li>" for warning in answer["warnings"])
    return (f"<div>{svg(answer)}<details><summary>Breakdown at the peak ({escape(answer['peak']['phase'].replace('_', ' '))})</summary>"
            f"<table>{rows}<tr><th>On the device</th><th style='text-align:right'>{gib(total)}</th><th></th></tr></table>"
            f"{f'<ul>{notes}</ul>' if notes else ''}</details></div>")
