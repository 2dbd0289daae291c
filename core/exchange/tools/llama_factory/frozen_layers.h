// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// finetuning_type freeze: `trainable` by freeze_trainable_layers, of which a positive number is of last layers and a negative of first
/// ones, freeze_trainable_modules, freeze_extra_modules and use_llama_pro. What needs the number of layers is read of a model that is
/// known; of others it is not said, with a warning that more is planned than trains.
void read_frozen_layers(ConfigReading &reading);

} // namespace plimsoll
