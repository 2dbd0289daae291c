// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/runner/runner.h"

namespace plimsoll::step {

/// transformers 5.23 generate() on one batch of prompts: prefill, then one forward a token, greedy. Of many tokens only some
/// lengths are run, the last among them: what is held grows with every token.
void generate(Machine &m, Decoder &decoder, const ForwardCall &call);

/// The same inside a training step, for completions of the model that trains: in its weights and adapters, sampled, each forward
/// under autocast of its own (accelerate wraps model.forward), nothing kept when it returns.
struct CompletionRows {
    Count rows = 0, prompt = 0, completion = 0;
    bool caches = true; ///< false: every token runs the whole sequence
    double times = 1;   ///< in one step, told to Machine::stands_for, which is left so
};
void generate_completions(Machine &m, Decoder &decoder, const Plan &plan, const CompletionRows &of);

/// One forward without gradients that keeps what plan.extract asks for.
void extract(Machine &m, Decoder &decoder, const ForwardCall &call);

/// Why plan.inference or plan.extract cannot be simulated; nothing when it can.
[[nodiscard]] std::optional<Error> unsupported_inference(const DecoderSpec &spec, const Plan &plan);

} // namespace plimsoll::step
