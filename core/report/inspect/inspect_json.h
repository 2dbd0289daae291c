// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/pictures/videos.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// What `plimsoll inspect` was asked besides the model.
struct InspectOptions {
    Count rank = 16;
    /// Adapter targets besides "default", "all-linear" and "q_proj,v_proj", as typed: names with commas, or a regular
    /// expression (anything with a character that no module name has).
    std::vector<std::string> targets;
    std::optional<PictureTokens> image; ///< of the size that was asked for
    bool image_by_file = false;         ///< by a processor's file beside the model, else by what such checkpoints publish
    std::optional<VideoTokens> video;   ///< of the size and frames that were asked for
    bool video_by_file = false;         ///< likewise
};

/// Schema plimsoll.inspect/1: what was understood of a model, parameter by parameter in registration order.
[[nodiscard]] nlohmann::json inspect_to_json(const Architecture &architecture, const InspectOptions &options = {});

/// The same schema for a model that could not be read: everything null but source and error.
[[nodiscard]] nlohmann::json inspect_error_to_json(const std::string &source, const Error &error);

/// For people: totals, adapters, and the module tree with repeated layers on one line, shapes, dtypes, counts and shares.
[[nodiscard]] std::string inspect_to_text(const Architecture &architecture, const InspectOptions &options = {});

} // namespace plimsoll
