// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"
#include "core/runner/read.h"

namespace plimsoll::reasons {

// Why keys of trainers and servers are without effect on memory.
inline constexpr Why of_data{QT_TRANSLATE_NOOP("core", "it says which rows are read and in what order")};
inline constexpr Why of_schedule{QT_TRANSLATE_NOOP("core", "it changes how long or how fast is learned, not what a step holds")};
inline constexpr Why of_logs{QT_TRANSLATE_NOOP("core", "it is about logs")};
inline constexpr Why of_files{QT_TRANSLATE_NOOP("core", "it is about files that are written or read")};
inline constexpr Why of_code{QT_TRANSLATE_NOOP("core", "it says which code or files are read")};
inline constexpr Why of_evaluation{QT_TRANSLATE_NOOP("core", "evaluating takes less than training, by its rows alone")};
inline constexpr Why of_processes{QT_TRANSLATE_NOOP("core", "it says how processes find each other or what they compute with")};
inline constexpr Why of_sampling{QT_TRANSLATE_NOOP("core", "it says which tokens are drawn or how they are rewarded")};
inline constexpr Why of_server{QT_TRANSLATE_NOOP("core", "it says who is answered and how")};

// Why keys that matter cannot be said.
inline constexpr Why no_field{QT_TRANSLATE_NOOP("core", "it changes what a step holds, and no field of a plan says it")};
inline constexpr Why of_kernels{
    QT_TRANSLATE_NOOP("core", "kernels of its own keep more or less, and no field of a plan says which")};
inline constexpr Why of_shape{
    QT_TRANSLATE_NOOP("core", "it changes what the model or its adapters are, and no field of a plan says it")};
inline constexpr Why of_objective{
    QT_TRANSLATE_NOOP("core", "it adds to what is asked of a step, and no field of a plan says it")};
inline constexpr Why of_limits{QT_TRANSLATE_NOOP("core", "it bounds or moves memory, and no field of a plan says it")};

} // namespace plimsoll::reasons
