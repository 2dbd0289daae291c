// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/runner/toys.h"

#include "core/decoder/decoder.h"
#include "core/runner/common_rows.h"
#include "tests/core/replay/graph_buffer.h"

// An engine as core/engines has them, all of it in this file: it claims a pool and generates in it.

namespace plimsoll {

namespace {

constexpr Default defaults[] = {{"inference.context", "", "--context", "Toy 1.0"}};
constexpr Read reads_of_toy[] = {
    {"inference.cache", Effect::none, {"the toy has one pool"}}, {"inference.", Effect::depends},
    {"micro_batch", Effect::none, {"the toy takes sequences"}},  {"sequence_length", Effect::none, {"the toy takes sequences"}},
    {"extract.", Effect::none, {"the toy captures nothing"}},
};

void generate(step::Machine &m, step::Decoder &, const ForwardCall &call)
{
    m.grad_enabled = false;
    m.begin_step(1);
    m.begin_phase(Phase::prefill);
    const step::Tensor pool = m.empty({call.plan.inference.context, 1024}, Dtype::fp32, "pool");
}

constexpr LoadingLibrary loads_by{.name = "toy.cpp", .released_as = "toy.cpp", .by_quantizers = false};

std::unique_ptr<Allocator> buffer(const Plan &) { return std::make_unique<test::GraphBuffer>(); }

} // namespace

constinit const Runner toys::engine{
    .name = "toy.cpp",
    .base = &forward_call,
    .defaults = defaults,
    .own_keys = true,
    .reads = reads_of_toy,
    .models = {.own = true, .loader = &loads_by},
    .allocator = buffer,
    .call = generate,
};

} // namespace plimsoll
