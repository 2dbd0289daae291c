// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/routing.h"

#include "core/ground/phrase.h"
#include "core/model/trained_share.h"

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

bool leaves_shares_open(const Plan &plan)
{
    return plan.task == Task::train && plan.method == Method::full && plan.trainable &&
           shared_out(*plan.trainable, SharedOut::alike).has_value();
}

void widen_both_ways(const Peak &other, Peak &drawn)
{
    drawn.allocated_interval.low = std::min(drawn.allocated_interval.low, other.allocated_interval.low);
    drawn.device_interval.low = std::min(drawn.device_interval.low, other.device_interval.low);
    widen_to(other, drawn);
}

std::string words_for_shares()
{
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "%1: which layers a share of them trains goes by the checkpoint. They are taken as drawn "
                                    "for each kind of weight, and the intervals go from the same layers of every kind to "
                                    "as few together as can be"),
                  {"trainable"});
}

} // namespace plimsoll
