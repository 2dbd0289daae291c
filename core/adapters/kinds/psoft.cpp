// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> psoft_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count r = use.rank(), narrow = std::min(linear.in, linear.out);
    if (r > narrow)
        return Error{"adapter.rank", std::to_string(r), std::to_string(narrow),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses more values than the matrix has"), {"PEFT"})};
    const bool turns = use.flag("psoft_orth", true);
    AdapterTensors out{turns ? AdapterTensor{"weight", {r * (r - 1) / 2}} : AdapterTensor{"weight", {r, r}}};
    if (use.flag("psoft_mag_b", true)) out.push_back({"vector_b", {r}});
    if (use.flag("psoft_mag_a", true)) out.push_back({"vector_a", {r}});
    if (turns)
        out.insert(out.end(),
                   {{"rows", {r * (r - 1) / 2}, false, Dtype::int64}, {"cols", {r * (r - 1) / 2}, false, Dtype::int64}});
    // A is a slice of all right singular vectors, whose storage stays
    out.insert(out.end(),
               {{"psoft_A", {narrow, linear.in}, false, Dtype::fp32}, {"psoft_B", {linear.out, r}, false, Dtype::fp32}});
    return out;
}

step::Tensor psoft_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Count r = call.use.rank();
    constexpr Count usual_terms = 5;
    const Tensor result = base_result(call, x);
    const Tensor a = call.buffers[call.buffers.size() - 2].view({r, held.in}), b = call.buffers.back();
    x = to(m, std::move(x), a.dtype());
    const Tensor low = linear_with(m, x, a);
    Tensor rotation = call.leaves[0].value;
    if (call.use.flag("psoft_orth", true)) {
        Tensor skew = scattered(m, rotation, {1, r, r}, {});
        skew = subtract(m, skew, skew);
        rotation =
            cayley(m, skew, call.use.count("num_cayley_neumann_terms", usual_terms), call.use.flag("use_cayley_neumann", false))
                .view({r, r});
    }
    for (std::size_t i = 1; i < call.leaves.size(); ++i) rotation = mul(m, rotation, call.leaves[i].value);
    const Tensor turned = linear_with(m, low, to(m, rotation, low.dtype()));
    Tensor update = linear_with(m, subtract(m, turned, low), b);
    update = scale(m, std::move(update));
    return to(m, add(m, result, std::move(update)), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/psoft.
constinit const AdapterMethod adapters::psoft = {
    .name = "psoft",
    .title = "PSOFT",
    .rank_key = "r",
    .rank = 32,
    .source = "PEFT 0.21, PsoftConfig.r",
    .tensors = psoft_tensors,
    .forward = psoft_forward,
    .dense_only = true,
};

} // namespace plimsoll
