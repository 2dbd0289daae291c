// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

namespace plimsoll {

/// The configuration that a command names (`--config FILE`, or a word that ends as such files do): its keys come before the command's
/// own, with the file that they stand in; one that the command says too is listed as without effect. A file that is not there is a
/// warning.
void add_named_config(ConfigText &text, ImportState &into);

} // namespace plimsoll
