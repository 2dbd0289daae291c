// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/default_targets.h"
#include "core/model/name_pattern.h"

#include <algorithm>
#include <string>
#include <utility>

namespace plimsoll {

namespace {

/// ia3/model.py, _check_target_module_feedforward: by the ends of names; a text alone is an expression of the whole name.
bool ia3_is_feedforward(const AdapterUse &use, std::string_view module)
{
    if (const std::string text = use.word("feedforward_modules"); !text.empty()) {
        const auto pattern = name_pattern(text, "adapter.settings");
        return pattern && (*pattern)->matches(std::string(module));
    }
    if (const auto named = use.names("feedforward_modules"))
        return std::ranges::any_of(*named, [&](const std::string &end) { return module.ends_with(end); });
    std::string_view ends = ia3_feedforward(use.model_type()).value_or("");
    for (; !ends.empty(); ends = ends.substr(std::min(ends.size(), ends.find(' ') == ends.npos ? ends.npos : ends.find(' ') + 1)))
        if (module.ends_with(ends.substr(0, ends.find(' ')))) return true;
    return false;
}

Result<AdapterTensors> ia3_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    return AdapterTensors{{"ia3_l", {ia3_is_feedforward(use, linear.module) ? linear.in : linear.out}}};
}

step::Tensor ia3_forward(const step::AdapterCall &call, step::Tensor x)
{
    step::Machine &m = call.m;
    const Dtype previous = x.dtype();
    const step::Tensor factor = step::scale(m, call.leaves[0].value);
    if (ia3_is_feedforward(call.use, call.module.name())) {
        x = step::to(m, std::move(x), factor.dtype());
        step::Tensor scaled = step::to(m, step::mul(m, std::move(x), factor), previous);
        return call.module.base_forward(m, std::move(scaled));
    }
    const step::Tensor result = call.module.base_forward(m, std::move(x));
    return step::to(m, step::mul(m, result, factor), result.dtype());
}

} // namespace

/// peft 0.21.2 tuners/ia3.
constinit const AdapterMethod adapters::ia3 = {
    .name = "ia3",
    .title = "IA³",
    .tensors = ia3_tensors,
    .forward = ia3_forward,
    .default_targets = ia3_targets,
};

} // namespace plimsoll
