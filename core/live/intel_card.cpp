// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/live/device_files.h"
#include "core/live/drm_source.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// "renderD128" beside "card1", the one that needs no display server's leave.
std::string node_of(const DrmCard &card, const DrmOptions &options)
{
    for (const std::string &name : names_in(card.folder + "/drm"))
        if (name.starts_with("renderD")) return options.dev() + "/dri/" + name;
    return options.dev() + "/dri/" + card.node;
}

/// All regions of one kind together: a card of several tiles has one each.
struct Sum {
    Bytes total = 0;
    std::optional<Bytes> used = 0;

    void add(const IntelRegion &region)
    {
        total = checked_add(total, region.total).value_or(total);
        used = used && region.used ? checked_add(*used, *region.used) : std::nullopt;
    }
};

void take(const Sum &sum, LiveGpu &gpu)
{
    gpu.total = Reading<Bytes>::of(sum.total);
    if (!sum.used) {
        gpu.used = gpu.free =
            Reading<Bytes>::missing(phrase(QT_TRANSLATE_NOOP("core", "the kernel tells it with CAP_PERFMON only")));
        return;
    }
    gpu.used = Reading<Bytes>::of(*sum.used);
    gpu.free = Reading<Bytes>::of(std::max<Bytes>(0, sum.total - *sum.used));
}

void take_machine(const DrmOptions &options, LiveGpu &gpu)
{
    const std::optional<Bytes> total = meminfo(options.proc(), "MemTotal"), available = meminfo(options.proc(), "MemAvailable");
    if (!total || !available || *available > *total) return;
    gpu.unified_memory = true;
    gpu.total = Reading<Bytes>::of(*total);
    gpu.free = Reading<Bytes>::of(*available);
    gpu.used = Reading<Bytes>::of(*total - *available);
    gpu.reserved = Reading<Bytes>::missing(phrase(QT_TRANSLATE_NOOP("core", "memory is shared with the CPU")));
}

} // namespace

void read_intel_card(const DrmCard &card, const DrmOptions &options, LiveGpu &gpu)
{
    const std::string unsaid = phrase(QT_TRANSLATE_NOOP("core", "the driver does not say"));
    gpu.uuid = Reading<std::string>::of("PCI-" + card.slot);
    gpu.reserved = Reading<Bytes>::missing(phrase(QT_TRANSLATE_NOOP("core", "the driver counts it as used")));
    gpu.utilisation = Reading<int>::missing(phrase(QT_TRANSLATE_NOOP("core", "the kernel tells it with CAP_PERFMON only")));
    const std::optional<std::int64_t> heat = hwmon_number(card.folder, "temp1_input");
    gpu.temperature =
        heat && *heat < 1'000'000 ? Reading<int>::of(static_cast<int>(*heat / 1000)) : Reading<int>::missing(unsaid);
    const std::optional<std::int64_t> watts = hwmon_number(card.folder, "power1_input");
    gpu.power =
        watts && *watts < 100'000'000'000 ? Reading<int>::of(static_cast<int>(*watts / 1000)) : Reading<int>::missing(unsaid);
    const IntelRegions asked = options.regions(card.driver, node_of(card, options));
    gpu.total = gpu.used = gpu.free = Reading<Bytes>::missing(asked.reason.empty() ? unsaid : asked.reason);
    Sum own;
    for (const IntelRegion &region : asked.regions)
        if (!region.system) own.add(region);
    if (own.total > 0)
        take(own, gpu);
    else if (!asked.regions.empty())
        take_machine(options, gpu); // a chip of the processor's
}

} // namespace plimsoll
