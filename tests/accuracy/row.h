// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll::accuracy {

/// Bytes allocated in one phase of one step: the highest, and what is left when it ends.
struct PhaseBytes {
    Bytes peak = 0;
    std::optional<Bytes> after;
    bool operator==(const PhaseBytes &) const = default;
};

/// One step, in the coarse phases of the rows: "forward" (with the loss), "backward", "optimizer", "generate".
struct StepPhases {
    std::vector<std::pair<std::string, PhaseBytes>> phases;
    bool operator==(const StepPhases &) const = default;
    [[nodiscard]] const PhaseBytes *find(const std::string &phase) const;
};

struct LoadBytes {
    Bytes peak = 0, after = 0, reserved_after = 0;
    bool operator==(const LoadBytes &) const = default;
};

/// One reference: a plan and what was read for it. What was not read is absent.
struct Row {
    std::string id;
    std::string group;
    std::string model_type;
    bool published = false; ///< measured and published by others; else recorded with PyTorch's allocator
    std::string trust;      ///< published rows: high | medium
    std::string source;
    nlohmann::json plan;
    std::optional<Bytes> allocated, reserved, required, device;
    Bytes tolerance = 0; ///< of `required`
    std::string phase;   ///< coarse phase of the allocated peak; empty: not known
    std::optional<LoadBytes> load;
    std::vector<StepPhases> steps;
    nlohmann::json steady; ///< weights, quantization_metadata, trainable, optimizer; null when not known

    /// "group", "family", "method", "stack", "task", "gpu", "id", "set", "trust", or a path into the plan ("optimizer.name"),
    /// as text; empty when the row does not say.
    [[nodiscard]] std::string value_of(const std::string &field) const;
};

/// Every row of every *.jsonl file in `folder`, by file name, then in the file's order.
[[nodiscard]] Result<std::vector<Row>> read_rows(const std::string &folder);

} // namespace plimsoll::accuracy
