// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/config/config.h"
#include "core/model/extension.h"

namespace plimsoll {

/// Writes into the description where the lines of this model type's class differ from LLaMA's (transformers 5.23,
/// models/*/modeling_*.py); nothing for a type whose lines are LLaMA's. `spec` keeps an extension that it has.
void set_family_forms(const Config &config, DecoderSpec &spec);

} // namespace plimsoll
