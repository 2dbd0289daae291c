// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/drafting.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

Drafting drafting_of(const Plan &plan, const EngineStart *started)
{
    Drafting out;
    const Speculative &asked = started != nullptr ? started->taken.speculative : plan.inference.speculative;
    if (started == nullptr || plan.inference.speculative.method == SpeculativeMethod::none) return out;
    const std::optional<Count> stated = asked.tokens ? asked.tokens : plan.inference.speculative.tokens;
    out.tokens = static_cast<double>(stated.value_or(1)); // of a model's own layers, one each
    const SpeculativeMethod method = plan.inference.speculative.method;
    out.uncounted = method == SpeculativeMethod::draft_model;
    if (method == SpeculativeMethod::eagle || method == SpeculativeMethod::eagle3 || method == SpeculativeMethod::mtp)
        out.passes = out.tokens;
    if (const std::optional<double> accepted = plan.inference.speculative.acceptance) {
        out.made = 1 + *accepted * out.tokens;
        return out;
    }
    out.made = std::sqrt(1 + out.tokens);
    out.range = {1 / out.made, out.made};
    return out;
}

double drafting_seconds(const Drafting &drafting, const Served &of, double step)
{
    return drafting.passes * step / static_cast<double>(std::max<Count>(1, of.work.layers));
}

void say_drafting(std::vector<std::string> &assumptions, const Drafting &drafting, const Plan &plan)
{
    if (drafting.tokens <= 0) return;
    const std::string drafted = std::to_string(std::llround(drafting.tokens)), made = localised(fixed(drafting.made, 2));
    if (plan.inference.speculative.acceptance)
        assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: of %1 drafted tokens %2 are taken (%3): a pass makes %4"),
                   {drafted, localised(fixed(drafting.made - 1, 2)), "inference.speculative.acceptance", made}));
    else
        assumptions.push_back(phrase(
            QT_TRANSLATE_NOOP("core", "time: how many of %1 drafted tokens are taken is not stated (%2): a pass makes %3, and "
                                      "the interval goes from none to all of them"),
            {drafted, "inference.speculative.acceptance", made}));
    if (drafting.uncounted)
        assumptions.push_back(phrase(QT_TRANSLATE_NOOP("core", "time: what the model that drafts takes itself is not counted")));
}

} // namespace plimsoll
