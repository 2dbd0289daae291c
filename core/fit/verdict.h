// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/fit/gpu.h"

namespace plimsoll {

enum class Fits : std::uint8_t { yes, tight, no, unknown };
[[nodiscard]] std::string_view name_of(Fits fits);

struct Verdict {
    std::string gpu; ///< name as asked for, catalogue spelling; "16 GiB budget" for budgets
    int count = 1;
    Bytes usable = 0;
    std::optional<Bytes> free; ///< live free memory, where it was read
    Fits fits = Fits::unknown;
    Bytes headroom = 0; ///< usable − device need; negative: excess
    std::string reason; ///< one sentence: why tight, why not, why unknown
    std::optional<Count> max_micro_batch, max_sequence_length;
    std::vector<std::string> notes; ///< precision fallbacks and the like
    bool operator==(const Verdict &) const = default;
};

/// yes: the whole interval of device bytes is usable; tight: it crosses the line, or only required + context fits; no: not even that.
[[nodiscard]] Verdict verdict_for(const Estimate &estimate, const Gpu &gpu, int count = 1);
[[nodiscard]] Verdict verdict_for_budget(const Estimate &estimate, Bytes budget);

/// Verdicts for every entry of plan.target (cards, then budget).
[[nodiscard]] Result<std::vector<Verdict>> verdicts_for_target(const Estimate &estimate);

} // namespace plimsoll
