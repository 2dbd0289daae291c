// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/fit/oom_guide.h"
#include "core/measured/memory_message.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace plimsoll {

/// A message that memory ran out beside the plan that ran.
struct MessageBeside {
    OomSituation situation = OomSituation::running; ///< the one that advice is to open at (oom_guide())
    Bytes planned = 0;                              ///< that the plan needs of its card at the peak
    std::optional<Bytes> stood;                     ///< the process held, its context and libraries with it
    std::optional<Bytes> wanted;                    ///< the same with what was asked for
    std::optional<Bytes> others;                    ///< beside it on the card: other processes, and what the driver keeps
    std::string sentence; ///< "Planned: 21.3 GiB. There stood 22.1 GiB, and 2.00 GiB more were asked for."
    std::string finding;  ///< one sentence: what it ran out for
    bool operator==(const MessageBeside &) const = default;
};

/// Of an estimate of the plan on the card that it ran on.
[[nodiscard]] MessageBeside message_beside(const MemoryMessage &message, const Estimate &estimate);

/// docs/schema/measured.md, `message`.
[[nodiscard]] nlohmann::ordered_json message_to_json(const MessageBeside &message);

} // namespace plimsoll
