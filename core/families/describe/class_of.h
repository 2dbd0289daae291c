// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/family.h"

#include <optional>
#include <string>

namespace plimsoll {

/// Describes `config` by `family` with the head of the class `named` (its first architecture; empty: what the family builds).
/// A class that is not known is counted as the family's own, not exact. Where a plan runs the family's causal language
/// model although another class is named, `draft` holds that model and the class named is returned.
[[nodiscard]] std::optional<Draft> describe_class(const Family &family, const std::string &named, const Config &config,
                                                  Draft &draft);

/// The class that transformers' AutoModel builds of a family's configuration, or AutoModelForCausalLM where it is to write;
/// empty: what the family describes.
[[nodiscard]] std::string auto_class(const Family &family, bool to_write);

/// The class that AutoBackbone would build, whether or not there is one; empty: what the family describes.
[[nodiscard]] std::string backbone_class(const Family &family);

} // namespace plimsoll
