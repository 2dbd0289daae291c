# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans the GPU memory of fine-tuning and inference jobs.

>>> import plimsoll
>>> answer = plimsoll.estimate(model="qwen2.5-7b", method="qlora", gpu="RTX 4090")
>>> answer.fits, answer.peak.device_bytes
('yes', 14188374131)

A plan is a dictionary (schema plimsoll.plan/1), its JSON, a path of a plan or session file, or words like the command line's options. A
refusal is a PlimsollError with the field, what was read and what is accepted."""
from ._core import version as __version__
from .api import (PlimsollError, advise, compare, estimate, estimate_many, export, fields, gpus, import_config, inspect, models, plan, solve,
                  splits, sweep)
from .answers import Advice, Comparison, Estimate, Import, Inspection, Solutions

__all__ = ["Advice", "Comparison", "Estimate", "Import", "Inspection", "PlimsollError", "Solutions", "__version__", "advise", "compare", "estimate",
           "estimate_many", "export", "fields", "gpus", "import_config", "inspect", "models", "plan", "solve", "splits", "sweep"]
