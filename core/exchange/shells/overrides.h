// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/config_text.h"

namespace plimsoll {

/// Words of a command that are keys with values, as Hydra and OmegaConf take them ("trainer.nnodes=2", "+actor.lora=8"), as entries of
/// those keys. Nothing where fewer than three words are so.
void spread_overrides(ConfigText &command);

} // namespace plimsoll
