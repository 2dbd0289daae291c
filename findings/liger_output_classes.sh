#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `use_liger_kernel` on Qwen2-VL, Qwen2.5-VL, Qwen3-VL and Qwen3.5-MoE: liger-kernel 0.8.5 lists them, and raises when it is applied
# with transformers 5.23.0, whose models of these types return a common output class. With transformers 5.22.0 it is applied.
# Expected: the newest release of both go together for every type in Liger's own table.
# Seen:     5.22.0 applies to all 4; 5.23.0 raises ImportError for 4 of 4
# Exit status: 0 while this holds, 1 where the behaviour has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
pip=("$folder/venv/bin/pip" --quiet --disable-pip-version-check install)
"${pip[@]}" torch==2.13.0
"${pip[@]}" --no-deps liger-kernel==0.8.5 triton==3.9.0
cat >"$folder/apply.py" <<'PYTHON'
from liger_kernel.transformers.monkey_patch import MODEL_TYPE_TO_APPLY_LIGER_FN as table

raised = 0
for model_type in ("qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_5_moe"):
    try:
        table[model_type]()
    except ImportError as error:
        assert "CausalLMOutputWithPast" in str(error), error
        raised += 1
print(raised)
PYTHON
seen=""
for release in 5.22.0 5.23.0; do
    "${pip[@]}" transformers=="$release"
    seen+="$release raises for $("$folder/venv/bin/python" "$folder/apply.py" 2>/dev/null | tail -n 1) of 4; "
done
echo "$seen"
[ "$seen" = "5.22.0 raises for 0 of 4; 5.23.0 raises for 4 of 4; " ]
