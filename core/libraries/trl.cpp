// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change trl_changes[] = {
    {{0, 26, 0},
     [](Installed &old) { old.older.casts_embeddings_of_4bit = true; },
     "trainer/utils.py, peft_module_casting_to_bf16"},
    {{0, 22, 0}, [](Installed &old) { old.older.logs_no_entropy = true; }, "trainer/sft_trainer.py, compute_loss"},
    {{0, 22, 0}, [](Installed &old) { old.older.loads_text_model = true; }, "trainer/utils.py, create_model_from_path"},
    {{0, 15, 0}, [](Installed &old) { old.older.logs_no_accuracy = true; }, "trainer/sft_trainer.py, compute_loss"},
};

} // namespace

constinit const Library libraries::trl{.name = "trl", .known = "1.16.0", .shared = true, .changes = trl_changes};

} // namespace plimsoll
