// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/decoder.h"
#include "core/plan/plan.h"

namespace plimsoll::step {

/// axolotl 0.18 loaders/model.py, _configure_embedding_dtypes: embeddings, head and norms become float32 once they are loaded, and
/// go back for adapters, flash attention and cut cross entropy. Nothing for other stacks. `loaded`: their dtype in the model.
void convert_as_axolotl(Machine &m, Decoder &decoder, const Plan &plan, Dtype loaded);

/// TRL before 0.26 trainer/utils.py, peft_module_casting_to_bf16: embeddings and head of a 4-bit model, float32 since its
/// preparation, become bf16 beside adapters. Nothing for other plans.
void convert_as_older_trl(Machine &m, Decoder &decoder, const Plan &plan);

} // namespace plimsoll::step
