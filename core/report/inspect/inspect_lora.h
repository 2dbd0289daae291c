// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/inspect/inspect_json.h"

#include <optional>

namespace plimsoll {

struct LoraAnswer {
    std::string targets; ///< as asked
    std::optional<Count> trainable;
    std::string error; ///< why PEFT refuses
};

/// "default", "all-linear", "q_proj,v_proj" and what `options` adds.
[[nodiscard]] std::vector<LoraAnswer> lora_answers(const Architecture &architecture, const InspectOptions &options);

} // namespace plimsoll
