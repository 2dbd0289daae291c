// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

#include <optional>
#include <string>

namespace plimsoll {

/// Where a tool keeps TRL's GRPOConfig, and what it takes where nobody says.
struct RolloutKeys {
    std::string prefix = {};   ///< "trl." of Axolotl
    Count prompt = 512;        ///< tokens of a prompt, as TRL's releases with max_prompt_length took; 0: sequence_length says
    Count completion = 512;    ///< max_completion_length
    Count generations = 8;     ///< num_generations
    bool colocates = true;     ///< vllm_mode colocate
    bool asks_mode = false;    ///< and raises where nobody says which
    bool engine_apart = false; ///< the engine's own keys stand elsewhere
    std::optional<double> share = {}; ///< vllm_gpu_memory_utilization; absent: TRL's, which a plan takes
    std::optional<double> beta = {};  ///< weight of the reference; absent: TRL's, which a plan takes
};

/// Whether these keys are a GRPO run's, whoever is started: it draws completions and rewards them.
[[nodiscard]] bool asks_for_rollouts(const ConfigReading &reading, const std::string &prefix = {});

/// GRPO's: objective, rollout.*, and sequence_length of prompt and completion. What is taken without being said is a warning.
void read_rollout(ConfigReading &reading, const RolloutKeys &keys);

/// What a trainer of TRL's says beside its objective, which is read: rollout.*, distillation.*, preference.*.
void read_objective_keys(ConfigReading &reading, const RolloutKeys &keys);

/// vLLM's options of GRPO where nothing of this kind is trained: without effect.
void dismiss_rollout(ConfigReading &reading, const std::string &prefix = {});

/// A model as a text names it, in a plan's words: a Hub id, or a path.
[[nodiscard]] nlohmann::json model_named(const std::string &name);

/// Of trainers that learn from a teacher (GKD, DistillationTrainer): distillation.*, and how long completions are.
void read_taught(ConfigReading &reading);

/// precompute_ref_log_probs and its batch, where the objective holds rows against a reference.
void read_precomputed(ConfigReading &reading);

/// loss_type of trainers that hold rows against one another: the loss's name.
void take_loss_name(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// cpo_alpha: the weight of the likelihood of what is preferred, 1 where nobody says, of SimPO too (TRL 1.16, CPOConfig).
void take_likelihood_weight(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

/// objective of a trainer's name: "dpo", "grpo", …; "reward" trains a head of one score on pairs, each of two rows. What no plan
/// has is planned as something near it, and a warning says so. False: nobody knows the name.
bool read_trainer_objective(ConfigReading &reading, std::string_view trainer, const ConfigEntry *entry = nullptr);

} // namespace plimsoll
