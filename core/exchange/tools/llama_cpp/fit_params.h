// SPDX-License-Identifier: GPL-3.0-or-later
// llama-fit-params, llama.cpp's own program that lays a GGUF file out without allocating: llama.cpp 0c1e57098,
// tools/fit-params/fit-params.cpp and common/fit.cpp (common_fit_print).
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"
#include "core/serving/engine_start.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What the program prints of one place, whole MiB cut off: "CUDA0 4168 1152 304 ", last "Host 292 0 16 ".
struct FitPlace {
    std::string place; ///< "CUDA0"; "host", as plans' places are called
    Bytes model = 0, context = 0, compute = 0;
    bool operator==(const FitPlace &) const = default;
};

/// A figure of the plan's beside the program's.
struct FitRow {
    std::string place;
    std::string part;           ///< "model" | "context" | "compute"
    std::optional<Bytes> here;  ///< absent: the plan has no such place
    std::optional<Bytes> asked; ///< absent: the program named no such place
    bool operator==(const FitRow &) const = default;
};

/// The words behind the program's name that ask it about this plan. Error: the plan runs another engine, or its model is no GGUF
/// file, which is all that the program reads.
[[nodiscard]] Result<std::vector<std::string>> fit_params_arguments(const Plan &plan);

/// The places in what the program wrote; logs before them are passed over. Error: there are none.
[[nodiscard]] Result<std::vector<FitPlace>> fit_places(std::string_view output);

/// Both beside each other, place by place, in the order of the plan's.
[[nodiscard]] std::vector<FitRow> beside_fit_params(std::span<const EnginePlace> planned, std::span<const FitPlace> asked);

} // namespace plimsoll
