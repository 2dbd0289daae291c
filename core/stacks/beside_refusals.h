// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <optional>

namespace plimsoll {

/// trl 1.16 generation/vllm_generation.py, VLLMGeneration._init_vllm: an engine on the cards that train is shared by whole groups of the
/// ranks; ms-swift 4.6 rlhf_trainers/rollout_mixin.py says the same. Takes a resolved plan. Error: rollout.tensor divides no world of
/// so many ranks.
[[nodiscard]] std::optional<Error> refused_groups_of_ranks(const Plan &plan, std::string_view library);

/// The same function, of bitsandbytes' linears in 8 bits. Error: weights.quant.
[[nodiscard]] std::optional<Error> refused_8_bit_engine(const Plan &plan, std::string_view library);

/// trl 1.16 trainer/grpo_config.py and rloo_config.py, __post_init__: completions come in whole groups of a prompt, of two at least. Takes a
/// resolved plan. Error: rollout.generations, where the plan states it.
[[nodiscard]] std::optional<Error> refused_generations(const Plan &plan);

/// trl 1.16 experimental/gkd/gkd_trainer.py and trainer/distillation_trainer.py: both models have one vocabulary.
[[nodiscard]] std::optional<Error> refused_teacher(const Plan &plan, const Architecture &architecture);

} // namespace plimsoll
