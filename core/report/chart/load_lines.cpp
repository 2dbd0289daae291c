// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/chart/load_lines.h"

#include "core/fit/reserve.h"
#include "core/fit/verdict.h"
#include "core/fit/verdict_words.h"
#include "core/ground/phrase.h"
#include "core/report/sheet.h"

#include <algorithm>

namespace plimsoll {

std::vector<LoadLine> load_lines(const Target &target, ByteUnit unit)
{
    std::vector<LoadLine> out;
    const auto add = [&](const std::string &title, const std::string &name, Bytes total, Bytes before_reserve) -> LoadLine & {
        const Bytes usable = after_reserve(before_reserve, target);
        return out.emplace_back(LoadLine{title, name, usable, total - usable, out.empty()});
    };
    const auto add_budget = [&] {
        const Bytes budget = *target.budget_bytes;
        const std::string name = phrase(QT_TRANSLATE_NOOP("core", "%1 budget"), {compact_figures(unit).whole_with_unit(budget)});
        add(name, name, budget, budget).budget = true;
    };
    if (target.led_by_budget()) add_budget();
    for (const std::string &name : target.gpus) {
        const Result<Node> node = find_node(name);
        if (!node.ok()) continue;
        const Gpu &gpu = *node->card;
        const std::string several = node->count > 1 ? std::to_string(node->count) + " × " : "";
        add(several + report::title_beside(gpu, unit), several + gpu.short_name(),
            std::max(gpu.memory_nominal, gpu.usable_bytes()), gpu.usable_bytes())
            .count = node->count;
    }
    if (target.budget_bytes && !target.led_by_budget()) add_budget();
    return out;
}

} // namespace plimsoll
