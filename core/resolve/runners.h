// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

#include <vector>

namespace plimsoll {

/// The stack that a plan names, whose defaults it takes whatever its task.
[[nodiscard]] const Runner &stack_of(const Plan &plan);
/// The engine that it names, whether it infers or not.
[[nodiscard]] const Runner &engine_of(const Plan &plan);
/// Who carries it out: its stack a training, its engine an inference, one forward pass an extraction.
[[nodiscard]] const Runner &runner_of(const Plan &plan);

/// Every runner, in the order of the names.
[[nodiscard]] const std::vector<const Runner *> &all_stacks();
[[nodiscard]] const std::vector<const Runner *> &all_engines();

/// One more, which plans may name from now on; before plan_fields() is first asked and while nothing else runs.
Stack add_stack(const Runner &stack);
Engine add_engine(const Runner &engine);

/// The row of the plan's runner that speaks of this field in this plan (read_in).
[[nodiscard]] const Read *read_of(std::string_view path, const Plan &plan);

/// Whether a row of any runner refuses values of this field.
[[nodiscard]] bool may_be_refused(std::string_view path);

/// What the plan's stack does where the plan says nothing (default_in).
[[nodiscard]] std::optional<TakenDefault> default_for(std::string_view path, const Plan &plan);

/// Whether the model is transformers': its class, its loader, its attention.
[[nodiscard]] bool runs_transformers_model(const Plan &plan);

/// Whether an inference goes through an engine of its own; false for every other task.
[[nodiscard]] bool runs_own_engine(const Plan &plan);

/// Whether it is carried out by an engine that claims memory at its start (Runner::start).
[[nodiscard]] bool claims_memory(const Plan &plan);

/// Whether it is a field of EngineSettings, which such an engine fills in where the plan says nothing.
[[nodiscard]] bool is_engine_setting(std::string_view path);

/// Whether the training's stack builds the class that a configuration names under architectures, where AutoModelForCausalLM builds
/// its language model alone.
[[nodiscard]] bool loads_named_class(const Plan &plan);

/// Whether the embedding's output is made to need a gradient where layers are checkpointed and no adapter trains: transformers 5.23
/// modeling_utils.py, _activation_checkpointing_enable; unsloth_zoo 2026.10 training_utils.py, prepare_model_for_training.
[[nodiscard]] bool asks_for_input_gradients(const Plan &plan);

} // namespace plimsoll
