// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace plimsoll {

/// Where the model comes from; exactly one of preset, config path, inline config, hub is set.
struct ModelReference {
    std::string preset;
    std::string config_path;
    std::string config_text; ///< the configuration object itself, as JSON text
    std::string hub;
    bool operator==(const ModelReference &) const = default;
};

/// What a REF typed on a command line or into a field means.
[[nodiscard]] ModelReference reference_from_text(std::string_view text);

} // namespace plimsoll
