// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tools/shared/training_writer.h"

namespace plimsoll {

/// `trainable` in the words of ms-swift 4.6: beginnings of names (freeze_parameters, trainable_parameters), or one expression that is
/// found in them (…_regex). Taken; a share of the layers and layers from the end cannot be said.
void say_trained_names(TrainingText &text);

} // namespace plimsoll
