// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/model/quantization/named_quantisation.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// A preset whose shape a repository of the Hub has, by its name alone.
struct HubAlias {
    const Preset *preset = nullptr;
    /// The same maker's name of the same model in another tuning ("meta-llama/Llama-3.1-8B-Instruct"), a mirror's, or the same name
    /// with what its weights are packed as. Else only likely: somebody's fine-tune.
    bool exact = false;
    bool same = false;                            ///< the name says the preset's model and nothing else, whoever made it
    std::optional<NamedQuantisation> packed = {}; ///< as the name says; nothing: plain
};

/// Nothing where no preset's name is in the repository's.
[[nodiscard]] std::optional<HubAlias> hub_alias(std::string_view id);

} // namespace plimsoll
