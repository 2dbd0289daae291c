// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/advice.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace plimsoll::tests {

/// A short plan of a small model on one card, with more fields as JSON.
inline Plan plan_on(const std::string &gpu, const std::string &more)
{
    const std::string text =
        R"({"model": {"preset": "qwen2.5-0.5b"}, "sequence_length": 512, )" + more + R"(, "target": {"gpus": [")" + gpu + "\"]}}";
    return plan_from_json(std::string_view(text))->plan;
}

/// Why advice of this title does nothing; "-" where it is not there, empty where it does something.
inline std::string why_not(const std::string &gpu, const std::string &more, std::string_view title)
{
    const Plan plan = plan_on(gpu, more);
    const auto advice = advise(*load_model(plan.model), plan, *advice_target(plan));
    if (!advice.ok()) return advice.error().message();
    const auto found = std::ranges::find(*advice, title, &Advice::title);
    return found == advice->end() ? "-" : found->no_effect;
}

} // namespace plimsoll::tests
