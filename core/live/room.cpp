// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/room.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::string reason_of(const LiveGpu &gpu)
{
    return gpu.free.reason.empty() ? phrase(QT_TRANSLATE_NOOP("core", "the driver does not say")) : gpu.free.reason;
}

} // namespace

Allocatable allocatable(const LiveGpu &gpu, Bytes wanted)
{
    if (!gpu.free) return Allocatable::unknown;
    if (*gpu.free < wanted) return Allocatable::no;
    return *gpu.free - wanted < largest_context ? Allocatable::tight : Allocatable::yes;
}

std::string allocatable_text(const LiveGpu &gpu, Bytes wanted, ByteUnit unit)
{
    const auto named = [unit](Bytes bytes) { return ByteFigures{unit}.brief_named(bytes); };
    const std::string label = gpu.label(), size = named(wanted);
    switch (allocatable(gpu, wanted)) {
    case Allocatable::yes:
        return phrase(QT_TRANSLATE_NOOP("core", "GPU %1: %2 can be allocated now, %3 would be left."),
                      {label, size, named(*gpu.free - wanted)});
    case Allocatable::tight:
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "GPU %1: %2 can be allocated now by a process that runs already; a new one takes up "
                                        "to %3 more for itself, and %4 is free."),
                      {label, size, named(largest_context), named(*gpu.free)});
    case Allocatable::no:
        return phrase(QT_TRANSLATE_NOOP("core", "GPU %1: %2 cannot be allocated now, %3 is missing: %4 is free."),
                      {label, size, named(wanted - *gpu.free), named(*gpu.free)});
    case Allocatable::unknown: break;
    }
    return phrase(QT_TRANSLATE_NOOP("core", "GPU %1: not known whether %2 can be allocated: %3."), {label, size, reason_of(gpu)});
}

std::optional<int> percent_used(const LiveGpu &gpu)
{
    if (!gpu.used || !gpu.total || *gpu.total <= 0) return std::nullopt;
    // a recording may say more than the card has
    return static_cast<int>(std::clamp(static_cast<double>(*gpu.used) / static_cast<double>(*gpu.total), 0.0, 1.0) * 100);
}

std::optional<bool> passed(const LiveGpu &gpu, const Limit &limit)
{
    if (limit.bytes) return gpu.used ? std::optional(*gpu.used > *limit.bytes) : std::nullopt;
    const std::optional<int> percent = percent_used(gpu);
    return percent ? std::optional(*percent >= limit.percent) : std::nullopt;
}

std::string fullness_text(const LiveGpu &gpu, const Limit &limit)
{
    if (passed(gpu, limit) != true) return {};
    const std::optional<int> percent = percent_used(gpu);
    return percent ? phrase(QT_TRANSLATE_NOOP("core", "%1 % of the card is in use."), {std::to_string(*percent)}) : std::string();
}

} // namespace plimsoll
