// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/quantization/name_words.h"

#include <string_view>

namespace plimsoll {

/// How an owner on the Hub publishes what its names call so.
struct PublishedBy {
    std::string_view owners; ///< in lower case, with blanks between
    std::string_view named;  ///< weights.quant as the words alone say
    std::string_view word;   ///< that the name must have; empty: any
    std::string_view quant;  ///< what it is instead; empty: the same
    std::string_view block;  ///< quantization_config, JSON
};

/// Null: that owner has no custom of its own that is known.
[[nodiscard]] const PublishedBy *published_by(const NameWords &words, std::string_view quant);

} // namespace plimsoll
