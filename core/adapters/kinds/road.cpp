// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <string>
#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> road_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    constexpr Count usual_group = 64;
    const std::string variant = use.word("variant");
    const Count group = use.count("group_size", usual_group);
    if (group == 0 || linear.out % group != 0)
        return Error{"adapter.settings", "group_size " + std::to_string(group),
                     phrase(QT_TRANSLATE_NOOP("core", "widths that the groups divide")),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 refuses a module of %2 x %3"),
                            {"PEFT", std::to_string(linear.out), std::to_string(linear.in)})};
    const Count size = variant == "road_4" ? 2 * linear.out : variant == "road_2" ? linear.out : linear.out / 2;
    return AdapterTensors{{"road_theta", {size}}, {"road_alpha", {size}}};
}

step::Tensor road_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor base = call.module.base_forward(m, std::move(x));
    const Count out = base.shape().last();
    Leaf &theta = call.leaves[0], &alpha = call.leaves[1];
    Tensor result = to(m, base, theta.value.dtype());
    const auto column = [&] { // alpha * cos(theta) and alpha * sin(theta), repeated to the groups
        Tensor turned = pointwise(m, theta.value, "cos", false);
        Tensor scaled = mul(m, alpha.value, std::move(turned));
        return scaled.elements() == out ? scaled : scattered(m, scaled, {out}, {});
    };
    const Tensor first = column(), second = column();
    const Tensor turned = rotate_half(m, result);
    Tensor left = mul(m, result, first);
    Tensor right = mul(m, turned, second);
    Tensor sum = add(m, std::move(left), std::move(right));
    return to(m, std::move(sum), base.dtype());
}

} // namespace

/// peft 0.21.2 tuners/road.
constinit const AdapterMethod adapters::road = {
    .name = "road",
    .title = "RoAd",
    .tensors = road_tensors,
    .forward = road_forward,
};

} // namespace plimsoll
