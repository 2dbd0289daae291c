// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/dtype.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

struct LoadNote;
struct QuantizationRules;

/// What a library does with a checkpoint that others do otherwise. Each stands beside the stack or the engine that loads by it.
struct LoadingLibrary {
    std::string_view name = "transformers";     ///< as messages call it
    std::string_view released_as = "transformers"; ///< whose release counts, as plan.libraries spells it
    /// transformers' classes, whose modules its quantizers replace; else every tensor stands as it is stored.
    bool by_quantizers = true;
    bool packs_fused_experts = false;  ///< bitsandbytes packs experts that stand in one parameter
    Count vocabulary_multiple = 1;     ///< rows of embedding and head are padded to it
    bool pads_mx_blocks = false;       ///< and matrices of MXFP4 to what its kernels read
    /// What it does not know of a method, said to a person; null: nothing is said.
    std::optional<LoadNote> (*doubts)(const QuantizationRules &) = nullptr;
};

namespace loading {
inline constexpr LoadingLibrary transformers{};
}

/// Who makes a model of a checkpoint, and on which card.
struct Loader {
    const LoadingLibrary *library = &loading::transformers;
    std::string release = "5";         ///< its major release, as messages say it
    bool quantizers_of_4 = false;      ///< those that transformers had before 5: other names are skipped, other classes replaced
    int capability_major = 8, capability_minor = 0;
    Dtype dtype = Dtype::bf16; ///< of what is not quantised, as resolved
    std::string quant;         ///< weights.quant where the plan states it: a checkpoint of that kind as its makers publish it
    bool double_quant = false; ///< of bitsandbytes, where the plan states it
    bool kernels = true;       ///< the package `kernels` is installed (mxfp4)

    bool operator==(const Loader &) const = default;
};

} // namespace plimsoll
