// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/routing.h"

#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

bool leaves_routing_open(const Plan &plan)
{
    return plan.task == Task::train && plan.parallel.expert > 1 && !plan.has("parallel.expert_imbalance");
}

void widen_to(const Peak &fullest, Peak &even)
{
    even.allocated_interval.high = std::max(even.allocated_interval.high, fullest.allocated_interval.high);
    even.device_interval.high = std::max(even.device_interval.high, fullest.device_interval.high);
}

std::string words_for_routing()
{
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "%1 is not stated: the intervals go from even routing to a rank that is sent %2 times "
                                    "the mean's tokens (%3)"),
                  {"parallel.expert_imbalance", std::to_string(static_cast<int>(fullest_routing)),
                   "GShard, arXiv 2006.16668, and Switch Transformers, arXiv 2101.03961: capacity factors"});
}

} // namespace plimsoll
