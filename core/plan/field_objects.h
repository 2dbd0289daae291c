// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/field.h"

// Fields whose value has a form of its own.
namespace plimsoll {

[[nodiscard]] Field model_field();
[[nodiscard]] Field assistant_field();
[[nodiscard]] Field drafter_field();
[[nodiscard]] Field teacher_field();
[[nodiscard]] Field reward_models_field();
[[nodiscard]] Field kernels_field();
[[nodiscard]] Field lora_kernels_field();
[[nodiscard]] Field optimizer_targets_field();
[[nodiscard]] Field weights_dtype_field();
[[nodiscard]] Field quant_field();
[[nodiscard]] Field adapter_dtype_field();
/// What the adapter's method alone has, by PEFT's own keys.
[[nodiscard]] Field adapter_settings_field();
[[nodiscard]] Field adapter_targets_field();
/// Takes other libraries' words too (optimizer_word_of()), which may state the form and when it steps.
[[nodiscard]] Field optimizer_name_field();
[[nodiscard]] Field optimizer_implementation_field();
[[nodiscard]] Field checkpointing_field();
[[nodiscard]] Field trainable_field();
[[nodiscard]] Field attention_field();
[[nodiscard]] Field gpu_layers_field();
/// Pictures and videos of a prompt that an engine takes at most.
[[nodiscard]] Field served_pictures_field();
[[nodiscard]] Field extract_layers_field();
[[nodiscard]] Field budget_field();
/// libraries.NAME: a version such as "2.15.0".
[[nodiscard]] Field library_field(const std::string &name);
/// parallel.*, in the order of docs/schema/plan.md.
void add_parallel_fields(std::vector<Field> &fields);

} // namespace plimsoll
