// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tools/shared/training_writer.h"

#include <string_view>

namespace plimsoll {

/// A tool's keys of trainers that draw completions; an empty one: it has none.
struct RolloutWords {
    std::string_view tool;                                  ///< "TRL"
    std::string_view use_engine = {}, mode = {};            ///< a switch for vLLM, and whether it stands beside the training
    std::string_view share = {}, tensor = {}, context = {}; ///< of that engine
    bool context_of_server = false;                         ///< the context is a server's: beside a training it is the model's
    std::string_view engines = {};                          ///< how many of it on other cards
    std::string_view sequences = {};                        ///< requests that it runs at once
    std::string_view sleeps = {};                           ///< a switch; on: level 2
    std::string_view sleep_level = {};                      ///< the level itself
    std::string_view prompt = {}, completion = {};          ///< tokens
    std::string_view generations = {}, steps = {}, iterations = {}, beta = {};
    std::string_view reward_models = {}; ///< names of models that reward
    bool tells_server = false;           ///< share, tensor and context are those of a server on other cards as well
    bool several_rewards = false;        ///< that key takes more than one
    std::string_view offload_weights = {}, offload_states = {}; ///< what trains waits on the host while the engine generates
};

/// Those of TRL's GRPOConfig and RLOOConfig, which others take over.
constexpr RolloutWords trl_rollout_words{.tool = "TRL",
                                         .use_engine = "use_vllm",
                                         .mode = "vllm_mode",
                                         .share = "vllm_gpu_memory_utilization",
                                         .tensor = "vllm_tensor_parallel_size",
                                         .context = "vllm_max_model_length",
                                         .sleeps = "vllm_enable_sleep_mode",
                                         .completion = "max_completion_length",
                                         .generations = "num_generations",
                                         .steps = "steps_per_generation",
                                         .iterations = "num_iterations",
                                         .beta = "beta"};

/// All of rollout.*: what the keys say, and the rest as not said. Of objectives that draw nothing every field is listed.
void say_rollout(TrainingText &text, const RolloutWords &words);

/// All of preference.*. `precomputes`: the trainer has TRL's precompute_ref_log_probs; `loss`: its key of the loss's name; `nll`: of
/// the weight of the likelihood (cpo_alpha). Empty: it has none.
struct PreferenceWords {
    std::string_view tool;
    bool precomputes = false;
    std::string_view loss = {}, nll = {};
};
void say_preference(TrainingText &text, const PreferenceWords &words);

/// All of distillation.*: who teaches, and the share of rows that the pupil makes itself.
struct TeachingWords {
    std::string_view tool, teacher, on_policy;
};
void say_teaching(TrainingText &text, const TeachingWords &words);

} // namespace plimsoll
