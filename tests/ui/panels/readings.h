// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "ui/document/evaluator.h"
#include "ui/document/numbers.h"

#include <memory>

namespace plimsoll::sample {

/// Of a first reading.
inline constexpr std::int64_t start_ms = 1'795'276'800'000;

inline Numbers numbers()
{
    Numbers out;
    out.locale = QLocale(QLocale::English);
    return out;
}

inline LiveProcess process(std::uint32_t pid, Bytes used, const char *name)
{
    return {pid, Reading<Bytes>::of(used), Reading<std::string>::of(name)};
}

/// A card of 24 GiB of which so much is in use.
inline LiveGpu card_with(Bytes used)
{
    LiveGpu gpu;
    gpu.name = Reading<std::string>::of("NVIDIA GeForce RTX 4090");
    gpu.total = Reading<Bytes>::of(24 * gib);
    gpu.used = Reading<Bytes>::of(used);
    gpu.free = Reading<Bytes>::of(24 * gib - used);
    return gpu;
}

/// Seven GiB of weights, a peak of 15 on the device, its interval from 14 to 16.
inline Estimate planned_peak()
{
    Estimate out;
    ProcessEstimate &one = out.fullest();
    one.at_peak.push_back({Component::weights, 7 * gib, "f", "1 × 7", "s", {}});
    one.peak.device = 15 * gib;
    one.peak.phase = Phase::loss_backward;
    one.peak.device_interval = {14 * gib, 16 * gib};
    return out;
}

} // namespace plimsoll::sample
