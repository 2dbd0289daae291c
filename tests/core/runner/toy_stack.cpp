// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/runner/toys.h"

#include "core/decoder/decoder.h"
#include "core/nn/cross_entropy.h"
#include "core/runner/common_rows.h"

// A stack as core/stacks has them, all of it in this file.

namespace plimsoll {

namespace {

constexpr Default defaults[] = {
    {"adapter.rank", "3", "lora.rank", "Toy 1.0, lora.py"},
    {"weights.dtype", "fp32", "precision", "Toy 1.0, load.py"},
    {"gradient_checkpointing", "true", "recompute", "Toy before 0.9, train.py", When::always, {}, {"peft", 0, 9}},
    {"gradient_checkpointing", "false", "recompute", "Toy 1.0, train.py"},
    {"optimizer.name", "sgd", "optimizer", "Toy 1.0, train.py"},
    {"max_grad_norm", "0", "", "Toy 1.0, train.py"},
    {"loss.kind", "chunked", "", "Toy 1.0, loss.py"},
    {"micro_batch", "", "rows", "Toy 1.0, train.py"},
};

constexpr HeldRelease holds[] = {{"transformers", "4.57.0", "Toy 1.0, pyproject.toml"}};
constexpr Library toy_library{.name = "toy", .known = "1.0", .holds = holds};
constexpr Read reads_of_toy[] = {{"compile", Effect::refused, {"the toy compiles nothing"}, "false"}};
constexpr LibraryUse toy_libraries[] = {{"trl"}};

/// Whole logits, and a scratch of their size beside them.
step::Tensor loss(step::Machine &m, const LossCall &call)
{
    const step::Tensor logits = call.decoder.logits(m, std::move(call.hidden));
    const step::Tensor scratch = m.empty(logits.shape(), logits.dtype(), "toy");
    return step::causal_lm_loss(m, logits, call.plan.micro_batch, call.plan.sequence_length, false);
}

} // namespace

constinit const Runner toys::stack{
    .name = "toy",
    .base = &training_step,
    .defaults = defaults,
    .own_keys = true,
    .library = &toy_library,
    .reads = reads_of_toy,
    .libraries = toy_libraries,
    .loop = {.trainer = false, .outputs = Outputs::assigned},
    .losses = {.chunked = loss},
};

} // namespace plimsoll
