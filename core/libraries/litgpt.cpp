// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change litgpt_changes[] = {
    {{0, 5, 0}, [](Installed &old) { old.older.keeps_embedding = true; }, "finetune/lora.py, pull request 1770"},
};

constexpr HeldRelease litgpt_holds[] = {
    {"bitsandbytes", "0.49.2", "LitGPT 0.5.13, pyproject.toml: bitsandbytes<0.50"},
};

} // namespace

constinit const Library libraries::litgpt{.name = "litgpt", .known = "0.5.13", .changes = litgpt_changes, .holds = litgpt_holds};

} // namespace plimsoll
