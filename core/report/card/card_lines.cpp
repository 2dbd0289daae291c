// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/card/card_lines.h"

#include "core/fit/reserve.h"
#include "core/fit/verdict.h"
#include "core/fit/verdict_words.h"
#include "core/ground/phrase.h"
#include "core/report/sheet.h"

#include <algorithm>

namespace plimsoll {

std::vector<CardLine> card_lines(const Target &target, ByteUnit unit)
{
    std::vector<CardLine> out;
    for (const std::string &name : target.gpus) {
        const Result<Node> node = find_node(name);
        if (!node.ok()) continue;
        const Gpu &gpu = *node->card;
        const std::string several = node->count > 1 ? std::to_string(node->count) + " × " : "";
        out.push_back({several + report::title_beside(gpu, unit), several + gpu.short_name(),
                       after_reserve(gpu.usable_bytes(), target), std::max(gpu.memory_nominal, gpu.usable_bytes()), node->count});
    }
    if (target.budget_bytes) {
        const Bytes budget = *target.budget_bytes;
        const std::string name = phrase(QT_TRANSLATE_NOOP("core", "%1 budget"), {compact_figures(unit).whole_with_unit(budget)});
        out.push_back({name, name, after_reserve(budget, target), budget, 1, true});
    }
    return out;
}

} // namespace plimsoll
