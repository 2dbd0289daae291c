// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/communicators.h"
#include "core/parallel/model_sizes.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// What one rank sends for one purpose in one optimizer step.
struct SentBytes {
    RankGroup group = RankGroup::data;
    Bytes bytes = 0;
    std::string formula; ///< in the field's names
    std::string source;  ///< library, release and file
    double beside = 0;   ///< share that the library sends while it computes, of what a layer's next operation waits for else
    bool operator==(const SentBytes &) const = default;
};

struct Communication {
    Bytes bytes = 0; ///< sum of the lines
    std::vector<SentBytes> lines;
    bool operator==(const Communication &) const = default;
};

/// What `run.rank` sends in one optimizer step, all its micro-batches together: rings' bytes (an all-gather or a reduce-scatter of
/// B bytes over n ranks sends (n − 1)/n · B from each, an all-reduce twice that; NCCL's user guide and nccl-tests,
/// PERFORMANCE.md), whatever algorithm NCCL takes. Scalars (norms, counts of tokens) and buffers are left out. Nothing for a run of
/// one rank, and where the product leaves 64 bits.
[[nodiscard]] std::optional<Communication> sent_in_step(const SpreadRun &run);

} // namespace plimsoll
