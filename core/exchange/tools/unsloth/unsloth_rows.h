// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// unsloth_grpo_mini_batch as rollout.micro_batch_size: unsloth 2026.10.9 models/rl_replacements.py,
/// _get_per_token_logps_and_entropies, whose passes without gradients go over a generation's rows in so many parts.
void read_scored_rows(ConfigReading &reading);

/// unsloth_zoo 2026.10.9 vision_utils.py, UnslothVisionDataCollator: to what size pictures are brought before the processor has them, and
/// where its rows are cut, whatever the model was loaded for.
void read_collator(ConfigReading &reading);

} // namespace plimsoll
