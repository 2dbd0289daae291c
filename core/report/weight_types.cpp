// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/weight_types.h"

#include "core/ground/dtype.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"

#include <algorithm>

namespace plimsoll {

std::vector<HeldType> weight_types(const Estimate &estimate)
{
    constexpr Bytes named_from = 50; // one part of so many
    const auto line = std::ranges::find(estimate.shown().at_peak, Component::weights, &BreakdownLine::component);
    if (line == estimate.shown().at_peak.end()) return {};
    std::vector<HeldType> out = line->held;
    std::erase_if(out, [&](const HeldType &one) { return one.bytes * named_from < line->bytes; });
    return out;
}

bool is_of_embeddings(const HeldType &held) { return held.embedding * 10 > held.bytes * 9; }

std::string title_of(const HeldType &held)
{
    const auto type = dtype_from_name(held.type);
    std::string out = held.type;
    if (type == Dtype::fp32 || type == Dtype::fp16 || type == Dtype::bf16)
        std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return out;
}

bool packed_twice(const Weights &weights) { return weights.double_quant && is_bitsandbytes_4bit(weights.quant); }

std::string weights_in_words(const Estimate &estimate)
{
    const Weights &weights = estimate.plan.plan.weights;
    std::string out;
    for (const HeldType &held : weight_types(estimate)) {
        std::string type = title_of(held);
        if (held.type == weights.quant && packed_twice(weights))
            type = phrase(QT_TRANSLATE_NOOP("core", "%1 double-quantised"), {type});
        const bool rest = !out.empty() && is_of_embeddings(held);
        out += (out.empty() ? "" : ", ") + (rest ? phrase(QT_TRANSLATE_NOOP("core", "embeddings %1"), {type}) : type);
    }
    return out;
}

} // namespace plimsoll
